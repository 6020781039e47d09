//! The rulings of a battle as a form: every doubtful rule with the reading chosen, accepted by both
//! players with their names before the first turn.

use std::collections::BTreeMap;
use std::fmt::Write;

use rulebook::Rulebook;
use serde::Deserialize;

use crate::{Choices, nearest};

/// A form that was filled in.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// The war.
    pub period: String,
    /// The edition of its rules.
    pub edition: String,
    /// The names of the two players who accept it.
    pub accepted: Vec<String>,
    /// The reading of each ruling.
    pub readings: BTreeMap<String, String>,
}

/// The form of a rulebook, with the readings that it has now.
pub fn blank(book: &Rulebook) -> String {
    let mut text = format!(
        "# The rulings of {}, {} edition. Choose a reading for each, write your names, and play\n\
         # with `dq play BATTLE --form FILE`; the record keeps it.\n\n\
         period = \"{}\"\nedition = \"{}\"\n\
         # The names of both players, who accept what stands below.\n\
         accepted = [\"\", \"\"]\n\n[readings]\n",
        book.title, book.edition, book.period, book.edition
    );
    for ruling in &book.rulings {
        let _ = writeln!(text, "\n# {} ({})", ruling.title, ruling.rule);
        for choice in &ruling.choices {
            let _ = writeln!(text, "#   {}: {}", choice.id, choice.text);
        }
        let _ = writeln!(text, "{} = \"{}\"", ruling.id, ruling.choices[ruling.chosen].id);
    }
    text
}

/// Reads a form for a rulebook: the readings that are not the usual ones, and who accepted them. A
/// sentence says what is wrong with it.
pub fn read(text: &str, book: &Rulebook) -> Result<(Choices, Vec<String>), String> {
    let form: Form = toml::from_str(text).map_err(|error| error.to_string())?;
    if *form.period != *book.period || *form.edition != *book.edition {
        return Err(format!(
            "the form is for {} ({}), the battle is of {} ({})",
            form.period, form.edition, book.period, book.edition
        ));
    }
    let names: Vec<String> =
        form.accepted.iter().map(|name| name.trim().to_owned()).filter(|n| !n.is_empty()).collect();
    if names.len() != 2 {
        return Err("both players write their names under `accepted` first".to_owned());
    }
    let mut choices = Choices::new();
    for (id, reading) in form.readings {
        let Some(ruling) = book.rulings.iter().find(|ruling| *ruling.id == *id) else {
            let near = nearest(&id, book.rulings.iter().map(|ruling| &*ruling.id));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(format!("no ruling of {} is called `{id}`{near}", book.period));
        };
        if !ruling.choices.iter().any(|choice| *choice.id == *reading) {
            let known: Vec<&str> = ruling.choices.iter().map(|choice| &*choice.id).collect();
            return Err(format!("{id} is read as {}, not `{reading}`", known.join(" or ")));
        }
        if *ruling.choices[0].id != *reading {
            choices.insert(id, reading);
        }
    }
    Ok((choices, names))
}
