use schemars::JsonSchema;
use serde::Serialize;

use crate::Chance;

/// An exact distribution: outcomes, each once, with their chances.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Spread<T> {
    outcomes: Vec<Likelihood<T>>,
}

/// One outcome of a spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Likelihood<T> {
    /// What happens.
    pub outcome: T,
    /// How likely.
    pub chance: Chance,
}

impl<T: Copy + PartialEq> Spread<T> {
    /// No outcome yet.
    pub fn new() -> Spread<T> {
        Spread { outcomes: Vec::with_capacity(8) }
    }

    /// Makes `outcome` more likely by `chance`.
    pub fn add(&mut self, outcome: T, chance: Chance) {
        match self.outcomes.iter_mut().find(|l| l.outcome == outcome) {
            Some(known) => known.chance = known.chance.or(chance),
            None => self.outcomes.push(Likelihood { outcome, chance }),
        }
    }

    /// The outcomes, in the order they were first met.
    pub fn iter(&self) -> impl Iterator<Item = (T, Chance)> + '_ {
        self.outcomes.iter().map(|l| (l.outcome, l.chance))
    }

    /// The chance of what `wanted` picks.
    pub fn chance(&self, wanted: impl Fn(T) -> bool) -> Chance {
        let picked = self.iter().filter(|(outcome, _)| wanted(*outcome));
        picked.fold(Chance::NONE, |sum, (_, chance)| sum.or(chance))
    }

    /// The sum of all chances: certain, if the spread is whole.
    pub fn whole(&self) -> Chance {
        self.chance(|_| true)
    }

    /// The mean of a number read off each outcome.
    pub fn mean(&self, of: impl Fn(T) -> f64) -> f64 {
        // Not `sum`, which begins with a minus zero.
        let parts = self.iter().map(|(outcome, chance)| of(outcome) * chance.as_f64());
        parts.fold(0.0, |sum, part| sum + part)
    }

    /// The same spread with outcomes renamed or thrown together.
    pub fn map<U: Copy + PartialEq>(&self, to: impl Fn(T) -> U) -> Spread<U> {
        let mut spread = Spread::new();
        self.iter().for_each(|(outcome, chance)| spread.add(to(outcome), chance));
        spread
    }

    /// Sorted by `key`, for display.
    pub fn sorted_by_key<K: Ord>(mut self, key: impl Fn(T) -> K) -> Spread<T> {
        self.outcomes.sort_by_key(|l| key(l.outcome));
        self
    }
}

impl<T: Copy + PartialEq> Default for Spread<T> {
    fn default() -> Spread<T> {
        Spread::new()
    }
}
