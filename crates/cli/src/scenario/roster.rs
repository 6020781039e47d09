//! `dq scenario roster`: the order of battle on paper, a page for each army.

use std::fmt::Write;

use engine::Unit;
use engine::battle::State;
use engine::scenario::{Arriving, KeyPosition};
use engine::table::{Side, UnitId};
use rulebook::{Arm, RangeBand, Weapon};

use super::{RosterArgs, begun};
use crate::play::{brief, card, own_rules};
use crate::qrs::html::ink;
use crate::{Answer, Fault};

const STYLE: &str = include_str!("roster.css");

/// `dq scenario roster …`.
pub fn run(args: &RosterArgs) -> Result<Answer, Fault> {
    if args.text {
        return Err(Fault(format!(
            "a roster is a page to print: `dq scenario roster {0} --html FILE` writes it; \
             `dq scenario show {0}` has the armies as text",
            args.battle
        )));
    }
    let state = begun(&args.battle)?;
    let page = page(&state);
    let Some(file) = &args.html else { return Ok(Answer::good(page)) };
    std::fs::write(file, page).map_err(|error| Fault(format!("cannot write {file}: {error}")))?;
    Ok(Answer::good(format!("The armies of {} are in {file}\n", state.scenario.title)))
}

/// The document: no scripts, nothing from outside.
fn page(state: &State) -> String {
    let title = ink(&state.scenario.title);
    let armies: String =
        [Side::First, Side::Second].into_iter().map(|side| army(state, side)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: order of battle</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{armies}</body>\n</html>\n"
    )
}

/// The units of a leader, or those who have none.
fn of(state: &State, side: Side, leader: Option<u16>) -> Vec<UnitId> {
    let own = |id: &UnitId| state.unit(*id).side == side && state.commander(*id) == leader;
    state.position.ids().filter(own).collect()
}

fn army(state: &State, side: Side) -> String {
    let (scenario, book) = (&state.scenario, &state.book);
    let own = scenario.army(side);
    let mut body = String::new();
    for leader in state.leaders_on(side) {
        body += &command(state, side, Some(leader));
    }
    body += &command(state, side, None);
    format!(
        "<article style=\"--type: {}pt\">\n<header><p class=\"above\">Order of Battle</p>\
         <h1>{}</h1><p class=\"field\">at <b>{}</b>, {}</p></header>\n\
         <table>\n<thead><tr><th>Command</th><th>Label</th><th>Rating</th><th>Armed with</th>\
         <th>Stands lost</th></tr></thead>\n{body}</table>\n{}{}{}{}\
         <footer><p>{}; {} men to a stand. {}</p></footer>\n</article>\n",
        type_size(state, side, &body),
        ink(&own.name),
        ink(&scenario.title),
        ink(&scenario.date),
        keys(state, side),
        rules(state, side),
        arms(state, side),
        losses(state, side),
        ink(&book.title),
        scenario.men,
        ink(&how_to_read(state, side)),
    )
}

/// The size of type that fits the page, in points: what stands on it, in rows, shares its height.
fn type_size(state: &State, side: Side, body: &str) -> f64 {
    /// Points of a page within its frame, on the smaller of the usual papers.
    const PAGE: f64 = 640.0;
    /// How high a row is, in sizes of type.
    const ROW: f64 = 1.55;
    const LONG: usize = 40;
    let rows = body.matches("<tr").count() as f64;
    let chiefs = body.matches("<tr class=\"chief\"").count() as f64;
    let units = state.position.ids().filter(|id| state.unit(*id).side == side);
    let long = units.filter(|id| {
        let letters = state.unit(*id).unit.name.chars().count() + remarks(state, *id).len();
        letters > LONG
    });
    let track = f64::from(state.starting_stands(side)) / 60.0;
    let arms = known_arms(state, side).len() as f64;
    let keys = (state.scenario.key_positions.len() as f64 / 2.0).ceil() * 1.8 + 1.0;
    let letters: usize = own_rules::of_army(state, side).iter().map(|rule| rule.len()).sum();
    let rules = letters as f64 / 110.0 + own_rules::of_army(state, side).len() as f64 * 0.5;
    let height =
        11.0 + rows + chiefs * 0.4 + long.count() as f64 * 0.8 + arms + track + keys + rules;
    let size = (PAGE / (height * ROW)).clamp(6.0, 10.5);
    (size * 10.0).floor() / 10.0
}

fn how_to_read(state: &State, side: Side) -> String {
    let army = state.scenario.army(side);
    format!(
        "A box is a stand: tick from the left. Past the bar W the unit is worn, past S spent; a \
         round box is its leader. Broken troops run to the {} edge.",
        army.edge
    )
}

/// A leader with his units; nothing for those without one if everybody has one.
fn command(state: &State, side: Side, leader: Option<u16>) -> String {
    let units = of(state, side, leader);
    let mut text = "<tbody>".to_owned();
    match leader {
        None if units.is_empty() => return String::new(),
        None => text += "<tr class=\"chief\"><th colspan=\"5\">Under nobody's command</th></tr>\n",
        Some(leader) => text += &chief(state, leader),
    }
    for unit in units {
        text += &row(state, unit);
    }
    text + "</tbody>\n"
}

fn chief(state: &State, leader: u16) -> String {
    let him = state.leader(leader);
    let post = &state.scenario.posts[usize::from(leader)];
    let mut more = vec![format!("{} leader", him.rank), him.rating.to_string()];
    if him.of_artillery {
        more.push("guns only".to_owned());
    }
    if let Some(superior) = post.superior {
        more.push(format!("under {}", state.leader_name(superior)));
    }
    if let Some((name, rating)) = &post.successor {
        more.push(format!("succeeded by {name}, {rating}"));
    }
    more.extend(comes(state, Arriving::Leader(leader)));
    format!(
        "<tr class=\"chief\"><th colspan=\"4\" scope=\"rowgroup\">{} <i>{}</i></th>\
         <td><span class=\"box round\"></span></td></tr>\n",
        ink(&him.name),
        ink(&more.join(", "))
    )
}

fn row(state: &State, id: UnitId) -> String {
    let placed = state.unit(id);
    let (unit, book) = (&placed.unit, &state.book);
    let more = match remarks(state, id).as_str() {
        "" => String::new(),
        more => format!(" <i>{}</i>", ink(more)),
    };
    let label = unit.strength.label.map(|label| label.to_string());
    let plain = brief::weapon(state, unit);
    let weapon = unit.weapon.as_deref().unwrap_or(&plain);
    format!(
        "<tr><th scope=\"row\">{}{more}</th><td class=\"label\">{}</td><td>{}</td>\
         <td>{} <i>{}</i></td><td class=\"boxes\">{}</td></tr>\n",
        ink(&unit.name),
        label.as_deref().map_or("guns".to_owned(), ink),
        ink(book.terms.experience(unit.experience)),
        ink(weapon),
        ink(arm(unit)),
        boxes(unit),
    )
}

/// What else is to be known of a unit: traits, formation, when it comes.
fn remarks(state: &State, id: UnitId) -> String {
    let unit = &state.unit(id).unit;
    let mut more: Vec<String> = brief::traits(unit);
    let is_there = !state.scenario.position.unit(id).stands.is_empty();
    if is_there && unit.is_troops() && unit.formation != engine::Formation::Line {
        more.push(unit.formation_in_words(&state.book.terms));
    }
    more.extend(comes(state, Arriving::Unit(id)));
    more.join(", ")
}

/// When somebody comes, in few words.
fn comes(state: &State, who: Arriving) -> Option<String> {
    let arrival = state.scenario.arrivals.iter().find(|arrival| arrival.who == who)?;
    let die = arrival.die.map(|die| format!(" or later, on a die of {die} or more"));
    let die = die.unwrap_or_default();
    Some(format!("from the {} in turn {}{die}", arrival.edge, arrival.turn))
}

fn arm(unit: &Unit) -> &'static str {
    match (unit.arm, unit.mounted) {
        (Arm::Infantry, _) => "foot",
        (Arm::Cavalry, true) => "horse",
        (Arm::Cavalry, false) => "horse, on foot",
        (Arm::MountedInfantry, true) => "mounted infantry",
        (Arm::MountedInfantry, false) => "mounted infantry, on foot",
        (Arm::Guns, _) => "",
    }
}

/// A box for each stand, with bars where the unit is worn and where it is spent; what is gone
/// already is ticked.
fn boxes(unit: &Unit) -> String {
    let left = unit.strength.stands;
    let label = unit.strength.label;
    let starting = label.map_or(left, |label| label.starting);
    let mut text = String::new();
    for lost in 0..starting {
        let remain = starting - lost;
        if let Some(label) = label.filter(|_| lost > 0) {
            if remain == label.spent {
                text += "<b>S</b>";
            } else if Some(remain) == label.worn {
                text += "<b>W</b>";
            }
        }
        let ticked = if lost < starting - left { " ticked" } else { "" };
        write!(text, "<span class=\"box{ticked}\"></span>").unwrap();
    }
    text
}

/// What the armies fight for, and what it is worth to this one.
fn keys(state: &State, side: Side) -> String {
    let scenario = &state.scenario;
    let line = |(key, holder): (&KeyPosition, &Option<Side>)| {
        let holder = holder.map_or("nobody", |side| state.army_name(side));
        let [own, other] = [side, side.enemy()].map(|side| key.points[side as usize]);
        let worth = match own == other {
            true => card::points(own),
            false => format!("{}, {other} to the enemy", card::points(own)),
        };
        let checks = match key.key_of {
            Some(of) if of == side => "; without it the checks of this army are worse",
            Some(_) => "; without it the enemy's checks are worse",
            None => "",
        };
        format!(
            "<li><b>{}</b> at {}: {}, held by {}{checks}</li>",
            ink(&key.name),
            card::place(key.at),
            ink(&worth),
            ink(holder)
        )
    };
    let lines: String = scenario.key_positions.iter().zip(&state.holders).map(line).collect();
    section("Key positions <i>who held it alone last has it</i>", &lines)
}

/// The rules of this battle that the army must know.
fn rules(state: &State, side: Side) -> String {
    let line = |rule: String| match rule.split_once(": ") {
        Some((name, rest)) => format!("<li><b>{}</b>: {}</li>", ink(name), ink(rest)),
        None => format!("<li>{}</li>", ink(&rule)),
    };
    let lines: String = own_rules::of_army(state, side).into_iter().map(line).collect();
    section("Rules of this battle", &lines)
}

/// A list under a heading; nothing for an empty one.
fn section(heading: &str, lines: &str) -> String {
    match lines.is_empty() {
        true => String::new(),
        false => format!("<section><h2>{heading}</h2><ul>{lines}</ul></section>\n"),
    }
}

/// The arms of an army, each once.
fn known_arms(state: &State, side: Side) -> Vec<(&str, &Weapon)> {
    let mut known: Vec<(&str, &Weapon)> = Vec::new();
    for id in state.position.ids().filter(|id| state.unit(*id).side == side) {
        let unit = &state.unit(id).unit;
        if let (Some(code), Some(weapon)) = (unit.weapon.as_deref(), unit.weapon(&state.book))
            && !known.iter().any(|(known, _)| *known == code)
        {
            known.push((code, weapon));
        }
    }
    known
}

/// What the arms of an army can do.
fn arms(state: &State, side: Side) -> String {
    let line = |(code, weapon): &(&str, &Weapon)| {
        let alike = weapon.bands.chunk_by(|one, next| one.points == next.points);
        let farthest = alike.filter_map(|bands| bands.last());
        let band = |band: &RangeBand| {
            let (points, to) = (ink(&band.points.to_string()), ink(&band.to.to_string()));
            format!("<span>{points} to {to}</span>")
        };
        let bands: Vec<String> = farthest.map(band).collect();
        format!(
            "<li><b>{}</b> {}: {}; close range {}</li>",
            ink(code),
            ink(&weapon.name),
            bands.join(", "),
            ink(&weapon.close_range.to_string())
        )
    };
    let lines: String = known_arms(state, side).iter().map(line).collect();
    section("Arms <i>fire points of a stand, by range</i>", &lines)
}

/// The losses of the whole army, in fives, with a dark box where they are heavy.
fn losses(state: &State, side: Side) -> String {
    let all = state.starting_stands(side);
    let heavy = state.heavy_at(side);
    let stands: Vec<u16> = (1..=all).collect();
    let mut text = String::new();
    for five in stands.chunks(5) {
        let mark = |lost: &u16| if *lost == heavy { " heavy" } else { "" };
        let boxes =
            five.iter().map(|lost| format!("<span class=\"box small{}\"></span>", mark(lost)));
        write!(text, "<span class=\"five\">{}</span> ", boxes.collect::<String>()).unwrap();
    }
    format!(
        "<section><h2>Losses of the army <i>{all} stands; heavy casualties from {heavy}, the dark \
         box</i></h2><p class=\"track\">{text}</p></section>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Strength;
    use rulebook::{Nation, Thresholds};

    fn boxes_of(label: &str, left: u8) -> String {
        let mut unit = Unit::new(Nation::ALL[0]);
        unit.strength = Strength::new(left, Thresholds::parse(label));
        let plain = boxes(&unit).replace("<span class=\"box ticked\"></span>", "x");
        plain.replace("<span class=\"box\"></span>", "o").replace("<b>", "").replace("</b>", "")
    }

    #[test]
    fn boxes_show_when_a_unit_is_worn_and_spent() {
        assert_eq!(boxes_of("8/5/3", 8), "oooWooSooo");
        assert_eq!(boxes_of("8/-/7", 8), "oSooooooo");
        assert_eq!(boxes_of("8/5/3", 6), "xxoWooSooo");
    }
}
