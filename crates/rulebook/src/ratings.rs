//! Experience, effectiveness and the words of a unit's label.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{RuleId, named};

named! {
    /// Experience rating; the period chooses the word for the best and the worst.
    pub enum Experience {
        /// Elite, or Crack in the Civil War.
        Elite = "elite",
        /// Veteran.
        Veteran = "veteran",
        /// Trained.
        Trained = "trained",
        /// Raw, or Green in the Civil War.
        Raw = "raw",
    }
}

named! {
    /// Effectiveness: how much of its strength a troop unit still has.
    pub enum Level {
        /// At or near full strength.
        Fresh = "fresh",
        /// Weakened.
        Worn = "worn",
        /// Used up.
        Spent = "spent",
    }
}

named! {
    /// Morale class: how soon losses lower a unit's effectiveness.
    pub enum Morale {
        /// Best.
        Spirited = "spirited",
        /// Good.
        Reliable = "reliable",
        /// Poor.
        Unreliable = "unreliable",
        /// Worst.
        Dispirited = "dispirited",
    }
}

/// The three numbers of a unit's label, `11/9/6`: fresh from, worn from, spent from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Thresholds {
    /// Stands at the start.
    pub starting: u8,
    /// Worn at this many stands; nothing if the unit drops from fresh to spent.
    pub worn: Option<u8>,
    /// Spent at this many stands.
    pub spent: u8,
}

impl Thresholds {
    /// The level of a unit that has `stands` left.
    pub fn level(self, stands: u8) -> Level {
        if stands <= self.spent {
            Level::Spent
        } else if self.worn.is_some_and(|worn| stands <= worn) {
            Level::Worn
        } else {
            Level::Fresh
        }
    }

    /// Reads `11/9/6` or `4/-/3`; nothing if the text is no label.
    pub fn parse(text: &str) -> Option<Thresholds> {
        let mut parts = text.split('/');
        let (starting, worn, spent) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        let worn = match worn {
            "-" | "–" => None,
            number => Some(number.parse().ok()?),
        };
        let label =
            Thresholds { starting: starting.parse().ok()?, worn, spent: spent.parse().ok()? };
        let falls = label.starting > label.spent
            && worn.is_none_or(|worn| worn < label.starting && worn > label.spent);
        falls.then_some(label)
    }
}

impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.worn {
            Some(worn) => write!(f, "{}/{}/{}", self.starting, worn, self.spent),
            None => write!(f, "{}/-/{}", self.starting, self.spent),
        }
    }
}

/// The effectiveness table: a label for every size and morale class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effectiveness {
    /// Smallest troop unit.
    pub smallest: u8,
    /// Largest troop unit.
    pub largest: u8,
    /// A troop unit with this many stands or fewer is removed.
    pub removed_at: u8,
    /// The owner is asked for every stand that a line loses; else they go from its ends in turn.
    pub owner_picks: bool,
    /// Row by row from the smallest unit; columns in the order of `Morale::ALL`.
    pub rows: Vec<[Thresholds; 4]>,
    /// The ledger entry.
    pub rule: RuleId,
}

impl Effectiveness {
    /// The label of a unit that starts with `stands`; nothing outside the table.
    pub fn thresholds(&self, stands: u8, morale: Morale) -> Option<Thresholds> {
        let row = stands.checked_sub(self.smallest)?;
        Some(self.rows.get(usize::from(row))?[morale as usize])
    }
}

named! {
    /// What the conducting leader adds to a check.
    pub enum LeaderRating {
        /// +1.
        Gallant = "gallant",
        /// 0.
        Able = "able",
        /// -1.
        Poor = "poor",
    }
}

/// The words a period uses for what all wars share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Best experience.
    pub elite: String,
    /// Worst experience.
    pub raw: String,
    /// Loose formation.
    pub open_order: String,
    /// Picked shots.
    pub marksmen: String,
    /// Guns that maneuver together.
    pub battery: String,
    /// One gun stand on its own.
    pub section: String,
    /// Short-range artillery ammunition.
    pub canister: String,
}

impl Terms {
    /// The period's word for an experience rating.
    pub fn experience(&self, rating: Experience) -> &str {
        match rating {
            Experience::Elite => &self.elite,
            Experience::Veteran => "Veteran",
            Experience::Trained => "Trained",
            Experience::Raw => &self.raw,
        }
    }

    /// The same as players write it on a label.
    pub fn experience_on_label(&self, rating: Experience) -> &str {
        match rating {
            Experience::Elite if self.elite == "Elite" => "Elt",
            Experience::Elite => &self.elite,
            Experience::Veteran => "Vet",
            Experience::Trained => "Trn",
            Experience::Raw => &self.raw,
        }
    }
}
