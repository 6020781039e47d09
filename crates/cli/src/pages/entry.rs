//! Entries of the ledger as a player reads them.

use std::fmt::Write;

use library::{Entry, Status};

use super::{Sources, tables};

/// The anchor of an entry.
pub fn anchor(id: &str) -> String {
    id.to_lowercase()
}

/// Wars as a reader says them.
pub fn wars(periods: &[String]) -> String {
    if periods.len() == 4 {
        return "All wars".to_owned();
    }
    let name = |period: &String| match period.as_str() {
        "acw" => "Civil War",
        "awi" => "Revolution",
        "1812" => "War of 1812",
        _ => "Mexican War",
    };
    periods.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Entries in this order; neighbours that say the same of two wars are told once.
pub fn all(sources: &Sources, entries: &[&Entry]) -> String {
    let mut text = String::new();
    let mut rest = entries;
    while let Some((first, after)) = rest.split_first() {
        let same = after.iter().take_while(|other| says_the_same(first, other)).count();
        text += &one(sources, &rest[..=same]);
        rest = &after[same..];
    }
    text
}

fn says_the_same(one: &Entry, other: &Entry) -> bool {
    !one.is_table()
        && !other.is_table()
        && (&one.title, &one.text, &one.ruling, &one.note)
            == (&other.title, &other.text, &other.ruling, &other.note)
}

fn one(sources: &Sources, entries: &[&Entry]) -> String {
    let first = entries[0];
    let anchors: String =
        entries.iter().map(|entry| format!("<a id=\"{}\"></a>", anchor(&entry.id))).collect();
    let ids: Vec<String> = entries.iter().map(|entry| format!("`{}`", entry.id)).collect();
    let mut periods: Vec<String> = Vec::new();
    for period in entries.iter().flat_map(|entry| &entry.periods) {
        if !periods.contains(period) {
            periods.push(period.clone());
        }
    }
    let mut text = format!("### {}\n\n{anchors}", plain(&first.title));
    let _ = writeln!(text, "<sub>**{}** · {}</sub>\n", wars(&periods), ids.join(" "));
    let linked = |words: &str| linked(sources, &first.id, words);
    if !first.text.is_empty() {
        let _ = writeln!(text, "{}\n", linked(&first.text));
    }
    if first.is_table() {
        text += &tables::of_entry(first);
    }
    if let Some(figures) = figures(first) {
        let _ = writeln!(text, "Figures: {}.\n", linked(figures.trim_end_matches('.')));
    }
    if !first.ruling.is_empty() {
        let head = match first.status {
            Status::Stated => "As we play it",
            Status::Conflict => "As we play it, where the books differ",
            Status::Base => "As we play it, where the books are silent",
            Status::Lost => "As we play it, where the table is lost",
        };
        let _ = writeln!(text, "**{head}:** {}\n", linked(&first.ruling));
    }
    if !first.note.is_empty() {
        let _ = writeln!(text, "*Note: {}*\n", linked(&first.note));
    }
    let mut told: Vec<&str> = Vec::new();
    for entry in entries.iter().filter(|entry| !entry.example.is_empty()) {
        if !told.contains(&entry.example.as_str()) {
            told.push(&entry.example);
            let _ = writeln!(text, "> **Example.** {}\n", linked(&entry.example));
        }
    }
    text += &switches(sources, entries);
    text += &pictures(sources, entries);
    text
}

/// The figures of an entry, unless its words already say them all.
fn figures(entry: &Entry) -> Option<&str> {
    let said = |figure: &str| entry.text.contains(figure) || entry.ruling.contains(figure);
    let mut figures =
        entry.values.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    (!entry.is_table() && figures.any(|figure| !said(figure))).then_some(&*entry.values)
}

/// The rulings that touch entries.
fn switches(sources: &Sources, entries: &[&Entry]) -> String {
    let touches =
        |switch: &&super::Switch| entries.iter().any(|entry| switch.touches.contains(&entry.id));
    let links: Vec<String> = sources
        .switches
        .iter()
        .filter(touches)
        .map(|switch| format!("[{}](rulings.md#{})", plain(&switch.title), switch.anchor()))
        .collect();
    if links.is_empty() {
        String::new()
    } else {
        format!("Can be read otherwise: {}.\n\n", links.join("; "))
    }
}

fn pictures(sources: &Sources, entries: &[&Entry]) -> String {
    let mut text = String::new();
    for picture in &sources.pictures {
        let written = &picture.written;
        if entries.iter().any(|entry| entry.id == written.rules[0]) {
            let _ = writeln!(text, "![{}](pictures/{}.svg)\n", written.title, written.id);
            let _ = writeln!(text, "*{}: {}*\n", written.title, plain(&written.caption));
        } else if entries.iter().any(|entry| written.rules.contains(&entry.id)) {
            let link = sources.plan.link(&written.rules[0]).unwrap_or_default();
            let _ = writeln!(text, "Picture: [{}]({link}).\n", written.title);
        }
    }
    text
}

/// Text that Markdown takes as it is.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '<' | '|' | '[' | ']') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The text with every id of an entry as a link to it.
fn linked(sources: &Sources, own: &str, text: &str) -> String {
    let mut out = String::new();
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let mut rest = text;
    while !rest.is_empty() {
        let word: usize = rest.chars().take_while(|c| is_part(*c)).count();
        if word == 0 {
            let next = rest.find(is_part).unwrap_or(rest.len());
            out += &plain(&rest[..next]);
            rest = &rest[next..];
            continue;
        }
        let id = rest[..word].trim_end_matches('-');
        match sources.plan.link(id) {
            Some(link) if id != own => {
                let _ = write!(out, "[{id}]({link})");
            }
            _ => out += id,
        }
        rest = &rest[id.len().max(1)..];
        if id.is_empty() {
            out.push('-');
        }
    }
    out
}
