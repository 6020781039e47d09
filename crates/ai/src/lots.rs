//! Dice of trials. Each roll hangs on what is rolled for, not on what was rolled before, so that two choices that are tried
//! get the same dice wherever they come to the same rolls; and ten trials in a row see each face of each roll once.

use engine::battle::{Order, State};
use engine::{Dice, Die};

/// The dice of one order in one trial.
pub(crate) struct Lots {
    key: u64,
    trial: u32,
    rolled: u64,
}

impl Lots {
    /// For an order in a state, in the trial of that number.
    pub fn of(state: &State, order: &Order, (seed, trial): (u64, u32)) -> Lots {
        let subject = match order {
            Order::Check { leader: Some(leader), .. } => 1 << 16 | u64::from(*leader),
            Order::Check { units, .. } => {
                2 << 16 | units.first().map_or(0, |unit| u64::from(unit.0))
            }
            Order::Fire { target, .. } => 3 << 16 | u64::from(target.0),
            Order::Fight { unit } => 4 << 16 | u64::from(unit.0),
            _ => 0,
        };
        let now = u64::from(state.turn) << 8 | (state.active as u64) << 4 | state.phase as u64;
        Lots { key: mixed(seed ^ mixed(subject << 24 ^ now)), trial, rolled: 0 }
    }
}

impl Dice for Lots {
    fn roll(&mut self) -> Option<Die> {
        const FACES: u32 = Die::FACES.len() as u32;
        let mut source = mixed(self.key ^ self.rolled ^ (u64::from(self.trial / FACES) << 32));
        self.rolled += 1;
        let mut faces = Die::FACES;
        for last in (1..faces.len()).rev() {
            source = mixed(source);
            faces.swap(last, (source % (last as u64 + 1)) as usize);
        }
        Some(faces[(self.trial % FACES) as usize])
    }
}

/// A number that looks like chance, from another: what SplitMix64 makes of it.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use engine::table::UnitId;

    use super::*;
    use crate::begun::begun;

    fn faces(order: &Order, seed: u64, rolls: usize) -> Vec<Vec<u8>> {
        let state = begun("acw-training", 7).state;
        let of = |trial| {
            let mut lots = Lots::of(&state, order, (seed, trial));
            (0..rolls).map(|_| lots.roll().expect("lots never end").face()).collect()
        };
        (0..20).map(of).collect()
    }

    #[test]
    fn ten_trials_see_each_face_of_each_roll_once() {
        let trials = faces(&Order::Fight { unit: UnitId(3) }, 5, 3);
        for ten in trials.chunks(10) {
            for roll in 0..3 {
                let mut seen: Vec<u8> = ten.iter().map(|faces| faces[roll]).collect();
                seen.sort_unstable();
                assert_eq!(seen, (1..=10).collect::<Vec<u8>>());
            }
        }
    }

    #[test]
    fn the_same_roll_falls_alike_and_others_do_not() {
        let fight = |unit| Order::Fight { unit: UnitId(unit) };
        assert_eq!(faces(&fight(3), 5, 2), faces(&fight(3), 5, 2));
        assert_ne!(faces(&fight(3), 5, 2), faces(&fight(4), 5, 2));
        assert_ne!(faces(&fight(3), 5, 2), faces(&fight(3), 6, 2));
        let rolls = faces(&fight(3), 5, 2);
        assert!(rolls.iter().any(|faces| faces[0] != faces[1]), "two rolls of one order");
    }
}
