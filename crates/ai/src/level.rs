//! How well a machine plays.

use crate::skill::Skill;
use crate::{Mind, Player, Random};

/// How well a machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It does anything that can be done.
    Random,
    /// Sound and quick: it looks at each unit by itself, and at its enemy at a glance.
    Recruit,
    /// It plans for each command, and weighs checks, charges and their answers by the exact odds.
    Captain,
    /// It also gives targets by the exact odds, and tries out what it could order.
    General,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Recruit, Level::Captain, Level::General];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Captain => "captain",
            Level::General => "general",
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
            Level::Recruit | Level::Captain | Level::General => Box::new(Mind::new(self)),
        }
    }
}

/// Who advises a player: a general who tries nothing out.
pub fn adviser() -> impl Player {
    Mind::on(Skill::of(Level::General).untried(), None)
}
