//! Who did not fire at the enemy that charges him, and why (SEQ-FIRE-1-DEFENSIVE).

use super::cause::Because;
use super::event::Happened;
use super::refusal::Refusal;
use super::shooters::no_shot;
use super::state::{Stage, State};
use super::task::FireStep;
use super::turn::Turn;
use crate::sight;
use crate::table::UnitId;
use crate::words::capital_off;

/// Tells of each unit that is charged and has not fired in the defensive step that ends.
pub(super) fn tell(turn: &mut Turn<'_>) {
    for (unit, charger) in silent(&turn.state) {
        let why = no_shot(&turn.state, FireStep::Defensive, unit, charger).map(Box::new);
        turn.emit(Happened::NoFireAtCharge { unit, charger, why }, Vec::new());
    }
}

/// Those who are charged and in contact and have not fired, with who charges them.
fn silent(state: &State) -> Vec<(UnitId, UnitId)> {
    let charges = state.of_side(state.active).filter_map(|charger| {
        let charge = state.marks(charger).charge.as_ref()?;
        let there = charge.stage == Stage::InContact;
        there.then_some((charge.target, charger))
    });
    let fired = |unit: UnitId| {
        let marks = state.marks(unit);
        marks.fired != 0 || marks.guns.iter().any(|gun| gun.fired)
    };
    let there = |unit: UnitId| !state.unit(unit).stands.is_empty();
    let touch = |one: UnitId, other: UnitId| sight::are_in_contact(&state.position, one, other);
    let silent = |unit: UnitId| there(unit) && !fired(unit);
    charges.filter(|(unit, charger)| silent(*unit) && touch(*unit, *charger)).collect()
}

impl State {
    /// That a unit does not fire at who charges it.
    pub(super) fn no_fire_told(
        &self,
        unit: UnitId,
        charger: UnitId,
        why: Option<&Refusal>,
    ) -> String {
        let (unit, charger) = (self.name(unit), self.name(charger));
        match why {
            None => format!("{unit} holds its fire at the charge of {charger}."),
            Some(why) => {
                let rule = why.rule().map_or(String::new(), |rule| format!(" ({rule})"));
                let why = why.told(self).replace(&rule, "");
                let why = capital_off(why.trim_end_matches('.'));
                format!("{unit} does not fire at the charge of {charger}: {why}.")
            }
        }
    }

    /// The rule that keeps a unit from firing at who charges it.
    pub(super) fn why_silent(&self, why: Option<&Refusal>) -> Vec<Because> {
        let label = match why {
            None => "it could have fired; its player did not",
            Some(_) => "who may fire, and at whom",
        };
        let rule = why.and_then(Refusal::rule);
        let rule = rule.unwrap_or_else(|| rulebook::RuleId::new("FIRE-BASE-PROCEDURE"));
        vec![Because { label: label.to_owned(), rule }]
    }
}
