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
    /// What it costs to be out of reach of the others of one's command.
    pub cohesion: f64,
    /// Commands are given aims by a plan; else every unit goes for the nearest prize by itself.
    pub plans: bool,
    /// Charges and checks are weighed by their exact odds; else by a glance at who is stronger.
    pub reckons: bool,
    /// How much it minds that who is beaten near his own edge leaves the table.
    pub rim: f64,
    /// Leaders go where the exact odds of checks say that they are needed.
    pub leads: bool,
    /// Everybody gets his target by the exact odds of the volleys; else by fire points alone.
    pub allots: bool,
    /// What an enemy on the flank costs.
    pub flank: f64,
    /// What it is worth to stand where an enemy in reach is taken in the flank.
    pub flanking: f64,
    /// What a flank is worth that a friend in line with it covers, where the enemy is near.
    pub beside: f64,
    /// What a friend close before or behind costs where one can be charged.
    pub apart: f64,
    /// What an inch costs by which a unit is before the others of its command.
    pub ahead: f64,
    /// What an inch backwards costs a unit in good order.
    pub backward: f64,
    /// What a charge must be worth.
    pub charge: f64,
    /// What winning a charge is worth beside the losses.
    pub victory: f64,
    /// What losing one costs beside them.
    pub defeat: f64,
    /// How much it counts that the beaten run, by what they are worth.
    pub stakes: f64,
    /// What is sent for each stand that holds an aim.
    pub odds: f64,
    /// How much more than others horse minds being shot at.
    pub horse: f64,
    /// Orders that it plays out in trials for one decision; nothing if it tries nothing out.
    pub trials: usize,
    /// Inches that it reckons with for each 45 degrees, after the first, by which a unit looks away from where it
    /// goes: one wheel a move is all that it has.
    pub turning: f64,
    /// Slants and wheels to all sides are thought of, not only those towards an aim.
    pub looks_around: bool,
    /// Columns form line when the enemy is as near as this, in inches.
    pub deploys: f64,
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
            cohesion: 0.0,
            plans: false,
            reckons: false,
            rim: 0.0,
            leads: false,
            allots: false,
            flank: 0.7,
            flanking: 0.0,
            beside: 0.0,
            apart: 0.0,
            ahead: 0.0,
            backward: 0.0,
            charge: 0.0,
            victory: 1.0,
            defeat: 0.2,
            stakes: 1.0,
            odds: 1.3,
            horse: 1.0,
            trials: 0,
            turning: 0.0,
            looks_around: false,
            deploys: 20.0,
            tries: 20,
        };
        let captain = Skill {
            given: 4.0,
            steadiness: 0.4,
            odds: 2.5,
            flanking: 3.0,
            beside: 0.6,
            apart: 0.5,
            ahead: 0.05,
            backward: 0.1,
            cohesion: 0.5,
            plans: true,
            reckons: true,
            rim: 1.0,
            leads: true,
            turning: 3.0,
            looks_around: true,
            deploys: 11.0,
            tries: 40,
            ..recruit
        };
        match level {
            Level::Random | Level::Recruit => recruit,
            Level::Captain => captain,
            Level::General => Skill { trials: 8000, allots: true, ..captain },
        }
    }

    /// The same without trials.
    pub fn untried(self) -> Skill {
        Skill { trials: 0, ..self }
    }

    /// How both sides play in trials: as a captain, who has his orders sooner.
    pub fn in_trials(self) -> Skill {
        Skill { allots: false, ..self.untried() }
    }
}
