//! How often a client may ask, and how many sockets it may have.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::error::{Code, Wrong};
use crate::metrics::now;

/// How many seconds of rest a client may spend at once.
const SAVED: f64 = 5.0;
/// How many clients are remembered.
const CLIENTS: usize = 10_000;

/// What each client has left: so many requests a second, and what was saved.
pub struct Rates {
    rate: f64,
    clients: Mutex<BTreeMap<IpAddr, (f64, Instant)>>,
}

/// A whole network of the newer addresses belongs to one client.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        four => four,
    }
}

impl Rates {
    /// So many requests a second; 0 for as many as they like.
    pub fn new(rate: u32) -> Rates {
        Rates { rate: f64::from(rate), clients: Mutex::default() }
    }

    /// Takes what a request costs, if the client has that left.
    pub fn take(&self, address: IpAddr, cost: f64) -> Result<(), Wrong> {
        self.take_at(address, cost, now())
    }

    fn take_at(&self, address: IpAddr, cost: f64, now: Instant) -> Result<(), Wrong> {
        if self.rate == 0.0 {
            return Ok(());
        }
        let most = self.rate * SAVED;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS {
            // Who has rested long enough is as good as new.
            clients.retain(|_, (left, at)| {
                *left + now.saturating_duration_since(*at).as_secs_f64() * self.rate < most
            });
        }
        let (left, at) = clients.entry(client(address)).or_insert((most, now));
        *left = (*left + now.saturating_duration_since(*at).as_secs_f64() * self.rate).min(most);
        *at = now;
        if *left < cost {
            let message = format!("at most {} requests a second; wait a moment", self.rate);
            return Err(Wrong::new(Code::TooMany, message));
        }
        *left -= cost;
        Ok(())
    }
}

/// How many sockets each client has open.
#[derive(Default)]
pub struct Doors(Mutex<BTreeMap<IpAddr, usize>>);

impl Doors {
    /// Lets a client have one more, unless it has `most` already; 0 for as many as they like.
    pub fn enter(&self, address: IpAddr, most: usize) -> Result<(), Wrong> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = clients.entry(client(address)).or_default();
        if most > 0 && *open >= most {
            let message = format!(
                "{most} sockets are open from this address, as many as may be; close one and try again"
            );
            return Err(Wrong::new(Code::TooMany, message));
        }
        *open += 1;
        Ok(())
    }

    /// A client has closed one.
    pub fn leave(&self, address: IpAddr) {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = client(address);
        if let Some(open) = clients.get_mut(&address) {
            *open -= 1;
            if *open == 0 {
                clients.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn who_asks_too_often_waits_and_others_do_not() {
        let rates = Rates::new(10);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = now();
        for _ in 0..50 {
            rates.take_at(one, 1.0, start).unwrap();
        }
        assert_eq!(rates.take_at(one, 1.0, start).unwrap_err().code, Code::TooMany);
        rates.take_at(other, 1.0, start).unwrap();
        let later = start + Duration::from_millis(100);
        rates.take_at(one, 1.0, later).unwrap();
        assert_eq!(rates.take_at(one, 1.0, later).unwrap_err().code, Code::TooMany);
    }

    #[test]
    fn who_has_too_many_sockets_closes_one_first() {
        let doors = Doors::default();
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for _ in 0..3 {
            doors.enter(one, 3).unwrap();
        }
        assert_eq!(doors.enter(one, 3).unwrap_err().code, Code::TooMany);
        doors.enter(one, 0).unwrap();
        doors.enter(other, 3).unwrap();
        doors.leave(one);
        doors.leave(one);
        doors.enter(one, 3).unwrap();
        doors.leave(other);
        assert_eq!(doors.0.lock().unwrap().len(), 1, "who has none is forgotten");
    }

    #[test]
    fn a_network_of_addresses_is_one_client() {
        let rates = Rates::new(1);
        let address = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 7, 0, 0, 0, last]);
        let start = now();
        for last in 0..5 {
            rates.take_at(address(last), 1.0, start).unwrap();
        }
        assert_eq!(rates.take_at(address(9), 1.0, start).unwrap_err().code, Code::TooMany);
    }
}
