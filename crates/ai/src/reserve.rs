//! When to stop thinking so that the answer is there in time, by a clock that others read.

use std::time::Duration;

use engine::battle::State;

/// Units that stand in nobody's way: with more on a table, an order may be as dear as `DEAR` for each of them, where
/// whole lines must go back through a throng.
const ROOMY: u32 = 40;
const DEAR: Duration = Duration::from_millis(8);

/// Says whether one may go on thinking: while what has passed, and twice the longest step so far for the one that is
/// under way and for the answer itself, are within a limit.
#[derive(Clone, Copy, Debug)]
pub struct Reserve {
    limit: Duration,
    asked: Duration,
    longest: Duration,
}

impl Reserve {
    /// With a limit for a whole decision about a battle.
    pub fn of(limit: Duration, state: &State) -> Reserve {
        Reserve::with(limit, state.position.units().len() as u32)
    }

    fn with(limit: Duration, units: u32) -> Reserve {
        let dear = DEAR * units.saturating_sub(ROOMY);
        Reserve { limit, asked: Duration::ZERO, longest: dear.min(limit / 3) }
    }

    /// May one go on, when so much has passed since the decision began?
    pub fn allows(&mut self, passed: Duration) -> bool {
        self.longest = self.longest.max(passed.saturating_sub(self.asked));
        self.asked = passed;
        passed + self.longest * 2 < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_kept_for_a_step_as_long_as_the_longest_and_for_the_answer() {
        let at = Duration::from_millis;
        let mut reserve = Reserve::with(at(1000), 20);
        assert!(reserve.allows(at(10)));
        assert!(reserve.allows(at(130)), "the longest step took 120");
        assert!(reserve.allows(at(240)));
        assert!(!reserve.allows(at(750)), "the longest step took 510");
        let mut reserve = Reserve::with(at(1000), 20);
        let asked = (0..100).map(|step| at(step * 20));
        assert_eq!(asked.filter(|passed| reserve.allows(*passed)).last(), Some(at(940)));
    }

    #[test]
    fn on_a_crowded_table_time_is_kept_for_a_dear_order_before_one_came() {
        let last = |limit: u64, units: u32| {
            let mut reserve = Reserve::with(Duration::from_millis(limit), units);
            let asked = (0..1000).map(|step| Duration::from_millis(step * 20));
            let passed = asked.take_while(|passed| reserve.allows(*passed)).last();
            passed.map_or(0, |passed| passed.as_millis())
        };
        assert_eq!(last(1000, 40), 940);
        assert_eq!(last(1000, 80), 340, "two orders of 320 ms each");
        assert_eq!(last(3000, 80), 2340);
        assert_eq!(last(300, 80), 80, "a third of the time is left to think");
    }
}
