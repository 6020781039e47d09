//! The JSON schemas in `docs/schema` are what the types give; this test keeps them so.

use std::fs;
use std::path::PathBuf;

use referee::chances::{ChargeOdds, FireOdds, ManeuverOdds};
use referee::{replies::Answering, requests::Asking};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};

use crate::answers::{
    RulesCoverage, RulesDiff, RulesLint, RulesList, RulesRulings, RulesShow, ScenarioCheck,
    ScenarioList, Words,
};
use crate::odds::AssaultOdds;
use crate::qrs::model::Sheet;
use crate::request::Request;
use crate::resolve::{ChargeResult, FireResult, LeaderResult, ManeuverResult};

/// The schema of what we write.
fn answer<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    SchemaGenerator::new(settings).into_root_schema_for::<T>()
}

/// The schema of what we read.
fn question<T: JsonSchema>() -> Schema {
    schemars::schema_for!(T)
}

/// Every schema with the name of its file.
fn schemas() -> Vec<(&'static str, Schema)> {
    let api = Schema::try_from(server::document()).unwrap();
    let mut all = vec![
        ("server-openapi", api),
        ("request", question::<Request>()),
        ("odds-maneuver", answer::<ManeuverOdds>()),
        ("odds-fire", answer::<FireOdds>()),
        ("odds-charge", answer::<ChargeOdds>()),
        ("odds-assault", answer::<AssaultOdds>()),
        ("resolve-maneuver", answer::<ManeuverResult>()),
        ("resolve-fire", answer::<FireResult>()),
        ("resolve-charge", answer::<ChargeResult>()),
        ("resolve-leader", answer::<LeaderResult>()),
        ("rules-list", answer::<RulesList>()),
        ("rules-show", answer::<RulesShow>()),
        ("rules-diff", answer::<RulesDiff>()),
        ("rules-rulings", answer::<RulesRulings>()),
        ("rules-coverage", answer::<RulesCoverage>()),
        ("rules-lint", answer::<RulesLint>()),
        ("scenario", library::scenario_schema()),
        ("scenario-list", answer::<ScenarioList>()),
        ("scenario-check", answer::<ScenarioCheck>()),
        ("words", answer::<Words>()),
        ("qrs", answer::<Sheet>()),
        ("referee-request", question::<Asking>()),
        ("referee-answer", answer::<Answering>()),
    ];
    all.extend(server::schemas());
    all
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

#[test]
fn schema_files_are_what_the_types_give() {
    let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
    if update {
        fs::create_dir_all(folder()).unwrap();
    }
    let mut stale = Vec::new();
    for (name, schema) in schemas() {
        let file = folder().join(format!("{name}.json"));
        let text = crate::show::json(&schema);
        if update {
            fs::write(&file, text).unwrap();
        } else if fs::read_to_string(&file).ok().as_deref() != Some(text.as_str()) {
            stale.push(format!("docs/schema/{name}.json"));
        }
    }
    assert!(
        stale.is_empty(),
        "not what the types give: {}\nwrite them again with: UPDATE_SCHEMAS=1 cargo test -p cli schema",
        stale.join(", ")
    );
}

#[test]
fn every_schema_file_has_its_type() {
    let known: Vec<String> = schemas().iter().map(|(name, _)| format!("{name}.json")).collect();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name), "docs/schema/{name} belongs to no type: remove it");
    }
}
