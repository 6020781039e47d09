//! Skirmisher detachments: a few stands of a regiment in extended line before its front.
//!
//! A detachment is a unit of its own on the table; [`Detachment`] says whose it is.

use geometry::{Angle, Length, Pose, Rect, Spot, TOUCH};
use rulebook::{Arm, Ground, Level, Rulebook};

use super::candidates::changes;
use super::change::gaps_allowed;
use super::steps::walk_from;
use super::{Leave, Maneuver, NewFormation, Plan, Refusal, Refusing, Why, check, row_of};
use crate::formations::{Flanks, MOST_GAP, Shape};
use crate::movement::{Cost, Gait, Leg, Purpose, Step, allowance, cost};
use crate::sight::is_behind;
use crate::table::{Licence, Lost, Mover, Placed, Position, UnitId, base_of, lose, slides};
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

/// How near before its front a regiment puts its skirmishers.
pub const SKIRMISHERS_WITHIN: Length = Length::inches(2);
/// How far from their regiment skirmishers may be.
pub const LEASH: Length = Length::inches(16);
const FEWEST: u8 = 2;
const MOST: u8 = 6;
const SMALLEST_REGIMENT: u8 = 5;
/// What a regiment with skirmishers out is formed in.
const FORMED: [Formation; 3] = [Formation::Line, Formation::SupportedLine, Formation::FieldColumn];

pub(super) fn refused<T>(why: Why, rule: &str) -> Result<T, Refusal> {
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
    let left = without(book, placed, how.stands)?;
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
    if !FORMED.contains(&regiment.end.unit.formation) {
        return refused(Why::NotInThisFormation, "SKIRM-REGIMENT-FORMATION");
    }
    without.set(id, regiment.end.clone());
    let detached = detached(book, placed, &regiment.end, how)?;
    same_flank(&regiment.end, &detached)?;
    is_placed(&regiment.end, &detached)?;
    let detachment = Detachment { regiment: id, skirmishers: without.raise(detached) };
    let holds = regiment.path.is_empty() && regiment.cost.is_none();
    let skirmishers = deploy(book, &without, detachment, leave, (how, holds))?;
    Ok(Sent { regiment, skirmishers })
}

/// A regiment that begins the battle with so many of its stands out as skirmishers, so far ahead of its
/// front: the regiment as it is then, and they.
pub fn screened(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    stands: u8,
    ahead: Length,
) -> Result<(Placed, Placed), Refusal> {
    let placed = position.unit(id);
    can_send(placed, stands)?;
    if !FORMED.contains(&placed.unit.formation) {
        return refused(Why::NotInThisFormation, "SKIRM-REGIMENT-FORMATION");
    }
    let regiment = without(book, placed, stands)?;
    let mut there = position.clone();
    there.set(id, regiment.clone());
    let depth = base_of(&book.bases, &placed.unit).depth;
    let far = f64::from(ahead.in_thousandths() + depth.in_thousandths());
    let at = Some(regiment.anchor.moved(0.0, far, Angle::ZERO));
    let how =
        Sending { stands, gaps: Vec::new(), at, steps: Vec::new(), refuse: None, change: None };
    let out = detached(book, placed, &regiment, &how)?;
    let skirmishers = there.raise(out.clone());
    stands_free(&there, skirmishers, &out)?;
    keeps_limits(book, &there, Detachment { regiment: id, skirmishers }, &out)?;
    Ok((regiment, out))
}

/// A regiment without so many of its stands.
fn without(book: &Rulebook, placed: &Placed, stands: u8) -> Result<Placed, Refusal> {
    let mut left = lose(&book.bases, placed, &Lost::Any(stands))
        .map_err(|refusal| Refusal::because(Why::NotEntitled, refusal.rule().as_str()))?;
    left.unit.strength.stands = placed.unit.strength.stands.saturating_sub(stands);
    Ok(left)
}

/// Sensible ways to send out skirmishers: as few and as many as may go, base to base or with the
/// widest gaps, where they are put down or with half a move and half of that; from another formation
/// together with a change into one that may have them. Each passes its check.
pub fn sending_candidates(
    book: &Rulebook,
    position: &Position,
    (id, out): (UnitId, bool),
    leave: Leave,
) -> Vec<(Sending, Sent)> {
    let placed = position.unit(id);
    let Some(list) = leave.list else { return Vec::new() };
    if may_send(book, placed, leave, (out, FEWEST)).is_err() {
        return Vec::new();
    }
    let most = most_skirmishers(placed.stands.len() as u8);
    let numbers = [FEWEST, most].into_iter().take(if most > FEWEST { 2 } else { 1 });
    let mut tried = Vec::new();
    for stands in numbers {
        let sending = Sending { stands, ..Sending::default() };
        if !FORMED.contains(&placed.unit.formation) {
            let changes = changed(book, placed, list);
            tried.extend(changes.map(|to| Sending { change: Some(to), ..sending.clone() }));
            continue;
        }
        let gaps = vec![MOST_GAP; usize::from(stands - 1)];
        let loose = gaps_allowed(book).then(|| Sending { gaps, ..sending.clone() });
        for sending in [Some(sending), loose].into_iter().flatten() {
            let walks = half_moves(book, placed, list).map(|by| Step::Advance { by });
            let walking = |step| Sending { steps: vec![step], ..sending.clone() };
            tried.extend(walks.map(walking));
            tried.push(sending);
        }
    }
    let sent = |how: Sending| {
        let sent = send_skirmishers(book, position, (id, out), leave, &how).ok()?;
        Some((how, sent))
    };
    tried.into_iter().filter_map(sent).collect()
}

/// The changes on the spot into a formation that may have skirmishers out.
fn changed(book: &Rulebook, placed: &Placed, list: Opened) -> impl Iterator<Item = Maneuver> {
    let serves = |change: &Maneuver| match change {
        Maneuver::ChangeFormation { before, to, after, .. } => {
            before.is_empty() && after.is_empty() && FORMED.contains(&to.formation)
        }
        _ => false,
    };
    changes(book, placed, list).into_iter().filter(serves)
}

/// The half move of skirmishers over open ground, and half of it; none on a Tardy effect.
fn half_moves(book: &Rulebook, placed: &Placed, list: Opened) -> impl Iterator<Item = Length> {
    let mut unit = placed.unit.clone();
    unit.formation = Formation::OpenOrder;
    let gait = match list {
        Opened::DoubleQuick => Some(Gait::HalfDoubleQuick),
        Opened::WellHandled => Some(Gait::Half),
        Opened::Tardy => None,
    };
    let row = row_of(book, &unit);
    let most = gait.zip(row).map(|(gait, row)| allowance(row, gait, Ground::Open));
    most.into_iter().flat_map(|most| [most, most.half()])
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
    if out {
        return refused(Why::NotEntitled, "SKIRM-WHO");
    }
    if placed.unit.order != Order::Broken && leave.list.is_none() {
        return refused(Why::NotOnTheList, "SKIRM-WHEN");
    }
    can_send(placed, stands)
}

/// Whether this is a regiment that may have so many out.
fn can_send(placed: &Placed, stands: u8) -> Result<(), Refusal> {
    let unit = &placed.unit;
    if unit.arm != Arm::Infantry || unit.formation == Formation::OpenOrder {
        return refused(Why::NotEntitled, "SKIRM-WHO");
    }
    if unit.order == Order::Broken {
        return refused(Why::Broken, "FORM-BROKEN");
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
pub(super) fn pay(
    book: &Rulebook,
    placed: &Placed,
    gait: Gait,
    legs: &[Leg],
) -> Result<Cost, Refusal> {
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
pub(super) fn stands_free(
    position: &Position,
    id: UnitId,
    end: &Placed,
) -> Result<Ground, Refusal> {
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
    if matches!(maneuver, Maneuver::ChangeFormation { .. } | Maneuver::DeployToTheFront { .. })
        && !FORMED.contains(&plan.end.unit.formation)
    {
        return refused(Why::NotInThisFormation, "SKIRM-REGIMENT-FORMATION");
    }
    Ok(plan)
}
