//! `dq odds`.

use std::fmt::Write;

use engine::charge::{Combat, Ending, Role};
use engine::fire::{self, Outcome};
use engine::{Deed, Die};
use odds::Chance;
use odds::assault::{self, Curve, End, Lever};
use odds::charge::Verdict;
use rulebook::{ChargeEffect, Effect, FirePoints, Reckoning, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

use crate::request::Request;
use crate::{Answer, Fault, show};

/// A war, in an answer.
#[derive(Serialize, JsonSchema)]
pub struct War {
    period: String,
    edition: String,
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
    #[serde(flatten)]
    war: War,
    unit: String,
    modifiers: Reckoning,
    odds: Vec<EffectOdds>,
}

#[derive(Serialize, JsonSchema)]
struct EffectOdds {
    effect: Effect,
    title: &'static str,
    chance: Chance,
    dice: Vec<u8>,
    deeds: Vec<Deed>,
}

/// Odds of a check.
pub fn maneuver(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let check = request.check(&book)?;
    let modifiers = check.reckon(&book);
    let mut rows: Vec<EffectOdds> = Vec::new();
    for (effect, chance) in odds::maneuver::check(&book, &check).iter() {
        let of = |die: &&Die| check.effect(&book, die.plus(modifiers.total)) == effect;
        let dice: Vec<u8> = Die::FACES.iter().filter(of).map(|die| die.face()).collect();
        let best = dice.iter().max().map_or(0, |&face| face as i8 + modifiers.total);
        let deeds = check.deeds(&book, effect, best);
        rows.push(EffectOdds { effect, title: effect.title(), chance, dice, deeds });
    }
    let unit = check.unit.label(&book.terms);
    let answer = ManeuverOdds { war: War::of(&book), unit, modifiers, odds: rows };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let mut text = show::heading(&format!("{}: maneuver check, {}", answer.unit, book.title));
    text += &show::reckoning(&answer.modifiers);
    text.push('\n');
    for row in &answer.odds {
        let does: Vec<String> = row.deeds.iter().map(Deed::to_string).collect();
        let more = format!("{}: {}", show::faces(&row.dice), does.join("; "));
        text += &show::odds_line(row.title, 15, row.chance, &more);
    }
    Ok(Answer::good(text))
}

/// `dq odds fire --json`.
#[derive(Serialize, JsonSchema)]
pub struct FireOdds {
    #[serde(flatten)]
    war: War,
    target: String,
    /// Fire points; of rockets if all hit.
    points: FirePoints,
    modifiers: Reckoning,
    odds: Vec<ShotOdds>,
    /// Chance that a charging target is checked.
    checked: Option<Chance>,
    /// Stands the target loses on the average.
    mean_stands_lost: f64,
}

#[derive(Serialize, JsonSchema)]
struct ShotOdds {
    /// Nothing if every rocket misses.
    outcome: Option<Outcome>,
    title: String,
    chance: Chance,
    deeds: Vec<Deed>,
}

/// Odds of a volley.
pub fn fire(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let target = request.target(&book)?;
    let firers = request.firers(&book)?;
    let volley = fire::prepare(&book, &firers, &target, request.light(&book)?)?;
    let weight = volley.full_weight().ok_or_else(|| Fault("no fire points".to_owned()))?;
    let spread = odds::fire::volley(&volley);
    let deeds = |shot: Option<Outcome>| match shot {
        Some(outcome) => volley.deeds(&weight, &outcome),
        None => Vec::new(),
    };
    let charging = target.charging != fire::Charging::No;
    let rows = spread.iter().map(|(shot, chance)| ShotOdds {
        outcome: shot,
        title: shot_title(shot, charging),
        chance,
        deeds: deeds(shot),
    });
    let answer = FireOdds {
        war: War::of(&book),
        target: target.unit.label(&book.terms),
        points: weight.points,
        modifiers: volley.reckon(&weight),
        odds: rows.collect(),
        checked: charging.then(|| spread.chance(|shot| shot.is_some_and(|o| o.checked))),
        mean_stands_lost: spread.mean(|shot| f64::from(stands_lost(&deeds(shot)))),
    };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let mut text = show::heading(&format!("Fire at {}, {}", answer.target, book.title));
    text += &show::reckoning(&answer.modifiers);
    text.push('\n');
    for (title, does, chance) in alike(&answer.odds) {
        text += &show::odds_line(&title, 20, chance, &does);
    }
    if let Some(checked) = answer.checked {
        writeln!(text, "\n  {checked} they are checked")?;
    }
    writeln!(text, "  {:.2} stands lost on the average", answer.mean_stands_lost)?;
    Ok(Answer::good(text))
}

/// The lines a player reads: rows of the table with one title and one effect are one line.
fn alike(odds: &[ShotOdds]) -> Vec<(String, String, Chance)> {
    let mut lines: Vec<(String, String, Chance)> = Vec::new();
    for row in odds {
        let does: Vec<String> = row.deeds.iter().map(Deed::to_string).collect();
        let (title, does) = (row.title.clone(), does.join("; "));
        match lines.iter_mut().find(|line| line.0 == title && line.1 == does) {
            Some(line) => line.2 = line.2.or(row.chance),
            None => lines.push((title, does, row.chance)),
        }
    }
    lines
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

fn stands_lost(deeds: &[Deed]) -> u8 {
    let lost = deeds.iter().map(|deed| match *deed {
        Deed::LosesStands { stands } | Deed::GunsWrecked { stands } => stands,
        _ => 0,
    });
    lost.sum()
}

/// `dq odds charge --json`.
#[derive(Serialize, JsonSchema)]
pub struct ChargeOdds {
    #[serde(flatten)]
    war: War,
    attacker: SideOdds,
    defender: SideOdds,
    odds: Vec<VerdictOdds>,
    /// Chance that the attacker has the better of it.
    won: Chance,
    /// Chance of at least one desperate struggle.
    struggle: Chance,
}

/// A side before the dice.
#[derive(Serialize, JsonSchema)]
pub struct SideOdds {
    unit: String,
    modifiers: Reckoning,
    mean_stands_lost: f64,
}

#[derive(Serialize, JsonSchema)]
struct VerdictOdds {
    verdict: Verdict,
    title: &'static str,
    chance: Chance,
    attacker: Vec<Deed>,
    defender: Vec<Deed>,
}

/// Odds of a combat.
pub fn charge(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let combat = request.combat(&book)?;
    let outlook = odds::charge::outlook(&book, &combat);
    let spread = &outlook.effects;
    let rows = spread.iter().map(|(verdict, chance)| {
        let (attacker, defender) = first_deeds(&book, &combat, verdict);
        VerdictOdds { verdict, title: verdict.title(), chance, attacker, defender }
    });
    let answer = ChargeOdds {
        war: War::of(&book),
        attacker: side(&book, &combat, Role::Attacker, outlook.attacker_lost),
        defender: side(&book, &combat, Role::Defender, outlook.defender_lost),
        odds: rows.collect(),
        won: spread.chance(Verdict::is_won),
        struggle: struggle(&book, &combat),
    };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let mut text = show::heading(&format!("Charge combat, {}", book.title));
    text += &sides(&answer.attacker, &answer.defender);
    for row in &answer.odds {
        text += &show::odds_line(row.title, 21, row.chance, &both(row));
    }
    writeln!(text, "\n  {} the attacker has the better of it", answer.won)?;
    writeln!(text, "  {} it comes to a desperate struggle", answer.struggle)?;
    Ok(Answer::good(text))
}

fn both(row: &VerdictOdds) -> String {
    let say = |deeds: &[Deed]| deeds.iter().map(Deed::to_string).collect::<Vec<_>>().join(", ");
    match (row.attacker.is_empty(), row.defender.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("attacker {}", say(&row.attacker)),
        (true, false) => format!("defender {}", say(&row.defender)),
        (false, false) => {
            format!("attacker {}; defender {}", say(&row.attacker), say(&row.defender))
        }
    }
}

fn side(book: &Rulebook, combat: &Combat, role: Role, lost: f64) -> SideOdds {
    let best = combat.best(book, role).map_or(0, |best| best.place);
    SideOdds {
        unit: combat.side(role).fighters[best].unit.label(&book.terms),
        modifiers: combat.reckon(book, role),
        mean_stands_lost: lost,
    }
}

fn sides(attacker: &SideOdds, defender: &SideOdds) -> String {
    let mut text = String::new();
    for (word, side) in [("Attacker", attacker), ("Defender", defender)] {
        text += &format!("{} {}\n", show::strong(word), side.unit);
        text += &show::reckoning(&side.modifiers);
        text += &format!("       loses {:.2} stands on the average\n\n", side.mean_stands_lost);
    }
    text
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

fn struggle(book: &Rulebook, combat: &Combat) -> Chance {
    let modifiers = |role| combat.best(book, role).map_or(0, |best| best.tally.total);
    let shift = modifiers(Role::Attacker) - modifiers(Role::Defender);
    let pairs = Die::FACES.iter().flat_map(|ours| Die::FACES.map(|theirs| (ours, theirs)));
    let ties = pairs.filter(|(ours, theirs)| {
        let difference = ours.plus(shift) - theirs.plus(0);
        book.charge.bands.at(difference) == ChargeEffect::DesperateStruggle
    });
    Chance::of(ties.count() as u32, 2)
}

/// `dq odds assault --json`.
#[derive(Serialize, JsonSchema)]
pub struct AssaultOdds {
    #[serde(flatten)]
    war: War,
    unit: String,
    defender: String,
    check: Reckoning,
    defensive_fire: Option<Reckoning>,
    combat: CombatModifiers,
    curve: Curve,
    /// Single changes that would help, best first.
    levers: Vec<Lever>,
}

/// Both sides' modifiers as they stand now.
#[derive(Serialize, JsonSchema)]
struct CombatModifiers {
    attacker: Reckoning,
    defender: Reckoning,
}

/// Odds of a whole charge.
pub fn assault(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let plan = request.assault(&book)?;
    let curve = assault::curve(&book, &plan)?;
    let levers = assault::levers(&book, &plan)?;
    let [(_, attacker), (_, defender)] = assault::sides(&plan);
    let combat = Combat { attacker, defender, second: false, struggled: false };
    let answer = AssaultOdds {
        war: War::of(&book),
        unit: plan.check.unit.label(&book.terms),
        defender: plan.defender.fighters[0].unit.label(&book.terms),
        check: plan.check.reckon(&book),
        defensive_fire: defensive_fire(&book, &plan)?,
        combat: CombatModifiers {
            attacker: combat.reckon(&book, Role::Attacker),
            defender: combat.reckon(&book, Role::Defender),
        },
        curve,
        levers,
    };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let title = format!("{} charges {}, {}", answer.unit, answer.defender, book.title);
    let mut text = show::heading(&title);
    for (name, reckoning) in [
        ("Maneuver check", Some(&answer.check)),
        ("Defensive fire at it", answer.defensive_fire.as_ref()),
        ("Charge combat, attacker", Some(&answer.combat.attacker)),
        ("Charge combat, defender", Some(&answer.combat.defender)),
    ] {
        let none = format!("       {}\n", show::faint("none"));
        text += &format!("{}\n{}", show::strong(name), reckoning.map_or(none, show::reckoning));
    }
    text.push('\n');
    text += &curve_lines(&answer.curve);
    for lever in answer.levers.iter().take(1) {
        writeln!(text, "  What would help most: {}: {:+.0}%", lever.change, lever.gain * 100.0)?;
    }
    for lever in answer.levers.iter().skip(1) {
        let line = format!("  then: {}: {:+.0}%", lever.change, lever.gain * 100.0);
        writeln!(text, "{}", show::faint(&line))?;
    }
    if answer.levers.is_empty() {
        text += "  No single change would help.\n";
    }
    Ok(Answer::good(text))
}

fn defensive_fire(book: &Rulebook, plan: &assault::Assault) -> Result<Option<Reckoning>, Fault> {
    if plan.defensive_fire.is_empty() {
        return Ok(None);
    }
    let mut target = fire::Target::of(plan.check.unit.clone());
    target.charging =
        if plan.cold_steel { fire::Charging::ColdSteel } else { fire::Charging::Charging };
    let volley = fire::prepare(book, &plan.defensive_fire, &target, plan.light)?;
    Ok(volley.full_weight().map(|weight| volley.reckon(&weight)))
}

fn curve_lines(curve: &Curve) -> String {
    let mut text = String::new();
    for (end, chance) in curve.ends.iter() {
        text += &show::odds_line(&end_title(end), 28, chance, "");
    }
    text += &format!("\n  {} the attacker has the better of it; ", curve.won);
    text += &format!("{} it comes to blows\n", curve.home);
    text += &format!(
        "  On the average the attacker loses {:.2} stands, the defender {:.2}\n",
        curve.attacker_losses, curve.defender_losses
    );
    text
}

fn end_title(end: End) -> String {
    match end {
        End::TargetGone => "Defender shot away".to_owned(),
        End::Fought(verdict) => verdict.title().to_owned(),
        End::Checked => "Checked by fire".to_owned(),
        End::ShotAway => "Shot away".to_owned(),
        End::NoCharge(effect) => format!("No charge: {}", effect.title()),
    }
}
