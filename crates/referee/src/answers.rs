//! How a charge may be answered: what its odds do not count, said before it is declared.

use engine::Scripted;
use engine::battle::{Order, State, Task, others};
use engine::table::UnitId;
use rulebook::Reason;

use crate::replies::Note;

/// What may be done against a charge that can be declared: by its target, and by who may ride at it.
pub fn to_charge(state: &State, order: &Order) -> Vec<Note> {
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
                found.push(note(&then, *unit, "evade", rule));
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
fn declared(state: &State, charger: UnitId, target: UnitId) -> Vec<Note> {
    let mut found: Vec<Note> = Vec::new();
    for answer in others(state) {
        let hasty = || "SEQ-HASTY-ORDER".to_owned();
        let note = match answer {
            Order::Countercharge { unit, charger: at, .. } if at == charger => {
                note(state, unit, "countercharge", "CHG-COUNTERCHARGE".to_owned())
            }
            Order::Square { unit } if unit == target => {
                let rule = state.book.reasons.rule(Reason::SquareHastyCavalry);
                note(state, unit, "form a hasty square", rule.to_string())
            }
            Order::Present { unit, .. } if unit == target => {
                note(state, unit, "present bayonets", hasty())
            }
            Order::RejoinHasty { unit } if unit == target => {
                note(state, unit, "fall back on its regiment", hasty())
            }
            _ => continue,
        };
        if found.iter().all(|known| known.text != note.text) {
            found.push(note);
        }
    }
    found
}

fn note(state: &State, unit: UnitId, does: &str, rule: String) -> Note {
    Note {
        text: format!("{} may {does}.", state.name(unit)),
        rule,
        orders: Vec::new(),
        smoke: Vec::new(),
    }
}
