//! Terrain pieces.

use std::sync::Arc;

use engine::table::{Front, Outline, Terrain};
use geometry::{Length, Point, Polygon, PolygonDefect};
use rulebook::{Rulebook, TerrainKind, TerrainTrait};

use super::places::{self, Size};
use crate::decode::Table;

const SHAPES: [&str; 5] = ["polygon", "ellipse", "circle", "rectangle", "line"];
const SIDES_OF_A_ROUND: u16 = 48;
const WAY_WIDTH: Length = Length::inches(1);

/// One `[[terrain]]`.
pub fn piece(table: Table<'_>, book: &Rulebook, size: Size) -> Option<Terrain> {
    let name = table.maybe_text("name");
    let kind = kind(&table, book);
    let outline = outline(&table, kind.as_ref(), size);
    let is_area = outline.as_ref().is_none_or(|outline| matches!(outline, Outline::Area(_)));
    let rises = kind.as_ref().is_some_and(|kind| kind.traits.contains(TerrainTrait::Hill));
    let level = table.maybe_number("level").unwrap_or(u8::from(rises && is_area));
    if level > 0 && !is_area {
        table.defect_at("level", "only an area rises; a line lies on what is there".into(), None);
    }
    let crest = crest(&table, outline.as_ref(), level, size);
    let front = table.name_or("front", Front::Both);
    if is_area && table.maybe("front").is_some() {
        table.defect_at("front", "only a `line` has a front: draw it as one".into(), None);
    }
    table.finish();
    Some(Terrain { name, kind: Arc::new(kind?), outline: outline?, level, crest: crest?, front })
}

/// The kind of a piece, with what the scenario changes of it.
fn kind(table: &Table<'_>, book: &Rulebook) -> Option<TerrainKind> {
    let known: Vec<Arc<str>> = book.terrain.iter().map(|kind| kind.id.clone()).collect();
    let found = places::look_up(table, "kind", "kind of terrain", &known);
    let (going, cover) = (table.maybe_name("ground"), table.maybe_name("cover"));
    let deep_cover = table.maybe_name("deep-cover");
    let sight = table.maybe_length("sight");
    let (position, obstacle) = (table.maybe_name("position"), table.maybe_name("obstacle"));
    let label = Some(table.maybe_text("label")).filter(|label| !label.is_empty());
    let bars: Vec<Arc<str>> = table.texts("bars");
    let mut usual = book.terrain[found?].clone();
    for who in bars {
        match &*who {
            "horse" => usual.traits.insert(TerrainTrait::NoHorse),
            "guns" => usual.traits.insert(TerrainTrait::NoGuns),
            _ => table.defect_at("bars", format!("`{who}`: it bars \"horse\" or \"guns\""), None),
        }
    }
    Some(TerrainKind {
        label: label.unwrap_or(usual.label),
        going: going.unwrap_or(usual.going),
        cover: cover.unwrap_or(usual.cover),
        deep_cover: deep_cover.or(usual.deep_cover),
        sight: sight.or(usual.sight),
        position: position.unwrap_or(usual.position),
        obstacle: obstacle.unwrap_or(usual.obstacle),
        ..usual
    })
}

fn outline(table: &Table<'_>, kind: Option<&TerrainKind>, size: Size) -> Option<Outline> {
    let given: Vec<&'static str> =
        SHAPES.into_iter().filter(|key| table.maybe(key).is_some()).collect();
    if table.maybe("width").is_some() && !given.contains(&"line") {
        table.defect_at("width", "only a line has a width".into(), None);
    }
    match given.as_slice() {
        ["polygon"] => polygon(table, "polygon", size).map(Outline::Area),
        ["ellipse"] => ellipse(table, size).map(Outline::Area),
        ["circle"] => circle(table, size).map(Outline::Area),
        ["rectangle"] => rectangle(table, size).map(Outline::Area),
        [_] => line(table, kind, size),
        [] => {
            table.defect(format!("a piece needs a shape: one of {}", SHAPES.join(", ")));
            None
        }
        [_, second, ..] => {
            table.defect_at(second, format!("one shape, not both: {}", given.join(", ")), None);
            None
        }
    }
}

fn polygon(table: &Table<'_>, key: &'static str, size: Size) -> Option<Polygon> {
    let corners = places::points(table, key, size)?;
    match Polygon::new(corners) {
        Ok(polygon) if twice_the_ground(&polygon) > 0.0 => Some(polygon),
        Ok(_) => {
            table.defect_at(key, "this outline holds no ground".into(), None);
            None
        }
        Err(PolygonDefect::TooFewCorners) => {
            table.defect_at(key, "an outline needs at least three corners".into(), None);
            None
        }
        Err(PolygonDefect::CrossesItself { side }) => {
            let message = format!("this outline crosses itself at its side {}", side + 1);
            table.defect_at(key, message, None);
            None
        }
    }
}

fn twice_the_ground(polygon: &Polygon) -> f64 {
    polygon.sides().map(|(a, b)| a.cross(b)).sum::<f64>().abs()
}

fn round(
    table: &Table<'_>,
    at: Option<Point>,
    radii: Option<(Length, Length)>,
    size: Size,
) -> Option<Polygon> {
    let (across, along) = radii?;
    let most = size.longest();
    if [across, along].iter().any(|radius| *radius <= Length::ZERO || *radius > most) {
        table.defect("a radius is more than nothing and no more than the table".into());
        return None;
    }
    Some(Polygon::ellipse(at?, across, along, SIDES_OF_A_ROUND))
}

fn ellipse(table: &Table<'_>, size: Size) -> Option<Polygon> {
    let inner = table.table("ellipse")?;
    let at = places::point(&inner, "at", size);
    let lengths = inner.lengths("radii");
    let radii = match lengths.as_slice() {
        [across, along] => Some((*across, *along)),
        _ => {
            let message = "expected [east to west, north to south] in inches".to_owned();
            inner.defect_at("radii", message, None);
            None
        }
    };
    let found = round(&inner, at, radii, size);
    inner.finish();
    found
}

fn circle(table: &Table<'_>, size: Size) -> Option<Polygon> {
    let inner = table.table("circle")?;
    let at = places::point(&inner, "at", size);
    let radius = inner.length("radius");
    let found = round(&inner, at, radius.zip(radius), size);
    inner.finish();
    found
}

fn rectangle(table: &Table<'_>, size: Size) -> Option<Polygon> {
    let inner = table.table("rectangle")?;
    let from = places::point(&inner, "from", size);
    let to = places::point(&inner, "to", size);
    let (from, to) = (from?, to?);
    let corners = vec![from, Point { x: to.x, y: from.y }, to, Point { x: from.x, y: to.y }];
    let found = Polygon::new(corners).ok().filter(|found| twice_the_ground(found) > 0.0);
    if found.is_none() {
        inner.defect("this rectangle holds no ground".into());
    }
    inner.finish();
    found
}

fn line(table: &Table<'_>, kind: Option<&TerrainKind>, size: Size) -> Option<Outline> {
    let points = places::points(table, "line", size);
    let width = table.maybe_length("width");
    let (points, kind) = (points?, kind?);
    if points.len() < 2 || points.windows(2).any(|pair| pair[0] == pair[1]) {
        let message = "a line needs at least two places, each apart from the one before".to_owned();
        table.defect_at("line", message, None);
        return None;
    }
    use TerrainTrait::{Crossing, Defile, Line, Road, Water};
    let is = |what| kind.traits.contains(what);
    let usual = if [Road, Crossing, Defile, Water].into_iter().any(is) {
        Some(WAY_WIDTH)
    } else {
        is(Line).then_some(Length::ZERO)
    };
    let Some(width) = width.or(usual) else {
        let message = format!("`{}` drawn as a line needs a `width`", kind.id);
        table.defect_at("line", message, None);
        return None;
    };
    if width > size.longest() {
        table.defect_at("width", "the line is wider than the table".into(), None);
        return None;
    }
    Some(Outline::Line { points, width })
}

/// The crest: nothing at all if it is wrong, an empty answer if there is none.
fn crest(
    table: &Table<'_>,
    outline: Option<&Outline>,
    level: u8,
    size: Size,
) -> Option<Option<Polygon>> {
    if table.maybe("crest").is_none() {
        return Some(None);
    }
    let crest = polygon(table, "crest", size)?;
    let Some(Outline::Area(area)) = outline else {
        if outline.is_some() {
            table.defect_at("crest", "only an area has a crest".into(), None);
        }
        return None;
    };
    if level == 0 {
        table.defect_at("crest", "a crest needs a `level` above 0".into(), None);
        return None;
    }
    if !crest.corners().iter().all(|corner| area.contains(corner.spot())) {
        table.defect_at("crest", "the crest reaches beyond the rise".into(), None);
        return None;
    }
    Some(Some(crest))
}
