use std::fmt;

/// Something wrong in a file, said once, with its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Defect {
    /// The file as the reader knows it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The nearest known word, where there is one.
    pub suggestion: Option<String>,
    /// The line as the file has it.
    pub excerpt: String,
    /// How many letters of it are meant, from `column`; at least one.
    pub width: usize,
}

/// The longest part of a line that is shown.
const SHOWN: usize = 100;

impl Defect {
    /// The defect with its line and a caret under the place:
    ///
    /// ```text
    /// battle.toml:74:10: us has no weapon `RM` in this war
    ///    74 | weapon = "RM"
    ///       |          ^^^^ did you mean `M`?
    /// ```
    pub fn pointed(&self) -> String {
        let letters: Vec<char> = self.excerpt.chars().collect();
        let column = (self.column - 1).min(letters.len());
        // Of a long line, the part that begins a little before the place.
        let skipped =
            if column + self.width.min(SHOWN / 2) > SHOWN { column - SHOWN / 5 } else { 0 };
        let part: String = letters.iter().skip(skipped).take(SHOWN).collect();
        let (before, after) = (skipped > 0, letters.len() > skipped + SHOWN);
        let (before, after) = (if before { "…" } else { "" }, if after { "…" } else { "" });
        let (number, blank) = (format!("{:>5} | ", self.line), format!("{:>5} | ", ""));
        let inset = column - skipped + before.chars().count();
        let carets = "^".repeat(self.width.clamp(1, SHOWN.saturating_sub(column - skipped).max(1)));
        let hint = match &self.suggestion {
            Some(word) => format!(" did you mean `{word}`?"),
            None => String::new(),
        };
        let Defect { file, line, column, message, .. } = self;
        format!(
            "{file}:{line}:{column}: {message}\n{number}{before}{part}{after}\n{blank}{}{carets}{hint}\n",
            " ".repeat(inset)
        )
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        match &self.suggestion {
            Some(word) => write!(f, " (did you mean `{word}`?)"),
            None => Ok(()),
        }
    }
}

/// Every defect of a file, at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defects(pub Vec<Defect>);

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for defect in &self.0 {
            writeln!(f, "{defect}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Defects {}
