//! Text to rulebooks, rules, situations and orders. Every defect is reported at once, with file, line and
//! the nearest known word.

mod battles;
mod compass;
pub mod coverage;
mod decode;
mod defect;
pub mod form;
pub mod ledger;
mod nearest;
pub mod order;
mod outline;
pub mod phrase;
pub mod record;
mod rulebooks;
pub mod rules;
mod sample;
mod scenario;
pub mod script;
pub mod setting;
pub mod sketch;

pub use battles::{BATTLES, battle};
pub use compass::COMPASS;
pub use defect::{Defect, Defects};
pub use ledger::{Cell, Entry, Ledger, Status};
pub use nearest::{listed, nearest};
pub use outline::{Line, outline};
pub use rulebooks::{BOOKS, Book, Choices, lint, read, rulebook};
pub use sample::{Sample, sample};
pub use scenario::schema::schema as scenario_schema;
pub use scenario::{Checked, Drafted, Flaw, checked, draft, scenario, scenario_keys, scenario_of};
