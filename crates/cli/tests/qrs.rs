//! The quick reference sheets as a player gets them.

use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

const SHEETS: [&[&str]; 5] =
    [&["acw"], &["awi"], &["1812"], &["maw"], &["maw", "--edition", "qrs"]];

const HEADINGS: [&str; 18] = [
    "Sequence of the Turn",
    "Maneuver Table",
    "Maneuver Modifiers",
    "Maneuvers of Troops",
    "Maneuvers of Guns",
    "Movement",
    "Gun Stands",
    "Effectiveness",
    "Fallen Leader",
    "Scale",
    "In This War",
    "Weapons",
    "Fire Points",
    "Fire Modifiers",
    "Effects of Fire",
    "Charge Modifiers",
    "Effects of a Charge",
    "Rulings in Force",
];

fn dq(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_dq");
    Command::new(program).arg("qrs").args(args).output().expect("dq runs")
}

fn text(args: &[&str]) -> String {
    let output = dq(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn html(args: &[&str]) -> String {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let number = PAGES.fetch_add(1, Ordering::Relaxed);
    let name = format!("dq-qrs-{}-{number}.html", std::process::id());
    let file = std::env::temp_dir().join(name);
    let path = file.to_str().expect("a plain path");
    let said = text(&[args, &["--html", path]].concat());
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(path), "{said}");
    let page = std::fs::read_to_string(&file).expect("the page was written");
    std::fs::remove_file(&file).expect("the page can be removed");
    page
}

/// The row of the printed sheet that begins with `start`, marks aside, as words.
fn row(sheet: &str, start: &str) -> Vec<String> {
    let bare = |line: &&str| line.trim_start_matches(['†', '‡', ' ']).starts_with(start);
    let line = sheet.lines().find(bare).unwrap_or_else(|| panic!("no row {start}"));
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn every_sheet_prints_every_section_within_a_hundred_columns() {
    for args in SHEETS {
        let sheet = text(args);
        for heading in HEADINGS {
            assert!(sheet.contains(heading), "{args:?} lacks {heading}");
        }
        for line in sheet.lines() {
            assert!(line.chars().count() <= 100, "{args:?}: {line}");
        }
        assert!(!sheet.contains('\u{1b}'), "no colours when it is not a terminal");
    }
}

#[test]
fn every_page_has_every_section_and_needs_nothing_from_outside() {
    for args in SHEETS {
        let page = html(args);
        for heading in HEADINGS {
            assert!(page.contains(&format!("<h2>{heading}</h2>")), "{args:?} lacks {heading}");
        }
        for outside in ["<script", "<link", "http:", "https:", "url(", "@import"] {
            assert!(!page.contains(outside), "{args:?} has {outside}");
        }
        for needed in ["@page", "scope=\"col\"", "scope=\"row\"", "<caption>", "no affiliation"] {
            assert!(page.contains(needed), "{args:?} lacks {needed}");
        }
    }
}

#[test]
fn every_sheet_is_json_with_the_ledger_entries_of_each_row() {
    for args in SHEETS {
        let sheet: Value = serde_json::from_str(&text(&[args, &["--json"]].concat())).unwrap();
        let sections = sheet["sections"].as_array().expect("sections");
        assert!(sections.len() >= HEADINGS.len());
        for table in sections.iter().flat_map(|s| s["tables"].as_array().unwrap()) {
            let columns = table["columns"].as_array().unwrap().len();
            for row in table["rows"].as_array().unwrap() {
                assert_eq!(row["cells"].as_array().unwrap().len(), columns, "{row}");
                assert!(!row["rules"].as_array().unwrap().is_empty(), "{row}");
            }
        }
    }
}

#[test]
fn the_civil_war_sheet_has_its_numbers() {
    let sheet = text(&["acw"]);
    let infantry = row(&sheet, "Infantry line");
    assert_eq!(infantry[infantry.len() - 4..], ["12/16\"", "8/12\"", "6/10\"", "–"]);
    assert!(
        row(&sheet, "HS  Heavy smoothbore, 12")
            .ends_with(&["2", "1", "–", "12\""].map(str::to_owned))
    );
    assert_eq!(row(&sheet, "8+  Double Quick")[..3], ["8+", "Double", "Quick"]);
    assert!(sheet.contains("8+  Swept from the Field"));
    assert!(sheet.contains("≤-8  Repulsed"));
}

#[test]
fn the_mexican_war_sheet_reads_a_column_for_each_nation() {
    let sheet = text(&["maw"]);
    assert!(row(&sheet, "8+").starts_with(&["8+", "11+", "Double", "Quick"].map(str::to_owned)));
    assert!(row(&sheet, "11+").starts_with(&["11+", "–", "Rally"].map(str::to_owned)));
    assert!(sheet.contains("Mexican cavalry"));
}

#[test]
fn each_war_speaks_its_own_words() {
    let both = |args: &[&str]| [text(args), html(args)].concat();
    let acw = both(&["acw"]);
    assert!(acw.contains("Crack") && acw.contains("Green") && acw.contains("extended line"));
    for word in ["Elite", "Raw", "hasty square", "marksmen"] {
        assert!(!acw.contains(word), "the Civil War sheet says {word}");
    }
    for args in SHEETS[1..4].iter() {
        let sheet = both(args);
        assert!(sheet.contains("Elite") && sheet.contains("Raw"), "{args:?}");
        assert!(!sheet.contains("Crack") && !sheet.contains("Green"), "{args:?}");
    }
    assert!(both(&["maw", "--edition", "qrs"]).contains("Crack"));
}

#[test]
fn the_answers_to_a_charge_are_those_of_the_war() {
    for (war, square, bayonets) in
        [("acw", false, false), ("awi", false, true), ("1812", true, false), ("maw", true, false)]
    {
        let sheet = text(&[war]);
        let answers = sheet.split("II. Musketry").next().unwrap();
        assert_eq!(answers.contains("hasty square"), square, "{war}");
        assert_eq!(answers.contains("presents bayonets"), bayonets, "{war}");
    }
}

#[test]
fn a_row_that_is_not_certain_has_a_dagger_and_another_has_none() {
    let sheet = text(&["acw"]);
    let has = |mark: &str, words: &str| {
        sheet.lines().any(|line| line.starts_with(mark) && line.contains(words))
    };
    assert!(has("†", "loses 2 stands, and 1 for each point beyond 9"));
    assert!(has("  ", "Gallant leader") && !has("†", "Gallant leader"));
    assert!(html(&["acw"]).contains("<td class=\"mark\">†</td>"));
}

#[test]
fn a_ruling_that_is_not_the_default_is_marked_where_it_shows() {
    let plain = text(&["acw"]);
    assert_eq!(plain.matches('‡').count(), 1, "only the legend");
    let sheet = text(&["acw", "--ruling", "charge-bands=nine"]);
    assert!(sheet.contains("9+  Swept from the Field"));
    let marked: Vec<&str> = sheet.lines().filter(|line| line.starts_with("†‡")).collect();
    assert!(marked.iter().any(|line| line.contains("Bands of 9, 5 and 1.")), "{marked:?}");
    assert!(marked.iter().any(|line| line.contains("breaks through")), "{marked:?}");
    assert!(!marked.iter().any(|line| line.contains("Gallant")), "{marked:?}");
}

#[test]
fn what_cannot_be_done_is_one_sentence_and_exit_code_two() {
    let cases: [&[&str]; 4] = [
        &["acw", "--html", "/nowhere/at/all.html"],
        &["napoleonic"],
        &["acw", "--ruling", "charge-bands"],
        &["acw", "--ruling", "charge-bands=ten"],
    ];
    for args in cases {
        let output = dq(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

/// Words that the rulebook puts in have the article that they need.
#[test]
fn a_word_that_begins_with_a_vowel_has_its_article() {
    for sheet in SHEETS {
        let text = text(sheet);
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(2) {
            let vowel = pair[1].starts_with(['a', 'e', 'i', 'o']) && pair[1].len() > 2;
            let wrong = pair[0] == "a" && vowel && !pair[1].starts_with("one");
            assert!(!wrong, "{sheet:?}: {} {}", pair[0], pair[1]);
        }
    }
}
