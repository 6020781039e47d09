//! Whom stands may fire at, and who counts in the path of a charge.

use geometry::{Length, Rect};
use rulebook::Rulebook;

use super::known::Borne;
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
    worth_a_look(book, position, (id, stand), |_| true)
}

/// The same without those of troops that are too far behind the closest to be chosen, but for whom
/// `always` names.
pub fn worth_a_look(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, Rect),
    always: impl Fn(UnitId) -> bool,
) -> Vec<(UnitId, Length)> {
    let placed = position.unit(id);
    let Some(most) = farthest(book, position, id) else { return Vec::new() };
    let around = stand.bounds().grown(f64::from(most.in_thousandths()));
    let enemies = position.near(around).into_iter();
    let enemies = enemies.filter(|other| position.unit(*other).side != placed.side);
    let mut near: Vec<(Length, UnitId, Borne)> = enemies
        .filter_map(|enemy| {
            let stands = borne_on(position, (id, stand), enemy, most);
            let nearest = stands.first()?.0;
            Some((nearest, enemy, stands))
        })
        .collect();
    near.sort_by_key(|(nearest, enemy, _)| (*nearest, *enemy));
    let all = placed.unit.is_guns();
    let mut closest: Option<Length> = None;
    let mut found: Vec<(UnitId, Length)> = Vec::new();
    for (nearest, enemy, stands) in near {
        let chosen = closest.is_none_or(|closest| is_hardly_farther(nearest, closest));
        if !all && !chosen && !always(enemy) {
            continue;
        }
        let free = |(_, target): &&(Length, Rect)| {
            shot(book, position, (id, stand), (enemy, *target)).is_ok()
        };
        if let Some((far, _)) = stands.iter().find(free) {
            closest = Some(closest.map_or(*far, |closest| closest.min(*far)));
            found.push((enemy, *far));
        }
    }
    found.sort_by_key(|(enemy, far)| (*far, *enemy));
    found
}

/// Does a stand bear on any stand of an enemy within its reach, whatever is in between?
pub fn might_hit(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, Rect),
    enemy: UnitId,
) -> bool {
    farthest(book, position, id)
        .is_some_and(|most| !borne_on(position, (id, stand), enemy, most).is_empty())
}

/// How far a unit fires in this light; nothing if it has no weapon.
fn farthest(book: &Rulebook, position: &Position, id: UnitId) -> Option<Length> {
    let weapon = position.unit(id).unit.weapon(book)?;
    Some(position.sight().map_or(weapon.reach(), |limit| limit.min(weapon.reach())))
}

/// The stands of an enemy that a stand bears on within so far, the closest first.
fn borne_on(
    position: &Position,
    (id, stand): (UnitId, Rect),
    enemy: UnitId,
    most: Length,
) -> Borne {
    let look = || bearing(position, stand, enemy, most).into();
    match position.known() {
        None => look(),
        Some(known) => known.bears(((id, stand), enemy, most), look),
    }
}

fn bearing(position: &Position, stand: Rect, enemy: UnitId, most: Length) -> Vec<(Length, Rect)> {
    let other = position.unit(enemy);
    let table = position.table.bounds().grown(geometry::TOUCH);
    let most = other.seen_within.map_or(most, |hidden| hidden.min(most));
    // A gun without its crew is no target, nor is who has not come on the table yet.
    let left = |place: usize| other.guns.get(place).is_some_and(|gun| gun.abandoned);
    let stands = other.stands.iter().enumerate();
    let stands = stands.map(|(place, target)| (place, range(stand, *target), *target));
    let mut near: Vec<(Length, Rect)> = stands
        .filter(|(place, far, target)| {
            *far <= most
                && !left(*place)
                && table.holds(target.bounds())
                && bears_on(stand, *target)
        })
        .map(|(_, far, target)| (far, target))
        .collect();
    near.sort_unstable();
    near
}

/// Is a target so little farther than the closest that it may be chosen as well?
fn is_hardly_farther(far: Length, closest: Length) -> bool {
    far.in_thousandths() < closest.in_thousandths() + FREE.in_thousandths()
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
    found.into_iter().filter(|(_, far)| guns || is_hardly_farther(*far, closest)).collect()
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
