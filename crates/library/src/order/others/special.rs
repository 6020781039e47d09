//! Reads the orders for what happens seldom.

use engine::Formation;
use engine::moves::{Sending, Storming};
use engine::table::{Lost, UnitId, base_of};
use geometry::{Angle, Pose};

use super::super::special::Special;
use super::super::troops::{refuse, spot, steps};
use super::super::words::Words;
use super::super::{OrderError, Orders};

/// The first words of these orders.
const FIRST: [&str; 5] = ["storm", "send", "rejoin", "run", "lose"];

/// The order, if it is one of these.
pub(super) fn read(
    orders: &Orders<'_>,
    words: &mut Words,
    id: UnitId,
) -> Result<Option<Special>, OrderError> {
    if let Some(crew) = crew(orders, words, id)? {
        return Ok(Some(crew));
    }
    if !FIRST.iter().any(|first| words.sees(first)) {
        return Ok(None);
    }
    Ok(Some(match words.one("an order", &FIRST)? {
        0 => storm(orders, words)?,
        1 => send(orders, words, id)?,
        2 => {
            if words.take("hasty") {
                Special::HastyRejoin { against: orders.against(words, id)? }
            } else {
                Special::Rejoin
            }
        }
        3 => {
            words.must("to")?;
            match words.one("`regiment` or `horses`", &["regiment", "horses"])? {
                0 => Special::RunToRegiment,
                _ => Special::RunToHorses,
            }
        }
        _ => Special::Lose(lose(words)?),
    }))
}

/// `gun 1 shelter in "A" against "C" at "T"`, `gun 1 return`.
fn crew(orders: &Orders<'_>, words: &mut Words, id: UnitId) -> Result<Option<Special>, OrderError> {
    let mut ahead = words.clone();
    if !ahead.take("gun") {
        return Ok(None);
    }
    let Ok(number) = ahead.count("the number of a gun stand, from 1") else { return Ok(None) };
    let stand = number - 1;
    if ahead.take("return") {
        *words = ahead;
        return Ok(Some(Special::CrewReturns { stand }));
    }
    if !ahead.take("shelter") {
        return Ok(None);
    }
    *words = ahead;
    words.must("in")?;
    let host = orders.unit_name(words, "a unit to shelter with")?;
    Ok(Some(Special::Shelter { stand, host, against: orders.against(words, id)? }))
}

/// `storm "Bridge" …`, `storm won "E" …`, `storm thrown back`, `storm lost`.
fn storm(orders: &Orders<'_>, words: &mut Words) -> Result<Special, OrderError> {
    if words.take("lost") {
        return Ok(Special::StormLost);
    }
    if words.take("thrown") {
        words.must("back")?;
        return Ok(Special::StormThrownBack);
    }
    if words.take("won") {
        let lost = orders.unit_name(words, "a beaten unit")?;
        return Ok(Special::StormWon { lost, then: then(words)?, refuse: refuse(words)? });
    }
    let defile = orders.piece(words, "a defile")?;
    let by = if words.take("by") { Some(words.inches()?) } else { None };
    let charge = if words.take_one(&["charge"]).is_some() {
        Some(orders.unit_name(words, "a unit to charge")?)
    } else {
        None
    };
    let (then, refuse) = (then(words)?, refuse(words)?);
    Ok(Special::Storm(Box::new(Storming { defile, by, charge, then, refuse })))
}

/// `then line`, `then supported line` or `then field column`.
fn then(words: &mut Words) -> Result<Option<Formation>, OrderError> {
    if words.take_one(&["then"]).is_none() {
        return Ok(None);
    }
    let expected = "`line`, `supported line` or `field column`";
    Ok(Some(match words.one(expected, &["line", "supported", "field"])? {
        0 => Formation::Line,
        1 => {
            words.must("line")?;
            Formation::SupportedLine
        }
        _ => {
            words.must("column")?;
            Formation::FieldColumn
        }
    }))
}

/// `send 3 [gaps 0.5 1] [at 30,12] [facing N] [then STEPS] [REFUSE] [with change to …]`.
fn send(orders: &Orders<'_>, words: &mut Words, id: UnitId) -> Result<Special, OrderError> {
    let stands = words.count("a number of stands")?;
    let mut gaps = Vec::new();
    if words.take("gaps") {
        gaps.push(words.inches()?);
        while words.sees_number() {
            gaps.push(words.inches()?);
        }
    }
    let placed = orders.position.unit(id);
    let depth = base_of(&orders.book.bases, &placed.unit).depth.in_thousandths();
    let usual = placed.anchor.moved(0.0, f64::from(2000 + depth), Angle::ZERO);
    let said = spot(words)?;
    let anywhere = said.at.is_some() || said.facing.is_some();
    let there = Pose::new(said.at.unwrap_or(usual.at), said.facing.unwrap_or(usual.heading));
    let at = anywhere.then_some(there);
    let walks = words.take_one(&["then"]).is_some();
    let steps = if walks { steps(words)? } else { Vec::new() };
    let refuse = refuse(words)?;
    let change = if words.take_one(&["with"]).is_some() { with(orders, words, id)? } else { None };
    Ok(Special::Send(Box::new(Sending { stands, gaps, at, steps, refuse, change })))
}

/// The regiment's own maneuver.
fn with(
    orders: &Orders<'_>,
    words: &mut Words,
    id: UnitId,
) -> Result<Option<engine::moves::Maneuver>, OrderError> {
    if let Some(change) = orders.changes(words, id)? {
        return Ok(Some(change));
    }
    let first = ["hold", "move"];
    let found = first[words.one("`change to …`, `move … then change to …` or `hold`", &first)?];
    orders.troops(found, words, id)
}

/// `lose 2`, `lose stands 3 4`.
fn lose(words: &mut Words) -> Result<Lost, OrderError> {
    if words.take_one(&["stands", "stand"]).is_none() {
        return Ok(Lost::Any(words.count("a number of stands")?));
    }
    let mut stands = vec![words.count("the number of a stand, from 1")? - 1];
    while words.sees_number() {
        stands.push(words.count("the number of a stand, from 1")? - 1);
    }
    Ok(Lost::These(stands))
}
