//! A battle that is refereed: every line is answered by one.

use engine::battle::{Order, State};
use engine::{Die, Scripted};
use library::order::{order_text, read_order};
use library::record::{Beginning, Game, Record, digest};
use library::setting::Setting;
use library::{BATTLES, BOOKS, Choices, nearest};
use serde_json::Value;

use crate::about::{about, waited};
use crate::error::{Code, Error};
use crate::pending::pending;
use crate::replies::{
    Answering, Applied, Battle, Begun, Doubt, Hello, Reply, Said, Told, Undone, War,
};
use crate::requests::{self, Id, REQUESTS, Request};
use crate::{LONGEST_LINE, PROTOCOL, luck, told};

/// The referee of one battle at a time.
#[derive(Default)]
pub struct Session {
    game: Option<Game>,
    /// Dice that will fall, the next one last; nothing if they come from elsewhere.
    script: Option<Vec<Die>>,
    over: bool,
}

impl Session {
    /// No battle has begun.
    pub fn new() -> Session {
        Session::default()
    }

    /// Has it been told to quit?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The digest of the battle as it stands.
    pub fn digest(&self) -> Option<String> {
        self.game.as_ref().map(|game| digest(&game.state))
    }

    /// Answers a line. The answer is one line, without its end.
    pub fn answer(&mut self, line: &str) -> String {
        let (id, said) = match read(line) {
            Err((id, error)) => (id, Said::Wrong { error }),
            Ok((id, request)) => match self.reply(request) {
                Ok(reply) => (id, Said::Did(Box::new(reply))),
                Err(error) => (id, Said::Wrong { error }),
            },
        };
        written(id, said)
    }

    fn reply(&mut self, request: Request) -> Result<Reply, Error> {
        Ok(match request {
            Request::Hello {} => Reply::Hello(hello()?),
            Request::Start(start) => Reply::Start(self.start(start)?),
            Request::Load(load) => Reply::Load(self.load(&load)?),
            Request::Record {} => Reply::Record { record: self.record()? },
            Request::Set(setting) => Reply::Set(self.set(setting)?),
            Request::Apply(asked) => Reply::Apply(self.apply(&asked)?),
            Request::Undo {} => Reply::Undo(self.undo()?),
            Request::Quit {} => {
                self.over = true;
                Reply::Quit {}
            }
            Request::Luck {} => Reply::Luck(Box::new(luck::luck(&self.game()?.record)?)),
            Request::Wait {} => Reply::Wait(Box::new(waited(self.state()?, Vec::new()))),
            request => about(self.state()?, request)?,
        })
    }

    fn game(&mut self) -> Result<&mut Game, Error> {
        self.game.as_mut().ok_or_else(no_battle)
    }

    fn state(&self) -> Result<&State, Error> {
        self.game.as_ref().map(|game| &game.state).ok_or_else(no_battle)
    }

    fn start(&mut self, start: requests::Start) -> Result<Begun, Error> {
        let (name, text) = match (&start.battle, start.text) {
            (Some(name), None) => (name.clone(), known_battle(name)?.to_owned()),
            (None, Some(text)) => ("battle".to_owned(), text),
            _ => {
                let message = "a battle begins by its name as `battle` or by a scenario as `text`";
                return Err(Error::new(Code::BadRequest, message));
            }
        };
        if start.seed.is_some() && start.dice.is_some() {
            let message = "dice come from a `seed` or are given as `dice`, not both";
            return Err(Error::new(Code::BadRequest, message));
        }
        let script = start.dice.as_deref().map(script).transpose()?;
        let (game, events) = Game::begin(Beginning {
            name,
            text,
            edition: start.edition,
            rulings: start.rulings.into_iter().collect(),
            players: start.players,
            seed: start.seed,
        })?;
        let events = told::told_at(&game.state, &events);
        let begun = begun(&game, events);
        self.take(game, script);
        Ok(begun)
    }

    /// Referees this battle from now on. Much will be asked about each position.
    fn take(&mut self, mut game: Game, script: Option<Vec<Die>>) {
        game.state.position.remember();
        (self.game, self.script) = (Some(game), script);
    }

    fn load(&mut self, load: &requests::Load) -> Result<Begun, Error> {
        let script = load.dice.as_deref().map(script).transpose()?;
        let record = Record::read(&load.record.to_string())?;
        let game = Game::resume(record)?;
        let begun = begun(&game, Vec::new());
        self.take(game, script);
        Ok(begun)
    }

    fn record(&mut self) -> Result<Record, Error> {
        let game = self.game()?;
        let mut record = game.record.clone();
        record.digests.insert(record.orders.len(), digest(&game.state));
        Ok(record)
    }

    fn set(&mut self, setting: Setting) -> Result<Begun, Error> {
        let game = self.game()?;
        let events = game.set(setting).map_err(Error::position)?;
        game.state.position.remember();
        let events = told::told_at(&game.state, &events);
        Ok(begun(game, events))
    }

    fn apply(&mut self, asked: &requests::Apply) -> Result<Applied, Error> {
        let game = self.game.as_mut().ok_or_else(no_battle)?;
        let before = game.state.clone();
        let order = read_order(&before, &asked.order)?;
        let refused = |refusal| Error::refused(&refusal, &before);
        let events = match (&asked.dice, &mut self.script) {
            (Some(faces), _) => {
                let mut dice = Scripted::new(faces_of(faces)?);
                all_fall(&before, &order, dice.clone())?;
                game.give_with(&order, &mut dice).map_err(refused)?
            }
            (None, Some(script)) => {
                let mut dice = Scripted::new(script.iter().rev().copied());
                let events = game.give_with(&order, &mut dice).map_err(refused)?;
                script.truncate(dice.left());
                events
            }
            (None, None) => game.give(&order).map_err(refused)?,
        };
        let passed = told::told_of_passing(&before, &order);
        Ok(Applied {
            order: order_text(&before, &order),
            events: passed.into_iter().chain(told::told_from(before, &events)).collect(),
            pending: pending(&game.state),
            digest: digest(&game.state),
        })
    }

    fn undo(&mut self) -> Result<Undone, Error> {
        let game = self.game()?;
        let last = game.record.orders.last().cloned().unwrap_or_default();
        if !game.undo() {
            let message = "no order could be taken back: a die has fallen since, or there is none";
            return Err(Error::new(Code::NothingToUndo, message));
        }
        let pending = pending(&game.state);
        Ok(Undone { order: last, pending, digest: digest(&game.state) })
    }
}

/// The answer to a line that was too long to be read.
pub fn too_long() -> String {
    let message = format!("a line has at most {LONGEST_LINE} bytes");
    written(None, Said::Wrong { error: Error::new(Code::LineTooLong, message) })
}

/// The answer to a line that is no text.
pub fn no_text() -> String {
    let error = Error::new(Code::BadJson, "the line is not in UTF-8");
    written(None, Said::Wrong { error })
}

pub(crate) fn written(id: Option<Id>, said: Said) -> String {
    serde_json::to_string(&Answering { id, said }).expect("answers are plain data")
}

/// Reads a line; the name of a request that is wrong is kept for its answer.
pub(crate) fn read(line: &str) -> Result<(Option<Id>, Request), (Option<Id>, Error)> {
    let bad = |message: String| Error::new(Code::BadJson, message);
    let value: Value = serde_json::from_str(line)
        .map_err(|error| (None, bad(format!("the line is no JSON: {error}"))))?;
    let Value::Object(mut fields) = value else {
        return Err((None, bad("the line is no JSON object".to_owned())));
    };
    let id: Option<Id> = match fields.remove("id") {
        None | Some(Value::Null) => None,
        Some(value) => Some(serde_json::from_value(value).map_err(|_| {
            let message = "an `id` is a whole number or a text";
            (None, Error::new(Code::BadRequest, message))
        })?),
    };
    match request(fields) {
        Ok(request) => Ok((id, request)),
        Err(error) => Err((id, error)),
    }
}

fn request(fields: serde_json::Map<String, Value>) -> Result<Request, Error> {
    let Some(Value::String(name)) = fields.get("do") else {
        let message = format!("what to `do` is missing: {}", REQUESTS.join(", "));
        return Err(Error::new(Code::BadRequest, message));
    };
    if !REQUESTS.contains(&name.as_str()) {
        let message = format!("there is no request `{name}`: {}", REQUESTS.join(", "));
        return Err(Error::new(Code::NoSuchRequest, message).near(nearest(name, REQUESTS)));
    }
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| Error::new(Code::BadRequest, error.to_string()))
}

fn no_battle() -> Error {
    Error::new(Code::NoBattle, "no battle has begun: `start` or `load` one")
}

fn known_battle(name: &str) -> Result<&'static str, Error> {
    library::battle(name).ok_or_else(|| {
        let message = format!("no battle is called `{name}`; `hello` lists them");
        let near = nearest(name, BATTLES.iter().map(|(known, _)| *known));
        Error::new(Code::NoSuchBattle, message).near(near)
    })
}

/// Dice that show these faces.
pub(crate) fn faces_of(faces: &[i64]) -> Result<Vec<Die>, Error> {
    let die = |face: &i64| {
        let die = u8::try_from(*face).ok().and_then(Die::new);
        die.ok_or_else(|| Error::new(Code::BadDie, format!("a die shows 1 to 10, not {face}")))
    };
    faces.iter().map(die).collect()
}

/// Dice that will fall, the next one last.
fn script(faces: &[i64]) -> Result<Vec<Die>, Error> {
    Ok(faces_of(faces)?.into_iter().rev().collect())
}

/// Does an order use up just these dice?
fn all_fall(state: &State, order: &Order, mut dice: Scripted) -> Result<(), Error> {
    state.apply(order, &mut dice).map_err(|refusal| Error::refused(&refusal, state))?;
    match dice.left() {
        0 => Ok(()),
        left => {
            let message = format!("the order leaves {left} of the dice unrolled");
            Err(Error::new(Code::DiceLeft, message))
        }
    }
}

fn begun(game: &Game, events: Vec<Told>) -> Begun {
    let state = &game.state;
    let (scenario, book) = (&state.scenario, &state.book);
    Begun {
        battle: game.record.scenario.clone(),
        title: scenario.title.to_string(),
        period: book.period.to_string(),
        edition: book.edition.to_string(),
        armies: [0, 1].map(|side: usize| scenario.armies[side].name.to_string()),
        turns: scenario.clock.turns,
        orders: game.record.orders.len(),
        events,
        pending: pending(state),
        digest: digest(state),
    }
}

pub(crate) fn hello() -> Result<Hello, Error> {
    let war = |book: &library::Book| {
        let read = library::rulebook(book.period, Some(book.edition), &Choices::new());
        let read = read.map_err(|fault| Error::new(Code::BadScenario, fault))?;
        Ok(War {
            period: book.period.to_owned(),
            edition: book.edition.to_owned(),
            title: read.title.to_string(),
            rulings: read.rulings.iter().map(Doubt::of).collect(),
        })
    };
    let battle = |(name, text): &(&str, &str)| {
        let file = format!("{name}/battle.toml");
        let (scenario, book) = library::scenario(text, &file, &Choices::new())?;
        Ok(Battle {
            name: (*name).to_owned(),
            title: scenario.title.to_string(),
            period: book.period.to_string(),
            date: scenario.date.to_string(),
            turns: scenario.clock.turns,
            armies: [0, 1].map(|side: usize| scenario.armies[side].name.to_string()),
        })
    };
    Ok(Hello {
        name: "Double Quick",
        version: env!("CARGO_PKG_VERSION"),
        protocol: PROTOCOL,
        longest_line: LONGEST_LINE,
        wars: BOOKS.iter().map(war).collect::<Result<_, Error>>()?,
        battles: BATTLES.iter().map(battle).collect::<Result<_, Error>>()?,
    })
}
