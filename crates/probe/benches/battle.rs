//! What a battle costs. `scripts/bench-battle` counts the instructions of the three functions that are
//! never inlined here, and takes the time of whole runs.
//!
//! `battle small 100`: random players fight a hundred small battles.
//! `battle turn 200`: the first game turn on a table of 200 stands, by several random players one after
//! the other; a state is copied at each order.
//! `battle copies 200 1000`: a thousand copies of the state before the first order.

use std::hint::black_box;

use ai::{Player, Random};
use engine::Seeded;
use engine::battle::{Order, State};
use probe::battles::{large, small};

/// How many random players play the same turn.
const PLAYERS: u64 = 4;

#[inline(never)]
fn thought(player: &mut Random, state: &State) -> Order {
    player.order(state)
}

#[inline(never)]
fn given(state: &State, order: &Order) -> State {
    let dice = &mut Seeded::new(1863, state.dice);
    state.apply(order, dice).expect("what a player orders can be given").0
}

#[inline(never)]
fn copied(state: &State) -> State {
    state.clone()
}

/// Plays a battle up to the end of a turn; how many orders there were.
fn play(mut state: State, seed: u64, last_turn: u16) -> usize {
    let mut player = Random::new(seed);
    let mut count = 0;
    while state.asked().is_some() && state.turn <= last_turn {
        let order = thought(&mut player, &state);
        state = given(&black_box(copied(&state)), &order);
        count += 1;
    }
    count
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |place: usize| args.get(place).and_then(|text| text.parse::<usize>().ok());
    match (args.first().map(String::as_str), number(1), number(2)) {
        (Some("small"), Some(battles), _) => {
            let fought = |number| play(small(number).state, number, u16::MAX);
            println!("{}", (0..battles as u64).map(fought).sum::<usize>());
        }
        (Some("turn"), Some(stands), _) => {
            let state = large(stands);
            println!("{}", (0..PLAYERS).map(|seed| play(state.clone(), seed, 1)).sum::<usize>());
        }
        (Some("copies"), Some(stands), Some(copies)) => {
            let state = large(stands);
            (0..copies).for_each(|_| drop(black_box(copied(&state))));
            println!("{copies}");
        }
        _ => println!("battle small 100 | battle turn 200 | battle copies 200 1000"),
    }
}
