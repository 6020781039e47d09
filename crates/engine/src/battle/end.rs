//! How a player turn begins and ends, and the battle.

use super::event::{Change, Happened};
use super::regroup;
use super::sequence::{given_up, player_turn};
use super::state::{Officer, Over, Phase, State, Victory, Whereabouts};
use super::task::Task;
use super::turn::Turn;
use super::{deeds, keys, leaders, special};
use crate::Formation;
use crate::moves;
use crate::table::{Lost, Side, UnitId};

/// A player turn begins: last turn's marks are gone.
pub(super) fn begin_turn(turn: &mut Turn<'_>) {
    regroup::all(turn);
    let state = &turn.state;
    let (number, side) = (state.turn, state.active);
    let mut changes = vec![Change::Phase(Phase::Maneuver), Change::Sight(state.sight_in(number))];
    for unit in state.position.ids() {
        let marks = Box::new(state.marks(unit).fresh(state.unit(unit)));
        changes.push(Change::Marks { unit, marks });
    }
    for leader in state.leaders_on(side) {
        let now = Officer { checked: false, changed: false, moved: false, ..state.officer(leader) };
        changes.push(Change::Officer { leader, now });
    }
    turn.emit(Happened::TurnBegins { turn: number, side }, changes);
    special::begin_turn(turn);
    for task in player_turn().into_iter().rev() {
        turn.push(task);
    }
}

/// A player turn ends: abandoned guns are taken, hasty squares stand, the other side is next.
pub(super) fn end_turn(turn: &mut Turn<'_>) {
    guns_taken(turn);
    let hasty: Vec<UnitId> = turn
        .state
        .position
        .ids()
        .filter(|id| turn.state.unit(*id).unit.formation == Formation::HastySquare)
        .collect();
    for unit in hasty {
        let mut placed = turn.state.unit(unit).clone();
        placed.unit.formation = Formation::Square;
        let change = Change::Unit { unit, placed: Box::new(placed) };
        turn.emit(Happened::Goes, vec![change]);
    }
    leaders::remount(turn);
    keys::settled(turn);
    let state = &turn.state;
    let first = state.scenario.clock.first;
    if let Some(victory) = special::won(state, points(state)) {
        turn.emit(Happened::Ends(victory), vec![Change::Over(victory)]);
        return;
    }
    let last = state.turn >= state.scenario.clock.turns && state.active != first;
    if last {
        let victory = judge(state, Over::LastTurn);
        turn.emit(Happened::Ends(victory), vec![Change::Over(victory)]);
        return;
    }
    let next = if state.active == first { state.turn } else { state.turn + 1 };
    let change = Change::Turn { turn: next, active: state.active.enemy() };
    turn.emit(Happened::Goes, vec![change]);
    turn.push(Task::BeginTurn);
}

/// Abandoned guns that the enemy stands on when a player turn ends are his.
fn guns_taken(turn: &mut Turn<'_>) {
    loop {
        let state = &turn.state;
        let taken = state.position.ids().find_map(|unit| {
            let stands = 0..state.unit(unit).guns.len() as u8;
            let by = |stand: u8| {
                Some((unit, stand, moves::gun_taken_by(&state.position, (unit, stand))?))
            };
            stands.rev().find_map(by)
        });
        let Some((unit, stand, by)) = taken else { return };
        let side = state.unit(by).side;
        turn.emit(Happened::GunTaken { unit, by }, vec![Change::Taken { side, guns: 1 }]);
        deeds::take_gun(turn, unit, &Lost::These(vec![stand]));
    }
}

/// The points of each side as things stand.
pub(super) fn points(state: &State) -> [u16; 2] {
    [Side::First, Side::Second]
        .map(|side| state.scores(side).iter().map(|score| score.points).sum())
}

impl State {
    /// The points of each side as things stand.
    pub fn points(&self) -> [u16; 2] {
        points(self)
    }
}

fn judge(state: &State, why: Over) -> Victory {
    let points = points(state);
    let winner = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    };
    Victory { winner, points, why }
}

/// An army with nobody left on the table, nor to come, has lost; the other holds every position.
pub(super) fn army_gone(turn: &mut Turn<'_>) {
    if turn.state.victory.is_some() {
        return;
    }
    let there = |side: Side| {
        turn.state.position.ids().any(|unit| {
            let (placed, marks) = (turn.state.unit(unit), turn.state.marks(unit));
            let comes = marks.whereabouts == Whereabouts::Expected;
            placed.side == side && (comes || !placed.stands.is_empty())
        })
    };
    let (first, second) = (there(Side::First), there(Side::Second));
    if first && second {
        return;
    }
    let left = if first {
        Some(Side::First)
    } else if second {
        Some(Side::Second)
    } else {
        None
    };
    if let Some(side) = left {
        for key in 0..turn.state.holders.len() {
            if turn.state.holders[key] != Some(side) {
                keys::taken(turn, key, side, None);
            }
        }
    }
    let mut victory = judge(&turn.state, Over::ArmyGone);
    victory.winner = left;
    turn.emit(Happened::Ends(victory), vec![Change::Over(victory)]);
}

/// A side gives up.
pub(super) fn resign(turn: &mut Turn<'_>, side: Side) {
    let victory = given_up(&turn.state, side);
    turn.emit(Happened::Ends(victory), vec![Change::Over(victory)]);
}
