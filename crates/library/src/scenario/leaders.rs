//! Leaders, and the ground that armies fight for.

use std::sync::Arc;

use engine::scenario::KeyPosition;
use engine::table::{Leader, Placed, Rank, Side, UnitId};
use geometry::{Length, Point, Spot};
use rulebook::Bases;

use super::Armies;
use super::arrivals::{self, Entry};
use super::places::{self, Size};
use crate::decode::Table;

/// A leader that was read, and how he comes if he is not there yet.
pub type Ready = (Leader, Option<Entry>);

/// One `[[leader]]`. `units` are the units as far as they could be read.
pub fn leader(
    table: Table<'_>,
    armies: &Armies,
    unit_names: &[Arc<str>],
    units: &[Option<&Placed>],
    bases: &Bases,
    size: Size,
) -> Option<Ready> {
    let army = places::look_up(&table, "army", "army", &armies.names);
    let name = table.text("name");
    let rank: Option<Rank> = table.name("rank");
    let rating = table.name("rating");
    let side = army.map(|army| if army == 0 { Side::First } else { Side::Second });
    let attached = match table.maybe("attached") {
        None => Some(None),
        Some(_) => attached(&table, side, unit_names, units),
    };
    let entry = match table.maybe("arrives") {
        None => Some(None),
        Some(_) => arrivals::entry(&table, size).map(Some),
    };
    let at = table.maybe("at").map(|_| places::point(&table, "at", size));
    if attached == Some(None) && matches!(entry, Some(None)) && at.is_none() {
        table.defect("a leader is `at` a place, `attached` to a unit, or `arrives`".to_owned());
    }
    if table.maybe("arrives").is_some() && at.is_some() {
        table.defect_at("at", "a leader who `arrives` is not `at` a place yet".into(), None);
    }
    let radius = rank.map(|rank| rank.diameter(bases).half());
    if let (Some(Some(point)), Some(radius)) = (at, radius)
        && !clear(point, radius, size)
    {
        table.defect_at("at", "his base reaches over the edge of the table".into(), None);
    }
    table.finish();
    let (attached, entry, rank) = (attached?, entry?, rank?);
    let beside = |id: UnitId| behind(units[id.place()]?, rank.diameter(bases), size);
    let at = match at {
        Some(point) => Some(point?),
        None => attached.and_then(beside),
    };
    let leader = Leader {
        name: name?,
        side: side?,
        rank,
        rating: rating?,
        at,
        attached,
        dismounted: false,
        of_artillery: false,
        masses_guns: false,
    };
    Some((leader, entry))
}

/// The unit he is attached to, which must be of his army.
fn attached(
    table: &Table<'_>,
    side: Option<Side>,
    names: &[Arc<str>],
    units: &[Option<&Placed>],
) -> Option<Option<UnitId>> {
    let found = places::look_up(table, "attached", "unit", names)?;
    if let Some(placed) = units[found].filter(|placed| side.is_some_and(|own| placed.side != own)) {
        let message = format!("{} is of the other army", placed.unit.name);
        table.defect_at("attached", message, None);
        return None;
    }
    u16::try_from(found).ok().map(|id| Some(UnitId(id)))
}

/// The place of a leader who rides with a unit: behind its middle, or in it where the table ends.
fn behind(placed: &Placed, diameter: Length, size: Size) -> Option<Point> {
    placed.stands.first()?;
    let corners = placed.stands.iter().flat_map(|stand| stand.corners());
    let rear = corners.map(|corner| placed.anchor.local(corner).y).fold(0.0, f64::min);
    let radius = f64::from(diameter.in_thousandths()) / 2.0;
    let spot: Spot = placed.anchor.spot(0.0, rear - radius);
    let point = spot.point();
    let on_table = clear(point, diameter.half(), size);
    Some(if on_table { point } else { placed.anchor.at })
}

/// Is a round base of that radius wholly on the table?
fn clear(at: Point, radius: Length, size: Size) -> bool {
    let low = radius.in_thousandths();
    let fits =
        |at: Length, far: Length| (low..=far.in_thousandths() - low).contains(&at.in_thousandths());
    fits(at.x, size.width) && fits(at.y, size.height)
}

/// One `[[key-position]]`.
pub fn key_position(table: Table<'_>, armies: &Armies, size: Size) -> Option<KeyPosition> {
    let name = table.text("name");
    let at = places::point(&table, "at", size);
    let radius = table.length("radius");
    if radius == Some(Length::ZERO) {
        table.defect_at("radius", "a key position reaches farther than nothing".into(), None);
    }
    let owner = match table.maybe("owner") {
        None => Some(None),
        Some(_) => places::look_up(&table, "owner", "army", &armies.names).map(Some),
    };
    table.finish();
    let side = |army| if army == 0 { Side::First } else { Side::Second };
    Some(KeyPosition {
        name: name?,
        at: at?,
        radius: radius?,
        owner: owner?.map(side),
        key_of: None,
        points: [0, 0],
    })
}
