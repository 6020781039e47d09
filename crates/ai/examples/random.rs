//! Random battles, for a look at them.
use ai::{Player, Random};
use engine::Seeded;
use engine::battle::State;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let games: u64 = args.next().map_or(10, |n| n.parse().unwrap());
    let first: u64 = args.next().map_or(0, |n| n.parse().unwrap());
    let text = std::fs::read_to_string(&file).unwrap();
    let (scenario, book) = match library::scenario(&text, &file, &library::Choices::new()) {
        Ok(x) => x,
        Err(e) => panic!("{e}"),
    };
    let (scenario, book) = (Arc::new(scenario), Arc::new(book));
    let mut spent: BTreeMap<String, (u32, f64, f64)> = BTreeMap::new();
    for seed in first..first + games {
        let start = Instant::now();
        let (mut state, _) = State::start(scenario.clone(), book.clone());
        let mut player = Random::new(seed);
        let mut dice = Seeded::new(seed, 0);
        let mut orders = 0;
        while let Some(asked) = state.asked() {
            let name = format!("{:?}", asked.task);
            let name = name.split([' ', '(', '{']).next().unwrap().to_owned();
            let t = Instant::now();
            let order = player.order(&state);
            let thought = t.elapsed().as_secs_f64();
            let t = Instant::now();
            match state.apply(&order, &mut dice) {
                Ok((next, _)) => state = next,
                Err(refusal) => {
                    panic!("seed {seed}: {order:?} refused: {refusal:?} at {:?}", state.asked())
                }
            }
            let entry = spent.entry(name).or_default();
            entry.0 += 1;
            entry.1 += thought;
            entry.2 += t.elapsed().as_secs_f64();
            orders += 1;
            assert!(orders < 100_000, "seed {seed} does not end: {:?}", state.asked());
        }
        println!(
            "seed {seed}: {orders} orders, {} dice, {:?}, lost {:?} {:?}",
            state.dice,
            state.victory,
            state.lost,
            start.elapsed()
        );
    }
    for (name, (count, thought, applied)) in spent {
        println!(
            "{name:15} {count:6} think {:8.3} ms apply {:8.3} ms",
            thought / count as f64 * 1e3,
            applied / count as f64 * 1e3
        );
    }
}
