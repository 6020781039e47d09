//! When to stop thinking so that the answer is there in time, by a clock that others read.

use std::time::Duration;

/// Says whether one may go on thinking: while what has passed, and twice the longest step so far for the one that is
/// under way and for the answer itself, are within a limit.
#[derive(Clone, Copy, Debug)]
pub struct Reserve {
    limit: Duration,
    asked: Duration,
    longest: Duration,
}

impl Reserve {
    /// With a limit for a whole decision.
    pub fn of(limit: Duration) -> Reserve {
        Reserve { limit, asked: Duration::ZERO, longest: Duration::ZERO }
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
        let mut reserve = Reserve::of(at(1000));
        assert!(reserve.allows(at(10)));
        assert!(reserve.allows(at(130)), "the longest step took 120");
        assert!(reserve.allows(at(240)));
        assert!(!reserve.allows(at(750)), "the longest step took 510");
        let mut reserve = Reserve::of(at(1000));
        let asked = (0..100).map(|step| at(step * 20));
        assert_eq!(asked.filter(|passed| reserve.allows(*passed)).last(), Some(at(940)));
    }
}
