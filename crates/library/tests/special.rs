//! Laws of losses and of detachments that no single table shows.

use std::sync::LazyLock;

use engine::formations::Shape;
use engine::moves::{level_together, most_skirmishers, successor};
use engine::table::{Lost, Placed, Side, command_stand, is_too_small, label_stand, lose};
use engine::{Formation, Unit};
use geometry::{Angle, Length, Point, Pose};
use library::{Choices, covers, rulebook};
use proptest::prelude::*;
use rulebook::{Level, Nation, Rulebook, Thresholds};

fn book() -> &'static Rulebook {
    static BOOK: LazyLock<Rulebook> =
        LazyLock::new(|| rulebook("acw", None, &Choices::new()).unwrap());
    &BOOK
}

fn placed(book: &Rulebook, (formation, shape): (Formation, Shape), stands: u8) -> Placed {
    let mut unit = Unit::new(Nation::Union);
    unit.formation = formation;
    unit.strength.stands = stands;
    let anchor = Pose::new(Point::inches(30, 20), Angle::hundredths(1234));
    Placed::new(unit, Side::First, shape, anchor, &book.bases).unwrap()
}

fn shapes() -> Vec<(Formation, Shape)> {
    let flanks = engine::formations::Flanks::STRAIGHT;
    vec![
        (Formation::Line, Shape::line()),
        (Formation::SupportedLine, Shape::SupportedLine),
        (Formation::FieldColumn, Shape::FieldColumn),
        (Formation::MarchColumn, Shape::MarchColumn { trail: Vec::new() }),
        (Formation::Square, Shape::Square),
        (Formation::OpenOrder, Shape::OpenOrder { ranks: 2, gap: Length::inches(1), flanks }),
        (Formation::OpenOrder, Shape::ExtendedLine { gaps: Vec::new(), flanks }),
    ]
}

proptest! {
    #[test]
    fn who_is_left_stands_as_so_many_would(which in 0..7_usize, count in 5..20_u8, lost in 0..20_u8) {
        covers!["EFF-CASUALTY-CHOICE", "EFF-CASUALTY-PERMANENT"];
        let book = book();
        let whole = placed(book, shapes()[which].clone(), count);
        let lost = lost.min(count);
        let left = lose(&book.bases, &whole, &Lost::Any(lost)).unwrap();
        prop_assert_eq!(left.stands.len(), usize::from(count - lost));
        prop_assert_eq!(left.unit.strength.stands, count - lost);
        prop_assert_eq!(left.anchor.heading, whole.anchor.heading);
        prop_assert_eq!(is_too_small(&left), count - lost <= 1);
        if count > lost {
            // What the shape puts there, and nothing else.
            let again = left.moved(left.shape.clone(), left.anchor, &book.bases).unwrap();
            prop_assert_eq!(&again.stands, &left.stands);
        }
        if whole.shape != Shape::SupportedLine {
            prop_assert_eq!(left.unit.formation, whole.unit.formation);
        }
        if whole.shape != Shape::Square {
            prop_assert_eq!(left.anchor, whole.anchor);
        }
    }

    #[test]
    fn the_two_marked_stands_are_the_last_to_go(which in 0..7_usize, count in 5..20_u8) {
        covers!["EFF-CASUALTY-LAST-STANDS", "FORM-BASE-COMMAND-STAND"];
        let book = book();
        let whole = placed(book, shapes()[which].clone(), count);
        let marked = [command_stand(&whole).unwrap(), label_stand(&whole).unwrap()];
        prop_assert_ne!(marked[0], marked[1]);
        for stand in 0..count {
            let picked = lose(&book.bases, &whole, &Lost::These(vec![stand]));
            prop_assert_eq!(picked.is_err(), marked.contains(&stand));
        }
    }

    #[test]
    fn fewer_than_half_and_at_most_six_are_sent_out(count in 0..60_u8) {
        covers!["SKIRM-NUMBER", "SKIRM-MIN-REGIMENT"];
        let most = most_skirmishers(count);
        prop_assert!(most <= 6 && (most == 0 || 2 * most < count));
        prop_assert_eq!(most == 0, count < 5);
        prop_assert!(most == 0 || most == 6 || 2 * (most + 1) >= count);
    }
}

#[test]
fn regiment_and_skirmishers_are_as_worn_as_both_together() {
    covers!["SKIRM-EFFECTIVENESS", "SKIRM-REGIMENT-GONE"];
    let book = book();
    let mut regiment = placed(book, (Formation::Line, Shape::line()), 5);
    regiment.unit.name = "2nd Wisconsin".into();
    let label = Thresholds { starting: 12, worn: Some(8), spent: 5 };
    regiment.unit.strength.label = Some(label);
    let loose = shapes().pop().unwrap();
    let skirmishers = placed(book, loose, 3);
    assert_eq!(regiment.unit.strength.level(), Level::Spent);
    assert_eq!(level_together(&regiment, &skirmishers), Level::Worn);
    let heir = successor(&regiment, &skirmishers);
    assert_eq!(&*heir.unit.name, "2nd Wisconsin");
    assert_eq!(heir.unit.strength.level(), Level::Spent);
    assert_eq!(heir.unit.formation, Formation::OpenOrder);
}
