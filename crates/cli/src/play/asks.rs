//! What is wanted of whom: the line above each decision.

use engine::battle::{FireStep, Phase, State, Task};

/// The time of day of a turn, as `09:15`.
pub fn time(state: &State, turn: u16) -> String {
    let clock = &state.scenario.clock;
    let minutes = u32::from(clock.begins) + u32::from(turn - 1) * u32::from(clock.minutes);
    format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
}

/// Where the battle stands: `turn 1 of 6 (09:00), Union, Maneuver, checks`.
pub fn moment(state: &State) -> String {
    let turn = format!(
        "turn {} of {} ({})",
        state.turn,
        state.scenario.clock.turns,
        time(state, state.turn)
    );
    let Some(asked) = state.asked() else { return format!("{turn}, over") };
    let phase = match state.phase {
        Phase::Maneuver => "Maneuver",
        Phase::Fire => "Musketry & Cannonade",
        Phase::Charge => "Charge",
    };
    format!("{turn}, {}, {phase}, {}", state.army_name(asked.side), step(asked.task))
}

/// The step that a task belongs to.
fn step(task: &Task) -> &'static str {
    match task {
        Task::Arrivals => "reinforcements",
        Task::Leaders | Task::LeadersReturn => "leaders",
        Task::Checks | Task::ForcedChecks => "checks",
        Task::Declare { .. } => "charges",
        Task::Answer | Task::CarryOutAnswers | Task::Shelter => "answers to charges",
        Task::MoveCharges | Task::Evade { .. } | Task::Pursue { .. } => "charges move",
        Task::Maneuvers { .. } => "maneuvers",
        Task::MoveLeaders => "leaders move",
        Task::Fire(FireStep::Defensive) => "defensive fire",
        Task::Fire(FireStep::Offensive) => "offensive fire",
        Task::Combats { second: false } | Task::BeginCharges => "combats",
        Task::Combats { second: true } => "second combats",
        Task::LowAmmunition { .. } => "ammunition",
        Task::Lose { .. } | Task::Hurt { .. } => "losses",
        Task::Retreat { .. } => "retreats",
        Task::Won { .. } | Task::TargetsGone | Task::BreakThroughs => "the winner",
        Task::BeginTurn | Task::EndTurn | Task::EndManeuver => "the turn",
        Task::Deeds { .. } | Task::LeaderCheck { .. } => "effects",
    }
}

/// What the pending decision asks for, in a sentence.
pub fn wanted(state: &State) -> String {
    let Some(asked) = state.asked() else { return "The battle is over.".to_owned() };
    let name = |unit| state.name(unit);
    match asked.task {
        Task::Arrivals => "Where do your reinforcements come on?".to_owned(),
        Task::Leaders => "Which leaders join a unit or leave one?".to_owned(),
        Task::Checks => "Who checks under whom? One die serves all.".to_owned(),
        Task::Declare { .. } => "Who charges whom?".to_owned(),
        Task::Answer => {
            let declared = state.declared();
            let charges: Vec<String> = declared
                .iter()
                .map(|(unit, target)| format!("{} charges {}", name(*unit), name(*target)))
                .collect();
            format!("{}. How do you answer?", charges.join(", "))
        }
        Task::Shelter => "Which gun crews take shelter from the charge?".to_owned(),
        Task::Evade { unit, charger } => {
            format!("{} is about to strike {}. Does it evade?", name(*charger), name(*unit))
        }
        Task::Pursue { unit, gone, .. } => {
            format!("{} has gone. Does {} take his ground or press on?", name(*gone), name(*unit))
        }
        Task::Maneuvers { .. } => "Which unit maneuvers, and how?".to_owned(),
        Task::MoveLeaders => "Which leaders move?".to_owned(),
        Task::Fire(_) => "Who fires at whom?".to_owned(),
        Task::Combats { .. } => "Which combat is fought next?".to_owned(),
        Task::Hurt { unit, .. } => format!("Which gun of {} is hit?", name(*unit)),
        Task::Lose { unit, stands, .. } => {
            let which = if *stands == 1 { "stand" } else { "stands" };
            format!("{} loses {stands} {which}. Which?", name(*unit))
        }
        Task::Retreat { unit, .. } => {
            format!("{} must go back. Does it recall instead?", name(*unit))
        }
        Task::Won { unit, .. } => {
            format!("{} has won. Does it take the ground, recall or stay?", name(*unit))
        }
        Task::LowAmmunition { .. } => "Who is low on ammunition?".to_owned(),
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
        | Task::LeaderCheck { .. } => "What now?".to_owned(),
    }
}

/// What `done` does here.
pub fn done(state: &State) -> &'static str {
    match state.asked().map(|asked| asked.task) {
        Some(Task::Evade { .. }) => "it stands",
        Some(Task::Won { may_stay: true, .. }) => "it stays",
        Some(Task::Pursue { .. } | Task::Won { .. }) => "it takes the ground",
        Some(Task::Retreat { .. }) => "it goes back",
        Some(Task::Combats { .. }) => "the first of them",
        Some(Task::Lose { .. } | Task::Hurt { .. } | Task::LowAmmunition { .. }) => "as it comes",
        _ => "ends this step",
    }
}
