//! Leaders: with a unit that needs them, else where their reach covers most of their command.

use engine::battle::Order;
use engine::sight::distance_from_round;
use engine::table::UnitId;
use geometry::{Angle, Pose, Spot};

use crate::mind::Memory;
use crate::situation::{Force, INCH, Situation, inches};
use crate::{Decision, Reason};

/// The next leader who joins or leaves a unit.
pub(crate) fn attach(situation: &Situation<'_>, memory: &mut Memory) -> Option<Decision> {
    let state = situation.state;
    let leaders: Vec<u16> = state.leaders_on(situation.side).collect();
    for leader in leaders {
        let now = state.leader(leader);
        if state.officer(leader).changed || now.at.is_none() || !memory.placed.insert(leader) {
            continue;
        }
        let own = command(situation, leader);
        let needy = own.iter().filter(|force| !force.is_steady()).count();
        match now.attached {
            Some(unit) => {
                let reduced = inches(state.book.command.reduced);
                let at = now.at.map(|at| at.spot())?;
                let cut_off = own.iter().filter(|force| force.id != unit);
                let cut_off = cut_off.filter(|force| gap(force, at) > reduced).count();
                let steady = situation.own(unit).is_some_and(|force| force.is_steady());
                if cut_off > 0
                    && steady
                    && let Some(order) = leave(situation, leader, unit)
                {
                    let reason = Reason::Commands { units: own.len(), of: own.len() };
                    return Some(Decision::of(order, reason));
                }
            }
            None if own.len() == 1 || needy > 0 => {
                let unit = join(situation, &own)?;
                let order = Order::Attach { leader, unit, way: Vec::new() };
                if state.check(&order).is_ok() {
                    return Some(Decision::of(order, Reason::Steadies { unit }));
                }
            }
            None => {}
        }
    }
    memory.placed.clear();
    None
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
    let corners = placed.stands.iter().flat_map(|stand| stand.corners());
    let rear = corners.map(|corner| placed.anchor.local(corner).y).fold(0.0, f64::min);
    let back = placed.anchor.moved(0.0, rear - radius - 0.3 * INCH, Angle::ZERO);
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
pub(crate) fn ride(situation: &Situation<'_>, memory: &mut Memory) -> Option<Decision> {
    let state = situation.state;
    let leaders: Vec<u16> = state.leaders_on(situation.side).collect();
    for leader in leaders {
        let now = state.leader(leader);
        let (Some(at), None) = (now.at, now.attached) else { continue };
        if state.officer(leader).moved || !memory.placed.insert(leader) {
            continue;
        }
        let own = command(situation, leader);
        if own.is_empty() {
            continue;
        }
        let size = now.rank.diameter(&state.book.bases);
        let reach = inches(state.book.command.radius) - 0.5 * INCH;
        let covers = |spot: Spot| {
            let near = own.iter().filter(|force| {
                let gap = distance_from_round(spot.point(), size, &force.placed.stands);
                gap.is_some_and(|gap| inches(gap) <= reach)
            });
            near.count()
        };
        let here = covers(at.spot());
        if here == own.len() {
            continue;
        }
        let mut places: Vec<(usize, f64, Spot)> = places(situation, &own)
            .into_iter()
            .map(|spot| (covers(spot), spot.minus(at.spot()).size(), spot))
            .filter(|(count, _, _)| *count > here)
            .collect();
        places.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)));
        // If nobody can be reached at once, part of the way is something.
        let tried = places.iter().take(4).flat_map(|(count, _, spot)| {
            [1.0, 0.6, 0.3].map(|part| {
                let way = spot.minus(at.spot()).times(part);
                (*count, at.spot().plus(way))
            })
        });
        for (count, spot) in tried {
            let order = Order::MoveLeader { leader, way: vec![spot.point()] };
            if state.check(&order).is_ok() {
                let reason = Reason::Commands { units: count, of: own.len() };
                return Some(Decision::of(order, reason));
            }
        }
    }
    None
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
        found.extend(singles[place + 1..].iter().map(|other| one.plus(*other).times(0.5)));
    }
    let safe = |spot: &Spot| situation.nearest(*spot).is_none_or(|(_, far)| far > 3.0 * INCH);
    found.retain(safe);
    found
}
