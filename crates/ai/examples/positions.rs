//! Facts of battles at the beginning of each player turn, and who won: what `scripts/fit-outlook` reads.
//!
//! `cargo run --release -p ai --example positions -- 100 1 acw-training maw-training > positions.txt`
//! fights 100 battles of each from seed 1 on. Each player turn is a captain's or, one in five, a recruit's, and one maneuver in eight
//! is anything, so that what happens does not hang on how captains play alone.

use std::sync::atomic::{AtomicUsize, Ordering};

use ai::{Level, outlook};
use engine::battle::Task;
use library::record::{Beginning, Game};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, seed, names @ ..] = &args[..] else {
        eprintln!("positions GAMES SEED BATTLE...");
        std::process::exit(2);
    };
    let (games, seed) = (number(games), number(seed));
    let bouts: Vec<(usize, u64)> = (seed..seed + games)
        .flat_map(|seed| (0..names.len()).map(move |name| (name, seed)))
        .collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((name, seed)) = bouts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    print!("{}", fought(&names[*name], *name, *seed));
                }
            });
        }
    });
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| {
        eprintln!("`{text}` is no number");
        std::process::exit(2)
    })
}

/// A line for each player turn: battle, seed, turn, side, what it came to for that side, the facts.
fn fought(name: &str, place: usize, seed: u64) -> String {
    let Some(text) = library::battle(name) else {
        eprintln!("no battle is called `{name}`");
        std::process::exit(2)
    };
    let beginning = Beginning {
        name: name.to_owned(),
        text: text.to_owned(),
        seed: Some(seed),
        ..Beginning::default()
    };
    let (mut game, _) = Game::begin(beginning).expect("a battle without defects");
    let mut players =
        [Level::Captain, Level::Recruit, Level::Random].map(|level| level.player(seed));
    let mut rows = Vec::new();
    let mut turn = None;
    while let Some(asked) = game.state.asked() {
        let now = (game.state.turn, game.state.active);
        if turn != Some(now) {
            turn = Some(now);
            rows.push((now, outlook::facts(&game.state)));
        }
        let lot = seed.wrapping_mul(31) + u64::from(now.0) * 2 + asked.side as u64;
        let maneuver = matches!(asked.task, Task::Maneuvers { .. });
        let who = match (u64::from(game.state.dice) + game.record.orders.len() as u64) % 8 {
            0 if maneuver => 2,
            _ => usize::from(lot.is_multiple_of(5)),
        };
        let order = players[who].order(&game.state);
        game.give(&order).expect("an order that passes its check");
    }
    let winner = game.state.victory.and_then(|victory| victory.winner);
    let row = |((turn, side), facts): ((u16, engine::table::Side), Vec<(&str, f64)>)| {
        let score = winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        let facts: Vec<String> = facts.iter().map(|(_, fact)| format!("{fact:.4}")).collect();
        format!("{place} {seed} {turn} {} {score} {}\n", side as usize, facts.join(" "))
    };
    rows.into_iter().map(row).collect()
}
