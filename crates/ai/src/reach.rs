//! What a side could have for the taking: who stands idle then is no opponent.

use engine::battle::State;
use engine::table::Side;

use crate::situation::{Force, INCH, Situation};
use crate::ways::Grid;

/// Nobody comes nearer to an enemy than this but by a charge (MOV-BASE-NEAR-ENEMY).
const KEPT_OFF: f64 = 2.0 * INCH;

/// A key position that would put a side ahead that is not: no enemy covers it, and a unit in good order reaches
/// it in this turn by a straight way over the open.
pub fn winning_objective(state: &State, side: Side) -> Option<usize> {
    let situation = Situation::of(state, side);
    if situation.lead > 0 {
        return None;
    }
    let grid = Grid::of(&state.position.table);
    let wins = |key: usize| {
        let points = state.scenario.key_positions[key].points.map(i32::from);
        let theirs = state.holders[key] == Some(side.enemy());
        let swing = points[side as usize] + if theirs { points[side.enemy() as usize] } else { 0 };
        situation.lead + swing > 0
    };
    let to_be_had =
        situation.prizes.iter().filter(|prize| !prize.ours && wins(prize.key)).find(|prize| {
            let gap =
                |force: &Force<'_>| force.at.minus(prize.at).size() - prize.radius - force.half;
            let covered = situation.theirs.iter().any(|enemy| gap(enemy) <= KEPT_OFF);
            let takes = |force: &Force<'_>| {
                let front = force.placed.anchor.at.spot();
                let far = front.minus(prize.at).size() - prize.radius;
                let ahead = force.faces(prize.at, 45);
                let fit = force.placed.unit.is_troops() && force.is_fit();
                fit && ahead && far <= force.speed && grid.is_clear(front, prize.at)
            };
            !covered && situation.ours.iter().any(takes)
        });
    to_be_had.map(|prize| prize.key)
}
