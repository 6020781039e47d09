//! docs/cli.md shows what `dq` prints, and all of it.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{HELP, answer, root};
use library::phrase::{Topic, WORDS, Word};

const LEFT_OUT: &str = "…";

fn file() -> PathBuf {
    root().join("docs/cli.md")
}

fn page() -> String {
    fs::read_to_string(file()).unwrap()
}

/// The page with every output and the table of words as they are now.
///
/// An output that ends with `…` keeps its number of lines.
fn renewed(page: &str) -> String {
    let mut text = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        if let Some(command) = line.strip_prefix("$ dq ") {
            let shown: Vec<&str> = lines.by_ref().take_while(|l| !l.starts_with("```")).collect();
            text += &output(&answer(command), &shown);
            text += "```\n";
        } else if line.starts_with("<!-- words") {
            lines.by_ref().find(|l| l.starts_with("<!-- end of words"));
            text += &format!("{}<!-- end of words -->\n", words());
        }
    }
    text
}

fn output(said: &str, shown: &[&str]) -> String {
    match shown.split_last() {
        Some((&LEFT_OUT, kept)) => {
            let lines = said.lines().take(kept.len()).chain([LEFT_OUT]);
            lines.map(|line| format!("{line}\n")).collect()
        }
        _ => said.to_owned(),
    }
}

fn words() -> String {
    let row = |word: &Word| {
        let names: Vec<String> = word.names.iter().map(|name| format!("`{name}`")).collect();
        let meaning = word.meaning.replace('|', "\\|");
        format!("| {} | {meaning} | {} |\n", names.join(", "), places(word))
    };
    let rows: String = WORDS.iter().map(row).collect();
    format!("\n| words | meaning | where |\n| --- | --- | --- |\n{rows}\n")
}

fn places(word: &Word) -> String {
    if Topic::ALL.iter().all(|topic| word.fits(*topic)) {
        return String::new();
    }
    let fits = Topic::ALL.iter().filter(|topic| word.fits(**topic));
    let names: Vec<&str> = fits
        .map(|topic| match topic {
            Topic::Check => "check",
            Topic::Firers => "firing",
            Topic::Target => "target",
            Topic::Fighter => "charge",
        })
        .collect();
    names.join(", ")
}

#[test]
fn every_example_of_the_page_runs_and_prints_what_the_page_shows() {
    let page = page();
    let examples = page.lines().filter(|line| line.starts_with("$ dq ")).count();
    // Groups have none, `scenario new` and `record story` would write a folder here, and `serve` runs until it
    // is stopped.
    assert!(examples >= HELP.len() - 9, "only {examples} examples");
    let renewed = renewed(&page);
    if std::env::var_os("UPDATE_CLI_DOCS").is_some() {
        fs::write(file(), renewed).unwrap();
        return;
    }
    let stale = page.lines().zip(renewed.lines()).find(|(shown, now)| shown != now);
    assert!(
        page == renewed,
        "docs/cli.md is not what dq prints: {stale:?}\nwrite it anew with: \
         UPDATE_CLI_DOCS=1 cargo test -p cli --test page"
    );
}

#[test]
fn the_page_speaks_of_every_command_flag_and_schema() {
    let page = page();
    for command in
        HELP.iter().filter(|c| !["", "odds", "resolve", "rules", "record", "scenario"].contains(c))
    {
        assert!(page.contains(&format!("dq {command}")), "docs/cli.md lacks dq {command}");
        let help = answer(&format!("{command} --help"));
        let options = help.split("Options:").nth(1).unwrap().split("Example").next().unwrap();
        for flag in options.split_whitespace().filter(|word| word.starts_with("--")) {
            let known = page.contains(&format!("`{flag}`")) || flag == "--help";
            assert!(known, "docs/cli.md lacks {flag} of dq {command}");
        }
    }
    for entry in fs::read_dir(root().join("docs/schema")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains(&format!("(schema/{name})")), "docs/cli.md lacks a link to {name}");
    }
}

#[test]
fn the_example_questions_on_the_page_are_the_files() {
    let page = page();
    for entry in fs::read_dir(root().join("docs/examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let linked = page.contains(&format!("(examples/{name})"));
        assert!(linked && page.contains(&text), "docs/cli.md does not show docs/examples/{name}");
    }
}

/// What README.md shows of an answer, line by line between its dots, is what `dq` prints.
#[test]
fn readme_shows_what_dq_prints() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let mut shown: Option<(String, String)> = None;
    let mut examples = 0;
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("    $ dq ") {
            let printed = answer(command);
            shown = Some((command.to_owned(), printed));
            examples += 1;
        } else if let (Some((command, printed)), Some(said)) = (&shown, line.strip_prefix("    ")) {
            let said = said.trim();
            let found = said == "…" || printed.lines().any(|line| line.trim() == said);
            assert!(found, "README.md: `dq {command}` does not print: {said}");
        } else if !line.is_empty() {
            shown = None;
        }
    }
    assert!(examples >= 2);
}
