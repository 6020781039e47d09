//! Every JSON answer fits its schema in `docs/schema`, and the schema names all it holds.

mod common;

use std::fs;

use common::schema::{misfit, schema};
use common::{COMMANDS, json, root};
use serde_json::Value;

#[test]
fn every_answer_fits_its_schema() {
    for (name, line) in COMMANDS {
        let schema = schema(name);
        if let Some(why) = misfit(&schema, &schema, &json(line)) {
            panic!("dq {line} --json does not fit docs/schema/{name}.json: {why}");
        }
    }
}

#[test]
fn every_schema_has_an_answer_that_is_tried() {
    for entry in fs::read_dir(root().join("docs/schema")).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        // Requests and scenario files have tests of their own, and so have the referee and the server.
        let others = ["referee-", "server-"].iter().any(|of| name.starts_with(of));
        let apart = others || ["request", "scenario"].contains(&name);
        let tried = apart || COMMANDS.iter().any(|(of, _)| *of == name);
        assert!(tried, "no command in COMMANDS tries docs/schema/{name}.json");
    }
}

#[test]
fn example_questions_fit_the_schema_of_a_request() {
    let schema = schema("request");
    for entry in fs::read_dir(root().join("docs/examples")).unwrap() {
        let file = entry.unwrap().path();
        let question: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(misfit(&schema, &schema, &question), None, "{}", file.display());
    }
}

#[test]
fn the_checker_of_this_test_finds_misfits() {
    let schema = schema("odds-maneuver");
    let good = json(COMMANDS[0].1);
    assert_eq!(misfit(&schema, &schema, &good), None);
    for (pointer, bad) in [
        ("/unit", Value::from(7)),
        ("/odds/0/effect", Value::from("triple-quick")),
        ("/odds/0/dice/0", Value::from("three")),
        ("/odds/0/chance", Value::from(0.5)),
    ] {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap() = bad;
        assert!(misfit(&schema, &schema, &wrong).is_some(), "{pointer}");
    }
    let mut wrong = good.clone();
    wrong["more"] = Value::Null;
    assert!(misfit(&schema, &schema, &wrong).is_some());
    wrong.as_object_mut().unwrap().remove("more");
    wrong.as_object_mut().unwrap().remove("unit");
    assert!(misfit(&schema, &schema, &wrong).is_some());
}
