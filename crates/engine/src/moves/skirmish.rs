//! Skirmisher detachments: a few stands of a regiment in extended line before its front.
//!
//! A detachment is a unit of its own on the table; [`Detachment`] says whose it is.

use geometry::{Angle, Convex, Length, Pose, Rect, Spot, TOUCH};
use rulebook::{Arm, Ground, Level, Rulebook};

use super::change::{gaps_allowed, middle};
use super::run::{crowd, run_through};
use super::steps::walk_from;
use super::{
    Leave, Maneuver, NewFormation, Plan, Refusal, Refusing, Retreat, Why, check, row_of, to_contact,
};
use crate::formations::{Flanks, Shape};
use crate::movement::{Cost, Gait, Leg, Purpose, Step, allowance, cost};
use crate::sight::{distance, is_behind};
use crate::table::{
    Licence, Lost, Mover, Moving, Placed, Position, Side, UnitId, base_of, lose, slides,
};
use crate::{Formation, Opened, Order};

/// A regiment and the skirmishers it has out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detachment {
    /// The regiment.
    pub regiment: UnitId,
    /// Its skirmishers.
    pub skirmishers: UnitId,
}

/// How skirmishers are sent out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sending {
    /// How many stands.
    pub stands: u8,
    /// The gap after each stand but the last; empty for base to base.
    pub gaps: Vec<Length>,
    /// The middle of their front; two inches before the regiment's if nothing is said.
    pub at: Option<Pose>,
    /// Their half move, if they have one.
    pub steps: Vec<Step>,
    /// Flanks they refuse.
    pub refuse: Option<Refusing>,
    /// The regiment's own change of formation; it holds if there is none.
    pub change: Option<Maneuver>,
}

/// Skirmishers sent out.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// What the regiment does.
    pub regiment: Plan,
    /// The skirmishers where they end.
    pub skirmishers: Plan,
}

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

/// How near before its front a regiment puts its skirmishers.
pub const SKIRMISHERS_WITHIN: Length = Length::inches(2);
/// How far from their regiment skirmishers may be.
pub const LEASH: Length = Length::inches(16);
const FEWEST: u8 = 2;
const MOST: u8 = 6;
const SMALLEST_REGIMENT: u8 = 5;

fn refused<T>(why: Why, rule: &str) -> Result<T, Refusal> {
    Err(Refusal::because(why, rule))
}

/// The most stands that a regiment of so many may send out.
pub fn most_skirmishers(stands: u8) -> u8 {
    if stands < SMALLEST_REGIMENT { 0 } else { (stands.div_ceil(2) - 1).min(MOST) }
}

/// The level of a regiment and of its skirmishers: that of both together on the regiment's label.
pub fn level_together(regiment: &Placed, skirmishers: &Placed) -> Level {
    let mut both = regiment.unit.strength;
    both.stands += skirmishers.unit.strength.stands;
    both.level()
}

/// Sends out skirmishers within a change of formation. `out` says that the regiment has some out
/// already.
pub fn send_skirmishers(
    book: &Rulebook,
    position: &Position,
    (id, out): (UnitId, bool),
    leave: Leave,
    how: &Sending,
) -> Result<Sent, Refusal> {
    let placed = position.unit(id);
    may_send(book, placed, leave, (out, how.stands))?;
    let mut left = lose(&book.bases, placed, &Lost::Any(how.stands))
        .map_err(|refusal| Refusal::because(Why::NotEntitled, refusal.rule().as_str()))?;
    left.unit.strength.stands = placed.unit.strength.stands.saturating_sub(how.stands);
    let mut without = position.clone();
    without.set(id, left.clone());
    let regiment = match &how.change {
        None => Plan::staying(left),
        Some(change @ Maneuver::ChangeFormation { .. }) => {
            check(book, &without, id, leave, change)?
        }
        Some(Maneuver::Hold { refuse, frontage: None }) => {
            let hold = Maneuver::Hold { refuse: *refuse, frontage: None };
            check(book, &without, id, leave, &hold)?
        }
        Some(_) => return refused(Why::NotOnTheList, "SKIRM-WHEN"),
    };
    let formed = [Formation::Line, Formation::SupportedLine, Formation::FieldColumn];
    if !formed.contains(&regiment.end.unit.formation) {
        return refused(Why::NotInThisFormation, "SKIRM-REGIMENT-FORMATION");
    }
    without.set(id, regiment.end.clone());
    let detached = detached(book, placed, &regiment.end, how)?;
    same_flank(&regiment.end, &detached)?;
    is_placed(&regiment.end, &detached)?;
    let (there, detachment) = with_detachment(&without, id, detached);
    let holds = regiment.path.is_empty() && regiment.cost.is_none();
    let skirmishers = deploy(book, &there, detachment, leave, (how, holds))?;
    Ok(Sent { regiment, skirmishers })
}

/// Whether this regiment may send out so many now.
fn may_send(
    book: &Rulebook,
    placed: &Placed,
    leave: Leave,
    (out, stands): (bool, u8),
) -> Result<(), Refusal> {
    if !book.is_on("skirmishers") {
        return refused(Why::NotEntitled, "SKIRM-OPTIONAL");
    }
    let unit = &placed.unit;
    if unit.arm != Arm::Infantry || unit.formation == Formation::OpenOrder || out {
        return refused(Why::NotEntitled, "SKIRM-WHO");
    }
    if unit.order == Order::Broken {
        return refused(Why::Broken, "FORM-BROKEN");
    }
    if leave.list.is_none() {
        return refused(Why::NotOnTheList, "SKIRM-WHEN");
    }
    let count = placed.stands.len() as u8;
    if count < SMALLEST_REGIMENT {
        return refused(Why::NotEntitled, "SKIRM-MIN-REGIMENT");
    }
    if stands < FEWEST || stands > most_skirmishers(count) {
        return refused(Why::NotEntitled, "SKIRM-NUMBER");
    }
    Ok(())
}

/// The skirmishers where they are put down.
fn detached(
    book: &Rulebook,
    before: &Placed,
    regiment: &Placed,
    how: &Sending,
) -> Result<Placed, Refusal> {
    if !how.gaps.is_empty() && !gaps_allowed(book) {
        return refused(Why::FormationNotAllowed, "FORM-ACW-XL-OPTIONAL");
    }
    let mut unit = before.unit.clone();
    unit.formation = Formation::OpenOrder;
    unit.name = format!("{} skirmishers", before.unit.name).into();
    unit.strength.stands = how.stands;
    unit.leader_attached = false;
    let flanks = how.refuse.unwrap_or(Flanks::STRAIGHT);
    let shape = Shape::ExtendedLine { gaps: how.gaps.clone(), flanks };
    let base = base_of(&book.bases, &unit);
    let ahead = SKIRMISHERS_WITHIN.in_thousandths() + base.depth.in_thousandths();
    let usual = regiment.anchor.moved(0.0, f64::from(ahead), Angle::ZERO);
    let anchor = how.at.unwrap_or(usual);
    Ok(Placed::new(unit, before.side, shape, anchor, &book.bases)?)
}

/// Regiment and skirmishers refuse one and the same flank, if any.
fn same_flank(regiment: &Placed, skirmishers: &Placed) -> Result<(), Refusal> {
    let flanks = |placed: &Placed| match placed.shape {
        Shape::Line { left, right } => Flanks { left, right },
        Shape::ExtendedLine { flanks, .. } | Shape::OpenOrder { flanks, .. } => flanks,
        _ => Flanks::STRAIGHT,
    };
    let both = [flanks(regiment), flanks(skirmishers)];
    let left = both.iter().any(|flanks| flanks.left.stands > 0);
    let right = both.iter().any(|flanks| flanks.right.stands > 0);
    if left && right { refused(Why::OneFlankOnly, "SKIRM-REFUSE") } else { Ok(()) }
}

/// Every stand is before the regiment's front, its rear within two inches of it.
fn is_placed(regiment: &Placed, skirmishers: &Placed) -> Result<(), Refusal> {
    let far = f64::from(SKIRMISHERS_WITHIN.in_thousandths()) + TOUCH;
    let near = |stand: &Rect| {
        let ahead = stand.corners().map(|corner| regiment.anchor.local(corner).y);
        ahead.into_iter().fold(f64::INFINITY, f64::min) <= far
    };
    if !skirmishers.stands.iter().all(near) {
        return refused(Why::OffItsGround, "SKIRM-PLACE");
    }
    Ok(())
}

/// A position with the skirmishers on it, the last of all units.
fn with_detachment(
    position: &Position,
    regiment: UnitId,
    skirmishers: Placed,
) -> (Position, Detachment) {
    let mut units = position.units().to_vec();
    let id = UnitId(units.len() as u16);
    units.push(skirmishers);
    let edges = [position.edge(Side::First), position.edge(Side::Second)];
    let there = Position::new(position.table.clone(), units, position.leaders.clone());
    let there = there.with_edges(edges);
    (there, Detachment { regiment, skirmishers: id })
}

/// The half move of skirmishers whose regiment holds on a better effect than Tardy.
fn deploy(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    leave: Leave,
    (how, holds): (&Sending, bool),
) -> Result<Plan, Refusal> {
    let id = detachment.skirmishers;
    let placed = position.unit(id);
    stands_free(position, id, placed)?;
    let mut plan = Plan::staying(placed.clone());
    if !how.steps.is_empty() {
        let gait = match leave.list {
            Some(Opened::DoubleQuick) if holds => Gait::HalfDoubleQuick,
            Some(Opened::WellHandled) if holds => Gait::Half,
            _ => return refused(Why::NeedsWellHandled, "SKIRM-DEPLOY-STAY"),
        };
        let walked =
            walk_from(book, position, (id, placed), &how.steps, Purpose::Move, Licence::MOVE)?;
        let cost = pay(book, placed, gait, &walked.legs)?;
        plan = Plan {
            path: walked.path,
            cost: Some(cost),
            ground: walked.crossed.slowest(),
            pieces: walked.crossed.pieces,
            passed: walked.crossed.passed,
            ..Plan::staying(walked.end)
        };
    }
    keeps_limits(book, position, detachment, &plan.end)?;
    Ok(plan)
}

/// What a walk costs, if it can be paid.
fn pay(book: &Rulebook, placed: &Placed, gait: Gait, legs: &[Leg]) -> Result<Cost, Refusal> {
    let Some(row) = row_of(book, &placed.unit) else {
        return refused(Why::StepNotForFormation, "MOV-BASE-MIXED-TERRAIN");
    };
    let cost = cost(row, gait, legs);
    if cost.is_met() {
        return Ok(cost);
    }
    let (needs, has, ground) = (cost.spent(), cost.allowance, cost.slowest);
    Err(Refusal::TooFar { needs, has, ground, rule: row.rule.clone() })
}

/// Can a unit stand where it is put: on nobody, on ground it may tread?
fn stands_free(position: &Position, id: UnitId, end: &Placed) -> Result<Ground, Refusal> {
    let path = slides(&end.stands, &end.stands);
    let licence = Licence { near_enemies: true, ..Licence::MOVE };
    Ok(Mover::of(position, id).check(&path, &end.stands, licence)?.slowest())
}

/// Is all of a unit beyond the straight line through the front corners of a regiment?
pub fn is_in_front(regiment: &Placed, stands: &[Rect]) -> bool {
    let front = regiment.front_rank();
    let (left, right) = match (front.first(), front.last()) {
        (Some(left), Some(right)) => (left.corners()[0], right.corners()[1]),
        _ => (regiment.anchor.spot(-500.0, 0.0), regiment.anchor.spot(500.0, 0.0)),
    };
    let along = right.minus(left);
    let size = along.size().max(1e-9);
    // Ahead is to the left of the way from the left corner to the right one.
    let ahead = |corner: Spot| along.cross(corner.minus(left)) / size >= -TOUCH;
    stands.iter().flat_map(|stand| stand.corners()).all(ahead)
}

/// Do skirmishers who end so keep the limits: before the front, a stand of the regiment in the strip
/// straight behind them and within sixteen inches?
pub fn keeps_limits(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    end: &Placed,
) -> Result<(), Refusal> {
    let regiment = position.unit(detachment.regiment);
    if !is_in_front(regiment, &end.stands) {
        return refused(Why::OffItsGround, "SKIRM-FRONT-ONLY");
    }
    if is_behind(end, &regiment.stands, LEASH) {
        return Ok(());
    }
    let turned = Pose::new(end.anchor.at, regiment.anchor.heading);
    let straight = end.moved(end.shape.clone(), turned, &book.bases);
    let by_facing = straight.is_ok_and(|straight| is_behind(&straight, &regiment.stands, LEASH));
    if by_facing && end.anchor.heading != regiment.anchor.heading {
        return refused(Why::WrongFacing, "SKIRM-FACING");
    }
    refused(Why::OutOfReach, "SKIRM-LEASH")
}

/// A maneuver of skirmishers: one of a unit of its own, within the limits. Who is out of them when
/// the check is made must put that right.
pub fn check_skirmishers(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    leave: Leave,
    maneuver: &Maneuver,
) -> Result<Plan, Refusal> {
    let id = detachment.skirmishers;
    let placed = position.unit(id);
    let loose = |to: &NewFormation| matches!(to.shape, Shape::ExtendedLine { .. });
    match maneuver {
        Maneuver::ChangeFormation { to, .. } if !loose(to) => {
            return refused(Why::FormationNotAllowed, "SKIRM-EXTENDED-ONLY");
        }
        Maneuver::DeployToTheFront { .. } => {
            return refused(Why::FormationNotAllowed, "SKIRM-EXTENDED-ONLY");
        }
        _ => {}
    }
    let plan = check(book, position, id, leave, maneuver)?;
    let was_out = keeps_limits(book, position, detachment, placed).is_err();
    match keeps_limits(book, position, detachment, &plan.end) {
        Err(_) if was_out && leave.list.is_some() => {
            refused(Why::OutOfReach, "SKIRM-LEASH-RESTORE")
        }
        // Held where they are by their effect they can mend nothing.
        Err(_) if was_out => Ok(plan),
        Err(refusal) => Err(refusal),
        Ok(()) => Ok(plan),
    }
}

/// While skirmishers are out their regiment stays in line or field column of its own will.
pub fn check_regiment(
    book: &Rulebook,
    position: &Position,
    detachment: Detachment,
    leave: Leave,
    maneuver: &Maneuver,
) -> Result<Plan, Refusal> {
    let plan = check(book, position, detachment.regiment, leave, maneuver)?;
    let formed = [Formation::Line, Formation::SupportedLine, Formation::FieldColumn];
    if matches!(maneuver, Maneuver::ChangeFormation { .. } | Maneuver::DeployToTheFront { .. })
        && !formed.contains(&plan.end.unit.formation)
    {
        return refused(Why::NotInThisFormation, "SKIRM-REGIMENT-FORMATION");
    }
    Ok(plan)
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
    if let Some(ground) = way_ground(position, detachment, (&placed, base), nearest)
        && gap <= allowance(row, Gait::Full, ground)
    {
        let whole = rejoined(book, position, detachment, regiment);
        return Running::Rejoins(Box::new(whole));
    }
    Running::Runs(run_through(position, (id, &placed), base, row, heading))
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
    let mut alone = position.clone();
    let regiment = position.unit(detachment.regiment);
    alone.set(detachment.regiment, Placed { stands: Vec::new(), ..regiment.clone() });
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
