//! Time of a move check, a line of sight between two units and a reach envelope, on tables of
//! different sizes at the same density. With `--count` it only repeats one of them so many times,
//! for counting instructions.

use criterion::{Criterion, criterion_group};
use engine::movement::Step;
use engine::moves::{Leave, Maneuver, check, envelope};
use engine::sight::unit_sees;
use engine::table::{Position, UnitId};
use engine::{Opened, Order};
use geometry::{Angle, Length};
use library::{Choices, rulebook};
use probe::tables;
use rulebook::Rulebook;

const SIZES: [usize; 4] = [50, 200, 800, 3200];
const LEAVE: Leave = Leave { list: Some(Opened::WellHandled), began: Order::Good };

struct Bench {
    book: Rulebook,
    position: Position,
    movers: Vec<UnitId>,
    pairs: Vec<(UnitId, UnitId)>,
}

fn bench(stands: usize) -> Bench {
    let book = rulebook("acw", None, &Choices::new()).expect("the rulebook is sound");
    let position = tables::position(&book, 1862, stands);
    let movers: Vec<UnitId> = position
        .ids()
        .filter(|id| position.unit(*id).unit.is_troops() && position.unit(*id).stands.len() >= 8)
        .take(64)
        .collect();
    let foe = |id: UnitId| {
        let side = position.unit(id).side;
        let near = |other: &UnitId| engine::sight::gap(&position, id, *other);
        position.ids().filter(|other| position.unit(*other).side != side).min_by_key(near)
    };
    let pairs = movers.iter().filter_map(|id| Some((*id, foe(*id)?))).collect();
    Bench { book, position, movers, pairs }
}

fn orders() -> [Maneuver; 3] {
    let order = |steps| Maneuver::Move { steps, disordered: false, refuse: None, frontage: None };
    let to = engine::movement::Hand::Left;
    [
        order(vec![Step::Advance { by: Length::inches(6) }]),
        order(vec![Step::Oblique { to, slant: Angle::degrees(30), by: Length::inches(6) }]),
        order(vec![
            Step::Wheel { to, turn: Angle::degrees(20) },
            Step::Advance { by: Length::inches(4) },
        ]),
    ]
}

impl Bench {
    fn checks(&self) -> usize {
        let orders = orders();
        let checks = self.movers.iter().flat_map(|id| {
            orders.iter().map(|order| check(&self.book, &self.position, *id, LEAVE, order))
        });
        checks.filter(Result::is_ok).count()
    }

    fn sights(&self) -> usize {
        let seen = self.pairs.iter().filter(|(a, b)| unit_sees(&self.position, *a, *b).is_ok());
        seen.count()
    }

    fn envelopes(&self) -> usize {
        let rays = self.movers.iter().map(|id| envelope(&self.book, &self.position, *id, LEAVE));
        rays.map(|rays| rays.len()).sum()
    }
}

fn table(criterion: &mut Criterion) {
    for stands in SIZES {
        let bench = bench(stands);
        let each = |count: usize| criterion::Throughput::Elements(count as u64);
        let mut group = criterion.benchmark_group(format!("table-{stands}"));
        group.sample_size(30);
        group.throughput(each(bench.movers.len() * 3));
        group.bench_function("check", |b| b.iter(|| bench.checks()));
        group.throughput(each(bench.pairs.len()));
        group.bench_function("sight", |b| b.iter(|| bench.sights()));
        group.throughput(each(bench.movers.len()));
        group.bench_function("envelope", |b| b.iter(|| bench.envelopes()));
        group.finish();
    }
}

criterion_group!(benches, table);

/// `table --count check 200`: one round over the table, and how many answers that was.
fn count(what: &str, stands: usize) {
    let bench = bench(stands);
    let (answers, found) = match what {
        "check" => (bench.movers.len() * 3, bench.checks()),
        "sight" => (bench.pairs.len(), bench.sights()),
        "envelope" => (bench.movers.len(), bench.envelopes()),
        _ => (0, 0),
    };
    println!("{answers} {found}");
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(place) = args.iter().position(|arg| arg == "--count") {
        let stands = args.get(place + 2).and_then(|text| text.parse().ok()).unwrap_or(200);
        count(args.get(place + 1).map_or("none", String::as_str), stands);
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
