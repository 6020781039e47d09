//! The way round: a crowd that finds no straight way bends once, and slips past in file.

use geometry::{Angle, Spot, Sweep};
use rulebook::{Base, Ground, MovementRow};

use super::Plan;
use super::change::middle;
use super::run::crowd;
use crate::movement::{Gait, allowance};
use crate::table::{Licence, Mover, Moving, Placed, Position, UnitId, slides};

/// Where a run leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// Along a heading, as far as it goes.
    Along(Angle),
    /// To a spot, and no farther.
    To(Spot),
}

impl Goal {
    /// The way from a spot, in thousandths; it may be cut short.
    fn way(self, from: Spot) -> Spot {
        match self {
            Goal::Along(heading) => toward(heading).times(1e6),
            Goal::To(spot) => spot.minus(from),
        }
    }

    /// How much of the goal is left to do at a spot: less is better.
    fn left(self, at: Spot) -> f64 {
        match self {
            Goal::Along(heading) => -at.dot(toward(heading)),
            Goal::To(spot) => spot.minus(at).size(),
        }
    }
}

fn toward(heading: Angle) -> Spot {
    let (sin, cos) = heading.sin_cos();
    Spot::new(sin, cos)
}

/// The steps in which a bend is looked for: degrees off the straight way, and thousandths along it.
const TURNS: i32 = 1_500;
const LEGS: i32 = 1_000;
const WIDEST: i32 = 9_000;
/// How far a line falls back before it is a file, in thousandths.
const GATHERS: f64 = 250.0;

/// The run with one bend that leaves least to do, within one full move, and what it leaves.
pub(super) fn round(
    position: &Position,
    (id, placed): (UnitId, &Placed),
    base: Base,
    row: &MovementRow,
    goal: Goal,
) -> Option<(Plan, f64)> {
    let here = middle(placed);
    let straight = goal.way(here).heading();
    // Out of the line that it leaves before it turns aside.
    let start = here.plus(toward(straight).times(GATHERS));
    let most = allowance(row, Gait::Full, Ground::Open).in_thousandths();
    let turns = (TURNS..=WIDEST).step_by(TURNS as usize).flat_map(|turn| [turn, -turn]);
    let mut best: Option<(Plan, f64)> = None;
    for turn in turns {
        let aside = toward(straight.plus(Angle::hundredths(turn)));
        for leg in (LEGS..=most).step_by(LEGS as usize) {
            let bend = start.plus(aside.times(f64::from(leg)));
            let bent = Bent { position, id, placed, base, start, bend };
            let Some((plan, at)) = bent.run(row, goal) else { continue };
            let left = goal.left(at);
            if best.as_ref().is_none_or(|(_, least)| left < least - 1.0) {
                best = Some((plan, left));
            }
        }
    }
    best
}

/// A run that bends at a spot.
struct Bent<'a> {
    position: &'a Position,
    id: UnitId,
    placed: &'a Placed,
    base: Base,
    start: Spot,
    bend: Spot,
}

impl Bent<'_> {
    /// The run as far as the slowest ground on it lets it, and where its middle ends.
    fn run(&self, row: &MovementRow, goal: Goal) -> Option<(Plan, Spot)> {
        let mut ground = Ground::Open;
        loop {
            let (plan, at) =
                self.within(allowance(row, Gait::Full, ground).in_thousandths(), goal)?;
            if plan.ground <= ground {
                return Some((plan, at));
            }
            ground = plan.ground;
        }
    }

    /// The run by so many thousandths in all.
    fn within(&self, most: i32, goal: Goal) -> Option<(Plan, Spot)> {
        let spent = self.bend.minus(self.start).size();
        let left = f64::from(most) - spent;
        let way = goal.way(self.bend);
        if left < 0.0 || way.size() < 1.0 {
            return None;
        }
        let at = self.bend.plus(way.times((left / way.size()).min(1.0)));
        let end = crowd(self.placed, self.base, at, way.heading());
        let mut path: Vec<Moving> = [(self.start, self.bend), (self.bend, at)]
            .into_iter()
            .filter_map(|(from, to)| self.in_file(from, to))
            .collect();
        path.extend(slides(&end.stands, &end.stands));
        let licence = Licence { off_the_table: false, ..Licence::RETREAT };
        let crossed = Mover::of(self.position, self.id).check(&path, &end.stands, licence).ok()?;
        let ground = crossed.slowest();
        let passed = crossed.passed;
        Some((Plan { path, ground, pieces: crossed.pieces, passed, ..Plan::staying(end) }, at))
    }

    /// The way of the crowd where it is one stand wide.
    fn in_file(&self, from: Spot, to: Spot) -> Option<Moving> {
        let way = to.minus(from);
        let heading = way.heading();
        let mut one = self.placed.clone();
        one.stands.truncate(1);
        let at = |spot: Spot| crowd(&one, self.base, spot, heading).stands.first().copied();
        let sweep = Sweep::Slide { from: at(from)?, to: at(to)? };
        (way.size() >= 1.0).then_some(Moving { stand: 0, sweep, on_road: false })
    }
}
