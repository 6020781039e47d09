//! Which stands of a unit fire at a target, and why others do not (FIRE-BASE-WHO).

use geometry::{Length, Rect};
use rulebook::RuleId;

use super::order::Firing;
use super::refusal::{NotNow, Refusal};
use super::state::State;
use super::task::FireStep;
use super::volley::RULE;
use crate::Order as InOrder;
use crate::fire::{self, Light, NotReady};
use crate::sight;
use crate::table::{Position, UnitId};

/// Why a unit has no shot at an enemy, whoever else fires at him; nothing if it has one.
pub(super) fn no_shot(
    state: &State,
    step: FireStep,
    unit: UnitId,
    target: UnitId,
) -> Option<Refusal> {
    let firing = Firing { unit, stands: None };
    shooters(state, &state.position, step, &firing, target, false).err()
}

/// A stand that fires, how far, and where its shot meets the target.
#[derive(Clone, Copy)]
pub(super) struct Shooter {
    pub(super) place: u8,
    pub(super) stand: Rect,
    pub(super) range: Length,
}

pub(super) fn shooters(
    state: &State,
    position: &Position,
    step: FireStep,
    firing: &Firing,
    target: UnitId,
    passing: bool,
) -> Result<Vec<Shooter>, Refusal> {
    let unit = firing.unit;
    let ready = state.ready_to_fire(unit, step);
    let named = firing.stands.as_ref();
    if let Some(stands) = named {
        let able = |stand: &u8| ready.iter().any(|(place, _)| place == stand);
        if let Some(stand) = stands.iter().find(|stand| !able(stand)) {
            return Err(why_not_ready(state, unit, Some(*stand)));
        }
    } else if ready.is_empty() {
        return Err(why_not_ready(state, unit, None));
    }
    let mut found = Vec::new();
    let all: Vec<Rect> = ready.iter().map(|(_, stand)| *stand).collect();
    for (place, stand) in ready {
        if named.is_some_and(|stands| !stands.contains(&place)) {
            continue;
        }
        let hit = hits(state, position, (unit, stand), target, passing);
        match hit {
            Some(range) if keeps_side(state, unit, place) => {
                found.push(Shooter { place, stand, range });
            }
            _ if named.is_some() => {
                return Err(why_no_shot(state, position, (unit, stand), target, passing));
            }
            _ => {}
        }
    }
    if found.is_empty() {
        // The reason that tells most: arc and sight are what is left when nothing else stops them.
        let reason = |stand: &Rect| why_no_shot(state, position, (unit, *stand), target, passing);
        let plain = Refusal::now(NotNow::NotATarget, "FIRE-BASE-WHO");
        let reasons: Vec<Refusal> = all.iter().map(reason).collect();
        // Range is the reason only of a unit all of whose stands are out of it; then the nearest tells.
        let far = |reason: &Refusal| match reason {
            Refusal::Fire(fire::FireRefusal::OutOfRange { range, .. }) => Some(*range),
            _ => None,
        };
        let telling = reasons.iter().find(|reason| **reason != plain && far(reason).is_none());
        let nearest = || {
            let all_far = reasons.iter().all(|reason| far(reason).is_some());
            reasons.iter().filter(|_| all_far).min_by_key(|reason| far(reason))
        };
        return Err(telling.or_else(nearest).cloned().unwrap_or(plain));
    }
    not_split(state, unit, target)?;
    let found = one_side(state, unit, named.is_some(), found)?;
    Ok(from_the_windows(state, unit, &state.ready_to_fire(unit, step), found))
}

/// A unit fires at several targets only where its stands have no common one.
fn not_split(state: &State, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let (placed, marks) = (state.unit(unit), state.marks(unit));
    if placed.unit.formation.is_square() || placed.unit.formation == crate::Formation::Garrison {
        return Ok(());
    }
    let fired =
        placed.stands.iter().enumerate().filter(|(place, _)| marks.fired & (1 << place) != 0);
    let common = |stand: Rect| {
        let found = state.targets_of(unit, stand);
        found.into_iter().any(|(enemy, _)| enemy == target)
    };
    if fired.into_iter().any(|(_, stand)| common(*stand)) {
        return Err(Refusal::now(NotNow::Split, "TERR-BASE-TARGET-CHOICE"));
    }
    Ok(())
}

/// Of a garrison up to half fire from one side, crowding to its windows.
fn from_the_windows(
    state: &State,
    unit: UnitId,
    ready: &[(u8, Rect)],
    mut found: Vec<Shooter>,
) -> Vec<Shooter> {
    let placed = state.unit(unit);
    if placed.unit.formation != crate::Formation::Garrison {
        return found;
    }
    let half = placed.stands.len() / 2;
    let mut others: Vec<(bool, u8)> = ready
        .iter()
        .filter(|(place, _)| found.iter().all(|shooter| shooter.place != *place))
        .map(|(place, stand)| (!state.targets_of(unit, *stand).is_empty(), *place))
        .collect();
    // Those who see nobody from their own windows come first.
    others.sort_unstable();
    if let Some(&window) = found.first() {
        let more = half.saturating_sub(found.len());
        let come = others.into_iter().take(more);
        found.extend(come.map(|(_, place)| Shooter { place, ..window }));
    }
    found.truncate(half.max(1));
    found
}

/// Of a square one side fires at a target: that of the named stands, else the one with most to bear.
fn one_side(
    state: &State,
    unit: UnitId,
    named: bool,
    found: Vec<Shooter>,
) -> Result<Vec<Shooter>, Refusal> {
    let Some(sides) = sight::square_sides(state.unit(unit)) else { return Ok(found) };
    let of = |side: &Vec<u8>| -> Vec<Shooter> {
        found.iter().filter(|shooter| side.contains(&shooter.place)).copied().collect()
    };
    let mut parts: Vec<Vec<Shooter>> = sides.iter().map(of).filter(|p| !p.is_empty()).collect();
    if named && parts.len() > 1 {
        let rule = state.book.reasons.rule(rulebook::Reason::SquareFireSides);
        return Err(Refusal::Now { why: NotNow::OneSide, unit: Some(unit), rule });
    }
    // Of sides that bear alike the first fires: front, right, rear, left.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    Ok(parts.into_iter().next().unwrap_or_default())
}

/// How far the target is, if a stand may fire at it.
pub(super) fn hits(
    state: &State,
    position: &Position,
    (unit, stand): (UnitId, Rect),
    target: UnitId,
    passing: bool,
) -> Option<Length> {
    if !sight::might_hit(&state.book, position, (unit, stand), target) {
        return None;
    }
    let found = state.targets_in(position, unit, stand);
    let (_, range) = found.into_iter().find(|(enemy, _)| *enemy == target)?;
    if passing {
        let at_end = sight::in_reach(&state.book, &state.position, (unit, stand));
        let end = at_end.into_iter().find(|(enemy, _)| *enemy == target);
        if end.is_some_and(|(_, end)| end <= range) {
            return None;
        }
    }
    Some(range)
}

/// Why a stand cannot fire at a target.
fn why_no_shot(
    state: &State,
    position: &Position,
    (unit, stand): (UnitId, Rect),
    target: UnitId,
    passing: bool,
) -> Refusal {
    let reach = sight::in_reach(&state.book, position, (unit, stand));
    let in_reach = reach.iter().any(|(enemy, _)| *enemy == target);
    if in_reach {
        let choice = state.targets_in(position, unit, stand);
        if let Some((closer, _)) = choice.iter().find(|(enemy, _)| *enemy != target)
            && choice.iter().all(|(enemy, _)| *enemy != target)
        {
            let charged = state.are_opponents(unit, *closer);
            let why = if charged { NotNow::Charged } else { NotNow::Closer };
            return Refusal::of(*closer, why, "TERR-BASE-TARGET-CHOICE");
        }
        if passing {
            return Refusal::now(NotNow::DidNotPass, "CHG-BASE-PASS-THROUGH");
        }
    }
    let placed = position.unit(target);
    let range = placed.stands.iter().map(|other| sight::range(stand, *other)).min();
    let weapon = state.unit(unit).unit.weapon(&state.book);
    if let (Some(range), Some(weapon), false) = (range, weapon, in_reach) {
        let (weapon, reach, rule) = (weapon.name.clone(), weapon.reach(), weapon.rule.clone());
        if range > reach {
            return Refusal::Fire(fire::FireRefusal::OutOfRange { weapon, range, reach, rule });
        }
        if let Some(limit) = position.sight().filter(|limit| range > *limit) {
            let light = &state.book.light;
            let rule = match state.light() {
                Light::Night(_) => light.night_rule.clone(),
                Light::Twilight(_) => light.twilight_rule.clone(),
                Light::Day => RuleId::new("TERR-BASE-FOG"),
            };
            return Refusal::Fire(fire::FireRefusal::TooDark { range, limit, rule });
        }
    }
    Refusal::now(NotNow::NotATarget, "FIRE-BASE-WHO")
}

/// What keeps these stands of a unit from a target, each thing once; where it passed if it was `passing`.
pub(super) fn hindrances(
    state: &State,
    (unit, rest): (UnitId, &[u8]),
    target: UnitId,
    passing: bool,
) -> Vec<&'static str> {
    let (placed, marks) = (state.unit(unit), state.marks(unit));
    let action = sight::stands_in_action(placed);
    let own = placed.side == state.active;
    let mut found = Vec::new();
    for place in rest.iter().map(|place| usize::from(*place)) {
        let Some(stand) = placed.stands.get(place) else { continue };
        let what = if own && marks.guns.get(place).is_some_and(|gun| gun.may_not_fire) {
            "its maneuver this turn leaves it no fire"
        } else if !action.contains(stand) {
            if placed.unit.formation == crate::Formation::MarchColumn {
                "behind the head of the column"
            } else {
                "in the rear rank"
            }
        } else if passing {
            "out of range, arc or sight where it passed"
        } else {
            match why_no_shot(state, &state.position, (unit, *stand), target, false) {
                Refusal::Fire(fire::FireRefusal::OutOfRange { .. }) => "out of range",
                Refusal::Now { why: NotNow::Closer, .. } => "another enemy is closer to them",
                Refusal::Now { why: NotNow::Charged, .. } => "they fight another",
                _ if state.targets_of(unit, *stand).iter().any(|(enemy, _)| *enemy == target) => {
                    "on another side, or held back"
                }
                _ => "out of arc or sight",
            }
        };
        if !found.contains(&what) {
            found.push(what);
        }
    }
    found
}

/// All stands of a side of a square fire at one target: none has fired yet.
fn keeps_side(state: &State, unit: UnitId, stand: u8) -> bool {
    let Some(sides) = sight::square_sides(state.unit(unit)) else { return true };
    let fired = state.marks(unit).fired;
    let own = sides.iter().find(|side| side.contains(&stand));
    own.is_none_or(|side| side.iter().all(|place| fired & (1 << place) == 0))
}

/// Why nobody of a unit may fire.
fn why_not_ready(state: &State, unit: UnitId, stand: Option<u8>) -> Refusal {
    let placed = state.unit(unit);
    let rule = RuleId::new("FIRE-BASE-WHO");
    let not_ready = |why| Refusal::Fire(fire::FireRefusal::NotReady { why, rule: rule.clone() });
    if placed.unit.is_troops() && placed.unit.is_mounted() {
        return Refusal::Fire(fire::FireRefusal::Mounted { rule });
    }
    if placed.unit.presenting {
        let rule = RuleId::new("BAY-AWI-NO-FIRE");
        return Refusal::Fire(fire::FireRefusal::PresentingBayonets { rule });
    }
    if placed.unit.is_troops() && placed.unit.order == InOrder::Broken {
        return not_ready(NotReady::Broken);
    }
    if state.is_bound_by_steel(unit) {
        return Refusal::now(NotNow::MayNotFire, "CHG-COLD-STEEL");
    }
    let guns = placed.guns.iter().enumerate();
    let asked = |(place, _): &(usize, &crate::table::GunStand)| {
        stand.is_none_or(|stand| usize::from(stand) == *place)
    };
    let mut guns = guns.filter(asked).map(|(_, gun)| gun).peekable();
    if guns.peek().is_some() {
        let those: Vec<_> = guns.collect();
        if those.iter().all(|gun| gun.limbered) {
            return not_ready(NotReady::Limbered);
        }
        if those.iter().all(|gun| gun.silenced) {
            let (why, rule) = (NotReady::Silenced, RuleId::new("GUN-BASE-SILENCED"));
            return Refusal::Fire(fire::FireRefusal::NotReady { why, rule });
        }
    }
    let idle = |place: usize| stand.is_none_or(|stand| usize::from(stand) == place);
    let marks = state.marks(unit);
    let maneuvered =
        marks.guns.iter().enumerate().any(|(place, gun)| idle(place) && gun.may_not_fire);
    let fired = |place: usize| marks.fired & (1 << place) != 0;
    let spent = (0..placed.stands.len()).filter(|place| idle(*place)).all(fired);
    if maneuvered {
        Refusal::now(NotNow::MayNotFire, "GUN-ONE-MANEUVER-FIRE")
    } else if spent {
        Refusal::now(NotNow::MayNotFire, RULE)
    } else {
        Refusal::now(NotNow::MayNotFire, "FIRE-BASE-WHO")
    }
}
