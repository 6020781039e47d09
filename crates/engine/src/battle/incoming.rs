//! A charge as it would come in: the battle when it is home, and the volley of all who can fire at it.

use super::order::{Firing, Order};
use super::shooters::no_shot;
use super::state::{Phase, State};
use super::task::{FireStep, Task};
use super::volley::{Aimed, aim};
use crate::dice::Scripted;
use crate::table::UnitId;

impl State {
    /// The battle when the charges that are declared have come home, nobody having answered them.
    pub fn charges_home(mut self) -> Option<State> {
        // Until charges have moved nothing is rolled, and everybody stands as he is.
        while self.waits_for_charges() {
            self = self.apply(&Order::Done, &mut Scripted::default()).ok()?.0;
        }
        Some(self)
    }

    /// Is something asked that comes before the charges are home?
    fn waits_for_charges(&self) -> bool {
        let asked = self.asked().map(|asked| asked.task);
        let before = matches!(
            asked,
            Some(Task::Declare { .. } | Task::Answer | Task::Shelter | Task::Evade { .. })
        );
        before && self.phase == Phase::Maneuver
    }

    /// The volley of all who can fire at a charge that has come home, its target first.
    pub fn all_fire_at(&self, charger: UnitId, target: UnitId) -> Option<Aimed> {
        let step = FireStep::Defensive;
        let able = |unit: &UnitId| *unit != target && no_shot(self, step, *unit, charger).is_none();
        let beside = self.of_side(self.unit(target).side).filter(able);
        let mut firing: Vec<Firing> = Vec::new();
        let mut found = None;
        for unit in std::iter::once(target).chain(beside) {
            firing.push(Firing::all(unit));
            match aim(self, step, charger, &firing, None) {
                Ok(aimed) => found = Some(aimed),
                Err(_) => drop(firing.pop()),
            }
        }
        found
    }
}
