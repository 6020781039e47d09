//! `dq odds`.

use std::fmt::Write;

use engine::Deed;
use engine::charge::Role;
use engine::fire;
use engine::maneuver::Check;
use engine::movement::{self, Gait};
use odds::Chance;
use odds::assault::{self, Curve, End, Lever};
use referee::chances::{BehindOdds, ChargeOdds, FireOdds, ManeuverOdds, ShotOdds, SideOdds, War};
use rulebook::{Reckoning, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

use crate::request::Request;
use crate::{Answer, Fault, show};

/// Odds of a check.
pub fn maneuver(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let check = request.check(&book)?;
    let answer = ManeuverOdds::of(&book, &check);
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let title = show::heading(&format!("{}: maneuver check, {}", answer.unit, book.title));
    Ok(Answer::good(title + &check_text(&answer, &book, &check)))
}

/// Modifiers and chances of a check, line by line.
pub fn check_text(odds: &ManeuverOdds, book: &Rulebook, check: &Check) -> String {
    let mut text = show::reckoning(&odds.modifiers);
    if let Some(column) = own_column(book, check) {
        text += &column;
    }
    text.push('\n');
    for row in &odds.odds {
        let does: Vec<String> = row.deeds.iter().map(Deed::to_string).collect();
        let more = format!("{}: {}", show::faces(&row.dice), does.join("; "));
        text += &show::odds_line(row.title, 15, row.chance, &more);
    }
    text
}

/// Says which nation's column is read, where there is more than one.
fn own_column(book: &Rulebook, check: &Check) -> Option<String> {
    let column = book.maneuver.column(check.unit.nation);
    let nation = column.nations.first().filter(|_| book.maneuver.columns.len() > 1)?;
    let words = format!("    ·  read on the column of the {nation} side  {}", column.rule);
    Some(format!("{}\n", show::faint(&words)))
}

/// Odds of a volley.
pub fn fire(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let target = request.target(&book)?;
    let firers = request.firers(&book)?;
    let volley = fire::prepare(&book, &firers, &target, request.light(&book)?)?;
    let answer = FireOdds::of(&book, &firers, &target, &volley);
    let answer = answer.ok_or_else(|| Fault("no fire points".to_owned()))?;
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let title = show::heading(&format!("Fire at {}, {}", answer.target, book.title));
    Ok(Answer::good(title + &volley_text(&answer, &book, &target)))
}

/// Modifiers and chances of a volley, line by line.
pub fn volley_text(odds: &FireOdds, book: &Rulebook, target: &fire::Target) -> String {
    let mut text: String = odds.points_from.iter().map(|part| format!("  {part}\n")).collect();
    text += &show::reckoning(&odds.modifiers);
    text.push('\n');
    for (title, does, chance) in alike(&odds.odds) {
        text += &show::odds_line(&title, 20, chance, &does);
    }
    if let Some(checked) = odds.checked {
        text += &format!("\n  {checked} they are checked\n");
    }
    text += &format!("  {} on the average\n", lost(odds.mean_stands_lost));
    text + &aside(book, target, &odds.behind)
}

/// `0.30 stands lost`, or none.
fn lost(mean: f64) -> String {
    if mean < 0.005 { "no stand lost".to_owned() } else { format!("{mean:.2} stands lost") }
}

/// What a volley may do besides: units massed behind, leaders, ammunition.
fn aside(book: &Rulebook, target: &fire::Target, behind: &[BehindOdds]) -> String {
    let mut text = String::new();
    for one in behind {
        text += &format!(
            "  Massed behind, {}: {} it suffers, {} on the average\n",
            one.unit,
            one.hurt,
            lost(one.mean_stands_lost)
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

/// Odds of a combat.
pub fn charge(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let combat = request.combat(&book)?;
    let answer = ChargeOdds::of(&book, &combat);
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let title = show::heading(&format!("Charge combat, {}", book.title));
    Ok(Answer::good(title + &combat_text(&answer)))
}

/// Modifiers and chances of a combat, line by line.
pub fn combat_text(odds: &ChargeOdds) -> String {
    let mut text = sides(&odds.attacker, &odds.defender);
    for row in &odds.odds {
        text += &show::odds_line(row.title, 21, row.chance, &row.says);
    }
    text += &format!("\n  {} the attacker has the better of it\n", odds.won);
    text += &format!("  {} it comes to a desperate struggle\n", odds.struggle);
    text
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
    let firers = plan.own_fire(book, &plan.reformed());
    let (false, Some(struck)) = (firers.is_empty(), struck) else {
        return Ok(None);
    };
    let mut target = fire::Target::of(struck.unit.clone());
    target.cover = plan.defender_cover;
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
    text += &format!("{} it gets there\n", curve.home);
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
