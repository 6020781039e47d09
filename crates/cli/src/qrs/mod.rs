//! `dq qrs`: the whole quick reference of a war, on the screen, on paper or as JSON.

pub mod content;
pub mod html;
pub mod model;
mod terminal;

use library::{Choices, Ledger};

use crate::args::QrsArgs;
use crate::{Answer, Fault, show};

/// `dq qrs …`.
pub fn run(args: &QrsArgs) -> Result<Answer, Fault> {
    let edition = args.edition.as_deref();
    let choices = choices(&args.rulings)?;
    let ledger = Ledger::built_in();
    let book = crate::books::open(&args.period, edition, &choices)?;
    let mut sheet = content::sheet(&book, ledger);
    if !choices.is_empty() {
        let plain = crate::books::open(&args.period, edition, &Choices::new())?;
        sheet.mark_changes_from(&content::sheet(&plain, ledger));
    }
    if let Some(file) = &args.html {
        std::fs::write(file, html::page(&sheet))
            .map_err(|error| Fault(format!("cannot write {file}: {error}")))?;
    }
    let text = match (args.json, &args.html) {
        (true, _) => show::json(&sheet),
        (false, Some(file)) => format!("The {} sheet is in {file}\n", sheet.title),
        (false, None) => terminal::text(&sheet),
    };
    Ok(Answer::good(text))
}

fn choices(pairs: &[String]) -> Result<Choices, Fault> {
    let split = |pair: &String| match pair.split_once('=') {
        Some((ruling, reading)) => Ok((ruling.to_owned(), reading.to_owned())),
        None => Err(Fault(format!("`{pair}` is no choice of a reading; expected RULING=READING"))),
    };
    pairs.iter().map(split).collect()
}
