//! `dq rules pages`: the rules as pages to read, made from the ledger, the rulebooks and the engine.

mod chapters;
mod draw;
mod entry;
mod pictures;
mod rulings;
mod shown;
mod tables;
#[cfg(test)]
mod tests;
mod ways;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use engine::Formation;
use library::{BOOKS, Choices, Ledger};

use crate::args::PagesArgs;
use crate::qrs::content;
use crate::qrs::model::Sheet;
use crate::{Answer, Fault, books, rules};
use chapters::Plan;
use pictures::Picture;
use rulings::Switch;
use shown::Shown;

/// Everything the pages are made of.
struct Sources {
    ledger: &'static Ledger,
    plan: Plan,
    pictures: Vec<Picture>,
    switches: Vec<Switch>,
    /// The quick reference of every rulebook, for its tables.
    sheets: Vec<Sheet>,
}

impl Sources {
    fn read(root: &Path) -> Result<Sources, Fault> {
        let ledger = Ledger::built_in();
        let plan = Plan::read(&text_of(&root.join("rules/chapters.toml"))?, ledger)?;
        let folder = root.join("data/pictures");
        let mut files = rules::toml_files(&folder)?;
        files.sort();
        let (mut pictures, mut faults) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match pictures::read(&name, &text_of(&file)?) {
                Ok(read) => pictures.extend(read),
                Err(fault) => faults.push(fault.0),
            }
        }
        if !faults.is_empty() {
            return Err(Fault(faults.join("\n")));
        }
        let mut sheets = Vec::new();
        for book in &BOOKS {
            let book = books::open(book.period, Some(book.edition), &Choices::new())?;
            sheets.push(content::sheet(&book, ledger));
        }
        let switches = rulings::switches()?;
        let sources = Sources { ledger, plan, pictures, switches, sheets };
        sources.check()?;
        Ok(sources)
    }

    /// A picture must belong to a rule, be readable, and show something that no rule is without.
    fn check(&self) -> Result<(), Fault> {
        let mut faults = gaps(&self.pictures.iter().collect::<Vec<_>>());
        let mut seen = BTreeSet::new();
        for picture in &self.pictures {
            let written = &picture.written;
            let id = &written.id;
            if !seen.insert(id) {
                faults.push(format!("two pictures are called {id}"));
            }
            let unknown = written.rules.iter().filter(|rule| self.ledger.entry(rule).is_none());
            faults.extend(unknown.map(|rule| format!("{id}: the ledger has no entry {rule}")));
            if written.rules.is_empty() {
                faults.push(format!("{id} belongs to no rule"));
            }
            if crowded(&picture.notes) {
                faults.push(format!("{id}: not all that is written has room; give it a margin"));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Fault(faults.join("\n"))) }
    }
}

/// The formations and maneuvers that no picture shows.
fn gaps(pictures: &[&Picture]) -> Vec<String> {
    let formations: BTreeSet<Formation> =
        pictures.iter().flat_map(|picture| picture.formations.iter().copied()).collect();
    let shown: BTreeSet<Shown> =
        pictures.iter().flat_map(|picture| picture.shown.iter().copied()).collect();
    let formations = Formation::ALL.iter().filter(|one| !formations.contains(one));
    let maneuvers = Shown::ALL.iter().filter(|one| !shown.contains(one));
    formations
        .map(|one| format!("no picture shows the formation {}", one.name()))
        .chain(maneuvers.map(|one| format!("no picture shows the maneuver {}", one.name())))
        .collect()
}

/// Has a note no place, or one that another covers?
fn crowded(notes: &[Option<[f64; 4]>]) -> bool {
    let meet = |one: &[f64; 4], other: &[f64; 4]| {
        one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
    };
    notes.iter().enumerate().any(|(place, note)| match note {
        None => true,
        Some(note) => notes[..place].iter().flatten().any(|other| meet(note, other)),
    })
}

fn text_of(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path)
        .map_err(|error| Fault(format!("cannot read {}: {error}", path.display())))
}

/// Every page and picture, by its path within the folder.
fn pages(sources: &Sources) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for place in 0..sources.plan.chapters.len() {
        let chapter = &sources.plan.chapters[place];
        files.insert(format!("{}.md", chapter.file), chapters::page(sources, place));
    }
    files.insert("rulings.md".to_owned(), rulings::page(sources));
    files.insert("README.md".to_owned(), chapters::index(sources));
    for picture in &sources.pictures {
        files.insert(format!("pictures/{}.svg", picture.written.id), picture.svg.clone());
    }
    files
}

/// `dq rules pages …`.
pub fn run(args: &PagesArgs) -> Result<Answer, Fault> {
    let root = rules::root(args.root.as_ref())?;
    let files = pages(&Sources::read(&root)?);
    let folder = root.join(&args.dir);
    if args.check {
        return check(&folder, &files);
    }
    fs::create_dir_all(folder.join("pictures"))?;
    for (name, text) in &files {
        let path = folder.join(name);
        fs::write(&path, text)
            .map_err(|error| Fault(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(Answer::good(format!("{} pages and pictures are in {}\n", files.len(), args.dir)))
}

/// Says which files are not as they would be written, and which would not be written at all.
fn check(folder: &Path, files: &BTreeMap<String, String>) -> Result<Answer, Fault> {
    let mut text = String::new();
    for (name, wanted) in files {
        match fs::read_to_string(folder.join(name)) {
            Ok(found) if found == *wanted => {}
            Ok(_) => text += &format!("{name} is not as the program writes it\n"),
            Err(_) => text += &format!("{name} is missing\n"),
        }
    }
    for part in ["", "pictures/"] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else { continue };
        let mut names: Vec<String> = Vec::new();
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                names.push(format!("{part}{}", entry.file_name().to_string_lossy()));
            }
        }
        names.sort();
        let strange = names.iter().filter(|name| !files.contains_key(*name));
        text.extend(strange.map(|name| format!("{name} is no page of the rules: delete it\n")));
    }
    let good = text.is_empty();
    if good {
        text = format!("{} pages and pictures are as the program writes them\n", files.len());
    } else {
        text += "renew them with `dq rules pages`\n";
    }
    Ok(Answer { text, good })
}
