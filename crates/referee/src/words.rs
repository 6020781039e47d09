//! Units, places and what is around them in the words of a player.

use engine::battle::{FireStep, Phase, State, Task};
use engine::scenario::{Arrival, Arriving};
use engine::sight;
use engine::table::{Placed, Side, UnitId};
use geometry::{Angle, Length, Point};
use library::COMPASS;
use rulebook::TerrainTrait;

/// A length to the tenth of an inch, for reading.
pub fn tenths(length: Length) -> String {
    length.to_tenth().to_string()
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

/// When somebody comes.
pub fn expected(state: &State, who: Arriving) -> String {
    let arrival = state.scenario.arrivals.iter().find(|arrival| arrival.who == who);
    arrival.map_or(String::new(), |arrival| {
        format!("comes on turn {}{} over the {} edge", arrival.turn, rolled(arrival), arrival.edge)
    })
}

/// The die with which somebody comes, if he must wait for one.
pub fn rolled(arrival: &Arrival) -> String {
    let die = arrival.die.map(|die| format!(" or later, on a die of {die} or more,"));
    die.unwrap_or_default()
}

/// Stands, order, formation, place: `8 stands, fresh, line, at 11.5,7 facing N`.
pub fn condition(state: &State, id: UnitId) -> String {
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

/// Its commander, and the leaders who reach it.
pub fn command(state: &State, id: UnitId) -> String {
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
pub fn ground(state: &State, placed: &Placed) -> String {
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
pub fn so_far(state: &State, id: UnitId) -> String {
    let (placed, marks) = (state.unit(id), state.marks(id));
    let mut parts: Vec<String> = Vec::new();
    if state.must_check(id) && placed.side == state.active {
        parts.push("must check".to_owned());
    } else if marks.checked {
        parts.push("has checked".to_owned());
    } else if placed.side == state.active && state.phase == Phase::Maneuver {
        let missed = state.missed_by(id);
        let leaders: Vec<&str> = missed.iter().map(|by| state.leader_name(*by)).collect();
        parts.push(match leaders[..] {
            [] => "has not checked".to_owned(),
            [one] => {
                format!("cannot check any more: it is in reach of {one}, who has made his check")
            }
            _ => format!(
                "cannot check any more: it is in reach of {}, who have made their checks",
                leaders.join(" and ")
            ),
        });
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
pub fn around(state: &State, id: UnitId) -> String {
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
pub fn targets(state: &State, id: UnitId) -> Vec<String> {
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
