use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A distance on the table, in thousandths of an inch.
///
/// Exact by construction: half of 12", 15/16 of a road march and a base corner all stay integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(i32);

impl Length {
    /// No distance at all.
    pub const ZERO: Length = Length(0);

    /// A whole number of inches.
    pub const fn inches(inches: i32) -> Length {
        Length(inches * 1000)
    }

    /// A number of thousandths of an inch.
    pub const fn thousandths(thousandths: i32) -> Length {
        Length(thousandths)
    }

    /// This length in thousandths of an inch.
    pub const fn in_thousandths(self) -> i32 {
        self.0
    }

    /// This length to the nearest tenth of an inch, as people measure.
    pub const fn to_tenth(self) -> Length {
        Length((self.0 + 50).div_euclid(100) * 100)
    }

    /// This length up to the next tenth of an inch: what is too far stays too far.
    pub const fn up_to_tenth(self) -> Length {
        Length((self.0 + 99).div_euclid(100) * 100)
    }

    /// Half of this length, rounded down to the thousandth.
    pub const fn half(self) -> Length {
        Length(self.0 / 2)
    }
}

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthError;

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected inches such as 4, 4.5 or 4.125\"")
    }
}

impl std::error::Error for LengthError {}

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Length, LengthError> {
        let digits = text.trim().trim_end_matches(['"', '″']).trim_end_matches("in");
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !plain(whole) || !plain(fraction) || fraction.len() > 3 {
            return Err(LengthError);
        }
        let whole: i32 = whole.parse().map_err(|_| LengthError)?;
        let padded = format!("{fraction:0<3}");
        let thousandths: i32 = padded.parse().map_err(|_| LengthError)?;
        whole
            .checked_mul(1000)
            .and_then(|n| n.checked_add(thousandths))
            .map(Length)
            .ok_or(LengthError)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, n) =
            if self.0 < 0 { ("-", self.0.unsigned_abs()) } else { ("", self.0.unsigned_abs()) };
        let fraction = format!("{:03}", n % 1000);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        f.pad(&format!("{sign}{}{point}{fraction}\"", n / 1000))
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_i32(self.0 / 1000)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 1000.0)
        }
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
        let inches = f64::deserialize(deserializer)?;
        let thousandths = (inches * 1000.0).round();
        if thousandths.is_finite() && thousandths.abs() < 2.0e9 {
            Ok(Length(thousandths as i32))
        } else {
            Err(serde::de::Error::custom("a length is a number of inches"))
        }
    }
}

impl JsonSchema for Length {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Length".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "description": "inches, to the thousandth" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_read_and_written_as_players_write_them() {
        for (text, thousandths, shown) in [
            ("4", 4000, "4\""),
            ("4.5\"", 4500, "4.5\""),
            ("0.75", 750, "0.75\""),
            ("12.125", 12125, "12.125\""),
        ] {
            let length: Length = text.parse().unwrap();
            assert_eq!(length.in_thousandths(), thousandths);
            assert_eq!(length.to_string(), shown);
        }
        for bad in ["", "-4", "4.1234", "four", ".5", "99999999999"] {
            assert_eq!(bad.parse::<Length>(), Err(LengthError), "{bad}");
        }
    }

    #[test]
    fn halves_stay_exact() {
        assert_eq!(Length::inches(15).half(), Length::thousandths(7500));
    }

    #[test]
    fn people_measure_to_the_tenth_and_what_is_too_far_stays_too_far() {
        for (thousandths, near, up) in
            [(5_998, 6_000, 6_000), (6_049, 6_000, 6_100), (6_001, 6_000, 6_100), (0, 0, 0)]
        {
            let length = Length::thousandths(thousandths);
            assert_eq!(length.to_tenth(), Length::thousandths(near));
            assert_eq!(length.up_to_tenth(), Length::thousandths(up));
        }
    }
}
