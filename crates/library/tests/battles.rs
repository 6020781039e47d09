//! Battles as scripts: each case in `battles/cases/*.toml` puts units on a table and plays a few orders with
//! dice written beside them; the log, the refusals and the state must be as the script says.
//! `battles/README.md` tells how to write one.

#[path = "tables/case.rs"]
#[allow(dead_code)]
mod case;
#[path = "battles/play.rs"]
mod play;
#[path = "battles/script.rs"]
mod script;
#[path = "tables/setup.rs"]
#[allow(dead_code)]
mod setup;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use library::Ledger;
use script::File;

fn files() -> Vec<PathBuf> {
    let folder = std::env::var("BATTLES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/battles/cases").to_owned());
    let entries = std::fs::read_dir(Path::new(&folder)).expect("the folder of battles");
    let paths = entries.map(|entry| entry.expect("a file in the folder").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect();
    files.sort();
    files
}

#[test]
fn every_battle_goes_as_written() {
    let mut report = String::new();
    let mut count = 0;
    let ledger = Ledger::built_in();
    for path in files() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a file that can be read");
        let file = match File::read(&text) {
            Ok(file) => file,
            Err(fault) => {
                writeln!(report, "{name}: {fault}").unwrap();
                continue;
            }
        };
        for script in &file.scripts {
            count += 1;
            let unknown = script.case.covers.iter().filter(|id| ledger.entry(id).is_none());
            let mut faults: Vec<String> =
                unknown.map(|id| format!("covers {id}, which the ledger lacks")).collect();
            if script.case.covers.is_empty() {
                faults.push("covers nothing".to_owned());
            }
            faults.extend(play::faults(&file, script));
            for fault in faults {
                writeln!(report, "{name}: \"{}\": {fault}", script.case.name).unwrap();
            }
        }
    }
    assert!(report.is_empty(), "of {count} battles\n{report}");
    assert!(count > 0, "there is no battle");
}
