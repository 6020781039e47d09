//! Laws of every battle, tried on battles that random players fight.

mod mirror;

use std::collections::{BTreeMap, VecDeque};

use ai::{Player, Random};
use engine::Seeded;
use engine::battle::{
    Event, Firing, Happened, Order, Refusal, Removal, RetreatKind, State, Whereabouts, options,
};
use engine::formations::Shape;
use engine::moves::Maneuver;
use engine::table::{Side, UnitId, command_stand, label_stand};
use geometry::{Convex, TOUCH};
use library::order::{order_text, read_order};
use library::record::{Beginning, Game, Record, Replay, digest};
use mirror::{Image, Mirror};

fn training() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let names = ["acw-training", "awi-training", "1812-training", "maw-training"];
    names.into_iter().map(|name| (name, None)).chain([("maw-training", Some("qrs"))])
}

fn begin(name: &str, edition: Option<&str>, seed: u64) -> Game {
    let beginning = Beginning {
        name: name.to_owned(),
        text: library::battle(name).expect("a battle that comes with the program").to_owned(),
        edition: edition.map(str::to_owned),
        seed: Some(seed),
        ..Beginning::default()
    };
    Game::begin(beginning).expect("a battle without defects").0
}

/// Plays a battle with random players and looks at every step.
fn play(game: &mut Game, seed: u64, mut look: impl FnMut(&State, &Order, &State)) {
    let mut player = Random::new(seed);
    let mut orders = 0;
    while game.state.asked().is_some() {
        let order = player.order(&game.state);
        let before = game.state.clone();
        let text = order_text(&before, &order);
        let given = game.give(&order);
        given.unwrap_or_else(|refusal| panic!("seed {seed}: `{text}`: {}", refusal.told(&before)));
        look(&before, &order, &game.state);
        orders += 1;
        assert!(orders < 20_000, "seed {seed}: the battle does not end");
    }
}

#[test]
fn folded_events_are_the_state_and_text_is_the_order() {
    for (name, edition) in training() {
        let mut game = begin(name, edition, 11);
        let mut player = Random::new(11);
        while game.state.asked().is_some() {
            let order = player.order(&game.state);
            let before = game.state.clone();
            let text = order_text(&before, &order);
            assert_eq!(read_order(&before, &text).as_ref(), Ok(&order), "{name}: {text}");
            let events = game.give(&order).expect("an order that passes");
            let mut folded = before;
            events.iter().for_each(|event| folded.evolve(event));
            assert!(folded == game.state, "{name}: `{text}` is not the sum of its events");
        }
    }
}

#[test]
fn a_replay_is_the_battle_again_from_any_step() {
    for (name, edition) in training() {
        let mut game = begin(name, edition, 5);
        let mut digests = vec![digest(&game.state)];
        play(&mut game, 5, |_, _, after| digests.push(digest(after)));
        let record = game.close();
        let record = Record::read(&record.written()).expect("a record that can be read");
        let replay = Replay::of(&record).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        for at in (0..digests.len()).step_by(37) {
            let there = replay.at(at).expect("a step of the record");
            assert_eq!(digest(&there), digests[at], "{name} after {at} orders");
        }
        assert_eq!(Some(&digest(replay.end())), digests.last());
    }
}

#[test]
fn nobody_stands_on_anybody_and_no_stand_is_made_from_nothing() {
    for (name, edition) in training() {
        for seed in [1, 2] {
            let mut game = begin(name, edition, seed);
            play(&mut game, seed, |before, order, after| {
                let text = || format!("{name} seed {seed}: `{}`", order_text(before, order));
                for side in [Side::First, Side::Second] {
                    assert_eq!(stands(after, side), after.starting_stands(side), "{}", text());
                }
                if let Some((one, other)) = overlap(after) {
                    panic!("{}: {} stands on {}", text(), after.name(one), after.name(other));
                }
            });
        }
    }
}

/// The stands of an army: on the table, to come and lost.
fn stands(state: &State, side: Side) -> u16 {
    let there = state.position.ids().filter(|id| {
        let on =
            matches!(state.marks(*id).whereabouts, Whereabouts::OnTable | Whereabouts::Expected);
        on && state.unit(*id).side == side
    });
    let there: u16 = there.map(|id| u16::from(state.unit(id).unit.strength.stands)).sum();
    there + state.lost[side as usize]
}

/// Two units one of which stands on the other.
fn overlap(state: &State) -> Option<(UnitId, UnitId)> {
    let ids: Vec<UnitId> = state.position.ids().collect();
    for (place, &one) in ids.iter().enumerate() {
        let Some(bounds) = state.unit(one).bounds() else { continue };
        for &other in &ids[..place] {
            let near = state.unit(other).bounds().is_some_and(|there| there.meets(bounds));
            let deep = |a: &Convex| state.unit(other).outlines().any(|b| a.depth(&b) > 3.0 * TOUCH);
            if near && state.unit(one).outlines().any(|a| deep(&a)) {
                return Some((one, other));
            }
        }
    }
    None
}

#[test]
fn every_order_that_is_offered_can_be_given() {
    for (name, edition) in training() {
        let mut game = begin(name, edition, 3);
        let mut count = 0;
        play(&mut game, 3, |before, _, _| {
            count += 1;
            if count % 29 != 0 {
                return;
            }
            let offered = options(before);
            assert!(!offered.is_empty(), "{name}: nothing is offered at {:?}", before.asked());
            for order in offered {
                let text = order_text(before, &order);
                assert!(before.check(&order).is_ok(), "{name}: {text}");
                let applied = before.apply(&order, &mut Seeded::new(9, before.dice));
                assert!(applied.is_ok(), "{name}: {text}");
            }
        });
    }
}

#[test]
fn orders_out_of_place_change_nothing() {
    let mut game = begin("maw-training", None, 8);
    let mut seen: Vec<Order> = Vec::new();
    play(&mut game, 8, |before, order, _| {
        for old in &seen {
            // Refused or not, a check leaves the battle as it was and the same question gets the same answer.
            let first = before.check(old);
            assert_eq!(first, before.check(old));
            if first.is_err() {
                let applied = before.apply(old, &mut Seeded::new(1, before.dice));
                assert!(applied.is_err());
            }
        }
        seen.push(order.clone());
        if seen.len() > 12 {
            seen.remove(0);
        }
    });
}

#[test]
fn the_last_order_without_a_die_can_be_taken_back() {
    let mut game = begin("awi-training", None, 4);
    let mut player = Random::new(4);
    let mut taken_back = 0;
    for _ in 0..120 {
        if game.state.asked().is_none() {
            break;
        }
        let before = (game.state.clone(), game.record.orders.len());
        let order = player.order(&game.state);
        game.give(&order).expect("an order that passes");
        if game.state.dice == before.0.dice {
            assert!(game.undo());
            assert!(game.state == before.0);
            assert_eq!(game.record.orders.len(), before.1);
            taken_back += 1;
            game.give(&order).expect("the same order again");
        } else {
            assert!(!game.can_undo());
        }
    }
    assert!(taken_back > 10);
}

/// The battles to see in the mirror; the last few once came out otherwise there.
fn to_mirror() -> impl Iterator<Item = (String, Game)> {
    let trained = training().map(|(name, edition)| (name.to_owned(), begin(name, edition, 1)));
    trained.chain((0..48).chain([176, 187, 229, 494]).map(small))
}

/// A small random battle.
fn small(number: u64) -> (String, Game) {
    let sample = library::sample(number).expect("every number has a battle");
    let beginning = Beginning {
        name: format!("random {number}"),
        text: sample.text,
        edition: Some(sample.edition.to_owned()),
        rulings: sample.rulings,
        seed: Some(1),
        ..Beginning::default()
    };
    (beginning.name.clone(), Game::begin(beginning).expect("a battle without defects").0)
}

/// The convention by which an order may do something else in the mirror: the rules leave it open, and
/// whoever has to choose knows left from right.
fn convention(
    image: &Image,
    before: &State,
    order: &Order,
    done: &[Event],
) -> Option<&'static str> {
    let carried_elsewhere = |unit: UnitId| {
        let there = |stand: Option<u8>| stand.map(|stand| image.stand(unit, stand));
        let (here, mirrored) = (before.unit(unit), image.state.unit(unit));
        there(command_stand(here)) != command_stand(mirrored)
            || there(label_stand(here)) != label_stand(mirrored)
    };
    let reforms = |event: &Event| match event.what {
        Happened::Reforms { unit } => carried_elsewhere(unit),
        _ => false,
    };
    let runs = |event: &Event| match event.what {
        Happened::Retreats { how, .. } => how == RetreatKind::Full,
        Happened::Destroyed { why, .. } => matches!(why, Removal::Edge | Removal::Cut),
        _ => false,
    };
    let is_square = |firing: &Firing| before.unit(firing.unit).shape == Shape::Square;
    match order {
        Order::Lose { unit, .. } if carried_elsewhere(*unit) => {
            Some("of two stands in the middle the left one carries the colors")
        }
        Order::Fire { firers, .. } if firers.iter().any(is_square) => {
            Some("of sides of a square that bear alike the right one fires before the left one")
        }
        Order::Maneuver { maneuver: Maneuver::ChangeFormation { .. }, .. } => {
            Some("stands go to their places in a new formation by their numbers, from the left")
        }
        _ if done.iter().any(reforms) => Some("a unit forms again about the stand with the colors"),
        _ if done.iter().any(runs) => Some("who runs passes what is in his way on the right"),
        _ => None,
    }
}

#[test]
fn mirrored_battles_mirror() {
    let (mut same, mut without_image, mut refusals) = (0, 0, 0);
    let mut by_convention: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, mut game) in to_mirror() {
        let mirror = Mirror::of(&game.state);
        let mut past: VecDeque<Order> = VecDeque::new();
        play(&mut game, 1, |before, order, after| {
            let images = mirror.image(before).zip(mirror.image(after));
            let Some((image, expected)) = images else {
                without_image += 1;
                return;
            };
            let text = || format!("{name}: `{}`", order_text(before, order));
            for old in &past {
                let (here, there) =
                    (before.check(old), image.state.check(&mirror.order(&image, old)));
                let (here, there) = (here.err(), there.err());
                refusals += usize::from(here.is_some());
                let rules = [&here, &there].map(|refused| refused.as_ref().map(Refusal::rule));
                assert_eq!(rules[0], rules[1], "before {}: {old:?}", text());
            }
            past.push_front(order.clone());
            past.truncate(4);
            let dice = || Seeded::new(1, before.dice);
            let given = image.state.apply(&mirror.order(&image, order), &mut dice());
            let (difference, mut done) = match given {
                Ok((found, done)) => (mirror::difference(&expected.state, &found), done),
                Err(refusal) => (Some(refusal.told(&image.state)), Vec::new()),
            };
            let Some(difference) = difference else {
                same += 1;
                return;
            };
            done.extend(before.apply(order, &mut dice()).expect("it was given").1);
            match convention(&image, before, order, &done) {
                Some(convention) => *by_convention.entry(convention).or_default() += 1,
                None => panic!("{} is another battle in the mirror:\n{difference}", text()),
            }
        });
    }
    let otherwise: usize = by_convention.values().sum();
    let counted = format!("{same} {without_image} {refusals} {by_convention:?}");
    assert!(same > 4_000 && refusals > 4_000, "{counted}");
    assert!(otherwise * 200 <= same && without_image * 5 <= same, "{counted}");
}

#[test]
fn a_mirror_that_takes_left_for_left_is_found_out() {
    let (mut same, mut other) = (0, 0);
    for (_, mut game) in (0..6).map(small) {
        let mirror = Mirror::of(&game.state);
        play(&mut game, 1, |before, order, after| {
            let Some((image, expected)) = mirror.image(before).zip(mirror.image(after)) else {
                return;
            };
            let knows_left = mirror.order(&image, order) != *order;
            let given = image.state.apply(order, &mut Seeded::new(1, before.dice));
            let mirrors =
                given.is_ok_and(|(found, _)| mirror::difference(&expected.state, &found).is_none());
            let by_convention = || {
                let done = before.apply(order, &mut Seeded::new(1, before.dice));
                convention(&image, before, order, &done.expect("it was given").1).is_some()
            };
            let text = || order_text(before, order);
            assert!(mirrors || knows_left || by_convention(), "`{}`", text());
            same += usize::from(mirrors && knows_left);
            other += usize::from(!mirrors);
        });
    }
    // A few orders do the same either way: guns told to look where they look already.
    assert!(other > 50 && same * 20 <= other, "{same} {other}");
}
