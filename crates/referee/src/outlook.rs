//! What a charge would come to: the fire it runs into and the combat, each as exact as a roll.

use engine::Scripted;
use engine::battle::{Aimed, Clash, FireStep, Firing, Order, State, aim, clashes};
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
    pub fn coming(now: State, unit: UnitId, target: UnitId) -> Option<Outlook> {
        let then = now.charges_home()?;
        let fire = then.all_fire_at(unit, target);
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
