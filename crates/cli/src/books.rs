//! The built-in rulebooks, and sentences for what they do not have.

use std::sync::{Arc, OnceLock};

use library::{BOOKS, Choices, nearest};
use rulebook::Rulebook;

use crate::Fault;

/// A built-in rulebook with the chosen readings, or a sentence that says what there is instead.
pub fn open(
    period: &str,
    edition: Option<&str>,
    choices: &Choices,
) -> Result<Arc<Rulebook>, Fault> {
    if period.is_empty() {
        return Err(Fault("which war? expected the period acw, awi, 1812 or maw".to_owned()));
    }
    let period = period.to_lowercase();
    let period = period.as_str();
    let plain = plain(period, edition)?;
    if choices.is_empty() {
        return Ok(plain);
    }
    let rulings: Vec<&str> = plain.rulings.iter().map(|ruling| &*ruling.id).collect();
    for (asked, reading) in choices {
        known(&format!("ruling of {period}"), asked, &rulings)?;
        let of_ruling = plain.rulings.iter().filter(|ruling| *ruling.id == **asked);
        let readings: Vec<&str> = of_ruling.flat_map(|r| &r.choices).map(|c| &*c.id).collect();
        known(&format!("reading of {asked}"), reading, &readings)?;
    }
    library::rulebook(period, edition, choices).map(Arc::new).map_err(Fault)
}

/// A rulebook with the default readings; each is read once, for who asks many questions.
fn plain(period: &str, edition: Option<&str>) -> Result<Arc<Rulebook>, Fault> {
    static READ: [OnceLock<Arc<Rulebook>>; BOOKS.len()] = [const { OnceLock::new() }; BOOKS.len()];
    let read = || library::rulebook(period, edition, &Choices::new()).map(Arc::new).map_err(Fault);
    let asked = |book: &library::Book| {
        book.period == period && edition.is_none_or(|edition| edition == book.edition)
    };
    let Some(place) = BOOKS.iter().position(asked) else {
        return read();
    };
    if let Some(book) = READ[place].get() {
        return Ok(book.clone());
    }
    let book = read()?;
    Ok(READ[place].get_or_init(|| book).clone())
}

/// Finds `word` among all there are; the sentence otherwise names them and the nearest.
pub fn known(what: &str, word: &str, all: &[&str]) -> Result<(), Fault> {
    if all.contains(&word) {
        return Ok(());
    }
    let near = nearest(word, all.iter().copied()).map(|n| format!("; did you mean {n}?"));
    let near = near.unwrap_or_default();
    Err(Fault(format!("no {what} is called `{word}`; expected {}{near}", all.join(", "))))
}

/// Readings as they are written on the command line.
pub fn rulings(written: &[String]) -> Result<Choices, Fault> {
    written.iter().map(|pair| crate::args::ruling(pair)).collect()
}

/// The war that a scenario file names.
pub fn period_of(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.trim_start().starts_with("period"))?;
    let value = line.split_once('=')?.1.split('#').next()?;
    Some(value.trim().trim_matches('"').to_owned())
}
