//! Players: a state in, an order out. The same seed gives the same orders.
//!
//! **No order of theirs is ever refused, no clock is read and no thread is started.** How the levels think
//! is told in `docs/ai.md`; here each part of a player turn has a file of its own.

mod allot;
mod answers;
mod arrivals;
#[cfg(test)]
mod begun;
mod charges;
mod checks;
mod choices;
mod fire;
mod guns;
mod leaders;
mod level;
mod lines;
mod losses;
mod lots;
mod mind;
pub mod outlook;
mod plan;
mod random;
mod reach;
mod reasons;
mod reserve;
mod search;
mod situation;
mod skill;
mod surrender;
mod troops;
pub mod tuned;
mod ways;
mod worth;

pub use level::{Level, adviser};
pub use mind::Mind;
pub use plan::{Aim, Intent};
pub use random::Random;
pub use reach::winning_objective;
pub use reasons::Reason;
pub use reserve::Reserve;
pub use surrender::beaten;

use engine::battle::{Order, State};

/// An order and why it is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The order. It passes its check.
    pub order: Order,
    /// Why.
    pub reason: Reason,
}

/// Somebody who plays one side.
pub trait Player {
    /// His order for the pending decision, with its reason.
    fn decide(&mut self, state: &State) -> Decision;

    /// The same while somebody outside says that he may go on thinking: asked often, and answered with the
    /// best that was found so far as soon as he may not.
    fn decide_while(&mut self, state: &State, go_on: &mut dyn FnMut() -> bool) -> Decision {
        let _ = go_on;
        self.decide(state)
    }

    /// His order for the pending decision. It passes its check.
    fn order(&mut self, state: &State) -> Order {
        self.decide(state).order
    }
}
