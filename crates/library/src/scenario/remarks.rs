//! What is no defect of a scenario, and perhaps not meant either.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::Formation;
use engine::battle::State;
use engine::command::{self, Hindrance};
use engine::scenario::{Arrival, Arriving, Edge, KeyPosition, Scenario};
use engine::sight::{Screen, distance_from_round, sees_from, through_dense_growth};
use engine::table::{Placed, Side, Terrain, UnitId};
use geometry::{Angle, Bounds, Convex, Length, Rect, Spot, TOUCH, nearest_on};
use rulebook::{Arm, Cover, Rulebook, TerrainTrait};

use super::format;
use super::places::{Size, written};
use super::sense::called;
use super::ways::{Mover, Ways, bars};
use crate::Defect;
use crate::decode::{Source, Table};

/// So near to the edge before it, a unit looks the wrong way.
const NEAR: Length = Length::inches(6);

/// Everything worth a second look in a file that has no defect.
pub fn of(text: &str, file: &str, scenario: &Scenario, book: &Rulebook) -> Vec<Defect> {
    let rules = BTreeSet::new();
    let source = Source::new(file, text, &rules);
    let mut root = source.parse();
    format::bring_up_to_date(&source, &mut root, &format::STEPS);
    if let Some(root) = Table::of(&source, &root) {
        whole(&root, scenario);
        turned_works(&root.tables("terrain"), scenario);
        bare_crossings(&root.tables("terrain"), scenario);
        leaders(&root.tables("leader"), scenario, book);
        units(&root.tables("unit"), scenario, book);
        unsaid_weapons(&root.tables("unit"), scenario);
        out_of_reach(&root.tables("key-position"), scenario);
    }
    source.into_defects()
}

fn whole(root: &Table<'_>, scenario: &Scenario) {
    if scenario.notes.is_empty() {
        let message = "no `notes`: players want to know what is documented and what is a guess";
        root.defect_at("title", message.to_owned(), None);
    }
    if scenario.key_positions.is_empty() {
        let message = "no `[[key-position]]`: nothing but losses decides who wins";
        root.defect_at("title", message.to_owned(), None);
    }
}

/// Leaders who have nobody to lead, or who come when and where their units do not.
fn leaders(tables: &[Table<'_>], scenario: &Scenario, book: &Rulebook) {
    for (place, table) in tables.iter().enumerate() {
        let Some(leader) = scenario.position.leaders.get(place) else { continue };
        let commands = |at: &usize| scenario.commands[*at] == Some(place as u16);
        let own: Vec<usize> = (0..scenario.commands.len()).filter(commands).collect();
        let is_above = scenario.posts.iter().any(|post| post.superior == Some(place as u16));
        if own.is_empty() && !is_above && leader.attached.is_none() {
            let message = format!(
                "{} commands nobody, no unit and no leader: he may only take over units of others (CMD-PROVISIONAL)",
                leader.name
            );
            table.defect_at("name", message, None);
        }
        let comes = |who: Arriving| scenario.arrivals.iter().find(|arrival| arrival.who == who);
        let Some(he) = comes(Arriving::Leader(place as u16)).filter(|_| !own.is_empty()) else {
            continue;
        };
        let units: Vec<Option<&Arrival>> =
            own.iter().map(|unit| comes(Arriving::Unit(UnitId(*unit as u16)))).collect();
        let turns = units.iter().map(|unit| unit.map_or(0, |unit| unit.turn));
        let last = turns.max().filter(|last| *last < he.turn);
        let message = match last {
            Some(0) => Some(format!("in turn {}, and all his units are there before", he.turn)),
            Some(last) => {
                Some(format!("in turn {}, and the last of his units in turn {last}", he.turn))
            }
            None => elsewhere(he, &units, book.command.radius),
        };
        if let Some(message) = message {
            table.defect_at("arrives", format!("{} comes {message}", leader.name), None);
        }
    }
}

/// A leader who comes where none of his units is within his reach, all of them coming.
fn elsewhere(he: &Arrival, units: &[Option<&Arrival>], reach: Length) -> Option<String> {
    let near = |unit: &Arrival| match (he.at, unit.at) {
        (Some(his), Some(its)) => {
            his.spot().minus(its.spot()).size() <= f64::from(reach.in_thousandths())
        }
        _ => he.edge == unit.edge,
    };
    if units.iter().any(|unit| unit.is_none_or(near)) {
        return None;
    }
    let place = |arrival: &Arrival| match arrival.at {
        Some(at) => format!("at {}", written(at)),
        None => format!("from the {}", arrival.edge),
    };
    let theirs: BTreeSet<String> = units.iter().flatten().map(|unit| place(unit)).collect();
    let theirs: Vec<String> = theirs.into_iter().collect();
    Some(format!("{}, and his units {}", place(he), theirs.join(" and ")))
}

/// Foot that names no weapon has the usual one of its nation: said once for all of one weapon.
fn unsaid_weapons(tables: &[Table<'_>], scenario: &Scenario) {
    let mut told: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
    for (place, (table, placed)) in tables.iter().zip(scenario.position.units()).enumerate() {
        let said = ["weapon", "army-row"].iter().any(|key| table.maybe(key).is_some());
        if let (Arm::Infantry, false, Some(weapon)) = (placed.unit.arm, said, &placed.unit.weapon) {
            told.entry(weapon.clone()).or_default().push(place);
        }
    }
    for (weapon, places) in told {
        let name = |place: usize| &scenario.position.units()[place].unit.name;
        let who = match places.as_slice() {
            [one] => format!("{} names", name(*one)),
            [one, ..] => format!("{} and {} more name", name(*one), places.len() - 1),
            [] => continue,
        };
        let they = if places.len() == 1 { "it has" } else { "they have" };
        let message = format!("{who} no `weapon`: {they} the usual one, `weapon = \"{weapon}\"`");
        tables[places[0]].defect_at("name", message, None);
    }
}

/// A road through deep water is a way over it, with or without a bridge.
fn bare_crossings(tables: &[Table<'_>], scenario: &Scenario) {
    const STEP: f64 = 250.0;
    let pieces = scenario.position.table.pieces();
    let crossed = |spot: Spot| {
        let over = [TerrainTrait::Crossing, TerrainTrait::Defile];
        pieces.iter().any(|piece| over.iter().any(|one| piece.is(*one)) && piece.contains(spot))
    };
    let water =
        |spot: Spot| pieces.iter().find(|piece| bars(piece, Mover::Foot) && piece.contains(spot));
    for (table, road) in tables.iter().zip(pieces) {
        if !road.is(TerrainTrait::Road) || road.is(TerrainTrait::Crossing) {
            continue;
        }
        let spots = road.parts().flat_map(|(from, to)| {
            let way = to.minus(from);
            let steps = (way.size() / STEP).ceil().max(1.0) as usize;
            (0..=steps).map(move |step| from.plus(way.times(step as f64 / steps as f64)))
        });
        let spots: Vec<Spot> = spots.collect();
        let over = spots.chunk_by(|one, next| water(*one).is_some() == water(*next).is_some());
        let runs: Vec<&[Spot]> = over.collect();
        // From bank to bank, not into the water and no farther.
        let inner = runs.get(1..runs.len().saturating_sub(1)).unwrap_or_default();
        let bare = inner.iter().filter(|run| !run.iter().any(|spot| crossed(*spot)));
        if let Some(river) = bare.filter_map(|run| water(run[0])).next() {
            let message = format!(
                "{} leads through {}: that is a way over it, as a bridge or a ford would be",
                called(road),
                called(river)
            );
            table.defect_at("line", message, None);
        }
    }
}

/// Key positions that their owners cannot get to though the enemy can, and those to which only a choice of
/// where to come on leads.
fn out_of_reach(tables: &[Table<'_>], scenario: &Scenario) {
    let table = &scenario.position.table;
    let ground: Vec<&Terrain> = table.pieces().iter().collect();
    if !ground.iter().any(|piece| Mover::ALL.into_iter().any(|mover| bars(piece, mover))) {
        return;
    }
    let size = Size { width: table.width(), height: table.height(), guessed: false };
    let ways = Mover::ALL.map(|mover| Ways::new(size, &ground, mover));
    let gets_to = |placed: &Placed, id: UnitId, key: &KeyPosition| {
        let ways = &ways[Mover::of(&placed.unit) as usize];
        let arrival = scenario.arrivals.iter().find(|arrival| arrival.who == Arriving::Unit(id));
        let from = match arrival {
            Some(Arrival { at: None, edge, .. }) => ways.along(*edge),
            Some(Arrival { at: Some(at), .. }) => ways.part(*at).into_iter().collect(),
            None => ways.part(placed.anchor.at).into_iter().collect(),
        };
        !from.is_disjoint(&ways.around(key.at, key.radius))
    };
    for (table, key) in tables.iter().zip(&scenario.key_positions) {
        for side in [Side::First, Side::Second] {
            let units = || scenario.position.ids().zip(scenario.position.units());
            let own = || units().filter(|(_, placed)| placed.side == side);
            let mut comers = own().filter(|(id, placed)| gets_to(placed, *id, key));
            let (army, name) = (&scenario.army(side).name, &key.name);
            // Whoever comes anywhere on an edge may come beyond a river.
            let open = |id: UnitId| {
                let own = |arrival: &&Arrival| arrival.who == Arriving::Unit(id);
                scenario.arrivals.iter().find(own).filter(|arrival| arrival.at.is_none())
            };
            let first = comers.next().map(|(id, _)| id);
            match first {
                None if key.owner == Some(side) => {
                    let message =
                        format!("no way leads {army} to {name}, which it owns: it cannot hold it");
                    table.defect_at("owner", message, None);
                }
                Some(first) if key.points[side as usize] > 0 && key.owner != Some(side) => {
                    let all_open = comers.all(|(id, _)| open(id).is_some());
                    if let Some(arrival) = open(first).filter(|_| all_open) {
                        let message = format!(
                            "of {army} nobody gets to {name} but who comes on beyond what bars the way, anywhere on \
                             the {} edge",
                            arrival.edge
                        );
                        table.defect_at("points", message, None);
                    }
                }
                _ => {}
            }
        }
    }
}

fn units(tables: &[Table<'_>], scenario: &Scenario, book: &Rulebook) {
    let (state, _) = State::start(Arc::new(scenario.clone()), Arc::new(book.clone()));
    for (place, table) in tables.iter().enumerate() {
        let id = UnitId(place as u16);
        let placed = scenario.position.unit(id);
        let name = &placed.unit.name;
        let Some(chief) = scenario.commands[place] else {
            table.defect_at("name", format!("{name} has no leader: no `command`"), None);
            continue;
        };
        if placed.stands.is_empty() {
            continue;
        }
        // At night nobody but a leader who is attached commands anybody.
        if !state.is_night() && state.leaders_of(id).is_empty() {
            let message = format!("{name} begins out of command: {}", why(&state, chief, id));
            table.defect_at("command", message, None);
        }
        if let Some(message) = without_cover(&state, placed) {
            table.defect_at("at", message, None);
        }
        if let Some((edge, far)) = before(placed, scenario.position.table.bounds())
            && far <= NEAR
        {
            let message = format!("{name} faces the {edge} edge, {far} away");
            table.defect_at("facing", message, None);
        }
    }
}

/// Why a leader does not command a unit, and by how far he misses it.
fn why(state: &State, chief: u16, unit: UnitId) -> String {
    let (leader, book) = (state.leader(chief), &state.book);
    let name = &leader.name;
    let Some(at) = leader.at else { return format!("{name} is not there yet") };
    let (placed, table) = (state.unit(unit), &state.position.table);
    let diameter = leader.rank.diameter(&book.bases);
    let nearest = placed
        .stands
        .iter()
        .filter_map(|stand| Some((distance_from_round(at, diameter, &[*stand])?, *stand)));
    let Some((far, stand)) = nearest.min() else { return format!("{name} is too far off") };
    let mut hindered = state.weather();
    hindered.insert_if(leader.attached.is_some(), Hindrance::Attached);
    hindered.insert_if(leader.dismounted, Hindrance::Dismounted);
    let dense = through_dense_growth(table, at, stand);
    hindered.insert_if(dense && far <= book.command.radius, Hindrance::DenseGrowth);
    let reach = command::radius(book, hindered);
    if far > reach {
        let short: Vec<String> = hindered.iter().map(|one| one.name().replace('-', " ")).collect();
        let short = match short.is_empty() {
            true => String::new(),
            false => format!(" ({})", short.join(", ")),
        };
        let missing = tenths(far.in_thousandths() - reach.in_thousandths());
        let far = tenths(far.in_thousandths());
        return format!("{name} is {far} off and reaches {reach}{short}: {missing} too far");
    }
    let off = tenths(far.in_thousandths());
    match sees_from(table, at, stand) {
        Err(hidden) => {
            let screen = behind(state, hidden.by);
            format!("{name} is {off} off and does not see it for {screen}")
        }
        // His nearest stand is not all that he may see; the others are out of reach.
        Ok(()) => format!("{name} is {off} off and sees too little of it"),
    }
}

/// Rounded up, so that what is asked for is enough.
fn tenths(thousandths: i32) -> Length {
    Length::thousandths((thousandths + 99) / 100 * 100)
}

/// What hides a unit from its leader.
fn behind(state: &State, screen: Screen) -> String {
    let piece = |piece: usize| {
        let piece = &state.position.table.pieces()[piece];
        if piece.name.is_empty() { piece.kind.label.to_string() } else { piece.name.to_string() }
    };
    match screen {
        Screen::Woods { piece: at }
        | Screen::Solid { piece: at }
        | Screen::HighGround { piece: at } => piece(at),
        Screen::Unit { unit } => state.name(unit).to_owned(),
        Screen::TooDark { .. } => "the dark".to_owned(),
    }
}

/// Works or walls so near before a front are meant to cover it.
const BEHIND: f64 = 1000.0;

/// Does a line cover a unit that stands at it?
fn covers(piece: &Terrain, placed: &Placed) -> bool {
    let open = placed.unit.formation == Formation::OpenOrder && piece.kind.cover == Cover::Minor;
    piece.area().is_none() && (piece.is(TerrainTrait::LinearCover) || open)
}

/// How far before the front of a stand a line is, if it is before it.
fn ahead(piece: &Terrain, stand: Rect) -> Option<f64> {
    let front = stand.front();
    let near = |(a, b)| nearest_on(front, a, b);
    let spots = piece.parts().map(near);
    let far = |spot: &Spot| spot.minus(front).size();
    let spot = spots.min_by(|one, other| far(one).total_cmp(&far(other)))?;
    let gap = (far(&spot) - piece.half_width()).max(0.0);
    if gap > TOUCH && stand.pose.local(spot).y <= 0.0 {
        return None;
    }
    // In an angle of the works a corner touches them and the middle does not.
    Some(if piece.touches(&Convex::from(stand)) { 0.0 } else { gap })
}

/// A unit that stands close behind works and not at them.
fn without_cover(state: &State, placed: &Placed) -> Option<String> {
    let (table, front) = (&state.position.table, placed.front_rank());
    if front.is_empty() || placed.unit.formation == Formation::Garrison {
        return None;
    }
    let pieces = || table.pieces().iter().filter(|piece| covers(piece, placed));
    let gaps = |piece: &Terrain| -> Vec<f64> {
        front.iter().filter_map(|stand| ahead(piece, *stand)).collect()
    };
    let half = |count: usize| count * 2 >= front.len();
    let at_it = |piece: &Terrain| half(gaps(piece).iter().filter(|gap| **gap <= TOUCH).count());
    if pieces().any(at_it) {
        return None;
    }
    pieces().find_map(|piece| {
        let near: Vec<f64> = gaps(piece).into_iter().filter(|gap| *gap <= BEHIND).collect();
        if !half(near.len()) {
            return None;
        }
        let gap = near.into_iter().fold(f64::INFINITY, f64::min);
        let at = placed.anchor.spot(0.0, gap).point();
        Some(format!(
            "{} is {} behind {} and has no cover from it: its front at {} would touch it",
            placed.unit.name,
            Length::thousandths(gap.round() as i32),
            called(piece),
            written(at),
        ))
    })
}

/// Works whose `front` looks at the very troops that line them.
fn turned_works(tables: &[Table<'_>], scenario: &Scenario) {
    for (table, piece) in tables.iter().zip(scenario.position.table.pieces()) {
        let lines = |placed: &&Placed| {
            let front = placed.front_rank();
            let at_it = |stand: &&Rect| ahead(piece, **stand).is_some_and(|gap| gap <= TOUCH);
            let back = |stand: &Rect| stand.pose.heading.plus(Angle::ABOUT);
            let turned = |stand: &&Rect| at_it(stand) && !piece.faces(stand.front(), back(stand));
            covers(piece, placed) && front.iter().filter(turned).count() * 2 >= front.len().max(1)
        };
        if let Some(placed) = scenario.position.units().iter().find(lines) {
            let message = format!(
                "{} protects from the other side and does not cover {}, which lines it",
                called(piece),
                placed.unit.name
            );
            table.defect_at("front", message, None);
        }
    }
}

/// The edge that a unit looks at, and how far it is from the middle of its front.
fn before(placed: &Placed, table: Bounds) -> Option<(Edge, Length)> {
    if placed.unit.formation == Formation::Garrison {
        return None;
    }
    let at = placed.anchor.at.spot();
    let (sin, cos) = placed.anchor.heading.sin_cos();
    let far = |room: f64, pace: f64| (pace > 1e-6).then(|| (room / pace).max(0.0));
    let ways = [
        (Edge::North, far(table.high.y - at.y, cos)),
        (Edge::East, far(table.high.x - at.x, sin)),
        (Edge::South, far(at.y - table.low.y, -cos)),
        (Edge::West, far(at.x - table.low.x, -sin)),
    ];
    let found = ways.into_iter().filter_map(|(edge, far)| Some((edge, far?)));
    let (edge, far) = found.min_by(|one, other| one.1.total_cmp(&other.1))?;
    let tenths = (far / 100.0).round().min(1e6) as i32;
    Some((edge, Length::thousandths(tenths * 100)))
}
