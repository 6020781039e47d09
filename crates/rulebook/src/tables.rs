//! The smaller tables: movement, leaders, light, scales, features, rulings.

use std::sync::Arc;

use geometry::Length;

use crate::{Nation, RuleId, named};

named! {
    /// Ground by how it slows troops.
    pub enum Ground {
        /// Open.
        Open = "open",
        /// Broken.
        Broken = "broken",
        /// Rough.
        Rough = "rough",
    }
}

/// A full move and, where there is one, the double quick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Full move.
    pub full: Length,
    /// Double quick.
    pub double_quick: Option<Length>,
}

/// What a good road gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// Nothing.
    None,
    /// The road part of a move counts so many tenths as long.
    Tenths(u16),
    /// A fixed rate for a move wholly on the road.
    Fixed(Rate),
}

/// A row of the movement chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementRow {
    /// Name within the chart.
    pub id: Arc<str>,
    /// Words for the player.
    pub label: Arc<str>,
    /// Nations that use it; empty for all.
    pub nations: Vec<Nation>,
    /// Rates by ground, in the order of `Ground::ALL`.
    pub rates: [Rate; 3],
    /// On a good road.
    pub road: Road,
    /// The ledger entry.
    pub rule: RuleId,
}

named! {
    /// What becomes of a leader on the fallen leader table.
    pub enum LeaderFate {
        /// Out of the battle.
        Lost = "lost",
        /// Absent for a turn.
        Absent = "absent",
        /// Dismounted for a turn.
        Dismounted = "dismounted",
        /// Unhurt.
        Unhurt = "unhurt",
    }
}

/// A row of the fallen leader table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderRow {
    /// Lowest die of the row.
    pub from: u8,
    /// Highest die of the row.
    pub to: u8,
    /// What happened.
    pub label: Arc<str>,
    /// What it does.
    pub fate: LeaderFate,
    /// The ledger entry.
    pub rule: RuleId,
}

named! {
    /// The sky at night.
    pub enum Sky {
        /// Overcast or moonless.
        Overcast = "overcast",
        /// Clear with moonlight.
        Moonlight = "moonlight",
        /// Full moon.
        FullMoon = "full-moon",
    }
}

/// How far one can see and shoot in bad light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightTables {
    /// Range limits of the evening's twilight turns, in order.
    pub evening: Vec<Length>,
    /// Range limits of the morning's twilight turns, in order.
    pub morning: Vec<Length>,
    /// Range limits at night, in the order of `Sky::ALL`.
    pub night: [Length; 3],
    /// The ledger entry of the twilight limits.
    pub twilight_rule: RuleId,
    /// The ledger entry of the night limits.
    pub night_rule: RuleId,
}

impl LightTables {
    /// Limits of an evening of so many twilight turns.
    pub fn evening_of(&self, turns: usize) -> &[Length] {
        &self.evening[..turns.min(self.evening.len())]
    }

    /// Limits of a morning of so many twilight turns, ending with the brightest.
    pub fn morning_of(&self, turns: usize) -> &[Length] {
        &self.morning[self.morning.len() - turns.min(self.morning.len())..]
    }
}

/// How far command reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandReach {
    /// The radius of a leader who sees clearly.
    pub radius: Length,
    /// The radius when he is attached or dismounted, through dense growth, in twilight or fog.
    pub reduced: Length,
    /// The ledger entry.
    pub rule: RuleId,
}

/// The base of a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Along the front.
    pub width: Length,
    /// From front to rear.
    pub depth: Length,
}

/// Sizes of the playing pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bases {
    /// A stand on foot.
    pub infantry: Base,
    /// A stand in the saddle.
    pub cavalry: Base,
    /// A gun stand.
    pub guns: Base,
    /// Diameter of a brigade leader.
    pub brigade_leader: Length,
    /// Diameter of a division leader.
    pub division_leader: Length,
    /// Diameter of a corps or army leader.
    pub corps_leader: Length,
    /// Diameter of a skirmisher marker.
    pub skirmisher_marker: Length,
    /// Diameter of a marker of tethered horses.
    pub tethered_horses: Length,
    /// The ledger entry.
    pub rule: RuleId,
}

/// A troop scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Men of a troop stand.
    pub men: u16,
    /// Guns of a gun stand.
    pub guns: u8,
    /// Hundredths of a yard to an inch.
    pub yards_hundredths: u32,
    /// A large regiment may take the field as two battalions.
    pub splits: bool,
    /// What it suits.
    pub suits: Arc<str>,
    /// The ledger entry.
    pub rule: RuleId,
}

impl Scale {
    /// Stands for so many men, rounded to the nearest (halves up).
    pub fn stands(&self, men: u16) -> u16 {
        (men + self.men / 2) / self.men
    }

    /// The two battalions of a regiment of so many stands, where this scale allows it.
    pub fn battalions(&self, stands: u16) -> Option<(u16, u16)> {
        self.splits.then_some((stands.div_ceil(2), stands / 2))
    }

    /// Gun stands for so many guns, rounded up.
    pub fn gun_stands(&self, guns: u16) -> u16 {
        guns.div_ceil(u16::from(self.guns))
    }

    /// Hundredths of a yard of a distance on the table.
    pub fn yards_hundredths_of(&self, length: Length) -> i64 {
        i64::from(length.in_thousandths()) * i64::from(self.yards_hundredths) / 1000
    }
}

named! {
    /// What a war has and another has not.
    pub enum Feature {
        /// Infantry square.
        Square = "square",
        /// Present bayonets.
        PresentBayonets = "present-bayonets",
        /// Skirmish lines evade.
        Evade = "evade",
        /// Loose formation with ranks and intervals.
        OpenOrder = "open-order",
        /// Loose formation in one rank.
        ExtendedLine = "extended-line",
        /// Skirmisher detachments.
        Skirmishers = "skirmishers",
        /// Buck and ball.
        BuckAndBall = "buck-and-ball",
        /// Picked shots.
        Marksmen = "marksmen",
        /// Repeating arms.
        Repeaters = "repeaters",
        /// Lancers.
        Lancers = "lancers",
        /// Skittish cavalry.
        SkittishCavalry = "skittish-cavalry",
        /// Flying artillery.
        FlyingArtillery = "flying-artillery",
        /// Rockets.
        Rockets = "rockets",
        /// Battalion guns.
        BattalionGuns = "battalion-guns",
        /// Prolong.
        Prolong = "prolong",
        /// Carriages decide what guns can do.
        Carriages = "carriages",
        /// Deploy to the front.
        DeployToTheFront = "deploy-to-the-front",
        /// Road and cross-country movement in one move.
        ProratedRoads = "prorated-roads",
        /// Indians in and out of woods.
        Indians = "indians",
        /// Militia always provisional.
        Militia = "militia",
        /// Mounted infantry with tethered horses.
        MountedInfantry = "mounted-infantry",
        /// Storming a defile.
        StormingColumn = "storming-column",
        /// Twilight and night.
        Light = "light",
    }
}

/// A feature, or the word that this war has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureRow {
    /// Which.
    pub feature: Feature,
    /// Has this war got it?
    pub present: bool,
    /// The ledger entry that gives or denies it.
    pub rule: RuleId,
}

/// One reading of a doubtful rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name within the ruling.
    pub id: Arc<str>,
    /// What it means in play.
    pub text: Arc<str>,
}

/// A doubtful rule with its readings; the first is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Name within the rulebook.
    pub id: Arc<str>,
    /// What it is about.
    pub title: Arc<str>,
    /// The readings, default first.
    pub choices: Vec<Choice>,
    /// The reading this rulebook was made with.
    pub chosen: usize,
    /// An optional rule of the booklet itself rather than a doubt: on or off.
    pub optional: bool,
    /// Why the default is the default.
    pub reason: Arc<str>,
    /// The ledger entry.
    pub rule: RuleId,
}
