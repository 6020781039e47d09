//! All battles: begun, found, loaded when somebody asks for them, and forgotten when nobody does.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Die, Scripted};
use library::order::read_order;
use library::record::{Beginning, Game, Record};
use library::{Choices, nearest};
use referee::error::Error;
use tokio::sync::{OnceCell, Semaphore, watch};
use tokio::task::JoinSet;

use crate::battle::{Battle, ended};
use crate::error::{Code, Wrong};
use crate::limits::{Doors, Rates};
use crate::metrics::{Metrics, today};
use crate::scenarios::Catalogue;
use crate::store::{Kept, KeptSeat, Store, StoreFault};
use crate::wire::{Begun, GivenSeat, NewBattle, SeatKind};
use crate::{Settings, Texts, secret, store::Deed};

/// Battles that were begun and not yet changed: copies share their scenario and rulebook.
const TEMPLATES: usize = 64;
/// The most orders that a record may bring with it.
const LONGEST: usize = 10_000;

/// How many battles are deleted at the same time.
const TOGETHER: usize = 100;

type Cell = Arc<OnceCell<Arc<Battle>>>;

/// Everything that the server holds.
pub struct Hall {
    /// How it was told to be.
    pub settings: Settings,
    /// The database.
    pub store: Store,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// The battles that come with the program.
    pub catalogue: Catalogue,
    /// Texts that others write.
    pub texts: Texts,
    /// How often clients may ask.
    pub rates: Rates,
    /// How many sockets each of them has.
    pub doors: Doors,
    /// How many machines may think at a time.
    pub thinkers: Arc<Semaphore>,
    /// How many battles may be read, replayed or drawn at a time.
    pub loaders: Arc<Semaphore>,
    battles: Mutex<BTreeMap<String, Cell>>,
    templates: Mutex<BTreeMap<String, Game>>,
    /// True when the server stops.
    pub stopping: watch::Sender<bool>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The database does not answer.
pub fn unread(fault: &StoreFault) -> Wrong {
    tracing::error!("not read: {fault}");
    Wrong::new(Code::NotStored, "the server cannot read its database; try again")
}

/// Works on something that takes long, beside the tasks that answer.
pub async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(failed) => std::panic::resume_unwind(failed.into_panic()),
    }
}

impl Hall {
    /// A hall with the battles of a database.
    pub async fn open(
        settings: Settings,
        store: Store,
        metrics: Arc<Metrics>,
        texts: Texts,
    ) -> Result<Hall, StoreFault> {
        metrics.kept.store(store.count().await?, Ordering::Relaxed);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let loaders = Arc::new(Semaphore::new(cores));
        Ok(Hall {
            rates: Rates::new(settings.rate),
            doors: Doors::default(),
            thinkers: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            catalogue: Catalogue::read(loaders.clone()),
            loaders,
            battles: Mutex::default(),
            templates: Mutex::default(),
            stopping: watch::Sender::new(false),
            settings,
            store,
            metrics,
            texts,
        })
    }

    /// Begins a battle. It is stored before its tokens are handed out.
    pub async fn begin(self: &Arc<Hall>, wanted: NewBattle) -> Result<(Begun, Arc<Battle>), Wrong> {
        if self.metrics.kept.load(Ordering::Relaxed) >= self.settings.battles {
            let message = "the server holds as many battles as it may; try another day";
            return Err(Wrong::new(Code::Full, message));
        }
        let kinds = wanted.seats;
        let public = wanted.public;
        let hall = self.clone();
        let _permit = self.loaders.acquire().await;
        let game = beside(move || hall.game(wanted)).await?;
        let (seats, given) = handed_out(kinds);
        let kept = Kept {
            id: secret::name(),
            scenario: game.record.scenario.clone(),
            title: game.state.scenario.title.to_string(),
            begun: today(),
            public,
            seed: game.record.seed.unwrap_or_default() as i64,
            base: base(&game.record),
            ended: ended(&game.state),
            seats,
            orders: Vec::new(),
        };
        let id = kept.id.clone();
        self.store.keep(Deed::Begin(Box::new(kept.clone()))).await.map_err(|fault| {
            tracing::error!("not stored: {fault}");
            Wrong::new(Code::NotStored, "the server could not store the battle; try again")
        })?;
        self.metrics.kept.fetch_add(1, Ordering::Relaxed);
        self.metrics.begun.fetch_add(1, Ordering::Relaxed);
        tracing::info!(battle = id, scenario = kept.scenario, "begun");
        let battle = Arc::new(Battle::new(kept, game)?);
        self.room();
        let cell = Arc::new(OnceCell::new_with(Some(battle.clone())));
        self.remember(&id, cell);
        let watch = format!("/battle/{id}");
        let seats = given.map(|seat| seat.linked(&id));
        Ok((Begun { id, seats, watch }, battle))
    }

    /// The game that somebody wants to begin.
    fn game(&self, wanted: NewBattle) -> Result<Game, Wrong> {
        let players = wanted.seats.iter().map(|kind| kind.name().to_owned()).collect();
        let mut game = match (wanted.scenario, wanted.record) {
            (Some(name), None) => {
                let text = library::battle(&name).ok_or_else(|| no_scenario(&name))?;
                let rulings = wanted.rulings.into_iter().collect();
                self.fresh(&name, text, wanted.edition, rulings)?
            }
            (None, Some(record)) if wanted.edition.is_none() && wanted.rulings.is_empty() => {
                let bad = |fault| Wrong::ruled(Code::BadRecord, Error::from(fault));
                let text = serde_json::Value::Object(record).to_string();
                let record = Record::read(&text).map_err(bad)?;
                if record.orders.len() > LONGEST {
                    let message = format!("a record has at most {LONGEST} orders here");
                    return Err(Wrong::new(Code::BadRecord, message));
                }
                Game::resume(record).map_err(bad)?
            }
            (None, Some(_)) => {
                let message = "a record has its own `edition` and `rulings`: leave them out";
                return Err(Wrong::new(Code::BadRequest, message));
            }
            _ => {
                let message = "a battle begins with the name of a `scenario` or with a `record`";
                return Err(Wrong::new(Code::BadRequest, message));
            }
        };
        game.record.seed = Some(self.settings.seed.unwrap_or_else(secret::seed));
        game.record.players = players;
        Ok(game)
    }

    /// A battle from its beginning; those of the same text share what never changes.
    fn fresh(
        &self,
        name: &str,
        text: &str,
        edition: Option<String>,
        rulings: Choices,
    ) -> Result<Game, Wrong> {
        let key = secret::digest(&format!("{name}\n{edition:?}\n{rulings:?}\n{text}"));
        if let Some(game) = lock(&self.templates).get(&key) {
            return Ok(game.clone());
        }
        let (name, text) = (name.to_owned(), text.to_owned());
        let beginning = Beginning { name, text, edition, rulings, players: Vec::new(), seed: None };
        let (game, _) = Game::begin(beginning)
            .map_err(|defects| Wrong::ruled(Code::BadScenario, Error::from(defects)))?;
        let mut templates = lock(&self.templates);
        if templates.len() < TEMPLATES {
            templates.insert(key, game.clone());
        }
        Ok(game)
    }

    /// The battle of a name, from memory or replayed from the database.
    pub async fn battle(self: &Arc<Hall>, id: &str) -> Result<Arc<Battle>, Wrong> {
        let cell = lock(&self.battles).get(id).cloned();
        let cell = match cell {
            Some(cell) => cell,
            None => {
                self.room();
                lock(&self.battles).entry(id.to_owned()).or_default().clone()
            }
        };
        let loaded = cell.get_or_try_init(|| self.load(id)).await;
        match loaded {
            Ok(battle) => {
                battle.touch();
                self.metrics.live.store(lock(&self.battles).len() as i64, Ordering::Relaxed);
                Ok(battle.clone())
            }
            Err(wrong) => {
                let mut battles = lock(&self.battles);
                if battles.get(id).is_some_and(|cell| cell.get().is_none()) {
                    battles.remove(id);
                }
                Err(wrong)
            }
        }
    }

    async fn load(self: &Arc<Hall>, id: &str) -> Result<Arc<Battle>, Wrong> {
        let found = self.store.battle(id).await.map_err(|fault| unread(&fault))?;
        let Some(kept) = found else {
            return Err(Wrong::new(Code::NoSuchBattle, format!("there is no battle `{id}`")));
        };
        let _permit = self.loaders.acquire().await;
        let hall = self.clone();
        beside(move || hall.replayed(kept).map(Arc::new)).await
    }

    /// Plays what was kept again.
    fn replayed(&self, kept: Kept) -> Result<Battle, Wrong> {
        let bad = |why: String| {
            let message = format!("battle {} cannot be played again: {why}", kept.id);
            Wrong::new(Code::Unplayable, message)
        };
        let mut record = Record::read(&kept.base).map_err(|fault| bad(fault.to_string()))?;
        record.seed = Some(kept.seed as u64);
        let mut game = match record.orders.is_empty() && record.set.is_empty() {
            true => {
                let rulings = record.rulings.clone().into_iter().collect();
                let (name, edition) = (&record.scenario, record.edition.clone());
                let mut game = self.fresh(name, &record.battle, edition, rulings)?;
                if game.record.digests.get(&0) != record.digests.get(&0) {
                    return Err(bad("this version of the program begins it otherwise".to_owned()));
                }
                game.record = record;
                game
            }
            false => Game::resume(record).map_err(|fault| bad(fault.to_string()))?,
        };
        for (at, kept) in kept.orders.iter().enumerate() {
            let refused = |why: String| bad(format!("order {}: {why}", at + 1));
            let order = read_order(&game.state, &kept.text);
            let order = order.map_err(|error| refused(error.to_string()))?;
            let dice: Option<Vec<Die>> = kept.dice.iter().map(|face| Die::new(*face)).collect();
            let dice = dice.ok_or_else(|| refused("a die is none from 1 to 10".to_owned()))?;
            let mut dice = Scripted::new(dice);
            if let Err(refusal) = game.give_with(&order, &mut dice) {
                let why = refusal.told(&game.state);
                return Err(refused(why));
            }
            if dice.left() > 0 {
                return Err(refused("more dice fell then".to_owned()));
            }
        }
        let last = kept.orders.last();
        if last.is_some_and(|last| last.digest != library::record::digest(&game.state)) {
            return Err(bad("it comes out otherwise than it was stored".to_owned()));
        }
        Battle::new(kept, game)
    }

    fn remember(&self, id: &str, cell: Cell) {
        let mut battles = lock(&self.battles);
        battles.insert(id.to_owned(), cell);
        self.metrics.live.store(battles.len() as i64, Ordering::Relaxed);
    }

    /// Forgets a battle whose memory is of no use; it is loaded again when somebody asks.
    pub fn forget(&self, battle: &Arc<Battle>) {
        let mut battles = lock(&self.battles);
        let same = |cell: &Cell| cell.get().is_some_and(|known| Arc::ptr_eq(known, battle));
        if battles.get(&*battle.id).is_some_and(same) {
            battles.remove(&*battle.id);
        }
    }

    /// Makes room if there are too many battles in memory.
    fn room(&self) {
        if lock(&self.battles).len() >= self.settings.live {
            self.sweep(0);
        }
    }

    /// Deletes the battles in which nobody has given an order for as long as they are kept. One that somebody has
    /// open stays; who comes to one that is just being deleted is told that it is not there.
    pub async fn clear(&self) -> Result<(), StoreFault> {
        let Some(keep) = self.settings.keep else { return Ok(()) };
        let since = today() - keep.as_secs() as i64;
        let mut gone = 0;
        let idle = self.store.idle_since(since).await?;
        // Many share a commit.
        for some in idle.chunks(TOGETHER) {
            let mut removing = JoinSet::new();
            for id in some.iter().filter(|id| !lock(&self.battles).contains_key(*id)) {
                let (store, battle) = (self.store.clone(), id.as_str().into());
                removing.spawn(async move { store.keep(Deed::Remove { battle, since }).await });
            }
            gone += removing.join_all().await.iter().filter(|kept| kept.is_ok()).count();
        }
        if gone > 0 {
            self.metrics.kept.fetch_sub(gone as i64, Ordering::Relaxed);
            let days = keep.as_secs() / 86_400;
            tracing::info!(battles = gone, days, "deleted: nobody gave an order for so long");
        }
        Ok(())
    }

    /// Forgets the battles that nobody has wanted anything of for so many seconds.
    pub fn sweep(&self, idle: i64) {
        let now = today();
        let mut battles = lock(&self.battles);
        battles.retain(|_, cell| {
            // Whoever has a battle in hand has it from here, under this lock.
            let held = Arc::strong_count(cell) > 1;
            let wanted =
                |battle: &Arc<Battle>| Arc::strong_count(battle) > 1 || now - battle.used() < idle;
            held || cell.get().is_some_and(wanted)
        });
        self.metrics.live.store(battles.len() as i64, Ordering::Relaxed);
    }
}

/// The record that a battle begins with, as it is kept: without its seed.
fn base(record: &Record) -> String {
    let record = Record { seed: None, ..record.clone() };
    serde_json::to_string(&record).expect("records are plain data")
}

/// No scenario is called so.
pub fn no_scenario(name: &str) -> Wrong {
    let near = nearest(name, library::BATTLES.iter().map(|(known, _)| *known));
    let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    let message = format!("no scenario is called `{name}`{hint}");
    Wrong::new(Code::NoSuchScenario, message)
}

/// A seat and its secret.
struct Handed {
    kind: SeatKind,
    token: Option<String>,
    invitation: Option<String>,
}

impl Handed {
    fn linked(self, id: &str) -> GivenSeat {
        let Handed { kind, token, invitation } = self;
        let seat = token.as_ref().map(|token| seat_link(id, token));
        let link = seat.or(invitation.map(|secret| format!("/battle/{id}#invitation={secret}")));
        GivenSeat { kind, token, link }
    }
}

/// The link of a seat. What stands behind `#` stays in the browser: no log and no other site sees it.
pub fn seat_link(id: &str, token: &str) -> String {
    format!("/battle/{id}#seat={token}")
}

/// New secrets for both seats: as they are kept, and as they are handed out.
fn handed_out(kinds: [SeatKind; 2]) -> ([KeptSeat; 2], [Handed; 2]) {
    let seat = |kind: SeatKind| {
        let token = (kind == SeatKind::Human).then(secret::token);
        let invitation = (kind == SeatKind::Open).then(secret::token);
        let digest = |secret: &Option<String>| secret.as_deref().map(secret::digest);
        let kept = KeptSeat {
            kind: kind.name().to_owned(),
            token: digest(&token).unwrap_or_default(),
            invitation: digest(&invitation).unwrap_or_default(),
            resigned: false,
        };
        (kept, Handed { kind, token, invitation })
    };
    let [first, second] = kinds.map(seat);
    ([first.0, second.0], [first.1, second.1])
}
