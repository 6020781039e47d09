//! How far a leader's command reaches.

use geometry::Length;
use rulebook::{Rulebook, Set, named};

use crate::Formation;
use crate::sight::{distance_from_round, sees_from, through_dense_growth};
use crate::table::{Leader, Placed, Position, UnitId};

named! {
    /// What shortens a leader's reach.
    pub enum Hindrance {
        /// He is attached to a unit.
        Attached = "attached",
        /// He is dismounted.
        Dismounted = "dismounted",
        /// Dense woods or chaparral lie in between.
        DenseGrowth = "dense-growth",
        /// Twilight.
        Twilight = "twilight",
        /// Fog.
        Fog = "fog",
    }
}

/// The radius in which a leader commands what he can see.
pub fn radius(book: &Rulebook, hindrances: Set<Hindrance>) -> Length {
    if hindrances.is_empty() { book.command.radius } else { book.command.reduced }
}

/// Is a unit whose nearest visible stand is so far away in his command?
pub fn reaches(book: &Rulebook, hindrances: Set<Hindrance>, distance: Length) -> bool {
    distance <= radius(book, hindrances)
}

/// How far a unit is from a leader who commands it: to its nearest stand that he sees within his
/// radius. Nothing if he does not.
pub fn commands(
    book: &Rulebook,
    position: &Position,
    leader: &Leader,
    unit: UnitId,
    weather: Set<Hindrance>,
) -> Option<Length> {
    let placed = position.unit(unit);
    if leader.side != placed.side {
        return None;
    }
    if let Some(first) = leader.attached
        && (first == unit
            || (!follows_another(position, first)
                && line_of_march(position, first).contains(&unit)))
    {
        return Some(Length::ZERO);
    }
    let at = leader.at?;
    let size = leader.rank.diameter(&book.bases);
    let mut hindered = weather;
    hindered.insert_if(leader.attached.is_some(), Hindrance::Attached);
    hindered.insert_if(leader.dismounted, Hindrance::Dismounted);
    let seen = placed.stands.iter().filter_map(|stand| {
        let far = distance_from_round(at, size, &[*stand])?;
        let mut hindered = hindered;
        let dense = || through_dense_growth(&position.table, at, *stand);
        let near = far <= book.command.radius;
        hindered.insert_if(near && dense(), Hindrance::DenseGrowth);
        let commanded = near && reaches(book, hindered, far);
        (commanded && sees_from(&position.table, at, *stand).is_ok()).then_some(far)
    });
    seen.min()
}

/// How close the units of a line of march follow each other.
const CLOSE_BEHIND: Length = Length::inches(2);

/// The units of a contiguous line of march that `first` leads, itself included: in march column or
/// limbered, each with its head close behind the tail of the one ahead.
pub fn line_of_march(position: &Position, first: UnitId) -> Vec<UnitId> {
    if !marches(position.unit(first)) {
        return Vec::new();
    }
    let mut line = vec![first];
    while let Some(&last) = line.last() {
        let ahead = position.unit(last);
        let Some(tail) = ahead.stands.last() else { break };
        let follows = |other: &UnitId| {
            let placed = position.unit(*other);
            let head = placed.stands.first();
            placed.side == ahead.side
                && !line.contains(other)
                && marches(placed)
                && head.is_some_and(|head| {
                    let behind = tail.pose.local(head.pose.at.spot()).y < 0.0;
                    behind && head.distance(*tail) <= CLOSE_BEHIND
                })
        };
        let Some(next) = position.ids().find(follows) else { break };
        line.push(next);
    }
    line
}

/// Does a unit follow another in a line of march?
fn follows_another(position: &Position, unit: UnitId) -> bool {
    let side = position.unit(unit).side;
    let ahead = |other: &UnitId| {
        *other != unit
            && position.unit(*other).side == side
            && line_of_march(position, *other).contains(&unit)
    };
    position.ids().any(|other| ahead(&other))
}

fn marches(placed: &Placed) -> bool {
    if placed.unit.is_guns() {
        return !placed.guns.is_empty() && placed.guns.iter().all(|gun| gun.limbered);
    }
    placed.unit.formation == Formation::MarchColumn
}
