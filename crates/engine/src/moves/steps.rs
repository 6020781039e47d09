//! Steps of a formation that moves as one piece, and the walk of any unit.

use geometry::{Angle, Convex, Length, Pose, Rect, Spot, Sweep, rounded};
use rulebook::{Base, Reason, RuleId, Rulebook};

use super::column;
use super::{Refusal, Why};
use crate::formations::Shape;
use crate::movement::{Hand, Leg, Purpose, Step, check_steps};
use crate::table::{Crossed, Licence, Mover, Moving, Placed, Position, Terrain, UnitId, base_of};

/// A walk that can be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// The unit afterwards.
    pub end: Placed,
    /// The way of every stand.
    pub path: Vec<Moving>,
    /// What is to be paid for.
    pub legs: Vec<Leg>,
    /// What it led over.
    pub crossed: Crossed,
}

/// Checks that a unit can take these steps; what they cost is not asked here.
pub fn walk(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    steps: &[Step],
    licence: Licence,
) -> Result<Walked, Refusal> {
    walk_from(book, position, (id, position.unit(id)), steps, Purpose::Move, licence)
}

pub(super) fn walk_from(
    book: &Rulebook,
    position: &Position,
    (id, placed): (UnitId, &Placed),
    steps: &[Step],
    purpose: Purpose,
    licence: Licence,
) -> Result<Walked, Refusal> {
    suit(book, placed, steps)?;
    check_steps(steps, purpose)?;
    let Made { end, path, legs } = make(book, position, placed, steps)?;
    let crossed = Mover::of(position, id).check(&path, &end.stands, licence)?;
    let slowest = crossed.slowest();
    let legs = legs.into_iter().map(|leg| Leg {
        ground: if leg.good_road || leg.on_road { leg.ground } else { slowest },
        ..leg
    });
    Ok(Walked { end, path, legs: legs.collect(), crossed })
}

pub(super) struct Made {
    pub end: Placed,
    pub path: Vec<Moving>,
    pub legs: Vec<Leg>,
}

/// Where steps lead, whatever is in the way.
pub(super) fn make(
    book: &Rulebook,
    position: &Position,
    placed: &Placed,
    steps: &[Step],
) -> Result<Made, Refusal> {
    let base = base_of(&book.bases, &placed.unit);
    if let Shape::MarchColumn { .. } = placed.shape {
        return column::march(&position.table, placed, base, steps);
    }
    let mut end = if steps.is_empty() { placed.clone() } else { placed.straightened(&book.bases) };
    let mut path = Vec::with_capacity(steps.len() * placed.stands.len());
    let mut legs = Vec::new();
    for &step in steps {
        let motion = motion(&end, base, step);
        let next = motion.anchor(end.anchor);
        let stands = end.shape.stands(base, end.stands.len() as u8, next)?;
        path.extend(end.stands.iter().zip(&stands).enumerate().map(|(place, (&from, &to))| {
            Moving { stand: place as u8, sweep: motion.sweep(from, to), on_road: false }
        }));
        legs.push(Leg::country(motion.length(), rulebook::Ground::Open));
        end.anchor = next;
        end.stands = stands;
    }
    Ok(Made { end, path, legs })
}

/// A step as a motion of the whole formation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Motion {
    Slide { by: Spot },
    Turn { pivot: Spot, by: i32, radius: f64 },
}

impl Motion {
    fn anchor(self, anchor: Pose) -> Pose {
        match self {
            Motion::Slide { by } => Pose::new(anchor.at.spot().plus(by).point(), anchor.heading),
            Motion::Turn { pivot, by, .. } => {
                let turn = Angle::hundredths(by);
                let at = anchor.at.spot().minus(pivot).turned(turn).plus(pivot);
                Pose::new(at.point(), anchor.heading.plus(turn))
            }
        }
    }

    fn sweep(self, from: Rect, to: Rect) -> Sweep {
        match self {
            Motion::Slide { .. } => Sweep::Slide { from, to },
            Motion::Turn { pivot, by, .. } => Sweep::Turn { from, pivot, by },
        }
    }

    /// The way of one base, whichever stands it is made of.
    pub(super) fn moving(self, base: Rect) -> Moving {
        let to = match self {
            Motion::Slide { by } => {
                let at = base.pose.at.spot().plus(by).point();
                Rect { pose: Pose::new(at, base.pose.heading), ..base }
            }
            Motion::Turn { .. } => base,
        };
        Moving { stand: 0, sweep: self.sweep(base, to), on_road: false }
    }

    /// What it costs: the way, or the arc of the outer front corner.
    fn length(self) -> Length {
        match self {
            Motion::Slide { by } => rounded(by.size()),
            Motion::Turn { by, radius, .. } => {
                let radians = f64::from(by.abs()) * std::f64::consts::PI / 18_000.0;
                rounded(radius * radians)
            }
        }
    }
}

pub(super) fn motion(placed: &Placed, base: Base, step: Step) -> Motion {
    let anchor = placed.anchor;
    let straight = |right: f64, ahead: f64| Motion::Slide {
        by: Spot::new(right, ahead).turned(anchor.heading),
    };
    let far = |by: Length| f64::from(by.in_thousandths());
    match step {
        Step::Advance { by } => straight(0.0, far(by)),
        Step::Withdraw { by } => straight(0.0, -far(by)),
        Step::ByTheFlank { to, by } => straight(to.sign() * far(by), 0.0),
        Step::Oblique { to, slant, by } => {
            let (sin, cos) = slant.sin_cos();
            straight(to.sign() * far(by) * sin, far(by) * cos)
        }
        Step::ObliqueBack { to, slant, by } => {
            let (sin, cos) = slant.sin_cos();
            straight(to.sign() * far(by) * sin, -far(by) * cos)
        }
        Step::Shift { heading, by } => {
            let (sin, cos) = heading.sin_cos();
            Motion::Slide { by: Spot::new(sin, cos).times(far(by)) }
        }
        Step::AlongRoad { .. } => straight(0.0, 0.0),
        Step::Wheel { to, turn } => wheel(placed, base, to, turn.in_hundredths()),
    }
}

/// A wheel about the front corner of the flank stand on the side it turns to; backward with a
/// negative turn about the same corner.
pub(super) fn wheel(placed: &Placed, base: Base, to: Hand, hundredths: i32) -> Motion {
    let front = placed.front_rank();
    let half = f64::from(base.width.in_thousandths()) / 2.0;
    let corners = match (front.first(), front.last()) {
        (Some(left), Some(right)) => (left.corners()[0], right.corners()[1]),
        _ => (placed.anchor.spot(-half, 0.0), placed.anchor.spot(half, 0.0)),
    };
    let (pivot, outer) = if to == Hand::Left { corners } else { (corners.1, corners.0) };
    let by = if to == Hand::Left { -hundredths } else { hundredths };
    Motion::Turn { pivot, by, radius: outer.minus(pivot).size() }
}

/// A formation turned in place about a pivot.
pub(super) fn turned(placed: &Placed, base: Base, motion: Motion) -> Result<Made, Refusal> {
    let mut end = placed.clone();
    end.anchor = motion.anchor(placed.anchor);
    end.stands = end.shape.stands(base, placed.stands.len() as u8, end.anchor)?;
    let ways = placed.stands.iter().zip(&end.stands).enumerate();
    let path = ways.map(|(place, (&from, &to))| Moving {
        stand: place as u8,
        sweep: motion.sweep(from, to),
        on_road: false,
    });
    let path = path.collect();
    Ok(Made { end, path, legs: vec![Leg::country(motion.length(), rulebook::Ground::Open)] })
}

/// How far straight ahead (or back, if negative) a unit must go to stand just beyond an obstacle;
/// nothing if it lies neither way.
pub(super) fn beyond(placed: &Placed, base: Base, obstacle: &Terrain) -> Option<Length> {
    const COARSE: i32 = 50;
    const MOST: i32 = 12_000;
    let count = placed.stands.len() as u8;
    let stands_at = |by: i32| {
        let anchor = placed.anchor.moved(0.0, f64::from(by), Angle::ZERO);
        placed.shape.stands(base, count, anchor).unwrap_or_default()
    };
    let under =
        |by: i32| stands_at(by).iter().any(|stand| obstacle.is_under(&Convex::from(*stand), 0.0));
    let crossed = |by: i32| {
        stands_at(by)
            .iter()
            .zip(&placed.stands)
            .any(|(to, from)| obstacle.is_under(&Convex::around(*from, *to), 0.0))
    };
    let side = |sign: i32| {
        let clear = |by: &i32| crossed(sign * by) && !under(sign * by);
        let found = (0..=MOST / COARSE).map(|step| step * COARSE).find(clear)?;
        let fine = (found - COARSE..=found).find(|by| clear(by)).unwrap_or(found);
        Some(Length::thousandths(sign * fine))
    };
    let (ahead, back) = (side(1), side(-1));
    match (ahead, back) {
        (Some(ahead), Some(back)) => {
            let nearer = ahead.in_thousandths() <= -back.in_thousandths();
            Some(if nearer { ahead } else { back })
        }
        (ahead, back) => ahead.or(back),
    }
}

/// Are these steps ones that a unit in this shape takes?
fn suit(book: &Rulebook, placed: &Placed, steps: &[Step]) -> Result<(), Refusal> {
    let refused = |rule: &str| Err(Refusal::because(Why::StepNotForFormation, rule));
    for step in steps {
        let fits = match (&placed.shape, step) {
            (Shape::Square, Step::Shift { .. }) => true,
            (Shape::Square, _) => {
                let why = Why::StepNotForFormation;
                return Err(Refusal::reason(book, why, Reason::SquareNoWheel));
            }
            (_, Step::Shift { .. }) => false,
            (
                Shape::MarchColumn { .. },
                Step::Advance { .. } | Step::Wheel { .. } | Step::AlongRoad { .. },
            ) => true,
            (Shape::MarchColumn { .. }, _) => return refused("MOV-BASE-COLUMN-OFF-ROAD"),
            (_, Step::AlongRoad { .. }) => return refused("MOV-ROAD-WHO"),
            (Shape::Cluster, _) => return refused("FORM-BROKEN"),
            _ => true,
        };
        if !fits {
            return Err(Refusal::Forbidden {
                why: Why::StepNotForFormation,
                rule: RuleId::new("TRP-BASE-ADVANCE-WITHDRAW"),
            });
        }
    }
    Ok(())
}
