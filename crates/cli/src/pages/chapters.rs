//! The plan of the pages: which chapter and section every entry stands in, and their introductions.

use std::collections::BTreeMap;
use std::fmt::Write;

use library::{Entry, Ledger};
use serde::Deserialize;

use super::{Sources, entry, tables};
use crate::Fault;

/// `rules/chapters.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    welcome: String,
    chapter: Vec<Chapter>,
}

/// A page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// The name of its file, without the ending.
    pub file: String,
    /// Its heading.
    pub title: String,
    /// What it is about, in a line.
    pub about: String,
    /// What a player should know first.
    intro: String,
    section: Vec<Section>,
}

/// A part of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    title: String,
    #[serde(default)]
    intro: String,
    /// How the ids of its entries begin, without the war; entries stand in this order.
    rules: Vec<String>,
    /// Sections of the quick reference whose tables stand here.
    #[serde(default)]
    tables: Vec<String>,
    /// A war whose own rules are listed here, wherever they stand.
    #[serde(default, rename = "only-in")]
    only_in: Option<String>,
}

/// Every chapter, and where every entry stands.
pub struct Plan {
    welcome: String,
    /// In the order in which a player meets them.
    pub chapters: Vec<Chapter>,
    /// Chapter, section and place within it, by id.
    places: BTreeMap<String, (usize, usize, usize)>,
}

const WARS: [&str; 4] = ["ACW", "AWI", "1812", "MAW"];

/// The id without the war that it names.
fn without_war(id: &str) -> String {
    let mut parts: Vec<&str> = id.split('-').collect();
    if parts.len() > 2 && WARS.contains(&parts[1]) {
        parts.remove(1);
    }
    parts.join("-")
}

impl Plan {
    /// Reads the plan; every entry must have its place, by the longest beginning that fits it.
    pub fn read(text: &str, ledger: &Ledger) -> Result<Plan, Fault> {
        let file: File =
            toml::from_str(text).map_err(|error| Fault(format!("rules/chapters.toml: {error}")))?;
        let mut plan =
            Plan { welcome: file.welcome, chapters: file.chapter, places: BTreeMap::new() };
        for entry in ledger.entries() {
            let place = plan.find(&entry.id).ok_or_else(|| {
                let id = &entry.id;
                Fault(format!("rules/chapters.toml has no place for {id}: name how it begins"))
            })?;
            plan.places.insert(entry.id.clone(), place);
        }
        Ok(plan)
    }

    fn find(&self, id: &str) -> Option<(usize, usize, usize)> {
        let plain = without_war(id);
        let mut best: Option<(usize, (usize, usize, usize))> = None;
        for (c, chapter) in self.chapters.iter().enumerate() {
            for (s, section) in chapter.section.iter().enumerate() {
                for (r, rule) in section.rules.iter().enumerate() {
                    let fits = plain.starts_with(rule) || id.starts_with(rule);
                    if fits && best.is_none_or(|(long, _)| rule.len() > long) {
                        best = Some((rule.len(), (c, s, r)));
                    }
                }
            }
        }
        best.map(|(_, place)| place)
    }

    /// The page and anchor of an entry.
    pub fn link(&self, id: &str) -> Option<String> {
        let (chapter, ..) = self.places.get(id)?;
        Some(format!("{}.md#{}", self.chapters[*chapter].file, entry::anchor(id)))
    }

    /// The chapter that an entry stands in.
    pub fn chapter_of(&self, id: &str) -> Option<usize> {
        self.places.get(id).map(|(chapter, ..)| *chapter)
    }

    /// The entries of a section, in the order of its list and then of the ledger; those of the same
    /// title stand together.
    fn entries<'l>(&self, ledger: &'l Ledger, chapter: usize, section: usize) -> Vec<&'l Entry> {
        let mut found: Vec<(usize, usize, &Entry)> = Vec::new();
        for (number, entry) in ledger.entries().enumerate() {
            let (c, s, rule) = self.places[&entry.id];
            if (c, s) == (chapter, section) {
                found.push((rule, number, entry));
            }
        }
        found.sort_by_key(|(rule, number, _)| (*rule, *number));
        let mut out: Vec<&Entry> = Vec::new();
        for (_, _, entry) in found {
            let same = out.iter().rposition(|other| other.title == entry.title);
            match same {
                Some(place) => out.insert(place + 1, entry),
                None => out.push(entry),
            }
        }
        out
    }
}

const MADE: &str = "<!-- Written by `dq rules pages` from the ledger, the rulebooks, rules/chapters.toml and \
                    data/pictures: change those, not this. -->\n\n";

/// A chapter as a page.
pub fn page(sources: &Sources, place: usize) -> String {
    let plan = &sources.plan;
    let chapter = &plan.chapters[place];
    let mut text = format!("{MADE}# {}. {}\n\n", place + 1, chapter.title);
    let _ = writeln!(text, "{}\n", chapter.intro.trim());
    if chapter.section.len() > 1 {
        for section in &chapter.section {
            let _ = writeln!(text, "- [{}](#{})", section.title, slug(&section.title));
        }
        text.push('\n');
    }
    for (number, section) in chapter.section.iter().enumerate() {
        let _ = writeln!(text, "## {}\n", section.title);
        if !section.intro.trim().is_empty() {
            let _ = writeln!(text, "{}\n", section.intro.trim());
        }
        for table in &section.tables {
            text += &tables::by_war(sources, table);
        }
        text += &section.only_in.as_deref().map_or(String::new(), |war| only_in(sources, war));
        let entries = plan.entries(sources.ledger, place, number);
        text += &entry::all(sources, &entries);
    }
    text += &turning(plan, place);
    text
}

/// The rules that hold in one war alone, chapter by chapter.
fn only_in(sources: &Sources, war: &str) -> String {
    let plan = &sources.plan;
    let mut text = String::new();
    for (place, chapter) in plan.chapters.iter().enumerate() {
        let own =
            |entry: &&Entry| entry.periods == [war] && plan.chapter_of(&entry.id) == Some(place);
        let link = |entry: &Entry| {
            let link = plan.link(&entry.id).unwrap_or_default();
            format!("[{}]({link})", entry::plain(&entry.title))
        };
        let links: Vec<String> = sources.ledger.entries().filter(own).map(link).collect();
        if !links.is_empty() {
            let _ = writeln!(text, "- **{}**: {}", chapter.title, links.join("; "));
        }
    }
    text.push('\n');
    text
}

/// From page to page.
fn turning(plan: &Plan, place: usize) -> String {
    let link = |way: &str, place: usize| {
        let chapter = &plan.chapters[place];
        format!("{way} [{}]({}.md)", chapter.title, chapter.file)
    };
    let mut links = Vec::new();
    if place > 0 {
        links.push(link("Before:", place - 1));
    }
    links.push("[All chapters](README.md)".to_owned());
    if place + 1 < plan.chapters.len() {
        links.push(link("Next:", place + 1));
    }
    format!("---\n\n{}\n", links.join(" · "))
}

/// The anchor that a heading gets on the web.
fn slug(title: &str) -> String {
    let kept = title.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The page that leads to all others.
pub fn index(sources: &Sources) -> String {
    let plan = &sources.plan;
    let mut text = format!("{MADE}{}\n\n", plan.welcome.trim());
    text += "| | chapter | what it tells | rules |\n| ---: | --- | --- | ---: |\n";
    for (place, chapter) in plan.chapters.iter().enumerate() {
        let count = plan.places.values().filter(|(c, ..)| *c == place).count();
        let _ = writeln!(
            text,
            "| {} | [{}]({}.md) | {} | {count} |",
            place + 1,
            chapter.title,
            chapter.file,
            chapter.about
        );
    }
    let rulings = sources.switches.len();
    let _ = writeln!(
        text,
        "| | [Rulings](rulings.md) | every doubtful rule that can be read otherwise, and every gap we filled | {rulings} |\n"
    );
    text += "## Pictures\n\nEvery formation and every maneuver, each made by the program from a position that was played.\n\n";
    for (place, chapter) in plan.chapters.iter().enumerate() {
        let of_chapter = sources
            .pictures
            .iter()
            .filter(|picture| plan.chapter_of(&picture.written.rules[0]) == Some(place));
        let links: Vec<String> = of_chapter
            .map(|picture| {
                let link = plan.link(&picture.written.rules[0]).unwrap_or_default();
                format!("[{}]({link})", picture.written.title)
            })
            .collect();
        if !links.is_empty() {
            let _ = writeln!(text, "- **{}**: {}", chapter.title, links.join(", "));
        }
    }
    text
}
