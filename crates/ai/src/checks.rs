//! Maneuver checks: who checks under whom, and who had better not.

use engine::Opened;
use engine::battle::{Order, State};
use engine::table::UnitId;
use rulebook::{Effect, Experience, LeaderRating, Level as Strength};

use crate::mind::Memory;
use crate::situation::{Force, Situation};
use crate::skill::Skill;
use crate::{Aim, Decision, Intent, Reason, charges, guns, troops};

/// What a maneuver must promise before its check is risked.
const WORTH_A_CHECK: f64 = 0.12;

/// What it is worth to be free to charge.
const A_CHARGE: f64 = 1.5;

/// The next check; nothing if nobody should.
pub(crate) fn next(
    situation: &Situation<'_>,
    memory: &mut Memory,
    skill: &Skill,
) -> Option<Decision> {
    let state = situation.state;
    prepare(situation, memory, skill);
    loop {
        let (leader, mut units) = memory.checks.as_mut()?.pop()?;
        units.retain(|unit| !state.unit(*unit).stands.is_empty() && !state.marks(*unit).checked);
        if units.is_empty() {
            continue;
        }
        let must = units.iter().filter(|unit| state.must_check(**unit)).count();
        let mission = memory.plan.as_ref().and_then(|plan| plan.mission(units[0]));
        let (intent, aim) = mission.map_or((Intent::Hold, Aim::Here), |m| (m.intent, m.aim));
        let reason = Reason::Check { intent, aim, movers: units.len() - must, must };
        let order = Order::Check { leader, units };
        if state.check(&order).is_ok() {
            memory.refrained.clear();
            return Some(Decision::of(order, reason));
        }
    }
}

fn prepare(situation: &Situation<'_>, memory: &mut Memory, skill: &Skill) {
    if memory.checks.is_none() {
        memory.plan(situation, skill);
        memory.checks = Some(agenda(situation, memory, skill));
    }
}

/// The checks of the turn, the next one last: commands near the enemy go first, who is out of command goes
/// last.
fn agenda(
    situation: &Situation<'_>,
    memory: &Memory,
    skill: &Skill,
) -> Vec<(Option<u16>, Vec<UnitId>)> {
    let state = situation.state;
    let mut groups: Vec<(f64, Option<u16>, Vec<UnitId>)> = Vec::new();
    for force in &situation.ours {
        let marks = state.marks(force.id);
        if marks.checked || state.makes_no_check(force.id) {
            continue;
        }
        let must = state.must_check(force.id);
        let leader = best_leader(state, force);
        if !must && !is_worth_it(situation, memory, force, leader, skill) {
            continue;
        }
        let far = situation.nearest(force.at).map_or(0.0, |(_, far)| far);
        let far = if leader.is_none() { far + 1e9 } else { far };
        let known = groups.iter_mut().find(|(_, by, _)| leader.is_some() && *by == leader);
        match known {
            Some((least, _, units)) => {
                *least = least.min(far);
                units.push(force.id);
            }
            None => groups.push((far, leader, vec![force.id])),
        }
    }
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    groups.into_iter().map(|(_, leader, units)| (leader, units)).collect()
}

/// Has a unit so much to do that its check should be risked?
fn is_worth_it(
    situation: &Situation<'_>,
    memory: &Memory,
    force: &Force<'_>,
    leader: Option<u16>,
    skill: &Skill,
) -> bool {
    if force.is_guns() {
        return guns::wants(situation, memory, force);
    }
    if leader.is_none() && is_unsafe_alone(force) {
        return false;
    }
    let gain = troops::gain(situation, memory, force, skill);
    let charges = charges::prospect(situation, force, Opened::WellHandled, skill);
    if gain <= WORTH_A_CHECK && !charges {
        return false;
    }
    if !skill.reckons {
        return true;
    }
    let gain = if charges { gain.max(A_CHARGE) } else { gain };
    let panic = if situation.runs_off(force) { 1.0 } else { 0.8 };
    let check = situation.state.check_of(force.id, leader);
    let spread = odds::maneuver::check(&situation.state.book, &check);
    let outcome = |effect: Effect| match effect {
        Effect::DoubleQuick | Effect::WellHandled | Effect::RallyWithElan => gain,
        Effect::Tardy | Effect::Rally => gain * 0.5,
        Effect::FallBack | Effect::Wavering | Effect::Shaken => -0.12 * force.worth,
        Effect::Panic => -panic * force.worth,
    };
    spread.mean(outcome) > 0.0
}

/// His own commander, else the best of those who reach him.
pub(crate) fn best_leader(state: &State, force: &Force<'_>) -> Option<u16> {
    let found = state.leaders_of(force.id);
    let free: Vec<u16> = found.into_iter().filter(|l| !state.officer(*l).checked).collect();
    if let Some(own) = free.iter().find(|leader| Some(**leader) == force.leader) {
        return Some(*own);
    }
    let skill = |leader: &u16| match state.leader(*leader).rating {
        LeaderRating::Gallant => 2,
        LeaderRating::Able => 1,
        LeaderRating::Poor => 0,
    };
    free.into_iter().max_by_key(|leader| (skill(leader), std::cmp::Reverse(*leader)))
}

/// Would a check without a leader do more harm than good?
fn is_unsafe_alone(force: &Force<'_>) -> bool {
    let unit = &force.placed.unit;
    unit.is_troops()
        && (unit.strength.level() == Strength::Spent
            || (unit.experience == Experience::Raw && unit.strength.level() != Strength::Fresh))
}
