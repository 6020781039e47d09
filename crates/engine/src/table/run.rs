//! How far a straight run goes before something stops or slows it.

use geometry::{Bounds, Convex, Rect, Spot, Sweep, TOUCH};
use rulebook::{Ground, TerrainTrait};

use super::path::{Licence, Mover, NEAR, slowed_by};
use super::position::UnitId;

/// A run stops so much short of what stops it, in thousandths: formations round their stands anew
/// wherever they are.
const SHY: f64 = 3.0;

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
            other.stands.iter().map(|stand| (stand.bounds(), Convex::from(*stand))).collect();
        let gap = if enemy { NEAR.min(self.gap_now(&stands)) } else { 0.0 };
        others.extend(stands.into_iter().map(|(bounds, stand)| (bounds, stand, gap)));
    }
}

impl Surroundings<'_> {
    /// Runs `stands` along `ahead`, a direction of length one, for `far` thousandths.
    pub fn run(&self, stands: &[Rect], ahead: Spot, far: f64) -> Run {
        let mut run = Run { stopped: f64::INFINITY, begins: [0.0, f64::INFINITY, f64::INFINITY] };
        let table = self.mover.position.table.bounds().grown(TOUCH - GRAZE);
        for &stand in stands {
            let mut to = stand;
            to.pose.at = stand.pose.at.spot().plus(ahead.times(far)).point();
            let sweep = Sweep::Slide { from: stand, to };
            run.stopped = run.stopped.min(to_edge(stand.bounds(), table, ahead));
            self.against_units(&sweep, far, &mut run);
            self.over_ground(&sweep, far, &mut run);
        }
        run
    }

    fn against_units(&self, sweep: &Sweep, far: f64, run: &mut Run) {
        let whole = sweep.bounds();
        for (bounds, stand, gap) in &self.others {
            if !whole.grown(*gap).meets(*bounds) {
                continue;
            }
            let mut meets = |part: &Convex, slack: f64| {
                if *gap > 0.0 {
                    part.gap(stand) - slack < gap - TOUCH + GRAZE
                } else {
                    part.depth(stand) + slack > TOUCH - GRAZE
                }
            };
            if let Some(part) = sweep.first(&mut meets) {
                run.stopped = run.stopped.min((part * far - SHY).max(0.0));
            }
        }
    }

    fn over_ground(&self, sweep: &Sweep, far: f64, run: &mut Run) {
        let whole = sweep.bounds();
        for &place in &self.pieces {
            let piece = &self.mover.position.table.pieces()[place];
            let ground = slowed_by(piece);
            let barred = self.mover.bar(piece, place, Licence::MOVE).is_some();
            let known = run.begins[ground as usize] <= 0.0;
            let dull = !barred && (ground == Ground::Open || known);
            if dull || piece.is(TerrainTrait::Road) || !whole.meets(piece.bounds()) {
                continue;
            }
            let Some(part) = sweep.first(&mut |part, slack| piece.is_under(part, slack + GRAZE))
            else {
                continue;
            };
            let at = (part * far - SHY).max(0.0);
            if barred {
                run.stopped = run.stopped.min(at);
            } else {
                let begins = &mut run.begins[ground as usize];
                *begins = begins.min(at);
            }
        }
    }
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
