//! One die for several units, the reach of command, and the light of each turn.

use engine::Die;
use engine::command::{Hindrance, radius, reaches};
use engine::fire::Light;
use engine::formations::{Flanks, Shape};
use engine::light::Daylight;
use engine::maneuver::resolve_together;
use geometry::Length;
use library::phrase::Reader;
use library::{Choices, covers, rulebook};
use rulebook::{Rulebook, Set, Sky};

fn book(period: &str) -> Rulebook {
    rulebook(period, None, &Choices::new()).unwrap()
}

#[test]
fn one_die_serves_every_unit_of_a_check() {
    covers!["MNV-PROC-2-DIE"];
    let book = book("acw");
    let reader = Reader::new(&book);
    let checks = ["veteran fresh", "trained worn", "trained spent"]
        .map(|phrase| reader.check(phrase).unwrap());
    let results = resolve_together(&book, &checks, Die::new(6).unwrap());
    assert_eq!(results.iter().map(|checked| checked.result).collect::<Vec<_>>(), [9, 6, 4]);
    assert!(results.iter().all(|checked| checked.die.face() == 6));
}

#[test]
fn two_ranks_of_open_order_fire() {
    covers!["FIRE-AWI-OPEN-ORDER-RANKS", "FIRE-1812-OPEN-ORDER-RANKS"];
    covers!["FORM-OPEN-FIRE", "FORM-MAW-OO-FIRE-BY"];
    let ranks =
        |ranks| Shape::OpenOrder { ranks, gap: Length::inches(1), flanks: Flanks::STRAIGHT };
    assert_eq!(ranks(3).stands_to_fire(9), 6);
    assert_eq!(ranks(3).stands_to_fire(12), 8);
    assert_eq!(ranks(1).stands_to_fire(5), 5);
    assert_eq!(ranks(2).stands_to_fire(9), 9);
    assert_eq!(Shape::FieldColumn.stands_to_fire(9), 4);
    assert_eq!(Shape::MarchColumn { trail: Vec::new() }.stands_to_fire(6), 1);
    assert_eq!(Shape::Square.stands_to_fire(8), 2);
    assert_eq!(Shape::Square.stands_to_fire(14), 4);
}

#[test]
fn command_reaches_eight_inches_or_four() {
    covers!["CMD-RADIUS-8", "CMD-RADIUS-4", "CMD-AWI-RADIUS", "CMD-1812-RADIUS"];
    covers!["CMD-MAW-RADIUS", "CMD-RADIUS-FOG-MAW", "LIGHT-TWILIGHT-COMMAND"];
    for period in ["acw", "awi", "1812", "maw"] {
        let book = book(period);
        let clear = Set::new();
        assert!(reaches(&book, clear, Length::inches(8)));
        assert!(!reaches(&book, clear, Length::thousandths(8100)));
        for &hindrance in Hindrance::ALL {
            let hindered = Set::from_iter([hindrance]);
            assert_eq!(radius(&book, hindered), Length::inches(4), "{period} {hindrance}");
            assert!(!reaches(&book, hindered, Length::inches(5)));
        }
    }
}

#[test]
fn twilight_and_night_come_with_the_turns() {
    covers!["LIGHT-SCENARIO-TIMES", "LIGHT-TWILIGHT-TURNS", "LIGHT-NIGHT-LENGTH"];
    let book = book("awi");
    let evening = |sunset_after, evening_turns| Daylight {
        sunset_after,
        evening_turns,
        sky: Sky::Moonlight,
        ..Daylight::ENDLESS
    };
    let twilight = |inches| Light::Twilight(Length::inches(inches));
    let three = evening(12, 3);
    let lights: Vec<Light> = (12..=16).map(|turn| three.light(&book, turn)).collect();
    let night = Light::Night(Sky::Moonlight);
    assert_eq!(lights, [Light::Day, twilight(48), twilight(36), twilight(24), night]);
    let four = evening(20, 4);
    assert_eq!(four.light(&book, 24), twilight(12));
    assert_eq!(four.light(&book, 25), night);
    assert_eq!(four.light(&book, 60), night, "night lasts as long as the scenario");
    let dawn = Daylight { sunrise: 5, morning_turns: 2, ..Daylight::ENDLESS };
    let lights: Vec<Light> = (2..=5).map(|turn| dawn.light(&book, turn)).collect();
    let dark = Light::Night(Sky::Overcast);
    assert_eq!(lights, [dark, twilight(36), twilight(48), Light::Day]);
    assert_eq!(Daylight::ENDLESS.light(&book, 999), Light::Day);
}
