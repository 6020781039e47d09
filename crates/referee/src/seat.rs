//! One side of a battle that is fought elsewhere: a program asks about it as it would ask the referee, waits
//! for its turn and gives its orders.

use engine::battle::{Event, Order, State};
use engine::table::Side;
use library::order::{order_text, read_order};
use library::record::digest;

use crate::about::{about, waited};
use crate::error::{Code, Error};
use crate::pending::pending;
use crate::replies::{Applied, Reply, Said, Told};
use crate::requests::{Id, Request};
use crate::session::{hello, read, written};
use crate::told;

/// A program's place at the table.
pub struct Seat {
    side: Side,
    /// What happened since it was last told.
    events: Vec<Told>,
    /// The order that it gave, with the name of its request, until it is carried out.
    given: Option<(Option<Id>, String)>,
}

/// What comes of a line.
pub enum Heard {
    /// An answer, to be written at once.
    Answer(String),
    /// An order that passes its check; its answer comes when it is carried out.
    Order(Order),
    /// The program waits for its turn: the line is to be heard again then.
    Later,
    /// The program leaves; this is its answer.
    Quit(String),
}

impl Seat {
    /// The place of a side.
    pub fn new(side: Side) -> Seat {
        Seat { side, events: Vec::new(), given: None }
    }

    /// Hears a line about the battle as it stands.
    pub fn hear(&mut self, state: &State, line: &str) -> Heard {
        let (id, request) = match read(line) {
            Ok(read) => read,
            Err((id, error)) => return Heard::Answer(written(id, Said::Wrong { error })),
        };
        let over = state.asked().is_none();
        let mine = state.asked().is_some_and(|asked| asked.side == self.side);
        let answer = match request {
            Request::Wait {} if !mine && !over => return Heard::Later,
            Request::Wait {} => {
                Ok(Reply::Wait(Box::new(waited(state, std::mem::take(&mut self.events)))))
            }
            Request::Quit {} => return Heard::Quit(said(id, Ok(Reply::Quit {}))),
            Request::Hello {} => hello().map(Reply::Hello),
            Request::Apply(asked) if asked.dice.is_some() => {
                Err(Error::new(Code::NotYours, "the dice of this battle fall elsewhere"))
            }
            Request::Apply(asked) => match self.order(state, mine, &asked.order) {
                Ok(order) => {
                    self.given = Some((id, order_text(state, &order)));
                    return Heard::Order(order);
                }
                Err(error) => Err(error),
            },
            request => about(state, request),
        };
        Heard::Answer(said(id, answer))
    }

    fn order(&self, state: &State, mine: bool, text: &str) -> Result<Order, Error> {
        if !mine {
            return Err(Error::new(Code::NotYours, "it is not your turn: `wait` for it"));
        }
        let order = read_order(state, text)?;
        state.check(&order).map_err(|refusal| Error::refused(&refusal, state))?;
        Ok(order)
    }

    /// An order was carried out, by whomever; the answer to it, if this program gave it.
    pub fn saw(&mut self, before: &State, events: &[Event], after: &State) -> Option<String> {
        self.events.extend(told::told_from(before.clone(), events));
        let (id, order) = self.given.take()?;
        let events = std::mem::take(&mut self.events);
        let (pending, digest) = (pending(after), digest(after));
        Some(said(id, Ok(Reply::Apply(Applied { order, events, pending, digest }))))
    }
}

fn said(id: Option<Id>, answer: Result<Reply, Error>) -> String {
    let said = match answer {
        Ok(reply) => Said::Did(Box::new(reply)),
        Err(error) => Said::Wrong { error },
    };
    written(id, said)
}
