//! The sheet as one page that prints on two sides.

use std::fmt::Write;

use super::model::{Column, Note, Row, Section, Shape, Sheet, Side, Source, Table};

const STYLE: &str = include_str!("sheet.css");

/// The page: no scripts, nothing from outside.
pub fn page(sheet: &Sheet) -> String {
    let title = format!("{}: quick reference", ink(&sheet.title));
    let edition = ink(&sheet.edition);
    let type_size = f64::from(type_in_hundredths(sheet)) / 100.0;
    let head = format!(
        "<!doctype html>\n<html lang=\"en\" style=\"--type: {type_size}pt\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n"
    );
    let legend: Vec<String> = sheet
        .legend
        .iter()
        .map(|entry| format!("<b>{}</b> {}", entry.mark, ink(&entry.meaning)))
        .collect();
    let foot = format!(
        "<footer><p>{}. In small capitals: entries of the rules ledger.</p>\n<p>{}</p></footer>\n",
        legend.join("; "),
        ink(&sheet.imprint)
    );
    let war = ink(&sheet.title);
    let first = format!(
        "<header><h1>{war}</h1><p>Quick reference, {edition} edition: turn, maneuver and \
         movement</p></header>\n"
    );
    let second = format!(
        "<header><p class=\"again\">{war}</p><p>Quick reference, {edition} edition: fire, charge \
         and rulings</p></header>\n"
    );
    let sides = [
        side(sheet, Side::Front, "front", &first, &foot),
        side(sheet, Side::Back, "back", &second, &foot),
        side(sheet, Side::ScreenOnly, "more", "", ""),
    ];
    format!("{head}<body>\n<main>\n{}</main>\n</body>\n</html>\n", sides.concat())
}

/// The size of type in print, in hundredths of a point: the fuller side has to fit its page.
///
/// Measured on the five sheets, in both paper sizes and in wide and narrow faces; a row weighs as
/// much as twenty letters.
fn type_in_hundredths(sheet: &Sheet) -> u32 {
    const LIGHT: usize = 8400;
    const LARGEST: u32 = 720;
    const SMALLEST: u32 = 660;
    let of = |side: Side| -> usize {
        let sections = sheet.sections.iter().filter(|section| section.side == side);
        sections.map(weight).sum()
    };
    let over = of(Side::Front).max(of(Side::Back)).saturating_sub(LIGHT);
    let smaller = u32::try_from(over * 55 / 1000).unwrap_or(u32::MAX);
    LARGEST.saturating_sub(smaller).max(SMALLEST)
}

fn weight(section: &Section) -> usize {
    const ROW: usize = 20;
    let letters = |text: &String| text.chars().count();
    let rows = section.tables.iter().flat_map(|table| &table.rows);
    let rows = rows.map(|row| ROW + row.cells.iter().map(letters).sum::<usize>());
    rows.sum::<usize>() + section.notes.iter().map(|note| letters(&note.text)).sum::<usize>()
}

fn side(sheet: &Sheet, which: Side, class: &str, header: &str, footer: &str) -> String {
    let own = sheet.sections.iter().filter(|s| s.side == which);
    let sections: String = own.map(section).collect();
    format!(
        "<div class=\"side {class}\">\n{header}<div class=\"columns\">\n{sections}</div>\n\
         {footer}</div>\n"
    )
}

/// A heading and a caption of so many letters share a line.
const ONE_LINE: usize = 48;

fn section(section: &Section) -> String {
    let mut text = format!("<section id=\"{}\">\n<h2>{}</h2>\n", section.id, ink(section.heading));
    for (place, part) in section.tables.iter().enumerate() {
        let letters = section.heading.chars().count() + part.caption.chars().count();
        let beside = place == 0 && letters <= ONE_LINE;
        text += &table(part, if beside { "beside" } else { "" });
    }
    section.notes.iter().for_each(|part| text += &note(part));
    let rules = section.rules();
    if !rules.is_empty() {
        let full = rules.join(", ");
        let ids = gathered(&rules);
        let ids = ids.split(' ').map(|id| format!("<span>{id}</span>"));
        let short = ids.collect::<Vec<_>>().join(" ");
        writeln!(text, "<p class=\"ids\" title=\"{full}\">{short}</p>").unwrap();
    }
    text + "</section>\n"
}

fn note(note: &Note) -> String {
    let marks = marks(&note.source);
    format!("<p class=\"note\">{marks}{}</p>\n", ink(&note.text))
}

fn marks(source: &Source) -> String {
    match source.marks() {
        "" => String::new(),
        marks => format!("<sup>{marks}</sup>"),
    }
}

fn table(table: &Table, class: &str) -> String {
    let caption = ink(&table.caption);
    if table.stacks <= 1 || is_list(table) {
        let caption = format!("<caption>{caption}</caption>");
        return stack(table, &table.rows, &caption, class);
    }
    let height = table.rows.len().div_ceil(table.stacks).max(1);
    let stacks: String = table.rows.chunks(height).map(|rows| stack(table, rows, "", "")).collect();
    format!(
        "<figure class=\"{class}\"><figcaption>{caption}</figcaption>\
         <div class=\"stacks\">{stacks}</div></figure>\n"
    )
}

/// A list of words to stand in stacks: its short entries are set in pairs, row by row.
fn is_list(table: &Table) -> bool {
    let shapes = table.columns.iter().map(|column| column.shape);
    table.stacks > 1 && shapes.eq([Shape::Words, Shape::Remark])
}

fn stack(table: &Table, rows: &[Row], caption: &str, class: &str) -> String {
    let pairs = if is_list(table) { "pairs" } else { "" };
    let mut text = format!("<table class=\"{class} {pairs}\">{caption}");
    if table.columns.iter().any(|column| !column.head.is_empty()) {
        text += &head(table);
    }
    for rows in rows.chunk_by(|one, next| one.group == next.group) {
        text += "<tbody>";
        if is_run(table, rows) {
            text += &run(table, rows);
        } else {
            text += &group_head(table, &rows[0].group);
            rows.iter().for_each(|row| text += &body_row(table, row));
        }
        text += "</tbody>";
    }
    text + "</table>\n"
}

/// A group of short entries, such as the four ratings, is set in one line.
fn is_run(table: &Table, rows: &[Row]) -> bool {
    const SHORT: usize = 14;
    let shapes = table.columns.iter().map(|column| column.shape);
    let entries = shapes.eq([Shape::Number, Shape::Words, Shape::Remark]);
    let short = |row: &Row| row.cells[1].chars().count() <= SHORT && row.cells[2].is_empty();
    entries && rows.len() > 2 && rows.iter().all(short)
}

fn run(table: &Table, rows: &[Row]) -> String {
    let span = shown(table).count() + usize::from(table.has_marks());
    let entries: Vec<String> = rows
        .iter()
        .map(|row| {
            let (value, label) = (ink(&row.cells[0]), ink(&row.cells[1]));
            format!("<span>{}{value}&ensp;{label}</span>", marks(&row.source))
        })
        .collect();
    let (group, rules) = (ink(&rows[0].group), rows[0].source.rules.join(", "));
    format!(
        "<tr class=\"run\" title=\"{rules}\"><td colspan=\"{span}\"><b>{group}</b> {}</td></tr>",
        entries.join(" ")
    )
}

fn head(table: &Table) -> String {
    let mut text = "<thead><tr>".to_owned();
    if table.has_marks() {
        text += "<td></td>";
    }
    for (_, column) in shown(table) {
        let class = class(column.shape);
        let cell = match column.head.as_str() {
            "" => "<td></td>".to_owned(),
            head => format!("<th scope=\"col\"{class}>{}</th>", ink(head)),
        };
        text += &cell;
    }
    text + "</tr></thead>"
}

fn group_head(table: &Table, group: &str) -> String {
    if group.is_empty() {
        return String::new();
    }
    let span = shown(table).count() + usize::from(table.has_marks());
    let group = ink(group);
    format!("<tr class=\"group\"><th colspan=\"{span}\" scope=\"rowgroup\">{group}</th></tr>")
}

/// The columns of the page: remarks stand in the cell they speak of, empty columns nowhere.
fn shown(table: &Table) -> impl Iterator<Item = (usize, &Column)> {
    let columns = table.columns.iter().enumerate();
    columns.filter(|(place, column)| column.shape != Shape::Remark && table.is_used(*place))
}

/// Entries of more letters do not stand in pairs.
const HALF_A_LINE: usize = 25;

fn body_row(table: &Table, row: &Row) -> String {
    let wide = is_list(table) && row.cells.concat().chars().count() > HALF_A_LINE;
    let wide = if wide { " class=\"wide\"" } else { "" };
    let mut text = format!("<tr{wide} title=\"{}\">", row.source.rules.join(", "));
    if table.has_marks() {
        write!(text, "<td class=\"mark\">{}</td>", row.source.marks()).unwrap();
    }
    let names = table.columns.iter().position(|c| c.shape == Shape::Words);
    for (place, column) in shown(table) {
        let remark = match table.columns.get(place + 1).map(|next| next.shape) {
            Some(Shape::Remark) => row.cells[place + 1].as_str(),
            _ => "",
        };
        let mut cell = ink(&row.cells[place]);
        cell += &aside(remark);
        let class = if is_tight(table, place) { " class=\"tight\"" } else { class(column.shape) };
        if place == names.unwrap_or(0) {
            write!(text, "<th scope=\"row\"{class}>{cell}</th>").unwrap();
        } else {
            write!(text, "<td{class}>{cell}</td>").unwrap();
        }
    }
    text + "</tr>\n"
}

/// A column of short words, which are not worth a second line.
fn is_tight(table: &Table, place: usize) -> bool {
    const SHORT: usize = 16;
    let next = table.columns.get(place + 1).map(|next| next.shape);
    let short = |row: &Row| row.cells[place].chars().count() <= SHORT;
    table.columns[place].shape == Shape::Words
        && next.is_some_and(|shape| shape != Shape::Remark)
        && table.rows.iter().all(short)
}

/// A remark behind its cell: a sentence after a colon, a phrase in brackets.
fn aside(remark: &str) -> String {
    match remark {
        "" => String::new(),
        sentence
            if sentence.starts_with(|c: char| !c.is_lowercase()) && sentence.ends_with('.') =>
        {
            format!(": <i>{}</i>", ink(sentence))
        }
        phrase => format!(" <i>({})</i>", ink(phrase)),
    }
}

fn class(shape: Shape) -> &'static str {
    match shape {
        Shape::Number => " class=\"number\"",
        Shape::Words | Shape::Remark => "",
    }
}

/// The ids with their common beginnings written once: `MNV-EFF-DQ, -WH`.
fn gathered(rules: &[&str]) -> String {
    let stem = |rule: &str| {
        let mut dashes = rule.match_indices('-').map(|(at, _)| at);
        dashes.nth(1).map(|at| rule[..at].to_owned())
    };
    let mut groups: Vec<(Option<String>, Vec<&str>)> = Vec::new();
    for rule in rules {
        let of = stem(rule);
        match groups.iter_mut().find(|(own, _)| of.is_some() && *own == of) {
            Some((_, members)) => members.push(rule),
            None => groups.push((of, vec![rule])),
        }
    }
    let words = groups.iter().flat_map(|(stem, members)| {
        let cut = stem.as_ref().map_or(0, String::len);
        let rest = members.iter().skip(1).map(move |rule| &rule[cut..]);
        members.iter().take(1).copied().chain(rest)
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Text for the page: escaped, with printer's minus and inch marks.
pub fn ink(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let letters: Vec<char> = text.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|place| letters[place]);
        let digit_before = before.is_some_and(|c| c.is_ascii_digit());
        let digit_after = letters.get(at + 1).is_some_and(|c| c.is_ascii_digit());
        let opens = before.is_none_or(|c| " (≤".contains(c));
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if digit_before => out.push('″'),
            '"' => out.push_str("&quot;"),
            '-' if opens && digit_after => out.push('−'),
            '-' if digit_before && digit_after => out.push('–'),
            other => out.push(*other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{gathered, ink};

    #[test]
    fn text_is_escaped_and_has_printers_marks() {
        assert_eq!(ink("4\" & -2 <b> 3-7 ≤-2 lc-4"), "4″ &amp; −2 &lt;b&gt; 3–7 ≤−2 lc-4");
    }

    #[test]
    fn common_beginnings_of_ids_are_written_once() {
        let rules = ["MNV-EFF-DQ", "MEL-BANDS", "MNV-EFF-WH", "MNV-TABLE"];
        assert_eq!(gathered(&rules), "MNV-EFF-DQ, -WH, MEL-BANDS, MNV-TABLE");
    }
}
