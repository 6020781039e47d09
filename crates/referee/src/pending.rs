//! Whose decision is pending, whom it is about, and which orders answer it.

use engine::battle::{
    self, ChargeKind, FireStep, Order, Phase, Reminder as Forgot, State, Task, clashes, options_of,
    others, subjects,
};
use engine::table::UnitId;
use library::order::order_text;

use crate::replies::{Asked, Ending, Forgotten, Note, Pending, Question, Reminder, Step};
use crate::scene;

/// The pending decision.
pub fn pending(state: &State) -> Pending {
    Pending { asked: asked(state), victory: state.victory.map(Ending::of) }
}

fn asked(state: &State) -> Option<Asked> {
    let asked = state.asked()?;
    let (units, leaders) = concerned(state, asked);
    Some(Asked {
        turn: state.turn,
        phase: state.phase,
        step: step(state),
        side: asked.side,
        army: state.army_name(asked.side).to_owned(),
        task: question(asked.task)?,
        units: names(state, &units),
        leaders: leaders.iter().map(|leader| state.leader_name(*leader).to_owned()).collect(),
        stands: match asked.task {
            Task::Lose { stands, .. } => Some(*stands),
            _ => None,
        },
        reminders: state.reminders().iter().map(|reminder| told(state, reminder)).collect(),
        notes: notes(state, asked),
    })
}

/// The step of the player turn: what its effects leave to decide belongs to it.
fn step(state: &State) -> Step {
    let of = |task: &Task| match task {
        Task::Arrivals | Task::Leaders => Some(Step::Leaders),
        Task::Fire(FireStep::Defensive) => Some(Step::Defensive),
        Task::Fire(FireStep::Offensive) => Some(Step::Offensive),
        Task::Combats { second: false } => Some(Step::Combats),
        Task::BreakThroughs | Task::Combats { second: true } => Some(Step::SecondCombats),
        _ => None,
    };
    let found = state.agenda.iter().rev().find_map(of);
    match state.phase {
        Phase::Maneuver => found.filter(|step| *step == Step::Leaders).unwrap_or(Step::Maneuver),
        Phase::Fire => found.unwrap_or(Step::Offensive),
        Phase::Charge => found.unwrap_or(Step::SecondCombats),
    }
}

/// What is worth a sentence beside a decision.
fn notes(state: &State, asked: battle::Asked<'_>) -> Vec<Note> {
    let note = |why: battle::Because| Note {
        text: capital(&why.label),
        rule: why.rule.to_string(),
        orders: Vec::new(),
        smoke: Vec::new(),
    };
    match asked.task {
        Task::Checks => usable(state, asked.side),
        Task::Declare { .. } => steel(state).map(note).into_iter().collect(),
        Task::LowAmmunition { among, .. } => {
            let first = among.first().map(|(unit, _)| state.why_low(*unit));
            first.unwrap_or_default().into_iter().map(note).collect()
        }
        Task::Hurt { unit, harm, why } => vec![note(state.why_hurt(*unit, *harm, *why))],
        Task::Retreat { why, .. } => vec![note(state.why_back(*why))],
        Task::Lose { why, .. } => why.losses_told(state).into_iter().map(note).collect(),
        Task::Combats { .. } if breaks_through(state) => vec![note(state.breakthrough())],
        _ => Vec::new(),
    }
}

/// Does somebody break through, or fight because he has?
fn breaks_through(state: &State) -> bool {
    let second = matches!(state.asked().map(|a| a.task), Some(Task::Combats { second: true }));
    let waits = |unit| {
        let charge = state.marks(unit).charge.as_ref();
        charge.is_some_and(|charge| charge.kind == ChargeKind::Breakthrough)
    };
    second || state.position.ids().any(waits)
}

/// What cold steel is, where somebody may charge with it.
fn steel(state: &State) -> Option<battle::Because> {
    let unit = subjects(state).into_iter().find(|unit| state.has_cold_steel(*unit))?;
    Some(state.cold_steel(unit))
}

/// The rules of this battle that may be used now, each once with the orders that do it.
fn usable(state: &State, side: engine::table::Side) -> Vec<Note> {
    let usable = state.usable(side);
    let rules = once(usable.iter().map(|(rule, _)| *rule));
    let note = |rule: usize| {
        let special = state.scenario.specials.get(rule)?;
        let units = usable.iter().filter(|(of, _)| *of == rule).map(|(_, unit)| *unit);
        let smoke = units.clone().filter_map(|unit| state.smoke_from(rule, unit));
        let orders = units.map(|unit| Order::Use { rule, unit });
        Some(Note {
            text: format!("{}: {}.", special.name, state.own_rule(special)),
            rule: special.what.rule().to_owned(),
            orders: orders.map(|order| order_text(state, &order)).collect(),
            smoke: smoke.map(|smoke| scene::smoke(&smoke)).collect(),
        })
    };
    rules.into_iter().filter_map(note).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// The names of units.
pub fn names(state: &State, units: &[UnitId]) -> Vec<String> {
    units.iter().map(|unit| state.name(*unit).to_owned()).collect()
}

/// What a task asks for; nothing if it asks nobody.
fn question(task: &Task) -> Option<Question> {
    Some(match task {
        Task::Arrivals => Question::Arrivals,
        Task::Leaders => Question::Leaders,
        Task::Checks => Question::Checks,
        Task::Declare { .. } => Question::Declare,
        Task::Answer => Question::Answer,
        Task::Shelter => Question::Shelter,
        Task::Evade { .. } => Question::Evade,
        Task::Pursue { .. } => Question::Pursue,
        Task::Maneuvers { .. } => Question::Maneuvers,
        Task::MoveLeaders => Question::MoveLeaders,
        Task::Fire(FireStep::Defensive) => Question::Defensive,
        Task::Fire(FireStep::Offensive) => Question::Offensive,
        Task::Combats { second: false } => Question::Combats,
        Task::Combats { second: true } => Question::SecondCombats,
        Task::Lose { .. } => Question::Lose,
        Task::Hurt { .. } => Question::PickGun,
        Task::Retreat { .. } => Question::Retreat,
        Task::Won { .. } => Question::Won,
        Task::LowAmmunition { .. } => Question::PickLow,
        Task::BeginTurn
        | Task::LeadersReturn
        | Task::ForcedChecks
        | Task::CarryOutAnswers
        | Task::MoveCharges
        | Task::EndManeuver
        | Task::BeginCharges
        | Task::TargetsGone
        | Task::BreakThroughs
        | Task::EndTurn
        | Task::Deeds { .. }
        | Task::LeaderCheck { .. } => return None,
    })
}

/// The units and leaders that a decision is about.
fn concerned(state: &State, asked: battle::Asked<'_>) -> (Vec<UnitId>, Vec<u16>) {
    let units = match asked.task {
        Task::Declare { .. } | Task::Maneuvers { .. } => subjects(state),
        Task::Checks => state
            .of_side(asked.side)
            .filter(|unit| !state.marks(*unit).checked && !state.makes_no_check(*unit))
            .collect(),
        Task::Fire(step) => {
            state.of_side(asked.side).filter(|unit| state.has_a_target(*unit, *step)).collect()
        }
        Task::Combats { .. } => {
            clashes(state).into_iter().flat_map(|clash| clash.attackers).collect()
        }
        Task::Evade { unit, charger } => vec![*unit, *charger],
        Task::Pursue { unit, .. }
        | Task::Lose { unit, .. }
        | Task::Hurt { unit, .. }
        | Task::Retreat { unit, .. }
        | Task::Won { unit, .. } => vec![*unit],
        Task::LowAmmunition { among, .. } => once(among.iter().map(|(unit, _)| *unit)),
        Task::Leaders | Task::MoveLeaders => {
            let leaders = others(state).iter().filter_map(leader_of).collect::<Vec<u16>>();
            return (Vec::new(), once(leaders));
        }
        _ => once(others(state).iter().flat_map(units_of).collect::<Vec<UnitId>>()),
    };
    (units, Vec::new())
}

/// Each once, in order of their first place.
fn once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn told(state: &State, reminder: &Forgot) -> Reminder {
    let (kind, units) = match reminder {
        Forgot::MustCheck(units) => (Forgotten::MustCheck, units),
        Forgot::CouldCheck(units) => (Forgotten::CouldCheck, units),
        Forgot::CouldManeuver(units) => (Forgotten::CouldManeuver, units),
        Forgot::GunsStand(units) => (Forgotten::GunsStand, units),
        Forgot::CouldCharge(units) => (Forgotten::CouldCharge, units),
        Forgot::CouldFire(units) => (Forgotten::CouldFire, units),
        Forgot::LowOnAmmunition(units) => (Forgotten::LowOnAmmunition, units),
    };
    Reminder { kind, units: names(state, units) }
}

/// The orders that a unit would carry out.
pub fn orders_of(state: &State, unit: UnitId) -> Vec<Order> {
    let mut found = options_of(state, unit);
    found.extend(others(state).into_iter().filter(|order| units_of(order).contains(&unit)));
    found
}

/// Those who would carry out an order.
fn units_of(order: &Order) -> Vec<UnitId> {
    match order {
        Order::Done | Order::Resign | Order::MoveLeader { .. } | Order::Detach { .. } => Vec::new(),
        Order::Check { units, .. } => units.clone(),
        Order::Fire { firers, .. } => firers.iter().map(|firing| firing.unit).collect(),
        Order::Enter { unit, .. }
        | Order::Attach { unit, .. }
        | Order::Use { unit, .. }
        | Order::Charge { unit, .. }
        | Order::Countercharge { unit, .. }
        | Order::Square { unit }
        | Order::Present { unit, .. }
        | Order::RejoinHasty { unit }
        | Order::Shelter { unit, .. }
        | Order::Evade { unit, .. }
        | Order::Stand { unit }
        | Order::PressOn { unit }
        | Order::Carry { unit }
        | Order::Recall { unit, .. }
        | Order::GoBack { unit }
        | Order::Maneuver { unit, .. }
        | Order::Gun { unit, .. }
        | Order::CrewReturns { unit, .. }
        | Order::Storm { unit, .. }
        | Order::Send { unit, .. }
        | Order::Rejoin { unit }
        | Order::RunToHorses { unit }
        | Order::Fight { unit }
        | Order::Lose { unit, .. }
        | Order::Pick { unit, .. } => vec![*unit],
    }
}

fn leader_of(order: &Order) -> Option<u16> {
    match order {
        Order::Attach { leader, .. }
        | Order::Detach { leader, .. }
        | Order::MoveLeader { leader, .. } => Some(*leader),
        _ => None,
    }
}
