//! Retreats: how they end, and those that go straight back in formation.

use std::cell::Cell;

use geometry::{Angle, Bounds, Convex, Length, Pose, Rect, TOUCH};
use rulebook::Rulebook;

use super::Plan;
use crate::Order;
use crate::formations::Shape;
use crate::sight::{CloseFire, threats};
use crate::table::{Licence, Mover, Placed, Position, Stop, UnitId, base_of, slides};

/// How a forced retreat ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Retreat {
    /// It stands somewhere.
    To(Box<Plan>),
    /// A stand crossed the edge of the table: the unit is out of the battle. How far it had to go, if straight back.
    OffTheTable(Option<Length>),
    /// There is no way out: the unit is taken off.
    Cut,
}

impl Retreat {
    /// The plan, if the unit is still on the table.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Retreat::To(plan) => Some(plan),
            _ => None,
        }
    }
}

/// How far from every enemy a retreat of two inches ends (MEL-BASE-RETREAT-2).
const CLEAR_OF_ENEMIES: Length = Length::inches(2);
/// The steps in which a place is looked for, and how far, in thousandths.
pub(super) const STEP: i32 = 50;
pub(super) const FARTHEST: i32 = 60_000;

/// The forced retreats that go straight back in formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StraightBack {
    /// Out of every enemy's close range or arc, even beyond a full move.
    OutOfCloseRange,
    /// To two inches from every enemy.
    TwoInches,
}

impl StraightBack {
    /// Are stands of a unit back far enough?
    pub(super) fn is_far_enough(
        self,
        book: &Rulebook,
        position: &Position,
        id: UnitId,
        stands: &[Rect],
    ) -> bool {
        match self {
            StraightBack::OutOfCloseRange => threats(book, position, id, stands).is_empty(),
            StraightBack::TwoInches => !Enemies::of(position, id).are_near(stands),
        }
    }
}

/// The enemies of a unit, looked up once for many places where it could stand.
struct Enemies {
    /// Every stand of theirs that is served, with the circle around it.
    stands: Vec<(Rect, f64)>,
    /// The stand of theirs and the one of ours that were last found too near: most likely they still are.
    last: Cell<(usize, usize)>,
}

impl Enemies {
    fn of(position: &Position, id: UnitId) -> Enemies {
        let side = position.unit(id).side;
        let enemies = position.units().iter().filter(|other| other.side != side);
        let stands = enemies.flat_map(|enemy| enemy.served_stands());
        let circled = stands.map(|stand| (stand, stand.around()));
        Enemies { stands: circled.collect(), last: Cell::new((0, 0)) }
    }

    /// Is one of them nearer than two inches to one of `stands`?
    fn are_near(&self, stands: &[Rect]) -> bool {
        let (theirs, ours) = self.last.get();
        if let (Some((theirs, _)), Some(ours)) = (self.stands.get(theirs), stands.get(ours))
            && is_near(*ours, *theirs)
        {
            return true;
        }
        // Beyond the circles around a stand of theirs and all of ours nothing needs to be measured.
        let Some(all) = Bounds::of(stands.iter().map(|stand| stand.pose.at.spot())) else {
            return false;
        };
        let middle = all.low.plus(all.high).times(0.5);
        let wide = stands.iter().map(|stand| stand.around()).fold(0.0, f64::max);
        let reach = all.high.minus(middle).size()
            + wide
            + f64::from(CLEAR_OF_ENEMIES.in_thousandths())
            + 1.0;
        for (place, (theirs, around)) in self.stands.iter().enumerate() {
            if theirs.pose.at.spot().minus(middle).size() > reach + around {
                continue;
            }
            if let Some(ours) = stands.iter().position(|one| is_near(*one, *theirs)) {
                self.last.set((place, ours));
                return true;
            }
        }
        false
    }
}

fn is_near(one: Rect, other: Rect) -> bool {
    !one.is_clearly_farther(other, CLEAR_OF_ENEMIES) && one.distance(other) < CLEAR_OF_ENEMIES
}

/// Straight back, keeping formation and facing, by the least distance that puts the unit out of
/// every enemy's close range or arc, even beyond a full move.
pub fn out_of_close_range(book: &Rulebook, position: &Position, id: UnitId) -> Retreat {
    straight_back(book, position, id, StraightBack::OutOfCloseRange, None)
}

/// Straight back to two inches from every enemy.
pub fn two_inches(book: &Rulebook, position: &Position, id: UnitId) -> Retreat {
    straight_back(book, position, id, StraightBack::TwoInches, None)
}

/// Straight back by the least distance that is far enough and on which nobody is stood upon; if the
/// unit becomes `narrower` on the way it goes as far as it must as wide as it was, and farther if it
/// must as it then is.
pub(super) fn straight_back(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    back: StraightBack,
    narrower: Option<&Placed>,
) -> Retreat {
    let placed = position.unit(id);
    let fire = CloseFire::at(book, position, id);
    let enemies = Enemies::of(position, id);
    let far_enough = |stands: &[Rect]| match back {
        StraightBack::OutOfCloseRange => !fire.threatens(stands),
        StraightBack::TwoInches => !enemies.are_near(stands),
    };
    if far_enough(&placed.stands) {
        return Retreat::To(Box::new(Plan::staying(placed.clone())));
    }
    // A refused flank swings forward when the unit moves.
    let placed = &placed.straightened(&book.bases);
    let shapes = [Some(placed), narrower].into_iter().flatten();
    let last = narrower.unwrap_or(placed);
    let mut aside = 0;
    while aside <= FARTHEST / 8 {
        for sign in if aside == 0 { vec![1] } else { vec![1, -1] } {
            let at = |of: &Placed, back: i32| set_back(book, of, sign * aside, back);
            let beside = (aside > 0).then(|| at(last, 0));
            let sideways = beside.clone().map(|end| arrives(position, id, placed, end, false));
            if sideways.is_some_and(|way| way.is_err_and(|stop| stop != Stop::Edge)) {
                continue;
            }
            let good = |back: &i32| {
                let clear = shapes.clone().all(|shape| far_enough(&at(shape, *back).stands));
                clear && !stands_on_others(position, id, &at(last, *back).stands)
            };
            let Some(found) = (1..=FARTHEST / STEP).map(|step| step * STEP).find(good) else {
                continue;
            };
            let fine = (found - STEP + 1..=found).find(good).unwrap_or(found);
            match sidesteps(position, id, placed, beside, at(last, fine)) {
                Err(Stop::Edge) => {
                    return Retreat::OffTheTable(Some(Length::thousandths(fine)));
                }
                Err(_) => {}
                Ok(plan) => return Retreat::To(Box::new(plan)),
            }
        }
        aside += 50;
    }
    Retreat::Cut
}

/// A unit so far to its right and so far straight back, in thousandths.
fn set_back(book: &Rulebook, placed: &Placed, aside: i32, back: i32) -> Placed {
    let mut end = placed.clone();
    end.unit.presenting = false;
    end.anchor = placed.anchor.moved(f64::from(aside), -f64::from(back), Angle::ZERO);
    if let Shape::Apart { stands } = &placed.shape {
        let shift = end.anchor.at.spot().minus(placed.anchor.at.spot());
        let moved = |pose: &Pose| Pose::new(pose.at.spot().plus(shift).point(), pose.heading);
        end.shape = Shape::Apart { stands: stands.iter().map(moved).collect() };
    }
    let base = base_of(&book.bases, &placed.unit);
    let stands = end.shape.stands(base, placed.stands.len() as u8, end.anchor);
    end.stands = stands.unwrap_or_default();
    end
}

/// First to the side if it must, then straight back; the ways of both.
fn sidesteps(
    position: &Position,
    id: UnitId,
    placed: &Placed,
    beside: Option<Placed>,
    end: Placed,
) -> Result<Plan, Stop> {
    let Some(beside) = beside else { return arrives(position, id, placed, end, false) };
    let first = arrives(position, id, placed, beside.clone(), false)?;
    let mut plan = arrives(position, id, &beside, end, false)?;
    let mut path = first.path;
    path.append(&mut plan.path);
    let ground = plan.ground.max(first.ground);
    Ok(Plan { path, ground, ..plan })
}

/// The units upon whom stands of another would be.
pub(crate) fn stood_upon<'p>(
    position: &'p Position,
    id: UnitId,
    stands: &'p [Rect],
) -> impl Iterator<Item = UnitId> + 'p {
    let around = stands.iter().map(|stand| stand.bounds()).reduce(Bounds::and);
    let near = around.map_or_else(Vec::new, |around| position.near(around));
    near.into_iter().filter(move |other| {
        let overlaps = |stand: &Rect| {
            let base = Convex::from(*stand);
            position.unit(*other).outlines().any(|outline| base.depth(&outline) > TOUCH)
        };
        *other != id && stands.iter().any(overlaps)
    })
}

/// Would stands of a unit be upon another's?
pub(super) fn stands_on_others(position: &Position, id: UnitId, stands: &[Rect]) -> bool {
    stood_upon(position, id, stands).next().is_some()
}

/// A straight retreat to `end`, if nothing but friends is in the way; the friends it disorders if
/// it is broken.
pub(super) fn arrives(
    position: &Position,
    id: UnitId,
    from: &Placed,
    end: Placed,
    broken: bool,
) -> Result<Plan, Stop> {
    let table = position.table.bounds().grown(TOUCH);
    if end.stands.iter().any(|stand| !table.holds(stand.bounds())) {
        return Err(Stop::Edge);
    }
    let path = slides(&from.stands, &end.stands);
    let mover = Mover::of(position, id);
    let checked = mover.check(&path, &end.stands, Licence::RETREAT);
    let crossed = checked.map_err(|blocked| blocked.by)?;
    let ground = crossed.slowest();
    let shaken = |friend: &UnitId| {
        let other = position.unit(*friend);
        let loose = other.lets_friends_through();
        broken && !loose && other.unit.order == Order::Good
    };
    let disordered = crossed.passed.iter().copied().filter(shaken).collect();
    Ok(Plan {
        path,
        ground,
        pieces: crossed.pieces,
        passed: crossed.passed,
        disordered,
        ..Plan::staying(end)
    })
}

/// Is a unit in the retreat path of another: in the strip as wide as its formation, straight back?
pub fn is_in_retreat_path(placed: &Placed, stands: &[Rect]) -> bool {
    crate::sight::is_behind(placed, stands, Length::thousandths(FARTHEST))
}
