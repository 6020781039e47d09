//! A battle before its first turn: armies, ground, who stands where, what they fight for.

use std::sync::Arc;

use geometry::{Angle, Length, Point};
use rulebook::{Nation, named};

use crate::table::{Position, Side, UnitId};

named! {
    /// An edge of the table, as the map shows it.
    pub enum Edge {
        /// The upper one.
        North = "north",
        /// The right one.
        East = "east",
        /// The lower one.
        South = "south",
        /// The left one.
        West = "west",
    }
}

impl Edge {
    /// The way from the middle of the table to this edge.
    pub fn heading(self) -> Angle {
        match self {
            Edge::North => Angle::ZERO,
            Edge::East => Angle::RIGHT,
            Edge::South => Angle::ABOUT,
            Edge::West => Angle::LEFT,
        }
    }
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its name.
    pub name: Arc<str>,
    /// The nation whose colours and tables it has.
    pub nation: Nation,
    /// Where its broken troops run to.
    pub edge: Edge,
}

/// Ground worth fighting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPosition {
    /// Its name.
    pub name: Arc<str>,
    /// Its middle.
    pub at: Point,
    /// How far it reaches from there.
    pub radius: Length,
    /// Who holds it when the battle begins.
    pub owner: Option<Side>,
}

/// Who comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arriving {
    /// A unit.
    Unit(UnitId),
    /// A leader, by his place in the list.
    Leader(u16),
}

/// Troops or a leader that come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Who.
    pub who: Arriving,
    /// The turn, from 1.
    pub turn: u8,
    /// The edge they come over.
    pub edge: Edge,
    /// Where on that edge; nothing for anywhere.
    pub at: Option<Point>,
}

/// A battle before its first turn.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name among scenarios: `maw-palo-alto`.
    pub id: Arc<str>,
    /// The battle's name.
    pub title: Arc<str>,
    /// The day, in words.
    pub date: Arc<str>,
    /// The two armies.
    pub armies: [Army; 2],
    /// The ground and who stands where.
    pub position: Position,
    /// The leader who commands each unit, by his place in the list of leaders; one for each unit.
    pub commands: Vec<Option<u16>>,
    /// Who comes later, in the order of the file; until then they have no place on the table.
    pub arrivals: Vec<Arrival>,
    /// What they fight for.
    pub key_positions: Vec<KeyPosition>,
    /// What the maker of the scenario wants players to know: doubts, choices.
    pub notes: Vec<Arc<str>>,
    /// Men of a troop stand.
    pub men: u16,
    /// Hundredths of a yard to an inch.
    pub yards_hundredths: u32,
}

impl Scenario {
    /// The army of a side.
    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side as usize]
    }
}
