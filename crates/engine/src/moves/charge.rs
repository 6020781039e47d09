//! Charges on the table: the way to contact, countercharges, who may answer, breakthroughs.

use geometry::{Angle, Convex, Length, Rect, Spot, TOUCH};
use rulebook::{Arm, Feature, Ground, Reason, Rulebook, Trait};

use super::steps::{Made, make, walk_from};
use super::{Leave, Maneuver, Plan, Refusal, Why, row_of};
use crate::formations::Shape;
use crate::movement::{Gait, Hand, Purpose, Step, allowance, cost};
use crate::sight::{distance, is_behind, is_in_path, unit_sees};
use crate::table::{Licence, Placed, Position, Stop, UnitId, base_of, slides, slowed_by};
use crate::{Formation, Opened, Order, Unit};

/// May this unit charge at all?
pub fn may_charge(book: &Rulebook, unit: &Unit, leave: Leave) -> Result<(), Refusal> {
    let barred = unit.is_guns()
        || unit.order == Order::Broken
        || unit.presenting
        || unit.formation.is_square()
        || matches!(unit.formation, Formation::MarchColumn | Formation::Garrison);
    if barred {
        return Err(Refusal::because(Why::CannotCharge, "CHG-BASE-DECLARE"));
    }
    let Some(list) = leave.list else {
        return Err(Refusal::because(Why::CannotCharge, "CHG-BASE-DECLARE"));
    };
    let skittish = unit.is_mounted_cavalry()
        && book.maneuver.skittish_nations.contains(&unit.nation)
        && list == Opened::Tardy;
    if skittish && unit.order == Order::Disordered {
        return Err(Refusal::reason(book, Why::CannotCharge, Reason::SkittishFull));
    }
    if skittish && book.maneuver.skittish_on_half_move {
        return Err(Refusal::reason(book, Why::CannotCharge, Reason::SkittishHalf));
    }
    Ok(())
}

/// A charge at a target: one slant or wheel at the start, then straight on until the front of a
/// stand touches it.
pub fn charge(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
    how: (Leave, bool),
    bend: Option<Step>,
) -> Result<Plan, Refusal> {
    let gait = charging_gait(book, position, id, target, how)?;
    charge_at(book, position, id, target, (gait, how.1), bend)
}

/// The gait of a charge at a target, if the unit may charge it by any way.
fn charging_gait(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
    (leave, disordered): (Leave, bool),
) -> Result<Gait, Refusal> {
    let placed = position.unit(id);
    let mut unit = placed.unit.clone();
    if disordered {
        unit.order = Order::Disordered;
    }
    may_charge(book, &unit, leave)?;
    if position.unit(target).side == placed.side {
        return Err(Refusal::because(Why::OutOfReach, "CHG-BASE-DECLARE"));
    }
    if unit_sees(position, id, target).is_err() {
        return Err(Refusal::because(Why::NotSeen, "CHG-BASE-DECLARE"));
    }
    let storms = placed.unit.formation == Formation::StormingColumn;
    Ok(match leave.list {
        Some(Opened::DoubleQuick) if storms => Gait::HalfDoubleQuick,
        _ if storms => Gait::Half,
        Some(Opened::DoubleQuick) => Gait::DoubleQuick,
        Some(Opened::Tardy) if !disordered => Gait::Half,
        _ => Gait::Full,
    })
}

/// A charge at a gait that it may have.
fn charge_at(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
    (gait, disordered): (Gait, bool),
    bend: Option<Step>,
) -> Result<Plan, Refusal> {
    let mut plan = reach(book, position, (id, position.unit(id)), target, gait, bend)?;
    if disordered {
        plan.end.unit.order = Order::Disordered;
        plan.disordered.push(id);
    }
    Ok(plan)
}

/// The way to contact at a gait.
pub(super) fn reach(
    book: &Rulebook,
    position: &Position,
    (id, placed): (UnitId, &Placed),
    target: UnitId,
    gait: Gait,
    bend: Option<Step>,
) -> Result<Plan, Refusal> {
    let out = || Refusal::because(Why::OutOfReach, "CHG-BASE-MOVE");
    let row = row_of(book, &placed.unit).ok_or_else(out)?;
    let most = allowance(row, gait, rulebook::Ground::Open);
    // An oblique goes on as an oblique: how far it slants is part of the bend.
    let first: Vec<Step> = bend.into_iter().collect();
    let Made { end: turned, .. } = make(book, position, placed, &first)?;
    let by = to_contact(&turned, position.unit(target), most).ok_or_else(out)?;
    let mut steps = first;
    steps.push(Step::Advance { by });
    let walked = walk_from(book, position, (id, placed), &steps, Purpose::Charge, Licence::CHARGE)?;
    let cost = cost(row, gait, &walked.legs);
    if !cost.is_met() {
        return Err(Refusal::TooFar {
            needs: cost.spent(),
            has: cost.allowance,
            ground: cost.slowest,
            rule: row.rule.clone(),
        });
    }
    let ground = walked.crossed.slowest();
    Ok(Plan {
        path: walked.path,
        cost: Some(cost),
        ground,
        pieces: walked.crossed.pieces,
        passed: walked.crossed.passed,
        ..Plan::staying(walked.end)
    })
}

/// How far straight ahead a unit goes until it touches another; nothing if it never does.
pub fn to_contact(placed: &Placed, target: &Placed, most: Length) -> Option<Length> {
    slid_to_contact(placed, target, placed.anchor.heading, most)
}

/// The same along any heading, every stand keeping its facing.
fn slid_to_contact(
    placed: &Placed,
    target: &Placed,
    heading: Angle,
    most: Length,
) -> Option<Length> {
    let (sin, cos) = heading.sin_cos();
    let ahead = Spot::new(sin, cos);
    let gaps = placed.stands.iter().flat_map(|stand| {
        target.stands.iter().filter_map(move |other| slide_gap(*stand, *other, ahead))
    });
    let least = gaps.fold(f64::INFINITY, f64::min);
    let by = Length::thousandths(least.clamp(0.0, 1e8) as i32);
    (least.is_finite() && by <= most).then_some(by)
}

/// How far a base slides along `ahead` until it touches another: the separating axis that is left
/// last. Nothing if it passes by.
fn slide_gap(stand: Rect, other: Rect, ahead: Spot) -> Option<f64> {
    let (a, b) = (Convex::from(stand), Convex::from(other));
    let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
    let axes = [stand, other].into_iter().flat_map(|rect| {
        let (sin, cos) = rect.pose.heading.sin_cos();
        [Spot::new(sin, cos), Spot::new(cos, -sin)]
    });
    for axis in axes {
        let span = |shape: &Convex| {
            let along = shape.corners().iter().map(|corner| corner.dot(axis));
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
        };
        let ((low, high), (from, to)) = (span(&a), span(&b));
        // A neighbour's edge that is only brushed is no contact.
        let brush = TOUCH / 2.0;
        let speed = ahead.dot(axis);
        if speed.abs() < 1e-9 {
            if high <= from + brush || low >= to - brush {
                return None;
            }
            continue;
        }
        let (first, last) = ((from - high) / speed, (to - low) / speed);
        let (first, last) = if first <= last { (first, last) } else { (last, first) };
        enter = enter.max(first);
        leave = leave.min(last - brush / speed.abs());
    }
    (enter <= leave && leave >= 0.0).then_some(enter)
}

/// The bends with which a charge is tried, plainest first: straight, then slants and wheels by five
/// degrees to either hand.
pub fn bends() -> impl Iterator<Item = Option<Step>> {
    let turns = (1..=9).map(|five| Angle::degrees(five * 5));
    let both = |turn: Angle| [(Hand::Left, turn), (Hand::Right, turn)];
    let wheels = turns.flat_map(both).map(|(to, turn)| Some(Step::Wheel { to, turn }));
    std::iter::once(None).chain(wheels)
}

/// The shortest charge that reaches a target.
pub fn best_charge(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
    how: (Leave, bool),
) -> Option<Plan> {
    // Whether it may charge at all is the same for every way, and seeing the target is dear.
    let gait = charging_gait(book, position, id, target, how).ok()?;
    let by = |bend| charge_at(book, position, id, target, (gait, how.1), bend).ok();
    let plans = bends().filter_map(by);
    plans.min_by_key(|plan| plan.cost.map(|cost| cost.spent()))
}

/// The shortest charge that reaches a target whom the plain bends miss, such as the square that a line
/// has formed: wheels by the degree, and obliques that go on until they touch him.
pub fn aimed_charge(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
    how: (Leave, bool),
) -> Option<Plan> {
    let gait = charging_gait(book, position, id, target, how).ok()?;
    let (placed, at) = (position.unit(id).straightened(&book.bases), position.unit(target));
    let row = row_of(book, &placed.unit)?;
    let most = allowance(row, Gait::DoubleQuick, Ground::Open);
    let turns = (1..=45).map(Angle::degrees);
    let both = turns.flat_map(|turn| [(Hand::Left, turn), (Hand::Right, turn)]);
    let bends = both.flat_map(|(to, turn)| {
        let slanted = match to {
            Hand::Left => placed.anchor.heading.minus(turn),
            Hand::Right => placed.anchor.heading.plus(turn),
        };
        let by = slid_to_contact(&placed, at, slanted, most);
        let oblique = by.map(|by| Step::Oblique { to, slant: turn, by });
        [Some(Step::Wheel { to, turn }), oblique].into_iter().flatten()
    });
    let by = |bend| charge_at(book, position, id, target, (gait, how.1), Some(bend)).ok();
    let plans = bends.filter_map(by);
    plans.min_by_key(|plan| plan.cost.map(|cost| cost.spent()))
}

/// The way of a charge that nothing brings home: as it was declared, turned to its target or straight
/// ahead, as far as a move of its own lets it; the one that ends nearest to him.
pub fn short_charge(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
    how: (Leave, bool),
    declared: Option<Step>,
) -> Option<Plan> {
    let bends = [declared, wheel_toward(book, position, id, target), None];
    let plans = bends.into_iter().filter_map(|bend| ahead(book, position, id, how, bend));
    plans.min_by_key(|plan| distance(&plan.end.stands, &position.unit(target).stands))
}

/// The wheel, to the degree, after which a unit faces the middle of a target most nearly.
pub fn wheel_toward(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    target: UnitId,
) -> Option<Step> {
    let placed = position.unit(id);
    let middle = super::change::middle(position.unit(target));
    let wheels = [Hand::Left, Hand::Right]
        .into_iter()
        .flat_map(|to| (1..=45).map(move |turn| Step::Wheel { to, turn: Angle::degrees(turn) }));
    let aside = |step: Step| {
        let Made { end, .. } = make(book, position, placed, &[step]).ok()?;
        let there = end.anchor.local(middle);
        (there.y > 0.0).then_some((there.x.abs() as i64, step))
    };
    let straight = placed.anchor.local(middle);
    let aimed = wheels.filter_map(aside).min_by_key(|(aside, _)| *aside)?;
    // Who faces him already does not wheel.
    let better = straight.y <= 0.0 || aimed.0 < straight.x.abs() as i64;
    better.then_some(aimed.1)
}

/// A bend and straight ahead, as far as a move lets a unit, to the quarter inch.
pub fn ahead(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    (leave, disordered): (Leave, bool),
    bend: Option<Step>,
) -> Option<Plan> {
    let row = row_of(book, &position.unit(id).unit)?;
    let gait = match leave.list {
        Some(Opened::DoubleQuick) => Gait::DoubleQuick,
        Some(Opened::Tardy) if !disordered => Gait::Half,
        _ => Gait::Full,
    };
    let most = allowance(row, gait, Ground::Open).in_thousandths();
    let goes = |by: i32| {
        let by = Length::thousandths(by);
        let steps = bend.into_iter().chain([Step::Advance { by }]).collect();
        let maneuver = Maneuver::Move { steps, disordered, refuse: None, frontage: None };
        super::check(book, position, id, leave, &maneuver).ok()
    };
    let found = (1..=most / 250).rev().map(|quarter| quarter * 250);
    let (by, plan) = found.into_iter().find_map(|by| Some((by, goes(by)?)))?;
    // A bend leaves no whole quarters.
    let left = plan.cost.map_or(Length::ZERO, |cost| cost.left()).in_thousandths();
    let whole = bend.and_then(|_| goes(by + left.min(249)));
    Some(whole.unwrap_or(plan))
}

/// A breakthrough: a free wheel, about its middle or either front corner, toward the closest visible
/// enemy and half a move at the double quick (or at the full rate, where a war says so), if that
/// reaches him.
pub fn breakthrough(book: &Rulebook, position: &Position, id: UnitId) -> Option<(UnitId, Plan)> {
    let placed = position.unit(id).straightened(&book.bases);
    if placed.unit.formation == Formation::StormingColumn {
        return None;
    }
    let (target, _) = crate::sight::closest_enemy(position, id, true)?;
    let gait = breakthrough_gait(book);
    let front = placed.front_rank();
    let corners = [front.first()?.corners()[0], front.last()?.corners()[1]];
    let pivots = [placed.anchor.at.spot(), corners[0], corners[1]];
    let plans = pivots.into_iter().filter_map(|pivot| {
        let stands = position.unit(target).stands.iter().map(|stand| stand.nearest(pivot));
        let gap = |spot: &Spot| spot.minus(pivot).size();
        let nearest = stands.min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        let turn = nearest.minus(pivot).heading().minus(placed.anchor.heading);
        let at = placed.anchor.at.spot().minus(pivot).turned(turn).plus(pivot).point();
        let there = geometry::Pose::new(at, placed.anchor.heading.plus(turn));
        let turned = placed.moved(placed.shape.clone(), there, &book.bases).ok()?;
        reach(book, position, (id, &turned), target, gait, None).ok()
    });
    let plan = plans.min_by_key(|plan| plan.cost.map(|cost| cost.spent()))?;
    Some((target, plan))
}

/// The rate of a breakthrough.
fn breakthrough_gait(book: &Rulebook) -> Gait {
    if book.charge.breakthrough_at_double_quick { Gait::HalfDoubleQuick } else { Gait::Half }
}

/// No Hasty maneuver once an enemy has moved into contact.
fn not_in_contact(position: &Position, id: UnitId) -> Result<(), Refusal> {
    let side = position.unit(id).side;
    let enemies = position.ids().filter(|other| position.unit(*other).side != side);
    if enemies.into_iter().any(|enemy| crate::sight::are_in_contact(position, id, enemy)) {
        return Err(Refusal::because(Why::NotEntitled, "TRP-BASE-HASTY-ONCE"));
    }
    Ok(())
}

/// Where a countercharge meets a charger: half of the gap, or the end of the cavalry's own full
/// move over that ground if that is sooner; both as distances from the countercharger.
pub fn countercharge(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    charger: UnitId,
) -> Result<Length, Refusal> {
    let placed = position.unit(id);
    let rule = "CHG-COUNTERCHARGE";
    let fights = placed.unit.is_mounted_cavalry() && placed.unit.order != Order::Broken;
    if !fights || placed.unit.formation == Formation::MarchColumn {
        return Err(Refusal::because(Why::NotEntitled, rule));
    }
    let skittish = book.maneuver.skittish_nations.contains(&placed.unit.nation);
    if skittish && placed.unit.order == Order::Disordered {
        return Err(Refusal::because(Why::NotEntitled, "TRP-MAW-MEXCAV-COUNTER"));
    }
    not_in_contact(position, id)?;
    let out = || Refusal::because(Why::OutOfReach, rule);
    let from = position.unit(charger);
    let gap = distance(&placed.stands, &from.stands).ok_or_else(out)?;
    let row = row_of(book, &placed.unit).ok_or_else(out)?;
    let (here, there) = (super::change::middle(placed), super::change::middle(from));
    let way = there.minus(here);
    let half = way.times(f64::from(gap.half().in_thousandths()) / way.size().max(1.0));
    let ground = ground_under(position, &placed.stands, half);
    Ok(gap.half().min(allowance(row, Gait::Full, ground)))
}

/// The slowest ground under stands that slide by so much.
fn ground_under(position: &Position, stands: &[Rect], by: Spot) -> Ground {
    let slowest = stands.iter().map(|&from| {
        let mut to = from;
        to.pose.at = from.pose.at.spot().plus(by).point();
        let swept = Convex::around(from, to);
        let near = position.table.pieces_near(swept.bounds());
        let under = near.filter(|piece| piece.is_under(&swept, 0.0)).map(slowed_by);
        under.max().unwrap_or(Ground::Open)
    });
    slowest.max().unwrap_or(Ground::Open)
}

/// How near a unit must be to the target of a charge to count as adjacent to it.
pub const SQUARE_ADJACENT: Length = Length::inches(4);
/// The same for presented bayonets.
pub const BAYONETS_ADJACENT: Length = Length::inches(2);

/// Does a charge concern a unit: is it the target, in the path, beside the target, or behind it
/// within the charger's breakthrough?
pub fn concerns(
    book: &Rulebook,
    position: &Position,
    (charger, target): (UnitId, UnitId),
    unit: UnitId,
    adjacent: Length,
) -> bool {
    let (from, to, other) = (position.unit(charger), position.unit(target), position.unit(unit));
    if unit == target {
        return true;
    }
    if other.side != to.side {
        return false;
    }
    let beside = distance(&other.stands, &to.stands).is_some_and(|gap| gap <= adjacent);
    let ground = ground_under(position, &other.stands, Spot::default());
    let gait = breakthrough_gait(book);
    let through = row_of(book, &from.unit).map_or(Length::ZERO, |row| allowance(row, gait, ground));
    beside || is_in_path(from, to, other) || is_behind(to, &other.stands, through)
}

/// A hasty square in answer to a charge of cavalry: where it stands, shifted by no more than two
/// inches if there is no room.
pub fn hasty_square(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    charges: &[(UnitId, UnitId)],
) -> Result<Plan, Refusal> {
    let placed = position.unit(id);
    let refused = |reason: Reason| Err(Refusal::reason(book, Why::NotEntitled, reason));
    super::may_form(book, &placed.unit, Formation::HastySquare)?;
    if placed.unit.order == Order::Broken || placed.shape == Shape::Cluster {
        return refused(Reason::SquareHastyBroken);
    }
    let formed = matches!(
        placed.unit.formation,
        Formation::Line | Formation::SupportedLine | Formation::FieldColumn
    );
    if !formed {
        return refused(Reason::SquareHastyFormation);
    }
    not_in_contact(position, id)?;
    let of_horse = |charge: &&(UnitId, UnitId)| position.unit(charge.0).unit.is_mounted();
    let near = |charge: &&(UnitId, UnitId)| concerns(book, position, **charge, id, SQUARE_ADJACENT);
    let Some(&(charger, _)) = charges.iter().filter(of_horse).find(near) else {
        let horse = charges.iter().any(|charge| of_horse(&charge));
        let foot_near = charges.iter().filter(|charge| !of_horse(charge)).any(|c| near(&c));
        let far = horse && !foot_near;
        return refused(if far { Reason::SquareHastyNear } else { Reason::SquareHastyCavalry });
    };
    let mut to = super::square_about(placed);
    to.formation = Formation::HastySquare;
    let mut end = room_for(book, position, id, &to, position.unit(charger))
        .ok_or_else(|| Refusal::reason(book, Why::NoRoom, Reason::SquareRoom))?;
    end.unit.formation = Formation::HastySquare;
    let mut plan = Plan::staying(end);
    if placed.unit.experience == rulebook::Experience::Raw {
        plan.end.unit.order = Order::Disordered;
        plan.disordered.push(id);
    }
    Ok(plan)
}

/// The square shifted by the least distance, away from the charger or sideways, until it fits.
fn room_for(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    to: &super::NewFormation,
    charger: &Placed,
) -> Option<Placed> {
    let placed = position.unit(id);
    let base = base_of(&book.bases, &placed.unit);
    let count = placed.stands.len() as u8;
    let from = charger.anchor.at.spot();
    let away = to.anchor.at.spot().minus(from).heading();
    for shift in (0..=2000).step_by(50) {
        for turn in [0, 4500, -4500, 9000, -9000] {
            let (sin, cos) = away.plus(Angle::hundredths(turn)).sin_cos();
            let at = to.anchor.at.spot().plus(Spot::new(sin, cos).times(f64::from(shift)));
            let anchor = geometry::Pose::new(at.point(), to.anchor.heading);
            let mut end = placed.clone();
            end.stands = Shape::Square.stands(base, count, anchor).ok()?;
            end.shape = Shape::Square;
            end.anchor = anchor;
            let still = slides(&end.stands, &end.stands);
            let mover = crate::table::Mover::of(position, id);
            let licence = Licence { near_enemies: true, ..Licence::MOVE };
            match mover.check(&still, &end.stands, licence) {
                Ok(crossed) if crossed.passed.is_empty() => return Some(end),
                Err(blocked) if blocked.by == Stop::Edge && shift == 0 => {}
                _ => {}
            }
            if shift == 0 {
                break;
            }
        }
    }
    None
}

/// How infantry presents its bayonets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presenting {
    /// Where it stands, with flanks refused.
    AsItStands {
        /// The flanks.
        flanks: crate::formations::Flanks,
    },
    /// A field column turned to a flank: a supported line.
    ToFlank {
        /// Which.
        to: Hand,
    },
    /// A field column turned about.
    ToRear,
}

/// Presenting bayonets in answer to a charge of cavalry.
pub fn present_bayonets(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    charges: &[(UnitId, UnitId)],
    how: &Presenting,
) -> Result<Plan, Refusal> {
    let placed = position.unit(id);
    let unit = &placed.unit;
    let refused = |rule: &str| Err(Refusal::because(Why::NotEntitled, rule));
    if !book.has(Feature::PresentBayonets) {
        let rule = book.features[Feature::PresentBayonets as usize].rule.clone();
        return Err(Refusal::Forbidden { why: Why::NotEntitled, rule });
    }
    if unit.arm != Arm::Infantry {
        return refused("BAY-AWI-INFANTRY-ONLY");
    }
    if !unit.traits.contains(Trait::CanPresent) || !unit.has_bayonets(book) {
        return refused("BAY-AWI-WHO");
    }
    if unit.order == Order::Broken {
        return refused("BAY-AWI-DISORDERED");
    }
    let formed = matches!(
        unit.formation,
        Formation::Line | Formation::SupportedLine | Formation::FieldColumn | Formation::OpenOrder
    );
    if !formed {
        return refused("BAY-AWI-FORMATIONS");
    }
    not_in_contact(position, id)?;
    let of_horse = |charge: &&(UnitId, UnitId)| position.unit(charge.0).unit.is_mounted();
    let near =
        |charge: &&(UnitId, UnitId)| concerns(book, position, **charge, id, BAYONETS_ADJACENT);
    if !charges.iter().filter(of_horse).any(|charge| near(&charge)) {
        let horse = charges.iter().any(|charge| of_horse(&charge));
        let foot_near = charges.iter().filter(|charge| !of_horse(charge)).any(|c| near(&c));
        let far = horse && !foot_near;
        return refused(if far { "BAY-AWI-GEOMETRY" } else { "BAY-AWI-CAVALRY-ONLY" });
    }
    let mut end = presented(book, placed, how)?;
    end.unit.presenting = true;
    Ok(Plan::staying(end))
}

fn presented(book: &Rulebook, placed: &Placed, how: &Presenting) -> Result<Placed, Refusal> {
    let wrong = || Refusal::because(Why::NotInThisFormation, "BAY-AWI-FIELD-COLUMN-GEOMETRY");
    let mut end = placed.clone();
    match (placed.unit.formation, how) {
        (Formation::OpenOrder, Presenting::AsItStands { flanks }) => {
            if placed.unit.traits.contains(Trait::OpenOrderOnly) {
                return Err(Refusal::because(Why::FormationNotAllowed, "BAY-AWI-OPEN-ORDER-PLACE"));
            }
            end.unit.formation = Formation::Line;
            let shape = Shape::Line { left: flanks.left, right: flanks.right };
            Ok(end.moved(shape, placed.anchor, &book.bases)?)
        }
        (Formation::Line, Presenting::AsItStands { flanks }) => {
            let shape = Shape::Line { left: flanks.left, right: flanks.right };
            Ok(end.moved(shape, placed.anchor, &book.bases)?)
        }
        (Formation::SupportedLine | Formation::FieldColumn, Presenting::AsItStands { .. }) => {
            Ok(end)
        }
        (Formation::FieldColumn, Presenting::ToFlank { to }) => {
            end.unit.formation = Formation::Line;
            let turn = if *to == Hand::Right { Angle::RIGHT } else { Angle::LEFT };
            about_middle(book, &end, Shape::SupportedLine, turn)
        }
        (Formation::FieldColumn, Presenting::ToRear) => {
            about_middle(book, &end, Shape::FieldColumn, Angle::ABOUT)
        }
        _ => Err(wrong()),
    }
}

/// The stands dressed in a shape around the same middle, turned.
fn about_middle(
    book: &Rulebook,
    placed: &Placed,
    shape: Shape,
    turn: Angle,
) -> Result<Placed, Refusal> {
    let heading = placed.anchor.heading.plus(turn);
    let there = geometry::Pose::new(placed.anchor.at, heading);
    let tried = placed.moved(shape.clone(), there, &book.bases)?;
    let shift = super::change::middle(placed).minus(super::change::middle(&tried));
    let anchor = geometry::Pose::new(placed.anchor.at.spot().plus(shift).point(), heading);
    Ok(placed.moved(shape, anchor, &book.bases)?)
}
