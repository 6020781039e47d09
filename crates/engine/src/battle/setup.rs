//! A battle that was set up by hand: any position, at the start of a player turn.

use geometry::Point;

use super::event::Event;
use super::state::State;
use super::task::Task;
use super::turn::{NoDice, Turn, beside};
use crate::dice::Scripted;
use crate::table::UnitId;

impl State {
    /// This battle at the start of the player turn that it names, up to its first decision, and how it
    /// came there. Whoever set it up answers for where everybody stands.
    pub fn set_up(mut self) -> Result<(State, Vec<Event>), NoDice> {
        self.agenda = vec![Task::BeginTurn];
        self.victory = None;
        let mut none = Scripted::default();
        let mut turn = Turn::new(self, &mut none);
        turn.run()?;
        Ok((turn.state, turn.events))
    }

    /// Where a leader is who rides with a unit.
    pub fn beside(&self, unit: UnitId, leader: u16) -> Point {
        beside(self, self.unit(unit), self.leader(leader))
    }
}
