use smallvec::SmallVec;

use crate::{Bounds, Length, Point, Rect, Spot, rounded};

/// A closed outline on the table, without holes; its edge belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: Vec<Point>,
    /// The corners for computing, the first one again behind the last.
    ring: Vec<Spot>,
    bounds: Bounds,
    bands: Bands,
}

/// The sides by the height at which they are: a place has to do with few of many.
#[derive(Clone, Debug, PartialEq)]
struct Bands {
    low: f64,
    /// How high each band is.
    height: f64,
    /// The sides of each band, in order, the lowest band first.
    sides: Vec<Vec<u32>>,
}

/// As many bands at the most.
const BANDS: usize = 64;

impl Bands {
    fn of(ring: &[Spot], bounds: Bounds) -> Bands {
        let count = ring.len().clamp(1, BANDS);
        let height = ((bounds.high.y - bounds.low.y) / count as f64).max(1.0);
        let mut bands = Bands { low: bounds.low.y, height, sides: vec![Vec::new(); count] };
        for (side, pair) in (0..).zip(ring.windows(2)) {
            let (low, high) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
            let (first, last) = (bands.at(low - 2.0 * BESIDE), bands.at(high + 2.0 * BESIDE));
            bands.sides[first..=last].iter_mut().for_each(|band| band.push(side));
        }
        bands
    }

    fn at(&self, y: f64) -> usize {
        // Below the lowest is the lowest: a cast stops at zero.
        (((y - self.low) / self.height) as usize).min(self.sides.len() - 1)
    }
}

/// A place farther than this beyond the box of a side is not on it, whatever rounding does, in thousandths.
const BESIDE: f64 = 1e-3;

/// Stretches of a line, as parts of it from 0 to 1.
pub type Runs = SmallVec<[(f64, f64); 4]>;

/// Why points make no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonDefect {
    /// Fewer than three corners.
    TooFewCorners,
    /// Two sides cross or touch each other.
    CrossesItself {
        /// The side, by its first corner.
        side: usize,
    },
}

impl Polygon {
    /// An outline through `corners` that does not cross itself.
    pub fn new(corners: Vec<Point>) -> Result<Polygon, PolygonDefect> {
        if corners.len() < 3 {
            return Err(PolygonDefect::TooFewCorners);
        }
        let polygon = Polygon::around(corners);
        let sides: Vec<(Spot, Spot)> = polygon.sides().collect();
        let count = sides.len();
        for side in 0..count {
            for other in side + 2..count {
                let neighbours = side == 0 && other == count - 1;
                if !neighbours && meet(sides[side], sides[other]).is_some() {
                    return Err(PolygonDefect::CrossesItself { side });
                }
            }
        }
        Ok(polygon)
    }

    /// An outline of `sides` sides about `centre`, near enough to an ellipse.
    pub fn ellipse(centre: Point, half_width: Length, half_height: Length, sides: u16) -> Polygon {
        let (a, b) =
            (f64::from(half_width.in_thousandths()), f64::from(half_height.in_thousandths()));
        let corner = |side: u16| {
            let turn = i32::from(side) * 36_000 / i32::from(sides.max(3));
            let (sin, cos) = crate::Angle::hundredths(turn).sin_cos();
            centre.spot().plus(Spot::new(a * sin, b * cos)).point()
        };
        Polygon::around((0..sides.max(3)).map(corner).collect())
    }

    fn around(corners: Vec<Point>) -> Polygon {
        let none = Bounds { low: Spot::default(), high: Spot::default() };
        let ring: Vec<Spot> =
            corners.iter().chain(corners.first()).map(|corner| corner.spot()).collect();
        let bounds = Bounds::of(ring.iter().copied()).unwrap_or(none);
        let bands = Bands::of(&ring, bounds);
        Polygon { corners, ring, bounds, bands }
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The corners, in order.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The sides, in order.
    pub fn sides(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        self.ring.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Is `spot` inside or on the edge?
    pub fn contains(&self, spot: Spot) -> bool {
        if !self.bounds.grown(1e-6).meets(Bounds { low: spot, high: spot }) {
            return false;
        }
        let mut inside = false;
        for side in &self.bands.sides[self.bands.at(spot.y)] {
            let (a, b) = (self.ring[*side as usize], self.ring[*side as usize + 1]);
            // Some sides are plainly above or below.
            if spot.y < a.y.min(b.y) - BESIDE || spot.y > a.y.max(b.y) + BESIDE {
                continue;
            }
            let beside = spot.x < a.x.min(b.x) - BESIDE || spot.x > a.x.max(b.x) + BESIDE;
            if !beside && on_side(spot, a, b) {
                return true;
            }
            let crosses = (a.y > spot.y) != (b.y > spot.y);
            if crosses && spot.x < (b.x - a.x) * (spot.y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
        }
        inside
    }

    /// How much of the line from `from` to `to` lies inside, to the thousandth.
    pub fn length_inside(&self, from: Spot, to: Spot) -> Length {
        let whole = to.minus(from);
        let inside = |pair: &[f64]| {
            let middle = from.plus(whole.times((pair[0] + pair[1]) / 2.0));
            if self.contains(middle) { (pair[1] - pair[0]) * whole.size() } else { 0.0 }
        };
        let cuts = self.cuts(from, to);
        rounded(cuts.windows(2).map(inside).sum())
    }

    /// Where the line from `from` to `to` meets the edge, as parts of it from 0 to 1, with both ends.
    pub fn cuts(&self, from: Spot, to: Spot) -> Vec<f64> {
        let mut cuts = vec![0.0, 1.0];
        cuts.extend(self.sides().filter_map(|side| meet((from, to), side)));
        cuts.sort_by(f64::total_cmp);
        cuts
    }

    /// The stretches of the line from `from` to `to` that lie inside, as parts of it from 0 to 1.
    pub fn runs(&self, from: Spot, to: Spot) -> Runs {
        let whole = to.minus(from);
        let mut cuts: SmallVec<[f64; 10]> = SmallVec::new();
        let mut runs = Runs::new();
        let line = Bounds {
            low: Spot::new(from.x.min(to.x), from.y.min(to.y)),
            high: Spot::new(from.x.max(to.x), from.y.max(to.y)),
        };
        if !line.meets(self.bounds) {
            return runs;
        }
        let hand = |corner: Spot| whole.cross(corner.minus(from));
        // All of it on one hand, by more than rounding does: never met.
        let clear = whole.size();
        let box_of = self.bounds.corners().map(hand);
        if box_of.iter().all(|hand| *hand > clear) || box_of.iter().all(|hand| *hand < -clear) {
            return runs;
        }
        cuts.push(0.0);
        let mut last = self.ring.first().map_or(0.0, |first| hand(*first));
        for side in self.sides() {
            let (a, b) = (last, hand(side.1));
            last = b;
            // Both ends on one hand: the side is not met.
            if (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0) {
                continue;
            }
            cuts.extend(meet((from, to), side));
        }
        cuts.push(1.0);
        if cuts.len() == 2 {
            // Never met: all inside or all outside.
            if self.contains(from.plus(whole.times(0.5))) {
                runs.push((0.0, 1.0));
            }
            return runs;
        }
        cuts.sort_by(f64::total_cmp);
        for pair in cuts.windows(2).filter(|pair| pair[1] > pair[0]) {
            if self.contains(from.plus(whole.times((pair[0] + pair[1]) / 2.0))) {
                runs.push((pair[0], pair[1]));
            }
        }
        runs
    }

    /// Does the base share ground with the outline's inside?
    pub fn meets(&self, rect: Rect) -> bool {
        let corners = rect.corners();
        let edges = || (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
        corners.iter().any(|corner| self.contains(*corner))
            || self.corners.iter().any(|corner| rect.contains(corner.spot()))
            || self.sides().any(|side| edges().any(|edge| meet(edge, side).is_some()))
    }

    /// How far inside `spot` lies, measured to the nearest edge; nothing outside.
    pub fn depth(&self, spot: Spot) -> Option<Length> {
        self.contains(spot).then(|| rounded(self.gap_to(spot)))
    }

    /// How far `spot` lies from the outline; zero inside.
    pub fn distance(&self, spot: Spot) -> Length {
        if self.contains(spot) { Length::ZERO } else { rounded(self.gap_to(spot)) }
    }

    /// How deep inside `spot` lies in thousandths; negative outside.
    pub fn depth_of(&self, spot: Spot) -> f64 {
        if self.contains(spot) { self.gap_to(spot) } else { -self.gap_to(spot) }
    }

    /// How far `spot` lies from the edge, on either side of it, in thousandths.
    pub fn gap_to(&self, spot: Spot) -> f64 {
        let gap = |(a, b)| nearest_on(spot, a, b).minus(spot).size();
        self.sides().map(gap).fold(f64::INFINITY, f64::min)
    }
}

/// The point of the side from `a` to `b` that is nearest to `spot`.
pub fn nearest_on(spot: Spot, a: Spot, b: Spot) -> Spot {
    let side = b.minus(a);
    let size = side.dot(side);
    if size == 0.0 {
        return a;
    }
    let part = (spot.minus(a).dot(side) / size).clamp(0.0, 1.0);
    a.plus(side.times(part))
}

fn on_side(spot: Spot, a: Spot, b: Spot) -> bool {
    nearest_on(spot, a, b).minus(spot).size() < 1e-6
}

/// Where the first line meets the second, as a part of the first from 0 to 1; nothing if they do
/// not meet in one point.
pub fn meet(first: (Spot, Spot), second: (Spot, Spot)) -> Option<f64> {
    let (along, across) = (first.1.minus(first.0), second.1.minus(second.0));
    let turn = along.cross(across);
    if turn == 0.0 {
        return None;
    }
    let gap = second.0.minus(first.0);
    let (of_first, of_second) = (gap.cross(across) / turn, gap.cross(along) / turn);
    let within = |part: f64| (0.0..=1.0).contains(&part);
    (within(of_first) && within(of_second)).then_some(of_first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Pose};

    fn wood() -> Polygon {
        let corners = [(0, 0), (10, 0), (10, 6), (5, 6), (5, 3), (0, 3)];
        Polygon::new(corners.map(|(x, y)| Point::inches(x, y)).to_vec()).unwrap()
    }

    fn spot(x: f64, y: f64) -> Spot {
        Spot::new(x * 1000.0, y * 1000.0)
    }

    #[test]
    fn inside_outside_and_edge() {
        assert!(wood().contains(spot(1.0, 1.0)));
        assert!(wood().contains(spot(5.0, 4.0)), "the edge belongs to it");
        assert!(!wood().contains(spot(2.0, 4.0)));
        assert_eq!(wood().depth(spot(7.0, 1.0)), Some(Length::inches(1)));
        assert_eq!(wood().depth(spot(2.0, 4.0)), None);
        assert_eq!(wood().distance(spot(2.0, 4.0)), Length::inches(1));
    }

    /// As `contains` was written first: every side asked for everything.
    fn plainly_contains(polygon: &Polygon, spot: Spot) -> bool {
        let mut inside = false;
        for (a, b) in polygon.sides() {
            if on_side(spot, a, b) {
                return true;
            }
            let crosses = (a.y > spot.y) != (b.y > spot.y);
            if crosses && spot.x < (b.x - a.x) * (spot.y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
        }
        inside
    }

    #[test]
    fn what_is_left_out_would_say_the_same() {
        let pond = Polygon::ellipse(Point::inches(5, 3), Length::inches(4), Length::inches(2), 37);
        for polygon in [wood(), pond] {
            // A grid over it, and places on and hardly beside its sides.
            let grid = (-40..240).flat_map(|x| (-40..140).map(move |y| (x, y)));
            let grid = grid.map(|(x, y)| Spot::new(f64::from(x) * 50.0, f64::from(y) * 50.0));
            let hardly = [0.0, 1e-7, -1e-7, 1e-6, -1e-6, 9e-4, -9e-4, 2e-3, -2e-3];
            let near = polygon.sides().flat_map(|(a, b)| {
                [0.0, 0.25, 0.5, 1.0].map(|part| a.plus(b.minus(a).times(part)))
            });
            let near = near.flat_map(|at| {
                hardly.into_iter().flat_map(move |x| hardly.map(|y| at.plus(Spot::new(x, y))))
            });
            for spot in grid.chain(near) {
                assert_eq!(polygon.contains(spot), plainly_contains(&polygon, spot), "{spot:?}");
            }
        }
    }

    #[test]
    fn stretches_inside_are_those_between_all_cuts() {
        let pond = Polygon::ellipse(Point::inches(5, 3), Length::inches(4), Length::inches(2), 37);
        for polygon in [wood(), pond] {
            let mut met = 0;
            for step in 0..20_000 {
                let part = |of: i32, from: i32, to: i32| f64::from(step * of % (to - from) + from);
                let from = Spot::new(part(7919, -6000, 15_000), part(104_729, -6000, 12_000));
                let to = Spot::new(part(1301, -6000, 15_000), part(3571, -6000, 12_000));
                let whole = to.minus(from);
                let inside = |pair: &&[f64]| {
                    let middle = from.plus(whole.times((pair[0] + pair[1]) / 2.0));
                    pair[1] > pair[0] && polygon.contains(middle)
                };
                let cuts = polygon.cuts(from, to);
                let plain: Vec<(f64, f64)> =
                    cuts.windows(2).filter(inside).map(|pair| (pair[0], pair[1])).collect();
                assert_eq!(polygon.runs(from, to).to_vec(), plain, "{from:?} {to:?}");
                met += usize::from(!plain.is_empty());
            }
            assert!(met > 1000, "{met} lines met it");
        }
    }

    #[test]
    fn a_line_knows_how_much_of_it_is_inside() {
        assert_eq!(wood().length_inside(spot(-2.0, 1.0), spot(12.0, 1.0)), Length::inches(10));
        assert_eq!(wood().length_inside(spot(-2.0, 5.0), spot(12.0, 5.0)), Length::inches(5));
        assert_eq!(wood().length_inside(spot(1.0, 1.0), spot(4.0, 1.0)), Length::inches(3));
        assert_eq!(wood().length_inside(spot(0.0, 9.0), spot(9.0, 9.0)), Length::ZERO);
        // Through the notch: in, out and in again.
        let inside = wood().length_inside(spot(2.5, 0.0), spot(2.5, 8.0));
        assert_eq!(inside, Length::inches(3));
    }

    #[test]
    fn a_base_meets_it_by_a_corner_or_an_edge() {
        let stand = |x: i32, y: i32| {
            let pose = Pose::new(Point::thousandths(x, y), Angle::ZERO);
            Rect::new(pose, Length::inches(1), Length::thousandths(750))
        };
        assert!(wood().meets(stand(2000, 3200)));
        assert!(!wood().meets(stand(2000, 3500)));
        assert!(wood().meets(stand(7000, 2000)));
    }

    #[test]
    fn an_outline_that_crosses_itself_is_refused() {
        let bow = [(0, 0), (4, 4), (4, 0), (0, 4)].map(|(x, y)| Point::inches(x, y));
        assert_eq!(Polygon::new(bow.to_vec()), Err(PolygonDefect::CrossesItself { side: 0 }));
        assert_eq!(Polygon::new(vec![]), Err(PolygonDefect::TooFewCorners));
    }

    #[test]
    fn an_ellipse_is_as_wide_as_it_says() {
        let pond =
            Polygon::ellipse(Point::inches(10, 10), Length::inches(4), Length::inches(2), 48);
        assert!(pond.contains(spot(13.9, 10.0)) && !pond.contains(spot(14.1, 10.0)));
        assert!(pond.contains(spot(10.0, 11.9)) && !pond.contains(spot(10.0, 12.1)));
    }
}
