//! Load: many live battles of random players against one server in a process of its own, each with a socket that
//! listens. Prints a table for `docs/benchmarks.md`; `make bench-server` runs it.
//!
//! What the players order was found beforehand, with the seed that the server is told for this, so that their thinking
//! is not measured.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Barrier, mpsc};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use ai::Level;
use common::client::{Client, Socket};
use common::postgres::Postgres;
use library::record::{Beginning, Game};
use serde_json::json;
use server::{Server, Settings, Texts};

const SEED: u64 = 1776;
const BATTLES: usize = 500;
const SCENARIOS: [&str; 4] = ["acw-training", "awi-training", "1812-training", "maw-training"];
/// Battles that are played beforehand, of each scenario.
const SCRIPTS: u64 = 8;
/// How long each part lasts.
const LASTS: Duration = Duration::from_secs(20);
/// How often every battle gives an order when nobody hurries.
const PACE: Duration = Duration::from_secs(1);

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve(&std::env::args().nth(2).expect("a database")),
        // One of its own, as the tests have it.
        Some("postgres") => measure(&Postgres::start().url()),
        Some(database) => measure(database),
        None => eprintln!("load sqlite://FILE, load postgres://…, or load postgres"),
    }
}

/// The server: it stops when its standard input ends.
fn serve(database: &str) {
    let settings =
        Settings { rate: 0, sockets_each: 0, seed: Some(SEED), ..Settings::of(database) };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let texts = Texts { briefing: |_| String::new(), sheet: |_, _| Ok(String::new()) };
        let at = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::open(settings, texts, at).await.unwrap();
        println!("{}", server.address().unwrap());
        std::io::stdout().flush().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || {
            let _ = std::io::stdin().read_line(&mut String::new());
            let _ = stop.send(());
        });
        let stop = async {
            let _ = stopped.await;
        };
        server.run(stop).await.unwrap();
    });
}

/// The orders of a battle between two players who do anything.
fn script(scenario: &str, seed: u64) -> Vec<String> {
    let beginning = Beginning {
        name: scenario.to_owned(),
        text: library::battle(scenario).unwrap().to_owned(),
        seed: Some(SEED),
        ..Beginning::default()
    };
    let (mut game, _) = Game::begin(beginning).unwrap();
    let mut mind = Level::Random.player(seed);
    while game.state.asked().is_some() {
        let order = mind.order(&game.state);
        game.give(&order).unwrap();
    }
    game.record.orders
}

/// The orders of all battles, found on both cores.
fn scripts() -> Vec<(&'static str, Arc<Vec<String>>)> {
    let wanted = SCENARIOS.into_iter().flat_map(|name| (0..SCRIPTS).map(move |seed| (name, seed)));
    let threads: Vec<_> =
        wanted.map(|(name, seed)| (name, std::thread::spawn(move || script(name, seed)))).collect();
    threads.into_iter().map(|(name, thread)| (name, Arc::new(thread.join().unwrap()))).collect()
}

/// A battle of the load.
struct Battle {
    client: Client,
    id: String,
    tokens: [String; 2],
    orders: Arc<Vec<String>>,
    at: usize,
    asked: usize,
}

fn begin(address: SocketAddr, scenario: &str, orders: Arc<Vec<String>>) -> Battle {
    let mut client = Client::new(address);
    let wanted = json!({ "scenario": scenario, "seats": ["human", "human"] });
    let begun = client.post("/api/battles", &wanted).json();
    let id = begun["id"].as_str().unwrap().to_owned();
    let token = |at: usize| begun["seats"][at]["token"].as_str().unwrap().to_owned();
    let tokens = [token(0), token(1)];
    let asked = client.good(&format!("/api/battles/{id}"))["asked"].clone();
    Battle { client, id, tokens, orders, at: 0, asked: usize::from(asked == "second") }
}

impl Battle {
    /// Gives the next order; nothing when there is none.
    fn step(&mut self) -> Option<Duration> {
        let order = self.orders.get(self.at)?;
        let new = json!({ "seat": self.tokens[self.asked], "after": self.at, "order": order });
        let body = new.to_string();
        let path = format!("/api/battles/{}/orders", self.id);
        #[allow(clippy::disallowed_methods, reason = "this is a measure")]
        let began = Instant::now();
        let answer = self.client.ask("POST", &path, Some(body.as_bytes())).unwrap();
        let took = began.elapsed();
        assert_eq!(answer.status, 200, "{}", answer.json());
        self.asked = usize::from(answer.json()["asked"] == "second");
        self.at += 1;
        Some(took)
    }
}

/// What a part of the load came to.
struct Part {
    times: Vec<Duration>,
    lasted: Duration,
}

impl Part {
    fn row(&mut self, name: &str) -> String {
        self.times.sort();
        let count = self.times.len();
        let at = |share: f64| {
            let place = ((count as f64 * share) as usize).min(count.saturating_sub(1));
            self.times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let rate = count as f64 / self.lasted.as_secs_f64();
        let (half, most) = (at(0.5), at(0.99));
        format!("| {name} | {count} | {rate:.0} | {half:.1} ms | {most:.1} ms |\n")
    }
}

/// Lets every battle go on for a while, each on a thread of its own.
fn run(battles: &mut Vec<Battle>, pace: Option<Duration>) -> Part {
    let over = Arc::new(AtomicBool::new(false));
    let start = Arc::new(Barrier::new(battles.len() + 1));
    let count = battles.len() as u32;
    let threads: Vec<JoinHandle<(Battle, Vec<Duration>)>> = battles
        .drain(..)
        .enumerate()
        .map(|(place, mut battle)| {
            let (over, start) = (over.clone(), start.clone());
            let work = move || {
                // Nobody ever sends: it is waited on.
                let (held, never) = mpsc::channel::<()>();
                let mut times = Vec::new();
                start.wait();
                if let Some(pace) = pace {
                    let _ = never.recv_timeout(pace * place as u32 / count);
                }
                while !over.load(Ordering::Relaxed) {
                    let Some(took) = battle.step() else { break };
                    times.push(took);
                    let rest = pace.map(|pace| pace.saturating_sub(took));
                    let waited = rest.map(|rest| never.recv_timeout(rest));
                    debug_assert!(waited.is_none_or(|w| w == Err(RecvTimeoutError::Timeout)));
                }
                drop(held);
                (battle, times)
            };
            Builder::new().stack_size(256 * 1024).spawn(work).unwrap()
        })
        .collect();
    start.wait();
    #[allow(clippy::disallowed_methods, reason = "this is a measure")]
    let began = Instant::now();
    let (held, never) = mpsc::channel::<()>();
    let _ = never.recv_timeout(LASTS);
    drop(held);
    over.store(true, Ordering::Relaxed);
    let lasted = began.elapsed();
    let mut times = Vec::new();
    for thread in threads {
        let (battle, taken) = thread.join().unwrap();
        battles.push(battle);
        times.extend(taken);
    }
    Part { times, lasted }
}

/// The memory of a process, in KiB.
fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn measure(database: &str) {
    eprintln!("finding {} scripts", SCRIPTS as usize * SCENARIOS.len());
    let scripts = scripts();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["serve", database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address: SocketAddr = line.trim().parse().unwrap();
    // What the server needs once, for the first battle of each scenario, is no battle's own.
    for (scenario, orders) in &scripts {
        begin(address, scenario, orders.clone());
    }
    let before = memory(&child);
    eprintln!("beginning {BATTLES} battles");
    let all = scripts.iter().cycle().take(BATTLES);
    let mut battles: Vec<Battle> =
        all.map(|(scenario, orders)| begin(address, scenario, orders.clone())).collect();
    let begun = memory(&child);
    let pushed = Arc::new(AtomicUsize::new(0));
    for battle in &battles {
        let path = format!("/api/battles/{}/socket", battle.id);
        let mut socket = Socket::open(address, &path).expect("a socket");
        let pushed = pushed.clone();
        let listen = move || {
            while let Some(push) = socket.next() {
                pushed.fetch_add(usize::from(push["kind"] == "order"), Ordering::Relaxed);
            }
        };
        Builder::new().stack_size(256 * 1024).spawn(listen).unwrap();
    }
    eprintln!("at a pace");
    let mut calm = run(&mut battles, Some(PACE));
    eprintln!("as fast as they can");
    let mut fast = run(&mut battles, None);
    let after = memory(&child);
    let given = calm.times.len() + fast.times.len();
    let kind = if database.starts_with("sqlite") { "SQLite" } else { "PostgreSQL" };
    print!("{}", calm.row(&format!("{kind}, an order a second in each battle")));
    print!("{}", fast.row(&format!("{kind}, each as fast as it is answered")));
    let each = |now: u64| now.saturating_sub(before) / BATTLES as u64;
    println!(
        "<!-- {BATTLES} battles: {} KiB each when begun, {} KiB each after {} orders with its socket; server {} MiB; {} pushes -->",
        each(begun),
        each(after),
        given / BATTLES,
        after / 1024,
        pushed.load(Ordering::Relaxed),
    );
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
