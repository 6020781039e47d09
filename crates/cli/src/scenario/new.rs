//! `dq scenario new`: the folder of a battle to be written.

use std::fs;
use std::path::{Path, PathBuf};

use library::{BATTLES, Choices};

use super::NewArgs;
use crate::books;
use crate::{Answer, Fault, show};

const TEMPLATE: &str = include_str!("template.toml");

/// An army of the template: its name, its nation, its usual arm and its usual gun.
type Army = (&'static str, &'static str, &'static str, &'static str);

/// Who fights in each war, and with what.
const WARS: &[(&str, Army, Army)] = &[
    ("acw", ("Union", "union", "RM", "HS"), ("Confederacy", "confederate", "RM", "LS")),
    ("awi", ("Great Britain", "british", "M", "lcLG"), ("United States", "american", "M", "lcLG")),
    ("1812", ("United States", "american", "M", "lcLG"), ("Great Britain", "british", "M", "lcLG")),
    ("maw", ("United States", "us", "M", "flcLG"), ("Mexico", "mexican", "IM", "olcLG")),
];

/// `dq scenario new …`.
pub fn run(args: &NewArgs) -> Result<Answer, Fault> {
    let NewArgs { name, period, dir } = args;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(Fault(format!(
            "`{name}` is no name for a battle: small letters, digits and hyphens, as in little-ford"
        )));
    }
    if BATTLES.iter().any(|(known, _)| known == name) {
        return Err(Fault(format!("`{name}` comes with the program; take another name")));
    }
    let wars: Vec<&str> = WARS.iter().map(|(war, ..)| *war).collect();
    books::known("period", period, &wars)?;
    let folder = if dir == "." { PathBuf::from(name) } else { Path::new(dir).join(name) };
    if folder.exists() {
        return Err(Fault(format!("{} is there already; take another name", folder.display())));
    }
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        fs::write(&path, text)
            .map_err(|error| Fault(format!("cannot write {}: {error}", path.display())))
    };
    fs::create_dir_all(&folder)
        .map_err(|error| Fault(format!("cannot make {}: {error}", folder.display())))?;
    write("battle.toml", &battle(name, period)?)?;
    write("scenario.schema.json", &show::json(&library::scenario_schema()))?;
    let at = folder.display();
    Ok(Answer::good(format!(
        "{at}/battle.toml is a small battle of the war, ready to be changed:\n  \
         dq scenario check {at}\n  dq scenario map {at} --png {name}.png\n  dq play --text {at}\n"
    )))
}

/// The file of a new battle.
fn battle(name: &str, period: &str) -> Result<String, Fault> {
    let book = books::open(period, None, &Choices::new())?;
    let scale = book.scales.first().map_or(0, |scale| scale.men).to_string();
    let (first, second) = WARS
        .iter()
        .find_map(|(war, first, second)| (*war == period).then_some((first, second)))
        .ok_or_else(|| Fault(format!("no template is of {period}")))?;
    let title = title(name);
    let mut text = TEMPLATE.to_owned();
    for (key, value) in [
        ("name", name),
        ("title", &title),
        ("period", period),
        ("scale", &scale),
        ("first", first.0),
        ("first-nation", first.1),
        ("first-weapon", first.2),
        ("first-gun", first.3),
        ("second", second.0),
        ("second-nation", second.1),
        ("second-weapon", second.2),
        ("second-gun", second.3),
    ] {
        text = text.replace(&format!("{{{key}}}"), value);
    }
    Ok(text)
}

/// `little-ford` as a title: `Little Ford`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    };
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_of_every_war_is_a_battle_without_a_warning() {
        for book in library::BOOKS {
            let text = battle("little-ford", book.period).unwrap();
            assert!(!text.contains("{first") && !text.contains("{name}"), "{}", book.period);
            let checked = library::checked(&text, "little-ford/battle.toml", &Choices::new());
            let checked = checked.unwrap_or_else(|defects| panic!("{defects}"));
            let remarks: String = checked.remarks.iter().map(|r| r.pointed()).collect();
            assert_eq!(remarks, "", "{}", book.period);
            assert_eq!(&*checked.scenario.title, "Little Ford");
        }
    }

    #[test]
    fn every_war_has_its_armies() {
        for book in library::BOOKS {
            assert!(WARS.iter().any(|(war, ..)| *war == book.period), "{}", book.period);
        }
    }
}
