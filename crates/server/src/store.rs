//! What is kept: battles, seats, orders. SQLite by default, PostgreSQL by its URL, the same statements on both.
//!
//! One task writes. It takes everything that waits into one transaction, so that a commit, which waits for
//! the disk, is shared by all who wait; nobody is told that something is done before it is committed.

use std::sync::Arc;

use engine::table::Side;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor, Row};
use tokio::sync::{mpsc, oneshot};

use crate::metrics::{Metrics, today};

/// The newest form of the tables.
const VERSION: i64 = 2;
/// How many deeds a transaction takes at most.
const TOGETHER: usize = 256;
/// How many deeds may wait; who comes then waits to be heard.
const WAITING: usize = 4096;

const TABLES: [&str; 7] = [
    "CREATE TABLE IF NOT EXISTS form (version BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS battles (
        id TEXT PRIMARY KEY, scenario TEXT NOT NULL, title TEXT NOT NULL, begun BIGINT NOT NULL,
        public BIGINT NOT NULL, seed BIGINT NOT NULL, base TEXT NOT NULL, ended TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS seats (
        battle TEXT NOT NULL, side BIGINT NOT NULL, kind TEXT NOT NULL, token TEXT NOT NULL,
        invitation TEXT NOT NULL, resigned BIGINT NOT NULL, PRIMARY KEY (battle, side))",
    "CREATE TABLE IF NOT EXISTS orders (
        battle TEXT NOT NULL, n BIGINT NOT NULL, side BIGINT NOT NULL, text TEXT NOT NULL,
        dice TEXT NOT NULL, digest TEXT NOT NULL, reason TEXT NOT NULL, given BIGINT NOT NULL,
        PRIMARY KEY (battle, n))",
    "CREATE INDEX IF NOT EXISTS seats_by_token ON seats (token)",
    "CREATE INDEX IF NOT EXISTS seats_by_battle ON seats (battle)",
    "CREATE INDEX IF NOT EXISTS battles_in_public ON battles (public, begun)",
];

/// A battle as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its name.
    pub id: String,
    /// The name of its scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// When it was begun, in seconds since 1970.
    pub begun: i64,
    /// May everybody find it?
    pub public: bool,
    /// The seed of its dice.
    pub seed: i64,
    /// The record that it began with, as JSON.
    pub base: String,
    /// How it ended: nothing yet, `first`, `second` or `draw`.
    pub ended: String,
    /// Both seats.
    pub seats: [KeptSeat; 2],
    /// Every order.
    pub orders: Vec<KeptOrder>,
}

/// A seat as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptSeat {
    /// Who plays it.
    pub kind: String,
    /// The digest of its token; empty if nobody has taken it.
    pub token: String,
    /// The digest of the invitation to it; empty if nobody is invited.
    pub invitation: String,
    /// Its player has given up, and loses as soon as he is asked.
    pub resigned: bool,
}

/// An order as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOrder {
    /// Who gave it.
    pub side: Side,
    /// The order as text.
    pub text: String,
    /// The dice that fell.
    pub dice: Vec<u8>,
    /// The digest of the battle after it.
    pub digest: String,
    /// Why, where the machine said so.
    pub reason: String,
    /// When it was given, in seconds since 1970.
    pub given: i64,
}

/// A battle in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name.
    pub id: String,
    /// The name of its scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// When it was begun, in seconds since 1970.
    pub begun: i64,
    /// How it ended.
    pub ended: String,
    /// How many orders were given.
    pub orders: i64,
    /// Both seats.
    pub seats: [KeptSeat; 2],
}

/// Something to keep.
#[derive(Clone, Debug)]
pub enum Deed {
    /// A battle begins.
    Begin(Box<Kept>),
    /// An order was carried out.
    Order {
        /// The battle.
        battle: Arc<str>,
        /// How many orders there are with it.
        n: usize,
        /// The order.
        order: KeptOrder,
        /// How the battle ended with it; empty if it goes on.
        ended: String,
    },
    /// The last order was taken back.
    Undo {
        /// The battle.
        battle: Arc<str>,
        /// How many orders there were with it.
        n: usize,
    },
    /// A seat is taken or given up.
    Seat {
        /// The battle.
        battle: Arc<str>,
        /// The side.
        side: Side,
        /// The seat as it is now.
        seat: KeptSeat,
    },
    /// A battle is deleted with everything of it, unless an order was given since.
    Remove {
        /// The battle.
        battle: Arc<str>,
        /// Since when, in seconds since 1970.
        since: i64,
    },
}

/// Why something could not be kept or read.
#[derive(Debug)]
pub struct StoreFault(pub String);

impl std::fmt::Display for StoreFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreFault {}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> StoreFault {
        StoreFault(error.to_string())
    }
}

type Waiting = (Deed, oneshot::Sender<Result<(), StoreFault>>);

/// The database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    deeds: mpsc::Sender<Waiting>,
}

/// The database as it may be shown: without a password.
pub fn shown(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{place}"),
        _ => url.to_owned(),
    }
}

impl Store {
    /// Opens a database: `sqlite://FILE` or `postgres://…`. Tables that it lacks are made.
    pub async fn open(url: &str, metrics: Arc<Metrics>) -> Result<Store, StoreFault> {
        sqlx::any::install_default_drivers();
        let cannot = |error: sqlx::Error| {
            StoreFault(format!("cannot open the database {}: {error}", shown(url)))
        };
        let sqlite = url.starts_with("sqlite:");
        let url = match sqlite && !url.contains('?') {
            true => format!("{url}?mode=rwc"),
            false => url.to_owned(),
        };
        let options = AnyPoolOptions::new().max_connections(if sqlite { 4 } else { 8 });
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                if sqlite {
                    // A commit is on the disk before it is acknowledged, and readers do not wait for it.
                    connection.execute("PRAGMA journal_mode = WAL").await?;
                    connection.execute("PRAGMA synchronous = FULL").await?;
                    connection.execute("PRAGMA busy_timeout = 10000").await?;
                }
                Ok(())
            })
        });
        let to = url.parse::<AnyConnectOptions>().map_err(cannot)?.disable_statement_logging();
        let pool = options.connect_with(to).await.map_err(cannot)?;
        prepare(&pool).await?;
        let (deeds, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write(pool.clone(), waiting, metrics));
        Ok(Store { pool, deeds })
    }

    /// Keeps something. When this is good it is on the disk.
    pub async fn keep(&self, deed: Deed) -> Result<(), StoreFault> {
        let (done, kept) = oneshot::channel();
        let stopped = || StoreFault("the server is stopping".to_owned());
        self.deeds.send((deed, done)).await.map_err(|_| stopped())?;
        kept.await.map_err(|_| stopped())?
    }

    /// Waits until everything is written, and closes the database.
    pub async fn close(self) {
        let Store { pool, deeds } = self;
        drop(deeds);
        pool.close().await;
    }

    /// How many battles there are.
    pub async fn count(&self) -> Result<i64, StoreFault> {
        let row = sqlx::query("SELECT COUNT(*) FROM battles").fetch_one(&self.pool).await?;
        Ok(row.try_get(0)?)
    }

    /// A battle with everything of it.
    pub async fn battle(&self, id: &str) -> Result<Option<Kept>, StoreFault> {
        let found = sqlx::query(
            "SELECT id, scenario, title, begun, public, seed, base, ended FROM battles WHERE id = $1",
        );
        let Some(row) = found.bind(id).fetch_optional(&self.pool).await? else { return Ok(None) };
        let orders = sqlx::query(
            "SELECT side, text, dice, digest, reason, given FROM orders WHERE battle = $1 ORDER BY n",
        );
        let orders = orders.bind(id).fetch_all(&self.pool).await?;
        Ok(Some(Kept {
            id: row.try_get(0)?,
            scenario: row.try_get(1)?,
            title: row.try_get(2)?,
            begun: row.try_get(3)?,
            public: row.try_get::<i64, _>(4)? != 0,
            seed: row.try_get(5)?,
            base: row.try_get(6)?,
            ended: row.try_get(7)?,
            seats: self.seats(id).await?,
            orders: orders.iter().map(order_of).collect::<Result<_, StoreFault>>()?,
        }))
    }

    async fn seats(&self, id: &str) -> Result<[KeptSeat; 2], StoreFault> {
        let rows = sqlx::query(
            "SELECT kind, token, invitation, resigned FROM seats WHERE battle = $1 ORDER BY side",
        );
        let rows = rows.bind(id).fetch_all(&self.pool).await?;
        let seats: Vec<KeptSeat> = rows.iter().map(seat_of).collect::<Result<_, StoreFault>>()?;
        seats.try_into().map_err(|_| StoreFault(format!("battle {id} has not two seats")))
    }

    /// The battles of tokens, by their digests.
    pub async fn of_tokens(&self, digests: &[String]) -> Result<Vec<Summary>, StoreFault> {
        let mut ids: Vec<String> = Vec::new();
        for digest in digests {
            let rows = sqlx::query("SELECT battle FROM seats WHERE token = $1").bind(digest);
            for row in rows.fetch_all(&self.pool).await? {
                ids.push(row.try_get(0)?);
            }
        }
        ids.sort();
        ids.dedup();
        let mut found = Vec::new();
        for id in ids {
            let row = sqlx::query(SUMMARY_OF).bind(&id).fetch_optional(&self.pool).await?;
            if let Some(row) = row {
                found.push(self.summary(&row).await?);
            }
        }
        found.sort_by_key(|battle| std::cmp::Reverse(battle.begun));
        Ok(found)
    }

    /// The battles that were begun and had their last order before a time, in seconds since 1970.
    pub async fn idle_since(&self, since: i64) -> Result<Vec<String>, StoreFault> {
        let rows = sqlx::query(
            "SELECT id FROM battles WHERE begun < $1 AND COALESCE(
                (SELECT given FROM orders WHERE battle = battles.id ORDER BY n DESC LIMIT 1), 0) < $2",
        );
        let rows = rows.bind(since).bind(since).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// The newest battles that everybody may find.
    pub async fn public(&self, most: i64) -> Result<Vec<Summary>, StoreFault> {
        let rows = sqlx::query(
            "SELECT id, scenario, title, begun, ended,
                (SELECT COUNT(*) FROM orders WHERE battle = battles.id)
             FROM battles WHERE public = 1 ORDER BY begun DESC LIMIT $1",
        );
        let mut found = Vec::new();
        for row in rows.bind(most).fetch_all(&self.pool).await? {
            found.push(self.summary(&row).await?);
        }
        Ok(found)
    }

    async fn summary(&self, row: &AnyRow) -> Result<Summary, StoreFault> {
        let id: String = row.try_get(0)?;
        Ok(Summary {
            scenario: row.try_get(1)?,
            title: row.try_get(2)?,
            begun: row.try_get(3)?,
            ended: row.try_get(4)?,
            orders: row.try_get(5)?,
            seats: self.seats(&id).await?,
            id,
        })
    }
}

const SUMMARY_OF: &str = "SELECT id, scenario, title, begun, ended,
    (SELECT COUNT(*) FROM orders WHERE battle = battles.id) FROM battles WHERE id = $1";

async fn prepare(pool: &AnyPool) -> Result<(), StoreFault> {
    let mut all = pool.begin().await?;
    for table in TABLES {
        all.execute(table).await?;
    }
    let known = sqlx::query("SELECT version FROM form").fetch_optional(&mut *all).await?;
    match known.map(|row| row.try_get::<i64, _>(0)).transpose()? {
        Some(1) => {
            // Nobody knows when these were given: they count as given today.
            let given =
                format!("ALTER TABLE orders ADD COLUMN given BIGINT NOT NULL DEFAULT {}", today());
            all.execute(&*given).await?;
            let now = sqlx::query("UPDATE form SET version = $1").bind(VERSION);
            now.execute(&mut *all).await?;
        }
        None => {
            let first = sqlx::query("INSERT INTO form (version) VALUES ($1)").bind(VERSION);
            first.execute(&mut *all).await?;
        }
        Some(VERSION) => {}
        Some(other) => {
            return Err(StoreFault(format!(
                "the database has form {other}, this program knows form {VERSION}: use the program that wrote it"
            )));
        }
    }
    all.commit().await?;
    Ok(())
}

fn side_of(number: i64) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

fn seat_of(row: &AnyRow) -> Result<KeptSeat, StoreFault> {
    Ok(KeptSeat {
        kind: row.try_get(0)?,
        token: row.try_get(1)?,
        invitation: row.try_get(2)?,
        resigned: row.try_get::<i64, _>(3)? != 0,
    })
}

fn order_of(row: &AnyRow) -> Result<KeptOrder, StoreFault> {
    let dice: String = row.try_get(2)?;
    let faces = dice.split_whitespace().map(str::parse::<u8>).collect::<Result<_, _>>();
    Ok(KeptOrder {
        side: side_of(row.try_get(0)?),
        text: row.try_get(1)?,
        dice: faces.map_err(|_| StoreFault(format!("`{dice}` are no dice")))?,
        digest: row.try_get(3)?,
        reason: row.try_get(4)?,
        given: row.try_get(5)?,
    })
}

/// Writes what comes until nobody is left who could send anything.
async fn write(pool: AnyPool, mut waiting: mpsc::Receiver<Waiting>, metrics: Arc<Metrics>) {
    let mut batch: Vec<Waiting> = Vec::new();
    while waiting.recv_many(&mut batch, TOGETHER).await > 0 {
        let timer = metrics.commit.start();
        let deeds: Vec<&Deed> = batch.iter().map(|(deed, _)| deed).collect();
        let kept = together(&pool, &deeds).await;
        timer.stop();
        match kept {
            Ok(()) => batch.drain(..).for_each(|(_, done)| _ = done.send(Ok(()))),
            // One that cannot be kept is not to spoil it for the others.
            Err(_) => {
                for (deed, done) in batch.drain(..) {
                    let kept = together(&pool, &[&deed]).await;
                    let _ = done.send(kept);
                }
            }
        }
    }
}

async fn together(pool: &AnyPool, deeds: &[&Deed]) -> Result<(), StoreFault> {
    let mut connection = pool.acquire().await?;
    let mut all = connection.begin().await?;
    for deed in deeds {
        carry_out(&mut all, deed).await?;
    }
    all.commit().await?;
    Ok(())
}

async fn carry_out(into: &mut AnyConnection, deed: &Deed) -> Result<(), StoreFault> {
    match deed {
        Deed::Begin(battle) => begin(into, battle).await,
        Deed::Order { battle, n, order, ended } => {
            give(into, battle, *n, order).await?;
            if !ended.is_empty() {
                let over = sqlx::query("UPDATE battles SET ended = $1 WHERE id = $2");
                over.bind(ended).bind(&**battle).execute(into).await?;
            }
            Ok(())
        }
        Deed::Undo { battle, n } => {
            let gone = sqlx::query("DELETE FROM orders WHERE battle = $1 AND n = $2");
            is_kept(battle, gone.bind(&**battle).bind(*n as i64).execute(into).await?)
        }
        Deed::Seat { battle, side, seat } => {
            let now = sqlx::query(
                "UPDATE seats SET kind = $1, token = $2, invitation = $3, resigned = $4
                 WHERE battle = $5 AND side = $6",
            );
            let now = now.bind(&seat.kind).bind(&seat.token).bind(&seat.invitation);
            let now = now.bind(i64::from(seat.resigned)).bind(&**battle).bind(*side as i64);
            is_kept(battle, now.execute(into).await?)
        }
        Deed::Remove { battle, since } => {
            let idle = sqlx::query(
                "DELETE FROM battles WHERE id = $1 AND NOT EXISTS
                    (SELECT 1 FROM orders WHERE battle = $2 AND given >= $3)",
            );
            let idle = idle.bind(&**battle).bind(&**battle).bind(*since);
            is_kept(battle, idle.execute(&mut *into).await?)?;
            for rest in
                ["DELETE FROM seats WHERE battle = $1", "DELETE FROM orders WHERE battle = $1"]
            {
                sqlx::query(rest).bind(&**battle).execute(&mut *into).await?;
            }
            Ok(())
        }
    }
}

/// Nothing was changed where there is no such battle any more.
fn is_kept(battle: &str, changed: AnyQueryResult) -> Result<(), StoreFault> {
    match changed.rows_affected() {
        0 => Err(StoreFault(format!("battle {battle} is not kept any more, or goes on"))),
        _ => Ok(()),
    }
}

async fn begin(into: &mut AnyConnection, battle: &Kept) -> Result<(), StoreFault> {
    let row = sqlx::query(
        "INSERT INTO battles (id, scenario, title, begun, public, seed, base, ended)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    let row = row.bind(&battle.id).bind(&battle.scenario).bind(&battle.title).bind(battle.begun);
    let row = row.bind(i64::from(battle.public)).bind(battle.seed).bind(&battle.base);
    row.bind(&battle.ended).execute(&mut *into).await?;
    for (side, seat) in battle.seats.iter().enumerate() {
        let row = sqlx::query(
            "INSERT INTO seats (battle, side, kind, token, invitation, resigned)
             VALUES ($1, $2, $3, $4, $5, $6)",
        );
        let row = row.bind(&battle.id).bind(side as i64).bind(&seat.kind).bind(&seat.token);
        row.bind(&seat.invitation).bind(i64::from(seat.resigned)).execute(&mut *into).await?;
    }
    for (at, order) in battle.orders.iter().enumerate() {
        give(into, &battle.id, at + 1, order).await?;
    }
    Ok(())
}

async fn give(
    into: &mut AnyConnection,
    battle: &str,
    n: usize,
    order: &KeptOrder,
) -> Result<(), StoreFault> {
    let dice: Vec<String> = order.dice.iter().map(u8::to_string).collect();
    // Nothing is added to a battle that was deleted meanwhile.
    let row = sqlx::query(
        "INSERT INTO orders (battle, n, side, text, dice, digest, reason, given)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM battles WHERE id = $9)",
    );
    let row = row.bind(battle).bind(n as i64).bind(order.side as i64).bind(&order.text);
    let row = row.bind(dice.join(" ")).bind(&order.digest).bind(&order.reason).bind(order.given);
    is_kept(battle, row.bind(battle).execute(into).await?)
}
