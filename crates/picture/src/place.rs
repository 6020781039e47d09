//! Where labels go: each has places it would like, and none may cover another or a stand.

use crate::pen::{V, v};

/// An upright box on the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub low: V,
    pub high: V,
}

impl Frame {
    pub fn new(low: V, high: V) -> Frame {
        Frame { low, high }
    }

    /// The box around places.
    pub fn around(places: &[V]) -> Frame {
        let fold = |of: fn(&V) -> f64, pick: fn(f64, f64) -> f64, first| {
            places.iter().map(of).fold(first, pick)
        };
        let low =
            v(fold(|at| at.x, f64::min, f64::INFINITY), fold(|at| at.y, f64::min, f64::INFINITY));
        let high = v(
            fold(|at| at.x, f64::max, f64::NEG_INFINITY),
            fold(|at| at.y, f64::max, f64::NEG_INFINITY),
        );
        Frame { low, high }
    }

    pub fn grown(self, by: f64) -> Frame {
        Frame { low: self.low.minus(v(by, by)), high: self.high.plus(v(by, by)) }
    }

    pub fn middle(self) -> V {
        self.low.plus(self.high).times(0.5)
    }

    pub fn and(self, other: Frame) -> Frame {
        Frame::around(&[self.low, self.high, other.low, other.high])
    }

    /// Do the insides share ground?
    pub fn overlaps(self, other: Frame) -> bool {
        self.low.x < other.high.x
            && other.low.x < self.high.x
            && self.low.y < other.high.y
            && other.low.y < self.high.y
    }

    pub fn holds(self, other: Frame) -> bool {
        self.low.x <= other.low.x
            && self.low.y <= other.low.y
            && self.high.x >= other.high.x
            && self.high.y >= other.high.y
    }

    pub fn corners(self) -> [V; 4] {
        [self.low, v(self.high.x, self.low.y), self.high, v(self.low.x, self.high.y)]
    }

    /// Does a line run over it?
    pub fn is_crossed(self, from: V, to: V) -> bool {
        let line = [from, to];
        Frame::around(&line).grown(0.01).overlaps(self) && !apart(&self.corners(), &line)
    }

    /// The place of the box nearest to `at`.
    pub fn nearest(self, at: V) -> V {
        v(at.x.clamp(self.low.x, self.high.x), at.y.clamp(self.low.y, self.high.y))
    }
}

/// Something that no label may cover: a stand, a leader, a flag.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    /// Whose it is, as a number.
    pub owner: usize,
    corners: Vec<V>,
    frame: Frame,
}

impl Obstacle {
    /// A convex outline.
    pub fn new(owner: usize, corners: Vec<V>) -> Obstacle {
        let frame = Frame::around(&corners);
        Obstacle { owner, corners, frame }
    }

    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// Does a box cover part of it?
    pub fn is_under(&self, cover: Frame) -> bool {
        cover.overlaps(self.frame) && !apart(&self.corners, &cover.corners())
    }

    /// Does a line run over it?
    pub fn is_crossed(&self, from: V, to: V) -> bool {
        let line = [from, to];
        Frame::around(&line).grown(0.01).overlaps(self.frame) && !apart(&self.corners, &line)
    }
}

/// Is there a line between two convex outlines?
fn apart(one: &[V], other: &[V]) -> bool {
    let parted = |by: &[V]| {
        (0..by.len()).any(|place| {
            let side = by[(place + 1) % by.len()].minus(by[place]);
            let axis = v(-side.y, side.x);
            let span = |of: &[V]| {
                let along = of.iter().map(|at| at.dot(axis));
                along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                    (low.min(at), high.max(at))
                })
            };
            let (a, b) = (span(one), span(other));
            a.1 <= b.0 + 1e-9 || b.1 <= a.0 + 1e-9
        })
    };
    parted(one) || parted(other)
}

/// A place that a label would take.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// Which of the label's ways to be set.
    pub setting: usize,
    /// The boxes it would fill: one, or one for every few letters along a curve.
    pub frames: Vec<Frame>,
    /// Its upper left corner, or how far along its curve it begins.
    pub at: V,
    /// The size of its letters.
    pub size: f64,
    /// A line to what it names, if it is far away.
    pub leader: Option<(V, V)>,
    /// The lower the better.
    pub cost: f64,
}

/// What a label would like.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// What it names, by the number that its obstacles have.
    pub owner: usize,
    /// The places it would take.
    pub spots: Vec<Spot>,
}

/// Finds a place for every label.
pub(crate) struct Placer<'a> {
    /// What may not be covered.
    pub obstacles: &'a [Obstacle],
    /// Where labels may be.
    pub sheet: Frame,
    taken: Vec<Option<Spot>>,
}

/// What it costs if a leader line runs over a stand or another label.
const CROSSING: f64 = 9.0;
/// How many better places a label tries to push its way into.
const TRIES: usize = 400;
/// What it costs to stand nowhere.
const NOWHERE: f64 = 100.0;

impl<'a> Placer<'a> {
    pub fn new(obstacles: &'a [Obstacle], sheet: Frame) -> Placer<'a> {
        Placer { obstacles, sheet, taken: Vec::new() }
    }

    fn is_free(&self, spot: &Spot, own: usize) -> bool {
        let covers = |frame: &Frame| {
            !self.sheet.holds(*frame)
                || self.obstacles.iter().any(|obstacle| obstacle.is_under(*frame))
        };
        let meets = |other: &Spot| {
            spot.frames.iter().any(|one| other.frames.iter().any(|two| one.overlaps(*two)))
        };
        let others = self.taken.iter().enumerate().filter(|(place, _)| *place != own);
        !spot.frames.iter().any(covers) && !others.flat_map(|(_, taken)| taken).any(meets)
    }

    fn crossings(&self, spot: &Spot, own: usize, owner: usize) -> f64 {
        let others = || {
            let others = self.taken.iter().enumerate().filter(|(place, _)| *place != own);
            others.filter_map(|(_, taken)| taken.as_ref())
        };
        let mut count = 0.0;
        if let Some((from, to)) = spot.leader {
            let strange = self.obstacles.iter().filter(|o| o.owner != owner);
            count += strange.filter(|o| o.is_crossed(from, to)).count() as f64;
            let crossed = |frame: &&Frame| frame.is_crossed(from, to);
            count += others().flat_map(|other| &other.frames).filter(crossed).count() as f64;
            let meets = |other: &&Spot| {
                other.leader.is_some_and(|line| geometry::meet((from, to), line).is_some())
            };
            count += others().filter(meets).count() as f64;
        }
        let lines = others().filter_map(|other| other.leader);
        let under =
            |(from, to): &(V, V)| spot.frames.iter().any(|frame| frame.is_crossed(*from, *to));
        (count + lines.filter(under).count() as f64) * CROSSING
    }

    /// The cheapest free one of `spots`, which begin with the best.
    fn best<'s>(&self, wish: &'s Wish, own: usize) -> Option<&'s Spot> {
        let mut best: Option<(f64, &Spot)> = None;
        for spot in &wish.spots {
            if best.is_some_and(|(cost, _)| spot.cost >= cost) {
                break;
            }
            if self.is_free(spot, own) {
                let cost = spot.cost + self.crossings(spot, own, wish.owner);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, spot));
                }
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// What a label costs where it is.
    fn cost(&self, own: usize, owner: usize) -> f64 {
        let Some(spot) = &self.taken[own] else { return NOWHERE };
        spot.cost + self.crossings(spot, own, owner)
    }

    /// The one label that is in the way of a place, if that is all that is in its way.
    fn in_the_way(&self, spot: &Spot, own: usize) -> Option<usize> {
        let meets = |other: &Spot| {
            spot.frames.iter().any(|one| other.frames.iter().any(|two| one.overlaps(*two)))
        };
        let others = self.taken.iter().enumerate().filter(|(place, _)| *place != own);
        let mut met = others.filter(|(_, other)| other.as_ref().is_some_and(meets));
        let (one, more) = (met.next()?.0, met.next());
        let blocked = |frame: &Frame| {
            !self.sheet.holds(*frame) || self.obstacles.iter().any(|o| o.is_under(*frame))
        };
        (more.is_none() && !spot.frames.iter().any(blocked)).then_some(one)
    }

    /// Takes a better place from a neighbour who loses less than is won.
    fn push(&mut self, own: usize, wishes: &[Wish]) {
        let before = self.cost(own, wishes[own].owner);
        let better = wishes[own].spots.iter().take_while(|spot| spot.cost + 1.0 < before);
        for spot in better.take(TRIES) {
            let Some(other) = self.in_the_way(spot, own) else { continue };
            let both = before + self.cost(other, wishes[other].owner);
            let kept = (self.taken[own].replace(spot.clone()), self.taken[other].take());
            self.taken[other] = self.best(&wishes[other], other).cloned();
            let after = self.cost(own, wishes[own].owner) + self.cost(other, wishes[other].owner);
            if after + 0.5 < both {
                return;
            }
            (self.taken[own], self.taken[other]) = kept;
        }
    }

    /// A place for each label; nothing where there is no room at all. Those that come first choose
    /// first; then each may choose again, and push a neighbour aside where that serves both.
    pub fn place(mut self, wishes: &mut [Wish]) -> Vec<Option<Spot>> {
        for wish in wishes.iter_mut() {
            wish.spots.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        }
        self.taken = vec![None; wishes.len()];
        for round in 0..3 {
            for (own, wish) in wishes.iter().enumerate() {
                let found = self.best(wish, own).cloned();
                self.taken[own] = found.or_else(|| self.taken[own].take());
                if round > 0 {
                    self.push(own, wishes);
                }
            }
        }
        self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(x: f64, y: f64, cost: f64) -> Spot {
        let frames = vec![Frame::new(v(x, y), v(x + 10.0, y + 4.0))];
        Spot { setting: 0, frames, at: v(x, y), size: 10.0, leader: None, cost }
    }

    #[test]
    fn the_second_label_gives_way_to_the_first() {
        let sheet = Frame::new(v(0.0, 0.0), v(100.0, 100.0));
        let wish = |spots| Wish { owner: 0, spots };
        let mut wishes = [
            wish(vec![spot(10.0, 10.0, 0.0)]),
            wish(vec![spot(12.0, 11.0, 0.0), spot(40.0, 10.0, 1.0)]),
        ];
        let placed = Placer::new(&[], sheet).place(&mut wishes);
        assert_eq!(placed[1].as_ref().unwrap().at, v(40.0, 10.0));
    }

    #[test]
    fn a_slanting_stand_leaves_room_beside_it() {
        let stand = Obstacle::new(0, vec![v(0.0, 0.0), v(20.0, 20.0), v(18.0, 22.0), v(-2.0, 2.0)]);
        assert!(stand.is_under(Frame::new(v(8.0, 8.0), v(12.0, 12.0))));
        assert!(!stand.is_under(Frame::new(v(12.0, 0.0), v(20.0, 8.0))));
        assert!(stand.is_crossed(v(0.0, 20.0), v(20.0, 0.0)));
    }

    #[test]
    fn no_room_is_no_label() {
        let sheet = Frame::new(v(0.0, 0.0), v(9.0, 9.0));
        let wish = Wish { owner: 0, spots: vec![spot(0.0, 0.0, 0.0)] };
        assert!(Placer::new(&[], sheet).place(&mut [wish])[0].is_none());
    }
}
