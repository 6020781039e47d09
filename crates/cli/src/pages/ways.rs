//! The way that units took, from how a battle stood before and after an order.

use engine::Order;
use engine::battle::{Change, Event, Passage, State};
use engine::table::UnitId;
use geometry::{Rect, Spot, Sweep};

/// The way of a unit: of its middle, and of stands at its ends.
#[derive(Clone, Debug)]
pub struct Track {
    /// Whose.
    pub unit: UnitId,
    /// The way of its middle, or of the head of a column.
    pub way: Vec<Spot>,
    /// The ways of its front corners.
    pub trails: Vec<Vec<Spot>>,
    /// Is its length worth telling?
    pub measured: bool,
}

impl Track {
    fn straight(unit: UnitId, way: [Spot; 2], measured: bool) -> Track {
        Track { unit, way: way.into(), trails: Vec::new(), measured }
    }
}

/// A shorter way, in thousandths, is not drawn.
pub const SHORTEST: f64 = 400.0;
/// How many places of a leg are kept.
const PARTS: u8 = 8;

/// The moves between two states: as the events remember a way, or else straight.
pub fn tracks(was: &State, now: &State, events: &[Event]) -> Vec<Track> {
    let mut found = Vec::new();
    for id in now.position.ids() {
        let new = now.unit(id);
        let home = now.marks(id).origin.filter(|_| now.marks(id).skirmishers);
        let Some(old) = was.position.units().get(id.place()) else {
            // Skirmishers come from their regiment.
            let from = home.filter(|_| !new.stands.is_empty());
            found.extend(from.map(|from| {
                let way = [middle(&was.unit(from).stands), middle(&new.stands)];
                Track::straight(id, way, false)
            }));
            continue;
        };
        if old.stands == new.stands || old.stands.is_empty() {
            continue;
        }
        if new.stands.is_empty() {
            // And they go back to it.
            found.extend(home.map(|home| {
                let way = [middle(&old.stands), middle(&now.unit(home).stands)];
                Track::straight(id, way, false)
            }));
            continue;
        }
        let passage =
            events.iter().rev().flat_map(|event| &event.changes).find_map(|change| match change {
                Change::Marks { unit, marks } if *unit == id => marks.passage.as_deref(),
                _ => None,
            });
        let known = was.marks(id).passage.as_deref();
        let fresh = passage.filter(|passage| known != Some(*passage) && !passage.path.is_empty());
        let track = fresh.and_then(|passage| of_passage(id, passage));
        // A new formation on the same ground is no way; a rout is.
        let broken = new.unit.order == Order::Broken;
        let reformed = old.unit.formation != new.unit.formation && !broken;
        let straight = || {
            let way = [middle(&old.stands), middle(&new.stands)];
            let moved = length(&way) > SHORTEST && !reformed;
            moved.then(|| Track::straight(id, way, true))
        };
        found.extend(track.or_else(straight));
    }
    for (place, (old, new)) in was.position.leaders.iter().zip(&now.position.leaders).enumerate() {
        if let (Some(from), Some(to)) = (old.at, new.at)
            && from != to
        {
            let unit = UnitId(u16::MAX - place as u16);
            found.push(Track::straight(unit, [from.spot(), to.spot()], true));
        }
    }
    found
}

fn of_passage(unit: UnitId, passage: &Passage) -> Option<Track> {
    let count = passage.passing.stands.len() as u8;
    let legs: Vec<Vec<Sweep>> = (0..count)
        .map(|stand| {
            let own = passage.path.iter().filter(|way| way.stand == stand);
            own.map(|way| way.sweep).collect()
        })
        .collect();
    // One gun of several: the one that moves.
    let moving: Vec<&Vec<Sweep>> = legs.iter().filter(|legs| !legs.is_empty()).collect();
    let first = *moving.first()?;
    let together = moving.iter().all(|legs| legs.len() == first.len());
    let of_one = |legs: &[Sweep]| -> Vec<Spot> {
        legs.iter().flat_map(|leg| places(leg).map(|rect| rect.pose.at.spot())).collect()
    };
    let way = if together {
        let leg = |leg: usize| {
            (0..=PARTS).map({
                let moving = &moving;
                move |part| {
                    let part = f64::from(part) / f64::from(PARTS);
                    let there: Vec<Rect> = moving.iter().map(|legs| legs[leg].at(part)).collect();
                    middle(&there)
                }
            })
        };
        (0..first.len()).flat_map(leg).collect()
    } else {
        of_one(first)
    };
    // Where a whole line moves, the ways of its two front corners say most.
    let corner = |legs: &[Sweep], corner: usize| -> Vec<Spot> {
        legs.iter().flat_map(|leg| places(leg).map(|rect| rect.corners()[corner])).collect()
    };
    let trails = match passage.passing.front_rank().len() {
        0..3 => Vec::new(),
        _ if !together => Vec::new(),
        front => {
            let last = legs[..front].iter().rev().find(|legs| !legs.is_empty())?;
            vec![corner(first, 0), corner(last, 1)]
        }
    };
    Some(Track {
        unit,
        way: thinned(way),
        trails: trails.into_iter().map(thinned).collect(),
        measured: true,
    })
}

/// The stands of a unit that moves as one when it had done a part of its way.
pub fn on_the_way(passage: &Passage, part: f64) -> Option<Vec<Rect>> {
    let count = passage.passing.stands.len() as u8;
    let legs = |stand: u8| {
        let own = passage.path.iter().filter(move |way| way.stand == stand);
        own.map(|way| way.sweep).collect::<Vec<Sweep>>()
    };
    let lead = legs(0);
    let long = |leg: &Sweep| leg.at(1.0).pose.at.spot().minus(leg.start().pose.at.spot()).size();
    let mut left = lead.iter().map(long).sum::<f64>() * part;
    for (place, leg) in lead.iter().enumerate() {
        if left <= long(leg) {
            let part = if long(leg) > 0.0 { left / long(leg) } else { 1.0 };
            return (0..count).map(|stand| Some(legs(stand).get(place)?.at(part))).collect();
        }
        left -= long(leg);
    }
    None
}

fn places(leg: &Sweep) -> impl Iterator<Item = Rect> + '_ {
    (0..=PARTS).map(|part| leg.at(f64::from(part) / f64::from(PARTS)))
}

/// The middle of stands.
pub fn middle(stands: &[Rect]) -> Spot {
    let sum = stands.iter().fold(Spot::new(0.0, 0.0), |sum, stand| sum.plus(stand.pose.at.spot()));
    sum.times(1.0 / stands.len().max(1) as f64)
}

/// Without places that say nothing new.
fn thinned(way: Vec<Spot>) -> Vec<Spot> {
    let mut out: Vec<Spot> = Vec::new();
    for at in way {
        if out.last().is_some_and(|last| last.minus(at).size() < 1.0) {
            continue;
        }
        if let [.., before, last] = out[..] {
            let (one, other) = (last.minus(before), at.minus(last));
            if one.cross(other).abs() < 1e-3 * one.size() * other.size() && one.dot(other) > 0.0 {
                out.pop();
            }
        }
        out.push(at);
    }
    out
}

/// How long a way is, in thousandths.
pub fn length(way: &[Spot]) -> f64 {
    way.windows(2).map(|pair| pair[1].minus(pair[0]).size()).sum()
}

/// The place in the middle of a way.
pub fn halfway(way: &[Spot]) -> Spot {
    let mut left = length(way) / 2.0;
    for pair in way.windows(2) {
        let long = pair[1].minus(pair[0]).size();
        if left <= long && long > 0.0 {
            return pair[0].plus(pair[1].minus(pair[0]).times(left / long));
        }
        left -= long;
    }
    way.last().copied().unwrap_or(Spot::new(0.0, 0.0))
}
