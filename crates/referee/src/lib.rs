//! The rules for other programs, in lines of JSON: one request, one answer.
//!
//! `docs/referee.md` tells what can be asked. The terminal speaks to it over pipes, the page in its
//! browser directly; whoever asks, the answers are the same.

mod about;
mod answers;
mod card;
pub mod chances;
pub mod error;
mod lets;
pub mod luck;
mod odds;
pub mod outlook;
mod pending;
pub mod place;
mod reach;
pub mod replies;
pub mod requests;
mod scene;
mod seat;
mod seen;
mod session;
mod steer;
pub mod threats;
mod told;
pub mod view;
pub mod words;

pub use seat::{Heard, Seat};
pub use session::{Session, no_text, too_long};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes without its end.
pub const LONGEST_LINE: usize = 1 << 20;
