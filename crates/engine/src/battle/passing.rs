//! Fire at units as they pass: where they were at a moment of their way, and who could hit them.

use geometry::{Bounds, Length, Rect, Sweep};

use super::maneuvers::gone;
use super::refusal::{NotNow, Refusal};
use super::shooters::hits;
use super::state::{Passage, State};
use super::task::FireStep;
use super::volley::side_of;
use crate::table::{Position, UnitId};

/// Moments of a way, in thousandths, at which fire at passing units is tried.
const MOMENTS: [u16; 8] = [0, 125, 250, 375, 500, 625, 750, 875];

/// What rounding to the grid can do to a box around a way, in thousandths, and more.
const NARROWLY: f64 = 100.0;

/// Shots at units as they passed: who could fire at whom, and at what moment; at most so many.
pub(super) fn passing_shots(state: &State, most: Option<usize>) -> Vec<(UnitId, UnitId, u16)> {
    let mut found = Vec::new();
    if state.marks.iter().any(|marks| marks.fired_at) {
        return found;
    }
    let step = FireStep::Defensive;
    let side = side_of(state, step);
    let firers: Vec<(UnitId, Vec<(u8, Rect)>)> = state
        .of_side(side)
        .map(|unit| (unit, state.ready_to_fire(unit, step)))
        .filter(|(_, ready)| !ready.is_empty())
        .collect();
    let reach = |unit: UnitId| {
        let weapon = state.unit(unit).unit.weapon(&state.book);
        f64::from(weapon.map_or(Length::ZERO, |weapon| weapon.reach()).in_thousandths())
    };
    let reaches = |unit: UnitId, ready: &[(u8, Rect)], there: Bounds| {
        ready.iter().any(|(_, stand)| stand.bounds().grown(reach(unit)).meets(there))
    };
    for target in state.of_side(side.enemy()) {
        let Some(passage) = &state.marks(target).passage else { continue };
        // Who only changed his formation is fired at as he was.
        let way = passage.path.iter().map(|way| way.sweep.bounds());
        let way = way.chain(passage.passing.bounds()).reduce(Bounds::and);
        let way = way.map(|way| way.grown(NARROWLY));
        if !way.is_some_and(|way| firers.iter().any(|(unit, ready)| reaches(*unit, ready, way))) {
            continue;
        }
        let moments = if passage.path.is_empty() { &MOMENTS[..1] } else { &MOMENTS[..] };
        for &moment in moments {
            let Ok(position) = passing_by(state, step, target, moment) else { continue };
            let Some(there) = position.unit(target).bounds() else { continue };
            for (unit, ready) in &firers {
                let reach = reach(*unit);
                let hit = ready.iter().any(|(_, stand)| {
                    stand.bounds().grown(reach).meets(there)
                        && hits(state, &position, (*unit, *stand), target, true).is_some()
                });
                if hit {
                    found.push((*unit, target, moment));
                }
                if most.is_some_and(|most| found.len() >= most) {
                    return found;
                }
            }
        }
    }
    found
}

/// The position with the target where it was at a moment of its way.
pub(super) fn passing_by(
    state: &State,
    step: FireStep,
    target: UnitId,
    moment: u16,
) -> Result<Position, Refusal> {
    let rule = "CHG-BASE-PASS-THROUGH";
    let refused = |why| Refusal::now(why, rule);
    if step != FireStep::Defensive {
        return Err(refused(NotNow::DidNotPass));
    }
    if state.marks.iter().any(|marks| marks.fired_at) {
        return Err(refused(NotNow::PassingFirst));
    }
    let Some(passage) = &state.marks(target).passage else {
        return Err(refused(NotNow::DidNotPass));
    };
    let mut ghost = passage.passing.clone();
    ghost.unit.order = state.unit(target).unit.order;
    let moment = moment.min(1000);
    for (place, stand) in ghost.stands.iter_mut().enumerate() {
        if let Some(there) = on_its_way(passage, place as u8, moment) {
            *stand = there;
        }
    }
    let front = ghost.front_rank();
    if let (Some(first), Some(last)) = (front.first(), front.last()) {
        let (a, b) = (first.front(), last.front());
        let middle = a.plus(b.minus(a).times(0.5)).point();
        ghost.anchor = geometry::Pose::new(middle, first.pose.heading);
    }
    let mut position = state.position.supposing(target, ghost);
    // Skirmishers sent out this turn were not there yet.
    for out in state.detachments().into_iter().filter(|out| out.regiment == target) {
        if state.marks(out.skirmishers).redeployed {
            position.set(out.skirmishers, gone(state.unit(out.skirmishers)));
        }
    }
    Ok(position)
}

/// Where a stand was when so many thousandths of the way were done. Stands that make the same steps
/// make them together; in a column each follows the track by itself.
fn on_its_way(passage: &Passage, stand: u8, moment: u16) -> Option<Rect> {
    let ways = |of: u8| -> Vec<Sweep> {
        let own = passage.path.iter().filter(move |way| way.stand == of);
        own.map(|way| way.sweep).collect()
    };
    let own = ways(stand);
    let count = passage.passing.stands.len() as u8;
    let all: Vec<Vec<Sweep>> = (0..count).map(ways).collect();
    let together = all.iter().all(|one| one.len() == own.len());
    let far = |way: &[Sweep]| way.iter().map(length).sum::<f64>();
    let lead = if together {
        all.iter().max_by(|a, b| far(a).total_cmp(&far(b)))?.clone()
    } else {
        own.clone()
    };
    let mut left = far(&lead) * f64::from(moment) / 1000.0;
    for (leg, sweep) in lead.iter().enumerate() {
        let long = length(sweep);
        if left <= long || leg + 1 == lead.len() {
            let part = if long > 0.0 { (left / long).min(1.0) } else { 1.0 };
            return own.get(leg).map(|own| own.at(part));
        }
        left -= long;
    }
    None
}

/// How far a stand goes in a sweep, by its middle.
fn length(sweep: &Sweep) -> f64 {
    let (from, to) = (sweep.start().pose.at.spot(), sweep.at(1.0).pose.at.spot());
    to.minus(from).size()
}
