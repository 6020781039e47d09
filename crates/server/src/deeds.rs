//! What clients may do to a battle. Each deed runs as a task of its own: a client who goes away in the middle
//! does not leave one half done.

use std::future::Future;
use std::sync::Arc;

use engine::battle::Order;

use crate::battle::{Battle, Table};
use crate::error::{Code, Wrong};
use crate::hall::{Hall, seat_link};
use crate::machines;
use crate::wire::{Accept, Done, Join, Joined, NewOrder, Resign, Undo};

/// Runs to its end whatever becomes of who asked for it.
async fn to_the_end<T: Send + 'static>(
    deed: impl Future<Output = Result<T, Wrong>> + Send + 'static,
) -> Result<T, Wrong> {
    tokio::spawn(deed).await.unwrap_or_else(|_| {
        Err(Wrong::new(Code::Broken, "the server made a mistake; look again what was done"))
    })
}

/// The table, unless it holds what could not be stored.
pub async fn sit<'b>(
    hall: &Hall,
    battle: &'b Arc<Battle>,
) -> Result<tokio::sync::MutexGuard<'b, Table>, Wrong> {
    let table = battle.table.lock().await;
    if table.is_lost() {
        hall.forget(battle);
        return Err(Wrong::new(Code::NotStored, "the battle is being loaded again; try again"));
    }
    Ok(table)
}

/// Gives an order for a seat.
pub async fn order(hall: &Arc<Hall>, id: String, new: NewOrder) -> Result<Done, Wrong> {
    let hall = hall.clone();
    to_the_end(async move {
        let timer = hall.metrics.order.start();
        let battle = hall.battle(&id).await?;
        let mut table = sit(&hall, &battle).await?;
        let by = table.seat(&new.seat)?;
        table.is_after(new.after)?;
        let order = table.read(by, &new.order)?;
        let given = battle.give(&mut table, &order, None, (&hall.store, &hall.metrics)).await;
        if table.is_lost() {
            hall.forget(&battle);
        }
        drop(table);
        machines::drive(&hall, &battle);
        timer.stop();
        given.map(Done::Order)
    })
    .await
}

/// Takes a seat's last order back.
pub async fn undo(hall: &Arc<Hall>, id: String, new: Undo) -> Result<Done, Wrong> {
    let hall = hall.clone();
    to_the_end(async move {
        let battle = hall.battle(&id).await?;
        let mut table = sit(&hall, &battle).await?;
        let by = table.seat(&new.seat)?;
        table.is_after(new.after)?;
        let undone = battle.undo(&mut table, by, &hall.store).await;
        if table.is_lost() {
            hall.forget(&battle);
        }
        undone.map(Done::Undo)
    })
    .await
}

/// Takes the seat that an invitation is for.
pub async fn join(hall: &Arc<Hall>, id: String, new: Join) -> Result<Joined, Wrong> {
    let hall = hall.clone();
    to_the_end(async move {
        let battle = hall.battle(&id).await?;
        let mut table = sit(&hall, &battle).await?;
        let joined = battle.join(&mut table, &new.invitation, &hall.store).await;
        if table.is_lost() {
            hall.forget(&battle);
        }
        let (side, token) = joined?;
        Ok(Joined { side, link: seat_link(&id, &token), token })
    })
    .await
}

/// Gives a battle up: at once if the side is asked, else as soon as it is.
pub async fn resign(hall: &Arc<Hall>, id: String, new: Resign) -> Result<Done, Wrong> {
    let hall = hall.clone();
    to_the_end(async move {
        let battle = hall.battle(&id).await?;
        let mut table = sit(&hall, &battle).await?;
        let side = table.seat(&new.seat)?;
        battle.resign(&mut table, side, &hall.store).await?;
        if table.asked()? == side {
            let with = (&hall.store, &*hall.metrics);
            let given = battle.give(&mut table, &Order::Resign, None, with).await;
            if table.is_lost() {
                hall.forget(&battle);
            }
            return given.map(Done::Order);
        }
        let n = table.orders();
        drop(table);
        machines::drive(&hall, &battle);
        Ok(Done::Resigned { n })
    })
    .await
}

/// Accepts the surrender of a machine that is beaten: it gives the battle up at once. An order is given by who is
/// asked, so what is left to decide before the machine is asked is passed.
pub async fn accept(hall: &Arc<Hall>, id: String, new: Accept) -> Result<Done, Wrong> {
    let hall = hall.clone();
    to_the_end(async move {
        let battle = hall.battle(&id).await?;
        let mut table = sit(&hall, &battle).await?;
        let side = table.seat(&new.seat)?.enemy();
        table.surrenders(side)?;
        battle.resign(&mut table, side, &hall.store).await?;
        loop {
            let order = if table.asked()? == side { Order::Resign } else { table.passing() };
            let with = (&hall.store, &*hall.metrics);
            let given = battle.give(&mut table, &order, None, with).await;
            if table.is_lost() {
                hall.forget(&battle);
            }
            let given = given?;
            if table.asked().is_err() {
                return Ok(Done::Order(given));
            }
        }
    })
    .await
}
