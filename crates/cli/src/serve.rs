//! `dq serve`: the table in the browser.

use std::io::{ErrorKind, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::battle::State;
use library::{Choices, Ledger};
use server::{Server, Settings, Texts};
use tracing_subscriber::filter::LevelFilter;

use crate::play::brief;
use crate::{Answer, Fault, books, qrs};

/// `dq serve`.
#[derive(Args)]
pub struct ServeArgs {
    /// The port to listen at; 0 for any that is free
    #[arg(long, default_value_t = 1776)]
    pub port: u16,
    /// The address to listen at; 0.0.0.0 lets other machines in
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The database: sqlite://FILE or postgres://USER@HOST/NAME; without it a file in your data folder.
    /// PostgreSQL is spoken to with TLS where it offers it; `?sslmode=verify-full` at the end insists on it
    /// and on its certificate, `&sslrootcert=FILE` says whose word is taken for that
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// How many requests a second one client may make; 0 for any number
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub rate: u32,
    /// How many sockets may be open: each page that shows a battle has one
    #[arg(long, value_name = "N", default_value_t = 4000)]
    pub sockets: u32,
    /// How many of them one client may have; 0 for any number
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub sockets_each: usize,
    /// Delete battles, finished or not, in which nobody has given an order for so many days; 0 keeps
    /// them for ever
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    pub keep: u32,
    /// Stop the machine's thinking about a decision after so many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 3000)]
    pub limit: u64,
    /// What is logged to standard error
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log: LogArg,
}

/// How much is logged.
#[derive(Clone, Copy, ValueEnum)]
pub enum LogArg {
    /// Nothing
    Off,
    /// What went wrong
    Error,
    /// What may go wrong, too
    Warn,
    /// Battles that begin or are deleted, and the server's own beginning and end
    Info,
    /// Every answer
    Debug,
}

impl LogArg {
    fn filter(self) -> LevelFilter {
        match self {
            LogArg::Off => LevelFilter::OFF,
            LogArg::Error => LevelFilter::ERROR,
            LogArg::Warn => LevelFilter::WARN,
            LogArg::Info => LevelFilter::INFO,
            LogArg::Debug => LevelFilter::DEBUG,
        }
    }
}

/// `dq serve …`: answers until it is told to stop.
pub fn run(args: &ServeArgs) -> Result<Answer, Fault> {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
    log.with_max_level(args.log.filter()).with_ansi(false).init();
    let database = match &args.database {
        Some(url) => known(url)?,
        None => format!("sqlite://{}", own_file()?.display()),
    };
    let settings = Settings {
        rate: args.rate,
        thought: Duration::from_millis(args.limit),
        sockets: i64::from(args.sockets),
        sockets_each: args.sockets_each,
        keep: (args.keep > 0).then(|| Duration::from_secs(u64::from(args.keep) * 86_400)),
        ..Settings::of(&database)
    };
    let texts = Texts { briefing, sheet };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let at = SocketAddr::new(args.host, args.port);
        let server = Server::open(settings, texts, at).await.map_err(|error| {
            Fault(match error.kind() {
                ErrorKind::AddrInUse => {
                    format!("another program serves at {at}; choose another port with --port N")
                }
                _ => error.to_string(),
            })
        })?;
        let address = server.address()?;
        let mut out = anstream::stdout().lock();
        let shown = server::shown(&database);
        // Whoever started it may wait for this line.
        let _ = writeln!(out, "Double Quick at http://{address} with {shown}; Ctrl-C stops it");
        let _ = out.flush();
        drop(out);
        server.run(stop()).await?;
        Ok(Answer::good(String::new()))
    })
}

/// A database that can be opened, or a sentence that says what can be.
fn known(url: &str) -> Result<String, Fault> {
    let postgres = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if postgres || url.starts_with("sqlite:") {
        return Ok(url.to_owned());
    }
    Err(Fault(format!(
        "`{}` is no database: expected sqlite://FILE or postgres://USER@HOST/NAME",
        server::shown(url)
    )))
}

/// The database in the user's data folder, which is made if it is not there.
fn own_file() -> Result<PathBuf, Fault> {
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = match (of("XDG_DATA_HOME"), of("HOME")) {
        (Some(data), _) => PathBuf::from(data),
        (None, Some(home)) => PathBuf::from(home).join(".local/share"),
        (None, None) => PathBuf::from("."),
    };
    let folder = folder.join("double-quick");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Fault(format!("cannot make {}: {error}", folder.display())))?;
    Ok(folder.join("battles.db"))
}

/// The next signal to stop.
async fn stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {},
        _ = terminate.recv() => {},
    }
}

/// The briefing without colours.
fn briefing(state: &State) -> String {
    anstream::adapter::strip_str(&brief::briefing(state)).to_string()
}

/// The quick reference of a war as a page.
fn sheet(period: &str, edition: Option<&str>) -> Result<String, String> {
    let book = books::open(period, edition, &Choices::new()).map_err(|Fault(sentence)| sentence)?;
    Ok(qrs::html::page(&qrs::content::sheet(&book, Ledger::built_in())))
}
