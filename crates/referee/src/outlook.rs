//! What a charge would come to: the fire it runs into and the combat, each as exact as a roll.

use engine::Scripted;
use engine::battle::{Aimed, Clash, FireStep, Firing, Order, Phase, State, Task, aim, clashes};
use engine::charge::Combat;
/// A charge as it would stand when it has come home, nobody having answered it.
pub struct Outlook {
    /// The battle then.
    pub then: State,
    /// Its target's fire.
    pub fire: Option<Aimed>,
    /// The combat.
    pub combat: Option<(Clash, Combat)>,
}

impl Outlook {
    /// The outlook of a charge that can be declared now.
    pub fn of(state: &State, order: &Order) -> Option<Outlook> {
        let Order::Charge { unit, target, .. } = order else { return None };
        let mut none = Scripted::default();
        let (mut then, _) = state.apply(order, &mut none).ok()?;
        // Until charges have moved nothing is rolled, and everybody stands as he is.
        while waits(&then) {
            then = then.apply(&Order::Done, &mut none).ok()?.0;
        }
        let firing = Firing { unit: *target, stands: None };
        let fire = aim(&then, FireStep::Defensive, *unit, &[firing], None).ok();
        let clash = clashes(&then).into_iter().find(|clash| clash.attackers.contains(unit));
        let combat = clash.map(|clash| {
            let combat = then.combat_of(&clash, false);
            (clash, combat)
        });
        Some(Outlook { then, fire, combat })
    }
}

/// Is something asked that comes before the charges are home?
fn waits(state: &State) -> bool {
    let asked = state.asked().map(|asked| asked.task);
    let before = matches!(
        asked,
        Some(Task::Declare { .. } | Task::Answer | Task::Shelter | Task::Evade { .. })
    );
    before && state.phase == Phase::Maneuver
}
