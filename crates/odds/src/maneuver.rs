//! Odds of a maneuver check.

use engine::Die;
use engine::maneuver::Check;
use rulebook::{Effect, Rulebook};

use crate::{Chance, Spread};

/// The exact odds of each effect.
pub fn check(book: &Rulebook, check: &Check) -> Spread<Effect> {
    let total = book.maneuver.modifiers.tally(check.facts(book)).total;
    let mut spread = Spread::new();
    for die in Die::FACES.iter().rev() {
        spread.add(check.effect(book, die.plus(total)), Chance::of(1, 1));
    }
    spread
}
