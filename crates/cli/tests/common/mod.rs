//! Runs `dq` as a player does.

#![allow(dead_code, reason = "every test file uses its own part of this")]

pub mod schema;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of `dq` left behind.
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn command(args: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dq"));
    command.args(args).current_dir(root());
    for name in ["CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

fn run(mut command: Command, input: &str) -> Ran {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // A program that ends before it has read everything closes the pipe: not the test's matter.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().expect("dq was killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `dq` with a line of arguments, quoted as in a shell.
pub fn dq(line: &str) -> Ran {
    dq_reading(line, "")
}

/// The same with `input` on its standard input.
pub fn dq_reading(line: &str, input: &str) -> Ran {
    run(command(&words(line)), input)
}

/// The same with a variable of the environment set.
pub fn dq_with(line: &str, (name, value): (&str, &str)) -> Ran {
    let mut command = command(&words(line));
    command.env(name, value);
    run(command, "")
}

/// The same in another folder than the project's.
pub fn dq_in(folder: &Path, line: &str) -> Ran {
    let mut command = command(&words(line));
    command.current_dir(folder);
    run(command, "")
}

/// What a good run prints; the test fails if it is not good.
pub fn answer(line: &str) -> String {
    let ran = dq(line);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "dq {line}");
    assert!(!ran.out.trim().is_empty(), "dq {line} says nothing");
    ran.out
}

/// The same read as JSON.
pub fn json(line: &str) -> serde_json::Value {
    let text = answer(&format!("{line} --json"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("dq {line} --json: {error}"))
}

/// Splits a line as a shell does; quotes do not nest.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    assert!(quote.is_none(), "a quote is open: {line}");
    words.extend(word);
    words
}

/// A good line for every command whose answer can be JSON, with the name of its schema.
pub const COMMANDS: &[(&str, &str)] = &[
    ("odds-maneuver", "odds maneuver -p acw '2nd Wisconsin 11/9/6 Vet gallant attached'"),
    ("odds-maneuver", "odds maneuver -p maw 'mexican 8/6/4 disordered provisional'"),
    ("odds-maneuver", "odds maneuver -p awi '2 LG battery limbered out-of-command' --night"),
    ("odds-fire", "odds fire -p acw '8 RM @4 vet' '2 HS @12' --at '6/5/3 Green field-column'"),
    ("odds-fire", "odds fire -p 1812 '1 CR @30' --at 'trained line partial-cover'"),
    ("odds-fire", "odds fire -p maw '12 M @4 vet charged' --at 'mexican cavalry raw charging'"),
    (
        "odds-fire",
        "odds fire -p acw '6 RM @2' --at '8/6/4 leader 1' --behind 6/5/3 --light 'evening 2'",
    ),
    ("odds-charge", "odds charge -p acw '8/5/3 Vet cold-steel' --against '6/5/3 Green works'"),
    ("odds-charge", "odds charge -p awi '8/6/4 Elite' '6/5/3 in-support' --against '2 LG guns'"),
    (
        "odds-assault",
        "odds assault -p acw '10/7/4 Vet RM' --distance 9 --against '8/6/4 Green SM works'",
    ),
    (
        "odds-assault",
        "odds assault -p maw '8/6/4 Vet' --against 6/5/3 --support 8/6/4 --fire '2 LG @1' --cold-steel",
    ),
    ("qrs", "qrs awi"),
    ("qrs", "qrs maw --edition qrs --ruling charge-bands=eight"),
    ("resolve-maneuver", "resolve maneuver -p acw 'green spent disordered' --die 1"),
    ("resolve-fire", "resolve fire -p acw '10 RM @3' --at 'trained charging' --die 7"),
    ("resolve-fire", "resolve fire -p 1812 '2 CR @30' --at 'trained' --die 1 --die 10 --die 9"),
    ("resolve-fire", "resolve fire -p 1812 '1 CR @30' --at 'trained' --die 1"),
    (
        "resolve-charge",
        "resolve charge -p acw '8/6/4 Vet' --against 6/5/3 --die 3 --die 4 --die 6 --die 5",
    ),
    ("resolve-leader", "resolve leader -p awi --die 7"),
    ("rules-list", "rules list --period maw --area fire --status conflict"),
    ("rules-list", "rules list --search rocket"),
    ("rules-show", "rules show FIRE-ROUND-DOWN"),
    ("rules-show", "rules show fire-effects"),
    ("rules-diff", "rules diff acw 1812"),
    ("rules-diff", "rules diff maw maw:qrs"),
    ("rules-rulings", "rules rulings awi"),
    ("rules-rulings", "rules rulings maw --edition qrs"),
    ("rules-coverage", "rules coverage"),
    ("rules-lint", "rules lint"),
    ("rules-lint", "rules lint data/rulebooks"),
    ("scenario-list", "scenario list"),
    ("scenario-check", "scenario check"),
    ("scenario-check", "scenario check data/scenarios"),
    ("words", "words"),
    ("words", "words -p maw --edition qrs"),
];

/// Every command there is, groups included.
pub const HELP: &[&str] = &[
    "",
    "odds",
    "odds maneuver",
    "odds fire",
    "odds charge",
    "odds assault",
    "resolve",
    "resolve maneuver",
    "resolve fire",
    "resolve charge",
    "resolve leader",
    "rules",
    "rules list",
    "rules show",
    "rules diff",
    "rules rulings",
    "rules form",
    "rules coverage",
    "rules pages",
    "rules lint",
    "qrs",
    "map",
    "scenario",
    "scenario new",
    "scenario check",
    "scenario show",
    "scenario map",
    "scenario roster",
    "scenario list",
    "battle",
    "record",
    "record replay",
    "record verify",
    "record show",
    "record diff",
    "record export",
    "record story",
    "play",
    "referee",
    "serve",
    "words",
    "completions",
];
