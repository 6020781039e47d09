//! After a charge: cavalry that is recalled, and the ground that is carried.

use std::borrow::Cow;

use geometry::{Angle, Length, Point, Pose, Rect, Spot};
use rulebook::{Ground, Rulebook};

use super::change::middle;
use super::retreat::{STEP, arrives, stands_on_others};
use super::tethered::{leads_over, saddled};
use super::{Plan, Refusal, Why, row_of};
use crate::Order;
use crate::movement::{Gait, allowance};
use crate::sight::{closest_enemy, distance, threats};
use crate::table::{Licence, Mover, Placed, Position, UnitId, base_of, slides};

/// A recall of mounted cavalry, or of mounted infantry that mounts on its way back: up to a full move
/// away from the enemy, at least as far as the retreat it replaces, ending in any facing.
pub fn recall(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    to: Pose,
    least: Length,
) -> Result<Plan, Refusal> {
    let position = &*riders(book, position, id)
        .ok_or_else(|| Refusal::because(Why::NotEntitled, "CHG-BASE-RECALL"))?;
    let enemy = closest_enemy(position, id, false).map(|(enemy, _)| enemy);
    recalled(book, position, (id, enemy), to, least)
}

/// The position with the unit in the saddle, if it can be there.
fn riders<'p>(book: &Rulebook, position: &'p Position, id: UnitId) -> Option<Cow<'p, Position>> {
    let placed = position.unit(id);
    if placed.unit.is_mounted_cavalry() {
        return Some(Cow::Borrowed(position));
    }
    let mut mounted = position.clone();
    mounted.set(id, saddled(book, placed)?);
    Some(Cow::Owned(mounted))
}

/// Does a recall bring a unit to nobody else: neither within two inches of an enemy nor into the close
/// range of one who did not have it there?
fn leads_away(book: &Rulebook, position: &Position, id: UnitId, end: &Placed) -> bool {
    let placed = position.unit(id);
    let before = threats(book, position, id, &placed.stands);
    let after = threats(book, position, id, &end.stands);
    let clear = position.units().iter().filter(|other| other.side != placed.side).all(|enemy| {
        let gap = |stands: &[Rect]| distance(stands, &enemy.stands);
        gap(&end.stands).is_none_or(|gap| gap >= Length::inches(2))
    });
    clear && after.iter().all(|enemy| before.contains(enemy))
}

/// A recall away from the closest enemy.
fn recalled(
    book: &Rulebook,
    position: &Position,
    (id, enemy): (UnitId, Option<UnitId>),
    to: Pose,
    least: Length,
) -> Result<Plan, Refusal> {
    let placed = position.unit(id);
    let rule = "CHG-BASE-RECALL";
    let gone = placed.anchor.at.distance(to.at);
    if gone < least {
        return Err(Refusal::because(Why::TooShort, rule));
    }
    if let Some(enemy) = enemy {
        let here = middle(placed);
        let nearest = |spot: Spot| {
            let stands = position.unit(enemy).stands.iter();
            stands.map(|s| s.nearest(spot).minus(spot).size()).fold(f64::INFINITY, f64::min)
        };
        let shift = to.at.spot().minus(placed.anchor.at.spot());
        // Away from him, not along his front.
        let stands = position.unit(enemy).stands.iter().map(|stand| stand.nearest(here));
        let by_gap = |a: &Spot, b: &Spot| a.minus(here).size().total_cmp(&b.minus(here).size());
        let back = stands.min_by(by_gap).map_or(0.0, |near| here.minus(near).dot(shift));
        if nearest(here.plus(shift)) <= nearest(here) || back <= 0.0 {
            return Err(Refusal::because(Why::NotAway, rule));
        }
    }
    let end = placed.moved(placed.shape.clone(), to, &book.bases)?;
    if !leads_away(book, position, id, &end) {
        return Err(Refusal::because(Why::NotAway, rule));
    }
    let slid =
        placed.moved(placed.shape.clone(), Pose::new(to.at, placed.anchor.heading), &book.bases)?;
    let path = slides(&placed.stands, &slid.stands);
    // Who has yet to mount must come by its horses.
    let horses = placed.tethered;
    if horses.is_some_and(|horses| !leads_over(&book.bases, &path, horses)) {
        return Err(Refusal::because(Why::CannotMountOrDismount, "MARK-ACW-TETHER-RETREAT"));
    }
    let end = Placed { tethered: None, ..end };
    let licence = Licence { off_the_table: false, ..Licence::RETREAT };
    let crossed = Mover::of(position, id).check(&path, &end.stands, licence)?;
    let Some(row) = row_of(book, &placed.unit) else {
        return Err(Refusal::because(Why::NotEntitled, rule));
    };
    let has = allowance(row, Gait::Full, crossed.slowest());
    if gone > has {
        let rule = row.rule.clone();
        return Err(Refusal::TooFar { needs: gone, has, ground: crossed.slowest(), rule });
    }
    let ground = crossed.slowest();
    Ok(Plan { path, ground, pieces: crossed.pieces, passed: crossed.passed, ..Plan::staying(end) })
}

/// Ways less far apart than this are as good as one.
const NEIGHBOURS: Angle = Angle::degrees(15);

/// Less than that, in thousandths, is no ride that is worth proposing.
const NO_RIDE: i32 = 1_000;

/// A handful of sensible recalls: straight back, slantwise, away from the closest enemy or home, by
/// the least distance, half way and a full move, and behind the nearest friends; looking as it did or
/// at the enemy. Each passes its check.
pub fn recall_candidates(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    least: Length,
) -> Vec<(Pose, Plan)> {
    let Some(position) = riders(book, position, id) else { return Vec::new() };
    let position = &*position;
    let placed = position.unit(id);
    let Some(row) = row_of(book, &placed.unit) else { return Vec::new() };
    let most = allowance(row, Gait::Full, Ground::Open);
    let enemy = closest_enemy(position, id, false).map(|(enemy, _)| enemy);
    let mut kept: Vec<(Pose, Plan)> = Vec::new();
    let mut tries = |at: Point| {
        let mut ground = None;
        for to in facings(position, placed, enemy, at) {
            match recalled(book, position, (id, enemy), to, least) {
                Ok(plan) if !kept.iter().any(|(other, _)| *other == to) => kept.push((to, plan)),
                Err(Refusal::TooFar { has, .. }) => ground = Some(has),
                _ => {}
            }
        }
        ground
    };
    // What rounding takes from a place must not make it too near or too far.
    let (near, far) = ((least.in_thousandths() + 1).max(NO_RIDE), most.in_thousandths() - 1);
    let far = [far, near.midpoint(far), near];
    for way in ways_back(position, placed, enemy) {
        for far in far {
            let slower = tries(off(placed.anchor.at, way, far));
            if let Some(has) = slower.filter(|has| *has > least && *has < most) {
                tries(off(placed.anchor.at, way, has.in_thousandths() - 1));
            }
        }
    }
    for friend in nearest_friends(position, id) {
        tries(behind(position.unit(friend)));
    }
    kept
}

/// So far from a place along a heading.
fn off(from: Point, way: Angle, far: i32) -> Point {
    let (sin, cos) = way.sin_cos();
    from.spot().plus(Spot::new(sin, cos).times(f64::from(far))).point()
}

/// The ways that lead back: straight behind the unit first, then from the enemy, to the friendly
/// edge and slantwise, if they are no neighbours.
fn ways_back(position: &Position, placed: &Placed, enemy: Option<UnitId>) -> Vec<Angle> {
    let back = placed.anchor.heading.plus(Angle::ABOUT);
    let slant = Angle::degrees(45);
    let away = enemy.map(|enemy| {
        let here = middle(placed);
        here.minus(nearest(position.unit(enemy), here)).heading()
    });
    let home = position.edge(placed.side).heading();
    let all = [Some(back), away, Some(home), Some(back.minus(slant)), Some(back.plus(slant))];
    let mut ways: Vec<Angle> = Vec::new();
    for way in all.into_iter().flatten() {
        if ways.iter().all(|other| way.minus(*other).size() >= NEIGHBOURS.in_hundredths()) {
            ways.push(way);
        }
    }
    ways
}

/// The nearest point of a unit's stands; the spot itself if it has none.
fn nearest(placed: &Placed, spot: Spot) -> Spot {
    let points = placed.stands.iter().map(|stand| stand.nearest(spot));
    let gap = |point: &Spot| point.minus(spot).size();
    points.min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(spot)
}

/// The unit there as it looked, and looking at the enemy.
fn facings(
    position: &Position,
    placed: &Placed,
    enemy: Option<UnitId>,
    at: Point,
) -> impl Iterator<Item = Pose> {
    let kept = placed.anchor.heading;
    let seen = enemy.map(|enemy| nearest(position.unit(enemy), at.spot()).minus(at.spot()));
    let turned = seen.filter(|way| way.size() > 1.0).map(|way| way.heading());
    let turned = turned.filter(|heading| *heading != kept);
    std::iter::once(kept).chain(turned).map(move |heading| Pose::new(at, heading))
}

/// The two formed friends who are nearest.
fn nearest_friends(position: &Position, id: UnitId) -> Vec<UnitId> {
    let placed = position.unit(id);
    let formed = |other: &UnitId| {
        let friend = position.unit(*other);
        *other != id
            && friend.side == placed.side
            && friend.unit.is_troops()
            && friend.unit.order != Order::Broken
            && !friend.stands.is_empty()
    };
    let far = |friend: &UnitId| position.unit(*friend).anchor.at.distance(placed.anchor.at);
    let mut friends: Vec<UnitId> = position.ids().filter(formed).collect();
    friends.sort_by_key(|friend| (far(friend), *friend));
    friends.truncate(2);
    friends
}

/// A place an inch behind a unit's rear.
fn behind(friend: &Placed) -> Point {
    friend.anchor.spot(0.0, friend.rear() - 1000.0).point()
}

/// Takes the ground of a beaten enemy: straight ahead until the front rank stands where the loser's
/// front rank stood.
pub fn carry(book: &Rulebook, position: &Position, id: UnitId, lost: &[Rect]) -> Option<Plan> {
    let placed = position.unit(id);
    let own = mean(placed.front_rank())?;
    let theirs = mean(lost)?;
    let ahead = placed.anchor.local(theirs).y - placed.anchor.local(own).y;
    let base = base_of(&book.bases, &placed.unit);
    let mut far = (ahead.max(0.0)) as i32;
    while far >= 0 {
        let mut end = placed.clone();
        end.anchor = placed.anchor.moved(0.0, f64::from(far), Angle::ZERO);
        end.stands = end.shape.stands(base, placed.stands.len() as u8, end.anchor).ok()?;
        if !stands_on_others(position, id, &end.stands)
            && let Ok(plan) = arrives(position, id, placed, end, false)
        {
            return Some(plan);
        }
        far -= STEP;
    }
    None
}

fn mean(stands: &[Rect]) -> Option<Spot> {
    if stands.is_empty() {
        return None;
    }
    let sum = stands.iter().map(|stand| stand.pose.at.spot()).fold(Spot::default(), Spot::plus);
    Some(sum.times(1.0 / stands.len() as f64))
}
