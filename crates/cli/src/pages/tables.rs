//! Tables: of the ledger, and of the rulebooks war by war.

use std::fmt::Write;

use library::Entry;

use super::Sources;
use super::entry::plain;
use crate::qrs::model::{Section, Shape, Table};

/// Columns that say where a figure comes from, which is no player's matter.
const EVIDENCE: [&str; 5] = ["evidence", "basis", "recovered_cells", "row_status", "confidence"];
/// A table with more rows is folded away.
const LONG: usize = 26;
/// More links than these say nothing.
const MANY: usize = 8;

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// A table of the ledger.
pub fn of_entry(entry: &Entry) -> String {
    // One table is nothing but evidence; it is kept whole.
    let whole = entry.columns.iter().any(|column| column == "value");
    let kept: Vec<usize> = (0..entry.columns.len())
        .filter(|place| whole || !EVIDENCE.contains(&entry.columns[*place].as_str()))
        .collect();
    let head: Vec<String> =
        kept.iter().map(|at| plain(&entry.columns[*at].replace('_', " "))).collect();
    let mut text = row(&head) + &row(&vec!["---".to_owned(); kept.len()]);
    for cells in &entry.rows {
        let cell =
            |at: &usize| cells.get(*at).map_or(String::new(), |cell| plain(&cell.to_string()));
        text += &row(&kept.iter().map(cell).collect::<Vec<_>>());
    }
    if entry.rows.len() > LONG {
        return format!(
            "<details><summary>{} rows</summary>\n\n{text}\n</details>\n\n",
            entry.rows.len()
        );
    }
    text + "\n"
}

/// A section of the quick reference in every war that has it; wars that share it are named together.
pub fn by_war(sources: &Sources, id: &str) -> String {
    let mut found: Vec<(Vec<String>, String, String)> = Vec::new();
    for sheet in &sources.sheets {
        let Some(section) = sheet.sections.iter().find(|section| section.id == id) else {
            continue;
        };
        let war = if sheet.edition == "qrs" {
            format!("{} (earlier sheet)", sheet.title)
        } else {
            sheet.title.clone()
        };
        let body = of_section(sources, section);
        match found.iter_mut().find(|(_, _, known)| *known == body) {
            Some((wars, ..)) => wars.push(war),
            None => found.push((vec![war], section.heading.to_owned(), body)),
        }
    }
    let mut text = String::new();
    for (wars, heading, body) in found {
        let _ = writeln!(
            text,
            "<details><summary><b>{heading}</b>: {}</summary>\n\n{body}</details>\n",
            wars.join("; ")
        );
    }
    text
}

fn of_section(sources: &Sources, section: &Section) -> String {
    let mut text = String::new();
    for table in &section.tables {
        if !table.caption.is_empty() {
            let _ = writeln!(text, "**{}**\n", plain(&table.caption));
        }
        text += &of_table(table);
        text.push('\n');
    }
    for note in &section.notes {
        let _ = writeln!(text, "- {}", plain(&note.text));
    }
    if !section.notes.is_empty() {
        text.push('\n');
    }
    let links: Vec<String> = section
        .rules()
        .into_iter()
        .filter_map(|rule| Some(format!("[{rule}]({})", sources.plan.link(rule)?)))
        .collect();
    // A table of many rules is surrounded by them on its page.
    if (1..=MANY).contains(&links.len()) {
        let _ = writeln!(text, "<sub>Rests on {}</sub>\n", links.join(", "));
    }
    text
}

fn of_table(table: &Table) -> String {
    let used: Vec<usize> = (0..table.columns.len()).filter(|place| table.is_used(*place)).collect();
    let grouped = table.rows.iter().any(|row| !row.group.is_empty());
    let mut head: Vec<String> = used.iter().map(|at| plain(&table.columns[*at].head)).collect();
    let mut rule: Vec<String> = used
        .iter()
        .map(|at| if table.columns[*at].shape == Shape::Number { "---:" } else { "---" }.to_owned())
        .collect();
    if grouped {
        head.insert(0, String::new());
        rule.insert(0, "---".to_owned());
    }
    let mut text = row(&head) + &row(&rule);
    let mut group = "";
    for line in &table.rows {
        let mut cells: Vec<String> = used.iter().map(|at| plain(&line.cells[*at])).collect();
        if let Some(last) = cells.last_mut() {
            *last += line.source.marks();
        }
        if grouped {
            let name = if line.group == group {
                String::new()
            } else {
                format!("**{}**", plain(&line.group))
            };
            cells.insert(0, if line.group.is_empty() { String::new() } else { name });
            group = &line.group;
        }
        text += &row(&cells);
    }
    text
}
