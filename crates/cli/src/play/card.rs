//! Units and leaders as cards, the armies as a list, the battle at a glance.

use engine::battle::{FireStep, Phase, State, Task, Whereabouts};
use engine::scenario::Arriving;
use engine::sight;
use engine::table::{Placed, Side, UnitId};
use geometry::{Angle, Length, Point};
use library::COMPASS;
use rulebook::TerrainTrait;

use super::asks;
use super::page::padded;
use crate::show;

/// A length to the tenth of an inch, for reading.
pub fn tenths(length: Length) -> String {
    let tenths = (length.in_thousandths() + 50) / 100;
    Length::thousandths(tenths * 100).to_string()
}

/// The point of the compass nearest to a heading.
pub fn compass(heading: Angle) -> &'static str {
    let place = (heading.in_hundredths() + 1_125) / 2_250;
    COMPASS[place as usize % COMPASS.len()]
}

/// A place to the tenth of an inch: `12,7.5`.
pub fn place(at: Point) -> String {
    let inches = |length: Length| tenths(length).trim_end_matches('"').to_owned();
    format!("{},{}", inches(at.x), inches(at.y))
}

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
            "  {}: {} points; {lost} of {all} stands lost, heavy casualties from {}\n",
            state.army_name(side),
            points[side as usize],
            state.heavy_at(side),
        );
    }
    text + &positions(state)
}

/// Who holds what, and what it is worth.
pub fn positions(state: &State) -> String {
    let mut text = String::new();
    for (key, holder) in state.scenario.key_positions.iter().zip(&state.holders) {
        let holder = holder.map_or("nobody", |side| state.army_name(side));
        let worth = match key.points {
            [1, 1] => "1 point".to_owned(),
            [one, other] if one == other => format!("{one} points"),
            [one, other] => format!(
                "{one} points to {}, {other} to {}",
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

/// When somebody comes.
pub fn expected(state: &State, who: Arriving) -> String {
    let arrival = state.scenario.arrivals.iter().find(|arrival| arrival.who == who);
    arrival.map_or(String::new(), |arrival| {
        format!("comes on turn {} over the {} edge", arrival.turn, arrival.edge)
    })
}

/// Stands, order, formation, place: `8 stands, fresh, line, at 11.5,7 facing N`.
fn condition(state: &State, id: UnitId) -> String {
    let placed = state.unit(id);
    let stands = placed.unit.strength.stands;
    let level = placed.unit.strength.level();
    let how = formation(state, placed);
    let (at, looks) = (place(placed.anchor.at), compass(placed.anchor.heading));
    let low = if state.marks(id).low_on_ammunition { ", low on ammunition" } else { "" };
    format!("{stands} {}, {level}, {how}{low}, at {at} facing {looks}", stands_word(stands))
}

fn stands_word(stands: u8) -> &'static str {
    if stands == 1 { "stand" } else { "stands" }
}

/// Formation and order; of guns, whether they are limbered and what they suffered.
pub fn formation(state: &State, placed: &Placed) -> String {
    if !placed.unit.is_guns() {
        return placed.unit.described_formation(&state.book.terms);
    }
    let guns: Vec<String> = placed.guns.iter().map(gun).collect();
    match guns.split_first() {
        Some((first, rest)) if rest.iter().all(|gun| gun == first) => first.clone(),
        _ => {
            let each = guns.iter().enumerate().map(|(n, gun)| format!("gun {} {gun}", n + 1));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

fn gun(gun: &engine::table::GunStand) -> String {
    let mut text = if gun.limbered { "limbered" } else { "unlimbered" }.to_owned();
    for (so, word) in [
        (gun.silenced, ", silenced"),
        (gun.damaged, ", damaged"),
        (gun.low_on_ammunition, ", low on ammunition"),
        (gun.abandoned, ", abandoned"),
    ] {
        text += if so { word } else { "" };
    }
    text
}

fn leader_line(state: &State, id: u16) -> String {
    let (leader, officer) = (state.leader(id), state.officer(id));
    let head = format!("{}, {} leader, {}", leader.name, leader.rank, leader.rating);
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

fn command(state: &State, id: UnitId) -> String {
    let reach: Vec<&str> = state.leaders_of(id).iter().map(|by| state.leader_name(*by)).collect();
    let reach = match reach.is_empty() {
        true => "out of every leader's reach".to_owned(),
        false => format!("in reach of {}", reach.join("; ")),
    };
    match state.commander(id) {
        Some(leader) => format!("commanded by {}; {reach}", state.leader_name(leader)),
        None => reach,
    }
}

/// What its stands are on or behind.
fn ground(state: &State, placed: &Placed) -> String {
    let names = under(state, placed);
    let mut text = if names.is_empty() { "open ground".to_owned() } else { names.join(", ") };
    if sight::is_behind_linear_cover(&state.book, &state.position.table, placed) {
        text += ", behind cover";
    }
    text
}

/// The pieces of terrain that its stands are on, roads aside.
pub fn under(state: &State, placed: &Placed) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for stand in &placed.stands {
        for piece in state.position.table.at(stand.pose.at.spot()) {
            let name = if piece.name.is_empty() { &piece.kind.label } else { &piece.name };
            if !piece.is(TerrainTrait::Road) && !names.iter().any(|known| **known == **name) {
                names.push(name.to_string());
            }
        }
    }
    names
}

/// What it has done in this player turn.
fn so_far(state: &State, id: UnitId) -> String {
    let (placed, marks) = (state.unit(id), state.marks(id));
    let mut parts: Vec<String> = Vec::new();
    if state.must_check(id) && placed.side == state.active {
        parts.push("must check".to_owned());
    } else if marks.checked {
        parts.push("has checked".to_owned());
    } else if placed.side == state.active && state.phase == Phase::Maneuver {
        parts.push("has not checked".to_owned());
    }
    if marks.moved || marks.guns.iter().any(|gun| gun.moved) {
        parts.push("has maneuvered".to_owned());
    }
    if let Some(charge) = &marks.charge {
        parts.push(format!("charges {}", state.name(charge.target)));
    }
    if marks.may_not_fire {
        parts.push("may not fire".to_owned());
    }
    if marks.about_faced {
        parts.push("looks to its rear".to_owned());
    }
    if parts.is_empty() { "nothing yet".to_owned() } else { parts.join(", ") }
}

/// The three nearest enemies and the two nearest friends, with distance and direction.
fn around(state: &State, id: UnitId) -> String {
    let placed = state.unit(id);
    let mut near: Vec<(Length, UnitId)> = state
        .position
        .ids()
        .filter(|other| *other != id)
        .filter_map(|other| Some((sight::gap(&state.position, id, other)?, other)))
        .collect();
    near.sort_unstable();
    let say = |(gap, other): &(Length, UnitId)| {
        let there = state.unit(*other).anchor.at.spot();
        let way = compass(there.minus(placed.anchor.at.spot()).heading());
        format!("{} {} {way}", state.name(*other), tenths(*gap))
    };
    let of = |side: Side, most: usize| -> Vec<String> {
        near.iter().filter(|(_, u)| state.unit(*u).side == side).take(most).map(say).collect()
    };
    let (enemies, friends) = (of(placed.side.enemy(), 3), of(placed.side, 2));
    format!("enemies {}; friends {}", join(&enemies), join(&friends))
}

fn join(parts: &[String]) -> String {
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// Whom its stands could fire at now.
fn targets(state: &State, id: UnitId) -> Vec<String> {
    let step = match state.asked().map(|asked| asked.task) {
        Some(Task::Fire(step)) => *step,
        _ => FireStep::Defensive,
    };
    let mut found: Vec<UnitId> = Vec::new();
    for (_, stand) in state.ready_to_fire(id, step) {
        found.extend(sight::choices(&state.book, &state.position, (id, stand)));
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|target| state.name(target).to_owned()).collect()
}
