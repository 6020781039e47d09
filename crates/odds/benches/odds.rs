//! How long an exact answer takes. `scripts/bench-odds` runs this beside the Python library icepool.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use engine::charge::{Combat, Side};
use engine::fire::{self, Cover, Light};
use geometry::Length;
use library::Choices;
use library::phrase::{Attacks, Reader};
use odds::assault::{self, Assault};
use rulebook::{Ground, Rulebook};

fn book() -> Rulebook {
    library::rulebook("acw", None, &Choices::new()).expect("the built-in rulebook")
}

fn combat(book: &Rulebook) -> Combat {
    let reader = Reader::new(book);
    let attacker = reader.fighter("12/8/5 Vet RM cold-steel", Attacks::Yes).expect("attacker");
    let defender = reader.fighter("12/9/6 Trn RM favorable", Attacks::No).expect("defender");
    Combat {
        attacker: Side::of(attacker),
        defender: Side::of(defender),
        second: false,
        struggled: false,
    }
}

fn plan(book: &Rulebook) -> Assault {
    let reader = Reader::new(book);
    let defender = reader.fighter("12/9/6 Trn RM favorable", Attacks::No).expect("defender");
    let mut fire = reader.firers("12 RM @1 charged").expect("firers");
    fire.in_charge = true;
    Assault {
        check: reader.check("12/8/5 Vet RM").expect("check"),
        distance: Some(Length::inches(9)),
        ground: Ground::Open,
        cold_steel: false,
        outflanked: false,
        companions: Vec::new(),
        defensive_fire: vec![fire],
        fired_at: None,
        own_volley: None,
        defender: Side::of(defender),
        defender_cover: Cover::Open,
        light: Light::Day,
    }
}

fn answers(criterion: &mut Criterion) {
    let book = book();
    let reader = Reader::new(&book);
    let check = reader.check("2nd Wisconsin 11/9/6 Vet gallant attached column").expect("check");
    criterion.bench_function("maneuver", |b| {
        b.iter(|| odds::maneuver::check(black_box(&book), black_box(&check)));
    });
    let firers = [reader.firers("8 RM @4 vet").expect("f"), reader.firers("2 HS @12").expect("f")];
    let target = reader.target("6/5/3 Green field-column partial-cover charging").expect("target");
    criterion.bench_function("fire", |b| {
        b.iter(|| {
            let volley = fire::prepare(black_box(&book), black_box(&firers), &target, Light::Day);
            odds::fire::volley(&volley.expect("legal"))
        });
    });
    let fight = combat(&book);
    criterion.bench_function("charge", |b| {
        b.iter(|| odds::charge::effects(black_box(&book), black_box(&fight)));
    });
    let plan = plan(&book);
    criterion.bench_function("assault", |b| {
        b.iter(|| assault::curve(black_box(&book), black_box(&plan)).expect("legal"));
    });
}

criterion_group!(benches, answers);
criterion_main!(benches);
