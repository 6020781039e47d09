//! The ledger's rules about itself, and the ratchet of what is proved.

use std::collections::BTreeSet;
use std::path::Path;

use library::coverage::coverage;
use library::{Ledger, Status};
use serde::Deserialize;

#[derive(Deserialize)]
struct Seeds {
    seed: Vec<Seed>,
}

#[derive(Deserialize)]
struct Seed {
    file: String,
    sections: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn ids_are_unique_and_well_formed() {
    // Reading fails on an id used twice and on an unknown status.
    let ledger = Ledger::built_in();
    let formed = |id: &str| {
        id.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
            && !id.starts_with('-')
            && !id.ends_with('-')
    };
    report(ledger.entries().filter(|e| !formed(&e.id)).map(|e| e.id.clone()).collect());
    assert!(ledger.ids().len() > 1000);
}

#[test]
fn an_id_used_twice_is_refused() {
    let entry = "[[rule]]\nid = \"A\"\nperiods = [\"acw\"]\ntitle = \"t\"\nsource = []\nstatus = \"stated\"\n";
    let twice = format!("{entry}{entry}");
    assert!(Ledger::read(&[("x.toml", &twice)]).unwrap_err().contains("used twice"));
    let odd = entry.replace("stated", "rumoured");
    assert!(Ledger::read(&[("x.toml", &odd)]).unwrap_err().contains("rumoured"));
}

#[test]
fn periods_are_known() {
    let known = ["acw", "awi", "1812", "maw"];
    let ledger = Ledger::built_in();
    let odd = ledger
        .entries()
        .filter(|e| e.periods.is_empty() || e.periods.iter().any(|p| !known.contains(&p.as_str())));
    report(odd.map(|e| e.id.clone()).collect());
}

#[test]
fn every_source_names_a_section_of_a_seed() {
    let text = std::fs::read_to_string(root().join("rules/seeds.toml")).unwrap();
    let seeds: Seeds = toml::from_str(&text).unwrap();
    let mut faults = Vec::new();
    for entry in Ledger::built_in().entries() {
        if entry.source.is_empty() {
            faults.push(format!("{} has no source", entry.id));
        }
        for source in &entry.source {
            let found = source.split_once(": ").is_some_and(|(file, section)| {
                let seed = seeds.seed.iter().find(|seed| seed.file == file);
                seed.is_some_and(|seed| {
                    seed.sections.iter().any(|s| section.starts_with(s.as_str()))
                })
            });
            if !found {
                faults.push(format!("{}: {source}", entry.id));
            }
        }
    }
    report(faults);
}

#[test]
fn what_is_not_certain_has_a_ruling() {
    let ledger = Ledger::built_in();
    let silent = ledger.entries().filter(|e| e.status != Status::Stated && e.ruling.is_empty());
    report(silent.map(|e| e.id.clone()).collect());
}

#[test]
fn what_is_informative_has_a_reason_and_nothing_else_has() {
    let ledger = Ledger::built_in();
    let odd = ledger.entries().filter(|e| e.informative == e.reason.is_empty());
    report(odd.map(|e| e.id.clone()).collect());
}

#[test]
fn tables_are_rectangles() {
    let ledger = Ledger::built_in();
    let ragged = ledger.entries().filter(|e| {
        e.is_table() && (e.rows.is_empty() || e.rows.iter().any(|r| r.len() != e.columns.len()))
    });
    report(ragged.map(|e| e.id.clone()).collect());
}

#[test]
fn tests_name_rules_that_exist_and_coverage_does_not_fall() {
    let coverage = coverage(root(), Ledger::built_in()).unwrap();
    let unknown: Vec<String> = coverage
        .unknown
        .iter()
        .map(|(id, files)| format!("{id} in {}", files.join(", ")))
        .collect();
    report(unknown);
    let text = std::fs::read_to_string(root().join("rules/coverage.toml")).unwrap();
    let least: toml::Table = toml::from_str(&text).unwrap();
    let least = usize::try_from(least["settled"].as_integer().unwrap()).unwrap();
    let settled = coverage.settled();
    assert!(settled >= least, "{settled} entries are settled, {least} were: mend the tests");
}

#[test]
fn rulings_of_the_rulebooks_stand_on_doubtful_entries() {
    let ledger = Ledger::built_in();
    let mut faults = BTreeSet::new();
    for book in library::BOOKS {
        let read = library::rulebook(book.period, Some(book.edition), &library::Choices::new());
        for ruling in read.unwrap().rulings {
            let entry = ledger.entry(ruling.rule.as_str()).unwrap();
            if entry.status.is_certain() && !ruling.optional {
                faults.insert(format!("{}: {}", book.file, ruling.id));
            }
        }
    }
    report(faults.into_iter().collect());
}
