//! Outlines and lines on the sheet: walking along them, filling them, moving them aside.

use geometry::nearest_on;

use crate::noise::swing;
use crate::pen::{V, between, left, unit, v};

/// A step of a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub at: V,
    /// The way on, of size one.
    pub along: V,
}

pub(crate) fn size(points: &[V], closed: bool) -> f64 {
    sides(points, closed).map(|(a, b)| b.minus(a).size()).sum()
}

pub(crate) fn sides(points: &[V], closed: bool) -> impl Iterator<Item = (V, V)> + '_ {
    let last = (closed && points.len() > 2).then(|| (points[points.len() - 1], points[0]));
    points.windows(2).map(|pair| (pair[0], pair[1])).chain(last)
}

/// Steps as near to `step` apart as fit evenly. An open line has a step at both ends.
pub(crate) fn walk(points: &[V], closed: bool, step: f64) -> Vec<Step> {
    let whole = size(points, closed);
    if whole < 1e-6 {
        return Vec::new();
    }
    let count = libm::round(whole / step).max(if closed { 3.0 } else { 1.0 });
    let pitch = whole / count;
    let wanted = count as usize + usize::from(!closed);
    let mut steps = Vec::with_capacity(wanted);
    let mut passed = 0.0;
    let mut next = 0.0;
    for (a, b) in sides(points, closed) {
        let side = b.minus(a);
        let length = side.size();
        if length < 1e-9 {
            continue;
        }
        while next <= passed + length + 1e-6 && steps.len() < wanted {
            let at = between(a, b, ((next - passed) / length).clamp(0.0, 1.0));
            steps.push(Step { at, along: side.times(1.0 / length) });
            next += pitch;
        }
        passed += length;
    }
    steps
}

/// The corners of a line rounded off, at most `reach` from each bend.
pub(crate) fn rounded(points: &[V], reach: f64) -> Vec<V> {
    let mut out = Vec::new();
    for (place, &at) in points.iter().enumerate() {
        if place == 0 || place + 1 == points.len() {
            out.push(at);
            continue;
        }
        let (before, after) = (points[place - 1], points[place + 1]);
        let near = |to: V| {
            let reach = reach.min(to.minus(at).size() / 2.0);
            at.plus(unit(to.minus(at)).times(reach))
        };
        let (from, to) = (near(before), near(after));
        for part in 0..=6 {
            let part = f64::from(part) / 6.0;
            out.push(between(between(from, at, part), between(at, to, part), part));
        }
    }
    out
}

/// The line moved aside, to its left where `by` is positive.
pub(crate) fn aside(points: &[V], closed: bool, by: f64) -> Vec<V> {
    let count = points.len();
    let way = |from: usize, to: usize| unit(points[to].minus(points[from]));
    let moved = |place: usize| {
        let before = match place {
            0 if closed => Some(way(count - 1, 0)),
            0 => None,
            _ => Some(way(place - 1, place)),
        };
        let after = match place + 1 {
            next if next < count => Some(way(place, next)),
            _ if closed => Some(way(place, 0)),
            _ => None,
        };
        let (one, other) = (before.or(after), after.or(before));
        let (Some(one), Some(other)) = (one, other) else { return points[place] };
        let out = unit(left(one).plus(left(other)));
        let lean = out.dot(left(one)).max(0.4);
        points[place].plus(out.times(by / lean))
    };
    if count < 2 { points.to_vec() } else { (0..count).map(moved).collect() }
}

/// A closed outline on the sheet.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    /// Its corners, clockwise on the sheet.
    pub corners: Vec<V>,
    pub low: V,
    pub high: V,
}

impl Patch {
    pub fn new(mut corners: Vec<V>) -> Patch {
        let area: f64 = sides(&corners, true).map(|(a, b)| a.cross(b)).sum();
        if area < 0.0 {
            corners.reverse();
        }
        let least = |of: fn(&V) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&V) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = (v(least(|c| c.x), least(|c| c.y)), v(most(|c| c.x), most(|c| c.y)));
        Patch { corners, low, high }
    }

    /// The ground within `half` of a line.
    pub fn band(points: &[V], half: f64) -> Patch {
        let mut corners = aside(points, false, half);
        corners.extend(aside(points, false, -half).into_iter().rev());
        Patch::new(corners)
    }

    pub fn area(&self) -> f64 {
        sides(&self.corners, true).map(|(a, b)| a.cross(b)).sum::<f64>() / 2.0
    }

    pub fn contains(&self, at: V) -> bool {
        let mut inside = false;
        for (a, b) in sides(&self.corners, true) {
            let crosses = (a.y > at.y) != (b.y > at.y);
            if crosses && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
        }
        inside
    }

    /// How deep inside a place is; negative outside.
    pub fn depth(&self, at: V) -> f64 {
        let gap = self.nearest(at).minus(at).size();
        if self.contains(at) { gap } else { -gap }
    }

    /// The place of the edge nearest to `at`.
    pub fn nearest(&self, at: V) -> V {
        let gap = |spot: &V| spot.minus(at).size();
        let nearest = sides(&self.corners, true).map(|(a, b)| nearest_on(at, a, b));
        nearest.min_by(|one, other| gap(one).total_cmp(&gap(other))).unwrap_or(at)
    }

    /// The parts of a line that lie inside.
    pub fn cut(&self, from: V, to: V) -> Vec<(V, V)> {
        let mut cuts = vec![0.0, 1.0];
        cuts.extend(sides(&self.corners, true).filter_map(|side| geometry::meet((from, to), side)));
        cuts.sort_by(f64::total_cmp);
        let inside = |pair: &&[f64]| {
            pair[1] - pair[0] > 1e-9 && self.contains(between(from, to, (pair[0] + pair[1]) / 2.0))
        };
        let part = |pair: &[f64]| (between(from, to, pair[0]), between(from, to, pair[1]));
        cuts.windows(2).filter(inside).map(part).collect()
    }

    /// The direction of its longest side.
    pub fn lie(&self) -> V {
        let length = |(a, b): &(V, V)| b.minus(*a).size();
        let longest =
            sides(&self.corners, true).max_by(|one, other| length(one).total_cmp(&length(other)));
        longest.map_or(v(1.0, 0.0), |(a, b)| unit(b.minus(a)))
    }

    /// Parallel lines through it, `pitch` apart, along `way`, cut to it.
    pub fn rows(&self, way: V, pitch: f64) -> Vec<Vec<(V, V)>> {
        let across = left(way).times(-1.0);
        let corners = [self.low, self.high, v(self.low.x, self.high.y), v(self.high.x, self.low.y)];
        let reach = |of: V| {
            let along = corners.map(|corner| corner.dot(of));
            (along.into_iter().fold(f64::INFINITY, f64::min))
                ..(along.into_iter().fold(f64::NEG_INFINITY, f64::max))
        };
        let (down, along) = (reach(across), reach(way));
        let first = libm::ceil(down.start / pitch) as i64;
        let last = libm::floor(down.end / pitch) as i64;
        let row = |row: i64| {
            let off = across.times((row as f64 + 0.5) * pitch);
            let from = off.plus(way.times(along.start - 1.0));
            self.cut(from, off.plus(way.times(along.end + 1.0)))
        };
        (first..=last).map(row).collect()
    }

    /// Uneven places all over it, about `pitch` apart and `inside` units from the edge, from the
    /// top of the sheet down.
    pub fn scatter(&self, pitch: f64, inside: f64, salt: u64) -> Vec<V> {
        let mut found = Vec::new();
        let cell = |at: f64| libm::floor(at / pitch) as i64;
        for row in cell(self.low.y)..=cell(self.high.y) {
            let shift = if row.rem_euclid(2) == 0 { 0.25 } else { 0.75 };
            for column in cell(self.low.x) - 1..=cell(self.high.x) {
                let x = column as f64 + shift + 0.32 * swing(column, row, salt);
                let y = row as f64 + 0.5 + 0.32 * swing(column, row, salt + 1);
                let at = v(x * pitch, y * pitch);
                if self.contains(at) && self.depth(at) >= inside {
                    found.push(at);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Patch {
        Patch::new(vec![v(0.0, 0.0), v(0.0, 10.0), v(10.0, 10.0), v(10.0, 0.0)])
    }

    #[test]
    fn a_walk_fits_evenly_and_reaches_both_ends() {
        let line = [v(0.0, 0.0), v(10.0, 0.0), v(10.0, 5.0)];
        let steps = walk(&line, false, 4.0);
        assert_eq!(steps.len(), 5);
        assert_eq!(steps[4].at, v(10.0, 5.0));
        assert_eq!(walk(&square().corners, true, 3.0).len(), 13);
    }

    #[test]
    fn rows_and_scattered_places_stay_inside() {
        for (a, b) in square().rows(v(1.0, 0.0), 2.0).into_iter().flatten() {
            assert!((b.x - a.x - 10.0).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9);
        }
        let places = square().scatter(2.0, 1.0, 7);
        assert!(places.len() > 8 && places.iter().all(|at| square().depth(*at) >= 1.0));
    }

    #[test]
    fn a_line_moves_aside_around_its_bends() {
        let moved = aside(&[v(0.0, 0.0), v(10.0, 0.0), v(10.0, 10.0)], false, 1.0);
        assert!((moved[1].x - 11.0).abs() < 1e-9 && (moved[1].y + 1.0).abs() < 1e-9);
    }
}
