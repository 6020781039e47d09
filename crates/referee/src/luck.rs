//! Luck: what the dice were to bring by the exact odds before each roll, and what they brought.

use std::collections::BTreeMap;

use engine::battle::{Aimed, Event, Happened, Order, State, Task, aim, prospects};
use engine::charge::Fought;
use engine::fire::{Fired, Outcome, Volley};
use engine::maneuver::Check;
use engine::table::{Side, UnitId};
use engine::{Die, Scripted};
use library::order::read_order;
use library::record::{Beginning, Game, Record};
use odds::charge::Verdict;
use odds::{Chance, Spread};
use rulebook::{ChargeEffect, Effect, named};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chances::stands_lost;
use crate::error::Error;
use crate::odds::combat_now;
use crate::pending::names;
use crate::session::faces_of;

/// How many surprises are told.
const TOLD: usize = 6;
/// What is likelier than this, one in so many, surprises nobody.
const RARE: u32 = 5;

/// The luck of a battle so far.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Luck {
    /// Of both armies.
    pub armies: [ArmyLuck; 2],
    /// Of every unit that fired, was fired at or checked.
    pub units: Vec<UnitLuck>,
    /// The least likely things that came, the least likely first.
    pub surprises: Vec<Surprise>,
}

/// The luck of an army.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ArmyLuck {
    /// Whose it is.
    pub side: Side,
    /// Its name.
    pub army: String,
    /// How many dice it rolled for fire, checks and combats.
    pub dice: u32,
    /// What they showed on the average; fair dice show 5.5.
    pub mean: Option<f64>,
    /// Stands that its fire took.
    pub fire: Fortune,
    /// Checks of units that came out well handled or better, or rallied.
    pub checks: Fortune,
    /// Combats that it won.
    pub combats: Fortune,
    /// Stands that it took in combats.
    pub combat_stands: Balance,
}

/// What many rolls were to bring together, and brought.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Fortune {
    /// How often it was rolled for.
    pub rolls: u32,
    /// The sum of the means before each roll.
    pub expected: f64,
    /// What came.
    pub came: u32,
    /// The standard deviation of what came.
    pub deviation: f64,
}

/// What was to be expected, and what came.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Balance {
    /// The sum of the means before each roll.
    pub expected: f64,
    /// What came.
    pub came: f64,
}

/// The luck of a unit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct UnitLuck {
    /// Its name.
    pub unit: String,
    /// Whose it is.
    pub side: Side,
    /// Stands that its fire took; its share of a volley is that of its fire points.
    pub fire: Balance,
    /// Stands that it lost to fire.
    pub lost: Balance,
    /// Checks that came out well handled or better, or rallied.
    pub checks: Balance,
}

named! {
    /// What is rolled for.
    pub enum Roll {
        /// A volley: stands that it takes.
        Fire = "fire",
        /// A check: units that come out well handled or better, or rally.
        Check = "check",
        /// A combat: whether the attacker wins.
        Combat = "combat",
    }
}

/// Something that was not to be expected.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Surprise {
    /// The number of the order, from 1.
    pub order: usize,
    /// The game turn.
    pub turn: u16,
    /// What was rolled for.
    pub of: Roll,
    /// Who rolled: who fired, checked or charged.
    pub units: Vec<String>,
    /// Against whom.
    pub against: Vec<String>,
    /// Whom it favoured.
    pub favours: Side,
    /// The mean before the roll.
    pub expected: f64,
    /// What came.
    pub came: u32,
    /// How likely it was that so much, or so little, would come.
    pub chance: Chance,
}

/// The luck of a battle, from its record.
pub fn luck(record: &Record) -> Result<Luck, Error> {
    let (mut game, _) = Game::begin(Beginning {
        name: record.scenario.clone(),
        text: record.battle.clone(),
        edition: record.edition.clone(),
        rulings: record.rulings.clone().into_iter().collect(),
        players: record.players.clone(),
        seed: None,
    })?;
    let faces: Vec<i64> = record.dice.iter().map(|face| i64::from(*face)).collect();
    let mut dice = Scripted::new(faces_of(&faces)?);
    let mut sheet = Sheet::default();
    set_by_hand(&mut game, record, 0)?;
    for (place, text) in record.orders.iter().enumerate() {
        let before = game.state.clone();
        let order = read_order(&before, text)?;
        let events = game.give_with(&order, &mut dice);
        let events = events.map_err(|refusal| Error::refused(&refusal, &before))?;
        sheet.take(place + 1, &before, &order, &events);
        set_by_hand(&mut game, record, place + 1)?;
    }
    Ok(sheet.closed(&game.state))
}

fn set_by_hand(game: &mut Game, record: &Record, orders: usize) -> Result<(), Error> {
    for setting in record.set.get(&orders).into_iter().flatten() {
        game.set(setting.clone()).map_err(Error::position)?;
    }
    Ok(())
}

/// What is noted of an army while its battle is played again.
#[derive(Clone, Default)]
struct Army {
    dice: u32,
    pips: u32,
    fire: Sum,
    checks: Sum,
    combats: Sum,
    combat_stands: Balance,
}

/// Rolls that are added up; variances of rolls one after the other add up as well.
#[derive(Clone, Copy, Default)]
struct Sum {
    rolls: u32,
    expected: f64,
    came: u32,
    variance: f64,
}

impl Sum {
    fn add(&mut self, rolls: u32, odds: &Spread<u32>, came: u32) {
        let mean = mean(odds);
        self.rolls += rolls;
        self.expected += mean;
        self.came += came;
        self.variance += odds.mean(|count| (f64::from(count) - mean).powi(2));
    }

    fn told(self) -> Fortune {
        let Sum { rolls, expected, came, variance } = self;
        Fortune { rolls, expected, came, deviation: variance.sqrt() }
    }
}

impl Balance {
    fn add(&mut self, expected: f64, came: f64) {
        self.expected += expected;
        self.came += came;
    }
}

fn mean(odds: &Spread<u32>) -> f64 {
    odds.mean(f64::from)
}

/// What is noted of a unit.
#[derive(Clone, Copy, Default)]
struct Of {
    fire: Balance,
    lost: Balance,
    checks: Balance,
}

/// Something that is rolled: when, for what and by whom.
struct Rolled<'s> {
    state: &'s State,
    order: usize,
    of: Roll,
    side: Side,
    units: Vec<UnitId>,
    against: Vec<UnitId>,
}

#[derive(Default)]
struct Sheet {
    armies: [Army; 2],
    units: BTreeMap<UnitId, Of>,
    surprises: Vec<Surprise>,
}

impl Sheet {
    /// Notes what an order rolled.
    fn take(&mut self, number: usize, before: &State, order: &Order, events: &[Event]) {
        // A check that had to be made comes after other things: the table is then as they left it.
        let mut now = before.clone();
        for (place, event) in events.iter().enumerate() {
            match &event.what {
                Happened::CheckRolled { leader, die, .. } => {
                    self.check(number, &now, (*leader, *die), &made(&events[place + 1..]));
                }
                Happened::Fires { fired, .. } => self.volley(number, before, order, fired),
                Happened::Fights { fought, .. } => self.combat(number, before, order, fought),
                _ => {}
            }
            now.evolve(event);
        }
    }

    fn check(
        &mut self,
        order: usize,
        state: &State,
        (leader, die): (Option<u16>, Die),
        made: &[(UnitId, Effect)],
    ) {
        let units: Vec<UnitId> = made.iter().map(|(unit, _)| *unit).collect();
        let checks = prospects(state, leader, &units);
        let good: Vec<[bool; 10]> = checks.iter().map(|(_, one)| good_faces(state, one)).collect();
        let mut odds = Spread::new();
        for face in 0..Die::FACES.len() {
            let count = good.iter().filter(|faces| faces[face]).count() as u32;
            odds.add(count, Chance::of(1, 1));
        }
        for ((unit, effect), faces) in made.iter().zip(&good) {
            let chance = faces.iter().filter(|good| **good).count() as f64 / 10.0;
            let came = f64::from(u8::from(is_good(*effect)));
            self.units.entry(*unit).or_default().checks.add(chance, came);
        }
        let came = made.iter().filter(|(_, effect)| is_good(*effect)).count() as u32;
        let side = state.active;
        self.fall(side, [die]);
        self.armies[side as usize].checks.add(units.len() as u32, &odds, came);
        let against = Vec::new();
        self.surprise(&Rolled { state, order, of: Roll::Check, side, units, against }, &odds, came);
    }

    fn volley(&mut self, number: usize, state: &State, order: &Order, fired: &Fired) {
        let (Order::Fire { target, firers, passing }, Some(Task::Fire(step))) =
            (order, state.asked().map(|asked| asked.task))
        else {
            return;
        };
        let Ok(aimed) = aim(state, *step, *target, firers, *passing) else { return };
        let Ok(volley) = aimed.volley(state) else { return };
        let spread = odds::fire::volley(&volley);
        let fell = fired.shot.as_ref().map(|shot| shot.outcome);
        let mut targets = vec![(aimed.at, &aimed.target.unit)];
        targets.extend(aimed.behind.iter().copied().zip(&aimed.target.behind));
        // Who stands massed behind suffers the next lower effect.
        let cost = |shot: Option<Outcome>, place: usize| -> u32 {
            let Some(outcome) = shot else { return 0 };
            let unit = targets[place].1;
            let deeds = match place {
                0 => volley.deeds(&outcome),
                _ => volley.harm(unit, outcome.effect.next_lower(), false, outcome.cannonade),
            };
            u32::from(stands_lost(&deeds).min(unit.strength.stands))
        };
        let all = |shot| (0..targets.len()).map(|place| cost(shot, place)).sum();
        let (odds, came): (Spread<u32>, u32) = (spread.map(all), all(fell));
        for (place, (unit, _)) in targets.iter().enumerate() {
            let expected = spread.mean(|shot| f64::from(cost(shot, place)));
            let came = f64::from(cost(fell, place));
            self.units.entry(*unit).or_default().lost.add(expected, came);
        }
        for (unit, share) in shares(state, &aimed, &volley) {
            let fire = &mut self.units.entry(unit).or_default().fire;
            fire.add(mean(&odds) * share, f64::from(came) * share);
        }
        let side = state.unit(aimed.at).side.enemy();
        let rockets = fired.accuracy.iter().map(|roll| roll.die);
        self.fall(side, rockets.chain(fired.shot.iter().map(|shot| shot.die)));
        self.armies[side as usize].fire.add(1, &odds, came);
        let units = aimed.who.iter().map(|(unit, _)| *unit).collect();
        let against = vec![aimed.at];
        let rolled = Rolled { state, order: number, of: Roll::Fire, side, units, against };
        self.surprise(&rolled, &odds, came);
    }

    fn combat(&mut self, number: usize, state: &State, order: &Order, fought: &Fought) {
        let unit = match order {
            Order::Fight { unit } => Some(*unit),
            _ => None,
        };
        let Some(Task::Combats { second }) = state.asked().map(|asked| asked.task) else { return };
        let Some(combat) = combat_now(state, unit, *second) else { return };
        let outlook = odds::charge::outlook(&state.book, &combat);
        let verdict = Verdict::of(fought.ending);
        let (side, enemy) = (state.active, state.active.enemy());
        let won = outlook.effects.map(|verdict| u32::from(verdict.is_won()));
        let held = outlook.effects.map(|verdict| u32::from(is_held(verdict)));
        let came = u32::from(verdict.is_won());
        self.armies[side as usize].combats.add(1, &won, came);
        self.armies[enemy as usize].combats.add(1, &held, u32::from(is_held(verdict)));
        let rounds = fought.rounds.iter();
        let struggles =
            rounds.filter(|round| round.effect == ChargeEffect::DesperateStruggle).count();
        let struggled = struggles as f64 * f64::from(state.book.charge.losses.struggle_stands);
        for (taker, expected, lost) in [
            (side, outlook.defender_lost, fought.defender.stands_lost),
            (enemy, outlook.attacker_lost, fought.attacker.stands_lost),
        ] {
            let took = &mut self.armies[taker as usize].combat_stands;
            took.add(expected, struggled + f64::from(lost));
        }
        self.fall(side, fought.rounds.iter().map(|round| round.attacker.die));
        self.fall(enemy, fought.rounds.iter().map(|round| round.defender.die));
        let fighters = |side: &engine::charge::Side| {
            let contact = side.fighters.iter().filter(|fighter| fighter.in_contact);
            contact.map(|fighter| UnitId(fighter.tag)).collect()
        };
        let (units, against) = (fighters(&combat.attacker), fighters(&combat.defender));
        let rolled = Rolled { state, order: number, of: Roll::Combat, side, units, against };
        self.surprise(&rolled, &won, came);
    }

    /// Dice of a side fall.
    fn fall(&mut self, side: Side, dice: impl IntoIterator<Item = Die>) {
        let army = &mut self.armies[side as usize];
        for die in dice {
            army.dice += 1;
            army.pips += u32::from(die.face());
        }
    }

    /// Notes what came if it was rare.
    fn surprise(&mut self, rolled: &Rolled<'_>, odds: &Spread<u32>, came: u32) {
        let (expected, state) = (mean(odds), rolled.state);
        let more = f64::from(came) > expected;
        let chance = odds.chance(|count| if more { count >= came } else { count <= came });
        if chance.times(RARE) > Chance::SURE {
            return;
        }
        self.surprises.push(Surprise {
            order: rolled.order,
            turn: state.turn,
            of: rolled.of,
            units: names(state, &rolled.units),
            against: names(state, &rolled.against),
            favours: if more { rolled.side } else { rolled.side.enemy() },
            expected,
            came,
            chance,
        });
    }

    fn closed(mut self, state: &State) -> Luck {
        let off = |surprise: &Surprise| (f64::from(surprise.came) - surprise.expected).abs();
        let rarer = |one: &Surprise, other: &Surprise| one.chance.cmp(&other.chance);
        self.surprises.sort_by(|one, other| {
            rarer(one, other)
                .then(off(other).total_cmp(&off(one)))
                .then(one.order.cmp(&other.order))
        });
        self.surprises.truncate(TOLD);
        let army = |side: Side| {
            let army = &self.armies[side as usize];
            ArmyLuck {
                side,
                army: state.army_name(side).to_owned(),
                dice: army.dice,
                mean: (army.dice > 0).then(|| f64::from(army.pips) / f64::from(army.dice)),
                fire: army.fire.told(),
                checks: army.checks.told(),
                combats: army.combats.told(),
                combat_stands: army.combat_stands,
            }
        };
        let unit = |(unit, of): (&UnitId, &Of)| UnitLuck {
            unit: state.name(*unit).to_owned(),
            side: state.unit(*unit).side,
            fire: of.fire,
            lost: of.lost,
            checks: of.checks,
        };
        Luck {
            armies: [army(Side::First), army(Side::Second)],
            units: self.units.iter().map(unit).collect(),
            surprises: self.surprises,
        }
    }
}

/// What the units of a check got, up to the next check.
fn made(events: &[Event]) -> Vec<(UnitId, Effect)> {
    let own = events.iter().take_while(|event| !matches!(event.what, Happened::CheckRolled { .. }));
    let made = own.filter_map(|event| match &event.what {
        Happened::CheckMade { unit, checked } => Some((*unit, checked.effect)),
        _ => None,
    });
    made.collect()
}

/// Which faces of the die are good for a unit.
fn good_faces(state: &State, check: &Check) -> [bool; 10] {
    let book = &state.book;
    let total = book.maneuver.modifiers.tally(check.facts(book)).total;
    Die::FACES.map(|die| is_good(check.effect(book, die.plus(total))))
}

/// Well handled or better, or rallied.
fn is_good(effect: Effect) -> bool {
    match effect {
        Effect::DoubleQuick | Effect::WellHandled | Effect::RallyWithElan | Effect::Rally => true,
        Effect::Tardy | Effect::FallBack | Effect::Panic | Effect::Shaken | Effect::Wavering => {
            false
        }
    }
}

/// The defender has the better of it.
fn is_held(verdict: Verdict) -> bool {
    !verdict.is_won() && !matches!(verdict, Verdict::BothGone | Verdict::StillStruggling)
}

/// The units of a volley with their shares of its fire points.
fn shares(state: &State, aimed: &Aimed, volley: &Volley<'_>) -> Vec<(UnitId, f64)> {
    let points = |unit: UnitId| -> u32 {
        let parts = aimed.firers.iter().zip(&volley.shots);
        let own = parts.filter(|(firers, _)| *firers.name == *state.name(unit));
        own.map(|(_, shot)| shot.points.in_eighths()).sum()
    };
    let all: u32 = aimed.who.iter().map(|(unit, _)| points(*unit)).sum();
    let share = |unit: UnitId| match all {
        0 => 1.0 / aimed.who.len() as f64,
        all => f64::from(points(unit)) / f64::from(all),
    };
    aimed.who.iter().map(|(unit, _)| (*unit, share(*unit))).collect()
}
