//! Fallen leaders.

use rulebook::{LeaderRow, Rulebook};

use crate::dice::Die;

/// What becomes of a leader on `die`.
pub fn fallen_leader(book: &Rulebook, die: Die) -> &LeaderRow {
    book.fallen_leader(die.face())
}
