//! Whether everybody has room: on the table, and beside one another.

use engine::table::Placed;
use geometry::{Bounds, Length, Point, Spot, TOUCH};

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
            let are = if off == 1 { "is" } else { "are" };
            let advice = back(placed, whole).unwrap_or_default();
            let message = format!("{off} {stands} of {name} {are} off the table{advice}");
            table.defect_at("at", message, None);
        }
        for other in units[..place].iter().flatten().filter(|other| overlap(placed, other)) {
            let (one, two) = (&other.unit.name, &placed.unit.name);
            table.defect_at("at", format!("{two} stands on the ground of {one}"), None);
        }
    }
}

/// Which way a unit must go to be on the table again.
fn back(placed: &Placed, whole: Bounds) -> Option<String> {
    let own = placed.bounds()?;
    let inches = |thousandths: f64| Length::thousandths((thousandths / 100.0).ceil() as i32 * 100);
    let ways = [
        (own.high.y - whole.high.y, "south"),
        (own.high.x - whole.high.x, "west"),
        (whole.low.y - own.low.y, "north"),
        (whole.low.x - own.low.x, "east"),
    ];
    let ways = ways.into_iter().filter(|(far, _)| *far > 0.0);
    let ways: Vec<String> = ways.map(|(far, way)| format!("{} {way}", inches(far))).collect();
    (!ways.is_empty()).then(|| format!(": move it {}", ways.join(" and ")))
}

fn overlap(one: &Placed, other: &Placed) -> bool {
    let near = one.bounds().zip(other.bounds()).is_some_and(|(one, other)| one.meets(other));
    near && one.stands.iter().any(|a| other.stands.iter().any(|b| a.overlaps(*b)))
}
