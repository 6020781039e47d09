//! `dq odds`.

use std::fmt::Write;

use engine::charge::{Combat, Ending, Role};
use engine::fire::{self, Outcome};
use engine::maneuver::Check;
use engine::movement::{self, Gait};
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

impl ManeuverOdds {
    /// The odds of a check.
    pub fn of(book: &Rulebook, check: &Check) -> ManeuverOdds {
        let modifiers = check.reckon(book);
        let odds = effect_rows(book, check, modifiers.total);
        let unit = check.unit.described(&book.terms);
        ManeuverOdds { war: War::of(book), unit, modifiers, odds }
    }
}

/// Odds of a check.
pub fn maneuver(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let check = request.check(&book)?;
    let answer = ManeuverOdds::of(&book, &check);
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let mut text = show::heading(&format!("{}: maneuver check, {}", answer.unit, book.title));
    text += &show::reckoning(&answer.modifiers);
    if let Some(column) = own_column(&book, &check) {
        text += &column;
    }
    text.push('\n');
    for row in &answer.odds {
        let does: Vec<String> = row.deeds.iter().map(Deed::to_string).collect();
        let more = format!("{}: {}", show::faces(&row.dice), does.join("; "));
        text += &show::odds_line(row.title, 15, row.chance, &more);
    }
    Ok(Answer::good(text))
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

/// Says which nation's column is read, where there is more than one.
fn own_column(book: &Rulebook, check: &Check) -> Option<String> {
    let column = book.maneuver.column(check.unit.nation);
    let nation = column.nations.first().filter(|_| book.maneuver.columns.len() > 1)?;
    let words = format!("    ·  read on the column of the {nation} side  {}", column.rule);
    Some(format!("{}\n", show::faint(&words)))
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

impl FireOdds {
    /// The odds of a volley; nothing if it has no fire points.
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

/// Odds of a volley.
pub fn fire(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let target = request.target(&book)?;
    let firers = request.firers(&book)?;
    let volley = fire::prepare(&book, &firers, &target, request.light(&book)?)?;
    let answer =
        FireOdds::of(&book, &target, &volley).ok_or_else(|| Fault("no fire points".to_owned()))?;
    let spread = odds::fire::volley(&volley);
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
    text += &aside(&book, &target, &volley, &spread);
    Ok(Answer::good(text))
}

/// What a volley may do besides: units massed behind, leaders, ammunition.
fn aside(
    book: &Rulebook,
    target: &fire::Target,
    volley: &fire::Volley<'_>,
    spread: &odds::Spread<odds::fire::Shot>,
) -> String {
    let mut text = String::new();
    for unit in &target.behind {
        let harm = |shot: odds::fire::Shot| {
            shot.map_or(Vec::new(), |o| {
                volley.harm(unit, o.effect.next_lower(), false, o.cannonade)
            })
        };
        let lost = spread.mean(|shot| f64::from(stands_lost(&harm(shot))));
        let hurt = spread.chance(|shot| !harm(shot).is_empty());
        let who = unit.described(&book.terms);
        text += &format!(
            "  Massed behind, {who}: {hurt} it suffers, {lost:.2} stands lost on the average\n"
        );
    }
    let die = book.fire.losses.special_die;
    if target.leader.is_some_and(|far| far <= book.fire.losses.leader_within) {
        text += &format!("  On a die of {die} the leader near the target is rolled for\n");
    }
    text
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

/// Odds of a combat.
pub fn charge(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let combat = request.combat(&book)?;
    let answer = ChargeOdds::of(&book, &combat);
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
        unit: combat.side(role).fighters[best].unit.described(&book.terms),
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
    /// The chargers' own fire at full strength, if they fire.
    own_fire: Option<Reckoning>,
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
    let combat = plan.combat();
    let answer = AssaultOdds {
        war: War::of(&book),
        unit: plan.check.unit.described(&book.terms),
        defender: plan.defender.fighters[0].unit.described(&book.terms),
        check: plan.check.reckon(&book),
        defensive_fire: defensive_fire(&book, &plan)?,
        own_fire: own_fire(&book, &plan)?,
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
    text += &reach_line(&book, &plan);
    for (name, reckoning) in [
        ("Maneuver check", Some(&answer.check)),
        ("Defensive fire at it", answer.defensive_fire.as_ref()),
        ("Its own fire, if untouched", answer.own_fire.as_ref()),
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
    for lever in answer.levers.iter().skip(1).filter(|lever| lever.gain >= 0.005) {
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
    let target = plan.as_target(&plan.reformed());
    let volley = fire::prepare(book, &plan.defensive_fire, &target, plan.light)?;
    Ok(volley.full_weight().map(|weight| volley.reckon(&weight)))
}

fn own_fire(book: &Rulebook, plan: &assault::Assault) -> Result<Option<Reckoning>, Fault> {
    let struck = plan.defender.fighters.iter().find(|f| f.in_contact);
    let (Some(firers), Some(struck)) = (plan.own_fire(book, &plan.reformed()), struck) else {
        return Ok(None);
    };
    let mut target = fire::Target::of(struck.unit.clone());
    target.cover = plan.defender_cover;
    let firers = [firers];
    let volley = fire::prepare(book, &firers, &target, plan.light)?;
    Ok(volley.full_weight().map(|weight| volley.reckon(&weight)))
}

/// How far each effect carries the unit, and how far it has to go.
fn reach_line(book: &Rulebook, plan: &assault::Assault) -> String {
    let unit = plan.reformed();
    let Some(row) = book.movement(unit.movement_row(), unit.nation) else { return String::new() };
    let far = |gait| movement::allowance(row, gait, plan.ground);
    let needs = plan.distance.map_or(String::new(), |far| format!("; it has {far} to go"));
    let line = format!(
        "  {} over {} ground: Tardy {} ({} disordered), Well Handled {}, Double Quick {}{needs}",
        row.label,
        plan.ground,
        far(Gait::Half),
        far(Gait::Full),
        far(Gait::Full),
        far(Gait::DoubleQuick),
    );
    format!("{}\n", show::faint(&line))
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
