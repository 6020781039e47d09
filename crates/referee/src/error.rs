//! What goes wrong, with codes that programs may rely on.

use engine::battle::{Refusal, State};
use library::order::OrderError;
use library::record::RecordFault;
use library::{Defect, Defects};
use rulebook::named;
use schemars::JsonSchema;
use serde::Serialize;

named! {
    /// What kind of error it is. A code never changes its meaning.
    pub enum Code {
        /// The line is longer than the referee reads.
        LineTooLong = "line-too-long",
        /// The line is no JSON object.
        BadJson = "bad-json",
        /// There is no such request.
        NoSuchRequest = "no-such-request",
        /// The request has a wrong field, or lacks one.
        BadRequest = "bad-request",
        /// No battle has begun.
        NoBattle = "no-battle",
        /// No battle of that name comes with the program.
        NoSuchBattle = "no-such-battle",
        /// The scenario, its edition or the rulings have defects.
        BadScenario = "bad-scenario",
        /// The record cannot be played.
        BadRecord = "bad-record",
        /// The battle cannot be set up so.
        BadPosition = "bad-position",
        /// The order cannot be read.
        BadOrder = "bad-order",
        /// The order is against the rules.
        Refused = "refused",
        /// More dice are needed than there are.
        NoDice = "no-dice",
        /// More dice were given than fell.
        DiceLeft = "dice-left",
        /// A die shows 1 to 10.
        BadDie = "bad-die",
        /// No unit is called so.
        NoSuchUnit = "no-such-unit",
        /// No leader is called so.
        NoSuchLeader = "no-such-leader",
        /// No army is called so.
        NoSuchArmy = "no-such-army",
        /// The unit has no list of maneuvers open.
        NotChecked = "not-checked",
        /// The order rolls no check, volley or combat of its own.
        NoOdds = "no-odds",
        /// A program that plays one side may not do that to a battle that others fight as well.
        NotYours = "not-yours",
        /// There is no order that could be taken back.
        NothingToUndo = "nothing-to-undo",
    }
}

/// An error.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Error {
    /// What kind it is.
    pub code: Code,
    /// What is wrong, for people.
    pub message: String,
    /// What else there is to say.
    #[serde(flatten)]
    pub detail: Box<Detail>,
}

/// What an error says besides, where there is anything to say.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Detail {
    /// The ledger entry that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// How many bytes of the order come before what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The nearest word that could stand there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// Everything that is wrong with a scenario file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defects: Vec<Flaw>,
    /// Everything that is wrong with a position that was to be set up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

impl Error {
    /// An error that a sentence says all about.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), detail: Box::default() }
    }

    /// The same with more to say.
    fn with(self, detail: Detail) -> Error {
        Error { detail: Box::new(detail), ..self }
    }

    /// The same with the nearest word that could have been meant.
    pub fn near(self, near: Option<&str>) -> Error {
        self.with(Detail { near: near.map(str::to_owned), ..Detail::default() })
    }

    /// Why an order is refused.
    pub fn refused(refusal: &Refusal, state: &State) -> Error {
        let code = match refusal {
            Refusal::NoDice => Code::NoDice,
            _ => Code::Refused,
        };
        let rule = refusal.rule().map(|rule| rule.to_string());
        Error::new(code, refusal.told(state)).with(Detail { rule, ..Detail::default() })
    }

    /// Everything that is wrong with a position.
    pub fn position(faults: Vec<String>) -> Error {
        let message = faults.join("; ");
        Error::new(Code::BadPosition, message).with(Detail { faults, ..Detail::default() })
    }

    fn defects(code: Code, what: &str, defects: &[Defect]) -> Error {
        let message = match defects {
            [one] => format!("{what}: {one}"),
            [first, ..] => format!("{what} has {} defects, the first: {first}", defects.len()),
            [] => what.to_owned(),
        };
        let defects = defects.iter().map(Flaw::of).collect();
        Error::new(code, message).with(Detail { defects, ..Detail::default() })
    }
}

impl From<Defects> for Error {
    fn from(defects: Defects) -> Error {
        Error::defects(Code::BadScenario, "the scenario", &defects.0)
    }
}

impl From<RecordFault> for Error {
    fn from(fault: RecordFault) -> Error {
        match fault {
            RecordFault::Scenario(defects) => {
                Error::defects(Code::BadRecord, "the scenario of the record", &defects.0)
            }
            fault => Error::new(Code::BadRecord, fault.to_string()),
        }
    }
}

impl From<OrderError> for Error {
    fn from(error: OrderError) -> Error {
        let message = error.to_string();
        let (at, near) = (Some(error.at), error.near);
        Error::new(Code::BadOrder, message).with(Detail { at, near, ..Detail::default() })
    }
}

/// A defect of a rulebook file.
#[derive(Serialize, JsonSchema)]
pub struct Flaw {
    /// The file.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The nearest known word.
    pub suggestion: Option<String>,
}

impl Flaw {
    /// A defect the library found.
    pub fn of(defect: &Defect) -> Flaw {
        Flaw {
            file: defect.file.clone(),
            line: defect.line,
            column: defect.column,
            message: defect.message.clone(),
            suggestion: defect.suggestion.clone(),
        }
    }
}
