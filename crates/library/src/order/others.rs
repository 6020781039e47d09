//! The maneuvers of guns, and everything that is no maneuver: charges, retreats, answers, leaders.

mod special;

use engine::formations::Flanks;
use engine::movement::Hand;
use engine::moves::{GunManeuver, Limbering, Presenting, StraightBack};
use engine::table::{Leader, UnitId};
use geometry::{Angle, Length, Pose};

use super::troops::{hand, refuse, sees_step, step, steps};
use super::words::Words;
use super::{Charge, Order, OrderError, Orders, Retreating};

/// The first words of orders.
const FIRST: [&str; 30] = [
    "hold",
    "move",
    "change",
    "dismount",
    "mount",
    "pass",
    "flank",
    "deploy",
    "front",
    "rear",
    "scale",
    "replenish",
    "gun",
    "charge",
    "countercharge",
    "breakthrough",
    "retreat",
    "evade",
    "recall",
    "carry",
    "hasty",
    "present",
    "leader",
    "storm",
    "send",
    "rejoin",
    "run",
    "lose",
    "advance",
    "withdraw",
];
/// The first words that are no orders by themselves.
const NOT_FIRST: usize = 2;

const GUN: [&str; 11] = [
    "hold",
    "move",
    "limber",
    "unlimber",
    "pivot",
    "haul",
    "prolong",
    "fire",
    "rally",
    "replenish",
    "retreat",
];

/// An order for a unit, or for a leader.
pub(super) fn order(
    orders: &Orders<'_>,
    unit: Option<UnitId>,
    words: &mut Words,
) -> Result<Order, OrderError> {
    if words.sees_one(&FIRST[FIRST.len() - NOT_FIRST..]) {
        return Err(words.unlike("an order: steps follow the word `move`", &["move"]));
    }
    if words.take("leader") {
        return orders.leader(words);
    }
    let Some(id) = unit else {
        return Err(words.unlike("an order for a leader: no unit is named", &["leader"]));
    };
    if let Some(change) = orders.changes(words, id)? {
        return Ok(Order::Troops(change));
    }
    if let Some(special) = special::read(orders, words, id)? {
        return Ok(Order::Special(special));
    }
    let first = FIRST[words.one("an order", &FIRST)?];
    if let Some(maneuver) = orders.troops(first, words, id)? {
        return Ok(Order::Troops(maneuver));
    }
    match first {
        "gun" => {
            let stand = words.count("the number of a gun stand, from 1")? - 1;
            Ok(Order::Gun { stand, maneuver: gun(words)? })
        }
        "charge" => {
            let target = orders.unit_name(words, "a unit to charge")?;
            let bend = if sees_step(words) {
                words.take(",");
                Some(step(words)?)
            } else {
                None
            };
            let disordered = words.take_one(&["disordered"]).is_some();
            Ok(Order::Charge { target, bend, disordered })
        }
        "countercharge" => {
            Ok(Order::Countercharge { charger: orders.unit_name(words, "a unit that charges")? })
        }
        "breakthrough" => Ok(Order::Breakthrough),
        "retreat" => orders.retreat(words, id),
        "evade" => {
            let from = if words.take("from") {
                Some(orders.unit_name(words, "a charging enemy")?)
            } else {
                None
            };
            let behind = if words.take("behind") {
                Some(orders.unit_name(words, "a friend to evade behind")?)
            } else {
                None
            };
            Ok(Order::Evade { from, behind })
        }
        "recall" => recall(words),
        "carry" => Ok(Order::Carry { lost: orders.unit_name(words, "a beaten unit")? }),
        "hasty" => {
            words.must("square")?;
            Ok(Order::HastySquare { against: orders.against(words, id)? })
        }
        _ => {
            words.must("bayonets")?;
            let how = presenting(words)?;
            Ok(Order::PresentBayonets { how, against: orders.against(words, id)? })
        }
    }
}

fn retreating(words: &mut Words) -> Result<Retreating, OrderError> {
    let expected = "`out of close range`, `two inches` or `full`";
    match words.one(expected, &["out", "two", "full"])? {
        0 => {
            for word in ["of", "close", "range"] {
                words.must(word)?;
            }
            Ok(Retreating::OutOfCloseRange)
        }
        1 => {
            words.must("inches")?;
            Ok(Retreating::TwoInches)
        }
        _ => Ok(Retreating::Full { broken: words.take("broken") }),
    }
}

pub(super) fn recall(words: &mut Words) -> Result<Order, OrderError> {
    words.must("to")?;
    let at = words.point()?;
    words.must("facing")?;
    let to = Pose::new(at, words.heading()?);
    let mut least = Length::ZERO;
    if words.take("at") {
        words.must("least")?;
        least = words.inches()?;
    }
    Ok(Order::Recall { to, least })
}

pub(super) fn presenting(words: &mut Words) -> Result<Presenting, OrderError> {
    if words.take("to") {
        return Ok(match words.one("`flank` or `rear`", &["flank", "rear"])? {
            0 => Presenting::ToFlank { to: hand(words)? },
            _ => Presenting::ToRear,
        });
    }
    let flanks = refuse(words)?.unwrap_or(Flanks::STRAIGHT);
    Ok(Presenting::AsItStands { flanks })
}

impl Orders<'_> {
    /// `against "A", "B" at "C"`: A charges the unit itself, B charges C.
    fn against(&self, words: &mut Words, own: UnitId) -> Result<Vec<Charge>, OrderError> {
        words.must("against")?;
        let mut charges = Vec::new();
        loop {
            let charger = self.unit_name(words, "a unit that charges")?;
            let target = if words.take("at") {
                self.unit_name(words, "the unit that is charged")?
            } else {
                own
            };
            charges.push((charger, target));
            if !words.take(",") && !words.sees_quoted() {
                return Ok(charges);
            }
        }
    }

    /// A retreat; one that goes straight back may have `contracting to FORMATION` after it.
    fn retreat(&self, words: &mut Words, id: UnitId) -> Result<Order, OrderError> {
        let how = retreating(words)?;
        let back = match how {
            Retreating::OutOfCloseRange => StraightBack::OutOfCloseRange,
            Retreating::TwoInches => StraightBack::TwoInches,
            Retreating::Full { .. } => return Ok(Order::Retreat(how)),
        };
        if words.take_one(&["contracting"]).is_none() {
            return Ok(Order::Retreat(how));
        }
        words.must("to")?;
        let (shape, anchor) = self.loose(words, self.position.unit(id).anchor)?;
        Ok(Order::Contract { back, shape, anchor })
    }

    fn leader(&self, words: &mut Words) -> Result<Order, OrderError> {
        let names = self.position.leaders.iter().map(Leader::shown_name);
        let leader = words.name("a leader", names)?;
        words.must("to")?;
        let mut way = vec![words.point()?];
        while words.sees_number() {
            way.push(words.point()?);
        }
        Ok(Order::Leader { leader, way })
    }
}

/// The maneuver of a gun stand.
fn gun(words: &mut Words) -> Result<GunManeuver, OrderError> {
    let word = GUN[words.one("a maneuver of a gun", &GUN)?];
    Ok(match word {
        "hold" => GunManeuver::Hold,
        "move" => drive(words, None)?,
        "limber" => {
            let moves = |words: &Words| words.is_done() || words.sees_one(&["move"]);
            let limbering =
                if moves(words) { Limbering::About } else { Limbering::To(words.heading()?) };
            if words.take_one(&["move"]).is_some() {
                drive(words, Some(limbering))?
            } else {
                GunManeuver::Limber(limbering)
            }
        }
        "unlimber" => GunManeuver::Unlimber { facing: words.heading()?, fire: fires(words) },
        "pivot" => GunManeuver::Pivot { facing: words.heading()?, fire: fires(words) },
        "haul" => {
            let back = words.take("back");
            let (to, slant) = slant(words)?;
            GunManeuver::HandHaul { to, slant, by: words.inches()?, back }
        }
        "prolong" => {
            let (to, slant) = slant(words)?;
            GunManeuver::Prolong { to, slant, by: words.inches()? }
        }
        "fire" => GunManeuver::Fire,
        "rally" => GunManeuver::Rally,
        "replenish" => GunManeuver::Replenish,
        _ => GunManeuver::Retreat,
    })
}

fn fires(words: &mut Words) -> bool {
    words.take_one(&["fire"]).is_some()
}

fn drive(words: &mut Words, limber: Option<Limbering>) -> Result<GunManeuver, OrderError> {
    let steps = steps(words)?;
    let unlimber = match words.take_one(&["unlimber"]) {
        Some(_) => Some(words.heading()?),
        None => None,
    };
    Ok(GunManeuver::Move { steps, limber, unlimber, fire: fires(words) })
}

/// `[left 20]`; straight if it is not said.
fn slant(words: &mut Words) -> Result<(Hand, Angle), OrderError> {
    if words.sees_number() {
        return Ok((Hand::Left, Angle::ZERO));
    }
    Ok((hand(words)?, words.degrees()?))
}
