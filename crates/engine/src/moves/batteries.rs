//! A finite set of sensible maneuvers of guns, one by one and all together. Every one passes its
//! check.

use geometry::{Angle, Bounds, Length, Pose, Rect, Spot};
use rulebook::{Ground, Rulebook};

use super::{GunManeuver, GunPlan, Limbering, check_gun, gun_row, parts, piece_of, with_gun};
use crate::Opened;
use crate::movement::{Gait, Hand, Step, allowance};
use crate::sight::shot;
use crate::table::{GunStand, Placed, Position, UnitId};

/// How many enemies a gun looks at where it stands.
const AIMS: usize = 4;

/// A finite set of sensible maneuvers of one gun stand: in place it turns all around and straight at
/// the closest enemies that it can hit, and it comes into action looking at the closest. Each passes
/// its check.
pub fn gun_candidates(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, u8),
    list: Option<Opened>,
) -> Vec<(GunManeuver, GunPlan)> {
    use GunManeuver::{Fire, Hold, Limber, Rally, Replenish, Retreat};
    let placed = position.unit(id);
    let place = usize::from(stand);
    let (Some(&rect), Some(&gun)) = (placed.stands.get(place), placed.guns.get(place)) else {
        return Vec::new();
    };
    let check = |maneuver: GunManeuver| {
        let plan = check_gun(book, position, (id, stand), list, &maneuver).ok()?;
        Some((maneuver, plan))
    };
    // To the rear, and to the front if that may be.
    let limbers = [Limbering::About, Limbering::To(rect.pose.heading)];
    let [about, ahead] = limbers.map(Limber);
    let still = [Hold, about, ahead, Fire, Rally, Replenish, Retreat].into_iter();
    let tried = still.chain(turns(book, position, (id, rect), gun)).chain(hauls(book, placed));
    let mut found: Vec<(GunManeuver, GunPlan)> = tried.filter_map(check).collect();
    let limbers = if gun.limbered { vec![None] } else { limbers.map(Some).to_vec() };
    let ways = drives(book, placed, list).into_iter();
    let ways = ways.flat_map(|steps| limbers.iter().map(move |limber| (steps.clone(), *limber)));
    for (steps, limber) in ways {
        let drive =
            |unlimber, fire| GunManeuver::Move { steps: steps.clone(), limber, unlimber, fire };
        let Some((plain, plan)) = check(drive(None, false)) else { continue };
        let there = Rect { pose: plan.pose, ..rect };
        let kept = placed.anchor.heading;
        let aim = aims(book, position, (id, there), plan.pose.at.spot(), 1);
        let facings = together(vec![kept, kept.plus(Angle::ABOUT)], aim);
        found.push((plain, plan));
        let unlimbers = facings.into_iter().flat_map(|facing| [false, true].map(|f| (facing, f)));
        found.extend(unlimbers.filter_map(|(facing, fire)| check(drive(Some(facing), fire))));
    }
    found
}

/// Turns in place: at the closest enemies, and to sixteen points around.
fn turns(
    book: &Rulebook,
    position: &Position,
    (id, rect): (UnitId, Rect),
    gun: GunStand,
) -> impl Iterator<Item = GunManeuver> {
    // It turns about its front edge, on its limber about its middle.
    let pivot = if gun.limbered { rect.pose.at.spot() } else { rect.front() };
    let kept = position.unit(id).anchor.heading;
    let around = (0..16).map(|point| kept.plus(Angle::hundredths(point * 2250)));
    let facings = together(aims(book, position, (id, rect), pivot, AIMS), around);
    facings.into_iter().flat_map(move |facing| {
        [false, true].map(|fire| {
            if gun.limbered {
                GunManeuver::Unlimber { facing, fire }
            } else {
                GunManeuver::Pivot { facing, fire }
            }
        })
    })
}

/// Facings and more of them, each once.
fn together(first: Vec<Angle>, more: impl IntoIterator<Item = Angle>) -> Vec<Angle> {
    let mut facings: Vec<Angle> = Vec::new();
    for facing in first.into_iter().chain(more) {
        if !facings.contains(&facing) {
            facings.push(facing);
        }
    }
    facings
}

/// The headings that look from a place straight at the closest enemies that a gun there can hit, so
/// many at most.
fn aims(
    book: &Rulebook,
    position: &Position,
    (id, gun): (UnitId, Rect),
    from: Spot,
    most: usize,
) -> Vec<Angle> {
    let placed = position.unit(id);
    let Some(weapon) = placed.unit.weapon(book) else { return Vec::new() };
    let reach = position.sight().map_or(weapon.reach(), |limit| limit.min(weapon.reach()));
    let around = Bounds { low: from, high: from }.grown(f64::from(reach.in_thousandths()));
    let near = position.near(around).into_iter();
    let enemies = near.filter(|other| position.unit(*other).side != placed.side);
    let far = |stand: &Rect| stand.distance_to(from.point());
    let closest = |enemy: UnitId| {
        let stands = position.unit(enemy).stands.iter().copied();
        stands.map(|stand| (far(&stand), enemy, stand)).min()
    };
    let in_range = |(far, ..): &(Length, UnitId, Rect)| *far > Length::ZERO && *far <= reach;
    let mut targets: Vec<(Length, UnitId, Rect)> =
        enemies.filter_map(closest).filter(in_range).collect();
    targets.sort_unstable();
    let aimed = targets.into_iter().take(2 * most).filter_map(|(_, enemy, target)| {
        let heading = target.nearest(from).minus(from).heading();
        let back = -f64::from(gun.depth.in_thousandths()) / 2.0;
        let pose = Pose::new(from.point(), heading).moved(0.0, back, Angle::ZERO);
        let free = shot(book, position, (id, Rect { pose, ..gun }), (enemy, target)).is_ok();
        free.then_some(heading)
    });
    aimed.take(most).collect()
}

/// By hand as far as the crew can, and half a move back on the prolong.
fn hauls(book: &Rulebook, placed: &Placed) -> impl Iterator<Item = GunManeuver> {
    let ways = [(Hand::Left, 0), (Hand::Left, 45), (Hand::Right, 45)];
    let by_hand = piece_of(book, &placed.unit).and_then(|piece| piece.hand_haul);
    let back = gun_row(book, &placed.unit).map(|row| allowance(row, Gait::Half, Ground::Open));
    ways.into_iter().flat_map(move |(to, degrees)| {
        let slant = Angle::degrees(degrees);
        let haul =
            move |by| [false, true].map(|back| GunManeuver::HandHaul { to, slant, by, back });
        let prolong = move |by| GunManeuver::Prolong { to, slant, by };
        by_hand.map(haul).into_iter().flatten().chain(back.map(prolong))
    })
}

/// The ways of a gun on its limber: ahead, or a wheel first; a full move and half of it.
fn drives(book: &Rulebook, placed: &Placed, list: Option<Opened>) -> Vec<Vec<Step>> {
    let Some(row) = gun_row(book, &placed.unit) else { return Vec::new() };
    let fast = list == Some(Opened::DoubleQuick)
        && piece_of(book, &placed.unit).is_some_and(|piece| piece.double_quick);
    let gait = if fast { Gait::DoubleQuick } else { Gait::Full };
    let most = allowance(row, gait, Ground::Open);
    let mut found = Vec::new();
    for degrees in [-45_i32, -20, 0, 20, 45] {
        for by in [most, most.half()] {
            let mut steps = Vec::new();
            let mut left = by.in_thousandths();
            if degrees != 0 {
                let to = if degrees < 0 { Hand::Left } else { Hand::Right };
                let wheel = Step::Wheel { to, turn: Angle::degrees(degrees.abs()) };
                left -= wheel.length(book.bases.guns.width).in_thousandths();
                steps.push(wheel);
            }
            steps.push(Step::Advance { by: Length::thousandths(left.max(0)) });
            found.push(steps);
        }
    }
    found
}

/// The sensible maneuvers that all of these stands of a unit can make, each the same, one after the
/// other in the order that is told; a battery that was together stays together. Each combination
/// passes as a whole.
pub fn battery_candidates(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    stands: &[u8],
    list: Option<Opened>,
) -> Vec<Vec<(u8, GunManeuver)>> {
    let Some(&first) = stands.first() else { return Vec::new() };
    let placed = position.unit(id);
    let is_one = |placed: &Placed| {
        let mut parts = parts(placed).into_iter();
        parts.any(|(_, part)| stands.iter().all(|stand| part.contains(stand)))
    };
    let was_one = is_one(placed);
    let forward: Vec<u8> = stands.to_vec();
    let backward: Vec<u8> = stands.iter().rev().copied().collect();
    let mut there = position.clone();
    let mut found = Vec::new();
    for (maneuver, _) in gun_candidates(book, position, (id, first), list) {
        // Who would end on his neighbour may let him go first.
        for order in [&forward, &backward] {
            let made = one_by_one(book, &mut there, id, order, list, &maneuver);
            let stays = made && (!was_one || is_one(there.unit(id)));
            there.set(id, placed.clone());
            if stays {
                found.push(order.iter().map(|stand| (*stand, maneuver.clone())).collect());
            }
            if made || stands.len() == 1 {
                break;
            }
        }
    }
    found
}

/// Carries a maneuver out with one stand after the other, as long as each passes its check.
fn one_by_one(
    book: &Rulebook,
    there: &mut Position,
    id: UnitId,
    order: &[u8],
    list: Option<Opened>,
    maneuver: &GunManeuver,
) -> bool {
    order.iter().all(|&stand| {
        let Ok(plan) = check_gun(book, there, (id, stand), list, maneuver) else { return false };
        let moved = with_gun(there.unit(id), stand, &plan);
        there.set(id, moved);
        true
    })
}
