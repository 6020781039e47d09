//! Why an order cannot be given.

use rulebook::{RuleId, named};

use crate::charge::ChargeRefusal;
use crate::fire::FireRefusal;
use crate::moves;
use crate::table::{LossRefusal, UnitId};

named! {
    /// Reasons that lie in the sequence of play, not on the table.
    pub enum NotNow {
        /// The battle is over.
        Over = "over",
        /// Something else is asked for.
        NotAsked = "not-asked",
        /// The unit or leader is not his who orders it.
        NotYours = "not-yours",
        /// The unit is not on the table.
        NotOnTable = "not-on-the-table",
        /// There is no such unit, leader or stand.
        Unknown = "unknown",
        /// The unit has checked already.
        AlreadyChecked = "already-checked",
        /// The leader has conducted a check already.
        LeaderUsed = "leader-used",
        /// The unit is not in the leader's reach.
        NotInCommand = "not-in-command",
        /// A leader of artillery commands guns only.
        GunsOnly = "guns-only",
        /// The unit is in a leader's reach: it cannot check alone.
        InCommand = "in-command",
        /// The unit must check.
        MustCheck = "must-check",
        /// Out of command each unit checks alone.
        OneAlone = "one-alone",
        /// It is named twice.
        Twice = "twice",
        /// Broken skirmishers make no check.
        NoCheck = "no-check",
        /// The unit is not of this check.
        NotInGroup = "not-in-group",
        /// The unit has made its maneuver.
        AlreadyMoved = "already-moved",
        /// The unit has declared a charge.
        AlreadyCharging = "already-charging",
        /// Horse and foot may not charge one target.
        MixedArms = "mixed-arms",
        /// The unit has answered a charge in this turn.
        AlreadyAnswered = "already-answered",
        /// Countercharges are declared before squares, bayonets and skirmishers.
        OutOfOrder = "out-of-order",
        /// Nobody charges so that it could answer.
        NothingToAnswer = "nothing-to-answer",
        /// The leader is not on the table, or not free.
        LeaderNotFree = "leader-not-free",
        /// The unit is not of his command.
        OtherCommand = "other-command",
        /// The unit has a leader already.
        HasLeader = "has-leader",
        /// That is not within an inch of the unit.
        TooFarFromUnit = "too-far-from-unit",
        /// The stand has fired, or may not fire.
        MayNotFire = "may-not-fire",
        /// The stand cannot fire at that target.
        NotATarget = "not-a-target",
        /// Stands of one side of a square fire together, and of no other side.
        OneSide = "one-side",
        /// Another enemy is closer.
        Closer = "closer",
        /// It fires at those it fights in a charge.
        Charged = "charged",
        /// Stands that have a common target fire at it together.
        Split = "split",
        /// The target has been fired at: all fire at it is one volley.
        AlreadyFiredAt = "already-fired-at",
        /// Fire at passing units comes first.
        PassingFirst = "passing-first",
        /// It did not pass there, or was nearer in the end.
        DidNotPass = "did-not-pass",
        /// Guns of several units may not mass on that target.
        Massing = "massing",
        /// It has no combat to fight.
        NoCombat = "no-combat",
        /// So many stands must be picked.
        WrongNumber = "wrong-number",
        /// That one is not among those to pick from.
        NotAmong = "not-among",
        /// Not there on that edge.
        NotOnEdge = "not-on-the-edge",
        /// Skirmishers went out or came in this turn already.
        Redeployed = "redeployed",
        /// A rule of this battle alone forbids it.
        Scenario = "scenario",
    }
}

/// Why an order cannot be given. Nothing has changed, no die was rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The sequence of play forbids it.
    Now {
        /// Why.
        why: NotNow,
        /// The unit that it is about, where there are several.
        unit: Option<UnitId>,
        /// The ledger entry.
        rule: RuleId,
    },
    /// It cannot be moved so.
    Move(moves::Refusal),
    /// It cannot be fired so.
    Fire(FireRefusal),
    /// It cannot be charged so.
    Charge(ChargeRefusal),
    /// Those stands cannot be lost.
    Loss(LossRefusal),
    /// The dice ran out.
    NoDice,
}

impl Refusal {
    /// A reason of the sequence.
    pub fn now(why: NotNow, rule: &str) -> Refusal {
        Refusal::Now { why, unit: None, rule: RuleId::new(rule) }
    }

    /// A reason of the sequence that is about one of several units.
    pub fn of(unit: UnitId, why: NotNow, rule: &str) -> Refusal {
        Refusal::Now { why, unit: Some(unit), rule: RuleId::new(rule) }
    }

    /// The ledger entry that refuses; nothing if the dice ran out.
    pub fn rule(&self) -> Option<RuleId> {
        Some(match self {
            Refusal::Now { rule, .. } => rule.clone(),
            Refusal::Move(refusal) => refusal.rule(),
            Refusal::Fire(refusal) => refusal.rule()?,
            Refusal::Charge(refusal) => refusal.rule()?,
            Refusal::Loss(refusal) => refusal.rule(),
            Refusal::NoDice => return None,
        })
    }
}

impl From<moves::Refusal> for Refusal {
    fn from(refusal: moves::Refusal) -> Refusal {
        Refusal::Move(refusal)
    }
}

impl From<FireRefusal> for Refusal {
    fn from(refusal: FireRefusal) -> Refusal {
        Refusal::Fire(refusal)
    }
}

impl From<ChargeRefusal> for Refusal {
    fn from(refusal: ChargeRefusal) -> Refusal {
        Refusal::Charge(refusal)
    }
}

impl From<LossRefusal> for Refusal {
    fn from(refusal: LossRefusal) -> Refusal {
        Refusal::Loss(refusal)
    }
}
