//! Whom stands may fire at, and who counts in the path of a charge.

use geometry::{Length, Rect};
use rulebook::Rulebook;

use super::{bears_on, is_in_path, range, shot, stands_in_action};
use crate::formations::Shape;
use crate::table::{Placed, Position, UnitId};

/// Targets no farther than this beyond the closest are a free choice.
const FREE: Length = Length::inches(1);
/// How near to a charger a stand of a line with gaps must be to count.
const IN_REACH: Length = Length::inches(1);

/// The enemy units that a stand can hit, with the range to the nearest stand of each that it bears
/// on along a free line, closest first.
pub fn in_reach(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, Rect),
) -> Vec<(UnitId, Length)> {
    let placed = position.unit(id);
    let Some(weapon) = placed.unit.weapon(book) else { return Vec::new() };
    let most = position.sight().map_or(weapon.reach(), |limit| limit.min(weapon.reach()));
    let around = stand.bounds().grown(f64::from(most.in_thousandths()));
    let enemies = position.near(around).into_iter();
    let enemies = enemies.filter(|other| position.unit(*other).side != placed.side);
    let table = position.table.bounds().grown(geometry::TOUCH);
    let hit = |enemy: UnitId| {
        let other = position.unit(enemy);
        let most = other.seen_within.map_or(most, |hidden| hidden.min(most));
        // A gun without its crew is no target, nor is who has not come on the table yet.
        let left = |place: usize| other.guns.get(place).is_some_and(|gun| gun.abandoned);
        let targets = other.stands.iter().enumerate();
        let targets = targets.filter(|(place, t)| !left(*place) && table.holds(t.bounds()));
        let targets = targets.map(|(_, target)| target);
        let near = targets.filter(|t| bears_on(stand, **t) && range(stand, **t) <= most);
        let mut near: Vec<Rect> = near.copied().collect();
        near.sort_by_key(|target| (range(stand, *target), *target));
        let free = |target: &&Rect| shot(book, position, (id, stand), (enemy, **target)).is_ok();
        near.iter().find(free).map(|target| (enemy, range(stand, *target)))
    };
    let mut found: Vec<(UnitId, Length)> = enemies.filter_map(hit).collect();
    found.sort_by_key(|(enemy, far)| (*far, *enemy));
    found
}

/// The units that a stand may choose to fire at: guns any in reach; troops the closest, and others
/// that are less than an inch farther.
pub fn choices(book: &Rulebook, position: &Position, (id, stand): (UnitId, Rect)) -> Vec<UnitId> {
    let found = in_reach(book, position, (id, stand));
    chosen_among(position.unit(id), found).into_iter().map(|(unit, _)| unit).collect()
}

/// Of the units that a stand can hit, closest first, those it may choose to.
pub fn chosen_among(placed: &Placed, found: Vec<(UnitId, Length)>) -> Vec<(UnitId, Length)> {
    let Some(&(_, closest)) = found.first() else { return Vec::new() };
    let guns = placed.unit.is_guns();
    let near =
        |far: Length| far.in_thousandths() < closest.in_thousandths() + FREE.in_thousandths();
    found.into_iter().filter(|(_, far)| guns || near(*far)).collect()
}

/// The stands of a square by the side they fire from: front, right, rear, left. A second rank fires
/// with the side it stands behind. Nothing for a unit in no square.
pub fn square_sides(placed: &Placed) -> Option<[Vec<u8>; 4]> {
    if placed.shape != Shape::Square {
        return None;
    }
    let mut sides: [Vec<u8>; 4] = Default::default();
    for (place, stand) in placed.stands.iter().enumerate() {
        let turn = stand.pose.heading.minus(placed.anchor.heading).in_hundredths();
        sides[usize::try_from(turn / 9_000).unwrap_or(0).min(3)].push(place as u8);
    }
    Some(sides)
}

/// The stands that can fire at a target from a unit: those in action that bear on it within range.
pub fn firing_at(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
) -> Vec<(Rect, Length)> {
    let stands = stands_in_action(position.unit(id)).into_iter();
    let hits = stands.filter_map(|stand| {
        let found = in_reach(book, position, (id, stand));
        found.into_iter().find(|(unit, _)| *unit == target).map(|(_, far)| (stand, far))
    });
    hits.collect()
}

/// How many stands of a defender count for numbers against a charger in contact with it: all, but
/// of a line with gaps those in the charge's path and within an inch of the charger.
pub fn counted(charger: &Placed, defender: &Placed) -> u8 {
    let gaps = match &defender.shape {
        Shape::ExtendedLine { gaps, .. } => gaps.iter().any(|gap| *gap > Length::ZERO),
        _ => false,
    };
    if !gaps {
        return defender.stands.len() as u8;
    }
    let near = |stand: &&Rect| charger.stands.iter().any(|c| c.distance(**stand) <= IN_REACH);
    let alone = |stand: &Rect| Placed { stands: vec![*stand], ..defender.clone() };
    let in_path = |stand: &&Rect| is_in_path(charger, defender, &alone(stand));
    defender.stands.iter().filter(near).filter(in_path).count() as u8
}
