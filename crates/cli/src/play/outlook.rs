//! What a charge would come to: the fire it runs into and the combat, each as exact as a roll.

use engine::Scripted;
use engine::battle::{Aimed, Clash, FireStep, Firing, Order, Phase, State, Task, aim, clashes};
use engine::charge::Combat;

use super::forecast::Roll;

/// A charge as it would stand when it has come home, nobody having answered it.
pub struct Outlook {
    then: State,
    fire: Option<Aimed>,
    combat: Option<(Clash, Combat)>,
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

    fn rolls(&self) -> impl Iterator<Item = (&'static str, Roll)> {
        let fire = self.fire.clone().map(|aimed| Roll::Volley(Box::new(aimed)));
        let combat = self.combat.clone();
        let combat = combat.map(|(clash, combat)| Roll::Combat(clash, Box::new(combat)));
        let fire = fire.map(|roll| ("Its target's fire", roll));
        fire.into_iter().chain(combat.map(|roll| ("If it comes home unhurt", roll)))
    }

    /// The odds in a line for each roll.
    pub fn lines(&self) -> Vec<String> {
        let one =
            |(when, roll): (&str, Roll)| format!("{when}: {}", roll.lines(&self.then).join(" "));
        self.rolls().map(one).collect()
    }

    /// Every modifier with its rule.
    pub fn whole(&self) -> String {
        let one = |(when, roll): (&str, Roll)| format!("{when}\n{}", roll.whole(&self.then));
        self.rolls().map(one).collect::<Vec<_>>().join("\n")
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
