//! A finite set of orders for the pending decision, every one of which can be given.

use geometry::{Angle, Length, Pose};

use super::answers::shelters;
use super::charges::may_use_steel;
use super::combat::clashes;
use super::deeds::{guns_to_hurt, least};
use super::maneuvers::may_maneuver;
use super::order::{Firing, Order};
use super::passing::passing_shots;
use super::state::State;
use super::task::{FireStep, Task};
use super::turn::beside;
use super::volley::aim;
use crate::Opened;
use crate::formations::Flanks;
use crate::moves::{self, Presenting};
use crate::scenario::{Arriving, Edge};
use crate::sight;
use crate::table::UnitId;

/// Orders that can be given now; never empty while somebody is asked. Free movement cannot be listed: any
/// other order may be legal too.
pub fn options(state: &State) -> Vec<Order> {
    let mut found = Vec::new();
    for unit in subjects(state) {
        found.extend(options_of(state, unit));
    }
    found.extend(others(state));
    found
}

/// The units for which the pending decision has orders of their own.
pub fn subjects(state: &State) -> Vec<UnitId> {
    let Some(asked) = state.asked() else { return Vec::new() };
    match asked.task {
        Task::Declare { group } => group.clone(),
        Task::Maneuvers { group } => {
            let of_group = |unit: &UnitId| {
                let from = state.marks(*unit).origin;
                group.contains(unit) || from.is_some_and(|from| group.contains(&from))
            };
            let own = state.of_side(asked.side).filter(of_group);
            own.filter(|unit| may_maneuver(state, *unit)).collect()
        }
        Task::Fire(step) => {
            state.of_side(asked.side).filter(|unit| state.has_a_target(*unit, *step)).collect()
        }
        _ => Vec::new(),
    }
}

/// The orders of one unit of those.
pub fn options_of(state: &State, unit: UnitId) -> Vec<Order> {
    let Some(asked) = state.asked() else { return Vec::new() };
    let found = match asked.task {
        Task::Declare { .. } => charges_of(state, unit),
        Task::Maneuvers { .. } => maneuvers_of(state, unit),
        Task::Fire(step) => volleys_of(state, *step, unit),
        _ => Vec::new(),
    };
    found.into_iter().filter(|order| state.check(order).is_ok()).collect()
}

/// The orders that belong to no single unit, ending the step among them.
pub fn others(state: &State) -> Vec<Order> {
    let Some(asked) = state.asked() else { return Vec::new() };
    let found = match asked.task {
        Task::Arrivals => entries(state),
        Task::Leaders => attachments(state),
        Task::Checks => checks(state),
        Task::Answer => answers(state),
        Task::Shelter => {
            let shelter = |(unit, stand, host)| Order::Shelter { unit, stand, host };
            shelters(state).into_iter().map(shelter).collect()
        }
        Task::Evade { unit, .. } => {
            let friends = state.of_side(asked.side).map(Some).chain([None]);
            let evade = |behind| Order::Evade { unit: *unit, behind };
            friends.map(evade).chain([Order::Stand { unit: *unit }]).collect()
        }
        Task::Pursue { unit, .. } => {
            vec![Order::Carry { unit: *unit }, Order::PressOn { unit: *unit }]
        }
        Task::MoveLeaders => leader_moves(state),
        Task::Fire(FireStep::Defensive) => passing_volleys(state),
        Task::Combats { .. } => {
            let fight = |clash: super::combat::Clash| Order::Fight { unit: clash.attackers[0] };
            return clashes(state).into_iter().map(fight).collect();
        }
        Task::Hurt { unit, harm, .. } => {
            let pick = |stand| Order::Pick { unit: *unit, stand: Some(stand) };
            guns_to_hurt(state, *unit, *harm).into_iter().map(pick).collect()
        }
        Task::Lose { unit, stands, .. } => {
            let count = state.unit(*unit).stands.len() as u8;
            let from = |first: u8| (first..first + *stands).collect::<Vec<u8>>();
            let pick = |first| Order::Lose { unit: *unit, stands: from(first) };
            (0..=count.saturating_sub(*stands)).map(pick).collect()
        }
        Task::Retreat { unit, how, .. } => {
            let mut found = recalls(state, *unit, least(state, *unit, *how));
            found.push(Order::GoBack { unit: *unit });
            found
        }
        Task::Won { unit, may_stay, .. } => {
            let mut found = recalls(state, *unit, Length::ZERO);
            found.push(Order::Carry { unit: *unit });
            found.extend(may_stay.then_some(Order::Stand { unit: *unit }));
            found
        }
        Task::LowAmmunition { among, .. } => {
            let pick =
                |(unit, stand): &(UnitId, Option<u8>)| Order::Pick { unit: *unit, stand: *stand };
            among.iter().map(pick).collect()
        }
        _ => Vec::new(),
    };
    let mut found: Vec<Order> =
        found.into_iter().filter(|order| state.check(order).is_ok()).collect();
    found.push(Order::Done);
    found
}

/// A few places along its edge for each unit that may choose.
fn entries(state: &State) -> Vec<Order> {
    let bounds = state.position.table.bounds();
    let mut found = Vec::new();
    for arrival in &state.scenario.arrivals {
        let Arriving::Unit(unit) = arrival.who else { continue };
        for eighth in 1..8 {
            let part = f64::from(eighth) / 8.0;
            let (x, y) = (bounds.high.x * part, bounds.high.y * part);
            let spot = match arrival.edge {
                Edge::North => geometry::Spot::new(x, bounds.high.y),
                Edge::South => geometry::Spot::new(x, 0.0),
                Edge::East => geometry::Spot::new(bounds.high.x, y),
                Edge::West => geometry::Spot::new(0.0, y),
            };
            found.push(Order::Enter { unit, at: spot.point() });
        }
    }
    found
}

fn attachments(state: &State) -> Vec<Order> {
    let mut found = Vec::new();
    for leader in state.leaders_on(state.active) {
        let now = state.leader(leader);
        for unit in state.of_side(now.side) {
            found.push(Order::Attach { leader, unit, way: Vec::new() });
        }
        if let Some(unit) = now.attached {
            let placed = state.unit(unit);
            let at = beside(state, placed, now);
            for aside in [0.0, 1500.0, -1500.0] {
                let there = Pose::new(at, placed.anchor.heading).moved(aside, -250.0, Angle::ZERO);
                found.push(Order::Detach { leader, to: there.at });
            }
        }
    }
    found
}

/// For each leader a check of his own units and one of all in his reach; each unit out of command alone.
fn checks(state: &State) -> Vec<Order> {
    let open: Vec<(UnitId, Vec<u16>)> = state
        .of_side(state.active)
        .filter(|unit| !state.marks(*unit).checked && !state.makes_no_check(*unit))
        .map(|unit| (unit, state.leaders_of(unit)))
        .collect();
    let mut found = Vec::new();
    for leader in state.leaders_on(state.active) {
        if state.officer(leader).checked {
            continue;
        }
        let all: Vec<UnitId> =
            open.iter().filter(|(_, by)| by.contains(&leader)).map(|(unit, _)| *unit).collect();
        let own: Vec<UnitId> =
            all.iter().copied().filter(|unit| state.commander(*unit) == Some(leader)).collect();
        if !own.is_empty() && own != all {
            found.push(Order::Check { leader: Some(leader), units: own });
        }
        if !all.is_empty() {
            found.push(Order::Check { leader: Some(leader), units: all });
        }
    }
    for (unit, by) in open {
        if by.is_empty() {
            found.push(Order::Check { leader: None, units: vec![unit] });
        }
    }
    let used = state.usable(state.active).into_iter();
    found.extend(used.map(|(rule, unit)| Order::Use { rule, unit }));
    found
}

/// Each enemy in reach by the plainest way, with and without cold steel.
fn charges_of(state: &State, unit: UnitId) -> Vec<Order> {
    let leave = state.leave(unit);
    let own = state.unit(unit);
    let (book, position) = (&state.book, &state.position);
    if own.stands.is_empty() || leave.list.is_none() || state.marks(unit).charge.is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let steel = may_use_steel(state, &own.unit, true).is_ok();
    let ways: &[bool] = if leave.list == Some(Opened::Tardy) { &[false, true] } else { &[false] };
    let Some(row) = moves::row_of(book, &own.unit) else { return found };
    let far =
        crate::movement::allowance(row, crate::movement::Gait::DoubleQuick, rulebook::Ground::Open);
    for target in state.of_side(own.side.enemy()) {
        if sight::gap(position, unit, target).is_none_or(|gap| gap > far) {
            continue;
        }
        for &disordered in ways {
            let how = (leave, disordered);
            let bend = moves::bends()
                .find(|bend| moves::charge(book, position, unit, target, how, *bend).is_ok());
            let Some(bend) = bend else { continue };
            for steel in [false, true].into_iter().take(1 + usize::from(steel)) {
                found.push(Order::Charge { unit, target, bend, disordered, steel });
            }
        }
    }
    for (how, _) in moves::storm_candidates(book, position, unit, leave) {
        if how.charge.is_some() {
            for steel in [false, true].into_iter().take(1 + usize::from(steel)) {
                found.push(Order::Storm { unit, how: how.clone(), steel });
            }
        }
    }
    found
}

fn answers(state: &State) -> Vec<Order> {
    let mut found = Vec::new();
    for unit in state.of_side(state.active.enemy()) {
        for (charger, _) in state.declared() {
            found.push(Order::Countercharge { unit, charger, steel: false });
            found.push(Order::Countercharge { unit, charger, steel: true });
        }
        found.push(Order::Square { unit });
        let how = Presenting::AsItStands { flanks: Flanks::STRAIGHT };
        found.push(Order::Present { unit, how });
        found.push(Order::RejoinHasty { unit });
    }
    found
}

fn maneuvers_of(state: &State, unit: UnitId) -> Vec<Order> {
    let (book, position) = (&state.book, &state.position);
    let placed = state.unit(unit);
    if placed.unit.is_guns() {
        let mut found = Vec::new();
        for stand in 0..placed.stands.len() as u8 {
            let Some(marks) = state.marks(unit).guns.get(usize::from(stand)) else { continue };
            if marks.moved {
                continue;
            }
            let tried = moves::gun_candidates(book, position, (unit, stand), marks.list);
            found.extend(tried.into_iter().map(|(maneuver, _)| Order::Gun {
                unit,
                stand,
                maneuver,
            }));
            found.push(Order::CrewReturns { unit, stand });
        }
        return found;
    }
    let tried = moves::candidates(book, position, unit, state.leave(unit));
    let mut found: Vec<Order> =
        tried.into_iter().map(|(maneuver, _)| Order::Maneuver { unit, maneuver }).collect();
    let leave = state.leave(unit);
    if state.marks(unit).low_on_ammunition {
        found.push(Order::Maneuver { unit, maneuver: moves::Maneuver::Replenish });
    }
    for (how, _) in moves::storm_candidates(book, position, unit, leave) {
        found.push(Order::Storm { unit, how, steel: false });
    }
    let out = state.detachments().iter().any(|out| out.regiment == unit);
    for (how, _) in moves::sending_candidates(book, position, (unit, out), leave) {
        found.push(Order::Send { unit, how });
    }
    found.push(Order::Rejoin { unit });
    found.push(Order::RunToHorses { unit });
    found
}

fn leader_moves(state: &State) -> Vec<Order> {
    let mut found = Vec::new();
    for leader in state.leaders_on(state.active) {
        let now = state.leader(leader);
        if now.attached.is_none() {
            let ways = moves::leader_candidates(&state.book, &state.position, usize::from(leader));
            found.extend(ways.into_iter().map(|way| Order::MoveLeader { leader, way }));
        }
    }
    found
}

/// The volleys of one unit alone in the pending step of fire; nothing in any other.
pub fn volleys_alone(state: &State, unit: UnitId) -> Vec<Order> {
    let Some(Task::Fire(step)) = state.asked().map(|asked| asked.task) else { return Vec::new() };
    let firers = vec![Firing::all(unit)];
    let fire = |target| Order::Fire { target, firers: firers.clone(), passing: None };
    let found = targets_of(state, *step, unit).into_iter().map(fire);
    found.filter(|order| state.check(order).is_ok()).collect()
}

/// The units that some stand of a unit may fire at.
fn targets_of(state: &State, step: FireStep, unit: UnitId) -> Vec<UnitId> {
    let mut targets: Vec<UnitId> = Vec::new();
    for (_, stand) in state.ready_to_fire(unit, step) {
        let found = state.targets_of(unit, stand).into_iter().map(|(target, _)| target);
        targets.extend(found.filter(|target| !state.marks(*target).fired_at));
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// For each target of a unit its fire alone, and together with all who can.
fn volleys_of(state: &State, step: FireStep, unit: UnitId) -> Vec<Order> {
    let mut found = Vec::new();
    for target in targets_of(state, step, unit) {
        let all = together(state, step, target, unit);
        for units in [vec![unit], all] {
            let firers: Vec<Firing> = units.iter().copied().map(Firing::all).collect();
            let order = Order::Fire { target, firers, passing: None };
            if !found.contains(&order) {
                found.push(order);
            }
        }
    }
    found
}

/// Fire at units as they passed, by those who have no target left; one moment for each pair.
fn passing_volleys(state: &State) -> Vec<Order> {
    let mut seen: Vec<(UnitId, UnitId)> = Vec::new();
    let mut found = Vec::new();
    for (unit, target, moment) in passing_shots(state, Some(24)) {
        if seen.contains(&(unit, target)) || state.has_a_target(unit, FireStep::Defensive) {
            continue;
        }
        seen.push((unit, target));
        let firers = vec![Firing::all(unit)];
        found.push(Order::Fire { target, firers, passing: Some(moment) });
    }
    found
}

/// A unit and as many others as may fire at the target together with it.
fn together(state: &State, step: FireStep, target: UnitId, first: UnitId) -> Vec<UnitId> {
    let mut kept: Vec<UnitId> = vec![first];
    for unit in state.of_side(state.unit(first).side).filter(|unit| *unit != first) {
        let fires = state.ready_to_fire(unit, step).into_iter().any(|(_, stand)| {
            let found = state.targets_of(unit, stand);
            found.into_iter().any(|(enemy, _)| enemy == target)
        });
        if !fires {
            continue;
        }
        kept.push(unit);
        let firers: Vec<Firing> = kept.iter().copied().map(Firing::all).collect();
        if aim(state, step, target, &firers, None).is_err() {
            kept.pop();
        }
    }
    kept
}

/// Some places to recall to.
fn recalls(state: &State, unit: UnitId, least: Length) -> Vec<Order> {
    let found = moves::recall_candidates(&state.book, &state.position, unit, least);
    found.into_iter().map(|(to, _)| Order::Recall { unit, to }).collect()
}
