//! Carrying out: events are emitted, and each is made true at once.

use geometry::Point;

use super::casualties;
use super::event::{Change, Event, Happened};
use super::state::{Marks, State};
use super::task::Task;
use crate::dice::{Dice, Die};
use crate::table::{Leader, Placed, UnitId};

/// The dice ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDice;

/// What carrying out gives: it can fail for want of dice alone.
pub(super) type Rolled<T> = Result<T, NoDice>;

/// What is left to do of an order that was found legal.
pub(super) type Carry = Box<dyn FnOnce(&mut Turn<'_>) -> Rolled<()>>;

/// An order being carried out.
pub(super) struct Turn<'t> {
    /// The battle as it now stands.
    pub state: State,
    dice: &'t mut dyn Dice,
    rolled: u32,
    /// What has happened.
    pub events: Vec<Event>,
}

impl<'t> Turn<'t> {
    /// Nothing has happened yet.
    pub fn new(state: State, dice: &'t mut dyn Dice) -> Turn<'t> {
        Turn { state, dice, rolled: 0, events: Vec::new() }
    }

    /// Rolls a die.
    pub fn roll(&mut self) -> Rolled<Die> {
        let die = self.dice.roll().ok_or(NoDice)?;
        self.rolled += 1;
        Ok(die)
    }

    /// The dice that fell are counted.
    pub fn count_dice(&mut self) {
        if self.rolled > 0 {
            self.emit(Happened::Goes, vec![Change::Dice(self.rolled)]);
            self.rolled = 0;
        }
    }

    /// Something happens.
    pub fn emit(&mut self, what: Happened, changes: Vec<Change>) {
        let event = Event { what, changes };
        let weighed = casualties::before(&self.state, &event);
        self.state.evolve(&event);
        self.events.push(event);
        let now = weighed.map(|was| casualties::weighed(&self.state, was)).unwrap_or_default();
        let told = now.into_iter().map(|what| Event { what, changes: Vec::new() });
        self.events.extend(told);
    }

    /// Puts a task before all others.
    pub fn push(&mut self, task: Task) {
        self.emit(Happened::Goes, vec![Change::Push(task)]);
    }

    /// The next task is done.
    pub fn pop(&mut self) {
        self.emit(Happened::Goes, vec![Change::Pop]);
    }

    /// A unit is now like this; its leader goes with it.
    pub fn put(&self, unit: UnitId, placed: Placed) -> Vec<Change> {
        let leader = self.state.position.leaders.iter();
        let rides = leader.enumerate().find(|(_, leader)| leader.attached == Some(unit));
        let mut changes = Vec::new();
        if let Some((place, leader)) = rides
            && !placed.stands.is_empty()
        {
            let at = Some(beside(&self.state, &placed, leader));
            let now = Box::new(Leader { at, ..leader.clone() });
            changes.push(Change::Leader { leader: place as u16, now });
        }
        let moved = placed.stands != self.state.unit(unit).stands;
        // Who moves is seen.
        let seen_within = placed.seen_within.filter(|_| !moved);
        let placed = Placed { seen_within, ..placed };
        changes.push(Change::Unit { unit, placed: Box::new(placed) });
        changes
    }

    /// The marks of a unit, changed.
    pub fn marked(&self, unit: UnitId, change: impl FnOnce(&mut Marks)) -> Change {
        let mut marks = Box::new(self.state.marks(unit).clone());
        change(&mut marks);
        Change::Marks { unit, marks }
    }
}

/// The place of a leader who rides with a unit: behind its middle, or in it where the table ends.
pub(super) fn beside(state: &State, placed: &Placed, leader: &Leader) -> Point {
    let radius = f64::from(leader.rank.diameter(&state.book.bases).in_thousandths()) / 2.0;
    let at = placed.anchor.spot(0.0, placed.rear() - radius);
    let round = geometry::Bounds { low: at, high: at }.grown(radius);
    let on_table = state.position.table.bounds().grown(geometry::TOUCH).holds(round);
    if on_table { at.point() } else { placed.anchor.at }
}

/// The dice of a turn, for what asks for dice.
pub(super) struct Rolls<'a, 't>(pub &'a mut Turn<'t>);

impl Dice for Rolls<'_, '_> {
    fn roll(&mut self) -> Option<Die> {
        self.0.roll().ok()
    }
}
