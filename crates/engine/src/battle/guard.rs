//! What a player is about to forget.

use super::state::State;
use super::task::{FireStep, Task};
use super::{charges, maneuvers};
use crate::moves::{GunManeuver, Maneuver};
use crate::table::UnitId;
use crate::{Order, battle};

/// Something that a player may have forgotten before he ends a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reminder {
    /// These units must check and have not: they will check alone.
    MustCheck(Vec<UnitId>),
    /// These units in good order could still check and move.
    CouldCheck(Vec<UnitId>),
    /// These units could still maneuver.
    CouldManeuver(Vec<UnitId>),
    /// Guns of these units have no order: they stay, and may fire.
    GunsStand(Vec<UnitId>),
    /// These units could charge somebody.
    CouldCharge(Vec<UnitId>),
    /// These units could still fire.
    CouldFire(Vec<UnitId>),
    /// These units or guns of them are low on ammunition and could replenish.
    LowOnAmmunition(Vec<UnitId>),
}

impl State {
    /// What would be left undone if the pending decision were ended now.
    pub fn reminders(&self) -> Vec<Reminder> {
        let Some(asked) = self.asked() else { return Vec::new() };
        let units = |found: Vec<UnitId>, as_what: fn(Vec<UnitId>) -> Reminder| {
            if found.is_empty() { None } else { Some(as_what(found)) }
        };
        let own = || self.of_side(asked.side);
        let found = match asked.task {
            Task::Checks => {
                let must: Vec<UnitId> = own().filter(|unit| self.must_check(*unit)).collect();
                let could = own().filter(|unit| {
                    let fresh = !self.marks(*unit).checked && !self.makes_no_check(*unit);
                    let good = self.unit(*unit).unit.order == Order::Good;
                    fresh && good && !must.contains(unit) && self.missed_by(*unit).is_empty()
                });
                let could = could.collect();
                vec![units(must, Reminder::MustCheck), units(could, Reminder::CouldCheck)]
            }
            Task::Declare { group } => {
                let could =
                    group.iter().copied().filter(|unit| charges::asks_declare(self, &[*unit]));
                vec![units(could.collect(), Reminder::CouldCharge)]
            }
            Task::Maneuvers { group } => {
                let could =
                    group.iter().copied().filter(|unit| maneuvers::may_maneuver(self, *unit));
                let (stand, could): (Vec<UnitId>, Vec<UnitId>) =
                    could.partition(|unit| maneuvers::stands_to_fire(self, *unit));
                let low = group.iter().copied().filter(|unit| self.could_replenish(*unit));
                vec![
                    units(could, Reminder::CouldManeuver),
                    units(stand, Reminder::GunsStand),
                    units(low.collect(), Reminder::LowOnAmmunition),
                ]
            }
            Task::Fire(step) => {
                let could = own().filter(|unit| self.has_a_target(*unit, *step));
                vec![units(could.collect(), Reminder::CouldFire)]
            }
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    /// Is a unit, or a gun of it, low on ammunition, and would an order to replenish pass?
    fn could_replenish(&self, unit: UnitId) -> bool {
        let guns = self.unit(unit).guns.iter().zip(0..);
        let mut low = guns
            .filter(|(gun, _)| gun.low_on_ammunition)
            .map(|(_, stand)| battle::Order::Gun { unit, stand, maneuver: GunManeuver::Replenish });
        let troops = || battle::Order::Maneuver { unit, maneuver: Maneuver::Replenish };
        low.any(|order| self.check(&order).is_ok())
            || self.marks(unit).low_on_ammunition && self.check(&troops()).is_ok()
    }

    /// Could a unit fire at somebody who has not been fired at?
    pub fn has_a_target(&self, unit: UnitId, step: FireStep) -> bool {
        self.ready_to_fire(unit, step).into_iter().any(|(_, stand)| {
            let found = self.targets_of(unit, stand).into_iter();
            let weapon = self.unit(unit).unit.weapon(&self.book);
            let mut reached =
                found.filter(|(_, far)| weapon.is_some_and(|weapon| weapon.band(*far).is_some()));
            reached.any(|(target, _)| !self.marks(target).fired_at)
        })
    }
}
