//! Charges in the maneuver phase: declared, moved, evaded, pressed on.

use geometry::{Angle, Length, Pose, Rect, Spot};
use rulebook::{Ground, RuleId};

use super::cause::Cause;
use super::deeds;
use super::event::{Change, ChargeEnd, Happened, RetreatKind};
use super::keys;
use super::maneuvers::{self, passage_of};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::state::{Charge, ChargeKind, Stage, State};
use super::task::Task;
use super::turn::{Carry, Turn};
use crate::charge::{ChargeRefusal, Fighter, no_cold_steel};
use crate::movement::{Gait, Step, allowance};
use crate::moves::{self, Leave, Maneuver, Plan, Running, Storming};
use crate::sight;
use crate::table::{Licence, Mover, Placed, UnitId, slides};
use crate::{Opened, Unit};

const RULE: &str = "CHG-BASE-DECLARE";

impl State {
    /// The charges that are declared and have not moved, in order: who charges whom.
    pub fn declared(&self) -> Vec<(UnitId, UnitId)> {
        let mut found: Vec<(u8, UnitId, UnitId)> = self
            .position
            .ids()
            .filter_map(|unit| {
                let charge = self.marks(unit).charge.as_ref()?;
                let fresh = charge.stage == Stage::Declared && charge.kind == ChargeKind::Charge;
                fresh.then_some((charge.number, unit, charge.target))
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, unit, target)| (unit, target)).collect()
    }

    /// What a unit's check leaves it to do.
    pub fn leave(&self, unit: UnitId) -> Leave {
        let marks = self.marks(unit);
        Leave { list: marks.list, began: marks.began }
    }

    /// May a unit that charges do it with cold steel?
    pub fn has_cold_steel(&self, unit: UnitId) -> bool {
        let able = may_use_steel(self, &self.unit(unit).unit, true).is_ok();
        able && self.may_charge_here(unit, true).is_ok()
    }

    fn may_still_charge(&self, unit: UnitId) -> bool {
        let marks = self.marks(unit);
        !self.unit(unit).stands.is_empty() && !marks.moved && marks.charge.is_none()
    }
}

/// Could any unit of the group reach an enemy at all?
pub(super) fn asks_declare(state: &State, group: &[UnitId]) -> bool {
    let may = |unit: &UnitId| {
        state.may_still_charge(*unit) && state.may_charge_here(*unit, false).is_ok()
    };
    group.iter().any(|unit| may(unit) && may_reach(state, *unit))
}

/// The gait at which a unit would charge.
pub(super) fn gait(leave: Leave) -> Gait {
    if leave.list == Some(Opened::DoubleQuick) { Gait::DoubleQuick } else { Gait::Full }
}

/// Does a unit see an enemy within its move? Whether a way leads there is not asked.
pub(super) fn may_reach(state: &State, unit: UnitId) -> bool {
    let placed = state.unit(unit);
    let leave = state.leave(unit);
    let Some(row) = moves::row_of(&state.book, &placed.unit) else { return false };
    let defile = |piece: &crate::table::Terrain| piece.is(rulebook::TerrainTrait::Defile);
    let storms = state.book.has(rulebook::Feature::StormingColumn)
        && state.position.table.pieces().iter().any(defile);
    if !storms && moves::may_charge(&state.book, &placed.unit, leave).is_err() {
        return false;
    }
    if leave.list.is_none() {
        return false;
    }
    let far = allowance(row, gait(leave), Ground::Open);
    let near = |enemy: UnitId| {
        let close = sight::gap(&state.position, unit, enemy).is_some_and(|gap| gap <= far);
        close && sight::unit_sees(&state.position, unit, enemy).is_ok()
    };
    state.of_side(placed.side.enemy()).any(near)
}

pub(super) fn declare(state: &State, group: &[UnitId], order: &Order) -> Result<Carry, Refusal> {
    match order {
        Order::Done => Ok(passes()),
        Order::Charge { unit, target, bend, disordered, steel } => {
            let charge = Charge {
                steel: *steel,
                disordered: *disordered,
                bend: *bend,
                number: state.declared().len() as u8,
                ..Charge::at(*target, ChargeKind::Charge)
            };
            declare_charge(state, group, *unit, charge)
        }
        Order::Storm { unit, how, steel } if how.charge.is_some() => {
            declare_storm(state, group, (*unit, *steel), how)
        }
        _ => Err(not_asked()),
    }
}

fn in_group(state: &State, group: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    if !group.contains(&unit) {
        return Err(Refusal::now(NotNow::NotInGroup, "SEQ-MNV-2B-DECLARE"));
    }
    if state.marks(unit).charge.is_some() {
        return Err(Refusal::now(NotNow::AlreadyCharging, RULE));
    }
    if !state.may_still_charge(unit) {
        return Err(Refusal::now(NotNow::AlreadyMoved, RULE));
    }
    Ok(())
}

pub(super) fn declare_charge(
    state: &State,
    group: &[UnitId],
    unit: UnitId,
    charge: Charge,
) -> Result<Carry, Refusal> {
    in_group(state, group, unit)?;
    let target = charge.target;
    if state.marks.get(target.place()).is_none() || state.unit(target).stands.is_empty() {
        return Err(Refusal::now(NotNow::NotOnTable, RULE));
    }
    let leave = state.leave(unit);
    if charge.disordered && leave.list != Some(Opened::Tardy) {
        let why = moves::Why::NotOnTheList;
        let rule = RuleId::new("TRP-FMD-FROM-GOOD");
        return Err(Refusal::Move(moves::Refusal::Forbidden { why, rule }));
    }
    arms_agree(state, unit, target)?;
    state.may_charge_here(unit, charge.steel)?;
    moves::charge(
        &state.book,
        &state.position,
        unit,
        target,
        (leave, charge.disordered),
        charge.bend,
    )?;
    may_use_steel(state, &state.unit(unit).unit, charge.steel)?;
    let turns = sight::is_turned(state.unit(target), &state.unit(unit).stands);
    let charge = Charge { turns, ..charge };
    Ok(Box::new(move |turn| {
        let steel = charge.steel;
        let marks = turn.marked(unit, |marks| marks.charge = Some(charge));
        turn.emit(Happened::ChargeDeclared { unit, target, steel }, vec![marks]);
        Ok(())
    }))
}

/// Cold steel is for those who have it.
pub(super) fn may_use_steel(state: &State, unit: &Unit, steel: bool) -> Result<(), Refusal> {
    let mut fighter = Fighter::of(unit.clone());
    fighter.charged_over = Some(Ground::Open);
    match no_cold_steel(&state.book, &fighter).filter(|_| steel) {
        None => Ok(()),
        Some(why) => {
            let rule = state.book.charge.cold_steel_rule.clone();
            Err(Refusal::Charge(ChargeRefusal::NoColdSteel { why, rule }))
        }
    }
}

/// Where horse and foot may not charge one target, they do not.
fn arms_agree(state: &State, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let mounted = state.unit(unit).unit.is_mounted();
    let other = state.position.ids().find(|other| {
        let charge = state.marks(*other).charge.as_ref();
        let same =
            charge.is_some_and(|charge| charge.target == target && charge.stage != Stage::Over);
        same && state.unit(*other).unit.is_mounted() != mounted
    });
    if other.is_some() && !state.book.charge.mixed_arms {
        return Err(Refusal::now(NotNow::MixedArms, "CHG-MIXED-ARMS-ACW"));
    }
    Ok(())
}

fn declare_storm(
    state: &State,
    group: &[UnitId],
    (unit, steel): (UnitId, bool),
    how: &Storming,
) -> Result<Carry, Refusal> {
    in_group(state, group, unit)?;
    let Some(target) = how.charge else { return Err(not_asked()) };
    arms_agree(state, unit, target)?;
    state.may_charge_here(unit, steel)?;
    moves::storm(&state.book, &state.position, unit, state.leave(unit), how)?;
    may_use_steel(state, &state.unit(unit).unit, steel)?;
    let charge = Charge {
        steel,
        storm: Some(Box::new(how.clone())),
        turns: sight::is_turned(state.unit(target), &state.unit(unit).stands),
        number: state.declared().len() as u8,
        ..Charge::at(target, ChargeKind::Charge)
    };
    Ok(Box::new(move |turn| {
        let marks = turn.marked(unit, |marks| marks.charge = Some(charge));
        turn.emit(Happened::ChargeDeclared { unit, target, steel }, vec![marks]);
        Ok(())
    }))
}

/// The next charge that is declared moves; if a skirmish line is about to be touched its owner is
/// asked first.
pub(super) fn move_next(turn: &mut Turn<'_>) {
    let Some(&(charger, target)) = turn.state.declared().first() else { return };
    turn.push(Task::MoveCharges);
    if meets_countercharge(turn, charger) {
        return;
    }
    if crew_is_gone(&turn.state, target) {
        target_gone(turn, charger, target);
        return;
    }
    let ground = turn.state.marks(target).vacated.clone();
    if !ground.is_empty() {
        // It has run from another already.
        turn.push(Task::Pursue { unit: charger, gone: target, ground });
        return;
    }
    turn.push(Task::Evade { unit: target, charger });
}

/// Have all crews of a charged battery left their guns?
fn crew_is_gone(state: &State, target: UnitId) -> bool {
    let placed = state.unit(target);
    placed.unit.is_guns() && !placed.guns.is_empty() && placed.guns.iter().all(|gun| gun.abandoned)
}

/// A charge whose target left its guns: it comes up to them and may go on.
fn target_gone(turn: &mut Turn<'_>, charger: UnitId, target: UnitId) {
    let ground = turn.state.unit(target).front_rank().to_vec();
    if turn.state.book.has(rulebook::Feature::ShelterFromHorse) {
        // The charge passes to the square that took the crews in, if it reaches it.
        after_him(turn, charger, target, &ground, true);
        return;
    }
    turn.push(Task::Pursue { unit: charger, gone: target, ground });
}

/// The countercharge at a charger is moved, and the charger into it.
fn meets_countercharge(turn: &mut Turn<'_>, charger: UnitId) -> bool {
    let state = &turn.state;
    let counter = state.position.ids().find(|unit| {
        let charge = state.marks(*unit).charge.as_ref();
        charge.is_some_and(|charge| {
            charge.kind == ChargeKind::Countercharge
                && charge.stage == Stage::Declared
                && charge.target == charger
        })
    });
    let Some(unit) = counter else { return false };
    let Some((end, ground)) = meeting(state, unit, charger) else {
        // Nobody can be met: the charge goes on at whom it was declared.
        let marks = turn.marked(unit, |marks| marks.charge = None);
        let what = Happened::ChargeMoves {
            unit,
            target: charger,
            spent: Length::ZERO,
            ground: Ground::Open,
            end: ChargeEnd::Unmet,
        };
        turn.emit(what, vec![marks]);
        return true;
    };
    let spent = end.anchor.at.distance(state.unit(unit).anchor.at);
    let passage = passage_of(state.unit(unit), &slides(&state.unit(unit).stands, &end.stands));
    let marks = turn.marked(unit, |marks| {
        marks.passage = passage;
        if let Some(charge) = &mut marks.charge {
            charge.ground = ground;
        }
    });
    let mut changes = turn.put(unit, end);
    changes.push(marks);
    let end = ChargeEnd::Meets;
    turn.emit(Happened::ChargeMoves { unit, target: charger, spent, ground, end }, changes);
    // Whoever was charged, the charger now meets the horse that came between.
    if sight::are_in_contact(&turn.state.position, unit, charger) {
        let stays = Plan::staying(turn.state.unit(charger).clone());
        arrive(turn, charger, unit, &stays, ChargeEnd::Contact);
    } else {
        run(turn, charger, Some(unit));
    }
    let touches = sight::are_in_contact(&turn.state.position, unit, charger);
    let front = turn.state.unit(charger).front_rank().to_vec();
    let marks = turn.marked(unit, |marks| {
        if let Some(charge) = &mut marks.charge {
            charge.stage = if touches { Stage::InContact } else { Stage::Over };
            charge.front = front;
        }
    });
    turn.emit(Happened::Goes, vec![marks]);
    true
}

/// Where a countercharge ends: at the middle of the way if the charger can turn to it there, else in
/// contact with him where he stands.
fn meeting(state: &State, unit: UnitId, charger: UnitId) -> Option<(Placed, Ground)> {
    let by = moves::countercharge(&state.book, &state.position, unit, charger).ok()?;
    if let Some(half) = toward(state, unit, charger, by) {
        let mut there = state.clone();
        there.position.set(unit, half.0.clone());
        if reach(&there, charger, unit).is_some() {
            return Some(half);
        }
    }
    let row = moves::row_of(&state.book, &state.unit(unit).unit)?;
    let full = allowance(row, Gait::Full, Ground::Open);
    let whole = toward(state, unit, charger, full)?;
    let mut there = state.position.clone();
    there.set(unit, whole.0.clone());
    sight::are_in_contact(&there, unit, charger).then_some(whole)
}

/// Cavalry turned to an enemy and moved straight at him, at most so far.
fn toward(state: &State, unit: UnitId, enemy: UnitId, by: Length) -> Option<(Placed, Ground)> {
    let placed = state.unit(unit).straightened(&state.book.bases);
    let here = placed.anchor.at.spot();
    let middle = |stands: &[Rect]| {
        let sum = stands.iter().map(|s| s.pose.at.spot()).fold(Spot::default(), Spot::plus);
        sum.times(1.0 / stands.len().max(1) as f64)
    };
    let heading = middle(&state.unit(enemy).stands).minus(here).heading();
    let turned = placed
        .moved(placed.shape.clone(), Pose::new(placed.anchor.at, heading), &state.book.bases)
        .ok()?;
    let contact = moves::to_contact(&turned, state.unit(enemy), by);
    let mut far = contact.unwrap_or(by).in_thousandths();
    while far >= 0 {
        let anchor = Pose::new(placed.anchor.at, heading).moved(0.0, f64::from(far), Angle::ZERO);
        let start = placed
            .moved(placed.shape.clone(), Pose::new(placed.anchor.at, heading), &state.book.bases)
            .ok()?;
        let end = placed.moved(placed.shape.clone(), anchor, &state.book.bases).ok()?;
        let path = slides(&start.stands, &end.stands);
        if let Ok(crossed) =
            Mover::of(&state.position, unit).check(&path, &end.stands, Licence::CHARGE)
        {
            return Some((end, crossed.slowest()));
        }
        far -= 250;
    }
    None
}

/// Is a skirmish line about to be touched that may evade?
pub(super) fn asks_evade(state: &State, unit: UnitId, charger: UnitId) -> bool {
    may_evade(state, unit, charger, None).is_ok() && reach(state, charger, unit).is_some()
}

fn may_evade(
    state: &State,
    unit: UnitId,
    charger: UnitId,
    behind: Option<UnitId>,
) -> Result<Running, Refusal> {
    let rule = "TRP-BASE-HASTY-ONCE";
    if state.marks(unit).answered {
        return Err(Refusal::now(NotNow::AlreadyAnswered, rule));
    }
    let horse = state
        .declared()
        .into_iter()
        .find(|(other, target)| *target == unit && state.unit(*other).unit.is_mounted());
    let from = Some(horse.map_or(charger, |(other, _)| other));
    let (book, position) = (&state.book, &state.position);
    match state.detachments().into_iter().find(|out| out.skirmishers == unit) {
        Some(out) if behind.is_none() => Ok(moves::skirmishers_evade(book, position, out, from)?),
        _ => Ok(Running::Runs(moves::evade(book, position, (unit, from), behind)?)),
    }
}

pub(super) fn evade(
    state: &State,
    unit: UnitId,
    charger: UnitId,
    order: &Order,
) -> Result<Carry, Refusal> {
    match order {
        Order::Done => {}
        Order::Stand { unit: named } if *named == unit => {}
        Order::Evade { unit: named, behind } if *named == unit => {
            may_evade(state, unit, charger, *behind)?;
            let behind = *behind;
            return Ok(Box::new(move |turn| {
                turn.pop();
                runs(turn, unit, charger, behind);
                Ok(())
            }));
        }
        _ => return Err(not_asked()),
    }
    Ok(Box::new(move |turn| {
        turn.emit(Happened::Stands { unit }, vec![Change::Pop]);
        go_on(turn, charger);
        Ok(())
    }))
}

/// A skirmish line runs, and its charger is asked what he does.
fn runs(turn: &mut Turn<'_>, unit: UnitId, charger: UnitId, behind: Option<UnitId>) {
    let ground = turn.state.unit(unit).front_rank().to_vec();
    let Ok(running) = may_evade(&turn.state, unit, charger, behind) else { return };
    let left = ground.clone();
    let marks = turn.marked(unit, |marks| {
        marks.answered = true;
        marks.vacated = left;
    });
    turn.emit(Happened::Evades { unit, from: charger }, vec![marks]);
    match running {
        Running::Runs(retreat) => {
            deeds::carry_out_retreat(turn, unit, retreat, (RetreatKind::Full, Cause::Evades));
        }
        Running::Rejoins(rejoined) => maneuvers::take_back(turn, unit, *rejoined),
    }
    turn.push(Task::Pursue { unit: charger, gone: unit, ground });
}

/// A charger goes on at whom it declared.
pub(super) fn go_on(turn: &mut Turn<'_>, charger: UnitId) {
    run(turn, charger, None);
}

/// Does a charge turn to a target whom its declared way misses?
fn turns_to_him(state: &State) -> bool {
    state.book.reading("missed-target") == Some("turns")
}

/// The plan of a charge as it was declared, else by the shortest way.
fn reach(state: &State, charger: UnitId, target: UnitId) -> Option<Plan> {
    let charge = state.marks(charger).charge.as_ref()?;
    let (book, position) = (&state.book, &state.position);
    let leave = state.leave(charger);
    if let Some(how) = &charge.storm {
        let how = Storming { charge: Some(target), ..(**how).clone() };
        return moves::storm(book, position, charger, leave, &how).ok();
    }
    let how = (leave, charge.disordered);
    let declared = moves::charge(book, position, charger, target, how, charge.bend).ok();
    let aimed = || {
        let aims = turns_to_him(state);
        aims.then(|| moves::aimed_charge(book, position, charger, target, how)).flatten()
    };
    declared.or_else(|| moves::best_charge(book, position, charger, target, how)).or_else(aimed)
}

/// A charge moves at its target, or at another. Without a way to him it goes on as far as it can, and
/// the log says why.
fn run(turn: &mut Turn<'_>, charger: UnitId, at: Option<UnitId>) {
    let state = &turn.state;
    let Some(charge) = state.marks(charger).charge.clone() else { return };
    let target = at.unwrap_or(charge.target);
    let there = !state.unit(target).stands.is_empty();
    let plan = if there { reach(state, charger, target) } else { None };
    if let Some(plan) = plan {
        arrive(turn, charger, target, &plan, ChargeEnd::Contact);
        return;
    }
    let plan = falls_short(state, charger, target);
    let stands = plan.as_ref().map_or(&state.unit(charger).stands, |plan| &plan.end.stands);
    let end = match sight::distance(stands, &state.unit(target).stands) {
        None => ChargeEnd::Gone,
        Some(gap) => ChargeEnd::Short {
            gap,
            square: state.unit(target).unit.formation.is_square(),
            why: why_not(state, charger, target).map(Box::new),
        },
    };
    match plan {
        Some(plan) => arrive(turn, charger, target, &plan, end),
        None => stays(turn, charger, target, end),
    }
}

/// Why the way that looks best does not bring a charge home.
fn why_not(state: &State, charger: UnitId, target: UnitId) -> Option<moves::Refusal> {
    let charge = state.marks(charger).charge.as_ref()?;
    let (book, position) = (&state.book, &state.position);
    let how = (state.leave(charger), charge.disordered);
    let toward = moves::wheel_toward(book, position, charger, target);
    moves::charge(book, position, charger, target, how, toward).err()
}

/// The way of a charge that does not come home.
fn falls_short(state: &State, charger: UnitId, target: UnitId) -> Option<Plan> {
    let charge = state.marks(charger).charge.as_ref()?;
    let there = !state.unit(target).stands.is_empty();
    if !there || charge.storm.is_some() || !turns_to_him(state) {
        return straight_on(state, charger);
    }
    let how = (state.leave(charger), charge.disordered);
    moves::short_charge(&state.book, &state.position, charger, target, how, charge.bend)
}

/// A charge that cannot move at all is over.
fn stays(turn: &mut Turn<'_>, charger: UnitId, target: UnitId, end: ChargeEnd) {
    let marks = turn.marked(charger, |marks| {
        marks.moved = true;
        marks.charge = None;
    });
    let what = Happened::ChargeMoves {
        unit: charger,
        target,
        spent: Length::ZERO,
        ground: Ground::Open,
        end,
    };
    turn.emit(what, vec![marks]);
}

/// A charger is where its move ends.
pub(super) fn arrive(
    turn: &mut Turn<'_>,
    charger: UnitId,
    target: UnitId,
    plan: &Plan,
    end: ChargeEnd,
) {
    let state = &turn.state;
    let contact = end == ChargeEnd::Contact;
    let front = state.unit(target).front_rank().to_vec();
    let passage = passage_of(state.unit(charger), &plan.path);
    let ground = plan.ground;
    let turns = sight::is_turned(state.unit(target), &state.unit(charger).stands);
    let marks = turn.marked(charger, |marks| {
        marks.moved = true;
        marks.passage = passage;
        marks.about_faced = false;
        if let Some(charge) = &mut marks.charge {
            if charge.target != target {
                charge.turns = turns;
            }
            charge.target = target;
            charge.stage = if contact { Stage::InContact } else { Stage::Over };
            charge.ground = charge.ground.max(ground);
            charge.front = front;
        }
    });
    let spent = plan.cost.map_or(Length::ZERO, |cost| cost.spent());
    let mut changes = turn.put(charger, plan.end.clone());
    changes.push(marks);
    turn.emit(Happened::ChargeMoves { unit: charger, target, spent, ground, end }, changes);
    maneuvers::takes_up(turn, charger, &plan.passed);
    keys::touched(turn, charger, &plan.path);
}

/// Straight ahead as far as a move of its own will lets it, when its target is gone or blocked.
fn straight_on(state: &State, charger: UnitId) -> Option<Plan> {
    let charge = state.marks(charger).charge.as_ref()?;
    let how = (state.leave(charger), charge.disordered);
    moves::ahead(&state.book, &state.position, charger, how, None)
}

/// What a charger does whose target has gone: it takes the ground, or goes on after him.
pub(super) fn pursue(
    (unit, gone): (UnitId, UnitId),
    ground: Vec<Rect>,
    order: &Order,
) -> Result<Carry, Refusal> {
    let on = match order {
        Order::Done => false,
        Order::Carry { unit: named } if *named == unit => false,
        Order::PressOn { unit: named } if *named == unit => true,
        _ => return Err(not_asked()),
    };
    Ok(Box::new(move |turn| {
        turn.pop();
        after_him(turn, unit, gone, &ground, on);
        Ok(())
    }))
}

fn after_him(turn: &mut Turn<'_>, unit: UnitId, gone: UnitId, ground: &[Rect], on: bool) {
    // The host of a crew that left its guns is the one to go on at.
    let state = &turn.state;
    let host = state.unit(gone).guns.iter().find_map(|gun| gun.sheltered);
    let prey = host.unwrap_or(gone);
    let there = !state.unit(prey).stands.is_empty();
    if on
        && there
        && let Some(plan) = reach(state, unit, prey)
    {
        arrive(turn, unit, prey, &plan, ChargeEnd::Contact);
    } else if host.is_some()
        && let Some(plan) = reach(state, unit, gone)
    {
        // It comes up to the guns that nobody serves, and stops there without a fight.
        arrive(turn, unit, gone, &plan, ChargeEnd::Gone);
    } else {
        take_vacated(turn, unit, ground, on);
    }
    let bad = turn.state.marks(unit).charge.as_ref().is_some_and(|c| c.ground != Ground::Open);
    let marks = turn.marked(unit, |marks| marks.disordered_at_end |= bad);
    turn.emit(Happened::Goes, vec![marks]);
}

/// The charger stands on the ground that its target left, or as far beyond it as it may go.
fn take_vacated(turn: &mut Turn<'_>, unit: UnitId, ground: &[Rect], on: bool) {
    let state = &turn.state;
    if state.marks(unit).moved {
        return;
    }
    let placed = state.unit(unit);
    let target = state.marks(unit).charge.as_ref().map_or(unit, |charge| charge.target);
    let Some(all) = straight_on(state, unit) else {
        stays(turn, unit, target, ChargeEnd::Gone);
        return;
    };
    let mut plan = all;
    if !on {
        // No farther than where his front stood.
        let ahead = ground.iter().map(|stand| placed.anchor.local(stand.front()).y);
        let far = ahead.fold(0.0, f64::max).max(0.0) as i32;
        let by = Length::thousandths(far);
        let leave = state.leave(unit);
        let maneuver = Maneuver::Move {
            steps: vec![Step::Advance { by }],
            disordered: state.marks(unit).charge.as_ref().is_some_and(|charge| charge.disordered),
            refuse: None,
            frontage: None,
        };
        if let Ok(shorter) = moves::check(&state.book, &state.position, unit, leave, &maneuver) {
            plan = shorter;
        }
    }
    arrive(turn, unit, target, &plan, ChargeEnd::Gone);
}
