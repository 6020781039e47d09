//! What a charge would come to: the fire it runs into and the combat, each as exact as a roll.

use engine::Scripted;
use engine::battle::{
    Aimed, Clash, FireStep, Firing, Order, Phase, State, Task, aim, clashes, no_shot,
};
use engine::charge::Combat;
use engine::table::UnitId;
use odds::assault::{Assault, Curve};
use rulebook::{Cover, Ground};

/// A charge as it would stand when it has come home, nobody having answered it.
pub struct Outlook {
    /// The battle then.
    pub then: State,
    /// The fire at it, of its target and of everybody beside who can.
    pub fire: Option<Aimed>,
    /// The combat.
    pub combat: Option<(Clash, Combat)>,
}

impl Outlook {
    /// The outlook of a charge that can be declared now.
    pub fn of(state: &State, order: &Order) -> Option<Outlook> {
        let Order::Charge { unit, target, .. } = order else { return None };
        let (then, _) = state.apply(order, &mut Scripted::default()).ok()?;
        Outlook::coming(then, *unit, *target)
    }

    /// The outlook of a charge that is declared.
    pub fn coming(mut then: State, unit: UnitId, target: UnitId) -> Option<Outlook> {
        // Until charges have moved nothing is rolled, and everybody stands as he is.
        while waits(&then) {
            then = then.apply(&Order::Done, &mut Scripted::default()).ok()?.0;
        }
        let fire = all_fire(&then, unit, target);
        let clash = clashes(&then).into_iter().find(|clash| clash.attackers.contains(&unit));
        let combat = clash.map(|clash| {
            let combat = then.combat_of(&clash, false);
            (clash, combat)
        });
        Some(Outlook { then, fire, combat })
    }

    /// The whole charge of a unit at its target in one curve: the fire of all who can, own fire and combat.
    /// Nothing where the table has more to say than a curve knows.
    pub fn curve(&self, unit: UnitId, target: UnitId) -> Option<Curve> {
        let (state, (_, combat)) = (&self.then, self.combat.as_ref()?);
        let (own, companions): (Vec<_>, Vec<_>) =
            combat.attacker.fighters.iter().cloned().partition(|fighter| fighter.tag == unit.0);
        let own = own.first()?;
        let mut check = state.check_of(unit, None);
        check.unit = own.unit.clone();
        let firing = Firing::all(unit);
        let back = aim(state, FireStep::Offensive, target, &[firing], None).ok();
        let assault = Assault {
            check,
            distance: None,
            ground: own.charged_over.unwrap_or(Ground::Open),
            cold_steel: own.cold_steel,
            outflanked: own.outflanked,
            companions,
            defensive_fire: self.fire.as_ref().map_or(Vec::new(), |aimed| aimed.firers.clone()),
            fired_at: self.fire.as_ref().map(|aimed| aimed.target.clone()),
            own_volley: Some(back.as_ref().map_or(Vec::new(), |aimed| aimed.firers.clone())),
            defender: combat.defender.clone(),
            defender_cover: back.map_or(Cover::Open, |aimed| aimed.target.cover),
            light: state.light_to_shoot(),
        };
        let all = own.counted.is_none_or(|stands| stands == own.unit.strength.stands);
        all.then(|| odds::assault::declared(&state.book, &assault).ok()).flatten()
    }
}

/// The volley of all who can fire at a charge that has come home, its target first.
fn all_fire(then: &State, charger: UnitId, target: UnitId) -> Option<Aimed> {
    let step = FireStep::Defensive;
    let able = |unit: &UnitId| *unit != target && no_shot(then, step, *unit, charger).is_none();
    let beside = then.of_side(then.unit(target).side).filter(able);
    let mut firing: Vec<Firing> = Vec::new();
    let mut found = None;
    for unit in std::iter::once(target).chain(beside) {
        firing.push(Firing::all(unit));
        match aim(then, step, charger, &firing, None) {
            Ok(aimed) => found = Some(aimed),
            Err(_) => drop(firing.pop()),
        }
    }
    found
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
