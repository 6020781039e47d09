//! Players: a state in, an order out. The same seed gives the same orders.

mod random;

pub use random::Random;

use engine::battle::{Order, State};

/// Somebody who plays one side.
pub trait Player {
    /// His order for the pending decision. It passes its check.
    fn order(&mut self, state: &State) -> Order;
}
