//! Why an order cannot be given.

use rulebook::{RuleId, named};

use super::state::State;
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

impl Refusal {
    /// The refusal as a sentence, with names of `state`.
    pub fn told(&self, state: &State) -> String {
        match self {
            Refusal::Now { why, unit: None, .. } => not_now(*why).to_owned(),
            Refusal::Now { why, unit: Some(unit), .. } => {
                format!("{}: {}", state.name(*unit), not_now(*why))
            }
            Refusal::Move(refusal) => refusal.told(&state.position),
            Refusal::Fire(refusal) => capital(&refusal.to_string()),
            Refusal::Charge(refusal) => capital(&refusal.to_string()),
            Refusal::Loss(refusal) => match refusal {
                LossRefusal::NoSuchStand { of } => match of {
                    1 => "There is only 1 stand.".to_owned(),
                    of => format!("There are only {of} stands."),
                },
                LossRefusal::GoesLast { stand } => format!(
                    "Stand {} carries the colors or the label: it is one of the last two to go.",
                    u16::from(*stand) + 1
                ),
            },
            Refusal::NoDice => "There are no more dice.".to_owned(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str().trim_end_matches('.'))
}

fn not_now(why: NotNow) -> &'static str {
    match why {
        NotNow::Over => "The battle is over.",
        NotNow::NotAsked => "Something else is to be decided now.",
        NotNow::NotYours => "That unit or leader is not yours to order.",
        NotNow::NotOnTable => "That unit is not on the table.",
        NotNow::Unknown => "There is no such unit, leader or stand.",
        NotNow::AlreadyChecked => "It has made its check of this turn.",
        NotNow::LeaderUsed => "The leader has conducted his check of this turn.",
        NotNow::NotInCommand => "It is not in that leader's reach.",
        NotNow::GunsOnly => "A leader of artillery commands guns only.",
        NotNow::InCommand => "It is in a leader's reach and cannot check out of command.",
        NotNow::MustCheck => "It is disordered, broken or silenced and must check.",
        NotNow::OneAlone => "Out of command each unit checks by itself.",
        NotNow::Twice => "A unit is named twice.",
        NotNow::NoCheck => "Broken skirmishers make no check; they run to their regiment.",
        NotNow::NotInGroup => "It is not of this check.",
        NotNow::AlreadyMoved => "It has made its maneuver of this turn.",
        NotNow::AlreadyCharging => "It has declared a charge.",
        NotNow::MixedArms => "Horse and foot may not charge one target.",
        NotNow::AlreadyAnswered => "It has made its one hasty maneuver of this turn.",
        NotNow::OutOfOrder => {
            "Countercharges are declared before squares, bayonets and skirmishers."
        }
        NotNow::NothingToAnswer => "No charge gives it cause for that.",
        NotNow::LeaderNotFree => "The leader cannot do that now.",
        NotNow::OtherCommand => "The unit is not of his command.",
        NotNow::HasLeader => "A leader is with that unit already.",
        NotNow::TooFarFromUnit => "He must stay within 1\" of the unit he leaves.",
        NotNow::MayNotFire => "It may not fire now.",
        NotNow::NotATarget => "It cannot fire at that target: it is out of arc or out of sight.",
        NotNow::OneSide => "One side of a square fires at a target, and the other sides at others.",
        NotNow::Closer => "This enemy is closer and must be fired at.",
        NotNow::Charged => "In a charge one fires at the enemy one fights.",
        NotNow::Split => "Stands that have a common target fire at it together.",
        NotNow::AlreadyFiredAt => {
            "That target has been fired at: all fire at it in a step is one volley."
        }
        NotNow::PassingFirst => "Fire at passing units comes before all other fire.",
        NotNow::DidNotPass => "It did not pass there within reach, or was nearer at its end.",
        NotNow::Massing => {
            "It may not mass with other batteries on that target: that takes a target within canister \
             range or closer than every other enemy, or a chief of artillery who commands it."
        }
        NotNow::NoCombat => "It has no combat to fight.",
        NotNow::WrongNumber => "Pick as many stands as are lost.",
        NotNow::NotAmong => "That one is not among those to pick from.",
        NotNow::NotOnEdge => "It cannot come on there.",
        NotNow::Scenario => "A rule of this battle forbids it.",
        NotNow::Redeployed => "Its skirmishers went out or came in this turn already.",
    }
}
