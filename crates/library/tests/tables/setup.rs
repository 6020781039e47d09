//! The table of a case.

use std::cell::RefCell;
use std::collections::BTreeMap;

pub use library::sketch::{Board, words};
use library::{Choices, nearest, rulebook, sketch};
use rulebook::Rulebook;

use super::case::{Case, File};

type Key = (String, Option<String>, Choices);

thread_local! {
    /// Rulebooks that were read before.
    static BOOKS: RefCell<BTreeMap<Key, Rulebook>> = const { RefCell::new(BTreeMap::new()) };
}

/// Sets a case up.
pub fn board(file: &File, case: &Case) -> Result<Board, String> {
    let mut text = String::new();
    if let Some(on) = &case.on {
        let unknown = || {
            let near = nearest(on, file.tables.keys().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            format!("no table is called `{on}`{near}")
        };
        text += file.tables.get(on).ok_or_else(unknown)?;
        text.push('\n');
    }
    text += &case.table;
    let table: toml::Table = toml::from_str(&text).map_err(|error| format!("table: {error}"))?;
    BOOKS.with_borrow_mut(|books| {
        let key = (case.period.clone(), case.edition.clone(), case.choices.clone());
        if !books.contains_key(&key) {
            let book = rulebook(&case.period, case.edition.as_deref(), &case.choices)?;
            books.insert(key.clone(), book);
        }
        sketch::board(&books[&key], &case.choices, table, &case.given)
    })
}
