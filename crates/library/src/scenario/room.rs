//! Whether everybody has room: on the table, and beside one another.

use engine::table::Placed;
use geometry::{Bounds, Point, Spot, TOUCH};

use super::places::Size;
use crate::decode::Table;

/// Notes units that stand off the table or in one another.
pub fn check(tables: &[Table<'_>], units: &[Option<&Placed>], size: Size) {
    let high = Point { x: size.width, y: size.height }.spot();
    let whole = Bounds { low: Spot::default(), high }.grown(TOUCH);
    for (place, (table, placed)) in tables.iter().zip(units).enumerate() {
        let Some(placed) = placed else { continue };
        let off = placed.stands.iter().filter(|stand| !whole.holds(stand.bounds())).count();
        if off > 0 {
            let name = &placed.unit.name;
            let stands = if off == 1 { "stand" } else { "stands" };
            table.defect_at("at", format!("{off} {stands} of {name} are off the table"), None);
        }
        for other in units[..place].iter().flatten().filter(|other| overlap(placed, other)) {
            let (one, two) = (&other.unit.name, &placed.unit.name);
            table.defect_at("at", format!("{two} stands on the ground of {one}"), None);
        }
    }
}

fn overlap(one: &Placed, other: &Placed) -> bool {
    let near = one.bounds().zip(other.bounds()).is_some_and(|(one, other)| one.meets(other));
    near && one.stands.iter().any(|a| other.stands.iter().any(|b| a.overlaps(*b)))
}
