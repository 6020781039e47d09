//! Artillery that shares a target, from the ledger's examples.

use engine::massing::{Sharer, check};
use geometry::Length;
use library::{Choices, covers, rulebook};
use rulebook::{Rulebook, Set};

fn book(period: &str, reading: &str) -> Rulebook {
    let choices = Choices::from([("massing".to_owned(), reading.to_owned())]);
    rulebook(period, None, &choices).unwrap()
}

/// A battery at so many inches from the target and from its nearest enemy, led from so far.
fn battery(range: &str, nearest: &str, leader: Option<&str>) -> Sharer {
    let inches = |text: &str| text.parse::<Length>().unwrap();
    Sharer {
        range: inches(range),
        nearest: inches(nearest),
        canister: Length::inches(12),
        leader: leader.map(|far| (inches(far), Set::new())),
    }
}

#[test]
fn two_batteries_share_the_closest_target_or_need_a_leader() {
    covers!["FIRE-MASSING-DEFAULT", "FIRE-MASSING-WHEN", "FIRE-AWI-MASSING", "FIRE-1812-MASSING"];
    for period in ["acw", "awi", "1812", "maw"] {
        let book = book(period, "either");
        let closest = battery("20", "20", None);
        assert!(check(&book, &[closest, closest]).is_ok(), "{period}");
        let farther = battery("30", "20", None);
        assert_eq!(check(&book, &[farther, farther]).unwrap_err().unit, 0, "{period}");
        assert!(check(&book, &[farther]).is_ok(), "one alone fires where it likes");
        let led = battery("30", "20", Some("8"));
        assert!(check(&book, &[led, led]).is_ok());
        assert_eq!(check(&book, &[led, farther]).unwrap_err().unit, 1);
    }
}

#[test]
fn the_only_target_in_sight_may_be_shared_without_a_leader() {
    covers!["FIRE-ACW-MASSING-WHEN"];
    let only = battery("30", "30", None);
    assert!(check(&book("acw", "either"), &[only, only]).is_ok());
    assert!(check(&book("acw", "both"), &[only, only]).is_err());
    let led = battery("30", "30", Some("4"));
    assert!(check(&book("acw", "both"), &[led, led]).is_ok());
}

#[test]
fn every_battery_that_joins_must_qualify_itself() {
    covers!["FIRE-ACW-MASSING-EACH", "FIRE-ACW-ARTILLERY-LEADER"];
    let acw = book("acw", "either");
    let near = battery("10", "10", None);
    assert_eq!(check(&acw, &[near, battery("14", "9", None)]).unwrap_err().unit, 1);
    assert!(check(&acw, &[near, battery("14", "9", Some("8"))]).is_ok());
    assert!(check(&acw, &[near, battery("14", "9", Some("8.1"))]).is_err());
}
