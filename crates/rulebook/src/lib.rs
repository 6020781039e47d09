//! A period's numbers as types: tables, modifiers, weapons, rates, features, rulings.
//!
//! **No war is known here.** A rulebook is data that a library has read; the engine asks it for a
//! number or a feature and never asks which war it is.

mod army;
mod bands;
mod charge;
mod distances;
mod facts;
mod fire;
mod maneuver;
mod modifiers;
mod named;
mod ratings;
mod reasons;
mod set;
mod tables;
mod terrain;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

pub use army::{Arm, ArmyRow, RatingDefault, Trait, WeaponDefault};
pub use bands::{Bands, BandsDefect, Span};
pub use charge::{Charge, ChargeEffect, ChargeLosses};
pub use facts::{ChargeFact, FireFact, ManeuverFact};
pub use fire::{
    Breakpoint, Carriage, Checks, Fire, FireEffect, FireLosses, FirePoints, FireRow, FireTableRow,
    Piece, RangeBand, Weapon, WeaponKind,
};
pub use maneuver::{Effect, EffectClass, GunsLost, ListedManeuver, Maneuver, ManeuverColumn};
pub use modifiers::{
    Absent, Exception, Item, Modifiers, NotCounted, Reckoning, Row, Share, Tally, Together,
};
pub use named::Named;
pub use ratings::{Effectiveness, Experience, LeaderRating, Level, Morale, Terms, Thresholds};
pub use reasons::{Reason, Reasons};
pub use set::Set;
pub use tables::{
    Base, Bases, Choice, CommandReach, Feature, FeatureRow, Ground, LeaderFate, LeaderRow,
    LightTables, MovementRow, Rate, Road, Ruling, Scale, Sky,
};

pub use terrain::{Cover, Going, Obstacle, Position, TerrainKind, TerrainTrait};

/// The id of a ledger entry: the reason for a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RuleId(Arc<str>);

impl schemars::JsonSchema for RuleId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RuleId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "id of a rules ledger entry" })
    }
}

impl RuleId {
    /// An id as written.
    pub fn new(text: &str) -> RuleId {
        RuleId(text.into())
    }

    /// The id as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

named! {
    /// Whose troops they are.
    pub enum Nation {
        /// United States in the Civil War.
        Union = "union",
        /// Confederate States.
        Confederate = "confederate",
        /// Americans of the Revolution and of 1812.
        American = "american",
        /// British.
        British = "british",
        /// French.
        French = "french",
        /// Germans in British pay.
        German = "german",
        /// Loyalists and Provincials.
        Loyalist = "loyalist",
        /// Canadians.
        Canadian = "canadian",
        /// Indian nations.
        Indian = "indian",
        /// United States in the Mexican War.
        UnitedStates = "us",
        /// Mexico.
        Mexican = "mexican",
    }
}

/// Everything a quick reference sheet says for one war.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    /// `acw`, `awi`, `1812` or `maw`.
    pub period: Arc<str>,
    /// The edition; `booklet` unless the period has another.
    pub edition: Arc<str>,
    /// The war's name.
    pub title: Arc<str>,
    /// Nations that fight in it; the first is the default.
    pub nations: Vec<Nation>,
    /// The period's words.
    pub terms: Terms,
    /// Maneuver.
    pub maneuver: Maneuver,
    /// Musketry and cannonade.
    pub fire: Fire,
    /// Charge.
    pub charge: Charge,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Gun stands.
    pub pieces: Vec<Piece>,
    /// Movement chart.
    pub movement: Vec<MovementRow>,
    /// Kinds of terrain.
    pub terrain: Vec<TerrainKind>,
    /// Fallen leaders.
    pub fallen_leader: Vec<LeaderRow>,
    /// Effectiveness.
    pub effectiveness: Effectiveness,
    /// How far command reaches.
    pub command: CommandReach,
    /// Sizes of the playing pieces.
    pub bases: Bases,
    /// Bad light.
    pub light: LightTables,
    /// Troop scales; the first is the standard.
    pub scales: Vec<Scale>,
    /// The ledger entries that refuse.
    pub reasons: Reasons,
    /// Features, in the order of `Feature::ALL`.
    pub features: Vec<FeatureRow>,
    /// Rating lists.
    pub army: Vec<ArmyRow>,
    /// Ratings of troops for whom nobody wrote any.
    pub rating_defaults: Vec<RatingDefault>,
    /// Weapons of troops for whom nobody wrote one.
    pub weapon_defaults: Vec<WeaponDefault>,
    /// Doubtful rules and the readings chosen.
    pub rulings: Vec<Ruling>,
}

impl Rulebook {
    /// Does this war have `feature`?
    pub fn has(&self, feature: Feature) -> bool {
        self.features[feature as usize].present
    }

    /// The weapon that `nation` knows by `code` or an alias of it.
    pub fn weapon(&self, code: &str, nation: Nation) -> Option<&Weapon> {
        let has = |nations: &[Nation]| nations.is_empty() || nations.contains(&nation);
        let exact = self.weapons.iter().find(|w| *w.code == *code && has(&w.nations));
        exact
            .or_else(|| {
                let named = |known: &Arc<str>| known.eq_ignore_ascii_case(code);
                let known = |w: &&Weapon| named(&w.code) || w.aliases.iter().any(named);
                self.weapons.iter().filter(known).find(|w| has(&w.nations))
            })
            .or_else(|| {
                let piece = self.piece(code, nation)?;
                self.weapons.iter().find(|w| w.code == piece.weapon && has(&w.nations))
            })
    }

    /// The gun stand that `nation` knows by `code`.
    pub fn piece(&self, code: &str, nation: Nation) -> Option<&Piece> {
        self.pieces.iter().find(|p| {
            p.code.eq_ignore_ascii_case(code)
                && (p.nations.is_empty() || p.nations.contains(&nation))
        })
    }

    /// The row of the movement chart called `id`, as `nation` reads it.
    pub fn movement(&self, id: &str, nation: Nation) -> Option<&MovementRow> {
        self.movement
            .iter()
            .find(|r| &*r.id == id && (r.nations.is_empty() || r.nations.contains(&nation)))
    }

    /// What becomes of a leader on `die`.
    pub fn fallen_leader(&self, die: u8) -> &LeaderRow {
        let found = self.fallen_leader.iter().find(|r| (r.from..=r.to).contains(&die));
        found.expect("the fallen leader table covers 1 to 10")
    }

    /// The kind of terrain called `id`.
    pub fn terrain(&self, id: &str) -> Option<&TerrainKind> {
        self.terrain.iter().find(|kind| &*kind.id == id)
    }

    /// The line of the rating lists called `name`.
    pub fn army_row(&self, name: &str) -> Option<&ArmyRow> {
        self.army.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// The weapon that troops of `nation` carry if nobody says otherwise.
    pub fn default_weapon(&self, nation: Nation, arm: Arm) -> Option<&WeaponDefault> {
        self.weapon_defaults
            .iter()
            .find(|d| d.arm == arm && (d.nations.is_empty() || d.nations.contains(&nation)))
    }

    /// Is the optional rule called `id` on?
    pub fn is_on(&self, id: &str) -> bool {
        self.reading(id) == Some("on")
    }

    /// The reading chosen of the ruling called `id`.
    pub fn reading(&self, id: &str) -> Option<&str> {
        let ruling = self.rulings.iter().find(|r| &*r.id == id)?;
        Some(&ruling.choices[ruling.chosen].id)
    }
}
