//! The rules of one battle alone, in words.

use engine::battle::State;
use engine::scenario::{Special, SpecialRule};
use engine::table::{Side, UnitId};

/// A sentence for every rule of the battle.
pub fn told(state: &State) -> Vec<String> {
    let specials = state.scenario.specials.iter();
    specials.map(|special| sentence(state, special)).collect()
}

/// A sentence for every rule that an army must know: those of its own units, those of everybody, and how
/// the enemy may win.
pub fn of_army(state: &State, side: Side) -> Vec<String> {
    let own = |unit: &UnitId| state.scenario.position.unit(*unit).side == side;
    let concerns = |special: &&Special| match special.what {
        SpecialRule::LeaderLeaves { leader } => state.leader(leader).side == side,
        // Whoever may win at once, the other must know how to prevent it.
        SpecialRule::Wins { .. } | SpecialRule::GunPoints { .. } => true,
        _ => special.units.is_empty() || special.units.iter().any(own),
    };
    let specials = state.scenario.specials.iter().filter(concerns);
    specials.map(|special| sentence(state, special)).collect()
}

fn sentence(state: &State, special: &Special) -> String {
    format!("{}: {}{}.", special.name, who(state, special), what(state, special))
}

/// Whom a rule is about, and when.
fn who(state: &State, special: &Special) -> String {
    let turns = state.scenario.clock.turns;
    let when = match (special.from, special.until) {
        (1, until) if until >= turns => String::new(),
        (from, until) if until >= turns => format!("from turn {from} "),
        (from, until) if from == until => format!("on turn {from} "),
        (from, until) => format!("on turns {from} to {until} "),
    };
    let side = |unit: &UnitId| state.scenario.position.unit(*unit).side;
    let whole = special.units.first().map(side).filter(|of| {
        let all = state.scenario.position.units().iter().filter(|placed| placed.side == *of);
        all.count() == special.units.len()
    });
    let names = match whole {
        Some(side) => format!("all of {}", state.army_name(side)),
        None => {
            let names: Vec<&str> = special.units.iter().map(|unit| state.name(*unit)).collect();
            names.join("; ")
        }
    };
    let names = if is_about_units(&special.what) { names } else { String::new() };
    match (when.is_empty(), names.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("{names}: "),
        (false, true) => format!("{}, ", when.trim_end()),
        (false, false) => format!("{}, {names}: ", when.trim_end()),
    }
}

/// Is it about units, and not about a leader or an army as a whole?
fn is_about_units(what: &SpecialRule) -> bool {
    !matches!(
        what,
        SpecialRule::LeaderLeaves { .. }
            | SpecialRule::Wins { .. }
            | SpecialRule::GunPoints { .. }
            | SpecialRule::Smoke { .. }
    )
}

/// What it says, and the word with which it is used.
fn what(state: &State, special: &Special) -> String {
    let by = match special.what {
        SpecialRule::Volleys { .. } | SpecialRule::GrassFire { .. } => " (`use`)",
        _ => "",
    };
    format!("{}{by}", state.own_rule(special))
}
