//! Exact odds as answers: every outcome with its chance and what it does, every modifier with its rule.

use engine::battle::{Aimed, State, Tired, come_to};
use engine::charge::{Combat, Consequences, Role, Toll};
use engine::fire::{self, Outcome};
use engine::maneuver::Check;
use engine::table::{GunStand, UnitId};
use engine::{Deed, Die};
use geometry::Length;
use odds::charge::Verdict;
use odds::{Chance, Spread};
use rulebook::{ChargeEffect, Effect, FirePoints, Reckoning, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

use crate::lets;

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
    /// The same in words.
    pub says: String,
    /// What a maneuver of the list that it opens may be, with how far the unit goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lets: Option<String>,
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
        let deeds = really(book, &check.unit, check.deeds(book, effect, result));
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
                says: said(&deeds),
                lets: lets::lets(book, &check.unit, &deeds),
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
    /// Where they come from, in words: who fires with how many stands, what each is worth, and how far.
    pub points_from: Vec<String>,
    /// How far the nearest who fires is from the target.
    pub range: Option<Length>,
    /// Every modifier.
    pub modifiers: Reckoning,
    /// Every outcome, the best first.
    pub odds: Vec<ShotOdds>,
    /// Chance that a charging target is checked.
    pub checked: Option<Chance>,
    /// Stands the target loses on the average.
    pub mean_stands_lost: f64,
    /// Units massed behind the target, who suffer the next lower effect.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<BehindOdds>,
}

/// A unit massed behind a target.
#[derive(Serialize, JsonSchema)]
pub struct BehindOdds {
    /// The unit, as players write it.
    pub unit: String,
    /// Chance that the volley does something to it.
    pub hurt: Chance,
    /// Stands it loses on the average.
    pub mean_stands_lost: f64,
    /// The ledger entry.
    pub rule: &'static str,
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
    /// The same in words.
    pub says: String,
}

impl FireOdds {
    /// The odds of a volley.
    pub fn of(
        book: &Rulebook,
        firers: &[fire::Firers],
        target: &fire::Target,
        volley: &fire::Volley<'_>,
    ) -> Option<FireOdds> {
        FireOdds::with_guns(book, firers, target, volley, (&[], &[]))
    }

    /// The odds of a volley of a battle, which knows the guns it is aimed at.
    pub fn aimed(state: &State, aimed: &Aimed) -> Option<FireOdds> {
        let volley = aimed.volley(state).ok()?;
        let guns = |unit: &UnitId| state.unit(*unit).guns.as_slice();
        let behind: Vec<&[GunStand]> = aimed.behind.iter().map(guns).collect();
        let guns = (guns(&aimed.at), behind.as_slice());
        FireOdds::with_guns(&state.book, &aimed.firers, &aimed.target, &volley, guns)
    }

    fn with_guns(
        book: &Rulebook,
        firers: &[fire::Firers],
        target: &fire::Target,
        volley: &fire::Volley<'_>,
        (guns, guns_behind): (&[GunStand], &[&[GunStand]]),
    ) -> Option<FireOdds> {
        let weight = volley.full_weight()?;
        let spread = odds::fire::volley(volley);
        let deeds = |shot: Option<Outcome>| match shot {
            Some(outcome) => really(book, &target.unit, come_to(&volley.deeds(&outcome), guns)),
            None => Vec::new(),
        };
        let charging = target.charging != fire::Charging::No;
        let weak = spread.iter().all(|(shot, _)| deeds(shot).is_empty());
        let rows = spread.iter().map(|(shot, chance)| ShotOdds {
            outcome: shot,
            title: shot_title(shot, charging),
            chance,
            deeds: deeds(shot),
            says: match (shot, deeds(shot).as_slice()) {
                (_, []) if weak => "no effect, no die can hurt with so few points".to_owned(),
                (Some(outcome), []) if target.unit.is_guns() && outcome.hurts_guns() => {
                    "no effect, its guns are silenced already".to_owned()
                }
                (Some(outcome), []) => outcome.spares().to_owned(),
                (_, deeds) => harm_said(&target.unit, shot, (volley, deeds)),
            },
        });
        let parts = fire::parts(book, firers);
        Some(FireOdds {
            war: War::of(book),
            target: target.unit.described(&book.terms),
            points: weight.points,
            points_from: parts.iter().map(fire::Part::to_string).collect(),
            range: parts.iter().map(|part| part.range.0).min(),
            modifiers: volley.reckon(&weight),
            odds: rows.collect(),
            checked: charging.then(|| spread.chance(|shot| shot.is_some_and(|o| o.checked))),
            mean_stands_lost: spread.mean(|shot| f64::from(stands_lost(&deeds(shot)))),
            behind: target
                .behind
                .iter()
                .enumerate()
                .map(|(place, unit)| {
                    let guns = guns_behind.get(place).copied().unwrap_or_default();
                    behind(book, (unit, guns), volley, &spread)
                })
                .collect(),
        })
    }
}

/// What a volley may do to a unit massed behind its target.
fn behind(
    book: &Rulebook,
    (unit, guns): (&engine::Unit, &[GunStand]),
    volley: &fire::Volley<'_>,
    spread: &Spread<odds::fire::Shot>,
) -> BehindOdds {
    let harm = |shot: Option<Outcome>| {
        let harm = |o: Outcome| volley.harm(unit, o.effect.next_lower(), false, o.cannonade);
        really(book, unit, come_to(&shot.map_or(Vec::new(), harm), guns))
    };
    BehindOdds {
        unit: unit.described(&book.terms),
        hurt: spread.chance(|shot| !harm(shot).is_empty()),
        mean_stands_lost: spread.mean(|shot| f64::from(stands_lost(&harm(shot)))),
        rule: "FIRE-MASSED-TARGET",
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

/// Deeds with the stands that are really lost: no more than are there, and one alone does not stay. A
/// detachment and its regiment are left alone: the last stand of skirmishers runs.
fn really(book: &Rulebook, unit: &engine::Unit, deeds: Vec<Deed>) -> Vec<Deed> {
    let there = unit.strength.stands;
    let lost = |stands: u8| {
        let left = there.saturating_sub(stands);
        let goes = unit.is_troops() && unit.strength.elsewhere == 0;
        let removed = goes && left <= book.effectiveness.removed_at;
        if removed { there } else { stands.min(there) }
    };
    let real = |deed| match deed {
        Deed::LosesStands { stands } if there > 0 => Deed::LosesStands { stands: lost(stands) },
        other => other,
    };
    deeds.into_iter().map(real).collect()
}

/// What a volley does in the words of the log: the last stand that goes with those lost is told apart.
fn harm_said(
    unit: &engine::Unit,
    shot: Option<Outcome>,
    (volley, real): (&fire::Volley<'_>, &[Deed]),
) -> String {
    let asked = stands_lost(&shot.map_or(Vec::new(), |outcome| volley.deeds(&outcome)));
    let (lost, there) = (stands_lost(real), unit.strength.stands);
    // Who has no stand left does nothing more.
    let gone = unit.is_troops() && there > 0 && lost >= there;
    let losses = |deed: &&Deed| !gone || matches!(deed, Deed::LosesStands { .. });
    if !unit.is_troops() || lost <= asked {
        return said(&real.iter().filter(losses).copied().collect::<Vec<_>>());
    }
    let told = |deed: &Deed| match deed {
        Deed::LosesStands { .. } => {
            format!(
                "{} and is removed: a last stand does not stay",
                Deed::LosesStands { stands: asked }
            )
        }
        other => other.to_string(),
    };
    real.iter().filter(losses).map(told).collect::<Vec<_>>().join(", ")
}

/// Deeds as a few words.
pub fn said(deeds: &[Deed]) -> String {
    deeds.iter().map(Deed::to_string).collect::<Vec<_>>().join(", ")
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

/// An end of a combat; one verdict has several where it costs more or fewer stands.
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
    /// The same in words.
    pub says: String,
}

impl ChargeOdds {
    /// The odds of a combat.
    pub fn of(book: &Rulebook, combat: &Combat) -> ChargeOdds {
        let outlook = odds::charge::outlook(book, combat);
        let spread = &outlook.effects;
        ChargeOdds {
            war: War::of(book),
            attacker: side(book, combat, Role::Attacker, outlook.attacker_lost),
            defender: side(book, combat, Role::Defender, outlook.defender_lost),
            odds: verdict_rows(book, combat),
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

/// A row for each verdict and everything that it may cost, struggles before it apart: the best first, the
/// mildest of each first.
fn verdict_rows(book: &Rulebook, combat: &Combat) -> Vec<VerdictOdds> {
    let mut rows: Vec<VerdictOdds> = Vec::new();
    odds::charge::each_end(book, combat, &mut |now, ending, chance| {
        let verdict = Verdict::of(ending);
        let end = |role| now.consequences(book, role, ending);
        let (of_attacker, of_defender) = (end(Role::Attacker), end(Role::Defender));
        let (attacker, defender) = (first_deeds(&of_attacker), first_deeds(&of_defender));
        let same = |row: &&mut VerdictOdds| {
            row.verdict == verdict && row.attacker == attacker && row.defender == defender
        };
        match rows.iter_mut().find(same) {
            Some(row) => row.chance = row.chance.or(chance),
            None => {
                let title = verdict.title();
                let says = [
                    end_said(now, Role::Attacker, verdict, (&attacker, of_attacker.toll)),
                    end_said(now, Role::Defender, verdict, (&defender, of_defender.toll)),
                ];
                let says = says.into_iter().flatten().collect::<Vec<_>>().join("; ");
                rows.push(VerdictOdds { verdict, title, chance, attacker, defender, says });
            }
        }
    });
    let cost = |row: &VerdictOdds| stands_lost(&row.attacker) + stands_lost(&row.defender);
    rows.sort_by_key(|row| (row.verdict, cost(row)));
    rows
}

/// What an end does to the first unit of a side, with the stands that its side loses.
fn first_deeds(consequences: &Consequences) -> Vec<Deed> {
    let lost = consequences.stands_lost;
    let lose = (lost > 0).then_some(Deed::LosesStands { stands: lost });
    let first = consequences.units.first().cloned().unwrap_or_default();
    lose.into_iter().chain(first).collect()
}

/// What befalls a side, in words, with the reason why a winner is disordered and why a loser loses more.
fn end_said(
    combat: &Combat,
    role: Role,
    verdict: Verdict,
    (deeds, toll): (&[Deed], Toll),
) -> Option<String> {
    let word = match role {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    };
    let wins = match verdict {
        Verdict::SweptFromTheField | Verdict::DrivenBack | Verdict::HardPressed => {
            role == Role::Attacker
        }
        Verdict::Falter | Verdict::Recoil | Verdict::Repulsed => role == Role::Defender,
        Verdict::DefenderGone
        | Verdict::BothGone
        | Verdict::AttackerGone
        | Verdict::StillStruggling => false,
    };
    let first = combat.side(role).fighters.iter().find(|fighter| fighter.in_contact);
    let tired = first.filter(|_| wins).and_then(|first| Tired::of(first, combat.second));
    let fighters = combat.side(role).fighters.iter().filter(|fighter| fighter.in_contact).count();
    let among = if fighters > 1 { format!(" among its {fighters} units") } else { String::new() };
    let told = |deed: &Deed| match (deed, tired) {
        (Deed::Disordered, Some(tired)) => format!("{deed} ({})", tired.told()),
        (Deed::LosesStands { .. }, _) => format!("{deed}{among}{}", more_said(toll)),
        _ => deed.to_string(),
    };
    // Who has no stand left does nothing more.
    let touching = combat.side(role).fighters.iter().filter(|fighter| fighter.in_contact);
    let there: u32 = touching.map(|fighter| u32::from(fighter.unit.strength.stands)).sum();
    let gone = !wins && there > 0 && u32::from(toll.all()) >= there;
    let losses = |deed: &&Deed| !gone || matches!(deed, Deed::LosesStands { .. });
    let mut told: Vec<String> = deeds.iter().filter(losses).map(told).collect();
    told.extend(gone.then(|| "is no more".to_owned()));
    (!told.is_empty()).then(|| format!("{word} {}", told.join(", ")))
}

/// What makes a side lose more than the effect itself costs.
fn more_said(toll: Toll) -> String {
    let worse = toll.worse.filter(|(stands, _)| *stands > 0);
    let worse = worse.map(|(stands, why)| format!("{stands} of them because {}", why.told()));
    let last = (toll.last > 0).then(|| format!("{} of them as the last, removed", toll.last));
    let why: Vec<String> = worse.into_iter().chain(last).collect();
    if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) }
}

/// The chance that the first dice end in a desperate struggle.
fn struggle(book: &Rulebook, combat: &Combat) -> Chance {
    let spread = odds::charge::first_dice(book, combat).unwrap_or_default();
    spread.chance(|effect| effect == ChargeEffect::DesperateStruggle)
}
