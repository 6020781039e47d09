//! Exact odds as answers: every outcome with its chance and what it does, every modifier with its rule.

use engine::charge::{Combat, Ending, Role};
use engine::fire::{self, Outcome};
use engine::maneuver::Check;
use engine::{Deed, Die};
use odds::Chance;
use odds::charge::Verdict;
use rulebook::{ChargeEffect, Effect, FirePoints, Reckoning, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

/// A war, in an answer.
#[derive(Serialize, JsonSchema)]
pub struct War {
    /// `acw`, `awi`, `1812` or `maw`.
    pub period: String,
    /// The edition of its rulebook.
    pub edition: String,
}

impl War {
    /// The war of a rulebook.
    pub fn of(book: &Rulebook) -> War {
        War { period: book.period.to_string(), edition: book.edition.to_string() }
    }
}

/// `dq odds maneuver --json`.
#[derive(Serialize, JsonSchema)]
pub struct ManeuverOdds {
    /// The war.
    #[serde(flatten)]
    pub war: War,
    /// The unit, as players write it.
    pub unit: String,
    /// Every modifier.
    pub modifiers: Reckoning,
    /// Every outcome, the best first.
    pub odds: Vec<EffectOdds>,
}

/// An effect of a check.
#[derive(Serialize, JsonSchema)]
pub struct EffectOdds {
    /// The effect.
    pub effect: Effect,
    /// Its name.
    pub title: &'static str,
    /// How likely it is.
    pub chance: Chance,
    /// The dice that give it.
    pub dice: Vec<u8>,
    /// What it does.
    pub deeds: Vec<Deed>,
}

impl ManeuverOdds {
    /// The odds of a check.
    pub fn of(book: &Rulebook, check: &Check) -> ManeuverOdds {
        let modifiers = check.reckon(book);
        let odds = effect_rows(book, check, modifiers.total);
        ManeuverOdds {
            war: War::of(book),
            unit: check.unit.described(&book.terms),
            modifiers,
            odds,
        }
    }
}

/// A row for each effect, and for each thing it may do: best die first.
fn effect_rows(book: &Rulebook, check: &Check, total: i8) -> Vec<EffectOdds> {
    let mut rows: Vec<EffectOdds> = Vec::new();
    for die in Die::FACES.iter().rev() {
        let result = die.plus(total);
        let effect = check.effect(book, result);
        let deeds = check.deeds(book, effect, result);
        match rows.last_mut().filter(|row| row.effect == effect && row.deeds == deeds) {
            Some(row) => {
                row.chance = row.chance.or(Chance::of(1, 1));
                row.dice.push(die.face());
            }
            None => rows.push(EffectOdds {
                effect,
                title: effect.title(),
                chance: Chance::of(1, 1),
                dice: vec![die.face()],
                deeds,
            }),
        }
    }
    rows
}

/// `dq odds fire --json`.
#[derive(Serialize, JsonSchema)]
pub struct FireOdds {
    /// The war.
    #[serde(flatten)]
    pub war: War,
    /// The target, as players write it.
    pub target: String,
    /// Fire points; of rockets if all hit.
    pub points: FirePoints,
    /// Every modifier.
    pub modifiers: Reckoning,
    /// Every outcome, the best first.
    pub odds: Vec<ShotOdds>,
    /// Chance that a charging target is checked.
    pub checked: Option<Chance>,
    /// Stands the target loses on the average.
    pub mean_stands_lost: f64,
}

/// An outcome of a volley.
#[derive(Serialize, JsonSchema)]
pub struct ShotOdds {
    /// Nothing if every rocket misses.
    pub outcome: Option<Outcome>,
    /// Its name.
    pub title: String,
    /// How likely it is.
    pub chance: Chance,
    /// What it does.
    pub deeds: Vec<Deed>,
}

impl FireOdds {
    /// The odds of a volley.
    pub fn of(
        book: &Rulebook,
        target: &fire::Target,
        volley: &fire::Volley<'_>,
    ) -> Option<FireOdds> {
        let weight = volley.full_weight()?;
        let spread = odds::fire::volley(volley);
        let deeds = |shot: Option<Outcome>| match shot {
            Some(outcome) => volley.deeds(&outcome),
            None => Vec::new(),
        };
        let charging = target.charging != fire::Charging::No;
        let rows = spread.iter().map(|(shot, chance)| ShotOdds {
            outcome: shot,
            title: shot_title(shot, charging),
            chance,
            deeds: deeds(shot),
        });
        Some(FireOdds {
            war: War::of(book),
            target: target.unit.described(&book.terms),
            points: weight.points,
            modifiers: volley.reckon(&weight),
            odds: rows.collect(),
            checked: charging.then(|| spread.chance(|shot| shot.is_some_and(|o| o.checked))),
            mean_stands_lost: spread.mean(|shot| f64::from(stands_lost(&deeds(shot)))),
        })
    }
}

fn shot_title(shot: Option<Outcome>, charging: bool) -> String {
    let Some(outcome) = shot else {
        return "no rocket hits".to_owned();
    };
    let extra = if outcome.extra { ", 15+" } else { "" };
    let charge = match (charging, outcome.checked) {
        (false, _) => "",
        (true, true) => ", checked",
        (true, false) => ", home",
    };
    format!("{}{extra}{charge}", outcome.effect.title().replace(" Fire", ""))
}

/// The stands that deeds cost.
pub fn stands_lost(deeds: &[Deed]) -> u8 {
    let lost = deeds.iter().map(|deed| match *deed {
        Deed::LosesStands { stands } | Deed::GunsWrecked { stands } => stands,
        _ => 0,
    });
    lost.sum()
}

/// `dq odds charge --json`.
#[derive(Serialize, JsonSchema)]
pub struct ChargeOdds {
    /// The war.
    #[serde(flatten)]
    pub war: War,
    /// Of the attacker.
    pub attacker: SideOdds,
    /// Of the defender.
    pub defender: SideOdds,
    /// Every outcome, the best first.
    pub odds: Vec<VerdictOdds>,
    /// Chance that the attacker has the better of it.
    pub won: Chance,
    /// Chance of at least one desperate struggle.
    pub struggle: Chance,
}

/// A side before the dice.
#[derive(Serialize, JsonSchema)]
pub struct SideOdds {
    /// The unit, as players write it.
    pub unit: String,
    /// Every modifier.
    pub modifiers: Reckoning,
    /// Stands it loses on the average.
    pub mean_stands_lost: f64,
}

/// An end of a combat.
#[derive(Serialize, JsonSchema)]
pub struct VerdictOdds {
    /// How it ends.
    pub verdict: Verdict,
    /// Its name.
    pub title: &'static str,
    /// How likely it is.
    pub chance: Chance,
    /// Of the attacker.
    pub attacker: Vec<Deed>,
    /// Of the defender.
    pub defender: Vec<Deed>,
}

impl ChargeOdds {
    /// The odds of a combat.
    pub fn of(book: &Rulebook, combat: &Combat) -> ChargeOdds {
        let outlook = odds::charge::outlook(book, combat);
        let spread = &outlook.effects;
        let rows = spread.iter().map(|(verdict, chance)| {
            let (attacker, defender) = first_deeds(book, combat, verdict);
            VerdictOdds { verdict, title: verdict.title(), chance, attacker, defender }
        });
        ChargeOdds {
            war: War::of(book),
            attacker: side(book, combat, Role::Attacker, outlook.attacker_lost),
            defender: side(book, combat, Role::Defender, outlook.defender_lost),
            odds: rows.collect(),
            won: spread.chance(Verdict::is_won),
            struggle: struggle(book, combat),
        }
    }
}

fn side(book: &Rulebook, combat: &Combat, role: Role, lost: f64) -> SideOdds {
    let best = combat.best(book, role).map_or(0, |best| best.place);
    SideOdds {
        unit: combat.side(role).fighters[best].unit.described(&book.terms),
        modifiers: combat.reckon(book, role),
        mean_stands_lost: lost,
    }
}

/// What a verdict does to the first unit of each side, for the mildest difference that gives it.
fn first_deeds(book: &Rulebook, combat: &Combat, verdict: Verdict) -> (Vec<Deed>, Vec<Deed>) {
    let ending = (0..=i8::MAX).flat_map(|size| [size, -size]).find_map(|difference| {
        let ending = Ending::Decided { effect: book.charge.bands.at(difference), difference };
        (Verdict::of(ending) == verdict).then_some(ending)
    });
    let ending = match verdict {
        Verdict::AttackerGone => Some(Ending::AttackerGone),
        Verdict::DefenderGone => Some(Ending::DefenderGone),
        Verdict::BothGone => Some(Ending::BothGone),
        _ => ending,
    };
    let deeds = |role| {
        let Some(ending) = ending else {
            return Vec::new();
        };
        let consequences = combat.consequences(book, role, ending);
        let lost = consequences.stands_lost;
        let lose = (lost > 0).then_some(Deed::LosesStands { stands: lost });
        let first = consequences.units.into_iter().next().unwrap_or_default();
        lose.into_iter().chain(first).collect()
    };
    (deeds(Role::Attacker), deeds(Role::Defender))
}

/// The chance that the first dice end in a desperate struggle.
fn struggle(book: &Rulebook, combat: &Combat) -> Chance {
    let spread = odds::charge::first_dice(book, combat).unwrap_or_default();
    spread.chance(|effect| effect == ChargeEffect::DesperateStruggle)
}
