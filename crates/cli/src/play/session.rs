//! A session: what is asked is shown, what is typed is done, until the battle or the input ends.

use std::io::{BufRead, IsTerminal};

use ai::{Decision, Player, Reason};
use engine::battle::{Event, Order, State};
use engine::table::Side;
use library::order::order_text;
use library::record::Game;
use referee::outlook::Outlook;

use super::forecast::Roll;
use super::log::{self, Last};
use super::menu::{self, Choice, Menu, SHOWN, Subject};

use super::page::{Page, columns, padded};
use super::words::{self, Said, Somebody};
use super::{asks, brief, card, hints, outlook, samples, sketch};
use crate::{Fault, map, show};

/// Something that is done only when it is said twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Twice {
    Done,
    Resign,
    Quit,
}

/// What comes after a line.
pub(super) enum Next {
    /// The same decision, without the list again.
    Same,
    /// The list is shown again.
    Show,
    /// The session ends.
    Leave,
}

/// A battle and those who play it.
pub struct Session<'s> {
    /// The battle with its record.
    pub game: Game,
    /// The players of both sides; nobody for a side that is played by hand.
    pub players: [Option<Box<dyn Player>>; 2],
    /// The file that the record is kept in.
    pub record: Option<String>,
    /// Where it is written.
    pub page: Page<'s>,
    pub(super) menu: Menu,
    pub(super) last: Last,
    pub(super) twice: Option<Twice>,
    /// How many orders there were before each line that gave some.
    pub(super) given: Vec<usize>,
    /// Files that this session has written records to.
    pub(super) written: Vec<String>,
    pub(super) saved: Option<usize>,
    ended: bool,
}

impl<'s> Session<'s> {
    /// A session that begins where the game stands.
    pub fn new(
        game: Game,
        players: [Option<Box<dyn Player>>; 2],
        record: Option<String>,
        page: Page<'s>,
    ) -> Session<'s> {
        let written = record.iter().cloned().collect();
        Session {
            game,
            players,
            record,
            page,
            menu: Menu::default(),
            last: Last::Nothing,
            twice: None,
            given: Vec::new(),
            written,
            saved: None,
            ended: false,
        }
    }

    /// Says what happened before the first decision.
    pub fn tell(&mut self, events: &[Event]) {
        let state = &self.game.state;
        let told = events.iter().filter_map(|event| Some((event, state.tell(&event.what)?)));
        log::tell(&mut self.page, told);
    }

    /// Plays until the battle is over and left, or the input ends.
    pub fn play(&mut self, input: &mut dyn BufRead) -> Result<(), Fault> {
        let echo = !std::io::stdin().is_terminal();
        let mut next = Next::Show;
        loop {
            if self.machines()? {
                next = Next::Show;
            }
            self.keep()?;
            if matches!(next, Next::Leave) || self.page.is_closed() || self.is_all_over() {
                break;
            }
            if matches!(next, Next::Show) {
                self.ask();
            }
            let mut line = String::new();
            if !echo {
                self.page.prompt("> ");
            }
            if input.read_line(&mut line)? == 0 {
                break;
            }
            if echo {
                // What comes through a pipe is shown, so that the whole can be read.
                self.page.say(&format!("> {}", line.trim_end()));
            }
            next = self.hear(&line)?;
        }
        self.stop();
        Ok(())
    }

    fn state(&self) -> &State {
        &self.game.state
    }

    pub(super) fn is_by_hand(&self, side: Side) -> bool {
        self.players[side as usize].is_none()
    }

    /// Nobody is left to say anything.
    fn is_all_over(&self) -> bool {
        self.state().victory.is_some() && self.players.iter().all(Option::is_some)
    }

    /// Lets machines play until a side is asked that is played by hand; true if they did anything.
    fn machines(&mut self) -> Result<bool, Fault> {
        let mut any = false;
        while let Some(side) = self.state().asked().map(|asked| asked.side) {
            let Some(player) = &mut self.players[side as usize] else { break };
            let Decision { order, reason } = player.decide(&self.game.state);
            let army = self.state().army_name(side).to_owned();
            let text = order_text(self.state(), &order);
            let why = match reason {
                Reason::Any | Reason::NothingBetter => String::new(),
                reason => format!(" ({})", reason.told(self.state())),
            };
            self.page.say_hung(&show::faint(&format!("{army}: {text}{why}")), 2);
            if let Err(refusal) = self.give(&order) {
                return Err(Fault(format!(
                    "the machine's order {text} is refused: {}",
                    refusal.told(self.state())
                )));
            }
            any = true;
            if self.page.is_closed() {
                break;
            }
        }
        self.end();
        if any {
            self.menu = Menu::default();
        }
        Ok(any)
    }

    /// Says how the battle ended, once.
    pub(super) fn end(&mut self) {
        let Some(victory) = self.state().victory else {
            self.ended = false;
            return;
        };
        if !self.ended {
            self.ended = true;
            let text = brief::ending(self.state(), victory);
            self.page.say_hung(&text, 2);
        }
    }

    /// Shows the pending decision and its choices.
    fn ask(&mut self) {
        let state = &self.game.state;
        let Some(_) = state.asked() else {
            self.page.say("`undo`, `save FILE`, `map FILE`, `status` or `quit`?");
            return;
        };
        if !self.menu.sole && self.menu.subject.is_none() {
            self.menu = Menu::of(state);
        }
        if self.menu.sole {
            let mut moment = asks::moment(state);
            moment.replace_range(..1, "T");
            self.page.say(&format!("\n{}: {}", show::strong(&moment), asks::wanted(state)));
        }
        let card = match self.menu.subject {
            None => String::new(),
            Some(Subject::Unit(unit) | Subject::Gun(unit, _)) => card::short(state, unit),
            Some(Subject::Target(unit)) => format!("Fire at {}", card::short(state, unit)),
            Some(Subject::Leader(leader)) => card::leader(state, leader),
        };
        if !card.is_empty() {
            let gap = if self.menu.sole { "" } else { "\n" };
            self.page.say_hung(&format!("{gap}{card}"), 2);
        }
        self.menu.shown = self.menu.shown.max(self.menu.first);
        self.choices(0);
    }

    /// Writes the choices from `from` to what is shown.
    fn choices(&mut self, from: usize) {
        let (state, menu) = (&self.game.state, &self.menu);
        let shown = &menu.choices[from..menu.shown];
        let texts: Vec<String> =
            shown.iter().map(|choice| menu::text(state, menu.subject, choice)).collect();
        let fits = |text: &&String| columns(text) <= 44;
        let wide = texts.iter().filter(fits).map(|text| columns(text)).max().unwrap_or(0);
        for (place, (choice, text)) in shown.iter().zip(&texts).enumerate() {
            let hint = hints::hint(state, choice);
            let number = from + place + 1;
            let hang = if number < 10 { 5 } else { 4 };
            let mut line = format!("{number:>4}  {}", padded(text, wide));
            if !hint.is_empty() && !self.page.has_room(&line, &hint) {
                self.page.say_hung(&line, hang);
                line = "      ".to_owned();
            }
            self.page.say_hung(&format!("{line}  {}", show::faint(&hint)), hang);
        }
        let left = menu.choices.len() - menu.shown;
        if left > 0 {
            self.page.say(&show::faint(&format!("      more: {left} more choices")));
        }
        if menu.choices.is_empty() {
            self.page.say("      Nothing offers itself; an order may be typed, `done` goes on.");
        }
        let end = match menu.sole {
            false => "   0  back".to_owned(),
            true => format!("   0  {}  {}", padded("done", wide), show::faint(asks::done(state))),
        };
        self.page.say(&end);
    }

    /// Does what a line says.
    fn hear(&mut self, line: &str) -> Result<Next, Fault> {
        let twice = self.twice.take();
        Ok(match words::understand(&self.game.state, &self.menu, line) {
            Said::Nothing if line.trim().is_empty() => Next::Show,
            Said::Nothing => Next::Same,
            Said::Unclear(sentence) => {
                self.page.say(&sentence);
                Next::Same
            }
            Said::Number(0) if !self.menu.sole => self.up(),
            Said::Number(0) => self.order(Order::Done, twice),
            Said::Number(number) => match self.menu.choice(number).cloned() {
                Some(Choice::Order(order)) => self.order(order, twice),
                Some(Choice::All(_, orders)) => self.give_all(&orders),
                Some(Choice::Open(subject)) => {
                    self.menu = self.menu.within(&self.game.state, subject);
                    Next::Show
                }
                None => {
                    let most = self.menu.choices.len();
                    self.page
                        .say(&format!("There is no choice {number}: they go from 0 to {most}."));
                    Next::Same
                }
            },
            Said::Somebody(who) => self.open(who),
            Said::Order(order) => self.order(order, twice),
            Said::All(unit, maneuver) => match menu::all_guns(&self.game.state, unit, &maneuver) {
                Some(orders) => self.give_all(&orders),
                None => self.order(Order::Gun { unit, stand: 0, maneuver }, twice),
            },
            Said::Word(word, rest) => self.word(word, &rest, twice)?,
        })
    }

    /// The list of somebody who can be told something now, else his card.
    fn open(&mut self, who: Somebody) -> Next {
        let state = &self.game.state;
        let subject = match who {
            Somebody::Unit(unit) => Subject::Unit(unit),
            Somebody::Leader(leader) => Subject::Leader(leader),
        };
        let all = Menu::of(state);
        if let Some(list) = all.opened(state, subject) {
            self.menu = list;
            return Next::Show;
        }
        let card = match who {
            Somebody::Unit(unit) => card::unit(state, unit),
            Somebody::Leader(leader) => card::leader(state, leader),
        };
        self.page.say_hung(&card, 2);
        Next::Same
    }

    fn up(&mut self) -> Next {
        self.menu = Menu::default();
        Next::Show
    }

    /// An order by hand: what it would forget is said first, and the odds before it is rolled.
    fn order(&mut self, order: Order, twice: Option<Twice>) -> Next {
        if order == Order::Done && twice != Some(Twice::Done) {
            let forgotten = log::reminders(&self.game.state);
            if !forgotten.is_empty() {
                forgotten.iter().for_each(|line| self.page.say(line));
                self.page.say("Say `done` again to end the step all the same.");
                self.twice = Some(Twice::Done);
                return Next::Same;
            }
        }
        if order == Order::Resign && twice != Some(Twice::Resign) {
            self.page.say("Say `resign` again to give up the battle.");
            self.twice = Some(Twice::Resign);
            return Next::Same;
        }
        self.give_all(&[order])
    }

    /// Gives orders one after the other until one is refused.
    fn give_all(&mut self, orders: &[Order]) -> Next {
        let before = self.game.record.orders.len();
        for order in orders {
            if let Err(refusal) = self.give(order) {
                log::refuse(&mut self.page, &self.game.state, &refusal);
                self.last = Last::Refused(refusal);
                break;
            }
        }
        if self.game.record.orders.len() == before {
            return Next::Same;
        }
        self.given.push(before);
        self.menu = Menu::default();
        Next::Show
    }

    /// Gives an order: its odds, then what happens.
    fn give(&mut self, order: &Order) -> Result<(), engine::battle::Refusal> {
        let odds = Roll::of(self.state(), order).map(|roll| roll.lines(self.state()));
        for (place, line) in odds.unwrap_or_default().into_iter().enumerate() {
            let word = if place == 0 { "Odds" } else { "    " };
            self.page.say_hung(&show::faint(&format!("  {word}  {line}")), 6);
        }
        let before = self.game.state.clone();
        let events = self.game.give(order)?;
        log::tell(&mut self.page, before.tell_each(&events));
        self.last = Last::Happened(events);
        Ok(())
    }

    fn word(&mut self, word: &str, rest: &str, twice: Option<Twice>) -> Result<Next, Fault> {
        let state = &self.game.state;
        match word {
            "help" if rest.starts_with("order") => {
                self.page.say_hung(&samples::order_help(state), 4);
            }
            "help" => self.help(),
            "odds" => self.odds(rest),
            "why" if rest.is_empty() => {
                let text = log::why(state, &self.last);
                self.page.say_hung(&text, 2);
            }
            "why" => match log::rule(rest) {
                Some(text) => self.page.say(&text),
                None => self.page.say(&log::no_rule(rest)),
            },
            "status" => self.page.say_hung(&card::status(state), 2),
            "list" => self.page.say_hung(&card::list(state), 4),
            "unit" => match words::somebody(state, rest) {
                Ok(Somebody::Unit(unit)) => self.page.say_hung(&card::unit(state, unit), 2),
                Ok(Somebody::Leader(leader)) => {
                    self.page.say_hung(&card::leader(state, leader), 2);
                }
                Err(sentence) => self.page.say(&sentence),
            },
            "map" if rest.is_empty() => self.page.say_hung(&sketch::sketch(state), 2),
            "map" => self.map(rest),
            "more" => {
                let from = self.menu.shown;
                if from >= self.menu.choices.len() {
                    self.page.say("There is no more; any order that the rules allow may be typed.");
                } else {
                    self.menu.shown = (from + SHOWN).min(self.menu.choices.len());
                    self.choices(from);
                }
            }
            "back" => return Ok(self.up()),
            "forget" => {
                let lines = log::reminders(state);
                if lines.is_empty() {
                    self.page.say("Nothing would be left undone.");
                }
                lines.iter().for_each(|line| self.page.say(line));
            }
            "undo" => return Ok(self.undo(rest)),
            "save" => self.save(rest),
            _ => return Ok(self.quit(twice)),
        }
        Ok(Next::Same)
    }

    fn help(&mut self) {
        self.page.say("Type the number of a choice, an order as text, or a word:");
        for (word, does) in words::WORDS {
            self.page.say_hung(&format!("  {word:<18} {does}"), 19);
        }
        self.page.say("`done` (or d, or 0) ends a step; an empty line shows the list again.");
        self.page.say("Short: h help, o odds, w why, m more, b back, u undo, d done, q quit.");
    }

    /// The odds of a choice, of an order, or in short of every choice shown.
    fn odds(&mut self, of: &str) {
        let state = &self.game.state;
        if of.is_empty() {
            let mut any = false;
            for (place, choice) in self.menu.choices.iter().take(self.menu.shown).enumerate() {
                let Choice::Order(order) = choice else { continue };
                let lines = match Roll::of(state, order) {
                    Some(roll) => roll.lines(state),
                    None => Outlook::of(state, order)
                        .map_or(Vec::new(), |charge| outlook::lines(&charge)),
                };
                any |= !lines.is_empty();
                for line in lines {
                    self.page.say_hung(&format!("{:>4}  {line}", place + 1), 6);
                }
            }
            if !any {
                self.page
                    .say("Nothing in this list is rolled for; `odds N` asks about one choice.");
            }
            return;
        }
        let order = match words::understand(state, &self.menu, of) {
            Said::Number(0) => Some(Order::Done),
            Said::Number(number) => match self.menu.choice(number) {
                Some(Choice::Order(order)) => Some(order.clone()),
                Some(_) => {
                    self.page.say(&format!("Choice {number} is a list; open it first."));
                    return;
                }
                None => {
                    self.page.say(&format!("There is no choice {number}."));
                    return;
                }
            },
            Said::Order(order) => Some(order),
            Said::Unclear(sentence) => {
                self.page.say(&sentence);
                return;
            }
            Said::Nothing | Said::Word(..) | Said::All(..) | Said::Somebody(_) => None,
        };
        if let Some(order) = &order
            && let Err(refusal) = state.check(order)
        {
            log::refuse(&mut self.page, state, &refusal);
            return;
        }
        let rolled = order.as_ref().and_then(|order| Roll::of(state, order));
        let charge = order.as_ref().and_then(|order| Outlook::of(state, order));
        match (rolled, charge) {
            (Some(roll), _) => self.page.say_hung(&roll.whole(state), 7),
            (None, Some(charge)) => self.page.say_hung(&outlook::whole(&charge), 7),
            (None, None) => self.page.say("That rolls no die."),
        }
    }

    fn map(&mut self, file: &str) {
        let scene = map::as_it_stands(&self.game.state);
        let said = match map::draw(&scene, &self.game.state.book, file) {
            Ok(()) => format!("Drawn in {file}."),
            Err(Fault(sentence)) => format!("{sentence}."),
        };
        self.page.say(&said);
    }
}
