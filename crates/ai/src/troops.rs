//! Maneuvers of troops: ways that might serve are proposed, weighed by what the place at their end is worth,
//! and tried from the best down until one passes its check.

use engine::battle::{Order, State};
use engine::moves::{Maneuver, storm_candidates};
use engine::table::UnitId;
use engine::{Formation, Opened};
use geometry::{Angle, Pose, Spot};
use rulebook::{Feature, TerrainTrait};

use crate::choices::MOST;
use crate::lines::Lines;
use crate::mind::Memory;
use crate::plan::{Intent, Mission};
use crate::situation::{Force, INCH, Situation};
use crate::skill::Skill;
use crate::ways::Grid;
use crate::worth::{Exchange, Standing};
use crate::{Decision, Reason};

mod march;
mod proposals;

/// What a move must gain over staying.
const WORTH_MOVING: f64 = 0.06;

/// Two places nearer to each other than this, and turned by less, in hundredths of a degree, are alike.
const ALIKE: f64 = 1.75 * INCH;
const ALIKE_TURNED: i32 = 2000;

/// Cells of its way within which a unit minds narrow passages.
const LOOKS_AHEAD: usize = 8;

/// Units seek to stand in line when the enemy is as near as this.
const LINES_FORM: f64 = 24.0 * INCH;

/// The next maneuver of a group: of who is nearest to the enemy first.
pub(crate) fn next(
    situation: &Situation<'_>,
    memory: &mut Memory,
    group: &[UnitId],
    skill: &Skill,
) -> Option<Decision> {
    memory.plan(situation, skill);
    for unit in waiting(situation, memory, group) {
        let decision = maneuver(situation, memory, unit, skill);
        if decision.is_some() {
            return decision;
        }
        memory.settled.insert((unit, 0));
    }
    None
}

/// The troops of a group that may still make a maneuver and have not thought about it, the nearest to the enemy first.
pub(crate) fn waiting(situation: &Situation<'_>, memory: &Memory, group: &[UnitId]) -> Vec<UnitId> {
    let state = situation.state;
    let open = |unit: &UnitId| {
        let marks = state.marks(*unit);
        let placed = state.unit(*unit);
        placed.unit.is_troops()
            && !placed.stands.is_empty()
            && marks.list.is_some()
            && !marks.moved
            && marks.charge.is_none()
            && !memory.settled.contains(&(*unit, 0))
    };
    let far = |unit: &UnitId| {
        let at = situation.own(*unit).map(|force| force.at);
        at.and_then(|at| situation.nearest(at)).map_or(0, |(_, far)| far as i64)
    };
    let mut units: Vec<UnitId> = group.iter().copied().filter(open).collect();
    units.sort_by_key(|unit| (far(unit), *unit));
    units
}

/// What a captain has a unit do; nothing if it had better stay where it is.
pub(crate) fn maneuver(
    situation: &Situation<'_>,
    memory: &Memory,
    unit: UnitId,
    skill: &Skill,
) -> Option<Decision> {
    let list = situation.state.marks(unit).list?;
    let weighing = Weighing::of_unit(situation, memory, unit, skill)?;
    let stays = weighing.value(weighing.force.standing(), false).0;
    if let Some(decision) = weighing.storm(stays) {
        return Some(decision);
    }
    let least = stays + WORTH_MOVING;
    let worth_trying =
        weighing.proposals(list).into_iter().take_while(|(value, _)| *value >= least);
    for (_, proposal) in worth_trying.take(skill.tries) {
        if let Some((order, there)) = weighing.passing(proposal, least) {
            return Some(Decision::of(order, weighing.reason(there)));
        }
    }
    None
}

/// What a unit may do, the usual first, then what is as different from it as may be, the best first; nothing stands for
/// staying where it is.
pub(crate) fn choices(
    situation: &Situation<'_>,
    memory: &Memory,
    unit: UnitId,
    skill: &Skill,
) -> Vec<Option<Decision>> {
    let state = situation.state;
    let usual = maneuver(situation, memory, unit, skill);
    let Some(weighing) = Weighing::of_unit(situation, memory, unit, skill) else {
        return vec![usual];
    };
    let Some(list) = state.marks(unit).list else { return vec![usual] };
    let mut ends = vec![weighing.force.standing()];
    let mut found = vec![usual.clone()];
    if let Some(Decision { order, .. }) = &usual {
        let Order::Maneuver { maneuver, .. } = order else { return found };
        found.push(None);
        let end = state.check_maneuver(unit, maneuver).ok().map(|plan| plan.end);
        ends.extend(end.map(|end| Standing {
            pose: end.anchor,
            formation: end.unit.formation,
            ..weighing.force.standing()
        }));
    }
    let mut tries = skill.tries;
    for (_, proposal) in weighing.proposals(list) {
        if found.len() >= MOST || tries == 0 {
            break;
        }
        if ends.iter().any(|end| is_alike(*end, proposal.there)) {
            continue;
        }
        tries -= 1;
        let Some((order, there)) = weighing.passing(proposal, f64::NEG_INFINITY) else { continue };
        if ends.iter().all(|end| !is_alike(*end, there)) {
            ends.push(there);
            found.push(Some(Decision::of(order, weighing.reason(there))));
        }
    }
    found
}

/// Are two places too much alike to be tried both?
fn is_alike(one: Standing, other: Standing) -> bool {
    let apart = one.pose.at.spot().minus(other.pose.at.spot()).size();
    let turned = one.pose.heading.minus(other.pose.heading).size();
    apart < ALIKE && turned < ALIKE_TURNED && one.formation == other.formation
}

/// What a unit would gain by a maneuver, if its check lets it make one.
pub(crate) fn gain(
    situation: &Situation<'_>,
    memory: &Memory,
    force: &Force<'_>,
    skill: &Skill,
) -> f64 {
    let Some(weighing) = Weighing::of_unit(situation, memory, force.id, skill) else { return 0.0 };
    let stays = weighing.value(force.standing(), false).0;
    let best = weighing.proposals(Opened::WellHandled);
    best.first().map_or(0.0, |(value, _)| value - stays)
}

impl Force<'_> {
    /// As it stands.
    pub fn standing(&self) -> Standing {
        Standing {
            pose: self.placed.anchor,
            half: self.half,
            firing: self.firing,
            formation: self.placed.unit.formation,
        }
    }
}

struct Proposal {
    maneuver: Maneuver,
    there: Standing,
    /// It comes there disordered.
    disordered: bool,
}

/// A unit that weighs where to go.
struct Weighing<'w> {
    situation: &'w Situation<'w>,
    state: &'w State,
    force: &'w Force<'w>,
    mission: &'w Mission,
    skill: &'w Skill,
    slot: Spot,
    grid: Option<&'w Grid>,
    /// Where it goes next: its place, or the next bend of the way there.
    next: Spot,
    /// It cannot go straight to its place.
    bends: bool,
    /// There is a passage before it that only a column of march can use.
    narrow: bool,
    enemy: Option<(Spot, f64)>,
    /// What an inch nearer to its place is worth.
    pull: f64,
    /// How much it minds being shot at.
    fear: f64,
    /// The middle of the others of its command.
    fellows: Option<Spot>,
    /// Its friends around it; nothing if it goes by itself.
    lines: Option<Lines>,
}

impl<'w> Weighing<'w> {
    /// A unit with what the plan of the turn wants of it.
    fn of_unit(
        situation: &'w Situation<'w>,
        memory: &'w Memory,
        unit: UnitId,
        skill: &'w Skill,
    ) -> Option<Weighing<'w>> {
        let force = situation.own(unit)?;
        let mission = memory.plan.as_ref()?.mission(unit)?;
        Some(Weighing::of(situation, force, mission, memory.grid.as_deref(), skill))
    }

    fn of(
        situation: &'w Situation<'w>,
        force: &'w Force<'w>,
        mission: &'w Mission,
        grid: Option<&'w Grid>,
        skill: &'w Skill,
    ) -> Weighing<'w> {
        let front = force.placed.anchor.at.spot();
        let enemy = situation.nearest(front).map(|(enemy, far)| (enemy.at, far));
        let mut slot = mission.slot(force.id);
        let far = slot.minus(front).size();
        // What is not reached in time is not reached at all: ground, checks and enemies take half of a
        // unit's speed.
        let turns = far / (force.speed * 0.55).max(INCH);
        let late = turns / (situation.turns_left - 1.0).max(0.7);
        let hurry = if situation.lead <= 0 { ((late - 0.35) / 0.5).clamp(0.0, 1.0) } else { 0.0 };
        let (mut pull, mut fear) = match mission.intent {
            Intent::Attack => (skill.pull + 0.2 * hurry, skill.boldness * (1.0 - 0.6 * hurry)),
            Intent::Hold => (0.05, skill.steadiness),
            Intent::Screen | Intent::Reserve => (0.05, 1.1),
            Intent::Withdraw => (0.08, 1.5),
        };
        if force.is_mounted() {
            fear *= skill.horse;
        }
        if mission.guards && !force.is_broken() {
            pull = 0.2;
            fear *= 0.5;
        } else if !force.is_fit() {
            // Who is shaken or spent gets out of range and forms again there.
            fear = 1.8;
            pull = 0.01;
            if let Some((at, far)) = enemy.filter(|(_, far)| *far < 14.0 * INCH) {
                let away = front.minus(at);
                slot = front.plus(away.times((14.0 * INCH - far) / away.size().max(1.0)));
                pull = 0.05;
            }
        }
        let mut next = slot;
        let (mut bends, mut narrow) = (false, false);
        if let (Some(grid), Some(field)) = (grid, mission.field.as_ref())
            && force.is_fit()
            && !grid.is_clear(front, slot)
        {
            next = field.toward(grid, front, 10);
            bends = true;
            narrow = field.narrows(grid, front, LOOKS_AHEAD);
        }
        let state = situation.state;
        Weighing {
            situation,
            state,
            force,
            mission,
            skill,
            slot,
            grid,
            next,
            bends,
            narrow,
            enemy,
            pull,
            fear,
            fellows: situation.fellows(force),
            lines: (skill.beside + skill.apart > 0.0).then(|| Lines::of(situation, force)),
        }
    }

    /// The order of a proposal, as it is or as far as it can be gone, with the place where it ends; nothing if it cannot be
    /// carried out or, once shortened, is worth less than `least`.
    fn passing(&self, mut proposal: Proposal, least: f64) -> Option<(Order, Standing)> {
        let unit = self.force.id;
        // What is stopped on its way, or too long, may still go a part of it.
        for _ in 0..3 {
            let order = Order::Maneuver { unit, maneuver: proposal.maneuver.clone() };
            let refusal = match self.state.check(&order) {
                Ok(()) => return Some((order, proposal.there)),
                Err(refusal) => refusal,
            };
            proposal = self.shortened(proposal, &refusal)?;
            if self.value(proposal.there, proposal.disordered).0 < least {
                return None;
            }
        }
        None
    }

    /// How far it is from a place to its own.
    fn far(&self, from: Spot) -> f64 {
        let straight = self.slot.minus(from).size();
        let (Some(grid), Some(field)) = (self.grid, self.mission.field.as_ref()) else {
            return straight;
        };
        if !self.bends || grid.is_clear(from, self.slot) {
            return straight;
        }
        field.far(grid, from).map_or(straight + 30.0 * INCH, |far| far.max(straight))
    }

    /// What standing there is worth, in stands.
    fn value(&self, there: Standing, disordered: bool) -> (f64, Exchange) {
        let exchange = self.situation.exchange(self.force, there);
        let front = there.pose.at.spot();
        let far = self.far(front) / INCH;
        let skill = self.skill;
        let mut value = -self.pull * (far + self.turning(there, far));
        value += skill.given * exchange.given - self.fear * exchange.taken;
        value -= skill.flank * exchange.flanked;
        value += skill.flanking * exchange.flanks.min(2.0) + self.takes(there);
        if skill.rim > 0.0 {
            value -= skill.rim * self.situation.rim(self.force, there);
        }
        value += self.in_line(there);
        if disordered {
            value -= 1.2;
        }
        if let Some(fellows) = self.fellows {
            // Out of its leader's reach it checks badly.
            let apart = fellows.minus(front).size() / INCH;
            value -= skill.cohesion * ((apart - 8.0) / 8.0).clamp(0.0, 1.0);
        }
        if self.bends && there.half > 2.5 * INCH {
            // A long line does not get round corners.
            value -= 0.4;
        }
        if self.narrow && there.formation != Formation::MarchColumn {
            value -= 0.4;
        }
        if let Some((enemy, _)) = self.enemy {
            let local = there.pose.local(enemy);
            let gap = local.size();
            if gap < 24.0 * INCH && !there.formation.is_square() {
                let turned = Angle::towards(local.x, local.y).size();
                let near = 1.3 * (1.0 - gap / (24.0 * INCH));
                value -= near * f64::from((turned - 3000).max(0)) / 18_000.0;
            }
        }
        (value, exchange)
    }

    /// What it is worth to stand in a line with the others: flanks that they cover, nobody close before or behind,
    /// neither far ahead of them nor gone back.
    fn in_line(&self, there: Standing) -> f64 {
        let skill = self.skill;
        let front = there.pose.at.spot();
        let mut value = 0.0;
        if let Some(lines) = &self.lines {
            if self.enemy.is_some_and(|(_, far)| far < LINES_FORM) {
                value += skill.beside * lines.covered(there);
            }
            value -= skill.apart * lines.massed(there);
        }
        if let (Some(fellows), Some((enemy, _))) = (self.fellows, self.enemy) {
            let before = fellows.minus(enemy).size() - front.minus(enemy).size();
            value -= skill.ahead * (before / INCH - 4.0).clamp(0.0, 12.0);
        }
        if self.force.is_fit() {
            let back = -self.force.placed.anchor.local(front).y / INCH;
            value -= skill.backward * back.max(0.0);
        }
        value
    }

    /// Inches that it will lose by turning to its place from there, if that is some way off.
    fn turning(&self, there: Standing, far: f64) -> f64 {
        if there.formation.is_square() {
            return 0.0;
        }
        let local = there.pose.local(if self.bends { self.next } else { self.slot });
        let off = f64::from((Angle::towards(local.x, local.y).size() - 4500).max(0)) / 4500.0;
        self.skill.turning * off * ((far - 4.0) / 8.0).clamp(0.0, 1.0)
    }

    /// The key positions near by that are to be had.
    fn open_keys(&self) -> impl Iterator<Item = Spot> + '_ {
        let front = self.force.placed.anchor.at.spot();
        let near = move |at: Spot, radius: f64| at.minus(front).size() - radius < 18.0 * INCH;
        let open = self.situation.prizes.iter().filter(|prize| !prize.ours && prize.swing > 0.0);
        open.filter(move |prize| near(prize.at, prize.radius)).map(|prize| prize.at)
    }

    /// What the key positions are worth that it takes on its way there.
    fn takes(&self, there: Standing) -> f64 {
        let (start, end) = (self.force.placed.anchor.at.spot(), there.pose.at.spot());
        let late = ((5.0 - self.situation.turns_left) / 4.0).clamp(0.0, 1.0);
        let way = end.minus(start);
        let mut sum = 0.0;
        for prize in self.situation.prizes.iter().filter(|prize| !prize.ours) {
            let near = [1.0, 0.75, 0.5].into_iter().any(|part| {
                let at = start.plus(way.times(part)).point();
                let local = Pose::new(at, there.pose.heading).local(prize.at);
                let aside = (local.x.abs() - there.half).max(0.0);
                let deep = local.y.max(-0.7 * INCH - local.y).max(0.0);
                Spot::new(aside, deep).size() <= prize.radius
            });
            if near {
                sum += prize.swing * (0.35 + 1.2 * late);
            }
        }
        sum
    }

    /// Through a defile, if that leads on.
    fn storm(&self, stays: f64) -> Option<Decision> {
        let (state, unit) = (self.state, self.force.id);
        if !state.book.has(Feature::StormingColumn) {
            return None;
        }
        let table = &state.position.table;
        let around = self.force.placed.bounds()?.grown(8.0 * INCH);
        let near = table.pieces_near(around).any(|piece| piece.is(TerrainTrait::Defile));
        if !near || !self.bends {
            return None;
        }
        let ways = storm_candidates(&state.book, &state.position, unit, state.leave(unit));
        let weighed = ways.into_iter().map(|(how, plan)| {
            let there = Standing { pose: plan.end.anchor, ..self.force.standing() };
            (self.value(there, false).0, there, Order::Storm { unit, how, steel: false })
        });
        let better = weighed.filter(|(value, ..)| *value > stays + WORTH_MOVING);
        let mut better: Vec<(f64, Standing, Order)> = better.collect();
        better.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (_, there, order) = better.into_iter().find(|(_, _, o)| state.check(o).is_ok())?;
        Some(Decision::of(order, self.reason(there)))
    }

    fn reason(&self, there: Standing) -> Reason {
        let exchange = self.situation.exchange(self.force, there);
        let far = |spot: Spot| self.mission.slot(self.force.id).minus(spot).size() / INCH;
        Reason::Place {
            intent: if self.force.is_fit() { self.mission.intent } else { Intent::Withdraw },
            aim: self.mission.aim,
            nearer: far(self.force.placed.anchor.at.spot()) - far(there.pose.at.spot()),
            gives: exchange.given,
            fears: exchange.taken,
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::table::Side;

    use super::*;
    use crate::Level;
    use crate::begun::begun;
    use crate::plan::{Aim, Plan};

    #[test]
    fn who_goes_far_to_his_side_turns_there_first() {
        let state = begun("1812-training", 3).state;
        let situation = Situation::of(&state, Side::First);
        let force = situation.ours.iter().find(|force| force.placed.unit.is_troops()).unwrap();
        let here = force.placed.anchor;
        let gains = |level: Level, inches: f64| {
            let slot = here.moved(-inches * INCH, 0.0, Angle::ZERO).at.spot();
            let mission = Mission {
                units: vec![force.id],
                intent: Intent::Attack,
                aim: Aim::Here,
                at: slot,
                slots: vec![(force.id, slot)],
                field: None,
                ours: 1.0,
                theirs: 0.0,
                guards: false,
            };
            let skill = Skill::of(level);
            let weighing = Weighing::of(&situation, force, &mission, None, &skill);
            let turned = Standing {
                pose: Pose::new(here.at, here.heading.plus(Angle::LEFT)),
                ..force.standing()
            };
            let far = weighing.far(here.at.spot()) / INCH;
            weighing.turning(force.standing(), far) - weighing.turning(turned, far)
        };
        assert_eq!(gains(Level::Captain, 20.0), Skill::of(Level::Captain).turning);
        assert_eq!(gains(Level::Captain, 3.0), 0.0, "near by it goes by the flank");
        assert_eq!(gains(Level::Recruit, 20.0), 0.0);
    }
    #[test]
    fn who_has_a_bridge_before_him_forms_column_of_march_and_crosses_it() {
        let state = begun("1812-chippawa", 3).state;
        let situation = Situation::of(&state, Side::Second);
        let named = |force: &&Force<'_>| force.placed.unit.name.starts_with("9th US");
        let force = situation.ours.iter().find(named).expect("the regiment at the bridge");
        let skill = Skill::of(Level::Recruit);
        let grid = Grid::of(&state.position.table);
        let plan = Plan::make(&situation, &grid, &skill);
        let mission = plan.mission(force.id).expect("something to do");
        assert_eq!(mission.intent, Intent::Attack, "it does not stay on the bridge");
        let weighing = Weighing::of(&situation, force, mission, Some(&grid), &skill);
        let stays = weighing.value(force.standing(), false).0;
        let (value, best) = weighing
            .proposals(Opened::WellHandled)
            .into_iter()
            .find(|(_, proposal)| proposal.there.formation == Formation::MarchColumn)
            .expect("a column of march, bent where the table ends");
        assert!(value > stays + WORTH_MOVING);
        assert!(best.there.pose.at.spot().y > 10.0 * INCH, "its head is beyond the creek");
    }
}
