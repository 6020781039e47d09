//! One battle in memory: a cache of what is stored, with those who look at it.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai::Player;
use axum::extract::ws::Utf8Bytes;
use engine::battle::{Order, State, options};
use engine::table::Side;
use library::order::{order_text, read_order};
use library::record::{Game, Record, digest};
use referee::error::Error;
use referee::replies::Ending;
use tokio::sync::broadcast;

use crate::error::{Code, Wrong};
use crate::metrics::{Metrics, today};
use crate::secret;
use crate::store::{Deed, Kept, KeptOrder, KeptSeat, Store};
use crate::wire::{GivenOrder, Ordered, Push, SeatKind, ShownBattle, ShownSeat, Stands, Undone};

/// How many messages may wait for a socket; one that is slower is closed and comes again.
const BEHIND: usize = 256;

/// Both sides, in the order of seats.
pub const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A battle in memory.
pub struct Battle {
    /// Its name.
    pub id: Arc<str>,
    /// May everybody find it?
    pub public: bool,
    /// The battle itself. Whoever holds it may change it, and stores the change before he lets go.
    pub table: tokio::sync::Mutex<Table>,
    /// Its ground as it was drawn, if no scenario of the program has the same.
    pub map: tokio::sync::OnceCell<axum::body::Bytes>,
    /// Is the machine thinking or about to?
    pub driven: AtomicBool,
    pushes: broadcast::Sender<Utf8Bytes>,
    there: Mutex<There>,
    used: AtomicI64,
}

/// Who is connected.
#[derive(Clone, Copy, Default)]
struct There {
    seats: [usize; 2],
    watchers: usize,
}

/// What is under the lock of a battle.
pub struct Table {
    /// The game with its record.
    pub game: Game,
    /// Both seats.
    pub seats: [KeptSeat; 2],
    /// Who plays them.
    pub kinds: [SeatKind; 2],
    /// The machine's players; made when they are first asked.
    pub minds: [Option<Box<dyn Player + Send>>; 2],
    /// How often anything has changed: what was thought about an earlier table is of no use.
    pub changes: u64,
    /// How many orders the record had when the battle began.
    inherited: usize,
    given: Vec<GivenOrder>,
    digest: String,
    /// A change could not be stored: this memory is ahead of the database and of no more use.
    lost: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A message as it is sent.
pub fn written(push: &Push) -> Utf8Bytes {
    serde_json::to_string(push).expect("messages are plain data").into()
}

impl Battle {
    /// A battle as it was kept, with the game that its orders give.
    pub fn new(kept: Kept, game: Game) -> Result<Battle, Wrong> {
        let kinds = [0, 1].map(|side: usize| SeatKind::named(&kept.seats[side].kind));
        let [Some(first), Some(second)] = kinds else {
            let message = "a player of this battle is unknown to this version of the program";
            return Err(Wrong::new(Code::Unplayable, message));
        };
        let given = kept.orders.into_iter().map(|order| GivenOrder {
            by: order.side,
            dice: order.dice.len(),
            reason: Some(order.reason).filter(|reason| !reason.is_empty()),
        });
        let given: Vec<GivenOrder> = given.collect();
        let table = Table {
            inherited: game.record.orders.len() - given.len(),
            digest: digest(&game.state),
            game,
            seats: kept.seats,
            kinds: [first, second],
            minds: [None, None],
            changes: 0,
            given,
            lost: false,
        };
        Ok(Battle {
            id: kept.id.into(),
            public: kept.public,
            table: tokio::sync::Mutex::new(table),
            map: tokio::sync::OnceCell::new(),
            driven: AtomicBool::new(false),
            pushes: broadcast::channel(BEHIND).0,
            there: Mutex::default(),
            used: AtomicI64::new(today()),
        })
    }

    /// Notes that somebody wants something of it.
    pub fn touch(&self) {
        self.used.store(today(), Ordering::Relaxed);
    }

    /// When somebody last wanted something of it, in seconds since 1970.
    pub fn used(&self) -> i64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Is anybody connected?
    pub fn is_watched(&self) -> bool {
        self.pushes.receiver_count() > 0
    }

    /// The messages that come from now on. Asked under the lock of the table none is missed.
    pub fn listen(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.pushes.subscribe()
    }

    fn push(&self, push: &Push) {
        if self.is_watched() {
            let _ = self.pushes.send(written(push));
        }
    }

    /// Somebody comes, with these seats.
    pub fn enters(&self, yours: &[Side]) {
        self.moves(yours, |count| *count += 1);
    }

    /// Somebody goes.
    pub fn leaves(&self, yours: &[Side]) {
        self.moves(yours, |count| *count = count.saturating_sub(1));
    }

    fn moves(&self, yours: &[Side], change: fn(&mut usize)) {
        let mut there = lock(&self.there);
        match yours {
            [] => change(&mut there.watchers),
            sides => sides.iter().for_each(|side| change(&mut there.seats[*side as usize])),
        }
    }

    /// Both seats as everybody may know them.
    pub fn seats(&self, table: &Table) -> Vec<ShownSeat> {
        let there = *lock(&self.there);
        let seat = |side: Side| {
            let kind = table.kinds[side as usize];
            let machine = matches!(kind, SeatKind::Machine(_));
            ShownSeat {
                side,
                army: table.game.state.army_name(side).to_owned(),
                kind,
                taken: machine || !table.seats[side as usize].token.is_empty(),
                online: machine || there.seats[side as usize] > 0,
            }
        };
        SIDES.map(seat).into()
    }

    /// Who is there.
    pub fn presence(&self, table: &Table) -> Push {
        let watchers = lock(&self.there).watchers;
        Push::Presence { orders: table.orders(), seats: self.seats(table), watchers }
    }

    /// Tells everybody who is there.
    pub fn tell_presence(&self, table: &Table) {
        self.push(&self.presence(table));
    }

    /// How many only watch, and play.
    pub fn crowd(&self) -> usize {
        let there = *lock(&self.there);
        there.watchers + there.seats[0] + there.seats[1]
    }

    /// The battle as those who have these seats may know it.
    pub fn shown(&self, table: &Table, yours: Vec<Side>) -> ShownBattle {
        let state = &table.game.state;
        ShownBattle {
            id: self.id.to_string(),
            scenario: table.game.record.scenario.clone(),
            title: state.scenario.title.to_string(),
            period: state.book.period.to_string(),
            date: state.scenario.date.to_string(),
            public: self.public,
            seats: self.seats(table),
            yours,
            record: table.record(),
            orders: table.orders(),
            given: table.given.clone(),
            asked: state.asked().map(|asked| asked.side),
            undo: table.undoable(),
            digest: table.digest.clone(),
            beaten: ai::beaten(state),
            over: state.victory.map(Ending::of),
            map: format!("/api/battles/{}/map.svg", self.id),
        }
    }

    /// Gives an order that was read: it is stored, then pushed.
    pub async fn give(
        &self,
        table: &mut Table,
        order: &Order,
        reason: Option<String>,
        (store, metrics): (&Store, &Metrics),
    ) -> Result<Ordered, Wrong> {
        let by = table.asked()?;
        let before = table.game.record.dice.len();
        if let Err(refusal) = table.game.give(order) {
            metrics.refused.fetch_add(1, Ordering::Relaxed);
            let error = Error::refused(&refusal, &table.game.state);
            return Err(Wrong::ruled(Code::Refused, error));
        }
        let state = &table.game.state;
        table.digest = digest(state);
        let dice = table.game.record.dice[before..].to_vec();
        let n = table.orders();
        let text = table.game.record.orders[n - 1].clone();
        let kept = KeptOrder {
            side: by,
            text: text.clone(),
            dice: dice.clone(),
            digest: table.digest.clone(),
            reason: reason.clone().unwrap_or_default(),
            given: today(),
        };
        let ended = ended(state);
        let n_kept = n - table.inherited;
        let deed = Deed::Order { battle: self.id.clone(), n: n_kept, order: kept, ended };
        self.keep(table, store, deed).await?;
        table.given.push(GivenOrder { by, dice: dice.len(), reason: reason.clone() });
        metrics.orders.fetch_add(1, Ordering::Relaxed);
        let stands = Some(table.stands());
        let ordered = Ordered { n, order: text, dice, by, reason, stands };
        self.push(&Push::Order(ordered.clone()));
        if let Some(victory) = table.game.state.victory {
            let seed = table.game.record.seed;
            self.push(&Push::Over { ending: Ending::of(victory), seed });
        }
        Ok(ordered)
    }

    /// Takes the last order of a side back, if no die has fallen.
    pub async fn undo(&self, table: &mut Table, by: Side, store: &Store) -> Result<Undone, Wrong> {
        if table.game.state.victory.is_some() {
            return Err(over());
        }
        if table.undoable() != Some(by) {
            let message =
                "nothing can be taken back: a die has fallen, or the last order is not yours";
            return Err(Wrong::new(Code::NothingToUndo, message));
        }
        let n = table.orders();
        table.game.undo();
        table.given.pop();
        table.digest = digest(&table.game.state);
        let deed = Deed::Undo { battle: self.id.clone(), n: n - table.inherited };
        self.keep(table, store, deed).await?;
        let undone = Undone { n: n - 1, stands: table.stands() };
        self.push(&Push::Undo(undone.clone()));
        Ok(undone)
    }

    /// Gives an open seat to who has its invitation.
    pub async fn join(
        &self,
        table: &mut Table,
        invitation: &str,
        store: &Store,
    ) -> Result<(Side, String), Wrong> {
        let invitation = secret::digest(invitation);
        let invited = |side: &Side| table.seats[*side as usize].invitation == invitation;
        let Some(side) = SIDES.into_iter().find(invited) else {
            let message =
                "this is no invitation to this battle; ask who invited you for the whole link";
            return Err(Wrong::new(Code::NoSuchInvitation, message));
        };
        if !table.seats[side as usize].token.is_empty() {
            let message =
                "the seat is taken; on another device use the link that you got when you took it";
            return Err(Wrong::new(Code::Taken, message));
        }
        let token = secret::token();
        table.seats[side as usize].token = secret::digest(&token);
        self.keep_seat(table, side, store).await?;
        Ok((side, token))
    }

    /// A side gives up: it loses as soon as it is asked.
    pub async fn resign(&self, table: &mut Table, side: Side, store: &Store) -> Result<(), Wrong> {
        table.asked()?;
        if !table.seats[side as usize].resigned {
            table.seats[side as usize].resigned = true;
            self.keep_seat(table, side, store).await?;
        }
        Ok(())
    }

    async fn keep_seat(&self, table: &mut Table, side: Side, store: &Store) -> Result<(), Wrong> {
        let seat = table.seats[side as usize].clone();
        self.keep(table, store, Deed::Seat { battle: self.id.clone(), side, seat }).await?;
        self.tell_presence(table);
        Ok(())
    }

    /// Stores a change that is already made in memory. If it cannot be, the memory is given up.
    async fn keep(&self, table: &mut Table, store: &Store, deed: Deed) -> Result<(), Wrong> {
        table.changes += 1;
        table.lost = true;
        store.keep(deed).await.map_err(|fault| {
            tracing::error!(battle = %self.id, "not stored: {fault}");
            // Nothing to say: those who listen have to come again.
            let _ = self.pushes.send(Utf8Bytes::default());
            let message = "the server could not store it, nothing was done; try again";
            Wrong::new(Code::NotStored, message)
        })?;
        table.lost = false;
        Ok(())
    }
}

fn over() -> Wrong {
    Wrong::new(Code::Over, "the battle is over")
}

/// How a battle ended, as it is kept.
pub fn ended(state: &State) -> String {
    match state.victory.map(|victory| victory.winner) {
        None => String::new(),
        Some(None) => "draw".to_owned(),
        Some(Some(side)) => side.name().to_owned(),
    }
}

impl Table {
    /// How many orders have been given.
    pub fn orders(&self) -> usize {
        self.game.record.orders.len()
    }

    /// Was a change made here that could not be stored?
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// The side whose decision is pending.
    pub fn asked(&self) -> Result<Side, Wrong> {
        self.game.state.asked().map(|asked| asked.side).ok_or_else(over)
    }

    /// Is a side the machine's, and beaten? It gives up if the enemy accepts it.
    pub fn surrenders(&self, side: Side) -> Result<(), Wrong> {
        self.asked()?;
        let machine = matches!(self.kinds[side as usize], SeatKind::Machine(_));
        if machine && ai::beaten(&self.game.state) == Some(side) {
            return Ok(());
        }
        let army = self.game.state.army_name(side);
        Err(Wrong::new(Code::NoSurrender, format!("{army} does not offer to surrender")))
    }

    /// The order that goes on without doing anything, or the first there is where something must be done.
    pub fn passing(&self) -> Order {
        let state = &self.game.state;
        if state.check(&Order::Done).is_ok() {
            return Order::Done;
        }
        options(state).into_iter().find(|order| *order != Order::Resign).unwrap_or(Order::Resign)
    }

    /// The side that could take the last order back.
    fn undoable(&self) -> Option<Side> {
        let by = self.given.last()?.by;
        let human = !matches!(self.kinds[by as usize], SeatKind::Machine(_));
        (human && self.game.can_undo() && self.game.state.victory.is_none()).then_some(by)
    }

    /// How the battle stands.
    fn stands(&self) -> Stands {
        let state = &self.game.state;
        Stands {
            digest: self.digest.clone(),
            asked: state.asked().map(|asked| asked.side),
            over: state.victory.is_some(),
            beaten: ai::beaten(state),
        }
    }

    /// The record as everybody may know it: the seed is secret until the battle is over.
    pub fn record(&self) -> Record {
        let mut record = self.game.record.clone();
        if self.game.state.victory.is_none() {
            record.seed = None;
        }
        record.digests.insert(record.orders.len(), self.digest.clone());
        record
    }

    /// The sides that tokens give orders for; a token that gives none is refused.
    pub fn yours(&self, tokens: &[String]) -> Result<Vec<Side>, Wrong> {
        let mut yours = Vec::new();
        for token in tokens {
            yours.push(self.seat(token)?);
        }
        yours.sort();
        yours.dedup();
        Ok(yours)
    }

    /// The side that a token gives orders for.
    pub fn seat(&self, token: &str) -> Result<Side, Wrong> {
        let digest = secret::digest(token);
        let its = |side: &Side| self.seats[*side as usize].token == digest;
        SIDES.into_iter().find(its).ok_or_else(|| {
            let message = "this token is no seat of this battle; use the whole link of your seat";
            Wrong::new(Code::NoSuchSeat, message)
        })
    }

    /// Does the sender know of every order?
    pub fn is_after(&self, after: usize) -> Result<(), Wrong> {
        let orders = self.orders();
        if after == orders {
            return Ok(());
        }
        let message =
            format!("you know of {after} orders, but {orders} have been given: look again");
        Err(Wrong::new(Code::Stale, message))
    }

    /// Reads an order of a side that is asked.
    pub fn read(&self, by: Side, text: &str) -> Result<Order, Wrong> {
        let asked = self.asked()?;
        if asked != by {
            let army = self.game.state.army_name(asked);
            return Err(Wrong::new(Code::NotAsked, format!("the decision is that of {army}")));
        }
        if self.seats[by as usize].resigned {
            return Err(Wrong::new(Code::Over, "you have given up this battle"));
        }
        read_order(&self.game.state, text)
            .map_err(|error| Wrong::ruled(Code::BadOrder, Error::from(error)))
    }

    /// The orders from a number on, as they would have been pushed.
    pub fn missed(&self, after: usize) -> Vec<Push> {
        let record = &self.game.record;
        let first = after.max(self.inherited);
        let mut fell = record.dice.len();
        let mut missed = Vec::new();
        for n in (first..self.orders()).rev() {
            let given = &self.given[n - self.inherited];
            let from = fell - given.dice;
            missed.push(Push::Order(Ordered {
                n: n + 1,
                order: record.orders[n].clone(),
                dice: record.dice[from..fell].to_vec(),
                by: given.by,
                reason: given.reason.clone(),
                stands: (n + 1 == self.orders()).then(|| self.stands()),
            }));
            fell = from;
        }
        missed.reverse();
        missed
    }

    /// The text of an order, for a log.
    pub fn text(&self, order: &Order) -> String {
        order_text(&self.game.state, order)
    }
}
