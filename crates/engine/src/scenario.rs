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
    /// Fog or smoke; the thickest of several counts.
    pub fogs: [Option<Fog>; 3],
}

/// Fog, or smoke that lies on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fog {
    /// How far one sees in it.
    pub sight: Length,
    /// Its first turn.
    pub from: u16,
    /// Its last turn.
    pub until: u16,
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
            fogs: [None; 3],
        }
    }

    /// How far one sees in the fog of a turn; nothing without any.
    pub fn fog(self, turn: u16) -> Option<Length> {
        let there = |fog: &Fog| (fog.from..=fog.until).contains(&turn);
        self.fogs.into_iter().flatten().filter(there).map(|fog| fog.sight).min()
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
    /// The least die with which it comes, rolled anew each turn; nothing if it comes without.
    pub die: Option<u8>,
}

/// A rule of this battle alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Special {
    /// What players call it.
    pub name: Arc<str>,
    /// The units that it is about, by the scenario's list.
    pub units: Vec<UnitId>,
    /// Its first turn.
    pub from: u16,
    /// Its last turn.
    pub until: u16,
    /// What it does.
    pub what: SpecialRule,
}

/// What a rule of one battle does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecialRule {
    /// The units stay where they are, until an enemy is so near.
    Holds {
        /// How near; nothing for however near.
        unless_within: Option<Length>,
    },
    /// The units do not maneuver out of an area.
    Within {
        /// The area.
        area: Area,
    },
    /// The units do not go at the double quick.
    NoDoubleQuick,
    /// The units do not charge.
    NoCharge {
        /// Unless this leader is with them.
        unless_with: Option<u16>,
    },
    /// The units do not charge with cold steel.
    NoColdSteel,
    /// The units' ammunition is not replenished.
    NoReplenish,
    /// The units are low on ammunition with this die or a higher one.
    ScarceAmmunition {
        /// The die before modifiers.
        die: u8,
    },
    /// The units are not seen from farther off until they move or fire.
    Hidden {
        /// How far.
        beyond: Length,
    },
    /// The units' own leaders and their superiors alone command them.
    OwnLeaders,
    /// A leader leaves the battle when his army's first turn of the rule begins.
    LeaderLeaves {
        /// Who.
        leader: u16,
    },
    /// An army that holds all of these when a turn ends has won.
    Wins {
        /// Who.
        side: Side,
        /// The key positions, by their places in the list.
        keys: Vec<usize>,
    },
    /// Nobody sees farther; the clock has it among its fogs.
    Smoke {
        /// How far one sees.
        sight: Length,
    },
    /// Guns taken are worth points.
    GunPoints {
        /// For each of them.
        points: u16,
    },
    /// Units that have fired so often may go home: a full move to the rear in good order, and whoever
    /// leaves the table so is not lost.
    Volleys {
        /// How often.
        times: u8,
    },
    /// Guns in action may set fire to the grass before them, once in the battle. The smoke drifts, and
    /// nobody sees through it.
    GrassFire {
        /// How wide the smoke is.
        wide: Length,
        /// How deep.
        deep: Length,
        /// How far it drifts in a turn.
        drifts: Length,
        /// Where to.
        heading: Angle,
        /// How many turns it lasts.
        lasts: u16,
    },
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// So far around a place.
    Around {
        /// The place.
        at: Point,
        /// How far.
        radius: Length,
    },
    /// Between two corners.
    Between {
        /// South-west.
        low: Point,
        /// North-east.
        high: Point,
    },
}

impl Area {
    /// Does it hold a place?
    pub fn holds(self, spot: Point) -> bool {
        match self {
            Area::Around { at, radius } => at.distance(spot) <= radius,
            Area::Between { low, high } => {
                (low.x..=high.x).contains(&spot.x) && (low.y..=high.y).contains(&spot.y)
            }
        }
    }
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
    /// The rules of this battle alone.
    pub specials: Vec<Special>,
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
