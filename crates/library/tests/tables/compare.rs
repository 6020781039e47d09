//! What must come out against what came.

use std::collections::BTreeMap;

use library::order::heading;
use library::sketch::inline;
use toml::Value;

use super::case::{Case, number};

/// What came of an order or a question, by the keys that a case can expect.
pub type Facts = BTreeMap<&'static str, Value>;

/// Keys whose lists are names in any order.
const NAMES: [&str; 6] = ["by", "disordered", "marks", "passed", "pieces", "units"];
/// How near a place where a path or a line is stopped must be.
const NEAR: f64 = 0.05;

/// Everything that is not as a case expects it.
pub fn faults(case: &Case, found: &Facts) -> Vec<String> {
    let expects = |key: &str| case.expected.contains_key(key);
    if found.contains_key("refused") && !["refused", "why", "allowed"].into_iter().any(expects) {
        return vec![format!("was refused: {}", shown(found))];
    }
    if expects("refused") && !found.contains_key("refused") {
        return vec![format!("was not refused: {}", shown(found))];
    }
    let mut faults = Vec::new();
    for (key, expected) in &case.expected {
        match found.get(key) {
            None => faults.push(format!("nothing is said of `{key}`: {}", shown(found))),
            Some(value) => {
                let within = if *key == "near" { case.within.max(NEAR) } else { case.within };
                if !agree(key, expected, value, within) {
                    faults.push(format!(
                        "{key}: expected {}, came {}",
                        inline(expected),
                        inline(value)
                    ));
                }
            }
        }
    }
    faults
}

fn shown(found: &Facts) -> String {
    let pairs = found.iter().map(|(key, value)| format!("{key} = {}", inline(value)));
    pairs.collect::<Vec<_>>().join(", ")
}

fn agree(key: &str, expected: &Value, found: &Value, within: f64) -> bool {
    match (expected, found) {
        _ if key == "facing" => same_heading(expected, found, within),
        (Value::Array(a), Value::Array(b)) if key == "stands" || key == "skirmishers" => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_stand(a, b, within))
        }
        (Value::Array(a), Value::Array(b)) if NAMES.contains(&key) => {
            let sorted = |list: &[Value]| {
                let mut names: Vec<String> = list.iter().map(inline).collect();
                names.sort();
                names
            };
            sorted(a) == sorted(b)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(key, a, b, within))
        }
        _ => match (number(expected), number(found)) {
            (Some(a), Some(b)) => (a - b).abs() <= within + 1e-9,
            _ => expected == found,
        },
    }
}

/// `[x, y]` or `[x, y, heading]`.
fn same_stand(expected: &Value, found: &Value, within: f64) -> bool {
    let (Some(a), Some(b)) = (expected.as_array(), found.as_array()) else { return false };
    let places = a.len() >= 2 && b.len() == 3 && a.len() <= 3;
    places
        && a.iter().zip(b).take(2).all(|(a, b)| agree("at", a, b, within))
        && a.get(2).is_none_or(|facing| same_heading(facing, &b[2], within))
}

fn same_heading(expected: &Value, found: &Value, within: f64) -> bool {
    let degrees = |value: &Value| {
        let word = value.as_str().and_then(heading);
        word.map(|angle| f64::from(angle.in_hundredths()) / 100.0).or_else(|| number(value))
    };
    let (Some(a), Some(b)) = (degrees(expected), degrees(found)) else { return false };
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn) <= within.max(0.005) + 1e-9
}
