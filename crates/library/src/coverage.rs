//! Which ledger entries a test proves.
//!
//! A test names the entries it proves with `covers!["ID", …]` in Rust, or `covers = ["ID", …]` in a
//! file of worked cases, those on the table included. An entry that is no behaviour is marked informative in the ledger, with a
//! reason. What has neither is not covered, and is listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::Ledger;

/// Names the ledger entries that a test proves; the test fails if the ledger lacks one.
#[macro_export]
macro_rules! covers {
    [$($id:literal),+ $(,)?] => {{
        let ledger = $crate::Ledger::built_in();
        for id in [$($id),+] {
            assert!(ledger.entry(id).is_some(), "the ledger has no rule {id}");
        }
    }};
}

/// How much of the ledger is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Entries in all.
    pub total: usize,
    /// Entries that a test names.
    pub covered: usize,
    /// Entries that are informative, with a reason, and that no test names.
    pub informative: usize,
    /// Entries that have neither.
    pub uncovered: Vec<String>,
    /// Ids in tests that the ledger lacks, with the files that name them.
    pub unknown: BTreeMap<String, Vec<String>>,
}

impl Coverage {
    /// Entries that are settled one way or the other: what the ratchet counts.
    pub fn settled(&self) -> usize {
        self.covered + self.informative
    }
}

/// Reads the tests below `root` and compares them with `ledger`.
pub fn coverage(root: &Path, ledger: &Ledger) -> io::Result<Coverage> {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in test_files(root)? {
        let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        for id in ids_in(&fs::read_to_string(&path)?) {
            named.entry(id).or_default().push(shown.clone());
        }
    }
    let ids: BTreeSet<String> = ledger.ids();
    let mut coverage = Coverage {
        total: ids.len(),
        covered: 0,
        informative: 0,
        uncovered: Vec::new(),
        unknown: named.iter().filter(|(id, _)| !ids.contains(*id)).map(clone_pair).collect(),
    };
    for entry in ledger.entries() {
        if named.contains_key(&entry.id) {
            coverage.covered += 1;
        } else if entry.informative {
            coverage.informative += 1;
        } else {
            coverage.uncovered.push(entry.id.clone());
        }
    }
    coverage.uncovered.sort();
    Ok(coverage)
}

fn clone_pair((id, files): (&String, &Vec<String>)) -> (String, Vec<String>) {
    (id.clone(), files.clone())
}

/// Every file in which a test may name a rule: the `tests` folders of the crates and of the page.
fn test_files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![root.join("web/tests")];
    for entry in fs::read_dir(root.join("crates"))? {
        folders.push(entry?.path().join("tests"));
    }
    while let Some(folder) = folders.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let kind = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if ["rs", "toml", "ts"].contains(&kind) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn ids_in(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for opening in ["covers![", "covers = [", "covers(["] {
        for part in text.split(opening).skip(1) {
            let list = part.split(']').next().unwrap_or_default();
            let quoted = list.split('"').skip(1).step_by(2);
            ids.extend(quoted.map(str::to_owned));
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_rust_and_in_case_files() {
        let rust = "covers![\"A-1\",\n  \"A-2\"];";
        let case = "covers = [\"B-1\", \"B-2\"]\nwhy = \"x\"";
        assert_eq!(ids_in(rust), ["A-1", "A-2"]);
        assert_eq!(ids_in(case), ["B-1", "B-2"]);
        assert!(ids_in("// A-1 is only spoken of").is_empty());
    }

    #[test]
    fn cases_on_the_table_are_read() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let files = test_files(root).unwrap();
        let example = Path::new("library/tests/tables/cases/examples.toml");
        assert!(files.iter().any(|file| file.ends_with(example)));
    }
}
