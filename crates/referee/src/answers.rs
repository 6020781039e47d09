//! How a charge may be answered: what its odds do not count, said before it is declared, and what the charge
//! has if it is answered so.

use engine::Scripted;
use engine::battle::{Order, State, Task, others};
use engine::table::UnitId;
use rulebook::Reason;

use crate::outlook::Outlook;
use crate::replies::ChargeAnswer;

/// What may be done against a charge that can be declared: by its target, and by who may ride at it.
pub fn to_charge(state: &State, order: &Order) -> Vec<ChargeAnswer> {
    let Order::Charge { unit, target, .. } = order else { return Vec::new() };
    let Ok((mut then, _)) = state.apply(order, &mut Scripted::default()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // Until charges have moved nothing is rolled.
    while let Some(asked) = then.asked() {
        match asked.task {
            Task::Answer => found = declared(&then, *unit, *target),
            Task::Evade { unit, .. } if unit == target => {
                let rule = then.why_evades().rule.to_string();
                found.push(answer(&then, *unit, "evade", rule));
                break;
            }
            Task::Declare { .. } | Task::Shelter | Task::Evade { .. } => {}
            _ => break,
        }
        match then.apply(&Order::Done, &mut Scripted::default()) {
            Ok((next, _)) => then = next,
            Err(_) => break,
        }
    }
    found
}

/// The answers that can be declared to a charge.
fn declared(state: &State, charger: UnitId, target: UnitId) -> Vec<ChargeAnswer> {
    let mut found: Vec<ChargeAnswer> = Vec::new();
    for order in others(state) {
        let hasty = || "SEQ-HASTY-ORDER".to_owned();
        let answer = match order {
            Order::Countercharge { unit, charger: at, .. } if at == charger => {
                answer(state, unit, "countercharge", "CHG-COUNTERCHARGE".to_owned())
            }
            Order::Square { unit } if unit == target => {
                let rule = state.book.reasons.rule(Reason::SquareHastyCavalry);
                answer(state, unit, "form a hasty square", rule.to_string())
            }
            Order::Present { unit, .. } if unit == target => {
                answer(state, unit, "present bayonets", hasty())
            }
            Order::RejoinHasty { unit } if unit == target => {
                answer(state, unit, "fall back on its regiment", hasty())
            }
            _ => continue,
        };
        let answer = weighed(state, answer, &order, (charger, target));
        match found.iter_mut().find(|known| known.text == answer.text) {
            None => found.push(answer),
            // Of several ways to do it the one that is worst for the charge.
            Some(known) if answer.won.is_some_and(|won| known.won.is_none_or(|at| won < at)) => {
                *known = answer;
            }
            Some(_) => {}
        }
    }
    found
}

/// An answer with the odds of the charge that it is given to.
fn weighed(
    state: &State,
    answer: ChargeAnswer,
    order: &Order,
    (charger, target): (UnitId, UnitId),
) -> ChargeAnswer {
    let then = state.apply(order, &mut Scripted::default()).ok();
    let outlook = then.and_then(|(then, _)| Outlook::coming(then, charger, target));
    let Some(outlook) = outlook else { return answer };
    let curve = outlook.curve(charger, target);
    let combat = || {
        let (_, combat) = outlook.combat.as_ref()?;
        let outlook = odds::charge::outlook(&state.book, combat);
        Some(outlook.effects.chance(odds::charge::Verdict::is_won))
    };
    let won = curve.as_ref().map(|curve| curve.won).or_else(combat);
    ChargeAnswer { won, home: curve.map(|curve| curve.home), ..answer }
}

fn answer(state: &State, unit: UnitId, does: &str, rule: String) -> ChargeAnswer {
    let text = format!("{} may {does}.", state.name(unit));
    ChargeAnswer { text, rule, won: None, home: None }
}
