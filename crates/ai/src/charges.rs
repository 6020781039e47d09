//! Charges: which ones the exact odds and what comes after make worth declaring.

use std::collections::BTreeMap;

use engine::battle::{Order, Stage};
use engine::charge::{Fighter, Side as Fighters, no_cold_steel};
use engine::maneuver::Check;
use engine::movement::{Gait, Hand, Step, allowance};
use engine::moves::{self, bends};
use engine::table::UnitId;
use engine::{Opened, Scripted, sight};
use geometry::{Angle, Length};
use odds::assault::{Assault, Curve, End};
use odds::charge::Verdict;
use rulebook::{Cover, Ground, Level as Strength};

use crate::choices::MOST;
use crate::mind::Memory;
use crate::situation::{Force, INCH, Situation, gait, inches};
use crate::skill::Skill;
use crate::{Decision, Reason};

/// By how much less than usual a charge may be worth, in stands, and still be tried.
const DARING: f64 = 3.0;

/// The next charge of a group; nothing if none is worth its price.
pub(crate) fn declare(
    situation: &Situation<'_>,
    memory: &mut Memory,
    group: &[UnitId],
    skill: &Skill,
) -> Option<Decision> {
    let units = ready(situation, memory, group);
    let mut ways = Ways::new();
    for thought in all_thoughts(situation, &units, skill) {
        let Some(order) = thought.order(situation, &mut ways) else {
            memory.refrained.insert(thought.unit);
            continue;
        };
        if let Some(thought) = thought.under_fire(situation, &order, &units, skill) {
            return Some(Decision::of(order, thought.reason()));
        }
    }
    memory.refrained.extend(units);
    None
}

/// Charges that might serve, the likeliest first, and whether the first would be declared without trials.
pub(crate) fn choices(
    situation: &Situation<'_>,
    memory: &Memory,
    group: &[UnitId],
    skill: &Skill,
) -> (Vec<Decision>, bool) {
    let daring = Skill { charge: skill.charge - DARING, ..*skill };
    let units = ready(situation, memory, group);
    let mut found: Vec<(f64, Decision)> = Vec::new();
    let mut ways = Ways::new();
    for thought in all_thoughts(situation, &units, &daring) {
        if found.len() + 1 >= MOST {
            break;
        }
        let (Some(order), Some(enemy)) =
            (thought.order(situation, &mut ways), situation.enemy(thought.target))
        else {
            continue;
        };
        if let Some(thought) = thought.under_fire(situation, &order, &units, &daring) {
            let more = thought.value - threshold(situation, enemy, skill);
            found.push((more, Decision::of(order, thought.reason())));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let is_usual = found.first().is_some_and(|(more, _)| *more > 0.0);
    (found.into_iter().map(|(_, decision)| decision).collect(), is_usual)
}

/// The units of a group that may still think about charging.
fn ready(situation: &Situation<'_>, memory: &Memory, group: &[UnitId]) -> Vec<UnitId> {
    let ready = |unit: &&UnitId| {
        let marks = situation.state.marks(**unit);
        !memory.refrained.contains(unit) && !marks.moved && marks.charge.is_none()
    };
    group.iter().filter(ready).copied().collect()
}

/// The charges of some units that are worth declaring, the best first.
fn all_thoughts(situation: &Situation<'_>, units: &[UnitId], skill: &Skill) -> Vec<Thought> {
    let of = |unit: &UnitId| {
        let (force, list) = (situation.own(*unit)?, situation.state.marks(*unit).list?);
        Some(thoughts(situation, force, list, units, skill))
    };
    let mut found: Vec<Thought> = units.iter().filter_map(of).flatten().collect();
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    found
}

/// Would a unit charge somebody, if its check let it?
pub(crate) fn prospect(
    situation: &Situation<'_>,
    force: &Force<'_>,
    list: Opened,
    skill: &Skill,
) -> bool {
    force.is_fit() && !thoughts(situation, force, list, &[], skill).is_empty()
}

/// By what bend at most each unit reaches a target: with cold steel it goes the same way. Nothing for who does not reach it.
type Ways = BTreeMap<(UnitId, UnitId), Option<Option<Step>>>;

/// A charge that is worth declaring.
struct Thought {
    unit: UnitId,
    target: UnitId,
    steel: bool,
    value: f64,
    curve: Curve,
    /// Is there fire at it that the curve counts?
    fire: bool,
    /// Friends who charge with it.
    friends: usize,
}

impl Thought {
    fn reason(&self) -> Reason {
        Reason::Charge {
            won: self.curve.won.as_f64(),
            home: self.curve.home.as_f64(),
            costs: self.curve.attacker_losses,
            takes: self.curve.defender_losses,
            fire: self.fire,
            friends: self.friends,
        }
    }

    /// The same with the fire that the order would truly come into; nothing if it is not worth that.
    fn under_fire(
        self,
        situation: &Situation<'_>,
        order: &Order,
        group: &[UnitId],
        skill: &Skill,
    ) -> Option<Thought> {
        if !skill.reckons {
            return Some(self);
        }
        let state = situation.state;
        let (force, enemy) = (situation.own(self.unit)?, situation.enemy(self.target)?);
        let declared = state.apply(order, &mut Scripted::default()).ok()?.0;
        let fire = declared.charges_home()?.all_fire_at(self.unit, self.target);
        let row = moves::row_of(&state.book, &force.placed.unit)?;
        let far = inches(allowance(row, Gait::DoubleQuick, Ground::Open));
        let friends = companions(situation, force, enemy, group, far);
        let mut assault = assault(situation, force, enemy, &friends, self.steel);
        assault.defensive_fire = fire.as_ref().map_or(Vec::new(), |aimed| aimed.firers.clone());
        assault.fired_at = fire.map(|aimed| aimed.target);
        let curve = odds::assault::declared(&state.book, &assault).ok()?;
        let value = value(situation, force, enemy, &curve, skill);
        let fire = !assault.defensive_fire.is_empty();
        let worth = value > threshold(situation, enemy, skill);
        worth.then_some(Thought { value, curve, fire, friends: friends.len(), ..self })
    }

    /// The order by the plainest way that reaches the target.
    fn order(&self, situation: &Situation<'_>, ways: &mut Ways) -> Option<Order> {
        let Thought { unit, target, steel, .. } = *self;
        let by = |bend| Order::Charge { unit, target, bend, disordered: false, steel };
        let passes = |bend: &Option<Step>| situation.state.check(&by(*bend)).is_ok();
        let known = ways.get(&(unit, target)).copied().flatten().filter(passes);
        if let Some(bend) = known {
            return Some(by(bend));
        }
        if !steel && ways.contains_key(&(unit, target)) {
            return None;
        }
        let found = self.bends(situation)?.into_iter().find(passes);
        if found.is_some() || !steel {
            ways.insert((unit, target), found);
        }
        found.map(by)
    }

    /// The bends by which it may reach the target, the likeliest first.
    fn bends(&self, situation: &Situation<'_>) -> Option<Vec<Option<Step>>> {
        let (own, enemy) = (situation.own(self.unit)?, situation.enemy(self.target)?);
        let local = own.placed.anchor.local(enemy.at);
        let turn = Angle::towards(local.x, local.y).signed();
        let off = |bend: &Option<Step>| match bend {
            Some(Step::Wheel { to, turn: by }) => {
                let by = by.in_hundredths();
                let by = if *to == Hand::Left { -by } else { by };
                (by - turn).abs() + 200
            }
            _ => turn.abs(),
        };
        let mut ways: Vec<Option<Step>> = bends().collect();
        ways.sort_by_key(off);
        ways.truncate(7);
        Some(ways)
    }
}

/// The charges of a unit that are worth declaring.
fn thoughts(
    situation: &Situation<'_>,
    force: &Force<'_>,
    list: Opened,
    group: &[UnitId],
    skill: &Skill,
) -> Vec<Thought> {
    let state = situation.state;
    let book = &state.book;
    let unit = &force.placed.unit;
    let leave = moves::Leave { list: Some(list), began: unit.order };
    let Some(row) = moves::row_of(book, unit) else { return Vec::new() };
    if moves::may_charge(book, unit, leave).is_err() || unit.strength.level() == Strength::Spent {
        return Vec::new();
    }
    let far = inches(allowance(row, gait(list), Ground::Open));
    let mut found = Vec::new();
    for enemy in &situation.theirs {
        let apart = enemy.at.minus(force.at).size();
        if apart - enemy.half - force.half > far || !force.faces(enemy.at, 60) {
            continue;
        }
        let gap = sight::gap(&state.position, force.id, enemy.id);
        if gap.is_none_or(|gap| inches(gap) > far) {
            continue;
        }
        let friends = companions(situation, force, enemy, group, far);
        let mut armed = Fighter::of(unit.clone());
        armed.charged_over = Some(Ground::Open);
        let steels = if skill.reckons && no_cold_steel(book, &armed).is_none() {
            &[false, true][..]
        } else {
            &[false]
        };
        for &steel in steels {
            let assault = assault(situation, force, enemy, &friends, steel);
            let Ok(curve) = odds::assault::declared(book, &assault) else { continue };
            let (value, wanted) = if skill.reckons {
                let value = value(situation, force, enemy, &curve, skill);
                (value, threshold(situation, enemy, skill))
            } else {
                (at_a_glance(force, enemy, &friends), 0.0)
            };
            if value > wanted {
                let (unit, target) = (force.id, enemy.id);
                let (fire, friends) = (!assault.defensive_fire.is_empty(), friends.len());
                found.push(Thought { unit, target, steel, value, curve, fire, friends });
            }
        }
    }
    found
}

/// By how much who charges is stronger, in stands, cover counting for who stands in it: horse leaves squares and
/// cover alone, guns are dear.
fn at_a_glance(force: &Force<'_>, enemy: &Force<'_>, friends: &[&Force<'_>]) -> f64 {
    let formed = enemy.placed.unit.formation.is_square() || enemy.cover < 1.0;
    if !force.is_fit() || (force.is_mounted() && formed) {
        return f64::NEG_INFINITY;
    }
    let others: f64 = friends.iter().map(|friend| friend.worth).sum();
    let theirs = enemy.worth / enemy.cover * if enemy.is_guns() { 1.6 } else { 1.0 };
    force.worth + 0.5 * others - theirs
}

/// Friends that charge the same enemy, or could with this check.
fn companions<'f>(
    situation: &'f Situation<'f>,
    force: &Force<'_>,
    enemy: &Force<'_>,
    group: &[UnitId],
    far: f64,
) -> Vec<&'f Force<'f>> {
    let state = situation.state;
    let joins = |other: &&Force<'_>| {
        if other.id == force.id || other.is_guns() || !other.is_fit() {
            return false;
        }
        if other.is_mounted() != force.is_mounted() {
            return false;
        }
        let charge = state.marks(other.id).charge.as_ref();
        if let Some(charge) = charge {
            return charge.target == enemy.id && charge.stage != Stage::Over;
        }
        let near = enemy.at.minus(other.at).size() - enemy.half - other.half <= far * 0.8;
        group.contains(&other.id) && near && other.faces(enemy.at, 35)
    };
    situation.ours.iter().filter(joins).take(2).collect()
}

/// The charge as the odds are asked about it.
pub(crate) fn assault(
    situation: &Situation<'_>,
    force: &Force<'_>,
    enemy: &Force<'_>,
    friends: &[&Force<'_>],
    steel: bool,
) -> Assault {
    let state = situation.state;
    let position = &state.position;
    let ground = ground_between(situation, force, enemy);
    let mut defender = Fighter::of(enemy.placed.unit.clone());
    defender.outflanked = sight::is_turned(enemy.placed, &force.placed.stands);
    let near = |stand: &&geometry::Rect| stand.distance_to(force.placed.anchor.at);
    if let (Some(hit), Some(from)) =
        (enemy.placed.stands.iter().min_by_key(near), force.placed.stands.first())
    {
        defender.position = sight::held_against(position, *from, (enemy.placed, *hit));
    }
    defender.supported = enemy.is_guns() && !sight::supports(position, enemy.id).is_empty();
    let mut side = Fighters::of(defender);
    side.fighters.extend(supports(situation, enemy));
    let mut companions = supports(situation, force);
    for friend in friends {
        let mut fighter = Fighter::of(friend.placed.unit.clone());
        fighter.charged_over = Some(ground);
        companions.retain(|known| known.unit != fighter.unit);
        companions.push(fighter);
    }
    Assault {
        check: Check::of(force.placed.unit.clone()),
        distance: None,
        ground,
        cold_steel: steel,
        outflanked: false,
        companions,
        defensive_fire: defensive_fire(situation, force, enemy),
        fired_at: None,
        own_volley: None,
        defender: side,
        defender_cover: Cover::Open,
        light: state.light_to_shoot(),
    }
}

/// Those close behind a unit, who count for numbers.
fn supports(situation: &Situation<'_>, force: &Force<'_>) -> Vec<Fighter> {
    let position = &situation.state.position;
    let behind = sight::massed_behind(position, force.id, Length::inches(2));
    let steady = behind
        .into_iter()
        .map(|id| &position.unit(id).unit)
        .filter(|unit| unit.is_troops() && unit.order != engine::Order::Broken);
    steady
        .map(|unit| {
            let mut fighter = Fighter::of(unit.clone());
            fighter.in_contact = false;
            fighter
        })
        .collect()
}

/// What fires at a charge as it comes in: its target, and enemies beside it whose front it crosses.
fn defensive_fire(
    situation: &Situation<'_>,
    force: &Force<'_>,
    enemy: &Force<'_>,
) -> Vec<engine::fire::Firers> {
    let book = &situation.state.book;
    let mut firers = Vec::new();
    for other in &situation.theirs {
        if other.firing <= 0.0 || other.is_broken() || other.placed.unit.presenting {
            continue;
        }
        let target = other.id == enemy.id;
        let middle = enemy.at.plus(force.at.minus(enemy.at).times(0.25));
        let apart = other.at.minus(middle).size();
        let bears = other.faces(force.at, 40);
        if !bears || (!target && apart > 8.0 * INCH) {
            continue;
        }
        let range = if target { INCH } else { (apart - other.half * 0.5).max(INCH) };
        let Some(mut group) = other.placed.unit.as_firers(book, geometry::rounded(range)) else {
            continue;
        };
        group.stands = if target { other.firing as u8 } else { (other.firing / 2.0).ceil() as u8 };
        group.not_ready = None;
        group.in_charge = target;
        if other.weapon.is_some_and(|weapon| weapon.band(group.range).is_some()) {
            firers.push(group);
        }
    }
    firers
}

/// The worst ground on the straight way.
fn ground_between(situation: &Situation<'_>, force: &Force<'_>, enemy: &Force<'_>) -> Ground {
    let table = &situation.state.position.table;
    let way = enemy.at.minus(force.at);
    let spots = [0.2, 0.4, 0.6, 0.8].map(|part| force.at.plus(way.times(part)));
    let pieces = spots.into_iter().flat_map(|spot| table.at(spot).collect::<Vec<_>>());
    pieces.map(engine::table::slowed_by).max().unwrap_or(Ground::Open)
}

/// What a charge is worth, in stands: losses on both sides, what winning and losing bring after it.
fn value(
    situation: &Situation<'_>,
    force: &Force<'_>,
    enemy: &Force<'_>,
    curve: &Curve,
    skill: &Skill,
) -> f64 {
    let won = curve.won.as_f64();
    let each = |force: &Force<'_>| force.worth / (force.placed.stands.len().max(1) as f64);
    let mut prize = skill.victory + if enemy.is_guns() { 1.5 } else { 0.0 };
    for key in situation.prizes.iter().filter(|key| !key.ours) {
        let near = enemy
            .placed
            .stands
            .iter()
            .any(|stand| inches(stand.distance_to(key.at.point())) <= key.radius + INCH);
        if near {
            prize += key.swing * 0.7;
        }
    }
    // Whoever stands around will have a disordered regiment before him.
    let around = situation
        .theirs
        .iter()
        .filter(|other| other.id != enemy.id && !other.is_broken())
        .filter(|other| other.at.minus(enemy.at).size() < 8.0 * INCH)
        .count() as f64;
    let fate = Fate::of(situation, force, enemy);
    let stakes = curve.ends.mean(|end| fate.of_end(end));
    won * (prize - 0.25 * around) + curve.defender_losses * each(enemy)
        - curve.attacker_losses * each(force)
        - (1.0 - won) * skill.defeat
        + skill.stakes * stakes
}

/// What becomes of the beaten of a charge beside the stands they lose at once.
struct Fate {
    ours: f64,
    theirs: f64,
    /// Who is driven back breaks and runs: by horse, turned, or in a square.
    breaks_them: bool,
    breaks_us: bool,
    /// Who runs leaves the table.
    they_leave: bool,
    we_leave: bool,
}

impl Fate {
    fn of(situation: &Situation<'_>, force: &Force<'_>, enemy: &Force<'_>) -> Fate {
        let contact = enemy.at.plus(force.at.minus(enemy.at).times(0.1));
        let turned = sight::is_turned(enemy.placed, &force.placed.stands);
        let square = enemy.placed.unit.formation.is_square();
        Fate {
            ours: force.worth,
            theirs: enemy.worth,
            breaks_them: force.is_mounted() || turned || square,
            breaks_us: enemy.is_mounted(),
            they_leave: situation.runs_off(enemy),
            we_leave: situation.to_edge(force.placed.side, contact) < force.speed + 0.5 * INCH,
        }
    }

    /// What an end is worth to who charges: who runs is out of the fight for long, and may not come back.
    fn of_end(&self, end: End) -> f64 {
        let run = |leaves: bool| if leaves { 1.0 } else { 0.7 };
        match end {
            End::Fought(Verdict::SweptFromTheField) => run(self.they_leave) * self.theirs,
            End::Fought(Verdict::DrivenBack) if self.breaks_them => {
                (run(self.they_leave) - 0.1) * self.theirs
            }
            End::Fought(Verdict::DrivenBack) | End::TargetGone => 0.3 * self.theirs,
            End::Fought(Verdict::HardPressed) => 0.12 * self.theirs,
            End::Fought(Verdict::Falter) | End::Checked => -0.1 * self.ours,
            End::Fought(Verdict::Recoil) if self.breaks_us => {
                (0.1 - run(self.we_leave)) * self.ours
            }
            End::Fought(Verdict::Recoil) => -0.25 * self.ours,
            End::Fought(Verdict::Repulsed) | End::ShotAway => -run(self.we_leave) * self.ours,
            End::Fought(
                Verdict::DefenderGone
                | Verdict::BothGone
                | Verdict::AttackerGone
                | Verdict::StillStruggling,
            )
            | End::NoCharge(_) => 0.0,
        }
    }
}

fn threshold(situation: &Situation<'_>, enemy: &Force<'_>, skill: &Skill) -> f64 {
    let hurry = ((5.0 - situation.turns_left) / 4.0).clamp(0.0, 1.0);
    let at_key = situation
        .prizes
        .iter()
        .any(|key| !key.ours && enemy.at.minus(key.at).size() < key.radius + enemy.half + INCH);
    let calm = skill.charge;
    if at_key && situation.lead <= 0 { calm - 1.3 * hurry } else { calm }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::begun::begun;
    use crate::{Level, Mind, Player};

    #[test]
    fn the_worse_beaten_the_more_it_costs_and_who_leaves_the_table_is_lost_whole() {
        let mut game = begun("1812-training", 7);
        let mut minds = [Mind::new(Level::Captain), Mind::new(Level::Captain)];
        let (mut left, mut feared) = (0, 0);
        let mut last = None;
        while let Some(asked) = game.state.asked() {
            let now = (game.state.turn, asked.side);
            if last.replace(now) != Some(now) {
                let situation = Situation::of(&game.state, asked.side);
                let troops = situation.ours.iter().filter(|force| !force.is_guns());
                for force in troops {
                    let rim = situation.rim(force, force.standing());
                    let near = situation.to_edge(asked.side, force.placed.anchor.at.spot());
                    assert!(rim <= force.worth / 2.0);
                    assert!(rim == 0.0 || near <= force.speed + INCH);
                    feared += usize::from(rim > 0.0);
                    for enemy in &situation.theirs {
                        let fate = Fate::of(&situation, force, enemy);
                        use Verdict as V;
                        let ends = [
                            V::SweptFromTheField,
                            V::DrivenBack,
                            V::HardPressed,
                            V::StillStruggling,
                            V::Falter,
                            V::Recoil,
                            V::Repulsed,
                        ];
                        let worth = ends.map(|end| fate.of_end(End::Fought(end)));
                        assert!(worth.is_sorted_by(|a, b| a >= b), "{worth:?}");
                        if situation.runs_off(enemy) {
                            assert_eq!(worth[0], enemy.worth);
                            left += 1;
                        }
                    }
                }
            }
            let order = minds[asked.side as usize].decide(&game.state).order;
            game.give(&order).expect("an order that passes its check");
        }
        assert!(left > 0 && feared > 0, "{left} would leave, {feared} fear the edge");
    }
}
