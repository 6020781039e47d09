//! Odds of a charge combat with all its desperate struggles.

use engine::charge::{Combat, Ending, Role};
use ethnum::U256;
use rulebook::{ChargeEffect, Rulebook};

use crate::{Chance, Spread};

/// What is to be expected of a combat.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The exact odds of each effect.
    pub effects: Spread<Verdict>,
    /// Stands the attacker loses on the average, struggles included.
    pub attacker_lost: f64,
    /// Stands the defender loses on the average, struggles included.
    pub defender_lost: f64,
}

/// The exact odds of every ending, difference by difference.
pub fn combat(book: &Rulebook, combat: &Combat) -> Spread<Ending> {
    let mut spread = Spread::new();
    each_end(book, combat, &mut |_, ending, chance| spread.add(ending, chance));
    spread
}

/// Goes through every end of a combat: how its last dice find it, the end, and how likely it is.
pub fn each_end(book: &Rulebook, combat: &Combat, see: &mut impl FnMut(&Combat, Ending, Chance)) {
    each_round(book, combat, &mut |round| match round.fight {
        None => see(round.now, round.ending, Chance::of_many(round.ways, 2 * round.number)),
        Some(fight) => {
            for (difference, faces) in fight.differences() {
                let effect = book.charge.bands.at(difference);
                if effect != ChargeEffect::DesperateStruggle {
                    let ways = round.ways * U256::from(faces);
                    let chance = Chance::of_many(ways, 2 * round.number + 2);
                    see(round.now, Ending::Decided { effect, difference }, chance);
                }
            }
        }
    });
}

/// The exact odds of each effect of the first two dice, a desperate struggle among them; nothing if a
/// side has nobody to fight.
pub fn first_dice(book: &Rulebook, combat: &Combat) -> Option<Spread<ChargeEffect>> {
    let best = |role| combat.best(book, role).map(|best| (best.place, best.tally.total));
    let ((attacker, ours), (defender, theirs)) = (best(Role::Attacker)?, best(Role::Defender)?);
    let fight = Fight { attacker, defender, shift: ours - theirs };
    let mut spread = Spread::new();
    for (difference, ways) in fight.differences() {
        spread.add(book.charge.bands.at(difference), Chance::of(ways, 2));
    }
    Some(spread.sorted_by_key(|effect| effect as u8))
}

/// The exact odds of each effect; a side used up counts as beaten by the other.
///
/// All rounds are counted over one power of a hundred: what a round adds is the ways to come to it
/// times its own faces, and every further round makes all counts a hundred times as large.
pub fn effects(book: &Rulebook, combat: &Combat) -> Spread<Verdict> {
    let mut ways = [U256::ZERO; Verdict::COUNT];
    let mut tens = 0;
    each_round(book, combat, &mut |round| add_effects(book, round, &mut ways, &mut tens));
    spread(&ways, tens)
}

/// The exact odds of each effect, and what both sides lose on the average.
pub fn outlook(book: &Rulebook, combat: &Combat) -> Outlook {
    let mut ways = [U256::ZERO; Verdict::COUNT];
    let mut tens = 0;
    let mut lost = [0.0; 2];
    each_round(book, combat, &mut |round| {
        add_effects(book, round, &mut ways, &mut tens);
        add_losses(book, combat, round, &mut lost);
    });
    Outlook { effects: spread(&ways, tens), attacker_lost: lost[0], defender_lost: lost[1] }
}

fn spread(ways: &[U256; Verdict::COUNT], tens: u32) -> Spread<Verdict> {
    let mut spread = Spread::new();
    for verdict in Verdict::ALL {
        let count = ways[verdict as usize];
        if count != U256::ZERO {
            spread.add(verdict, Chance::of_many(count, tens));
        }
    }
    spread
}

fn add_effects(
    book: &Rulebook,
    round: &Round<'_>,
    ways: &mut [U256; Verdict::COUNT],
    tens: &mut u32,
) {
    let Some(fight) = round.fight else {
        ways[Verdict::of(round.ending) as usize] += round.ways;
        return;
    };
    let mut faces = [0u32; Verdict::COUNT];
    for (difference, ways) in fight.differences() {
        match book.charge.bands.at(difference) {
            ChargeEffect::DesperateStruggle => {}
            effect => faces[Verdict::of(Ending::Decided { effect, difference }) as usize] += ways,
        }
    }
    *tens += 2;
    for (count, faces) in ways.iter_mut().zip(faces) {
        *count *= U256::from(100u8);
        if faces > 0 {
            *count += round.ways * U256::from(faces);
        }
    }
}

fn add_losses(book: &Rulebook, first: &Combat, round: &Round<'_>, lost: &mut [f64; 2]) {
    let reached = Chance::of_many(round.ways, 2 * round.number).as_f64();
    let so_far = [Role::Attacker, Role::Defender].map(|role| {
        let stands = |combat: &Combat| -> u32 {
            combat.side(role).fighters.iter().map(|f| u32::from(f.unit.strength.stands)).sum()
        };
        f64::from(stands(first) - stands(round.now))
    });
    let Some(fight) = round.fight else {
        (0..2).for_each(|side| lost[side] += reached * so_far[side]);
        return;
    };
    for (difference, faces) in fight.differences() {
        if book.charge.bands.at(difference) == ChargeEffect::DesperateStruggle {
            continue;
        }
        let chance = reached * f64::from(faces) / 100.0;
        (0..2).for_each(|side| lost[side] += chance * so_far[side]);
        let (loser, stands) =
            round.now.stands_lost(book, fight.attacker, fight.defender, difference);
        lost[loser as usize] += chance * f64::from(stands);
    }
}

/// How a combat comes out, best for the attacker first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Swept from the Field.
    SweptFromTheField,
    /// Driven Back.
    DrivenBack,
    /// Hard Pressed.
    HardPressed,
    /// The defender was used up in a desperate struggle.
    DefenderGone,
    /// Both used up in a desperate struggle.
    BothGone,
    /// Falter.
    Falter,
    /// Recoil.
    Recoil,
    /// Repulsed.
    Repulsed,
    /// The attacker was used up in a desperate struggle.
    AttackerGone,
    /// Still struggling after more rounds than are followed: less than one in 10^32.
    StillStruggling,
}

impl Verdict {
    const COUNT: usize = 10;

    /// Every verdict.
    pub const ALL: [Verdict; Verdict::COUNT] = [
        Verdict::SweptFromTheField,
        Verdict::DrivenBack,
        Verdict::HardPressed,
        Verdict::DefenderGone,
        Verdict::BothGone,
        Verdict::Falter,
        Verdict::Recoil,
        Verdict::Repulsed,
        Verdict::AttackerGone,
        Verdict::StillStruggling,
    ];

    /// The verdict of an ending.
    pub fn of(ending: Ending) -> Verdict {
        match ending {
            Ending::Decided { effect, .. } => match effect {
                ChargeEffect::SweptFromTheField => Verdict::SweptFromTheField,
                ChargeEffect::DrivenBack => Verdict::DrivenBack,
                ChargeEffect::HardPressed => Verdict::HardPressed,
                ChargeEffect::DesperateStruggle => Verdict::StillStruggling,
                ChargeEffect::Falter => Verdict::Falter,
                ChargeEffect::Recoil => Verdict::Recoil,
                ChargeEffect::Repulsed => Verdict::Repulsed,
            },
            Ending::AttackerGone => Verdict::AttackerGone,
            Ending::DefenderGone => Verdict::DefenderGone,
            Ending::BothGone => Verdict::BothGone,
        }
    }

    /// The attacker has the better of it.
    pub fn is_won(self) -> bool {
        use Verdict::{DefenderGone, DrivenBack, HardPressed, SweptFromTheField};
        matches!(self, SweptFromTheField | DrivenBack | HardPressed | DefenderGone)
    }

    /// The title as printed.
    pub const fn title(self) -> &'static str {
        match self {
            Verdict::SweptFromTheField => "Swept from the Field",
            Verdict::DrivenBack => "Driven Back",
            Verdict::HardPressed => "Hard Pressed",
            Verdict::BothGone => "Both used up",
            Verdict::Falter => "Falter",
            Verdict::Recoil => "Recoil",
            Verdict::Repulsed => "Repulsed",
            Verdict::DefenderGone => "Defender used up",
            Verdict::AttackerGone => "Attacker used up",
            Verdict::StillStruggling => "Still struggling",
        }
    }
}

/// Rounds that are followed. Every struggle costs both sides a stand, so only a combat with more
/// than this many stands in contact on both sides could ever come so far.
const MAX_ROUNDS: u32 = 32;

/// A round of a combat, or the end of it without another roll.
struct Round<'a> {
    /// The combat as this round found it.
    now: &'a Combat,
    /// Which round, from 0.
    number: u32,
    /// Ways, of a hundred to the power of `number`, in which the combat comes to this round.
    ways: U256,
    /// The roll, if there is one.
    fight: Option<Fight>,
    /// How the combat ended, if there is none.
    ending: Ending,
}

/// The best units of a round and what lies between them.
#[derive(Clone, Copy)]
struct Fight {
    attacker: usize,
    defender: usize,
    shift: i8,
}

impl Fight {
    /// Differences with their ways of a hundred: two dice differ by 0 in ten ways, by 1 in nine …
    fn differences(self) -> impl Iterator<Item = (i8, u32)> {
        (-9..=9i8).map(move |gap| (self.shift + gap, 10 - u32::from(gap.unsigned_abs())))
    }
}

/// Walks the rounds of a combat, one struggle after the other.
fn each_round(book: &Rulebook, first: &Combat, see: &mut dyn FnMut(&Round<'_>)) {
    const UNDECIDED: Ending =
        Ending::Decided { effect: ChargeEffect::DesperateStruggle, difference: 0 };
    let mut combat = first.clone();
    let mut ways = U256::ONE;
    for number in 0..MAX_ROUNDS {
        let best = (combat.best(book, Role::Attacker), combat.best(book, Role::Defender));
        let (Some(attacker), Some(defender)) = best else {
            let ending = combat.over().unwrap_or(UNDECIDED);
            return see(&Round { now: &combat, number, ways, fight: None, ending });
        };
        let shift = attacker.tally.total - defender.tally.total;
        let fight = Fight { attacker: attacker.place, defender: defender.place, shift };
        see(&Round { now: &combat, number, ways, fight: Some(fight), ending: UNDECIDED });
        let again =
            |difference| book.charge.bands.at(difference) == ChargeEffect::DesperateStruggle;
        let struggles: u32 = fight.differences().filter(|(d, _)| again(*d)).map(|(_, f)| f).sum();
        if struggles == 0 {
            return;
        }
        ways *= U256::from(struggles);
        combat.struggle(book, fight.attacker, fight.defender);
    }
    see(&Round { now: &combat, number: MAX_ROUNDS, ways, fight: None, ending: UNDECIDED });
}
