//! The same laws of storage on SQLite and on PostgreSQL.

mod common;

use std::sync::Arc;

use common::bot::Bot;
use common::postgres::Postgres;
use common::running::{Folder, Running, settings};
use engine::table::Side;
use server::{Deed, Kept, KeptOrder, KeptSeat, Metrics, Store};

fn order(text: &str, dice: &[u8]) -> KeptOrder {
    KeptOrder {
        side: Side::Second,
        text: text.to_owned(),
        dice: dice.to_vec(),
        digest: "00ff".to_owned(),
        reason: "it's \"worth\" it; naïve".to_owned(),
    }
}

fn kept(id: &str, public: bool) -> Kept {
    let seat = |kind: &str, token: &str| KeptSeat {
        kind: kind.to_owned(),
        token: token.to_owned(),
        ..KeptSeat::default()
    };
    Kept {
        id: id.to_owned(),
        scenario: "acw-training".to_owned(),
        title: "A title".to_owned(),
        begun: 1_800_000_000,
        public,
        seed: (1 << 53) - 1,
        base: "{\"a\": \"b\"}".to_owned(),
        ended: String::new(),
        seats: [seat("human", &format!("token of {id}")), seat("recruit", "")],
        orders: Vec::new(),
    }
}

fn given(battle: &str, n: usize, order: KeptOrder) -> Deed {
    Deed::Order { battle: battle.into(), n, order, ended: String::new() }
}

async fn open(url: &str) -> Store {
    Store::open(url, Arc::new(Metrics::default())).await.unwrap()
}

/// What is kept is there, when the database is opened again, too.
async fn what_is_kept_is_there(url: &str) {
    let store = open(url).await;
    let mut battle = kept("one", true);
    store.keep(Deed::Begin(Box::new(battle.clone()))).await.unwrap();
    store.keep(Deed::Begin(Box::new(kept("two", false)))).await.unwrap();
    for (n, order) in [order("done", &[]), order("check \"A\": \"B\"", &[10, 1])].iter().enumerate()
    {
        store.keep(given("one", n + 1, order.clone())).await.unwrap();
        battle.orders.push(order.clone());
    }
    battle.seats[1].token = "another".to_owned();
    battle.seats[1].resigned = true;
    let seat = battle.seats[1].clone();
    store.keep(Deed::Seat { battle: "one".into(), side: Side::Second, seat }).await.unwrap();
    assert_eq!(store.battle("one").await.unwrap(), Some(battle.clone()));
    store.close().await;
    let store = open(url).await;
    assert_eq!(store.battle("one").await.unwrap(), Some(battle.clone()));
    assert_eq!(store.battle("three").await.unwrap(), None);
    assert_eq!(store.count().await.unwrap(), 2);
    let mine = store.of_tokens(&["token of two".to_owned(), "nobody's".to_owned()]).await.unwrap();
    assert_eq!(mine.iter().map(|battle| &*battle.id).collect::<Vec<_>>(), ["two"]);
    let public = store.public(10).await.unwrap();
    assert_eq!(public.len(), 1);
    assert_eq!((public[0].orders, &*public[0].id, &public[0].seats), (2, "one", &battle.seats));
    store.close().await;
}

/// An order that is taken back is gone, and another can take its place; how a battle ended is known.
async fn orders_are_taken_back_and_battles_end(url: &str) {
    let store = open(url).await;
    store.keep(Deed::Begin(Box::new(kept("undone", false)))).await.unwrap();
    store.keep(given("undone", 1, order("one", &[]))).await.unwrap();
    store.keep(given("undone", 2, order("two", &[]))).await.unwrap();
    store.keep(Deed::Undo { battle: "undone".into(), n: 2 }).await.unwrap();
    let last = Deed::Order {
        battle: "undone".into(),
        n: 2,
        order: order("resign", &[]),
        ended: "first".to_owned(),
    };
    store.keep(last).await.unwrap();
    let battle = store.battle("undone").await.unwrap().unwrap();
    let texts: Vec<&str> = battle.orders.iter().map(|order| &*order.text).collect();
    assert_eq!((texts, &*battle.ended), (vec!["one", "resign"], "first"));
    store.close().await;
}

/// Of many that are kept at the same time, one that cannot be does not spoil the others.
async fn one_that_fails_spoils_no_other(url: &str) {
    let store = open(url).await;
    store.keep(Deed::Begin(Box::new(kept("crowded", false)))).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..200 {
        let store = store.clone();
        // Number 7 is given twice.
        let n = if n == 150 { 7 } else { n };
        tasks.spawn(async move { store.keep(given("crowded", n, order("x", &[3]))).await.is_ok() });
    }
    let kept = tasks.join_all().await;
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 199);
    let battle = store.battle("crowded").await.unwrap().unwrap();
    assert_eq!(battle.orders.len(), 199);
    store.close().await;
}

fn laws(url: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        what_is_kept_is_there(url).await;
        orders_are_taken_back_and_battles_end(url).await;
        one_that_fails_spoils_no_other(url).await;
    });
    a_battle_goes_on_after_a_restart(url);
}

/// A battle is played, the server stops, another goes on with it: the same orders, dice and digests.
fn a_battle_goes_on_after_a_restart(url: &str) {
    let mut server = Running::start(settings(url));
    let mut client = server.client();
    let mut bot = Bot::begin(&mut client, "acw-training", 3).unwrap();
    for _ in 0..40 {
        assert!(bot.step(&mut client).unwrap());
    }
    server.stop();
    let server = Running::start(settings(url));
    let mut client = server.client();
    let shown = client.good(&format!("/api/battles/{}?seat={}", bot.id, bot.tokens[1]));
    assert_eq!(shown["orders"], 40);
    assert_eq!(shown["yours"], serde_json::json!(["second"]));
    assert_eq!(shown["digest"], library::record::digest(&bot.game.state));
    assert_eq!(shown["record"]["orders"], serde_json::json!(bot.game.record.orders));
    for _ in 0..10 {
        assert!(bot.step(&mut client).unwrap());
    }
}

#[test]
fn the_laws_hold_on_sqlite() {
    laws(&Folder::new().sqlite());
}

#[test]
fn the_laws_hold_on_postgresql() {
    let postgres = Postgres::start();
    laws(&postgres.url());
}

#[test]
fn a_database_of_a_later_program_is_left_alone() {
    let folder = Folder::new();
    let url = folder.sqlite();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        open(&url).await.close().await;
        let pool = sqlx::AnyPool::connect(&url).await.unwrap();
        sqlx::query("UPDATE form SET version = 99").execute(&pool).await.unwrap();
        pool.close().await;
        let refused = Store::open(&url, Arc::new(Metrics::default())).await.err().unwrap();
        assert!(refused.to_string().contains("form 99"), "{refused}");
    });
}

#[test]
fn passwords_are_not_shown() {
    assert_eq!(server::shown("postgres://dq:secret@host/db"), "postgres://host/db");
    assert_eq!(server::shown("sqlite:///tmp/x.db"), "sqlite:///tmp/x.db");
}
