//! Formations, as a scenario writes them.

use std::sync::Arc;

use engine::formations::{Flanks, Refused, Shape};
use engine::table::Terrain;
use engine::{Formation, Unit};
use geometry::{Length, Point, Polygon, Pose};
use rulebook::{Base, Feature, Rulebook, TerrainTrait};

use super::places::{self, Size};
use crate::decode::Table;
use crate::{listed, nearest};

/// A formation by its written name, with the keys that belong to it.
struct Written {
    name: &'static str,
    formation: Formation,
    keys: &'static [&'static str],
}

const fn written(
    name: &'static str,
    formation: Formation,
    keys: &'static [&'static str],
) -> Written {
    Written { name, formation, keys }
}

const BATTERY: &str = "battery";
const EXTENDED: &str = "extended-line";

const WRITTEN: [Written; 9] = [
    written("line", Formation::Line, &["refused"]),
    written("supported-line", Formation::SupportedLine, &[]),
    written("open-order", Formation::OpenOrder, &["ranks", "gap", "refused"]),
    written(EXTENDED, Formation::OpenOrder, &["gaps", "refused"]),
    written("field-column", Formation::FieldColumn, &[]),
    written("march-column", Formation::MarchColumn, &["trail"]),
    written("square", Formation::Square, &[]),
    written(BATTERY, Formation::Line, &["gap"]),
    written("garrison", Formation::Garrison, &["of"]),
];

/// Every name that a formation can be written with.
pub fn names() -> impl Iterator<Item = &'static str> {
    WRITTEN.iter().map(|written| written.name)
}

const DETAILS: [&str; 6] = ["refused", "ranks", "gap", "gaps", "trail", "of"];
const BATTERY_GAP: Length = Length::thousandths(500);
const MOST_BATTERY_GAP: Length = Length::inches(2);
const OPEN_GAP: Length = Length::inches(1);

/// The formation that a `[[unit]]` names, before anything is known of its place.
pub struct Drawn<'a> {
    written: &'static Written,
    walls: Option<&'a Polygon>,
}

impl Drawn<'_> {
    /// As the engine knows it.
    pub fn formation(&self) -> Formation {
        self.written.formation
    }

    /// The middle of the building that is garrisoned.
    pub fn building(&self) -> Option<Point> {
        let bounds = self.walls?.bounds();
        Some(bounds.low.plus(bounds.high).times(0.5).point())
    }
}

/// The formation under `formation`; troops without one stand in line, guns in battery.
pub fn drawn<'a>(
    table: &Table<'_>,
    book: &Rulebook,
    unit: Option<&Unit>,
    ground: &'a [Option<Terrain>],
) -> Option<Drawn<'a>> {
    let guns = unit.is_some_and(Unit::is_guns);
    let name = match table.maybe("formation") {
        None => if guns { BATTERY } else { "line" }.into(),
        Some(_) => table.text("formation")?,
    };
    let Some(written) = WRITTEN.iter().find(|written| *written.name == *name) else {
        let fits = |other: &&Written| unit.is_none_or(|unit| cannot(other, unit, book).is_none());
        let known: Vec<&str> = WRITTEN.iter().filter(fits).map(|written| written.name).collect();
        // A part of a name is that of all that end so.
        let end = format!("-{}", name.to_lowercase());
        let mut ends = known.iter().copied().filter(|known| known.ends_with(&end));
        let near = nearest(&name, known.iter().copied()).or_else(|| ends.next());
        let message = format!("`{name}` is no formation{}", listed(&name, known.iter().copied()));
        table.defect_at("formation", message, near.map(str::to_owned));
        return None;
    };
    for key in DETAILS.into_iter().filter(|key| !written.keys.contains(key)) {
        if table.maybe(key).is_some() {
            table.defect_at(key, format!("`{key}` says nothing of a {name}"), None);
        }
    }
    let written = as_this_edition_calls_it(written, book);
    let walls = if written.formation == Formation::Garrison { walls(table, ground) } else { None };
    if let Some(why) = unit.and_then(|unit| cannot(written, unit, book)) {
        table.defect_at("formation", why, None);
        return None;
    }
    (written.formation != Formation::Garrison || walls.is_some())
        .then_some(Drawn { written, walls })
}

/// Open order is the extended line of an edition where one ledger entry gives the one and denies the
/// other: they are two words for one formation.
fn as_this_edition_calls_it(written: &'static Written, book: &Rulebook) -> &'static Written {
    let row = |feature: Feature| &book.features[feature as usize];
    let (open, extended) = (row(Feature::OpenOrder), row(Feature::ExtendedLine));
    let synonyms = !open.present && extended.present && open.rule == extended.rule;
    let meant = WRITTEN.iter().find(|other| other.name == EXTENDED);
    match meant {
        Some(meant) if synonyms && written.formation == Formation::OpenOrder => meant,
        _ => written,
    }
}

/// Why a unit cannot be in a formation, as far as arms and wars decide it.
fn cannot(written: &Written, unit: &Unit, book: &Rulebook) -> Option<String> {
    let name = written.name;
    let guns = unit.is_guns();
    let of_guns = name == BATTERY || written.formation == Formation::MarchColumn;
    let misses = |feature| !book.has(feature);
    let foreign = match written.formation {
        Formation::Square => misses(Feature::Square),
        Formation::OpenOrder if name == EXTENDED => misses(Feature::ExtendedLine),
        Formation::OpenOrder => misses(Feature::OpenOrder),
        _ => false,
    };
    if guns && !of_guns {
        Some(format!("guns cannot stand in a {name}: battery or march-column"))
    } else if !guns && name == BATTERY {
        Some("only guns stand in battery".to_owned())
    } else if foreign {
        Some(format!("{} has no {name}", book.title))
    } else if unit.is_mounted() && written.formation == Formation::Square {
        Some("mounted troops cannot stand in a square".to_owned())
    } else {
        None
    }
}

/// The walls of the building that is garrisoned.
fn walls<'a>(table: &Table<'_>, ground: &'a [Option<Terrain>]) -> Option<&'a Polygon> {
    let named = |piece: &'a Option<Terrain>| {
        let piece = piece.as_ref().filter(|piece| piece.is(TerrainTrait::Garrison))?;
        Some((piece.name.clone(), piece.area()?)).filter(|(name, _)| !name.is_empty())
    };
    let buildings: Vec<(Arc<str>, &Polygon)> = ground.iter().filter_map(named).collect();
    let known: Vec<Arc<str>> = buildings.iter().map(|(name, _)| name.clone()).collect();
    let found = places::look_up(table, "of", "building that can be garrisoned", &known)?;
    Some(buildings[found].1)
}

/// The shape of a unit whose formation, anchor and base are known.
pub fn shape(
    table: &Table<'_>,
    drawn: &Drawn<'_>,
    base: Base,
    count: u8,
    anchor: Pose,
    size: Size,
) -> Option<Shape> {
    match drawn.written.name {
        BATTERY => {
            let gap = table.maybe_length("gap").unwrap_or(BATTERY_GAP);
            if gap > MOST_BATTERY_GAP {
                let message = format!(
                    "gun stands more than {MOST_BATTERY_GAP} apart are no battery (GUN-BASE-BATTERY-UNIT)"
                );
                table.defect_at("gap", message, None);
                return None;
            }
            Some(Shape::battery(base, count, gap, anchor))
        }
        EXTENDED => {
            let gaps = table.lengths("gaps");
            let flanks = flanks(table)?;
            (gaps.len() == table.list("gaps").len()).then_some(Shape::ExtendedLine { gaps, flanks })
        }
        _ => match drawn.written.formation {
            Formation::SupportedLine => Some(Shape::SupportedLine),
            Formation::OpenOrder => {
                let ranks = table.maybe("ranks").map_or(Some(1), |_| table.number("ranks"));
                let gap = table.maybe("gap").map_or(Some(OPEN_GAP), |_| table.length("gap"));
                Some(Shape::OpenOrder { ranks: ranks?, gap: gap?, flanks: flanks(table)? })
            }
            Formation::FieldColumn => Some(Shape::FieldColumn),
            Formation::MarchColumn => {
                places::points(table, "trail", size).map(|trail| Shape::MarchColumn { trail })
            }
            Formation::Square => Some(Shape::Square),
            Formation::Garrison => Some(Shape::garrison(base, count, drawn.walls?)),
            _ => line(table),
        },
    }
}

/// The key to show where a shape is refused: what is said of the formation, or its name.
pub fn culprit(table: &Table<'_>) -> &'static str {
    DETAILS.into_iter().find(|key| table.maybe(key).is_some()).unwrap_or("formation")
}

fn line(table: &Table<'_>) -> Option<Shape> {
    flanks(table).map(|flanks| Shape::Line { left: flanks.left, right: flanks.right })
}

/// Both flanks, straight where nothing is said.
fn flanks(table: &Table<'_>) -> Option<Flanks> {
    let Some(refused) = table.maybe_table("refused") else {
        return table.maybe("refused").is_none().then_some(Flanks::STRAIGHT);
    };
    let left = flank(&refused, "left");
    let right = flank(&refused, "right");
    refused.finish();
    Some(Flanks { left: left?, right: right? })
}

/// A refused flank; none is a flank of no stands.
fn flank(table: &Table<'_>, key: &'static str) -> Option<Refused> {
    if table.maybe(key).is_none() {
        return Some(Refused::default());
    }
    let inner = table.table(key)?;
    let stands = inner.number("stands");
    let turn = places::degrees(&inner, "turn");
    inner.finish();
    Some(Refused { stands: stands?, turn: turn? })
}
