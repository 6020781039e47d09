//! Records: everything that a battle was, in orders and dice. They replay for ever.
//!
//! A record holds the text of its scenario, the readings and edition chosen, the dice that fell and every order
//! as text. A state is what a replay of it gives; the digests say whether it is the same.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::battle::{Event, Order, Refusal, State};
use engine::scenario::Scenario;
use engine::{Dice, Die, Scripted, Seeded};
use rulebook::Rulebook;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::order::{OrderError, order_text, read_order};
use crate::rulebooks::Choices;
use crate::setting::{Setting, set_up};
use crate::{Defects, scenario_of};

/// The newest format that is written.
pub const FORMAT: u32 = 5;
/// Readings that did not exist in an older format, and how the game was played then: the format that
/// brought them, the ruling, the reading of before.
const BEFORE: [(u32, &str, &str); 5] = [
    (2, "countercharge-sight", "anywhere"),
    (3, "contested-position", "passed"),
    (3, "parted-by-losses", "parted"),
    (4, "missed-target", "straight"),
    (5, "position-gone-back-through", "passed"),
];
/// How many orders lie between two digests.
const EVERY: usize = 50;

/// A battle in orders and dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Record {
    /// The format of the record.
    pub format: u32,
    /// The version of the program that wrote it.
    pub engine: String,
    /// The name of the battle.
    pub scenario: String,
    /// The scenario file, whole.
    pub battle: String,
    /// The edition of the rulebook, where it is not the scenario's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Readings of doubtful rules that are not the usual ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rulings: BTreeMap<String, String>,
    /// The names of those who accepted the readings before the battle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
    /// Who played, the army that the scenario names first before the other.
    #[serde(default)]
    pub players: Vec<String>,
    /// The seed of the dice, if they had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Every die that fell, 1 to 10.
    pub dice: Vec<u8>,
    /// Every order, as text.
    pub orders: Vec<String>,
    /// What was set up by hand after so many orders, in this sequence.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<usize, Vec<Setting>>,
    /// The digest of the rulebook as it was.
    pub rules: String,
    /// The digest of the battle after so many orders; the last one is that of the end.
    pub digests: BTreeMap<usize, String>,
}

/// What is wrong with a record.
#[derive(Debug)]
pub enum RecordFault {
    /// It is no record.
    Unreadable(String),
    /// It is of a format that this program does not know.
    Format(u32),
    /// Its scenario has defects.
    Scenario(Defects),
    /// A die is none.
    Die {
        /// Its place, from 0.
        at: usize,
    },
    /// An order cannot be read.
    Order {
        /// Its place, from 0.
        at: usize,
        /// Why.
        error: OrderError,
    },
    /// An order is refused.
    Refused {
        /// Its place, from 0.
        at: usize,
        /// The order.
        order: String,
        /// Why.
        why: String,
    },
    /// What was set up by hand cannot be so.
    Set {
        /// After so many orders.
        at: usize,
        /// Everything that is wrong with it.
        faults: Vec<String>,
    },
    /// The battle after so many orders is another.
    Digest {
        /// After so many orders.
        at: usize,
    },
    /// Dice are left over.
    DiceLeft(usize),
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordFault::Unreadable(error) => write!(f, "this is no record: {error}"),
            RecordFault::Format(format) => {
                write!(f, "the record is of format {format}, this program reads up to {FORMAT}")
            }
            RecordFault::Scenario(defects) => write!(f, "its scenario: {defects}"),
            RecordFault::Die { at } => write!(f, "die {} is none from 1 to 10", at + 1),
            RecordFault::Order { at, error } => write!(f, "order {}: {error}", at + 1),
            RecordFault::Refused { at, order, why } => {
                write!(f, "order {} `{order}` is refused: {why}", at + 1)
            }
            RecordFault::Set { at, faults } => {
                write!(f, "what was set up after order {at}: {}", faults.join("; "))
            }
            RecordFault::Digest { at } => {
                write!(f, "after order {at} the battle is not as it was recorded")
            }
            RecordFault::DiceLeft(count) => write!(f, "{count} dice were never rolled"),
        }
    }
}

impl std::error::Error for RecordFault {}

/// The digest of a battle as it stands.
pub fn digest(state: &State) -> String {
    let mut bytes = Vec::new();
    state.write_to(&mut bytes);
    hex(&Sha256::digest(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of a rulebook: of everything it says.
fn rules_digest(book: &Rulebook) -> String {
    let lines = crate::outline(book);
    let text: Vec<String> = lines
        .iter()
        .map(|line| format!("{} = {} ({})", line.place, line.value, line.rule))
        .collect();
    hex(&Sha256::digest(text.join("\n").as_bytes()))
}

/// How a battle is begun.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The name of the battle.
    pub name: String,
    /// The scenario file.
    pub text: String,
    /// The edition of the rulebook, where it is not the scenario's own.
    pub edition: Option<String>,
    /// Readings of doubtful rules.
    pub rulings: Choices,
    /// Who plays.
    pub players: Vec<String>,
    /// The seed of the dice; without one they must be given.
    pub seed: Option<u64>,
}

/// A battle being played, with its record.
#[derive(Clone, Debug)]
pub struct Game {
    /// The battle as it stands.
    pub state: State,
    /// Its record.
    pub record: Record,
    /// The battle before each order since the last die, and how many orders there were then.
    undo: Vec<(State, usize)>,
}

/// Dice that are noted as they fall.
struct Noted<'d> {
    dice: &'d mut dyn Dice,
    fell: Vec<Die>,
}

impl Dice for Noted<'_> {
    fn roll(&mut self) -> Option<Die> {
        let die = self.dice.roll()?;
        self.fell.push(die);
        Some(die)
    }
}

impl Game {
    /// Begins a battle; the events are those before the first decision.
    pub fn begin(beginning: Beginning) -> Result<(Game, Vec<Event>), Defects> {
        let Beginning { name, text, edition, rulings, players, seed } = beginning;
        let (scenario, book) = read_battle(&name, &text, edition.as_deref(), &rulings)?;
        let rules = rules_digest(&book);
        let (state, events) = State::start(Arc::new(scenario), Arc::new(book));
        let record = Record {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: name,
            battle: text,
            edition,
            rulings: rulings.into_iter().collect(),
            accepted: Vec::new(),
            players,
            seed,
            dice: Vec::new(),
            orders: Vec::new(),
            set: BTreeMap::new(),
            rules,
            digests: BTreeMap::from([(0, digest(&state))]),
        };
        Ok((Game { state, record, undo: Vec::new() }, events))
    }

    /// Gives an order; dice come from the seed.
    pub fn give(&mut self, order: &Order) -> Result<Vec<Event>, Refusal> {
        match self.record.seed {
            Some(seed) => self.give_with(order, &mut Seeded::new(seed, self.state.dice)),
            None => self.give_with(order, &mut Scripted::default()),
        }
    }

    /// Gives an order with these dice.
    pub fn give_with(&mut self, order: &Order, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        let text = order_text(&self.state, order);
        let mut noted = Noted { dice, fell: Vec::new() };
        let (state, events) = self.state.apply(order, &mut noted)?;
        let fell = noted.fell;
        let before = std::mem::replace(&mut self.state, state);
        if fell.is_empty() {
            self.undo.push((before, self.record.orders.len()));
        } else {
            self.undo.clear();
        }
        self.record.dice.extend(fell.iter().map(|die| die.face()));
        self.record.orders.push(text);
        let count = self.record.orders.len();
        if count.is_multiple_of(EVERY) || self.state.victory.is_some() {
            self.record.digests.insert(count, digest(&self.state));
        }
        Ok(events)
    }

    /// Sets the battle up by hand, at the start of a player turn; nothing before it can be taken back. The
    /// events are those before the first decision.
    pub fn set(&mut self, setting: Setting) -> Result<Vec<Event>, Vec<String>> {
        let (state, events) = set_up(&self.state, &setting)?;
        self.state = state;
        self.undo.clear();
        let count = self.record.orders.len();
        self.record.set.entry(count).or_default().push(setting);
        self.record.digests.insert(count, digest(&self.state));
        Ok(events)
    }

    /// Takes the last order back, if no die has fallen since; false if there is none to take back.
    pub fn undo(&mut self) -> bool {
        let Some((state, orders)) = self.undo.pop() else { return false };
        self.state = state;
        self.record.orders.truncate(orders);
        self.record.digests.retain(|at, _| *at <= orders);
        true
    }

    /// Can the last order be taken back?
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// The record, closed with the digest of the battle as it stands.
    pub fn close(mut self) -> Record {
        self.record.digests.insert(self.record.orders.len(), digest(&self.state));
        self.record
    }

    /// A game that goes on from a record.
    pub fn resume(record: Record) -> Result<Game, RecordFault> {
        let replay = Replay::of(&record)?;
        Ok(Game { state: replay.end().clone(), record, undo: Vec::new() })
    }
}

fn read_battle(
    name: &str,
    text: &str,
    edition: Option<&str>,
    rulings: &Choices,
) -> Result<(Scenario, Rulebook), Defects> {
    scenario_of(text, &format!("{name}/battle.toml"), edition, rulings)
}

impl Record {
    /// Reads a record.
    pub fn read(text: &str) -> Result<Record, RecordFault> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let unreadable = |error: serde_json::Error| RecordFault::Unreadable(error.to_string());
        let Format { format } = serde_json::from_str(text).map_err(unreadable)?;
        if format > FORMAT {
            return Err(RecordFault::Format(format));
        }
        let mut record: Record = serde_json::from_str(text).map_err(unreadable)?;
        for (since, ruling, reading) in BEFORE.iter().filter(|(since, _, _)| *since > format) {
            debug_assert!(*since <= FORMAT);
            record.rulings.entry((*ruling).to_owned()).or_insert_with(|| (*reading).to_owned());
        }
        record.format = FORMAT;
        Ok(record)
    }

    /// The record as JSON.
    pub fn written(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The state before the first order, and what happened before it.
    pub fn start(&self) -> Result<(State, Vec<Event>), RecordFault> {
        let rulings: Choices = self.rulings.clone().into_iter().collect();
        let read = read_battle(&self.scenario, &self.battle, self.edition.as_deref(), &rulings);
        let (scenario, book) = read.map_err(RecordFault::Scenario)?;
        Ok(State::start(Arc::new(scenario), Arc::new(book)))
    }

    fn dice_from(&self, first: usize) -> Result<Scripted, RecordFault> {
        let faces = self.dice.iter().enumerate().skip(first);
        let dice = faces.map(|(at, face)| Die::new(*face).ok_or(RecordFault::Die { at }));
        Ok(Scripted::new(dice.collect::<Result<Vec<Die>, RecordFault>>()?))
    }

    /// Does the program of today have the rules that the battle was fought by?
    pub fn has_same_rules(&self, book: &Rulebook) -> bool {
        rules_digest(book) == self.rules
    }
}

/// How many orders lie between two states that are kept.
const KEPT_EVERY: usize = 16;

/// A record played again, with states to jump to.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: &'r Record,
    /// The state after 0, 16, 32 … orders.
    kept: Vec<State>,
    end: State,
}

impl<'r> Replay<'r> {
    /// Plays a whole record; every digest in it must be met, and every die used.
    pub fn of(record: &'r Record) -> Result<Replay<'r>, RecordFault> {
        let (state, _) = record.start()?;
        let mut state = set_by_hand(record, 0, state)?;
        let mut dice = record.dice_from(0)?;
        let mut kept = vec![state.clone()];
        meets(record, 0, &state)?;
        for at in 0..record.orders.len() {
            state = set_by_hand(record, at + 1, step(record, at, &state, &mut dice)?.0)?;
            meets(record, at + 1, &state)?;
            if (at + 1).is_multiple_of(KEPT_EVERY) {
                kept.push(state.clone());
            }
        }
        match dice.left() {
            0 => Ok(Replay { record, kept, end: state }),
            left => Err(RecordFault::DiceLeft(left)),
        }
    }

    /// The battle after all orders.
    pub fn end(&self) -> &State {
        &self.end
    }

    /// The battle after so many orders; at most all of them.
    pub fn at(&self, orders: usize) -> Result<State, RecordFault> {
        let orders = orders.min(self.record.orders.len());
        let from = (orders / KEPT_EVERY).min(self.kept.len() - 1);
        let mut state = self.kept[from].clone();
        let mut dice = self.record.dice_from(state.dice as usize)?;
        for at in from * KEPT_EVERY..orders {
            state = set_by_hand(self.record, at + 1, step(self.record, at, &state, &mut dice)?.0)?;
        }
        Ok(state)
    }

    /// What order number `at`, from 0, did: the state after it, and the events.
    pub fn step(&self, at: usize) -> Result<(State, Vec<Event>), RecordFault> {
        let state = self.at(at)?;
        let mut dice = self.record.dice_from(state.dice as usize)?;
        step(self.record, at, &state, &mut dice)
    }

    /// Goes through the whole battle once: the state before each order, and the events of the order.
    pub fn walk(&self, mut see: impl FnMut(&State, &[Event])) -> Result<(), RecordFault> {
        let mut state = self.kept[0].clone();
        let mut dice = self.record.dice_from(state.dice as usize)?;
        for at in 0..self.record.orders.len() {
            let (after, events) = step(self.record, at, &state, &mut dice)?;
            see(&state, &events);
            state = set_by_hand(self.record, at + 1, after)?;
        }
        Ok(())
    }
}

/// The battle after so many orders, with what was then set up by hand.
fn set_by_hand(record: &Record, at: usize, mut state: State) -> Result<State, RecordFault> {
    for setting in record.set.get(&at).into_iter().flatten() {
        let set = set_up(&state, setting);
        state = set.map_err(|faults| RecordFault::Set { at, faults })?.0;
    }
    Ok(state)
}

fn meets(record: &Record, at: usize, state: &State) -> Result<(), RecordFault> {
    match record.digests.get(&at) {
        Some(known) if *known != digest(state) => Err(RecordFault::Digest { at }),
        _ => Ok(()),
    }
}

fn step(
    record: &Record,
    at: usize,
    state: &State,
    dice: &mut Scripted,
) -> Result<(State, Vec<Event>), RecordFault> {
    let text = &record.orders[at];
    let order = read_order(state, text).map_err(|error| RecordFault::Order { at, error })?;
    state.apply(&order, dice).map_err(|refusal| RecordFault::Refused {
        at,
        order: text.clone(),
        why: refusal.told(state),
    })
}
