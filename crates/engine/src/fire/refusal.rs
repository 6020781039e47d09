//! Why stands cannot fire.

use std::sync::Arc;

use geometry::Length;
use rulebook::{RuleId, named};

named! {
    /// Why stands are in no state to fire.
    pub enum NotReady {
        /// Broken troops.
        Broken = "broken",
        /// Limbered guns.
        Limbered = "limbered",
        /// Silenced guns.
        Silenced = "silenced",
    }
}

/// Why stands cannot fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FireRefusal {
    /// The rulebook has no such weapon for that nation.
    UnknownWeapon {
        /// The code asked for.
        code: Arc<str>,
    },
    /// Out of range.
    OutOfRange {
        /// The weapon.
        weapon: Arc<str>,
        /// How far the target is.
        range: Length,
        /// How far it reaches.
        reach: Length,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Nearer than the weapon can fire.
    TooNear {
        /// The weapon.
        weapon: Arc<str>,
        /// How far the target is.
        range: Length,
        /// It must be farther than this.
        beyond: Length,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Nothing can be seen so far away in this light.
    TooDark {
        /// How far the target is.
        range: Length,
        /// How far one can see.
        limit: Length,
        /// The ledger entry.
        rule: RuleId,
    },
    /// More rocket stands than a volley can have.
    TooManyRockets {
        /// The most there may be.
        most: usize,
    },
    /// Mounted troops do not fire.
    Mounted {
        /// The ledger entry.
        rule: RuleId,
    },
    /// Broken troops, limbered or silenced guns do not fire.
    NotReady {
        /// Why.
        why: NotReady,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Troops that present bayonets do not fire.
    PresentingBayonets {
        /// The ledger entry.
        rule: RuleId,
    },
    /// No points, or too few.
    NoPoints {
        /// The ledger entry.
        rule: RuleId,
    },
}

impl FireRefusal {
    /// The ledger entry that refuses, where there is one.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            FireRefusal::UnknownWeapon { .. } | FireRefusal::TooManyRockets { .. } => None,
            FireRefusal::OutOfRange { rule, .. }
            | FireRefusal::TooNear { rule, .. }
            | FireRefusal::TooDark { rule, .. }
            | FireRefusal::Mounted { rule }
            | FireRefusal::NotReady { rule, .. }
            | FireRefusal::PresentingBayonets { rule }
            | FireRefusal::NoPoints { rule } => Some(rule.clone()),
        }
    }
}
