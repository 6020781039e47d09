//! The rules of one battle alone, in words.

use engine::battle::State;
use engine::scenario::{Area, Special, SpecialRule};
use engine::table::{Side, UnitId};

use super::card;

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

fn what(state: &State, special: &Special) -> String {
    match &special.what {
        SpecialRule::Holds { unless_within: None } => "hold where they are".to_owned(),
        SpecialRule::Holds { unless_within: Some(far) } => {
            format!("hold where they are unless an enemy is within {far}")
        }
        SpecialRule::Within { area: Area::Around { at, radius } } => {
            format!("stay within {radius} of {}", card::place(*at))
        }
        SpecialRule::Within { area: Area::Between { low, high } } => {
            format!("stay between {} and {}", card::place(*low), card::place(*high))
        }
        SpecialRule::NoDoubleQuick => "no double quick".to_owned(),
        SpecialRule::NoCharge { unless_with: None } => "may not charge".to_owned(),
        SpecialRule::NoCharge { unless_with: Some(leader) } => {
            format!("charge only with {} attached", state.leader_name(*leader))
        }
        SpecialRule::NoColdSteel => "no cold steel".to_owned(),
        SpecialRule::NoReplenish => "ammunition is not replenished".to_owned(),
        SpecialRule::ScarceAmmunition { die } => {
            format!("low on ammunition with a die of {die} or more")
        }
        SpecialRule::Hidden { beyond } => {
            format!("not seen beyond {beyond} until they move or fire")
        }
        SpecialRule::OwnLeaders => "led by their own leaders alone".to_owned(),
        SpecialRule::LeaderLeaves { leader } => {
            format!("{} leaves the battle", state.leader_name(*leader))
        }
        SpecialRule::Wins { side, keys } => {
            let keys = keys.iter().filter_map(|key| state.scenario.key_positions.get(*key));
            let names: Vec<&str> = keys.map(|key| &*key.name).collect();
            format!(
                "{} wins at the end of a turn in which it holds {}",
                state.army_name(*side),
                names.join(" and ")
            )
        }
        SpecialRule::GunPoints { points } => {
            format!("each gun taken is worth {}", card::points(*points))
        }
        SpecialRule::Smoke { sight } => format!("one sees no farther than {sight}"),
        SpecialRule::Volleys { times } => {
            format!("may go home once they have fired {times} times (`use`)")
        }
        SpecialRule::GrassFire { wide, deep, drifts, lasts, .. } => format!(
            "if in action they may set fire to the grass (`use`): smoke {wide} by {deep} that drifts \
             {drifts} a turn for {lasts} turns, and nobody sees through it"
        ),
    }
}
