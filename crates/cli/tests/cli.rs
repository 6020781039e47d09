//! `dq` from outside: every command, every way to ask wrongly, every promise of docs/cli.md.

mod common;

use std::fs;

use cli::request::Request;
use cli::{Fault, odds};
use common::{COMMANDS, HELP, Ran, answer, dq, dq_reading, dq_with, json, root};
use ethnum::U256;
use serde_json::Value;

/// Refused: exit code 2, nothing on standard output, one line that says `expected`.
fn refused(line: &str, ran: &Ran, expected: &[&str]) {
    assert_eq!(ran.code, 2, "dq {line}: {}", ran.err);
    assert_eq!(ran.out, "", "dq {line}");
    assert_eq!(ran.err.lines().count(), 1, "dq {line}: {}", ran.err);
    assert!(ran.err.starts_with("dq: ") && ran.err.ends_with('\n'), "dq {line}: {}", ran.err);
    for words in expected {
        assert!(ran.err.contains(words), "dq {line} says no \"{words}\": {}", ran.err);
    }
}

#[test]
fn every_command_answers_in_text_without_escapes_and_in_json() {
    for (_, line) in COMMANDS {
        let text = answer(line);
        assert!(!text.contains('\u{1b}'), "dq {line} prints escapes into a pipe");
        assert!(text.ends_with('\n'), "dq {line} does not end its last line");
        let trailing = text.lines().find(|shown| shown.ends_with(' '));
        assert_eq!(trailing, None, "dq {line} prints trailing blanks");
        json(line);
    }
}

#[test]
fn colours_can_be_forced_and_never_touch_json() {
    let line = COMMANDS[0].1;
    let forced = ("CLICOLOR_FORCE", "1");
    assert!(dq_with(line, forced).out.contains('\u{1b}'));
    assert!(!dq_with(&format!("{line} --json"), forced).out.contains('\u{1b}'));
    assert!(!dq_with(line, ("NO_COLOR", "1")).out.contains('\u{1b}'));
}

#[test]
fn a_question_in_a_file_or_on_standard_input_gives_the_same_answer_as_arguments() {
    let question = r#"{ "period": "acw", "firers": ["8 RM @4 vet"], "target": "6/5/3 Green",
                        "behind": ["8/6/4"], "light": "evening 2" }"#;
    let file = std::env::temp_dir().join(format!("dq-question-{}.json", std::process::id()));
    fs::write(&file, question).unwrap();
    let said = answer(
        "odds fire -p acw '8 RM @4 vet' --at '6/5/3 Green' --behind 8/6/4 --light 'evening 2'",
    );
    let from_file = answer(&format!("odds fire --from '{}'", file.display()));
    let from_input = dq_reading("odds fire --from -", question);
    fs::remove_file(&file).unwrap();
    assert_eq!(from_file, said);
    assert_eq!((from_input.code, from_input.out), (0, said));
}

#[test]
fn arguments_overrule_the_question_in_the_file() {
    let question = r#"{ "period": "acw", "unit": "8/6/4 Vet", "dice": [1] }"#;
    let asked = dq_reading("resolve maneuver --from - -p awi 'raw spent' --die 9", question);
    assert_eq!(asked.out, answer("resolve maneuver -p awi 'raw spent' --die 9"));
    let die_only = dq_reading("resolve maneuver --from - --die 9", question);
    assert_eq!(die_only.out, answer("resolve maneuver -p acw '8/6/4 Vet' --die 9"));
}

#[test]
fn every_question_can_be_asked_in_json() {
    for (command, question) in [
        ("odds maneuver", r#"{"period":"acw","unit":"8/6/4 Vet","night":true}"#),
        ("odds fire", r#"{"period":"1812","firers":["1 CR @30"],"target":"line"}"#),
        ("odds charge", r#"{"period":"acw","attacker":["8/6/4"],"defender":["6/5/3"]}"#),
        (
            "odds assault",
            r#"{"period":"maw","edition":"qrs","unit":"8/6/4","defender":["6/5/3"],
                "distance":"8","cold-steel":true,"support":["6/5/3"]}"#,
        ),
        ("resolve maneuver", r#"{"period":"acw","unit":"8/6/4 Vet","dice":[4]}"#),
        ("resolve fire", r#"{"period":"acw","firers":["8 RM @4"],"target":"line","dice":[4]}"#),
        (
            "resolve charge",
            r#"{"period":"awi","rulings":{"charge-bands":"nine"},"second":true,
                "attacker":["8/6/4"],"defender":["6/5/3"],"dice":[4,3]}"#,
        ),
        ("resolve leader", r#"{"period":"acw","dice":[10]}"#),
    ] {
        for json in ["", " --json"] {
            let ran = dq_reading(&format!("{command} --from -{json}"), question);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command} {question}");
        }
    }
}

#[test]
fn a_phrase_that_cannot_be_is_refused() {
    for (line, expected) in [
        ("odds maneuver -p acw '8/6/4 veteren'", &["`veteren`", "did you mean `veteran`?"][..]),
        ("odds maneuver -p acw 'zzzzzzzzzz'", &["`zzzzzzzzzz`", "`dq words` lists them"]),
        ("odds maneuver -p acw '8/6/5'", &["8/6/5", "expected 8/5/3, 8/6/4"]),
        ("odds maneuver -p acw '8/6/4 now 9'", &["`now 9`", "expected at most 8 stands"]),
        ("odds maneuver -p acw 'square'", &["no square in the American Civil War"]),
        ("odds maneuver -p awi '[German jager]'", &["did you mean `[German jaegers]`?"]),
        ("odds maneuver -p awi '[German jaegers'", &["needs its `]`"]),
        ("odds fire -p acw '8 RM @4 gallant' --at line", &["`gallant` says nothing about"]),
        ("odds fire -p acw '8 RM' --at line", &["need a distance", "\"8 RM @4\""]),
        ("odds fire -p acw 'RM @4' --at line", &["need a number", "\"8 RM @4\""]),
        ("odds fire -p acw '8 @4 battery' --at line", &["need a weapon", "\"8 RM @4\""]),
        ("odds fire -p acw '8 RM @x' --at line", &["`x`", "expected inches such as 4"]),
        ("odds fire -p acw '99 RM @4' --at line", &["`99`", "expected a number from 1 to 60"]),
        ("odds charge -p acw 8/6/4 --against line", &["defender needs a number of stands"]),
        ("odds assault -p acw 8/6/4 --against 6/5/3 --distance far", &["`far`", "expected inches"]),
    ] {
        refused(line, &dq(line), expected);
    }
}

#[test]
fn a_war_edition_ruling_or_reading_that_is_not_there_is_refused() {
    let periods = &["expected", "acw", "awi", "1812", "maw"][..];
    for line in [
        "odds maneuver -p acv 8/6/4",
        "odds maneuver 8/6/4",
        "resolve leader --die 3",
        "rules list -p acv",
        "rules rulings acv",
        "rules diff acw 1813",
        "words -p acv",
        "qrs acv",
    ] {
        let named: Vec<&str> = periods.iter().copied().skip(1).collect();
        refused(line, &dq(line), &named);
    }
    for (line, expected) in [
        ("odds maneuver -p acw --edition qrs 8/6/4", &["no edition `qrs`", "expected booklet"][..]),
        ("rules diff acw maw:qr", &["no edition `qr`", "expected booklet or qrs"]),
        (
            "odds maneuver -p acw --ruling charge-band=nine 8/6/4",
            &["`charge-band`", "expected", "did you mean charge-bands?"],
        ),
        (
            "odds maneuver -p acw --ruling charge-bands=ninn 8/6/4",
            &["`ninn`", "expected eight, nine", "did you mean nine?"],
        ),
        ("odds maneuver -p acw --ruling charge-bands 8/6/4", &["expected RULING=READING"]),
    ] {
        refused(line, &dq(line), expected);
    }
}

#[test]
fn dice_that_cannot_be_are_refused() {
    for die in ["0", "11", "x", "-1", "300", "''"] {
        let line = format!("resolve leader -p acw --die {die}");
        refused(&line, &dq(&line), &["a die shows 1 to 10"]);
    }
    for dice in ["[0]", "[11]", "[-1]", "[300]"] {
        let question = format!(r#"{{"period":"acw","dice":{dice}}}"#);
        let line = "resolve leader --from -";
        refused(line, &dq_reading(line, &question), &["a die shows 1 to 10"]);
    }
    let charge = "resolve charge -p acw 8/6/4 --against 8/6/4";
    for (line, expected) in [
        ("resolve maneuver -p acw 8/6/4", &["give the die that was rolled", "--die 7"][..]),
        ("resolve leader -p acw", &["give the die that was rolled", "--die 7"]),
        ("resolve maneuver -p acw 8/6/4 --die 3 --die 4", &["one die too many", "takes one die"]),
        ("resolve leader -p acw --die 3 --die 4 --die 5", &["2 dice too many", "takes one die"]),
        ("resolve fire -p 1812 '2 CR @30' --at line --die 9 --die 9", &["more dice", "rocket"]),
        ("resolve fire -p acw '8 RM @4' --at line --die 9 --die 9", &["one die too many"]),
        (&format!("{charge} --die 3"), &["more dice", "attacker's die and the defender's"]),
        (&format!("{charge} --die 3 --die 3"), &["more dice", "desperate struggle"]),
        (&format!("{charge} --die 3 --die 9 --die 1"), &["one die too many"]),
    ] {
        refused(line, &dq(line), expected);
    }
}

#[test]
fn fire_that_cannot_be_is_refused() {
    for (line, expected) in [
        ("odds fire -p acw '8 RM @4'", &["--at <TARGET>"][..]),
        ("odds fire -p acw --at line", &["<FIRERS>"]),
        ("odds fire -p acw '8 RM @40' --at line", &["rifle musket reaches 16\"", "40\""]),
        ("odds fire -p 1812 '1 CR @2' --at line", &["2\""]),
        ("odds fire -p acw '8 RM @8' --at line --light 'night overcast'", &["8\""]),
        (
            "odds fire -p acw '8 RM @8' --at line --light dusk",
            &["`dusk`", "expected day, twilight"],
        ),
        (
            "odds fire -p acw '8 RM @8' --at line --light 'evening 99'",
            &["`evening 99`", "expected"],
        ),
    ] {
        refused(line, &dq(line), expected);
    }
    let many = r#""8/6/4","#.repeat(12) + r#""8/6/4""#;
    let crowd = format!(r#"{{"period":"acw","attacker":[{many}],"defender":["8/6/4"]}}"#);
    for (command, question, expected) in [
        ("odds charge", crowd.as_str(), "13 attackers; expected at most 12"),
        ("odds fire", r#"{"period":"acw","firers":["8 RM @4"]}"#, "needs a target"),
        ("odds fire", r#"{"period":"acw","target":"line"}"#, "needs firing stands"),
        ("odds maneuver", r#"{"period":"acw"}"#, "needs a unit"),
        ("odds charge", r#"{"period":"acw","attacker":["8/6/4"]}"#, "needs an attacker and a"),
        ("odds assault", r#"{"period":"acw","unit":"8/6/4"}"#, "needs a defender"),
        ("odds maneuver", r#"{"unit":"8/6/4"}"#, "expected the period acw, awi, 1812 or maw"),
    ] {
        let line = format!("{command} --from -");
        refused(&line, &dq_reading(&line, question), &[expected]);
    }
}

#[test]
fn a_question_that_is_not_json_is_refused() {
    let line = "odds maneuver --from -";
    for (question, expected) in [
        ("{", &["standard input", "line 1"][..]),
        ("", &["expected such as {"]),
        ("[1]", &["expected such as {"]),
        (r#"["acw"]"#, &["expected such as {"]),
        ("acw 8/6/4", &["expected such as {"]),
        (r#"{"period":"acw","unit":8}"#, &["expected a string", "line 1 column"]),
        (r#"{"period":"acw","units":"8/6/4"}"#, &["unknown field `units`", "expected", "`unit`"]),
        ("{\"period\":\n\"acw\",\n}", &["line 3"]),
    ] {
        refused(line, &dq_reading(line, question), expected);
    }
    let line = "odds maneuver --from /nowhere/question.json";
    refused(line, &dq(line), &["cannot read /nowhere/question.json"]);
}

#[test]
fn a_rule_area_status_or_path_that_is_not_there_is_refused() {
    for (line, expected) in [
        ("rules show FIRE-ROUND-DWN", &["`FIRE-ROUND-DWN`", "did you mean FIRE-ROUND-DOWN?"][..]),
        ("rules list --area FIR", &["`FIR`", "expected", "MNV", "did you mean FIRE?"]),
        ("rules list --status sure", &["`sure`", "expected stated, conflict, base, lost"]),
        ("rules lint /nowhere", &["cannot read /nowhere"]),
        ("rules lint docs/schema", &["docs/schema holds no rulebook (*.toml)"]),
        ("rules coverage --root /nowhere", &["/nowhere", "rules/ledger"]),
        ("qrs acw --html /nowhere/sheet.html", &["cannot write /nowhere/sheet.html"]),
        ("completions tcsh", &["'tcsh'", "bash", "zsh", "fish"]),
        ("odd", &["'odd'", "'odds'"]),
        ("odds fire --form x", &["'--form'", "'--from'"]),
    ] {
        refused(line, &dq(line), expected);
    }
}

#[test]
fn lint_finds_defects_with_their_place_and_ends_with_code_1() {
    let good = fs::read_to_string(root().join("data/rulebooks/acw.toml")).unwrap();
    let bad = good.replacen("format = 1", "format = 2", 1) + "\n[colour]\nred = 1\n";
    assert_ne!(good, bad);
    let file = std::env::temp_dir().join(format!("dq-lint-{}.toml", std::process::id()));
    fs::write(&file, bad).unwrap();
    let name = file.display().to_string();
    let ran = dq(&format!("rules lint '{name}'"));
    let in_json = dq(&format!("rules lint '{name}' --json"));
    fs::remove_file(&file).unwrap();
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    let places: Vec<&str> = ran.out.lines().filter_map(|l| l.strip_prefix(&*name)).collect();
    assert!(places.len() >= 2, "{}", ran.out);
    for place in places {
        let numbers: Vec<&str> = place.split(": ").next().unwrap().split(':').skip(1).collect();
        let [line, column] = numbers[..] else { panic!("no line and column: {place}") };
        assert!(line.parse::<u32>().is_ok_and(|n| n > 0), "{place}");
        assert!(column.parse::<u32>().is_ok_and(|n| n > 0), "{place}");
    }
    assert!(ran.out.ends_with("defects\n"), "{}", ran.out);
    let flaws: Value = serde_json::from_str(&in_json.out).unwrap();
    assert_eq!(in_json.code, 1);
    assert!(flaws[0]["line"].is_u64() && flaws[0]["message"].is_string());
}

#[test]
fn help_of_every_command_has_an_example_that_runs() {
    let folder = std::env::temp_dir().join(format!("dq-help-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for command in HELP {
        let help = answer(&format!("{command} --help"));
        assert!(help.contains("Example"), "dq {command} --help");
        let examples: Vec<&str> =
            help.lines().filter_map(|line| line.strip_prefix("  dq ")).collect();
        assert!(!examples.is_empty(), "dq {command} --help");
        for example in examples {
            let mut line = example.split(" > ").next().unwrap().to_owned();
            for file in ["maw.html", "cowpens.html", "palo-alto.png", "battle.json", "my-battles"] {
                line = line.replace(file, &folder.join(file).display().to_string());
            }
            if line.starts_with("serve") {
                continue; // runs until it is stopped: serve.rs starts and stops it
            }
            if line.contains("--png") {
                let ran = dq(&line);
                assert_eq!((ran.code, ran.err.as_str()), (0, ""), "dq {line}");
            } else {
                answer(&line);
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn help_names_every_command() {
    for command in HELP {
        let (group, name) = command.rsplit_once(' ').unwrap_or(("", command));
        assert!(answer(&format!("{group} --help")).contains(&format!("  {name}")), "{command}");
    }
    let commands = |help: &str| {
        let part = help.split("Commands:\n").nth(1).unwrap_or_default();
        part.lines().take_while(|line| line.starts_with("  ")).count()
    };
    let all: usize = ["", "odds", "resolve", "rules", "record", "scenario"]
        .map(|g| commands(&answer(&format!("{g} --help"))))
        .iter()
        .sum();
    assert_eq!(all, HELP.len() - 1, "HELP does not list every command");
}

#[test]
fn without_a_command_help_is_shown_and_the_code_is_2() {
    for group in ["", "odds", "resolve", "rules"] {
        let ran = dq(group);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("Usage: dq"), "{}", ran.err);
    }
    assert!(answer("--version").starts_with("dq "));
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = answer(&format!("completions {shell}"));
        for command in HELP.iter().filter(|c| !c.is_empty()) {
            let name = command.rsplit(' ').next().unwrap();
            assert!(script.contains(name), "{shell} does not know {command}");
        }
    }
}

/// A fraction in lowest terms, exactly. The powers of ten of a struggle do not fit 128 bits.
fn fraction(chance: &Value) -> (U256, U256) {
    let exact = chance["exact"].as_str().expect("a chance has an exact fraction");
    let (over, under) = exact.split_once('/').expect("a fraction");
    let number = |text: &str| text.parse::<U256>().expect("a whole number");
    (number(over), number(under))
}

fn divisor(mut a: U256, mut b: U256) -> U256 {
    while b != U256::ZERO {
        (a, b) = (b, a % b);
    }
    a
}

fn add((a, b): (U256, U256), (c, d): (U256, U256)) -> (U256, U256) {
    let under = b / divisor(b, d) * d;
    let over = a * (under / b) + c * (under / d);
    let common = divisor(over, under);
    (over / common, under / common)
}

#[test]
fn chances_sum_to_exactly_one() {
    let mut tried = 0;
    for (name, line) in COMMANDS.iter().filter(|(name, _)| name.starts_with("odds-")) {
        let answer = json(line);
        let rows = if *name == "odds-assault" {
            &answer["curve"]["ends"]["outcomes"]
        } else {
            &answer["odds"]
        };
        let rows = rows.as_array().unwrap();
        let mut sum = (U256::ZERO, U256::ONE);
        for row in rows {
            let (over, under) = fraction(&row["chance"]);
            assert_eq!(divisor(over, under), U256::ONE, "dq {line}: not in lowest terms");
            let decimal = row["chance"]["decimal"].as_f64().unwrap();
            assert!((decimal - over.as_f64() / under.as_f64()).abs() < 1e-12, "dq {line}");
            sum = add(sum, (over, under));
        }
        assert_eq!(sum, (U256::ONE, U256::ONE), "dq {line}");
        tried += 1;
    }
    assert!(tried >= 4);
}

/// Asks as the program does, without starting it: many questions take too long otherwise.
fn ask(question: &str) -> String {
    let request = Request::parse(question).unwrap();
    let answers = [odds::maneuver, odds::fire, odds::charge, odds::assault].map(|ask| {
        let answer = ask(&request, false).unwrap_or_else(|Fault(why)| panic!("{question}: {why}"));
        answer.text
    });
    answers.concat()
}

#[test]
fn the_words_of_one_war_are_understood_in_every_other() {
    for (period, weapon) in [("acw", "RM"), ("awi", "M"), ("1812", "M"), ("maw", "M")] {
        for (one, other) in [
            ("crack", "elite"),
            ("green", "raw"),
            ("extended-line", "open-order"),
            ("Extended Line", "open order"),
            ("sharpshooters", "marksmen"),
        ] {
            let question = format!(
                r#"{{ "period": "{period}", "unit": "8/6/4 WORD", "firers": ["8 {weapon} @4 WORD"],
                      "target": "8/6/4 WORD", "attacker": ["8/6/4 WORD"], "defender": ["8/6/4"] }}"#
            );
            let said = |word| ask(&question.replace("WORD", word));
            assert_eq!(said(one), said(other), "{period}: {one}, {other}");
        }
    }
}

#[test]
fn answers_use_the_words_of_their_war() {
    for (period, says, never) in [
        ("acw", ["Crack", "Green"], ["Elite", "Raw"]),
        ("awi", ["Elite", "Raw"], ["Crack", "Green"]),
    ] {
        for (word, of) in [("elite", 0), ("raw", 1)] {
            let text = answer(&format!("odds maneuver -p {period} '8/6/4 {word}'"));
            assert!(text.contains(says[of]), "{text}");
            assert!(!text.contains(never[of]), "{text}");
        }
    }
}

#[test]
fn an_edition_and_a_reading_change_the_answer() {
    let charge = "odds charge --against 8/6/4 8/6/4 -p maw";
    let booklet = json(charge);
    let sheet = json(&format!("{charge} --edition qrs"));
    let nine = json(&format!("{charge} --ruling charge-bands=nine"));
    assert_eq!((&booklet["edition"], &sheet["edition"]), (&"booklet".into(), &"qrs".into()));
    assert_ne!(booklet["odds"], sheet["odds"]);
    assert_eq!(nine["odds"], sheet["odds"]);
}

#[test]
fn answers_look_as_they_did() {
    for (name, line) in [
        ("odds-maneuver", "odds maneuver -p acw '2nd Wisconsin 11/9/6 Vet gallant attached'"),
        ("odds-fire", "odds fire -p acw '8 RM @4 vet' '2 HS @12' --at '6/5/3 Green field-column'"),
        ("odds-charge", "odds charge -p acw '8/5/3 Vet cold-steel' --against '6/5/3 Green works'"),
        (
            "odds-assault",
            "odds assault -p acw '10/7/4 Vet RM' --distance 9 --against '8/6/4 Green SM works'",
        ),
        (
            "resolve-charge",
            "resolve charge -p acw '8/6/4 Vet' --against 6/5/3 --die 3 --die 4 --die 6 --die 5",
        ),
        ("rules-show", "rules show FIRE-EFFECTS"),
    ] {
        insta::assert_snapshot!(name, answer(line), line);
    }
}

#[test]
fn a_map_goes_to_standard_output_or_to_a_file_and_nothing_else_is_said() {
    let battle = "data/scenarios/maw-palo-alto/battle.toml";
    let said = answer(&format!("map {battle} --width 900"));
    assert!(said.starts_with("<svg ") && said.ends_with("</svg>\n"));
    assert!(said.contains(" width=\"900\" "), "as wide as asked for");
    let out = std::env::temp_dir().join(format!("dq-map-{}", std::process::id()));
    let ran = dq(&format!("map {battle} --width 900 --svg '{}'", out.display()));
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(&out).unwrap(), said);
    let ran = dq(&format!("map {battle} --width 300 --png '{}'", out.display()));
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let png = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png[16..20] == 300_u32.to_be_bytes());
}

#[test]
fn a_map_that_cannot_be_drawn_is_refused_in_one_line() {
    let battle = "data/scenarios/maw-palo-alto/battle.toml";
    for (line, words) in [
        ("map nowhere.toml".to_owned(), "no file is called `nowhere.toml`"),
        ("map Cargo.toml".to_owned(), "`date` is missing"),
        (format!("map {battle} --svg a --png b"), "cannot be used with"),
        (format!("map {battle} --width 0"), "0"),
        (format!("map {battle} --svg /nowhere/at/all.svg"), "cannot write /nowhere/at/all.svg"),
    ] {
        refused(&line, &dq(&line), &[words]);
    }
}
