//! `dq serve` as a process: killed under load and started again, stopped by signals, asked for what it cannot do.

mod common;
#[path = "../../server/tests/common/mod.rs"]
mod table;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;

use table::bot::{self, Bot};
use table::client::{Client, Socket};
use table::postgres::Postgres;
use table::running::Folder;

/// How many battles are fought at the same time.
const CLIENTS: usize = 4;
/// How many orders are acknowledged before the server is killed.
const ORDERS: usize = 40;

/// A server in a process of its own.
struct Process {
    child: Child,
    address: SocketAddr,
    out: BufReader<ChildStdout>,
}

impl Process {
    /// Starts `dq serve` and waits until it says where it listens.
    fn start(database: &str) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dq"));
        command.args(["serve", "--port", "0", "--rate", "0", "--database", database]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.unwrap_or_else(|| panic!("no address in `{line}`")).parse().unwrap();
        Process { child, address, out }
    }

    /// `kill -9`.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays until the server is gone. What the bot knows is what was acknowledged.
fn play(mut bot: Bot, address: SocketAddr, told: &mpsc::Sender<()>) -> Bot {
    let mut client = Client::new(address);
    while let Ok(true) = bot.step(&mut client) {
        let _ = told.send(());
    }
    bot
}

/// Everything that was acknowledged is there; of what was not, at most the one order that was on its way.
fn nothing_is_lost(bot: &mut Bot, client: &mut Client) -> usize {
    let shown = client.good(&format!("/api/battles/{}?seat={}", bot.id, bot.tokens[0]));
    let stored = bot::game(&shown["record"]);
    let (known, orders) = (&bot.game.record.orders, &stored.record.orders);
    assert!(orders.len() <= known.len() + 1, "{} orders of {}", orders.len(), known.len());
    assert_eq!(orders.get(..known.len()), Some(&known[..]), "acknowledged orders are there");
    let dice = &bot.game.record.dice;
    assert_eq!(stored.record.dice.get(..dice.len()), Some(&dice[..]), "and their dice");
    let more = orders.len() - known.len();
    bot.game = stored;
    more
}

/// Kills a server so many times while battles are fought.
fn killed_again_and_again(database: &str, times: usize) {
    let mut server = Process::start(database);
    let begin = |address: SocketAddr, seed: usize| {
        Bot::begin(&mut Client::new(address), "awi-training", seed as u64).unwrap()
    };
    let mut bots: Vec<Bot> = (0..CLIENTS).map(|seed| begin(server.address, seed)).collect();
    let (mut acknowledged, mut on_their_way) = (0, 0);
    for time in 0..times {
        let (told, heard) = mpsc::channel();
        let address = server.address;
        let threads: Vec<_> = bots
            .drain(..)
            .map(|bot| {
                let told = told.clone();
                std::thread::spawn(move || play(bot, address, &told))
            })
            .collect();
        drop(told);
        // Every time at another moment.
        acknowledged += heard.iter().take(ORDERS + time % 7).count();
        server.kill();
        acknowledged += heard.iter().count();
        bots.extend(threads.into_iter().map(|thread| thread.join().unwrap()));
        server = Process::start(database);
        let mut client = Client::new(server.address);
        for (seat, bot) in bots.iter_mut().enumerate() {
            on_their_way += nothing_is_lost(bot, &mut client);
            if bot.asked().is_none() {
                *bot = begin(server.address, 100 + time * CLIENTS + seat);
            }
        }
    }
    println!(
        "killed {times} times: {acknowledged} orders acknowledged, none lost; {on_their_way} stored whose \
         acknowledgement did not arrive"
    );
    assert!(acknowledged >= times * ORDERS / 2, "{acknowledged} orders are no load");
}

fn times(usual: usize) -> usize {
    std::env::var("DQ_KILLS").ok().and_then(|times| times.parse().ok()).unwrap_or(usual)
}

#[test]
fn what_was_acknowledged_outlives_a_kill_on_sqlite() {
    killed_again_and_again(&Folder::new().sqlite(), times(6));
}

#[test]
fn what_was_acknowledged_outlives_a_kill_on_postgresql() {
    let postgres = Postgres::start();
    killed_again_and_again(&postgres.url(), times(3));
}

#[test]
fn signals_stop_it_gracefully() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new();
        let mut server = Process::start(&folder.sqlite());
        let mut client = Client::new(server.address);
        let bot = Bot::begin(&mut client, "awi-training", 1).unwrap();
        let path = format!("/api/battles/{}/socket", bot.id);
        let mut socket = Socket::open(server.address, &path).unwrap();
        socket.next_of("presence");
        let pid = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        socket.closes();
        assert!(server.child.wait().unwrap().success(), "{signal}");
        let mut rest = String::new();
        server.out.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn what_it_cannot_do_is_said_in_a_sentence() {
    let ran = common::dq("serve --database mysql://host/db");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("mysql://host/db") && ran.err.contains("sqlite://FILE"),
        "{}",
        ran.err
    );
    let ran = common::dq("serve --port 0 --database sqlite:///no/such/folder/x.db");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot open the database"), "{}", ran.err);
    let folder = Folder::new();
    let server = Process::start(&folder.sqlite());
    let port = server.address.port();
    let other = Folder::new();
    let ran = common::dq(&format!("serve --port {port} --database {}", other.sqlite()));
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--port"), "{}", ran.err);
}

#[test]
fn briefings_and_sheets_come_without_colours() {
    let folder = Folder::new();
    let server = Process::start(&folder.sqlite());
    let mut client = Client::new(server.address);
    let scenario = client.good("/api/scenarios/awi-cowpens");
    let briefing = scenario["briefing"].as_str().unwrap();
    assert!(briefing.contains("Cowpens") && !briefing.contains('\u{1b}'), "{briefing}");
    let sheet = client.get("/api/qrs/maw?edition=qrs");
    assert!(sheet.status == 200 && sheet.body.starts_with(b"<!doctype html>"));
    assert_eq!(client.get("/api/qrs/maw?edition=none").status, 404);
}
