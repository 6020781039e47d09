//! Seeing and measuring: arcs, ranges, flanks, lines and cover.

mod cover;
mod known;
mod lines;
mod near;
mod targets;

pub use cover::{
    CoverReason, Favor, How, cover_of, favor, held_against, is_behind_linear_cover, shared_cover,
};
pub(crate) use known::Known;
pub use lines::{
    Hidden, Screen, Screens, Trajectory, hidden, sees, sees_from, shot, through_dense_growth,
    unit_sees,
};
pub(crate) use near::{CONTACT, CloseFire};
pub use near::{
    are_in_contact, close_range, closest_enemy, gap, gap_to_nearest, is_behind, is_enfiladed_from,
    is_in_close_range, is_in_path, is_threatened_by, is_turned, massed_behind, outflanked_by,
    stands_in_action, supports, threats,
};
pub use targets::{
    choices, chosen_among, counted, firing_at, in_reach, might_hit, square_sides, worth_a_look,
};

use geometry::{Angle, Length, Point, Pose, Rect, Spot};

/// How far the arc of fire opens to each side of straight ahead.
pub const ARC: Angle = Angle::degrees(45);

/// Is `spot` in the arc of a stand: in front of it, between lines at 45 degrees outward from its
/// front corners?
pub fn is_in_arc(stand: Rect, spot: Spot) -> bool {
    let local = front(stand).local(spot);
    edges(stand).iter().all(|edge| edge.keeps(local))
}

/// Is a target at least partly in the arc of a stand?
pub fn bears_on(stand: Rect, target: Rect) -> bool {
    let from = front(stand);
    let corners = target.corners().map(|corner| from.local(corner));
    let edges = edges(stand);
    // Most are plainly in or out.
    if corners.iter().any(|corner| edges.iter().all(|edge| edge.keeps(*corner))) {
        return true;
    }
    if edges.iter().any(|edge| corners.iter().all(|corner| edge.over(*corner) < -1.0)) {
        return false;
    }
    let mut part: Vec<Spot> = corners.to_vec();
    for edge in edges {
        part = edge.clip(&part);
    }
    !part.is_empty()
}

/// The distance from the middle of a stand's front edge to the nearest point of a target.
pub fn range(stand: Rect, target: Rect) -> Length {
    let from = stand.front();
    target.nearest(from).distance(from)
}

/// The middle of a stand's front edge, looking the way it looks, to the grid.
fn front(stand: Rect) -> Pose {
    Pose::new(stand.front().point(), stand.pose.heading)
}

/// A straight border: what lies on the side of `inward`, at least `least` along it, is kept.
struct Edge {
    inward: Spot,
    least: f64,
}

/// What rounding to the grid may do to a point on a border, in thousandths.
const GRAIN: f64 = 0.75;

impl Edge {
    fn over(&self, spot: Spot) -> f64 {
        spot.dot(self.inward) - self.least + GRAIN
    }

    fn keeps(&self, spot: Spot) -> bool {
        self.over(spot) >= 0.0
    }

    /// The part of a convex outline that is kept.
    fn clip(&self, outline: &[Spot]) -> Vec<Spot> {
        let mut kept = Vec::with_capacity(outline.len() + 1);
        for (place, &here) in outline.iter().enumerate() {
            let next = outline[(place + 1) % outline.len()];
            let (a, b) = (self.over(here), self.over(next));
            if a >= 0.0 {
                kept.push(here);
            }
            if (a >= 0.0) != (b >= 0.0) {
                kept.push(here.plus(next.minus(here).times(a / (a - b))));
            }
        }
        kept
    }
}

/// The borders of a stand's arc, seen from the middle of its front edge.
fn edges(stand: Rect) -> [Edge; 3] {
    let half = f64::from(stand.width.in_thousandths()) / 2.0;
    let (sin, cos) = ARC.sin_cos();
    let slant = |side: f64| Edge { inward: Spot::new(-side * cos, sin), least: -half * cos };
    [Edge { inward: Spot::new(0.0, 1.0), least: 0.0 }, slant(1.0), slant(-1.0)]
}

/// The line along the front of a part of a unit, prolonged: what lies behind it is on its flank or
/// in its rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontLine {
    pose: Pose,
}

impl FrontLine {
    /// The line through the front corners of a formation whose outermost stands are these.
    pub fn through(left: Rect, right: Rect) -> FrontLine {
        let (from, to) = (left.corners()[0], right.corners()[1]);
        let along = to.minus(from).heading();
        FrontLine { pose: Pose::new(from.point(), along.plus(Angle::LEFT)) }
    }

    /// Is the front edge of `stand` wholly behind the line?
    pub fn is_behind(self, stand: Rect) -> bool {
        let corners = stand.corners();
        [corners[0], corners[1]].iter().all(|corner| self.pose.local(*corner).y < -GRAIN)
    }

    /// Is the middle of `stand` behind the line?
    pub fn has_behind(self, stand: Rect) -> bool {
        self.pose.local(stand.pose.at.spot()).y < -GRAIN
    }
}

/// The nearest two points of two groups of stands.
pub fn distance(ours: &[Rect], theirs: &[Rect]) -> Option<Length> {
    let mut least: Option<Length> = None;
    for (one, other) in ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other))) {
        if least.is_none_or(|least| !one.is_clearly_farther(*other, least)) {
            let far = one.distance(*other);
            least = Some(least.map_or(far, |least| least.min(far)));
        }
    }
    least
}

/// The distance from a round base of `diameter` about `at` to the nearest stand.
pub fn distance_from_round(at: Point, diameter: Length, stands: &[Rect]) -> Option<Length> {
    let nearest = stands.iter().map(|stand| stand.distance_to(at)).min()?;
    let gap = nearest.in_thousandths() - diameter.half().in_thousandths();
    Some(Length::thousandths(gap.max(0)))
}
