//! The light of each turn.

use rulebook::{Rulebook, Sky};

use crate::fire::Light;

/// When a scenario grows light and dark, in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daylight {
    /// The first turn of full day; the twilight turns of the morning stand before it.
    pub sunrise: u16,
    /// How many twilight turns the morning has.
    pub morning_turns: u16,
    /// The last turn of full day; the twilight turns of the evening follow it.
    pub sunset_after: u16,
    /// How many twilight turns the evening has.
    pub evening_turns: u16,
    /// The sky at night.
    pub sky: Sky,
}

impl Daylight {
    /// A day that never ends.
    pub const ENDLESS: Daylight = Daylight {
        sunrise: 0,
        morning_turns: 0,
        sunset_after: u16::MAX,
        evening_turns: 0,
        sky: Sky::Overcast,
    };

    /// The light of `turn`. Fewer than four twilight turns keep those nearest to the day.
    pub fn light(self, book: &Rulebook, turn: u16) -> Light {
        if (self.sunrise..=self.sunset_after).contains(&turn) {
            return Light::Day;
        }
        let limit = if turn > self.sunset_after {
            let since = usize::from(turn - self.sunset_after - 1);
            book.light.evening_of(usize::from(self.evening_turns)).get(since).copied()
        } else {
            let morning = book.light.morning_of(usize::from(self.morning_turns));
            let until = usize::from(self.sunrise - turn);
            morning.len().checked_sub(until).and_then(|at| morning.get(at).copied())
        };
        limit.map_or(Light::Night(self.sky), Light::Twilight)
    }
}
