//! Where a battle comes from: the program, a file, or a folder.

use std::fs;
use std::path::{Path, PathBuf};

use library::{BATTLES, Checked, Choices, Defects, battle, nearest};

use crate::Fault;

/// A battle as text.
pub struct Found {
    /// Its name: its folder's, or its file's.
    pub name: String,
    /// The file, as defects name it.
    pub file: String,
    /// What is in it.
    pub text: String,
}

impl Found {
    /// One that comes with the program.
    fn built_in(name: &str, text: &str) -> Found {
        let file = format!("{name}/battle.toml");
        Found { name: name.to_owned(), file, text: text.to_owned() }
    }

    fn read(path: &Path) -> Result<Found, Fault> {
        let text = fs::read_to_string(path)
            .map_err(|error| Fault(format!("cannot read {}: {error}", path.display())))?;
        let text_of = |part: Option<&std::ffi::OsStr>| {
            part.and_then(|part| part.to_str()).unwrap_or("battle").to_owned()
        };
        let own = text_of(path.file_stem());
        // `battle.toml` of this very folder is called after it, too.
        let full = fs::canonicalize(path).unwrap_or(path.to_owned());
        let folder = text_of(full.parent().and_then(Path::file_name));
        let name = if own == "battle" { folder } else { own };
        Ok(Found { name, file: path.display().to_string(), text })
    }

    /// The battle, which makes sense; or one sentence that says how to see what does not.
    pub fn battle(&self) -> Result<Checked, Fault> {
        library::checked(&self.text, &self.file, &Choices::new())
            .map_err(|defects| self.refused(&defects))
    }

    /// The first defect, and how to see the others.
    pub fn refused(&self, Defects(defects): &Defects) -> Fault {
        let (first, count) =
            (defects.first().map_or(String::new(), ToString::to_string), defects.len());
        let file = &self.file;
        Fault(match count {
            1 => first,
            _ => format!("{first}; and {} more, which `dq scenario check {file}` shows", count - 1),
        })
    }
}

/// The battle of that name: one that comes with the program, a file, or a folder with one.
pub fn one(name: &str) -> Result<Found, Fault> {
    if let Some(text) = battle(name) {
        return Ok(Found::built_in(name, text));
    }
    let mut path = PathBuf::from(name);
    if path.is_dir() {
        path.push("battle.toml");
    }
    if path.exists() {
        return Found::read(&path);
    }
    let near = near(name).map_or(String::new(), |near| format!("; did you mean {near}?"));
    Err(Fault(format!(
        "no battle and no file is called `{name}`; `dq scenario list` lists the battles{near}"
    )))
}

/// What may be meant by a name that is not there: a battle of the program, with or without its war, or one
/// in the folder where it should be.
fn near(name: &str) -> Option<String> {
    let without_war = |name: &'static str| name.split_once('-').map_or(name, |(_, place)| place);
    let built_in = || BATTLES.iter().map(|(name, _)| *name);
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let beside = entries.map(|entry| entry.path()).filter(|path| {
        let is_file = path.extension().is_some_and(|ending| ending == "toml");
        is_file || path.join("battle.toml").exists()
    });
    let beside = beside.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut beside: Vec<String> = beside.collect();
    beside.sort();
    let own = path.file_name().and_then(|own| own.to_str()).unwrap_or(name);
    if let Some(found) = nearest(own, beside.iter().map(String::as_str)) {
        let found = folder.map_or(PathBuf::from(found), |folder| folder.join(found));
        return Some(found.display().to_string());
    }
    let place = || nearest(name, built_in().map(without_war));
    let by_place = || built_in().find(|known| place() == Some(without_war(known)));
    nearest(name, built_in()).or_else(by_place).map(str::to_owned)
}

/// Every battle of a path: that of a name or a file, all of a folder; all that come with the program
/// if none is given.
pub fn all(path: Option<&str>) -> Result<Vec<Found>, Fault> {
    let Some(path) = path else {
        return Ok(BATTLES.iter().map(|(name, text)| Found::built_in(name, text)).collect());
    };
    let folder = Path::new(path);
    if battle(path).is_some() || !folder.is_dir() || folder.join("battle.toml").exists() {
        return Ok(vec![one(path)?]);
    }
    let entries =
        fs::read_dir(folder).map_err(|error| Fault(format!("cannot read {path}: {error}")))?;
    let mut files = Vec::new();
    for entry in entries {
        files.push(entry?.path().join("battle.toml"));
    }
    files.retain(|file| file.exists());
    files.sort();
    if files.is_empty() {
        return Err(Fault(format!("{path} holds no battle: expected NAME/battle.toml in it")));
    }
    files.iter().map(|file| Found::read(file)).collect()
}
