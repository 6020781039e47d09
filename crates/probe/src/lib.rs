//! The same random cases and battles on every machine, and what the engine answers as a digest.
//!
//! [`report`] has a line a war and a section, and one a battle: how many answers, and their digest. Two builds that
//! print the same lines gave the same answers to the last bit of every number.

pub mod battles;
pub mod digest;
#[cfg(target_arch = "wasm32")]
mod export;
mod sections;
pub mod tables;
pub mod wild;

use std::fmt::Write;

use engine::table::Position;
use library::{Choices, rulebook};
use rulebook::Rulebook;

use digest::Digest;

/// The wars that are tried.
pub const PERIODS: [&str; 4] = ["acw", "awi", "1812", "maw"];
/// How many tables of each.
const TABLES: u64 = 2;
/// How many stands are on each.
const STANDS: usize = 100;

/// The rulebook of a period, as it is built in.
pub fn book(period: &str) -> Rulebook {
    rulebook(period, None, &Choices::new()).expect("a built-in rulebook is sound")
}

/// A line for every war and section.
pub fn report() -> String {
    let mut text = String::new();
    let mut geometry = Digest::new();
    sections::geometry(&mut geometry);
    line(&mut text, "-", "geometry", &geometry);
    for (war, period) in (0..).zip(PERIODS) {
        let book = book(period);
        let table = |seed: u64| tables::position(&book, 1863 + war * TABLES + seed, STANDS);
        let tables: Vec<Position> = (0..TABLES).map(table).collect();
        for (name, section) in sections::ALL {
            let mut digest = Digest::new();
            tables.iter().for_each(|position| section(&book, position, &mut digest));
            line(&mut text, period, name, &digest);
        }
    }
    for (name, record) in battles::RECORDS {
        let mut digest = Digest::new();
        battles::replayed(record, &mut digest);
        line(&mut text, "-", name, &digest);
    }
    for (first, book) in (0..).zip(library::BOOKS) {
        let mut digest = Digest::new();
        // Every so many numbers the same rulebook comes again.
        let numbers = (first..battles::RANDOM).step_by(library::BOOKS.len());
        numbers.for_each(|number| battles::random(number, &mut digest));
        line(&mut text, book.period, "random", &digest);
    }
    text
}

fn line(text: &mut String, period: &str, name: &str, digest: &Digest) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{period:<4} {name:<17} {:>6} {:016x}", digest.count(), digest.state());
}
