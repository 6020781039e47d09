//! A file of battles, as it is written.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::case::{self, Case};

/// A battle: a table, and what is played on it.
pub struct Script {
    pub case: Case,
    pub play: String,
}

/// A file of battles.
pub struct File {
    pub tables: case::File,
    pub scripts: Vec<Script>,
}

impl File {
    /// Reads a file.
    pub fn read(text: &str) -> Result<File, String> {
        let root: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let known = ["period", "edition", "tables", "battle"];
        if let Some(key) = root.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("unknown key `{key}`"));
        }
        let own = |key| root.get(key).and_then(Value::as_str).map(str::to_owned);
        let (period, edition) = (own("period"), own("edition"));
        let mut tables = BTreeMap::new();
        for (name, table) in root.get("tables").and_then(Value::as_table).into_iter().flatten() {
            let text = table.as_str().ok_or(format!("tables.{name} is no text"))?;
            tables.insert(name.clone(), text.to_owned());
        }
        let battles =
            root.get("battle").and_then(Value::as_array).ok_or("there is no [[battle]]")?;
        let mut scripts = Vec::new();
        for battle in battles {
            let mut table = battle.as_table().cloned().unwrap_or_default();
            let name = table.get("name").and_then(Value::as_str).unwrap_or("(no name)").to_owned();
            let play = table.remove("play").and_then(|play| play.as_str().map(str::to_owned));
            let play = play.ok_or(format!("\"{name}\": no `play`"))?;
            let mut case = Case::read(&table);
            if case.period.is_empty() {
                case.period = period.clone().unwrap_or_default();
                case.edition = case.edition.or(edition.clone());
            }
            if let Some(fault) = case.faults.first() {
                return Err(format!("\"{name}\": {fault}"));
            }
            scripts.push(Script { case, play });
        }
        Ok(File { tables: case::File { tables, cases: Vec::new() }, scripts })
    }
}
