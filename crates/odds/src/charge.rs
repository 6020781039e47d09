//! Odds of a charge combat with all its desperate struggles.

use engine::charge::{Combat, Ending, Role};
use rulebook::{ChargeEffect, Rulebook};

use crate::{Chance, Spread};

/// The exact odds of every ending.
pub fn combat(book: &Rulebook, combat: &Combat) -> Spread<Ending> {
    let mut spread = Spread::new();
    each_round(book, combat, &mut |round| {
        spread.add(round.ending, round.chance())
    });
    spread
}

/// The exact odds of each effect; a side used up counts as beaten by the other.
pub fn effects(book: &Rulebook, combat: &Combat) -> Spread<Verdict> {
    let mut ways = [[0u32; Verdict::COUNT]; MAX_ROUNDS];
    let mut reach = [Chance::NONE; MAX_ROUNDS];
    let mut gone = None;
    let mut rounds = 0;
    each_round(book, combat, &mut |round| {
        let verdict = Verdict::of(round.ending);
        match round.faces {
            None => gone = Some((verdict, round.reached)),
            Some(faces) => {
                ways[round.number][verdict as usize] += faces;
                reach[round.number] = round.reached;
                rounds = round.number + 1;
            }
        }
    });
    let mut spread = Spread::new();
    for verdict in Verdict::ALL {
        let mut chance = Chance::NONE;
        for number in 0..rounds {
            let faces = ways[number][verdict as usize];
            if faces > 0 {
                chance = chance.or(reach[number].and(Chance::of(faces, 2)));
            }
        }
        if let Some((_, more)) = gone.filter(|(what, _)| *what == verdict) {
            chance = chance.or(more);
        }
        if !chance.is_none() {
            spread.add(verdict, chance);
        }
    }
    spread
}

/// Stands that attacker and defender lose on the average, struggles included.
pub fn losses(book: &Rulebook, combat: &Combat) -> (f64, f64) {
    let mut lost = [0.0; 2];
    each_round(book, combat, &mut |round| {
        let (now, ending, chance) = (round.now, round.ending, round.chance());
        for (place, role) in [Role::Attacker, Role::Defender].into_iter().enumerate() {
            let stands = |side: &engine::charge::Side| -> u32 {
                side.fighters
                    .iter()
                    .map(|f| u32::from(f.unit.strength.stands))
                    .sum()
            };
            let before = stands(combat.side(role)) - stands(now.side(role));
            let by_ending = now.consequences(book, role, ending).stands_lost;
            lost[place] += chance.as_f64() * f64::from(before + u32::from(by_ending));
        }
    });
    (lost[0], lost[1])
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
    /// Both used up in a desperate struggle.
    BothGone,
    /// Falter.
    Falter,
    /// Recoil.
    Recoil,
    /// Repulsed.
    Repulsed,
    /// The defender was used up in a desperate struggle.
    DefenderGone,
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
        Verdict::BothGone,
        Verdict::Falter,
        Verdict::Recoil,
        Verdict::Repulsed,
        Verdict::DefenderGone,
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
        matches!(
            self,
            SweptFromTheField | DrivenBack | HardPressed | DefenderGone
        )
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
const MAX_ROUNDS: usize = 32;

/// A way in which a round may end the combat.
struct Round<'a> {
    /// The combat as this round found it.
    now: &'a Combat,
    /// Which round, from 0.
    number: usize,
    ending: Ending,
    /// Pairs of faces of a hundred that end it so; nothing if it was over before a roll.
    faces: Option<u32>,
    /// The chance that the combat comes to this round.
    reached: Chance,
}

impl Round<'_> {
    fn chance(&self) -> Chance {
        match self.faces {
            Some(faces) => self.reached.and(Chance::of(faces, 2)),
            None => self.reached,
        }
    }
}

/// Walks the rounds: in each the difference of two dice is 0 in ten ways of a hundred, 1 in nine …
fn each_round(book: &Rulebook, first: &Combat, see: &mut dyn FnMut(Round<'_>)) {
    let mut combat = first.clone();
    let mut reached = Chance::SURE;
    for number in 0..MAX_ROUNDS {
        if let Some(ending) = combat.over() {
            return see(Round {
                now: &combat,
                number,
                ending,
                faces: None,
                reached,
            });
        }
        let modifiers = |role| combat.best(book, role).map_or(0, |best| best.tally.total);
        let shift = modifiers(Role::Attacker) - modifiers(Role::Defender);
        let mut struggles = 0;
        for gap in -9..=9i8 {
            let difference = shift + gap;
            let faces = 10 - u32::from(gap.unsigned_abs());
            let effect = book.charge.bands.at(difference);
            if effect == ChargeEffect::DesperateStruggle {
                struggles += faces;
            } else {
                let ending = Ending::Decided { effect, difference };
                see(Round {
                    now: &combat,
                    number,
                    ending,
                    faces: Some(faces),
                    reached,
                });
            }
        }
        if struggles == 0 {
            return;
        }
        reached = reached.and(Chance::of(struggles, 2));
        combat = combat.after_struggle(book);
    }
    let ending = Ending::Decided {
        effect: ChargeEffect::DesperateStruggle,
        difference: 0,
    };
    see(Round {
        now: &combat,
        number: MAX_ROUNDS,
        ending,
        faces: None,
        reached,
    });
}
