use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;

use ethnum::U256;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// An exact probability: a whole number of ways over a power of ten.
///
/// Ten-sided dice give nothing else, so no fraction is ever rounded.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    ways: U256,
    tens: u32,
}

impl Chance {
    /// Impossible.
    pub const NONE: Chance = Chance { ways: U256::ZERO, tens: 0 };
    /// Certain.
    pub const SURE: Chance = Chance { ways: U256::ONE, tens: 0 };

    /// `ways` out of ten to the power of `tens`.
    pub fn of(ways: u32, tens: u32) -> Chance {
        Chance { ways: U256::from(ways), tens }
    }

    /// The same with more ways than fit a small number.
    pub(crate) fn of_many(ways: U256, tens: u32) -> Chance {
        Chance { ways, tens }
    }

    /// Both of two independent things.
    pub fn and(self, other: Chance) -> Chance {
        Chance { ways: self.ways * other.ways, tens: self.tens + other.tens }
    }

    /// Either of two things that exclude each other.
    pub fn or(self, other: Chance) -> Chance {
        if self.tens == other.tens {
            return Chance { ways: self.ways + other.ways, tens: self.tens };
        }
        let tens = self.tens.max(other.tens);
        Chance { ways: self.over(tens) + other.over(tens), tens }
    }

    /// So many times as likely.
    pub fn times(self, factor: u32) -> Chance {
        Chance { ways: self.ways * U256::from(factor), tens: self.tens }
    }

    fn over(self, tens: u32) -> U256 {
        self.ways * pow10(tens - self.tens)
    }

    /// Impossible?
    pub fn is_none(self) -> bool {
        self.ways == U256::ZERO
    }

    /// Certain?
    pub fn is_sure(self) -> bool {
        self.ways == pow10(self.tens)
    }

    /// As a decimal, for display and sorting.
    pub fn as_f64(self) -> f64 {
        self.ways.as_f64() / pow10(self.tens).as_f64()
    }

    /// In lowest terms.
    pub fn fraction(self) -> (U256, U256) {
        let (mut a, mut b) = (self.ways, pow10(self.tens));
        while b != U256::ZERO {
            (a, b) = (b, a % b);
        }
        (self.ways / a, pow10(self.tens) / a)
    }
}

/// Powers of ten, as far as they fit. A charge of 32 rounds needs 67 of them, rockets a few more.
static POWERS: LazyLock<[U256; 78]> = LazyLock::new(|| {
    let mut powers = [U256::ONE; 78];
    for place in 1..powers.len() {
        powers[place] = powers[place - 1] * U256::from(10u8);
    }
    powers
});

fn pow10(tens: u32) -> U256 {
    POWERS[tens as usize]
}

impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Chance {}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Chance) -> Ordering {
        let tens = self.tens.max(other.tens);
        self.over(tens).cmp(&other.over(tens))
    }
}

/// A percentage as players read it: whole, with a decimal only near the ends.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.as_f64() * 100.0;
        let text = if self.is_none() {
            "0%".to_owned()
        } else if self.is_sure() {
            "100%".to_owned()
        } else if !(1.0..=99.0).contains(&percent) {
            match percent {
                p if p < 0.1 => "<0.1%".to_owned(),
                p if p > 99.9 => ">99.9%".to_owned(),
                p => format!("{p:.1}%"),
            }
        } else {
            format!("{percent:.0}%")
        };
        f.pad(&text)
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let (over, under) = self.fraction();
        let mut chance = serializer.serialize_struct("Chance", 2)?;
        chance.serialize_field("exact", &format!("{over}/{under}"))?;
        chance.serialize_field("decimal", &self.as_f64())?;
        chance.end()
    }
}

impl JsonSchema for Chance {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Chance".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "an exact probability",
            "properties": {
                "exact": { "type": "string", "description": "fraction in lowest terms, such as 7/10" },
                "decimal": { "type": "number", "description": "the same as the nearest decimal" }
            },
            "required": ["exact", "decimal"]
        })
    }
}
