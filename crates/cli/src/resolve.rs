//! `dq resolve`.

use std::fmt::Write;

use engine::charge::{Ending, Fought, Role};
use engine::fire::{self, Fired};
use engine::maneuver::Checked;
use engine::{Deed, Dice, Die, Scripted};
use referee::chances::War;
use rulebook::{ChargeEffect, LeaderFate};
use schemars::JsonSchema;
use serde::Serialize;

use crate::request::Request;
use crate::{Answer, Fault, show};

const CHECK_TAKES: &str = "a check takes one die";
const FIRE_TAKES: &str = "fire takes an accuracy die for each rocket stand, then one die";
const CHARGE_TAKES: &str = "a charge takes the attacker's die and the defender's, and two more \
                            after each desperate struggle";
const LEADER_TAKES: &str = "a fallen leader takes one die";

fn used_up(dice: &Scripted, takes: &str) -> Result<(), Fault> {
    match dice.left() {
        0 => Ok(()),
        1 => Err(Fault(format!("one die too many was given: {takes}"))),
        left => Err(Fault(format!("{left} dice too many were given: {takes}"))),
    }
}

fn too_few(takes: &str) -> Fault {
    Fault(format!("more dice are needed, add --die for each: {takes}"))
}

fn says(deeds: &[Deed]) -> String {
    let says: Vec<String> = deeds.iter().map(Deed::to_string).collect();
    if says.is_empty() { "no effect".to_owned() } else { says.join("; ") }
}

/// `dq resolve maneuver --json`.
#[derive(Serialize, JsonSchema)]
pub struct ManeuverResult {
    #[serde(flatten)]
    war: War,
    unit: String,
    title: &'static str,
    #[serde(flatten)]
    checked: Checked,
}

/// A check with its die.
pub fn maneuver(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let check = request.check(&book)?;
    let mut dice = request.dice()?;
    let die = dice.roll().ok_or_else(|| too_few(CHECK_TAKES))?;
    used_up(&dice, CHECK_TAKES)?;
    let checked = check.resolve(&book, die);
    let unit = check.unit.described(&book.terms);
    let title = checked.effect.title();
    let answer = ManeuverResult { war: War::of(&book), unit, title, checked };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let checked = &answer.checked;
    let mut text = show::heading(&format!("{}: maneuver check, {}", answer.unit, book.title));
    text += &show::reckoning(&checked.reckoning);
    let sum = show::sum(die, checked.reckoning.total, checked.result);
    writeln!(text, "\n  Die {sum}: {}", show::strong(title))?;
    writeln!(text, "  {}", says(&checked.deeds))?;
    Ok(Answer::good(text))
}

/// `dq resolve fire --json`.
#[derive(Serialize, JsonSchema)]
pub struct FireResult {
    #[serde(flatten)]
    war: War,
    target: String,
    #[serde(flatten)]
    fired: Fired,
}

/// A volley with its dice.
pub fn fire(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let target = request.target(&book)?;
    let firers = request.firers(&book)?;
    let volley = fire::prepare(&book, &firers, &target, request.light(&book)?)?;
    let mut dice = request.dice()?;
    let fired = volley.resolve(&mut dice).ok_or_else(|| too_few(FIRE_TAKES))?;
    used_up(&dice, FIRE_TAKES)?;
    let answer =
        FireResult { war: War::of(&book), target: target.unit.described(&book.terms), fired };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let mut text = show::heading(&format!("Fire at {}, {}", answer.target, book.title));
    for roll in &answer.fired.accuracy {
        let hit = if roll.hit { "hits" } else { "misses" };
        writeln!(text, "  Rocket: die {} (needs {}): {hit}", roll.die.face(), roll.needs)?;
    }
    let Some(shot) = &answer.fired.shot else {
        text += "  No rocket hits and nobody else fires.\n";
        return Ok(Answer::good(text));
    };
    text += &show::reckoning(&shot.reckoning);
    let sum = show::sum(shot.die, shot.reckoning.total, shot.result);
    let title = show::strong(shot.outcome.effect.title());
    writeln!(text, "\n  Die {sum}: {title}")?;
    writeln!(text, "  {}", says(&shot.deeds))?;
    for deeds in &shot.behind {
        writeln!(text, "  massed behind it: {}", says(deeds))?;
    }
    if shot.low_on_ammunition {
        text += "  a firing unit or gun is low on ammunition\n";
    }
    if shot.leader_check {
        text += "  the leader near the target is rolled for on the fallen leader table\n";
    }
    Ok(Answer::good(text))
}

/// `dq resolve charge --json`.
#[derive(Serialize, JsonSchema)]
pub struct ChargeResult {
    #[serde(flatten)]
    war: War,
    #[serde(flatten)]
    fought: Fought,
}

/// A combat with its dice.
pub fn charge(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let combat = request.combat(&book)?;
    let mut dice = request.dice()?;
    let fought = combat.resolve(&book, &mut dice).ok_or_else(|| too_few(CHARGE_TAKES))?;
    used_up(&dice, CHARGE_TAKES)?;
    let answer = ChargeResult { war: War::of(&book), fought };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let mut text = show::heading(&format!("Charge combat, {}", book.title));
    for round in &answer.fought.rounds {
        for (word, roll) in [("Attacker", &round.attacker), ("Defender", &round.defender)] {
            let sum = show::sum(roll.die, roll.reckoning.total, roll.total());
            writeln!(text, "{}", show::strong(&format!("{word}: die {sum}")))?;
            text += &show::reckoning(&roll.reckoning);
        }
        let difference = show::signed(round.difference);
        writeln!(text, "  Difference {difference}: {}", show::strong(round.effect.title()))?;
        if round.effect == ChargeEffect::DesperateStruggle {
            let lost = Deed::LosesStands { stands: book.charge.losses.struggle_stands };
            writeln!(
                text,
                "  Each side {lost}; troops are disordered, guns silenced; both roll again"
            )?;
        }
        text.push('\n');
    }
    match answer.fought.ending {
        Ending::Decided { .. } => {}
        Ending::AttackerGone => text += "  The attacker has no stand left.\n",
        Ending::DefenderGone => text += "  The defender has no stand left.\n",
        Ending::BothGone => text += "  Neither side has a stand left.\n",
    }
    for (role, word) in [(Role::Attacker, "Attacker"), (Role::Defender, "Defender")] {
        let side = match role {
            Role::Attacker => &answer.fought.attacker,
            Role::Defender => &answer.fought.defender,
        };
        if side.stands_lost > 0 {
            writeln!(text, "  {word} {}", Deed::LosesStands { stands: side.stands_lost })?;
        }
        for deeds in side.units.iter().filter(|deeds| !deeds.is_empty()) {
            writeln!(text, "  {word} {}", says(deeds))?;
        }
    }
    Ok(Answer::good(text))
}

/// `dq resolve leader --json`.
#[derive(Serialize, JsonSchema)]
pub struct LeaderResult {
    #[serde(flatten)]
    war: War,
    die: Die,
    label: String,
    fate: LeaderFate,
    rule: String,
}

/// A fallen leader with his die.
pub fn leader(request: &Request, json: bool) -> Result<Answer, Fault> {
    let book = request.rulebook()?;
    let mut dice = request.dice()?;
    let die = dice.roll().ok_or_else(|| too_few(LEADER_TAKES))?;
    used_up(&dice, LEADER_TAKES)?;
    let row = engine::leaders::fallen_leader(&book, die);
    let answer = LeaderResult {
        war: War::of(&book),
        die,
        label: row.label.to_string(),
        fate: row.fate,
        rule: row.rule.to_string(),
    };
    if json {
        return Ok(Answer::good(show::json(&answer)));
    }
    let fate = match row.fate {
        LeaderFate::Lost => "out of the battle",
        LeaderFate::Absent => "absent for one turn",
        LeaderFate::Dismounted => "dismounted for one turn",
        LeaderFate::Unhurt => "no effect",
    };
    let label = show::strong(&row.label);
    let text = format!("Die {}: {label}: {fate}  {}\n", die.face(), show::faint(row.rule.as_str()));
    Ok(Answer::good(text))
}
