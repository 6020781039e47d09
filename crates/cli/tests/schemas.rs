//! Every JSON answer fits its schema in `docs/schema`, and the schema names all it holds.

mod common;

use std::fs;

use common::{COMMANDS, json, root};
use serde_json::Value;

fn schema(name: &str) -> Value {
    let file = root().join(format!("docs/schema/{name}.json"));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    serde_json::from_str(&text).unwrap()
}

/// Checks the part of JSON Schema that our schemas use; a property that is not named is a defect.
fn misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(place) = schema["$ref"].as_str() {
        let definition = root.pointer(place.trim_start_matches('#')).expect("a dangling $ref");
        return misfit(root, definition, value);
    }
    for several in ["oneOf", "anyOf"] {
        if let Some(all) = schema[several].as_array() {
            let fits = all.iter().filter(|one| misfit(root, one, value).is_none()).count();
            let good = if several == "oneOf" { fits == 1 } else { fits > 0 };
            return (!good).then(|| format!("{value} fits {fits} of {several}"));
        }
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Some(format!("{value} is not {}", schema["const"]));
    }
    if schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
        return Some(format!("{value} is none of {}", schema["enum"]));
    }
    let kind = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => panic!("a type this test does not know: {name}"),
    };
    let of_kind = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(kind),
        name => kind(name),
    };
    if !of_kind {
        return Some(format!("{value} is not of type {}", schema["type"]));
    }
    parts_misfit(root, schema, value)
}

fn parts_misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let within = |name: &str, why: String| format!("{name}: {why}");
    if let Some(items) = value.as_array() {
        let item = |i: &Value| misfit(root, &schema["items"], i);
        return items.iter().find_map(item).map(|why| within("[]", why));
    }
    let parts = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten();
    let missing = required.filter_map(Value::as_str).find(|name| !parts.contains_key(*name));
    if let Some(name) = missing {
        return Some(format!("{name} is missing"));
    }
    parts.iter().find_map(|(name, part)| {
        let known = schema["properties"].get(name).or(schema.get("additionalProperties"));
        match known {
            Some(of) => misfit(root, of, part).map(|why| within(name, why)),
            None => Some(format!("{name} is not in the schema")),
        }
    })
}

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
        let tried = name == "request" || COMMANDS.iter().any(|(of, _)| *of == name);
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
