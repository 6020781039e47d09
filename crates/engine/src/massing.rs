//! Massing artillery: when several artillery units may fire at one target.

use geometry::Length;
use rulebook::{RuleId, Rulebook, Set};

use crate::command::{Hindrance, reaches};

/// An artillery unit that would share a target, as far as the rule asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharer {
    /// Its distance to the target.
    pub range: Length,
    /// Its distance to the nearest enemy in range, arc and sight, the target included.
    pub nearest: Length,
    /// Canister or grapeshot range of its guns.
    pub canister: Length,
    /// Distance and hindrances of a designated artillery leader, if there is one.
    pub leader: Option<(Length, Set<Hindrance>)>,
}

/// Why artillery units may not share a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MassingRefusal {
    /// The first unit that may not join, by its place.
    pub unit: usize,
    /// The ledger entry.
    pub rule: RuleId,
}

/// May these artillery units all fire at one target? One alone always may; of several, each must
/// meet the conditions itself.
pub fn check(book: &Rulebook, sharers: &[Sharer]) -> Result<(), MassingRefusal> {
    if sharers.len() < 2 {
        return Ok(());
    }
    let may = |sharer: &Sharer| {
        let near = sharer.range <= sharer.canister || sharer.range <= sharer.nearest;
        let led = sharer.leader.is_some_and(|(far, hindered)| reaches(book, hindered, far));
        if book.fire.massing_needs_both { near && led } else { near || led }
    };
    match sharers.iter().position(|sharer| !may(sharer)) {
        None => Ok(()),
        Some(unit) => Err(MassingRefusal { unit, rule: book.fire.massing_rule.clone() }),
    }
}
