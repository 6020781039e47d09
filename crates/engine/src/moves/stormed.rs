//! What comes of storming a defile: the ground is won, the defender holds, or the column is beaten.

use geometry::{Angle, Length, Point, Pose, Rect, Sweep};
use rulebook::{Ground, Rulebook};

use super::run::crowd;
use super::storm::{fits, opened};
use super::{Plan, Refusal, Refusing, Retreat, Why, carry, row_of};
use crate::formations::{Shape, along};
use crate::movement::{Gait, allowance};
use crate::table::{Licence, Mover, Moving, Placed, Position, UnitId, base_of};
use crate::{Formation, Order};

/// How far a column goes back from one who holds his ground (STORM-BASE-FORTIFIED).
const THROWN_BACK: Length = Length::inches(2);

/// A storming column that has won takes the ground, forms there as it is told or as wide as there
/// is room for, and is disordered.
pub fn storm_won(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    lost: &[Rect],
    then: (Option<Formation>, Option<Refusing>),
) -> Result<Plan, Refusal> {
    if position.unit(id).unit.formation != Formation::StormingColumn {
        return Err(Refusal::because(Why::NotInThisFormation, "STORM-WIN"));
    }
    let no_room = || Refusal::because(Why::NoRoom, "STORM-BASE-NO-ROOM");
    let mut plan = carry(book, position, id, lost).ok_or_else(no_room)?;
    let fits = |end: &Placed| fits(position, id, end, Licence::CHARGE);
    plan.end = opened(book, &plan.end, then, 0.0, &fits)?;
    plan.end.unit.order = Order::Disordered;
    plan.disordered.push(id);
    Ok(plan)
}

/// A storming column that held nobody's ground goes back two inches along its path, disordered.
pub fn storm_thrown_back(book: &Rulebook, position: &Position, id: UnitId) -> Plan {
    let placed = position.unit(id);
    let mut end = placed.clone();
    let base = base_of(&book.bases, &placed.unit);
    let (anchor, trail) = back_along(placed, f64::from(THROWN_BACK.in_thousandths()));
    end.shape = Shape::MarchColumn { trail };
    end.anchor = anchor;
    let stands = end.shape.stands(base, placed.stands.len() as u8, anchor);
    end.stands = stands.unwrap_or_else(|_| placed.stands.clone());
    end.unit.order = Order::Disordered;
    let mut plan = Plan::staying(end);
    plan.disordered.push(id);
    plan
}

/// The head of a column so far back on its own track, and the trail behind it there.
fn back_along(placed: &Placed, by: f64) -> (Pose, Vec<Point>) {
    let trail: &[Point] = match &placed.shape {
        Shape::MarchColumn { trail } => trail,
        _ => &[],
    };
    let mut line = vec![placed.anchor.at.spot()];
    line.extend(trail.iter().map(|point| point.spot()));
    let mut left = by;
    let pose = along(&line, placed.anchor.heading, by);
    let mut kept = Vec::new();
    for pair in line.windows(2) {
        let size = pair[1].minus(pair[0]).size();
        if left < size {
            kept.push(pair[1].point());
        }
        left = (left - size).max(0.0);
    }
    (pose, kept)
}

/// A storming column that is beaten runs back through the defile, broken, by the way it came.
pub fn storm_lost(book: &Rulebook, position: &Position, id: UnitId) -> Retreat {
    let mut placed = position.unit(id).clone();
    placed.unit.order = Order::Broken;
    let Some(row) = row_of(book, &placed.unit) else { return Retreat::Cut };
    let base = base_of(&book.bases, &placed.unit);
    let most = f64::from(allowance(row, Gait::Full, Ground::Open).in_thousandths());
    let depth = f64::from(base.depth.in_thousandths());
    // From the middle of the file.
    let start = placed.stands.len() as f64 * depth / 2.0;
    let at = |back: f64| {
        let (pose, _) = back_along(&placed, back);
        crowd(&placed, base, pose.at.spot(), pose.heading.plus(Angle::ABOUT))
    };
    let steps = 16;
    let part = |step: i32| start + most * f64::from(step) / f64::from(steps);
    let mut path = Vec::new();
    for step in 0..steps {
        let (from, to) = (at(part(step)), at(part(step + 1)));
        for (place, (&a, &b)) in from.stands.iter().zip(&to.stands).enumerate() {
            let from = Rect { pose: Pose::new(a.pose.at, b.pose.heading), ..a };
            let sweep = Sweep::Slide { from, to: b };
            path.push(Moving { stand: place as u8, sweep, on_road: true });
        }
    }
    let end = at(part(steps));
    let table = position.table.bounds().grown(geometry::TOUCH);
    if end.stands.iter().any(|stand| !table.holds(stand.bounds())) {
        return Retreat::OffTheTable(None);
    }
    match Mover::of(position, id).check(&path, &end.stands, Licence::RETREAT) {
        Ok(crossed) => {
            let shaken = |friend: &UnitId| {
                let other = position.unit(*friend);
                !other.lets_friends_through() && other.unit.order == Order::Good
            };
            let disordered = crossed.passed.iter().copied().filter(shaken).collect();
            let passed = crossed.passed;
            Retreat::To(Box::new(Plan { path, passed, disordered, ..Plan::staying(end) }))
        }
        Err(_) => Retreat::Cut,
    }
}
