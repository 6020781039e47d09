//! Skirmish lines that evade a charge: to the edge, or behind a friend.

use geometry::{Angle, Length, Point, Pose, Spot, TOUCH};
use rulebook::{Ground, Rulebook};

use super::change::middle;
use super::retreat::stands_on_others;
use super::run::{Friends, broken, crowd, off};
use super::{Plan, Refusal, Retreat, Why, row_of};
use crate::formations::Shape;
use crate::movement::{Gait, allowance};
use crate::table::{Placed, Position, UnitId, base_of, slowed_by};
use crate::{Formation, Order};

/// The way an evading skirmish line takes to a place behind a friend: round his flank.
pub fn way_round(from: Point, friend: &Placed, to: Point) -> Length {
    let direct = from.distance(to);
    let (Some(left), Some(right)) = (friend.stands.first(), friend.stands.last()) else {
        return direct;
    };
    let flank = |corner: Spot| {
        let at = corner.point();
        let (there, on) = (from.distance(at), at.distance(to));
        Length::thousandths(there.in_thousandths().saturating_add(on.in_thousandths()))
    };
    flank(left.corners()[0]).min(flank(right.corners()[1])).max(direct)
}

/// Evading: a full retreat broken toward the edge, or a stop close behind a friend who stands to the
/// rear.
pub fn evade(
    book: &Rulebook,
    position: &Position,
    (id, charger): (UnitId, Option<UnitId>),
    refuge: Option<UnitId>,
) -> Result<Retreat, Refusal> {
    let placed = position.unit(id);
    if charger.is_some_and(|charger| position.unit(charger).unit.is_mounted()) {
        return Err(Refusal::because(Why::NotEntitled, "EVADE-WHO"));
    }
    let one_rank = match &placed.shape {
        Shape::OpenOrder { ranks, .. } => *ranks == 1,
        Shape::ExtendedLine { .. } => true,
        _ => false,
    };
    if !one_rank || placed.unit.order == Order::Broken || !placed.unit.is_troops() {
        return Err(Refusal::because(Why::NotEntitled, "EVADE-WHO"));
    }
    if !book.has(rulebook::Feature::Evade) {
        let rule = book.features[rulebook::Feature::Evade as usize].rule.clone();
        return Err(Refusal::Forbidden { why: Why::NotEntitled, rule });
    }
    let Some(refuge) = refuge else {
        let mut placed = placed.clone();
        broken(&mut placed);
        return Ok(off(book, position, (id, &placed), Friends::Round));
    };
    let friend = position.unit(refuge);
    let sheltering = matches!(
        friend.unit.formation,
        Formation::Line | Formation::SupportedLine | Formation::FieldColumn | Formation::OpenOrder
    ) && friend.unit.order != Order::Broken;
    let behind_it = crate::moves::is_in_retreat_path(placed, &friend.stands);
    if friend.side != placed.side || !sheltering || !behind_it {
        return Err(Refusal::because(Why::NotEntitled, "EVADE-BASE-REFUGE"));
    }
    behind_friend(book, position, id, refuge)
}

/// The ways to evade a charge: to the edge, and behind each friend who can be reached; nothing if the
/// unit may not evade. Each passes its check.
pub fn evade_candidates(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    charger: Option<UnitId>,
) -> Vec<(Option<UnitId>, Retreat)> {
    let Ok(run) = evade(book, position, (id, charger), None) else { return Vec::new() };
    let refuges = position.ids().filter(|friend| *friend != id);
    let behind = refuges.filter_map(|friend| {
        let retreat = evade(book, position, (id, charger), Some(friend)).ok()?;
        Some((Some(friend), retreat))
    });
    std::iter::once((None, run)).chain(behind).collect()
}

/// The crowd close behind a friend's rear, wholly behind it, if its broken move reaches there.
fn behind_friend(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    refuge: UnitId,
) -> Result<Retreat, Refusal> {
    let friend = position.unit(refuge);
    let mut placed = position.unit(id).clone();
    placed.unit.order = Order::Broken;
    let base = base_of(&book.bases, &placed.unit);
    let rear = friend
        .stands
        .iter()
        .flat_map(|stand| stand.corners())
        .map(|corner| friend.anchor.local(corner).y)
        .fold(0.0, f64::min);
    let heading = friend.anchor.heading.plus(Angle::ABOUT);
    let count = placed.stands.len() as u8;
    let tried = Shape::Cluster.stands(base, count, Pose::default())?;
    let deep = tried.iter().map(|stand| -stand.rear().y).fold(0.0, f64::max);
    // Half an inch behind him, side by side with whoever is already there.
    let middle_at = |aside: f64| friend.anchor.spot(aside, rear - 500.0 - deep / 2.0);
    let tries = (0..=24).flat_map(|step| [f64::from(step) * 250.0, f64::from(step) * -250.0]);
    let half = f64::from(friend.frontage(&book.bases).in_thousandths()) / 2.0;
    for aside in tries.filter(|aside| aside.abs() <= half) {
        let end = crowd(&placed, base, middle_at(aside), heading);
        if stands_on_others(position, id, &end.stands) {
            continue;
        }
        let table = position.table.bounds().grown(TOUCH);
        if end.stands.iter().any(|stand| !table.holds(stand.bounds())) {
            continue;
        }
        let gone = way_round(middle(&placed).point(), friend, middle(&end).point());
        let Some(row) = row_of(book, &placed.unit) else { break };
        let ground = position
            .table
            .pieces_near(end.bounds().unwrap_or(position.table.bounds()))
            .map(slowed_by)
            .max()
            .unwrap_or(Ground::Open);
        if gone > allowance(row, Gait::Full, ground) {
            return Err(Refusal::TooFar {
                needs: gone,
                has: allowance(row, Gait::Full, ground),
                ground,
                rule: row.rule.clone(),
            });
        }
        return Ok(Retreat::To(Box::new(Plan { ground, ..Plan::staying(end) })));
    }
    Err(Refusal::because(Why::NoRoom, "EVADE-BASE-REFUGE"))
}
