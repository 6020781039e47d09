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
