//! How well a machine plays.

use crate::{Mind, Player, Random};

/// How well a machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It does anything that can be done.
    Random,
    /// Sound and quick: it looks at each unit by itself.
    Recruit,
    /// It plays a few plans out before it takes one. Slower, and not yet shown to be better.
    Captain,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 3] = [Level::Random, Level::Recruit, Level::Captain];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Captain => "captain",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// A player of this level. The seed is for those who draw lots.
    pub fn player(self, seed: u64) -> Box<dyn Player + Send> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Recruit | Level::Captain => Box::new(Mind::new(self)),
        }
    }
}
