//! What is given of a table beyond what a scenario says: markers, and who belongs to whom.

use engine::moves::Detachment;
use engine::table::{Placed, UnitId};
use geometry::Point;

/// What is given of markers and of who belongs to whom; false if it is something else.
pub(super) fn give(
    units: &mut [Placed],
    detachments: &mut Vec<Detachment>,
    words: &[&str],
) -> bool {
    gave(units, detachments, words).is_some()
}

fn gave(units: &mut [Placed], detachments: &mut Vec<Detachment>, words: &[&str]) -> Option<()> {
    let named = |units: &[Placed], name: &str| {
        units.iter().position(|placed| *placed.unit.name == *name).map(|place| UnitId(place as u16))
    };
    let [who, rest @ ..] = words else { return None };
    let id = named(units, who)?;
    match rest {
        ["skirmishers-of", regiment] => {
            let regiment = named(units, regiment)?;
            detachments.push(Detachment { regiment, skirmishers: id });
        }
        ["gun", number, "sheltered", "in", host] => {
            let host = named(units, host)?;
            let number: usize = number.parse().ok()?;
            let gun = units[id.place()].guns.get_mut(number.checked_sub(1)?)?;
            (gun.abandoned, gun.silenced, gun.sheltered) = (true, true, Some(host));
        }
        ["horses", "gone"] => units[id.place()].tethered = None,
        ["horses", "at", at] => {
            let (x, y) = at.split_once(',')?;
            let at = Point { x: x.parse().ok()?, y: y.parse().ok()? };
            units[id.place()].tethered = Some(at);
        }
        _ => return None,
    }
    Some(())
}
