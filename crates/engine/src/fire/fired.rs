//! A volley that was fired.

use rulebook::{Experience, FireEffect, FirePoints, FireRow, Reckoning, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deed::Deed;
use crate::dice::Die;

/// What a fire die reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Outcome {
    /// The printed row.
    pub row: FireRow,
    /// The effect it names.
    pub effect: FireEffect,
    /// The result was high enough for one stand more.
    pub extra: bool,
    /// A charge is checked.
    pub checked: bool,
    /// At least half of the points were from guns.
    pub cannonade: bool,
}

/// An accuracy roll of one rocket stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AccuracyRoll {
    /// The die.
    pub die: Die,
    /// Lowest die that hits.
    pub needs: u8,
    /// It hit.
    pub hit: bool,
}

/// A volley that was fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fired {
    /// Accuracy rolls of rockets.
    pub accuracy: Vec<AccuracyRoll>,
    /// The fire itself; nothing if every rocket missed and nobody else fired.
    pub shot: Option<FiredShot>,
}

/// The fire die and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FiredShot {
    /// The base die.
    pub die: Die,
    /// Fire points before rounding.
    pub points: FirePoints,
    /// The modifiers.
    pub reckoning: Reckoning,
    /// Die and modifiers.
    pub result: i8,
    /// What it reached.
    pub outcome: Outcome,
    /// What it did to the target.
    pub deeds: Vec<Deed>,
    /// What it did to each unit massed behind.
    pub behind: Vec<Vec<Deed>>,
    /// A firing unit or gun is low on ammunition.
    pub low_on_ammunition: bool,
    /// A leader near the target is rolled for.
    pub leader_check: bool,
}

impl FiredShot {
    /// Could no die have done any harm to a target of this experience?
    pub fn is_too_weak(&self, book: &Rulebook, experience: Experience) -> bool {
        let best = Die::FACES.iter().map(|die| die.plus(self.reckoning.total)).max();
        let effect = best.map(|best| book.fire.row(experience, best).row.effect());
        match effect {
            Some(FireEffect::Desultory) => true,
            Some(FireEffect::Lively) => !self.outcome.cannonade,
            _ => false,
        }
    }
}
