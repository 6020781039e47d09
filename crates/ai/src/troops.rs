//! Maneuvers of troops: ways that might serve are proposed, weighed by what the place at their end is worth,
//! and tried from the best down until one passes its check.

use engine::battle::{Order, Refusal, State};
use engine::formations::{Flanks, Shape};
use engine::movement::{Gait, Hand, Step, allowance};
use engine::moves::{self, Maneuver, NewFormation, row_of, storm_candidates};
use engine::table::UnitId;
use engine::{Formation, Opened};
use geometry::{Angle, Length, Pose, Spot};
use rulebook::{Arm, Feature, Ground, Obstacle, TerrainTrait};

use crate::mind::Memory;
use crate::plan::{Intent, Mission};
use crate::situation::{Force, INCH, Situation, inches};
use crate::skill::Skill;
use crate::ways::Grid;
use crate::worth::{Exchange, Standing};
use crate::{Decision, Reason};

/// What a move must gain over staying.
const WORTH_MOVING: f64 = 0.06;

/// The next maneuver of a group: of who is nearest to the enemy first.
pub(crate) fn next(
    situation: &Situation<'_>,
    memory: &mut Memory,
    group: &[UnitId],
    skill: &Skill,
) -> Option<Decision> {
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
    memory.plan(situation, skill);
    for unit in units {
        let decision = maneuver(situation, memory, unit, skill);
        if decision.is_some() {
            return decision;
        }
        memory.settled.insert((unit, 0));
    }
    None
}

fn maneuver(
    situation: &Situation<'_>,
    memory: &Memory,
    unit: UnitId,
    skill: &Skill,
) -> Option<Decision> {
    let force = situation.own(unit)?;
    let mission = memory.plan.as_ref()?.mission(unit)?;
    let list = situation.state.marks(unit).list?;
    let weighing = Weighing::of(situation, force, mission, memory.grid.as_deref(), skill);
    let stays = weighing.value(force.standing(), false).0;
    if let Some(decision) = weighing.storm(stays) {
        return Some(decision);
    }
    let mut tries = skill.tries;
    for (value, mut proposal) in weighing.proposals(list) {
        if value < stays + WORTH_MOVING || tries == 0 {
            return None;
        }
        tries -= 1;
        // What is stopped on its way, or too long, may still go a part of it.
        for _ in 0..3 {
            let order = Order::Maneuver { unit, maneuver: proposal.maneuver.clone() };
            let refusal = match situation.state.check(&order) {
                Ok(()) => return Some(Decision::of(order, weighing.reason(proposal.there))),
                Err(refusal) => refusal,
            };
            let Some(shorter) = weighing.shortened(proposal, &refusal) else { break };
            if weighing.value(shorter.there, shorter.disordered).0 < stays + WORTH_MOVING {
                break;
            }
            proposal = shorter;
        }
    }
    None
}

/// What a unit would gain by a maneuver, if its check lets it make one.
pub(crate) fn gain(
    situation: &Situation<'_>,
    memory: &Memory,
    force: &Force<'_>,
    skill: &Skill,
) -> f64 {
    let Some(mission) = memory.plan.as_ref().and_then(|plan| plan.mission(force.id)) else {
        return 0.0;
    };
    let weighing = Weighing::of(situation, force, mission, memory.grid.as_deref(), skill);
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
    enemy: Option<(Spot, f64)>,
    /// What an inch nearer to its place is worth.
    pull: f64,
    /// How much it minds being shot at.
    fear: f64,
    /// The middle of the others of its command.
    fellows: Option<Spot>,
}

impl<'w> Weighing<'w> {
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
        let mut bends = false;
        if let (Some(grid), Some(field)) = (grid, mission.field.as_ref())
            && force.is_fit()
            && !grid.is_clear(front, slot)
        {
            next = field.toward(grid, front, 10);
            bends = true;
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
            enemy,
            pull,
            fear,
            fellows: situation.fellows(force),
        }
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

    /// What might serve, the best first.
    fn proposals(&self, list: Opened) -> Vec<(f64, Proposal)> {
        let mut found = Vec::new();
        let unit = &self.force.placed.unit;
        match &self.force.placed.shape {
            Shape::Cluster | Shape::Apart { .. } => {}
            Shape::Square => self.shifts(list, &mut found),
            Shape::MarchColumn { .. } => self.column(list, &mut found),
            _ => self.line(list, &mut found),
        }
        if unit.formation != Formation::Garrison {
            self.formations(list, &mut found);
        }
        let mut weighed: Vec<(f64, Proposal)> = found
            .into_iter()
            .map(|proposal| (self.value(proposal.there, proposal.disordered).0, proposal))
            .collect();
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
        weighed.dedup_by(|a, b| a.1.maneuver == b.1.maneuver);
        weighed
    }

    /// How far it may go over each kind of ground.
    fn allowances(&self, list: Opened, disordered: bool) -> Vec<f64> {
        let Some(row) = row_of(&self.state.book, &self.force.placed.unit) else {
            return Vec::new();
        };
        let gait = match list {
            Opened::DoubleQuick => Gait::DoubleQuick,
            Opened::WellHandled => Gait::Full,
            Opened::Tardy if disordered => Gait::Full,
            Opened::Tardy => Gait::Half,
        };
        let mut all: Vec<f64> =
            Ground::ALL.iter().map(|ground| inches(allowance(row, gait, *ground))).collect();
        all.push(all.last().copied().unwrap_or(0.0) / 2.0);
        all.dedup();
        all
    }

    fn push(&self, found: &mut Vec<Proposal>, steps: Vec<Step>, disordered: bool) {
        let wide = geometry::rounded(self.force.half * 2.0);
        let start = self.force.placed.anchor;
        let pose = steps.iter().fold(start, |pose, step| step.from(pose, wide));
        let there = Standing { pose, ..self.force.standing() };
        let maneuver = Maneuver::Move { steps, disordered, refuse: None, frontage: None };
        found.push(Proposal { maneuver, there, disordered });
    }

    /// The same way as far as a refusal says it can be gone.
    fn shortened(&self, proposal: Proposal, refusal: &Refusal) -> Option<Proposal> {
        let Maneuver::Move { mut steps, disordered, refuse, frontage } = proposal.maneuver else {
            return None;
        };
        let straight = steps.len() == 1;
        let last = steps.last_mut()?;
        let by = last.length(Length::ZERO);
        let left = match refusal {
            Refusal::Move(moves::Refusal::TooFar { needs, has, .. }) => {
                inches(by) - (inches(*needs) - inches(*has)) - 2.0
            }
            Refusal::Move(moves::Refusal::Blocked(blocked)) => {
                let from = self.force.placed.stands.get(usize::from(blocked.stand))?;
                let gone = inches(from.pose.at.distance(blocked.at)) - 60.0;
                if straight { gone.min(inches(by) - 250.0) } else { inches(by) * 0.4 }
            }
            _ => return None,
        };
        let by = Length::thousandths(left as i32);
        if left < 300.0 {
            return None;
        }
        match last {
            Step::Advance { by: far }
            | Step::Withdraw { by: far }
            | Step::Oblique { by: far, .. }
            | Step::ObliqueBack { by: far, .. }
            | Step::Shift { by: far, .. } => *far = by,
            Step::Wheel { .. } | Step::ByTheFlank { .. } | Step::AlongRoad { .. } => return None,
        }
        let wide = geometry::rounded(self.force.half * 2.0);
        let pose = steps.iter().fold(self.force.placed.anchor, |pose, step| step.from(pose, wide));
        let there = Standing { pose, ..proposal.there };
        let maneuver = Maneuver::Move { steps, disordered, refuse, frontage };
        Some(Proposal { maneuver, there, disordered })
    }

    /// A formed unit: slants, wheels, straight ahead and back.
    fn line(&self, list: Opened, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let to_slot = here.local(self.next);
        let mut ways: Vec<(Spot, f64)> = vec![(to_slot, to_slot.size())];
        if let Some((enemy, far)) = self.enemy.filter(|(_, far)| *far < 30.0 * INCH) {
            let local = here.local(enemy);
            let close = self.force.weapon.map_or(4.0 * INCH, |w| inches(w.close_range));
            for keep in [close * 0.9, 2.5 * INCH] {
                let by = (far - keep).max(0.0);
                if by > 0.0 {
                    ways.push((local, by));
                }
            }
        }
        for at in self.open_keys() {
            let local = here.local(at);
            ways.push((local, local.size()));
        }
        for disordered in [false, true] {
            if disordered && (list != Opened::Tardy || self.situation.turns_left > 2.0) {
                continue;
            }
            let rates = self.allowances(list, disordered);
            for (local, most) in &ways {
                for rate in &rates {
                    let by = geometry::rounded(rate.min(*most));
                    if by > Length::ZERO {
                        found_step(*local, by).into_iter().for_each(|step| {
                            self.push(found, vec![step], disordered);
                        });
                    }
                }
            }
            for rate in &rates {
                let by = geometry::rounded(*rate);
                self.push(found, vec![Step::Advance { by }], disordered);
                self.push(found, vec![Step::Withdraw { by }], disordered);
            }
            self.wheels(&rates, disordered, found);
        }
        if self.skill.looks_around {
            self.around(list, found);
        }
        if self.open_keys().next().is_some() {
            self.fan(list, found);
        }
        self.obstacles(&ways, found);
        if list != Opened::Tardy {
            self.turns(found);
            self.by_the_flank(to_slot, found);
        }
    }

    /// Slants to both sides: where a key position is to be had the straight way may be barred.
    fn fan(&self, list: Opened, found: &mut Vec<Proposal>) {
        for rate in self.allowances(list, false) {
            let by = geometry::rounded(rate);
            for to in [Hand::Left, Hand::Right] {
                for degrees in [15, 30, 45] {
                    let slant = Angle::degrees(degrees);
                    self.push(found, vec![Step::Oblique { to, slant, by }], false);
                }
            }
        }
    }

    /// Slants and wheels to both sides, of some lengths.
    fn around(&self, list: Opened, found: &mut Vec<Proposal>) {
        let wide = geometry::rounded(self.force.half * 2.0);
        let Some(most) = self.allowances(list, false).first().copied() else { return };
        for (to, degrees) in
            [15, 30, 45].into_iter().flat_map(|d| [(Hand::Left, d), (Hand::Right, d)])
        {
            let slant = Angle::degrees(degrees);
            let wheel = Step::Wheel { to, turn: slant };
            let left = most - inches(wheel.length(wide));
            if left >= 0.0 {
                self.push(found, vec![wheel], false);
            }
            for part in [1.0, 0.7, 0.4] {
                let by = geometry::rounded(most * part);
                self.push(found, vec![Step::Oblique { to, slant, by }], false);
                let by = geometry::rounded(left * part);
                if by > Length::ZERO {
                    self.push(found, vec![wheel, Step::Advance { by }], false);
                }
            }
        }
    }

    /// Up to a major obstacle that is in the way, and over it.
    fn obstacles(&self, ways: &[(Spot, f64)], found: &mut Vec<Proposal>) {
        let table = &self.state.position.table;
        let placed = self.force.placed;
        let Some(around) = placed.bounds() else { return };
        for place in table.near(around.grown(16.0 * INCH)) {
            let piece = &table.pieces()[place];
            if piece.kind.obstacle != Obstacle::Major {
                continue;
            }
            if placed.outlines().any(|stand| piece.touches(&stand)) {
                let pose = placed.anchor.moved(0.0, 1.5 * INCH, Angle::ZERO);
                let there = Standing { pose, ..self.force.standing() };
                let maneuver = Maneuver::ScaleObstacle { piece: place };
                found.push(Proposal { maneuver, there, disordered: false });
            }
            for (local, most) in ways {
                let Some(step) = found_step(*local, geometry::rounded(*most)) else { continue };
                let end = step.from(placed.anchor, Length::ZERO).at.spot();
                let by = end.minus(placed.anchor.at.spot());
                let parts = placed.outlines().filter_map(|stand| piece.slid_onto(&stand, by));
                let part = parts.fold(f64::INFINITY, f64::min);
                let far = part * by.size() - 5.0;
                if part.is_finite() && far > 100.0 {
                    let step = found_step(*local, geometry::rounded(far));
                    self.push(found, step.into_iter().collect(), false);
                }
            }
        }
    }

    /// A wheel towards its place or the enemy, and on from there.
    fn wheels(&self, rates: &[f64], disordered: bool, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let enemy = self.enemy.filter(|(_, far)| *far < 24.0 * INCH).map(|(at, _)| at);
        for aim in [Some(self.next), enemy].into_iter().flatten() {
            let local = here.local(aim);
            let turn = Angle::towards(local.x, local.y).signed().clamp(-4500, 4500);
            if turn.abs() < 800 {
                continue;
            }
            let to = if turn < 0 { Hand::Left } else { Hand::Right };
            let wheel = Step::Wheel { to, turn: Angle::hundredths(turn.abs()) };
            let arc = inches(wheel.length(geometry::rounded(self.force.half * 2.0)));
            for rate in rates {
                let left = rate - arc;
                if left < 0.0 {
                    continue;
                }
                for part in [1.0, 0.5] {
                    let by = geometry::rounded((left * part).min(local.size()));
                    if by > Length::ZERO {
                        self.push(found, vec![wheel, Step::Advance { by }], disordered);
                    }
                }
                self.push(found, vec![wheel], disordered);
            }
        }
    }

    /// Changes of front in place.
    fn turns(&self, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let aim = self.enemy.filter(|(_, far)| *far < 24.0 * INCH).map_or(self.next, |(at, _)| at);
        let local = here.local(aim);
        let turn = Angle::towards(local.x, local.y).signed();
        if turn.abs() > 12_000 {
            let pose = here.moved(0.0, -0.75 * INCH, Angle::ABOUT);
            let there = Standing { pose, ..self.force.standing() };
            let maneuver = Maneuver::FaceByTheRearRank;
            found.push(Proposal { maneuver, there, disordered: false });
        }
        if turn.abs() < 2500 {
            return;
        }
        let wide = geometry::rounded(self.force.half * 2.0);
        let turn = turn.clamp(-9000, 9000);
        let (about, other) =
            if turn < 0 { (Hand::Left, Hand::Right) } else { (Hand::Right, Hand::Left) };
        let angle = Angle::hundredths(turn.abs());
        let pose = Step::Wheel { to: about, turn: angle }.from(here, wide);
        for (about, backward) in [(about, false), (other, true)] {
            let maneuver = Maneuver::ChangeFront { about, turn: angle, backward, refuse: None };
            let there = Standing { pose, ..self.force.standing() };
            found.push(Proposal { maneuver, there, disordered: false });
        }
    }

    fn by_the_flank(&self, local: Spot, found: &mut Vec<Proposal>) {
        if local.x.abs() < 2.0 * INCH || local.x.abs() < local.y.abs() {
            return;
        }
        let to = if local.x < 0.0 { Hand::Left } else { Hand::Right };
        for rate in self.allowances(Opened::Tardy, false) {
            let by = geometry::rounded(rate.min(local.x.abs()));
            let pose = Step::ByTheFlank { to, by }.from(self.force.placed.anchor, Length::ZERO);
            let there = Standing { pose, ..self.force.standing() };
            let maneuver = Maneuver::MarchByTheFlank { to, by };
            found.push(Proposal { maneuver, there, disordered: false });
        }
    }

    /// A square shifts any way.
    fn shifts(&self, list: Opened, found: &mut Vec<Proposal>) {
        let way = self.next.minus(self.force.placed.anchor.at.spot());
        for rate in self.allowances(list, false) {
            let by = geometry::rounded(rate.min(way.size()));
            if by > Length::ZERO {
                self.push(found, vec![Step::Shift { heading: way.heading(), by }], false);
            }
        }
    }

    /// A column follows its head.
    fn column(&self, list: Opened, found: &mut Vec<Proposal>) {
        for aim in self.open_keys().chain([self.next]).collect::<Vec<Spot>>() {
            self.column_to(aim, list, found);
        }
    }

    /// A column makes for a place.
    fn column_to(&self, aim: Spot, list: Opened, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let local = here.local(aim);
        let wish = Angle::towards(local.x, local.y).signed().clamp(-4500, 4500);
        let width = self.state.book.bases.infantry.width;
        for turn in [wish, wish / 2, 0] {
            let mut first = Vec::new();
            let mut arc = 0.0;
            if turn.abs() > 200 {
                let to = if turn < 0 { Hand::Left } else { Hand::Right };
                let wheel = Step::Wheel { to, turn: Angle::hundredths(turn.abs()) };
                arc = inches(wheel.length(width));
                first.push(wheel);
            }
            for rate in self.allowances(list, false) {
                let by = geometry::rounded((rate - arc).min(local.size()));
                if by > Length::ZERO {
                    let mut steps = first.clone();
                    steps.push(Step::Advance { by });
                    let pose = steps.iter().fold(here, |pose, step| step.from(pose, width));
                    let there = Standing { pose, ..self.force.standing() };
                    let maneuver =
                        Maneuver::Move { steps, disordered: false, refuse: None, frontage: None };
                    found.push(Proposal { maneuver, there, disordered: false });
                }
            }
        }
    }

    /// Another formation: to fight in, where the enemy is near.
    fn formations(&self, list: Opened, found: &mut Vec<Proposal>) {
        let near = self.enemy.is_some_and(|(_, far)| far < self.skill.deploys * INCH);
        let placed = self.force.placed;
        let unit = &placed.unit;
        let count = placed.stands.len() as u8;
        let here = placed.anchor;
        let mut change = |to: NewFormation, after: Vec<Step>, firing: f64| {
            let base = engine::table::base_of(&self.state.book.bases, unit);
            let half = inches(to.shape.frontage(base, count)) / 2.0;
            let pose = after.iter().fold(to.anchor, |pose, step| step.from(pose, Length::ZERO));
            let there = Standing { pose, half, firing, formation: to.formation };
            let maneuver =
                Maneuver::ChangeFormation { before: Vec::new(), to, after, refuse: None };
            found.push(Proposal { maneuver, there, disordered: false });
        };
        let line = |anchor: Pose| NewFormation {
            formation: Formation::Line,
            shape: Shape::line(),
            anchor,
            mounted: None,
        };
        if unit.arm == Arm::MountedInfantry && unit.mounted && near {
            let shape = if self.state.book.has(Feature::OpenOrder) {
                Shape::OpenOrder {
                    ranks: 1,
                    gap: Length::thousandths(500),
                    flanks: Flanks::STRAIGHT,
                }
            } else {
                Shape::ExtendedLine { gaps: Vec::new(), flanks: Flanks::STRAIGHT }
            };
            let formation = Formation::OpenOrder;
            let to = NewFormation { formation, shape, anchor: here, mounted: Some(false) };
            change(to, Vec::new(), f64::from(count));
            return;
        }
        let firing = if unit.is_mounted() { 0.0 } else { f64::from(count) };
        let cavalry = self.situation.theirs.iter().any(|force| {
            force.is_mounted()
                && !force.is_broken()
                && force.at.minus(self.force.at).size() < 20.0 * INCH
        });
        match unit.formation {
            Formation::FieldColumn | Formation::SupportedLine if near => {
                change(line(here), Vec::new(), firing);
                if list != Opened::Tardy
                    && let Some(rate) = self.allowances(Opened::Tardy, false).first()
                {
                    for part in [1.0, 0.5] {
                        let by = geometry::rounded(rate * part);
                        change(line(here), vec![Step::Advance { by }], firing);
                    }
                }
            }
            Formation::MarchColumn if near => {
                change(line(here), Vec::new(), firing);
                let middle = crate::situation::middle(placed).point();
                for turn in [Angle::LEFT, Angle::RIGHT] {
                    let anchor = Pose::new(middle, here.heading.plus(turn));
                    change(line(anchor), Vec::new(), firing);
                }
                if list != Opened::Tardy {
                    self.deployments(firing, found);
                }
            }
            Formation::Line | Formation::SupportedLine if self.bends && !near => {
                let to = NewFormation {
                    formation: Formation::FieldColumn,
                    shape: Shape::FieldColumn,
                    anchor: here,
                    mounted: None,
                };
                change(to, Vec::new(), 0.0);
            }
            Formation::Square | Formation::HastySquare if !cavalry => {
                change(line(here), Vec::new(), firing);
                if let Some((enemy, _)) = self.enemy {
                    let heading = enemy.minus(here.at.spot()).heading();
                    change(line(Pose::new(here.at, heading)), Vec::new(), firing);
                }
            }
            _ => {}
        }
    }

    fn deployments(&self, firing: f64, found: &mut Vec<Proposal>) {
        let placed = self.force.placed;
        let base = engine::table::base_of(&self.state.book.bases, &placed.unit);
        let wide = inches(Shape::line().frontage(base, placed.stands.len() as u8));
        let aside = wide / 2.0 - inches(base.width) / 2.0;
        for right in [0.0, aside, -aside] {
            let anchor = placed.anchor.moved(right, 0.0, Angle::ZERO);
            let there =
                Standing { pose: anchor, half: wide / 2.0, firing, formation: Formation::Line };
            let maneuver = Maneuver::DeployToTheFront { to: Shape::line(), anchor };
            found.push(Proposal { maneuver, there, disordered: false });
        }
    }
}

/// The step that leads a formed unit so far towards a place that it sees there.
fn found_step(local: Spot, by: Length) -> Option<Step> {
    let angle = Angle::towards(local.x, local.y).signed();
    let to = if angle < 0 { Hand::Left } else { Hand::Right };
    let (off, ahead) =
        if angle.abs() <= 9000 { (angle.abs(), true) } else { (18_000 - angle.abs(), false) };
    let slant = Angle::hundredths(off.min(4500));
    Some(match (off < 250, ahead) {
        (true, true) => Step::Advance { by },
        (true, false) => Step::Withdraw { by },
        (false, true) => Step::Oblique { to, slant, by },
        (false, false) => Step::ObliqueBack { to, slant, by },
    })
}

#[cfg(test)]
mod tests {
    use engine::table::Side;

    use super::*;
    use crate::Level;
    use crate::begun::begun;
    use crate::plan::Aim;

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
}
