//! High and low ground, by hachures: strokes that run downhill, thick above and thin below, and
//! heavier on the side that a light from the upper left leaves dark.

use crate::curve::{Patch, Step, walk};
use crate::noise::{noise, swing};
use crate::pen::{INCH, Path, V, between, left, unit, v};
use crate::terrain::Ground;

/// How heavy a stroke is that runs downhill along `way`.
fn shade(way: V) -> f64 {
    1.0 + 0.5 * way.dot(unit(v(1.0, 1.0)))
}

/// The slope between the foot of a rise and its top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slope {
    /// How many levels it rises.
    pub levels: u8,
    /// Between strokes, in units.
    pub pitch: f64,
    /// How thick a stroke is above.
    pub weight: f64,
}

/// Where the slope above each step of the foot ends.
fn tops(foot: &Patch, top: Option<&Patch>, steps: &[Step], depth: f64) -> Vec<V> {
    let count = steps.len();
    let inward = |place: usize| {
        let near = |by: usize| left(steps[(place + by) % count].along).times(-1.0);
        let around = [0, 1, 2, 3, count - 1, count - 2, count - 3].map(near);
        unit(around.into_iter().fold(v(0.0, 0.0), V::plus))
    };
    let above = |place: usize| match top {
        Some(top) => top.nearest(steps[place].at),
        None => {
            // No farther than where another side of the foot is as near: half way across a narrow
            // rise, along the edge that runs up from a corner.
            let way = inward(place);
            let room = |part: &f64| {
                let at = steps[place].at.plus(way.times(depth * part));
                foot.depth(at) >= 0.8 * depth * part
            };
            let parts = [1.0, 0.85, 0.7, 0.55, 0.4, 0.25];
            let part = parts.into_iter().find(room).unwrap_or(0.1);
            steps[place].at.plus(way.times(depth * part))
        }
    };
    (0..count).map(above).collect()
}

/// Hachures all round a rise. The edge of the table has none.
pub(crate) fn rise(
    (ink, contours): (&mut Path, &mut Path),
    foot: &Patch,
    top: Option<&Patch>,
    slope: Slope,
    ground: &Ground<'_>,
) {
    let steps = walk(&foot.corners, true, 2.0);
    if steps.len() < 8 {
        return;
    }
    let depth = INCH * (0.75 + 0.35 * f64::from(slope.levels));
    let tops = tops(foot, top, &steps, depth);
    let mean = steps.iter().zip(&tops).map(|(s, t)| t.minus(s.at).size()).sum::<f64>()
        / steps.len() as f64;
    let rows = libm::round(mean / (1.25 * INCH)).clamp(f64::from(slope.levels.clamp(1, 3)), 6.0);
    let count = steps.len();
    for row in 0..rows as usize {
        let (below, above) = (row as f64 / rows, (row as f64 + 1.0) / rows);
        let at = |place: usize, part: f64| between(steps[place].at, tops[place], part);
        let mut since = 0.0;
        let mut strokes = 0_i64;
        for (place, step) in steps.iter().enumerate() {
            let here = at(place, above);
            let next = at((place + 1) % count, (below + above) / 2.0);
            since += next.minus(at(place, (below + above) / 2.0)).size();
            if since < slope.pitch * (1.0 + 0.25 * swing(strokes, row as i64, 3)) {
                continue;
            }
            since = 0.0;
            strokes += 1;
            let ragged = 0.16 * noise(place as i64, row as i64, 5);
            let low = at(place, below + (above - below) * ragged);
            let high = between(here, low, 0.04 + 0.1 * noise(place as i64, row as i64, 6));
            let way = low.minus(high);
            let hidden = [high, low, between(high, low, 0.5)]
                .into_iter()
                .any(|at| ground.is_written(at, 1.0));
            if hidden || way.size() < 1.5 || !ground.ruler.holds(step.at, 1.0) {
                continue;
            }
            let fade = 0.7 + 0.3 * above;
            ink.wedge(high, low, slope.weight * shade(unit(way)) * fade);
        }
        // A thin line where one level ends and the next begins.
        let levels = f64::from(slope.levels.max(1));
        let line = |level: u8| (f64::from(level) * rows / levels) as usize == row;
        if row > 0 && (1..slope.levels).any(line) {
            let ring: Vec<V> = (0..count).step_by(3).map(|place| at(place, below)).collect();
            contours.through(&ring, true);
        }
    }
}

/// Hachures on one side of a line, pointing away from it: a bank that falls off.
pub(crate) fn bank(
    ink: &mut Path,
    points: &[V],
    closed: bool,
    to_the_left: bool,
    (pitch, reach, weight): (f64, f64, f64),
) {
    for (place, step) in walk(points, closed, pitch).into_iter().enumerate() {
        let out = left(step.along).times(if to_the_left { 1.0 } else { -1.0 });
        let long = reach * (0.8 + 0.4 * noise(place as i64, 1, 11));
        let lean = step.along.times(0.12 * long * swing(place as i64, 2, 11));
        let low = step.at.plus(out.times(long)).plus(lean);
        ink.wedge(step.at, low, weight * shade(out));
    }
}

/// The same, pointing at the line: a bank that falls towards it.
pub(crate) fn cutting(
    ink: &mut Path,
    points: &[V],
    to_the_left: bool,
    (pitch, reach, weight): (f64, f64, f64),
) {
    for (place, step) in walk(points, false, pitch).into_iter().enumerate() {
        let out = left(step.along).times(if to_the_left { 1.0 } else { -1.0 });
        let long = reach * (0.85 + 0.3 * noise(place as i64, 3, 12));
        ink.wedge(step.at.plus(out.times(long)), step.at, weight * shade(out.times(-1.0)));
    }
}
