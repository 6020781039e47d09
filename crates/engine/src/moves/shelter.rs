//! Gun crews that leave their guns for a square or for presented bayonets, and come back.

use geometry::{Length, Rect, TOUCH};
use rulebook::{Feature, RuleId, Rulebook, Set};

use super::{GunPlan, Mark, Refusal, SQUARE_ADJACENT, Why, concerns};
use crate::Order;
use crate::sight::distance;
use crate::table::{Crossed, GunStand, Placed, Position, UnitId};

/// How near a stand of the sheltering unit must be to the gun.
pub const SHELTER: Length = Length::inches(4);

/// What becomes of a crew when its host does something.
#[derive(Clone, Debug, PartialEq)]
pub enum CrewFate {
    /// It stays where it is.
    Stays,
    /// It is back at its gun, silenced.
    Returns(Box<GunPlan>),
    /// Gun and crew are lost.
    Lost,
}

/// Does a unit shelter crews now: in square or with presented bayonets, and not broken?
pub fn shelters(placed: &Placed) -> bool {
    let formed = placed.unit.formation.is_square() || placed.unit.presenting;
    formed && placed.unit.order != Order::Broken && !placed.stands.is_empty()
}

/// The crew of a gun stand goes to a unit that shelters it, in answer to charges.
pub fn shelter(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, u8),
    host: UnitId,
    charges: &[(UnitId, UnitId)],
) -> Result<GunPlan, Refusal> {
    let when = &book.features[Feature::ShelterFromHorse as usize].rule;
    let refused = |why: Why| Refusal::Forbidden { why, rule: when.clone() };
    let (rect, gun) = gun_at(position, (id, stand)).ok_or_else(|| refused(Why::NotEntitled))?;
    if gun.limbered {
        return Err(refused(Why::Limbered));
    }
    if gun.abandoned {
        return Err(refused(Why::Silenced));
    }
    let (guns, unit) = (position.unit(id), position.unit(host));
    if unit.side != guns.side || !unit.unit.is_troops() || !shelters(unit) {
        return Err(refused(Why::NotEntitled));
    }
    if !is_near(rect, unit) {
        return Err(refused(Why::OutOfReach));
    }
    let answered = |charge: &(UnitId, UnitId)| answers(book, position, *charge, (id, rect), host);
    if !charges.iter().any(answered) {
        return Err(refused(Why::NotEntitled));
    }
    let gun = GunStand { abandoned: true, silenced: true, sheltered: Some(host), ..gun };
    Ok(standing(rect, gun))
}

/// Is a charge one that lets this crew go? Where crews shelter from horse alone it must be mounted
/// and concern the gun or the host; elsewhere it must be aimed at the gun, at the host or at a unit
/// near the gun.
fn answers(
    book: &Rulebook,
    position: &Position,
    (charger, target): (UnitId, UnitId),
    (id, rect): (UnitId, Rect),
    host: UnitId,
) -> bool {
    let side = position.unit(id).side;
    if position.unit(charger).side == side || position.unit(target).side != side {
        return false;
    }
    if book.has(Feature::ShelterFromHorse) {
        let charge = (charger, target);
        return position.unit(charger).unit.is_mounted()
            && [id, host]
                .into_iter()
                .any(|c| concerns(book, position, charge, c, SQUARE_ADJACENT));
    }
    target == id || target == host || is_near(rect, position.unit(target))
}

/// A crew goes back to its gun, which stays silenced until it is rallied.
pub fn crew_returns(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, u8),
) -> Result<GunPlan, Refusal> {
    let refused = |why: Why| Refusal::Forbidden { why, rule: return_rule(book) };
    let (rect, gun) = gun_at(position, (id, stand)).ok_or_else(|| refused(Why::NotEntitled))?;
    if !gun.abandoned {
        return Err(refused(Why::NotSilenced));
    }
    if on_gun(position, (id, rect)).is_some() {
        return Err(refused(Why::NoRoom));
    }
    let near = |host: UnitId| is_near(rect, position.unit(host));
    if book.has(Feature::ShelterFromHorse) && !gun.sheltered.is_some_and(near) {
        return Err(refused(Why::OutOfReach));
    }
    let gun = GunStand { abandoned: false, silenced: true, sheltered: None, ..gun };
    Ok(standing(rect, gun))
}

/// The ledger entry on crews that return.
pub(super) fn return_rule(book: &Rulebook) -> RuleId {
    RuleId::new(if book.has(Feature::ShelterFromHorse) {
        "SQR-MAW-SHELTER-MOVE"
    } else if book.has(Feature::PresentBayonets) {
        "BAY-AWI-SHELTER-RETURN"
    } else {
        "SQR-1812-SHELTER-RETURN"
    })
}

/// What becomes of a crew as its host now is: it stays while the host shelters it, is lost with a
/// host that is broken or gone, and else returns if it can.
pub fn crew_fate(book: &Rulebook, position: &Position, gun: (UnitId, u8)) -> CrewFate {
    let Some(host) = gun_at(position, gun).and_then(|(_, stand)| stand.sheltered) else {
        return CrewFate::Stays;
    };
    let host = position.unit(host);
    if shelters(host) {
        return CrewFate::Stays;
    }
    if host.unit.order == Order::Broken || host.stands.is_empty() {
        return CrewFate::Lost;
    }
    crew_returns(book, position, gun)
        .map_or(CrewFate::Lost, |plan| CrewFate::Returns(Box::new(plan)))
}

/// The enemy who takes an abandoned gun when a player turn ends: troops that are not broken and
/// touch it.
pub fn gun_taken_by(position: &Position, (id, stand): (UnitId, u8)) -> Option<UnitId> {
    let (rect, gun) = gun_at(position, (id, stand))?;
    if gun.abandoned { on_gun(position, (id, rect)) } else { None }
}

/// Can a gun stand be fired at: has it its crew?
pub fn gun_is_target(position: &Position, gun: (UnitId, u8)) -> bool {
    gun_at(position, gun).is_some_and(|(_, stand)| !stand.abandoned)
}

/// The gun stands whose crews shelter with a unit.
pub fn crews_with(position: &Position, host: UnitId) -> Vec<(UnitId, u8)> {
    let of = |id: UnitId| {
        let guns = position.unit(id).guns.iter().enumerate();
        let with = guns.filter(|(_, gun)| gun.abandoned && gun.sheltered == Some(host));
        with.map(|(stand, _)| (id, stand as u8)).collect::<Vec<_>>()
    };
    position.ids().flat_map(of).collect()
}

fn gun_at(position: &Position, (id, stand): (UnitId, u8)) -> Option<(Rect, GunStand)> {
    let placed = position.unit(id);
    let place = usize::from(stand);
    Some((*placed.stands.get(place)?, *placed.guns.get(place)?))
}

fn is_near(gun: Rect, host: &Placed) -> bool {
    distance(&[gun], &host.stands).is_some_and(|gap| gap <= SHELTER)
}

/// The enemy troops, not broken, that touch a gun.
fn on_gun(position: &Position, (id, rect): (UnitId, Rect)) -> Option<UnitId> {
    let side = position.unit(id).side;
    position.near(rect.bounds().grown(TOUCH + 1.0)).into_iter().find(|other| {
        let enemy = position.unit(*other);
        let active = enemy.unit.is_troops() && enemy.unit.order != Order::Broken;
        let touches = enemy.stands.iter().any(|stand| stand.gap(rect) <= TOUCH + 1.0);
        enemy.side != side && active && touches
    })
}

fn standing(rect: Rect, gun: GunStand) -> GunPlan {
    let mut marks = Set::new();
    marks.insert(Mark::MayNotFire);
    GunPlan {
        pose: rect.pose,
        gun,
        path: Vec::new(),
        cost: None,
        crossed: Crossed::default(),
        may_fire: false,
        marks,
    }
}
