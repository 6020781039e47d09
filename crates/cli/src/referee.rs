//! `dq referee`: the rules for other programs, in lines of JSON.
//!
//! One request on a line, one answer on a line, in the same order; `docs/referee.md` tells what can be
//! asked. Whatever a line says, the next one is answered.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};

pub use referee::{LONGEST_LINE, Session};
use referee::{no_text, too_long};

use crate::{Answer, Fault};

/// `dq referee`: answers every line of a file or of standard input, until it ends or one says `quit`.
pub fn run(from: &str) -> Result<Answer, Fault> {
    let mut out = std::io::stdout().lock();
    match from {
        "-" => answer_all(std::io::stdin().lock(), &mut out),
        file => {
            let opened = File::open(file);
            let opened = opened.map_err(|error| Fault(format!("cannot read {file}: {error}")))?;
            answer_all(BufReader::new(opened), &mut out)
        }
    }
    Ok(Answer::good(String::new()))
}

/// Answers line by line. A reader or writer that is closed ends it.
pub fn answer_all(mut lines: impl BufRead, out: &mut impl Write) {
    let mut session = Session::new();
    while let Some(line) = next_line(&mut lines) {
        let answer = match line {
            Line::TooLong => too_long(),
            Line::Read(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => session.answer(text.trim_end_matches(['\n', '\r'])),
                Err(_) => no_text(),
            },
        };
        if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() || session.is_over() {
            return;
        }
    }
}

/// A line, or that it was too long.
enum Line {
    Read(Vec<u8>),
    TooLong,
}

/// The next line; of one that is too long the rest is skipped.
fn next_line(lines: &mut impl BufRead) -> Option<Line> {
    let mut line = Vec::new();
    // Its end may be two bytes.
    let most = LONGEST_LINE as u64 + 2;
    lines.by_ref().take(most).read_until(b'\n', &mut line).ok()?;
    if line.is_empty() {
        return None;
    }
    let bare = line.strip_suffix(b"\n").unwrap_or(&line);
    let bare = bare.strip_suffix(b"\r").unwrap_or(bare);
    if bare.len() <= LONGEST_LINE {
        return Some(Line::Read(line));
    }
    while line.last() != Some(&b'\n') {
        line.clear();
        if lines.by_ref().take(most).read_until(b'\n', &mut line).ok()? == 0 {
            break;
        }
    }
    Some(Line::TooLong)
}
