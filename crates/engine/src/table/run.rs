//! How far a straight run goes before something stops or slows it.

use geometry::{Bounds, Convex, Length, Rect, Spot, TOUCH};
use rulebook::{Ground, TerrainTrait};

use super::path::{Licence, Mover, NEAR, slowed_by};
use super::position::UnitId;

/// A run stops so much short of what stops it, in thousandths: formations round their stands anew
/// wherever they are.
const SHY: f64 = 3.0;

/// It stops so much short of terrain, whose edges it may meet at a sharp angle.
const AWRY: f64 = 15.0;

/// A run keeps so much more clear of what it grazes, for the same reason.
const GRAZE: f64 = 1.5;

/// A straight run: where it is stopped and where slower ground begins, in thousandths from its
/// start; infinite where nothing does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Where it is stopped.
    pub stopped: f64,
    /// Where ground of each class begins, in the order of `Ground::ALL`.
    pub begins: [f64; 3],
}

/// What may lie in the way of runs that start from one place, looked up once.
#[derive(Clone, Debug)]
pub struct Surroundings<'p> {
    mover: Mover<'p>,
    /// Stands of others with the gap that must stay; zero for those that only stop.
    others: Vec<(Bounds, Convex, f64)>,
    pieces: Vec<usize>,
}

impl<'p> Mover<'p> {
    /// What lies within `far` thousandths of the unit, for a move of its own will.
    pub fn surroundings(self, far: f64) -> Surroundings<'p> {
        let none = Surroundings { mover: self, others: Vec::new(), pieces: Vec::new() };
        let placed = self.position.unit(self.id);
        let Some(around) = placed.bounds() else { return none };
        let around = around.grown(far);
        let units = self.position.near(around.grown(NEAR));
        let mut others = Vec::new();
        for id in units.into_iter().filter(|id| *id != self.id) {
            self.add_unit(id, &mut others);
        }
        Surroundings { others, pieces: self.position.table.near(around), ..none }
    }

    fn add_unit(&self, id: UnitId, others: &mut Vec<(Bounds, Convex, f64)>) {
        let other = self.position.unit(id);
        let enemy = other.side != self.position.unit(self.id).side;
        if !enemy && other.lets_friends_through() {
            return;
        }
        let stands: Vec<(Bounds, Convex)> =
            other.blocks().iter().map(|base| (base.bounds(), Convex::from(*base))).collect();
        let gap = if enemy { NEAR.min(self.gap_now(&stands)) } else { 0.0 };
        others.extend(stands.into_iter().map(|(bounds, stand)| (bounds, stand, gap)));
    }
}

impl Surroundings<'_> {
    /// Runs bases along `ahead`, a direction of length one, for `far` thousandths.
    pub fn run(&self, bases: &[Rect], ahead: Spot, far: f64) -> Run {
        let mut run = Run { stopped: f64::INFINITY, begins: [0.0, f64::INFINITY, f64::INFINITY] };
        let table = self.mover.position.table.bounds().grown(TOUCH - GRAZE);
        let by = ahead.times(far);
        for &base in bases {
            run.stopped = run.stopped.min(to_edge(base.bounds(), table, ahead));
            let there = base.bounds();
            let there = Bounds { low: there.low.plus(by), high: there.high.plus(by) };
            let whole = base.bounds().and(there);
            self.against_units(base, whole, by, &mut run);
            self.over_ground(base, whole, by, &mut run);
        }
        run
    }

    fn against_units(&self, base: Rect, whole: Bounds, by: Spot, run: &mut Run) {
        let far = by.size();
        let outline = Convex::from(base);
        for (bounds, stand, gap) in &self.others {
            if !whole.grown(*gap).meets(*bounds) {
                continue;
            }
            let least = if *gap > 0.0 { gap - TOUCH + GRAZE } else { GRAZE - TOUCH };
            if let Some(at) = comes_within(&outline, stand, least, by, far) {
                run.stopped = run.stopped.min((at - SHY).max(0.0));
            }
        }
    }

    fn over_ground(&self, base: Rect, whole: Bounds, by: Spot, run: &mut Run) {
        let far = by.size();
        // What is only touched is not trodden on.
        let shrink = |length: Length| Length::thousandths(length.in_thousandths() - 2);
        let trodden = Rect { width: shrink(base.width), depth: shrink(base.depth), ..base };
        let outline = Convex::from(trodden);
        for &place in &self.pieces {
            let piece = &self.mover.position.table.pieces()[place];
            let ground = slowed_by(piece);
            let barred = self.mover.bar(piece, place, Licence::MOVE).is_some();
            let known = run.begins[ground as usize] <= 0.0;
            let dull = !barred && (ground == Ground::Open || known);
            if dull || piece.is(TerrainTrait::Road) || !whole.meets(piece.bounds()) {
                continue;
            }
            let Some(part) = piece.slid_onto(&outline, by) else { continue };
            let at = (part * far - AWRY).max(0.0);
            if barred {
                run.stopped = run.stopped.min(at);
            } else {
                let begins = &mut run.begins[ground as usize];
                *begins = begins.min(at);
            }
        }
    }
}

/// How far a base slides along `by` before its gap to a stand is less than `least` (a negative
/// least is a depth); nothing if it never is. Nothing comes nearer faster than it moves, so each
/// step is what is left of the gap.
fn comes_within(base: &Convex, stand: &Convex, least: f64, by: Spot, far: f64) -> Option<f64> {
    let ahead = by.times(1.0 / far.max(1e-9));
    let mut at = 0.0;
    for _ in 0..64 {
        let moved = base.shifted(ahead.times(at));
        // What the axes part is never more than the true gap, and cheaper to know.
        let parted = -moved.depth(stand);
        let mut left = parted - least;
        if left <= 1.0 && least > 0.0 && parted > 0.0 {
            left = moved.gap(stand) - least;
        }
        if left <= 0.25 {
            return Some(at);
        }
        at += left;
        if at > far {
            return None;
        }
    }
    Some(at)
}

/// How far a box can go along `ahead` before it leaves the table.
fn to_edge(stand: Bounds, table: Bounds, ahead: Spot) -> f64 {
    let along = |speed: f64, low: f64, high: f64| {
        if speed > 1e-9 {
            high / speed
        } else if speed < -1e-9 {
            low / speed
        } else {
            f64::INFINITY
        }
    };
    let x = along(ahead.x, table.low.x - stand.low.x, table.high.x - stand.high.x);
    let y = along(ahead.y, table.low.y - stand.low.y, table.high.y - stand.high.y);
    (x.min(y) - SHY).max(0.0)
}
