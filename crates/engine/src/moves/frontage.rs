//! Loose formations that widen or narrow their front: of their own will, and on the way back.

use geometry::{Pose, Rect, TOUCH};
use rulebook::{Feature, Ground, Reason, Rulebook};

use super::change::gaps_allowed;
use super::retreat::{StraightBack, straight_back};
use super::{Mark, Refusal, Retreat, Why, row_of};
use crate::Formation;
use crate::formations::Shape;
use crate::movement::{Gait, allowance};
use crate::table::{Placed, Position, UnitId, base_of};

/// A change of frontage, before the move or after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Frontage {
    /// Before the move?
    pub first: bool,
    /// The new shape: ranks and gaps.
    pub shape: Shape,
    /// The middle of the new front.
    pub anchor: Pose,
}

/// May a unit change its frontage so: into a shape that its war knows, looking the same way, on its
/// own ground?
pub(super) fn may_change(
    book: &Rulebook,
    placed: &Placed,
    shape: &Shape,
    anchor: Pose,
) -> Result<(), Refusal> {
    let refused = |why: Why, rule: &str| Err(Refusal::because(why, rule));
    if placed.unit.formation != Formation::OpenOrder {
        return refused(Why::NoFrontageChange, "FORM-OPEN-FRONTAGE");
    }
    let extended = book.has(Feature::ExtendedLine);
    if extended && !gaps_allowed(book) {
        return refused(Why::NoFrontageChange, "FORM-ACW-XL-OPTIONAL");
    }
    let fits = match shape {
        Shape::OpenOrder { .. } => !extended,
        Shape::ExtendedLine { .. } => extended,
        _ => false,
    };
    if !fits {
        return Err(Refusal::reason(book, Why::FormationNotAllowed, Reason::LooseShape));
    }
    if anchor.heading != placed.anchor.heading {
        return refused(Why::WrongFacing, "FORM-OPEN-FRONTAGE");
    }
    let base = base_of(&book.bases, &placed.unit);
    let count = placed.stands.len() as u8;
    let old = f64::from(placed.frontage(&book.bases).in_thousandths());
    let new = f64::from(shape.frontage(base, count).in_thousandths());
    let local = placed.anchor.local(anchor.at.spot());
    if local.y.abs() > TOUCH {
        return refused(Why::OffItsGround, "FORM-OPEN-FRONTAGE");
    }
    if extended && local.x.abs() > TOUCH {
        return refused(Why::OffItsGround, "FORM-ACW-XL-CENTER");
    }
    // One frontage must hold the other: it widens or narrows on either flank, it does not slide.
    if local.x.abs() > (new - old).abs() / 2.0 + TOUCH {
        return refused(Why::OffItsGround, "FORM-OPEN-FRONTAGE");
    }
    if extended && !keeps_halves(placed, &placed.moved(shape.clone(), anchor, &book.bases)?) {
        return refused(Why::OffItsGround, "FORM-ACW-XL-CENTER");
    }
    Ok(())
}

/// Does every stand stay on its own half of the front? One that a refused flank swings back does.
fn keeps_halves(from: &Placed, to: &Placed) -> bool {
    let across = |stand: &Rect| from.anchor.local(stand.pose.at.spot()).x;
    let mut pairs = from.stands.iter().zip(&to.stands);
    pairs.all(|(old, new)| {
        let (old, new) = (across(old), across(new));
        !(old < -TOUCH && new > TOUCH || old > TOUCH && new < -TOUCH)
    })
}

/// No stand shifts farther than a full move over the ground.
pub(super) fn shifts_in_reach(
    book: &Rulebook,
    from: &Placed,
    to: &Placed,
    ground: Ground,
) -> Result<(), Refusal> {
    let Some(row) = row_of(book, &from.unit) else { return Ok(()) };
    let most = allowance(row, Gait::Full, ground);
    let shifts = from.stands.iter().zip(&to.stands);
    let farthest = shifts.map(|(old, new)| old.pose.at.distance(new.pose.at)).max();
    if farthest.is_some_and(|far| far > most) {
        return Err(Refusal::reason(book, Why::ShiftedTooFar, Reason::FrontageWhen));
    }
    Ok(())
}

/// A forced retreat straight back on which a loose formation closes up. The anchor is the middle of
/// the narrower front on the ground that the unit leaves. It never widens and refuses no flank, and
/// a unit that has no need to go back does not change at all.
pub fn contracted(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    back: StraightBack,
    (shape, anchor): (&Shape, Pose),
) -> Result<Retreat, Refusal> {
    let refused = |why: Why, reason: Reason| Err(Refusal::reason(book, why, reason));
    let placed = position.unit(id).straightened(&book.bases);
    may_change(book, &placed, shape, anchor)?;
    if shape.straight() != *shape {
        return refused(Why::NoRefusedFlank, Reason::FrontageRetreat);
    }
    let narrower = placed.moved(shape.clone(), anchor, &book.bases)?;
    if narrower.frontage(&book.bases) > placed.frontage(&book.bases) {
        return refused(Why::NoFrontageChange, Reason::FrontageRetreat);
    }
    if back.is_far_enough(book, position, id, &position.unit(id).stands) {
        return refused(Why::NoFrontageChange, Reason::FrontageWhen);
    }
    let mut retreat = straight_back(book, position, id, back, Some(&narrower));
    if let Retreat::To(plan) = &mut retreat {
        shifts_in_reach(book, &placed, &narrower, plan.ground)?;
        plan.marks.insert(Mark::ChangedFrontage);
    }
    Ok(retreat)
}
