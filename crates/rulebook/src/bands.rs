//! A table that maps every whole number to one row.

use std::fmt;

/// One row of a table of results: everything from `from` to `to`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Lowest number, nothing if it runs down without end.
    pub from: Option<i8>,
    /// Highest number, nothing if it runs up without end.
    pub to: Option<i8>,
}

impl Span {
    /// Reads `8+`, `3..7`, `5` or `..-2`.
    pub fn parse(text: &str) -> Option<Span> {
        let text = text.trim();
        if let Some(from) = text.strip_suffix('+') {
            return Some(Span { from: Some(from.parse().ok()?), to: None });
        }
        if let Some(to) = text.strip_prefix("..") {
            return Some(Span { from: None, to: Some(to.parse().ok()?) });
        }
        if let Some((from, to)) = text.split_once("..") {
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            return (from <= to).then_some(Span { from: Some(from), to: Some(to) });
        }
        let number = text.parse().ok()?;
        Some(Span { from: Some(number), to: Some(number) })
    }

    /// Is `number` in it?
    pub fn contains(self, number: i8) -> bool {
        self.from.is_none_or(|from| number >= from) && self.to.is_none_or(|to| number <= to)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.from, self.to) {
            (Some(from), None) => format!("{from}+"),
            (None, Some(to)) => format!("{to} or less"),
            (Some(from), Some(to)) if from == to => format!("{from}"),
            (Some(from), Some(to)) => format!("{from} to {to}"),
            (None, None) => "any".to_owned(),
        };
        f.pad(&text)
    }
}

/// Rows that cover every whole number exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands<T> {
    rows: Vec<(Span, T)>,
    /// The row of every number from -128 on.
    by_number: Vec<T>,
}

/// What is wrong with a set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BandsDefect {
    /// No row has this number.
    Gap(i8),
    /// More than one row has this number.
    Overlap(i8),
}

impl fmt::Display for BandsDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BandsDefect::Gap(number) => write!(f, "no row covers the result {number}"),
            BandsDefect::Overlap(number) => {
                write!(f, "more than one row covers the result {number}")
            }
        }
    }
}

impl<T: Copy> Bands<T> {
    /// Checks that the rows cover every number once.
    pub fn new(rows: Vec<(Span, T)>) -> Result<Bands<T>, BandsDefect> {
        let mut by_number = Vec::with_capacity(256);
        for number in i8::MIN..=i8::MAX {
            let mut found = rows.iter().filter(|(span, _)| span.contains(number));
            match (found.next(), found.next()) {
                (Some((_, row)), None) => by_number.push(*row),
                (None, _) => return Err(BandsDefect::Gap(number)),
                (Some(_), Some(_)) => return Err(BandsDefect::Overlap(number)),
            }
        }
        Ok(Bands { rows, by_number })
    }

    /// The row for `number`.
    pub fn at(&self, number: i8) -> T {
        self.by_number[(i16::from(number) + 128) as usize]
    }

    /// The numbers from the lowest to the highest around `number` whose rows are `alike`.
    pub fn around(&self, number: i8, alike: impl Fn(T) -> bool) -> Span {
        let last = |mut numbers: Box<dyn Iterator<Item = i8>>| {
            numbers.find(|other| !alike(self.at(*other)))
        };
        let above = last(Box::new(number..=i8::MAX));
        let below = last(Box::new((i8::MIN..=number).rev()));
        Span { from: below.map(|below| below + 1), to: above.map(|above| above - 1) }
    }

    /// The rows as printed.
    pub fn rows(&self) -> impl Iterator<Item = (Span, T)> + '_ {
        self.rows.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_alike_are_one_span() {
        let rows = [("..1", 'a'), ("2..4", 'b'), ("5", 'B'), ("6+", 'c')];
        let rows = rows.map(|(span, row)| (Span::parse(span).unwrap(), row));
        let bands = Bands::new(rows.to_vec()).unwrap();
        let around = |number, row: char| {
            bands.around(number, |other| other.eq_ignore_ascii_case(&row)).to_string()
        };
        assert_eq!(around(0, 'a'), "1 or less");
        assert_eq!(around(5, 'b'), "2 to 5");
        assert_eq!(around(9, 'c'), "6+");
    }
}
