//! The sheet around the table: border, cartouche, scales, north.

use engine::scenario::{Edge, Scenario};
use engine::table::Side;

use crate::lettering::{Hand, Letters, Line};
use crate::noise::{noise, swing};
use crate::palette::{INK, LEAF, PAPER, SEPIA, cloth};
use crate::pen::{INCH, Path, Ruler, Sheet, V, num, turned, v};
use crate::place::Frame;
use crate::terrain::Ground;

/// The margin round the table.
pub(crate) const MARGIN: f64 = 1.9 * INCH;
/// The strip below it, with scales and north.
pub(crate) const FOOT: f64 = 3.1 * INCH;

/// Paper: a tint, stains, and the grass of open ground.
pub(crate) fn paper(sheet: &mut Sheet, size: V) {
    let (w, h) = (num(size.x), num(size.y));
    let whole = format!("<rect width=\"{w}\" height=\"{h}\"");
    sheet.out.push_str(&format!("{whole} fill=\"{PAPER}\"/>\n"));
    let count = (size.x * size.y / (180.0 * 180.0)) as i64;
    sheet.open("fill=\"url(#stain)\"");
    for place in 0..count {
        let at = v(noise(place, 0, 131) * size.x, noise(place, 1, 131) * size.y);
        let (rx, ry) = (70.0 + 150.0 * noise(place, 2, 131), 40.0 + 90.0 * noise(place, 3, 131));
        sheet.out.push_str(&format!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>\n",
            num(at.x),
            num(at.y),
            num(rx),
            num(ry)
        ));
    }
    sheet.close();
    sheet.out.push_str(&format!("{whole} fill=\"url(#vignette)\"/>\n"));
}

pub(crate) const PAINTS: &str = "<radialGradient id=\"stain\"><stop offset=\"0\" stop-color=\"#b9a466\" stop-opacity=\".17\"/>\
<stop offset=\".6\" stop-color=\"#b9a466\" stop-opacity=\".08\"/><stop offset=\"1\" stop-color=\"#b9a466\" stop-opacity=\"0\"/></radialGradient>\n\
<radialGradient id=\"vignette\" r=\".72\"><stop offset=\".62\" stop-color=\"#6b4e1c\" stop-opacity=\"0\"/>\
<stop offset=\"1\" stop-color=\"#6b4e1c\" stop-opacity=\".24\"/></radialGradient>\n";

/// Grass on what no piece covers: thick here and thin there.
pub(crate) fn grass(sheet: &mut Sheet, ground: &Ground<'_>) {
    let ruler = ground.ruler;
    let pitch = 1.15 * INCH;
    let style = "fill=\"none\" stroke-linecap=\"round\" opacity=\".62\"";
    sheet.open(&format!("id=\"grass\" {style} stroke=\"{LEAF}\" stroke-width=\".6\""));
    let (columns, rows) = ((ruler.size.x / pitch) as i64, (ruler.size.y / pitch) as i64);
    for row in 0..=rows {
        for column in 0..=columns {
            let x = (column as f64 + 0.5 + 0.48 * swing(column, row, 141)) * pitch;
            let y = (row as f64 + 0.5 + 0.48 * swing(column, row, 142)) * pitch;
            let at = ruler.corner.plus(v(x, y));
            if noise(column, row, 147) > thickness(x / (7.0 * INCH), y / (5.0 * INCH)) {
                continue;
            }
            let bare = ground.table.at(ruler.back(at)).next().is_none();
            if !bare || !ruler.holds(at, 4.0) || !ground.is_clear(at, 4.0) {
                continue;
            }
            let variant = (noise(column, row, 144) * 4.0) as i64;
            if noise(column, row, 143) < 0.6 {
                sheet.mark(&format!("g{variant}"), at, 0.0, || tuft(variant));
            } else {
                sheet.mark(&format!("h{variant}"), at, 0.0, || blades(variant));
            }
        }
    }
    sheet.close();
}

fn tuft(variant: i64) -> String {
    let mut path = Path::new();
    crate::terrain::tuft(&mut path, v(0.0, 0.0), 0.72 + 0.13 * variant as f64);
    format!("<path d=\"{}\"/>", path.data())
}

fn blades(variant: i64) -> String {
    let mut path = Path::new();
    for blade in 0..3 {
        let off = v(4.5 * swing(variant, blade, 145), 2.4 * swing(variant, blade, 146));
        path.to(off).by(v(0.5, -1.9));
    }
    format!("<path d=\"{}\" stroke=\"{SEPIA}\"/>", path.data())
}

/// How thick the grass stands: smooth from place to place.
fn thickness(x: f64, y: f64) -> f64 {
    let (column, row) = (libm::floor(x) as i64, libm::floor(y) as i64);
    let ease = |part: f64| part * part * (3.0 - 2.0 * part);
    let (across, down) = (ease(x - libm::floor(x)), ease(y - libm::floor(y)));
    let mix = |one: f64, other: f64, part: f64| one + (other - one) * part;
    let line = |row: i64| mix(noise(column, row, 148), noise(column + 1, row, 148), across);
    mix(line(row), line(row + 1), down)
}

/// Lines every six inches, every twelve a little heavier.
pub(crate) fn grid(sheet: &mut Sheet, ruler: Ruler) {
    let (mut thin, mut thick) = (Path::new(), Path::new());
    let mut lines = |whole: f64, across: V, along: V| {
        let mut inch = 6;
        while f64::from(inch) * INCH < whole {
            let from = ruler.corner.plus(across.times(f64::from(inch) * INCH));
            let path = if inch % 12 == 0 { &mut thick } else { &mut thin };
            path.to(from).by(along);
            inch += 6;
        }
    };
    lines(ruler.size.x, v(1.0, 0.0), v(0.0, ruler.size.y));
    // Heights are counted from below.
    let mut inch = 6;
    while f64::from(inch) * INCH < ruler.size.y {
        let y = ruler.corner.y + ruler.size.y - f64::from(inch) * INCH;
        let path = if inch % 12 == 0 { &mut thick } else { &mut thin };
        path.to(v(ruler.corner.x, y)).by(v(ruler.size.x, 0.0));
        inch += 6;
    }
    sheet.draw(&thin, &format!("stroke=\"{INK}\" stroke-width=\".5\" opacity=\".22\""));
    sheet.draw(&thick, &format!("stroke=\"{INK}\" stroke-width=\".8\" opacity=\".3\""));
}

/// The border with a tick each inch and a number every six.
pub(crate) fn border(sheet: &mut Sheet, letters: &mut Letters, text: &mut String, ruler: Ruler) {
    let edge = |out: f64| Frame::new(ruler.corner, ruler.corner.plus(ruler.size)).grown(out);
    let draw = |sheet: &mut Sheet, out: f64, width: f64| {
        let mut path = Path::new();
        path.through(&edge(out).corners(), true);
        let width = num(width);
        sheet.draw(&path, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\""));
    };
    draw(sheet, 0.0, 1.2);
    draw(sheet, 7.0, 0.7);
    draw(sheet, 11.2, 2.8);
    let mut ticks = Path::new();
    let mut bars = Path::new();
    let low = ruler.corner;
    let high = ruler.corner.plus(ruler.size);
    for (whole, across) in [(ruler.size.x, true), (ruler.size.y, false)] {
        let inches = libm::floor(whole / INCH + 1e-6) as i32;
        for inch in 0..=inches {
            let so_far = f64::from(inch) * INCH;
            let long = if inch % 6 == 0 { 7.0 } else { 3.0 };
            if across {
                ticks.to(v(low.x + so_far, low.y)).by(v(0.0, -long));
                ticks.to(v(low.x + so_far, high.y)).by(v(0.0, long));
            } else {
                ticks.to(v(low.x, high.y - so_far)).by(v(-long, 0.0));
                ticks.to(v(high.x, high.y - so_far)).by(v(long, 0.0));
            }
            if inch % 6 != 0 || inch == 0 || inch == inches {
                continue;
            }
            let number = letters.set(&inch.to_string(), Hand::Plain);
            let size = 13.0;
            if across {
                for y in [low.y - 15.0, high.y + 24.5] {
                    letters.write_about(text, &number, v(low.x + so_far, y), size);
                }
            } else {
                for x in [low.x - 21.5, high.x + 21.5] {
                    letters.write_about(text, &number, v(x, high.y - so_far + 4.2), size);
                }
            }
        }
        // Six inches dark, six inches light.
        let mut from = 0.0;
        let mut dark = true;
        while from < whole {
            let long = (6.0 * INCH).min(whole - from);
            if dark && across {
                for y in [low.y - 5.5, high.y + 5.5] {
                    bars.to(v(low.x + from, y)).by(v(long, 0.0));
                }
            } else if dark {
                for x in [low.x - 5.5, high.x + 5.5] {
                    bars.to(v(x, high.y - from)).by(v(0.0, -long));
                }
            }
            from += long;
            dark = !dark;
        }
    }
    sheet.draw(&ticks, &format!("stroke=\"{INK}\" stroke-width=\".7\""));
    sheet.draw(&bars, &format!("stroke=\"{INK}\" stroke-width=\"2.6\""));
}

/// What stands in the cartouche.
pub(crate) struct Cartouche {
    title: Vec<Line>,
    date: Line,
    armies: [Line; 2],
    pub size: V,
}

const TITLE: f64 = 34.0;
const DATE: f64 = 19.0;
const ARMY: f64 = 16.5;

impl Cartouche {
    pub fn new(scenario: &Scenario, letters: &Letters) -> Cartouche {
        let capitals = |text: &str| letters.set(text, Hand::Capitals).spaced(0.07);
        let whole = capitals(&scenario.title);
        let title = match scenario.title.split_at_checked(scenario.title.len() / 2) {
            Some(_) if whole.width > 13.0 => crate::names::broken(&scenario.title)
                .map_or(vec![whole], |(one, two)| vec![capitals(one), capitals(two)]),
            _ => vec![whole],
        };
        let date = letters.set(&scenario.date, Hand::Italic);
        let armies =
            Side::ALL.iter().map(|side| letters.set(&scenario.army(*side).name, Hand::Plain));
        let armies: Vec<Line> = armies.collect();
        let armies: [Line; 2] = armies.try_into().expect("two sides");
        let widths = title.iter().map(|line| line.width * TITLE);
        let army = armies.iter().map(|line| line.width * ARMY + 34.0).fold(0.0, f64::max);
        let wide = widths.chain([date.width * DATE, army * 2.0 + 18.0]).fold(0.0, f64::max);
        let rows = title.len() as f64;
        let tall = rows * TITLE * 0.98 + DATE * 1.75 + ARMY * 1.6 + 34.0;
        Cartouche { title, date, armies, size: v(wide + 64.0, tall) }
    }

    /// A free place at the edge of the table: no piece, no stand, no key position under it.
    pub fn find(&self, scenario: &Scenario, ground: &Ground<'_>, taken: &[Frame]) -> Option<V> {
        let ruler = ground.ruler;
        let room = ruler.size.minus(self.size);
        let gap = 0.7 * INCH;
        if room.x < gap * 2.0 || room.y < gap * 2.0 {
            return None;
        }
        let free = |low: V| {
            let frame = Frame::new(low, low.plus(self.size)).grown(0.4 * INCH);
            if taken.iter().any(|other| other.overlaps(frame)) {
                return false;
            }
            let key = |at: V, reach: f64| frame.nearest(at).minus(at).size() < reach;
            let held = scenario.key_positions.iter().any(|position| {
                let reach = f64::from(position.radius.in_thousandths()) * INCH / 1000.0;
                key(ruler.point(position.at), reach.max(0.8 * INCH))
            });
            !held && ground.pieces.iter().all(|piece| piece.leaves_free(frame))
        };
        let step = INCH;
        let across = libm::floor((room.x - 2.0 * gap) / step) as i32;
        let down = libm::floor((room.y - 2.0 * gap) / step) as i32;
        let mut places = Vec::new();
        for i in 0..=across {
            for y in [gap, room.y - gap] {
                places.push(v(gap + f64::from(i) * step, y));
            }
        }
        for i in 0..=down {
            for x in [gap, room.x - gap] {
                places.push(v(x, gap + f64::from(i) * step));
            }
        }
        // As near to a corner as can be, the upper left first.
        let corners = [
            (v(gap, gap), 0.0),
            (v(room.x - gap, gap), 2.0),
            (v(gap, room.y - gap), 4.0),
            (v(room.x - gap, room.y - gap), 6.0),
        ];
        let far = |place: &V| {
            let off = corners.map(|(corner, more)| corner.minus(*place).size() + more);
            off.into_iter().fold(f64::INFINITY, f64::min)
        };
        places.sort_by(|one, other| far(one).total_cmp(&far(other)));
        places.into_iter().map(|place| ruler.corner.plus(place)).find(|low| free(*low))
    }

    pub fn draw(
        &self,
        scenario: &Scenario,
        sheet: &mut Sheet,
        letters: &mut Letters,
        text: &mut String,
        low: V,
    ) {
        let frame = Frame::new(low, low.plus(self.size));
        let mut shadow = Path::new();
        shadow.through(
            &Frame::new(low.plus(v(3.5, 4.0)), frame.high.plus(v(3.5, 4.0))).corners(),
            true,
        );
        sheet.draw(&shadow, &format!("fill=\"{INK}\" opacity=\".28\""));
        notched(
            sheet,
            frame,
            0.0,
            &format!("fill=\"#f7efd9\" stroke=\"{INK}\" stroke-width=\"2.4\""),
        );
        notched(sheet, frame, 5.0, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".8\""));
        let middle = frame.middle().x;
        let mut y = low.y + 14.0;
        for line in &self.title {
            y += TITLE * 0.94;
            letters.write_about(text, line, v(middle, y), TITLE);
        }
        y += 12.0;
        flourish(sheet, v(middle, y), (self.size.x * 0.3).min(110.0));
        y += DATE * 1.02;
        letters.write_about(text, &self.date, v(middle, y), DATE);
        y += ARMY * 1.55;
        let widths = self.armies.each_ref().map(|line| line.width * ARMY + 30.0);
        let mut x = middle - (widths[0] + widths[1] + 18.0) / 2.0;
        for (place, side) in Side::ALL.iter().enumerate() {
            swatch(sheet, scenario, *side, v(x, y - 10.5));
            letters.write(text, &self.armies[place], v(x + 30.0, y), ARMY);
            x += widths[place] + 18.0;
        }
    }
}

fn swatch(sheet: &mut Sheet, scenario: &Scenario, side: Side, low: V) {
    let cloth = cloth(scenario.army(side).nation);
    let solid = side == Side::First;
    let mut path = Path::new();
    path.through(&Frame::new(low, low.plus(v(24.0, 12.0))).corners(), true);
    let fill = if solid { cloth.full } else { cloth.pale };
    sheet.draw(&path, &format!("fill=\"{fill}\""));
    if !solid {
        let mut hatch = Path::new();
        for row in 0..4 {
            hatch.to(low.plus(v(0.0, 2.2 + 3.0 * f64::from(row)))).by(v(24.0, 0.0));
        }
        sheet.draw(&hatch, &format!("stroke=\"{}\" stroke-width=\"1.5\"", cloth.full));
    }
    sheet.draw(&path, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1\"", cloth.deep));
}

/// A frame whose corners are cut in.
fn notched(sheet: &mut Sheet, frame: Frame, inside: f64, style: &str) {
    let (low, high) = (frame.grown(-inside).low, frame.grown(-inside).high);
    let cut = 11.0;
    let mut path = Path::new();
    path.to(v(low.x + cut, low.y)).line(v(high.x - cut, low.y));
    path.arc(cut, false, v(high.x, low.y + cut)).line(v(high.x, high.y - cut));
    path.arc(cut, false, v(high.x - cut, high.y)).line(v(low.x + cut, high.y));
    path.arc(cut, false, v(low.x, high.y - cut)).line(v(low.x, low.y + cut));
    path.arc(cut, false, v(low.x + cut, low.y)).close();
    sheet.draw(&path, style);
}

/// A swelled rule with a lozenge.
fn flourish(sheet: &mut Sheet, at: V, half: f64) {
    let mut path = Path::new();
    for way in [1.0, -1.0] {
        path.wedge(at.plus(v(way * 6.0, 0.0)), at.plus(v(way * half, 0.0)), 2.6);
    }
    path.to(at.plus(v(-4.0, 0.0))).by(v(4.0, -3.2)).by(v(4.0, 3.2)).by(v(-4.0, 3.2)).close();
    sheet.draw(&path, &format!("fill=\"{INK}\""));
}

/// Scales, north, and where each army runs to, in the margin below.
pub(crate) fn foot(
    scenario: &Scenario,
    sheet: &mut Sheet,
    letters: &mut Letters,
    text: &mut String,
    ruler: Ruler,
) {
    let top = ruler.corner.y + ruler.size.y + MARGIN;
    let left = ruler.corner.x;
    let right = ruler.corner.x + ruler.size.x;
    let share = if ruler.size.x < 60.0 * INCH { 0.3 } else { 0.42 };
    let wide = (ruler.size.x * share).min(20.0 * INCH);
    scale(scenario, sheet, letters, text, v(left + 8.0, top + 14.0), wide);
    north(sheet, letters, text, v(right - 24.0, top + 18.0));
    let mut room = (left + wide + 4.5 * INCH, right - 3.0 * INCH);
    if ruler.size.x < 36.0 * INCH {
        stars(scenario, sheet, letters, text, room, top);
        return;
    }
    let lines: Vec<Line> = Side::ALL
        .iter()
        .map(|side| {
            let army = scenario.army(*side);
            let edge = match army.edge {
                Edge::North => "north",
                Edge::East => "east",
                Edge::South => "south",
                Edge::West => "west",
            };
            letters.set(&format!("{}: line of retreat by the {edge}", army.name), Hand::Italic)
        })
        .collect();
    let widest = lines.iter().map(|line| line.width * 14.5).fold(0.0, f64::max);
    room.1 = right - 70.0 - widest - 48.0;
    stars(scenario, sheet, letters, text, room, top);
    let mut y = top + 16.0;
    for (line, side) in lines.iter().zip(Side::ALL) {
        let wide = line.width * 14.5;
        let x = right - 70.0 - wide;
        swatch(sheet, scenario, *side, v(x - 32.0, y - 9.5));
        letters.write(text, line, v(x, y), 14.5);
        y += 21.0;
    }
}

/// What the stars of key positions mean, those that the map has; between the scales and the armies if there
/// is room.
fn stars(
    scenario: &Scenario,
    sheet: &mut Sheet,
    letters: &mut Letters,
    text: &mut String,
    (low, high): (f64, f64),
    top: f64,
) {
    let has = |owner: Option<Side>| scenario.key_positions.iter().any(|key| key.owner == owner);
    let held: Vec<Side> = Side::ALL.iter().copied().filter(|side| has(Some(*side))).collect();
    let mut rows = Vec::new();
    if !held.is_empty() {
        let fills = held.iter().map(|side| cloth(scenario.army(*side).nation).full).collect();
        rows.push((fills, "key position, in its holder's colour"));
    }
    if has(None) {
        rows.push((vec![PAPER], "key position that nobody holds yet"));
    }
    let mut y = top + 16.0;
    for (fills, words) in rows {
        let line = letters.set(words, Hand::Italic);
        let mut x = low;
        if low + fills.len() as f64 * 22.0 + line.width * 14.5 > high {
            return;
        }
        for fill in fills {
            let mut star = Path::new();
            crate::troops::star(&mut star, v(x + 8.0, y - 4.5), 9.0);
            sheet.draw(&star, &format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.1\""));
            x += 22.0;
        }
        letters.write(text, &line, v(x + 2.0, y), 14.5);
        y += 21.0;
    }
}

fn scale(
    scenario: &Scenario,
    sheet: &mut Sheet,
    letters: &mut Letters,
    text: &mut String,
    at: V,
    most: f64,
) {
    let parts = libm::floor(most / (3.0 * INCH)).clamp(2.0, 6.0) as i32;
    let part = 3.0 * INCH;
    let mut dark = Path::new();
    let mut light = Path::new();
    for place in 0..parts {
        let low = at.plus(v(f64::from(place) * part, 4.0));
        for (row, path) in [(0, &mut dark), (1, &mut light)] {
            let row = (place + row) % 2;
            let low = low.plus(v(0.0, f64::from(row) * 3.4));
            path.through(&Frame::new(low, low.plus(v(part, 3.4))).corners(), true);
        }
    }
    sheet.draw(&light, &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".6\""));
    sheet.draw(&dark, &format!("fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\".6\""));
    let yards = |inches: i32| {
        let hundredths = i64::from(scenario.yards_hundredths) * i64::from(inches);
        ((hundredths + 50) / 100).to_string()
    };
    for place in 0..=parts {
        let x = at.x + f64::from(place) * part;
        let last = place == parts;
        let inches = format!("{}{}", place * 3, if last { " inches" } else { "" });
        let far = format!("{}{}", yards(place * 3), if last { " yards" } else { "" });
        for (words, y) in [(inches, at.y), (far, at.y + 23.5)] {
            let line = letters.set(&words, Hand::Plain);
            let half = letters.set(words.split(' ').next().unwrap_or(""), Hand::Plain).width / 2.0;
            letters.write(text, &line, v(x - half * 13.0, y), 13.0);
        }
    }
}

/// A compass needle with a lily.
fn north(sheet: &mut Sheet, letters: &mut Letters, text: &mut String, middle: V) {
    let (mut dark, mut light, mut ring) = (Path::new(), Path::new(), Path::new());
    for quarter in 0..4 {
        let long = if quarter == 0 { 25.0 } else { 15.0 };
        let at = |x: f64, y: f64| middle.plus(turned(v(x, y), 90.0 * f64::from(quarter)));
        dark.to(at(0.0, -long)).line(at(3.6, -3.6)).line(middle).close();
        light.to(at(0.0, -long)).line(at(-3.6, -3.6)).line(middle).close();
    }
    ring.circle(middle, 9.5);
    sheet.draw(&ring, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".8\""));
    sheet.draw(&light, &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".7\""));
    sheet.draw(&dark, &format!("fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\".7\""));
    let letter = letters.set("N", Hand::Plain);
    letters.write_about(text, &letter, middle.plus(v(17.0, -13.0)), 17.0);
}
