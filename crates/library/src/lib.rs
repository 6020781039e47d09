//! Text to rulebooks, rules and situations. Every defect is reported at once, with file, line and
//! the nearest known word.

mod decode;
mod defect;
pub mod ledger;
mod nearest;
pub mod phrase;
mod rulebooks;

pub use defect::{Defect, Defects};
pub use ledger::{Entry, Ledger, Status};
pub use nearest::nearest;
pub use rulebooks::{BOOKS, Choices, lint, read, rulebook};
