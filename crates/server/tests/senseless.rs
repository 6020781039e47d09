//! Requests without sense: whatever comes, the answer is one of ours, never an error of the server, and no battle
//! changes by it.

mod common;

use std::sync::OnceLock;

use common::bot::{self, Bot};
use common::client::Client;
use common::running::{Folder, Running, settings};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// A server for all cases, and a battle on it.
struct Fixture {
    _folder: Folder,
    server: Running,
    bot: Bot,
    begun: Value,
}

fn fixture() -> &'static std::sync::Mutex<Fixture> {
    static ONCE: OnceLock<std::sync::Mutex<Fixture>> = OnceLock::new();
    ONCE.get_or_init(|| {
        let folder = Folder::new();
        let server = Running::start(settings(&folder.sqlite()));
        let mut client = server.client();
        let mut bot = Bot::begin(&mut client, "acw-training", 4).unwrap();
        for _ in 0..20 {
            bot.step(&mut client).unwrap();
        }
        let begun = client.good(&format!("/api/battles/{}", bot.id));
        std::sync::Mutex::new(Fixture { _folder: folder, server, bot, begun })
    })
}

const PATHS: [&str; 20] = [
    "/api/health",
    "/api/openapi.json",
    "/api/scenarios",
    "/api/scenarios/{}",
    "/api/scenarios/{}/map.svg",
    "/api/scenarios/{}/thumbnail.png",
    "/api/battles",
    "/api/battles/public",
    "/api/battles/{}",
    "/api/battles/{}/map.svg",
    "/api/battles/{}/record",
    "/api/battles/{}/join",
    "/api/battles/{}/orders",
    "/api/battles/{}/undo",
    "/api/battles/{}/resign",
    "/api/battles/{}/socket",
    "/api/rules",
    "/api/rules/{}",
    "/api/qrs/{}",
    "/{}",
];

/// Names that are something somewhere. `ID` stands for the battle, `SEAT` and `OTHER` for its secrets.
const WORDS: [&str; 16] = [
    "ID",
    "SEAT",
    "OTHER",
    "acw-training",
    "acw",
    "FIRE-HALF",
    "",
    "done",
    "resign-not",
    "human",
    "recruit",
    "..",
    "%00",
    "ü",
    "null",
    "1e999",
];

/// What a request may have in it.
const FIELDS: [&str; 9] =
    ["seat", "after", "order", "invitation", "scenario", "record", "seats", "public", "rulings"];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u64..40).prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        select(&WORDS[..]).prop_map(Value::from),
        "\\PC{0,40}".prop_map(Value::from),
        "(done|fire at|move|check|\"[A-Z0-9]{1,3}\":|advance|[0-9]{1,4}|,| ){1,8}"
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((select(&FIELDS[..]), inner), 0..6).prop_map(|pairs| {
                Value::Object(
                    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
                )
            }),
        ]
    })
}

/// A request that is almost good: the fields of an order, each right or anything.
fn order() -> impl Strategy<Value = Value> {
    let or = |right: Value| prop_oneof![3 => Just(right), 1 => value()];
    (or(json!("SEAT")), or(json!(20)), value(), or(json!("x"))).prop_map(
        |(seat, after, order, more)| {
            let mut all = Map::new();
            all.insert("seat".to_owned(), seat);
            all.insert("after".to_owned(), after);
            if more == "x" {
                all.insert("order".to_owned(), order);
            } else {
                all.insert("invitation".to_owned(), order);
            }
            Value::Object(all)
        },
    )
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => value().prop_map(|value| value.to_string().into_bytes()),
        4 => order().prop_map(|value| value.to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
}

/// What may stand in an address.
fn escaped(text: &str) -> String {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~%".contains(&byte);
    text.bytes()
        .map(|b| if good(b) { char::from(b).to_string() } else { format!("%{b:02x}") })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_is_answered_and_none_breaks_anything(
        method in select(&["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"][..]),
        path in select(&PATHS[..]),
        word in prop_oneof![select(&WORDS[..]).prop_map(str::to_owned), "\\PC{0,20}"],
        asked in prop::collection::vec((select(&["seat", "token", "after", "q", "x"][..]), "\\PC{0,12}"), 0..3),
        body in body(),
    ) {
        let fixture = fixture().lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let bot = &fixture.bot;
        let [seat, other] = match bot.asked() {
            // The secret of the side that is not asked, so that nothing can be done with it.
            Some(side) => [&bot.tokens[side.enemy() as usize], "x"],
            None => ["x", "x"],
        };
        let word = match word.as_str() { "ID" => bot.id.clone(), word => escaped(word) };
        let pairs: Vec<String> = asked.iter().map(|(key, value)| format!("{key}={}", escaped(value))).collect();
        let mut path = path.replace("{}", &word);
        if !pairs.is_empty() {
            path += &format!("?{}", pairs.join("&"));
        }
        let body = match String::from_utf8(body) {
            Ok(text) => text.replace("SEAT", seat).replace("OTHER", other).into_bytes(),
            Err(bytes) => bytes.into_bytes(),
        };
        let resigns = method == "POST" && path.contains("/resign");
        let body = if resigns { b"{}".to_vec() } else { body };
        let mut client = Client::new(fixture.server.address);
        let answer = client.ask(method, &path, Some(&body)).unwrap();
        prop_assert!(answer.status < 500, "{method} {path}: {}", answer.status);
        if answer.status >= 400 && path.starts_with("/api") {
            let said: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            prop_assert!(said["error"]["message"].is_string(), "{method} {path}: {}", answer.status);
        }
        let now = client.good(&format!("/api/battles/{}", bot.id));
        prop_assert_eq!(&now["record"], &fixture.begun["record"]);
    }

    #[test]
    fn senseless_messages_leave_a_socket_open(messages in prop::collection::vec(value(), 1..6)) {
        let fixture = fixture().lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let path = format!("/api/battles/{}/socket", fixture.bot.id);
        let mut socket = fixture.server.socket(&path).unwrap();
        for message in &messages {
            socket.send(message);
            prop_assert_eq!(&socket.next_of("wrong")["error"]["code"], "bad-request");
        }
        let stale = json!({ "id": "last", "seat": "x", "after": 0, "order": "done" });
        socket.send(&stale);
        prop_assert_eq!(&socket.next_of("wrong")["id"], "last");
    }
}

#[test]
fn records_without_sense_begin_nothing() {
    let fixture = fixture().lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut client = Client::new(fixture.server.address);
    let record = fixture.begun["record"].clone();
    assert_eq!(bot::game(&record).record.orders.len(), 20);
    let changes: [(&str, Value); 9] = [
        ("format", json!(99)),
        ("battle", json!("")),
        ("battle", json!("title = 1")),
        ("edition", json!("none")),
        ("rulings", json!({ "no": "such" })),
        ("dice", json!([0, 11])),
        ("orders", json!(["", "done"])),
        ("set", json!({ "0": [{ "no": "such" }] })),
        ("digests", json!({ "0": "00" })),
    ];
    for (field, value) in changes {
        let mut broken = record.clone();
        broken[field] = value;
        let wanted = json!({ "record": broken, "seats": ["human", "human"] });
        let answer = client.post("/api/battles", &wanted);
        assert_eq!((answer.status, answer.code().as_str()), (422, "bad-record"), "{field}");
    }
}
