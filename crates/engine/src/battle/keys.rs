//! Key positions: who takes them, and who keeps them (VIC-BASE-KEY-POSITION).

use geometry::{Convex, TOUCH};

use super::event::{Change, Happened, Takes};
use super::state::State;
use super::turn::Turn;
use crate::Order;
use crate::scenario::KeyPosition;
use crate::table::{Moving, Placed, Side, UnitId};

/// Key positions that a unit occupies or has passed through are its army's; not one on which an enemy who
/// holds it still stands.
pub(super) fn touched(turn: &mut Turn<'_>, unit: UnitId, path: &[Moving]) {
    let side = turn.state.unit(unit).side;
    for (key, place) in turn.state.scenario.key_positions.clone().iter().enumerate() {
        if turn.state.holders[key] == Some(side) || is_kept(&turn.state, key, side.enemy()) {
            continue;
        }
        let placed = turn.state.unit(unit);
        let stands = stands_on(place, placed);
        let passed = || {
            let near = &mut |part: &Convex, slack: f64| is_near(place, part, slack);
            path.iter().any(|way| way.sweep.any(near))
        };
        if !placed.stands.is_empty() && (stands || passed()) {
            let how = if stands { Takes::Standing } else { Takes::Passing };
            taken(turn, key, side, Some((unit, how)));
        }
    }
}

/// A unit that goes back of whatever reason takes only what it ends on, unbroken; read otherwise, all that it
/// passes through.
pub(super) fn gone_back(turn: &mut Turn<'_>, unit: UnitId, path: &[Moving]) {
    if turn.state.book.reading("position-gone-back-through") != Some("left") {
        touched(turn, unit, path);
    } else if turn.state.unit(unit).unit.order != Order::Broken {
        touched(turn, unit, &[]);
    }
}

/// A key position has a new holder.
pub(super) fn taken(turn: &mut Turn<'_>, key: usize, side: Side, by: Option<(UnitId, Takes)>) {
    let from = turn.state.holders[key];
    turn.emit(Happened::KeyTaken { key, side, from, by }, vec![Change::Holder { key, side }]);
}

/// At the end of a player turn a key position that its holder has left is the army's that stands on it.
pub(super) fn settled(turn: &mut Turn<'_>) {
    if !may_be_kept(&turn.state) {
        return;
    }
    for key in 0..turn.state.holders.len() {
        let Some(holder) = turn.state.holders[key] else { continue };
        let side = holder.enemy();
        let state = &turn.state;
        let on = stood_on(state, key, side).filter(|_| !is_stood_on(state, key, holder));
        if let Some(unit) = on {
            taken(turn, key, side, Some((unit, Takes::Left)));
        }
    }
}

/// Does a side that holds a key position keep it by standing on it?
fn is_kept(state: &State, key: usize, side: Side) -> bool {
    may_be_kept(state) && state.holders[key] == Some(side) && is_stood_on(state, key, side)
}

fn may_be_kept(state: &State) -> bool {
    state.book.reading("contested-position") == Some("kept")
}

/// Does a side stand on a key position with troops that are not broken, or with guns that have their crews?
fn is_stood_on(state: &State, key: usize, side: Side) -> bool {
    stood_on(state, key, side).is_some()
}

/// Who of a side stands so on a key position.
fn stood_on(state: &State, key: usize, side: Side) -> Option<UnitId> {
    let place = &state.scenario.key_positions[key];
    state.position.ids().find(|unit| {
        let placed = state.unit(*unit);
        let stands =
            || placed.served_stands().iter().any(|s| is_near(place, &Convex::from(*s), 0.0));
        placed.side == side && placed.unit.order != Order::Broken && stands()
    })
}

fn stands_on(place: &KeyPosition, placed: &Placed) -> bool {
    placed.stands.iter().any(|stand| is_near(place, &Convex::from(*stand), 0.0))
}

fn is_near(place: &KeyPosition, base: &Convex, slack: f64) -> bool {
    let reach = f64::from(place.radius.in_thousandths()) + TOUCH;
    base.gap_to(place.at.spot()) - slack <= reach
}
