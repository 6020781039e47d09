//! The charge phase: who fights whom, the dice, what both sides do, breakthroughs.

use geometry::{Length, Rect};
use rulebook::{Ground, Position as Held};

use super::cause::{Cause, Tired};
use super::charges;
use super::deeds;
use super::event::{Change, ChargeEnd, Happened, Joins};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::state::{ChargeKind, Phase, Stage, State};
use super::task::Task;
use super::turn::{Carry, NoDice, Rolled, Rolls, Turn};
use crate::Order as InOrder;
use crate::charge::{self, Combat, Fighter, Fought, Role};
use crate::deed::Deed;
use crate::moves;
use crate::sight::{self, Favor};
use crate::table::UnitId;

/// How near behind a unit its supports stand.
const SUPPORT: Length = Length::inches(2);

/// Whoever goes back from an enemy goes this far at least (MEL-BASE-RETREAT-2).
const BACK: Length = Length::inches(2);

/// Units that fight one combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The side that charged: in contact first, then those that support.
    pub attackers: Vec<UnitId>,
    /// The side that was charged.
    pub defenders: Vec<UnitId>,
}

/// The combats that are to be fought now, each a chain of contacts.
pub fn clashes(state: &State) -> Vec<Clash> {
    let pairs = contacts(state);
    let mut found: Vec<Clash> = Vec::new();
    for (attacker, defender) in pairs {
        let joins = |clash: &Clash| {
            clash.attackers.contains(&attacker) || clash.defenders.contains(&defender)
        };
        let mut whole = Clash { attackers: vec![attacker], defenders: vec![defender] };
        let (join, rest): (Vec<Clash>, Vec<Clash>) = found.into_iter().partition(joins);
        for clash in join {
            whole.attackers.extend(clash.attackers);
            whole.defenders.extend(clash.defenders);
        }
        for side in [&mut whole.attackers, &mut whole.defenders] {
            side.sort_unstable();
            side.dedup();
        }
        found = rest;
        found.push(whole);
    }
    found.sort_by_key(|clash| clash.attackers.first().copied());
    found
}

/// The pairs of units that take part and touch: who charged, who was charged.
fn contacts(state: &State) -> Vec<(UnitId, UnitId)> {
    let attackers: Vec<UnitId> = state
        .of_side(state.active)
        .filter(|unit| {
            let charge = state.marks(*unit).charge.as_ref();
            charge.is_some_and(|charge| charge.stage == Stage::InContact)
        })
        .collect();
    let target = |unit: UnitId| state.marks(unit).charge.as_ref().map(|charge| charge.target);
    let is_target = |unit: UnitId| attackers.iter().any(|attacker| target(*attacker) == Some(unit));
    let meets = |unit: UnitId| {
        let charge = state.marks(unit).charge.as_ref();
        charge.is_some_and(|charge| charge.stage == Stage::InContact)
    };
    let mut pairs = Vec::new();
    for &attacker in &attackers {
        for defender in state.of_side(state.active.enemy()) {
            let takes_part = is_target(defender) || meets(defender);
            if takes_part && state.are_locked(attacker, defender) {
                pairs.push((attacker, defender));
            }
        }
    }
    pairs
}

impl State {
    /// Are two units in a fight: base to base, or charger and target whom nothing but the stands they lost to
    /// fire has parted (CHG-BASE-TARGET-GONE)? Who went back went two inches or more.
    fn are_locked(&self, one: UnitId, other: UnitId) -> bool {
        let Some(gap) = sight::gap(&self.position, one, other) else { return false };
        let still = self.book.reading("parted-by-losses") == Some("fight");
        gap <= sight::CONTACT || (still && gap < BACK && self.have_come_to_blows(one, other))
    }

    /// A clash as the charge chapter fights it.
    pub fn combat_of(&self, clash: &Clash, second: bool) -> Combat {
        let mut combat = Combat {
            attacker: self.side_of(&clash.attackers, &clash.defenders, Role::Attacker),
            defender: self.side_of(&clash.defenders, &clash.attackers, Role::Defender),
            second,
            struggled: false,
        };
        // What the defender holds is judged against the best of those who come.
        let best = combat.best(&self.book, Role::Attacker).map(|best| best.place);
        let best = best.map(|place| UnitId(combat.attacker.fighters[place].tag));
        for fighter in combat.defender.fighters.iter_mut().filter(|f| f.in_contact) {
            let unit = UnitId(fighter.tag);
            let against = best.filter(|best| self.are_locked(*best, unit)).or_else(|| {
                clash.attackers.iter().copied().find(|attacker| self.are_locked(*attacker, unit))
            });
            if let Some(attacker) = against {
                fighter.position = self.holds_against(unit, attacker);
            }
        }
        combat
    }

    fn side_of(&self, units: &[UnitId], enemies: &[UnitId], role: Role) -> charge::Side {
        let mut fighters: Vec<Fighter> =
            units.iter().map(|unit| self.fighter(*unit, enemies, role)).collect();
        let mut supports: Vec<UnitId> =
            units.iter().flat_map(|unit| self.supports_of(*unit)).collect();
        supports.sort_unstable();
        supports.dedup();
        supports.retain(|unit| !units.contains(unit));
        for unit in supports {
            let placed = self.unit(unit);
            let mut fighter = Fighter::of(placed.unit.clone());
            fighter.in_contact = false;
            fighter.counted = Some(placed.stands.len() as u8);
            fighter.tag = unit.0;
            fighters.push(fighter);
        }
        charge::Side { fighters }
    }

    /// As what each unit of a combat fights, attackers first.
    fn joins(&self, clash: &Clash, combat: &Combat) -> Vec<(UnitId, Joins)> {
        let side = |side: &charge::Side, units: &[UnitId], enemies: &[UnitId]| {
            let fighters = side.fighters.iter().map(|fighter| UnitId(fighter.tag));
            let joins = fighters.filter_map(|unit| {
                let joins = if units.contains(&unit) {
                    self.joins_in_contact(unit, enemies)
                } else {
                    let whom = units.iter().find(|whom| self.supports_of(**whom).contains(&unit));
                    whom.map(|whom| Joins::Supports(*whom))
                };
                Some((unit, joins?))
            });
            joins.collect::<Vec<_>>()
        };
        let mut found = side(&combat.attacker, &clash.attackers, &clash.defenders);
        found.extend(side(&combat.defender, &clash.defenders, &clash.attackers));
        found
    }

    fn joins_in_contact(&self, unit: UnitId, enemies: &[UnitId]) -> Option<Joins> {
        let in_contact = |unit: UnitId| {
            let charge = self.marks(unit).charge.as_ref();
            charge.filter(|charge| charge.stage == Stage::InContact)
        };
        if let Some(charge) = in_contact(unit) {
            return Some(match charge.kind {
                ChargeKind::Charge => Joins::Charges(charge.target),
                ChargeKind::Breakthrough => Joins::BreaksThrough(charge.target),
                ChargeKind::Countercharge => Joins::Countercharges(charge.target),
            });
        }
        let charged = |enemy: &&UnitId| in_contact(**enemy).is_some_and(|c| c.target == unit);
        let by = enemies.iter().find(charged).map(|enemy| Joins::Charged(*enemy));
        by.or_else(|| {
            let touches = enemies.iter().find(|enemy| self.are_locked(**enemy, unit));
            touches.map(|enemy| Joins::Touches(*enemy))
        })
    }

    /// Friends close behind a unit, looking the same way and not in contact themselves.
    fn supports_of(&self, unit: UnitId) -> Vec<UnitId> {
        let placed = self.unit(unit);
        let near = sight::massed_behind(&self.position, unit, SUPPORT);
        let supports = |other: &UnitId| {
            let friend = self.unit(*other);
            let turn = friend.anchor.heading.minus(placed.anchor.heading).in_hundredths();
            let turn = if turn > 18_000 { 36_000 - turn } else { turn };
            let touches = self
                .of_side(placed.side.enemy())
                .any(|enemy| sight::are_in_contact(&self.position, *other, enemy));
            friend.unit.is_troops()
                && friend.unit.order != InOrder::Broken
                && friend.unit.formation != crate::Formation::MarchColumn
                && turn <= 4_500
                && !touches
        };
        near.into_iter().filter(supports).collect()
    }

    fn fighter(&self, unit: UnitId, enemies: &[UnitId], role: Role) -> Fighter {
        let placed = self.unit(unit);
        let charge = self.marks(unit).charge.as_ref().filter(|c| c.stage == Stage::InContact);
        let turned = |enemy: &UnitId| {
            let charge = self.marks(*enemy).charge.as_ref();
            charge.is_some_and(|charge| charge.target == unit && charge.turns)
        };
        let counted = |enemy: &UnitId| {
            let enemy = self.unit(*enemy);
            if role == Role::Defender {
                sight::counted(enemy, placed)
            } else {
                placed.stands.len() as u8
            }
        };
        let mut fighter = Fighter::of(placed.unit.clone());
        fighter.outflanked = enemies.iter().any(turned);
        fighter.cold_steel = charge.is_some_and(|charge| charge.steel);
        fighter.charged_over = charge.map(|charge| charge.ground);
        fighter.supported = !sight::supports(&self.position, unit).is_empty();
        fighter.counted = enemies.iter().map(counted).max().or(Some(placed.stands.len() as u8));
        fighter.keeps_its_last = self.marks(unit).skirmishers;
        fighter.tag = unit.0;
        fighter.in_woods(self.woods_of(unit))
    }

    /// The stands of a unit in contact with an attacker, each with where those who touch it began.
    fn in_contact(&self, unit: UnitId, attacker: UnitId) -> Vec<(Rect, Vec<Rect>)> {
        let (placed, enemy) = (self.unit(unit), self.unit(attacker));
        // Lines that losses have parted hold what their nearest stands do.
        let nearest = sight::gap(&self.position, unit, attacker).unwrap_or(Length::ZERO);
        let touch = sight::CONTACT.max(nearest);
        let start = |stand: usize| {
            let passage = self.marks(attacker).passage.as_ref();
            let way = passage.and_then(|passage| {
                passage.path.iter().find(|way| usize::from(way.stand) == stand)
            });
            way.map_or(enemy.stands[stand], |way| way.sweep.start())
        };
        let touching = |stand: &Rect| -> Vec<Rect> {
            let enemies = enemy.stands.iter().enumerate();
            let touching = enemies.filter(|(_, other)| other.distance(*stand) <= touch);
            touching.map(|(place, _)| start(place)).collect()
        };
        placed.stands.iter().map(|stand| (*stand, touching(stand))).collect()
    }

    /// What at least half of a unit's stands in contact hold against an attacker.
    fn holds_against(&self, unit: UnitId, attacker: UnitId) -> Held {
        let placed = self.unit(unit);
        let mut held: Vec<Held> = Vec::new();
        for (stand, began) in self.in_contact(unit, attacker) {
            // Against several it is the best: which of them is first in the list says nothing.
            let against = began.into_iter();
            let against =
                against.map(|from| sight::held_against(&self.position, from, (placed, stand)));
            held.extend(against.max());
        }
        held.sort_unstable();
        // The best that at least half of them hold.
        held.get(held.len() / 2).copied().unwrap_or(Held::Open)
    }

    /// What makes the ground of a unit favorable against an attacker: the first of its stands tell.
    pub(super) fn favored_by(&self, unit: UnitId, attacker: UnitId) -> Option<Favor> {
        let table = &self.position.table;
        let stands = self.in_contact(unit, attacker).into_iter();
        let mut each =
            stands.flat_map(|(stand, began)| began.into_iter().map(move |from| (from, stand)));
        each.find_map(|(from, stand)| sight::favor(table, from, stand))
    }
}

/// The charge phase begins.
pub(super) fn begin(turn: &mut Turn<'_>) {
    turn.emit(Happened::PhaseBegins(Phase::Charge), vec![Change::Phase(Phase::Charge)]);
    turn.push(Task::TargetsGone);
}

/// Chargers whose enemies are gone carry the position without a die.
pub(super) fn targets_gone(turn: &mut Turn<'_>) {
    let state = &turn.state;
    let pairs = contacts(state);
    let alone = state.position.ids().find(|unit| {
        let charge = state.marks(*unit).charge.as_ref();
        let fights = pairs.iter().any(|(one, other)| one == unit || other == unit);
        charge.is_some_and(|charge| charge.stage == Stage::InContact) && !fights
    });
    let Some(unit) = alone else { return };
    turn.push(Task::TargetsGone);
    let Some(charge) = turn.state.marks(unit).charge.clone() else { return };
    let marks = turn.marked(unit, |marks| {
        if let Some(charge) = &mut marks.charge {
            charge.stage = Stage::Over;
        }
    });
    turn.emit(Happened::TargetGone { unit }, vec![marks]);
    let own = turn.state.unit(unit).side == turn.state.active;
    let broken = turn.state.unit(unit).unit.order == InOrder::Broken;
    if !own || broken {
        return;
    }
    let mut deeds = vec![Deed::CarriesThePosition];
    let through = charge.kind == ChargeKind::Breakthrough;
    let bad = charge.ground != Ground::Open || through;
    deeds.extend(bad.then_some(Deed::Disordered));
    let tired = if through { Tired::Second } else { Tired::Ground(charge.ground) };
    turn.push(Task::Deeds { unit, deeds, ground: charge.front, why: Cause::TargetGone(tired) });
}

pub(super) fn asks(state: &State) -> bool {
    !clashes(state).is_empty()
}

pub(super) fn order(state: &State, second: bool, order: &Order) -> Result<Carry, Refusal> {
    let unit = match order {
        Order::Done => None,
        Order::Fight { unit } => Some(*unit),
        _ => return Err(not_asked()),
    };
    let clashes = clashes(state);
    let clash = clashes.into_iter().find(|clash| {
        unit.is_none_or(|unit| clash.attackers.contains(&unit) || clash.defenders.contains(&unit))
    });
    let Some(clash) = clash else {
        return match unit {
            None => Ok(passes()),
            Some(_) => Err(Refusal::now(NotNow::NoCombat, "MEL-BASE-ORDER")),
        };
    };
    Ok(Box::new(move |turn| fight(turn, &clash, second)))
}

/// The dice of a combat fall, and both sides have their consequences to bear.
fn fight(turn: &mut Turn<'_>, clash: &Clash, second: bool) -> Rolled<()> {
    let book = turn.state.book.clone();
    let combat = turn.state.combat_of(clash, second);
    let fought = combat.resolve(&book, &mut Rolls(turn)).ok_or(NoDice)?;
    let fronts: Vec<(UnitId, Vec<Rect>)> = clash
        .attackers
        .iter()
        .chain(&clash.defenders)
        .map(|unit| (*unit, turn.state.unit(*unit).front_rank().to_vec()))
        .collect();
    let grounds: Vec<(UnitId, Vec<Rect>)> = clash
        .attackers
        .iter()
        .map(|unit| (*unit, ground_for(&turn.state, *unit, &clash.defenders, &fronts)))
        .chain(
            clash
                .defenders
                .iter()
                .map(|unit| (*unit, ground_for(&turn.state, *unit, &clash.attackers, &fronts))),
        )
        .collect();
    let mut changes = Vec::new();
    for unit in clash.attackers.iter().chain(&clash.defenders) {
        changes.push(turn.marked(*unit, |marks| {
            if let Some(charge) = &mut marks.charge {
                charge.stage = Stage::Over;
            }
        }));
    }
    let what = Happened::Fights {
        attackers: combat.attacker.fighters.iter().map(|f| UnitId(f.tag)).collect(),
        defenders: combat.defender.fighters.iter().map(|f| UnitId(f.tag)).collect(),
        joins: turn.state.joins(clash, &combat),
        fought: Box::new(fought.clone()),
    };
    turn.emit(what, changes);
    turn.push(Task::TargetsGone);
    struggles(turn, &combat, &fought);
    consequences(turn, &combat, &fought, &grounds);
    Ok(())
}

/// The ground that a unit takes if it wins: that of the enemy it has the most stands against.
fn ground_for(
    state: &State,
    unit: UnitId,
    enemies: &[UnitId],
    fronts: &[(UnitId, Vec<Rect>)],
) -> Vec<Rect> {
    let own = state.unit(unit);
    let against = |enemy: &&UnitId| {
        let other = state.unit(**enemy);
        let close =
            |stand: &&Rect| other.stands.iter().any(|e| e.distance(**stand) <= Length::inches(1));
        own.stands.iter().filter(close).count()
    };
    let most = enemies.iter().max_by_key(against);
    let front = most.and_then(|enemy| fronts.iter().find(|(unit, _)| unit == enemy));
    front.map(|(_, front)| front.clone()).unwrap_or_default()
}

/// What each desperate struggle cost: a stand each of the best, disorder and silence for all.
fn struggles(turn: &mut Turn<'_>, combat: &Combat, fought: &Fought) {
    let lost = turn.state.book.charge.losses.struggle_stands;
    let rounds = fought.rounds.iter();
    let struggled: Vec<[u16; 2]> = rounds
        .filter(|round| round.effect == rulebook::ChargeEffect::DesperateStruggle)
        .map(|round| round.best)
        .collect();
    if struggled.is_empty() {
        return;
    }
    for best in struggled {
        for tag in best {
            deeds::lose_any(turn, UnitId(tag), lost, Cause::Struggle);
        }
    }
    let fighters = combat.attacker.fighters.iter().chain(&combat.defender.fighters);
    for fighter in fighters.filter(|fighter| fighter.in_contact) {
        let unit = UnitId(fighter.tag);
        if turn.state.unit(unit).stands.is_empty() {
            continue;
        }
        if turn.state.unit(unit).unit.is_guns() {
            let deeds = vec![Deed::Silenced];
            deeds::perform(turn, unit, (deeds, Cause::Struggle), Vec::new());
        } else {
            deeds::disorder(turn, unit, Cause::Struggle);
        }
    }
}

/// Losers lose stands and go, then winners take what is theirs.
fn consequences(
    turn: &mut Turn<'_>,
    combat: &Combat,
    fought: &Fought,
    grounds: &[(UnitId, Vec<Rect>)],
) {
    let sides = [(&fought.attacker, 0), (&fought.defender, 1)];
    let loser = sides.iter().position(|(_, place)| is_loser(*place, fought));
    let mut tasks: Vec<Task> = Vec::new();
    let order = match loser {
        Some(1) => [1, 0],
        _ => [0, 1],
    };
    for place in order {
        let (side, _) = sides[place];
        if side.stands_lost > 0 {
            let best = fought.best[place];
            for (unit, stands) in share(&turn.state, side.stands_lost, best, &fought.left[place]) {
                let why = cause_of(combat, fought, place, unit);
                tasks.push(Task::Lose { unit, stands, why });
            }
        }
        let all = side.units.len() == fought.left[place].len();
        let tags = fought.left[place].iter().filter(|(_, contact)| all || *contact);
        for ((tag, contact), deeds) in tags.zip(&side.units) {
            let unit = UnitId(*tag);
            let mut deeds = deeds.clone();
            if !contact {
                // Who only supports shares the retreat and nothing else.
                deeds.retain(|deed| *deed != Deed::Disordered);
            }
            let ground = grounds.iter().find(|(id, _)| *id == unit);
            let ground = ground.map(|(_, ground)| ground.clone()).unwrap_or_default();
            let why = cause_of(combat, fought, place, unit);
            tasks.push(Task::Deeds { unit, deeds, ground, why });
        }
    }
    for task in tasks.into_iter().rev() {
        turn.push(task);
    }
}

/// What the end of a combat is to a unit of a side.
fn cause_of(combat: &Combat, fought: &Fought, place: usize, unit: UnitId) -> Cause {
    let charge::Ending::Decided { effect, difference } = fought.ending else {
        return Cause::Struggle;
    };
    if is_loser(place, fought) {
        let side = [&fought.attacker, &fought.defender][place];
        return Cause::Beaten { effect, difference, toll: side.toll };
    }
    let side = [&combat.attacker, &combat.defender][place];
    let own = side.fighters.iter().find(|fighter| fighter.tag == unit.0);
    let tired = own.and_then(|own| Tired::of(own, combat.second));
    Cause::Won { effect, tired }
}

/// Is this the side that goes?
fn is_loser(place: usize, fought: &Fought) -> bool {
    use rulebook::ChargeEffect as E;
    match fought.ending {
        charge::Ending::Decided { effect, .. } => match effect {
            E::SweptFromTheField | E::DrivenBack | E::HardPressed => place == 1,
            E::Falter | E::Recoil | E::Repulsed => place == 0,
            E::DesperateStruggle => false,
        },
        _ => false,
    }
}

/// Shares out the stands that a side loses: the first from its best unit, the rest as evenly as can be,
/// those in contact first, troops before guns.
fn share(state: &State, lost: u8, best: Option<u16>, left: &[(u16, bool)]) -> Vec<(UnitId, u8)> {
    let mut units: Vec<(UnitId, u8, u8)> = left
        .iter()
        .filter(|(_, contact)| *contact)
        .map(|(tag, _)| {
            let unit = UnitId(*tag);
            (unit, state.unit(unit).unit.strength.stands, 0)
        })
        .collect();
    let troops = |unit: UnitId| state.unit(unit).unit.is_troops();
    units.sort_by_key(|(unit, _, _)| (Some(unit.0) != best, !troops(*unit), *unit));
    if let Some(first) = units.first()
        && !troops(first.0)
        && units.iter().any(|(unit, _, _)| troops(*unit))
    {
        units.sort_by_key(|(unit, _, _)| (!troops(*unit), Some(unit.0) != best, *unit));
    }
    for _ in 0..lost {
        let least = units.iter_mut().filter(|(_, there, gone)| gone < there).min_by_key(
            |(unit, there, gone)| (!troops(*unit), *gone, std::cmp::Reverse(*there - *gone)),
        );
        let Some((_, _, gone)) = least else { break };
        *gone += 1;
    }
    units.into_iter().filter(|(_, _, gone)| *gone > 0).map(|(unit, _, gone)| (unit, gone)).collect()
}

/// Those who must break through do, one after the other.
pub(super) fn break_through(turn: &mut Turn<'_>) {
    let waits = |state: &State, unit: &UnitId| {
        let charge = state.marks(*unit).charge.as_ref();
        let declared = charge.is_some_and(|charge| {
            charge.kind == ChargeKind::Breakthrough && charge.stage == Stage::Declared
        });
        declared && !state.unit(*unit).stands.is_empty()
    };
    let state = &turn.state;
    let Some(unit) = state.position.ids().find(|unit| waits(state, unit)) else {
        turn.push(Task::TargetsGone);
        return;
    };
    turn.push(Task::BreakThroughs);
    let state = &turn.state;
    let able = state.unit(unit).unit.order != InOrder::Broken;
    let found = if able { moves::breakthrough(&state.book, &state.position, unit) } else { None };
    match found {
        None => {
            let marks = turn.marked(unit, |marks| marks.charge = None);
            turn.emit(Happened::NobodyInReach { unit }, vec![marks]);
        }
        Some((target, plan)) => {
            let wheel = plan.end.anchor.heading.minus(state.unit(unit).anchor.heading);
            turn.emit(Happened::BreaksThrough { unit, target, turn: wheel }, Vec::new());
            charges::arrive(turn, unit, target, &plan, ChargeEnd::Contact);
        }
    }
}
