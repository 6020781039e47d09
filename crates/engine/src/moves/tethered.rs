//! The tethered horses of mounted infantry: where they stand, who mounts there, who takes them.

use geometry::{Convex, Length, Point, Spot, TOUCH};
use rulebook::{Arm, Base, Bases, Feature, MovementRow, Rulebook};

use super::change::middle;
use super::run::{crowd, run_through};
use super::{Plan, Refusal, Retreat, Why, full_retreat, homeward, row_of};
use crate::Order;
use crate::movement::{Gait, allowance};
use crate::table::{Licence, Mover, Moving, Placed, Position, Stop, UnitId, base_of, slides};

/// Is it mounted infantry on foot, in a war where that tethers its horses?
fn on_foot(book: &Rulebook, placed: &Placed) -> bool {
    let unit = &placed.unit;
    book.has(Feature::MountedInfantry) && unit.arm == Arm::MountedInfantry && !unit.mounted
}

/// Half the width of the marker, in thousandths.
fn radius(bases: &Bases) -> f64 {
    f64::from(bases.tethered_horses.in_thousandths()) / 2.0
}

/// Where the marker is put when a unit dismounts: directly behind the middle of it.
pub fn marker_behind(bases: &Bases, placed: &Placed) -> Point {
    let corners = placed.stands.iter().flat_map(|stand| stand.corners());
    let rear = corners.map(|corner| placed.anchor.local(corner).y).fold(0.0, f64::min);
    placed.anchor.spot(0.0, rear - radius(bases)).point()
}

/// Does a stand of the unit touch its marker?
pub fn is_at_its_horses(bases: &Bases, placed: &Placed) -> bool {
    let near = |at: Point| {
        let reach = radius(bases) + TOUCH;
        placed.outlines().any(|stand| stand.gap_to(at.spot()) <= reach)
    };
    placed.tethered.is_some_and(near)
}

/// Puts the marker down for a unit that has dismounted, and takes it up for one that mounts, which
/// it can only where a stand touched it.
pub(super) fn tether(
    book: &Rulebook,
    from: &Placed,
    changed: &mut Placed,
    mounted: Option<bool>,
) -> Result<(), Refusal> {
    if mounted == Some(false) && on_foot(book, changed) {
        changed.tethered = Some(marker_behind(&book.bases, changed));
    }
    if mounted == Some(true) && on_foot(book, from) {
        may_mount(book, from)?;
        changed.tethered = None;
    }
    Ok(())
}

/// May it mount where it stands?
fn may_mount(book: &Rulebook, placed: &Placed) -> Result<(), Refusal> {
    let refused = |rule: &str| Err(Refusal::because(Why::CannotMountOrDismount, rule));
    if placed.tethered.is_none() {
        return refused("MARK-ACW-TETHER-CAPTURED");
    }
    if !is_at_its_horses(&book.bases, placed) {
        return refused("MARK-ACW-TETHER-STATIC");
    }
    Ok(())
}

/// Does a path lead over a marker?
pub(super) fn leads_over(bases: &Bases, path: &[Moving], marker: Point) -> bool {
    let (at, reach) = (marker.spot(), radius(bases));
    let near = geometry::Bounds { low: at, high: at }.grown(reach);
    path.iter().filter(|moving| moving.sweep.bounds().meets(near)).any(|moving| {
        let mut meets = |part: &Convex, slack: f64| part.gap_to(at) - slack < reach - TOUCH;
        moving.sweep.any(&mut meets)
    })
}

/// The units whose horses an enemy's path takes from them.
pub fn horses_taken(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    path: &[Moving],
) -> Vec<UnitId> {
    let side = position.unit(id).side;
    let theirs = |other: &UnitId| {
        let enemy = position.unit(*other);
        let over = |marker: Point| leads_over(&book.bases, path, marker);
        enemy.side != side && enemy.tethered.is_some_and(over)
    };
    position.ids().filter(theirs).collect()
}

/// A unit on foot as it will be once it has mounted; its marker says where that is.
pub(super) fn saddled(book: &Rulebook, placed: &Placed) -> Option<Placed> {
    placed.tethered.filter(|_| on_foot(book, placed))?;
    let mut mounted = placed.clone();
    mounted.unit.mounted = true;
    mounted.moved(placed.shape.clone(), placed.anchor, &book.bases).ok()
}

/// An ordered retreat of a unit on foot: if its way leads over its horses it mounts there and ends
/// where the retreat ends, in the saddle.
pub fn mounts_on_the_way(book: &Rulebook, placed: &Placed, retreat: Retreat) -> Retreat {
    let Retreat::To(mut plan) = retreat else { return retreat };
    let over = |marker: Point| leads_over(&book.bases, &plan.path, marker);
    let rides = plan.end.unit.order != Order::Broken
        && on_foot(book, placed)
        && placed.tethered.is_some_and(over);
    if rides {
        plan.end.unit.mounted = true;
        plan.end.tethered = None;
        let shape = plan.end.shape.clone();
        if let Ok(mounted) = plan.end.moved(shape, plan.end.anchor, &book.bases) {
            plan.end = mounted;
        }
    }
    Retreat::To(plan)
}

/// The flight of a broken unit on foot: to its horses first, and from there in the saddle to the
/// friendly edge, all of it within the mounted rate. Nothing if there are no horses or an enemy bars
/// the way: then it runs on foot.
pub(super) fn flight(book: &Rulebook, position: &Position, id: UnitId) -> Option<Retreat> {
    let placed = position.unit(id);
    let marker = placed.tethered.filter(|_| on_foot(book, placed))?;
    run_to(book, position, id, marker)
}

/// A flight of its own will, of a unit that has horses to run to.
pub fn run_to_horses(book: &Rulebook, position: &Position, id: UnitId) -> Result<Retreat, Refusal> {
    let placed = position.unit(id);
    if !on_foot(book, placed) || placed.tethered.is_none() {
        return Err(Refusal::because(Why::CannotMountOrDismount, "MARK-ACW-TETHER-VOLUNTARY"));
    }
    Ok(full_retreat(book, position, id))
}

/// The run to the marker and beyond; nothing if an enemy bars the way to it.
fn run_to(book: &Rulebook, position: &Position, id: UnitId, marker: Point) -> Option<Retreat> {
    let mut placed = position.unit(id).clone();
    placed.unit.order = Order::Broken;
    let row = row_of(book, &placed.unit)?;
    let base = base_of(&book.bases, &placed.unit);
    let start = middle(&placed);
    let way = marker.spot().minus(start);
    let heading = if way.size() > 1.0 { way.heading() } else { homeward(position, id) };
    let there = crowd(&placed, base, marker.spot(), heading);
    let slides = slides(&gathered(&placed, base, way, heading).stands, &there.stands);
    let licence = Licence { off_the_table: false, ..Licence::RETREAT };
    let crossed = Mover::of(position, id).check(&slides, &there.stands, licence);
    let (ground, passed) = match crossed {
        Ok(crossed) => (crossed.slowest(), crossed.passed),
        Err(blocked) if matches!(blocked.by, Stop::EndsOn(_) | Stop::Edge) => {
            (rulebook::Ground::Open, Vec::new())
        }
        Err(_) => return None,
    };
    let far = Length::thousandths(way.size() as i32);
    if far > allowance(row, Gait::Full, ground) {
        return Some(run_through(position, (id, &placed), base, row, heading));
    }
    let mut riding = there;
    riding.unit.mounted = true;
    riding.tethered = None;
    let base = base_of(&book.bases, &riding.unit);
    riding = crowd(&riding, base, marker.spot(), heading);
    let row = shortened(row_of(book, &riding.unit)?, far);
    let on = ridden(position, (id, riding), base, &row);
    Some(joined(on, slides, &passed))
}

/// The crowd clear of the front that it leaves, on its way.
fn gathered(placed: &Placed, base: Base, way: Spot, heading: geometry::Angle) -> Placed {
    let start = middle(placed);
    let (sin, cos) = heading.sin_cos();
    let ahead = Spot::new(sin, cos);
    let here = crowd(placed, base, start, heading);
    let deep = here.stands.iter().map(|stand| start.minus(stand.rear()).dot(ahead));
    let clear = deep.fold(0.0, f64::max).min(way.size());
    crowd(placed, base, start.plus(ahead.times(clear)), heading)
}

/// On from the marker, mounted.
fn ridden(
    position: &Position,
    (id, riding): (UnitId, Placed),
    base: Base,
    row: &MovementRow,
) -> Retreat {
    let mut then = position.clone();
    then.set(id, riding.clone());
    let home = homeward(&then, id);
    run_through(&then, (id, &riding), base, row, home)
}

/// A row with so much less of every rate.
fn shortened(row: &MovementRow, by: Length) -> MovementRow {
    let mut row = row.clone();
    for rate in &mut row.rates {
        rate.full = Length::thousandths((rate.full.in_thousandths() - by.in_thousandths()).max(0));
    }
    row
}

/// A retreat with what came before it.
fn joined(retreat: Retreat, before: Vec<Moving>, passed: &[UnitId]) -> Retreat {
    let Retreat::To(mut plan) = retreat else { return retreat };
    let mut path = before;
    path.append(&mut plan.path);
    let more: Vec<UnitId> = passed.iter().copied().filter(|p| !plan.passed.contains(p)).collect();
    plan.passed.extend(more);
    Retreat::To(Box::new(Plan { path, ..*plan }))
}

/// How far it is from the middle of a unit to its marker.
pub fn way_to_horses(placed: &Placed) -> Option<Length> {
    let at: Spot = placed.tethered?.spot();
    Some(geometry::rounded(at.minus(middle(placed)).size()))
}
