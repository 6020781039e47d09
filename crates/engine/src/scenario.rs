//! A battle before its first turn: armies, ground, who stands where, what they fight for.

use std::sync::Arc;

use geometry::{Angle, Length, Point};
use rulebook::{LeaderRating, Nation, named};

use crate::light::Daylight;
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
    /// Lost stands that are heavy casualties; a quarter of its stands if the scenario does not say.
    pub heavy_casualties: Option<u16>,
    /// Lost stands that are greater losses; more than the enemy's if the scenario does not say.
    pub greater_losses: Option<u16>,
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
    /// The army that fights worse without it.
    pub key_of: Option<Side>,
    /// What it is worth to either army that holds it at the end.
    pub points: [u16; 2],
}

/// When the battle is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// How many game turns it has.
    pub turns: u16,
    /// Who moves first in each.
    pub first: Side,
    /// The time at which it begins, in minutes after midnight.
    pub begins: u16,
    /// Minutes of a turn.
    pub minutes: u16,
    /// Sunrise and sunset, in turns.
    pub daylight: Daylight,
    /// How far one sees in fog, and the last turn of it.
    pub fog: Option<(Length, u16)>,
}

impl Clock {
    /// So many turns of a clear afternoon.
    pub fn of(turns: u16) -> Clock {
        Clock {
            turns,
            first: Side::First,
            begins: 12 * 60,
            minutes: 15,
            daylight: Daylight::ENDLESS,
            fog: None,
        }
    }
}

/// What is said of a leader beside what the table shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// His superior, by his place in the list of leaders.
    pub superior: Option<u16>,
    /// Who takes his place when he is lost: a name and a rating.
    pub successor: Option<(Arc<str>, LeaderRating)>,
}

/// A regiment that begins with skirmishers out, where the rules have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The regiment.
    pub regiment: UnitId,
    /// How many of its stands are out.
    pub stands: u8,
    /// How far before its front.
    pub ahead: Length,
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
    /// When it is fought.
    pub clock: Clock,
    /// The post of each leader; one for each.
    pub posts: Vec<Post>,
    /// The leader who commands each unit, by his place in the list of leaders; one for each unit.
    pub commands: Vec<Option<u16>>,
    /// Who comes later, in the order of the file; until then they have no place on the table.
    pub arrivals: Vec<Arrival>,
    /// Who begins with skirmishers out.
    pub screens: Vec<Screen>,
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
