//! `dq referee`: the session of docs/referee.md is played again and compared; every answer fits its
//! schema; nothing that a line says ends it.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::schema::{misfit, schema};
use common::{dq_reading, root};
use referee::{LONGEST_LINE, Session};
use serde_json::{Value, json};

const CUT: char = '…';
/// How much of a long line a page shows.
const SHOWN: usize = 420;

fn file(name: &str) -> PathBuf {
    root().join("docs").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("docs/{name}: {error}"))
}

/// A referee that is asked in JSON.
struct Asked(Session);

impl Asked {
    fn new() -> Asked {
        Asked(Session::new())
    }

    fn line(&mut self, line: &str) -> Value {
        let answer = self.0.answer(line);
        assert!(!answer.contains('\n'), "an answer of two lines");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{line}: {answer}: {error}"))
    }

    fn ask(&mut self, request: Value) -> Value {
        self.line(&request.to_string())
    }

    /// Asks what must be answered without an error.
    fn good(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        assert_eq!(answer["did"], request["do"]);
        answer
    }

    /// Asks what must be an error, and gives its code.
    fn code(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone());
        let code = answer["error"]["code"].as_str();
        code.unwrap_or_else(|| panic!("{request}: {answer}")).to_owned()
    }
}

/// The session with its answers; a `load` of nothing is given the record that was answered last.
fn played() -> Vec<(String, String)> {
    let mut session = Session::new();
    let mut record = Value::Null;
    let mut found = Vec::new();
    for line in text("referee/session.jsonl").lines() {
        let mut line = line.to_owned();
        if let Ok(mut request) = serde_json::from_str::<Value>(&line)
            && request["do"] == "load"
            && updating()
        {
            request["record"] = record.clone();
            line = request.to_string();
        }
        let answer = session.answer(&line);
        let value: Value = serde_json::from_str(&answer).unwrap();
        if value["did"] == "record" {
            record = value["record"].clone();
        }
        found.push((line, answer));
    }
    found
}

fn updating() -> bool {
    std::env::var_os("UPDATE_REFEREE").is_some()
}

/// A line as a page shows it: whole if it is short.
fn shown(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}{CUT}", &line[..end]),
        None => line.to_owned(),
    }
}

/// The page with the lines of the session as they are now, in their order.
fn renewed(page: &str, played: &[(String, String)]) -> String {
    let mut left = played.iter();
    let mut said: Option<String> = None;
    let mut text = String::new();
    for line in page.lines() {
        if line.starts_with("> ") {
            let (request, answer) = left.next().expect("the page shows more than the session has");
            text += &format!("> {}\n", shown(request));
            said = Some(kept(answer));
        } else if line.starts_with("< ") {
            text += &format!("< {}\n", shown(&said.take().expect("an answer to nothing")));
        } else {
            text += &format!("{line}\n");
        }
    }
    assert!(left.next().is_none(), "docs/referee.md does not show the whole session");
    text
}

/// What other work changes every week is not compared: the lists of wars and battles.
fn kept(answer: &str) -> String {
    let end = if answer.contains("\"did\":\"hello\"") { answer.find("\"wars\"") } else { None };
    end.map_or(answer.to_owned(), |end| format!("{}{CUT}", &answer[..end]))
}

#[test]
fn the_session_of_the_page_goes_as_it_is_written() {
    let played = played();
    let answers: String = played.iter().map(|(_, answer)| kept(answer) + "\n").collect();
    let page = renewed(&text("referee.md"), &played);
    if updating() {
        let requests: String = played.iter().map(|(request, _)| format!("{request}\n")).collect();
        fs::write(file("referee/session.jsonl"), requests).unwrap();
        fs::write(file("referee/answers.jsonl"), answers).unwrap();
        fs::write(file("referee.md"), page).unwrap();
        return;
    }
    let again = "write it anew with: UPDATE_REFEREE=1 cargo test -p cli --test referee";
    let golden = text("referee/answers.jsonl");
    for (number, (now, then)) in answers.lines().zip(golden.lines()).enumerate() {
        assert_eq!(now, then, "answer {} is another; {again}", number + 1);
    }
    assert_eq!(answers.lines().count(), golden.lines().count(), "{again}");
    assert!(page == text("referee.md"), "docs/referee.md shows another session; {again}");
}

#[test]
fn the_session_asks_everything_and_all_of_it_fits_the_schemas() {
    let (question, answer) = (schema("referee-request"), schema("referee-answer"));
    let played = played();
    for (request, said) in &played {
        let said: Value = serde_json::from_str(said).unwrap();
        assert_eq!(misfit(&answer, &answer, &said), None, "{request}");
        if let Ok(request) = serde_json::from_str::<Value>(request) {
            assert_eq!(misfit(&question, &question, &request), None, "{request}");
        }
    }
    for name in referee::requests::REQUESTS {
        let asked = format!("{{\"do\":\"{name}\"");
        assert!(
            played.iter().any(|(request, _)| request.starts_with(&asked)),
            "nobody asks {name}"
        );
    }
}

#[test]
fn the_page_names_every_request_code_task_and_event() {
    let page = text("referee.md");
    let answer = schema("referee-answer");
    for name in referee::requests::REQUESTS {
        assert!(page.contains(&format!("### {name}\n")), "docs/referee.md lacks {name}");
    }
    for kind in ["Code", "Question", "Kind", "Forgotten"] {
        let all = answer["$defs"][kind]["oneOf"].as_array().expect("an enum with its words");
        for one in all {
            let word = one["const"].as_str().unwrap();
            assert!(page.contains(&format!("`{word}`")), "docs/referee.md lacks {kind} {word}");
        }
    }
}

#[test]
fn an_id_comes_back_even_with_an_error() {
    let mut referee = Asked::new();
    assert_eq!(referee.ask(json!({"do": "asked", "id": "a"}))["id"], "a");
    assert_eq!(referee.ask(json!({"do": "nothing", "id": -7}))["id"], -7);
    assert!(referee.ask(json!({"do": "asked"})).get("id").is_none());
    assert_eq!(referee.code(json!({"do": "asked", "id": [1]})), "bad-request");
}

#[test]
fn bad_lines_get_their_codes_and_the_battle_goes_on() {
    let mut referee = Asked::new();
    for line in ["", "hello", "[]", "7", "{\"do\":", "\u{0}"] {
        assert_eq!(referee.line(line)["error"]["code"], "bad-json", "{line}");
    }
    assert_eq!(referee.code(json!({"do": "view"})), "no-battle");
    assert_eq!(referee.code(json!({})), "bad-request");
    assert_eq!(referee.code(json!({"do": "helo"})), "no-such-request");
    assert_eq!(referee.code(json!({"do": "start"})), "bad-request");
    assert_eq!(referee.code(json!({"do": "start", "battle": "acw-trainig"})), "no-such-battle");
    let both = json!({"do": "start", "battle": "acw-training", "seed": 1, "dice": [1]});
    assert_eq!(referee.code(both), "bad-request");
    let die = json!({"do": "start", "battle": "acw-training", "dice": [11]});
    assert_eq!(referee.code(die), "bad-die");
    let ruling = json!({"do": "start", "battle": "acw-training", "rulings": {"x": "y"}});
    assert_eq!(referee.code(ruling), "bad-scenario");
    let edition = json!({"do": "start", "battle": "acw-training", "edition": "second"});
    assert_eq!(referee.code(edition), "bad-scenario");
    assert_eq!(referee.code(json!({"do": "load", "record": {}})), "bad-record");
    referee.good(json!({"do": "start", "battle": "acw-training"}));
    let before = referee.good(json!({"do": "view"}));
    assert_eq!(referee.code(json!({"do": "apply", "order": "dine"})), "bad-order");
    let wrong = json!({"do": "apply", "order": "fight \"1st Ohio\""});
    let answer = referee.ask(wrong);
    assert_eq!(answer["error"]["code"], "refused");
    assert_eq!(answer["error"]["rule"], "SEQ-PHASES");
    assert_eq!(referee.code(json!({"do": "apply", "order": "done", "dice": [3]})), "dice-left");
    assert_eq!(referee.code(json!({"do": "apply", "order": "done", "dice": [0]})), "bad-die");
    assert_eq!(referee.code(json!({"do": "odds", "order": "done"})), "no-odds");
    assert_eq!(referee.code(json!({"do": "reach", "unit": "1st Ohio"})), "not-checked");
    assert_eq!(referee.code(json!({"do": "reach", "unit": "1st Ohoi"})), "no-such-unit");
    assert_eq!(referee.code(json!({"do": "options", "unit": "x"})), "no-such-unit");
    assert_eq!(referee.code(json!({"do": "view", "side": "Reds"})), "no-such-army");
    assert_eq!(referee.code(json!({"do": "undo"})), "nothing-to-undo");
    assert_eq!(referee.code(json!({"do": "set", "turn": 99})), "bad-position");
    assert_eq!(referee.code(json!({"do": "view", "sid": "Union"})), "bad-request");
    assert_eq!(referee.good(json!({"do": "view"})), before);
    referee.good(json!({"do": "apply", "order": "done"}));
    let check = json!({"do": "apply", "order": "check \"Colonel, Ohio Brigade\": \"1st Ohio\""});
    assert_eq!(referee.code(check), "no-dice");
}

#[test]
fn dice_come_as_a_script_one_after_the_other_or_with_the_order() {
    let mut referee = Asked::new();
    referee.good(json!({"do": "start", "battle": "acw-training", "dice": [4, 9]}));
    referee.good(json!({"do": "apply", "order": "done"}));
    let check = |leader: &str, unit: &str| format!("check \"{leader}\": \"{unit}\"");
    let first = check("Colonel, Ohio Brigade", "1st Ohio");
    let fell = referee.good(json!({"do": "apply", "order": first}));
    assert_eq!(fell["events"][0]["dice"], json!([4]));
    referee.good(json!({"do": "apply", "order": "done"}));
    let second = check("Colonel, Indiana Brigade", "1st Indiana");
    let given = referee.good(json!({"do": "apply", "order": second, "dice": [7]}));
    assert_eq!(given["events"][0]["dice"], json!([7]));
    referee.good(json!({"do": "apply", "order": "done"}));
    let third = check("Commander, First Division", "Battery A");
    let fell = referee.good(json!({"do": "apply", "order": third}));
    assert_eq!(fell["events"][0]["dice"], json!([9]), "the script waits for its turn");
    let record = referee.good(json!({"do": "record"}))["record"].clone();
    assert_eq!(record["dice"], json!([4, 7, 9]));
}

#[test]
fn a_battle_of_a_text_is_played_recorded_and_loaded() {
    let mut referee = Asked::new();
    let text = library::battle("maw-training").unwrap();
    let begun = referee.good(json!({"do": "start", "text": text, "edition": "booklet", "seed": 5,
        "rulings": {"charge-bands": "eight"}}));
    assert_eq!((&begun["period"], &begun["edition"]), (&json!("maw"), &json!("booklet")));
    let mut last = begun;
    for _ in 0..60 {
        let options = referee.good(json!({"do": "options"}))["orders"].clone();
        let order = options.as_array().unwrap().last().unwrap().clone();
        assert_eq!(referee.good(json!({"do": "check", "order": order}))["ok"], true);
        last = referee.good(json!({"do": "apply", "order": order}));
        if last["asked"].is_null() {
            break;
        }
    }
    let record = referee.good(json!({"do": "record"}))["record"].clone();
    assert_eq!(record["rulings"]["charge-bands"], "eight");
    let mut other = Asked::new();
    let loaded = other.good(json!({"do": "load", "record": record}));
    assert_eq!(loaded["digest"], last["digest"]);
    assert_eq!(loaded["asked"], last["asked"]);
    let mut wrong = record;
    wrong["digests"]["0"] = json!("0");
    assert_eq!(other.code(json!({"do": "load", "record": wrong})), "bad-record");
    wrong["format"] = json!(99);
    assert_eq!(other.code(json!({"do": "load", "record": wrong})), "bad-record");
}

#[test]
fn every_option_passes_its_check_and_is_of_the_unit_that_was_asked_for() {
    let mut referee = Asked::new();
    referee.good(json!({"do": "start", "battle": "awi-training", "seed": 11}));
    let mut seen: Vec<String> = Vec::new();
    for turn in 0..400_usize {
        let asked = referee.good(json!({"do": "asked"}))["asked"].clone();
        if asked.is_null() {
            break;
        }
        let task = asked["task"].as_str().unwrap().to_owned();
        let all = referee.good(json!({"do": "options"}))["orders"].as_array().unwrap().clone();
        assert!(!all.is_empty(), "{asked}");
        if !seen.contains(&task) {
            for order in &all {
                let checked = referee.good(json!({"do": "check", "order": order}));
                assert_eq!(checked["ok"], true, "{order}");
                assert_eq!(checked["order"], *order);
            }
            for unit in asked["units"].as_array().unwrap() {
                let own = referee.good(json!({"do": "options", "unit": unit}))["orders"].clone();
                assert!(own.as_array().unwrap().iter().all(|order| all.contains(order)), "{unit}");
            }
            seen.push(task);
        }
        let order = &all[(turn * 7) % all.len()];
        referee.good(json!({"do": "apply", "order": order}));
    }
    assert!(seen.len() >= 6, "{seen:?}");
}

#[test]
fn candidates_and_rays_are_orders_that_can_be_given_and_end_where_they_say() {
    let mut referee = Asked::new();
    referee.good(json!({"do": "start", "battle": "acw-training"}));
    referee.good(json!({"do": "apply", "order": "done"}));
    let order = "check \"Commander, First Division\": \"2nd Ohio\", \"Battery A\"";
    referee.good(json!({"do": "apply", "order": order, "dice": [6]}));
    for unit in ["2nd Ohio", "Battery A"] {
        let reach = referee.good(json!({"do": "reach", "unit": unit}));
        let guns = unit == "Battery A";
        assert_eq!(reach["rays"].as_array().unwrap().is_empty(), guns);
        let tried = reach["candidates"].as_array().unwrap();
        assert!(tried.len() > 10, "{}", tried.len());
        for candidate in tried.iter().step_by(9) {
            let order = &candidate["order"];
            let done = referee.good(json!({"do": "apply", "order": order}));
            assert_ne!(done["events"][0]["kind"], "passes");
            let view = referee.good(json!({"do": "view"}));
            let own = view["units"].as_array().unwrap().iter().find(|u| u["name"] == unit);
            // Guns that have drawn apart are units of their own when the step ends, not before.
            assert_eq!(own.unwrap()["stands"], candidate["stands"], "{order}");
            referee.good(json!({"do": "undo"}));
        }
    }
    let would = json!({"do": "reach", "unit": "1st Georgia", "list": "tardy"});
    assert_eq!(referee.good(would)["list"], "tardy");
}

#[test]
fn one_side_does_not_see_who_of_the_enemy_is_still_to_come() {
    let mut referee = Asked::new();
    for (battle, _) in library::BATTLES {
        referee.good(json!({"do": "start", "battle": battle}));
        let count = |view: &Value, side: &str| {
            let units = view["units"].as_array().unwrap().iter();
            let hidden = |u: &&Value| u["side"] == side && u["whereabouts"] == "expected";
            units.filter(hidden).count()
        };
        let whole = referee.good(json!({"do": "view", "terrain": true}));
        assert!(!whole["terrain"].as_array().unwrap().is_empty());
        let seen = referee.good(json!({"do": "view", "side": "first"}));
        assert_eq!(count(&seen, "second"), 0, "{battle}");
        assert_eq!(count(&seen, "first"), count(&whole, "first"), "{battle}");
        assert_eq!(seen["digest"], whole["digest"]);
    }
}

#[test]
fn every_view_and_answer_of_every_battle_fits_the_schema() {
    let answer = schema("referee-answer");
    let mut referee = Asked::new();
    for (battle, _) in library::BATTLES {
        for request in [
            json!({"do": "start", "battle": battle, "seed": 2}),
            json!({"do": "view", "terrain": true}),
            json!({"do": "options"}),
        ] {
            let said = referee.good(request.clone());
            assert_eq!(misfit(&answer, &answer, &said), None, "{battle} {request}");
        }
    }
}

#[test]
fn the_program_answers_line_by_line_until_it_is_told_to_quit() {
    let long = format!("{{\"do\":\"hello\",\"id\":\"{}\"}}\n", "x".repeat(LONGEST_LINE));
    let input =
        format!("{{\"do\":\"asked\"}}\r\n\n{long}{{\"do\":\"quit\"}}\n{{\"do\":\"asked\"}}\n");
    let ran = dq_reading("referee", &input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let codes: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["error"]["code"].clone())
        .collect();
    assert_eq!(codes, [json!("no-battle"), json!("bad-json"), json!("line-too-long"), Value::Null]);
    let ran = dq_reading("referee", "{\"do\":\"asked\"}");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "a last line may lack its end");
    let mut out = Vec::new();
    cli::referee::answer_all(&b"\xff\xfe\n{\"do\":\"quit\"}\n"[..], &mut out);
    let out = String::from_utf8(out).unwrap();
    assert!(out.starts_with("{\"error\":{\"code\":\"bad-json\""), "{out}");
    assert!(out.ends_with("{\"did\":\"quit\"}\n"), "{out}");
}

#[test]
fn the_bot_of_the_examples_plays_a_battle_to_its_end() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("there is no python3 here");
        return;
    }
    let bot = || {
        let script = root().join("examples/bot.py");
        let ran = Command::new("python3")
            .arg(script)
            .args([env!("CARGO_BIN_EXE_dq"), "awi-training", "3"])
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success() && err.is_empty(), "{err}");
        String::from_utf8(ran.stdout).unwrap()
    };
    let (one, other) = (bot(), bot());
    assert!(one.contains("== Turn 2,") && one.contains(" points to "), "{one}");
    assert_eq!(one, other, "the same seed plays the same battle");
}

/// A battle in which a gun of Battery A, near its own edge, may limber and move.
fn a_gun_to_steer(rulings: &Value) -> Asked {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "acw-training", "rulings": rulings}));
    asked.good(json!({"do": "set", "turn": 2, "units": [
        {"name": "Battery A", "at": [28.5, 3]},
        {"name": "Battery B", "at": [32, 10]},
    ]}));
    asked.good(json!({"do": "apply", "order": "done"}));
    let order = "check \"Commander, First Division\": \"Battery A\"";
    asked.good(json!({"do": "apply", "order": order, "dice": [10]}));
    asked
}

/// A gun limbers the way that leads to where it is steered (GUN-BASE-LIMBER).
#[test]
fn a_gun_is_steered_to_any_side() {
    let mut asked = a_gun_to_steer(&json!({}));
    for to in [[27, 12], [36, 2], [27, 1], [24, 2]] {
        let request = json!({"do": "steer", "unit": "Battery A", "gun": 1, "to": to});
        let steered = asked.good(request);
        assert!(steered["message"].is_null(), "{steered}");
        for axis in [0, 1] {
            let off = steered["to"][axis].as_f64().unwrap() - f64::from(to[axis]);
            assert!(off.abs() < 0.1, "{to:?}: {steered}");
        }
        let order = steered["order"].as_str().unwrap();
        assert!(order.contains("gun 1 limber "), "{order}");
        assert_eq!(asked.good(json!({"do": "check", "order": order}))["ok"], true);
    }
}

/// A gun that stands between others cannot turn there: it drives out straight, and wheels to the place then.
#[test]
fn a_gun_between_others_drives_out_before_it_turns() {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "maw-palo-alto", "seed": 5}));
    let unit = "Ringgold's Company C, 3rd Artillery";
    let drives = format!("\"{unit}\": gun 1 limber S, move advance 24");
    for _ in 0..200 {
        let options = asked.good(json!({"do": "options"}));
        let orders = options["orders"].as_array().unwrap();
        if orders.contains(&json!(drives)) {
            break;
        }
        let check = orders.iter().find(|order| order.as_str().unwrap().starts_with("check"));
        let order = check.cloned().unwrap_or(json!("done"));
        asked.good(json!({"do": "apply", "order": order}));
    }
    // It looks south, between the 3rd and the 5th Infantry.
    for to in [[18.5, 34.75], [18.7, 34.75], [17.0, 29.0], [21.0, 34.0], [18.0, 28.75]] {
        let steered = asked.good(json!({"do": "steer", "unit": unit, "gun": 1, "to": to}));
        let order = steered["order"].as_str().unwrap_or_default();
        assert!(order.contains("advance") && steered["message"].is_null(), "{to:?}: {steered}");
        for axis in [0, 1] {
            let off = steered["to"][axis].as_f64().unwrap() - to[axis];
            assert!(off.abs() < 0.1, "{to:?}: {steered}");
        }
        assert_eq!(asked.good(json!({"do": "check", "order": order}))["ok"], true);
    }
}

/// Read so that limbering turns about, a place before its muzzle is refused for that, not for the edge
/// behind it.
#[test]
fn a_gun_is_told_that_it_cannot_turn_so_far() {
    let mut asked = a_gun_to_steer(&json!({"limbering": "about"}));
    let steered = asked.good(json!({"do": "steer", "unit": "Battery A", "gun": 1, "to": [27, 12]}));
    let message = steered["message"].as_str().unwrap();
    assert!(message.starts_with("To move it limbers, which turns it about."), "{message}");
    assert_eq!(steered["rule"], "TRP-BASE-WHEEL", "{steered}");
    // What lies behind its muzzle lies ahead of its team.
    let steered =
        asked.good(json!({"do": "steer", "unit": "Battery A", "gun": 1, "to": [27, 1.2]}));
    let order = steered["order"].as_str().unwrap();
    assert!(order.contains("advance"), "{steered}");
    assert_eq!(asked.good(json!({"do": "check", "order": order}))["ok"], true);
}

/// Before a charge is declared its odds say who may answer it; those of fire where the points come from,
/// those of a check what each effect lets a unit do.
/// Who cannot fire at somebody is told whether it is his arc (TERR-BASE-ARC) or who stands in the way (TERR-BASE-LOS).
#[test]
fn sight_says_what_bars_a_shot() {
    let bars = |units: Value| {
        let mut asked = Asked::new();
        asked.good(json!({"do": "start", "battle": "acw-training"}));
        asked.good(json!({"do": "set", "turn": 2, "units": units}));
        asked.good(json!({"do": "sight", "from": "2nd Ohio", "to": "2nd Georgia"}))["barred"]
            .clone()
    };
    let ahead = json!({"name": "2nd Ohio", "at": [25.5, 15.5]});
    assert_eq!(bars(json!([ahead])), Value::Null);
    let past = bars(json!([{"name": "2nd Ohio", "at": [25.5, 30]}]));
    assert_eq!(past, json!({"blocked": null, "rule": "TERR-BASE-ARC"}));
    let behind = bars(json!([ahead, {"name": "1st Indiana", "at": [25.5, 18]}]));
    assert_eq!(behind["blocked"]["by"], "1st Indiana", "{behind}");
}

#[test]
fn odds_say_what_a_player_asks_next() {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "acw-training"}));
    asked.good(json!({"do": "set", "turn": 2, "units": [
        {"name": "1st Michigan Cavalry", "at": [6, 11]},
        {"name": "1st Virginia Cavalry", "at": [6, 21]},
        {"name": "2nd Ohio", "at": [25.5, 15.5]},
    ]}));
    asked.good(json!({"do": "apply", "order": "done"}));
    let order = "check alone: \"1st Michigan Cavalry\"";
    let odds = asked.good(json!({"do": "odds", "order": order}));
    let first = &odds["checks"][0]["odds"][0];
    assert!(first["lets"].as_str().unwrap().starts_with("move or charge up to "), "{first}");
    asked.good(json!({"do": "apply", "order": order, "dice": [10]}));
    let order = "\"1st Michigan Cavalry\": charge \"1st Virginia Cavalry\"";
    let odds = asked.good(json!({"do": "odds", "order": order}));
    assert_eq!(odds["answers"][0]["text"], "1st Virginia Cavalry may countercharge.");
    assert_eq!(odds["answers"][0]["rule"], "CHG-COUNTERCHARGE");
    let mut fired = false;
    for _ in 0..20 {
        let task = asked.good(json!({"do": "asked"}))["asked"]["task"].clone();
        if task == "defensive" {
            let order = "fire at \"2nd Ohio\": \"2nd Georgia\"";
            let odds = asked.good(json!({"do": "odds", "order": order}));
            let from = odds["volley"]["points_from"][0].as_str().unwrap();
            assert!(from.starts_with("2nd Georgia: "), "{from}");
            assert!(from.contains(" stands x ") && from.contains("(band "), "{from}");
            let told = asked.good(json!({"do": "apply", "order": order, "dice": [3]}));
            let reasons = &told["events"][0]["reasons"];
            assert_eq!(reasons[0]["label"], from, "{reasons}");
            fired = true;
            break;
        }
        asked.good(json!({"do": "apply", "order": "done"}));
    }
    assert!(fired);
}

/// What a charge has if it is countercharged is told before it is declared, and is what it has when it is.
#[test]
fn a_charge_knows_its_odds_against_a_countercharge() {
    let charge = "\"1st Michigan Cavalry\": charge \"1st Virginia Cavalry\"";
    let begun = || {
        let mut asked = Asked::new();
        asked.good(json!({"do": "start", "battle": "acw-training"}));
        asked.good(json!({"do": "set", "turn": 2, "units": [
            {"name": "1st Michigan Cavalry", "at": [6, 11]},
            {"name": "1st Virginia Cavalry", "at": [6, 21]},
        ]}));
        asked.good(json!({"do": "apply", "order": "done"}));
        let order = "check alone: \"1st Michigan Cavalry\"";
        asked.good(json!({"do": "apply", "order": order, "dice": [10]}));
        asked
    };
    let before = begun().good(json!({"do": "odds", "order": charge}));
    let answer = &before["answers"][0];
    assert_eq!(answer["rule"], "CHG-COUNTERCHARGE");
    assert_ne!(answer["won"], before["curve"]["won"], "the answer changes something");
    // With and without cold steel; the one that is worse for the charge is told.
    let curves = ["", " with cold steel"].map(|steel| {
        let mut asked = begun();
        asked.good(json!({"do": "apply", "order": charge}));
        let order = "\"1st Virginia Cavalry\": countercharge \"1st Michigan Cavalry\"";
        asked.good(json!({"do": "apply", "order": format!("{order}{steel}")}));
        asked.good(json!({"do": "odds", "order": charge}))["curve"].clone()
    });
    let won = |curve: &&Value| (curve["won"]["decimal"].as_f64().unwrap() * 1e9) as u64;
    let worst = curves.iter().min_by_key(won).unwrap();
    assert_eq!((&answer["won"], &answer["home"]), (&worst["won"], &worst["home"]));
}

/// A unit that is steered about goes where its order says, never beyond its allowance, and what stops it
/// is told.
#[test]
fn steering_gives_orders_that_pass_and_says_what_stops_them() {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "acw-training"}));
    asked.good(json!({"do": "set", "turn": 2}));
    asked.good(json!({"do": "apply", "order": "done"}));
    let order = "check \"Colonel, Ohio Brigade\": \"2nd Ohio\"";
    asked.good(json!({"do": "apply", "order": order, "dice": [10]}));
    assert_eq!(asked.good(json!({"do": "asked"}))["asked"]["task"], "maneuvers");
    let view = asked.good(json!({"do": "view"}));
    let units = view["units"].as_array().unwrap();
    let now = units.iter().find(|unit| unit["name"] == "2nd Ohio").unwrap()["at"].clone();
    let (x, y) = (now[0].as_f64().unwrap(), now[1].as_f64().unwrap());
    let (mut reached, mut stopped) = (0, 0);
    // Around a square, so that no direction is left out.
    let square = (-4..=4).flat_map(|a| [(a, -4), (a, 4), (-4, a), (4, a)]);
    for (east, north) in square {
        for far in [0.4, 1.25, 7.5] {
            let to = [x + far * f64::from(east), y + far * f64::from(north)];
            let to = to.map(|at: f64| (at * 1000.0).round() / 1000.0);
            let steered = asked.good(json!({"do": "steer", "unit": "2nd Ohio", "to": to}));
            let Some(order) = steered["order"].as_str() else {
                assert!(steered["message"].is_string(), "{steered}");
                continue;
            };
            let check = asked.good(json!({"do": "check", "order": order}));
            assert_eq!(check["ok"], true, "{order}: {check}");
            assert!(steered["cost"].as_f64() <= steered["allowance"].as_f64(), "{steered}");
            let end = &steered["to"];
            let gap = (end[0].as_f64().unwrap() - to[0]).hypot(end[1].as_f64().unwrap() - to[1]);
            if gap < 0.1 {
                reached += 1;
                assert!(steered["message"].is_null(), "{steered}");
            } else if steered["message"].is_string() {
                stopped += 1;
                assert!(steered["rule"].is_string(), "{steered}");
            }
        }
    }
    assert!(reached > 20 && stopped > 10, "{reached} reached, {stopped} stopped");
    // Straight to the side it marches by the flank.
    let steered = asked.good(json!({"do": "steer", "unit": "2nd Ohio", "to": [x - 1.0, y]}));
    assert_eq!(steered["order"], "\"2nd Ohio\": flank left 1", "{steered}");
    assert!(steered["message"].is_null(), "{steered}");
    // A wheel that is asked for is made.
    let facing = (now[2].as_f64().unwrap() + 30.0) % 360.0;
    let ask =
        json!({"do": "steer", "unit": "2nd Ohio", "to": [x + 2.0, y + 6.0], "facing": facing});
    let steered = asked.good(ask);
    assert_eq!(steered["to"][2].as_f64(), Some(facing), "{steered}");
    assert!(steered["order"].as_str().unwrap().contains("wheel right 30"), "{steered}");
    assert_eq!(
        asked.code(json!({"do": "steer", "leader": "Napoleon", "to": [1, 1]})),
        "no-such-leader"
    );
    assert_eq!(asked.code(json!({"do": "steer", "to": [1, 1]})), "bad-request");
    assert_eq!(asked.code(json!({"do": "steer", "unit": "1st Ohio", "to": [1, 1]})), "not-checked");
}

/// What could be done to a unit there is what is done to it when it is there.
#[test]
fn threats_are_what_the_enemy_can_do_at_the_end_of_a_maneuver() {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "acw-training"}));
    asked.good(json!({"do": "set", "units": [{"name": "2nd Ohio", "at": [25.5, 9.5]}],
        "leaders": [{"name": "Colonel, Ohio Brigade", "attached": "2nd Ohio"}]}));
    asked.good(json!({"do": "apply", "order": "done"}));
    let check = "check \"Colonel, Ohio Brigade\": \"2nd Ohio\"";
    asked.good(json!({"do": "apply", "order": check, "dice": [8]}));
    let advance = |inches: u8| format!("\"2nd Ohio\": move advance {inches}");
    let near = asked.good(json!({"do": "threats", "order": advance(6)}));
    let of = |threats: &Value, part: &str| -> Vec<String> {
        let all = threats[part].as_array().unwrap().iter();
        all.map(|one| one["unit"].as_str().unwrap().to_owned()).collect()
    };
    assert!(of(&near, "fire").contains(&"2nd Georgia".to_owned()), "{near}");
    assert!(of(&near, "charges").contains(&"2nd Georgia".to_owned()), "{near}");
    let far = asked.good(json!({"do": "threats", "order": advance(1)}));
    assert!(!of(&far, "charges").contains(&"2nd Georgia".to_owned()), "{far}");
    assert_eq!(asked.code(json!({"do": "threats", "order": advance(40)})), "refused");
    assert_eq!(asked.code(json!({"do": "threats", "order": "done"})), "bad-request");
    // There it is: the volley of each has just these odds.
    asked.good(json!({"do": "apply", "order": "done"}));
    asked.good(json!({"do": "apply", "order": advance(6)}));
    while asked.good(json!({"do": "asked"}))["asked"]["task"] != "defensive" {
        asked.good(json!({"do": "apply", "order": "done"}));
    }
    for threat in near["fire"].as_array().unwrap() {
        let order = format!("fire at \"2nd Ohio\": {}", threat["unit"]);
        let volley = asked.good(json!({"do": "odds", "order": order}))["volley"].clone();
        assert_eq!(volley["points"], threat["points"], "{order}");
        assert_eq!(volley["mean_stands_lost"], threat["mean-stands-lost"], "{order}");
    }
}

/// The advice can be followed to the end of the battle, and to charge is advised with the odds of the table.
#[test]
fn advice_can_be_followed() {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "acw-training", "seed": 3}));
    let mut charges = 0;
    for _ in 0..5000 {
        if !asked.good(json!({"do": "asked"}))["victory"].is_null() {
            assert_eq!(asked.code(json!({"do": "advice"})), "bad-request");
            assert!(charges > 0, "nobody charges");
            return;
        }
        let advice = asked.good(json!({"do": "advice"}));
        let reason = advice["reason"].as_str().unwrap();
        assert!(!reason.is_empty());
        if advice["order"].as_str().unwrap().contains(": charge ") && !reason.contains(" with ") {
            let odds = asked.good(json!({"do": "odds", "order": advice["order"]}));
            let won = odds["curve"]["won"]["decimal"].as_f64().unwrap() * 100.0;
            let told: f64 = reason.split('%').next().unwrap().parse().unwrap();
            assert!((won - told).abs() <= 1.0, "{reason}: {won}");
            charges += 1;
        }
        asked.good(json!({"do": "apply", "order": advice["order"]}));
    }
    panic!("the battle does not end");
}

/// Asks for the odds of an order, then gives it with these dice.
fn weighed(asked: &mut Asked, order: &str, dice: &[u8]) -> Value {
    let odds = asked.good(json!({"do": "odds", "order": order}));
    asked.good(json!({"do": "apply", "order": order, "dice": dice}));
    odds
}

/// The charge of the page: what luck says was to be expected is what `odds` said before each roll.
#[test]
fn luck_is_what_came_beside_the_odds_before_the_roll() {
    let mut asked = Asked::new();
    asked.good(json!({"do": "start", "battle": "acw-training"}));
    asked.good(json!({"do": "set", "units": [{"name": "2nd Ohio", "at": [25.5, 15.5]}],
        "leaders": [{"name": "Colonel, Ohio Brigade", "attached": "2nd Ohio"}]}));
    let none = asked.good(json!({"do": "luck"}));
    assert_eq!((&none["armies"][0]["dice"], &none["armies"][0]["mean"]), (&json!(0), &Value::Null));
    let pass = |asked: &mut Asked| drop(asked.good(json!({"do": "apply", "order": "done"})));
    pass(&mut asked);
    let check = weighed(&mut asked, "check \"Colonel, Ohio Brigade\": \"2nd Ohio\"", &[8]);
    let charge = "\"2nd Ohio\": charge \"2nd Georgia\"";
    let hoped = weighed(&mut asked, charge, &[]);
    assert!(hoped["curve"]["won"]["decimal"].as_f64().unwrap() > 0.0, "{hoped}");
    pass(&mut asked);
    pass(&mut asked);
    let feared = asked.good(json!({"do": "odds", "order": charge}));
    assert_eq!(feared, hoped, "the defender is told what the attacker was");
    let fire = weighed(&mut asked, "fire at \"2nd Ohio\": \"2nd Georgia\"", &[3]);
    pass(&mut asked);
    pass(&mut asked);
    let luck = asked.good(json!({"do": "luck"}));
    let good =
        check["checks"][0]["odds"].as_array().unwrap().iter().filter(|row| {
            ["double-quick", "well-handled"].contains(&row["effect"].as_str().unwrap())
        });
    let good: f64 = good.map(|row| row["chance"]["decimal"].as_f64().unwrap()).sum();
    let (union, south) = (&luck["armies"][0], &luck["armies"][1]);
    let near = |value: &Value, wanted: f64| {
        assert!((value.as_f64().unwrap() - wanted).abs() < 1e-9, "{value}, {wanted}: {luck}");
    };
    near(&union["checks"]["expected"], good);
    near(&union["checks"]["deviation"], (good * (1.0 - good)).sqrt());
    near(&union["checks"]["came"], 1.0);
    near(&south["fire"]["expected"], fire["volley"]["mean_stands_lost"].as_f64().unwrap());
    near(&south["fire"]["came"], 0.0);
    assert_eq!((&union["dice"], &union["mean"]), (&json!(1), &json!(8.0)));
    assert_eq!((&south["dice"], &south["mean"]), (&json!(1), &json!(3.0)));
    let ohio = &luck["units"][0];
    assert_eq!(ohio["unit"], "2nd Ohio");
    assert_eq!(ohio["lost"], luck["units"][1]["fire"], "who fired took what the other lost");
    let fight = weighed(&mut asked, "fight \"2nd Ohio\"", &[10, 1]);
    let luck = asked.good(json!({"do": "luck"}));
    let (won, lost) = (&fight["combat"]["won"]["decimal"], &fight["combat"]["defender"]);
    let (union, south) = (&luck["armies"][0], &luck["armies"][1]);
    near(&union["combats"]["expected"], won.as_f64().unwrap());
    near(&union["combats"]["came"], 1.0);
    near(&south["combats"]["came"], 0.0);
    near(&union["combat-stands"]["expected"], lost["mean_stands_lost"].as_f64().unwrap());
    assert!(union["combat-stands"]["came"].as_f64().unwrap() >= 1.0, "{luck}");
    assert_eq!((&union["dice"], &south["dice"]), (&json!(2), &json!(2)));
}

/// Whole battles: what the units gained and lost adds up to what the armies did, and every die is counted.
#[test]
fn the_luck_of_recorded_battles_adds_up() {
    for name in ["acw-last-turn", "awi-draw", "1812-last-turn", "maw-last-turn"] {
        let path = root().join("records").join(format!("{name}.json"));
        let record: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let mut asked = Asked::new();
        asked.good(json!({"do": "load", "record": record}));
        let luck = asked.good(json!({"do": "luck"}));
        let units = luck["units"].as_array().unwrap();
        let sum = |side: &str, part: &str, what: &str| -> f64 {
            let own = units.iter().filter(|unit| unit["side"] == side);
            own.map(|unit| unit[part][what].as_f64().unwrap()).sum()
        };
        let mut dice = 0;
        for (army, enemy) in [(0, "second"), (1, "first")] {
            let army = &luck["armies"][army];
            let side = army["side"].as_str().unwrap();
            for what in ["expected", "came"] {
                let fire = army["fire"][what].as_f64().unwrap();
                assert!((sum(side, "fire", what) - fire).abs() < 1e-9, "{name}: {what}");
                assert!((sum(enemy, "lost", what) - fire).abs() < 1e-9, "{name}: {what}");
                let checks = army["checks"][what].as_f64().unwrap();
                assert!((sum(side, "checks", what) - checks).abs() < 1e-9, "{name}: {what}");
            }
            for part in ["fire", "checks", "combats"] {
                let one = &army[part];
                let off = one["came"].as_f64().unwrap() - one["expected"].as_f64().unwrap();
                let wide = one["deviation"].as_f64().unwrap();
                assert!(off.abs() <= 4.0 * wide + 1e-9, "{name}: {part}: {one}");
            }
            dice += army["dice"].as_u64().unwrap();
        }
        let fell = record["dice"].as_array().unwrap().len() as u64;
        assert!(dice <= fell && dice * 10 > fell * 8, "{name}: {dice} of {fell}");
        let surprises = luck["surprises"].as_array().unwrap();
        assert!(!surprises.is_empty() && surprises.len() <= 6, "{name}");
        let chance = |one: &Value| one["chance"]["decimal"].as_f64().unwrap();
        assert!(surprises.windows(2).all(|two| chance(&two[0]) <= chance(&two[1])), "{name}");
        assert!(surprises.iter().all(|one| chance(one) <= 0.2), "{name}");
        for one in surprises.iter().filter(|one| one["of"] == "fire") {
            let order = &record["orders"][one["order"].as_u64().unwrap() as usize - 1];
            let wanted = format!("fire at {}: {}", one["against"][0], one["units"][0]);
            assert!(order.as_str().unwrap().starts_with(&wanted), "{name}: {order}: {one}");
        }
    }
}

/// What `dq battle` prints, and whether it was content.
fn battle(players: [&str; 2], more: &[&str]) -> (String, bool) {
    let mut args = vec!["battle", "--scenario", "acw-training", "--games", "1"];
    args.extend(players.iter().flat_map(|player| ["--player", player]));
    args.extend(more);
    let done = Command::new(env!("CARGO_BIN_EXE_dq")).args(args).current_dir(root()).output();
    let done = done.unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    (text + &String::from_utf8(done.stderr).unwrap(), done.status.success())
}

#[test]
fn a_program_from_outside_plays_a_side_in_either_seat() {
    let (text, good) = battle(
        ["cmd:python3 examples/player.py", "random"],
        &["--seats", "both", "--patience", "600"],
    );
    assert!(good, "{text}");
    assert!(text.contains("2 battles") && text.contains("all ended by the rules"), "{text}");
    assert!(!text.contains("resigns"), "{text}");
}

#[test]
fn a_program_that_ends_or_thinks_for_ever_resigns() {
    let (text, good) = battle(["cmd:true", "random"], &[]);
    assert!(good && text.contains("cmd:true resigns: its output ended"), "{text}");
    let (text, good) = battle(["cmd:tail -f /dev/null", "random"], &["--patience", "1"]);
    assert!(good && text.contains("cmd:tail -f /dev/null resigns: no order came in 1 s"), "{text}");
}
