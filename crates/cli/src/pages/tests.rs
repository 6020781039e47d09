//! Nothing is missing from the pages, and what is missing would be told.

use std::path::Path;
use std::sync::LazyLock;

use super::pictures::Picture;
use super::{Sources, gaps};

fn sources() -> &'static Sources {
    static READ: LazyLock<Sources> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Sources::read(&root).unwrap_or_else(|fault| panic!("{}", fault.0))
    });
    &READ
}

/// What is missing without the pictures called `ids`.
fn without(ids: &[&str]) -> Vec<String> {
    let kept = |picture: &&Picture| !ids.contains(&&*picture.written.id);
    gaps(&sources().pictures.iter().filter(kept).collect::<Vec<_>>())
}

#[test]
fn every_formation_and_every_maneuver_has_a_picture() {
    assert_eq!(without(&[]), Vec::<String>::new());
}

#[test]
fn a_formation_or_a_maneuver_without_a_picture_is_told() {
    assert_eq!(without(&["garrison"]), ["no picture shows the formation garrison"]);
    assert_eq!(without(&["scaling"]), ["no picture shows the maneuver scale"]);
}

#[test]
fn notes_that_cover_each_other_are_told() {
    let boxes = |second: [f64; 4]| [Some([0.0, 0.0, 10.0, 4.0]), Some(second)];
    assert!(super::crowded(&boxes([9.0, 3.0, 20.0, 7.0])));
    assert!(!super::crowded(&boxes([10.0, 3.0, 20.0, 7.0])));
    assert!(super::crowded(&[None]));
}

#[test]
fn every_ruling_touches_an_entry_that_stands_on_a_page() {
    for switch in &sources().switches {
        for rule in &switch.touches {
            assert!(sources().plan.link(rule).is_some(), "{} touches {rule}", switch.id);
        }
    }
}
