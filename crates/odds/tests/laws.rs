//! Laws of the odds, on random situations, and a slow obvious oracle.

use std::sync::LazyLock;

use engine::charge::{Combat, Ending, Side};
use engine::fire::{self, Light};
use engine::{Die, Scripted};
use library::Choices;
use library::phrase::{Attacks, Reader};
use odds::charge::Verdict;
use odds::{Chance, Spread};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use rulebook::Rulebook;

const BOOKS: [(&str, &str); 5] = [
    ("acw", "booklet"),
    ("awi", "booklet"),
    ("1812", "booklet"),
    ("maw", "booklet"),
    ("maw", "qrs"),
];

static READ: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let read = |(p, e): &(&str, &str)| library::rulebook(p, Some(e), &Choices::new()).unwrap();
    BOOKS.iter().map(read).collect()
});

fn books() -> &'static [Rulebook] {
    &READ
}

fn words(of: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(select(of), 0..=most).prop_map(|words| words.join(" "))
}

const UNIT: &[&str] = &[
    "elite",
    "veteran",
    "raw",
    "worn",
    "spent",
    "disordered",
    "broken",
    "open-order",
    "field-column",
    "march-column",
    "cavalry",
    "brave-colonel",
    "attached",
    "militia",
    "square",
    "garrison",
    "battery",
    "section",
    "limbered",
    "fixed",
    "heavy-carriage",
    "no-bayonets",
];
const CHECK: &[&str] = &[
    "gallant",
    "poor",
    "provisional",
    "out-of-command",
    "outflanked",
    "linear-cover",
    "in-woods",
    "key-position-lost",
    "heavy-casualties",
    "greater-losses",
    "close-range",
    "fortified",
    "indians",
];
const TARGET: &[&str] = &[
    "partial-cover",
    "full-cover",
    "fortified",
    "minor-cover",
    "about-faced",
    "crossed-abatis",
    "passage-of-lines",
    "marched-by-the-flank",
    "charging",
    "cold-steel",
];
const FIRERS: &[&str] =
    &["raw", "elite", "disordered", "low-ammo", "charged", "enfilading", "marksmen", "part"];
const FIGHT: &[&str] = &["outflanked", "favorable", "strong", "fortified", "supported"];
const GUNS: [&str; 5] = ["HS", "LG", "LG", "LG", "LG"];
const ARMS: [&str; 5] = ["RM", "M", "M", "M", "M"];

fn certain<T: Copy + PartialEq>(spread: &Spread<T>) {
    assert!(spread.whole().is_sure(), "a spread must sum to one");
}

/// At least as likely to reach each step, best first.
fn no_worse<T: Copy + PartialEq>(better: &Spread<T>, worse: &Spread<T>, steps: &[T]) {
    for upto in 1..=steps.len() {
        let reach = |spread: &Spread<T>| spread.chance(|t| steps[..upto].contains(&t));
        assert!(reach(better) >= reach(worse), "step {upto}");
    }
}

fn oracle(book: &Rulebook, combat: &Combat, script: &mut Vec<Die>, sum: &mut Spread<Ending>) {
    for attacker in Die::FACES {
        for defender in Die::FACES {
            script.extend([attacker, defender]);
            let mut dice = Scripted::new(script.iter().copied());
            match combat.resolve(book, &mut dice) {
                Some(fought) => sum.add(fought.ending, Chance::of(1, script.len() as u32)),
                None => oracle(book, combat, script, sum),
            }
            script.truncate(script.len() - 2);
        }
    }
}

fn combat(book: &Rulebook, attacker: &str, defender: &str) -> Option<Combat> {
    let reader = Reader::new(book);
    let combat = Combat {
        attacker: Side::of(reader.fighter(attacker, Attacks::Yes).ok()?),
        defender: Side::of(reader.fighter(defender, Attacks::No).ok()?),
        second: false,
        struggled: false,
    };
    combat.check(book).ok()?;
    Some(combat)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, rng_seed: RngSeed::Fixed(1776), ..ProptestConfig::default() })]

    #[test]
    fn checks_are_whole_and_items_sum_to_the_total(unit in words(UNIT, 5), bears in words(CHECK, 4)) {
        for book in books() {
            let Ok(check) = Reader::new(book).check(&format!("8 stands {unit} {bears}")) else { continue };
            certain(&odds::maneuver::check(book, &check));
            let reckoning = check.reckon(book);
            let sum: i8 = reckoning.items.iter().map(|item| item.value).sum();
            prop_assert_eq!(sum, reckoning.total);
            prop_assert_eq!(reckoning.total, book.maneuver.modifiers.tally(check.facts(book)).total);
        }
    }

    #[test]
    fn a_leader_never_hurts_a_check(unit in words(UNIT, 5), bears in words(CHECK, 4)) {
        use rulebook::Effect as E;
        for book in books() {
            let Ok(check) = Reader::new(book).check(&format!("8 stands {unit} {bears}")) else { continue };
            let mut led = check.clone();
            led.unit.leader_attached = true;
            let steps = [
                E::DoubleQuick, E::RallyWithElan, E::WellHandled, E::Rally, E::Tardy, E::Shaken,
                E::Wavering, E::FallBack, E::Panic,
            ];
            no_worse(&odds::maneuver::check(book, &led), &odds::maneuver::check(book, &check), &steps);
        }
    }

    #[test]
    fn volleys_are_whole_and_more_stands_never_hurt(
        unit in words(UNIT, 4), bears in words(TARGET, 3), fire in words(FIRERS, 3),
        stands in 1u8..24, guns in 0u8..4,
    ) {
        use rulebook::FireEffect as E;
        for (place, book) in books().iter().enumerate() {
            let reader = Reader::new(book);
            let Ok(target) = reader.target(&format!("8 stands {unit} {bears}")) else { continue };
            let shot = |stands: u8| {
                let foot = format!("{stands} {} @4 {fire}", ARMS[place]);
                let mut firers = vec![reader.firers(&foot).unwrap()];
                if guns > 0 {
                    firers.push(reader.firers(&format!("{guns} {} @12", GUNS[place])).unwrap());
                }
                let volley = fire::prepare(book, &firers, &target, Light::Day).unwrap();
                let weight = volley.full_weight().unwrap();
                let reckoning = volley.reckon(&weight);
                let sum: i8 = reckoning.items.iter().map(|item| item.value).sum();
                assert_eq!(sum, weight.total);
                odds::fire::volley(&volley)
            };
            let (few, many) = (shot(stands), shot(stands + 1));
            certain(&few);
            certain(&many);
            // More stands of one kind never hurt, unless they tip a share of the points.
            if guns == 0 {
                let effect = |spread: &Spread<odds::fire::Shot>| spread.map(|s| s.unwrap().effect);
                let steps = [E::Withering, E::Telling, E::Galling, E::Lively, E::Desultory];
                no_worse(&effect(&many), &effect(&few), &steps);
            }
        }
    }

    #[test]
    fn combats_are_whole_and_a_leader_never_hurts(
        ours in words(UNIT, 4), theirs in words(UNIT, 4), holds in words(FIGHT, 2),
        few in 2u8..20, many in 2u8..20,
    ) {
        for book in books() {
            let attacker = format!("{few} stands {ours}");
            let defender = format!("{many} stands {theirs} {holds}");
            let Some(fight) = combat(book, &attacker, &defender) else { continue };
            let plain = odds::charge::effects(book, &fight);
            certain(&plain);
            certain(&odds::charge::combat(book, &fight));
            let by_ending = odds::charge::combat(book, &fight).map(Verdict::of);
            for verdict in Verdict::ALL {
                prop_assert!(plain.chance(|v| v == verdict) == by_ending.chance(|v| v == verdict));
            }
            let mut led = fight.clone();
            led.attacker.fighters[0].unit.leader_attached = true;
            let led = odds::charge::effects(book, &led);
            prop_assert!(led.chance(Verdict::is_won) >= plain.chance(Verdict::is_won));
        }
    }
}

#[test]
fn a_charge_agrees_with_rolling_every_die() {
    for book in books() {
        for (attacker, defender) in [
            ("3 stands reliable veteran", "4 stands spirited"),
            ("2 stands elite cavalry cold-steel", "3 stands raw disordered"),
            ("4 stands reliable", "3 stands reliable fortified"),
        ] {
            let fight = combat(book, attacker, defender).unwrap();
            let mut slow = Spread::new();
            oracle(book, &fight, &mut Vec::new(), &mut slow);
            let fast = odds::charge::combat(book, &fight);
            certain(&slow);
            for (ending, chance) in fast.iter() {
                assert!(
                    slow.chance(|e| e == ending) == chance,
                    "{attacker} on {defender}: {ending:?}"
                );
            }
        }
    }
}

#[test]
fn rockets_agree_with_rolling_every_die() {
    let book = &books()[2];
    let reader = Reader::new(book);
    let target = reader.target("trained line").unwrap();
    let firers = [reader.firers("2 CR @30").unwrap(), reader.firers("british 1 LG @20").unwrap()];
    let volley = fire::prepare(book, &firers, &target, Light::Day).unwrap();
    let mut slow = Spread::new();
    for one in Die::FACES {
        for two in Die::FACES {
            for die in Die::FACES {
                let fired = volley.resolve(&mut Scripted::new([one, two, die])).unwrap();
                slow.add(fired.shot.map(|shot| shot.outcome), Chance::of(1, 3));
            }
        }
    }
    let fast = odds::fire::volley(&volley);
    certain(&fast);
    certain(&slow);
    for (shot, chance) in fast.iter() {
        assert!(slow.chance(|s| s == shot) == chance, "{shot:?}");
    }
}

#[test]
fn the_first_dice_of_a_charge_agree_with_rolling_both() {
    for book in books() {
        let combat = combat(book, "8/6/4 vet", "6/5/3 disordered").unwrap();
        let mut rolled = Spread::new();
        for (ours, theirs) in Die::FACES.iter().flat_map(|a| Die::FACES.map(|b| (*a, b))) {
            // A struggle wants more dice than two: the first round is told all the same.
            let more = [Die::FACES[9], Die::FACES[0]];
            let mut dice = Scripted::new([ours, theirs].into_iter().chain(more.repeat(8)));
            let fought = combat.resolve(book, &mut dice).unwrap();
            rolled.add(fought.rounds[0].effect, Chance::of(1, 2));
        }
        let first = odds::charge::first_dice(book, &combat).unwrap();
        certain(&first);
        assert_eq!(first, rolled.sorted_by_key(|effect| effect as u8));
    }
}
