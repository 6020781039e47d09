//! Every ruling with its alternatives, and the entries that it touches.

use std::collections::BTreeMap;
use std::fmt::Write;

use library::{BOOKS, Choices, Line, Status, outline};

use super::Sources;
use super::entry::{plain, wars};
use crate::{Fault, books};

/// A doubtful rule that can be read otherwise, or an optional one.
pub struct Switch {
    /// Its name.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The rulebooks that have it.
    books: Vec<String>,
    /// The readings, the default first.
    choices: Vec<(String, String)>,
    optional: bool,
    reason: String,
    /// The entries it touches: its own first, then those whose numbers change with it.
    pub touches: Vec<String>,
}

impl Switch {
    /// Its anchor on the page of rulings.
    pub fn anchor(&self) -> String {
        let books = self.books.join("-").to_lowercase();
        format!("{}-{}", self.id, books.replace(' ', "-"))
    }
}

/// Every ruling of every rulebook; those that are alike in several are told once.
pub fn switches() -> Result<Vec<Switch>, Fault> {
    let mut found: Vec<Switch> = Vec::new();
    for book in &BOOKS {
        let plain = books::open(book.period, Some(book.edition), &Choices::new())?;
        let numbers = outline(&plain);
        let name = if book.edition == "qrs" { "maw qrs" } else { book.period };
        for ruling in &plain.rulings {
            let mut touches = vec![ruling.rule.to_string()];
            for choice in ruling.choices.iter().skip(1) {
                let chosen = Choices::from([(ruling.id.to_string(), choice.id.to_string())]);
                let other = library::rulebook(book.period, Some(book.edition), &chosen);
                for rule in changed(&numbers, &outline(&other.map_err(Fault)?)) {
                    if !touches.contains(&rule) {
                        touches.push(rule);
                    }
                }
            }
            let choices: Vec<(String, String)> =
                ruling.choices.iter().map(|c| (c.id.to_string(), c.text.to_string())).collect();
            let same = found.iter_mut().find(|known| {
                *known.id == *ruling.id
                    && known.choices == choices
                    && *known.title == *ruling.title
                    && *known.reason == *ruling.reason
            });
            match same {
                Some(known) => {
                    known.books.push(name.to_owned());
                    touches.retain(|rule| !known.touches.contains(rule));
                    known.touches.extend(touches);
                }
                None => found.push(Switch {
                    id: ruling.id.to_string(),
                    title: ruling.title.to_string(),
                    books: vec![name.to_owned()],
                    choices,
                    optional: ruling.optional,
                    reason: ruling.reason.to_string(),
                    touches,
                }),
            }
        }
    }
    found.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(found)
}

/// The rules of the numbers that differ.
fn changed(one: &[Line], other: &[Line]) -> Vec<String> {
    let by_place = |lines: &[Line]| -> BTreeMap<String, Line> {
        lines.iter().map(|line| (line.place.clone(), line.clone())).collect()
    };
    let (a, b) = (by_place(one), by_place(other));
    let mut rules: Vec<String> = Vec::new();
    for (place, line) in a.iter().chain(&b) {
        let differs = a.get(place).map(|line| &line.value) != b.get(place).map(|line| &line.value);
        let rule = line.rule.to_string();
        if differs && !rule.is_empty() && !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

/// The page of rulings.
pub fn page(sources: &Sources) -> String {
    let mut text = String::from(
        "<!-- Written by `dq rules pages` from the rulebooks and the ledger: change those, not this. -->\n\n\
         # Rulings\n\n\
         The books leave some things open, contradict each other here and there, and offer optional rules. \
         Where more than one reading is worth playing there is a **ruling**: a named switch with a default that can be set for \
         every game, with `--ruling NAME=READING` at the command line or in the request to the referee. Where \
         there is one sensible answer only, we fill the gap and say so: those are listed below the switches.\n\n",
    );
    text += "## Switches\n\n";
    for optional in [false, true] {
        let head = if optional { "Optional rules" } else { "Doubtful rules" };
        let _ = writeln!(text, "### {head}\n");
        for switch in sources.switches.iter().filter(|switch| switch.optional == optional) {
            let _ = writeln!(text, "<a id=\"{}\"></a>", switch.anchor());
            let _ = writeln!(text, "#### {}\n", plain(&switch.title));
            let _ = writeln!(text, "<sub>`{}` in {}</sub>\n", switch.id, told_books(&switch.books));
            text += "| reading | what it says |\n| --- | --- |\n";
            for (place, (id, says)) in switch.choices.iter().enumerate() {
                let mark = if place == 0 { " (default)" } else { "" };
                let _ = writeln!(text, "| `{id}`{mark} | {} |", plain(says));
            }
            let _ = writeln!(text, "\n{}\n", plain(&switch.reason));
            let links: Vec<String> = switch
                .touches
                .iter()
                .filter_map(|rule| Some(format!("[{rule}]({})", sources.plan.link(rule)?)))
                .collect();
            let _ = writeln!(text, "Touches {}.\n", links.join(", "));
        }
    }
    text += "## Gaps filled and quarrels settled\n\n";
    for (place, chapter) in sources.plan.chapters.iter().enumerate() {
        let mut lines = String::new();
        for entry in sources.ledger.entries() {
            if entry.ruling.is_empty() || sources.plan.chapter_of(&entry.id) != Some(place) {
                continue;
            }
            let why = match entry.status {
                Status::Stated => "explained",
                Status::Conflict => "the books differ",
                Status::Base => "the books are silent",
                Status::Lost => "the table is lost",
            };
            let link = sources.plan.link(&entry.id).unwrap_or_default();
            let (title, wars) = (plain(&entry.title), wars(&entry.periods));
            let _ = writeln!(lines, "- [{title}]({link}): {why} ({wars})");
        }
        if !lines.is_empty() {
            let _ = writeln!(text, "### {}\n\n{lines}", chapter.title);
        }
    }
    text + "---\n\n[All chapters](README.md)\n"
}

fn told_books(books: &[String]) -> String {
    let name = |book: &String| match book.as_str() {
        "acw" => "the Civil War",
        "awi" => "the Revolution",
        "1812" => "the War of 1812",
        "maw" => "the Mexican War",
        _ => "the Mexican War by the earlier sheet",
    };
    books.iter().map(name).collect::<Vec<_>>().join(", ")
}
