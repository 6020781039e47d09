//! Rulebook files to rulebooks.

mod army;
mod charge;
mod fire;
mod maneuver;
mod modifiers;
mod tables;
mod terrain;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rulebook::{Choice, Reasons, Rulebook, Ruling, Terms};

use crate::decode::{Node, Source, Table};
use crate::{Defect, Defects, Ledger, nearest};

/// A rulebook file that comes with the program.
pub struct Book {
    /// `acw`, `awi`, `1812` or `maw`.
    pub period: &'static str,
    /// `booklet` or `qrs`.
    pub edition: &'static str,
    /// Its name below `data/rulebooks/`.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The rulebooks that come with the program; of a period the first edition is the default.
pub const BOOKS: [Book; 5] = [
    Book {
        period: "acw",
        edition: "booklet",
        file: "acw.toml",
        text: include_str!("../../../../data/rulebooks/acw.toml"),
    },
    Book {
        period: "awi",
        edition: "booklet",
        file: "awi.toml",
        text: include_str!("../../../../data/rulebooks/awi.toml"),
    },
    Book {
        period: "1812",
        edition: "booklet",
        file: "1812.toml",
        text: include_str!("../../../../data/rulebooks/1812.toml"),
    },
    Book {
        period: "maw",
        edition: "booklet",
        file: "maw.toml",
        text: include_str!("../../../../data/rulebooks/maw.toml"),
    },
    Book {
        period: "maw",
        edition: "qrs",
        file: "maw-qrs.toml",
        text: include_str!("../../../../data/rulebooks/maw-qrs.toml"),
    },
];

/// The readings chosen, by ruling.
pub type Choices = BTreeMap<String, String>;

/// A built-in rulebook with the chosen readings; the rest are the defaults.
pub fn rulebook(
    period: &str,
    edition: Option<&str>,
    choices: &Choices,
) -> Result<Rulebook, String> {
    let mut of_period = BOOKS.iter().filter(|b| b.period == period).peekable();
    if of_period.peek().is_none() {
        let periods: BTreeSet<&str> = BOOKS.iter().map(|b| b.period).collect();
        let known: Vec<&str> = periods.into_iter().collect();
        return Err(format!(
            "no period is called `{period}`; expected one of {}",
            known.join(", ")
        ));
    }
    let book = match edition {
        None => of_period.next(),
        Some(edition) => of_period.find(|b| b.edition == edition),
    };
    let Some(book) = book else {
        let editions = BOOKS.iter().filter(|b| b.period == period).map(|b| b.edition);
        let known: Vec<&str> = editions.collect();
        let asked = edition.unwrap_or_default();
        return Err(format!("{period} has no edition `{asked}`; expected {}", known.join(" or ")));
    };
    let rulebook = read(book.file, book.text, &Ledger::built_in().ids(), choices);
    rulebook.map_err(|defects| defects.to_string())
}

/// Reads a rulebook file. Either the whole rulebook, or every defect.
pub fn read(
    file: &str,
    text: &str,
    rules: &BTreeSet<String>,
    choices: &Choices,
) -> Result<Rulebook, Defects> {
    let source = Source::new(file, text, rules);
    let mut root = source.parse();
    let rulings = rulings(&source, &root, choices);
    let chosen = |id: &str| {
        let ruling: Option<&Ruling> = rulings.iter().find(|r| &*r.id == id);
        ruling.map(|r| r.choices[r.chosen].id.to_string())
    };
    root.settle(&source, &chosen);
    let book = self::book(&source, &root, rulings.clone());
    let defects = source.into_defects();
    match book {
        Some(book) if defects.is_empty() => Ok(book),
        _ => Err(Defects(defects)),
    }
}

/// Every defect of a rulebook file, under every reading of every ruling.
pub fn lint(file: &str, text: &str, rules: &BTreeSet<String>) -> Vec<Defect> {
    let mut defects = BTreeSet::new();
    let mut collect = |choices: &Choices| match read(file, text, rules, choices) {
        Ok(book) => Some(book),
        Err(found) => {
            defects.extend(found.0);
            None
        }
    };
    if let Some(book) = collect(&Choices::new()) {
        for ruling in &book.rulings {
            for choice in &ruling.choices[1..] {
                let choices = [(ruling.id.to_string(), choice.id.to_string())];
                collect(&choices.into_iter().collect());
            }
        }
    }
    defects.into_iter().collect()
}

fn rulings(source: &Source<'_>, root: &Node, choices: &Choices) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    if let Some(root) = Table::of(source, root) {
        rulings.extend(root.tables("ruling").into_iter().filter_map(|t| ruling(t, choices)));
    }
    for asked in choices.keys() {
        let known = || rulings.iter().map(|r: &Ruling| &*r.id);
        if !known().any(|id| id == asked) {
            let near = nearest(asked, known()).map(str::to_owned);
            source.defect(0..0, format!("no ruling is called `{asked}`"), near);
        }
    }
    rulings
}

fn ruling(table: Table<'_>, choices: &Choices) -> Option<Ruling> {
    let id = table.text("id");
    let title = table.text("title");
    let reason = table.text("reason");
    let optional = table.truth_or("optional", false);
    let rule = table.rule("rule");
    let readings: Vec<Choice> =
        table.tables("choices").into_iter().filter_map(self::choice).collect();
    if readings.len() < 2 {
        table.defect("a ruling needs at least two choices, the default first".to_owned());
    }
    let id = id?;
    let chosen = match choices.get(&*id) {
        None => 0,
        Some(asked) => readings.iter().position(|c| **asked == *c.id).unwrap_or_else(|| {
            let near = nearest(asked, readings.iter().map(|c| &*c.id)).map(str::to_owned);
            let message = format!("the ruling `{id}` has no reading `{asked}`");
            table.source().defect(table.span("choices"), message, near);
            0
        }),
    };
    table.finish();
    let whole = readings.len() >= 2;
    let ruling = Ruling {
        id,
        title: title?,
        choices: readings,
        chosen,
        optional,
        reason: reason?,
        rule: rule?,
    };
    whole.then_some(ruling)
}

fn choice(table: Table<'_>) -> Option<Choice> {
    let id = table.text("id");
    let text = table.text("text");
    table.finish();
    Some(Choice { id: id?, text: text? })
}

fn book(source: &Source<'_>, root: &Node, rulings: Vec<Ruling>) -> Option<Rulebook> {
    let root = Table::of(source, root)?;
    if root.number::<u32>("format").is_some_and(|format| format != 1) {
        let message = "this program reads rulebook format 1".to_owned();
        source.defect(root.span("format"), message, None);
    }
    root.list("ruling");
    let period = root.text("period");
    let edition = root.text("edition");
    let title = root.text("title");
    let nations = root.names("nations");
    if nations.is_empty() {
        root.defect("`nations` must name at least one nation".to_owned());
    }
    let terms = root.table("terms").and_then(terms);
    let maneuver = root.table("maneuver").and_then(maneuver::read);
    let fire = root.table("fire").and_then(fire::read);
    let charge = root.table("charge").and_then(charge::read);
    let weapons: Vec<_> = root.tables("weapon").into_iter().filter_map(fire::weapon).collect();
    let pieces: Vec<_> = root.tables("piece").into_iter().map(fire::piece).collect();
    let movement: Vec<_> =
        root.tables("movement").into_iter().filter_map(tables::movement).collect();
    tables::references(&root, &weapons, &pieces, &movement);
    let terrain = root.tables("terrain").into_iter().filter_map(terrain::kind).collect();
    let fallen_leader = tables::fallen_leader(&root);
    let effectiveness = root.table("effectiveness").and_then(tables::effectiveness);
    let command = root.table("command").and_then(tables::command);
    let bases = root.table("bases").and_then(tables::bases);
    let light = root.table("light").and_then(tables::light);
    let scales = root.tables("scale").into_iter().filter_map(tables::scale).collect();
    let reasons = root.maybe_table("reasons").map_or_else(Vec::new, tables::reasons);
    let features = root.table("features").and_then(tables::features);
    let army: Vec<_> = root.tables("army").into_iter().map(army::row).collect();
    army::references(&root, &weapons, &pieces);
    let rating_defaults =
        root.tables("rating-default").into_iter().filter_map(army::rating).collect();
    let weapon_defaults =
        root.tables("weapon-default").into_iter().filter_map(army::weapon).collect();
    root.finish();
    Some(Rulebook {
        period: period?,
        edition: edition?,
        title: title?,
        nations,
        terms: terms?,
        maneuver: maneuver?,
        fire: fire?,
        charge: charge?,
        weapons,
        pieces: pieces.into_iter().flatten().collect(),
        movement,
        terrain,
        fallen_leader: fallen_leader?,
        effectiveness: effectiveness?,
        command: command?,
        bases: bases?,
        light: light?,
        scales,
        reasons: Reasons::new(&reasons),
        features: features?,
        army: army.into_iter().flatten().collect(),
        rating_defaults,
        weapon_defaults,
        rulings,
    })
}

fn terms(table: Table<'_>) -> Option<Terms> {
    let word = |key| table.text(key).map(|t: Arc<str>| t.to_string());
    let elite = word("elite");
    let raw = word("raw");
    let open_order = word("open-order");
    let marksmen = word("marksmen");
    let battery = word("battery");
    let section = word("section");
    let canister = word("canister");
    table.finish();
    Some(Terms {
        elite: elite?,
        raw: raw?,
        open_order: open_order?,
        marksmen: marksmen?,
        battery: battery?,
        section: section?,
        canister: canister?,
    })
}
