//! What a general thinks of at a decision: what a captain would do, and what else could be done. The best by trials is done.

use engine::battle::{Order, Task};
use engine::table::UnitId;
use geometry::Rect;

use crate::mind::Memory;
use crate::search::{Choice, Search};
use crate::situation::{INCH, Situation};
use crate::skill::Skill;
use crate::{Decision, Reason, answers, charges, checks, guns, leaders, losses, troops};

/// Choices that are tried for one decision at the most.
pub(crate) const MOST: usize = 6;
/// Who is farther than this from all enemies does what a captain does.
const NEAR: f64 = 30.0 * INCH;

/// The best order for a decision of these kinds by trials; nothing if there is nothing more to do here, or no time left.
pub(crate) fn decide(
    situation: &Situation<'_>,
    memory: &mut Memory,
    task: &Task,
    skill: &Skill,
    search: &mut Search<'_>,
) -> Option<Decision> {
    // Both sides look for their ways on the same grid.
    memory.grid(situation);
    loop {
        let choices = match task {
            Task::Leaders => leader(situation, memory, skill),
            Task::Checks => check(situation, memory, skill),
            Task::Declare { group } => charge(situation, memory, group, skill),
            Task::Answer => answer(situation, memory, skill),
            Task::Maneuvers { group } => maneuver(situation, memory, group, skill),
            Task::Won { unit, ground, .. } => won(situation, memory, *unit, ground),
            _ => Vec::new(),
        };
        let Choice { decision, memory: then } = search.best(choices)?;
        *memory = then;
        if decision.is_some() || search.is_over() {
            return decision;
        }
    }
}

/// Is the task one of those that trials are made for?
pub(crate) fn knows(task: &Task) -> bool {
    matches!(
        task,
        Task::Leaders
            | Task::Checks
            | Task::Declare { .. }
            | Task::Answer
            | Task::Maneuvers { .. }
            | Task::Won { .. }
    )
}

/// Is anybody of some units near an enemy?
fn is_near(situation: &Situation<'_>, units: &[UnitId]) -> bool {
    let forces = units.iter().filter_map(|unit| situation.own(*unit));
    forces.into_iter().any(|f| situation.nearest(f.at).is_some_and(|(_, far)| far < NEAR))
}

/// Decisions after which the same is remembered.
fn each(decisions: Vec<Decision>, memory: &Memory) -> Vec<Choice> {
    let choice = |decision| Choice { decision: Some(decision), memory: memory.clone() };
    decisions.into_iter().map(choice).collect()
}

/// What the next leader may do.
fn leader(situation: &Situation<'_>, memory: &mut Memory, skill: &Skill) -> Vec<Choice> {
    let found = leaders::choices(situation, memory, skill).unwrap_or_default();
    let choice = |decision| Choice { decision, memory: memory.clone() };
    found.into_iter().map(choice).collect()
}

/// What the winner of a combat may do: what he usually would, take the ground, or stay.
fn won(situation: &Situation<'_>, memory: &Memory, unit: UnitId, ground: &[Rect]) -> Vec<Choice> {
    let Some(usual) = losses::won(situation, unit, ground) else { return Vec::new() };
    let mut found = vec![usual];
    for order in [Order::Carry { unit }, Order::Stand { unit }] {
        let known = found.iter().any(|known| known.order == order);
        if !known && situation.state.check(&order).is_ok() {
            found.push(Decision::of(order, Reason::LeastHarm));
        }
    }
    each(found, memory)
}

/// The next check as it is meant, without one of its units, of nobody, or with all who could check with them.
fn check(situation: &Situation<'_>, memory: &mut Memory, skill: &Skill) -> Vec<Choice> {
    let state = situation.state;
    let Some(usual) = checks::next(situation, memory, skill) else { return Vec::new() };
    let mut found = vec![Choice { decision: Some(usual.clone()), memory: memory.clone() }];
    let Order::Check { leader, units } = &usual.order else { return found };
    if !is_near(situation, units) {
        return found;
    }
    let of = |units: Vec<UnitId>| {
        let order = Order::Check { leader: *leader, units };
        let passes = state.check(&order).is_ok();
        let decision = passes.then(|| Decision::of(order, usual.reason.clone()))?;
        Some(Choice { decision: Some(decision), memory: memory.clone() })
    };
    let may_wait = |unit: &&UnitId| !state.must_check(**unit);
    if units.len() > 1 {
        for unit in units.iter().filter(may_wait) {
            found.extend(of(units.iter().copied().filter(|other| other != unit).collect()));
        }
    }
    found.truncate(MOST - 2);
    if units.iter().all(|unit| may_wait(&unit)) {
        found.push(Choice { decision: None, memory: memory.clone() });
    }
    if leader.is_some() {
        let idle = situation.ours.iter().map(|force| force.id).filter(|unit| {
            let free = !state.marks(*unit).checked && !state.makes_no_check(*unit);
            free && !units.contains(unit) && state.leaders_of(*unit).first() == leader.as_ref()
        });
        let all: Vec<UnitId> = units.iter().copied().chain(idle).collect();
        if all.len() > units.len() {
            found.extend(of(all));
        }
    }
    found
}

/// Charges of a group, the likeliest first, and none.
fn charge(
    situation: &Situation<'_>,
    memory: &Memory,
    group: &[UnitId],
    skill: &Skill,
) -> Vec<Choice> {
    let (charges, is_usual) = charges::choices(situation, memory, group, skill);
    if charges.is_empty() {
        return Vec::new();
    }
    let mut refrained = memory.clone();
    refrained.refrained.extend(group);
    let mut found = each(charges, memory);
    let none = Choice { decision: None, memory: refrained };
    found.insert(usize::from(is_usual), none);
    found
}

/// Answers to charges, and none.
fn answer(situation: &Situation<'_>, memory: &Memory, skill: &Skill) -> Vec<Choice> {
    let mut found = vec![answers::answer(situation, skill).unwrap_or_else(Decision::done)];
    for other in answers::choices(situation).into_iter().chain([Decision::done()]) {
        if found.len() < MOST && found.iter().all(|known| known.order != other.order) {
            found.push(other);
        }
    }
    each(found, memory)
}

/// What the next unit of a group may do.
fn maneuver(
    situation: &Situation<'_>,
    memory: &mut Memory,
    group: &[UnitId],
    skill: &Skill,
) -> Vec<Choice> {
    memory.plan(situation, skill);
    let Some(unit) = troops::waiting(situation, memory, group).first().copied() else {
        // Guns do what a captain has them do.
        let gun = guns::next(situation, memory, group, skill);
        return each(gun.into_iter().collect(), memory);
    };
    let mut stays = memory.clone();
    stays.settled.insert((unit, 0));
    let found = if is_near(situation, &[unit]) {
        troops::choices(situation, memory, unit, skill)
    } else {
        vec![troops::maneuver(situation, memory, unit, skill)]
    };
    let choice = |decision: Option<Decision>| {
        let memory = if decision.is_some() { memory.clone() } else { stays.clone() };
        Choice { decision, memory }
    };
    found.into_iter().map(choice).collect()
}
