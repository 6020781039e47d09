//! Whole battles: those that are recorded, small ones of random players, and large ones to measure.

use std::sync::Arc;

use ai::{Player, Random};
use engine::battle::{Event, State};
use engine::scenario::{Post, Scenario};
use engine::table::{Leader, Position, Rank, UnitId};
use engine::{Die, Scripted};
use geometry::Angle;
use library::order::read_order;
use library::record::{Beginning, Game, Record};
use library::{Choices, sample};
use rulebook::LeaderRating;

use crate::digest::Digest;
use crate::tables;

macro_rules! records {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../records/", $name, ".json")))),*]
    };
}

/// Every record that comes with the program; a test compares the folder.
pub const RECORDS: &[(&str, &str)] = records! {
    "1812-army-gone" "1812-last-turn" "acw-last-turn" "awi-draw" "awi-given-up" "maw-last-turn"
    "maw-qrs-last-turn"
};

/// How many small random battles are played.
pub const RANDOM: u64 = 40;

/// Takes in what an order did, in values, and the battle after it.
fn take(state: &State, events: &[Event], digest: &mut Digest) {
    events.iter().for_each(|event| digest.take(&event.what));
    let mut bytes = Vec::new();
    state.write_to(&mut bytes);
    digest.bytes(&bytes);
}

/// Plays a record again, order by order; the digests in it must be met.
pub fn replayed(text: &str, digest: &mut Digest) {
    let record = Record::read(text).expect("a stored record can be read");
    let beginning = Beginning {
        name: record.scenario,
        text: record.battle,
        edition: record.edition,
        rulings: Choices::from_iter(record.rulings),
        ..Beginning::default()
    };
    let (mut game, events) = Game::begin(beginning).expect("its scenario has no defects");
    take(&game.state, &events, digest);
    let dice = record.dice.iter().map(|face| Die::new(*face).expect("a die from 1 to 10"));
    let mut dice = Scripted::new(dice);
    for (count, text) in record.orders.iter().enumerate() {
        for setting in record.set.get(&count).into_iter().flatten() {
            let events = game.set(setting.clone()).expect("what was set up can be so");
            take(&game.state, &events, digest);
        }
        let order = read_order(&game.state, text).expect("an order that can be read");
        let events = game.give_with(&order, &mut dice).expect("an order that can be given");
        take(&game.state, &events, digest);
    }
    assert_eq!((game.close().digests, dice.left()), (record.digests, 0));
}

/// Has random players fight the small random battle of a number.
pub fn random(number: u64, digest: &mut Digest) {
    let mut game = small(number);
    take(&game.state, &[], digest);
    let mut player = Random::new(number);
    while game.state.asked().is_some() {
        let order = player.order(&game.state);
        let events = game.give(&order).expect("what a player orders can be given");
        take(&game.state, &events, digest);
    }
}

/// The small random battle of a number, with its own dice.
pub fn small(number: u64) -> Game {
    let drawn = sample(number).expect("every number has a battle");
    let beginning = Beginning {
        name: format!("random {number}"),
        text: drawn.text,
        edition: Some(drawn.edition.to_owned()),
        rulings: drawn.rulings,
        seed: Some(number),
        ..Beginning::default()
    };
    Game::begin(beginning).expect("a battle without defects").0
}

/// How many units a leader of a large battle has.
const COMMAND: usize = 4;

/// A battle of the Civil War with about so many stands, on a random table of the usual density.
pub fn large(stands: usize) -> State {
    let name = "acw-training";
    let text = library::battle(name).expect("a battle that comes with the program");
    let read = library::scenario_of(text, name, None, &Choices::new());
    let (plain, book) = read.expect("a battle without defects");
    let random = tables::position(&book, 1862, stands);
    let (mut leaders, mut commands): (Vec<Leader>, Vec<Option<u16>>) = (Vec::new(), Vec::new());
    let mut led = [(0, 0); 2];
    for placed in random.units() {
        let (leader, units) = &mut led[placed.side as usize];
        if *units % COMMAND == 0 {
            *leader = leaders.len() as u16;
            leaders.push(leader_behind(&random, UnitId(commands.len() as u16)));
        }
        *units += 1;
        commands.push(Some(*leader));
    }
    let scenario = Scenario {
        posts: vec![Post::default(); leaders.len()],
        position: Position::new(random.table.clone(), random.units().to_vec(), leaders),
        commands,
        arrivals: Vec::new(),
        screens: Vec::new(),
        key_positions: Vec::new(),
        ..plain
    };
    State::start(Arc::new(scenario), Arc::new(book)).0
}

/// A leader close behind a unit.
fn leader_behind(position: &Position, unit: UnitId) -> Leader {
    let placed = position.unit(unit);
    Leader {
        name: format!("leader of {}", placed.unit.name).into(),
        side: placed.side,
        rank: Rank::Brigade,
        rating: LeaderRating::ALL[unit.place() % LeaderRating::ALL.len()],
        at: Some(placed.anchor.moved(0.0, -1500.0, Angle::ZERO).at),
        attached: None,
        dismounted: false,
        of_artillery: false,
        masses_guns: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_is_replayed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");
        let files = std::fs::read_dir(folder).expect("the folder of records");
        let names = files.map(|file| file.expect("a file").file_name().into_string());
        let mut stored: Vec<String> =
            names.filter_map(|name| name.ok()?.strip_suffix(".json").map(str::to_owned)).collect();
        stored.sort();
        let listed: Vec<&str> = RECORDS.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, stored);
    }

    #[test]
    fn a_replayed_record_has_a_state_for_each_order() {
        let (_, text) = RECORDS.iter().find(|(name, _)| *name == "1812-army-gone").unwrap();
        let (mut one, mut other) = (Digest::new(), Digest::new());
        replayed(text, &mut one);
        replayed(text, &mut other);
        assert_eq!(one.state(), other.state());
        assert!(one.count() > Record::read(text).unwrap().orders.len());
    }

    #[test]
    fn large_battles_are_as_large_as_they_should_be() {
        for stands in [50, 200] {
            let state = large(stands);
            let all: usize = state.position.units().iter().map(|unit| unit.stands.len()).sum();
            assert!((stands..stands + 13).contains(&all), "{all}");
            assert!(state.asked().is_some());
        }
    }
}
