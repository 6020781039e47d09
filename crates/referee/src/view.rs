//! The whole position, for programs.

use engine::battle::{ChargeKind, Phase, Stage, Whereabouts};
use engine::maneuver::Losses;
use engine::scenario::Edge;
use engine::table::{Rank, Side};
use engine::{Arm, Formation, Opened, Order};
use geometry::Length;
use rulebook::{Experience, Going, LeaderRating, Level, Nation};
use schemars::JsonSchema;
use serde::Serialize;

use crate::place::{Place, Spot};
use crate::replies::Ending;

/// The whole position.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Scene {
    /// The name of the battle.
    pub battle: String,
    /// Its title.
    pub title: String,
    /// The war.
    pub period: String,
    /// The edition of its rulebook.
    pub edition: String,
    /// The game turn.
    pub turn: u16,
    /// How many there are.
    pub turns: u16,
    /// The time of day at which the turn begins.
    pub time: String,
    /// Whose player turn it is.
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// The light: `day`, `twilight 24`, `night overcast`.
    pub light: String,
    /// How far one sees; nothing by a clear day.
    pub sight: Option<Length>,
    /// Width and height of the table.
    pub table: [Length; 2],
    /// The ground, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Vec<Ground>>,
    /// The smoke that lies on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<Smoke>,
    /// The two armies.
    pub armies: Vec<Army>,
    /// Units.
    pub units: Vec<Unit>,
    /// Leaders.
    pub leaders: Vec<Leader>,
    /// What they fight for.
    pub key_positions: Vec<Key>,
    /// How many dice have fallen.
    pub dice: u32,
    /// How the battle ended.
    pub victory: Option<Ending>,
    /// The digest of the battle as it stands.
    pub digest: String,
}

/// A piece of terrain.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Ground {
    /// Its name; may be empty.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// How it slows a move.
    pub going: Going,
    /// The level that an area rises to.
    pub level: u8,
    /// The corners of an area.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub area: Vec<Spot>,
    /// The bends of a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Spot>,
    /// How wide a line is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Length>,
    /// The ledger entry.
    pub rule: String,
}

/// The smoke of a grass fire: nobody sees through it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Smoke {
    /// The rule of the battle that it burns by.
    pub name: String,
    /// Its corners.
    pub area: Vec<Spot>,
    /// The last turn in which it lies there.
    pub until: u16,
    /// How far it drifts when a game turn begins.
    pub drifts: Length,
    /// Where to, in degrees clockwise from north.
    pub heading: f64,
    /// The ledger entry.
    pub rule: String,
}

/// An army.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Army {
    /// Which of the two.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Its nation.
    pub nation: Nation,
    /// Where its broken troops run to.
    pub edge: Edge,
    /// Its stands at the start, those included that come later.
    pub stands: u16,
    /// Stands that it has lost.
    pub lost: u16,
    /// Lost stands that are heavy casualties.
    pub heavy_at: u16,
    /// What it has suffered.
    pub losses: Losses,
    /// Guns that it has taken.
    pub taken: u16,
    /// Its points as things stand.
    pub points: u16,
    /// What they are for: everything that is worth points to it.
    pub scores: Vec<Score>,
    /// What wins it the battle at once, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<String>,
}

/// Something that is worth points.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Score {
    /// What it counts now.
    pub points: u16,
    /// What it is worth: once, or for each gun.
    pub worth: u16,
    /// What it is.
    pub label: String,
    /// The ledger entry.
    pub rule: String,
}

/// A unit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Unit {
    /// Its place in the list, from 0: the same for the whole battle.
    pub id: u16,
    /// Its name.
    pub name: String,
    /// Its label: `2nd Wisconsin 11/9/6 Vet`.
    pub label: String,
    /// Whose it is.
    pub side: Side,
    /// Where it is.
    pub whereabouts: Whereabouts,
    /// The leader who commands it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The leader who is attached to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// The unit that it is a section or the skirmishers of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
    /// Its nation.
    pub nation: Nation,
    /// What it fights as.
    pub arm: Arm,
    /// In the saddle.
    pub mounted: bool,
    /// The code of its weapon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Its experience.
    pub experience: Experience,
    /// Stands that are left, horse holders among them.
    pub strength: u8,
    /// How good it still is.
    pub level: Level,
    /// Its order.
    pub order: Order,
    /// Its formation.
    pub formation: Formation,
    /// The middle of its front, and where it looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Width and depth of its bases.
    pub base: [Length; 2],
    /// The middle of each base and where it looks: from the left of the front rank, in a column from its
    /// head.
    pub stands: Vec<Place>,
    /// Stands that hold the horses.
    #[serde(skip_serializing_if = "is_none")]
    pub holders: u8,
    /// The marker of its tethered horses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horses: Option<Spot>,
    /// What is marked on each gun stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guns: Vec<Vec<String>>,
    /// The list of maneuvers that its check has opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Opened>,
    /// Its charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charge: Option<Charge>,
    /// What else is marked on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

fn is_none(count: &u8) -> bool {
    *count == 0
}

/// A charge.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Charge {
    /// At whom.
    pub target: String,
    /// What kind.
    pub kind: ChargeKind,
    /// How far it has come.
    pub stage: Stage,
    /// With cold steel.
    pub cold_steel: bool,
}

/// A leader.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Leader {
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// His rating.
    pub rating: LeaderRating,
    /// The middle of his base; nothing while he is not on the table.
    pub at: Option<Spot>,
    /// The unit that he is attached to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached: Option<String>,
    /// His superior.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superior: Option<String>,
    /// What else there is to say of him.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// A key position.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Key {
    /// Its name.
    pub name: String,
    /// Its middle.
    pub at: Spot,
    /// How far it reaches from there.
    pub radius: Length,
    /// Who holds it.
    pub holder: Option<Side>,
    /// What it is worth to each side.
    pub points: [u16; 2],
    /// The army that fights worse without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_of: Option<Side>,
}
