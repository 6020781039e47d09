//! Why nobody of a group is asked for a charge, though an enemy is not far (CHG-BASE-DECLARE).

use geometry::{Length, Rect, Spot};
use rulebook::{Ground, named};

use super::cause::Because;
use super::charges;
use super::event::Happened;
use super::options::options_of;
use super::state::State;
use super::task::Task;
use super::turn::Turn;
use crate::movement::{Gait, allowance};
use crate::moves;
use crate::sight;
use crate::table::UnitId;
use crate::words::capital_off;
use crate::{Formation, Opened, Order};

named! {
    /// What keeps a unit from charging.
    pub enum Unable {
        /// No enemy is within its move.
        OutOfReach = "out-of-reach",
        /// It does not see the enemy who is.
        OutOfSight = "out-of-sight",
        /// It sees him, and the ground on the way makes its charge too short.
        Slowed = "slowed",
        /// It sees him, and somebody or something stands in every way.
        Barred = "barred",
        /// It sees him, and is turned too far away from him.
        Turned = "turned",
        /// It sees him, and no way leads there.
        NoWay = "no-way",
        /// Its check opens no maneuver.
        NoManeuver = "no-maneuver",
        /// It is broken.
        Broken = "broken",
        /// Its formation does not charge.
        Formation = "formation",
        /// Such horse does not charge with so poor a check.
        Skittish = "skittish",
        /// A rule of the battle.
        Scenario = "scenario",
    }
}

impl Unable {
    /// What is said of one unit, and of several.
    fn told(self, one: bool) -> &'static str {
        match (self, one) {
            (Unable::OutOfReach, true) => "has no enemy within its move",
            (Unable::OutOfReach, false) => "have no enemy within their move",
            (Unable::OutOfSight, true) => "does not see the enemy in its reach",
            (Unable::OutOfSight, false) => "do not see the enemy in their reach",
            (Unable::Slowed, true) => {
                "sees an enemy in its reach, but the ground on the way makes its charge too short"
            }
            (Unable::Slowed, false) => {
                "see enemies in their reach, but the ground on the way makes their charges too short"
            }
            (Unable::Barred, true) => {
                "sees an enemy in its reach, but others or the ground bar every way to him"
            }
            (Unable::Barred, false) => {
                "see enemies in their reach, but others or the ground bar every way to them"
            }
            (Unable::Turned, true) => {
                "sees an enemy in its reach, but faces away from him by more than the one wheel or oblique \
                 of 45° with which a charge may begin"
            }
            (Unable::Turned, false) => {
                "see enemies in their reach, but face away from them by more than the one wheel or oblique \
                 of 45° with which a charge may begin"
            }
            (Unable::NoWay, true) => {
                "sees an enemy in its reach, but no way with one bend at its start leads to him"
            }
            (Unable::NoWay, false) => {
                "see enemies in their reach, but no way with one bend at its start leads to them"
            }
            (Unable::NoManeuver, true) => "has no maneuver after its check",
            (Unable::NoManeuver, false) => "have no maneuver after their check",
            (Unable::Broken, true) => "is broken",
            (Unable::Broken, false) => "are broken",
            (Unable::Formation, true) => "is in a formation that does not charge",
            (Unable::Formation, false) => "are in formations that do not charge",
            (Unable::Skittish, true) => "is horse that does not charge after such a check",
            (Unable::Skittish, false) => "are horse that does not charge after such a check",
            (Unable::Scenario, true) => "may not charge by a rule of this battle",
            (Unable::Scenario, false) => "may not charge by a rule of this battle",
        }
    }
}

/// Tells why nobody of a group can charge, if nobody does and one of them would have an enemy in the reach
/// of the longest charge.
pub(super) fn tell(turn: &mut Turn<'_>, group: &[UnitId]) {
    let state = &turn.state;
    let near = |unit: &UnitId| within(state, *unit, Gait::DoubleQuick).is_some();
    if let Some(what) = nobody(state, group, |unit| (unable(state, unit), None))
        .filter(|_| troops(state, group).any(|id| near(&id)))
    {
        turn.emit(what, Vec::new());
    }
}

/// Why nobody of those who are asked for a charge can declare one; nothing if one can, or does. Every way is
/// tried for it, so it is for who reads the log of a battle and not for who plays thousands.
pub fn no_way_to_charge(state: &State) -> Option<Happened> {
    let Task::Declare { group } = state.asked()?.task else { return None };
    let can = |unit: &UnitId| !options_of(state, *unit).is_empty();
    let why = |unit| match unable(state, unit) {
        Unable::NoWay => no_way(state, unit),
        other => (other, None),
    };
    nobody(state, group, why).filter(|_| !group.iter().any(can))
}

/// What is in the way of a charge: at which enemy it would be, and what refuses it.
type Bar = (UnitId, moves::Refusal);

/// What keeps a unit from the enemies that it sees within its move: every way that one bend leaves is tried,
/// the nearest enemy first.
fn no_way(state: &State, unit: UnitId) -> (Unable, Option<Bar>) {
    let (book, position, leave) = (&state.book, &state.position, state.leave(unit));
    let how = (leave, leave.list == Some(Opened::Tardy));
    let enemies = state.of_side(state.unit(unit).side.enemy());
    let seen = enemies.filter(|enemy| sight::unit_sees(position, unit, *enemy).is_ok());
    let mut seen: Vec<UnitId> = seen.collect();
    seen.sort_by_key(|enemy| (sight::gap(position, unit, *enemy), *enemy));
    let far = open_move(state, unit, charges::gait(leave));
    let mut near = seen
        .iter()
        .filter(|enemy| {
            far.is_none_or(|far| sight::gap(position, unit, **enemy).is_some_and(|gap| gap <= far))
        })
        .peekable();
    let turned = near.peek().is_some() && near.all(|enemy| is_turned_from(state, unit, *enemy));
    let refused = seen.into_iter().flat_map(|enemy| {
        let way =
            move |bend| Some((enemy, moves::charge(book, position, unit, enemy, how, bend).err()?));
        moves::bends().filter_map(way)
    });
    let refused: Vec<Bar> = refused.collect();
    let slowed = |refusal: &moves::Refusal| matches!(refusal, moves::Refusal::TooFar { ground, .. } if *ground != Ground::Open);
    let barred = |refusal: &moves::Refusal| matches!(refusal, moves::Refusal::Blocked(_));
    let find = |is: fn(&moves::Refusal) -> bool| refused.iter().find(|(_, why)| is(why)).cloned();
    match (find(slowed), find(barred)) {
        (Some(bar), _) => (Unable::Slowed, Some(bar)),
        (None, Some(bar)) => (Unable::Barred, Some(bar)),
        (None, None) if turned => (Unable::Turned, None),
        (None, None) => {
            // How far he is by the shortest of the ways that meet him; else that none does.
            let far = |(_, why): &&Bar| match why {
                moves::Refusal::TooFar { needs, .. } => *needs,
                _ => Length::thousandths(i32::MAX),
            };
            (Unable::NoWay, refused.iter().min_by_key(far).cloned())
        }
    }
}

/// Is no stand of an enemy within 45 degrees of where a unit faces, from any of its own?
fn is_turned_from(state: &State, unit: UnitId, enemy: UnitId) -> bool {
    let ahead = |from: &Rect, to: &Rect| {
        let way = to.nearest(from.pose.at.spot()).minus(from.pose.at.spot());
        let (sin, cos) = from.pose.heading.sin_cos();
        way.dot(Spot::new(sin, cos)) >= way.size() * std::f64::consts::FRAC_1_SQRT_2
    };
    let (own, theirs) = (&state.unit(unit).stands, &state.unit(enemy).stands);
    !own.iter().any(|from| theirs.iter().any(|to| ahead(from, to)))
}

/// The troops of a group.
fn troops(state: &State, group: &[UnitId]) -> impl Iterator<Item = UnitId> {
    let there = |unit: &UnitId| {
        let placed = state.unit(*unit);
        placed.unit.is_troops() && !placed.stands.is_empty()
    };
    group.iter().copied().filter(there)
}

/// That nobody of a group charges, with what keeps each; nothing if one does.
fn nobody(
    state: &State,
    group: &[UnitId],
    keeps: impl Fn(UnitId) -> (Unable, Option<Bar>),
) -> Option<Happened> {
    if group.iter().any(|unit| state.marks(*unit).charge.is_some()) {
        return None;
    }
    let mut why: Vec<(Unable, Vec<UnitId>)> = Vec::new();
    let mut bars = Vec::new();
    for unit in troops(state, group) {
        let (unable, bar) = keeps(unit);
        bars.extend(bar.map(|(enemy, refusal)| (unit, enemy, refusal)));
        match why.iter_mut().find(|(known, _)| *known == unable) {
            Some((_, units)) => units.push(unit),
            None => why.push((unable, vec![unit])),
        }
    }
    why.sort_by_key(|(unable, _)| *unable);
    Some(Happened::NobodyCharges { side: state.active, why, bars })
}

fn unable(state: &State, unit: UnitId) -> Unable {
    let placed = state.unit(unit);
    let leave = state.leave(unit);
    let marching = matches!(placed.unit.formation, Formation::MarchColumn | Formation::Garrison);
    if placed.unit.order == Order::Broken {
        Unable::Broken
    } else if leave.list.is_none() {
        Unable::NoManeuver
    } else if marching || placed.unit.formation.is_square() || placed.unit.presenting {
        Unable::Formation
    } else if moves::may_charge(&state.book, &placed.unit, leave).is_err() {
        Unable::Skittish
    } else if state.may_charge_here(unit, false).is_err() {
        Unable::Scenario
    } else if charges::may_reach(state, unit) {
        Unable::NoWay
    } else if within(state, unit, charges::gait(leave)).is_some() {
        Unable::OutOfSight
    } else {
        Unable::OutOfReach
    }
}

/// An enemy within the move of a unit over open ground.
fn within(state: &State, unit: UnitId, gait: Gait) -> Option<UnitId> {
    let far = open_move(state, unit, gait)?;
    let near =
        |enemy: &UnitId| sight::gap(&state.position, unit, *enemy).is_some_and(|gap| gap <= far);
    state.of_side(state.unit(unit).side.enemy()).find(near)
}

/// How far a unit goes over open ground.
fn open_move(state: &State, unit: UnitId, gait: Gait) -> Option<Length> {
    Some(allowance(moves::row_of(&state.book, &state.unit(unit).unit)?, gait, Ground::Open))
}

impl State {
    /// Why nobody charges, as a sentence.
    pub(super) fn nobody_charges_told(&self, why: &[(Unable, Vec<UnitId>)]) -> String {
        let each = why.iter().map(|(why, units)| {
            format!("{} {}", self.some_names(units), why.told(units.len() == 1))
        });
        format!("No charge: {}.", each.collect::<Vec<_>>().join("; "))
    }

    /// What is in the way of each who sees an enemy and cannot come to him.
    pub(super) fn why_barred(&self, bars: &[(UnitId, UnitId, moves::Refusal)]) -> Vec<Because> {
        let told = |(unit, enemy, refusal): &(UnitId, UnitId, moves::Refusal)| Because {
            label: format!(
                "{} at {}: {}",
                self.name(*unit),
                self.name(*enemy),
                match refusal {
                    moves::Refusal::Forbidden { why: moves::Why::OutOfReach, .. } => {
                        "straight on, and with every wheel up to 45°, it passes him by or stops short".to_owned()
                    }
                    _ => capital_off(refusal.told(&self.position).trim_end_matches('.')),
                }
            ),
            rule: refusal.rule(),
        };
        bars.iter().map(told).collect()
    }
}
