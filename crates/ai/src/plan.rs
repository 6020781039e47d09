//! The plan of a turn: each command gets an intent and an aim, each of its units a place to make for.

use std::sync::Arc;

use engine::table::UnitId;
use geometry::{Angle, Pose, Spot};

use crate::situation::{Force, INCH, Prize, Situation};
use crate::skill::Skill;
use crate::ways::{Field, Grid};

/// What a command is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Take its aim.
    Attack,
    /// Keep its aim, or the ground it stands on.
    Hold,
    /// Keep the enemy busy.
    Screen,
    /// Get out of harm's way.
    Withdraw,
    /// Stay close behind those who fight.
    Reserve,
}

impl Intent {
    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Intent::Attack => "attack",
            Intent::Hold => "hold",
            Intent::Screen => "screen",
            Intent::Withdraw => "withdraw",
            Intent::Reserve => "reserve",
        }
    }
}

/// What a command fights for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A key position, by its place in the list.
    Key(usize),
    /// An enemy unit.
    Enemy(UnitId),
    /// The ground it stands on.
    Here,
}

/// A command, or a part of a large one, and what it is to do.
#[derive(Clone, Debug)]
pub(crate) struct Mission {
    pub units: Vec<UnitId>,
    pub intent: Intent,
    pub aim: Aim,
    /// Where its aim is.
    pub at: Spot,
    /// Where each unit makes for.
    pub slots: Vec<(UnitId, Spot)>,
    /// The way there, where it is not straight for all.
    pub field: Option<Arc<Field>>,
    /// What it brings, and what it expects to meet there.
    pub ours: f64,
    pub theirs: f64,
    /// A unit by itself: it stays on a key position so that nobody walks into it, or walks into one.
    pub guards: bool,
}

impl Mission {
    /// Where a unit of it makes for.
    pub fn slot(&self, unit: UnitId) -> Spot {
        self.slots.iter().find(|(id, _)| *id == unit).map_or(self.at, |(_, at)| *at)
    }
}

/// The plan of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub missions: Vec<Mission>,
}

impl Plan {
    /// The mission of a unit.
    pub fn mission(&self, unit: UnitId) -> Option<&Mission> {
        self.missions.iter().find(|mission| mission.units.contains(&unit))
    }

    /// The plan of this turn.
    pub fn make(situation: &Situation<'_>, grid: &Grid, skill: &Skill) -> Plan {
        let guards = guards(situation, grid);
        let guarding: Vec<UnitId> = guards.iter().map(|(unit, _)| *unit).collect();
        let mut drawing = Drawing {
            situation,
            grid,
            odds: skill.odds,
            free: groups(situation, &guarding),
            all: situation.ours.iter().map(|force| force.worth).sum(),
            missions: Vec::new(),
        };
        for (unit, prize) in guards {
            drawing.guard(unit, prize);
        }
        if !skill.plans {
            drawing.singly();
        }
        for prize in drawing.prizes() {
            drawing.assign(prize);
        }
        drawing.rest();
        Plan { missions: drawing.missions }
    }
}

/// Troops that act together.
#[derive(Clone, Debug)]
struct Group {
    leader: Option<u16>,
    units: Vec<UnitId>,
    at: Spot,
    worth: f64,
    speed: f64,
}

/// More units than this are led as two.
const MOST_TOGETHER: usize = 6;

/// Who stays on each key position of ours that the enemy could walk into: no enemy comes within two inches of
/// anybody but by a charge, so one unit on it is enough. The nearest stays, rather a small one than a large. And
/// who walks into each that nobody stands on.
fn guards(situation: &Situation<'_>, grid: &Grid) -> Vec<(UnitId, Prize)> {
    // Who stays on a bridge keeps all others from it.
    let passed =
        |prize: &Prize| prize.ours && situation.turns_left > 3.0 && grid.is_narrow(prize.at);
    let worth = |prize: &&Prize| prize.swing > 0.0 && !passed(prize);
    let mut keys: Vec<&Prize> = situation.prizes.iter().filter(worth).collect();
    keys.sort_by(|a, b| b.swing.total_cmp(&a.swing));
    let turns = if situation.turns_left <= 3.0 { situation.turns_left } else { 2.0 };
    let mut found: Vec<(UnitId, Prize)> = Vec::new();
    for prize in keys {
        let gap = |force: &Force<'_>| force.at.minus(prize.at).size() - prize.radius - force.half;
        let fighting = || situation.theirs.iter().filter(|enemy| !enemy.is_broken());
        let comes = fighting().any(|enemy| gap(enemy) <= enemy.speed * turns);
        let covered = fighting().any(|enemy| gap(enemy) <= 2.0 * INCH);
        if (prize.ours && !comes) || (!prize.ours && covered) {
            continue;
        }
        let price = |force: &Force<'_>| {
            let far = gap(force).max(0.0) / INCH;
            let horse = if force.is_mounted() && prize.ours { 4.0 } else { 0.0 };
            let shaken = if force.is_fit() { 0.0 } else { 5.0 };
            far + 0.6 * force.worth + horse + shaken
        };
        let most = if prize.ours { 1.5 } else { situation.turns_left };
        let free = situation.ours.iter().filter(|force| {
            force.placed.unit.is_troops()
                && !force.is_broken()
                && gap(force) <= force.speed * most
                && found.iter().all(|(unit, _)| *unit != force.id)
        });
        if let Some(best) = free.min_by(|a, b| price(a).total_cmp(&price(b))) {
            found.push((best.id, *prize));
        }
    }
    found
}

/// The commands of a side without those who guard; large ones in parts.
fn groups(situation: &Situation<'_>, guarding: &[UnitId]) -> Vec<Group> {
    let mut leaders: Vec<Option<u16>> = situation.ours.iter().map(|force| force.leader).collect();
    leaders.sort_unstable();
    leaders.dedup();
    let mut found = Vec::new();
    for leader in leaders {
        let own = |force: &&Force<'_>| force.leader == leader && !guarding.contains(&force.id);
        let mut forces: Vec<&Force<'_>> = situation.ours.iter().filter(own).collect();
        let wide = |of: fn(&Spot) -> f64| {
            let all = || forces.iter().map(|force| of(&force.at));
            all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
        };
        let along: fn(&Spot) -> f64 =
            if wide(|s| s.x) >= wide(|s| s.y) { |s| s.x } else { |s| s.y };
        forces.sort_by(|a, b| along(&a.at).total_cmp(&along(&b.at)));
        let parts = forces.len().div_ceil(MOST_TOGETHER).max(1);
        let size = forces.len().div_ceil(parts).max(1);
        found.extend(forces.chunks(size).map(|part| group(leader, part)));
    }
    found
}

fn group(leader: Option<u16>, forces: &[&Force<'_>]) -> Group {
    let count = forces.len() as f64;
    let sum = forces.iter().map(|force| force.at).fold(Spot::default(), Spot::plus);
    let speeds = forces.iter().map(|force| force.speed).filter(|speed| *speed > 0.0);
    Group {
        leader,
        units: forces.iter().map(|force| force.id).collect(),
        at: sum.times(1.0 / count),
        worth: forces.iter().map(|force| force.worth).sum(),
        speed: speeds.fold(f64::INFINITY, f64::min).min(18.0 * INCH),
    }
}

/// A plan that is being made.
struct Drawing<'d> {
    situation: &'d Situation<'d>,
    grid: &'d Grid,
    /// What is sent for each stand that holds an aim.
    odds: f64,
    free: Vec<Group>,
    all: f64,
    missions: Vec<Mission>,
}

impl Drawing<'_> {
    /// The key positions, those that give most for what they ask first.
    fn prizes(&self) -> Vec<(Prize, f64, f64)> {
        let mut found: Vec<(Prize, f64, f64)> = self
            .situation
            .prizes
            .iter()
            .filter(|prize| prize.swing > 0.0)
            .map(|prize| {
                let there = |near, far| {
                    let theirs = &self.situation.theirs;
                    self.situation.strength_near(theirs, prize.at, near * INCH, far * INCH)
                };
                let (theirs, need) = if prize.ours {
                    let coming = there(12.0, 30.0);
                    (coming, coming * 0.7)
                } else {
                    let holding = there(8.0, 18.0);
                    (holding, holding * self.odds + 2.0)
                };
                (*prize, theirs, need)
            })
            .collect();
        let gain =
            |(prize, _, need): &(Prize, f64, f64)| prize.swing / (0.25 + need / self.all.max(1.0));
        found.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        found
    }

    /// One unit stays on a key position, or walks into it.
    fn guard(&mut self, unit: UnitId, prize: Prize) {
        let Some(force) = self.situation.own(unit) else { return };
        let front = force.placed.anchor.at.spot();
        let there = front.minus(prize.at).size() <= prize.radius * 0.6;
        let slot = if there { front } else { prize.at };
        let intent = if prize.ours { Intent::Hold } else { Intent::Attack };
        let field = self.field(&[unit], intent, prize.at);
        self.missions.push(Mission {
            units: vec![unit],
            intent,
            aim: Aim::Key(prize.key),
            at: prize.at,
            slots: vec![(unit, slot)],
            field,
            ours: force.worth,
            theirs: 0.0,
            guards: true,
        });
    }

    /// Everybody by himself: for the nearest key position that is not ours; else for the nearest enemy, or he stays
    /// where he is if we are ahead.
    fn singly(&mut self) {
        let situation = self.situation;
        for whole in std::mem::take(&mut self.free) {
            for force in whole.units.iter().filter_map(|unit| situation.own(*unit)) {
                let far = |prize: &&Prize| prize.at.minus(force.at).size();
                let open = situation.prizes.iter().filter(|prize| !prize.ours && prize.swing > 0.0);
                let key = open.min_by(|a, b| far(a).total_cmp(&far(b)));
                let (intent, aim, at) = match (key, situation.nearest(force.at)) {
                    (Some(prize), _) => (Intent::Attack, Aim::Key(prize.key), prize.at),
                    (None, Some((enemy, _))) if situation.lead <= 0 => {
                        (Intent::Attack, Aim::Enemy(enemy.id), enemy.at)
                    }
                    _ => (Intent::Hold, Aim::Here, force.at),
                };
                self.send(group(whole.leader, &[force]), intent, aim, at, (force.worth, 0.0));
            }
        }
    }

    /// Gives a key position to the commands that can be there in time, the nearest first, until they are
    /// enough.
    fn assign(&mut self, (prize, theirs, need): (Prize, f64, f64)) {
        if prize.ours && need < 1.0 {
            return;
        }
        let ahead = self.situation.lead > 0;
        if !prize.ours && ahead && need > self.all * 0.5 {
            return;
        }
        let turns = |group: &Group| {
            let far = (group.at.minus(prize.at).size() - prize.radius).max(0.0);
            far / (group.speed * 0.8).max(1.0)
        };
        let mut order: Vec<usize> = (0..self.free.len())
            .filter(|place| turns(&self.free[*place]) <= self.situation.turns_left + 0.5)
            .collect();
        order.sort_by(|a, b| turns(&self.free[*a]).total_cmp(&turns(&self.free[*b])));
        let mut taken = Vec::new();
        let mut sum = 0.0;
        for place in order {
            if sum >= need {
                break;
            }
            sum += self.free[place].worth;
            taken.push(place);
        }
        taken.sort_unstable();
        let groups: Vec<Group> = taken.iter().rev().map(|place| self.free.remove(*place)).collect();
        let intent = if prize.ours { Intent::Hold } else { Intent::Attack };
        for group in groups {
            self.send(group, intent, Aim::Key(prize.key), prize.at, (sum, theirs));
        }
    }

    /// What is left over helps where the fight is hardest, or goes for the enemy, or stays.
    fn rest(&mut self) {
        let situation = self.situation;
        for group in std::mem::take(&mut self.free) {
            let hardest = self
                .missions
                .iter()
                .filter(|mission| mission.intent == Intent::Attack && mission.theirs > 1.0)
                .map(|mission| (mission.ours / mission.theirs.max(1.0), mission.aim, mission.at))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let theirs: f64 = situation.theirs.iter().map(|force| force.worth).sum();
            let must = situation.lead <= 0;
            let attacks = must || self.all > theirs * 1.4;
            match (hardest, situation.nearest(group.at)) {
                (Some((ratio, aim, at)), _) if ratio < 2.0 && attacks => {
                    self.send(group, Intent::Attack, aim, at, (0.0, 0.0));
                }
                (_, Some((enemy, _))) if attacks => {
                    let expected = situation.strength_near(
                        &situation.theirs,
                        enemy.at,
                        6.0 * INCH,
                        14.0 * INCH,
                    );
                    let sum = group.worth;
                    self.send(
                        group,
                        Intent::Attack,
                        Aim::Enemy(enemy.id),
                        enemy.at,
                        (sum, expected),
                    );
                }
                _ => {
                    let at = group.at;
                    let sum = group.worth;
                    self.send(group, Intent::Hold, Aim::Here, at, (sum, 0.0));
                }
            }
        }
    }

    fn send(
        &mut self,
        group: Group,
        intent: Intent,
        aim: Aim,
        at: Spot,
        (ours, theirs): (f64, f64),
    ) {
        let slots = self.slots(&group, intent, aim, at);
        let units = group.units;
        let field = self.field(&units, intent, at);
        let guards = false;
        self.missions.push(Mission { units, intent, aim, at, slots, field, ours, theirs, guards });
    }

    /// The way to a place, if somebody cannot go straight to it.
    fn field(&self, units: &[UnitId], intent: Intent, at: Spot) -> Option<Arc<Field>> {
        if intent == Intent::Hold {
            return None;
        }
        let known = self.missions.iter().find(|mission| mission.at == at);
        if let Some(field) = known.and_then(|mission| mission.field.clone()) {
            return Some(field);
        }
        let forces = units.iter().filter_map(|unit| self.situation.own(*unit));
        let blocked = forces.into_iter().any(|force| !self.grid.is_clear(force.at, at));
        blocked.then(|| Arc::new(self.grid.field(at)))
    }

    /// Side by side across the way to the aim, in the order in which they stand; who holds near his aim
    /// stays where he is.
    fn slots(&self, group: &Group, intent: Intent, aim: Aim, at: Spot) -> Vec<(UnitId, Spot)> {
        let forces: Vec<&Force<'_>> =
            group.units.iter().filter_map(|unit| self.situation.own(*unit)).collect();
        let stays = |force: &Force<'_>| {
            intent == Intent::Hold && (aim == Aim::Here || force.at.minus(at).size() < 9.0 * INCH)
        };
        let ahead = match (intent, self.situation.nearest(at)) {
            (Intent::Hold | Intent::Withdraw, Some((enemy, _))) => enemy.at.minus(at),
            _ => at.minus(group.at),
        };
        let heading = if ahead.size() < INCH { Angle::ZERO } else { ahead.heading() };
        let frame = Pose::new(at.point(), heading);
        let mut row: Vec<&&Force<'_>> =
            forces.iter().filter(|force| force.placed.unit.is_troops() && !stays(force)).collect();
        row.sort_by(|a, b| frame.local(a.at).x.total_cmp(&frame.local(b.at).x));
        let mut slots = Vec::new();
        let wide: f64 = row.iter().map(|force| force.half * 2.0 + INCH).sum();
        let mut x = -wide / 2.0;
        for force in &row {
            let middle = x + force.half + 0.5 * INCH;
            x += force.half * 2.0 + INCH;
            slots.push((force.id, frame.spot(middle, 0.0)));
        }
        for force in &forces {
            if stays(force) {
                slots.push((force.id, force.placed.anchor.at.spot()));
            } else if force.is_guns() {
                // Guns stop where they reach the aim and the aim does not reach them.
                let back = force.at.minus(at);
                let far = back.size().max(1.0);
                let stop = far
                    .min(force.weapon.map_or(0.0, |w| crate::situation::inches(w.reach())) * 0.6);
                slots.push((force.id, at.plus(back.times(stop / far))));
            }
        }
        slots
    }
}
