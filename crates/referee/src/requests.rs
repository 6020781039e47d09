//! What can be asked of the referee: one JSON object on a line.

use std::collections::BTreeMap;

use geometry::Length;
use library::record::Record;
use library::setting::{Facing, Setting};
use rulebook::named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a program may call its request by: the answer has the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// A line that is asked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Asking {
    /// Comes back with the answer.
    #[serde(default)]
    pub id: Option<Id>,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

/// Everything that can be asked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Who is the referee, and what is there to play.
    Hello {},
    /// Begins a battle.
    Start(Start),
    /// Goes on from a record.
    Load(Load),
    /// The record of the battle so far.
    Record {},
    /// What the dice were to bring so far, and what they brought.
    Luck {},
    /// Sets the battle up by hand, at the start of a player turn.
    Set(Setting),
    /// Whose decision is pending, and which.
    Asked {},
    /// Orders that can be given now: a finite, sensible list.
    Options(Options),
    /// How far a unit can go, and what it can do from where it stands.
    Reach(Reach),
    /// Where a unit, a gun or a leader comes to that is steered to a place.
    Steer(Steer),
    /// What the enemy could do to a unit at the end of a maneuver.
    Threats(Ordered),
    /// The card of a unit or a leader.
    Card(Whose),
    /// Whether a unit sees another.
    Sight(Sight),
    /// What a machine would do now.
    Advice {},
    /// The exact odds of what an order would roll.
    Odds(Ordered),
    /// Could this order be given now?
    Check(Ordered),
    /// Gives an order.
    Apply(Apply),
    /// Answers when it is this program's turn, or when the battle is over.
    Wait {},
    /// The whole position.
    View(View),
    /// Takes the last order back, if no die has fallen since.
    Undo {},
    /// Ends the referee.
    Quit {},
}

/// The names of all requests.
pub const REQUESTS: [&str; 21] = [
    "hello", "start", "load", "record", "luck", "set", "asked", "options", "reach", "steer",
    "threats", "card", "sight", "advice", "odds", "check", "apply", "wait", "view", "undo", "quit",
];

/// How a battle is begun: by the name of one that comes with the program, or by the text of its scenario.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Start {
    /// The name of a battle that comes with the program.
    pub battle: Option<String>,
    /// A scenario, as a `battle.toml` has it.
    pub text: Option<String>,
    /// The edition of the rulebook, where it is not to be the scenario's own.
    pub edition: Option<String>,
    /// Readings of doubtful rules that are not to be the usual ones.
    pub rulings: BTreeMap<String, String>,
    /// Who plays, the army that the scenario names first before the other.
    pub players: Vec<String>,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// The dice that will fall, one after the other.
    #[schemars(inner(range(min = 1, max = 10)))]
    pub dice: Option<Vec<i64>>,
}

/// How a battle goes on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Load {
    /// The record.
    #[schemars(with = "Record")]
    pub record: serde_json::Value,
    /// The dice that will fall; without them those of the record's seed do.
    #[serde(default)]
    #[schemars(inner(range(min = 1, max = 10)))]
    pub dice: Option<Vec<i64>>,
}

/// Whose orders are listed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// Only those that a unit of this name would carry out.
    pub unit: Option<String>,
}

named! {
    /// A list of maneuvers.
    pub enum List {
        /// Well Handled maneuvers at the double quick.
        DoubleQuick = "double-quick",
        /// Well Handled maneuvers.
        WellHandled = "well-handled",
        /// Tardy maneuvers.
        Tardy = "tardy",
    }
}

/// Whose reach is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reach {
    /// The name of the unit.
    pub unit: String,
    /// As if its check had opened this list; without it the one that its check did open.
    #[serde(default)]
    pub list: Option<List>,
    /// How far it goes in every direction, and nothing else: answered several times as fast.
    #[serde(default)]
    pub bare: bool,
}

/// Who is steered where.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Steer {
    /// The name of a unit whose check has opened a list of maneuvers.
    pub unit: Option<String>,
    /// Of a battery which gun, from 1; without it the first.
    pub gun: Option<usize>,
    /// The name of a leader instead.
    pub leader: Option<String>,
    /// The place, in inches.
    pub to: [Length; 2],
    /// Where it shall look in the end; a gun comes off its limber for it.
    pub facing: Option<Facing>,
    /// As a full move disordered.
    pub disordered: bool,
}

/// Whose card.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Whose {
    /// The name of a unit.
    pub unit: Option<String>,
    /// The name of a leader.
    pub leader: Option<String>,
}

/// Who looks at whom.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sight {
    /// The unit that looks.
    pub from: String,
    /// The unit that it looks at.
    pub to: String,
}

/// An order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ordered {
    /// The order, as text.
    pub order: String,
}

/// An order that is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Apply {
    /// The order, as text.
    pub order: String,
    /// The dice that fall; they must be just as many as the order rolls.
    #[serde(default)]
    #[schemars(inner(range(min = 1, max = 10)))]
    pub dice: Option<Vec<i64>>,
}

/// What is looked at.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct View {
    /// With the eyes of this army: who of the enemy is still to come is not told. An army's name, or
    /// `first` or `second`.
    pub side: Option<String>,
    /// The ground as well.
    pub terrain: bool,
}
