//! The numbers in which the levels differ. They are weights of a judgement, not rules: what they are worth
//! is measured by battles (`docs/ai.md`).

use crate::Level;

/// How a level weighs things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Skill {
    /// What an inch nearer to its place is worth to a unit that attacks, in stands.
    pub pull: f64,
    /// How much who attacks minds being shot at.
    pub boldness: f64,
    /// How much who holds minds it.
    pub steadiness: f64,
    /// What fire given is worth.
    pub given: f64,
    /// What an enemy on the flank costs.
    pub flank: f64,
    /// What a charge must be worth.
    pub charge: f64,
    /// What winning a charge is worth beside the losses.
    pub victory: f64,
    /// What losing one costs beside them.
    pub defeat: f64,
    /// What is sent for each stand that holds an aim.
    pub odds: f64,
    /// How much more than others horse minds being shot at.
    pub horse: f64,
    /// It tries a few postures out before it plans.
    pub searches: bool,
    /// Maneuvers that are tried before a unit stays where it is.
    pub tries: usize,
}

impl Skill {
    /// The numbers of a level.
    pub fn of(level: Level) -> Skill {
        let recruit = Skill {
            pull: 0.09,
            boldness: 0.75,
            steadiness: 0.9,
            given: 1.0,
            flank: 0.7,
            charge: 0.5,
            victory: 1.6,
            defeat: 1.6,
            odds: 1.3,
            horse: 1.0,
            searches: false,
            tries: 8,
        };
        match level {
            Level::Random | Level::Recruit => recruit,
            Level::Captain => Skill {
                boldness: 0.6,
                given: 2.2,
                horse: 1.6,
                searches: true,
                tries: 16,
                ..recruit
            },
        }
    }
}
