//! Lines: roads, crossings, walls, works.

use engine::table::Front;

use crate::curve::{Step, aside, walk};
use crate::noise::{noise, swing};
use crate::palette::{INK, LEAF, PAPER, SEPIA, SHORE};
use crate::pen::{INCH, Path, Sheet, V, left, num, turned};
use crate::terrain::{Piece, Symbol, relief};

/// Draws a line by its symbol.
pub(crate) fn ink(sheet: &mut Sheet, piece: &Piece<'_>) {
    match piece.symbol {
        Symbol::SunkenRoad => sunken_road(sheet, piece),
        Symbol::Embankment => embankment(sheet, piece),
        Symbol::Defile => defile(sheet, piece),
        Symbol::Bridge => bridge(sheet, piece),
        Symbol::Ford => ford(sheet, piece),
        Symbol::Fence => fence(sheet, piece),
        Symbol::Hedge => hedge(sheet, piece),
        Symbol::StoneWall => stone_wall(sheet, piece),
        Symbol::MajorObstacle => major_obstacle(sheet, piece),
        Symbol::Abatis => abatis(sheet, piece),
        Symbol::Works => works(sheet, piece),
        _ => {}
    }
}

fn middle(piece: &Piece<'_>) -> Path {
    let mut path = Path::new();
    path.through(&piece.line, piece.closed);
    path
}

fn side(piece: &Piece<'_>, by: f64) -> Path {
    let mut path = Path::new();
    path.through(&aside(&piece.line, piece.closed, by), piece.closed);
    path
}

fn stroke(colour: &str, width: f64) -> String {
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", num(width))
}

/// The sides on which a line has its front: 1 for the left.
fn fronts(front: Front) -> &'static [f64] {
    match front {
        Front::Both => &[1.0, -1.0],
        Front::Left => &[1.0],
        Front::Right => &[-1.0],
    }
}

/// All roads: first every edge, then every bed, so that they open into each other.
pub(crate) fn roads(sheet: &mut Sheet, pieces: &[&Piece<'_>]) {
    for piece in pieces {
        let good = piece.symbol == Symbol::GoodRoad;
        let weight = if good { 1.2 } else { 0.8 };
        sheet.draw(&side(piece, piece.half), &stroke(SEPIA, weight));
        let dashes = if good { "" } else { " stroke-dasharray=\"5 3.4\"" };
        sheet.draw(&side(piece, -piece.half), &(stroke(SEPIA, weight) + dashes));
    }
    for piece in pieces {
        sheet.draw(&middle(piece), &stroke("#f6edd6", piece.half * 2.0 - 0.7));
    }
}

fn sunken_road(sheet: &mut Sheet, piece: &Piece<'_>) {
    sheet.draw(&middle(piece), &stroke("#e7d6b2", piece.half * 2.0));
    let mut ink = Path::new();
    for way in [1.0, -1.0] {
        let edge = aside(&piece.line, piece.closed, way * piece.half);
        relief::cutting(&mut ink, &edge, way > 0.0, (2.9, 0.34 * INCH, 1.5));
        sheet.draw(&side(piece, way * piece.half), &stroke(INK, 0.8));
    }
    sheet.draw(&ink, &format!("fill=\"{INK}\" opacity=\".9\""));
}

fn embankment(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut ink = Path::new();
    let half = piece.half.min(0.2 * INCH);
    sheet.draw(&middle(piece), &stroke("#dcc79c", half * 2.0));
    for way in [1.0, -1.0] {
        let edge = aside(&piece.line, piece.closed, way * half);
        relief::bank(&mut ink, &edge, piece.closed, way > 0.0, (3.0, 0.36 * INCH, 1.9));
        sheet.draw(&side(piece, way * half), &stroke(INK, 0.9));
    }
    sheet.draw(&ink, &format!("fill=\"{INK}\" opacity=\".85\""));
}

/// A gap between two heights: slopes that fall towards it on both sides, and arrows through it.
fn defile(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut slopes = Path::new();
    for way in [1.0, -1.0] {
        for (row, reach) in [0.42, 0.36].into_iter().enumerate() {
            let off = piece.half + 1.0 + row as f64 * 0.45 * INCH;
            let edge = aside(&piece.line, piece.closed, way * off);
            relief::cutting(&mut slopes, &edge, way > 0.0, (3.6, reach * INCH, 1.7));
        }
    }
    sheet.draw(&slopes, &format!("fill=\"{SEPIA}\""));
    let mut arrows = Path::new();
    for step in walk(&piece.line, piece.closed, 0.9 * INCH) {
        let back = step.along.times(-3.4);
        let out = left(step.along).times(piece.half * 0.55);
        for turn in [1.0, -1.0] {
            let tip = step.at.plus(step.along.times(3.0 * turn));
            arrows.to(tip.plus(back.times(turn)).plus(out)).line(tip);
            arrows.line(tip.plus(back.times(turn)).minus(out));
        }
    }
    sheet.draw(&arrows, &stroke(INK, 0.9));
}

fn bridge(sheet: &mut Sheet, piece: &Piece<'_>) {
    sheet.draw(&middle(piece), &stroke("#e8d3a6", piece.half * 2.0));
    let mut planks = Path::new();
    for step in walk(&piece.line, piece.closed, 0.17 * INCH) {
        let out = left(step.along).times(piece.half);
        planks.to(step.at.plus(out)).line(step.at.minus(out));
    }
    sheet.draw(&planks, &stroke(INK, 0.55));
    for way in [1.0, -1.0] {
        let mut rail = aside(&piece.line, piece.closed, way * piece.half);
        let ends = walk(&piece.line, piece.closed, INCH);
        if let (false, Some(first), Some(last)) = (piece.closed, ends.first(), ends.last()) {
            let wing = |step: &Step, forth: f64| {
                step.along.times(forth * 4.5).plus(left(step.along).times(way * 4.5))
            };
            rail.insert(0, rail[0].plus(wing(first, -1.0)));
            rail.push(rail[rail.len() - 1].plus(wing(last, 1.0)));
        }
        let mut path = Path::new();
        path.through(&rail, piece.closed);
        sheet.draw(&path, &stroke(INK, 2.2));
    }
}

fn ford(sheet: &mut Sheet, piece: &Piece<'_>) {
    for way in [1.0, -1.0] {
        let dots = " stroke-dasharray=\".1 3.6\" stroke-linecap=\"round\"";
        sheet.draw(&side(piece, way * piece.half), &(stroke(INK, 1.7) + dots));
    }
    let mut ripples = Path::new();
    for (place, step) in walk(&piece.line, piece.closed, 0.3 * INCH).into_iter().enumerate() {
        let out = left(step.along);
        let half = piece.half * (0.45 + 0.3 * noise(place as i64, 0, 111));
        let from = step.at.minus(out.times(half));
        ripples.to(from).bend(out.times(half).plus(step.along.times(2.2)), out.times(half));
        ripples.bend(out.times(half).minus(step.along.times(2.2)), out.times(half));
    }
    sheet.draw(&ripples, &stroke(SHORE, 0.8));
}

/// A worm fence: rails laid zigzag, crossing at their ends.
fn fence(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut rails = Path::new();
    let steps = walk(&piece.line, piece.closed, 0.42 * INCH);
    let wide = 0.16 * INCH;
    let corner = |place: usize| {
        let step = &steps[place % steps.len()];
        let way = if place.is_multiple_of(2) { wide } else { -wide };
        step.at.plus(left(step.along).times(way))
    };
    let last = if piece.closed { steps.len() } else { steps.len().saturating_sub(1) };
    for place in 0..last {
        let (a, b) = (corner(place), corner(place + 1));
        let over = crate::pen::unit(b.minus(a)).times(1.5);
        rails.to(a.minus(over)).line(b.plus(over));
    }
    sheet.draw(&rails, &stroke(PAPER, 2.2));
    sheet.draw(&rails, &stroke(INK, 0.9));
}

fn hedge(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut bushes = Path::new();
    let mut leaves = Path::new();
    for (place, step) in walk(&piece.line, piece.closed, 0.3 * INCH).into_iter().enumerate() {
        let place = place as i64;
        let at = step.at.plus(left(step.along).times(0.7 * swing(place, 0, 112)));
        let radius = 3.1 + 0.8 * noise(place, 1, 112);
        bushes.circle(at, radius);
        leaves
            .to(at.plus(crate::pen::v(0.2, radius * 0.5)))
            .bend(crate::pen::v(radius * 0.5, 0.0), crate::pen::v(radius * 0.5, -radius * 0.6));
    }
    sheet.draw(&bushes, &format!("fill=\"{LEAF}\" stroke=\"{INK}\" stroke-width=\".6\""));
    sheet.draw(&leaves, &stroke("#c2c988", 0.7));
}

fn stone_wall(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut stones = Path::new();
    sheet.draw(&middle(piece), &stroke(INK, 6.8));
    for (place, step) in walk(&piece.line, piece.closed, 0.31 * INCH).into_iter().enumerate() {
        let place = place as i64;
        let out = left(step.along);
        for course in [-1.0, 1.0] {
            let salt = if course > 0.0 { 113 } else { 114 };
            let long = 2.2 + 0.6 * noise(place, 0, salt);
            let high = 1.15 + 0.35 * noise(place, 1, salt);
            let slide = if course > 0.0 { 1.5 } else { -1.4 };
            let at = step.at.plus(out.times(1.65 * course)).plus(step.along.times(slide));
            let corner =
                |x: f64, y: f64| at.plus(step.along.times(x * long)).plus(out.times(y * high));
            let corners: [V; 6] = [
                corner(-1.0, -0.4),
                corner(-0.5, -1.0),
                corner(0.7, -0.9),
                corner(1.0, 0.3),
                corner(0.4, 1.0),
                corner(-0.8, 0.8),
            ];
            stones.through(&corners, true);
        }
    }
    sheet.draw(&stones, "fill=\"#d8cfba\"");
}

/// A high wall or a deep ditch: a thick line with teeth on both sides.
fn major_obstacle(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut teeth = Path::new();
    for step in walk(&piece.line, piece.closed, 0.36 * INCH) {
        let out = left(step.along).times(3.6);
        teeth.to(step.at.plus(out)).line(step.at.minus(out));
    }
    sheet.draw(&teeth, &stroke(INK, 2.0));
    sheet.draw(&middle(piece), &stroke(INK, 3.6));
    sheet.draw(&middle(piece), &stroke("#d9b08c", 1.5));
}

/// Felled trees, their branches towards the front.
fn abatis(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut trunks = Path::new();
    let mut twigs = Path::new();
    for (place, step) in walk(&piece.line, piece.closed, 0.34 * INCH).into_iter().enumerate() {
        let place = place as i64;
        for way in fronts(piece.terrain.front) {
            let out = turned(left(step.along).times(*way), 24.0 * swing(place, 0, 115));
            let long = INCH * (0.42 + 0.16 * noise(place, 1, 115));
            let root = step.at.minus(out.times(2.0));
            trunks.to(root).line(root.plus(out.times(long)));
            for (part, turn) in [(0.35, 42.0), (0.5, -40.0), (0.7, 36.0), (0.8, -34.0)] {
                twigs.to(root.plus(out.times(long * part)));
                twigs.by(turned(out, turn).times(long * 0.36));
            }
        }
    }
    sheet.draw(&trunks, &stroke(INK, 1.3));
    sheet.draw(&twigs, &stroke(INK, 0.65));
}

/// A parapet, and the slope of its ditch towards the front.
fn works(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut slope = Path::new();
    let mut inner = Path::new();
    for way in fronts(piece.terrain.front) {
        let edge = aside(&piece.line, piece.closed, way * 3.6);
        relief::bank(&mut slope, &edge, piece.closed, *way > 0.0, (2.5, 0.36 * INCH, 1.8));
        sheet.draw(&side(piece, way * 3.6), &stroke(INK, 0.8));
        inner.through(&aside(&piece.line, piece.closed, -way * 2.9), piece.closed);
    }
    sheet.draw(&slope, &format!("fill=\"{INK}\""));
    sheet.draw(&middle(piece), &stroke("#c9a873", 5.6));
    sheet.draw(&middle(piece), &stroke(INK, 2.8));
    if piece.terrain.front != Front::Both {
        sheet.draw(&inner, &stroke(INK, 0.7));
    }
}
