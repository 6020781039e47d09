//! Skirmishers on their way back: they rejoin, are taken up, evade or run to their regiment.

use geometry::{Angle, Convex, Length, Spot, TOUCH};
use rulebook::{Ground, Rulebook};

use super::change::middle;
use super::round::{Goal, round};
use super::run::{crowd, run_through};
use super::skirmish::{Detachment, pay, refused, stands_free};
use super::steps::walk_from;
use super::{Leave, Refusal, Retreat, Why, row_of, to_contact};
use crate::formations::Shape;
use crate::movement::{Cost, Gait, Purpose, Step, allowance};
use crate::sight::distance;
use crate::table::{Licence, Mover, Moving, Placed, Position, UnitId, base_of, slides};
use crate::{Formation, Opened, Order};

/// Skirmishers back with their regiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejoined {
    /// The regiment with those who found room.
    pub regiment: Placed,
    /// Those who did not: broken, close behind it. They neither fire nor count.
    pub waiting: Option<Placed>,
    /// What the move until contact cost.
    pub cost: Option<Cost>,
}

/// How skirmishers run.
#[derive(Clone, Debug, PartialEq)]
pub enum Running {
    /// They touch their regiment and are one with it.
    Rejoins(Box<Rejoined>),
    /// They are still on their way, broken, or gone.
    Runs(Retreat),
}

/// The regiment with its skirmishers in its ranks, as many as find room; the others wait behind.
pub fn rejoined(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    regiment: &Placed,
) -> Rejoined {
    let coming = position.unit(detachment.skirmishers);
    let mut alone = position.clone();
    alone.set(detachment.skirmishers, Placed { stands: Vec::new(), ..coming.clone() });
    alone.set(detachment.regiment, regiment.clone());
    let more = coming.stands.len() as u8;
    for room in (0..=more).rev() {
        let Some(mut whole) = grown(book, regiment, room) else { continue };
        let free = stands_free(&alone, detachment.regiment, &whole).is_ok();
        if !free && room > 0 {
            continue;
        }
        whole.unit.strength.stands = regiment.unit.strength.stands + more;
        let waiting = (room < more).then(|| behind(book, regiment, coming, more - room));
        return Rejoined { regiment: whole, waiting, cost: None };
    }
    Rejoined { regiment: regiment.clone(), waiting: None, cost: None }
}

/// The regiment with so many more stands in its formation.
fn grown(book: &Rulebook, regiment: &Placed, more: u8) -> Option<Placed> {
    let count = regiment.stands.len() as u8 + more;
    let base = base_of(&book.bases, &regiment.unit);
    let shape = match &regiment.shape {
        Shape::ExtendedLine { flanks, .. } => {
            Shape::ExtendedLine { gaps: Vec::new(), flanks: *flanks }
        }
        other => other.clone(),
    };
    let stands = shape.stands(base, count, regiment.anchor).ok()?;
    Some(Placed { shape, stands, ..regiment.clone() })
}

/// Stands that wait close behind a regiment.
fn behind(book: &Rulebook, regiment: &Placed, coming: &Placed, stands: u8) -> Placed {
    let base = base_of(&book.bases, &coming.unit);
    let corners = regiment.stands.iter().flat_map(|stand| stand.corners());
    let rear = corners.map(|corner| regiment.anchor.local(corner).y).fold(0.0, f64::min);
    let mut group = coming.clone();
    group.unit.order = Order::Broken;
    group.unit.formation = Formation::Line;
    group.unit.strength.stands = stands;
    group.shape = Shape::Cluster;
    group.anchor = regiment.anchor.moved(0.0, rear - 100.0, Angle::ZERO);
    group.stands = group.shape.stands(base, stands, group.anchor).unwrap_or_default();
    group
}

/// Skirmishers go straight back until they touch their regiment.
pub fn rejoin(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    leave: Leave,
) -> Result<Rejoined, Refusal> {
    let gait = gait(leave)?;
    withdraw(book, position, detachment, gait, "SKIRM-REJOIN-HOW")
}

/// The gait of a full move, half of one on a Tardy effect.
fn gait(leave: Leave) -> Result<Gait, Refusal> {
    match leave.list {
        Some(Opened::DoubleQuick) => Ok(Gait::DoubleQuick),
        Some(Opened::WellHandled) => Ok(Gait::Full),
        Some(Opened::Tardy) => Ok(Gait::Half),
        None => refused(Why::NotOnTheList, "SKIRM-REJOIN-WHEN"),
    }
}

fn withdraw(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    gait: Gait,
    rule: &str,
) -> Result<Rejoined, Refusal> {
    let id = detachment.skirmishers;
    let (placed, regiment) = (position.unit(id), position.unit(detachment.regiment));
    if placed.unit.order == Order::Broken {
        return refused(Why::Broken, "SKIRM-BROKEN-NO-CHECK");
    }
    let mut about = placed.clone();
    about.anchor.heading = about.anchor.heading.plus(Angle::ABOUT);
    let by = to_contact(&about, regiment, Length::inches(120));
    let by = by.ok_or_else(|| Refusal::because(Why::OutOfReach, rule))?;
    let steps = [Step::Withdraw { by }];
    let walked = walk_from(book, position, (id, placed), &steps, Purpose::Move, Licence::MOVE)?;
    let cost = pay(book, placed, gait, &walked.legs)?;
    let mut back = rejoined(book, position, detachment, regiment);
    back.cost = Some(cost);
    Ok(back)
}

/// A regiment advances straight at its skirmishers until they touch and are one again; what is left
/// of its move stays with it.
pub fn take_up(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    leave: Leave,
) -> Result<Rejoined, Refusal> {
    let gait = gait(leave)?;
    let id = detachment.regiment;
    let (regiment, skirmishers) = (position.unit(id), position.unit(detachment.skirmishers));
    if regiment.unit.order == Order::Broken {
        return refused(Why::Broken, "FORM-BROKEN");
    }
    let by = to_contact(regiment, skirmishers, Length::inches(120));
    let by = by.ok_or_else(|| Refusal::because(Why::OutOfReach, "SKIRM-REJOIN-HOW"))?;
    let steps = [Step::Advance { by }];
    let walked = walk_from(book, position, (id, regiment), &steps, Purpose::Move, Licence::MOVE)?;
    let cost = pay(book, regiment, gait, &walked.legs)?;
    let mut whole = rejoined(book, position, detachment, &walked.end);
    whole.cost = Some(cost);
    Ok(whole)
}

/// A hasty rejoining in answer to charges: straight back by no more than a full move; not if horse
/// charges the skirmishers themselves.
pub fn hasty_rejoin(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    charges: &[(UnitId, UnitId)],
) -> Result<Rejoined, Refusal> {
    const RULE: &str = "SKIRM-REJOIN-HASTY";
    let side = position.unit(detachment.skirmishers).side;
    let charged = |(charger, target): &&(UnitId, UnitId)| {
        position.unit(*charger).side != side && position.unit(*target).side == side
    };
    let ridden_at = charges.iter().filter(charged).any(|(charger, target)| {
        *target == detachment.skirmishers && position.unit(*charger).unit.is_mounted()
    });
    if ridden_at || !charges.iter().any(|charge| charged(&charge)) {
        return refused(Why::NotEntitled, RULE);
    }
    withdraw(book, position, detachment, Gait::Full, RULE)
}

/// Skirmishers evade infantry or horse on foot that charges them: broken, toward their regiment.
pub fn skirmishers_evade(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    charger: Option<UnitId>,
) -> Result<Running, Refusal> {
    let mounted = charger.is_some_and(|charger| position.unit(charger).unit.is_mounted());
    let broken = position.unit(detachment.skirmishers).unit.order == Order::Broken;
    if mounted || broken {
        return refused(Why::NotEntitled, "SKIRM-EVADE");
    }
    Ok(run_to_regiment(book, position, detachment))
}

/// What a forced retreat of skirmishers comes to: who touches the regiment on the way is one with it,
/// and who cannot go straight back runs to it, broken.
pub fn skirmishers_retreat(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    retreat: Retreat,
) -> Running {
    let placed = position.unit(detachment.skirmishers);
    let regiment = position.unit(detachment.regiment);
    let Retreat::To(plan) = &retreat else { return run_to_regiment(book, position, detachment) };
    let near = Length::thousandths(TOUCH as i32 + 1);
    let touches = distance(&plan.end.stands, &regiment.stands).is_some_and(|gap| gap <= near);
    if touches || plan.passed.contains(&detachment.regiment) {
        let whole = rejoined(book, position, detachment, regiment);
        return Running::Rejoins(Box::new(whole));
    }
    let aside = placed.anchor.local(plan.end.anchor.at.spot()).x.abs() > TOUCH;
    if aside { run_to_regiment(book, position, detachment) } else { Running::Runs(retreat) }
}

/// Broken skirmishers run to their regiment, not to the edge: by one full move, or until they touch
/// it and are one with it, in its order.
pub fn run_to_regiment(book: &Rulebook, position: &Position, detachment: Detachment) -> Running {
    let id = detachment.skirmishers;
    let regiment = position.unit(detachment.regiment);
    let mut placed = position.unit(id).clone();
    placed.unit.order = Order::Broken;
    let Some(row) = row_of(book, &placed.unit) else { return Running::Runs(Retreat::Cut) };
    let base = base_of(&book.bases, &placed.unit);
    let here = middle(&placed);
    let nearest = regiment.stands.iter().map(|stand| stand.nearest(here));
    let nearest = nearest.min_by(|a, b| a.minus(here).size().total_cmp(&b.minus(here).size()));
    let Some(nearest) = nearest else { return Running::Runs(Retreat::Cut) };
    let heading = nearest.minus(here).heading();
    let gap = distance(&placed.stands, &regiment.stands).unwrap_or(Length::ZERO);
    let with_it = || Running::Rejoins(Box::new(rejoined(book, position, detachment, regiment)));
    match way_ground(position, detachment, (&placed, base), nearest) {
        Some(ground) if gap <= allowance(row, Gait::Full, ground) => return with_it(),
        Some(_) => {}
        // Something bars the straight way: they bend round it.
        None => {
            let alone = without(position, detachment.regiment);
            match round(&alone, (id, &placed), base, row, Goal::To(nearest)) {
                Some((_, left)) if left < TOUCH => return with_it(),
                Some((plan, _)) => return Running::Runs(Retreat::To(Box::new(plan))),
                None => {}
            }
        }
    }
    Running::Runs(run_through(position, (id, &placed), base, row, heading))
}

/// The position without the stands of a unit.
fn without(position: &Position, id: UnitId) -> Position {
    let mut alone = position.clone();
    alone.set(id, Placed { stands: Vec::new(), ..position.unit(id).clone() });
    alone
}

/// The slowest ground on the straight way to the regiment; nothing if something bars it.
fn way_ground(
    position: &Position,
    detachment: Detachment,
    (placed, base): (&Placed, rulebook::Base),
    to: Spot,
) -> Option<Ground> {
    let here = middle(placed);
    let way = to.minus(here);
    if way.size() < 1.0 {
        return Some(Ground::Open);
    }
    let heading = way.heading();
    let crowd_at = |part: f64| crowd(placed, base, here.plus(way.times(part)), heading);
    let (from, there) = (crowd_at(0.0), crowd_at(1.0));
    let alone = without(position, detachment.regiment);
    let path = slides(&from.stands, &there.stands);
    // Chargers they leave behind are not in their way.
    let clear = |moving: &Moving| {
        let start = Convex::from(moving.sweep.start());
        !position.units().iter().any(|other| {
            other.side != placed.side && other.outlines().any(|o| o.depth(&start) > TOUCH)
        })
    };
    let path: Vec<Moving> = path.into_iter().filter(clear).collect();
    let mover = Mover::of(&alone, detachment.skirmishers);
    mover.check(&path, &[], Licence::RETREAT).ok().map(|crossed| crossed.slowest())
}

/// Skirmishers whose regiment is gone are the regiment from now on.
pub fn successor(regiment: &Placed, skirmishers: &Placed) -> Placed {
    let mut heir = skirmishers.clone();
    heir.unit.name = regiment.unit.name.clone();
    heir.unit.strength.label = regiment.unit.strength.label;
    heir
}
