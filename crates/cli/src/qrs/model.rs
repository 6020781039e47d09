//! A quick reference as plain data: sections of tables and notes, without a look.

use library::Ledger;
use rulebook::{RuleId, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

/// The quick reference of one war.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sheet {
    /// `acw`, `awi`, `1812` or `maw`.
    pub period: String,
    /// The edition.
    pub edition: String,
    /// The war's name.
    pub title: String,
    /// The sections, in the order of play.
    pub sections: Vec<Section>,
    /// What the marks mean.
    pub legend: Vec<Legend>,
    /// Whose work this is.
    pub imprint: String,
}

/// A mark and its meaning.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Legend {
    /// The mark.
    pub mark: &'static str,
    /// What it means.
    pub meaning: String,
}

/// Where a section is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first page: turn, maneuver, movement.
    Front,
    /// The second page: fire, charge, rulings.
    Back,
    /// Not on paper.
    ScreenOnly,
}

/// One part of the sheet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Section {
    /// Name within the sheet.
    pub id: &'static str,
    /// The heading.
    pub heading: &'static str,
    /// Where it is printed.
    pub side: Side,
    /// Its tables.
    pub tables: Vec<Table>,
    /// What does not fit a table.
    pub notes: Vec<Note>,
}

impl Section {
    /// Every ledger entry the section rests on, once each, in the order of use.
    pub fn rules(&self) -> Vec<&str> {
        let rows = self.tables.iter().flat_map(|table| &table.rows);
        let sources = rows.map(|row| &row.source);
        let mut rules: Vec<&str> = Vec::new();
        for source in sources.chain(self.notes.iter().map(|note| &note.source)) {
            for rule in &source.rules {
                if !rules.contains(&rule.as_str()) {
                    rules.push(rule);
                }
            }
        }
        rules
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Words, from the left.
    Words,
    /// A number, set under the others.
    Number,
    /// A limit or an exception to the cell before it; often empty.
    Remark,
}

/// A column of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Column {
    /// Its head.
    pub head: String,
    /// What it holds.
    pub shape: Shape,
}

/// A table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// How many stacks of rows stand side by side.
    pub stacks: usize,
}

impl Table {
    /// A table without rows; a head of `#x` is a number, of `~x` a remark.
    pub fn new(caption: &str, heads: &[&str]) -> Table {
        let column = |head: &&str| {
            let (shape, head) = match (head.strip_prefix('#'), head.strip_prefix('~')) {
                (Some(head), _) => (Shape::Number, head),
                (_, Some(head)) => (Shape::Remark, head),
                (None, None) => (Shape::Words, *head),
            };
            Column { head: head.to_owned(), shape }
        };
        Table {
            caption: caption.to_owned(),
            columns: heads.iter().map(column).collect(),
            rows: Vec::new(),
            stacks: 1,
        }
    }

    /// The same with its rows.
    pub fn of(mut self, rows: impl IntoIterator<Item = Row>) -> Table {
        self.rows.extend(rows);
        self
    }

    /// The same in so many stacks.
    pub fn in_stacks(mut self, stacks: usize) -> Table {
        self.stacks = stacks;
        self
    }

    /// Does a column hold anything?
    pub fn is_used(&self, place: usize) -> bool {
        self.rows.iter().any(|row| !row.cells[place].is_empty())
    }

    /// Is any row marked?
    pub fn has_marks(&self) -> bool {
        self.rows.iter().any(|row| !row.source.marks().is_empty())
    }
}

/// A row of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    /// The group it stands in; empty for none.
    pub group: String,
    /// Its cells.
    pub cells: Vec<String>,
    /// What it rests on.
    #[serde(flatten)]
    pub source: Source,
}

impl Row {
    /// The same row in a group.
    pub fn in_group(mut self, group: &str) -> Row {
        self.group = group.to_owned();
        self
    }
}

/// A remark below the tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Note {
    /// The words.
    pub text: String,
    /// What it rests on.
    #[serde(flatten)]
    pub source: Source,
}

/// What a row or a note rests on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Source {
    /// Ledger entries.
    pub rules: Vec<String>,
    /// An entry is not certain.
    pub doubtful: bool,
    /// A ruling that is not the default made it what it is.
    pub ruled: bool,
}

/// The mark of what is not certain.
pub const DOUBTFUL: &str = "†";
/// The mark of what a chosen ruling made.
pub const RULED: &str = "‡";

impl Source {
    /// The marks it bears.
    pub fn marks(&self) -> &'static str {
        match (self.doubtful, self.ruled) {
            (false, false) => "",
            (true, false) => DOUBTFUL,
            (false, true) => RULED,
            (true, true) => "†‡",
        }
    }
}

impl Sheet {
    /// Marks every row and note that `plain`, the sheet of the default rulings, has not.
    pub fn mark_changes_from(&mut self, plain: &Sheet) {
        for section in &mut self.sections {
            let Some(before) = plain.sections.iter().find(|s| s.id == section.id) else {
                continue;
            };
            let rows: Vec<&Row> = before.tables.iter().flat_map(|table| &table.rows).collect();
            for row in section.tables.iter_mut().flat_map(|table| &mut table.rows) {
                let same = |old: &&Row| old.cells == row.cells && old.group == row.group;
                row.source.ruled = !rows.iter().any(same);
            }
            for note in &mut section.notes {
                note.source.ruled = !before.notes.iter().any(|n| n.text == note.text);
            }
        }
    }
}

/// Writes rows and notes of one war, each with what the ledger says of its rules.
pub struct Clerk<'a> {
    /// The war.
    pub book: &'a Rulebook,
    /// The rules.
    pub ledger: &'a Ledger,
}

impl Clerk<'_> {
    /// A row that rests on a rule of the rulebook.
    pub fn row<const N: usize>(&self, cells: [String; N], rule: &RuleId) -> Row {
        self.row_of(cells.into(), &[rule.as_str()])
    }

    /// A row that rests on `rules`, so far as they hold in this war.
    pub fn row_of(&self, cells: Vec<String>, rules: &[&str]) -> Row {
        Row { group: String::new(), cells, source: self.source(rules) }
    }

    /// A note that rests on `rules`, so far as they hold in this war.
    pub fn note(&self, text: impl Into<String>, rules: &[&str]) -> Note {
        Note { text: text.into(), source: self.source(rules) }
    }

    /// Entries of other wars are left out, unless nothing else is left: a rulebook may name the
    /// entry of another war as the reason why it lacks something.
    fn source(&self, rules: &[&str]) -> Source {
        let entries = rules.iter().filter_map(|rule| {
            let entry = self.ledger.entry(rule);
            debug_assert!(entry.is_some(), "the ledger has no entry {rule}");
            entry
        });
        let (own, other): (Vec<_>, Vec<_>) =
            entries.partition(|e| e.periods.iter().any(|p| **p == *self.book.period));
        let kept = if own.is_empty() { other } else { own };
        Source {
            doubtful: kept.iter().any(|entry| !entry.status.is_certain()),
            rules: kept.iter().map(|entry| entry.id.clone()).collect(),
            ruled: false,
        }
    }
}
