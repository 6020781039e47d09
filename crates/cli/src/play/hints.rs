//! A few words beside a choice: where it leads, how it may come out.

use engine::Opened;
use engine::battle::{Order, State};
use engine::moves::{Plan, check_gun};
use engine::sight;
use engine::table::{Side, UnitId};
use geometry::{Length, Point, Rect};

use super::card::{self, tenths};
use super::forecast::Roll;
use super::menu::{Choice, Subject};

/// A few words about a choice; may be nothing.
pub fn hint(state: &State, choice: &Choice) -> String {
    match choice {
        Choice::Order(order) => of_order(state, order),
        Choice::All(_, orders) => {
            orders.first().map_or(String::new(), |order| of_order(state, order))
        }
        Choice::Open(Subject::Unit(unit)) => of_unit(state, *unit),
        Choice::Open(Subject::Target(unit)) => card::formation(state, state.unit(*unit)),
        Choice::Open(Subject::Gun(..) | Subject::Leader(_)) => String::new(),
    }
}

fn of_order(state: &State, order: &Order) -> String {
    if let Some(roll) = Roll::of(state, order) {
        return roll.hint(state);
    }
    match order {
        Order::Maneuver { unit, maneuver } => match state.check_maneuver(*unit, maneuver) {
            Ok(plan) => of_plan(state, *unit, &plan),
            Err(_) => String::new(),
        },
        Order::Gun { unit, stand, maneuver } => {
            let list = state.marks(*unit).guns.get(usize::from(*stand)).and_then(|gun| gun.list);
            let gun = (*unit, *stand);
            match check_gun(&state.book, &state.position, gun, list, maneuver) {
                Ok(plan) if plan.may_fire => "may fire this turn".to_owned(),
                Ok(_) => "does not fire this turn".to_owned(),
                Err(_) => String::new(),
            }
        }
        Order::Charge { unit, target, .. } => {
            let gap = sight::gap(&state.position, *unit, *target).map(tenths);
            let flank = sight::is_turned(state.unit(*target), &state.unit(*unit).stands);
            let flank = if flank { ", from its flank or rear" } else { "" };
            gap.map_or(String::new(), |gap| format!("{gap} away{flank}"))
        }
        Order::MoveLeader { leader, way } => {
            let side = state.leader(*leader).side;
            way.last().map_or(String::new(), |at| beside(state, side, *at))
        }
        Order::Detach { leader, to } => beside(state, state.leader(*leader).side, *to),
        _ => String::new(),
    }
}

/// What a unit may do in this check, and how near the enemy is.
fn of_unit(state: &State, unit: UnitId) -> String {
    let placed = state.unit(unit);
    let list = match state.marks(unit).list {
        Some(Opened::DoubleQuick) => "Double Quick, ",
        Some(Opened::WellHandled) => "Well Handled, ",
        Some(Opened::Tardy) => "Tardy, ",
        None => "",
    };
    let formation = card::formation(state, placed);
    let enemy = nearest_enemy(state, placed.side, &placed.stands);
    let enemy = enemy.map(|(enemy, far)| format!(", {} from {}", tenths(far), state.name(enemy)));
    format!("{list}{formation}{}", enemy.unwrap_or_default())
}

fn of_plan(state: &State, unit: UnitId, plan: &Plan) -> String {
    let side = state.unit(unit).side;
    let mut parts = Vec::new();
    if plan.end.stands != state.unit(unit).stands
        && let Some((enemy, far)) = nearest_enemy(state, side, &plan.end.stands)
    {
        parts.push(format!("{} from {}", tenths(far), state.name(enemy)));
    }
    let (now, then) = (card::under(state, state.unit(unit)), card::under(state, &plan.end));
    let new: Vec<String> = then.into_iter().filter(|name| !now.contains(name)).collect();
    if !new.is_empty() {
        parts.push(format!("in {}", new.join(", ")));
    }
    for (key, holder) in state.scenario.key_positions.iter().zip(&state.holders) {
        let near = |stand: &Rect| stand.distance_to(key.at) <= key.radius;
        if *holder != Some(side) && plan.end.stands.iter().any(near) {
            parts.push(format!("takes {}", key.name));
        }
    }
    if plan.disordered.contains(&unit) {
        parts.push("disordered".to_owned());
    }
    parts.join(", ")
}

/// The enemy unit nearest to some stands.
pub fn nearest_enemy(state: &State, side: Side, stands: &[Rect]) -> Option<(UnitId, Length)> {
    let far = |enemy: UnitId| Some((sight::distance(stands, &state.unit(enemy).stands)?, enemy));
    state.of_side(side.enemy()).filter_map(far).min().map(|(far, enemy)| (enemy, far))
}

/// The friend that a place is beside.
fn beside(state: &State, side: Side, at: Point) -> String {
    let far = |unit: UnitId| {
        let stands = &state.unit(unit).stands;
        stands.iter().map(|stand| stand.distance_to(at)).min().map(|far| (far, unit))
    };
    let near = state.of_side(side).filter_map(far).min();
    near.map_or(String::new(), |(_, unit)| format!("beside {}", state.name(unit)))
}
