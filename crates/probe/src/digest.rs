//! Any number of values as one number.

use std::fmt::{Debug, Write};

const PRIME: u64 = 0x0000_0100_0000_01B3;

/// A running digest (FNV-1a, 64 bits) of values as `Debug` shows them: every field, whole numbers
/// and fractions to the last bit.
pub struct Digest {
    state: u64,
    count: usize,
}

impl Digest {
    /// Of nothing yet.
    pub fn new() -> Digest {
        Digest { state: 0xCBF2_9CE4_8422_2325, count: 0 }
    }

    /// Takes in a value.
    pub fn take(&mut self, value: &impl Debug) {
        self.count += 1;
        // A digest takes everything: writing to it cannot fail.
        let _ = write!(self, "{value:?};");
    }

    /// Takes in bytes, as one value.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count += 1;
        self.parts(bytes);
    }

    fn parts(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.state = (self.state ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    /// Takes in a number: a part of a value, quicker than by its text.
    pub fn number(&mut self, number: i64) {
        self.state = (self.state ^ number as u64).wrapping_mul(PRIME).rotate_left(29);
    }

    /// Counts a value whose parts were taken in.
    pub fn counted(&mut self) {
        self.count += 1;
    }

    /// How many values it has taken in.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The digest so far.
    pub fn state(&self) -> u64 {
        self.state
    }
}

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.parts(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_fnv_1a() {
        let mut digest = Digest::new();
        let _ = digest.write_str("foobar");
        assert_eq!(digest.state(), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn the_last_bit_and_the_order_count() {
        let of = |values: &[f64]| {
            let mut digest = Digest::new();
            values.iter().for_each(|value| digest.take(value));
            (digest.count(), digest.state())
        };
        assert_ne!(of(&[1.0, 2.0]), of(&[2.0, 1.0]));
        assert_ne!(of(&[1.0, 2.0]), of(&[1.0, 2.0_f64.next_up()]));
        let by_number = |numbers: &[i64]| {
            let mut digest = Digest::new();
            numbers.iter().for_each(|number| digest.number(*number));
            digest.state()
        };
        assert_ne!(by_number(&[1, 2]), by_number(&[2, 1]));
        assert_ne!(by_number(&[0]), by_number(&[0, 0]));
    }
}
