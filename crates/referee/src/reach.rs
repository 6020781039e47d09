//! What a unit can do from where it stands: its envelope, its maneuvers, its charges.

use engine::Opened;
use engine::battle::{Order, State};
use engine::moves::{self, Leave, Maneuver};
use engine::table::UnitId;
use geometry::Rect;
use library::order::order_text;

use crate::error::{Code, Error};
use crate::place::Place;
use crate::replies::{Candidate, Ray, Reach};
use crate::requests::List;

/// What a unit can do if its check opens a list, or with the one that it did open; bare, only how far it goes.
pub fn reach(state: &State, unit: UnitId, list: Option<List>, bare: bool) -> Result<Reach, Error> {
    let state = match list {
        None => state.clone(),
        Some(list) => with_list(state, unit, opened(list)),
    };
    let marks = state.marks(unit);
    let gun = marks.guns.iter().find_map(|gun| gun.list);
    let Some(list) = marks.list.or(gun) else {
        let name = state.name(unit);
        let message = format!("{name} has no list of maneuvers open: say for which `list`");
        return Err(Error::new(Code::NotChecked, message));
    };
    let guns = state.unit(unit).unit.is_guns();
    let candidates = match (bare, guns) {
        (true, _) => Vec::new(),
        (false, true) => of_guns(&state, unit),
        (false, false) => of_troops(&state, unit),
    };
    Ok(Reach {
        unit: state.name(unit).to_owned(),
        list,
        rays: if guns { Vec::new() } else { rays(&state, unit) },
        candidates,
        charges: if guns || bare { Vec::new() } else { charges(&state, unit) },
    })
}

fn opened(list: List) -> Opened {
    match list {
        List::DoubleQuick => Opened::DoubleQuick,
        List::WellHandled => Opened::WellHandled,
        List::Tardy => Opened::Tardy,
    }
}

/// The battle as if the check of a unit had opened a list and it had not moved.
fn with_list(state: &State, unit: UnitId, list: Opened) -> State {
    let mut state = state.clone();
    let marks = &mut state.marks[unit.place()];
    (marks.checked, marks.list, marks.moved) = (true, Some(list), false);
    for gun in &mut marks.guns {
        (gun.checked, gun.list, gun.moved) = (true, Some(list), false);
    }
    state
}

fn stands(stands: &[Rect]) -> Vec<Place> {
    stands.iter().map(|stand| Place(stand.pose)).collect()
}

/// How far it goes in every direction it may take.
fn rays(state: &State, unit: UnitId) -> Vec<Ray> {
    let rays = moves::envelope(&state.book, &state.position, unit, state.leave(unit));
    let ray = |ray: moves::Ray| {
        let steps = ray.steps;
        let maneuver = Maneuver::Move { steps, disordered: false, refuse: None, frontage: None };
        let plan = state.check_maneuver(unit, &maneuver).ok()?;
        let order = order_text(state, &Order::Maneuver { unit, maneuver });
        Some(Ray { order, to: Place(ray.to), cost: plan.cost.map(|cost| cost.spent()) })
    };
    rays.into_iter().filter_map(ray).collect()
}

fn of_troops(state: &State, unit: UnitId) -> Vec<Candidate> {
    let tried = moves::candidates(&state.book, &state.position, unit, state.leave(unit));
    // Skirmishers and their regiments keep limits of their own, as does a frontage changed before.
    let bound = state.marks(unit).changed_frontage
        || state.detachments().iter().any(|out| out.skirmishers == unit || out.regiment == unit);
    let candidate = |(maneuver, plan): (Maneuver, moves::Plan)| {
        let plan = if bound { state.check_maneuver(unit, &maneuver).ok()? } else { plan };
        let order = order_text(state, &Order::Maneuver { unit, maneuver });
        let cost = plan.cost.map(|cost| cost.spent());
        Some(Candidate { order, cost, stands: stands(&plan.end.stands) })
    };
    tried.into_iter().filter_map(candidate).collect()
}

fn of_guns(state: &State, unit: UnitId) -> Vec<Candidate> {
    let placed = state.unit(unit);
    let mut found = Vec::new();
    for stand in 0..placed.stands.len() as u8 {
        let Some(marks) = state.marks(unit).guns.get(usize::from(stand)) else { continue };
        if marks.moved {
            continue;
        }
        let gun = (unit, stand);
        for (maneuver, plan) in moves::gun_candidates(&state.book, &state.position, gun, marks.list)
        {
            let order = order_text(state, &Order::Gun { unit, stand, maneuver });
            let cost = plan.cost.map(|cost| cost.spent());
            let after = moves::with_gun(placed, stand, &plan);
            found.push(Candidate { order, cost, stands: stands(&after.stands) });
        }
    }
    found
}

/// Each enemy in reach by the plainest way; a Tardy unit charges as a full move disordered as well.
fn charges(state: &State, unit: UnitId) -> Vec<Candidate> {
    let (book, position, leave) = (&state.book, &state.position, state.leave(unit));
    let ways: &[bool] = if leave.list == Some(Opened::Tardy) { &[false, true] } else { &[false] };
    let mut found = Vec::new();
    for &disordered in ways {
        let how: (Leave, bool) = (leave, disordered);
        for (target, _) in moves::charges(book, position, unit, how) {
            let plain = moves::bends().find_map(|bend| {
                Some((bend, moves::charge(book, position, unit, target, how, bend).ok()?))
            });
            let Some((bend, plan)) = plain else { continue };
            let order = Order::Charge { unit, target, bend, disordered, steel: false };
            found.push(Candidate {
                order: order_text(state, &order),
                cost: plan.cost.map(|cost| cost.spent()),
                stands: stands(&plan.end.stands),
            });
        }
    }
    found
}
