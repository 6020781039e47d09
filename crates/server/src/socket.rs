//! Sockets: everything that happens is pushed; orders may come the same way.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use engine::table::Side;
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, interval_at};

use crate::battle::{Battle, written};
use crate::error::{Code, Wrong};
use crate::hall::Hall;
use crate::wire::{Message, NewOrder, Push};
use crate::{deeds, machines};

/// How long a message may be.
pub const LONGEST: usize = 16 * 1024;
/// How often a quiet client is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);
/// The server restarts: come again.
const COME_AGAIN: u16 = 1012;
/// The server goes away.
const AWAY: u16 = 1001;

/// Who is at the other end.
pub struct Client {
    /// His address.
    pub address: IpAddr,
    /// The sides that he gives orders for.
    pub yours: Vec<Side>,
    /// How many orders he knows of; nothing if he does not want those that he missed.
    pub after: Option<usize>,
}

/// A place among the sockets that the server may have open; given back when it is dropped.
pub struct Place {
    hall: Arc<Hall>,
    address: IpAddr,
}

impl Place {
    /// Takes one for a client, if there is any.
    pub fn take(hall: &Arc<Hall>, battle: &Battle, address: IpAddr) -> Result<Place, Wrong> {
        hall.doors.enter(address, hall.settings.sockets_each)?;
        let open = hall.metrics.sockets.fetch_add(1, Ordering::Relaxed);
        let place = Place { hall: hall.clone(), address };
        if open >= hall.settings.sockets || battle.crowd() >= hall.settings.crowd {
            let message = "as many sockets are open as may be; try again later";
            return Err(Wrong::new(Code::Full, message));
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.hall.doors.leave(self.address);
        self.hall.metrics.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Speaks with a client until either goes away.
pub async fn speak(place: Place, battle: Arc<Battle>, client: Client, mut socket: WebSocket) {
    let hall = place.hall.clone();
    let (pushes, first) = {
        let table = battle.table.lock().await;
        battle.enters(&client.yours);
        battle.tell_presence(&table);
        let missed = client.after.map(|after| table.missed(after)).unwrap_or_default();
        let first: Vec<Utf8Bytes> =
            std::iter::once(battle.presence(&table)).chain(missed).map(|p| written(&p)).collect();
        (battle.listen(), first)
    };
    machines::drive(&hall, &battle);
    let mut open = true;
    for text in first {
        open = open && socket.send(Frame::Text(text)).await.is_ok();
    }
    if open {
        talk(&hall, &battle, &client, pushes, &mut socket).await;
    }
    let table = battle.table.lock().await;
    battle.leaves(&client.yours);
    battle.tell_presence(&table);
}

async fn talk(
    hall: &Arc<Hall>,
    battle: &Arc<Battle>,
    client: &Client,
    mut pushes: Receiver<Utf8Bytes>,
    socket: &mut WebSocket,
) {
    let mut stopping = hall.stopping.subscribe();
    let mut ping = interval_at(Instant::now() + PING, PING);
    let mut heard = true;
    loop {
        let send = tokio::select! {
            push = pushes.recv() => match push {
                Ok(text) if !text.is_empty() => Frame::Text(text),
                // Too far behind, or the battle is loaded anew.
                _ => return close(socket, COME_AGAIN, "look again").await,
            },
            came = socket.recv() => {
                heard = true;
                match came {
                    Some(Ok(Frame::Text(text))) => Frame::Text(hear(hall, battle, client, &text).await),
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                    Some(Ok(Frame::Binary(_))) => {
                        let wrong = Wrong::new(Code::BadRequest, "a message is text, in JSON");
                        Frame::Text(written(&Push::Wrong { id: None, error: wrong }))
                    }
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                }
            },
            _ = ping.tick() => {
                if !std::mem::take(&mut heard) {
                    return;
                }
                Frame::Ping(Default::default())
            },
            () = async { _ = stopping.wait_for(|stopping| *stopping).await } => {
                return close(socket, AWAY, "the server stops").await;
            },
        };
        if socket.send(send).await.is_err() {
            return;
        }
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = socket.send(Frame::Close(Some(frame))).await;
}

/// Answers a message.
async fn hear(hall: &Arc<Hall>, battle: &Arc<Battle>, client: &Client, text: &str) -> Utf8Bytes {
    if let Err(error) = hall.rates.take(client.address, 1.0) {
        return written(&Push::Wrong { id: None, error });
    }
    let message: Message = match serde_json::from_str(text) {
        Ok(message) => message,
        Err(error) => {
            let error = Wrong::new(Code::BadRequest, format!("the message is none: {error}"));
            return written(&Push::Wrong { id: None, error });
        }
    };
    let Message { id, seat, after, order } = message;
    let order = NewOrder { seat, after, order };
    written(&match deeds::order(hall, battle.id.to_string(), order).await {
        Ok(done) => Push::Done { id, n: done.n() },
        Err(error) => Push::Wrong { id: Some(id), error },
    })
}
