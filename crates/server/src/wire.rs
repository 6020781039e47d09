//! What the page and the server say to each other, as JSON. `docs/schema/server-*.json` are made of these types.

use std::collections::BTreeMap;

use ai::Level;
use engine::table::Side;
use library::record::Record;
use referee::replies::{Doubt, Ending};
use rulebook::Nation;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Wrong;

/// Who plays a side: `human` (whoever begins the battle), `open` (whoever is invited), or a level of the
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// Whoever begins the battle.
    Human,
    /// Whoever follows the invitation.
    Open,
    /// The machine.
    Machine(Level),
}

impl SeatKind {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            SeatKind::Human => "human",
            SeatKind::Open => "open",
            SeatKind::Machine(level) => level.name(),
        }
    }

    /// Every kind.
    pub fn all() -> impl Iterator<Item = SeatKind> {
        let levels = Level::ALL.into_iter().map(SeatKind::Machine);
        [SeatKind::Human, SeatKind::Open].into_iter().chain(levels)
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<SeatKind> {
        SeatKind::all().find(|kind| kind.name() == name)
    }
}

impl Serialize for SeatKind {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for SeatKind {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<SeatKind, D::Error> {
        let name = String::deserialize(from)?;
        SeatKind::named(&name).ok_or_else(|| {
            let all: Vec<&str> = SeatKind::all().map(SeatKind::name).collect();
            let message = format!("nobody plays as `{name}`: expected {}", all.join(", "));
            serde::de::Error::custom(message)
        })
    }
}

impl JsonSchema for SeatKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeatKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all: Vec<&str> = SeatKind::all().map(SeatKind::name).collect();
        json_schema!({
            "description": "Who plays a side: `human` (whoever begins the battle), `open` (whoever is invited), or a level of the machine.",
            "type": "string",
            "enum": all,
        })
    }
}

/// `POST /api/battles`: a battle to begin.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBattle {
    /// The name of a battle that comes with the program; or `record`.
    pub scenario: Option<String>,
    /// A record to go on from.
    pub record: Option<serde_json::Map<String, Value>>,
    /// The edition of the rulebook, where it is not the scenario's own.
    pub edition: Option<String>,
    /// Readings of doubtful rules that are not the usual ones.
    #[serde(default)]
    pub rulings: BTreeMap<String, String>,
    /// Who plays, the army that the scenario names first before the other.
    pub seats: [SeatKind; 2],
    /// May everybody find it?
    #[serde(default)]
    pub public: bool,
}

/// A battle that has begun.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Begun {
    /// Its name for the server.
    pub id: String,
    /// Both seats, the army that the scenario names first before the other.
    pub seats: [GivenSeat; 2],
    /// Where anybody may watch it.
    pub watch: String,
}

/// A seat as it is handed out.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct GivenSeat {
    /// Who plays it.
    pub kind: SeatKind,
    /// The secret that gives orders for it; nothing if it is not the beginner's.
    pub token: Option<String>,
    /// A link with that secret, or the invitation to an open seat; nothing for the machine's.
    pub link: Option<String>,
}

/// A seat as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownSeat {
    /// The side.
    pub side: Side,
    /// Its army.
    pub army: String,
    /// Who plays it.
    pub kind: SeatKind,
    /// Has somebody taken it?
    pub taken: bool,
    /// Is he connected? The machine always is.
    pub online: bool,
}

/// `GET /api/battles/{id}`: a battle as it stands.
#[derive(Serialize, JsonSchema)]
pub struct ShownBattle {
    /// Its name for the server.
    pub id: String,
    /// The name of the scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The war.
    pub period: String,
    /// The day, in words.
    pub date: String,
    /// May everybody find it?
    pub public: bool,
    /// Both seats.
    pub seats: Vec<ShownSeat>,
    /// The sides that the tokens of the request give orders for.
    pub yours: Vec<Side>,
    /// Everything that was ordered and rolled. The seed is left out until the battle is over.
    pub record: Record,
    /// How many orders have been given.
    pub orders: usize,
    /// Who gave them and why, as far as the machine said so.
    pub given: Vec<GivenOrder>,
    /// Whose decision is pending; nobody's when it is over.
    pub asked: Option<Side>,
    /// Can the last order be taken back by the side that gave it?
    pub undo: Option<Side>,
    /// The digest of the battle as it stands.
    pub digest: String,
    /// The side that is beaten, whatever it does: the machine offers its surrender then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beaten: Option<Side>,
    /// How it ended.
    pub over: Option<Ending>,
    /// Where its ground is drawn.
    pub map: String,
}

/// Who gave an order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GivenOrder {
    /// The side.
    pub by: Side,
    /// How many dice fell.
    pub dice: usize,
    /// Why, where the machine said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A battle in a list.
#[derive(Serialize, JsonSchema)]
pub struct ListedBattle {
    /// Its name for the server.
    pub id: String,
    /// The name of the scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// When it was begun, in seconds since 1970.
    pub begun: i64,
    /// How many orders have been given.
    pub orders: i64,
    /// Who plays.
    pub seats: Vec<ListedSeat>,
    /// The sides that the tokens of the request give orders for.
    pub yours: Vec<Side>,
    /// Is it over?
    pub over: bool,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
}

/// A seat of a battle in a list.
#[derive(Serialize, JsonSchema)]
pub struct ListedSeat {
    /// The side.
    pub side: Side,
    /// Who plays it.
    pub kind: SeatKind,
    /// Has somebody taken it?
    pub taken: bool,
}

/// `POST /api/battles/{id}/orders`: an order.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOrder {
    /// The secret of the seat.
    pub seat: String,
    /// How many orders the sender knows of.
    pub after: usize,
    /// The order as text.
    pub order: String,
}

/// `POST /api/battles/{id}/undo`: the last order is taken back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The secret of the seat.
    pub seat: String,
    /// How many orders the sender knows of.
    pub after: usize,
}

/// `POST /api/battles/{id}/join`: an invitation is followed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The secret of the invitation.
    pub invitation: String,
}

/// A seat that was taken.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Joined {
    /// The side.
    pub side: Side,
    /// The secret that gives orders for it.
    pub token: String,
    /// A link with that secret, for another device.
    pub link: String,
}

/// `POST /api/battles/{id}/resign`: a side gives up.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// The secret of the seat.
    pub seat: String,
}

/// `POST /api/battles/{id}/surrender`: the surrender of a machine that is beaten is accepted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Accept {
    /// The secret of the seat of who accepts it.
    pub seat: String,
}

/// An order that was carried out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ordered {
    /// How many orders there are with it.
    pub n: usize,
    /// The order, in the words of the record.
    pub order: String,
    /// The dice that fell.
    pub dice: Vec<u8>,
    /// Who gave it.
    pub by: Side,
    /// Why, where the machine said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How the battle stands after it; of orders that were missed the last one says so alone.
    #[serde(flatten)]
    pub stands: Option<Stands>,
}

/// An order that was taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Undone {
    /// How many orders are left.
    pub n: usize,
    /// How the battle stands without it.
    #[serde(flatten)]
    pub stands: Stands,
}

/// How a battle stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Stands {
    /// Its digest.
    pub digest: String,
    /// Whose decision is pending; nobody's when it is over.
    pub asked: Option<Side>,
    /// Is it over?
    pub over: bool,
    /// The side that is beaten, whatever it does: the machine offers its surrender then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beaten: Option<Side>,
}

/// What was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Done {
    /// An order was carried out.
    Order(Ordered),
    /// The last order was taken back.
    Undo(Undone),
    /// The side has given up, and loses as soon as it is asked.
    Resigned {
        /// How many orders there are.
        n: usize,
    },
}

impl Done {
    /// How many orders there are now.
    pub fn n(&self) -> usize {
        match self {
            Done::Order(Ordered { n, .. })
            | Done::Undo(Undone { n, .. })
            | Done::Resigned { n } => *n,
        }
    }
}

/// What the server sends through a socket.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Push {
    /// An order was carried out.
    Order(Ordered),
    /// The last order was taken back.
    Undo(Undone),
    /// Who is there.
    Presence {
        /// How many orders there are.
        orders: usize,
        /// Both seats.
        seats: Vec<ShownSeat>,
        /// How many only watch.
        watchers: usize,
    },
    /// The battle is over.
    Over {
        /// How it ended.
        ending: Ending,
        /// The seed of its dice, which is no secret any more.
        seed: Option<u64>,
    },
    /// An order that came through this socket was carried out; it is pushed besides.
    Done {
        /// That of the message.
        id: Id,
        /// How many orders there are with it.
        n: usize,
    },
    /// A message that came through this socket was refused.
    Wrong {
        /// That of the message, if it could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Id>,
        /// Why.
        error: Wrong,
    },
}

/// How a client tells its messages apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// What a client sends through a socket: an order, with an id for its answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Comes back with the answer.
    pub id: Id,
    /// The secret of the seat.
    pub seat: String,
    /// How many orders the sender knows of.
    pub after: usize,
    /// The order as text.
    pub order: String,
}

/// `GET /api/scenarios`: a battle that comes with the program.
#[derive(Clone, Serialize, JsonSchema)]
pub struct ListedScenario {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The war.
    pub period: String,
    /// The war in words.
    pub war: String,
    /// The edition of the rulebook that it is written for.
    pub edition: String,
    /// The day, in words.
    pub date: String,
    /// How many game turns it has.
    pub turns: u16,
    /// How many minutes of the day a turn stands for.
    pub minutes: u16,
    /// The two armies.
    pub armies: Vec<ListedArmy>,
    /// The table in inches.
    pub table: [f64; 2],
    /// What it is about.
    pub paragraph: String,
    /// Where its ground is drawn.
    pub map: String,
    /// Where a small picture of it is.
    pub thumbnail: String,
}

/// An army of a battle.
#[derive(Clone, Serialize, JsonSchema)]
pub struct ListedArmy {
    /// Its name.
    pub name: String,
    /// Its nation.
    pub nation: Nation,
    /// How many units it has, those included that come later.
    pub units: usize,
    /// How many stands they have.
    pub stands: u32,
}

/// `GET /api/scenarios/{name}`: everything to read before a battle.
#[derive(Serialize, JsonSchema)]
pub struct ShownScenario {
    /// What the list says.
    #[serde(flatten)]
    pub listed: ListedScenario,
    /// Who fights whom, when, with what and for what.
    pub briefing: String,
    /// The editions of its war's rulebook, with the rules that can be read in several ways.
    pub editions: Vec<ShownEdition>,
}

/// An edition of a rulebook.
#[derive(Serialize, JsonSchema)]
pub struct ShownEdition {
    /// Its name.
    pub edition: String,
    /// Its title.
    pub title: String,
    /// Doubtful rules and how they can be read.
    pub rulings: Vec<Doubt>,
}

/// `GET /api/health`.
#[derive(Serialize, JsonSchema)]
pub struct Health {
    /// It is well.
    pub ok: bool,
    /// The version of the program.
    pub version: &'static str,
    /// The database.
    pub database: String,
}
