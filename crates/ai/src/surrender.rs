//! When a side has lost whatever it does: a machine then offers its surrender, a player may think of his own.

use engine::battle::{State, Whereabouts};
use engine::table::Side;

/// One stand in so many is hardly anybody.
const FEW: u32 = 20;
/// The enemy has so many times as many left.
const OVERWHELMED: u32 = 5;

/// The side that is beaten: hardly a stand in twenty is left to it, the enemy has five times as many, and it is
/// not ahead in points, so that no surrender changes who wins as things stand.
pub fn beaten(state: &State) -> Option<Side> {
    if state.victory.is_some() {
        return None;
    }
    let points = state.points();
    [Side::First, Side::Second].into_iter().find(|&side| {
        let (own, enemy) = (left(state, side), left(state, side.enemy()));
        let few = own * FEW <= u32::from(state.starting_stands(side)).max(FEW);
        let behind = points[side as usize] <= points[side.enemy() as usize];
        few && enemy >= OVERWHELMED * own.max(1) && behind
    })
}

/// Stands on the table and still to come.
fn left(state: &State, side: Side) -> u32 {
    let there = state.position.ids().filter(|&id| {
        let placed = state.unit(id);
        let comes = state.marks(id).whereabouts == Whereabouts::Expected;
        placed.side == side && (comes || !placed.stands.is_empty())
    });
    there.map(|id| u32::from(state.unit(id).unit.strength.stands)).sum()
}
