//! What the enemy could do to a unit at the end of a maneuver.

use engine::Opened;
use engine::battle::{FireStep, Firing, Order, Refusal, State, aim};
use engine::movement::{Gait, allowance};
use engine::moves::{self, Leave};
use engine::sight;
use engine::table::{Placed, UnitId};
use geometry::{Length, Rect};
use rulebook::{FirePoints, Ground};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chances::FireOdds;
use crate::error::{Code, Error};

/// What the enemy could do to a unit there, everybody else standing as he does.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Threats {
    /// The unit.
    pub unit: String,
    /// Who could fire at it in the defensive fire that follows, each alone, the worst first.
    pub fire: Vec<FireThreat>,
    /// Who could charge it in his next turn, the nearest first.
    pub charges: Vec<ChargeThreat>,
}

/// A unit that could fire.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct FireThreat {
    /// Who.
    pub unit: String,
    /// From how far: its nearest stand.
    pub range: Length,
    /// Its fire points.
    pub points: FirePoints,
    /// Stands that its volley would take on the average.
    pub mean_stands_lost: f64,
}

/// A unit that could charge.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ChargeThreat {
    /// Who.
    pub unit: String,
    /// What the charge costs it.
    pub cost: Option<Length>,
    /// The slower of the lists that let it come so far.
    pub list: Opened,
}

/// What the enemy could do to the unit of a maneuver where it ends.
pub fn threats(state: &State, order: &Order) -> Result<Threats, Error> {
    let (unit, end) = end(state, order)?;
    let mut then = state.clone();
    then.position = state.position.supposing(unit, end);
    let enemies: Vec<UnitId> = then.of_side(then.unit(unit).side.enemy()).collect();
    let mut fire: Vec<FireThreat> =
        enemies.iter().filter_map(|enemy| shot(&then, *enemy, unit)).collect();
    fire.sort_by(|one, other| {
        let worse = other.mean_stands_lost.total_cmp(&one.mean_stands_lost);
        worse.then(one.range.cmp(&other.range))
    });
    let mut charges: Vec<ChargeThreat> =
        enemies.iter().filter_map(|enemy| charge(&then, *enemy, unit)).collect();
    charges.sort_by_key(|threat| threat.cost);
    Ok(Threats { unit: state.name(unit).to_owned(), fire, charges })
}

/// The unit of a maneuver as it is in the end.
fn end(state: &State, order: &Order) -> Result<(UnitId, Placed), Error> {
    let refused = |refusal: Refusal| Error::refused(&refusal, state);
    let none = || Error::new(Code::BadRequest, "the order is no maneuver of a unit or a gun");
    match order {
        Order::Maneuver { unit, maneuver } => {
            let plan = state.check_maneuver(*unit, maneuver);
            Ok((*unit, plan.map_err(|refusal| refused(refusal.into()))?.end))
        }
        Order::Gun { unit, stand, maneuver } => {
            let marks = state.marks(*unit).guns.get(usize::from(*stand)).ok_or_else(none)?;
            let gun = (*unit, *stand);
            let plan = moves::check_gun(&state.book, &state.position, gun, marks.list, maneuver);
            let plan = plan.map_err(|refusal| refused(refusal.into()))?;
            Ok((*unit, moves::with_gun(state.unit(*unit), *stand, &plan)))
        }
        _ => Err(none()),
    }
}

fn shot(then: &State, enemy: UnitId, unit: UnitId) -> Option<FireThreat> {
    // Most cannot, and finding out why is dear.
    let hits = |(_, stand): (u8, Rect)| {
        sight::might_hit(&then.book, &then.position, (enemy, stand), unit)
            && then.targets_of(enemy, stand).iter().any(|(target, _)| *target == unit)
    };
    if !then.ready_to_fire(enemy, FireStep::Defensive).into_iter().any(hits) {
        return None;
    }
    let firing = Firing::all(enemy);
    let aimed = aim(then, FireStep::Defensive, unit, &[firing], None).ok()?;
    let odds = FireOdds::aimed(then, &aimed)?;
    Some(FireThreat {
        unit: then.name(enemy).to_owned(),
        range: aimed.firers.iter().map(|firers| firers.range).min()?,
        points: odds.points,
        mean_stands_lost: odds.mean_stands_lost,
    })
}

fn charge(then: &State, enemy: UnitId, unit: UnitId) -> Option<ChargeThreat> {
    let (book, position) = (&then.book, &then.position);
    let placed = then.unit(enemy);
    // Most are too far off, and every way of a charge is dear to try.
    let most = allowance(moves::row_of(book, &placed.unit)?, Gait::DoubleQuick, Ground::Open);
    if sight::gap(position, enemy, unit)? > most {
        return None;
    }
    let by = |list: Opened| {
        let leave = Leave { list: Some(list), began: placed.unit.order };
        Some((list, moves::best_charge(book, position, enemy, unit, (leave, false))?))
    };
    let far = by(Opened::DoubleQuick)?;
    let (list, plan) = by(Opened::WellHandled).unwrap_or(far);
    let cost = plan.cost.map(|cost| cost.spent());
    Some(ChargeThreat { unit: then.name(enemy).to_owned(), cost, list })
}
