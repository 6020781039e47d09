//! `dq play --text`: a battle in the terminal, by hand or against a machine.

mod asks;
pub mod brief;
pub mod card;
mod forecast;
mod hints;
mod keeping;
mod log;
mod menu;
mod outlook;
pub mod own_rules;
pub mod page;
mod passing;
mod samples;
mod session;
mod sketch;
mod words;

use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ai::Player;
use engine::battle::Event;
use library::Choices;
use library::record::{Beginning, Game, Record};

use crate::args::{PlayArgs, PlayerArg};
use crate::scenario::find;
use crate::{Answer, Fault, books};
use page::Page;
use session::Session;

/// `dq play …`.
pub fn run(args: &PlayArgs) -> Result<Answer, Fault> {
    let (mut game, events) = match (&args.resume, &args.battle) {
        (Some(file), _) => (resume(file)?, Vec::new()),
        (None, Some(battle)) => begin(args, battle)?,
        (None, None) => return Ok(Answer::good(brief::battles()?)),
    };
    let seed = *game.record.seed.get_or_insert_with(|| args.seed.unwrap_or_else(any_seed));
    let players = players(args, &game.record);
    game.record.players = players.iter().map(|player| player.name().to_owned()).collect();
    let record = args.record.clone().or(args.resume.clone());
    if let Some(file) = record.as_ref().filter(|file| Some(*file) != args.resume.as_ref()) {
        is_free(file)?;
    }
    let machines = [0, 1].map(|side| player(players[side], seed, side as u64));
    let mut out = anstream::stdout().lock();
    let mut session = Session::new(game, machines, record, Page::new(&mut out));
    let state = &session.game.state;
    let opening = match &args.resume {
        Some(file) => {
            let orders = session.game.record.orders.len();
            format!("{}, going on from {file} after {orders} orders.", state.scenario.title)
        }
        None => brief::briefing(state),
    };
    session.page.say_hung(&opening, 2);
    session.page.say(&format!(
        "\nThe dice are those of seed {seed}. `help` tells what you can say, `map` shows the table."
    ));
    session.tell(&events);
    session.play(&mut io::stdin().lock())?;
    Ok(Answer::good(String::new()))
}

/// A battle from its beginning.
fn begin(args: &PlayArgs, name: &str) -> Result<(Game, Vec<Event>), Fault> {
    let found = find::one(name)?;
    let mut rulings = Choices::new();
    for pair in &args.rulings {
        let (ruling, reading) = crate::args::ruling(pair)?;
        rulings.insert(ruling, reading);
    }
    let book = found.battle()?.book;
    let edition = args.edition.as_deref().or(Some(&*book.edition));
    books::open(&book.period, edition, &rulings)?;
    let mut accepted = Vec::new();
    if let Some(file) = &args.form {
        let text = fs::read_to_string(file)
            .map_err(|error| Fault(format!("cannot read {file}: {error}")))?;
        let plain = books::open(&book.period, edition, &Choices::new())?;
        let (readings, names) = library::form::read(&text, &plain)
            .map_err(|fault| Fault(format!("{file}: {fault}")))?;
        (rulings, accepted) = (readings, names);
    }
    let beginning = Beginning {
        name: found.name,
        text: found.text,
        edition: args.edition.clone(),
        rulings,
        players: Vec::new(),
        seed: Some(args.seed.unwrap_or_else(any_seed)),
    };
    let (mut game, events) = Game::begin(beginning)?;
    game.record.accepted = accepted;
    Ok((game, events))
}

fn resume(file: &str) -> Result<Game, Fault> {
    let text =
        fs::read_to_string(file).map_err(|error| Fault(format!("cannot read {file}: {error}")))?;
    let bad = |fault: library::record::RecordFault| Fault(format!("{file}: {fault}"));
    Game::resume(Record::read(&text).map_err(bad)?).map_err(bad)
}

/// A record is not written over another.
fn is_free(file: &str) -> Result<(), Fault> {
    if !Path::new(file).exists() {
        return Ok(());
    }
    Err(Fault(format!("{file} is there already; `--resume {file}` goes on with it")))
}

/// Who plays: as it was said, else as the record has it, else by hand.
fn players(args: &PlayArgs, record: &Record) -> [PlayerArg; 2] {
    let known = |side: usize| record.players.get(side).and_then(|name| PlayerArg::named(name));
    let [first, second] = [args.first.or(known(0)), args.second.or(known(1))];
    [first.unwrap_or(PlayerArg::Human), second.unwrap_or(PlayerArg::Human)]
}

fn player(kind: PlayerArg, seed: u64, side: u64) -> Option<Box<dyn Player>> {
    let level = kind.level()?;
    Some(level.player(seed.wrapping_mul(2).wrapping_add(side)))
}

/// A seed that nobody chose: short enough to be written down.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
    (now / 1_000 % 1_000_000) as u64
}
