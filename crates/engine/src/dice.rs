//! Dice come in from outside: scripted, seeded or enumerated. Nothing here makes chance of its own.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// One ten-sided die, read 1 to 10.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
)]
pub struct Die(u8);

impl Die {
    /// Every face.
    pub const FACES: [Die; 10] =
        [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6), Die(7), Die(8), Die(9), Die(10)];

    /// A die that shows `face`; nothing if it is not 1 to 10.
    pub fn new(face: u8) -> Option<Die> {
        (1..=10).contains(&face).then_some(Die(face))
    }

    /// What it shows.
    pub const fn face(self) -> u8 {
        self.0
    }

    /// What it shows with `modifier` added.
    pub const fn plus(self, modifier: i8) -> i8 {
        self.0 as i8 + modifier
    }
}

/// Where dice come from.
pub trait Dice {
    /// The next die; nothing if there are no more.
    fn roll(&mut self) -> Option<Die>;
}

/// Dice written down beforehand.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    dice: Vec<Die>,
    used: usize,
}

impl Scripted {
    /// These dice, in this order.
    pub fn new(dice: impl IntoIterator<Item = Die>) -> Scripted {
        Scripted { dice: dice.into_iter().collect(), used: 0 }
    }

    /// Dice that nobody rolled.
    pub fn left(&self) -> usize {
        self.dice.len() - self.used
    }
}

impl Dice for Scripted {
    fn roll(&mut self) -> Option<Die> {
        let die = self.dice.get(self.used).copied();
        self.used += usize::from(die.is_some());
        die
    }
}

/// Dice that a seed settles: roll number n depends on the seed and on n alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeded {
    seed: u64,
    next: u32,
}

impl Seeded {
    /// The dice of `seed` from roll number `from`, counted from 0.
    pub fn new(seed: u64, from: u32) -> Seeded {
        Seeded { seed, next: from }
    }

    /// The number of the next roll.
    pub fn next(self) -> u32 {
        self.next
    }
}

impl Dice for Seeded {
    fn roll(&mut self) -> Option<Die> {
        let mut stream = ChaCha8Rng::seed_from_u64(self.seed);
        stream.set_stream(u64::from(self.next));
        self.next = self.next.checked_add(1)?;
        // Ten does not divide a power of two: the few numbers above its last multiple are thrown again.
        const FAIR: u32 = u32::MAX - u32::MAX % 10;
        loop {
            let number = stream.next_u32();
            if number < FAIR {
                return Die::new((number % 10) as u8 + 1);
            }
        }
    }
}
