//! What players are told: reasons in the log, odds by what is lost, words beside a decision, points and
//! what they are for.

mod common;

use std::fs;

use common::{json, root};
use library::Ledger;
use library::record::Record;
use referee::Session;
use serde_json::{Value, json};

/// Two regiments and two guns against one that they can all fire at.
const FIELD: &str = r#"
format = 1
title = "A field"
period = "maw"
date = "1846"
[table]
width = 60
height = 40
[clock]
turns = 4
first = "South"
begins = "09:00"
[[army]]
name = "South"
nation = "us"
edge = "south"
[[army]]
name = "North"
nation = "mexican"
edge = "north"
[[key-position]]
name = "The ford"
at = [30, 30]
radius = 2
owner = "North"
points = { South = 2, North = 1 }
[[unit]]
army = "South"
name = "A"
weapon = "M"
experience = "trained"
morale = "spirited"
stands = 6
at = [27, 20]
facing = "N"
[[unit]]
army = "South"
name = "B"
weapon = "M"
experience = "trained"
morale = "spirited"
stands = 6
at = [34, 20]
facing = "N"
[[unit]]
army = "South"
name = "Guns"
arm = "guns"
weapon = "hlcLG"
stands = 2
experience = "veteran"
at = [10, 20]
facing = "N"
[[unit]]
army = "North"
name = "X"
weapon = "IM"
experience = "trained"
morale = "spirited"
stands = 8
at = [30, 23]
facing = "S"
[[special]]
name = "Grass fire"
rule = "grass-fire"
units = ["Guns"]
wide = 12
deep = 6
drifts = 3
heading = "N"
lasts = 4
"#;

fn ask(session: &mut Session, request: Value) -> Value {
    let answer: Value = serde_json::from_str(&session.answer(&request.to_string())).unwrap();
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer
}

fn begun() -> Session {
    begun_on(FIELD)
}

fn begun_on(field: &str) -> Session {
    let mut session = Session::new();
    ask(&mut session, json!({"do": "start", "text": field, "seed": 1}));
    session
}

/// Goes on until something is asked for.
fn until(session: &mut Session, task: &str) -> Value {
    for _ in 0..20 {
        let asked = ask(session, json!({"do": "asked"}))["asked"].clone();
        if asked["task"] == task {
            return asked;
        }
        ask(session, json!({"do": "apply", "order": "done"}));
    }
    panic!("nobody is asked for {task}");
}

#[test]
fn a_decision_after_fire_belongs_to_the_step_of_the_fire() {
    let mut session = begun();
    assert_eq!(until(&mut session, "offensive")["step"], "offensive");
    let fire = json!({"do": "apply", "order": "fire at X: A, B", "dice": [10]});
    let asked = ask(&mut session, fire)["asked"].clone();
    assert_eq!((&asked["task"], &asked["step"]), (&json!("pick-low"), &json!("offensive")));
    let why = &asked["notes"][0];
    assert_eq!(
        (&why["text"], &why["rule"]),
        (&json!("A die of 10 in its fire, of half its stands or more."), &json!("FIRE-LOW-AMMO"))
    );
    let note = &asked["notes"][1];
    assert_eq!(note["rule"], "FIRE-HALF");
    assert!(note["text"].as_str().unwrap().contains("half its fire points"), "{note}");
}

#[test]
fn who_is_massed_behind_a_target_is_named_before_and_after_the_die() {
    let mut session = begun();
    let units = json!([{"name": "A", "at": [30, 20]}, {"name": "B", "at": [30, 18.5]}]);
    ask(&mut session, json!({"do": "set", "turn": 2, "units": units}));
    until(&mut session, "defensive");
    let odds = ask(&mut session, json!({"do": "odds", "order": "fire at A: X"}));
    let behind = &odds["volley"]["behind"][0];
    assert!(behind["unit"].as_str().unwrap().starts_with("B "), "{odds}");
    assert_eq!(behind["rule"], "FIRE-MASSED-TARGET");
    let fire = json!({"do": "apply", "order": "fire at A: X", "dice": [9]});
    let fired = ask(&mut session, fire)["events"][0].clone();
    let sentence = fired["sentence"].as_str().unwrap();
    assert!(sentence.contains("Massed behind, B: "), "{sentence}");
    assert_eq!(fired["units"], json!(["X", "A", "B"]));
}

#[test]
fn who_picks_a_gun_is_told_what_hit_it() {
    for die in (1..=9).rev() {
        let mut session = begun();
        let units = json!([{"name": "X", "at": [10, 23]}]);
        ask(&mut session, json!({"do": "set", "turn": 2, "units": units}));
        until(&mut session, "defensive");
        let fire = json!({"do": "apply", "order": "fire at Guns: X", "dice": [die]});
        let asked = ask(&mut session, fire)["asked"].clone();
        if asked["task"] == "pick-gun" {
            let text = asked["notes"][0]["text"].as_str().unwrap();
            assert!(text.starts_with("Fire of X at Guns, result "), "{text}");
            assert!(text.ends_with("silenced, its owner picks it."), "{text}");
            return;
        }
    }
    panic!("no die silences one of two guns");
}

/// A may charge with these units so, and passes.
fn passes(units: Value) -> Value {
    let mut session = begun();
    ask(&mut session, json!({"do": "set", "turn": 2, "units": units}));
    until(&mut session, "checks");
    ask(&mut session, json!({"do": "apply", "order": "check alone: A", "dice": [8]}));
    until(&mut session, "declare");
    ask(&mut session, json!({"do": "apply", "order": "done"}))
}

#[test]
fn who_passes_because_no_way_leads_to_the_enemy_is_told_so() {
    // Before A is X; far to its side he is out of reach of every bend at the start of a charge.
    for (at, told) in [([27, 25], false), ([37, 20], true)] {
        let passed = passes(json!([{"name": "X", "at": at}, {"name": "B", "at": [50, 10]}]));
        let first = &passed["events"][0];
        assert_eq!(first["kind"] == "nobody-charges", told, "{at:?}: {passed}");
        let sentence = first["sentence"].as_str().unwrap_or_default();
        assert_eq!(
            sentence.starts_with("No charge: A sees an enemy in its reach, but"),
            told,
            "{first}"
        );
    }
}

#[test]
fn who_faces_away_from_the_enemy_is_told_so() {
    for (facing, told) in [("S", true), ("N", false)] {
        let passed = passes(json!([
            {"name": "A", "facing": facing},
            {"name": "X", "at": [27, 25]},
            {"name": "B", "at": [50, 10]}
        ]));
        let sentence = passed["events"][0]["sentence"].as_str().unwrap_or_default();
        assert_eq!(sentence.contains("but faces away from him"), told, "{facing}: {passed}");
    }
}

#[test]
fn who_is_left_out_of_a_check_is_told_that_he_misses_it() {
    let leader = r#"
[[leader]]
army = "South"
name = "Able"
rank = "brigade"
at = [31, 18]
[[unit]]
"#;
    let mut session = begun_on(&FIELD.replacen("[[unit]]", leader, 1));
    until(&mut session, "checks");
    let card = |session: &mut Session| ask(session, json!({"do": "card", "unit": "B"}));
    let before = card(&mut session);
    assert!(before["check"].is_object(), "{before}");
    ask(&mut session, json!({"do": "apply", "order": "check Able: A", "dice": [8]}));
    let after = card(&mut session);
    assert!(after["check"].is_null(), "{after}");
    let lines = after["lines"].to_string();
    assert!(
        lines.contains("cannot check any more: it is in reach of Able, who has made his check"),
        "{lines}"
    );
}

#[test]
fn who_cannot_charge_for_the_ground_is_told_so() {
    let marsh = r#"
[[terrain]]
name = "Slough"
kind = "marsh"
rectangle = { from = [10, 18], to = [50, 30] }
"#;
    let slough = FIELD.replacen("[[key-position]]", &format!("{marsh}[[key-position]]"), 1);
    let sentence = |field: &str| {
        let mut session = begun_on(field);
        let units = json!([{"name": "X", "at": [27, 31]}, {"name": "B", "at": [50, 10]}]);
        ask(&mut session, json!({"do": "set", "turn": 2, "units": units}));
        until(&mut session, "checks");
        ask(&mut session, json!({"do": "apply", "order": "check alone: A", "dice": [8]}));
        until(&mut session, "declare");
        let passed = ask(&mut session, json!({"do": "apply", "order": "done"}));
        passed["events"][0]["sentence"].as_str().unwrap_or_default().to_owned()
    };
    let slow = sentence(&slough);
    assert!(slow.ends_with("but the ground on the way makes its charge too short."), "{slow:?}");
    assert!(!sentence(FIELD).starts_with("No charge"), "in the open it can");
}

#[test]
fn the_odds_of_a_charge_count_the_stands_that_will_fire() {
    // X looks away and cannot fire: what the chargers' own volley does to him is all that comes before blows.
    let field = FIELD.replace(
        "stands = 8\nat = [30, 23]\nfacing = \"S\"",
        "stands = 2\nat = [24, 25]\nfacing = \"N\"",
    );
    let mut session = Session::new();
    ask(&mut session, json!({"do": "start", "text": field, "seed": 1}));
    until(&mut session, "checks");
    ask(&mut session, json!({"do": "apply", "order": "check alone: A", "dice": [8]}));
    until(&mut session, "declare");
    let order = ask(&mut session, json!({"do": "options", "unit": "A"}))["orders"][0].clone();
    let odds = ask(&mut session, json!({"do": "odds", "order": order}));
    let ends = odds["curve"]["ends"]["outcomes"].as_array().unwrap().iter();
    let gone = ends.filter(|one| one["outcome"]["end"] == "target-gone");
    let gone: f64 = gone.map(|one| one["chance"]["decimal"].as_f64().unwrap()).sum();
    ask(&mut session, json!({"do": "apply", "order": order}));
    until(&mut session, "offensive");
    let volley =
        ask(&mut session, json!({"do": "odds", "order": "fire at X: A"}))["volley"].clone();
    let rows = volley["odds"].as_array().unwrap().iter();
    let lost = |row: &&Value| row["deeds"].to_string().contains("loses-stands");
    let then: f64 = rows.filter(lost).map(|row| row["chance"]["decimal"].as_f64().unwrap()).sum();
    assert!((gone - then).abs() < 1e-9 && then > 0.0, "{gone} {then}: {volley}");
    let points = volley["points_from"].to_string();
    assert!(!points.contains("6 "), "not all of A bears: {points}");
}

#[test]
fn guns_without_an_order_are_said_to_stay_and_fire() {
    let mut session = begun();
    let units = json!([{"name": "X", "at": [10, 38]}]);
    ask(&mut session, json!({"do": "set", "turn": 2, "units": units}));
    until(&mut session, "checks");
    let check = |unit: &str| format!("check alone: {unit}");
    let kinds = |asked: &Value| -> Vec<(Value, Value)> {
        let all = asked["reminders"].as_array().unwrap().iter();
        all.map(|one| (one["kind"].clone(), one["units"].clone())).collect()
    };
    let rolls = |order: String| json!({"do": "apply", "order": order, "dice": [8]});
    let asked = ask(&mut session, rolls(check("Guns")))["asked"].clone();
    assert_eq!(asked["task"], "maneuvers");
    assert_eq!(kinds(&asked), [(json!("guns-stand"), json!(["Guns"]))]);
    ask(&mut session, json!({"do": "apply", "order": "done"}));
    // Troops that have no order could still move, and so could guns on their limbers.
    let asked = ask(&mut session, rolls(check("A")))["asked"].clone();
    assert_eq!(kinds(&asked), [(json!("could-maneuver"), json!(["A"]))]);
}

#[test]
fn odds_say_why_a_winner_is_disordered_and_what_fire_without_effect_is() {
    let mut session = begun();
    let units = json!([{"name": "A", "at": [30, 18]}, {"name": "X", "at": [30, 23], "order": "disordered"}]);
    ask(&mut session, json!({"do": "set", "turn": 2, "units": units}));
    until(&mut session, "offensive");
    let odds = ask(&mut session, json!({"do": "odds", "order": "fire at X: A"}));
    let rows = odds["volley"]["odds"].as_array().unwrap();
    let says = |title: &str| rows.iter().find(|row| row["title"] == title).unwrap()["says"].clone();
    assert_eq!(says("Desultory"), "no effect, stray shots that hurt nobody");
    assert_eq!(says("Lively"), "no effect, it hurts only if guns give half of the points or more");
    let charge = "odds charge 'cavalry 6/5/3' --against '6/5/3' -p acw";
    let odds = json(charge);
    let rows = odds["odds"].as_array().unwrap();
    let driven = rows.iter().find(|row| row["verdict"] == "driven-back").unwrap();
    let says = driven["says"].as_str().unwrap();
    assert!(says.contains("is disordered (horse is disordered by its own charge)"), "{says}");
    assert!(says.contains("; defender "), "{says}");
    let recoil = rows.iter().find(|row| row["verdict"] == "recoil").unwrap();
    assert!(!recoil["says"].as_str().unwrap().contains('('), "{recoil}");
}

#[test]
fn a_rule_of_the_battle_that_may_be_used_is_told_with_its_order() {
    let mut session = begun();
    let asked = until(&mut session, "checks");
    let note = &asked["notes"][0];
    assert_eq!(note["rule"], "SCEN-GRASS-FIRE");
    assert!(note["text"].as_str().unwrap().starts_with("Grass fire: if in action they may"));
    let order = note["orders"][0].clone();
    let options = ask(&mut session, json!({"do": "options"}))["orders"].clone();
    assert!(options.as_array().unwrap().contains(&order), "{options}");
    ask(&mut session, json!({"do": "apply", "order": order}));
    let after = ask(&mut session, json!({"do": "asked"}))["asked"].clone();
    assert!(after.get("notes").is_none(), "{after}");
}

#[test]
fn the_smoke_of_a_grass_fire_is_told_before_it_burns_and_lies_where_it_was_told() {
    let mut session = Session::new();
    let longer = FIELD.replace("turns = 4", "turns = 6");
    ask(&mut session, json!({"do": "start", "text": longer, "seed": 1}));
    let note = until(&mut session, "checks")["notes"][0].clone();
    assert_eq!(note["smoke"].as_array().unwrap().len(), note["orders"].as_array().unwrap().len());
    let view = |session: &mut Session| ask(session, json!({"do": "view"}));
    assert!(view(&mut session).get("smoke").is_none());
    ask(&mut session, json!({"do": "apply", "order": note["orders"][0]}));
    let lit = view(&mut session);
    assert_eq!(lit["smoke"], json!([note["smoke"][0]]));
    let smoke = lit["smoke"][0].clone();
    assert_eq!(
        (&smoke["until"], &smoke["drifts"], &smoke["heading"]),
        (&json!(4), &json!(3), &json!(0.0))
    );
    // It drifts with the game turn, and when its turns are over it is gone.
    let (mut seen, mut turn) = (Vec::new(), 0);
    for _ in 0..400 {
        let now = view(&mut session);
        if now["turn"] != turn {
            turn = now["turn"].as_u64().unwrap();
            seen.push(now["smoke"][0]["area"][0][1].as_f64());
        }
        if turn > 4 || !now["victory"].is_null() {
            break;
        }
        let orders = ask(&mut session, json!({"do": "options"}))["orders"].clone();
        let orders = orders.as_array().unwrap();
        let order = orders.iter().find(|order| **order == "done").unwrap_or(&orders[0]);
        ask(&mut session, json!({"do": "apply", "order": order}));
    }
    let began = seen[0].unwrap();
    let drifted = [0.0, 3.0, 6.0, 9.0].map(|by| Some(began + by));
    assert_eq!(seen, [&drifted[..], &[None]].concat());
}

#[test]
fn points_are_broken_down_by_what_they_are_for() {
    let mut session = begun();
    let armies = ask(&mut session, json!({"do": "view"}))["armies"].clone();
    let ledger = Ledger::built_in();
    for army in armies.as_array().unwrap() {
        let scores = army["scores"].as_array().unwrap();
        let sum: u64 = scores.iter().map(|score| score["points"].as_u64().unwrap()).sum();
        assert_eq!(army["points"], sum);
        for score in scores {
            assert!(ledger.entry(score["rule"].as_str().unwrap()).is_some(), "{score}");
        }
    }
    let [south, north] = [0, 1].map(|army: usize| armies[army]["scores"][0].clone());
    assert_eq!((&south["points"], &south["worth"]), (&json!(0), &json!(2)));
    assert_eq!(south["label"], "The ford is held by North");
    assert_eq!((&north["points"], &north["label"]), (&json!(1), &json!("The ford is held")));
}

#[test]
fn the_odds_of_a_combat_tell_apart_what_an_effect_may_cost() {
    let odds = json("odds charge --against '8/6/4 Raw' '10/8/5 Elite' -p maw");
    let rows = odds["odds"].as_array().unwrap();
    let lost = |row: &Value| {
        let deeds = row["defender"].as_array().unwrap();
        let deed = deeds.iter().find(|deed| deed["does"] == "loses-stands");
        deed.map_or(0, |deed| deed["stands"].as_u64().unwrap())
    };
    let swept: Vec<u64> =
        rows.iter().filter(|row| row["verdict"] == "swept-from-the-field").map(lost).collect();
    assert!(swept.len() > 1 && swept[0] == 2, "{swept:?}");
    assert!(swept.is_sorted(), "{swept:?}");
    let all: f64 = rows.iter().map(|row| row["chance"]["decimal"].as_f64().unwrap()).sum();
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    let says = rows[0]["says"].as_str().unwrap();
    assert!(says.contains("defender loses 2 stands"), "{says}");
}

#[test]
fn the_odds_of_a_combat_say_why_an_effect_costs_more() {
    let says = |command: &str, verdict: &str| {
        let odds = json(command);
        let rows = odds["odds"].as_array().unwrap();
        let row = rows.iter().find(|row| row["verdict"] == verdict).unwrap();
        row["says"].as_str().unwrap().to_owned()
    };
    let horse = says("odds charge 'cavalry 6/5/3' --against '6/5/3' -p acw", "driven-back");
    let told = "defender loses 2 stands (1 of them because beaten by cavalry), runs a full retreat";
    assert!(horse.contains(told), "{horse}");
    let foot = says("odds charge '6/5/3' --against '6/5/3' -p acw", "driven-back");
    assert!(foot.contains("defender loses 1 stand, is disordered"), "{foot}");
}

#[test]
fn the_odds_of_fire_count_the_last_stand_that_is_removed() {
    let odds = json("odds fire '12 M @4 vet' --at '3 stands Raw' -p maw");
    let rows = odds["odds"].as_array().unwrap();
    let withering = rows.iter().find(|row| row["outcome"]["effect"] == "withering").unwrap();
    // The deeds count it; the words are those of the log, which tells the last one apart.
    assert_eq!(withering["deeds"][1]["stands"], 3, "{withering}");
    let says = withering["says"].as_str().unwrap();
    assert!(
        says.contains("loses 2 stands and is removed: a last stand does not stay"),
        "{withering}"
    );
}

#[test]
fn a_record_of_before_is_played_as_it_was() {
    let text = fs::read_to_string(root().join("records/maw-last-turn.json")).unwrap();
    assert!(text.contains("\"format\": 1") || text.contains("\"format\": 2"));
    let record = Record::read(&text).unwrap();
    assert_eq!(record.rulings["missed-target"], "straight");
}

/// Every ledger entry that a reason names exists.
#[test]
fn reasons_name_entries_of_the_ledger() {
    let ledger = Ledger::built_in();
    let folder = root().join("crates/engine/src/battle");
    for file in ["cause.rs", "why.rs", "scores.rs", "own_rules.rs"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let words = text.split('"').skip(1).step_by(2);
        let is_id = |word: &&str| {
            let part = |part: &str| {
                !part.is_empty()
                    && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            };
            word.contains('-') && word.split('-').all(part)
        };
        for id in words.filter(is_id) {
            assert!(ledger.entry(id).is_some(), "{file}: {id}");
        }
    }
}

#[test]
fn who_is_barred_from_the_enemy_is_told_who_stands_in_the_way() {
    // Between B and the guns A sees X, and is too wide to go through.
    let passed = passes(json!([
        {"name": "X", "at": [27, 26]},
        {"name": "B", "at": [31, 22]},
        {"name": "Guns", "at": [24.5, 22]}
    ]));
    let first = &passed["events"][0];
    assert_eq!(first["kind"], "nobody-charges", "{passed}");
    let reasons = first["reasons"].as_array().unwrap();
    let text = reasons[0]["label"].as_str().unwrap();
    assert!(text.starts_with("A at X: stand "), "{reasons:?}");
    assert!(text.contains(" cannot pass through "), "{reasons:?}");
}
