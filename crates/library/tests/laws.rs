//! Whatever is typed, the readers answer; they never fall over.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use library::phrase::{Attacks, Reader, WORDS};
use library::{BOOKS, Choices, Ledger, lint, read, rulebook};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rulebook::Rulebook;

static READ: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let read = |b: &library::Book| rulebook(b.period, Some(b.edition), &Choices::new()).unwrap();
    BOOKS.iter().map(read).collect()
});
static RULES: LazyLock<BTreeSet<String>> = LazyLock::new(|| Ledger::built_in().ids());

/// A phrase of known words and numbers, mostly sensible.
fn phrases() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = WORDS.iter().flat_map(|w| w.names.iter().copied()).collect();
    let numbers =
        vec!["8 stands", "@4", "now 5", "11/9/6", "4/-/3", "2 damaged", "RM", "M", "hcHG"];
    let word = prop_oneof![
        4 => proptest::sample::select(names),
        2 => proptest::sample::select(numbers),
    ];
    proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1776), ..ProptestConfig::default() })]

    #[test]
    fn no_phrase_makes_a_reader_fall_over(text in ".{0,60}", known in phrases(), pick in 0usize..5) {
        let book = &READ[pick];
        let reader = Reader::new(book);
        for phrase in [text, known] {
            let _ = reader.check(&phrase).map(|check| check.reckon(book));
            let _ = reader.firers(&phrase);
            let _ = reader.target(&phrase);
            let _ = reader.fighter(&phrase, Attacks::Yes);
        }
    }

    #[test]
    fn no_text_makes_the_loader_fall_over(text in "[a-z\\[\\]=\"{}., 0-9\n#-]{0,200}") {
        prop_assert!(read("x.toml", &text, &RULES, &Choices::new()).is_err());
    }
}

/// Every line of a rulebook in turn is lost; the loader must say so, or the line was no number.
#[test]
fn a_lost_line_is_a_defect_with_a_line_number() {
    let book = &BOOKS[0];
    let rules = Ledger::built_in().ids();
    let lines: Vec<&str> = book.text.lines().collect();
    let mut checked = 0;
    for number in (0..lines.len()).step_by(7) {
        let needed = ["value = ", "rule = ", "when = ", "open = ", "kind = ", "from = "];
        if !needed.iter().any(|key| lines[number].starts_with(key)) {
            continue;
        }
        let mut rest = lines.clone();
        rest.remove(number);
        let defects = lint(book.file, &rest.join("\n"), &rules);
        assert!(!defects.is_empty(), "line {}: {}", number + 1, lines[number]);
        assert!(defects.iter().all(|d| d.line > 0 && d.file == "acw.toml"));
        checked += 1;
    }
    assert!(checked > 30);
}

#[test]
fn a_mistyped_name_is_answered_with_the_nearest_one() {
    let rules = Ledger::built_in().ids();
    let text = BOOKS[0].text;
    for (right, wrong, near) in [
        ("rule = \"CMD-RATING\"", "rule = \"CMD-RATNG\"", "CMD-RATING"),
        ("when = [\"veteran\"]", "when = [\"vetran\"]", "veteran"),
        ("kind = \"small-arm\"", "kind = \"smal-arm\"", "small-arm"),
        ("carriage = \"light\"", "carriage = \"ligth\"", "light"),
        ("double-quick = false", "duble-quick = false", "double-quick"),
    ] {
        assert!(text.contains(right), "{right}");
        let defects = lint("acw.toml", &text.replacen(right, wrong, 1), &rules);
        let named = defects.iter().any(|d| d.suggestion.as_deref() == Some(near));
        assert!(named, "{wrong}: {defects:?}");
    }
}

#[test]
fn every_defect_is_reported_at_once() {
    let rules = Ledger::built_in().ids();
    let text = BOOKS[0]
        .text
        .replacen("rule = \"CMD-RATING\"", "rule = \"CMD-X\"", 1)
        .replacen("value = 2", "value = \"two\"", 1)
        .replacen("kind = \"gun\"", "kind = \"cannon\"", 1);
    let defects = lint("acw.toml", &text, &rules);
    assert!(defects.len() >= 3, "{defects:?}");
}
