//! The maneuvers of a check: troops, guns, storming, skirmishers; and the end of the phase.

use geometry::{Convex, Rect, TOUCH};
use rulebook::Ground;

use super::cause::{Cause, Snag};
use super::event::{Change, Happened, Peril, RetreatKind};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::state::{Marks, Passage, State, Whereabouts};
use super::task::Task;
use super::turn::{Carry, Turn};
use super::{deeds, keys, regroup};
use crate::fire::Exposure;
use crate::moves::{
    self, GunManeuver, GunPlan, Maneuver, Mark, Plan, Rejoined, Running, Sending, Storming,
};
use crate::scenario::Screen;
use crate::table::{Moving, Placed, Position, UnitId};

const RULE: &str = "SEQ-MNV-2C-MOVE";

/// The way a unit took, with the unit as it was on it.
pub(super) fn passage_of(passing: &Placed, path: &[Moving]) -> Option<Box<Passage>> {
    if path.is_empty() {
        return None;
    }
    Some(Box::new(Passage { passing: passing.clone(), path: path.to_vec() }))
}

/// Has anybody of the group something left to do?
pub(super) fn asks(state: &State, group: &[UnitId]) -> bool {
    group.iter().any(|unit| may_maneuver(state, *unit))
}

/// May a unit still maneuver in this check?
pub(super) fn may_maneuver(state: &State, unit: UnitId) -> bool {
    let (placed, marks) = (state.unit(unit), state.marks(unit));
    if placed.stands.is_empty() || marks.charge.is_some() {
        return false;
    }
    if placed.unit.is_guns() {
        return marks.guns.iter().any(|gun| gun.list.is_some() && !gun.moved);
    }
    marks.list.is_some() && !marks.moved
}

/// The stands of gun units that came from one another may be ordered with either.
fn check_member(state: &State, group: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    let Some(marks) = state.marks.get(unit.place()) else {
        return Err(Refusal::now(NotNow::Unknown, RULE));
    };
    if state.unit(unit).side != state.active {
        return Err(Refusal::now(NotNow::NotYours, RULE));
    }
    if state.unit(unit).stands.is_empty() {
        return Err(Refusal::now(NotNow::NotOnTable, RULE));
    }
    let of_group = group.contains(&unit) || marks.origin.is_some_and(|from| group.contains(&from));
    if !of_group || !marks.checked {
        return Err(Refusal::now(NotNow::NotInGroup, "CMD-BASE-CHECK-REQUIRED"));
    }
    if marks.charge.is_some() {
        return Err(Refusal::now(NotNow::AlreadyCharging, "CHG-BASE-DECLARE"));
    }
    if marks.moved {
        return Err(Refusal::now(NotNow::AlreadyMoved, RULE));
    }
    Ok(())
}

pub(super) fn order(state: &State, group: &[UnitId], order: &Order) -> Result<Carry, Refusal> {
    match order {
        Order::Done => Ok(passes()),
        Order::Maneuver { unit, maneuver } => {
            check_member(state, group, *unit)?;
            troops(state, *unit, maneuver)
        }
        Order::Gun { unit, stand, maneuver } => {
            check_member(state, group, *unit)?;
            gun(state, *unit, *stand, maneuver)
        }
        Order::CrewReturns { unit, stand } => {
            check_member(state, group, *unit)?;
            let plan = moves::crew_returns(&state.book, &state.position, (*unit, *stand))?;
            let (unit, stand) = (*unit, *stand);
            // Going back costs nothing: the gun has its maneuver still.
            Ok(Box::new(move |turn| {
                let placed = moves::with_gun(turn.state.unit(unit), stand, &plan);
                let changes = turn.put(unit, placed);
                turn.emit(Happened::CrewReturns { unit, stand }, changes);
                Ok(())
            }))
        }
        Order::Storm { unit, how, .. } if how.charge.is_none() => {
            check_member(state, group, *unit)?;
            storm(state, *unit, how)
        }
        Order::Charge { unit, target, bend, disordered, steel } => {
            // Too late; but if it could not charge at all, that is what he wants to know.
            let charge = super::state::Charge {
                steel: *steel,
                disordered: *disordered,
                bend: *bend,
                ..super::state::Charge::at(*target, super::state::ChargeKind::Charge)
            };
            let _too_late = super::charges::declare_charge(state, group, *unit, charge)?;
            Err(Refusal::now(NotNow::NotAsked, "SEQ-MNV-2B-DECLARE"))
        }
        Order::Send { unit, how } => {
            check_member(state, group, *unit)?;
            send(state, *unit, how)
        }
        Order::Rejoin { unit } => {
            check_member(state, group, *unit)?;
            rejoin(state, *unit)
        }
        Order::RunToHorses { unit } => {
            check_member(state, group, *unit)?;
            if state.marks(*unit).list.is_none() {
                return Err(Refusal::now(NotNow::AlreadyMoved, "MARK-ACW-TETHER-VOLUNTARY"));
            }
            let retreat = moves::run_to_horses(&state.book, &state.position, *unit)?;
            let unit = *unit;
            Ok(Box::new(move |turn| {
                let marks = turn.marked(unit, |marks| marks.moved = true);
                turn.emit(Happened::Goes, vec![marks]);
                deeds::carry_out_retreat(turn, unit, retreat, (RetreatKind::Full, Cause::OwnWill));
                Ok(())
            }))
        }
        _ => Err(not_asked()),
    }
}

impl State {
    /// Checks a maneuver of troops as the unit now is: skirmishers and their regiments keep their own
    /// limits.
    pub fn check_maneuver(
        &self,
        unit: UnitId,
        maneuver: &Maneuver,
    ) -> Result<Plan, moves::Refusal> {
        let (book, position, leave) = (&self.book, &self.position, self.leave(unit));
        let changes = matches!(
            maneuver,
            Maneuver::Hold { frontage: Some(_), .. } | Maneuver::Move { frontage: Some(_), .. }
        );
        if changes && self.marks(unit).changed_frontage {
            let why = moves::Why::NoFrontageChange;
            let rule = book.reasons.rule(rulebook::Reason::FrontageWhen);
            return Err(moves::Refusal::Forbidden { why, rule });
        }
        for out in self.detachments() {
            if out.skirmishers == unit {
                return moves::check_skirmishers(book, position, out, leave, maneuver);
            }
            if out.regiment == unit {
                return moves::check_regiment(book, position, out, leave, maneuver);
            }
        }
        moves::check(book, position, unit, leave, maneuver)
    }
}

fn troops(state: &State, unit: UnitId, maneuver: &Maneuver) -> Result<Carry, Refusal> {
    if state.marks(unit).list.is_none() {
        let why = moves::Why::NotOnTheList;
        let rule = rulebook::RuleId::new("TRP-BASE-HOLD");
        return Err(Refusal::Move(moves::Refusal::Forbidden { why, rule }));
    }
    let plan = state.check_maneuver(unit, maneuver)?;
    state.may_end(unit, &plan.end.stands)?;
    if plan.marks.contains(Mark::Replenished) {
        state.may_replenish(unit)?;
    }
    let changes_late = matches!(
        maneuver,
        Maneuver::ChangeFormation { after, .. } if !after.is_empty()
    );
    let turns =
        matches!(maneuver, Maneuver::ChangeFormation { .. } | Maneuver::DeployToTheFront { .. });
    let disorders = match maneuver {
        Maneuver::Move { disordered: true, .. } => Cause::FullMove,
        Maneuver::PassageOfLines { through, .. } => {
            let both = [unit, *through].map(|unit| state.unit(unit).unit.order);
            let snag = match plan.ground {
                Ground::Broken | Ground::Rough => Snag::Ground,
                Ground::Open if both.contains(&crate::Order::Disordered) => Snag::Disordered,
                Ground::Open => Snag::Raw,
            };
            Cause::Passage { by: *through, snag }
        }
        _ => Cause::RawTroops,
    };
    let does = Some(Box::new(maneuver.clone()));
    Ok(Box::new(move |turn| {
        make(turn, (unit, does, disorders), plan, changes_late, turns);
        Ok(())
    }))
}

/// A maneuver of troops is made.
fn make(
    turn: &mut Turn<'_>,
    (unit, does, disorders): (UnitId, Option<Box<Maneuver>>, Cause),
    plan: Plan,
    changes_late: bool,
    turns: bool,
) {
    let before = turn.state.unit(unit).clone();
    let good = |placed: &Placed| placed.unit.order == crate::Order::Good;
    let why = disorders;
    let disorders = Some(why).filter(|_| good(&before) && !good(&plan.end));
    let passing = if changes_late { plan.end.clone() } else { before };
    let passage = passage_of(&passing, &plan.path);
    let was_about = turn.state.marks(unit).about_faced;
    let marks = turn.marked(unit, |marks| {
        marks.moved = true;
        marks.passage = passage;
        note(marks, &plan);
        if plan.marks.contains(Mark::AboutFaced) {
            marks.about_faced = !was_about;
        } else if turns {
            marks.about_faced = false;
        }
    });
    let spent = plan.cost.map(|cost| cost.spent());
    let mut changes = turn.put(unit, plan.end.clone());
    changes.push(marks);
    turn.emit(Happened::Maneuvers { unit, does, spent, disorders }, changes);
    for &friend in &plan.passed {
        if plan.marks.contains(Mark::PassedLines) && !turn.state.unit(friend).lets_friends_through()
        {
            let marks =
                turn.marked(friend, |marks| marks.exposure.insert(Exposure::PassageOfLines));
            turn.emit(Happened::Goes, vec![marks]);
        }
    }
    shake(turn, unit, &plan, why);
    takes_up(turn, unit, &plan.passed);
    after_moving(turn, unit, &plan.path);
}

/// A regiment that passes through its own skirmishers has them back.
pub(super) fn takes_up(turn: &mut Turn<'_>, regiment: UnitId, passed: &[UnitId]) {
    let out = turn.state.detachments().into_iter().find(|out| out.regiment == regiment);
    let Some(out) = out.filter(|out| passed.contains(&out.skirmishers)) else { return };
    let placed = turn.state.unit(regiment).clone();
    let back = moves::rejoined(&turn.state.book, &turn.state.position, out, &placed);
    take_back(turn, out.skirmishers, back);
}

/// What a plan marks on its unit.
fn note(marks: &mut Marks, plan: &Plan) {
    for (mark, exposure) in [
        (Mark::MarchedByTheFlank, Exposure::MarchedByFlank),
        (Mark::PassedLines, Exposure::PassageOfLines),
        (Mark::CrossedAbatis, Exposure::CrossedAbatis),
    ] {
        marks.exposure.insert_if(plan.marks.contains(mark), exposure);
    }
    marks.low_on_ammunition &= !plan.marks.contains(Mark::Replenished);
    marks.may_not_fire |= plan.marks.contains(Mark::MayNotFire);
    marks.changed_frontage |= plan.marks.contains(Mark::ChangedFrontage);
}

/// Those whom a move disorders.
pub(super) fn shake(turn: &mut Turn<'_>, by: UnitId, plan: &Plan, why: Cause) {
    for &unit in plan.disordered.iter().filter(|unit| **unit != by) {
        let why = match why {
            Cause::Passage { snag, .. } => Cause::Passage { by, snag },
            other => other,
        };
        deeds::disorder(turn, unit, why);
    }
    if plan.disordered.contains(&by) {
        deeds::disorder(turn, by, why);
    }
}

/// What a path does besides: ground changes hands, horses are driven off, lone leaders are ridden down.
pub(super) fn after_moving(turn: &mut Turn<'_>, unit: UnitId, path: &[Moving]) {
    keys::touched(turn, unit, path);
    besides(turn, unit, path);
}

/// The same of a way back.
pub(super) fn after_going_back(turn: &mut Turn<'_>, unit: UnitId, path: &[Moving]) {
    keys::gone_back(turn, unit, path);
    besides(turn, unit, path);
}

/// Horses are driven off, lone leaders are ridden down.
fn besides(turn: &mut Turn<'_>, unit: UnitId, path: &[Moving]) {
    let placed = turn.state.unit(unit);
    let touched = |leader: &u16| {
        let now = turn.state.leader(*leader);
        let reach = f64::from(now.rank.diameter(&turn.state.book.bases).in_thousandths()) / 2.0;
        let near = |base: &Convex, slack: f64| {
            now.at.is_some_and(|at| base.gap_to(at.spot()) - slack <= reach + TOUCH)
        };
        let stands = placed.stands.iter().any(|stand| near(&Convex::from(*stand), 0.0));
        let passed = || path.iter().any(|way| way.sweep.any(&mut |part, slack| near(part, slack)));
        now.attached.is_none() && !path.is_empty() && (stands || passed())
    };
    let alone: Vec<u16> = if placed.stands.is_empty() || placed.unit.order == crate::Order::Broken {
        Vec::new()
    } else {
        turn.state.leaders_on(placed.side.enemy()).filter(touched).collect()
    };
    for leader in alone {
        let peril = Peril::Overrun;
        turn.push(Task::LeaderCheck { leader, orphaned: true, with: None, peril });
    }
    for victim in moves::horses_taken(&turn.state.book, &turn.state.position, unit, path) {
        let placed = Placed { tethered: None, ..turn.state.unit(victim).clone() };
        let change = Change::Unit { unit: victim, placed: Box::new(placed) };
        turn.emit(Happened::HorsesTaken { unit: victim }, vec![change]);
    }
}

fn gun(state: &State, unit: UnitId, stand: u8, maneuver: &GunManeuver) -> Result<Carry, Refusal> {
    let Some(marks) = state.marks(unit).guns.get(usize::from(stand)) else {
        return Err(Refusal::now(NotNow::Unknown, "GUN-BASE-BATTERY-UNIT"));
    };
    if marks.moved {
        return Err(Refusal::now(NotNow::AlreadyMoved, "GUN-BASE-BATTERY-UNIT"));
    }
    if *maneuver == GunManeuver::Retreat {
        return guns_retreat(state, unit);
    }
    let position = in_its_emplacement(state, unit, stand, maneuver);
    let position = position.as_ref().unwrap_or(&state.position);
    let plan = moves::check_gun(&state.book, position, (unit, stand), marks.list, maneuver)?;
    let end = Rect { pose: plan.pose, ..state.unit(unit).stands[usize::from(stand)] };
    state.may_end(unit, &[end])?;
    if plan.marks.contains(Mark::Replenished) {
        state.may_replenish(unit)?;
    }
    let spent = plan.cost.map(|cost| cost.spent());
    let (does, ready) = (Box::new(maneuver.clone()), plan.may_fire);
    let what = Happened::GunManeuvers { unit, stand, does, ready, spent };
    Ok(gun_carry(unit, stand, plan, what))
}

/// A fixed gun turns from where its emplacement looks, however often it has turned.
fn in_its_emplacement(
    state: &State,
    unit: UnitId,
    stand: u8,
    maneuver: &GunManeuver,
) -> Option<Position> {
    let fixed = state.unit(unit).unit.guns.emplacement == crate::Emplacement::Fixed;
    if !fixed || !matches!(maneuver, GunManeuver::Pivot { .. }) {
        return None;
    }
    let built = &state.scenario.position.unit(state.listed(unit)).stands;
    let now = state.unit(unit).stands.get(usize::from(stand))?;
    let built = built.iter().min_by_key(|built| built.distance(*now))?;
    let mut placed = state.unit(unit).clone();
    placed.stands[usize::from(stand)] = *built;
    let mut position = state.position.clone();
    position.set(unit, placed);
    Some(position)
}

/// A retreat of guns takes the whole unit.
fn guns_retreat(state: &State, unit: UnitId) -> Result<Carry, Refusal> {
    for stand in 0..state.unit(unit).stands.len() as u8 {
        let list = state.marks(unit).guns.get(usize::from(stand)).and_then(|gun| gun.list);
        let gun = (unit, stand);
        let checked =
            moves::check_gun(&state.book, &state.position, gun, list, &GunManeuver::Retreat);
        // Where there is no room it goes over the edge, or is lost.
        match checked {
            Err(moves::Refusal::Forbidden { why: moves::Why::NoRoom, .. }) | Ok(_) => {}
            Err(refusal) => return Err(refusal.into()),
        }
    }
    let retreat = moves::full_retreat(&state.book, &state.position, unit);
    Ok(Box::new(move |turn| {
        let marks = turn.marked(unit, |marks| {
            marks.guns.iter_mut().for_each(|gun| (gun.moved, gun.may_not_fire) = (true, true));
        });
        turn.emit(Happened::Goes, vec![marks]);
        deeds::carry_out_retreat(turn, unit, retreat, (RetreatKind::Full, Cause::OwnWill));
        Ok(())
    }))
}

fn gun_carry(unit: UnitId, stand: u8, plan: GunPlan, what: Happened) -> Carry {
    Box::new(move |turn| {
        let placed = moves::with_gun(turn.state.unit(unit), stand, &plan);
        let before = turn.state.unit(unit).clone();
        let passage = passage_of(&before, &plan.path);
        let low = turn.state.unit(unit).guns[usize::from(stand)].low_on_ammunition;
        debug_assert!(low || !plan.gun.low_on_ammunition);
        let marks = turn.marked(unit, |marks| {
            let gun = &mut marks.guns[usize::from(stand)];
            gun.moved = true;
            gun.may_not_fire = !plan.may_fire || plan.marks.contains(Mark::MayNotFire);
            if passage.is_some() {
                marks.passage = passage;
            }
        });
        let mut changes = turn.put(unit, placed);
        changes.push(marks);
        turn.emit(what, changes);
        after_moving(turn, unit, &plan.path);
        Ok(())
    })
}

fn storm(state: &State, unit: UnitId, how: &Storming) -> Result<Carry, Refusal> {
    let plan = moves::storm(&state.book, &state.position, unit, state.leave(unit), how)?;
    Ok(Box::new(move |turn| {
        make(turn, (unit, None, Cause::RawTroops), plan, false, true);
        Ok(())
    }))
}

fn send(state: &State, unit: UnitId, how: &Sending) -> Result<Carry, Refusal> {
    let out = state.detachments().iter().any(|out| out.regiment == unit);
    if state.marks(unit).redeployed {
        return Err(Refusal::now(NotNow::Redeployed, "SKIRM-REDEPLOY"));
    }
    let leave = state.leave(unit);
    let sent = moves::send_skirmishers(&state.book, &state.position, (unit, out), leave, how)?;
    let stands = how.stands;
    Ok(Box::new(move |turn| {
        let before = turn.state.unit(unit).clone();
        let (regiment, out) = parted(sent.regiment.end.clone(), sent.skirmishers.end.clone());
        let passage = Some(Box::new(Passage { passing: before, path: Vec::new() }));
        let low = turn.state.marks(unit).low_on_ammunition;
        let mut marks = skirmishers_of(unit, &out);
        marks.low_on_ammunition = low;
        (marks.checked, marks.moved, marks.redeployed) = (true, true, true);
        let mut changes = turn.put(unit, regiment);
        changes.push(turn.marked(unit, |marks| {
            (marks.moved, marks.redeployed) = (true, true);
            marks.passage = passage;
        }));
        let slot = empty_slot(&turn.state, unit);
        match slot {
            Some(slot) => {
                changes.push(Change::Unit { unit: slot, placed: Box::new(out) });
                changes.push(Change::Marks { unit: slot, marks: Box::new(marks) });
            }
            None => changes.push(Change::Raised { placed: Box::new(out), marks: Box::new(marks) }),
        }
        turn.emit(Happened::SkirmishersOut { regiment: unit, stands }, changes);
        Ok(())
    }))
}

/// A regiment and its skirmishers, each knowing of the other's stands.
fn parted(mut regiment: Placed, mut out: Placed) -> (Placed, Placed) {
    regiment.unit.strength.elsewhere = out.unit.strength.stands;
    out.unit.strength.elsewhere = regiment.unit.strength.stands;
    out.unit.strength.label = regiment.unit.strength.label;
    out.unit.leader_attached = false;
    out.unit.name = format!("{} (skirmishers)", regiment.unit.name).into();
    (regiment, out)
}

/// The marks of a regiment's skirmishers.
fn skirmishers_of(regiment: UnitId, out: &Placed) -> Marks {
    let mut marks = Marks::new(Whereabouts::OnTable, out);
    (marks.origin, marks.skirmishers) = (Some(regiment), true);
    marks
}

/// The skirmishers that are out when the battle begins, if the rules have any.
pub(super) fn screens(turn: &mut Turn<'_>) {
    if !turn.state.book.is_on("skirmishers") {
        return;
    }
    for screen in turn.state.scenario.clone().screens.iter() {
        let Screen { regiment: unit, stands, ahead } = *screen;
        let state = &turn.state;
        let found = moves::screened(&state.book, &state.position, unit, stands, ahead);
        let Ok((regiment, out)) = found else { continue };
        let (regiment, out) = parted(regiment, out);
        let marks = Box::new(skirmishers_of(unit, &out));
        let mut changes = turn.put(unit, regiment);
        changes.push(Change::Raised { placed: Box::new(out), marks });
        turn.emit(Happened::SkirmishersOut { regiment: unit, stands }, changes);
    }
}

/// A unit of the same origin that has rejoined: its place can be used again.
pub(super) fn empty_slot(state: &State, origin: UnitId) -> Option<UnitId> {
    state.position.ids().find(|id| {
        let marks = state.marks(*id);
        marks.origin == Some(origin) && marks.whereabouts == Whereabouts::Rejoined
    })
}

fn rejoin(state: &State, unit: UnitId) -> Result<Carry, Refusal> {
    let found =
        state.detachments().into_iter().find(|d| d.skirmishers == unit || d.regiment == unit);
    let Some(detachment) = found else {
        return Err(Refusal::now(NotNow::Unknown, "SKIRM-REJOIN-HOW"));
    };
    if state.marks(unit).redeployed {
        return Err(Refusal::now(NotNow::Redeployed, "SKIRM-REDEPLOY"));
    }
    let (book, position, leave) = (&state.book, &state.position, state.leave(unit));
    let rejoined = if detachment.skirmishers == unit {
        moves::rejoin(book, position, detachment, leave)?
    } else {
        moves::take_up(book, position, detachment, leave)?
    };
    let skirmishers = detachment.skirmishers;
    Ok(Box::new(move |turn| {
        take_back(turn, skirmishers, rejoined);
        let marks = turn.marked(unit, |marks| marks.moved = true);
        turn.emit(Happened::Goes, vec![marks]);
        Ok(())
    }))
}

/// Skirmishers are with their regiment again; those without room wait behind it.
pub(super) fn take_back(turn: &mut Turn<'_>, skirmishers: UnitId, rejoined: Rejoined) {
    let Some(regiment) = turn.state.marks(skirmishers).origin else { return };
    let low = turn.state.marks(skirmishers).low_on_ammunition;
    let mut whole = rejoined.regiment;
    whole.unit.strength.elsewhere = rejoined.waiting.as_ref().map_or(0, |w| w.unit.strength.stands);
    whole.unit.leader_attached = turn.state.leader_with(regiment).is_some();
    let mut changes = turn.put(regiment, whole.clone());
    changes.push(turn.marked(regiment, |marks| {
        marks.redeployed = true;
        marks.low_on_ammunition |= low;
    }));
    match rejoined.waiting {
        Some(mut waiting) => {
            waiting.unit.strength.elsewhere = whole.unit.strength.stands;
            changes.extend(turn.put(skirmishers, waiting));
        }
        None => {
            let gone = gone(turn.state.unit(skirmishers));
            changes.push(Change::Unit { unit: skirmishers, placed: Box::new(gone) });
            changes.push(turn.marked(skirmishers, |marks| {
                marks.whereabouts = Whereabouts::Rejoined;
                marks.passage = None;
            }));
        }
    }
    turn.emit(Happened::SkirmishersBack { regiment }, changes);
    if let Some(leader) = turn.state.leader_with(skirmishers) {
        let now = crate::table::Leader { attached: None, ..turn.state.leader(leader).clone() };
        turn.emit(Happened::Goes, vec![Change::Leader { leader, now: Box::new(now) }]);
    }
}

/// A unit without stands.
pub(super) fn gone(placed: &Placed) -> Placed {
    let mut gone = placed.clone();
    gone.stands.clear();
    gone.guns.clear();
    gone.holders = 0;
    gone.tethered = None;
    gone.unit.strength.stands = 0;
    gone.unit.leader_attached = false;
    gone
}

/// May a gun fire that gets no order in its check?
fn fires_if_left(state: &State, unit: UnitId, stand: u8) -> bool {
    let list = state.marks(unit).guns.get(usize::from(stand)).and_then(|gun| gun.list);
    let (book, position) = (&state.book, &state.position);
    moves::check_gun(book, position, (unit, stand), list, &GunManeuver::Fire).is_ok()
}

/// Do the guns of a unit that have no order yet all stay ready to fire?
pub(super) fn stands_to_fire(state: &State, unit: UnitId) -> bool {
    let guns = state.marks(unit).guns.iter().enumerate();
    let mut open = guns.filter(|(_, gun)| gun.list.is_some() && !gun.moved).peekable();
    open.peek().is_some() && open.all(|(stand, _)| fires_if_left(state, unit, stand as u8))
}

/// Who has made no maneuver holds; guns that could fire will.
pub(super) fn end_group(turn: &mut Turn<'_>, group: &[UnitId]) {
    for &unit in group {
        let placed = turn.state.unit(unit).clone();
        if !placed.unit.is_guns() || placed.stands.is_empty() {
            continue;
        }
        let guns = 0..turn.state.marks(unit).guns.len() as u8;
        let may: Vec<bool> = guns.map(|stand| fires_if_left(&turn.state, unit, stand)).collect();
        let marks = turn.marked(unit, |marks| {
            for (gun, may) in marks.guns.iter_mut().zip(may) {
                if !gun.moved && gun.list.is_some() {
                    gun.moved = true;
                    gun.may_not_fire = !may;
                }
            }
        });
        turn.emit(Happened::Goes, vec![marks]);
    }
    out_of_limits(turn, group);
    regroup::all(turn);
}

/// Skirmishers that have not come back within their limits run to their regiment.
fn out_of_limits(turn: &mut Turn<'_>, group: &[UnitId]) {
    for out in turn.state.detachments() {
        let unit = out.skirmishers;
        let state = &turn.state;
        let idle =
            group.contains(&unit) && state.marks(unit).list.is_some() && !state.marks(unit).moved;
        let charges = state.marks(unit).charge.is_some();
        let kept = moves::keeps_limits(&state.book, &state.position, out, state.unit(unit)).is_ok();
        if !idle || charges || kept {
            continue;
        }
        match moves::run_to_regiment(&state.book, &state.position, out) {
            Running::Rejoins(rejoined) => take_back(turn, unit, *rejoined),
            Running::Runs(retreat) => {
                deeds::carry_out_retreat(turn, unit, retreat, (RetreatKind::Full, Cause::Recalled));
            }
        }
    }
}

/// The maneuver phase ends: broken skirmishers run, chargers over bad ground are disordered.
pub(super) fn end_phase(turn: &mut Turn<'_>) {
    skirmishers_run(turn);
    let late: Vec<UnitId> =
        turn.state.position.ids().filter(|id| turn.state.marks(*id).disordered_at_end).collect();
    for unit in late {
        deeds::disorder(turn, unit, Cause::Pursuit);
    }
    turn.emit(
        Happened::PhaseBegins(super::state::Phase::Fire),
        vec![Change::Phase(super::state::Phase::Fire)],
    );
}

/// Broken skirmishers of the active side run to their regiment instead of checking.
fn skirmishers_run(turn: &mut Turn<'_>) {
    for out in turn.state.detachments() {
        let unit = out.skirmishers;
        let own = turn.state.unit(unit).side == turn.state.active;
        let marks = turn.state.marks(unit);
        let since_before = marks.began == crate::Order::Broken && !marks.checked && !marks.moved;
        if !own || !turn.state.makes_no_check(unit) || !since_before {
            continue;
        }
        match moves::run_to_regiment(&turn.state.book, &turn.state.position, out) {
            Running::Rejoins(rejoined) => take_back(turn, unit, *rejoined),
            Running::Runs(retreat) => {
                deeds::carry_out_retreat(turn, unit, retreat, (RetreatKind::Full, Cause::Recalled));
            }
        }
    }
}
