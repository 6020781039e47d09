use crate::{Angle, Bounds, Convex, Rect, Spot};

/// A base on the move: from one place to another without turning, or turning about a pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sweep {
    /// Straight from one place to the other.
    Slide {
        /// From here.
        from: Rect,
        /// To here.
        to: Rect,
    },
    /// About `pivot` by so many hundredths of a degree, positive to the right.
    Turn {
        /// From here.
        from: Rect,
        /// The still point.
        pivot: Spot,
        /// How far.
        by: i32,
    },
}

/// A chord may miss so much of its arc, in thousandths.
const CHORD: f64 = 0.5;

impl Sweep {
    /// The base after `part` of the move, 0 to 1.
    pub fn at(&self, part: f64) -> Rect {
        match *self {
            Sweep::Slide { from, to } => {
                let (a, b) = (from.pose.at.spot(), to.pose.at.spot());
                let mut rect = from;
                rect.pose.at = a.plus(b.minus(a).times(part)).point();
                rect
            }
            Sweep::Turn { from, pivot, by } => turned(from, pivot, f64::from(by) * part),
        }
    }

    /// The base before the move.
    pub fn start(&self) -> Rect {
        match *self {
            Sweep::Slide { from, .. } | Sweep::Turn { from, .. } => from,
        }
    }

    /// A box around all the ground it covers.
    pub fn bounds(&self) -> Bounds {
        match *self {
            Sweep::Slide { from, to } => from.bounds().and(to.bounds()),
            Sweep::Turn { from, pivot, .. } => {
                let far = reach(from, pivot);
                Bounds { low: pivot, high: pivot }.grown(far)
            }
        }
    }

    /// Is `test` true of any part of the ground it covers? `test` gets a convex part and the slack
    /// by which the true ground may reach beyond it; parts are split until the slack is nothing
    /// that a ruler could show.
    pub fn any(&self, test: &mut dyn FnMut(&Convex, f64) -> bool) -> bool {
        match *self {
            Sweep::Slide { from, to } => test(&Convex::around(from, to), 0.0),
            Sweep::Turn { from, pivot, by } => {
                any_of_turn(from, pivot, reach(from, pivot), (0.0, f64::from(by)), test)
            }
        }
    }

    /// The first part of the move, 0 to 1, by which `test` has become true of the ground covered.
    pub fn first(&self, test: &mut dyn FnMut(&Convex, f64) -> bool) -> Option<f64> {
        if !self.any(test) {
            return None;
        }
        let (mut clear, mut met) = (0.0, 1.0);
        for _ in 0..20 {
            let middle = (clear + met) / 2.0;
            if self.until(middle).any(test) { met = middle } else { clear = middle }
        }
        Some(met)
    }

    fn until(&self, part: f64) -> Sweep {
        match *self {
            Sweep::Slide { from, .. } => Sweep::Slide { from, to: self.at(part) },
            Sweep::Turn { from, pivot, by } => {
                Sweep::Turn { from, pivot, by: (f64::from(by) * part) as i32 }
            }
        }
    }
}

fn any_of_turn(
    from: Rect,
    pivot: Spot,
    far: f64,
    (start, end): (f64, f64),
    test: &mut dyn FnMut(&Convex, f64) -> bool,
) -> bool {
    let half = (end - start).abs() / 2.0 * std::f64::consts::PI / 18_000.0;
    let slack = far * (1.0 - libm::cos(half));
    let part = Convex::around(turned(from, pivot, start), turned(from, pivot, end));
    if !test(&part, slack) {
        return false;
    }
    if slack <= CHORD {
        return true;
    }
    let middle = (start + end) / 2.0;
    any_of_turn(from, pivot, far, (start, middle), test)
        || any_of_turn(from, pivot, far, (middle, end), test)
}

fn turned(rect: Rect, pivot: Spot, hundredths: f64) -> Rect {
    let turn = Angle::hundredths(libm::round(hundredths) as i32);
    let at = rect.pose.at.spot().minus(pivot).turned(turn).plus(pivot);
    let mut turned = rect;
    turned.pose.at = at.point();
    turned.pose.heading = rect.pose.heading.plus(turn);
    turned
}

/// How far the farthest corner is from the pivot.
fn reach(rect: Rect, pivot: Spot) -> f64 {
    rect.corners().iter().map(|corner| corner.minus(pivot).size()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Length, Point, Pose};

    fn stand(x: i32, y: i32) -> Rect {
        let pose = Pose::new(Point::thousandths(x, y), Angle::ZERO);
        Rect::new(pose, Length::inches(1), Length::thousandths(750))
    }

    fn hits(sweep: &Sweep, obstacle: Rect) -> Option<f64> {
        let obstacle = Convex::from(obstacle);
        sweep.first(&mut |part, slack| part.depth(&obstacle) + slack > 2.0)
    }

    #[test]
    fn a_slide_meets_what_lies_in_its_way() {
        let ahead = Sweep::Slide { from: stand(0, 0), to: stand(0, 10_000) };
        assert_eq!(hits(&ahead, stand(3000, 5000)), None);
        let part = hits(&ahead, stand(500, 5000)).unwrap();
        assert!((part * 10.0 - 4.252).abs() < 0.002, "{part}");
        assert_eq!(hits(&ahead, stand(1000, 5000)), None, "a neighbour's edge is only touched");
    }

    #[test]
    fn a_turn_meets_what_only_its_arc_reaches() {
        // A stand ten inches right of the pivot swings forward a quarter turn to the left.
        let swing =
            Sweep::Turn { from: stand(10_000, 0), pivot: Spot::new(0.0, 375.0), by: -9_000 };
        let place = |degrees: i32, far: f64| {
            let (sin, cos) = Angle::degrees(degrees).sin_cos();
            let spot = Spot::new(far * cos, far * sin).plus(Spot::new(0.0, 375.0));
            Rect::new(
                Pose::new(spot.point(), Angle::ZERO),
                Length::thousandths(10),
                Length::thousandths(10),
            )
        };
        for degrees in 5..85 {
            assert!(hits(&swing, place(degrees, 10_480.0)).is_some(), "{degrees}");
            assert!(hits(&swing, place(degrees, 10_540.0)).is_none(), "{degrees}");
            assert!(hits(&swing, place(degrees, 9_000.0)).is_none(), "{degrees}");
        }
        let end = swing.at(1.0);
        assert_eq!(end.pose.heading, Angle::LEFT);
    }
}
