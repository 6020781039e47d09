//! One broken file for each kind of defect, and what a writer of scenarios is told of it.

use library::{BATTLES, Checked, Choices, Defect, Defects, checked, scenario};

const BASE: &str = include_str!("broken/base.toml");

/// What is wrong, and the changes to the good file that make it so.
const BROKEN: &[(&str, &[(&str, &str)])] = &[
    ("no TOML", &[("title = \"The Ferry\"", "title = \"The Ferry")]),
    ("no format", &[("format = 1\n", "")]),
    ("a format to come", &[("format = 1", "format = 9")]),
    ("unknown key", &[("rating = \"able\"", "ratign = \"able\"")]),
    ("unknown weapon", &[("weapon = \"RM\"", "weapon = \"RN\"")]),
    ("over 25 stands", &[("stands = 8", "stands = 26")]),
    ("unit off the table", &[("at = [14, 8]", "at = [1.5, 0.5]")]),
    ("place off the table", &[("at = [14, 8]", "at = [14, 80]")]),
    ("overlapping stands", &[("at = [24, 8]", "at = [17, 8]")]),
    ("entry on no edge", &[("at = [0, 6] }", "at = [3, 6] }")]),
    ("entry in water", &[("at = [0, 6] }", "at = [0, 24] }")]),
    (
        "whole edge in water",
        &[
            ("from = [0, 22], to = [48, 25]", "from = [0, 0], to = [1, 36]"),
            ("turn = 2, at = [0, 6]", "turn = 2, edge = \"west\""),
        ],
    ),
    (
        "no path for a reinforcement",
        &[
            ("from = [0, 22], to = [48, 25]", "from = [0, 32], to = [48, 33]"),
            ("line = [[24, 21], [24, 26]]", "line = [[24, 21], [24, 23]]"),
            ("at = [22, 32]", "at = [22, 30.5]"),
            ("at = [0, 6] }", "at = [0, 35] }"),
        ],
    ),
    ("arrives after the end", &[("turn = 2, at", "turn = 7, at")]),
    ("unit in water", &[("at = [14, 8]", "at = [14, 24]")]),
    ("leader without command", &[("command = \"Dogwood\"\n", ""), ("command = \"Dogwood\"\n", "")]),
    ("unknown command", &[("command = \"Ash\"", "command = \"Ashe\"")]),
    ("missing friendly edge", &[("edge = \"north\"\n", "")]),
    ("key position without owner", &[("owner = \"Confederacy\"\n", "")]),
    ("owner unknown", &[("owner = \"Confederacy\"", "owner = \"Confederates\"")]),
    ("key position of no worth", &[("points = { Union = 1, Confederacy = 2 }", "")]),
    (
        "points nobody can stand at",
        &[("at = [31, 19]", "at = [4, 23.5]"), ("radius = 2\np", "radius = 1\np")],
    ),
    (
        "points that cannot be reached",
        &[("line = [[24, 21], [24, 26]]", "line = [[24, 18], [24, 21]]")],
    ),
    ("losses that never come", &[("heavy-casualties = 8", "heavy-casualties = 30")]),
    (
        "an army without units",
        &[
            ("army = \"Confederacy\"\ncommand", "army = \"Union\"\ncommand"),
            ("army = \"Confederacy\"\ncommand", "army = \"Union\"\ncommand"),
            ("army = \"Confederacy\"\nname = \"Dogwood\"", "army = \"Union\"\nname = \"Dogwood\""),
        ],
    ),
    (
        "one army",
        &[("[[army]]\nname = \"Confederacy\"\nnation = \"confederate\"\nedge = \"north\"\n", "")],
    ),
    (
        "everything at once",
        &[
            ("weapon = \"RM\"", "weapon = \"RN\""),
            ("edge = \"north\"\n", ""),
            ("owner = \"Confederacy\"\n", ""),
            ("name = \"Dogwood\"", "name = \"Elm\""),
            ("heavy-casualties = 8", "heavy-casualties = 30"),
        ],
    ),
];

fn broken(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(BASE.to_owned(), |text, (right, wrong)| {
        assert!(text.contains(right), "{right}");
        text.replacen(right, wrong, 1)
    })
}

fn defects(text: &str) -> Vec<Defect> {
    match checked(text, "battle.toml", &Choices::new()) {
        Err(Defects(defects)) => defects,
        Ok(_) => Vec::new(),
    }
}

#[test]
fn the_good_file_is_good() {
    let Checked { remarks, .. } =
        checked(BASE, "battle.toml", &Choices::new()).unwrap_or_else(|defects| panic!("{defects}"));
    assert_eq!(remarks, []);
}

#[test]
fn each_kind_of_defect_is_told_with_its_line_and_a_caret() {
    let mut told = String::new();
    for (what, changes) in BROKEN {
        let defects = defects(&broken(changes));
        assert!(!defects.is_empty(), "{what} is accepted");
        let pointed: String = defects.iter().map(Defect::pointed).collect();
        told += &format!("== {what}\n{pointed}\n");
    }
    insta::assert_snapshot!(told);
}

/// One slip is one defect, unless it is meant to be more.
#[test]
fn one_mistake_makes_one_defect() {
    let several = ["everything at once", "one army", "no TOML", "points that cannot be reached"];
    for (what, changes) in BROKEN.iter().filter(|(what, _)| !several.contains(what)) {
        let defects = defects(&broken(changes));
        assert_eq!(defects.len(), 1, "{what}: {defects:#?}");
    }
}

/// A record of a battle that makes no sense replays all the same.
#[test]
fn a_battle_that_makes_no_sense_is_still_a_table() {
    let senseless = [
        "entry in water",
        "whole edge in water",
        "no path for a reinforcement",
        "unit in water",
        "leader without command",
        "key position without owner",
        "key position of no worth",
        "points nobody can stand at",
        "points that cannot be reached",
        "losses that never come",
        "an army without units",
    ];
    for (what, changes) in BROKEN {
        let loads = scenario(&broken(changes), "battle.toml", &Choices::new()).is_ok();
        assert_eq!(loads, senseless.contains(what), "{what}");
    }
}

/// What is no defect and still worth a second look.
const REMARKS: &[(&str, &[(&str, &str)])] = &[
    ("no notes", &[("notes = [\"Made up.\"]\n", "")]),
    ("out of command", &[("at = [18, 6]", "at = [46, 6]")]),
    ("no command", &[("command = \"Ash\"\n", "")]),
    ("facing the edge", &[("facing = \"S\"", "facing = \"N\"")]),
    ("nothing to fight for", &[]),
];

#[test]
fn what_is_no_defect_is_remarked() {
    let mut told = String::new();
    for (what, changes) in REMARKS {
        let text = match changes.is_empty() {
            true => BASE.split("[[key-position]]").next().unwrap_or_default().to_owned(),
            false => broken(changes),
        };
        let checked = checked(&text, "battle.toml", &Choices::new());
        let remarks = checked.unwrap_or_else(|defects| panic!("{what}: {defects}")).remarks;
        assert!(!remarks.is_empty(), "{what} is not remarked");
        let pointed: String = remarks.iter().map(Defect::pointed).collect();
        told += &format!("== {what}\n{pointed}\n");
    }
    insta::assert_snapshot!(told);
}

#[test]
fn every_battle_that_comes_with_the_program_makes_sense() {
    for (name, text) in BATTLES {
        let file = format!("{name}/battle.toml");
        checked(text, &file, &Choices::new()).unwrap_or_else(|defects| panic!("{defects}"));
    }
}

#[test]
fn a_caret_finds_its_place_in_a_long_line_and_among_any_letters() {
    let long = format!("notes = [\"{}\"]\ntitel = 1\n", "é".repeat(300));
    let short = "\tperiod = \"äcw\" # ✂\n";
    for text in [long.as_str(), short, "x", "", "[[unit]]\nname = 3"] {
        for defect in defects(text) {
            let pointed = defect.pointed();
            let lines: Vec<&str> = pointed.lines().collect();
            assert_eq!(lines.len(), 3, "{pointed}");
            let caret = lines[2].chars().position(|c| c == '^').expect("a caret");
            assert!(caret <= lines[1].chars().count().max(8), "{pointed}");
            assert!(lines.iter().skip(1).all(|line| line.chars().count() < 140), "{pointed}");
        }
    }
}
