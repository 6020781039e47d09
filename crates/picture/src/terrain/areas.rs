//! Ground that covers an area.

use crate::curve::{Patch, aside, walk};
use crate::noise::{noise, swing};
use crate::palette::{INK, LEAF, PAPER, SEPIA, SHORE, WATER};
use crate::pen::{INCH, Path, Sheet, V, between, left, num, unit, v};
use crate::terrain::relief::{self, Slope};
use crate::terrain::{Ground, Piece, Standing, Symbol, growth};

fn outline(piece: &Piece<'_>) -> Path {
    let mut path = Path::new();
    if let Some(patch) = &piece.patch {
        path.through(&patch.corners, true);
    }
    path
}

/// The tint of a piece.
pub(crate) fn wash(sheet: &mut Sheet, piece: &Piece<'_>) {
    let (tint, opacity) = match piece.symbol {
        Symbol::Hill => ("#c9a25e", ".26"),
        Symbol::SteepHill => ("#b98a4a", ".34"),
        Symbol::Field => ("#d3d39a", ".5"),
        Symbol::Crops => ("#e0c768", ".45"),
        Symbol::Plowed => ("#c79f6b", ".36"),
        Symbol::Marsh => ("#b4cdbd", ".6"),
        Symbol::Brush => ("#c9cc94", ".5"),
        Symbol::Chaparral => ("#c3c286", ".6"),
        Symbol::DenseChaparral => ("#a5a866", ".75"),
        Symbol::Rocks => ("#c9bfa4", ".6"),
        Symbol::Ravine => ("#a98a5b", ".38"),
        Symbol::Orchard => ("#d2d7a0", ".5"),
        Symbol::Woods => ("#a9b873", ".72"),
        Symbol::DenseWoods => ("#8a9d58", ".85"),
        Symbol::Cliff => ("#b29a72", ".5"),
        Symbol::Wagons => ("#d9cfa8", ".6"),
        Symbol::Smoke => ("#b9b7b1", ".8"),
        _ => return,
    };
    sheet.draw(&outline(piece), &format!("fill=\"{tint}\" opacity=\"{opacity}\""));
}

/// The lines of a piece, and what grows on it.
pub(crate) fn ink(
    sheet: &mut Sheet,
    piece: &Piece<'_>,
    ground: &Ground<'_>,
    standing: &mut Vec<Standing>,
) {
    match piece.symbol {
        Symbol::Hill | Symbol::SteepHill => hill(sheet, piece, ground),
        Symbol::Stream => stream(sheet, piece),
        Symbol::Water => water(sheet, piece),
        Symbol::Cliff => cliff(sheet, piece),
        Symbol::Ravine => ravine(sheet, piece),
        _ => {
            let Some(patch) = &piece.patch else { return };
            match piece.symbol {
                Symbol::Field => field(sheet, patch, ground),
                Symbol::Crops => crops(sheet, patch, ground),
                Symbol::Plowed => plowed(sheet, patch, ground),
                Symbol::Marsh => marsh(sheet, patch, ground),
                Symbol::Orchard => orchard(sheet, patch, ground, standing),
                Symbol::Brush => {
                    dotted(sheet, patch);
                    brush(patch, ground, standing);
                }
                Symbol::Chaparral => {
                    dotted(sheet, patch);
                    chaparral(patch, ground, standing);
                }
                Symbol::Wagons => {
                    dotted(sheet, patch);
                    wagons(patch, ground, standing);
                }
                Symbol::DenseChaparral => {
                    scallops(sheet, patch, 0.42 * INCH);
                    dense_chaparral(patch, ground, standing);
                }
                Symbol::Smoke => {
                    scallops(sheet, patch, 0.9 * INCH);
                    hatch(sheet, patch, ground);
                }
                Symbol::Rocks => {
                    dotted(sheet, patch);
                    rocks(patch, ground, standing);
                }
                Symbol::Woods => {
                    scallops(sheet, patch, 0.62 * INCH);
                    woods(patch, ground, standing);
                }
                Symbol::DenseWoods => {
                    scallops(sheet, patch, 0.5 * INCH);
                    dense_woods(patch, ground, standing);
                }
                _ => {}
            }
        }
    }
}

fn hill(sheet: &mut Sheet, piece: &Piece<'_>, ground: &Ground<'_>) {
    let Some(patch) = &piece.patch else { return };
    let corners = |area: &geometry::Polygon| {
        Patch::new(area.corners().iter().map(|corner| ground.ruler.point(*corner)).collect())
    };
    let top = piece.terrain.crest.as_ref().map(corners);
    let rises = piece.terrain.level.saturating_sub(ground.level_below(piece)).max(1);
    let steep = piece.symbol == Symbol::SteepHill;
    let (pitch, weight) = if steep { (3.1, 1.75) } else { (4.6, 1.15) };
    let slope = Slope { levels: rises, pitch, weight };
    let (mut ink, mut contours) = (Path::new(), Path::new());
    relief::rise((&mut ink, &mut contours), patch, top.as_ref(), slope, ground);
    if let Some(top) = &top {
        let mut path = Path::new();
        path.through(&top.corners, true);
        sheet.draw(&path, "fill=\"#c9a25e\" opacity=\".22\"");
        let crest = "stroke-width=\".9\" stroke-dasharray=\"7 2.5 1.2 2.5\"";
        sheet.draw(&path, &format!("fill=\"none\" stroke=\"{SEPIA}\" {crest}"));
    }
    let foot = "stroke-width=\".6\" stroke-dasharray=\"1.2 2.6\" opacity=\".8\"";
    sheet.draw(&outline(piece), &format!("fill=\"none\" stroke=\"{SEPIA}\" {foot}"));
    let contour = "stroke-width=\".55\" stroke-dasharray=\"5 2\" opacity=\".8\"";
    sheet.draw(&contours, &format!("fill=\"none\" stroke=\"{SEPIA}\" {contour}"));
    let tone = if steep { ".92" } else { ".78" };
    sheet.draw(&ink, &format!("fill=\"{SEPIA}\" opacity=\"{tone}\""));
}

/// Lines along the inside of a shore, farther apart and thinner the farther out they are.
fn water(sheet: &mut Sheet, piece: &Piece<'_>) {
    let path = outline(piece);
    let id = sheet.clip(&path);
    sheet.draw(&path, &format!("fill=\"{WATER}\""));
    sheet.open(&format!("clip-path=\"url(#{id})\" fill=\"none\""));
    for (gap, ink) in [(15.0, 0.3), (10.8, 0.38), (7.4, 0.48), (4.6, 0.58), (2.2, 0.7)] {
        let style = |colour: &str, width: f64| {
            format!("stroke=\"{colour}\" stroke-width=\"{}\"", num(width))
        };
        sheet.draw(&path, &style(SHORE, gap * 2.0 + ink));
        sheet.draw(&path, &style(WATER, gap * 2.0 - ink));
    }
    sheet.close();
    sheet.draw(&path, &format!("fill=\"none\" stroke=\"{SHORE}\" stroke-width=\"1.5\""));
}

fn stream(sheet: &mut Sheet, piece: &Piece<'_>) {
    if !piece.is_drawn_line() {
        // Shallow water: banks and threads of current, no shore lines.
        let Some(patch) = &piece.patch else { return };
        sheet.draw(
            &outline(piece),
            &format!("fill=\"{WATER}\" stroke=\"{SHORE}\" stroke-width=\"1\""),
        );
        let mut threads = Path::new();
        for (row, parts) in patch.rows(patch.lie(), 0.3 * INCH).into_iter().enumerate() {
            ripples(&mut threads, &parts, row as i64);
        }
        let style = "stroke-width=\".6\" stroke-linecap=\"round\"";
        sheet.draw(&threads, &format!("fill=\"none\" stroke=\"{SHORE}\" {style}"));
        return;
    }
    let mut path = Path::new();
    path.through(&piece.line, false);
    let width = piece.half * 2.0;
    let style = |colour: &str, width: f64| {
        let width = num(width);
        format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
        )
    };
    sheet.draw(&path, &style(SHORE, width + 1.2));
    sheet.draw(&path, &style(WATER, width - 1.0));
    let mut threads = Path::new();
    let lanes = libm::floor(width / 5.0).clamp(1.0, 6.0) as i64;
    for lane in 0..lanes {
        let off = (lane as f64 - (lanes as f64 - 1.0) / 2.0) * (width - 2.0) / lanes as f64;
        let steps = walk(&piece.line, false, 5.0);
        for (place, pair) in steps.windows(2).enumerate() {
            if noise(place as i64, lane, 61) < 0.55 {
                let at = |step: &crate::curve::Step| step.at.plus(left(step.along).times(off));
                threads.to(at(&pair[0])).line(at(&pair[1]));
            }
        }
    }
    sheet.draw(&threads, &style(SHORE, 0.5));
}

fn ripples(path: &mut Path, parts: &[(V, V)], row: i64) {
    for (a, b) in parts {
        let way = unit(b.minus(*a));
        let mut at = 3.0 + 12.0 * noise(row, 0, 62);
        let mut place = 0;
        while at + 8.0 < b.minus(*a).size() {
            let long = 6.0 + 12.0 * noise(row, place, 63);
            if at + long < b.minus(*a).size() {
                let up = left(way).times(0.8);
                path.to(a.plus(way.times(at)))
                    .bend(way.times(long / 2.0).plus(up), way.times(long));
            }
            at += long + 8.0 + 14.0 * noise(row, place, 64);
            place += 1;
        }
    }
}

fn cliff(sheet: &mut Sheet, piece: &Piece<'_>) {
    let mut ink = Path::new();
    let mut edge = Path::new();
    edge.through(&piece.line, piece.closed);
    let steps = walk(&piece.line, piece.closed, 4.2);
    let side = if piece.terrain.front == engine::table::Front::Left { 1.0 } else { -1.0 };
    for (place, step) in steps.iter().enumerate() {
        let place = place as i64;
        let out = left(step.along).times(side);
        let tall = INCH * (0.45 + 0.4 * noise(place, 0, 71));
        let (from, to) =
            (step.at.minus(step.along.times(2.1)), step.at.plus(step.along.times(2.1)));
        let tip = step.at.plus(out.times(tall)).plus(step.along.times(2.0 * swing(place, 1, 71)));
        ink.to(from).line(tip).line(to).close();
        if place % 2 == 0 {
            ink.wedge(tip.plus(step.along.times(1.5)), tip.plus(out.times(tall * 0.55)), 1.0);
        }
    }
    sheet.draw(&ink, &format!("fill=\"{INK}\" opacity=\".85\""));
    sheet.draw(&edge, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.2\""));
}

fn ravine(sheet: &mut Sheet, piece: &Piece<'_>) {
    let Some(patch) = &piece.patch else { return };
    let (mut ink, mut rim) = (Path::new(), Path::new());
    if piece.is_drawn_line() {
        // Open at both ends, with a dry bed between its banks.
        for way in [1.0, -1.0] {
            let bank = aside(&piece.line, false, way * piece.half);
            let reach = piece.half * 0.8;
            relief::bank(&mut ink, &bank, false, way < 0.0, (3.4, reach, 1.35));
            rim.through(&bank, false);
        }
        let mut bed = Path::new();
        bed.through(&piece.line, false);
        let dots = "stroke-width=\".8\" stroke-dasharray=\"4 2.5\"";
        sheet.draw(&bed, &format!("fill=\"none\" stroke=\"{SEPIA}\" {dots}"));
    } else {
        // Clockwise on the sheet: the inside is to the right.
        relief::bank(&mut ink, &patch.corners, true, false, (3.4, 0.62 * INCH, 1.35));
        rim = outline(piece);
    }
    sheet.draw(&ink, &format!("fill=\"{SEPIA}\" opacity=\".9\""));
    sheet.draw(&rim, &format!("fill=\"none\" stroke=\"{SEPIA}\" stroke-width=\"1.1\""));
}

/// Short strokes in threes, thinly spread, inside a dotted edge.
fn field(sheet: &mut Sheet, patch: &Patch, ground: &Ground<'_>) {
    let mut grass = Path::new();
    for at in patch.scatter(1.25 * INCH, 0.35 * INCH, 81) {
        if ground.is_clear(at, 4.0) {
            tuft(&mut grass, at, 1.0);
        }
    }
    let style = "stroke-width=\".6\" stroke-linecap=\"round\"";
    sheet.draw(&grass, &format!("fill=\"none\" stroke=\"{LEAF}\" {style}"));
    dotted(sheet, patch);
}

fn dotted(sheet: &mut Sheet, patch: &Patch) {
    let mut edge = Path::new();
    edge.through(&patch.corners, true);
    let dots = "stroke-width=\".9\" stroke-dasharray=\".8 3\" stroke-linecap=\"round\"";
    sheet.draw(&edge, &format!("fill=\"none\" stroke=\"{LEAF}\" {dots}"));
}

/// A tuft of grass.
pub(crate) fn tuft(path: &mut Path, at: V, size: f64) {
    let stroke = |path: &mut Path, from: f64, lean: f64, high: f64| {
        path.to(at.plus(v(from * size, 0.0)));
        path.bend(v(0.1 * lean * size, -high * 0.6 * size), v(lean * size, -high * size));
    };
    stroke(path, -1.4, -1.6, 2.8);
    stroke(path, 0.0, 0.3, 4.2);
    stroke(path, 1.4, 1.8, 2.6);
}

fn crops(sheet: &mut Sheet, patch: &Patch, ground: &Ground<'_>) {
    let mut rows = Path::new();
    let mut ears = Path::new();
    for (row, parts) in patch.rows(patch.lie(), 0.52 * INCH).into_iter().enumerate() {
        for (a, b) in parts {
            for (a, b) in ground.unwritten(a, b) {
                rows.to(a).line(b);
            }
            let count = libm::floor(b.minus(a).size() / (0.36 * INCH)) as i64;
            for place in 0..count {
                let part = (place as f64 + 0.5) / count as f64;
                let at = between(a, b, part);
                if !patch.contains(at.minus(v(0.0, 5.0))) || ground.is_written(at, 3.0) {
                    continue;
                }
                let sway = 0.5 * swing(place, row as i64, 82);
                ears.to(at).by(v(sway, -4.6)).to(at.plus(v(0.0, -1.8))).by(v(-1.7, -2.0));
                ears.to(at.plus(v(0.0, -1.8))).by(v(1.7, -2.0));
            }
        }
    }
    sheet.draw(&rows, &format!("fill=\"none\" stroke=\"{SEPIA}\" stroke-width=\".4\""));
    sheet.draw(&ears, &format!("fill=\"none\" stroke=\"{SEPIA}\" stroke-width=\".6\""));
    edge(sheet, patch);
}

fn edge(sheet: &mut Sheet, patch: &Patch) {
    let mut path = Path::new();
    path.through(&patch.corners, true);
    sheet.draw(&path, &format!("fill=\"none\" stroke=\"{SEPIA}\" stroke-width=\".7\""));
}

fn plowed(sheet: &mut Sheet, patch: &Patch, ground: &Ground<'_>) {
    let mut furrows = Path::new();
    let mut clods = Path::new();
    for (row, parts) in patch.rows(patch.lie(), 0.24 * INCH).into_iter().enumerate() {
        let path = if row % 2 == 0 { &mut furrows } else { &mut clods };
        for (a, b) in parts {
            let way = unit(b.minus(a));
            let inset = way.times(2.0 + 5.0 * noise(row as i64, 0, 83));
            let (a, b) = (a.plus(inset), b.minus(inset));
            if b.minus(a).dot(way) > 4.0 {
                for (a, b) in ground.unwritten(a, b) {
                    path.to(a).line(b);
                }
            }
        }
    }
    sheet.draw(&furrows, &format!("fill=\"none\" stroke=\"{SEPIA}\" stroke-width=\".75\""));
    let dashes = "stroke-width=\".55\" stroke-dasharray=\"6 3 2 3\"";
    sheet.draw(&clods, &format!("fill=\"none\" stroke=\"{SEPIA}\" {dashes}"));
    edge(sheet, patch);
}

/// Level grey lines that leave room for the name.
fn hatch(sheet: &mut Sheet, patch: &Patch, ground: &Ground<'_>) {
    let mut lines = Path::new();
    for (a, b) in patch.rows(patch.lie(), 0.34 * INCH).into_iter().flatten() {
        for (a, b) in ground.unwritten(a, b) {
            lines.to(a).line(b);
        }
    }
    sheet.draw(&lines, "fill=\"none\" stroke=\"#4f4d49\" stroke-width=\".8\" opacity=\".6\"");
}

fn marsh(sheet: &mut Sheet, patch: &Patch, ground: &Ground<'_>) {
    let mut water = Path::new();
    let mut reeds = Path::new();
    for (row, parts) in patch.rows(v(1.0, 0.0), 0.36 * INCH).into_iter().enumerate() {
        let row = row as i64;
        for (a, b) in parts {
            let mut x = a.x + 3.0 + 14.0 * noise(row, 0, 84);
            let mut place = 0;
            while x + 5.0 < b.x {
                let long = (8.0 + 16.0 * noise(row, place, 85)).min(b.x - x - 1.5);
                let written = [0.0, 0.5, 1.0]
                    .iter()
                    .any(|part| ground.is_written(v(x + long * part, a.y - 1.5), 1.5));
                if !written {
                    water.to(v(x, a.y)).by(v(long, 0.0));
                }
                if !written && noise(row, place, 86) < 0.34 && long > 6.0 {
                    tuft(&mut reeds, v(x + long / 2.0, a.y), 1.15);
                }
                x += long + 5.0 + 10.0 * noise(row, place, 87);
                place += 1;
            }
        }
    }
    let round = "stroke-linecap=\"round\"";
    sheet.draw(&water, &format!("fill=\"none\" stroke=\"{SHORE}\" stroke-width=\".75\" {round}"));
    sheet.draw(&reeds, &format!("fill=\"none\" stroke=\"{LEAF}\" stroke-width=\".75\" {round}"));
    let mut edge = Path::new();
    edge.through(&patch.corners, true);
    let dots = "stroke-width=\".8\" stroke-dasharray=\"5 3\" opacity=\".7\"";
    sheet.draw(&edge, &format!("fill=\"none\" stroke=\"{SHORE}\" {dots}"));
}

/// The edge of a wood: bows that bulge outward.
fn scallops(sheet: &mut Sheet, patch: &Patch, pitch: f64) {
    let mut path = Path::new();
    let steps = walk(&patch.corners, true, pitch);
    for (place, step) in steps.iter().enumerate() {
        let next = &steps[(place + 1) % steps.len()];
        if place == 0 {
            path.to(step.at);
        }
        let radius = pitch * (0.52 + 0.14 * noise(place as i64, 0, 88));
        path.arc(radius, true, next.at);
    }
    path.close();
    sheet.draw(
        &path,
        &format!("fill=\"#b7c07f\" fill-opacity=\".25\" stroke=\"{INK}\" stroke-width=\".9\""),
    );
}

fn kind_of(at: V, salt: u64, kinds: i64) -> i64 {
    let share = noise(libm::round(at.x) as i64, libm::round(at.y) as i64, salt);
    ((share * kinds as f64) as i64).min(kinds - 1)
}

fn woods(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for at in patch.scatter(0.88 * INCH, 0.26 * INCH, 89) {
        if ground.is_clear(at, 0.42 * INCH) {
            let id = format!("t{}", kind_of(at, 90, 5));
            standing.push(Standing { at, id, make: wood_tree });
        }
    }
}

fn number(id: &str) -> i64 {
    id.bytes().filter(u8::is_ascii_digit).fold(0, |n, digit| n * 10 + i64::from(digit - b'0'))
}

fn wood_tree(id: &str) -> String {
    let variant = number(id);
    let radius = 6.9 + 0.62 * variant as f64;
    let fill = ["#c2c988", "#b6c07b", "#bcc684", "#adb970", "#c6cb90"][variant as usize % 5];
    growth::tree(variant, radius, fill, false)
}

fn dense_woods(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for at in patch.scatter(0.66 * INCH, 0.2 * INCH, 91) {
        if ground.is_clear(at, 0.36 * INCH) {
            let id = format!("d{}", kind_of(at, 92, 4));
            standing.push(Standing { at, id, make: dense_tree });
        }
    }
}

fn dense_tree(id: &str) -> String {
    let variant = number(id);
    let fill = ["#97a762", "#8d9f58", "#a0ad69", "#8a9a57"][variant as usize % 4];
    growth::tree(variant + 5, 6.4 + 0.45 * variant as f64, fill, true)
}

fn orchard(sheet: &mut Sheet, patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    let pitch = 0.85 * INCH;
    for parts in patch.rows(patch.lie(), pitch) {
        for (a, b) in parts {
            let count = libm::floor(b.minus(a).size() / pitch) as i64;
            for place in 0..count {
                let at = between(a, b, (place as f64 + 0.5) / count as f64);
                let inside = patch.depth(at) >= 0.25 * INCH;
                if inside && ground.is_clear(at, 0.3 * INCH) {
                    let make = |_: &str| growth::fruit_tree(4.6);
                    standing.push(Standing { at, id: "o".to_owned(), make });
                }
            }
        }
    }
    edge(sheet, patch);
}

fn brush(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for at in patch.scatter(0.72 * INCH, 0.25 * INCH, 93) {
        if ground.is_clear(at, 0.3 * INCH) {
            let id = format!("b{}", kind_of(at, 94, 3));
            standing.push(Standing { at, id, make: |id| growth::sprig(number(id)) });
        }
    }
}

fn thorny(at: V, standing: &mut Vec<Standing>) {
    let (id, make): (String, fn(&str) -> String) = match kind_of(at, 96, 10) {
        0 => ("cp".to_owned(), |_| growth::pear()),
        1 => ("cy".to_owned(), |_| growth::yucca()),
        other if other % 2 == 0 && kind_of(at, 95, 3) == 0 => {
            ("c3".to_owned(), |_| growth::thorn(3))
        }
        other => (format!("c{}", other % 4), |id| growth::thorn(number(id))),
    };
    standing.push(Standing { at, id, make });
}

fn chaparral(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for at in patch.scatter(0.78 * INCH, 0.3 * INCH, 95) {
        if ground.is_clear(at, 0.3 * INCH) {
            thorny(at, standing);
        }
    }
}

fn dense_chaparral(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for at in patch.scatter(0.56 * INCH, 0.26 * INCH, 97) {
        if ground.is_clear(at, 0.25 * INCH) {
            thorny(at, standing);
        }
    }
}

fn rocks(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for at in patch.scatter(0.74 * INCH, 0.22 * INCH, 98) {
        if ground.is_clear(at, 0.25 * INCH) {
            let id = format!("k{}", kind_of(at, 99, 5));
            let make = |id: &str| growth::boulder(number(id), 3.0 + 0.9 * number(id) as f64);
            standing.push(Standing { at, id, make });
        }
    }
}

fn wagons(patch: &Patch, ground: &Ground<'_>, standing: &mut Vec<Standing>) {
    for (row, parts) in patch.rows(v(1.0, 0.0), 0.8 * INCH).into_iter().enumerate() {
        for (a, b) in parts {
            let count = libm::floor(b.minus(a).size() / (1.15 * INCH)) as i64;
            for place in 0..count {
                let off = v(0.0, 1.5 * swing(place, row as i64, 103));
                let at = between(a, b, (place as f64 + 0.5) / count as f64).plus(off);
                if patch.depth(at) >= 0.28 * INCH && ground.is_clear(at, 0.3 * INCH) {
                    let make = |_: &str| growth::wagon();
                    standing.push(Standing { at, id: "w".to_owned(), make });
                }
            }
        }
    }
}

/// A house; a large area is a block of houses.
pub(crate) fn building(sheet: &mut Sheet, piece: &Piece<'_>) {
    let Some(patch) = &piece.patch else { return };
    let mut shadow = Path::new();
    let cast: Vec<V> = patch.corners.iter().map(|corner| corner.plus(v(2.4, 2.8))).collect();
    shadow.through(&cast, true);
    let town = patch.area() > 30.0 * INCH * INCH;
    if !town {
        sheet.draw(&shadow, &format!("fill=\"{INK}\" opacity=\".35\""));
    }
    let tint = if town { "#e3d0b0" } else { "#d9b08c" };
    sheet.draw(&outline(piece), &format!("fill=\"{tint}\""));
    if town {
        block(sheet, patch);
    } else {
        let mut hatch = Path::new();
        let way = unit(patch.lie().plus(left(patch.lie())));
        for (a, b) in patch.rows(way, 3.2).into_iter().flatten() {
            hatch.to(a).line(b);
        }
        sheet.draw(&hatch, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".75\""));
    }
    let width = if town { "1" } else { "1.9" };
    sheet
        .draw(&outline(piece), &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\""));
}

/// Houses along the streets of a block.
fn block(sheet: &mut Sheet, patch: &Patch) {
    let mut houses = Path::new();
    let mut hatch = Path::new();
    let way = patch.lie();
    let down = left(way).times(-1.0);
    for (row, parts) in patch.rows(way, 1.12 * INCH).into_iter().enumerate() {
        for (a, b) in parts {
            let count = libm::floor(b.minus(a).size() / (1.32 * INCH)) as i64;
            for place in 0..count {
                let middle = between(a, b, (place as f64 + 0.5) / count as f64);
                let wide = 0.44 * INCH * (0.75 + 0.5 * noise(place, row as i64, 101));
                let deep = 0.34 * INCH * (0.8 + 0.4 * noise(place, row as i64, 102));
                let corner =
                    |x: f64, y: f64| middle.plus(way.times(x * wide)).plus(down.times(y * deep));
                let corners =
                    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                if corners.iter().all(|at| patch.depth(*at) > 2.0) {
                    houses.through(&corners, true);
                    let house = Patch::new(corners.to_vec());
                    for (a, b) in house.rows(unit(way.plus(down)), 2.1).into_iter().flatten() {
                        hatch.to(a).line(b);
                    }
                }
            }
        }
    }
    sheet.draw(&houses, &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"1.1\""));
    sheet.draw(&hatch, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".65\""));
}
