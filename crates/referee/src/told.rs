//! What happened, for programs: kind, sentence, dice and reasons.

use engine::battle::{Because, Event, Happened, Order, State, no_way_to_charge};
use engine::charge::Fought;
use engine::table::UnitId;
use rulebook::{LeaderFate, Reckoning, named};

use crate::replies::{Fights, Reason, Told};

named! {
    /// What kind of thing happened.
    pub enum Kind {
        /// A player turn begins.
        TurnBegins = "turn-begins",
        /// A phase begins.
        PhaseBegins = "phase-begins",
        /// A unit comes on the table.
        Arrives = "arrives",
        /// A unit cannot come on this turn.
        Delayed = "delayed",
        /// A rule of this battle alone takes effect.
        Special = "special",
        /// A die for somebody who may come.
        ArrivalRolled = "arrival-rolled",
        /// A leader comes on the table, or back to it.
        LeaderComes = "leader-comes",
        /// A new leader takes a post.
        LeaderReplaced = "leader-replaced",
        /// A leader joins a unit.
        Attached = "attached",
        /// A leader leaves his unit.
        Detached = "detached",
        /// A leader moves.
        LeaderMoves = "leader-moves",
        /// The die of a maneuver check falls.
        CheckRolled = "check-rolled",
        /// A unit's result of a check.
        CheckMade = "check-made",
        /// A unit does what an effect says.
        Does = "does",
        /// A unit retreats.
        Retreats = "retreats",
        /// A broken unit forms again.
        Reforms = "reforms",
        /// A unit becomes disordered because of another.
        ShakenBy = "shaken-by",
        /// Stands are lost.
        StandsLost = "stands-lost",
        /// What an army has lost weighs more than before, or less: heavy casualties, greater losses.
        LossesWeigh = "losses-weigh",
        /// Something befell a gun stand.
        GunHurt = "gun-hurt",
        /// A unit is no more.
        Destroyed = "destroyed",
        /// A charge is declared.
        ChargeDeclared = "charge-declared",
        /// Nobody of a group that has checked can charge, though an enemy is not far.
        NobodyCharges = "nobody-charges",
        /// Somebody did not fire at who charges him.
        NoFireAtCharge = "no-fire-at-charge",
        /// An answer is declared.
        AnswerDeclared = "answer-declared",
        /// A unit that could countercharge does not.
        Declines = "declines",
        /// An answer is carried out.
        Answered = "answered",
        /// A charge moves.
        ChargeMoves = "charge-moves",
        /// A skirmish line evades.
        Evades = "evades",
        /// A unit stands to receive a charge.
        Stands = "stands",
        /// A unit maneuvers.
        Maneuvers = "maneuvers",
        /// A gun stand maneuvers.
        GunManeuvers = "gun-maneuvers",
        /// Gun stands are a unit of their own now, or are so no more.
        Regroups = "regroups",
        /// Skirmishers go out.
        SkirmishersOut = "skirmishers-out",
        /// Skirmishers are back.
        SkirmishersBack = "skirmishers-back",
        /// Skirmishers carry their regiment's name on.
        Inherits = "inherits",
        /// A volley is fired.
        Fires = "fires",
        /// A unit or gun is low on ammunition.
        LowOnAmmunition = "low-on-ammunition",
        /// A leader is rolled for.
        LeaderRolled = "leader-rolled",
        /// A leader is rolled for and lost for the battle.
        LeaderLost = "leader-lost",
        /// A leader leaves the table with his unit.
        LeaderLeaves = "leader-leaves",
        /// A leader who is back or new finds no unit without a leader.
        LeaderWaits = "leader-waits",
        /// A leader who was not attached to a unit stays when it leaves the table.
        LeaderStays = "leader-stays",
        /// A combat is fought.
        Fights = "fights",
        /// Nobody is left to fight.
        TargetGone = "target-gone",
        /// A unit takes the ground.
        Carries = "carries",
        /// Cavalry recalls.
        Recalls = "recalls",
        /// A unit breaks through.
        BreaksThrough = "breaks-through",
        /// Nobody is in reach of a breakthrough.
        NobodyInReach = "nobody-in-reach",
        /// A key position changes hands.
        KeyTaken = "key-taken",
        /// Horses without riders are driven off.
        HorsesTaken = "horses-taken",
        /// An abandoned gun is taken.
        GunTaken = "gun-taken",
        /// A crew is back at its gun.
        CrewReturns = "crew-returns",
        /// A player has nothing more to do here.
        Passes = "passes",
        /// The battle is over.
        Ends = "ends",
    }
}

/// What happened from a battle as it was, each thing told of the battle right after it.
pub fn told_from(mut state: State, events: &[Event]) -> Vec<Told> {
    let mut found = Vec::new();
    for event in events {
        state.evolve(event);
        found.extend(told(&state, &event.what));
    }
    found
}

/// What happened, told of a battle as it now is.
pub fn told_at(state: &State, events: &[Event]) -> Vec<Told> {
    events.iter().filter_map(|event| told(state, &event.what)).collect()
}

/// Why nobody can charge where a side that is asked for charges passes.
pub fn told_of_passing(state: &State, order: &Order) -> Option<Told> {
    let what = (*order == Order::Done).then(|| no_way_to_charge(state)).flatten()?;
    told(state, &what)
}

fn told(state: &State, what: &Happened) -> Option<Told> {
    let (kind, units) = kind(what)?;
    Some(Told {
        kind,
        sentence: state.tell(what).map(|told| told.text),
        units: units.into_iter().map(|unit| state.name(unit).to_owned()).collect(),
        dice: dice(what),
        reasons: reasons(state, what),
    })
}

/// What kind of thing it is, and whom it is about; nothing for the mere course of the sequence.
fn kind(what: &Happened) -> Option<(Kind, Vec<UnitId>)> {
    use Happened as H;
    let none = Vec::new;
    Some(match what {
        H::Goes => return None,
        H::TurnBegins { .. } => (Kind::TurnBegins, none()),
        H::PhaseBegins(_) => (Kind::PhaseBegins, none()),
        H::Arrives { unit, .. } => (Kind::Arrives, vec![*unit]),
        H::Delayed { unit } => (Kind::Delayed, vec![*unit]),
        H::LeaderComes { unit, .. } => (Kind::LeaderComes, unit.iter().copied().collect()),
        H::Special { unit, .. } => (Kind::Special, unit.iter().copied().collect()),
        H::ArrivalRolled { unit, .. } => (Kind::ArrivalRolled, vec![*unit]),
        H::LeaderReplaced { .. } => (Kind::LeaderReplaced, none()),
        H::Attached { unit, .. } => (Kind::Attached, vec![*unit]),
        H::Detached { unit, .. } => (Kind::Detached, vec![*unit]),
        H::LeaderMoves { .. } => (Kind::LeaderMoves, none()),
        H::CheckRolled { .. } => (Kind::CheckRolled, none()),
        H::CheckMade { unit, .. } => (Kind::CheckMade, vec![*unit]),
        H::Does { unit, .. } => (Kind::Does, vec![*unit]),
        H::Retreats { unit, .. } => (Kind::Retreats, vec![*unit]),
        H::Reforms { unit } => (Kind::Reforms, vec![*unit]),
        H::ShakenBy { unit, by, .. } => (Kind::ShakenBy, vec![*unit, *by]),
        H::StandsLost { unit, .. } => (Kind::StandsLost, vec![*unit]),
        H::LossesWeigh { .. } => (Kind::LossesWeigh, none()),
        H::GunHurt { unit, .. } => (Kind::GunHurt, vec![*unit]),
        H::Destroyed { unit, .. } => (Kind::Destroyed, vec![*unit]),
        H::ChargeDeclared { unit, target, .. } => (Kind::ChargeDeclared, vec![*unit, *target]),
        H::NobodyCharges { why, .. } => {
            (Kind::NobodyCharges, why.iter().flat_map(|(_, units)| units.clone()).collect())
        }
        H::NoFireAtCharge { unit, charger, .. } => (Kind::NoFireAtCharge, vec![*unit, *charger]),
        H::AnswerDeclared { unit, .. } => (Kind::AnswerDeclared, vec![*unit]),
        H::Declines { unit, charger } => (Kind::Declines, vec![*unit, *charger]),
        H::Answered { unit, .. } => (Kind::Answered, vec![*unit]),
        H::ChargeMoves { unit, target, .. } => (Kind::ChargeMoves, vec![*unit, *target]),
        H::Evades { unit, from } => (Kind::Evades, vec![*unit, *from]),
        H::Stands { unit } => (Kind::Stands, vec![*unit]),
        H::Maneuvers { unit, .. } => (Kind::Maneuvers, vec![*unit]),
        H::GunManeuvers { unit, .. } => (Kind::GunManeuvers, vec![*unit]),
        H::Regroups { unit, .. } => (Kind::Regroups, vec![*unit]),
        H::SkirmishersOut { regiment, .. } => (Kind::SkirmishersOut, vec![*regiment]),
        H::SkirmishersBack { regiment } => (Kind::SkirmishersBack, vec![*regiment]),
        H::Inherits { unit } => (Kind::Inherits, vec![*unit]),
        H::Fires { firers, target, behind, .. } => {
            let firers = firers.iter().map(|(unit, _)| *unit);
            (Kind::Fires, firers.chain([*target]).chain(behind.iter().copied()).collect())
        }
        H::LowOnAmmunition { unit, .. } => (Kind::LowOnAmmunition, vec![*unit]),
        H::LeaderRolled { fate: LeaderFate::Lost, .. } => (Kind::LeaderLost, none()),
        H::LeaderRolled { .. } => (Kind::LeaderRolled, none()),
        H::LeaderLeaves { unit, .. } => (Kind::LeaderLeaves, vec![*unit]),
        H::LeaderWaits { .. } => (Kind::LeaderWaits, none()),
        H::LeaderStays { unit, .. } => (Kind::LeaderStays, vec![*unit]),
        H::Fights { attackers, defenders, .. } => {
            (Kind::Fights, attackers.iter().chain(defenders).copied().collect())
        }
        H::TargetGone { unit } => (Kind::TargetGone, vec![*unit]),
        H::Carries { unit } => (Kind::Carries, vec![*unit]),
        H::Recalls { unit, .. } => (Kind::Recalls, vec![*unit]),
        H::BreaksThrough { unit, target, .. } => (Kind::BreaksThrough, vec![*unit, *target]),
        H::NobodyInReach { unit } => (Kind::NobodyInReach, vec![*unit]),
        H::KeyTaken { by, .. } => (Kind::KeyTaken, by.iter().map(|(unit, _)| *unit).collect()),
        H::HorsesTaken { unit } => (Kind::HorsesTaken, vec![*unit]),
        H::GunTaken { unit, by } => (Kind::GunTaken, vec![*unit, *by]),
        H::CrewReturns { unit, .. } => (Kind::CrewReturns, vec![*unit]),
        H::Passes { .. } => (Kind::Passes, none()),
        H::Ends(_) => (Kind::Ends, none()),
    })
}

/// The dice of an event. The die of a check is told once, where it falls.
fn dice(what: &Happened) -> Vec<u8> {
    match what {
        Happened::CheckRolled { die, .. }
        | Happened::LeaderRolled { die, .. }
        | Happened::ArrivalRolled { die, .. } => vec![die.face()],
        Happened::Fires { fired, .. } => {
            let rockets = fired.accuracy.iter().map(|roll| roll.die.face());
            rockets.chain(fired.shot.iter().map(|shot| shot.die.face())).collect()
        }
        Happened::Fights { fought, .. } => {
            let both = fought
                .rounds
                .iter()
                .flat_map(|round| [round.attacker.die.face(), round.defender.die.face()]);
            both.collect()
        }
        _ => Vec::new(),
    }
}

fn reasons(state: &State, what: &Happened) -> Vec<Reason> {
    match what {
        Happened::CheckMade { checked, .. } => {
            let why = state.why(what).into_iter().map(because);
            of_reckoning(&checked.reckoning, None, None).into_iter().chain(why).collect()
        }
        Happened::Fires { from, fired, .. } => {
            let why = state.why(what).into_iter().map(because);
            let shot = fired.shot.iter();
            let shot = shot.flat_map(|shot| of_reckoning(&shot.reckoning, None, None));
            let part = |part: &engine::fire::Part| Reason {
                of: None,
                round: None,
                value: None,
                label: part.to_string(),
                rule: part.rule.to_string(),
            };
            from.iter().map(part).chain(shot).chain(why).collect()
        }
        Happened::Fights { fought, .. } => {
            let why = state.why(what).into_iter().map(because);
            of_combat(fought).into_iter().chain(why).collect()
        }
        _ => state.why(what).into_iter().map(because).collect(),
    }
}

fn because(why: Because) -> Reason {
    Reason { of: None, round: None, value: None, label: why.label, rule: why.rule.to_string() }
}

fn of_reckoning(reckoning: &Reckoning, of: Option<Fights>, round: Option<u8>) -> Vec<Reason> {
    let reason = |item: &rulebook::Item| Reason {
        of,
        round,
        value: Some(item.value),
        label: item.label.to_string(),
        rule: item.rule.to_string(),
    };
    let other = |other: &rulebook::NotCounted| Reason {
        of,
        round,
        value: None,
        label: other.told(),
        rule: other.rule.to_string(),
    };
    let others = reckoning.not_counted.iter().map(other);
    reckoning.items.iter().map(reason).chain(others).collect()
}

/// The modifiers of every round, one after the other.
fn of_combat(fought: &Fought) -> Vec<Reason> {
    let several = fought.rounds.len() > 1;
    let both = fought.rounds.iter().zip(1..).flat_map(|(round, number)| {
        let number = several.then_some(number);
        let attacker = of_reckoning(&round.attacker.reckoning, Some(Fights::Attacker), number);
        let defender = of_reckoning(&round.defender.reckoning, Some(Fights::Defender), number);
        attacker.into_iter().chain(defender)
    });
    both.collect()
}
