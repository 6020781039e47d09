//! The words of a text one by one: numbers, places, headings and names.

use engine::table::shown_name;
use geometry::{Angle, Length, Point};

use super::OrderError;
use crate::compass::COMPASS;
use crate::nearest;

/// A word, a mark or a name in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    text: String,
    at: usize,
    quoted: bool,
}

impl Token {
    fn is(&self, word: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(word)
    }
}

/// A text that is read word by word.
#[derive(Clone, Debug)]
pub struct Words {
    tokens: Vec<Token>,
    next: usize,
    end: usize,
}

fn is_mark(c: char) -> bool {
    matches!(c, ',' | ':' | ';')
}

/// The name in quotes that begins at `at`, and where it ends.
fn quoted(text: &str, at: usize) -> Result<(Token, usize), OrderError> {
    let mut name = String::new();
    let mut chars = text[at..].char_indices().skip(1);
    while let Some((far, c)) = chars.next() {
        match c {
            '"' => return Ok((Token { text: name, at, quoted: true }, at + far + 1)),
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            c => name.push(c),
        }
    }
    let expected = "a quote that ends the name".to_owned();
    Err(OrderError { at, word: Some(text[at..].to_owned()), expected, near: None })
}

/// The bare word that begins at `at`: up to a space, a mark or a quote. A quote right after a number
/// is its inch mark.
fn bare(text: &str, at: usize) -> (Token, usize) {
    let rest = &text[at..];
    let ends = |c: char| c.is_whitespace() || is_mark(c) || c == '"';
    let mut far = rest.find(ends).unwrap_or(rest.len());
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
    if rest[far..].starts_with('"') && number(&rest[..far]) {
        far += 1;
    }
    (Token { text: rest[..far].to_owned(), at, quoted: false }, at + far)
}

impl Words {
    /// The words of `text`.
    pub fn of(text: &str) -> Result<Words, OrderError> {
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if c.is_whitespace() {
                at += c.len_utf8();
                continue;
            }
            let (token, end) = if c == '"' {
                quoted(text, at)?
            } else if is_mark(c) {
                (Token { text: c.to_string(), at, quoted: false }, at + 1)
            } else {
                bare(text, at)
            };
            tokens.push(token);
            at = end;
        }
        Ok(Words { tokens, next: 0, end: text.len() })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    /// Is everything read?
    pub fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    /// An error at the next word.
    pub fn wrong(&self, expected: &str) -> OrderError {
        self.unlike(expected, &[])
    }

    /// An error at the next word, with the nearest of the words that could stand there.
    pub fn unlike(&self, expected: &str, known: &[&str]) -> OrderError {
        let token = self.peek();
        let near = token.and_then(|token| nearest(&token.text, known.iter().copied()));
        OrderError {
            at: token.map_or(self.end, |token| token.at),
            word: token.map(|token| token.text.clone()),
            expected: expected.to_owned(),
            near: near.map(str::to_owned),
        }
    }

    /// Is `word` next?
    pub fn sees(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| token.is(word))
    }

    /// Is one of `words` next, or next after a comma?
    pub fn sees_one(&self, words: &[&str]) -> bool {
        let after = usize::from(self.sees(","));
        let token = self.tokens.get(self.next + after);
        token.is_some_and(|token| words.iter().any(|word| token.is(word)))
    }

    /// Takes `word` if it is next.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.sees(word);
        self.next += usize::from(found);
        found
    }

    /// Takes one of `words`, and a comma before it, if that is next; its place in the list.
    pub fn take_one(&mut self, words: &[&str]) -> Option<usize> {
        if !self.sees_one(words) {
            return None;
        }
        self.take(",");
        words.iter().position(|word| self.take(word))
    }

    /// Takes `word`, which must be next.
    pub fn must(&mut self, word: &str) -> Result<(), OrderError> {
        if self.take(word) { Ok(()) } else { Err(self.unlike(&format!("`{word}`"), &[word])) }
    }

    /// One of `words`, which must be next; its place in the list.
    pub fn one(&mut self, what: &str, words: &[&str]) -> Result<usize, OrderError> {
        let found = words.iter().position(|word| self.take(word));
        found.ok_or_else(|| self.unlike(what, words))
    }

    /// Everything must be read by now.
    pub fn finish(self) -> Result<(), OrderError> {
        if self.is_done() { Ok(()) } else { Err(self.wrong("nothing more")) }
    }

    /// The next word as what `read` makes of it.
    fn parsed<T>(
        &mut self,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, OrderError> {
        let token = self.peek().filter(|token| !token.quoted);
        let found = token.and_then(|token| read(&token.text));
        let found = found.ok_or_else(|| self.wrong(expected))?;
        self.next += 1;
        Ok(found)
    }

    /// Is a number next?
    pub fn sees_number(&self) -> bool {
        self.peek().is_some_and(|token| !token.quoted && signed(&token.text).is_some())
    }

    /// A whole number from 1.
    pub fn count(&mut self, what: &str) -> Result<u8, OrderError> {
        self.parsed(what, |text| text.parse().ok().filter(|count| *count > 0))
    }

    /// A whole number.
    pub fn whole(&mut self, what: &str) -> Result<u8, OrderError> {
        self.parsed(what, |text| text.parse().ok())
    }

    /// A whole number of any size.
    pub fn number(&mut self, what: &str) -> Result<u16, OrderError> {
        self.parsed(what, |text| text.parse().ok())
    }

    /// Inches.
    pub fn inches(&mut self) -> Result<Length, OrderError> {
        self.parsed("inches", |text| text.parse().ok())
    }

    /// Degrees.
    pub fn degrees(&mut self) -> Result<Angle, OrderError> {
        self.parsed("degrees from 0 to 360", degrees)
    }

    /// A point of the compass, or degrees clockwise from north.
    pub fn heading(&mut self) -> Result<Angle, OrderError> {
        self.parsed("a heading: N, NNE, … or degrees", heading)
    }

    /// A place `x,y`.
    pub fn point(&mut self) -> Result<Point, OrderError> {
        let what = "a place x,y in inches";
        let x = self.parsed(what, signed)?;
        self.take(",").then_some(()).ok_or_else(|| self.wrong(what))?;
        let y = self.parsed(what, signed)?;
        Ok(Point { x, y })
    }

    /// A name in quotes, or a single word; its place among `known`.
    pub fn name<'n>(
        &mut self,
        what: &str,
        known: impl Iterator<Item = &'n str>,
    ) -> Result<usize, OrderError> {
        let known: Vec<&str> = known.collect();
        let token = self.peek().filter(|token| token.quoted || !token.text.starts_with(is_mark));
        // Older records write a leader's name with every "Successor of" before it.
        let is = |name: &str, text: &str| name == text || name == shown_name(text);
        let found = token.and_then(|token| known.iter().position(|name| is(name, &token.text)));
        let found = found.ok_or_else(|| self.unlike(what, &known))?;
        self.next += 1;
        Ok(found)
    }

    /// Is a name in quotes next?
    pub fn sees_quoted(&self) -> bool {
        self.peek().is_some_and(|token| token.quoted)
    }
}

/// Inches that may lie south or west of the table.
fn signed(text: &str) -> Option<Length> {
    match text.strip_prefix('-') {
        Some(rest) => {
            let length: Length = rest.parse().ok()?;
            Some(Length::thousandths(-length.in_thousandths()))
        }
        None => text.parse().ok(),
    }
}

/// Degrees to the hundredth.
fn degrees(text: &str) -> Option<Angle> {
    let text = text.trim_end_matches('°');
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let plain = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 3 || part.len() > 2 || !plain(whole) || !plain(part) {
        return None;
    }
    let whole: i32 = whole.parse().ok()?;
    let part: i32 = format!("{part:0<2}").parse().ok()?;
    let hundredths = whole * 100 + part;
    (hundredths <= 36_000).then(|| Angle::hundredths(hundredths))
}

/// A point of the compass in any case, or degrees.
pub fn heading(text: &str) -> Option<Angle> {
    let point = COMPASS.iter().position(|point| point.eq_ignore_ascii_case(text));
    point.map(|place| Angle::hundredths(place as i32 * 2_250)).or_else(|| degrees(text))
}
