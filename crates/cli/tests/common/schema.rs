//! Whether JSON fits a schema of `docs/schema`.

use std::fs;

use serde_json::Value;

use super::root;

/// A published schema.
pub fn schema(name: &str) -> Value {
    let file = root().join(format!("docs/schema/{name}.json"));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    serde_json::from_str(&text).unwrap()
}

/// Checks the part of JSON Schema that our schemas use; a property that is not named is a defect.
pub fn misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    within(root, schema, value, &[])
}

/// The same where properties in `known` are another part's matter.
fn within(root: &Value, schema: &Value, value: &Value, known: &[&str]) -> Option<String> {
    let own = schema["properties"].as_object();
    let names = own.into_iter().flat_map(|own| own.keys()).map(String::as_str);
    let all: Vec<&str> = known.iter().copied().chain(names).collect();
    if let Some(place) = schema["$ref"].as_str() {
        let definition = root.pointer(place.trim_start_matches('#')).expect("a dangling $ref");
        if let Some(why) = within(root, definition, value, &all) {
            return Some(why);
        }
    }
    for several in ["oneOf", "anyOf"] {
        let Some(choices) = schema[several].as_array() else { continue };
        let tried: Vec<Option<String>> =
            choices.iter().map(|one| within(root, one, value, &all)).collect();
        let fits = tried.iter().filter(|why| why.is_none()).count();
        if (several == "oneOf" && fits != 1) || fits == 0 {
            let whys: Vec<String> = tried.into_iter().flatten().collect();
            return Some(format!(
                "{} fits {fits} of {several}: {}",
                brief(value),
                whys.join(" | ")
            ));
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
        return Some(format!("{} is not of type {}", brief(value), schema["type"]));
    }
    parts_misfit(root, schema, value, known)
}

/// The beginning of a value.
fn brief(value: &Value) -> String {
    value.to_string().chars().take(80).collect()
}

fn parts_misfit(root: &Value, schema: &Value, value: &Value, known: &[&str]) -> Option<String> {
    let inside = |name: &str, why: String| format!("{name}: {why}");
    if let Some(items) = value.as_array() {
        let count = items.len() as u64;
        let few = schema["minItems"].as_u64().is_some_and(|least| count < least);
        if few || schema["maxItems"].as_u64().is_some_and(|most| count > most) {
            return Some(format!("{count} items"));
        }
        let item = |i: &Value| misfit(root, &schema["items"], i);
        return items.iter().find_map(item).map(|why| inside("[]", why));
    }
    let parts = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten();
    let missing = required.filter_map(Value::as_str).find(|name| !parts.contains_key(*name));
    if let Some(name) = missing {
        return Some(format!("{name} is missing"));
    }
    // What is not named here is the matter of the parts that are named beside.
    let open = ["$ref", "oneOf", "anyOf"].iter().any(|part| schema.get(part).is_some());
    parts.iter().find_map(|(name, part)| {
        let pattern = || schema["patternProperties"].as_object()?.values().next();
        let other = || schema.get("additionalProperties").filter(|other| other.is_object());
        match schema["properties"].get(name).or_else(pattern).or_else(other) {
            Some(of) => misfit(root, of, part).map(|why| inside(name, why)),
            _ if open || known.contains(&name.as_str()) => None,
            _ => Some(format!("{name} is not in the schema")),
        }
    })
}
