//! The rules ledger: every rule of the game in our own words, one entry each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

/// The five files, as they stood when this was built.
pub const FILES: [(&str, &str); 6] = [
    ("common.toml", include_str!("../../../rules/ledger/common.toml")),
    ("acw.toml", include_str!("../../../rules/ledger/acw.toml")),
    ("awi.toml", include_str!("../../../rules/ledger/awi.toml")),
    ("1812.toml", include_str!("../../../rules/ledger/1812.toml")),
    ("maw.toml", include_str!("../../../rules/ledger/maw.toml")),
    ("scenario.toml", include_str!("../../../rules/ledger/scenario.toml")),
];

/// How sure we are of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A source says it.
    Stated,
    /// Sources disagree.
    Conflict,
    /// Only the base rulebook, which is not among the sources, defines it.
    Base,
    /// The scan lost it; rebuilt from the rest.
    Lost,
}

impl Status {
    /// Is the entry certain?
    pub fn is_certain(self) -> bool {
        self == Status::Stated
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Stated => "stated",
            Status::Conflict => "conflict",
            Status::Base => "base",
            Status::Lost => "lost",
        }
    }
}

/// A cell of a table: a number or a text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A whole number.
    Whole(i64),
    /// A decimal number.
    Decimal(f64),
    /// A text.
    Text(String),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Whole(number) => write!(f, "{number}"),
            Cell::Decimal(number) => write!(f, "{number}"),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

/// One rule or table of the ledger.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Stable, never reused.
    pub id: String,
    /// The wars it holds in.
    pub periods: Vec<String>,
    /// A line.
    pub title: String,
    /// The rule; empty for a table.
    #[serde(default)]
    pub text: String,
    /// Its numbers.
    #[serde(default)]
    pub values: String,
    /// Seed and section.
    pub source: Vec<String>,
    /// How sure we are.
    pub status: Status,
    /// What to play and why, where it is not certain.
    #[serde(default)]
    pub ruling: String,
    /// A worked case.
    #[serde(default)]
    pub example: String,
    /// A remark.
    #[serde(default)]
    pub note: String,
    /// Not behaviour: prose for designers, say.
    #[serde(default)]
    pub informative: bool,
    /// Why it is informative.
    #[serde(default)]
    pub reason: String,
    /// Column heads of a table.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Rows of a table.
    #[serde(default)]
    pub rows: Vec<Vec<Cell>>,
}

impl Entry {
    /// The part of the rules it belongs to: the first word of the id, or for the Mexican War's
    /// tables the chapter their second word names.
    pub fn area(&self) -> &str {
        self.id.split('-').next().unwrap_or_default()
    }

    /// Is it a table?
    pub fn is_table(&self) -> bool {
        !self.columns.is_empty()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<Entry>,
    #[serde(default)]
    table: Vec<Entry>,
}

/// All entries, by id.
#[derive(Clone, Debug)]
pub struct Ledger {
    entries: BTreeMap<String, Entry>,
    order: Vec<String>,
}

impl Ledger {
    /// The ledger this program was built with.
    pub fn built_in() -> &'static Ledger {
        static READ: LazyLock<Ledger> = LazyLock::new(|| {
            Ledger::read(&FILES).expect("the built-in ledger is checked by a test")
        });
        &READ
    }

    /// Reads ledger files given as (name, text).
    pub fn read(files: &[(&str, &str)]) -> Result<Ledger, String> {
        let mut ledger = Ledger { entries: BTreeMap::new(), order: Vec::new() };
        for (name, text) in files {
            let file: File = toml::from_str(text).map_err(|error| format!("{name}: {error}"))?;
            for entry in file.rule.into_iter().chain(file.table) {
                let id = entry.id.clone();
                if ledger.entries.insert(id.clone(), entry).is_some() {
                    return Err(format!("{name}: the id {id} is used twice"));
                }
                ledger.order.push(id);
            }
        }
        Ok(ledger)
    }

    /// The entry called `id`.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }

    /// Every entry in the order of the files.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.order.iter().map(|id| &self.entries[id])
    }

    /// Every id.
    pub fn ids(&self) -> BTreeSet<String> {
        self.entries.keys().cloned().collect()
    }
}
