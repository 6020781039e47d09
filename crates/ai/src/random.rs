//! A player who does anything that can be done.

use engine::battle::{FireStep, Order, State, Task, options_of, others, subjects, volleys_alone};
use engine::table::UnitId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Decision, Player, Reason};

/// A player who picks any order that can be given.
#[derive(Clone, Debug)]
pub struct Random {
    source: ChaCha8Rng,
}

impl Random {
    /// The random player of a seed.
    pub fn new(seed: u64) -> Random {
        Random { source: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn below(&mut self, count: usize) -> usize {
        // The tiny unevenness of a remainder is nothing to a player without a plan.
        (self.source.next_u64() % count.max(1) as u64) as usize
    }

    /// A volley of somebody who has a target; mostly alone, now and then with all who can.
    fn volley(&mut self, state: &State, step: FireStep) -> Order {
        let side = state.asked().map_or(state.active, |asked| asked.side);
        let mut ready: Vec<UnitId> =
            state.of_side(side).filter(|u| !state.ready_to_fire(*u, step).is_empty()).collect();
        while !ready.is_empty() {
            let place = self.below(ready.len());
            let unit = ready.swap_remove(place);
            let all = self.below(4) == 0;
            let found = if all { options_of(state, unit) } else { volleys_alone(state, unit) };
            if !found.is_empty() {
                return self.pick(found);
            }
        }
        Order::Done
    }

    fn pick(&mut self, mut orders: Vec<Order>) -> Order {
        if orders.is_empty() {
            return Order::Done;
        }
        let place = self.below(orders.len());
        orders.swap_remove(place)
    }
}

impl Player for Random {
    fn decide(&mut self, state: &State) -> Decision {
        Decision { order: self.any(state), reason: Reason::Any }
    }
}

impl Random {
    fn any(&mut self, state: &State) -> Order {
        let ends = |task: &Task| matches!(task, Task::Leaders | Task::MoveLeaders);
        let stops = state.asked().is_some_and(|asked| ends(asked.task)) && self.below(3) > 0;
        if stops || self.below(16) == 0 {
            // Where one cannot simply go on, going on is the first combat.
            return Order::Done;
        }
        if let Some(Task::Fire(step)) = state.asked().map(|asked| asked.task)
            && self.below(12) > 0
        {
            return self.volley(state, *step);
        }
        let units = subjects(state);
        if !units.is_empty() {
            let unit = units[self.below(units.len())];
            let own = options_of(state, unit);
            if !own.is_empty() {
                return self.pick(own);
            }
            return Order::Done;
        }
        let mut found = others(state);
        if found.len() > 1 {
            // Nothing more to do is for when there is nothing more to do.
            found.retain(|order| *order != Order::Done);
        }
        self.pick(found)
    }
}
