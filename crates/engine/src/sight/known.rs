//! Lines that were looked at before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use geometry::{Bounds, Length, Rect, Spot};

use super::lines::{Hidden, Trajectory};
use crate::table::UnitId;

/// How many lines of a kind are remembered; then it is begun anew.
const MOST: usize = 10_000;

/// How many moves one behind the other are looked through; then it is begun anew.
const DEEPEST: u16 = 64;

/// A stand of a unit and one that it fires at.
type Pair = ((UnitId, Rect), (UnitId, Rect));
/// How a shot gets there, or what is in the way.
pub(super) type Found = Result<(Trajectory, Spot, Spot), Hidden>;
/// Whether one unit sees another, or what hides it.
pub(super) type Seen = Result<(), Hidden>;

/// A stand of a unit, an enemy, and how far the unit fires.
type Bearing = ((UnitId, Rect), UnitId, Length);
/// The stands that it bears on, the closest first.
pub(super) type Borne = Arc<[(Length, Rect)]>;

/// What was found of lines in one position. Who asks much about it finds it again, and finds the same.
#[derive(Debug, Default)]
pub struct Known {
    shots: Mutex<BTreeMap<Pair, Found>>,
    sights: Mutex<BTreeMap<(UnitId, UnitId), Seen>>,
    bearings: Mutex<BTreeMap<Bearing, Borne>>,
    /// What is known of the same position with one unit elsewhere.
    beside: Option<Beside>,
    /// How many positions, each with one unit elsewhere, lie behind this one.
    depth: u16,
}

/// A position of which another differs by one unit.
#[derive(Debug)]
struct Beside {
    known: Arc<Known>,
    unit: UnitId,
    /// Where the unit is in the one and in the other.
    there: [Option<Bounds>; 2],
}

impl Beside {
    /// Is a shot the same in both: the unit neither fires nor is fired at nor could stand in between?
    fn knows(&self, (from, at): &Pair) -> bool {
        let around = from.1.bounds().and(at.1.bounds());
        let between = self.there.iter().flatten().any(|there| there.meets(around));
        from.0 != self.unit && at.0 != self.unit && !between
    }
}

/// What is remembered, or found now.
fn remembered<K: Ord, V: Clone>(
    all: &Mutex<BTreeMap<K, V>>,
    key: K,
    look: impl FnOnce() -> V,
) -> V {
    let known = || all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get(&key) {
        return found.clone();
    }
    let found = look();
    let mut known = known();
    if known.len() >= MOST {
        known.clear();
    }
    known.insert(key, found.clone());
    found
}

impl Known {
    /// What is known of a position with `unit` elsewhere than in the one of `known`: before and then `there`.
    pub fn beside(known: Arc<Known>, unit: UnitId, there: [Option<Bounds>; 2]) -> Known {
        let depth = known.depth + 1;
        if depth > DEEPEST {
            return Known::default();
        }
        Known { beside: Some(Beside { known, unit, there }), depth, ..Known::default() }
    }

    /// How a stand's fire reaches another.
    pub(super) fn shot(&self, pair: Pair, look: impl FnOnce() -> Found) -> Found {
        match &self.beside {
            Some(beside) if beside.knows(&pair) => beside.known.shot(pair, look),
            _ => remembered(&self.shots, pair, look),
        }
    }

    /// The stands of an enemy that a stand bears on.
    pub(super) fn bears(&self, bearing: Bearing, look: impl FnOnce() -> Borne) -> Borne {
        match &self.beside {
            Some(beside) if beside.unit != bearing.0.0 && beside.unit != bearing.1 => {
                beside.known.bears(bearing, look)
            }
            _ => remembered(&self.bearings, bearing, look),
        }
    }

    /// Whether a unit sees another.
    pub(super) fn sees(&self, unit: UnitId, other: UnitId, look: impl FnOnce() -> Seen) -> Seen {
        let pair = (unit, other);
        match &self.beside {
            Some(beside) if beside.unit != unit && beside.unit != other => {
                beside.known.sees(unit, other, look)
            }
            _ => remembered(&self.sights, pair, look),
        }
    }
}
