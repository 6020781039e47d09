//! Who plays an army in `dq battle`: a machine of ours, or a program from outside.

use std::fmt;
use std::time::Duration;

use ai::{Level, Player};
use engine::battle::{Event, Order, State};
use engine::table::Side;

use crate::Fault;
use crate::outside::Outside;

/// Who plays an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A machine of ours.
    Machine(Level),
    /// The command of a program that speaks to the referee.
    Program(String),
}

impl Who {
    /// Somebody by his name: a level, or `cmd:` and a command.
    pub fn named(name: &str) -> Result<Who, Fault> {
        if let Some(command) = name.trim().strip_prefix("cmd:") {
            return Ok(Who::Program(command.to_owned()));
        }
        Level::named(name.trim()).map(Who::Machine).ok_or_else(|| {
            let all = Level::ALL.map(Level::name).join(", ");
            let message =
                format!("no player is called `{name}`; there are: {all}, and cmd:PROGRAM");
            Fault(message)
        })
    }

    /// Does it play by lot?
    pub fn is_random(&self) -> bool {
        *self == Who::Machine(Level::Random)
    }

    /// A name for files.
    pub fn short(&self) -> String {
        let name = self.to_string();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        name.trim_start_matches("cmd:").chars().map(plain).collect()
    }

    /// Takes its place at a table.
    pub fn sit(&self, side: Side, seed: u64, patience: Duration) -> Result<Fighter, String> {
        Ok(match self {
            Who::Machine(level) => Fighter::Machine(level.player(seed)),
            Who::Program(command) => {
                Fighter::Program(Box::new(Outside::start(command, side, patience)?))
            }
        })
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Machine(level) => f.write_str(level.name()),
            Who::Program(command) => write!(f, "cmd:{command}"),
        }
    }
}

/// Somebody who plays an army.
pub enum Fighter {
    /// A machine of ours.
    Machine(Box<dyn Player + Send>),
    /// A program from outside.
    Program(Box<Outside>),
}

impl Fighter {
    /// Its order for the pending decision; or why there will be none any more.
    pub fn decide(
        &mut self,
        state: &State,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Order, String> {
        match self {
            Fighter::Machine(player) => Ok(player.decide_while(state, go_on).order),
            Fighter::Program(program) => program.decide(state),
        }
    }

    /// An order was carried out, by whomever.
    pub fn saw(&mut self, before: &State, events: &[Event], after: &State) {
        if let Fighter::Program(program) = self {
            program.saw(before, events, after);
        }
    }

    /// Does it look at what others do?
    pub fn looks(&self) -> bool {
        matches!(self, Fighter::Program(_))
    }
}
