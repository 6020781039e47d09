//! `dq play --text` from outside: sessions through a pipe, and what docs/play.md shows of one.

mod common;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{Ran, root, words};
use library::record::{Record, Replay};

/// A folder of its own for a test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("dq-play-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Runs `dq` here with these lines on its standard input.
    fn dq(&self, line: &str, input: &str) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dq"));
        command.args(words(line)).current_dir(&self.0).env_remove("CLICOLOR_FORCE");
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Ran {
            code: output.status.code().expect("dq was killed"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// What a good session prints.
    fn session(&self, line: &str, input: &str) -> String {
        let ran = self.dq(line, input);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "dq {line}\n{}", ran.out);
        for shown in ran.out.lines() {
            assert!(!shown.contains('\u{1b}') && !shown.ends_with(' '), "dq {line}: `{shown}`");
            // What a player types is his own matter.
            let fits = shown.chars().count() <= 100 || shown.starts_with("> ");
            assert!(fits, "dq {line}: too wide: {shown}");
        }
        ran.out
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What is printed between a typed line and the next one; the first of that text.
fn after<'o>(out: &'o str, typed: &str) -> &'o str {
    let prompt = format!("> {typed}\n");
    let start = out.find(&prompt).unwrap_or_else(|| panic!("nobody typed {typed}:\n{out}"));
    let rest = &out[start + prompt.len()..];
    &rest[..rest.find("\n> ").map_or(rest.len(), |end| end + 1)]
}

const TRAINING: &str = "play --text acw-training --seed 9";

fn script(name: &str) -> String {
    fs::read_to_string(root().join("crates/cli/tests/sessions").join(name)).unwrap()
}

#[test]
fn without_a_battle_they_are_listed_with_a_way_to_start_one() {
    let folder = Folder::new("list");
    let out = folder.session("play --text", "");
    for (name, _) in library::BATTLES {
        assert!(out.contains(&format!("  {name} ")), "{name} is missing:\n{out}");
    }
    for words in ["The Crossroads", "a morning in June 1862", "Union against Confederacy, 6 turns"]
    {
        assert!(out.contains(words), "{words}");
    }
    assert!(out.contains("`dq play --text acw-training`"));
}

#[test]
fn a_whole_turn_by_numbers_and_texts() {
    let folder = Folder::new("turn");
    let out = folder.session(TRAINING, &script("a-turn.txt"));
    assert!(out.contains("== Turn 2, Union =="), "the script does not end its turn");
    insta::assert_snapshot!("a-turn", out);
}

#[test]
fn the_briefing_names_armies_leaders_units_positions_and_notes() {
    let folder = Folder::new("briefing");
    let out = folder.session(TRAINING, "");
    for words in [
        "The Crossroads, a morning in June 1862",
        "6 turns of 15 minutes from 09:00",
        "Colonel, Ohio Brigade, brigade leader, gallant",
        "    1st Ohio 8/6/4 Vet, rifle musket, line",
        "Crossroads at 30,20 (2\" round): 2 points to Union, 1 to Confederacy, held by nobody",
        "Both sides want the crossroads.",
        "seed 9",
        "Stopped at turn 1 of 6 (09:00), Union, Maneuver, leaders, 0 orders given",
    ] {
        assert!(out.contains(words), "{words}\n{out}");
    }
}

#[test]
fn a_refused_order_says_why_and_loses_nothing() {
    let folder = Folder::new("refusal");
    let input = "done\n3\n1st Ohio: move advance 30\nwhy\n1st Ohio: move advance 4\nlist\n";
    let out = folder.session(TRAINING, input);
    let refused = after(&out, "1st Ohio: move advance 30");
    assert_eq!(refused.lines().count(), 1, "{refused}");
    assert!(refused.contains("(MOV-"), "{refused}");
    assert!(after(&out, "why").contains("MOV-"));
    assert!(after(&out, "1st Ohio: move advance 4").starts_with("1st Ohio moves 4\": line."));
    assert!(after(&out, "list").contains("1st Ohio 8/6/4 Vet"));
}

#[test]
fn a_name_alone_opens_the_list_of_who_can_act_and_else_a_card() {
    let folder = Folder::new("name");
    let out = folder.session(TRAINING, "done\n3\n2nd ohio\nback\n1st Indiana\n1st Indiana: hold\n");
    let list = after(&out, "2nd ohio");
    assert!(list.contains("2nd Ohio") && list.contains("   1  hold"), "{list}");
    assert!(list.contains("   0  back"), "{list}");
    let card = after(&out, "1st Indiana");
    assert!(card.contains("commanded by") && !card.contains("   1  "), "{card}");
}

#[test]
fn why_after_impassable_ground_names_it_and_the_ways_over_it() {
    let folder = Folder::new("barred");
    let base = root().join("crates/library/tests/broken/base.toml");
    let text = fs::read_to_string(base).unwrap().replace("at = [24, 8]", "at = [24, 20]");
    fs::write(folder.0.join("ferry.toml"), text).unwrap();
    let input = "done\ncheck alone: \"2nd Ohio\"\ndone\n2nd Ohio: move advance 4\nwhy\n";
    let out = folder.session("play --text ferry.toml --seed 1", input);
    let why = after(&out, "why").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(why.contains("Long River is deep water: nobody can enter it"), "{why}");
    assert!(why.contains("one gets over it by Old bridge at 24,23.5."), "{why}");
    assert!(why.contains("TERR-BASE-GROUND"), "{why}");
}

#[test]
fn what_is_not_understood_gets_one_sentence_with_the_nearest_match() {
    let folder = Folder::new("unclear");
    let input =
        "stauts\n1st Ohoi: hold\nmove advance 6\n1st Ohio: mvoe advance 6\n99\nunit 1st\nlist\n";
    let out = folder.session(TRAINING, input);
    for (typed, expected) in [
        ("stauts", "did you mean `status`?"),
        ("1st Ohoi: hold", "did you mean `1st Ohio`?"),
        ("move advance 6", "`move` is told to a unit"),
        ("1st Ohio: mvoe advance 6", "did you mean `move`?"),
        ("99", "There is no choice 99"),
        ("unit 1st", "Which of 1st Ohio; 1st Indiana"),
    ] {
        let said = after(&out, typed);
        assert!(said.contains(expected), "{typed}: {said}");
        assert!(said.lines().count() <= 2, "{typed}: {said}");
    }
}

#[test]
fn orders_are_taken_back_to_the_last_die_and_no_farther() {
    let folder = Folder::new("undo");
    let input = "done\n3\n1st Ohio: hold\n2nd Ohio: hold\nundo\nundo all\nundo\nunit 1st Ohio\n";
    let out = folder.session(TRAINING, input);
    assert!(after(&out, "undo").starts_with("Taken back: \"2nd Ohio\": hold\n"));
    assert!(after(&out, "undo all").starts_with("Taken back: \"1st Ohio\": hold\n"));
    let last = out.rsplit("> undo\n").next().unwrap();
    assert!(last.starts_with("A die has fallen since your last order: it stands.\n"), "{last}");
    assert!(last.contains("this turn: has checked\n"), "{last}");
}

#[test]
fn ending_a_step_with_things_undone_wants_to_be_said_twice() {
    let folder = Folder::new("forget");
    let out = folder.session(TRAINING, "done\ndone\nforget\ndone\nstatus\ndone\ndone\n");
    assert!(out.matches("Say `done` again").count() == 3, "{out}");
    assert!(after(&out, "forget").starts_with("These could still check: 1st Ohio"));
    assert!(out.contains("Stopped at turn 1 of 6 (09:00), Union, Maneuver, leaders move"), "{out}");
}

#[test]
fn a_record_replays_and_a_session_goes_on_from_it() {
    let folder = Folder::new("resume");
    let whole = script("a-turn.txt");
    let (before, rest) = whole.split_at(whole.find("# Defensive fire").unwrap());
    let at_once = folder.session(&format!("{TRAINING} --record whole.json"), &whole);
    let first = folder.session(&format!("{TRAINING} --record part.json"), before);
    assert!(first.ends_with("`dq play --text --resume part.json` goes on.\n"), "{first}");
    let second = folder.session("play --text --resume part.json", rest);
    assert!(second.starts_with("The Crossroads, going on from part.json after "), "{second}");
    let turn = |out: &str| out.rsplit("== Turn 2, Union ==").next().unwrap().to_owned();
    assert_eq!(turn(&at_once).replace("whole.json", "part.json"), turn(&second));
    let record =
        |name: &str| Record::read(&fs::read_to_string(folder.0.join(name)).unwrap()).unwrap();
    let (one, other) = (record("whole.json"), record("part.json"));
    assert_eq!((&one.orders, &one.dice), (&other.orders, &other.dice));
    let (one, other) = (Replay::of(&one).unwrap(), Replay::of(&other).unwrap());
    assert!(one.end() == other.end());
}

#[test]
fn a_record_is_not_written_over_another() {
    let folder = Folder::new("over");
    folder.session(&format!("{TRAINING} --record a.json"), "");
    let ran = folder.dq(&format!("{TRAINING} --record a.json"), "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "dq: a.json is there already; `--resume a.json` goes on with it\n");
    let out = folder.session(TRAINING, "done\nsave a.json\nsave b.json\nquit\n");
    assert!(after(&out, "save a.json").starts_with("a.json is there already"));
    assert!(after(&out, "quit").contains("the record is in b.json"), "{out}");
}

#[test]
fn a_machine_plays_for_who_does_not_want_to() {
    let folder = Folder::new("machine");
    let line = "play --text awi-training --seed 3 --first random --second random --record m.json";
    let out = folder.session(line, "");
    assert!(out.contains("The last turn is over") || out.contains("An army has left the field"));
    assert!(out.contains("The Meeting House: "), "{out}");
    assert!(out.ends_with("the record is in m.json.\n"), "{out}");
    assert!(!out.contains("\n> "), "a machine was asked");
    let out = folder.session("play --text awi-training --seed 3 --first random", "status\n");
    assert!(out.contains("Great Britain, Maneuver, leaders"), "{out}");
}

#[test]
fn a_battle_that_is_given_up_ends_with_its_result() {
    let folder = Folder::new("resign");
    let out = folder.session(TRAINING, "resign\nresign\nquit\nquit\n");
    assert!(out.contains("Say `resign` again to give up the battle."));
    for words in [
        "The Crossroads: Confederacy wins",
        "  Union: 3 points; lost 0 of 57 stands and 0 units",
        "  Confederacy: 2 points; lost 0 of 60 stands and 0 units",
        "The battle is over, 1 orders given; not recorded",
    ] {
        assert!(out.contains(words), "{words}\n{out}");
    }
}

#[test]
fn odds_are_told_of_checks_volleys_charges_and_combats_before_they_are_chosen() {
    let folder = Folder::new("odds");
    let whole = script("a-turn.txt");
    let asks =
        |line: &str, asked: &str| format!("{}{asked}\n", &whole[..whole.find(line).unwrap()]);
    for (line, asked, expected) in [
        ("check Colonel, Ohio", "odds 1", &["MNV-MOD-EFFECTIVENESS", "Double Quick  "][..]),
        ("check Colonel, Ohio", "odds", &["   1  1st Ohio +4: 70% Double Quick, 30% Well Handled"]),
        ("fire at \"2nd", "odds fire at \"2nd Georgia\": \"2nd Ohio\"", &["FIRE-", "stands lost"]),
        (
            "3\ndone\ndone\nhold",
            "odds 3",
            &["The fire at it, if all who can do", "MEL-ACW-MODS", "first dice"],
        ),
        ("odds 1\n1\nwhy", "odds", &["Desperate Struggle", "in the end"]),
        ("Battery A: all fire", "odds 1", &["Choice 1 is a list; open it first."]),
        ("check Colonel, Ohio", "odds 1st Ohio: hold", &["Something else is to be decided now."]),
    ] {
        let out = folder.session(TRAINING, &asks(line, asked));
        let said = after(&out, asked);
        for words in expected {
            assert!(said.contains(words), "{asked} says no {words}: {said}");
        }
    }
}

#[test]
fn the_battle_as_it_stands_can_be_drawn() {
    let folder = Folder::new("map");
    let out =
        folder.session(TRAINING, "map a.svg\nmap b.png\nmap c.txt\nmap\nmap /nowhere/d.svg\n");
    let letters = after(&out, "map");
    assert!(letters.contains(" AAAAAAAA BBBBBBBBB "), "{letters}");
    assert!(letters.contains("Union: A 1st Ohio N; B 2nd Ohio N;"), "{letters}");
    let svg = fs::read_to_string(folder.0.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..40]);
    assert!(fs::read(folder.0.join("b.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(after(&out, "map c.txt").contains("ends in .svg or .png"));
    assert!(after(&out, "map /nowhere/d.svg").contains("cannot write /nowhere/d.svg"));
}

#[test]
fn a_battle_a_record_or_a_player_that_is_not_there_is_refused() {
    let folder = Folder::new("refused");
    fs::write(folder.0.join("bad.json"), "{}").unwrap();
    for (line, expected) in [
        ("play --text acw-trainin", &["`acw-trainin`", "did you mean acw-training?"][..]),
        ("play --text --resume none.json", &["cannot read none.json"]),
        ("play --text --resume bad.json", &["bad.json: this is no record"]),
        ("play --text acw-training --first me", &["'me'", "human", "random"]),
        ("play --text acw-training --ruling charge-band=nine", &["did you mean charge-bands?"]),
        ("play --text acw-training --ruling x", &["expected RULING=READING"]),
        ("play --text acw-training --edition qrs", &["no edition `qrs`"]),
        ("play --text acw-training --resume bad.json", &["cannot be used with"]),
    ] {
        let ran = folder.dq(line, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "dq {line}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "dq {line}: {}", ran.err);
        for words in expected {
            assert!(ran.err.contains(words), "dq {line} says no {words}: {}", ran.err);
        }
    }
}

#[test]
fn a_scenario_file_will_do_instead_of_a_name() {
    let folder = Folder::new("file");
    let file = root().join("data/scenarios/maw-training");
    let line = format!("play --text '{}' --seed 1", file.display());
    let by_file = folder.session(&line, "status\n");
    assert_eq!(by_file, folder.session("play --text maw-training --seed 1", "status\n"));
}

const LEFT_OUT: &str = "…";

fn page() -> PathBuf {
    root().join("docs/play.md")
}

/// What a session prints before its first line and after each.
fn parts(out: &str) -> Vec<Vec<&str>> {
    let mut parts = vec![Vec::new()];
    for line in out.lines() {
        if line.starts_with("> ") {
            parts.push(Vec::new());
        } else {
            parts.last_mut().unwrap().push(line);
        }
    }
    parts
}

/// The page with everything that its sessions print as it is now. A part that ends with `…` keeps its
/// number of lines.
fn renewed(page: &str, folder: &Folder) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let starts = |line: &str| line.starts_with("$ dq ");
    let (mut text, mut open, mut at) = (String::new(), false, 0);
    let mut printed: std::vec::IntoIter<Vec<String>> = Vec::new().into_iter();
    while at < lines.len() {
        let line = lines[at];
        text += &format!("{line}\n");
        at += 1;
        if line.starts_with("```") {
            open = line == "```console";
        }
        if !open || !(starts(line) || line.starts_with("> ")) {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ dq ") {
            let own = lines[at..].iter().take_while(|line| !starts(line));
            let typed = own.filter_map(|line| line.strip_prefix("> "));
            let input: String = typed.map(|line| format!("{line}\n")).collect();
            let out = folder.session(command, &input);
            let owned = |part: Vec<&str>| part.into_iter().map(str::to_owned).collect();
            printed = parts(&out).into_iter().map(owned).collect::<Vec<_>>().into_iter();
        }
        let shown: Vec<&str> = lines[at..]
            .iter()
            .copied()
            .take_while(|line| !line.starts_with("> ") && !line.starts_with("```"))
            .collect();
        at += shown.len();
        let said = printed.next().expect("a part for each typed line");
        let (kept, more) = match shown.split_last() {
            Some((&LEFT_OUT, kept)) => (kept.len(), true),
            _ => (said.len(), false),
        };
        said.iter().take(kept).for_each(|line| text += &format!("{line}\n"));
        text += if more { "…\n" } else { "" };
    }
    text
}

#[test]
fn the_first_game_of_the_page_is_played_as_the_page_shows_it() {
    let folder = Folder::new("page");
    let page_now = fs::read_to_string(page()).unwrap();
    assert!(page_now.contains("$ dq play --text acw-training"));
    let renewed = renewed(&page_now, &folder);
    if std::env::var_os("UPDATE_CLI_DOCS").is_some() {
        fs::write(page(), renewed).unwrap();
        return;
    }
    let stale = page_now.lines().zip(renewed.lines()).find(|(shown, now)| shown != now);
    assert!(
        page_now == renewed,
        "docs/play.md is not what dq prints: {stale:?}\nwrite it anew with: \
         UPDATE_CLI_DOCS=1 cargo test -p cli --test play"
    );
}

#[test]
fn the_page_names_every_word_of_a_session() {
    let folder = Folder::new("words");
    let page = fs::read_to_string(page()).unwrap();
    let out = folder.session(TRAINING, "help\n");
    let help = after(&out, "help");
    let listed = help.lines().filter_map(|line| line.strip_prefix("  "));
    let mut count = 0;
    for word in listed.filter(|line| !line.starts_with(' ')).map(|l| l.split("  ").next().unwrap())
    {
        let word = word.split(' ').next().unwrap();
        assert!(page.contains(&format!("`{word}")), "docs/play.md lacks `{word}`");
        count += 1;
    }
    assert!(count >= 14, "{help}");
}
