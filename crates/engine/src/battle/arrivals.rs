//! Reinforcements: who comes on the table, and where.

use geometry::{Angle, Convex, Length, Point, Pose, Spot, TOUCH};

use super::event::{Change, Happened};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::state::{Officer, State, Whereabouts};
use super::turn::{Carry, Rolled, Turn};
use crate::formations::Shape;
use crate::scenario::{Arrival, Arriving, Edge};
use crate::sight;
use crate::table::{Leader, Placed, UnitId, base_of};
use crate::{Emplacement, Formation};

/// How far from his entry point one looks for a free place.
const ASIDE: Length = Length::inches(12);
/// How near an enemy may stand to a free place.
const CLEAR: Length = Length::inches(2);
const RULE: &str = "VIC-BASE-SETUP";

impl State {
    /// The units of the active side that are due and not yet on the table.
    fn due(&self) -> impl Iterator<Item = (UnitId, Arrival)> + '_ {
        self.scenario.arrivals.iter().filter_map(|arrival| match arrival.who {
            Arriving::Unit(unit) => {
                let waits = self.marks(unit).whereabouts == Whereabouts::Expected;
                let own = self.unit(unit).side == self.active;
                (waits && own && u16::from(arrival.turn) <= self.turn).then_some((unit, *arrival))
            }
            Arriving::Leader(_) => None,
        })
    }
}

/// Is there a unit that may choose its place?
pub(super) fn asks(state: &State) -> bool {
    state.due().any(|(unit, arrival)| arrival.at.is_none() && !state.marks(unit).moved)
}

pub(super) fn order(state: &State, order: &Order) -> Result<Carry, Refusal> {
    let (unit, at) = match order {
        Order::Done => return Ok(passes()),
        Order::Enter { unit, at } => (*unit, *at),
        _ => return Err(not_asked()),
    };
    let found = state.due().find(|(due, arrival)| *due == unit && arrival.at.is_none());
    let Some((_, arrival)) = found else {
        return Err(Refusal::now(NotNow::NotAsked, RULE));
    };
    if !is_on(state, arrival.edge, at) {
        return Err(Refusal::now(NotNow::NotOnEdge, RULE));
    }
    let placed = free(state, unit, arrival.edge, at);
    let Some(placed) = placed else {
        return Err(Refusal::now(NotNow::NotOnEdge, RULE));
    };
    Ok(Box::new(move |turn| {
        enter(turn, unit, arrival.edge, placed);
        Ok(())
    }))
}

/// Does a point lie on an edge?
fn is_on(state: &State, edge: Edge, at: Point) -> bool {
    let bounds = state.position.table.bounds();
    let off = match edge {
        Edge::North => at.spot().y - bounds.high.y,
        Edge::South => at.spot().y - bounds.low.y,
        Edge::East => at.spot().x - bounds.high.x,
        Edge::West => at.spot().x - bounds.low.x,
    };
    off.abs() <= TOUCH
        && bounds.grown(TOUCH).holds(geometry::Bounds { low: at.spot(), high: at.spot() })
}

/// Those who are due at a named place come on by themselves.
pub(super) fn come(turn: &mut Turn<'_>) -> Rolled<()> {
    let due: Vec<(UnitId, Arrival)> = turn.state.due().collect();
    for (unit, arrival) in due {
        let Some(at) = arrival.at else { continue };
        if let Some(needs) = arrival.die {
            let die = turn.roll()?;
            turn.emit(Happened::ArrivalRolled { unit, die, needs }, Vec::new());
            if die.face() < needs {
                continue;
            }
        }
        match free(&turn.state, unit, arrival.edge, at) {
            Some(placed) => enter(turn, unit, arrival.edge, placed),
            None => turn.emit(Happened::Delayed { unit }, Vec::new()),
        }
    }
    leaders_come(turn);
    Ok(())
}

fn leaders_come(turn: &mut Turn<'_>) {
    for arrival in turn.state.scenario.arrivals.clone() {
        let Arriving::Leader(leader) = arrival.who else { continue };
        let (now, officer) = (turn.state.leader(leader).clone(), turn.state.officer(leader));
        let due = officer.expected && u16::from(arrival.turn) <= turn.state.turn;
        if !due || now.side != turn.state.active || is_too_near(&turn.state, &now, arrival.at) {
            continue;
        }
        // He who has no entry point of his own joins his command.
        let at = arrival.at.map(|at| {
            let radius =
                f64::from(now.rank.diameter(&turn.state.book.bases).in_thousandths()) / 2.0;
            let (sin, cos) = arrival.edge.heading().plus(Angle::ABOUT).sin_cos();
            at.spot().plus(Spot::new(sin, cos).times(radius)).point()
        });
        let attached = now.attached.filter(|unit| !turn.state.unit(*unit).stands.is_empty());
        let now = Leader { at, attached, ..now };
        let officer = Officer { expected: false, ..officer };
        turn.emit(
            Happened::LeaderComes { leader, unit: attached, back: false },
            vec![
                Change::Leader { leader, now: Box::new(now) },
                Change::Officer { leader, now: officer },
            ],
        );
    }
}

/// Is a leader's entry point too near to the enemy?
fn is_too_near(state: &State, leader: &Leader, at: Option<Point>) -> bool {
    let Some(at) = at else { return false };
    state
        .of_side(leader.side.enemy())
        .any(|enemy| state.unit(enemy).stands.iter().any(|stand| stand.distance_to(at) < CLEAR))
}

fn enter(turn: &mut Turn<'_>, unit: UnitId, edge: Edge, placed: Placed) {
    let mut marks = Box::new(super::state::Marks::new(Whereabouts::OnTable, &placed));
    marks.low_on_ammunition = turn.state.marks(unit).low_on_ammunition;
    let mut changes = vec![Change::Marks { unit, marks }];
    changes.extend(turn.put(unit, placed));
    turn.emit(Happened::Arrives { unit, edge }, changes);
    super::keys::touched(turn, unit, &[]);
    // Who was set up with it comes with it.
    if let Some(leader) = turn.state.leader_with(unit).filter(|l| turn.state.officer(*l).expected) {
        let officer = Officer { expected: false, ..turn.state.officer(leader) };
        let change = Change::Officer { leader, now: officer };
        turn.emit(Happened::LeaderComes { leader, unit: Some(unit), back: false }, vec![change]);
    }
}

/// The unit with its head at the entry point, or at the nearest free one on that edge.
fn free(state: &State, unit: UnitId, edge: Edge, at: Point) -> Option<Placed> {
    let along = match edge {
        Edge::North | Edge::South => Spot::new(1.0, 0.0),
        Edge::East | Edge::West => Spot::new(0.0, 1.0),
    };
    let farthest = ASIDE.in_thousandths() / 500;
    let shifts = (0..=farthest).flat_map(|step| [step * 500, step * -500]);
    shifts.into_iter().find_map(|shift| {
        let there = at.spot().plus(along.times(f64::from(shift))).point();
        if !is_on(state, edge, there) {
            return None;
        }
        behind_others(state, unit, edge, there).filter(|placed| !is_held(state, placed))
    })
}

/// Is the enemy too near to a column that would come on?
fn is_held(state: &State, placed: &Placed) -> bool {
    let near = |enemy: UnitId| {
        sight::distance(&state.unit(enemy).stands, &placed.stands).is_some_and(|gap| gap < CLEAR)
    };
    state.of_side(placed.side.enemy()).any(near)
}

/// The column at the point, or farther back behind those who wait there too.
fn behind_others(state: &State, unit: UnitId, edge: Edge, at: Point) -> Option<Placed> {
    (0..240).find_map(|quarter| {
        let placed = column_at(state, unit, edge, at, f64::from(quarter) * 250.0)?;
        let around = placed.bounds()?.grown(TOUCH);
        let stands_on = |other: &UnitId| {
            *other != unit
                && placed.outlines().any(|own| {
                    state.unit(*other).outlines().any(|outline| own.depth(&outline) > TOUCH)
                })
        };
        let free = !state.position.near(around).iter().any(stands_on);
        free.then_some(placed)
    })
}

/// A march column, or guns in file on their limbers, with its head so far outside of the point.
fn column_at(state: &State, unit: UnitId, edge: Edge, at: Point, out: f64) -> Option<Placed> {
    let mut own = state.unit(unit).unit.clone();
    let side = state.unit(unit).side;
    let heading = edge.heading().plus(Angle::ABOUT);
    let head = Pose::new(at, heading).moved(0.0, -out, Angle::ZERO);
    let base = base_of(&state.book.bases, &own);
    let shape = if own.is_guns() {
        own.guns.emplacement = Emplacement::Limbered;
        let deep = f64::from(base.depth.in_thousandths());
        let pose = |place: u8| {
            head.moved(0.0, -deep / 2.0 - f64::from(place) * (deep + 250.0), Angle::ZERO)
        };
        Shape::Apart { stands: (0..own.strength.stands).map(pose).collect() }
    } else {
        own.formation = Formation::MarchColumn;
        Shape::MarchColumn { trail: Vec::new() }
    };
    let placed = Placed::new(own, side, shape, head, &state.book.bases).ok()?;
    debug_assert!(placed.stands.iter().all(|stand| Convex::from(*stand).corners().len() == 4));
    Some(placed)
}
