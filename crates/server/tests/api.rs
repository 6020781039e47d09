//! The server as its clients see it, over real HTTP and sockets.

mod common;

use std::time::Duration;

use common::bot::{self, Bot};
use common::client::Client;
use common::running::{Folder, Running, settings};
use engine::table::Side;
use library::record::{Record, Replay};
use serde_json::{Value, json};
use server::Settings;

fn started() -> (Folder, Running, Client) {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.sqlite()));
    let client = server.client();
    (folder, server, client)
}

fn begun(client: &mut Client, seats: [&str; 2]) -> (String, Value) {
    let wanted = json!({ "scenario": "acw-training", "seats": seats });
    let answer = client.post("/api/battles", &wanted);
    assert_eq!(answer.status, 201, "{}", answer.json());
    let begun = answer.json();
    (begun["id"].as_str().unwrap().to_owned(), begun)
}

/// What stands behind `=` in a link.
fn secret(link: &Value) -> String {
    link.as_str().unwrap().split('=').nth(1).unwrap().to_owned()
}

/// Asserts that an answer is an error of ours.
fn refused(answer: &common::client::Answer, status: u16, code: &str) {
    let said = answer.json();
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{said}");
    assert!(said["error"]["message"].as_str().is_some_and(|message| message.len() > 5), "{said}");
}

#[test]
fn a_whole_battle_is_played_and_its_record_replays() {
    let (_folder, _server, mut client) = started();
    let mut bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let path = format!("/api/battles/{}", bot.id);
    assert_eq!(client.good(&path)["record"]["seed"], Value::Null, "the seed is secret");
    while bot.step(&mut client).unwrap() {}
    let shown = client.good(&path);
    assert!(shown["over"]["why"].is_string(), "{}", shown["over"]);
    assert_eq!(shown["asked"], Value::Null);
    let answer = client.get(&format!("{path}/record"));
    assert!(answer.head.contains("attachment"), "{}", answer.head);
    let record = Record::read(&String::from_utf8(answer.body).unwrap()).unwrap();
    assert!(record.seed.is_some(), "now it is none any more");
    let replay = Replay::of(&record).unwrap();
    assert_eq!(library::record::digest(replay.end()), library::record::digest(&bot.game.state));
    let mut dice = engine::Seeded::new(record.seed.unwrap(), 0);
    let fell = record.dice.iter().map(|_| engine::Dice::roll(&mut dice).unwrap().face());
    assert_eq!(fell.collect::<Vec<u8>>(), record.dice, "and the dice were those of the seed");
    let more = bot.post(&mut client, Side::First, "done").unwrap();
    refused(&more, 409, "over");
    let mine =
        client.good(&format!("/api/battles?token={}&token={}", bot.tokens[0], bot.tokens[1]));
    assert_eq!(mine[0]["over"], true);
    assert_eq!(mine[0]["yours"], json!(["first", "second"]));
}

#[test]
fn nobody_gives_orders_for_the_seat_of_another() {
    let (_folder, _server, mut client) = started();
    let bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let asked = bot.asked().unwrap();
    refused(&bot.post(&mut client, asked.enemy(), "done").unwrap(), 409, "not-asked");
    let path = format!("/api/battles/{}", bot.id);
    for seat in ["", "x", &bot.id, &"a".repeat(32), &bot.tokens[0].to_uppercase()] {
        let order = json!({ "seat": seat, "after": 0, "order": "done" });
        refused(&client.post(&format!("{path}/orders"), &order), 403, "no-such-seat");
        let undo = json!({ "seat": seat, "after": 0 });
        refused(&client.post(&format!("{path}/undo"), &undo), 403, "no-such-seat");
        refused(
            &client.post(&format!("{path}/resign"), &json!({ "seat": seat })),
            403,
            "no-such-seat",
        );
    }
    refused(&client.get(&format!("{path}?seat=wrong")), 403, "no-such-seat");
    // The seat of one battle is none of another.
    let other = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let order = json!({ "seat": other.tokens[asked as usize], "after": 0, "order": "done" });
    refused(&client.post(&format!("{path}/orders"), &order), 403, "no-such-seat");
    assert_eq!(client.good(&path)["orders"], 0);
}

#[test]
fn what_cannot_be_ordered_changes_nothing_and_says_why() {
    let (_folder, _server, mut client) = started();
    let bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let asked = bot.asked().unwrap();
    let before = client.good(&format!("/api/battles/{}", bot.id));
    let unreadable = bot.post(&mut client, asked, "advance everybody").unwrap();
    refused(&unreadable, 422, "bad-order");
    assert!(unreadable.json()["error"]["at"].is_number());
    let refusal = bot.post(&mut client, asked, "fight \"nobody\"").unwrap();
    assert_eq!(refusal.status, 422);
    let unit = bot.game.state.name(bot.game.state.of_side(asked).next().unwrap()).to_owned();
    let refusal = bot.post(&mut client, asked, &format!("fight \"{unit}\"")).unwrap();
    refused(&refusal, 422, "refused");
    assert!(refusal.json()["error"]["rule"].is_string(), "{}", refusal.json());
    let stale = json!({ "seat": bot.tokens[asked as usize], "after": 3, "order": "done" });
    refused(&client.post(&format!("/api/battles/{}/orders", bot.id), &stale), 409, "stale");
    assert_eq!(client.good(&format!("/api/battles/{}", bot.id)), before);
}

#[test]
fn an_order_is_taken_back_until_the_next_die() {
    let (_folder, server, mut client) = started();
    let bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let path = format!("/api/battles/{}", bot.id);
    let asked = bot.asked().unwrap();
    let mut watcher = server.socket(&format!("{path}/socket")).unwrap();
    // Who has been greeted misses nothing.
    watcher.next_of("presence");
    let before = client.good(&path);
    let undo = |client: &mut Client, side: Side, after: usize| {
        let undo = json!({ "seat": bot.tokens[side as usize], "after": after });
        client.post(&format!("{path}/undo"), &undo)
    };
    refused(&undo(&mut client, asked, 0), 409, "nothing-to-undo");
    let done = bot.post(&mut client, asked, "done").unwrap();
    assert_eq!((done.status, done.json()["dice"].clone()), (200, json!([])));
    assert_eq!(client.good(&path)["undo"], asked.name());
    refused(&undo(&mut client, asked.enemy(), 1), 409, "nothing-to-undo");
    refused(&undo(&mut client, asked, 0), 409, "stale");
    let undone = undo(&mut client, asked, 1);
    assert_eq!((undone.status, undone.json()["n"].clone()), (200, json!(0)));
    assert_eq!(undone.json()["digest"], before["digest"]);
    assert_eq!(client.good(&path)["record"], before["record"]);
    let pushed = watcher.next_of("undo");
    assert_eq!((&pushed["n"], &pushed["digest"]), (&json!(0), &before["digest"]));
}

#[test]
fn an_order_can_be_taken_back_after_a_restart() {
    let folder = Folder::new();
    let mut server = Running::start(settings(&folder.sqlite()));
    let mut client = server.client();
    let bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let asked = bot.asked().unwrap();
    assert_eq!(bot.post(&mut client, asked, "done").unwrap().status, 200);
    server.stop();
    let server = Running::start(settings(&folder.sqlite()));
    let undo = json!({ "seat": bot.tokens[asked as usize], "after": 1 });
    let undone = server.client().post(&format!("/api/battles/{}/undo", bot.id), &undo);
    assert_eq!(undone.status, 200, "{}", undone.json());
}

#[test]
fn a_friend_follows_an_invitation_once() {
    let (_folder, server, mut client) = started();
    let (id, begun) = begun(&mut client, ["human", "open"]);
    let path = format!("/api/battles/{id}");
    assert_eq!(begun["seats"][1]["token"], Value::Null);
    let invitation = secret(&begun["seats"][1]["link"]);
    assert!(
        begun["seats"][1]["link"]
            .as_str()
            .unwrap()
            .starts_with(&format!("/battle/{id}#invitation="))
    );
    assert_eq!(client.good(&path)["seats"][1]["taken"], false);
    let mut socket = server.socket(&format!("{path}/socket")).unwrap();
    // Who has been greeted misses nothing.
    assert_eq!(socket.next_of("presence")["seats"][1]["taken"], false);
    let mut join = |invitation: &str| {
        client.post(&format!("{path}/join"), &json!({ "invitation": invitation }))
    };
    refused(&join("wrong"), 403, "no-such-invitation");
    refused(&join(""), 403, "no-such-invitation");
    let joined = join(&invitation);
    assert_eq!((joined.status, joined.json()["side"].clone()), (200, json!("second")));
    refused(&join(&invitation), 409, "taken");
    let token = joined.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(joined.json()["link"], format!("/battle/{id}#seat={token}"));
    // The invitation itself gives no orders.
    refused(&client.get(&format!("{path}?seat={invitation}")), 403, "no-such-seat");
    assert_eq!(client.good(&format!("{path}?seat={token}"))["yours"], json!(["second"]));
    assert_eq!(socket.next_of("presence")["seats"][1]["taken"], true);
}

#[test]
fn what_happens_is_pushed_to_all_and_who_comes_late_gets_what_he_missed() {
    let (_folder, server, mut client) = started();
    let mut bot = Bot::begin(&mut client, "acw-training", 5).unwrap();
    let path = format!("/api/battles/{}/socket", bot.id);
    let mut player = server.socket(&format!("{path}?seat={}", bot.tokens[0])).unwrap();
    let hello = player.next().unwrap();
    assert_eq!((hello["kind"].as_str(), &hello["orders"]), (Some("presence"), &json!(0)));
    assert_eq!(
        (&hello["seats"][0]["online"], &hello["seats"][1]["online"]),
        (&json!(true), &json!(false))
    );
    let mut watcher = server.socket(&path).unwrap();
    assert_eq!(player.next().unwrap()["watchers"], 1);
    for _ in 0..30 {
        bot.step(&mut client).unwrap();
    }
    let mut late = server.socket(&format!("{path}?after=0")).unwrap();
    let mut orders = [&mut player, &mut watcher, &mut late].map(|socket| {
        let take = |_| socket.next_of("order");
        (0..30).map(take).collect::<Vec<Value>>()
    });
    assert_eq!(orders[0], orders[1]);
    let texts: Vec<&str> = orders[0].iter().map(|order| order["order"].as_str().unwrap()).collect();
    assert_eq!(texts, bot.game.record.orders);
    for order in orders.iter_mut().flatten() {
        for word in ["digest", "asked", "over"] {
            order.as_object_mut().unwrap().remove(word);
        }
    }
    assert_eq!(orders[0], orders[2]);
    drop(player);
    while watcher.next_of("presence")["seats"][0]["online"] != false {}
}

#[test]
fn orders_come_through_a_socket_too() {
    let (_folder, server, mut client) = started();
    let bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let asked = bot.asked().unwrap();
    let mut socket = server.socket(&format!("/api/battles/{}/socket", bot.id)).unwrap();
    let order = |after: usize| json!({ "id": 7, "seat": bot.tokens[asked as usize], "after": after, "order": "done" });
    socket.send(&order(4));
    let wrong = socket.next_of("wrong");
    assert_eq!((&wrong["id"], &wrong["error"]["code"]), (&json!(7), &json!("stale")));
    socket.send(&json!({ "order": "done" }));
    assert_eq!(socket.next_of("wrong")["error"]["code"], "bad-request");
    socket.send(&order(0));
    let done = socket.next_of("done");
    assert_eq!((&done["id"], &done["n"]), (&json!(7), &json!(1)));
    assert_eq!(socket.next_of("order")["n"], 1);
}

#[test]
fn the_machine_answers_with_reasons_and_goes_on_after_a_restart() {
    let folder = Folder::new();
    let mut server = Running::start(settings(&folder.sqlite()));
    let mut client = server.client();
    let (id, begun) = begun(&mut client, ["human", "recruit"]);
    let token = begun["seats"][0]["token"].as_str().unwrap().to_owned();
    assert_eq!(begun["seats"][1]["link"], Value::Null);
    let path = format!("/api/battles/{id}");
    let mut reasons = 0;
    let mut known = 0;
    // The human passes whenever he is asked; what the machine does meanwhile is pushed.
    for restart in [true, false] {
        let mut socket =
            server.socket(&format!("{path}/socket?seat={token}&after={known}")).unwrap();
        let mut shown = client.good(&path);
        while reasons < if restart { 5 } else { 10 } {
            known = shown["orders"].as_u64().unwrap() as usize;
            if shown["asked"] == "first" {
                let order = json!({ "seat": token, "after": known, "order": "done" });
                let answer = client.post(&format!("{path}/orders"), &order);
                assert_eq!(answer.status, 200, "{}", answer.json());
            }
            let order = socket.next_of("order");
            reasons += usize::from(order["reason"].is_string());
            shown = client.good(&path);
        }
        if restart {
            server.stop();
            socket.closes();
            server = Running::start(settings(&folder.sqlite()));
            client = server.client();
        }
    }
    let given = client.good(&path)["given"].as_array().unwrap().clone();
    assert!(given.iter().any(|order| order["by"] == "second" && order["reason"].is_string()));
}

#[test]
fn two_machines_fight_to_the_end_while_somebody_watches() {
    let (_folder, server, mut client) = started();
    let (id, _) = begun(&mut client, ["random", "random"]);
    let mut socket = server.socket(&format!("/api/battles/{id}/socket")).unwrap();
    let over = socket.next_of("over");
    assert!(over["ending"]["why"].is_string() && over["seed"].is_number(), "{over}");
    let record = client.good(&format!("/api/battles/{id}"))["record"].clone();
    assert!(Replay::of(&Record::read(&record.to_string()).unwrap()).is_ok());
}

#[test]
fn generals_who_may_not_think_long_fight_a_battle_to_its_end() {
    let folder = Folder::new();
    let thought = Duration::ZERO;
    let server = Running::start(Settings { thought, ..settings(&folder.sqlite()) });
    let (id, _) = begun(&mut server.client(), ["general", "general"]);
    let mut socket = server.socket(&format!("/api/battles/{id}/socket")).unwrap();
    assert!(socket.next_of("over")["ending"]["why"].is_string());
}

#[test]
fn who_resigns_loses_as_soon_as_he_is_asked() {
    let (_folder, _server, mut client) = started();
    let bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let asked = bot.asked().unwrap();
    let path = format!("/api/battles/{}", bot.id);
    let resign = json!({ "seat": bot.tokens[asked.enemy() as usize] });
    let answer = client.post(&format!("{path}/resign"), &resign);
    assert_eq!((answer.status, answer.json()["kind"].clone()), (200, json!("resigned")));
    assert_eq!(client.good(&path)["over"], Value::Null);
    // He who is asked resigns at once.
    let resign = json!({ "seat": bot.tokens[asked as usize] });
    let answer = client.post(&format!("{path}/resign"), &resign);
    assert_eq!((answer.status, answer.json()["over"].clone()), (200, json!(true)));
    let over = client.good(&path)["over"].clone();
    assert_eq!((&over["winner"], &over["why"]), (&json!(asked.enemy().name()), &json!("resigned")));
}

/// A record of the crossroads in which one side has two stands left of sixty.
fn nearly_gone(beaten: Side) -> Value {
    let mut session = referee::Session::new();
    let mut ask = |request: Value| -> Value {
        serde_json::from_str(&session.answer(&request.to_string())).unwrap()
    };
    ask(json!({ "do": "start", "battle": "acw-training", "seed": 1 }));
    let units = ask(json!({ "do": "view" }))["units"].as_array().unwrap().clone();
    let own: Vec<&Value> = units.iter().filter(|unit| unit["side"] == beaten.name()).collect();
    let mut set: Vec<Value> =
        own[1..].iter().map(|unit| json!({ "name": unit["name"], "gone": true })).collect();
    set.push(json!({ "name": own[0]["name"], "stands": 2 }));
    // It holds nothing, so that it is not ahead.
    let keys = ask(json!({ "do": "view" }))["key-positions"].clone();
    let holder = beaten.enemy().name();
    let keys: Vec<Value> = keys
        .as_array()
        .unwrap()
        .iter()
        .map(|key| json!({ "name": key["name"], "holder": holder }))
        .collect();
    let done = ask(json!({ "do": "set", "units": set, "key-positions": keys }));
    assert_eq!(done["did"], "set", "{done}");
    ask(json!({ "do": "record" }))["record"].clone()
}

#[test]
fn a_machine_that_is_beaten_gives_up_if_that_is_accepted() {
    let (_folder, server, mut client) = started();
    // The second side is the machine's, and the first is asked.
    let wanted = json!({ "record": nearly_gone(Side::Second), "seats": ["human", "recruit"] });
    let answer = client.post("/api/battles", &wanted);
    assert_eq!(answer.status, 201, "{}", answer.json());
    let begun = answer.json();
    let path = format!("/api/battles/{}", begun["id"].as_str().unwrap());
    let token = &begun["seats"][0]["token"];
    let shown = client.good(&path);
    assert_eq!((&shown["beaten"], &shown["asked"]), (&json!("second"), &json!("first")));
    let wrong = json!({ "seat": "wrong" });
    refused(&client.post(&format!("{path}/surrender"), &wrong), 403, "no-such-seat");
    let mut socket = server.socket(&format!("{path}/socket")).unwrap();
    // Who has been greeted misses nothing.
    socket.next_of("presence");
    let answer = client.post(&format!("{path}/surrender"), &json!({ "seat": token })).json();
    // What was left of one's own turn is passed, and it is over at once.
    assert_eq!((&answer["order"], &answer["by"]), (&json!("resign"), &json!("second")), "{answer}");
    assert_eq!(answer["over"], true);
    for n in 1..=answer["n"].as_u64().unwrap() {
        assert_eq!(socket.next_of("order")["n"], n);
    }
    let over = client.good(&path);
    let ending = (&over["over"]["winner"], &over["over"]["why"]);
    assert_eq!(ending, (&json!("first"), &json!("resigned")));
    assert!(Replay::of(&Record::read(&over["record"].to_string()).unwrap()).is_ok());
}

#[test]
fn nobody_else_surrenders() {
    let (_folder, _server, mut client) = started();
    for (beaten, seats) in [(Side::Second, ["human", "human"]), (Side::First, ["human", "recruit"])]
    {
        let wanted = json!({ "record": nearly_gone(beaten), "seats": seats });
        let begun = client.post("/api/battles", &wanted).json();
        let path = format!("/api/battles/{}", begun["id"].as_str().unwrap());
        let seat = json!({ "seat": begun["seats"][0]["token"] });
        assert_eq!(client.good(&path)["beaten"], beaten.name());
        refused(&client.post(&format!("{path}/surrender"), &seat), 409, "no-surrender");
    }
    // At its beginning a battle is open.
    let (id, begun) = begun(&mut client, ["human", "recruit"]);
    let path = format!("/api/battles/{id}");
    assert_eq!(client.good(&path)["beaten"], Value::Null);
    let seat = json!({ "seat": begun["seats"][0]["token"] });
    refused(&client.post(&format!("{path}/surrender"), &seat), 409, "no-surrender");
}

#[test]
fn a_record_is_gone_on_from() {
    let (_folder, server, mut client) = started();
    let mut bot = Bot::begin(&mut client, "acw-training", 9).unwrap();
    for _ in 0..25 {
        bot.step(&mut client).unwrap();
    }
    let record = client.get(&format!("/api/battles/{}/record", bot.id)).json();
    let wanted = json!({ "record": record, "seats": ["human", "human"] });
    let answer = client.post("/api/battles", &wanted);
    assert_eq!(answer.status, 201, "{}", answer.json());
    let begun = answer.json();
    let id = begun["id"].as_str().unwrap();
    let shown = client.good(&format!("/api/battles/{id}"));
    assert_eq!((&shown["orders"], &shown["undo"]), (&json!(25), &Value::Null));
    assert_eq!(shown["digest"], library::record::digest(&bot.game.state));
    // It goes on as another battle, which can be loaded again.
    let asked = bot.asked().unwrap();
    let token = &begun["seats"][asked as usize]["token"];
    let order = json!({ "seat": token, "after": 25, "order": "resign" });
    assert_eq!(client.post(&format!("/api/battles/{id}/orders"), &order).status, 200);
    assert_eq!(client.good(&format!("/api/battles/{}", bot.id))["orders"], 25);
    let mut late = server.socket(&format!("/api/battles/{id}/socket?after=0")).unwrap();
    assert_eq!(late.next_of("order")["n"], 26);
    let bad = json!({ "record": { "format": 2 }, "seats": ["human", "human"] });
    refused(&client.post("/api/battles", &bad), 422, "bad-record");
    let mut broken = record.clone();
    broken["orders"][3] = json!("fight \"nobody\"");
    let bad = json!({ "record": broken, "seats": ["human", "human"] });
    refused(&client.post("/api/battles", &bad), 422, "bad-record");
    let both = json!({ "record": record, "rulings": { "a": "b" }, "seats": ["human", "human"] });
    refused(&client.post("/api/battles", &both), 400, "bad-request");
}

#[test]
fn editions_and_rulings_are_chosen_or_refused() {
    let (_folder, _server, mut client) = started();
    let seats = ["human", "human"];
    let wanted = json!({ "scenario": "maw-training", "edition": "qrs", "seats": seats });
    let answer = client.post("/api/battles", &wanted);
    assert_eq!(answer.status, 201);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(client.good(&format!("/api/battles/{id}"))["record"]["edition"], "qrs");
    let rulings = json!({ "charge-bands": "eight" });
    let wanted =
        json!({ "scenario": "maw-training", "edition": "qrs", "rulings": rulings, "seats": seats });
    assert_eq!(client.post("/api/battles", &wanted).status, 201);
    let wanted = json!({ "scenario": "maw-training", "edition": "third", "seats": seats });
    refused(&client.post("/api/battles", &wanted), 422, "bad-scenario");
    let wanted = json!({ "scenario": "maw-training", "rulings": { "no": "such" }, "seats": seats });
    refused(&client.post("/api/battles", &wanted), 422, "bad-scenario");
    let wanted = json!({ "scenario": "acw-trainin", "seats": seats });
    let answer = client.post("/api/battles", &wanted);
    refused(&answer, 404, "no-such-scenario");
    assert!(answer.json()["error"]["message"].as_str().unwrap().contains("acw-training"));
}

#[test]
fn scenarios_rules_and_sheets_are_read() {
    let (_folder, _server, mut client) = started();
    let all = client.good("/api/scenarios");
    assert_eq!(all.as_array().unwrap().len(), library::BATTLES.len());
    let one = all.as_array().unwrap().iter().find(|one| one["name"] == "maw-palo-alto").unwrap();
    assert!(one["paragraph"].as_str().unwrap().contains("Taylor"), "{one}");
    let whole = client.good("/api/scenarios/maw-palo-alto");
    assert_eq!(whole["briefing"], "The briefing of Palo Alto");
    let editions: Vec<&str> = whole["editions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["edition"].as_str().unwrap())
        .collect();
    assert_eq!(editions, ["booklet", "qrs"]);
    let map = client.get("/api/scenarios/acw-training/map.svg");
    assert!(map.head.contains("image/svg+xml") && map.body.starts_with(b"<svg"), "{}", map.head);
    let small = client.get("/api/scenarios/acw-training/thumbnail.png");
    assert!(
        small.head.contains("image/png") && small.body.starts_with(b"\x89PNG"),
        "{}",
        small.head
    );
    let (id, _) = begun(&mut client, ["human", "human"]);
    assert_eq!(client.get(&format!("/api/battles/{id}/map.svg")).body, map.body);
    refused(&client.get("/api/scenarios/nowhere"), 404, "no-such-scenario");
    let found = client.good("/api/rules?q=Cold+STEEL&period=acw");
    assert!(found.as_array().unwrap().iter().any(|rule| rule["id"] == "CHG-COLD-STEEL"));
    assert!(client.good("/api/rules/chg-cold-steel")["text"].as_str().unwrap().len() > 20);
    refused(&client.get("/api/rules/CHG-COLD-STEAL"), 404, "no-such-rule");
    assert_eq!(client.get("/api/qrs/acw").body, b"<p>acw None</p>");
    refused(&client.get("/api/qrs/ww2"), 404, "no-such-period");
}

#[test]
fn public_battles_are_found_and_others_are_not() {
    let (_folder, _server, mut client) = started();
    let (hidden, _) = begun(&mut client, ["human", "open"]);
    let wanted = json!({ "scenario": "acw-training", "seats": ["human", "open"], "public": true });
    let open = client.post("/api/battles", &wanted).json()["id"].clone();
    let found = client.good("/api/battles/public");
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!((&found[0]["id"], &found[0]["yours"]), (&open, &json!([])));
    assert_eq!(found[0]["seats"][1], json!({ "side": "second", "kind": "open", "taken": false }));
    assert_eq!(client.good("/api/battles"), json!([]));
    assert_eq!(client.good(&format!("/api/battles?token={hidden}")), json!([]));
    let all = client.get("/api/battles/public").body;
    assert!(!String::from_utf8(all).unwrap().contains("token"), "no secret is listed");
}

#[test]
fn bad_requests_are_told_what_is_wrong() {
    let (_folder, server, mut client) = started();
    refused(&client.get("/api/nothing"), 404, "not-found");
    refused(&client.get("/api"), 404, "not-found");
    refused(&client.ask("DELETE", "/api/battles", None).unwrap(), 405, "no-such-method");
    refused(&client.ask("POST", "/", None).unwrap(), 405, "no-such-method");
    refused(&client.get("/api/battles/none"), 404, "no-such-battle");
    refused(&client.get("/api/battles/none/record"), 404, "no-such-battle");
    refused(&client.get("/api/battles/public?x=1"), 400, "bad-request");
    refused(&client.get("/api/rules?q=a&q=b"), 400, "bad-request");
    refused(&client.ask("POST", "/api/battles", Some(b"{")).unwrap(), 400, "bad-request");
    refused(&client.ask("POST", "/api/battles", Some(b"\xff\xfe")).unwrap(), 400, "bad-request");
    let wrong = [
        json!({}),
        json!([]),
        json!({ "seats": ["human", "human"] }),
        json!({ "scenario": "acw-training", "seats": ["human"] }),
        json!({ "scenario": "acw-training", "seats": ["human", "colonel"] }),
        json!({ "scenario": "acw-training", "seats": ["human", "human"], "seed": 1 }),
        json!({ "scenario": "acw-training", "record": {}, "seats": ["human", "human"] }),
    ];
    for wanted in wrong {
        refused(&client.post("/api/battles", &wanted), 400, "bad-request");
    }
    let large = vec![b' '; 3_000_000];
    refused(&client.ask("POST", "/api/battles", Some(&large)).unwrap(), 413, "too-large");
    let (id, _) = begun(&mut server.client(), ["human", "human"]);
    let path = format!("/api/battles/{id}");
    let mut client = server.client();
    let large = vec![b' '; 20_000];
    let orders = format!("{path}/orders");
    refused(&client.ask("POST", &orders, Some(&large)).unwrap(), 413, "too-large");
    let mut client = server.client();
    refused(&client.get(&format!("{path}/socket")), 400, "bad-request");
    assert_eq!(server.socket(&format!("{path}/socket?seat=wrong")).err(), Some(403));
    assert_eq!(server.socket(&format!("{path}/socket?after=x")).err(), Some(400));
    assert_eq!(server.socket("/api/battles/none/socket").err(), Some(404));
}

#[test]
fn sizes_and_numbers_are_bounded() {
    let folder = Folder::new();
    let tight = Settings { battles: 2, crowd: 2, ..settings(&folder.sqlite()) };
    let server = Running::start(tight);
    let mut client = server.client();
    let (id, _) = begun(&mut client, ["human", "human"]);
    begun(&mut client, ["human", "human"]);
    let wanted = json!({ "scenario": "acw-training", "seats": ["human", "human"] });
    refused(&client.post("/api/battles", &wanted), 429, "full");
    let path = format!("/api/battles/{id}/socket");
    let mut first = server.socket(&path).unwrap();
    first.next_of("presence");
    let mut second = server.socket(&path).unwrap();
    second.next_of("presence");
    assert_eq!(server.socket(&path).err(), Some(429));
    drop(second);
    while first.next_of("presence")["watchers"] != 1 {}
    assert!(server.socket(&path).is_ok());
}

#[test]
fn sockets_are_counted_by_address_and_in_all() {
    let folder = Folder::new();
    let each = Settings { sockets_each: 2, ..settings(&folder.sqlite()) };
    let server = Running::start(each);
    let mut client = server.client();
    let (id, _) = begun(&mut client, ["human", "human"]);
    let (other, _) = begun(&mut client, ["human", "human"]);
    let [path, other] = [id, other].map(|id| format!("/api/battles/{id}/socket"));
    let mut first = server.socket(&path).unwrap();
    first.next_of("presence");
    let second = server.socket(&other).unwrap();
    // At whatever battle.
    assert_eq!(server.socket(&path).err(), Some(429));
    assert_eq!(server.socket(&other).err(), Some(429));
    drop(second);
    // Who has closed one may open another, as soon as the server knows of it.
    let open = |client: &mut Client| {
        String::from_utf8(client.get("/metrics").body).unwrap().contains("dq_sockets 2\n")
    };
    while open(&mut client) {}
    let mut again = server.socket(&path).unwrap();
    again.next_of("presence");
    drop(server);

    let folder = Folder::new();
    let all = Settings { sockets: 1, sockets_each: 0, ..settings(&folder.sqlite()) };
    let server = Running::start(all);
    let (id, _) = begun(&mut server.client(), ["human", "human"]);
    let path = format!("/api/battles/{id}/socket");
    let mut only = server.socket(&path).unwrap();
    only.next_of("presence");
    assert_eq!(server.socket(&path).err(), Some(429));
}

#[test]
fn who_asks_too_often_is_told_to_wait() {
    let folder = Folder::new();
    let server = Running::start(Settings { rate: 2, ..settings(&folder.sqlite()) });
    let mut client = server.client();
    let answers: Vec<u16> = (0..40).map(|_| client.get("/api/battles/public").status).collect();
    assert_eq!(answers[..8], [200; 8]);
    assert!(answers.contains(&429), "{answers:?}");
    // The page itself and the measures are not counted.
    assert_eq!(client.get("/").status, 200);
    assert!(client.get("/metrics").head.contains("text/plain"));
}

#[test]
fn the_page_is_served_for_its_routes_and_carefully() {
    let (_folder, _server, mut client) = started();
    for path in ["/", "/battle/abc", "/replay/abc", "/rules", "/qrs/acw"] {
        let answer = client.get(path);
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("text/html"), "{path}: {}", answer.head);
        assert!(answer.head.contains("referrer-policy: no-referrer"), "{}", answer.head);
        assert!(answer.head.contains("content-security-policy: default-src 'self'"));
        assert!(String::from_utf8_lossy(&answer.body).contains("Double Quick"));
    }
    assert_eq!(client.get("/assets/none.js").status, 404);
    assert_eq!(client.get("/../../etc/passwd.txt").status, 404);
}

#[test]
fn what_is_counted_is_told() {
    let (_folder, server, mut client) = started();
    let mut bot = Bot::begin(&mut client, "acw-training", 1).unwrap();
    let _socket = server.socket(&format!("/api/battles/{}/socket", bot.id)).unwrap();
    for _ in 0..10 {
        bot.step(&mut client).unwrap();
    }
    let text = String::from_utf8(client.get("/metrics").body).unwrap();
    for line in [
        "dq_battles_begun_total 1",
        "dq_battles_kept 1",
        "dq_battles_live 1",
        "dq_orders_total 10",
        "dq_sockets 1",
        "dq_order_seconds_count 10",
    ] {
        assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
    }
}

#[test]
fn every_documented_address_is_answered() {
    let (_folder, _server, mut client) = started();
    let document = client.good("/api/openapi.json");
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let path =
                path.replace("{id}", "none").replace("{name}", "none").replace("{period}", "none");
            let method = method.to_uppercase();
            let answer = client.ask(&method, &path, Some(b"{}")).unwrap();
            let documented = operation["responses"].get(answer.status.to_string());
            assert!(documented.is_some(), "{method} {path}: {} is not documented", answer.status);
            if answer.status >= 400 {
                assert_ne!(answer.code(), "not-found", "{method} {path}");
            }
        }
    }
}

#[test]
fn bots_agree_with_the_server_in_every_war() {
    let (_folder, _server, mut client) = started();
    for scenario in ["awi-training", "1812-training", "maw-training"] {
        let mut bot = Bot::begin(&mut client, scenario, 11).unwrap();
        for _ in 0..60 {
            bot.step(&mut client).unwrap();
        }
        let shown = client.good(&format!("/api/battles/{}", bot.id));
        let game = bot::game(&shown["record"]);
        assert_eq!(game.record.orders, bot.game.record.orders);
    }
}
