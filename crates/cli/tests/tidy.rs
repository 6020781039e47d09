//! House rules that a compiler does not check.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == kind) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Which of our crates a crate may use, tests aside. A change here is a change of architecture.
const MAY_USE: &[(&str, &[&str])] = &[
    ("geometry", &[]),
    ("rulebook", &["geometry"]),
    ("engine", &["rulebook", "geometry"]),
    ("odds", &["engine", "rulebook", "geometry"]),
    ("library", &["engine", "rulebook", "geometry"]),
    ("picture", &["engine", "rulebook", "geometry"]),
    ("ai", &["engine", "geometry", "odds", "rulebook"]),
    ("referee", &["ai", "engine", "geometry", "library", "odds", "rulebook"]),
    ("wasm", &["referee"]),
    ("server", &["ai", "engine", "geometry", "library", "odds", "picture", "referee", "rulebook"]),
    ("probe", &["ai", "engine", "geometry", "library", "rulebook"]),
    (
        "cli",
        &[
            "ai", "engine", "geometry", "library", "odds", "picture", "referee", "rulebook",
            "server",
        ],
    ),
];

#[test]
fn crates_know_only_whom_they_may_know() {
    let may: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let allowed = may.get(name.as_str()).unwrap_or_else(|| panic!("say whom {name} may use"));
        let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap();
        let after = manifest.split("[dependencies]").nth(1).unwrap();
        for line in after.lines().take_while(|line| !line.starts_with('[')) {
            let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if may.contains_key(used) {
                assert!(allowed.contains(&used), "{name} must not use {used}");
            }
        }
    }
}

#[test]
fn no_war_is_named_in_the_rules() {
    for krate in ["geometry", "rulebook", "engine", "odds"] {
        for file in files(&root().join("crates").join(krate).join("src"), "rs") {
            let text = fs::read_to_string(&file).unwrap();
            for word in ["\"acw\"", "\"awi\"", "\"1812\"", "\"maw\""] {
                assert!(!text.contains(word), "{} names {word}", file.display());
            }
        }
    }
}

#[test]
fn files_are_of_one_idea() {
    for file in files(&root().join("crates"), "rs") {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 900, "{} has {lines} lines: split it", file.display());
    }
}

#[test]
fn no_test_is_ignored_and_none_sleeps() {
    for file in files(&root().join("crates"), "rs") {
        let text = fs::read_to_string(&file).unwrap();
        for word in [concat!("#[", "ignore"), concat!("thread::", "sleep")] {
            assert!(!text.contains(word), "{} has {word}", file.display());
        }
    }
}
