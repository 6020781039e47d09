//! Worked examples on the table as data: each case in `tables/cases/*.toml` puts units on a table,
//! gives an order or asks a question, and says what must come of it. `tables/README.md` tells how to
//! write one.

#[path = "tables/ask.rs"]
mod ask;
#[path = "tables/case.rs"]
mod case;
#[path = "tables/compare.rs"]
mod compare;
#[path = "tables/facts.rs"]
mod facts;
#[path = "tables/setup.rs"]
mod setup;
#[path = "tables/special.rs"]
mod special;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use case::{Case, File};
use compare::Facts;
use library::Ledger;
use library::order::Orders;
use setup::Board;

fn files() -> Vec<PathBuf> {
    let folder = std::env::var("TABLES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/cases").to_owned());
    let entries = std::fs::read_dir(Path::new(&folder)).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("a file in the folder").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect();
    files.sort();
    files
}

#[test]
fn every_case_on_the_table_comes_out_as_written() {
    let mut report = String::new();
    let mut count = 0;
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
        for case in &file.cases {
            count += 1;
            let faults = run(&file, case);
            for fault in faults {
                writeln!(report, "{name}: \"{}\": {fault}", case.name).unwrap();
            }
        }
    }
    assert!(report.is_empty(), "of {count} cases on the table\n{report}");
    assert!(count > 0, "there is no case");
}

/// Everything that is wrong with a case.
fn run(file: &File, case: &Case) -> Vec<String> {
    let mut faults = case.faults.clone();
    let ledger = Ledger::built_in();
    let unknown = case.covers.iter().filter(|id| ledger.entry(id).is_none());
    faults.extend(unknown.map(|id| format!("covers {id}, which the ledger lacks")));
    if case.covers.is_empty() {
        faults.push("covers nothing".to_owned());
    }
    if case.expected.is_empty() {
        faults.push("expects nothing".to_owned());
    }
    if faults.is_empty() {
        match found(file, case) {
            Ok(found) => faults.extend(compare::faults(case, &found)),
            Err(fault) => faults.push(fault),
        }
    }
    faults
}

/// What an order or a question brings.
fn found(file: &File, case: &Case) -> Result<Facts, String> {
    let board = setup::board(file, case)?;
    match (&case.order, &case.ask) {
        (Some(text), None) => ordered(&board, case, text),
        (None, Some(question)) => ask::answer(&board, question),
        _ => Err("a case has an `order` or an `ask`, and not both".to_owned()),
    }
}

fn ordered(board: &Board, case: &Case, text: &str) -> Result<Facts, String> {
    let unit = case.unit.as_deref().map(|name| board.unit(name)).transpose()?;
    let orders = Orders::new(&board.book, &board.scenario.position);
    let order = orders.read(unit, text).map_err(|error| format!("order {error}"))?;
    let written = orders.write(unit, &order);
    match orders.read(unit, &written) {
        Ok(again) if again == order => {}
        Ok(again) => return Err(format!("`{written}` reads as {again:?}, not {order:?}")),
        Err(error) => return Err(format!("`{written}`, as it is written, is no order: {error}")),
    }
    facts::of(board, case, unit, &order)
}
