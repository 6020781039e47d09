//! Musketry and cannonade on the table: who may fire at whom, and what comes of it.

use geometry::{Length, Rect};
use rulebook::{Cover, Experience, FirePoints};

use super::cause::Cause;
use super::event::{Change, Happened, Idle, Peril};
use super::gun_harm::come_to;
use super::order::{Firing, Order};
use super::passing::{passing_by, passing_shots};
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::shooters::{Shooter, shooters};
use super::silent;
use super::state::{Stage, State};
use super::task::{FireStep, Task};
use super::turn::{Carry, Rolls, Turn};
use crate::command::{Hindrance, commands};
use crate::fire::{self, Exposure, Firers, Light, Target, Volley};
use crate::massing::{self, Sharer};
use crate::sight::{self, CoverReason};
use crate::table::{Placed, Position, Side, UnitId};

/// Stands this near to a charge beside them fire into it.
const INCIDENTAL: Length = Length::inches(1);
/// Guns this near fire canister or grapeshot.
const CANISTER: Length = Length::inches(12);
pub(super) const RULE: &str = "FIRE-BASE-PROCEDURE";

/// A volley that may be fired, before its dice.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// At whom.
    pub at: UnitId,
    /// Who fires, with which stands.
    pub who: Vec<(UnitId, Vec<u8>)>,
    /// Groups of stands of one unit, range and angle.
    pub firers: Vec<Firers>,
    /// The target as fire sees it.
    pub target: Target,
    /// Units massed behind the target, in the order of `target.behind`.
    pub behind: Vec<UnitId>,
    /// The leader nearest to the target.
    pub leader: Option<u16>,
    /// The light.
    pub light: Light,
}

impl Aimed {
    /// The volley, ready for its dice.
    pub fn volley<'a>(&'a self, state: &'a State) -> Result<Volley<'a>, fire::FireRefusal> {
        fire::prepare(&state.book, &self.firers, &self.target, self.light)
    }
}

/// Whose fire a step is.
pub(super) fn side_of(state: &State, step: FireStep) -> Side {
    match step {
        FireStep::Defensive => state.active.enemy(),
        FireStep::Offensive => state.active,
    }
}

impl State {
    /// The stands of a unit that may still fire in a step, from 0, with where they are.
    pub fn ready_to_fire(&self, unit: UnitId, step: FireStep) -> Vec<(u8, Rect)> {
        let (placed, marks) = (self.unit(unit), self.marks(unit));
        if placed.unit.presenting || self.is_bound_by_steel(unit) {
            return Vec::new();
        }
        let offensive = step == FireStep::Offensive;
        if offensive && marks.may_not_fire {
            return Vec::new();
        }
        let action = sight::stands_in_action(placed);
        let ready = |(place, stand): (usize, &Rect)| {
            let fired = marks.fired & (1 << place) != 0;
            let gun = marks.guns.get(place);
            let silent = gun.is_some_and(|gun| gun.fired || (offensive && gun.may_not_fire));
            let may = action.contains(stand) && !fired && !silent;
            may.then_some((place as u8, *stand))
        };
        placed.stands.iter().enumerate().filter_map(ready).collect()
    }

    /// Who charges with cold steel does not fire, but for the best of troops.
    pub(super) fn is_bound_by_steel(&self, unit: UnitId) -> bool {
        let steel = self.marks(unit).charge.as_ref().is_some_and(|charge| charge.steel);
        let elite = self.unit(unit).unit.experience == Experience::Elite;
        steel && !(elite && self.book.charge.elite_fires_with_cold_steel)
    }

    /// The units that a stand may fire at, with the range to each: its opponents in a charge before all
    /// others; else guns any in reach, troops the closest and who is hardly farther.
    pub fn targets_of(&self, unit: UnitId, stand: Rect) -> Vec<(UnitId, Length)> {
        self.targets_in(&self.position, unit, stand)
    }

    pub(super) fn targets_in(
        &self,
        position: &Position,
        unit: UnitId,
        stand: Rect,
    ) -> Vec<(UnitId, Length)> {
        let charged = |enemy: UnitId| self.have_come_to_blows(unit, enemy);
        let found = sight::worth_a_look(&self.book, position, (unit, stand), charged);
        if found.iter().any(|(enemy, _)| charged(*enemy)) {
            return found.into_iter().filter(|(enemy, _)| charged(*enemy)).collect();
        }
        sight::chosen_among(self.unit(unit), found)
    }

    /// Has one of two units charged the other and come into contact?
    pub(super) fn have_come_to_blows(&self, one: UnitId, other: UnitId) -> bool {
        let reached = |from: UnitId, at: UnitId| {
            let charge = self.marks(from).charge.as_ref();
            charge.is_some_and(|c| c.stage == Stage::InContact && c.target == at)
        };
        reached(one, other) || reached(other, one)
    }

    /// Are two units opponents in a charge?
    pub fn are_opponents(&self, one: UnitId, other: UnitId) -> bool {
        let charges = |from: UnitId, at: UnitId| {
            let charge = self.marks(from).charge.as_ref();
            charge.is_some_and(|charge| charge.target == at)
        };
        charges(one, other) || charges(other, one)
    }

    /// Does a unit take part in a charge that has come into contact?
    pub fn takes_part(&self, unit: UnitId) -> bool {
        let in_contact = |id: UnitId| {
            let charge = self.marks(id).charge.as_ref();
            charge.is_some_and(|c| c.stage == Stage::InContact && (id == unit || c.target == unit))
        };
        self.position.ids().any(in_contact)
    }
}

pub(super) fn asks(state: &State, step: FireStep) -> bool {
    let side = side_of(state, step);
    state.of_side(side).any(|unit| state.has_a_target(unit, step))
        || (step == FireStep::Defensive && !passing_shots(state, Some(1)).is_empty())
}

pub(super) fn order(state: &State, step: FireStep, order: &Order) -> Result<Carry, Refusal> {
    let (target, firers, passing) = match order {
        Order::Done => return Ok(passes()),
        Order::Fire { target, firers, passing } => (*target, firers, *passing),
        _ => return Err(not_asked()),
    };
    let aimed = aim(state, step, target, firers, passing)?;
    aimed.volley(state)?;
    Ok(Box::new(move |turn| fires(turn, aimed, passing.is_some())))
}

/// Finds out whether these stands may fire at that target, and with what.
pub fn aim(
    state: &State,
    step: FireStep,
    target: UnitId,
    firers: &[Firing],
    passing: Option<u16>,
) -> Result<Aimed, Refusal> {
    let side = side_of(state, step);
    let known = |id: UnitId| state.marks.get(id.place()).is_some();
    if !known(target) || state.unit(target).side == side {
        return Err(Refusal::now(NotNow::NotATarget, RULE));
    }
    if state.unit(target).stands.is_empty() {
        return Err(Refusal::now(NotNow::NotOnTable, RULE));
    }
    if passing.is_none() && state.marks(target).fired_at {
        return Err(Refusal::now(NotNow::AlreadyFiredAt, RULE));
    }
    let ghost = match passing {
        None => None,
        Some(moment) => Some(passing_by(state, step, target, moment)?),
    };
    let position = ghost.as_ref().unwrap_or(&state.position);
    let mut who: Vec<(UnitId, Vec<Shooter>)> = Vec::new();
    for firing in firers {
        if !known(firing.unit) || state.unit(firing.unit).side != side {
            return Err(Refusal::now(NotNow::NotYours, RULE));
        }
        if who.iter().any(|(unit, _)| *unit == firing.unit) {
            return Err(Refusal::now(NotNow::Twice, RULE));
        }
        let shooters = shooters(state, position, step, firing, target, ghost.is_some())?;
        who.push((firing.unit, shooters));
    }
    if who.is_empty() {
        return Err(Refusal::now(NotNow::NotATarget, RULE));
    }
    may_mass(state, position, &who, target)?;
    Ok(aimed(state, position, target, &who))
}

/// Guns of several units share a target only where massing allows it.
fn may_mass(
    state: &State,
    position: &Position,
    who: &[(UnitId, Vec<Shooter>)],
    target: UnitId,
) -> Result<(), Refusal> {
    let guns = who.iter().filter(|(unit, _)| state.unit(*unit).unit.is_guns());
    let shelled = state.marks(target).shelled;
    // Who fires alone shares nothing, and whom else he could hit is dear to find out.
    if guns.clone().count() + usize::from(shelled) < 2 {
        return Ok(());
    }
    let sharer = |(unit, shooters): &(UnitId, Vec<Shooter>)| {
        let range = shooters.iter().map(|s| s.range).min().unwrap_or(Length::ZERO);
        let nearest = shooters.iter().filter_map(|shooter| {
            let found = sight::in_reach(&state.book, position, (*unit, shooter.stand));
            found.first().map(|(_, range)| *range)
        });
        Sharer {
            range,
            nearest: nearest.min().unwrap_or(range),
            canister: CANISTER,
            leader: massing_leader(state, *unit),
        }
    };
    let units: Vec<UnitId> = guns.clone().map(|(unit, _)| *unit).collect();
    let mut sharers: Vec<Sharer> = guns.map(sharer).collect();
    if shelled && let [one] = sharers[..] {
        // Another artillery unit has fired at it as it passed.
        sharers.push(one);
    }
    massing::check(&state.book, &sharers).map_err(|refusal| Refusal::Now {
        why: NotNow::Massing,
        unit: units.get(refusal.unit).copied(),
        rule: refusal.rule,
    })
}

/// The artillery leader whose reach a unit is in.
fn massing_leader(state: &State, unit: UnitId) -> Option<(Length, rulebook::Set<Hindrance>)> {
    let leaders = state.position.leaders.iter().filter(|leader| leader.masses_guns);
    let far = leaders
        .filter_map(|leader| commands(&state.book, &state.position, leader, unit, state.weather()));
    // Whether he reaches them is settled by `commands`; hindrances are counted there.
    far.min().map(|_| (Length::ZERO, rulebook::Set::new()))
}

fn aimed(
    state: &State,
    position: &Position,
    target: UnitId,
    who: &[(UnitId, Vec<Shooter>)],
) -> Aimed {
    let placed = position.unit(target);
    let mut firers: Vec<Firers> = Vec::new();
    let mut covers: Vec<(FirePoints, Cover)> = Vec::new();
    let mut reasons: Vec<CoverReason> = Vec::new();
    for (unit, shooters) in who {
        groups(state, (*unit, shooters), (target, placed), &mut firers);
        let own = &state.unit(*unit).unit;
        for shooter in shooters {
            let band = own.weapon(&state.book).and_then(|weapon| weapon.band(shooter.range));
            let points = band.map_or(FirePoints::ZERO, |band| band.points);
            let reason = cover_from(state, position, (*unit, shooter.stand), target);
            covers.push((points, reason.map_or(Cover::Open, |reason| reason.cover)));
            reasons.extend(reason);
        }
    }
    let cover = sight::shared_cover(&covers);
    let covered = reasons.iter().find(|reason| reason.cover == cover);
    let behind = sight::massed_behind(position, target, state.book.fire.losses.massed_within);
    let marks = state.marks(target);
    let mut exposure = marks.exposure;
    exposure.insert_if(marks.about_faced, Exposure::AboutFaced);
    let nearest = nearest_leader(state, target);
    Aimed {
        at: target,
        who: who
            .iter()
            .map(|(unit, shooters)| (*unit, shooters.iter().map(|s| s.place).collect()))
            .collect(),
        firers,
        target: Target {
            unit: placed.unit.clone(),
            cover,
            covered: covered.map(|reason| reason.told(&position.table).into()),
            exposure,
            charging: marks.charging(),
            behind: behind.iter().map(|id| position.unit(*id).unit.clone()).collect(),
            leader: nearest.map(|(_, far)| far),
        },
        behind,
        leader: nearest.map(|(leader, _)| leader),
        light: state.light_to_shoot(),
    }
}

/// Stands of one unit, grouped by range and angle.
fn groups(
    state: &State,
    (unit, shooters): (UnitId, &[Shooter]),
    (target, placed): (UnitId, &Placed),
    firers: &mut Vec<Firers>,
) {
    let own = state.unit(unit);
    let marks = state.marks(unit);
    let opponents = state.are_opponents(unit, target);
    let part = shooters.len() * 2 >= own.stands.len();
    let overlapping = !opponents && state.takes_part(target);
    let first = firers.len();
    for shooter in shooters {
        let Some(mut group) = own.unit.as_firers(&state.book, shooter.range) else { continue };
        let gun = own.guns.get(usize::from(shooter.place)).copied().unwrap_or_default();
        group.stands = 1;
        group.not_ready = None;
        group.damaged = u8::from(gun.damaged);
        group.low_on_ammunition = marks.low_on_ammunition || gun.low_on_ammunition;
        group.enfilading = sight::is_enfiladed_from(placed, shooter.stand);
        group.in_charge = opponents;
        let near = || placed.stands.iter().any(|stand| stand.distance(shooter.stand) <= INCIDENTAL);
        group.incidental = overlapping && near();
        group.most_of_the_unit = part;
        let same = |other: &Firers| {
            Firers { stands: 1, damaged: group.damaged, ..other.clone() } == group
                && (other.damaged > 0) == (group.damaged > 0)
        };
        match firers[first..].iter_mut().find(|other| same(other)) {
            Some(other) => {
                other.stands += 1;
                other.damaged += group.damaged;
            }
            None => firers.push(group),
        }
    }
}

/// The cover that a target has from a stand.
fn cover_from(
    state: &State,
    position: &Position,
    (unit, stand): (UnitId, Rect),
    target: UnitId,
) -> Option<CoverReason> {
    let placed = position.unit(target);
    let mut near: Vec<Rect> = placed.stands.clone();
    near.retain(|other| sight::bears_on(stand, *other));
    near.sort_by_key(|other| (sight::range(stand, *other), *other));
    let shot = near.into_iter().find_map(|other| {
        let line = sight::shot(&state.book, position, (unit, stand), (target, other)).ok()?;
        Some((line, other))
    });
    let ((_, from, to), hit) = shot?;
    let reason = sight::cover_of(&position.table, (from, to), hit, &placed.unit);
    // Who charges over a wall does not line it against those behind it.
    let charge = state.marks(target).charge.as_ref();
    let charges = charge.is_some_and(|c| c.stage == Stage::InContact && c.target == unit);
    reason.filter(|reason| !(charges && reason.how == sight::How::Lining))
}

/// The leader of the target's army who is nearest to it.
fn nearest_leader(state: &State, target: UnitId) -> Option<(u16, Length)> {
    let placed = state.unit(target);
    let far = |leader: u16| {
        let now = state.leader(leader);
        let size = now.rank.diameter(&state.book.bases);
        let far = if now.attached == Some(target) {
            Length::ZERO
        } else {
            sight::distance_from_round(now.at?, size, &placed.stands)?
        };
        Some((far, now.attached.is_none(), std::cmp::Reverse(now.rank), leader))
    };
    let nearest = state.leaders_on(placed.side).filter_map(far).min();
    nearest.map(|(far, _, _, leader)| (leader, far))
}

/// The dice of a volley fall, and its effects are to be done.
fn fires(turn: &mut Turn<'_>, aimed: Aimed, passing: bool) -> super::turn::Rolled<()> {
    let state = turn.state.clone();
    let Ok(volley) = aimed.volley(&state) else { return Ok(()) };
    let mut rolls = Rolls(turn);
    let fired = volley.resolve(&mut rolls);
    let Some(fired) = fired else { return Err(super::turn::NoDice) };
    let side = state.unit(aimed.at).side.enemy();
    let mut changes = Vec::new();
    for (unit, stands) in &aimed.who {
        // Who could have fired with them has had his chance: all fire at a target is one volley.
        let mut spent = stands.clone();
        let placed = state.unit(*unit);
        if !passing && !placed.unit.formation.is_square() {
            let could = |stand: &Rect| {
                let found = state.targets_of(*unit, *stand);
                found.into_iter().any(|(enemy, _)| enemy == aimed.at)
            };
            let all = placed.stands.iter().enumerate();
            let idle =
                all.filter(|(place, stand)| !stands.contains(&(*place as u8)) && could(stand));
            if placed.unit.formation != crate::Formation::Garrison {
                spent.extend(idle.map(|(place, _)| place as u8));
            }
        }
        let stands = &spent;
        let counts = state.counts_volleys(*unit);
        changes.push(turn.marked(*unit, |marks| {
            for stand in stands {
                marks.fired |= 1 << stand;
                if let Some(gun) = marks.guns.get_mut(usize::from(*stand)) {
                    gun.fired = true;
                }
            }
            marks.volleys = marks.volleys.saturating_add(u8::from(counts));
        }));
        if let Some(seen) = state.unit(*unit).seen_within.map(|_| None) {
            let placed = Placed { seen_within: seen, ..state.unit(*unit).clone() };
            changes.push(Change::Unit { unit: *unit, placed: Box::new(placed) });
        }
    }
    let shelled = aimed.who.iter().any(|(unit, _)| state.unit(*unit).unit.is_guns());
    changes.push(turn.marked(aimed.at, |marks| {
        marks.fired_at |= !passing;
        marks.shelled |= shelled;
    }));
    let shot = fired.shot.clone();
    let firers = aimed.who.iter().map(|(unit, stands)| (*unit, stands.len() as u8)).collect();
    let target = aimed.at;
    let from = fire::parts(&state.book, &aimed.firers);
    let idle = aimed.who.iter().filter_map(|(unit, stands)| idle(&state, *unit, stands)).collect();
    let charging = aimed.target.charging;
    let behind = aimed.behind.clone();
    // What is told is what it comes to: guns may be silenced or damaged already.
    let mut told = Box::new(fired);
    if let Some(shot) = &mut told.shot {
        shot.deeds = come_to(&shot.deeds, &state.unit(target).guns);
        for (unit, deeds) in behind.iter().zip(&mut shot.behind) {
            *deeds = come_to(deeds, &state.unit(*unit).guns);
        }
    }
    let fired = told;
    let what =
        Happened::Fires { side, firers, target, passing, charging, from, idle, behind, fired };
    turn.emit(what, changes);
    let Some(shot) = shot else { return Ok(()) };
    if shot.low_on_ammunition {
        let among = low_candidates(&turn.state, &aimed);
        turn.push(Task::LowAmmunition { side, among });
    } else {
        // By a rule of the battle some are sooner short of it than others.
        let mut among = low_candidates(&turn.state, &aimed);
        among.retain(|(unit, _)| turn.state.is_short(*unit, shot.die.face()));
        if !among.is_empty() {
            turn.push(Task::LowAmmunition { side, among });
        }
    }
    if shot.leader_check
        && let Some(leader) = aimed.leader
    {
        let with = turn.state.leader(leader).attached;
        let peril = Peril::Fire;
        turn.push(Task::LeaderCheck { leader, orphaned: false, with, peril });
    }
    let (effect, extra, result) = (shot.outcome.effect, shot.outcome.extra, shot.result);
    let by = aimed.who.first().map_or(target, |(unit, _)| *unit);
    for (unit, deeds) in aimed.behind.iter().zip(shot.behind).rev() {
        let effect = effect.next_lower();
        let guns = turn.state.unit(*unit).unit.is_guns();
        let why = Cause::Fire { effect, extra: false, guns, behind: true, by, result };
        turn.push(Task::Deeds { unit: *unit, deeds, ground: Vec::new(), why });
    }
    let (unit, deeds) = (target, shot.deeds);
    let guns = turn.state.unit(unit).unit.is_guns();
    let why = Cause::Fire { effect, extra, guns, behind: false, by, result };
    turn.push(Task::Deeds { unit, deeds, ground: Vec::new(), why });
    Ok(())
}

/// The stands of a unit that do not fire with the others, if there are any.
fn idle(state: &State, unit: UnitId, stands: &[u8]) -> Option<Idle> {
    let (placed, marks) = (state.unit(unit), state.marks(unit));
    let all = placed.stands.len() as u8;
    let mut found = Idle { unit, all, fired: 0, unready: 0, rest: Vec::new() };
    for stand in (0..all).filter(|stand| !stands.contains(stand)) {
        let gun = placed.guns.get(usize::from(stand));
        if marks.fired & (1 << stand) != 0 {
            found.fired += 1;
        } else if gun.is_some_and(|gun| gun.limbered || gun.silenced || gun.abandoned) {
            found.unready += 1;
        } else {
            found.rest.push(stand);
        }
    }
    (usize::from(all) > stands.len()).then_some(found)
}

/// The units and guns of which one is low on ammunition: those that are not yet come first.
fn low_candidates(state: &State, aimed: &Aimed) -> Vec<(UnitId, Option<u8>)> {
    let mut fresh = Vec::new();
    for (unit, stands) in &aimed.who {
        let placed = state.unit(*unit);
        if placed.unit.is_guns() {
            let guns = stands.iter().filter(|stand| {
                let gun = placed.guns.get(usize::from(**stand));
                gun.is_some_and(|gun| !gun.low_on_ammunition)
            });
            fresh.extend(guns.map(|stand| (*unit, Some(*stand))));
        } else if stands.len() * 2 >= placed.stands.len() && !state.marks(*unit).low_on_ammunition {
            fresh.push((*unit, None));
        }
    }
    fresh
}

pub(super) fn low(among: &[(UnitId, Option<u8>)], order: &Order) -> Result<Carry, Refusal> {
    let who = match order {
        Order::Done => among.first().copied(),
        Order::Pick { unit, stand } => Some((*unit, *stand)),
        _ => return Err(not_asked()),
    };
    let Some(who) = who.filter(|who| among.contains(who)) else {
        return Err(Refusal::now(NotNow::NotAmong, "FIRE-LOW-AMMO"));
    };
    Ok(Box::new(move |turn| {
        turn.pop();
        mark_low(turn, who);
        Ok(())
    }))
}

/// A unit or gun is low on ammunition.
pub(super) fn mark_low(turn: &mut Turn<'_>, (unit, gun): (UnitId, Option<u8>)) {
    let change = match gun {
        None => turn.marked(unit, |marks| marks.low_on_ammunition = true),
        Some(stand) => {
            let mut placed = turn.state.unit(unit).clone();
            if let Some(gun) = placed.guns.get_mut(usize::from(stand)) {
                gun.low_on_ammunition = true;
            }
            Change::Unit { unit, placed: Box::new(placed) }
        }
    };
    turn.emit(Happened::LowOnAmmunition { unit, gun }, vec![change]);
}

/// A step of fire ends: who was fired at may be fired at in the next.
pub(super) fn end_step(turn: &mut Turn<'_>, step: FireStep) {
    if step == FireStep::Defensive {
        silent::tell(turn);
    }
    let changes = turn.state.position.ids().filter_map(|unit| {
        let marks = turn.state.marks(unit);
        let used = marks.fired_at
            || marks.shelled
            || marks.fired != 0
            || marks.guns.iter().any(|gun| gun.fired);
        used.then(|| {
            turn.marked(unit, |marks| {
                marks.fired_at = false;
                marks.shelled = false;
                marks.fired = 0;
                marks.guns.iter_mut().for_each(|gun| gun.fired = false);
            })
        })
    });
    let changes: Vec<Change> = changes.collect();
    turn.emit(Happened::Goes, changes);
}
