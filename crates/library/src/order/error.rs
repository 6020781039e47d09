//! What is wrong with an order, and where.

use std::fmt;

/// Why a text is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderError {
    /// How many bytes of the text come before what is wrong.
    pub at: usize,
    /// The word that is wrong; nothing if the text ends too soon.
    pub word: Option<String>,
    /// What should stand there.
    pub expected: String,
    /// The nearest word that could.
    pub near: Option<String>,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.word {
            Some(word) => write!(f, "at {}: `{word}`: expected {}", self.at, self.expected)?,
            None => write!(f, "the order ends where there should be {}", self.expected)?,
        }
        match &self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for OrderError {}
