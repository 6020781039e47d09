//! Who threatens whom: close range, outflanking, massed targets, supports.

use std::cell::Cell;
use std::collections::BTreeSet;

use geometry::{Bounds, Length, Rect};
use rulebook::Rulebook;

use super::{FrontLine, bears_on, distance, range, sees};
use crate::formations::Shape;
use crate::table::{Placed, Position, UnitId};
use crate::{Formation, Order};

/// The close range of a unit's weapon; nothing if it has none.
pub fn close_range(book: &Rulebook, unit: &crate::Unit) -> Option<Length> {
    let close = unit.weapon(book)?.close_range;
    (close > Length::ZERO).then_some(close)
}

/// The stands of a unit that could fire if they bore on something.
pub fn stands_in_action(placed: &Placed) -> Vec<Rect> {
    if !placed.could_fire() || (placed.unit.is_mounted() && placed.unit.is_troops()) {
        return Vec::new();
    }
    if placed.unit.is_guns() {
        let ready = placed.stands.iter().zip(&placed.guns);
        let ready = ready.filter(|(_, gun)| !gun.limbered && !gun.silenced && !gun.abandoned);
        return ready.map(|(stand, _)| *stand).collect();
    }
    let count = placed.stands.len() as u8;
    let firing = match placed.shape {
        Shape::Square => count,
        _ => placed.shape.stands_to_fire(count),
    };
    placed.stands[..usize::from(firing).min(placed.stands.len())].to_vec()
}

/// Has an enemy `stands` of ours in its arc, in its close range and in sight?
pub fn is_threatened_by(
    book: &Rulebook,
    position: &Position,
    stands: &[Rect],
    enemy: UnitId,
) -> bool {
    let placed = position.unit(enemy);
    let Some(close) = close_range(book, &placed.unit) else { return false };
    let close = position.sight().map_or(close, |limit| limit.min(close));
    let around = stands.iter().map(|stand| stand.bounds()).reduce(Bounds::and);
    let reach = placed.bounds().map(|bounds| bounds.grown(f64::from(close.in_thousandths())));
    if !around.zip(reach).is_some_and(|(around, reach)| reach.meets(around)) {
        return false;
    }
    let hit = |firer: &Rect| stands.iter().any(|target| hits(position, close, firer, target));
    stands_in_action(placed).iter().any(hit)
}

/// The enemies of a unit who could fire at close range, looked up once for many places where it could stand.
pub(crate) struct CloseFire<'p> {
    position: &'p Position,
    /// Every stand of theirs in action, with its close range and the box that this reaches.
    firers: Vec<(Rect, Length, Bounds)>,
    /// The firer and the stand of ours that were last found to be a threat: most likely they still are.
    last: Cell<(usize, usize)>,
}

impl<'p> CloseFire<'p> {
    /// Those who could fire at a unit.
    pub fn at(book: &Rulebook, position: &'p Position, id: UnitId) -> CloseFire<'p> {
        let side = position.unit(id).side;
        let enemies = position.units().iter().filter(|other| other.side != side);
        let firers = enemies.flat_map(|enemy| {
            let close = close_range(book, &enemy.unit);
            let close = close.map(|close| position.sight().map_or(close, |limit| limit.min(close)));
            let reached = |close: Length, stand: Rect| {
                (stand, close, stand.bounds().grown(f64::from(close.in_thousandths())))
            };
            let stands = close.map(|close| {
                stands_in_action(enemy).into_iter().map(move |stand| reached(close, stand))
            });
            stands.into_iter().flatten()
        });
        CloseFire { position, firers: firers.collect(), last: Cell::new((0, 0)) }
    }

    /// Does any of them have one of `stands` in its arc, in its close range and in sight?
    pub fn threatens(&self, stands: &[Rect]) -> bool {
        let (firer, target) = self.last.get();
        if let (Some(firer), Some(target)) = (self.firers.get(firer), stands.get(target))
            && self.hits(firer, target)
        {
            return true;
        }
        // Whoever's reach lies apart from all of ours needs no closer look.
        let all = stands.iter().map(|stand| stand.bounds()).reduce(Bounds::and);
        let near = |firer: &(Rect, Length, Bounds)| all.is_some_and(|all| firer.2.meets(all));
        for (place, firer) in self.firers.iter().enumerate().filter(|(_, firer)| near(firer)) {
            if let Some(target) = stands.iter().position(|target| self.hits(firer, target)) {
                self.last.set((place, target));
                return true;
            }
        }
        false
    }

    fn hits(&self, (firer, close, reach): &(Rect, Length, Bounds), target: &Rect) -> bool {
        reach.meets(target.bounds()) && hits(self.position, *close, firer, target)
    }
}

/// Has a stand another in its arc, in its close range and in sight?
fn hits(position: &Position, close: Length, firer: &Rect, target: &Rect) -> bool {
    firer.bounds().grown(f64::from(close.in_thousandths())).meets(target.bounds())
        && range(*firer, *target) <= close
        && bears_on(*firer, *target)
        && sees(&position.table, *firer, *target).is_ok()
}

/// The enemies that have `stands` of a side in their close range.
pub fn threats(book: &Rulebook, position: &Position, id: UnitId, stands: &[Rect]) -> Vec<UnitId> {
    let side = position.unit(id).side;
    let enemies = position.ids().filter(|other| position.unit(*other).side != side);
    enemies.filter(|enemy| is_threatened_by(book, position, stands, *enemy)).collect()
}

/// Is a unit in enemy close range?
pub fn is_in_close_range(book: &Rulebook, position: &Position, id: UnitId) -> bool {
    !threats(book, position, id, &position.unit(id).stands).is_empty()
}

/// The front lines of a unit: of its middle, and of a part that is refused.
fn fronts(placed: &Placed) -> Vec<FrontLine> {
    let front = placed.front_rank();
    if placed.shape == Shape::Square || front.is_empty() {
        return Vec::new();
    }
    if placed.unit.is_guns() {
        // Each gun has a front of its own: they may stand one behind the other.
        return front.iter().map(|gun| FrontLine::through(*gun, *gun)).collect();
    }
    let mut lines = Vec::new();
    let mut from = 0;
    for place in 1..=front.len() {
        let turned =
            place < front.len() && front[place].pose.heading != front[place - 1].pose.heading;
        if turned || place == front.len() {
            lines.push(FrontLine::through(front[from], front[place - 1]));
            from = place;
        }
    }
    lines
}

/// Are at least half of `stands` behind the line of a unit's front, and behind that of a flank it
/// refuses?
pub fn is_turned(placed: &Placed, stands: &[Rect]) -> bool {
    if matches!(placed.unit.formation, Formation::Garrison) || placed.unit.formation.is_square() {
        return false;
    }
    let lines = fronts(placed);
    let behind = |stand: &&Rect| lines.iter().all(|line| line.has_behind(**stand));
    let count = stands.iter().filter(behind).count();
    !lines.is_empty() && !stands.is_empty() && count * 2 >= stands.len()
}

/// The enemy that outflanks a unit for its maneuver check: within eight inches, in sight, half of
/// its stands behind the front, and bearing on it.
pub fn outflanked_by(position: &Position, id: UnitId) -> Option<UnitId> {
    const REACH: Length = Length::inches(8);
    let placed = position.unit(id);
    let around = placed.bounds()?.grown(f64::from(REACH.in_thousandths()));
    let enemies = position.near(around).into_iter();
    let enemies = enemies.filter(|other| position.unit(*other).side != placed.side);
    enemies.into_iter().find(|enemy| {
        let other = position.unit(*enemy);
        let active = if other.unit.is_guns() {
            other.could_fire()
        } else {
            other.unit.order != Order::Broken
        };
        let near = distance(&other.stands, &placed.stands).is_some_and(|far| far <= REACH);
        let bears = || other.stands.iter().any(|e| placed.stands.iter().any(|p| bears_on(*e, *p)));
        active
            && near
            && is_turned(placed, &other.stands)
            && bears()
            && super::unit_sees(position, *enemy, id).is_ok()
    })
}

/// Is a shot into a unit enfilading: does the firing stand lie wholly behind the prolonged front of
/// the target, to its flank or rear?
pub fn is_enfiladed_from(target: &Placed, firer: Rect) -> bool {
    match target.unit.formation {
        Formation::StormingColumn => true,
        formation if formation.is_square() || formation == Formation::Garrison => false,
        _ => {
            let lines = fronts(target);
            !lines.is_empty() && lines.iter().all(|line| line.is_behind(firer))
        }
    }
}

/// The friends massed behind a target: within `within` of its rear, in the strip as wide as it.
pub fn massed_behind(position: &Position, target: UnitId, within: Length) -> Vec<UnitId> {
    let placed = position.unit(target);
    let Some(around) = placed.bounds() else { return Vec::new() };
    let far = f64::from(within.in_thousandths());
    let near = position.near(around.grown(far)).into_iter().filter(|id| *id != target);
    let friends = near.filter(|id| position.unit(*id).side == placed.side);
    friends.filter(|id| is_behind(placed, &position.unit(*id).stands, within)).collect()
}

/// Does any of `stands` lie within `within` straight behind a unit, in the strip as wide as it?
pub fn is_behind(placed: &Placed, stands: &[Rect], within: Length) -> bool {
    let far = f64::from(within.in_thousandths()) + geometry::TOUCH;
    let anchor = placed.anchor;
    let corners = placed.stands.iter().flat_map(|stand| stand.corners());
    let local: Vec<geometry::Spot> = corners.map(|corner| anchor.local(corner)).collect();
    let least = |of: fn(&geometry::Spot) -> f64| local.iter().map(of).fold(f64::INFINITY, f64::min);
    let most =
        |of: fn(&geometry::Spot) -> f64| local.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    if local.is_empty() {
        return false;
    }
    let (left, right, rear) = (least(|c| c.x), most(|c| c.x), least(|c| c.y));
    stands.iter().any(|stand| {
        let corners = stand.corners().map(|corner| anchor.local(corner));
        let beside = corners.iter().all(|c| c.x <= left) || corners.iter().all(|c| c.x >= right);
        let nearest = corners.iter().map(|c| c.y).fold(f64::NEG_INFINITY, f64::max);
        let middle = anchor.local(stand.pose.at.spot()).y;
        !beside && middle < rear && rear - nearest <= far
    })
}

/// Does a unit lie in the strip that a charger's front sweeps on its straight way to a target?
pub fn is_in_path(charger: &Placed, target: &Placed, other: &Placed) -> bool {
    let anchor = charger.anchor;
    let wide = charger.stands.iter().flat_map(|stand| stand.corners());
    let across: Vec<f64> = wide.map(|corner| anchor.local(corner).x).collect();
    let left = across.iter().copied().fold(f64::INFINITY, f64::min);
    let right = across.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ahead = target.stands.iter().flat_map(|stand| stand.corners());
    let far = ahead.map(|corner| anchor.local(corner).y).fold(f64::NEG_INFINITY, f64::max);
    other.stands.iter().any(|stand| {
        let corners = stand.corners().map(|corner| anchor.local(corner));
        let beside = corners.iter().all(|c| c.x <= left) || corners.iter().all(|c| c.x >= right);
        let behind = corners.iter().all(|c| c.y <= 0.0);
        let beyond = corners.iter().all(|c| c.y >= far);
        !beside && !behind && !beyond
    })
}

/// The distance between the nearest stands of two units; nothing if one is off the table.
pub fn gap(position: &Position, one: UnitId, other: UnitId) -> Option<Length> {
    distance(&position.unit(one).stands, &position.unit(other).stands)
}

/// The distance from the nearest stand of a unit to that of the nearest of others; nothing if they are off the table.
pub fn gap_to_nearest(
    position: &Position,
    id: UnitId,
    others: impl Iterator<Item = UnitId>,
) -> Option<Length> {
    let ours = &position.unit(id).stands;
    others.fold(None, |least, other| {
        let theirs = &position.unit(other).stands;
        let clearly = |least| {
            let far = |one: &Rect| theirs.iter().all(|other| one.is_clearly_farther(*other, least));
            ours.iter().all(far)
        };
        if least.is_some_and(clearly) {
            return least;
        }
        least.into_iter().chain(distance(ours, theirs)).min()
    })
}

/// Bases no farther apart than this touch.
pub(crate) const CONTACT: Length = Length::thousandths(geometry::TOUCH as i32 + 1);

/// Are two units in contact, base to base?
pub fn are_in_contact(position: &Position, one: UnitId, other: UnitId) -> bool {
    gap(position, one, other).is_some_and(|gap| gap <= CONTACT)
}

/// The closest enemy of a unit, in sight or not.
pub fn closest_enemy(position: &Position, id: UnitId, in_sight: bool) -> Option<(UnitId, Length)> {
    let placed = position.unit(id);
    let here = placed.bounds()?;
    let enemies = position.ids().filter(|other| position.unit(*other).side != placed.side);
    let boxes = enemies.filter_map(|enemy| Some((position.unit(enemy).bounds()?.gap(here), enemy)));
    let mut boxes: Vec<(f64, UnitId)> = boxes.collect();
    boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut boxes = boxes.into_iter().peekable();
    let mut measured: BTreeSet<(Length, UnitId)> = BTreeSet::new();
    loop {
        // Nobody is nearer than his box: who is nearer than every box that is left comes next.
        let beyond = boxes.peek().map_or(f64::INFINITY, |(gap, _)| *gap);
        let next = measured.first().copied();
        match next.filter(|(far, _)| f64::from(far.in_thousandths()) + 1.0 < beyond) {
            Some((far, enemy)) => {
                measured.pop_first();
                if !in_sight || super::unit_sees(position, id, enemy).is_ok() {
                    return Some((enemy, far));
                }
            }
            None => {
                let (_, enemy) = boxes.next()?;
                measured.extend(gap(position, id, enemy).map(|far| (far, enemy)));
            }
        }
    }
}

/// The friends that support guns: troops, not broken, with a stand within two inches of one of
/// theirs and not wholly in front of them.
pub fn supports(position: &Position, guns: UnitId) -> Vec<UnitId> {
    const CLOSE: Length = Length::inches(2);
    let battery = position.unit(guns);
    let Some(around) = battery.bounds() else { return Vec::new() };
    let near = position.near(around.grown(f64::from(CLOSE.in_thousandths())));
    let in_front = |stand: &Rect| {
        battery.stands.iter().all(|gun| {
            let half = f64::from(gun.depth.in_thousandths()) / 2.0;
            stand.corners().iter().all(|corner| gun.pose.local(*corner).y >= half - geometry::TOUCH)
        })
    };
    let supports = |id: &UnitId| {
        let placed = position.unit(*id);
        let troops = placed.side == battery.side
            && placed.unit.is_troops()
            && placed.unit.order != Order::Broken;
        let close = |stand: &&Rect| battery.stands.iter().any(|gun| gun.distance(**stand) <= CLOSE);
        let beside: Vec<&Rect> = placed.stands.iter().filter(close).collect();
        troops && !beside.is_empty() && !placed.stands.iter().all(in_front)
    };
    near.into_iter().filter(|id| *id != guns).filter(supports).collect()
}
