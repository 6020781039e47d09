//! Battles for browsers: seats, orders, sockets, storage. The server holds no rule: the engine decides, and
//! what is in memory is a cache of what is stored.
//!
//! - An order is stored before it is acknowledged or pushed (`store`).
//! - A seat is a secret; the seed of the dice is one until the battle is over.
//! - The machine's seats never keep anybody waiting (`machines`).

mod api;
mod battle;
mod deeds;
mod error;
mod hall;
mod limits;
mod machines;
mod metrics;
mod openapi;
mod page;
mod scenarios;
mod secret;
mod socket;
mod store;
mod wire;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use engine::battle::State;
use tokio::net::TcpListener;
use tokio::time::{Instant, interval_at};

pub use metrics::Metrics;
pub use openapi::{document, schemas};
pub use store::{Deed, Kept, KeptOrder, KeptSeat, Store, StoreFault, Summary, shown};

use hall::Hall;

/// Battles that nobody has wanted anything of for so long are forgotten, in seconds.
const IDLE: i64 = 600;
/// How often they are looked for.
const SWEEP: Duration = Duration::from_secs(60);
/// How often old battles are looked for that are kept no longer, in sweeps.
const CLEARING: u32 = 60;
/// How long a stopping server waits for answers that are on their way.
const LAST: Duration = Duration::from_secs(10);

/// Texts that others write.
#[derive(Clone, Copy)]
pub struct Texts {
    /// The briefing of a battle before its first order.
    pub briefing: fn(&State) -> String,
    /// The quick reference of a period and edition as a page; or what is wrong with them.
    pub sheet: fn(&str, Option<&str>) -> Result<String, String>,
}

/// How a server is told to be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database: `sqlite://FILE` or `postgres://…`.
    pub database: String,
    /// How many requests a second a client may make; 0 for any number.
    pub rate: u32,
    /// How many battles may be kept.
    pub battles: i64,
    /// How many battles may be in memory before idle ones are forgotten.
    pub live: usize,
    /// How many sockets may be open.
    pub sockets: i64,
    /// How many of them from one address; 0 for any number.
    pub sockets_each: usize,
    /// How many may be connected to one battle.
    pub crowd: usize,
    /// How long a battle is kept in which nobody gives an order, finished or not; nothing for ever.
    pub keep: Option<Duration>,
    /// How long the machine may think about a decision.
    pub thought: Duration,
    /// The seed of every battle, for tests and measures. Nothing for a secret one each.
    pub seed: Option<u64>,
}

impl Settings {
    /// The usual ones, with this database.
    pub fn of(database: &str) -> Settings {
        Settings {
            database: database.to_owned(),
            rate: 50,
            thought: Duration::from_secs(3),
            battles: 100_000,
            live: 2_000,
            sockets: 4_000,
            sockets_each: 200,
            crowd: 100,
            keep: None,
            seed: None,
        }
    }
}

/// A server that listens and has not begun to answer.
pub struct Server {
    hall: Arc<Hall>,
    listener: TcpListener,
}

impl Server {
    /// Opens the database and listens.
    pub async fn open(settings: Settings, texts: Texts, at: SocketAddr) -> io::Result<Server> {
        let metrics = Arc::new(Metrics::default());
        let store = Store::open(&settings.database, metrics.clone()).await;
        let store = store.map_err(io::Error::other)?;
        let hall = Hall::open(settings, store, metrics, texts).await.map_err(io::Error::other)?;
        hall.clear().await.map_err(io::Error::other)?;
        let listener = TcpListener::bind(at).await?;
        Ok(Server { hall: Arc::new(hall), listener })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until it is told to stop; then finishes what is on its way and closes the database.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server { hall, listener } = self;
        let router = api::router(hall.clone());
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        // A push is small and wanted at once.
        let listener = listener.tap_io(|stream| _ = stream.set_nodelay(true));
        let stopping = hall.clone();
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            tracing::info!("stopping");
            stopping.stopping.send_replace(true);
        });
        let sweeping = tokio::spawn(sweep(hall.clone()));
        let mut stopped = hall.stopping.subscribe();
        let late = async {
            let _ = stopped.wait_for(|stopping| *stopping).await;
            tokio::time::sleep(LAST).await;
        };
        tokio::select! {
            served = serving => served?,
            () = late => tracing::warn!("some answers were not waited for"),
        }
        sweeping.abort();
        hall.store.clone().close().await;
        Ok(())
    }
}

async fn sweep(hall: Arc<Hall>) {
    let mut ticks = interval_at(Instant::now() + SWEEP, SWEEP);
    for tick in 1u32.. {
        ticks.tick().await;
        hall.sweep(IDLE);
        if tick.is_multiple_of(CLEARING)
            && let Err(fault) = hall.clear().await
        {
            tracing::error!("old battles could not be deleted: {fault}");
        }
    }
}
