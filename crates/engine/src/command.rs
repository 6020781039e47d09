//! How far a leader's command reaches.

use geometry::Length;
use rulebook::{Rulebook, Set, named};

named! {
    /// What shortens a leader's reach.
    pub enum Hindrance {
        /// He is attached to a unit.
        Attached = "attached",
        /// He is dismounted.
        Dismounted = "dismounted",
        /// Dense woods or chaparral lie in between.
        DenseGrowth = "dense-growth",
        /// Twilight.
        Twilight = "twilight",
        /// Fog.
        Fog = "fog",
    }
}

/// The radius in which a leader commands what he can see.
pub fn radius(book: &Rulebook, hindrances: Set<Hindrance>) -> Length {
    if hindrances.is_empty() { book.command.radius } else { book.command.reduced }
}

/// Is a unit whose nearest visible stand is so far away in his command?
pub fn reaches(book: &Rulebook, hindrances: Set<Hindrance>, distance: Length) -> bool {
    distance <= radius(book, hindrances)
}
