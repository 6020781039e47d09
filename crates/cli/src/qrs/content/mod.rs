//! What the sheet says, chapter by chapter, in our own words.

mod armies;
mod charge;
mod fire;
mod maneuver;
mod modifiers;
mod tables;
mod turn;
mod war;
mod weapons;

use library::Ledger;
use rulebook::{Nation, Rulebook, Span};

use super::model::{Clerk, DOUBTFUL, Legend, RULED, Sheet};

/// The sheet of `book`.
pub fn sheet(book: &Rulebook, ledger: &Ledger) -> Sheet {
    let clerk = Clerk { book, ledger };
    let mut sections = vec![
        turn::sequence(&clerk),
        maneuver::table(&clerk),
        maneuver::modifiers(&clerk),
        maneuver::troops(&clerk),
        maneuver::guns(&clerk),
        tables::movement(&clerk),
        weapons::stands(&clerk),
        tables::effectiveness(&clerk),
        tables::fallen_leader(&clerk),
        tables::scales(&clerk),
        war::features(&clerk),
        weapons::weapons(&clerk),
        fire::points(&clerk),
        fire::modifiers(&clerk),
        fire::effects(&clerk),
        charge::modifiers(&clerk),
        charge::effects(&clerk),
        tables::light(&clerk),
        war::rulings(&clerk),
        modifiers::absent(&clerk),
    ];
    sections.extend(armies::lists(&clerk));
    Sheet {
        period: book.period.to_string(),
        edition: book.edition.to_string(),
        title: book.title.to_string(),
        sections,
        legend: vec![
            Legend {
                mark: DOUBTFUL,
                meaning: "not certain: the sources disagree, are silent or are lost here".into(),
            },
            Legend { mark: RULED, meaning: "as a ruling other than the default makes it".into() },
        ],
        imprint: "Double Quick is an independent work. It claims no affiliation with the \
                  publisher of the rules and does not replace them."
            .into(),
    }
}

/// Nations as a player says them.
fn nations(nations: &[Nation]) -> String {
    let word = |nation: &Nation| match nation {
        Nation::UnitedStates => "US".to_owned(),
        other => capital(other.name()),
    };
    list(&nations.iter().map(word).collect::<Vec<_>>(), "and")
}

/// The text with its first letter large.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// `a, b and c`.
fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

/// A row of results, short enough for a narrow column.
fn span(span: Span) -> String {
    match (span.from, span.to) {
        (None, Some(to)) => format!("≤{to}"),
        (Some(from), Some(to)) if from >= 0 && from < to => format!("{from}-{to}"),
        _ => span.to_string(),
    }
}

/// `so` if true, nothing if not.
fn when(so: bool, text: &str) -> &str {
    if so { text } else { "" }
}

/// `1 stand`, `2 stands`.
fn stands(count: u8) -> String {
    format!("{count} stand{}", when(count != 1, "s"))
}
