//! `help orders`: how orders are written, with names of this battle and nothing that it does not have.

use engine::battle::State;
use engine::scenario::SpecialRule;
use engine::table::{Side, UnitId};
use rulebook::Feature;

use super::card;

/// How orders are written.
pub fn order_help(state: &State) -> String {
    let mut text = "Orders are what the lists show; any other that the rules allow may be typed. \
         Quotes around names may be left out. In a unit's own list its name may be left out too."
        .to_owned();
    for line in samples(state) {
        text += &format!("\n  {line}");
    }
    text += "\nLengths are inches, turns are degrees, places are inches east,north of the \
             south-west corner.";
    text + &format!("\nFormations: {}.", formations(state).join(", "))
}

/// Those whom the samples are about.
struct Cast<'a> {
    troops: Option<&'a str>,
    guns: Option<&'a str>,
    enemy: Option<&'a str>,
    leader: Option<u16>,
}

impl<'a> Cast<'a> {
    /// A leader with troops of his own, and guns that are his if he has any.
    fn of(state: &'a State, side: Side) -> Cast<'a> {
        let is_guns = |unit: &UnitId| state.unit(*unit).unit.is_guns();
        let all = |side| state.of_side(side);
        let leads = |leader: u16, unit: UnitId| state.commander(unit) == Some(leader);
        let troops_of = |leader: u16| all(side).find(|u| !is_guns(u) && leads(leader, *u));
        let here = |leader: &u16| state.leader(*leader).at.is_some();
        let mut leaders: Vec<u16> = state.leaders_on(side).filter(here).collect();
        leaders.sort_by_key(|leader| troops_of(*leader).is_none());
        let leader = leaders.first().copied();
        let troops = leader.and_then(troops_of).or_else(|| all(side).find(|u| !is_guns(u)));
        let own = leader.and_then(|leader| all(side).find(|u| is_guns(u) && leads(leader, *u)));
        let guns = own.or_else(|| all(side).find(is_guns));
        let enemy = all(side.enemy()).find(|unit| !is_guns(unit));
        let name = |unit: Option<UnitId>| unit.map(|unit| state.name(unit));
        Cast { troops: name(troops), guns: name(guns), enemy: name(enemy), leader }
    }
}

/// The samples, a line each.
fn samples(state: &State) -> Vec<String> {
    let side = state.asked().map_or(Side::First, |asked| asked.side);
    let cast = Cast::of(state, side);
    let has = |feature: Feature| state.book.has(feature);
    let mut lines = vec!["done".to_owned()];
    if let (Some(leader), Some(troops)) = (cast.leader, cast.troops) {
        lines.push(format!("check \"{}\": \"{troops}\"", state.leader_name(leader)));
    }
    if let Some(troops) = cast.troops {
        lines.push(format!("check alone: \"{troops}\""));
        lines.push(format!("\"{troops}\": move advance 6, wheel right 30"));
        lines.push(format!("\"{troops}\": move oblique left 30 6"));
        lines.push(format!("\"{troops}\": change to field column then advance 3"));
        let send = if has(Feature::Skirmishers) { " | send 2" } else { "" };
        lines.push(format!(
            "\"{troops}\": hold | front left 60 | flank left 4 | rear rank | replenish{send}"
        ));
        if let Some(enemy) = cast.enemy {
            lines.push(format!("\"{troops}\": charge \"{enemy}\""));
            lines.push(format!(
                "\"{troops}\": charge \"{enemy}\" oblique left 20 4 with cold steel"
            ));
        }
    }
    if let Some(guns) = cast.guns {
        lines.push(format!(
            "\"{guns}\": gun 1 fire | all fire | all limber | all unlimber N | all move advance 6"
        ));
    }
    if let (Some(troops), Some(enemy)) = (cast.troops, cast.enemy) {
        let guns = cast.guns.map(|guns| format!(", \"{guns}\" stands 1")).unwrap_or_default();
        lines.push(format!("fire at \"{enemy}\": \"{troops}\"{guns}"));
        lines.push(format!("fight \"{troops}\""));
    }
    lines.extend(of_leader(state, &cast));
    lines.extend(rules(state, side));
    lines
}

/// Orders to a leader, at places near his own.
fn of_leader(state: &State, cast: &Cast<'_>) -> Vec<String> {
    let (Some(leader), Some(troops)) = (cast.leader, cast.troops) else { return Vec::new() };
    let name = state.leader_name(leader);
    let Some(at) = state.leader(leader).at.map(card::place) else { return Vec::new() };
    vec![
        format!("attach \"{name}\" to \"{troops}\""),
        format!("detach \"{name}\" to {at}"),
        format!("leader \"{name}\" to {at}"),
    ]
}

/// Rules of this battle that a unit of the side may use.
fn rules(state: &State, side: Side) -> Vec<String> {
    let specials = state.scenario.specials.iter().filter(|special| {
        matches!(special.what, SpecialRule::Volleys { .. } | SpecialRule::GrassFire { .. })
    });
    let own = |unit: &&UnitId| state.unit(**unit).side == side;
    let line = specials.filter_map(|special| {
        let unit = special.units.iter().find(own)?;
        Some(format!("use \"{}\": \"{}\"", special.name, state.name(*unit)))
    });
    line.collect()
}

/// The formations of this war.
fn formations(state: &State) -> Vec<&'static str> {
    let has = |feature: Feature| state.book.has(feature);
    let all = [
        ("line", true),
        ("supported line", true),
        ("open order", has(Feature::OpenOrder)),
        ("extended line", has(Feature::ExtendedLine)),
        ("field column", true),
        ("march column", true),
        ("square", has(Feature::Square)),
    ];
    all.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use library::order::read_order;
    use library::{BATTLES, Choices};

    use super::*;

    /// Every sample of every battle can be read as an order of that battle.
    #[test]
    fn every_sample_is_an_order_of_its_battle() {
        for (name, text) in BATTLES {
            let file = format!("{name}/battle.toml");
            let (scenario, book) = library::scenario(text, &file, &Choices::new()).unwrap();
            let (state, _) = State::start(Arc::new(scenario), Arc::new(book));
            let samples = samples(&state);
            assert!(samples.len() > 10, "{name}: {samples:?}");
            for sample in samples {
                let (who, what) = match sample.rsplit_once("\": ") {
                    Some((who, what)) if what.contains(" | ") => (format!("{who}\": "), what),
                    _ => (String::new(), sample.as_str()),
                };
                for one in what.split(" | ") {
                    let one = one
                        .strip_prefix("all ")
                        .map_or(one.to_owned(), |all| format!("gun 1 {all}"));
                    let line = format!("{who}{one}");
                    let read = read_order(&state, &line);
                    assert!(read.is_ok(), "{name}: {line}: {:?}", read.err());
                }
            }
        }
    }
}
