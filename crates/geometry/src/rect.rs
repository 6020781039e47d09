use crate::point::rounded;
use crate::{Bounds, Length, Point, Pose, Spot};

/// The base of a stand: a rectangle at any angle, looking over its front edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    /// Its centre and the way it looks.
    pub pose: Pose,
    /// Along the front.
    pub width: Length,
    /// From front to rear.
    pub depth: Length,
}

/// Bases that overlap by less than this, in thousandths, only touch: what rounding to the grid can
/// do to two neighbours that share an edge.
pub const TOUCH: f64 = 2.0;

impl Rect {
    /// A base of that size.
    pub const fn new(pose: Pose, width: Length, depth: Length) -> Rect {
        Rect { pose, width, depth }
    }

    fn half(self) -> (f64, f64) {
        let half = |length: Length| f64::from(length.in_thousandths()) / 2.0;
        (half(self.width), half(self.depth))
    }

    /// The corners: front left, front right, rear right, rear left.
    pub fn corners(self) -> [Spot; 4] {
        let (w, d) = self.half();
        let (sin, cos) = self.pose.heading.sin_cos();
        let right = Spot::new(w * cos, -w * sin);
        let ahead = Spot::new(d * sin, d * cos);
        let at = self.pose.at.spot();
        let (front, rear) = (at.plus(ahead), at.minus(ahead));
        [front.minus(right), front.plus(right), rear.plus(right), rear.minus(right)]
    }

    /// The box around it.
    pub fn bounds(self) -> Bounds {
        let (w, d) = self.half();
        let (sin, cos) = self.pose.heading.sin_cos();
        let out = Spot::new(w * cos.abs() + d * sin.abs(), w * sin.abs() + d * cos.abs());
        let at = self.pose.at.spot();
        Bounds { low: at.minus(out), high: at.plus(out) }
    }

    /// The middle of the front edge.
    pub fn front(self) -> Spot {
        self.pose.spot(0.0, self.half().1)
    }

    /// The middle of the rear edge.
    pub fn rear(self) -> Spot {
        self.pose.spot(0.0, -self.half().1)
    }

    /// Is `spot` on the base or its edge?
    pub fn contains(self, spot: Spot) -> bool {
        let (w, d) = self.half();
        let local = self.pose.local(spot);
        local.x.abs() <= w && local.y.abs() <= d
    }

    /// The point of the base that is nearest to `spot`.
    pub fn nearest(self, spot: Spot) -> Spot {
        Frame::of(self).nearest(spot)
    }

    /// Do the two bases share ground, beyond touching?
    pub fn overlaps(self, other: Rect) -> bool {
        Frame::of(self).reach_of(&other.corners()) > TOUCH
            && Frame::of(other).reach_of(&self.corners()) > TOUCH
    }

    /// The distance between the nearest points of the two bases, nothing if they overlap.
    pub fn distance(self, other: Rect) -> Length {
        rounded(self.gap(other))
    }

    /// The same in thousandths, not rounded.
    pub fn gap(self, other: Rect) -> f64 {
        let (here, there) = (Frame::of(self), Frame::of(other));
        let (ours, theirs) = (self.corners(), other.corners());
        if here.reach_of(&theirs) > 0.0 && there.reach_of(&ours) > 0.0 {
            return 0.0;
        }
        let from = |frame: &Frame, corners: &[Spot; 4]| {
            let gaps = corners.map(|corner| frame.nearest(corner).minus(corner).size());
            gaps.into_iter().fold(f64::INFINITY, f64::min)
        };
        from(&here, &theirs).min(from(&there, &ours))
    }

    /// Is it certainly farther from another than that? Said by the circles around both, without measuring.
    pub fn is_clearly_farther(self, other: Rect, than: Length) -> bool {
        let apart = self.pose.at.spot().minus(other.pose.at.spot()).size();
        apart - self.around() - other.around() > f64::from(than.in_thousandths()) + 1.0
    }

    /// How far its corners are from its middle, in thousandths.
    pub fn around(self) -> f64 {
        let (w, d) = self.half();
        Spot::new(w, d).size()
    }

    /// The distance from `point` to the nearest point of the base.
    pub fn distance_to(self, point: Point) -> Length {
        let spot = point.spot();
        self.nearest(spot).distance(spot)
    }
}

/// A base as its own axes see it: what is measured from it again and again is worked out once.
struct Frame {
    at: Spot,
    /// Sine and cosine of the turn from its axes to the table's, and back.
    out: (f64, f64),
    into: (f64, f64),
    half: (f64, f64),
}

impl Frame {
    fn of(rect: Rect) -> Frame {
        let Pose { at, heading } = rect.pose;
        let (out, into) = (heading.sin_cos(), heading.reversed().sin_cos());
        Frame { at: at.spot(), out, into, half: rect.half() }
    }

    fn local(&self, spot: Spot) -> Spot {
        spot.minus(self.at).turned_by(self.into)
    }

    fn nearest(&self, spot: Spot) -> Spot {
        let (w, d) = self.half;
        let local = self.local(spot);
        let nearest = Spot::new(local.x.clamp(-w, w), local.y.clamp(-d, d));
        self.at.plus(nearest.turned_by(self.out))
    }

    /// By how much another base, by its corners, reaches into the slabs of this one: the least over both axes, in
    /// thousandths; negative if it lies clear.
    fn reach_of(&self, corners: &[Spot; 4]) -> f64 {
        let corners = corners.map(|corner| self.local(corner));
        let into = |half: f64, of: fn(&Spot) -> f64| {
            let low = corners.iter().map(of).fold(f64::INFINITY, f64::min);
            let high = corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            (high + half).min(half - low)
        };
        into(self.half.0, |c| c.x).min(into(self.half.1, |c| c.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Angle;

    fn stand(x: i32, y: i32, degrees: i32) -> Rect {
        let pose = Pose::new(Point::thousandths(x, y), Angle::degrees(degrees));
        Rect::new(pose, Length::inches(1), Length::thousandths(750))
    }

    #[test]
    fn who_is_clearly_farther_is_farther_when_measured() {
        let here = stand(0, 0, 20);
        for step in 0..400 {
            let other = stand(step * 17, step * 9 - 800, step * 7 % 360);
            let far = here.distance(other);
            assert!(!here.is_clearly_farther(other, far));
            if here.is_clearly_farther(other, Length::inches(2)) {
                assert!(far > Length::inches(2));
            }
        }
        assert!(here.is_clearly_farther(stand(5000, 0, 0), Length::inches(2)));
    }

    #[test]
    fn neighbours_in_line_touch_and_do_not_overlap() {
        for degrees in 0..360 {
            let right = stand(0, 0, degrees).pose.moved(1000.0, 0.0, Angle::ZERO);
            let mut other = stand(0, 0, degrees);
            other.pose = right;
            assert!(!stand(0, 0, degrees).overlaps(other), "{degrees}");
            assert!(stand(0, 0, degrees).distance(other) <= Length::thousandths(1), "{degrees}");
        }
    }

    #[test]
    fn distance_is_between_nearest_points() {
        assert_eq!(stand(0, 0, 0).distance(stand(5000, 0, 0)), Length::inches(4));
        assert_eq!(stand(0, 0, 0).distance(stand(0, 5000, 0)), Length::thousandths(4250));
        assert_eq!(stand(0, 0, 0).distance(stand(4000, 4000, 0)), Length::thousandths(4423));
        assert!(stand(0, 0, 0).overlaps(stand(500, 100, 45)));
        assert_eq!(stand(0, 0, 0).distance(stand(500, 100, 45)), Length::ZERO);
    }

    #[test]
    fn corners_run_from_the_front_left() {
        let corners = stand(0, 0, 90).corners().map(Spot::point);
        assert_eq!(corners[0], Point::thousandths(375, 500));
        assert_eq!(corners[1], Point::thousandths(375, -500));
        assert_eq!(stand(0, 0, 90).front().point(), Point::thousandths(375, 0));
    }
}
