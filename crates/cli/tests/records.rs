//! Whole battles that were recorded: they replay for ever, and their text is the same to the letter.
//! After a change that is meant to change them: `UPDATE_CLI_DOCS=1 cargo test -p cli --test records`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use library::record::{Record, Replay};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records")
}

fn records() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of records");
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a file in the folder").path()).collect();
    found.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
    found.sort();
    found
}

fn dq(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_dq")).args(args).output().expect("dq runs");
    assert!(output.status.success(), "dq {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_record_reads_as_it_was_written() {
    for path in records() {
        let text = dq(&["record", "export", path.to_str().expect("a plain path")]);
        let stored = path.with_extension("txt");
        if std::env::var_os("UPDATE_CLI_DOCS").is_some() {
            fs::write(&stored, &text).expect("a file that can be written");
        }
        let known = fs::read_to_string(&stored).expect("the text of the record");
        assert!(known == text, "{} is not as it was written", stored.display());
    }
}

#[test]
fn there_is_a_record_of_every_war_and_of_every_way_a_battle_ends() {
    let mut wars: Vec<String> = Vec::new();
    let mut ends: Vec<String> = Vec::new();
    for path in records() {
        let text = fs::read_to_string(&path).expect("a record");
        let record = Record::read(&text).expect("a record that can be read");
        let replay =
            Replay::of(&record).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let state = replay.end();
        wars.push(format!("{} {}", state.book.period, state.book.edition));
        let victory = state.victory.expect("a battle that has ended");
        let winner = if victory.winner.is_some() { "won" } else { "draw" };
        ends.push(format!("{} {winner}", victory.why));
    }
    wars.sort();
    wars.dedup();
    assert_eq!(wars.len(), 5, "{wars:?}");
    for end in ["last-turn won", "last-turn draw", "army-gone won", "resigned won"] {
        assert!(ends.iter().any(|known| known == end), "no battle ends: {end} in {ends:?}");
    }
}
