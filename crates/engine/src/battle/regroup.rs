//! Gun stands that have drawn apart are units of their own until they close up again.

use geometry::{Pose, Rect};

use super::event::{Change, Happened, Regrouped};
use super::maneuvers::{empty_slot, gone};
use super::state::{GunMarks, Marks, State, Whereabouts};
use super::turn::Turn;
use crate::GunRole;
use crate::formations::Shape;
use crate::moves::parts;
use crate::table::{GunStand, Placed, UnitId};

/// A gun stand with everything that is marked on it.
#[derive(Clone, Copy)]
struct Gun {
    stand: Rect,
    gun: GunStand,
    marks: GunMarks,
}

/// Regroups every artillery unit whose stands have drawn apart or closed up.
pub(super) fn all(turn: &mut Turn<'_>) {
    let batteries: Vec<UnitId> = turn
        .state
        .position
        .ids()
        .filter(|id| turn.state.unit(*id).unit.is_guns() && turn.state.marks(*id).origin.is_none())
        .collect();
    for battery in batteries {
        regroup(turn, battery);
    }
}

/// The units that are parts of one battery and on the table.
fn family(state: &State, battery: UnitId) -> Vec<UnitId> {
    let of = |id: &UnitId| *id == battery || state.marks(*id).origin == Some(battery);
    state.position.ids().filter(of).filter(|id| !state.unit(*id).stands.is_empty()).collect()
}

fn regroup(turn: &mut Turn<'_>, battery: UnitId) {
    let state = &turn.state;
    let members = family(state, battery);
    if members.is_empty() {
        return;
    }
    let mut guns: Vec<Gun> = Vec::new();
    let mut now: Vec<Vec<usize>> = Vec::new();
    for &member in &members {
        let (placed, marks) = (state.unit(member), state.marks(member));
        let from = guns.len();
        for (place, stand) in placed.stands.iter().enumerate() {
            let gun = placed.guns.get(place).copied().unwrap_or_default();
            let marks = marks.guns.get(place).copied().unwrap_or_default();
            guns.push(Gun { stand: *stand, gun, marks });
        }
        now.push((from..guns.len()).collect());
    }
    let mut together = state.unit(members[0]).clone();
    together.stands = guns.iter().map(|gun| gun.stand).collect();
    let wanted: Vec<Vec<usize>> = parts(&together)
        .into_iter()
        .map(|(_, stands)| stands.into_iter().map(usize::from).collect())
        .collect();
    if wanted.len() == now.len() && wanted.iter().all(|part| now.contains(part)) {
        return;
    }
    split(turn, battery, &members, &guns, &wanted);
}

/// Gives each part a unit: those that are there first, then places that are free, then new ones.
fn split(
    turn: &mut Turn<'_>,
    battery: UnitId,
    members: &[UnitId],
    guns: &[Gun],
    wanted: &[Vec<usize>],
) {
    let template = turn.state.unit(members[0]).clone();
    let seen = turn.state.marks(members[0]).clone();
    let name = turn.state.scenario.position.unit(battery).unit.name.clone();
    // The battery keeps its own place if any of its stands is left in it.
    let mut homes: Vec<UnitId> = members.to_vec();
    if !homes.contains(&battery) {
        homes.insert(0, battery);
    }
    for (place, part) in wanted.iter().enumerate() {
        let part: Vec<Gun> = part.iter().map(|at| guns[*at]).collect();
        let mut placed = of_guns(&template, &part);
        let home = homes.get(place).copied().or_else(|| empty_slot(&turn.state, battery));
        let is_battery = home == Some(battery);
        placed.unit.name = match home {
            Some(home) if is_battery || home == battery => name.clone(),
            // A section keeps the name it was given: no two units ever share one.
            Some(home) => turn.state.unit(home).unit.name.clone(),
            None => format!("{name}, section {}", sections(&turn.state, battery) + 2).into(),
        };
        placed.unit.leader_attached =
            home.is_some_and(|home| turn.state.leader_with(home).is_some());
        let mut marks = match home {
            Some(home) if members.contains(&home) => turn.state.marks(home).clone(),
            _ => Marks { charge: None, passage: None, ..seen.clone() },
        };
        marks.whereabouts = Whereabouts::OnTable;
        marks.origin = if is_battery { None } else { Some(battery) };
        marks.guns = part.iter().map(|gun| gun.marks).collect();
        marks.checked = part.iter().all(|gun| gun.marks.checked);
        let (placed, marks) = (Box::new(placed), Box::new(marks));
        let changes = match home {
            Some(unit) => {
                let mut changes = turn.put(unit, *placed);
                changes.push(Change::Marks { unit, marks });
                changes
            }
            None => vec![Change::Raised { placed, marks }],
        };
        let unit = home.unwrap_or(UnitId(turn.state.position.units().len() as u16));
        let known = is_battery || home.is_some_and(|home| members.contains(&home));
        let how = if known { Regrouped::Kept } else { Regrouped::Apart(battery) };
        turn.emit(Happened::Regroups { unit, how }, changes);
    }
    for &unit in homes.iter().skip(wanted.len()) {
        let placed = Box::new(gone(turn.state.unit(unit)));
        let marks = turn.marked(unit, |marks| {
            marks.whereabouts = Whereabouts::Rejoined;
            marks.passage = None;
        });
        let how = Regrouped::Back(battery);
        turn.emit(Happened::Regroups { unit, how }, vec![Change::Unit { unit, placed }, marks]);
        if let Some(leader) = turn.state.leader_with(unit) {
            let now = crate::table::Leader { attached: None, ..turn.state.leader(leader).clone() };
            turn.emit(Happened::Goes, vec![Change::Leader { leader, now: Box::new(now) }]);
        }
    }
}

/// How many sections a battery has ever had apart from it.
fn sections(state: &State, battery: UnitId) -> usize {
    state.marks.iter().filter(|marks| marks.origin == Some(battery)).count()
}

/// A unit of these guns.
fn of_guns(template: &Placed, guns: &[Gun]) -> Placed {
    let mut placed = template.clone();
    placed.stands = guns.iter().map(|gun| gun.stand).collect();
    placed.guns = guns.iter().map(|gun| gun.gun).collect();
    placed.shape = Shape::Apart { stands: placed.stands.iter().map(|s| s.pose).collect() };
    if let Some(first) = placed.stands.first() {
        placed.anchor = Pose::new(first.front().point(), first.pose.heading);
    }
    placed.unit.strength.stands = guns.len() as u8;
    settle(&mut placed);
    placed
}

/// What half of the stands have counts for the unit; one stand alone is a section.
pub(super) fn settle(placed: &mut Placed) {
    crate::moves::settle(placed);
    let count = placed.guns.len();
    placed.unit.guns.role = if count > 1 { GunRole::Battery } else { GunRole::Section };
}
