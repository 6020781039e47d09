//! What is wrong with a phrase, in one sentence.

use std::fmt;

use rulebook::Nation;

/// What is wrong with a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseError {
    /// A word that means nothing.
    Unknown {
        /// The word.
        word: String,
        /// The nearest known word.
        near: Option<String>,
    },
    /// A word that means nothing here.
    Misplaced {
        /// The word.
        word: String,
        /// What the phrase is about.
        about: &'static str,
    },
    /// A label that the effectiveness table does not have.
    Label {
        /// The label.
        label: String,
        /// What the table has for that size.
        expected: String,
    },
    /// A word for something that another war has.
    NotInThisWar {
        /// The word.
        word: &'static str,
        /// The war.
        war: String,
    },
    /// A weapon that the nation does not have.
    Weapon {
        /// Its code.
        code: String,
        /// The nation.
        nation: Nation,
    },
    /// A number that cannot be.
    Number {
        /// What it was.
        word: String,
        /// What was expected.
        expected: String,
    },
    /// Something needed is not there.
    Missing {
        /// What.
        what: &'static str,
    },
}

impl fmt::Display for PhraseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhraseError::Unknown { word, near: Some(near) } => {
                write!(f, "`{word}` is not a word I know; did you mean `{near}`?")
            }
            PhraseError::Unknown { word, near: None } => {
                write!(f, "`{word}` is not a word I know; `dq words` lists them")
            }
            PhraseError::Misplaced { word, about } => {
                write!(f, "`{word}` says nothing about {about}")
            }
            PhraseError::Label { label, expected } => {
                write!(f, "no unit has the label {label}; expected {expected}")
            }
            PhraseError::NotInThisWar { word, war } => write!(f, "there is no {word} in the {war}"),
            PhraseError::Weapon { code, nation } => {
                write!(f, "the {nation} side has no weapon `{code}`")
            }
            PhraseError::Number { word, expected } => {
                write!(f, "`{word}` will not do; expected {expected}")
            }
            PhraseError::Missing { what } => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for PhraseError {}
