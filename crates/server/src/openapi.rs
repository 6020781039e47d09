//! The API as a document that programs read, made of the same types that it speaks.

use library::record::Record;
use library::rules::{Rule, RulesShow};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::error::Refusal;
use crate::wire::{
    Accept, Begun, Done, Health, Join, Joined, ListedBattle, ListedScenario, Message, NewBattle,
    NewOrder, Push, Resign, ShownBattle, ShownScenario, Undo,
};

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";

/// What goes in, what comes out.
struct Types {
    asked: SchemaGenerator,
    answered: SchemaGenerator,
}

impl Types {
    fn new() -> Types {
        let settings = || {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings
        };
        Types {
            asked: SchemaGenerator::new(settings()),
            answered: SchemaGenerator::new(settings().for_serialize()),
        }
    }

    fn body<T: JsonSchema>(&mut self) -> Value {
        let schema = self.asked.subschema_for::<T>();
        json!({ "required": true, "content": { JSON: { "schema": schema } } })
    }

    fn answer<T: JsonSchema>(&mut self, what: &str) -> Value {
        let schema = self.answered.subschema_for::<T>();
        json!({ "description": what, "content": { JSON: { "schema": schema } } })
    }

    fn all(mut self) -> Map<String, Value> {
        let mut all = self.answered.take_definitions(true);
        all.extend(self.asked.take_definitions(true));
        all
    }
}

fn other(what: &str, kind: &str) -> Value {
    json!({ "description": what, "content": { kind: { "schema": { "type": "string" } } } })
}

fn in_path(name: &str, what: &str) -> Value {
    let text = json!({ "type": "string", "minLength": 1 });
    json!({ "name": name, "in": "path", "required": true, "description": what, "schema": text })
}

fn asked(name: &str, what: &str, schema: Value) -> Value {
    json!({ "name": name, "in": "query", "description": what, "schema": schema })
}

/// One address and method.
struct Operation {
    path: &'static str,
    method: &'static str,
    what: &'static str,
    parameters: Vec<Value>,
    body: Option<Value>,
    /// The status of a good answer, and that answer.
    good: (&'static str, Value),
    /// What else can be answered.
    wrong: &'static [u16],
}

impl Operation {
    fn get(path: &'static str, what: &'static str, good: Value) -> Operation {
        let (parameters, wrong) = (Vec::new(), [].as_slice());
        Operation { path, method: "get", what, parameters, body: None, good: ("200", good), wrong }
    }

    fn post(path: &'static str, what: &'static str, body: Value, good: Value) -> Operation {
        let get = Operation::get(path, what, good);
        Operation { method: "post", body: Some(body), ..get }
    }

    fn with(mut self, parameters: impl IntoIterator<Item = Value>) -> Operation {
        self.parameters.extend(parameters);
        self
    }

    fn or(self, wrong: &'static [u16]) -> Operation {
        Operation { wrong, ..self }
    }

    fn written(&self, refusal: &Value) -> Value {
        let mut answers = Map::new();
        answers.insert(self.good.0.to_owned(), self.good.1.clone());
        for status in [408, 429, 503].iter().chain(self.wrong) {
            answers.insert(status.to_string(), refusal.clone());
        }
        let mut written = json!({
            "summary": self.what,
            "parameters": self.parameters,
            "responses": answers,
        });
        if let Some(body) = &self.body {
            written["requestBody"] = body.clone();
        }
        written
    }
}

fn operations(types: &mut Types) -> Vec<Operation> {
    let id = || in_path("id", "The id of a battle.");
    let name = || in_path("name", "The name of a scenario.");
    let text = || json!({ "type": "string" });
    let texts = || json!({ "type": "array", "items": { "type": "string" }, "maxItems": 200 });
    let count = || json!({ "type": "integer", "minimum": 0 });
    let read = &[400, 404][..];
    let seen = &[400, 403, 404, 500][..];
    let done = &[400, 403, 404, 409, 413, 422, 500][..];
    vec![
        Operation::get("/api/health", "Is the server well?", types.answer::<Health>("It is.")),
        Operation::get(
            "/api/openapi.json",
            "This document.",
            types.answer::<Map<String, Value>>("This document."),
        ),
        Operation::get("/metrics", "What is counted.", other("As Prometheus reads it.", "text/plain")),
        Operation::get(
            "/api/scenarios",
            "The battles that come with the program.",
            types.answer::<Vec<ListedScenario>>("All of them."),
        ),
        Operation::get(
            "/api/scenarios/{name}",
            "Everything to read before a battle.",
            types.answer::<ShownScenario>("The scenario."),
        )
        .with([name()])
        .or(read),
        Operation::get(
            "/api/scenarios/{name}/map.svg",
            "The ground, exactly the table.",
            other("The map.", SVG),
        )
        .with([name()])
        .or(read),
        Operation::get(
            "/api/scenarios/{name}/thumbnail.png",
            "A small picture.",
            other("The picture.", "image/png"),
        )
        .with([name()])
        .or(read),
        Operation::get(
            "/api/battles",
            "The battles of the tokens that a browser knows.",
            types.answer::<Vec<ListedBattle>>("The newest first."),
        )
        .with([asked("token", "Secrets of seats.", texts())])
        .or(read),
        Operation {
            good: ("201", types.answer::<Begun>("It has begun.")),
            ..Operation::post(
                "/api/battles",
                "Begins a battle.",
                types.body::<NewBattle>(),
                Value::Null,
            )
            .or(&[400, 404, 413, 422, 500])
        },
        Operation::get(
            "/api/battles/public",
            "Battles that everybody may find.",
            types.answer::<Vec<ListedBattle>>("The newest first."),
        )
        .or(read),
        Operation::get(
            "/api/battles/{id}",
            "A battle as it stands.",
            types.answer::<ShownBattle>("The battle."),
        )
        .with([id(), asked("seat", "Secrets of seats.", texts())])
        .or(seen),
        Operation::get("/api/battles/{id}/map.svg", "Its ground.", other("The map.", SVG))
            .with([id()])
            .or(seen),
        Operation::get(
            "/api/battles/{id}/record",
            "Its record, without the seed until it is over.",
            types.answer::<Record>("The record."),
        )
        .with([id()])
        .or(seen),
        Operation::post(
            "/api/battles/{id}/join",
            "Takes an open seat.",
            types.body::<Join>(),
            types.answer::<Joined>("The seat is yours."),
        )
        .with([id()])
        .or(done),
        Operation::post(
            "/api/battles/{id}/orders",
            "Gives an order.",
            types.body::<NewOrder>(),
            types.answer::<Done>("It is stored and carried out."),
        )
        .with([id()])
        .or(done),
        Operation::post(
            "/api/battles/{id}/undo",
            "Takes one's last order back, if no die has fallen.",
            types.body::<Undo>(),
            types.answer::<Done>("It is taken back."),
        )
        .with([id()])
        .or(done),
        Operation::post(
            "/api/battles/{id}/resign",
            "Gives the battle up: at once, or as soon as the side is asked.",
            types.body::<Resign>(),
            types.answer::<Done>("It is given up."),
        )
        .with([id()])
        .or(done),
        Operation::post(
            "/api/battles/{id}/surrender",
            "Accepts the surrender of the machine, which offers it when it is `beaten`: it gives up at once. What is left to decide before it is asked is passed.",
            types.body::<Accept>(),
            types.answer::<Done>("It gives the battle up."),
        )
        .with([id()])
        .or(done),
        Operation {
            good: ("101", json!({ "description": "Messages follow, see server-push.json and server-message.json." })),
            ..Operation::get("/api/battles/{id}/socket", "A socket: all that happens is pushed.", Value::Null)
        }
        .with([
            id(),
            asked("seat", "Secrets of seats.", texts()),
            asked("after", "How many orders the client knows of; later ones are sent.", count()),
        ])
        .or(seen),
        Operation::get(
            "/api/rules",
            "Ledger entries with all words of a search.",
            types.answer::<Vec<Rule>>("Those that fit."),
        )
        .with([asked("q", "Words.", text()), asked("period", "A war.", text())])
        .or(read),
        Operation::get("/api/rules/{id}", "A ledger entry.", types.answer::<RulesShow>("The entry."))
            .with([in_path("id", "The id of an entry.")])
            .or(read),
        Operation::get("/api/qrs/{period}", "A quick reference.", other("A page.", "text/html"))
            .with([in_path("period", "A war."), asked("edition", "An edition of its rulebook.", text())])
            .or(read),
    ]
}

/// The OpenAPI document.
pub fn document() -> Value {
    let mut types = Types::new();
    let refusal = types.answer::<Refusal>("Why not.");
    let mut paths = Map::new();
    for operation in operations(&mut types) {
        let at = paths.entry(operation.path).or_insert_with(|| json!({}));
        at[operation.method] = operation.written(&refusal);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Double Quick",
            "description": "Battles for browsers. The engine decides; orders are stored before they are acknowledged.",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "paths": paths,
        "components": { "schemas": types.all() },
    })
}

/// The schemas of what the page reads and writes, by the names of their files.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    fn answer<T: JsonSchema>() -> Schema {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        SchemaGenerator::new(settings).into_root_schema_for::<T>()
    }
    fn question<T: JsonSchema>() -> Schema {
        schemars::schema_for!(T)
    }
    vec![
        ("server-battle", answer::<ShownBattle>()),
        ("server-battles", answer::<Vec<ListedBattle>>()),
        ("server-begun", answer::<Begun>()),
        ("server-done", answer::<Done>()),
        ("server-error", answer::<Refusal>()),
        ("server-join", question::<Join>()),
        ("server-joined", answer::<Joined>()),
        ("server-message", question::<Message>()),
        ("server-new-battle", question::<NewBattle>()),
        ("server-new-order", question::<NewOrder>()),
        ("server-push", answer::<Push>()),
        ("server-scenario", answer::<ShownScenario>()),
        ("server-scenarios", answer::<Vec<ListedScenario>>()),
        ("server-undo", question::<Undo>()),
    ]
}
