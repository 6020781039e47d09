//! Laws of every battle, tried on battles that random players fight.

use ai::{Player, Random};
use engine::Seeded;
use engine::battle::{Order, State, Whereabouts, options};
use engine::table::{Side, UnitId};
use geometry::{Convex, TOUCH};
use library::order::{order_text, read_order};
use library::record::{Beginning, Game, Record, Replay, digest};

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
