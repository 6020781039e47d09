//! Whose decision is pending, whom it is about, and which orders answer it.

use engine::battle::{
    self, FireStep, Order, Reminder as Forgot, State, Task, clashes, options_of, others, subjects,
};
use engine::table::UnitId;

use crate::replies::{Asked, Ending, Forgotten, Pending, Question, Reminder};

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
    })
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
