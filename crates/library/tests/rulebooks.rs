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
