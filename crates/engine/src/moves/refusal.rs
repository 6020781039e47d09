//! Why a maneuver cannot be made.

use geometry::Length;
use rulebook::{Ground, Reason, RuleId, Rulebook, named};

use crate::formations::ShapeRefusal;
use crate::movement::StepRefusal;
use crate::table::Blocked;

named! {
    /// Reasons that are no measure and no obstacle.
    pub enum Why {
        /// The list of this effect does not have the maneuver.
        NotOnTheList = "not-on-the-list",
        /// This unit may not take up that formation.
        FormationNotAllowed = "formation-not-allowed",
        /// That change needs a better effect.
        NeedsWellHandled = "needs-well-handled",
        /// The formation it is in cannot do that.
        NotInThisFormation = "not-in-this-formation",
        /// No road is touched.
        NoRoad = "no-road",
        /// The step is not one for this formation.
        StepNotForFormation = "step-not-for-formation",
        /// A march by the flank is no step of another maneuver.
        FlankMarch = "flank-march",
        /// The new place is not on the old ground.
        OffItsGround = "off-its-ground",
        /// The new facing is not allowed.
        WrongFacing = "wrong-facing",
        /// A stand would shift farther than a full move.
        ShiftedTooFar = "shifted-too-far",
        /// The unit does not touch the obstacle.
        NotAtTheObstacle = "not-at-the-obstacle",
        /// The thing is no major obstacle.
        NoMajorObstacle = "no-major-obstacle",
        /// Nobody was passed.
        NobodyPassed = "nobody-passed",
        /// That unit cannot be passed so.
        CannotBePassed = "cannot-be-passed",
        /// It cannot widen and narrow, or do it with this maneuver.
        NoFrontageChange = "no-frontage-change",
        /// Only one flank may be refused.
        OneFlankOnly = "one-flank-only",
        /// No flank may be refused.
        NoRefusedFlank = "no-refused-flank",
        /// It is not in the building.
        NotAtTheBuilding = "not-at-the-building",
        /// The gun is limbered.
        Limbered = "limbered",
        /// The gun is not limbered.
        NotLimbered = "not-limbered",
        /// Limbering turns the gun about.
        LimbersAbout = "limbers-about",
        /// The gun is silenced.
        Silenced = "silenced",
        /// The gun is not silenced.
        NotSilenced = "not-silenced",
        /// Its crew has left it.
        NoCrew = "no-crew",
        /// Its carriage is too heavy for that.
        HeavyCarriage = "heavy-carriage",
        /// Fixed guns cannot move.
        FixedGun = "fixed-gun",
        /// It has nothing to ride, or may not dismount.
        CannotMountOrDismount = "cannot-mount-or-dismount",
        /// It does not lead away from the enemy.
        NotAway = "not-away",
        /// It does not go as far as the retreat it replaces.
        TooShort = "too-short",
        /// The target cannot be reached.
        OutOfReach = "out-of-reach",
        /// The target is not seen.
        NotSeen = "not-seen",
        /// Broken units, columns, squares and guns do not charge.
        CannotCharge = "cannot-charge",
        /// Nobody charges it so that it could answer thus.
        NotEntitled = "not-entitled",
        /// It has lost its formation.
        Broken = "broken",
        /// There is no room.
        NoRoom = "no-room",
    }
}

/// Why a maneuver cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something is in the way.
    Blocked(Blocked),
    /// It is too far.
    TooFar {
        /// What the move needs.
        needs: Length,
        /// What the unit has.
        has: Length,
        /// At the rate for this ground.
        ground: Ground,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Stands cannot stand like that.
    Shape(ShapeRefusal),
    /// Steps cannot follow each other like that.
    Steps(StepRefusal),
    /// A rule forbids it.
    Forbidden {
        /// Why.
        why: Why,
        /// The ledger entry.
        rule: RuleId,
    },
}

impl Refusal {
    pub(crate) fn because(why: Why, rule: &str) -> Refusal {
        Refusal::Forbidden { why, rule: RuleId::new(rule) }
    }

    pub(crate) fn reason(book: &Rulebook, why: Why, reason: Reason) -> Refusal {
        Refusal::Forbidden { why, rule: book.reasons.rule(reason) }
    }

    /// The ledger entry that refuses.
    pub fn rule(&self) -> RuleId {
        match self {
            Refusal::Blocked(blocked) => blocked.rule.clone(),
            Refusal::TooFar { rule, .. } | Refusal::Forbidden { rule, .. } => rule.clone(),
            Refusal::Shape(shape) => shape.rule(),
            Refusal::Steps(steps) => steps.rule(),
        }
    }
}

impl From<Blocked> for Refusal {
    fn from(blocked: Blocked) -> Refusal {
        Refusal::Blocked(blocked)
    }
}

impl From<ShapeRefusal> for Refusal {
    fn from(shape: ShapeRefusal) -> Refusal {
        Refusal::Shape(shape)
    }
}

impl From<StepRefusal> for Refusal {
    fn from(steps: StepRefusal) -> Refusal {
        Refusal::Steps(steps)
    }
}
