//! After a charge: cavalry that is recalled, and the ground that is carried.

use geometry::{Angle, Length, Pose, Rect, Spot};
use rulebook::Rulebook;

use super::change::middle;
use super::retreat::{STEP, arrives, stands_on_others};
use super::{Plan, Refusal, Why, row_of};
use crate::movement::{Gait, allowance};
use crate::sight::closest_enemy;
use crate::table::{Licence, Mover, Position, UnitId, base_of, slides};

/// A recall of mounted cavalry: up to a full move away from the enemy, at least as far as the
/// retreat it replaces, ending in any facing.
pub fn recall(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    to: Pose,
    least: Length,
) -> Result<Plan, Refusal> {
    let placed = position.unit(id);
    let rule = "CHG-BASE-RECALL";
    if !placed.unit.is_mounted_cavalry() {
        return Err(Refusal::because(Why::NotEntitled, rule));
    }
    let gone = placed.anchor.at.distance(to.at);
    if gone < least {
        return Err(Refusal::because(Why::TooShort, rule));
    }
    if let Some((enemy, _)) = closest_enemy(position, id, false) {
        let here = middle(placed);
        let nearest = |spot: Spot| {
            let stands = position.unit(enemy).stands.iter();
            stands.map(|s| s.nearest(spot).minus(spot).size()).fold(f64::INFINITY, f64::min)
        };
        let shift = to.at.spot().minus(placed.anchor.at.spot());
        if nearest(here.plus(shift)) <= nearest(here) {
            return Err(Refusal::because(Why::NotAway, rule));
        }
    }
    let end = placed.moved(placed.shape.clone(), to, &book.bases)?;
    let slid =
        placed.moved(placed.shape.clone(), Pose::new(to.at, placed.anchor.heading), &book.bases)?;
    let path = slides(&placed.stands, &slid.stands);
    let licence = Licence { off_the_table: false, ..Licence::RETREAT };
    let crossed = Mover::of(position, id).check(&path, &end.stands, licence)?;
    let Some(row) = row_of(book, &placed.unit) else {
        return Err(Refusal::because(Why::NotEntitled, rule));
    };
    let has = allowance(row, Gait::Full, crossed.slowest());
    if gone > has {
        let rule = row.rule.clone();
        return Err(Refusal::TooFar { needs: gone, has, ground: crossed.slowest(), rule });
    }
    let ground = crossed.slowest();
    Ok(Plan { path, ground, pieces: crossed.pieces, passed: crossed.passed, ..Plan::staying(end) })
}

/// Takes the ground of a beaten enemy: straight ahead until the front rank stands where the loser's
/// front rank stood.
pub fn carry(book: &Rulebook, position: &Position, id: UnitId, lost: &[Rect]) -> Option<Plan> {
    let placed = position.unit(id);
    let own = mean(placed.front_rank())?;
    let theirs = mean(lost)?;
    let ahead = placed.anchor.local(theirs).y - placed.anchor.local(own).y;
    let base = base_of(&book.bases, &placed.unit);
    let mut far = (ahead.max(0.0)) as i32;
    while far >= 0 {
        let mut end = placed.clone();
        end.anchor = placed.anchor.moved(0.0, f64::from(far), Angle::ZERO);
        end.stands = end.shape.stands(base, placed.stands.len() as u8, end.anchor).ok()?;
        if !stands_on_others(position, id, &end.stands)
            && let Ok(plan) = arrives(position, id, placed, end, false)
        {
            return Some(plan);
        }
        far -= STEP;
    }
    None
}

fn mean(stands: &[Rect]) -> Option<Spot> {
    if stands.is_empty() {
        return None;
    }
    let sum = stands.iter().map(|stand| stand.pose.at.spot()).fold(Spot::default(), Spot::plus);
    Some(sum.times(1.0 / stands.len() as f64))
}
