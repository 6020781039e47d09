//! Battles between players whose weights are named, each fought with both seats: what a change of a weight is worth.
//!
//! `cargo run --release -p ai --example duel -- 24 1 captain:given=3,flank=1.2 captain EIGHT` fights each of the eight battles
//! that docs/ai.md measures 24 times with each seat, from seed 1 on; other battles are named, or are scenario files. Nobody is stopped by a
//! clock, so the same seeds give the same battles.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ai::{Player, tuned};
use engine::table::Side;
use library::record::{Beginning, Game};

/// The battles that docs/ai.md measures.
const EIGHT: [&str; 8] = [
    "acw-training",
    "awi-training",
    "1812-training",
    "maw-training",
    "acw-first-kernstown",
    "awi-camden",
    "1812-chippawa",
    "maw-resaca-de-la-palma",
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, seed, one, other, names @ ..] = &args[..] else {
        stop("duel GAMES SEED FIRST SECOND BATTLE...")
    };
    let (games, seed) = (number(games), number(seed));
    let players = [one.as_str(), other.as_str()];
    for text in players {
        player(text, 0);
    }
    let names: Vec<&str> = match names {
        [eight] if eight == "EIGHT" => EIGHT.to_vec(),
        names => names.iter().map(String::as_str).collect(),
    };
    let bouts: Vec<(usize, u64, usize)> = (seed..seed + games)
        .flat_map(|seed| (0..names.len()).flat_map(move |name| [(name, seed, 0), (name, seed, 1)]))
        .collect();
    let next = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); names.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(name, seed, seat)) =
                    bouts.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let found = fought(names[name], seed, players, seat);
                    tallies.lock().expect("no thread panics")[name].add(&found);
                }
            });
        }
    });
    let mut all = Tally::default();
    for (name, tally) in names.iter().zip(tallies.lock().expect("no thread panics").iter()) {
        all.add(tally);
        tally.tell(name);
    }
    all.tell("all");
}

fn stop(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2)
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| stop(&format!("`{text}` is no number")))
}

fn player(text: &str, seed: u64) -> Box<dyn Player + Send> {
    let unknown = |word| stop(&format!("`{word}` of `{text}` is neither a level nor a weight"));
    tuned::player(text, seed).unwrap_or_else(unknown)
}

/// What the first player made of some battles.
#[derive(Clone, Copy, Default)]
struct Tally {
    battles: f64,
    score: f64,
    squares: f64,
    points: f64,
    lost: [f64; 2],
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.battles += other.battles;
        self.score += other.score;
        self.squares += other.squares;
        self.points += other.points;
        for player in 0..2 {
            self.lost[player] += other.lost[player];
        }
    }

    fn tell(&self, name: &str) {
        let battles = self.battles.max(1.0);
        let mean = self.score / battles;
        let error = ((self.squares / battles - mean * mean).max(0.0) / battles).sqrt();
        println!(
            "{name:24} {:4.0} battles {:5.1}% (error {:.1}) lost {:.1}/{:.1} points {:+.2}",
            self.battles,
            mean * 100.0,
            error * 100.0,
            self.lost[0] / battles,
            self.lost[1] / battles,
            self.points / battles,
        );
    }
}

fn fought(name: &str, seed: u64, players: [&str; 2], seat: usize) -> Tally {
    let file = || {
        std::fs::read_to_string(name)
            .unwrap_or_else(|_| stop(&format!("`{name}` is neither a battle nor a file")))
    };
    let text = library::battle(name).map_or_else(file, str::to_owned);
    let beginning =
        Beginning { name: name.to_owned(), text, seed: Some(seed), ..Beginning::default() };
    let (mut game, _) = Game::begin(beginning).expect("a battle without defects");
    let mut minds = [0, 1].map(|army| player(players[army ^ seat], seed * 2 + army as u64));
    let mut tally = Tally { battles: 1.0, ..Tally::default() };
    while let Some(asked) = game.state.asked() {
        let army = asked.side as usize;
        let order = minds[army].order(&game.state);
        game.give(&order).expect("an order that passes its check");
    }
    let own = if seat == 0 { Side::First } else { Side::Second };
    let winner = game.state.victory.and_then(|victory| victory.winner);
    tally.score = winner.map_or(0.5, |winner| f64::from(u8::from(winner == own)));
    tally.squares = tally.score * tally.score;
    let points = game.state.points();
    tally.points = f64::from(points[seat]) - f64::from(points[1 - seat]);
    tally.lost = [seat, 1 - seat].map(|army| f64::from(game.state.lost[army]));
    tally
}
