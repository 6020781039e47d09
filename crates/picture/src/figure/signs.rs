//! Arrows, dotted trails, lines of sight, arcs, and units as they were.

use engine::table::Placed;

use super::{Drawn, Sign};
use crate::palette::{INK, PAPER};
use crate::pen::{INCH, Path, Ruler, Sheet, V, left, unit, v};
use crate::place::{Frame, Obstacle};
use crate::troops;

const GHOST: &str = "stroke-dasharray=\"3.2 2.4\" stroke-width=\"1\"";

/// A unit as it was: the outlines of its stands, dashed, each with the mark of its front.
pub(super) fn ghost(sheet: &mut Sheet, placed: &Placed, ruler: Ruler) {
    let (mut stands, mut fronts) = (Path::new(), Path::new());
    for stand in &placed.stands {
        let corners = troops::corners(*stand, ruler);
        stands.through(&corners, true);
        tick(&mut fronts, corners[0], corners[1]);
    }
    draw_ghost(sheet, &stands, &fronts);
}

fn draw_ghost(sheet: &mut Sheet, stands: &Path, fronts: &Path) {
    sheet.draw(
        stands,
        &format!(
            "fill=\"{PAPER}\" fill-opacity=\".6\" stroke=\"{INK}\" stroke-opacity=\".8\" {GHOST}"
        ),
    );
    sheet.draw(fronts, &format!("fill=\"{INK}\" opacity=\".6\""));
}

/// The little wedge that says which way a stand looks.
fn tick(path: &mut Path, from: V, to: V) {
    let (middle, along) = (from.plus(to).times(0.5), unit(to.minus(from)));
    let out = left(along);
    path.to(middle.minus(along.times(2.3)))
        .line(middle.plus(out.times(3.4)))
        .line(middle.plus(along.times(2.3)))
        .close();
}

/// A stand of the legend.
pub(super) fn sample(sheet: &mut Sheet, stand: Frame, is_ghost: bool) {
    let corners = stand.corners();
    let (mut path, mut front) = (Path::new(), Path::new());
    path.through(&corners, true);
    tick(&mut front, corners[0], corners[1]);
    if is_ghost {
        draw_ghost(sheet, &path, &front);
        return;
    }
    sheet.draw(&path, "fill=\"#6b5a3c\" stroke=\"#33281a\" stroke-width=\"1\"");
    sheet.draw(&front, &format!("fill=\"{INK}\""));
}

/// Thin boxes along lines, which no note may cover.
pub(super) fn obstacles(ways: &[Vec<V>]) -> Vec<Obstacle> {
    let mut found = Vec::new();
    for way in ways {
        for pair in way.windows(2) {
            let aside = left(unit(pair[1].minus(pair[0]))).times(2.5);
            let corners = [pair[0].plus(aside), pair[1].plus(aside), pair[1].minus(aside)];
            let corners = corners.into_iter().chain([pair[0].minus(aside)]).collect();
            found.push(Obstacle::new(usize::MAX, corners));
        }
    }
    found
}

impl Drawn<'_> {
    /// The lines that a sign draws.
    pub(super) fn ways(&self, sign: &Sign) -> Vec<Vec<V>> {
        match sign {
            Sign::Way(way) | Sign::Trail(way) => vec![self.spots(way)],
            Sign::Sight { from, to, .. } => vec![self.spots(&[*from, *to])],
            Sign::Front { from, to } => vec![self.stretched(&[*from, *to])],
            Sign::Moment(corners) => {
                let mut corners = self.spots(corners);
                corners.push(corners[0]);
                vec![corners]
            }
            // What is written in a band may stand on it.
            Sign::Band { .. } => Vec::new(),
        }
    }

    /// A line drawn on by five inches at both ends.
    fn stretched(&self, ends: &[geometry::Spot; 2]) -> Vec<V> {
        let ends = self.spots(ends);
        let on = unit(ends[1].minus(ends[0])).times(5.0 * INCH);
        vec![ends[0].minus(on), ends[1].plus(on)]
    }

    pub(super) fn draw(&self, sheet: &mut Sheet, sign: &Sign) {
        match sign {
            Sign::Way(way) => self.arrow(sheet, &self.spots(way)),
            Sign::Trail(way) => {
                let mut path = Path::new();
                path.through(&self.spots(way), false);
                sheet.draw(
                    &path,
                    &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.1\" stroke-linecap=\"round\" stroke-dasharray=\".1 3.4\""),
                );
            }
            Sign::Sight { from, to, stop } => {
                let [from, to] = [*from, *to].map(|spot| self.ruler.spot(spot));
                let end = stop.map_or(to, |stop| self.ruler.spot(stop));
                let (mut seen, mut hidden) = (Path::new(), Path::new());
                seen.to(from).line(end);
                sheet.draw(
                    &seen,
                    &format!("stroke=\"{PAPER}\" stroke-width=\"3.6\" opacity=\".8\""),
                );
                sheet.draw(&seen, &format!("stroke=\"{INK}\" stroke-width=\"1.5\""));
                if stop.is_some() {
                    hidden.to(end).line(to);
                    sheet.draw(
                        &hidden,
                        &format!("stroke=\"{INK}\" stroke-width=\"1\" stroke-dasharray=\"2 4\""),
                    );
                    cross(sheet, end);
                } else {
                    let mut eye = Path::new();
                    eye.circle(to, 2.6);
                    sheet.draw(
                        &eye,
                        &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"1.3\""),
                    );
                }
            }
            Sign::Moment(corners) => {
                let mut path = Path::new();
                path.through(&self.spots(corners), true);
                sheet.draw(
                    &path,
                    &format!("fill=\"{PAPER}\" fill-opacity=\".5\" stroke=\"{INK}\" stroke-width=\"1.3\" stroke-linecap=\"round\" stroke-dasharray=\".1 2.8\""),
                );
            }
            Sign::Front { from, to } => {
                let mut path = Path::new();
                path.through(&self.stretched(&[*from, *to]), false);
                sheet.draw(
                    &path,
                    &format!("stroke=\"{PAPER}\" stroke-width=\"3.4\" opacity=\".7\""),
                );
                sheet.draw(
                    &path,
                    &format!(
                        "stroke=\"{INK}\" stroke-width=\"1.3\" stroke-dasharray=\"9 3 1.5 3\""
                    ),
                );
            }
            Sign::Band { outline, dark } => {
                let mut path = Path::new();
                path.through(&self.spots(outline), true);
                let tint = if *dark { "#b98a3a" } else { "#d9b566" };
                sheet.draw(
                    &path,
                    &format!("fill=\"{tint}\" fill-opacity=\".26\" stroke=\"{INK}\" stroke-width=\"1\" stroke-dasharray=\"6 3\""),
                );
            }
        }
    }

    /// An arrow along a way: its head stops short of the stands that have arrived there.
    fn arrow(&self, sheet: &mut Sheet, way: &[V]) {
        let figure = self.figure;
        let stands = figure.units.iter().flat_map(|id| &figure.position.unit(*id).stands);
        let mut taken: Vec<Vec<V>> =
            stands.map(|stand| troops::corners(*stand, self.ruler)).collect();
        let leaders = figure.position.leaders.iter().filter(|_| figure.leaders);
        taken.extend(leaders.filter_map(|leader| {
            let at = self.ruler.point(leader.at?);
            Some(Frame::new(at, at).grown(0.42 * INCH).corners().to_vec())
        }));
        let way = shortened(way, &taken);
        let Some((&end, &start)) = way.last().zip(way.first()) else { return };
        let long: f64 = way.windows(2).map(|pair| pair[1].minus(pair[0]).size()).sum();
        if long < 0.25 * INCH {
            return;
        }
        // The head looks the way of the last stretch, not of its last hair.
        let back = way.iter().rev().find(|at| end.minus(**at).size() > 6.0).copied();
        let ahead = unit(end.minus(back.unwrap_or(start)));
        let (head, half) = (8.0_f64.min(long * 0.7), 4.4);
        let neck = end.minus(ahead.times(head * 0.8));
        let mut shaft: Vec<V> =
            way.iter().copied().filter(|at| end.minus(*at).size() > head).collect();
        shaft.push(neck);
        let (mut line, mut tip) = (Path::new(), Path::new());
        line.through(&shaft, false);
        let base = end.minus(ahead.times(head));
        let aside = left(ahead).times(half);
        tip.to(end).line(base.plus(aside)).line(neck).line(base.minus(aside)).close();
        let round = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        sheet
            .draw(&line, &format!("{round} stroke=\"{PAPER}\" stroke-width=\"5\" opacity=\".85\""));
        sheet.draw(
            &tip,
            &format!("fill=\"{PAPER}\" stroke=\"{PAPER}\" stroke-width=\"3\" opacity=\".85\""),
        );
        sheet.draw(&line, &format!("{round} stroke=\"{INK}\" stroke-width=\"2\""));
        sheet.draw(&tip, &format!("fill=\"{INK}\""));
    }
}

/// Where sight ends.
fn cross(sheet: &mut Sheet, at: V) {
    let mut disc = Path::new();
    disc.circle(at, 5.6);
    sheet.draw(&disc, &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"1.2\""));
    let mut lines = Path::new();
    lines.to(at.plus(v(-2.8, -2.8))).by(v(5.6, 5.6)).to(at.plus(v(2.8, -2.8))).by(v(-5.6, 5.6));
    sheet.draw(&lines, "stroke=\"#9c2b20\" stroke-width=\"2\"");
}

/// The way up to where it comes upon one of the outlines, sampled finely.
fn shortened(way: &[V], outlines: &[Vec<V>]) -> Vec<V> {
    let inside = |at: V| {
        outlines.iter().any(|corners| {
            let sides = (0..corners.len()).map(|k| (corners[k], corners[(k + 1) % corners.len()]));
            let turns: Vec<f64> =
                sides.map(|(a, b)| b.minus(a).cross(at.minus(a)) / b.minus(a).size()).collect();
            turns.iter().all(|turn| *turn > -3.0) || turns.iter().all(|turn| *turn < 3.0)
        })
    };
    let mut fine: Vec<V> = Vec::new();
    for pair in way.windows(2) {
        let steps = pair[1].minus(pair[0]).size() / 2.0;
        let steps = libm::ceil(steps).max(1.0) as i32;
        for step in 0..steps {
            fine.push(
                pair[0].plus(pair[1].minus(pair[0]).times(f64::from(step) / f64::from(steps))),
            );
        }
    }
    fine.extend(way.last());
    let mut out: Vec<V> = fine;
    while out.len() > 2 && out.last().is_some_and(|at| inside(*at)) {
        out.pop();
    }
    // A short hop would vanish under the stands: then it is drawn whole.
    if out.len() <= 8 { way.to_vec() } else { out }
}
