//! Units and leaders as cards, the armies as a list, the battle at a glance.

use engine::battle::{State, Whereabouts};
use engine::scenario::Arriving;
use engine::table::{Side, UnitId};

use referee::words::{around, command, condition, ground, so_far, targets};
pub use referee::words::{compass, expected, formation, place, rolled, tenths, under};

use super::asks;
use super::page::padded;
use crate::show;

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// The battle at a glance: time, light, points, positions, losses.
pub fn status(state: &State) -> String {
    let mut text = format!("{}\n", capital(&asks::moment(state)));
    if let Some(far) = state.position.sight() {
        text += &format!("  One sees no farther than {}.\n", tenths(far));
    }
    let points = state.points();
    for side in [Side::First, Side::Second] {
        let (lost, all) = (state.lost[side as usize], state.starting_stands(side));
        text += &format!(
            "  {}: {}; {lost} of {all} stands lost, heavy casualties from {}\n",
            state.army_name(side),
            self::points(points[side as usize]),
            state.heavy_at(side),
        );
    }
    text + &positions(state)
}

/// So many points, in words.
pub fn points(points: u16) -> String {
    match points {
        1 => "1 point".to_owned(),
        points => format!("{points} points"),
    }
}

/// Who holds what, and what it is worth.
pub fn positions(state: &State) -> String {
    let mut text = String::new();
    for (key, holder) in state.scenario.key_positions.iter().zip(&state.holders) {
        let holder = holder.map_or("nobody", |side| state.army_name(side));
        let worth = match key.points {
            [one, other] if one == other => points(one),
            [one, other] => format!(
                "{} to {}, {other} to {}",
                points(one),
                state.army_name(Side::First),
                state.army_name(Side::Second)
            ),
        };
        let of = key.key_of.map_or(String::new(), |side| {
            format!("; the key of {}, whose checks are worse without it", state.army_name(side))
        });
        let round = tenths(key.radius);
        text += &format!(
            "  {} at {} ({round} round): {worth}, held by {holder}{of}\n",
            key.name,
            place(key.at)
        );
    }
    text
}

/// Every unit of both armies in a line.
pub fn list(state: &State) -> String {
    let mut text = String::new();
    for side in [Side::First, Side::Second] {
        text += &show::heading(state.army_name(side));
        for id in state.position.ids().filter(|id| state.unit(*id).side == side) {
            let placed = state.unit(id);
            let label = padded(&placed.unit.label(&state.book.terms), 34);
            let weapon = padded(placed.unit.weapon.as_deref().unwrap_or(""), 4);
            match state.marks(id).whereabouts {
                Whereabouts::OnTable => {
                    text += &format!("  {label} {weapon} {}\n", condition(state, id));
                }
                Whereabouts::Expected => {
                    text +=
                        &format!("  {label} {weapon} {}\n", expected(state, Arriving::Unit(id)));
                }
                Whereabouts::Destroyed => text += &format!("  {label} {weapon} lost\n"),
                Whereabouts::LeftTheTable => {
                    text += &format!("  {label} {weapon} has left the table\n");
                }
                Whereabouts::Rejoined => {}
            }
        }
        for leader in state.leaders_on(side) {
            text += &format!("  {}\n", leader_line(state, leader));
        }
    }
    text
}

fn leader_line(state: &State, id: u16) -> String {
    let (leader, officer) = (state.leader(id), state.officer(id));
    let head = format!("{}, {} leader, {}", leader.shown_name(), leader.rank, leader.rating);
    let where_is = match (leader.at, leader.attached) {
        _ if officer.expected => expected(state, Arriving::Leader(id)),
        _ if officer.absent > 0 => format!("absent for {} own turns", officer.absent),
        _ if officer.lost || officer.gone => "lost".to_owned(),
        (_, Some(unit)) => format!("attached to {}", state.name(unit)),
        (Some(at), None) => format!("at {}", place(at)),
        (None, None) => "not on the table".to_owned(),
    };
    let guns = if leader.of_artillery { ", commands guns only" } else { "" };
    let used = if officer.checked { ", has checked this turn" } else { "" };
    format!("{head}{guns}: {where_is}{used}")
}

/// A leader's card.
pub fn leader(state: &State, id: u16) -> String {
    let mut text = show::heading(&leader_line(state, id));
    let side = state.leader(id).side;
    let own: Vec<&str> = state
        .of_side(side)
        .filter(|u| state.commander(*u) == Some(id))
        .map(|u| state.name(u))
        .collect();
    let reach: Vec<&str> = state
        .of_side(side)
        .filter(|u| state.leaders_of(*u).contains(&id))
        .map(|u| state.name(u))
        .collect();
    text += &format!("  commands {}\n", or_nobody(&own));
    text += &format!("  in his reach: {}\n", or_nobody(&reach));
    text
}

fn or_nobody(names: &[&str]) -> String {
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}

/// A unit in three lines: what it is, how it is, who is near.
pub fn short(state: &State, id: UnitId) -> String {
    let title = show::heading(&state.unit(id).unit.label(&state.book.terms));
    format!("{title}  {}\n  near: {}\n", condition(state, id), around(state, id))
}

/// A unit's card: what it is, how it is, who is near.
pub fn unit(state: &State, id: UnitId) -> String {
    let placed = state.unit(id);
    let (terms, marks) = (&state.book.terms, state.marks(id));
    let army = state.army_name(placed.side);
    let mut text = show::heading(&format!("{}, {army}", placed.unit.described(terms)));
    if marks.whereabouts != Whereabouts::OnTable || placed.stands.is_empty() {
        let expected = expected(state, Arriving::Unit(id));
        let gone = if expected.is_empty() { "is not on the table".to_owned() } else { expected };
        return text + &format!("  {gone}\n");
    }
    text += &format!("  {}\n", condition(state, id));
    if let Some(weapon) = placed.unit.weapon(&state.book) {
        let reach = weapon.bands.last().map(|band| band.to.to_string());
        let close = weapon.close_range;
        let reach = reach.map_or(String::new(), |reach| format!(", reaches {reach}"));
        text += &format!("  {} ({}){reach}, close range {close}\n", weapon.name, weapon.code);
    }
    text += &format!("  {}\n", command(state, id));
    text += &format!("  on {}\n", ground(state, placed));
    text += &format!("  this turn: {}\n", so_far(state, id));
    text += &format!("  near: {}\n", around(state, id));
    let targets = targets(state, id);
    if !targets.is_empty() {
        text += &format!("  can fire at {}\n", targets.join(", "));
    }
    text
}
