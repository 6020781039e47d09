//! Battles told as pages: of stored records to the letter, and the ten in `docs/battles/`.
//! After a change that is meant to change them: `UPDATE_CLI_DOCS=1 cargo test -p cli --test stories`, and
//! `make battles` for the maps.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{answer, dq, root};

/// The files of a folder that end so, in order.
fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == kind));
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

/// The page of a record must be the one that is stored.
fn told_as_stored(record: &Path, stored: &Path, folder: &Path) {
    let (file, out) = (record.display(), folder.display());
    answer(&format!("record story {file} --out {out} --no-maps"));
    let page = fs::read_to_string(folder.join(name(stored))).expect("the page that was written");
    if std::env::var_os("UPDATE_CLI_DOCS").is_some() {
        fs::write(stored, &page).expect("a file that can be written");
    }
    let known = fs::read_to_string(stored).expect("the page as it is stored");
    assert!(known == page, "{} is not told as it was", stored.display());
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("dq-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder of our own");
    folder
}

#[test]
fn stored_records_are_told_to_the_letter() {
    let folder = folder("stories");
    let pages = files(&root().join("crates/cli/tests/stories"), "md");
    assert_eq!(pages.len(), 3);
    for page in pages {
        let record = root().join("records").join(name(&page)).with_extension("json");
        told_as_stored(&record, &page, &folder);
    }
    fs::remove_dir_all(folder).expect("our folder");
}

#[test]
fn the_battles_of_the_docs_replay_and_are_told_as_their_pages_say() {
    let (folder, battles) = (folder("battles"), root().join("docs/battles"));
    let records = files(&battles, "json");
    assert_eq!(records.len(), 10);
    let index = fs::read_to_string(battles.join("README.md")).expect("an index");
    let mut shown: Vec<String> = Vec::new();
    for record in &records {
        let page = record.with_extension("md");
        told_as_stored(record, &page, &folder);
        let text = fs::read_to_string(&page).expect("a page");
        let outcome = text.lines().nth(2).expect("how it ended");
        for said in [format!("({})", name(&page)), outcome.to_owned()] {
            assert!(index.contains(&said), "docs/battles/README.md does not say {said}");
        }
        let maps = text.lines().filter_map(|line| line.strip_prefix("![")?.split_once("]("));
        shown.extend(maps.map(|(_, file)| file.trim_end_matches(')').to_owned()));
    }
    shown.sort();
    let mut drawn: Vec<String> = files(&battles, "png").iter().map(|map| name(map)).collect();
    drawn.sort();
    assert_eq!(drawn, shown, "maps that are drawn and maps that are shown");
    fs::remove_dir_all(folder).expect("our folder");
}

#[test]
fn a_story_has_a_map_of_the_beginning_and_of_every_turn() {
    let folder = folder("maps");
    let out = folder.display();
    let said = answer(&format!("record story records/1812-army-gone.json --out {out}"));
    assert!(said.ends_with("1812-army-gone.md, 3 maps\n"), "{said}");
    let maps = files(&folder, "png");
    let names: Vec<String> = maps.iter().map(|map| name(map)).collect();
    assert_eq!(names, [0, 1, 2].map(|turn| format!("1812-army-gone-{turn}.png")));
    for map in maps {
        let bytes = fs::read(map).expect("a map");
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() < 150_000, "{} bytes", bytes.len());
    }
    fs::remove_dir_all(folder).expect("our folder");
}

#[test]
fn what_is_no_record_is_refused() {
    let ran = dq("record story README.md --out target");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("dq: README.md: this is no record"), "{}", ran.err);
}
