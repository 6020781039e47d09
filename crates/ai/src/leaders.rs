//! Leaders: with a unit that needs them, else where their reach covers most of their command.

use engine::Scripted;
use engine::battle::{Order, State};
use engine::command::commands;
use engine::sight::distance_from_round;
use engine::table::{Leader, UnitId};
use geometry::{Angle, Pose, Spot};
use rulebook::Effect;

use crate::choices::MOST;
use crate::mind::Memory;
use crate::situation::{Force, INCH, Situation, inches};
use crate::skill::Skill;
use crate::{Decision, Reason, checks};

/// Units farther apart than this are not commanded from one place.
const TOGETHER: f64 = 24.0 * INCH;
/// What it costs, in stands, that a leader may fall with the unit he joins.
const RISK: f64 = 0.1;
/// What joining or leaving must be worth.
const WORTH_RIDING: f64 = 0.02;

/// The next leader who joins or leaves a unit.
pub(crate) fn attach(
    situation: &Situation<'_>,
    memory: &mut Memory,
    skill: &Skill,
) -> Option<Decision> {
    while let Some(leader) = waiting(situation, memory) {
        let decision = usual(situation, leader, skill);
        if decision.is_some() {
            return decision;
        }
    }
    None
}

/// What the next leader may do, the usual first: stay as he is, leave his unit, or join one of his command that the enemy is
/// near to. Nothing if all have been thought about.
pub(crate) fn choices(
    situation: &Situation<'_>,
    memory: &mut Memory,
    skill: &Skill,
) -> Option<Vec<Option<Decision>>> {
    let state = situation.state;
    let leader = waiting(situation, memory)?;
    let usual = usual(situation, leader, skill);
    let attached = state.leader(leader).attached;
    let far = |force: &Force<'_>| situation.nearest(force.at).map_or(f64::INFINITY, |(_, far)| far);
    let own = situation.ours.iter().filter(|force| {
        let joins =
            force.placed.unit.is_troops() && !force.is_broken() && Some(force.id) != attached;
        joins && state.is_of_command(leader, force.id) && far(force) < TOGETHER
    });
    let mut own: Vec<(f64, UnitId)> = own.map(|force| (far(force), force.id)).collect();
    own.sort_by(|a, b| a.0.total_cmp(&b.0));
    let attach = |unit: UnitId| {
        let order = Order::Attach { leader, unit, way: Vec::new() };
        Decision::of(order, Reason::Steadies { unit })
    };
    let leaves = attached.and_then(|unit| leave(situation, leader, unit));
    let all = situation.ours.iter().filter(|force| state.is_of_command(leader, force.id)).count();
    let leaves = leaves.map(|order| Decision::of(order, Reason::Commands { units: all, of: all }));
    let mut found = vec![usual];
    let others = own.into_iter().map(|(_, unit)| Some(attach(unit)));
    for other in [None].into_iter().chain(leaves.map(Some)).chain(others) {
        if found.len() >= MOST {
            break;
        }
        let order = other.as_ref().map(|decision| &decision.order);
        let known = found.iter().any(|known| known.as_ref().map(|d| &d.order) == order);
        if !known && order.is_none_or(|order| state.check(order).is_ok()) {
            found.push(other);
        }
    }
    Some(found)
}

/// The next leader who may join or leave a unit and has not thought about it.
fn waiting(situation: &Situation<'_>, memory: &mut Memory) -> Option<u16> {
    let state = situation.state;
    let free = |leader: &u16| {
        !state.officer(*leader).changed
            && state.leader(*leader).at.is_some()
            && !memory.placed.contains(leader)
    };
    let found = state.leaders_on(situation.side).find(free);
    match found {
        Some(leader) => memory.placed.insert(leader),
        None => {
            memory.placed.clear();
            false
        }
    };
    found
}

/// What a leader does without trials.
fn usual(situation: &Situation<'_>, leader: u16, skill: &Skill) -> Option<Decision> {
    if skill.leads { by_odds(situation, leader) } else { by_sight(situation, leader) }
}

/// Whom a leader joins or leaves, by the exact odds of the checks that are to come.
fn by_odds(situation: &Situation<'_>, leader: u16) -> Option<Decision> {
    let state = situation.state;
    let attached = state.leader(leader).attached;
    let of_command = |force: &&Force<'_>| state.is_of_command(leader, force.id);
    let own: Vec<&Force<'_>> = situation.ours.iter().filter(of_command).collect();
    let shaken = |force: &&&Force<'_>| {
        !force.is_steady() && force.placed.unit.is_troops() && Some(force.id) != attached
    };
    let mut orders: Vec<Order> = own
        .iter()
        .filter(shaken)
        .map(|force| Order::Attach { leader, unit: force.id, way: Vec::new() })
        .collect();
    orders.extend(attached.and_then(|unit| leave(situation, leader, unit)));
    let stays = outlook(situation, state, &own);
    let weighed = orders.into_iter().filter_map(|order| {
        let (then, _) = state.apply(&order, &mut Scripted::default()).ok()?;
        let risk = if matches!(order, Order::Attach { .. }) { RISK } else { 0.0 };
        Some((outlook(situation, &then, &own) - risk, order))
    });
    let (value, order) = weighed.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let reason = match &order {
        Order::Attach { unit, .. } => Reason::Steadies { unit: *unit },
        _ => Reason::Commands { units: own.len(), of: own.len() },
    };
    (value > stays + WORTH_RIDING).then(|| Decision::of(order, reason))
}

/// What the checks of some units will come to, in stands, as the leaders are in a state.
fn outlook(situation: &Situation<'_>, state: &State, own: &[&Force<'_>]) -> f64 {
    let troops = own.iter().filter(|force| !force.is_guns());
    let of = |force: &&Force<'_>| {
        let check = state.check_of(force.id, checks::best_leader(state, force));
        let spread = odds::maneuver::check(&state.book, &check);
        let stands = force.placed.stands.len() as f64;
        let far = situation.nearest(force.at).map_or(f64::INFINITY, |(_, far)| far);
        // Who stands well gains a move by his check, who is shaken the order of all his stands.
        let (all, some, none) = match (force.is_steady(), far < 24.0 * INCH) {
            (true, true) => (0.3, 0.15, -0.06 * stands),
            (true, false) => (0.12, 0.06, -0.06 * stands),
            (false, _) => (0.35 * stands, 0.3 * stands, -0.05 * stands),
        };
        spread.mean(|effect: Effect| match effect {
            Effect::DoubleQuick | Effect::WellHandled | Effect::RallyWithElan => all,
            Effect::Tardy | Effect::Rally => some,
            Effect::FallBack | Effect::Wavering | Effect::Shaken => none,
            Effect::Panic => -0.7 * stands,
        })
    };
    troops.map(of).sum()
}

/// Whom a leader joins or leaves, at a glance: a unit that is shaken if the others can do without him.
fn by_sight(situation: &Situation<'_>, leader: u16) -> Option<Decision> {
    let state = situation.state;
    let now = state.leader(leader);
    let own = command(situation, leader);
    let needy = own.iter().filter(|force| !force.is_steady()).count();
    match now.attached {
        Some(unit) => {
            let reduced = inches(state.book.command.reduced);
            let at = now.at.map(|at| at.spot())?;
            let cut_off = own.iter().filter(|force| force.id != unit);
            let cut_off = cut_off.filter(|force| gap(force, at) > reduced).count();
            let steady = situation.own(unit).is_some_and(|force| force.is_steady());
            let order = leave(situation, leader, unit).filter(|_| cut_off > 0 && steady)?;
            let reason = Reason::Commands { units: own.len(), of: own.len() };
            Some(Decision::of(order, reason))
        }
        None if own.len() == 1 || needy > 0 => {
            let unit = join(situation, &own)?;
            let order = Order::Attach { leader, unit, way: Vec::new() };
            let passes = state.check(&order).is_ok();
            passes.then(|| Decision::of(order, Reason::Steadies { unit }))
        }
        None => None,
    }
}

/// The unit that a leader should join, if the others can do without him.
fn join(situation: &Situation<'_>, own: &[&Force<'_>]) -> Option<UnitId> {
    let state = situation.state;
    let reduced = inches(state.book.command.reduced);
    let free = own.iter().filter(|force| state.leader_with(force.id).is_none());
    let need = |force: &Force<'_>| if force.is_steady() { 0.0 } else { force.worth + 1.0 };
    let best = free.max_by(|a, b| need(a).total_cmp(&need(b)))?;
    let alone = own.iter().filter(|force| force.id != best.id);
    let left = alone.filter(|force| gap(force, best.at) > reduced).count();
    (left == 0 || (left <= 1 && need(best) > 3.0)).then_some(best.id)
}

/// A leader leaves his unit, to a place close behind it.
fn leave(situation: &Situation<'_>, leader: u16, unit: UnitId) -> Option<Order> {
    let state = situation.state;
    let placed = state.unit(unit);
    let radius = inches(state.leader(leader).rank.diameter(&state.book.bases)) / 2.0;
    let back = placed.anchor.moved(0.0, placed.rear() - radius - 0.3 * INCH, Angle::ZERO);
    let order = Order::Detach { leader, to: back.at };
    state.check(&order).is_ok().then_some(order)
}

/// The units that a leader commands himself; of an artillery leader all guns.
fn command<'f>(situation: &'f Situation<'f>, leader: u16) -> Vec<&'f Force<'f>> {
    let state = situation.state;
    let own: Vec<&Force<'_>> =
        situation.ours.iter().filter(|force| force.leader == Some(leader)).collect();
    if own.is_empty() {
        return situation.ours.iter().filter(|f| state.is_of_command(leader, f.id)).collect();
    }
    own
}

fn gap(force: &Force<'_>, at: Spot) -> f64 {
    let stands = force.placed.stands.iter();
    stands.map(|stand| inches(stand.distance_to(at.point()))).fold(f64::INFINITY, f64::min)
}

/// The next leader who rides to where he commands more.
pub(crate) fn ride(
    situation: &Situation<'_>,
    memory: &mut Memory,
    skill: &Skill,
) -> Option<Decision> {
    let state = situation.state;
    let leaders: Vec<u16> = state.leaders_on(situation.side).collect();
    for leader in leaders {
        let now = state.leader(leader);
        let (Some(at), None) = (now.at, now.attached) else { continue };
        if state.officer(leader).moved || !memory.placed.insert(leader) {
            continue;
        }
        let wards = wards(situation, leader, skill);
        let forces: Vec<&Force<'_>> = wards.iter().map(|(force, _)| *force).collect();
        let all: f64 = wards.iter().map(|(_, weight)| weight).sum();
        let covers = |spot: Spot| -> f64 {
            let there = Leader { at: Some(spot.point()), ..now.clone() };
            let near = wards.iter().filter(|(force, _)| reaches(situation, &there, force, skill));
            near.map(|(_, weight)| weight).sum()
        };
        let here = covers(at.spot());
        if here >= all - 0.01 {
            continue;
        }
        let mut places: Vec<(f64, f64, Spot)> = places(situation, &forces)
            .into_iter()
            .map(|spot| (covers(spot), spot.minus(at.spot()).size(), spot))
            .filter(|(weight, _, _)| *weight > here)
            .collect();
        places.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        // If nobody can be reached at once, part of the way is something.
        let tried = places.iter().take(4).flat_map(|(_, _, spot)| {
            [1.0, 0.6, 0.3].map(|part| at.spot().plus(spot.minus(at.spot()).times(part)))
        });
        for spot in tried {
            let order = Order::MoveLeader { leader, way: vec![spot.point()] };
            if state.check(&order).is_ok() {
                let there = Leader { at: Some(spot.point()), ..now.clone() };
                let own = command(situation, leader);
                let near = own.iter().filter(|force| reaches(situation, &there, force, skill));
                let reason = Reason::Commands { units: near.count(), of: own.len() };
                return Some(Decision::of(order, reason));
            }
        }
    }
    None
}

/// Would a leader have a unit in his reach there? Who leads well looks whether he sees it.
fn reaches(situation: &Situation<'_>, there: &Leader, force: &Force<'_>, skill: &Skill) -> bool {
    let state = situation.state;
    if skill.leads {
        return commands(&state.book, &state.position, there, force.id, state.weather()).is_some();
    }
    let reach = inches(state.book.command.radius) - 0.5 * INCH;
    let size = there.rank.diameter(&state.book.bases);
    let gap = there.at.and_then(|at| distance_from_round(at, size, &force.placed.stands));
    gap.is_some_and(|gap| inches(gap) <= reach)
}

/// Whom a leader should have in his reach, and how much it matters: his own; and for who leads well the shaken
/// more than the steady, and those whom nobody else reaches.
fn wards<'f>(
    situation: &'f Situation<'f>,
    leader: u16,
    skill: &Skill,
) -> Vec<(&'f Force<'f>, f64)> {
    let state = situation.state;
    if !skill.leads {
        return command(situation, leader).into_iter().map(|force| (force, 1.0)).collect();
    }
    let guns_only = state.leader(leader).of_artillery;
    let weighed =
        situation.ours.iter().filter(|force| !guns_only || force.is_guns()).map(|force| {
            let own = force.leader == Some(leader);
            let others = || state.leaders_of(force.id).into_iter().any(|other| other != leader);
            let weight = match (own, force.is_guns()) {
                (true, false) => 1.0,
                (true, true) => 0.6,
                (false, _) if others() => 0.0,
                (false, false) => 0.5,
                (false, true) => 0.25,
            };
            (force, if force.is_steady() { weight } else { 2.0 * weight })
        });
    weighed.filter(|(_, weight)| *weight > 0.0).collect()
}

/// Places for a leader: close behind each of his units, and behind the middle of each pair.
fn places(situation: &Situation<'_>, own: &[&Force<'_>]) -> Vec<Spot> {
    let behind = |force: &&Force<'_>| {
        let pose: Pose = force.placed.anchor;
        pose.moved(0.0, -2.5 * INCH, Angle::ZERO).at.spot()
    };
    let singles: Vec<Spot> = own.iter().map(behind).collect();
    let mut found = singles.clone();
    for (place, one) in singles.iter().enumerate() {
        let near = singles[place + 1..].iter().filter(|other| other.minus(*one).size() < TOGETHER);
        found.extend(near.map(|other| one.plus(*other).times(0.5)));
    }
    let safe = |spot: &Spot| situation.nearest(*spot).is_none_or(|(_, far)| far > 3.0 * INCH);
    found.retain(safe);
    found
}
