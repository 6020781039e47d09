//! The ground that armies fight for.

use engine::scenario::KeyPosition;
use geometry::Length;

use super::Armies;
use super::places::{self, Size};
use crate::decode::Table;

const MOST_POINTS: u16 = 100;

/// One `[[key-position]]`.
pub fn key_position(table: Table<'_>, armies: &Armies, size: Size) -> Option<KeyPosition> {
    let name = table.text("name");
    let at = places::point(&table, "at", size);
    let radius = table.length("radius");
    if radius == Some(Length::ZERO) {
        table.defect_at("radius", "a key position reaches farther than nothing".into(), None);
    }
    let owner = armies.maybe_side(&table, "owner");
    let key_of = armies.maybe_side(&table, "key-of");
    let points = points(&table, armies);
    table.finish();
    Some(KeyPosition {
        name: name?,
        at: at?,
        radius: radius?,
        owner: owner?,
        key_of: key_of?,
        points,
    })
}

/// The `points`: a number for both armies, or a table with one for each that is named.
fn points(table: &Table<'_>, armies: &Armies) -> [u16; 2] {
    let mut points = [0, 0];
    let Some(node) = table.maybe("points") else { return points };
    if !node.is_table() {
        points = [table.number_of(node).unwrap_or(0); 2];
    } else if let Some(inner) = table.maybe_table("points") {
        for (name, place, node) in inner.pairs() {
            let number = inner.number_of(node).unwrap_or(0);
            let army = armies.names.iter().position(|army| **army == *name);
            match army.and_then(|army| points.get_mut(army)) {
                Some(of_army) => *of_army = number,
                None => {
                    inner.source().defect_once(place, armies.unknown(name), armies.meant(name));
                }
            }
        }
    }
    if let Some(most) = points.into_iter().max().filter(|most| *most > MOST_POINTS) {
        let message = format!("a key position is worth 0 to {MOST_POINTS} points, not {most}");
        table.defect_at("points", message, None);
    }
    points
}
