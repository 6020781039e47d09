use std::fmt;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A direction or a turn in hundredths of a degree, clockwise, 0 to 35999. 0 looks up the map.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Angle(i32);

const FULL: i32 = 36_000;
const QUARTER: usize = 9_000;

/// The sines of a quarter turn by hundredths of a degree: there are no other angles.
static SINES: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let sine = |hundredths: usize| match hundredths {
        0 => 0.0,
        QUARTER => 1.0,
        _ => libm::sin(hundredths as f64 * std::f64::consts::PI / 18_000.0),
    };
    (0..=QUARTER).map(sine).collect()
});

impl Angle {
    /// No turn; up the map.
    pub const ZERO: Angle = Angle(0);
    /// A quarter turn to the right.
    pub const RIGHT: Angle = Angle(9_000);
    /// About.
    pub const ABOUT: Angle = Angle(18_000);
    /// A quarter turn to the left.
    pub const LEFT: Angle = Angle(27_000);

    /// So many whole degrees; negative turns left.
    pub const fn degrees(degrees: i32) -> Angle {
        Angle((degrees * 100).rem_euclid(FULL))
    }

    /// So many hundredths of a degree; negative turns left.
    pub const fn hundredths(hundredths: i32) -> Angle {
        Angle(hundredths.rem_euclid(FULL))
    }

    /// This angle in hundredths of a degree, 0 to 35999.
    pub const fn in_hundredths(self) -> i32 {
        self.0
    }

    /// This turn in hundredths of a degree, -17999 to 18000: the short way round.
    pub const fn signed(self) -> i32 {
        if self.0 > FULL / 2 { self.0 - FULL } else { self.0 }
    }

    /// This turned further by `turn`.
    pub const fn plus(self, turn: Angle) -> Angle {
        Angle::hundredths(self.0 + turn.0)
    }

    /// The turn from `other` to this.
    pub const fn minus(self, other: Angle) -> Angle {
        Angle::hundredths(self.0 - other.0)
    }

    /// The same turn the other way.
    pub const fn reversed(self) -> Angle {
        Angle::hundredths(-self.0)
    }

    /// How far this turns, either way: 0 to 18000 hundredths.
    pub const fn size(self) -> i32 {
        self.signed().abs()
    }

    /// Sine and cosine, the same on every machine. A turn and its mirror image have the same figures
    /// to the last bit, and quarter turns are exact.
    pub fn sin_cos(self) -> (f64, f64) {
        let (quarter, rest) = (self.0 / QUARTER as i32, (self.0 % QUARTER as i32) as usize);
        let (up, across) = (SINES[rest], SINES[QUARTER - rest]);
        match quarter {
            0 => (up, across),
            1 => (across, -up),
            2 => (-up, -across),
            _ => (-across, up),
        }
    }

    /// The direction in which (`east`, `north`) lies, to the nearest hundredth.
    pub fn towards(east: f64, north: f64) -> Angle {
        let radians = libm::atan2(east, north);
        Angle::hundredths(libm::round(radians * 18_000.0 / std::f64::consts::PI) as i32)
    }
}

impl fmt::Display for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        let text = if part == 0 { format!("{whole}°") } else { format!("{whole}.{part:02}°") };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_wrap_and_know_the_short_way() {
        assert_eq!(Angle::degrees(-90), Angle::LEFT);
        assert_eq!(Angle::degrees(350).plus(Angle::degrees(20)), Angle::degrees(10));
        assert_eq!(Angle::degrees(350).signed(), -1_000);
        assert_eq!(Angle::degrees(10).minus(Angle::degrees(350)).size(), 2_000);
        assert_eq!(Angle::towards(1.0, 1.0), Angle::degrees(45));
        assert_eq!(Angle::towards(-1.0, 0.0), Angle::LEFT);
        assert_eq!(Angle::degrees(45).to_string(), "45°");
    }
}
