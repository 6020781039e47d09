//! Fire: everybody at the target where he does most, the heaviest volleys first.

use engine::battle::{Aimed, FireStep, Firing, Order, aim, others};
use engine::table::UnitId;
use engine::{Deed, fire::Charging};

use crate::mind::Memory;
use crate::situation::{Force, Situation, inches};
use crate::skill::Skill;
use crate::{Decision, Reason, allot};

/// The next volley.
pub(crate) fn next(
    situation: &Situation<'_>,
    memory: &mut Memory,
    step: FireStep,
    skill: &Skill,
) -> Option<Decision> {
    let known = memory.volleys.take().filter(|(of, _)| *of == step);
    let mut left = known.map_or_else(|| volleys(situation, step, skill), |(_, left)| left);
    loop {
        while let Some(decision) = left.pop() {
            if let Some(decision) = ready(situation, step, decision, &mut left) {
                memory.volleys = Some((step, left));
                return Some(decision);
            }
        }
        // What fell or ran has left others to fire at.
        left = volleys(situation, step, skill);
        let before = left.len();
        left.retain(|decision| {
            let aimed = aimed(situation, step, &decision.order);
            let hurts = aimed.map(|aimed| reason(situation, &aimed));
            matches!(hurts, Some(Reason::Volley { hurts, .. }) if hurts > 0.0)
        });
        if before == 0 || left.is_empty() {
            memory.volleys = Some((step, Vec::new()));
            return passing(situation, step);
        }
    }
}

/// The volley with its odds, if it can be fired; else its units are tried one by one.
fn ready(
    situation: &Situation<'_>,
    step: FireStep,
    decision: Decision,
    left: &mut Vec<Decision>,
) -> Option<Decision> {
    let Order::Fire { target, firers, passing } = &decision.order else { return None };
    match aimed(situation, step, &decision.order) {
        Some(aimed) => {
            let reason = reason(situation, &aimed);
            let idle = matches!(reason, Reason::Volley { hurts, .. } if hurts <= 0.0);
            // Powder is not burnt for nothing.
            (!idle).then(|| Decision::of(decision.order, reason))
        }
        None if firers.len() > 1 => {
            left.extend(firers.iter().rev().map(|firing| {
                let firers = vec![firing.clone()];
                let order = Order::Fire { target: *target, firers, passing: *passing };
                Decision::of(order, Reason::NothingBetter)
            }));
            None
        }
        None => None,
    }
}

fn aimed(situation: &Situation<'_>, step: FireStep, order: &Order) -> Option<Aimed> {
    let Order::Fire { target, firers, passing } = order else { return None };
    let aimed = aim(situation.state, step, *target, firers, *passing).ok()?;
    aimed.volley(situation.state).is_ok().then_some(aimed)
}

fn reason(situation: &Situation<'_>, aimed: &Aimed) -> Reason {
    let Ok(volley) = aimed.volley(situation.state) else { return Reason::NothingBetter };
    let spread = odds::fire::volley(&volley);
    let deeds = |shot: odds::fire::Shot| shot.map_or(Vec::new(), |o| volley.deeds(&o));
    let hurts = spread.chance(|shot| deeds(shot).iter().any(|deed| *deed != Deed::ChargeHome));
    let lost = |deed: &Deed| match *deed {
        Deed::LosesStands { stands } | Deed::GunsWrecked { stands } => f64::from(stands),
        _ => 0.0,
    };
    let takes = spread.mean(|shot| deeds(shot).iter().map(lost).sum());
    Reason::Volley { hurts: hurts.as_f64(), takes }
}

/// Who fires at whom, the heaviest volley last.
fn volleys(situation: &Situation<'_>, step: FireStep, skill: &Skill) -> Vec<Decision> {
    let at =
        if skill.allots { allot::by_odds(situation, step) } else { by_points(situation, step) };
    at.into_iter()
        .map(|(target, units)| {
            let firers = units.into_iter().map(Firing::all).collect();
            let order = Order::Fire { target, firers, passing: None };
            Decision::of(order, Reason::NothingBetter)
        })
        .collect()
}

/// Everybody at the target that he has most fire points for, the heaviest volley last.
pub(crate) fn by_points(situation: &Situation<'_>, step: FireStep) -> Vec<(UnitId, Vec<UnitId>)> {
    let mut at: Vec<(UnitId, f64, Vec<UnitId>)> = Vec::new();
    for force in &situation.ours {
        let Some(&(target, points)) = targets(situation, force, step).first() else { continue };
        match at.iter_mut().find(|(known, _, _)| *known == target) {
            Some((_, sum, units)) => {
                *sum += points;
                units.push(force.id);
            }
            None => at.push((target, points, vec![force.id])),
        }
    }
    at.sort_by(|a, b| a.1.total_cmp(&b.1));
    at.into_iter().map(|(target, _, units)| (target, units)).collect()
}

/// The targets of a unit with its points there, the best first: some of its stands look out for all.
pub(crate) fn targets(
    situation: &Situation<'_>,
    force: &Force<'_>,
    step: FireStep,
) -> Vec<(UnitId, f64)> {
    let state = situation.state;
    if force.reach <= 0.0 {
        return Vec::new();
    }
    let Some((_, far)) = situation.nearest(force.at) else { return Vec::new() };
    let charged = state.takes_part(force.id);
    if far > force.reach + force.half + 1000.0 && !charged {
        return Vec::new();
    }
    let ready = state.ready_to_fire(force.id, step);
    let looks: Vec<usize> = match ready.len() {
        0 => return Vec::new(),
        count if force.is_guns() || count <= 3 => (0..count).collect(),
        count => vec![count / 2, 0, count - 1],
    };
    let mut found: Vec<(UnitId, f64)> = Vec::new();
    for look in looks {
        for (target, range) in state.targets_of(force.id, ready[look].1) {
            let reached = force.weapon.is_some_and(|weapon| weapon.band(range).is_some());
            if !reached || state.marks(target).fired_at {
                continue;
            }
            let points = force.points_with(inches(range), 1.0) * preference(situation, target);
            match found.iter_mut().find(|(known, _)| *known == target) {
                Some((_, sum)) => *sum += points,
                None => found.push((target, points)),
            }
        }
    }
    found.iter_mut().for_each(|(_, points)| *points *= force.firing);
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found
}

/// How much a target is to be preferred to another.
fn preference(situation: &Situation<'_>, target: UnitId) -> f64 {
    let Some(enemy) = situation.enemy(target) else { return 0.1 };
    let charges = situation.state.marks(target).charging() != Charging::No;
    let mut wish = if enemy.is_guns() { 0.8 } else { 1.0 };
    if charges {
        wish *= 2.0;
    }
    if enemy.is_broken() {
        wish *= 0.4;
    } else if !enemy.is_steady() {
        wish *= 1.15;
    }
    wish
}

/// Fire at those who passed, by who has nobody else to fire at.
fn passing(situation: &Situation<'_>, step: FireStep) -> Option<Decision> {
    if step != FireStep::Defensive {
        return None;
    }
    let found =
        others(situation.state).into_iter().find(|order| matches!(order, Order::Fire { .. }))?;
    let aimed = aimed(situation, step, &found)?;
    Some(Decision::of(found, reason(situation, &aimed)))
}
