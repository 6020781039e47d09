//! The sheet in a terminal: aligned columns, at most a hundred wide.

use std::iter::zip;

use super::model::{Note, Row, Section, Shape, Sheet, Side, Table};
use crate::show;

const WIDTH: usize = 100;
const GAP: &str = "  ";
const BETWEEN_STACKS: &str = "  │ ";
/// No column of words is made narrower than this.
const NARROWEST: usize = 12;

/// The whole sheet.
pub fn text(sheet: &Sheet) -> String {
    let title = format!("{}, quick reference ({})", sheet.title, sheet.edition);
    let mut text = show::heading(&title);
    for entry in &sheet.legend {
        text += &show::faint(&format!("{} {}\n", entry.mark, entry.meaning));
    }
    let paper = |s: &&Section| s.side != Side::ScreenOnly;
    let rest = sheet.sections.iter().filter(|s| !paper(s));
    for part in sheet.sections.iter().filter(paper).chain(rest) {
        text.push('\n');
        text += &section(part);
    }
    text.push('\n');
    for line in wrapped(&sheet.imprint, WIDTH) {
        text += &show::faint(&line);
        text.push('\n');
    }
    text
}

fn section(section: &Section) -> String {
    let line = "─".repeat(WIDTH.saturating_sub(section.heading.chars().count() + 1));
    let mut text = format!("{} {}\n", show::strong(section.heading), show::faint(&line));
    for part in &section.tables {
        text += &table(part);
    }
    section.notes.iter().for_each(|part| text += &note(part));
    for line in wrapped(&section.rules().join(", "), WIDTH - GAP.len()) {
        text += &format!("{GAP}{}\n", show::faint(&line));
    }
    text
}

fn note(note: &Note) -> String {
    let lines = wrapped(&note.text, WIDTH - 4);
    let marks = [note.source.marks()].into_iter().chain(std::iter::repeat(""));
    let lines = zip(marks, lines).map(|(mark, line)| format!("{mark:<2}{GAP}{line}\n"));
    lines.collect()
}

fn table(table: &Table) -> String {
    let caption = wrapped(&table.caption, WIDTH - GAP.len());
    let caption = caption.iter().map(|line| format!("{GAP}{}\n", show::faint(line)));
    let mut text: String = caption.collect();
    let columns = used(table);
    let (stacks, widths) = fitting(table, &columns);
    let height = table.rows.len().div_ceil(stacks).max(1);
    let blocks: Vec<Vec<String>> =
        table.rows.chunks(height).map(|rows| block(table, &columns, &widths, rows)).collect();
    let whole = whole(&widths);
    for line in 0..blocks.iter().map(Vec::len).max().unwrap_or(0) {
        let parts: Vec<String> = blocks
            .iter()
            .map(|block| padded(block.get(line).map_or("", String::as_str), whole))
            .collect();
        text += parts.join(BETWEEN_STACKS).trim_end();
        text.push('\n');
    }
    text
}

/// As many stacks as fit side by side, and the widths of their columns.
fn fitting(table: &Table, columns: &[usize]) -> (usize, Vec<usize>) {
    let between = BETWEEN_STACKS.chars().count();
    for stacks in (2..=table.stacks).rev() {
        let room = (WIDTH - between * (stacks - 1)) / stacks;
        let widths = widths(table, columns, room);
        if whole(&widths) <= room {
            return (stacks, widths);
        }
    }
    (1, widths(table, columns, WIDTH))
}

/// The width of a row with its marks.
fn whole(widths: &[usize]) -> usize {
    4 + widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1)
}

/// The columns that hold anything.
fn used(table: &Table) -> Vec<usize> {
    (0..table.columns.len()).filter(|place| table.is_used(*place)).collect()
}

fn widths(table: &Table, columns: &[usize], room: usize) -> Vec<usize> {
    let natural = |place: &usize| {
        let cells = table.rows.iter().map(|row| row.cells[*place].chars().count());
        let head = table.columns[*place].head.chars().count();
        cells.chain([head]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = columns.iter().map(natural).collect();
    while whole(&widths) > room {
        let words = (0..widths.len())
            .filter(|at| table.columns[columns[*at]].shape != Shape::Number)
            .filter(|at| widths[*at] > NARROWEST);
        let Some(widest) = words.max_by_key(|at| widths[*at]) else {
            break;
        };
        widths[widest] -= 1;
    }
    widths
}

fn block(table: &Table, columns: &[usize], widths: &[usize], rows: &[Row]) -> Vec<String> {
    let mut lines = Vec::new();
    if table.columns.iter().any(|column| !column.head.is_empty()) {
        let heads: Vec<&str> =
            columns.iter().map(|place| table.columns[*place].head.as_str()).collect();
        lines.extend(row_lines(table, columns, widths, "", &heads));
    }
    let mut group = "";
    for row in rows {
        if row.group != group {
            group = &row.group;
            lines.push(format!("{GAP}{group}"));
        }
        let cells: Vec<&str> = columns.iter().map(|at| row.cells[*at].as_str()).collect();
        let marks = row.source.marks();
        lines.extend(row_lines(table, columns, widths, marks, &cells));
    }
    lines
}

fn row_lines(
    table: &Table,
    columns: &[usize],
    widths: &[usize],
    marks: &str,
    cells: &[&str],
) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        zip(cells, widths).map(|(cell, width)| wrapped(cell, *width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let line = |number: usize| {
        let parts: Vec<String> = zip(zip(&cells, widths), columns)
            .map(|((cell, width), place)| {
                let text = cell.get(number).map_or("", String::as_str);
                match table.columns[*place].shape {
                    Shape::Number => format!("{text:>width$}"),
                    Shape::Words | Shape::Remark => padded(text, *width),
                }
            })
            .collect();
        let marks = if number == 0 { marks } else { "" };
        format!("{marks:<2}{GAP}{}", parts.join(GAP))
    };
    (0..height).map(line).collect()
}

fn padded(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

/// The text in lines of at most `width`, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
