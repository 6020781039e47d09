//! The rulebook files that come with the program.

use library::{BOOKS, Ledger, lint};

#[test]
fn every_rulebook_is_sound_under_every_reading() {
    let rules = Ledger::built_in().ids();
    let mut report = String::new();
    for book in BOOKS {
        for defect in lint(book.file, book.text, &rules) {
            report += &format!("{defect}\n");
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

/// A row with alternatives is told by those that are true, in the words of its war.
#[test]
fn a_modifier_is_told_by_what_applies() {
    fn check<F: rulebook::Named>(rows: &[rulebook::Row<F>]) {
        for row in rows.iter().filter(|row| row.when.iter().count() > 1) {
            for fact in row.when.iter() {
                let mut facts = rulebook::Set::new();
                facts.insert(fact);
                let told = row.label_for(facts);
                assert!(!told.contains(" or ") && !told.contains(", or"), "{}: {told}", row.id);
                assert!(!told.contains("always"), "{}: {told}", row.id);
            }
        }
    }
    for book in BOOKS {
        let book = library::rulebook(book.period, Some(book.edition), &Default::default()).unwrap();
        check(&book.maneuver.modifiers.rows);
        check(&book.fire.modifiers.rows);
        check(&book.charge.modifiers.rows);
    }
    let acw = library::rulebook("acw", None, &Default::default()).unwrap();
    let row = acw.fire.modifiers.rows.iter().find(|row| &*row.id == "partial-cover").unwrap();
    let mut facts = rulebook::Set::new();
    facts.insert(rulebook::FireFact::OpenOrder);
    assert_eq!(&*row.label_for(facts), "extended line");
}

/// A square that was formed too late is told as what it is.
#[test]
fn a_hasty_square_is_told_as_outflanked_before_it_was_formed() {
    use rulebook::ChargeFact as F;
    for (war, rule) in [("maw", "SQR-MAW-OUTFLANKED"), ("1812", "SQR-1812-OUTFLANKED-HASTY")] {
        let book = library::rulebook(war, None, &Default::default()).unwrap();
        let told = |facts: &[F]| {
            let sum = book.charge.modifiers.reckon(facts.iter().copied().collect());
            let item = sum.items.iter().find(|item| item.value == -3).unwrap();
            (item.label.to_string(), item.rule.to_string(), sum.not_counted.len())
        };
        let (label, by, replaced) = told(&[F::Outflanked, F::HastySquare]);
        assert_eq!(label, "outflanked before it formed its square");
        assert_eq!((&*by, replaced), (rule, 1));
        let (label, by, _) = told(&[F::Outflanked]);
        assert_eq!(label, "outflanked");
        assert_ne!(by, rule);
    }
}
