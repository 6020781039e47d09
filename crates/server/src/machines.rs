//! The machine's seats: it thinks beside the tasks that answer, gives one order at a time, and each is
//! stored and pushed as a player's is.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ai::{Decision, Player, Reason, Reserve};
use engine::battle::{Order, State};

use crate::battle::{Battle, Table};
use crate::hall::{Hall, beside};
use crate::metrics::now;
use crate::wire::SeatKind;

/// What is to be done for the side that is asked.
enum Duty {
    /// Its player decides himself.
    None,
    /// Its player has given up.
    Resign,
    /// The machine decides.
    Think(Box<Thought>),
}

/// A decision to think about.
struct Thought {
    mind: Box<dyn Player + Send>,
    state: State,
    changes: u64,
}

/// Lets the machine play until somebody else is asked, if it is not at it already.
pub fn drive(hall: &Arc<Hall>, battle: &Arc<Battle>) {
    if battle.driven.swap(true, Ordering::AcqRel) {
        return;
    }
    let (hall, battle) = (hall.clone(), battle.clone());
    tokio::spawn(async move {
        loop {
            while step(&hall, &battle).await {}
            battle.driven.store(false, Ordering::Release);
            // An order may have come between the last look and the flag.
            let again = is_wanted(&hall, &battle, &*battle.table.lock().await);
            if !again || battle.driven.swap(true, Ordering::AcqRel) {
                return;
            }
        }
    });
}

/// Is the machine to do anything? A battle of two machines goes on while somebody watches.
fn is_wanted(hall: &Hall, battle: &Battle, table: &Table) -> bool {
    let Ok(side) = table.asked() else { return false };
    if table.is_lost() || *hall.stopping.borrow() {
        return false;
    }
    let machine = |kind: &SeatKind| matches!(kind, SeatKind::Machine(_));
    let seat = &table.seats[side as usize];
    let company = battle.is_watched() || !table.kinds.iter().all(machine);
    seat.resigned || (machine(&table.kinds[side as usize]) && company)
}

fn duty(hall: &Hall, battle: &Battle, table: &mut Table) -> Duty {
    if !is_wanted(hall, battle, table) {
        return Duty::None;
    }
    let Ok(side) = table.asked() else { return Duty::None };
    if table.seats[side as usize].resigned {
        return Duty::Resign;
    }
    let SeatKind::Machine(level) = table.kinds[side as usize] else { return Duty::None };
    let seed = table.game.record.seed.unwrap_or_default();
    let mind = table.minds[side as usize].take();
    // What it draws lots with says nothing about the dice.
    let mind = mind.unwrap_or_else(|| level.player(!seed ^ side as u64));
    let state = table.game.state.clone();
    Duty::Think(Box::new(Thought { mind, state, changes: table.changes }))
}

/// One order of the machine; false if there is none to give.
async fn step(hall: &Arc<Hall>, battle: &Arc<Battle>) -> bool {
    let duty = duty(hall, battle, &mut *battle.table.lock().await);
    let (decision, mind, changes) = match duty {
        Duty::None => return false,
        Duty::Resign => (Decision { order: Order::Resign, reason: Reason::Any }, None, None),
        Duty::Think(thought) => {
            let Thought { mut mind, state, changes } = *thought;
            let Ok(_permit) = hall.thinkers.acquire().await else { return false };
            let timer = hall.metrics.thought.start();
            let most = hall.settings.thought;
            let (mind, decision) = beside(move || {
                let (begun, mut reserve) = (now(), Reserve::of(most, &state));
                let go_on = &mut || reserve.allows(begun.elapsed());
                let decision = mind.decide_while(&state, go_on);
                (mind, decision)
            })
            .await;
            timer.stop();
            (decision, Some(mind), Some(changes))
        }
    };
    let mut table = battle.table.lock().await;
    if changes.is_some_and(|changes| changes != table.changes) {
        // The table has changed under its hands: what it thought, it thought of another.
        return true;
    }
    let Ok(side) = table.asked() else { return false };
    let reason = match decision.reason {
        Reason::Any | Reason::NothingBetter => None,
        reason => Some(reason.told(&table.game.state)),
    };
    let with = (&hall.store, &*hall.metrics);
    match battle.give(&mut table, &decision.order, reason, with).await {
        Ok(_) => {
            hall.metrics.machine.fetch_add(1, Ordering::Relaxed);
            table.minds[side as usize] = mind;
            true
        }
        Err(wrong) => {
            let order = table.text(&decision.order);
            tracing::error!(battle = %battle.id, order, "the machine's order: {wrong:?}");
            if table.is_lost() {
                hall.forget(battle);
            }
            false
        }
    }
}
