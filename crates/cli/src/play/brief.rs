//! What a player reads before and after a battle.

use engine::Unit;
use engine::battle::{State, Victory};
use engine::fire::Light;
use engine::scenario::{Arrival, Arriving, Fog, Scenario, Special, SpecialRule};
use engine::table::{Side, Terrain, UnitId};
use library::{BATTLES, Choices};
use rulebook::{Arm, Going, Rulebook, TerrainTrait, Trait};

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
    for part in [reinforcements(state), light(state), ground(state)] {
        if !part.is_empty() {
            text += &format!("\n{part}");
        }
    }
    if !scenario.key_positions.is_empty() {
        text += &format!("\n{}{}", show::heading("Key positions"), card::positions(state));
    }
    let own = own_rules::told(state);
    if !own.is_empty() {
        text += &format!("\n{}", show::heading("Rules of this battle"));
        text.extend(own.iter().map(|rule| format!("  - {rule}\n")));
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
        let superior = state.scenario.posts[usize::from(leader)].superior;
        let under = superior.map(|superior| format!(", under {}", state.leader_name(superior)));
        let under = under.unwrap_or_default();
        text += &format!("  {}, {} leader, {}{under}{comes}\n", him.name, him.rank, him.rating);
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
    text += &format!(", {}", weapon(state, unit));
    if unit.is_troops() {
        let mounted = if unit.is_mounted() { "mounted, " } else { "" };
        text += &format!(", {mounted}{}", unit.described_formation(&state.book.terms));
    }
    if let Some(at) = state.scenario.position.unit(id).tethered {
        text += &format!(", horses tethered at {}", card::place(at));
    }
    let comes = card::expected(state, Arriving::Unit(id));
    if comes.is_empty() { text } else { format!("{text}, {comes}") }
}

/// What a unit is armed with, in words.
pub fn weapon(state: &State, unit: &Unit) -> String {
    if let Some(weapon) = unit.weapon(&state.book) {
        return weapon.name.to_string();
    }
    let lances = state.book.charge.lancer_nations.contains(&unit.nation)
        && unit.arm == Arm::Cavalry
        && !unit.traits.contains(Trait::NoLances);
    // Elsewhere some carried them all the same; the rules make nothing of it.
    if lances || unit.name.to_lowercase().contains("lancers") {
        "lances".to_owned()
    } else {
        "no firearms".to_owned()
    }
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
        let Arrival { who, turn, edge, at, .. } = group[0];
        let at = at.map_or("anywhere".to_owned(), |at| format!("at {}", card::place(at)));
        text += &format!(
            "  Turn {turn}{}, {}, over the {edge} edge {at}: {}\n",
            card::rolled(&group[0]).trim_end_matches(','),
            state.army_name(side_of(state, who)),
            who_come(state, group)
        );
    }
    text
}

/// Those who come together, by their leaders: `Worth; 5th US Infantry 8/5/3 Vet, under Garland`.
fn who_come(state: &State, group: &[Arrival]) -> String {
    let chief = |arrival: &Arrival| match arrival.who {
        Arriving::Unit(unit) => state.commander(unit),
        Arriving::Leader(leader) => state.scenario.posts[usize::from(leader)].superior,
    };
    let together = |one: &Arrival, next: &Arrival| {
        let unit = |arrival: &Arrival| matches!(arrival.who, Arriving::Unit(_));
        unit(one) && unit(next) && chief(one) == chief(next)
    };
    let parts = group.chunk_by(together).map(|same| {
        let names: Vec<String> = same.iter().map(|arrival| who_comes(state, arrival.who)).collect();
        let under = chief(&same[0]).map(|chief| format!(", under {}", state.leader_name(chief)));
        format!("{}{}", names.join(", "), under.unwrap_or_default())
    });
    parts.collect::<Vec<_>>().join("; ")
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
        let haze: String = hazes(&state.scenario, turn).concat();
        let light = match state.scenario.clock.daylight.light(&state.book, turn) {
            Light::Day => "day".to_owned(),
            Light::Twilight(_) => "twilight".to_owned(),
            Light::Night(sky) => format!("night, {}", sky.name().replace('-', " ")),
        };
        let far = state.sight_in(turn).map(|far| format!("; one sees {far}"));
        format!("{light}{haze}{}", far.unwrap_or_default())
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

/// What is in the air in a turn: fog, or smoke by its name.
fn hazes(scenario: &Scenario, turn: u16) -> Vec<String> {
    let smoke = |fog: &Fog| {
        let same = |special: &&Special| {
            let times = (special.from, special.until) == (fog.from, fog.until);
            times && special.what == SpecialRule::Smoke { sight: fog.sight }
        };
        scenario.specials.iter().find(same)
    };
    let fogs = scenario.clock.fogs.iter().flatten();
    let here = fogs.filter(|fog| (fog.from..=fog.until).contains(&turn));
    let words = here.map(|fog| match smoke(fog) {
        Some(special) => format!(", {}", special.name),
        None => " and fog".to_owned(),
    });
    words.collect()
}

/// Ground that some or all cannot enter; empty if everybody can go everywhere.
fn ground(state: &State) -> String {
    let whom = |piece: &Terrain| {
        let horse = piece.is(TerrainTrait::NoHorse).then_some("horse");
        let guns = piece.is(TerrainTrait::NoGuns).then_some("guns");
        match (piece.kind.going, horse.or(guns)) {
            (Going::Impassable, _) => Some("nobody enters".to_owned()),
            (_, Some(_)) => {
                let barred: Vec<&str> = [horse, guns].into_iter().flatten().collect();
                Some(format!("no {}", barred.join(" and no ")))
            }
            _ => None,
        }
    };
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for piece in state.scenario.position.table.pieces() {
        let Some(whom) = whom(piece) else { continue };
        let name = match &*piece.name {
            "" => piece.kind.label.to_string(),
            name => format!("{name} ({})", piece.kind.label),
        };
        match rows.iter_mut().find(|(known, _)| *known == whom) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => rows.push((whom, vec![name])),
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let mut text = show::heading("Ground");
    for (whom, names) in rows {
        text += &format!("  {}{}: {}\n", whom[..1].to_uppercase(), &whom[1..], names.join("; "));
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
        let units = match units.count() {
            1 => "1 unit".to_owned(),
            units => format!("{units} units"),
        };
        text += &format!(
            "  {}: {}; lost {lost} of {all} stands and {units}{guns}\n",
            state.army_name(side),
            card::points(victory.points[side as usize]),
        );
    }
    text + &card::positions(state)
}
