//! March columns: the head leads, the others follow in its track, along roads for less.

use geometry::{Angle, Convex, Length, Point, Pose, Rect, Spot, Sweep, nearest_on, rounded};
use rulebook::{Base, Ground, TerrainTrait, named};

use super::steps::Made;
use super::{Refusal, Why};
use crate::formations::{Shape, along, file};
use crate::movement::{Hand, Leg, Step};
use crate::table::{Moving, Placed, Table, Terrain};

named! {
    /// Which way along a road.
    pub enum Way {
        /// The way the column looks.
        Ahead = "ahead",
        /// The other way: it turns about for free.
        About = "about",
    }
}

/// The head's way so far: where it is, and every bend behind it.
struct Track {
    head: Pose,
    /// The head's place and all bends behind it, the latest first.
    behind: Vec<Spot>,
}

impl Track {
    fn of(placed: &Placed) -> Track {
        let mut behind = vec![placed.anchor.at.spot()];
        if let Shape::MarchColumn { trail } = &placed.shape {
            behind.extend(trail.iter().map(|point| point.spot()));
        }
        Track { head: placed.anchor, behind }
    }

    fn go(&mut self, to: Pose) {
        if to.at != self.head.at {
            self.behind.insert(0, to.at.spot());
        }
        self.head = to;
    }

    fn trail(&self) -> Vec<Point> {
        self.behind.iter().skip(1).map(|spot| spot.point()).collect()
    }
}

/// Where steps lead a march column.
pub(super) fn march(
    table: &Table,
    placed: &Placed,
    base: Base,
    steps: &[Step],
) -> Result<Made, Refusal> {
    let count = placed.stands.len() as u8;
    let mut placed = placed.clone();
    let mut path = Vec::new();
    let mut legs = Vec::new();
    for &step in steps {
        let mut track = Track::of(&placed);
        let before = track.behind.len();
        let mut on_road = false;
        match step {
            Step::Advance { by } => {
                let far = f64::from(by.in_thousandths());
                let to = track.head.moved(0.0, far, Angle::ZERO);
                track.go(to);
                legs.push(Leg::country(by, Ground::Open));
            }
            Step::Wheel { to, turn } => {
                legs.push(Leg::country(step.length(base.width), Ground::Open));
                let head = wheeled_head(track.head, base, to, turn);
                track.go(head);
            }
            Step::AlongRoad { by, way } => {
                on_road = true;
                let (along, made) = follow(table, &placed, base, by, way)?;
                track = made;
                legs.extend(along);
            }
            _ => {
                return Err(Refusal::because(Why::StepNotForFormation, "MOV-BASE-COLUMN-OFF-ROAD"));
            }
        }
        let turned_about = on_road && matches!(step, Step::AlongRoad { way: Way::About, .. });
        if turned_about {
            placed = about(&placed, base);
        }
        let new = track.behind.len().saturating_sub(before).max(1);
        sweep_along(&track, new, base, count, on_road, &mut path);
        placed.anchor = track.head;
        placed.stands = file(base, count, track.head, &track.trail());
        placed.shape = Shape::MarchColumn { trail: trimmed(&track, base, count) };
    }
    Ok(Made { end: placed, path, legs })
}

fn wheeled_head(head: Pose, base: Base, to: Hand, turn: Angle) -> Pose {
    Step::Wheel { to, turn }.from(head, base.width)
}

/// The column turned about: its tail becomes its head.
pub(super) fn about(placed: &Placed, base: Base) -> Placed {
    let count = placed.stands.len();
    let Some(last) = placed.stands.last() else { return placed.clone() };
    let mut turned = placed.clone();
    let head = Pose::new(last.rear().point(), last.pose.heading.plus(Angle::ABOUT));
    let trail: Vec<Point> = placed.stands.iter().rev().map(|stand| stand.pose.at).collect();
    turned.anchor = head;
    turned.stands = file(base, count as u8, head, &trail);
    turned.shape = Shape::MarchColumn { trail };
    turned
}

/// The way of each stand along the track while the head passed its first `new` bends.
fn sweep_along(
    track: &Track,
    new: usize,
    base: Base,
    count: u8,
    on_road: bool,
    path: &mut Vec<Moving>,
) {
    let depth = f64::from(base.depth.in_thousandths());
    let mut bends = vec![0.0];
    for pair in track.behind.windows(2) {
        bends.push(bends.last().copied().unwrap_or(0.0) + pair[1].minus(pair[0]).size());
    }
    let moved = bends.get(new).copied().unwrap_or(0.0);
    for stand in 0..count {
        let back = (f64::from(stand) + 0.5) * depth;
        let (near, far) = (back, back + moved);
        let mut stops: Vec<f64> = vec![far];
        stops.extend(bends.iter().rev().copied().filter(|bend| near < *bend && *bend < far));
        stops.push(near);
        let rect = |back: f64| {
            Rect::new(along(&track.behind, track.head.heading, back), base.width, base.depth)
        };
        for pair in stops.windows(2) {
            // Just behind a bend the stand looks along the stretch it has walked.
            let (from, to) = (rect(pair[0]), rect(pair[1]));
            path.push(Moving { stand, sweep: Sweep::Slide { from, to }, on_road });
        }
    }
}

/// As much of the trail as the stands still need.
fn trimmed(track: &Track, base: Base, count: u8) -> Vec<Point> {
    let need = f64::from(base.depth.in_thousandths()) * f64::from(count);
    let mut long = 0.0;
    let mut trail = Vec::new();
    for pair in track.behind.windows(2) {
        trail.push(pair[1].point());
        long += pair[1].minus(pair[0]).size();
        if long >= need {
            break;
        }
    }
    trail
}

/// The road that a column touches: with its head if it can be, else with any stand; and which
/// stand that is.
pub fn road_under<'t>(table: &'t Table, stands: &[Rect]) -> Option<(&'t Terrain, usize)> {
    for (place, stand) in stands.iter().enumerate() {
        let touched = table
            .pieces_near(stand.bounds().grown(geometry::TOUCH))
            .find(|piece| piece.is(TerrainTrait::Road) && piece.touches(&Convex::from(*stand)));
        if let Some(road) = touched {
            return Some((road, place));
        }
    }
    None
}

/// Follows the road that the column touches.
fn follow(
    table: &Table,
    placed: &Placed,
    base: Base,
    by: Length,
    way: Way,
) -> Result<(Vec<Leg>, Track), Refusal> {
    let column = match way {
        Way::Ahead => placed.clone(),
        Way::About => about(placed, base),
    };
    let Some((road, first)) = road_under(table, &column.stands) else {
        return Err(Refusal::because(Why::NoRoad, "MOV-ROAD-ENTER-START"));
    };
    let mut track = Track::of(&column);
    let points: Vec<Spot> =
        road.parts().map(|(a, _)| a).chain(road.parts().last().map(|p| p.1)).collect();
    let from = if first == 0 { track.head.at.spot() } else { column.stands[first].pose.at.spot() };
    let (entry, segment) = enter(&points, from);
    // Which way the road runs as the column looks.
    let looks = column.stands[first].pose.heading;
    let (sin, cos) = looks.sin_cos();
    let runs = points[segment + 1].minus(points[segment]);
    let forward = runs.dot(Spot::new(sin, cos)) >= 0.0;
    if first > 0 {
        let keep = column.stands[first..].iter().map(|stand| stand.pose.at.spot());
        track.behind = keep.collect();
        track.behind.insert(0, entry);
    }
    let stops = along_road(table, road, entry, segment, forward, f64::from(by.in_thousandths()));
    let mut left = f64::from(by.in_thousandths());
    let mut head = track.head;
    track.go(Pose::new(entry.point(), head.heading));
    let mut on_good = 0.0;
    for pair in stops.windows(2) {
        let step = pair[1].0.minus(pair[0].0);
        let size = step.size();
        if size < 1e-9 {
            continue;
        }
        let part = (left / size).min(1.0);
        head = Pose::new(pair[0].0.plus(step.times(part)).point(), step.heading());
        track.go(head);
        left -= size * part;
        if pair[1].1 {
            on_good += size * part;
        }
        if left <= 0.0 {
            break;
        }
    }
    if left > 0.5 {
        // The road ends on the table: the column stops at its end.
        let gone = rounded(f64::from(by.in_thousandths()) - left);
        return Err(Refusal::TooFar {
            needs: by,
            has: gone,
            ground: Ground::Open,
            rule: rulebook::RuleId::new("MOV-ROAD-PATH"),
        });
    }
    let good = rounded(on_good).min(by);
    let poor = Length::thousandths(by.in_thousandths() - good.in_thousandths());
    let legs = [Leg::road(good), Leg { on_road: true, ..Leg::country(poor, Ground::Open) }];
    let legs = legs.into_iter().filter(|leg| leg.length > Length::ZERO).collect();
    Ok((legs, track))
}

/// The bends of a road from a point of it on, one way, and of the roads that carry it on where it
/// ends, for at least `far` or to the end of them all; and whether the stretch that leads to each
/// is a good road.
pub(super) fn along_road(
    table: &Table,
    road: &Terrain,
    entry: Spot,
    segment: usize,
    forward: bool,
    far: f64,
) -> Vec<(Spot, bool)> {
    let ends = |road: &Terrain| -> Vec<Spot> {
        road.parts().map(|(a, _)| a).chain(road.parts().last().map(|part| part.1)).collect()
    };
    let points = ends(road);
    let good = road.is(TerrainTrait::Good);
    let mut stops = vec![(entry, good)];
    if forward {
        stops.extend(points[segment + 1..].iter().map(|point| (*point, good)));
    } else {
        stops.extend(points[..=segment].iter().rev().map(|point| (*point, good)));
    }
    let mut used: Vec<*const Terrain> = vec![std::ptr::from_ref(road)];
    while length(&stops) < far {
        let Some(&(end, _)) = stops.last() else { break };
        let near = geometry::Bounds { low: end, high: end }.grown(1000.0);
        let next = table.pieces_near(near).find_map(|piece| {
            if !piece.is(TerrainTrait::Road) || used.contains(&std::ptr::from_ref(piece)) {
                return None;
            }
            let points = ends(piece);
            let joins = |at: Option<&Spot>| {
                at.is_some_and(|at| at.minus(end).size() <= piece.half_width() + geometry::TOUCH)
            };
            if joins(points.first()) {
                Some((piece, points))
            } else if joins(points.last()) {
                Some((piece, points.into_iter().rev().collect()))
            } else {
                None
            }
        });
        let Some((piece, points)) = next else { break };
        used.push(std::ptr::from_ref(piece));
        let good = piece.is(TerrainTrait::Good);
        stops.extend(points.into_iter().map(|point| (point, good)));
    }
    stops
}

fn length(points: &[(Spot, bool)]) -> f64 {
    points.windows(2).map(|pair| pair[1].0.minus(pair[0].0).size()).sum()
}

/// The point of the road's middle that is nearest, and the stretch it is on.
pub(super) fn enter(points: &[Spot], from: Spot) -> (Spot, usize) {
    let mut best = (f64::INFINITY, Spot::default(), 0);
    for (segment, pair) in points.windows(2).enumerate() {
        let near = nearest_on(from, pair[0], pair[1]);
        let gap = near.minus(from).size();
        if gap < best.0 {
            best = (gap, near, segment);
        }
    }
    (best.1, best.2)
}
