//! Whether everybody has room: on the table, and beside one another.

use engine::table::Placed;
use geometry::{Bounds, Length, Pose, Rect, Spot, TOUCH};

use super::places::Size;
use crate::decode::Table;

/// Notes units that stand off the table or in one another.
pub fn check(tables: &[Table<'_>], units: &[Option<&Placed>], size: Size) {
    let whole = size.bounds().grown(TOUCH);
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
            let advice = aside(placed, other, whole).unwrap_or_default();
            let message = format!("{two} stands on the ground of {one}{advice}");
            table.defect_at("at", message, None);
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

/// The shortest way on which a unit gets off the ground of another and stays on the table.
fn aside(placed: &Placed, other: &Placed, whole: Bounds) -> Option<String> {
    let free = |one: &Rect| {
        whole.holds(one.bounds()) && !other.stands.iter().any(|two| one.overlaps(*two))
    };
    let way = way_out(|by| moved(placed, by).iter().all(free))?;
    Some(format!(": move it {way}"))
}

/// The stands of a unit, moved.
pub fn moved(placed: &Placed, by: Spot) -> Vec<Rect> {
    let stands = placed.stands.iter().map(|stand| {
        let at = stand.pose.at.spot().plus(by).point();
        Rect { pose: Pose { at, ..stand.pose }, ..*stand }
    });
    stands.collect()
}

/// The shortest way, along the compass, on which something comes to where it fits: `1.5" north`.
pub fn way_out(fits: impl Fn(Spot) -> bool) -> Option<String> {
    const STEP: i32 = 100;
    const FARTHEST: i32 = 400;
    let ways = [("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0)];
    (1..=FARTHEST).find_map(|far| {
        let by = |pace: i32| f64::from(pace * far * STEP);
        let (way, ..) =
            ways.iter().find(|(_, east, north)| fits(Spot::new(by(*east), by(*north))))?;
        Some(format!("{} {way}", Length::thousandths(far * STEP)))
    })
}

fn overlap(one: &Placed, other: &Placed) -> bool {
    let near = one.bounds().zip(other.bounds()).is_some_and(|(one, other)| one.meets(other));
    near && one.stands.iter().any(|a| other.stands.iter().any(|b| a.overlaps(*b)))
}
