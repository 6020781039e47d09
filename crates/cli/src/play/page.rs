//! Lines that fit the screen.

use std::io::{self, IsTerminal, Write};

/// The widest line that is written.
const WIDEST: usize = 100;
/// Narrower than this nothing is broken well.
const NARROWEST: usize = 40;

/// Where a session is written.
pub struct Page<'o> {
    out: &'o mut dyn Write,
    width: usize,
    closed: bool,
}

impl<'o> Page<'o> {
    /// A page as wide as the terminal, at most a hundred columns.
    pub fn new(out: &'o mut dyn Write) -> Page<'o> {
        let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = if io::stdout().is_terminal() { terminal() } else { None };
        let width = width.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST);
        Page { out, width, closed: false }
    }

    /// Writes lines; one that is too long goes on beneath its own first letter.
    pub fn say(&mut self, text: &str) {
        self.say_hung(text, 0);
    }

    /// The same, with what is too long going on `hang` columns to the right of the first letter.
    pub fn say_hung(&mut self, text: &str, hang: usize) {
        let lines: &mut dyn Iterator<Item = &str> =
            if text.is_empty() { &mut [""].into_iter() } else { &mut text.lines() };
        for line in lines {
            let broken = broken(line, self.width, hang);
            self.write(&broken);
            self.write("\n");
        }
    }

    /// Writes a prompt and waits behind it.
    pub fn prompt(&mut self, text: &str) {
        self.write(text);
        if self.out.flush().is_err() {
            self.closed = true;
        }
    }

    /// Is there room for more, after two blanks, on the line of a text?
    pub fn has_room(&self, text: &str, more: &str) -> bool {
        columns(text) + 2 + columns(more) <= self.width
    }

    /// Has the reader gone away?
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn write(&mut self, text: &str) {
        if self.out.write_all(text.as_bytes()).is_err() {
            self.closed = true;
        }
    }
}

/// A text with its long lines broken as on a page, what is too long going on `hang` columns to the
/// right of the first letter.
pub fn fitted(text: &str, hang: usize) -> String {
    let mut out = Vec::new();
    Page::new(&mut out).say_hung(text, hang);
    String::from_utf8_lossy(&out).into_owned()
}

/// How many columns a text takes; escapes for colours take none.
pub fn columns(text: &str) -> usize {
    let mut count = 0;
    let mut in_escape = false;
    for c in text.chars() {
        match c {
            '\u{1b}' => in_escape = true,
            'm' if in_escape => in_escape = false,
            _ if in_escape => {}
            _ => count += 1,
        }
    }
    count
}

/// The text with blanks behind it until it takes so many columns.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The line without blanks at its end, colours left as they are.
fn trimmed(line: &str) -> String {
    let mut line = line.trim_end().to_owned();
    // What is faint and says nothing is nothing.
    let nothing = crate::show::faint("");
    while let Some(rest) = line.strip_suffix(&nothing) {
        line.truncate(rest.trim_end().len());
    }
    line
}

/// The blanks before the first letter; colours may begin before them.
fn indent(line: &str) -> usize {
    let start = match line.strip_prefix('\u{1b}') {
        Some(rest) => rest.split_once('m').map_or(rest, |(_, text)| text),
        None => line,
    };
    start.len() - start.trim_start().len()
}

/// A line broken between words.
fn broken(line: &str, width: usize, hang: usize) -> String {
    let line = trimmed(line);
    let line = line.as_str();
    if columns(line) <= width {
        return line.to_owned();
    }
    let indent = indent(line);
    let under = " ".repeat(indent + hang);
    let mut text = String::new();
    let mut used = 0;
    let mut blanks = 0;
    for word in line.split(' ') {
        if word.is_empty() {
            blanks += 1;
            continue;
        }
        let wide = columns(word);
        if used > indent && used + blanks + wide > width {
            text += &format!("\n{under}{word}");
            used = under.len() + wide;
        } else {
            text += &format!("{}{word}", " ".repeat(blanks));
            used += blanks + wide;
        }
        blanks = 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_beneath_themselves() {
        assert_eq!(broken("  one two three four", 10, 0), "  one two\n  three\n  four");
        assert_eq!(broken("  one two three", 10, 2), "  one two\n    three");
        assert_eq!(broken("\u{1b}[2m  one two three", 10, 0), "\u{1b}[2m  one two\n  three");
        assert_eq!(broken("short   line  ", 40, 0), "short   line");
        assert_eq!(broken("unbreakableunbreakable", 10, 4), "unbreakableunbreakable");
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(columns("\u{1b}[1mbold\u{1b}[0m"), 4);
        assert_eq!(padded("\u{1b}[1mab\u{1b}[0m", 3), "\u{1b}[1mab\u{1b}[0m ");
    }
}
