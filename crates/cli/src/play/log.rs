//! What happened, as it is printed, and why it came out so.

use engine::battle::{Event, Happened, NotNow, Refusal, Reminder, State, Telling, options_of};
use engine::moves;
use engine::table::{Stop, Terrain, UnitId};
use library::{Ledger, nearest};
use rulebook::{Reckoning, TerrainTrait};

use super::page::Page;
use super::{asks, card};
use crate::show;

/// Prints what happened: each sentence, its reasons beneath.
pub fn tell<'e>(page: &mut Page<'_>, told: impl Iterator<Item = (&'e Event, Telling)>) {
    for (event, told) in told {
        match event.what {
            Happened::TurnBegins { .. } | Happened::PhaseBegins(_) | Happened::Ends(_) => {
                page.say(&format!("\n{}", show::strong(&told.text)));
            }
            _ => page.say_hung(&told.text, 2),
        }
        if !told.reasons.is_empty() {
            page.say(&show::faint(&format!("    {}", told.reasons.join(", "))));
        }
    }
}

/// Prints why an order is refused: the sentence, and the rule behind it.
pub fn refuse(page: &mut Page<'_>, state: &State, refusal: &Refusal) {
    let mut told = refusal.told(state);
    if matches!(refusal, Refusal::Now { why: NotNow::NotAsked, .. }) {
        told = format!("{} {}", told, asks::wanted(state));
    }
    let rule = refusal.rule().map(|rule| rule.to_string());
    // Some sentences name their rule already.
    match rule.filter(|rule| !told.contains(rule.as_str())) {
        Some(rule) => page.say(&format!("{told} {}", show::faint(&format!("({rule})")))),
        None => page.say(&told),
    }
}

/// What the last order left to be asked about.
#[derive(Clone, Debug, Default)]
pub enum Last {
    /// Nothing yet.
    #[default]
    Nothing,
    /// It was carried out.
    Happened(Vec<Event>),
    /// It was refused.
    Refused(Refusal),
}

/// The reasons of the last results, every modifier and every rule.
pub fn why(state: &State, last: &Last) -> String {
    match last {
        Last::Nothing => "Nothing has been rolled or refused yet.\n".to_owned(),
        Last::Refused(refusal) => {
            let rule = refusal.rule().map(|rule| rule.to_string());
            let rule = rule.and_then(|rule| self::rule(&rule));
            let barred = barred(state, refusal).unwrap_or_default();
            format!("{}\n{barred}{}", refusal.told(state), rule.unwrap_or_default())
        }
        Last::Happened(events) => happened(state, events),
    }
}

/// What bars the way, whom it bars, and where one gets over it.
fn barred(state: &State, refusal: &Refusal) -> Option<String> {
    let Refusal::Move(moves::Refusal::Blocked(blocked)) = refusal else { return None };
    let (at, whom) = match blocked.by {
        Stop::Impassable(at) => (at, "nobody can enter it"),
        Stop::NoHorse(at) => (at, "no horse can enter it"),
        Stop::NoGuns(at) => (at, "no gun can enter it"),
        _ => return None,
    };
    let pieces = state.position.table.pieces();
    let piece = pieces.get(at)?;
    let called = |piece: &Terrain| match &*piece.name {
        "" => format!("the {}", piece.kind.label),
        name => name.to_owned(),
    };
    let carries = |over: &&Terrain| {
        let over_it = over.parts().any(|(a, b)| {
            let steps = 24;
            let along = |step: i32| a.plus(b.minus(a).times(f64::from(step) / f64::from(steps)));
            (0..=steps).any(|step| piece.contains(along(step)))
        });
        let ways = [TerrainTrait::Road, TerrainTrait::Crossing, TerrainTrait::Defile];
        ways.into_iter().any(|what| over.is(what)) && over_it
    };
    let ways = pieces.iter().filter(carries).map(|over| {
        let bounds = over.bounds();
        let middle = bounds.low.plus(bounds.high).times(0.5).point();
        format!("{} at {}", called(over), card::place(middle))
    });
    let ways: Vec<String> = ways.collect();
    let ways = match ways.is_empty() {
        true => "nothing leads over it".to_owned(),
        false => format!("one gets over it by {}", ways.join("; ")),
    };
    let (name, label) = (called(piece), &piece.kind.label);
    let kind = if piece.name.is_empty() { String::new() } else { format!(" is {label}") };
    Some(format!("  {name}{kind}: {whom}; {ways}.\n"))
}

fn happened(state: &State, events: &[Event]) -> String {
    let mut text = String::new();
    let mut rules: Vec<String> = Vec::new();
    for event in events {
        let reckonings = reckonings(&event.what);
        let told = state.tell(&event.what);
        let Some(told) = told.filter(|told| !reckonings.is_empty() || !told.reasons.is_empty())
        else {
            continue;
        };
        text += &format!("{}\n", show::strong(&told.text));
        for (who, reckoning) in &reckonings {
            if !who.is_empty() {
                text += &format!("  {who}\n");
            }
            text += &show::reckoning(reckoning);
            rules.extend(reckoning.items.iter().map(|item| item.rule.to_string()));
        }
        if reckonings.is_empty() {
            rules.extend(told.reasons.iter().cloned());
        }
    }
    if text.is_empty() {
        return "Nothing was rolled in the last order.\n".to_owned();
    }
    rules.sort_unstable();
    rules.dedup();
    let titled = rules.iter().filter_map(|id| {
        let entry = Ledger::built_in().entry(id)?;
        Some(format!("  {id}: {}\n", entry.title))
    });
    text += &format!("Rules (`why ID` shows one)\n{}", titled.collect::<String>());
    text
}

/// Every sum in something that happened, with whose it is.
fn reckonings(what: &Happened) -> Vec<(&'static str, &Reckoning)> {
    match what {
        Happened::CheckMade { checked, .. } => vec![("", &checked.reckoning)],
        Happened::Fires { fired, .. } => {
            fired.shot.iter().map(|shot| ("", &shot.reckoning)).collect()
        }
        Happened::Fights { fought, .. } => fought
            .rounds
            .iter()
            .flat_map(|round| {
                [("Attacker", &round.attacker.reckoning), ("Defender", &round.defender.reckoning)]
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A rule of the ledger in full; nothing if there is none of that name.
pub fn rule(id: &str) -> Option<String> {
    let entry = Ledger::built_in().entry(&id.to_uppercase())?;
    let mut text = format!("  {}: {}\n", show::strong(&entry.id), entry.title);
    for (word, part) in [
        ("", &entry.text),
        ("Values: ", &entry.values),
        ("Ruling: ", &entry.ruling),
        ("Example: ", &entry.example),
    ] {
        if !part.is_empty() {
            text += &format!("    {word}{part}\n");
        }
    }
    if entry.is_table() {
        text += &format!("    `dq rules show {}` shows the table.\n", entry.id);
    }
    Some(text)
}

/// A sentence for a rule that is not there.
pub fn no_rule(id: &str) -> String {
    let near = nearest(&id.to_uppercase(), Ledger::built_in().entries().map(|e| e.id.as_str()))
        .map_or(String::new(), |near| format!("; did you mean {near}?"));
    format!("No rule is called {id}{near}")
}

/// What would be left undone, a line each.
pub fn reminders(state: &State) -> Vec<String> {
    let names = |units: &[UnitId]| {
        units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>().join(", ")
    };
    let say = |reminder: &Reminder| match reminder {
        Reminder::MustCheck(units) => {
            format!("These must check, and will each alone: {}.", names(units))
        }
        Reminder::CouldCheck(units) => format!("These could still check: {}.", names(units)),
        Reminder::CouldManeuver(units) => format!("These could still maneuver: {}.", names(units)),
        Reminder::GunsStand(units) => {
            format!("Guns without an order stay and may fire in the fire phase: {}.", names(units))
        }
        Reminder::CouldCharge(units) => {
            format!("These have an enemy in reach of a charge: {}.", names(units))
        }
        Reminder::CouldFire(units) => format!("These could still fire: {}.", names(units)),
        Reminder::LowOnAmmunition(units) => {
            format!("These are low on ammunition and could replenish: {}.", names(units))
        }
    };
    let mut found = state.reminders();
    for reminder in &mut found {
        // An enemy near enough may still be out of every way that a charge could take.
        if let Reminder::CouldCharge(units) = reminder {
            units.retain(|unit| !options_of(state, *unit).is_empty());
        }
    }
    found.retain(|reminder| *reminder != Reminder::CouldCharge(Vec::new()));
    found.iter().map(say).collect()
}
