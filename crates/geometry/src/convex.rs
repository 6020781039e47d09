use crate::polygon::{meet, nearest_on};
use crate::{Bounds, Polygon, Rect, Spot};

/// A convex outline of at most eight corners: a base, or the ground a base sweeps in a short move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convex {
    corners: [Spot; 8],
    count: usize,
}

impl Convex {
    /// The smallest convex outline around two bases.
    pub fn around(one: Rect, other: Rect) -> Convex {
        let mut spots = [Spot::default(); 8];
        spots[..4].copy_from_slice(&one.corners());
        spots[4..].copy_from_slice(&other.corners());
        Convex::of(&mut spots)
    }

    /// The smallest convex outline around up to eight spots, which are put in order.
    pub fn of(spots: &mut [Spot]) -> Convex {
        debug_assert!(spots.len() <= 8);
        spots.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let mut corners = [Spot::default(); 17];
        let mut count = 0;
        let mut add = |spot: Spot, from: usize, corners: &mut [Spot; 17]| {
            while count >= from + 2 {
                let (a, b) = (corners[count - 2], corners[count - 1]);
                if b.minus(a).cross(spot.minus(b)) > 0.0 {
                    break;
                }
                count -= 1;
            }
            corners[count] = spot;
            count += 1;
            count
        };
        let mut lower = 0;
        for &spot in spots.iter() {
            lower = add(spot, 0, &mut corners);
        }
        let mut all = lower;
        for &spot in spots.iter().rev().skip(1) {
            all = add(spot, lower - 1, &mut corners);
        }
        // The last corner is the first again.
        let count = all.saturating_sub(1).clamp(1, 8);
        let mut kept = [Spot::default(); 8];
        kept[..count].copy_from_slice(&corners[..count]);
        Convex { corners: kept, count }
    }

    /// The corners, anticlockwise.
    pub fn corners(&self) -> &[Spot] {
        &self.corners[..self.count]
    }

    fn edges(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        let corners = self.corners();
        (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
    }

    /// The same, moved.
    pub fn shifted(&self, by: Spot) -> Convex {
        Convex { corners: self.corners.map(|corner| corner.plus(by)), count: self.count }
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        let first = Bounds { low: self.corners[0], high: self.corners[0] };
        Bounds::of(self.corners().iter().copied()).unwrap_or(first)
    }

    /// Is `spot` inside, or outside by no more than `slack`?
    pub fn contains(&self, spot: Spot, slack: f64) -> bool {
        self.edges().all(|(a, b)| {
            let along = b.minus(a);
            along.cross(spot.minus(a)) >= -slack * along.size()
        })
    }

    /// How deep the two outlines reach into each other, in thousandths: the least shift that would
    /// part them. Negative if they lie apart.
    pub fn depth(&self, other: &Convex) -> f64 {
        least_depth(self, other).min(least_depth(other, self))
    }

    /// The distance between their nearest points; zero if they overlap.
    pub fn gap(&self, other: &Convex) -> f64 {
        if self.depth(other) >= 0.0 {
            return 0.0;
        }
        corner_gap(self, other).min(corner_gap(other, self))
    }

    /// The distance from `spot`; zero inside.
    pub fn gap_to(&self, spot: Spot) -> f64 {
        if self.contains(spot, 0.0) {
            return 0.0;
        }
        let gap = |(a, b)| nearest_on(spot, a, b).minus(spot).size();
        self.edges().map(gap).fold(f64::INFINITY, f64::min)
    }

    /// Does the line from `a` to `b` come within `slack` of it?
    pub fn meets_line(&self, a: Spot, b: Spot, slack: f64) -> bool {
        if self.contains(a, 0.0) || self.contains(b, 0.0) {
            return true;
        }
        self.edges().any(|edge| meet((a, b), edge).is_some())
            || (slack > 0.0 && self.nearest_ends(a, b) <= slack)
    }

    /// The distance from the line between two spots that does not meet it.
    fn nearest_ends(&self, a: Spot, b: Spot) -> f64 {
        let corners = self.corners().iter();
        let near = corners.map(|corner| nearest_on(*corner, a, b).minus(*corner).size());
        near.fold(self.gap_to(a).min(self.gap_to(b)), f64::min)
    }

    /// Does it share ground with the inside of `area`, beyond touching it by `slack`? A negative
    /// slack asks for so much more than a touch.
    pub fn meets(&self, area: &Polygon, slack: f64) -> bool {
        if !self.bounds().grown(slack.max(0.0)).meets(area.bounds()) {
            return false;
        }
        if slack < 0.0 {
            return self.reaches_into(area, -slack);
        }
        self.corners().iter().any(|corner| area.contains(*corner))
            || area.sides().any(|(a, b)| self.meets_line(a, b, slack))
    }

    /// Does it reach more than `deep` into `area`?
    fn reaches_into(&self, area: &Polygon, deep: f64) -> bool {
        let inside = |spot: Spot| area.depth_of(spot) > deep;
        if self.corners().iter().any(|corner| inside(*corner)) {
            return true;
        }
        let corner_inside = |spot: Spot| {
            self.edges().all(|(a, b)| {
                let along = b.minus(a);
                along.cross(spot.minus(a)) > deep * along.size()
            })
        };
        area.corners().iter().any(|corner| corner_inside(corner.spot()))
            || self.edges().any(|(a, b)| {
                let cuts = area.cuts(a, b);
                cuts.windows(2)
                    .any(|pair| inside(a.plus(b.minus(a).times((pair[0] + pair[1]) / 2.0))))
            })
            || area.sides().any(|(a, b)| {
                let mut cuts: Vec<f64> = vec![0.0, 1.0];
                cuts.extend(self.edges().filter_map(|edge| meet((a, b), edge)));
                cuts.sort_by(f64::total_cmp);
                cuts.windows(2)
                    .any(|pair| corner_inside(a.plus(b.minus(a).times((pair[0] + pair[1]) / 2.0))))
            })
    }

    /// The first part, 0 to 1, of a straight way `by` on which it touches `area`; nothing if it
    /// never does.
    pub fn slides_into(&self, area: &Polygon, by: Spot) -> Option<f64> {
        let swept = self.bounds();
        let there = Bounds { low: swept.low.plus(by), high: swept.high.plus(by) };
        if !swept.and(there).meets(area.bounds()) {
            return None;
        }
        if swept.meets(area.bounds()) && self.meets(area, 0.0) {
            return Some(0.0);
        }
        let mut first = f64::INFINITY;
        for &corner in self.corners() {
            for side in area.sides() {
                let part = meet((corner, corner.plus(by)), side);
                first = first.min(part.unwrap_or(f64::INFINITY));
            }
        }
        for corner in area.corners().iter().map(|corner| corner.spot()) {
            for edge in self.edges() {
                let part = meet((corner, corner.minus(by)), edge);
                first = first.min(part.unwrap_or(f64::INFINITY));
            }
        }
        first.is_finite().then_some(first)
    }

    /// The first part, 0 to 1, of a straight way `by` on which it comes within `near` of the line
    /// from `a` to `b`; nothing if it never does.
    pub fn slides_to_line(&self, (a, b): (Spot, Spot), by: Spot, near: f64) -> Option<f64> {
        let line = Bounds::of([a, b])?.grown(near);
        let swept = self.bounds();
        let there = Bounds { low: swept.low.plus(by), high: swept.high.plus(by) };
        if !swept.and(there).meets(line) {
            return None;
        }
        let far = by.size();
        let mut part = 0.0;
        // Nothing comes nearer faster than it moves: step by what is left of the gap.
        for _ in 0..64 {
            let shift = by.times(part);
            let gap = self.line_gap(a.minus(shift), b.minus(shift)) - near;
            if gap <= 0.25 {
                return Some(part);
            }
            part += gap / far.max(1e-9);
            if part > 1.0 {
                return None;
            }
        }
        Some(part)
    }

    /// The distance from the line between two spots; zero if it is met.
    fn line_gap(&self, a: Spot, b: Spot) -> f64 {
        if self.meets_line(a, b, 0.0) { 0.0 } else { self.nearest_ends(a, b) }
    }

    /// Does it lie inside `area`, but for a rim of `slack`?
    pub fn lies_in(&self, area: &Polygon, slack: f64) -> bool {
        let held = |spot: &Spot| area.contains(*spot) || area.gap_to(*spot) <= slack;
        self.corners().iter().all(held)
            && self.edges().all(|(a, b)| {
                let cuts = area.cuts(a, b);
                cuts.windows(2)
                    .all(|pair| held(&a.plus(b.minus(a).times((pair[0] + pair[1]) / 2.0))))
            })
    }
}

impl From<Rect> for Convex {
    fn from(rect: Rect) -> Convex {
        let [front_left, front_right, rear_right, rear_left] = rect.corners();
        let mut corners = [Spot::default(); 8];
        // A base gives its corners clockwise.
        corners[..4].copy_from_slice(&[rear_left, rear_right, front_right, front_left]);
        Convex { corners, count: 4 }
    }
}

/// The least overlap seen along the normals of the first one's edges.
fn least_depth(first: &Convex, second: &Convex) -> f64 {
    let over = |(a, b): (Spot, Spot)| {
        let along = b.minus(a);
        let size = along.size();
        if size < 1e-9 {
            return f64::INFINITY;
        }
        let farthest = |sum: f64, spot: &Spot| sum.max(along.cross(spot.minus(a)));
        second.corners().iter().fold(f64::NEG_INFINITY, farthest) / size
    };
    first.edges().map(over).fold(f64::INFINITY, f64::min)
}

fn corner_gap(first: &Convex, second: &Convex) -> f64 {
    let mut least = f64::INFINITY;
    for (a, b) in first.edges() {
        for &corner in second.corners() {
            least = least.min(nearest_on(corner, a, b).minus(corner).size());
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Length, Point, Pose};

    fn stand(x: i32, y: i32, degrees: i32) -> Rect {
        let pose = Pose::new(Point::thousandths(x, y), Angle::degrees(degrees));
        Rect::new(pose, Length::inches(1), Length::thousandths(750))
    }

    #[test]
    fn an_outline_around_two_bases_holds_both() {
        let hull = Convex::around(stand(0, 0, 0), stand(4000, 3000, 0));
        assert_eq!(hull.corners().len(), 6);
        assert!(hull.contains(Spot::new(2000.0, 1500.0), 0.0));
        assert!(!hull.contains(Spot::new(4000.0, 0.0), 0.0));
        let same = Convex::around(stand(0, 0, 30), stand(0, 0, 30));
        assert_eq!(same.corners().len(), 4);
    }

    #[test]
    fn depth_and_gap_agree_with_bases() {
        let at = |x: i32, y: i32, degrees: i32| Convex::from(stand(x, y, degrees));
        assert_eq!(at(0, 0, 0).gap(&at(5000, 0, 0)), 4000.0);
        assert_eq!(at(0, 0, 0).depth(&at(900, 0, 0)), 100.0);
        assert_eq!(at(0, 0, 0).depth(&at(5000, 0, 0)), -4000.0);
        for degrees in 0..90 {
            let (one, other) = (stand(0, 0, 0), stand(2000, 1500, degrees));
            let gap = Convex::from(one).gap(&Convex::from(other));
            assert!((gap - one.gap(other)).abs() < 1e-6, "{degrees}");
        }
    }

    #[test]
    fn an_area_is_met_by_crossing_it_without_a_corner_inside() {
        let strip = [(0, 0), (10, 0), (10, 1), (0, 1)].map(|(x, y)| Point::inches(x, y));
        let strip = Polygon::new(strip.to_vec()).unwrap();
        let sweep = Convex::around(stand(5000, -3000, 0), stand(5000, 4000, 0));
        assert!(sweep.meets(&strip, 0.0) && sweep.meets(&strip, -2.0));
        let beside = Convex::from(stand(5000, 1375, 0));
        assert!(beside.meets(&strip, 0.0), "touching counts without slack");
        assert!(!beside.meets(&strip, -2.0), "and does not if more is asked");
        assert!(Convex::from(stand(5000, 500, 0)).lies_in(&strip, 2.0));
        assert!(!beside.lies_in(&strip, 2.0));
    }
}
