//! A battle as a script plays it: orders as text, each with the dice it must use up.

use std::sync::Arc;

use engine::battle::{Event, FireStep, Order, Refusal, State, Task};
use engine::{Die, Scripted};

use crate::sketch::Board;

/// A battle that a script plays.
#[derive(Clone, Debug)]
pub struct Playing {
    /// How it stands.
    pub state: State,
}

/// Why an order of a script cannot be given.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It is refused: the ledger entry, and a sentence.
    Refused(Box<Refusal>),
    /// The script is wrong.
    Wrong(String),
}

impl Playing {
    /// The first decision of a battle on this table.
    pub fn start(board: &Board) -> Playing {
        let (scenario, book) = (Arc::new(board.scenario.clone()), Arc::new(board.book.clone()));
        let (mut state, _) = State::start(scenario, book);
        for out in &board.detachments {
            let marks = &mut state.marks[out.skirmishers.place()];
            (marks.origin, marks.skirmishers) = (Some(out.regiment), true);
        }
        Playing { state }
    }

    /// Gives an order, which must use up its dice.
    pub fn give(&mut self, order: &Order, dice: Vec<Die>) -> Result<Vec<Event>, Fault> {
        let count = dice.len();
        let mut dice = Scripted::new(dice);
        let applied = self.state.apply(order, &mut dice);
        let (state, events) = applied.map_err(|refusal| Fault::Refused(Box::new(refusal)))?;
        self.state = state;
        if dice.left() > 0 {
            return Err(Fault::Wrong(format!("{} of {count} dice are left", dice.left())));
        }
        Ok(events)
    }

    /// Passes until a task is asked for, a player turn begins (`turn`) or the battle ends (`over`); the
    /// dice must be used up on the way.
    pub fn until(&mut self, until: &str, dice: Vec<Die>) -> Result<Vec<Event>, String> {
        let mut dice = Scripted::new(dice);
        let (mut told, start) = (Vec::new(), (self.state.turn, self.state.active));
        loop {
            let there = match until {
                "turn" => (self.state.turn, self.state.active) != start,
                "over" => self.state.victory.is_some(),
                _ => self.task() == until,
            };
            if there {
                break;
            }
            if self.state.victory.is_some() {
                return Err("the battle is over".to_owned());
            }
            let applied = self.state.apply(&Order::Done, &mut dice);
            let (state, events) = applied
                .map_err(|refusal| format!("at {}: {}", self.asked(), refusal.told(&self.state)))?;
            told.extend(events);
            self.state = state;
        }
        if dice.left() > 0 {
            return Err(format!("{} dice are left", dice.left()));
        }
        Ok(told)
    }

    /// What is asked for, in a word.
    pub fn task(&self) -> &'static str {
        match self.state.asked().map(|asked| asked.task) {
            None => "over",
            Some(Task::Arrivals) => "arrivals",
            Some(Task::Leaders) => "leaders",
            Some(Task::Checks) => "checks",
            Some(Task::Declare { .. }) => "declare",
            Some(Task::Answer) => "answer",
            Some(Task::Shelter) => "shelter",
            Some(Task::Evade { .. }) => "evade",
            Some(Task::Pursue { .. }) => "pursue",
            Some(Task::Maneuvers { .. }) => "maneuvers",
            Some(Task::MoveLeaders) => "move-leaders",
            Some(Task::Fire(FireStep::Defensive)) => "defensive",
            Some(Task::Fire(FireStep::Offensive)) => "offensive",
            Some(Task::Combats { second: false }) => "combats",
            Some(Task::Combats { second: true }) => "second-combats",
            Some(Task::Lose { .. }) => "lose",
            Some(Task::Hurt { .. }) => "pick-gun",
            Some(Task::Retreat { .. }) => "retreat",
            Some(Task::Won { .. }) => "won",
            Some(Task::LowAmmunition { .. }) => "pick-low",
            Some(_) => "something",
        }
    }

    /// Who is asked for what.
    pub fn asked(&self) -> String {
        match self.state.asked() {
            None => "over".to_owned(),
            Some(asked) => format!("{} {}", self.state.army_name(asked.side), self.task()),
        }
    }
}

/// A line of a script without its dice, and the dice that stand after its bar.
pub fn split_dice(text: &str) -> Result<(&str, Vec<Die>), String> {
    let Some((order, dice)) = text.rsplit_once('|') else { return Ok((text.trim(), Vec::new())) };
    let die =
        |text: &str| text.parse().ok().and_then(Die::new).ok_or(format!("`{text}` is no die"));
    let dice = dice.split_whitespace().map(die).collect::<Result<Vec<Die>, String>>()?;
    Ok((order.trim(), dice))
}
