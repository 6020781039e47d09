//! Places, headings and names, as a scenario writes them.

use std::sync::Arc;

use geometry::{Angle, Bounds, Length, Point, Spot};

use crate::compass::COMPASS;
use crate::decode::{Node, Table};
use crate::{listed, nearest};

/// The size of the table.
#[derive(Clone, Copy)]
pub struct Size {
    /// From west to east.
    pub width: Length,
    /// From south to north.
    pub height: Length,
    /// The file does not say it: the places in it reach so far.
    pub guessed: bool,
}

/// No table is longer.
pub const MOST_INCHES: Length = Length::inches(480);

impl Size {
    /// Does `point` lie on the table or its edge?
    pub fn holds(self, point: Point) -> bool {
        point.x <= self.width && point.y <= self.height
    }

    /// Nothing on the table is longer.
    pub fn longest(self) -> Length {
        if self.guessed { MOST_INCHES } else { self.width.max(self.height) }
    }

    /// The table as a box; as far as one can be large where it is not known.
    pub fn bounds(self) -> Bounds {
        let known = Point { x: self.width, y: self.height };
        let high = if self.guessed { Point { x: MOST_INCHES, y: MOST_INCHES } } else { known };
        Bounds { low: Spot::default(), high: high.spot() }
    }
}

/// A point `[x, y]`; anything else is a defect.
fn point_of(table: &Table<'_>, node: &Node, size: Size) -> Option<Point> {
    let Some([x, y]) = node.as_list() else {
        let message = "expected a place [x, y] in inches".to_owned();
        table.source().defect(node.place(), message, None);
        return None;
    };
    // What lies west or south of the table is no distance, and still a place.
    if let (Some(east), Some(north)) = (x.as_number(), y.as_number())
        && (east < 0.0 || north < 0.0)
    {
        off_the_table(table, node, format!("[{east}, {north}]"), size);
        return None;
    }
    let (x, y) = (table.length_of(x), table.length_of(y));
    let point = Point { x: x?, y: y? };
    if !size.holds(point) {
        off_the_table(table, node, written(point), size);
        return None;
    }
    Some(point)
}

fn off_the_table(table: &Table<'_>, node: &Node, place: String, size: Size) {
    let high = written(Point { x: size.width, y: size.height });
    let goes = if size.guessed { String::new() } else { format!(" to {high}") };
    let message = format!("{place} is off the table, which goes from [0, 0]{goes}");
    table.source().defect(node.place(), message, None);
}

/// A place as a file writes it.
pub fn written(point: Point) -> String {
    format!("[{}, {}]", bare(point.x), bare(point.y))
}

/// Inches without their mark.
fn bare(length: Length) -> String {
    length.to_string().trim_end_matches('"').to_owned()
}

/// The place under `key`; its absence is a defect.
pub fn point(table: &Table<'_>, key: &'static str, size: Size) -> Option<Point> {
    point_of(table, table.node(key)?, size)
}

/// The places under `key`; nothing if one of them is wrong.
pub fn points(table: &Table<'_>, key: &'static str, size: Size) -> Option<Vec<Point>> {
    let nodes = table.list(key);
    let found: Vec<Point> = nodes.iter().filter_map(|node| point_of(table, node, size)).collect();
    (found.len() == nodes.len()).then_some(found)
}

/// The heading under `key`: a point of the compass, or degrees clockwise from north.
pub fn heading(table: &Table<'_>, key: &'static str) -> Option<Angle> {
    let node = table.node(key)?;
    if let Some(text) = node.as_text() {
        let found = COMPASS.iter().position(|point| point.eq_ignore_ascii_case(text));
        if found.is_none() {
            let known = listed(text, COMPASS);
            let message = format!("`{text}` is no point of the compass{known}");
            let near = compass_point(text).or_else(|| nearest(text, COMPASS));
            table.defect_at(key, message, near.map(str::to_owned));
        }
        return found.map(|place| Angle::hundredths(place as i32 * 2_250));
    }
    degrees(table, key)
}

/// The point of the compass that is written out: `north-east`.
fn compass_point(text: &str) -> Option<&'static str> {
    let words = [("north", "N"), ("south", "S"), ("east", "E"), ("west", "W")];
    let short = words.iter().fold(text.to_lowercase(), |text, (word, letter)| {
        text.replace(word, letter).replace([' ', '-'], "")
    });
    COMPASS.into_iter().find(|point| *point == short)
}

/// The degrees under `key`, 0 to 360.
pub fn degrees(table: &Table<'_>, key: &'static str) -> Option<Angle> {
    let number = table.node(key)?.as_number().filter(|number| (0.0..=360.0).contains(number));
    if number.is_none() {
        let message = "expected a heading: \"N\", \"NE\", …, or degrees from 0 to 360".to_owned();
        table.defect_at(key, message, None);
    }
    number.map(|degrees| Angle::hundredths((degrees * 100.0).round() as i32))
}

/// The place in `known` of the name under `key`; a name that is not there is a defect.
pub fn look_up(
    table: &Table<'_>,
    key: &'static str,
    what: &str,
    known: &[Arc<str>],
) -> Option<usize> {
    let name = table.text(key)?;
    let found = known.iter().position(|one| *one == name);
    if found.is_none() {
        let all = || known.iter().map(|one| &**one);
        let message = format!("no {what} is called `{name}`{}", listed(&name, all()));
        let near = nearest(&name, all()).map(str::to_owned);
        table.source().defect_once(table.span(key), message, near);
    }
    found
}

/// Notes that a name is not known, with those that are and the nearest.
pub fn unknown(table: &Table<'_>, key: &str, message: &str, name: &str, known: &[Arc<str>]) {
    let all = || known.iter().map(|one| &**one);
    let near = nearest(name, all()).map(str::to_owned);
    table.defect_at(key, format!("{message}{}", listed(name, all())), near);
}

/// The names of the tables in a list, in order; a name given twice is a defect.
pub fn names(tables: &[Table<'_>], what: &str) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = Vec::new();
    for table in tables {
        let name = table.maybe_text("name");
        if !name.is_empty() && names.contains(&name) {
            table.defect_at("name", format!("two {what} are called `{name}`"), None);
        }
        names.push(name);
    }
    names
}
