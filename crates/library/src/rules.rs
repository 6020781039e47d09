//! Ledger entries as JSON, for whoever shows them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Entry;

/// A rule of `dq rules list --json`.
#[derive(Serialize, JsonSchema)]
pub struct Rule {
    /// Stable, never reused.
    id: String,
    /// A line.
    title: String,
    /// The wars it holds in.
    periods: Vec<String>,
    /// How sure we are: `stated`, `conflict`, `base` or `lost`.
    status: String,
    /// It is a table.
    table: bool,
}

impl Rule {
    /// The short form of an entry.
    pub fn of(entry: &Entry) -> Rule {
        Rule {
            id: entry.id.clone(),
            title: entry.title.clone(),
            periods: entry.periods.clone(),
            status: entry.status.name().to_owned(),
            table: entry.is_table(),
        }
    }
}

/// `dq rules show --json`.
#[derive(Serialize, JsonSchema)]
pub struct RulesShow {
    #[serde(flatten)]
    rule: Rule,
    /// The rule; empty for a table.
    text: String,
    /// Its numbers.
    values: String,
    /// What to play and why, where it is not certain.
    ruling: String,
    /// A worked case.
    example: String,
    /// A remark.
    note: String,
    /// Where it is printed.
    source: Vec<String>,
    /// Not behaviour.
    informative: bool,
    /// Why it is informative.
    reason: String,
    /// Column heads of a table.
    columns: Vec<String>,
    /// Rows of a table.
    rows: Vec<Vec<String>>,
}

impl RulesShow {
    /// The whole of an entry.
    pub fn of(entry: &Entry) -> RulesShow {
        RulesShow {
            rule: Rule::of(entry),
            text: entry.text.clone(),
            values: entry.values.clone(),
            ruling: entry.ruling.clone(),
            example: entry.example.clone(),
            note: entry.note.clone(),
            source: entry.source.clone(),
            informative: entry.informative,
            reason: entry.reason.clone(),
            columns: entry.columns.clone(),
            rows: rows(entry),
        }
    }
}

/// The rows of a table as text.
pub fn rows(entry: &Entry) -> Vec<Vec<String>> {
    entry.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}
