//! What a player reads before and after a battle.

use engine::Unit;
use engine::battle::{State, Victory};
use engine::fire::Light;
use engine::scenario::{Arrival, Arriving, Scenario};
use engine::table::{Side, UnitId};
use library::{BATTLES, Choices};
use rulebook::Rulebook;

use super::{asks, card, own_rules};
use crate::{Fault, show};

/// The battles that come with the program, and how to start one.
pub fn battles() -> Result<String, Fault> {
    let mut text = show::heading("Battles");
    for (name, file) in BATTLES {
        let (scenario, book) =
            library::scenario(file, &format!("{name}/battle.toml"), &Choices::new())?;
        let [one, other] = &scenario.armies;
        text += &format!("  {name:<18} {}, {}\n", show::strong(&scenario.title), scenario.date);
        text += &format!(
            "  {:<18} {}: {} against {}, {} turns\n",
            "", book.title, one.name, other.name, scenario.clock.turns
        );
    }
    text +=
        "\n`dq play --text acw-training` starts one; you play both sides, and `--second random`\n";
    text += "gives the second to the machine. A scenario file will do instead of a name.\n";
    Ok(text)
}

/// The briefing: who fights whom, with what, where and for what.
pub fn briefing(state: &State) -> String {
    let (scenario, book) = (&*state.scenario, &*state.book);
    let mut text = show::heading(&format!("{}, {}", scenario.title, scenario.date));
    text += &format!("{}\n", setting(state, scenario, book));
    for side in [Side::First, Side::Second] {
        text.push('\n');
        text += &army(state, side);
    }
    for part in [reinforcements(state), light(state)] {
        if !part.is_empty() {
            text += &format!("\n{part}");
        }
    }
    if !scenario.key_positions.is_empty() {
        text += &format!("\n{}{}", show::heading("Key positions"), card::positions(state));
    }
    let own = own_rules::told(state);
    if !own.is_empty() {
        text += &format!("\n{}{own}", show::heading("Rules of this battle"));
    }
    if !scenario.notes.is_empty() {
        text += &format!("\n{}", show::heading("Notes"));
        for note in &scenario.notes {
            text += &format!("  - {note}\n");
        }
    }
    text
}

fn setting(state: &State, scenario: &Scenario, book: &Rulebook) -> String {
    let clock = scenario.clock;
    let table = &scenario.position.table;
    format!(
        "{}; {} turns of {} minutes from {}, {} moves first; a table of {} by {}, north is up.",
        book.title,
        clock.turns,
        clock.minutes,
        asks::time(state, 1),
        state.army_name(clock.first),
        table.width(),
        table.height(),
    )
}

fn army(state: &State, side: Side) -> String {
    let army = state.scenario.army(side);
    let stands = state.starting_stands(side);
    let mut text = format!(
        "{}{}\n",
        show::strong(&army.name),
        show::faint(&format!(
            ", {stands} stands, heavy casualties from {} lost; broken troops run to the {} edge",
            state.heavy_at(side),
            army.edge
        ))
    );
    let units: Vec<UnitId> =
        state.position.ids().filter(|id| state.unit(*id).side == side).collect();
    for leader in state.leaders_on(side) {
        let him = state.leader(leader);
        let comes = card::expected(state, Arriving::Leader(leader));
        let comes = if comes.is_empty() { comes } else { format!(", {comes}") };
        text += &format!("  {}, {} leader, {}{comes}\n", him.name, him.rank, him.rating);
        for unit in units.iter().filter(|unit| state.commander(**unit) == Some(leader)) {
            text += &format!("    {}\n", unit_line(state, *unit));
        }
    }
    for unit in units.iter().filter(|unit| state.commander(**unit).is_none()) {
        text += &format!("  {}\n", unit_line(state, *unit));
    }
    text
}

/// A unit as players write it, with its weapon and formation.
fn unit_line(state: &State, id: UnitId) -> String {
    let unit = &state.unit(id).unit;
    let mut text = unit.label(&state.book.terms);
    let weapon = unit.weapon(&state.book).map(|weapon| format!(", {}", weapon.name));
    text += &weapon.unwrap_or_default();
    if unit.is_troops() {
        let mounted = if unit.is_mounted() { "mounted, " } else { "" };
        text += &format!(", {mounted}{}", unit.described_formation(&state.book.terms));
    }
    let comes = card::expected(state, Arriving::Unit(id));
    if comes.is_empty() { text } else { format!("{text}, {comes}") }
}

/// What else is said of a unit, in words.
pub fn traits(unit: &Unit) -> Vec<String> {
    unit.traits.iter().map(|one| one.name().replace('-', " ")).collect()
}

/// Who comes in which turn, and where; empty if everybody is there.
fn reinforcements(state: &State) -> String {
    let mut arrivals = state.scenario.arrivals.clone();
    if arrivals.is_empty() {
        return String::new();
    }
    let place = |arrival: &Arrival| (arrival.turn, arrival.edge, arrival.at, arrival.die);
    arrivals.sort_by_key(|arrival| {
        let leader = matches!(arrival.who, Arriving::Leader(_));
        (arrival.turn, side_of(state, arrival.who), arrival.edge, arrival.at, !leader)
    });
    let mut text = show::heading("Reinforcements");
    let together = |one: &Arrival, next: &Arrival| {
        place(one) == place(next) && side_of(state, one.who) == side_of(state, next.who)
    };
    for group in arrivals.chunk_by(together) {
        let Arrival { who, turn, edge, at, die } = group[0];
        let names: Vec<String> =
            group.iter().map(|arrival| who_comes(state, arrival.who)).collect();
        let at = at.map_or("anywhere".to_owned(), |at| format!("at {}", card::place(at)));
        let rolled =
            die.map_or(String::new(), |die| format!(" or later, on a die of {die} or more"));
        text += &format!(
            "  Turn {turn}{rolled}, {}, over the {edge} edge {at}: {}\n",
            state.army_name(side_of(state, who)),
            names.join("; ")
        );
    }
    text
}

fn side_of(state: &State, who: Arriving) -> Side {
    match who {
        Arriving::Unit(unit) => state.unit(unit).side,
        Arriving::Leader(leader) => state.leader(leader).side,
    }
}

fn who_comes(state: &State, who: Arriving) -> String {
    match who {
        Arriving::Unit(unit) => state.unit(unit).unit.label(&state.book.terms),
        Arriving::Leader(leader) => state.leader(leader).name.to_string(),
    }
}

/// The light of every turn; empty if it is clear day from first to last.
fn light(state: &State) -> String {
    let turns: Vec<u16> = (1..=state.scenario.clock.turns).collect();
    let is_plain = |turn: &u16| state.sight_in(*turn).is_none();
    if turns.iter().all(is_plain) {
        return String::new();
    }
    let of = |turn: u16| {
        let foggy = state.scenario.clock.fog(turn).is_some();
        let fog = if foggy { " and fog" } else { "" };
        let light = match state.scenario.clock.daylight.light(&state.book, turn) {
            Light::Day => "day".to_owned(),
            Light::Twilight(_) => "twilight".to_owned(),
            Light::Night(sky) => format!("night, {}", sky.name().replace('-', " ")),
        };
        let far = state.sight_in(turn).map(|far| format!("; one sees {far}"));
        format!("{light}{fog}{}", far.unwrap_or_default())
    };
    let mut text = show::heading("Light");
    for same in turns.chunk_by(|one, next| of(*one) == of(*next)) {
        let (first, last) = (same[0], same[same.len() - 1]);
        let turns = match first == last {
            true => format!("Turn {first}"),
            false => format!("Turns {first} to {last}"),
        };
        text += &format!("  {turns}, {}: {}\n", asks::time(state, first), of(first));
    }
    text
}

/// How it ended: who won, points, losses.
pub fn ending(state: &State, victory: Victory) -> String {
    let winner = victory
        .winner
        .map_or("a draw".to_owned(), |side| format!("{} wins", state.army_name(side)));
    let mut text = show::heading(&format!("\n{}: {winner}", state.scenario.title));
    for side in [Side::First, Side::Second] {
        let (lost, all) = (state.lost[side as usize], state.starting_stands(side));
        let guns = match state.taken[side as usize] {
            0 => String::new(),
            1 => ", 1 gun taken".to_owned(),
            guns => format!(", {guns} guns taken"),
        };
        let units = state.position.ids().filter(|id| {
            let gone = state.unit(*id).stands.is_empty();
            let listed = id.place() < state.scenario.position.units().len();
            gone && listed && state.unit(*id).side == side
        });
        text += &format!(
            "  {}: {} points; lost {lost} of {all} stands and {} units{guns}\n",
            state.army_name(side),
            victory.points[side as usize],
            units.count(),
        );
    }
    text + &card::positions(state)
}
