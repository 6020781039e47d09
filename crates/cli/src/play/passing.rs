//! Fire at those who passed: the best moment of each way, which no player could guess.

use engine::battle::{FireStep, Firing, Order, Passage, State, Task, aim};
use engine::sight;
use engine::table::UnitId;
use geometry::Rect;
use rulebook::FirePoints;

use super::forecast::Roll;

/// How far apart the moments are that are tried, in thousandths of a step.
const APART: u16 = 250;

/// For each enemy that passed somebody, the volley as it passed that has the most points.
pub fn volleys(state: &State) -> Vec<Order> {
    let step = FireStep::Defensive;
    let asked = state.asked().is_some_and(|asked| *asked.task == Task::Fire(step));
    // It comes before all other fire.
    if !asked || state.marks.iter().any(|marks| marks.fired_at) {
        return Vec::new();
    }
    let ready = |unit: &UnitId| !state.ready_to_fire(*unit, step).is_empty();
    let own: Vec<UnitId> = state.of_side(state.active.enemy()).filter(ready).collect();
    state.of_side(state.active).filter_map(|target| best(state, target, &own)).collect()
}

fn best(state: &State, target: UnitId, own: &[UnitId]) -> Option<Order> {
    let passage = state.marks(target).passage.as_ref()?;
    let legs = passage.path.iter().filter(|way| way.stand == 0).count() as u16;
    let moments = (0..legs * (1000 / APART)).map(|part| part * APART);
    let volley = |moment: u16| {
        let there = stands_at(passage, moment)?;
        let near: Vec<UnitId> =
            own.iter().copied().filter(|unit| was_nearer(state, *unit, target, &there)).collect();
        let (firers, points) = together(state, target, &near, moment)?;
        Some((points, std::cmp::Reverse(moment), firers))
    };
    let best = moments.filter_map(volley).max_by_key(|(points, moment, _)| (*points, *moment));
    let (_, moment, firers) = best?;
    let order = Order::Fire { target, firers, passing: Some(moment.0) };
    // A shot that cannot hurt is not worth a line.
    Roll::of(state, &order)?.may_hurt(state).then_some(order)
}

/// Where the stands of a unit were at a moment of its way.
fn stands_at(passage: &Passage, moment: u16) -> Option<Vec<Rect>> {
    let (leg, part) = (usize::from(moment / 1000), f64::from(moment % 1000) / 1000.0);
    let stands = 0..passage.passing.stands.len();
    let at = |place: usize| {
        let mut ways = passage.path.iter().filter(|way| usize::from(way.stand) == place);
        ways.nth(leg).map(|way| way.sweep.at(part))
    };
    stands.map(at).collect()
}

/// Was a target nearer to a unit than it now is, and in its reach? Only then is it worth a shot.
fn was_nearer(state: &State, unit: UnitId, target: UnitId, there: &[Rect]) -> bool {
    let reach = state.unit(unit).unit.weapon(&state.book).map(|weapon| weapon.reach());
    let then = sight::distance(&state.unit(unit).stands, there);
    let now = sight::gap(&state.position, unit, target);
    then.is_some_and(|then| Some(then) <= reach && now.is_none_or(|now| then < now))
}

/// As many of these units as may fire together at a moment, and their points.
fn together(
    state: &State,
    target: UnitId,
    own: &[UnitId],
    moment: u16,
) -> Option<(Vec<Firing>, FirePoints)> {
    let mut firers: Vec<Firing> = Vec::new();
    let mut points = None;
    for &unit in own {
        firers.push(Firing::all(unit));
        let aimed = aim(state, FireStep::Defensive, target, &firers, Some(moment)).ok();
        let volley = aimed.as_ref().and_then(|aimed| aimed.volley(state).ok());
        match volley.and_then(|volley| volley.full_weight()) {
            Some(weight) => points = Some(weight.points),
            None => {
                firers.pop();
            }
        }
    }
    points.map(|points| (firers, points))
}
