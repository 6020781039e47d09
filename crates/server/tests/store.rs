//! The same laws of storage on SQLite and on PostgreSQL.

mod common;

use std::sync::Arc;

use common::bot::Bot;
use common::postgres::Postgres;
use common::running::{Folder, Running, settings};
use engine::table::Side;
use server::{Deed, Kept, KeptOrder, KeptSeat, Metrics, Settings, Store};

fn order(text: &str, dice: &[u8]) -> KeptOrder {
    KeptOrder {
        side: Side::Second,
        text: text.to_owned(),
        dice: dice.to_vec(),
        digest: "00ff".to_owned(),
        reason: "it's \"worth\" it; naïve".to_owned(),
        given: 1_800_000_100,
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

/// Battles without an order for long are found and deleted with everything of them, others are not.
async fn old_battles_are_deleted(url: &str) {
    let store = open(url).await;
    let since = 1_700_000_000;
    let begun = |id: &str, begun: i64| Deed::Begin(Box::new(Kept { begun, ..kept(id, false) }));
    let at = |text: &str, given: i64| KeptOrder { given, ..order(text, &[4]) };
    store.keep(begun("never fought", since - 1)).await.unwrap();
    store.keep(begun("left", since - 9)).await.unwrap();
    store.keep(given("left", 1, at("one", since - 8))).await.unwrap();
    store.keep(given("left", 2, at("two", since - 7))).await.unwrap();
    store.keep(begun("goes on", since - 9)).await.unwrap();
    store.keep(given("goes on", 1, at("one", since - 8))).await.unwrap();
    store.keep(given("goes on", 2, at("two", since))).await.unwrap();
    store.keep(begun("new", since)).await.unwrap();
    let mut idle = store.idle_since(since).await.unwrap();
    idle.sort();
    assert_eq!(idle, ["left", "never fought"]);
    let before = store.count().await.unwrap();
    let remove = |battle: &str| Deed::Remove { battle: battle.into(), since };
    // An order came after it was looked for: it stays.
    assert!(store.keep(remove("goes on")).await.is_err());
    store.keep(remove("left")).await.unwrap();
    store.keep(remove("never fought")).await.unwrap();
    assert_eq!(store.count().await.unwrap(), before - 2);
    assert_eq!(store.battle("left").await.unwrap(), None);
    assert_eq!(store.battle("goes on").await.unwrap().unwrap().orders.len(), 2);
    assert!(store.of_tokens(&["token of left".to_owned()]).await.unwrap().is_empty());
    // Who still has it in hand is not told that anything of it was kept.
    assert!(store.keep(given("left", 3, order("three", &[]))).await.is_err());
    assert!(store.keep(Deed::Undo { battle: "left".into(), n: 2 }).await.is_err());
    let seat = KeptSeat::default();
    let join = Deed::Seat { battle: "left".into(), side: Side::First, seat };
    assert!(store.keep(join).await.is_err());
    store.close().await;
}

/// A database that the first program wrote is brought up to date; its orders count as given today.
async fn an_older_database_is_read(url: &str) {
    open(url).await.close().await;
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    for change in [
        "ALTER TABLE orders DROP COLUMN given",
        "UPDATE form SET version = 1",
        "INSERT INTO battles VALUES ('older', 's', 't', 5, 0, 1, '{}', '')",
        "INSERT INTO seats VALUES ('older', 0, 'human', 'x', '', 0)",
        "INSERT INTO seats VALUES ('older', 1, 'human', 'y', '', 0)",
        "INSERT INTO orders VALUES ('older', 1, 0, 'done', '3 4', 'ff', '')",
    ] {
        sqlx::query(change).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let store = open(url).await;
    let older = store.battle("older").await.unwrap().unwrap();
    assert_eq!((&*older.orders[0].text, &older.orders[0].dice), ("done", &vec![3, 4]));
    assert!(older.orders[0].given > 1_700_000_000);
    assert!(!store.idle_since(1_700_000_000).await.unwrap().contains(&"older".to_owned()));
    store.close().await;
    // Once is enough.
    open(url).await.close().await;
}

async fn a_long_ago_battle(url: &str) {
    let store = open(url).await;
    let long_ago = Kept { begun: 1_000_000, ..kept("long-ago", true) };
    store.keep(Deed::Begin(Box::new(long_ago))).await.unwrap();
    store.close().await;
}

fn laws(url: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        what_is_kept_is_there(url).await;
        orders_are_taken_back_and_battles_end(url).await;
        one_that_fails_spoils_no_other(url).await;
        old_battles_are_deleted(url).await;
        an_older_database_is_read(url).await;
    });
    a_battle_goes_on_after_a_restart(url);
    runtime.block_on(a_long_ago_battle(url));
    a_server_deletes_what_is_old(url);
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

/// A server that is told so deletes what is old when it begins, and keeps what is not; else it keeps everything.
fn a_server_deletes_what_is_old(url: &str) {
    let listed = |server: &Running| server.client().good("/api/battles/public").to_string();
    let mut server = Running::start(settings(url));
    let mut client = server.client();
    let bot = Bot::begin(&mut client, "awi-training", 1).unwrap();
    assert!(listed(&server).contains("long-ago"), "everything is kept");
    server.stop();
    let day = std::time::Duration::from_secs(86_400);
    let server = Running::start(Settings { keep: Some(day), ..settings(url) });
    assert!(!listed(&server).contains("long-ago"));
    let mut client = server.client();
    assert_eq!(client.get("/api/battles/long-ago").status, 404);
    assert_eq!(client.get(&format!("/api/battles/{}", bot.id)).status, 200);
}

/// Where the URL asks for TLS nothing is said without it, and not to a stranger.
#[test]
fn postgresql_is_spoken_to_with_tls_where_the_url_asks_for_it() {
    let postgres = Postgres::start_with_tls();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let refused = |mode: &str| {
        let url = postgres.tls_url(mode);
        let opened = runtime.block_on(Store::open(&url, Arc::new(Metrics::default())));
        opened.err().map(|fault| fault.to_string())
    };
    let certificate = postgres.certificate().display().to_string();
    assert_eq!(refused(&format!("verify-full&sslrootcert={certificate}")), None);
    assert_eq!(refused("require"), None);
    // It is there for who speaks TLS only.
    let plain = refused("disable").expect("a plain connection is refused");
    assert!(plain.contains("cannot open the database"), "{plain}");
    let stranger = refused("verify-full").expect("nobody knows who signed for it");
    assert!(stranger.contains("certificate"), "{stranger}");
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
