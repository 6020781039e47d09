//! What must be lost, and where winners and losers go: where it hurts least.

use engine::battle::{GunHarm, Order, State, others};
use engine::table::UnitId;
use geometry::{Rect, Spot};

use crate::situation::{INCH, Situation};
use crate::{Decision, Reason};

/// The stands farthest from the enemy go first: the others are still needed.
pub(crate) fn lose(situation: &Situation<'_>, unit: UnitId) -> Option<Decision> {
    let own = situation.own(unit)?;
    let (enemy, _) = situation.nearest(own.at)?;
    let far = |order: &Order| match order {
        Order::Lose { stands, .. } => stands
            .iter()
            .filter_map(|stand| own.placed.stands.get(usize::from(*stand)))
            .map(|stand| stand.pose.at.spot().minus(enemy.at).size())
            .sum(),
        _ => 0.0,
    };
    let found = others(situation.state).into_iter().filter(|order| *order != Order::Done);
    let best = found.max_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some(Decision::of(best, Reason::LeastHarm))
}

/// A gun that is worth least already, but none that the harm would wreck.
pub(crate) fn hurt(state: &State, unit: UnitId, harm: GunHarm) -> Option<Decision> {
    let guns = &state.unit(unit).guns;
    let damages = matches!(harm, GunHarm::Damaged | GunHarm::DamagedAndSilenced);
    let worth = |order: &Order| match order {
        Order::Pick { stand: Some(stand), .. } => {
            let Some(gun) = guns.get(usize::from(*stand)) else { return 9 };
            let wrecked = damages && gun.damaged;
            let mut worth = if wrecked { 4 } else { 2 };
            worth -= i32::from(gun.low_on_ammunition) + i32::from(!damages && gun.damaged);
            worth
        }
        _ => 9,
    };
    let found = others(state).into_iter().filter(|order| *order != Order::Done);
    found.min_by_key(worth).map(|order| Decision::of(order, Reason::LeastHarm))
}

/// Who has the enemy farthest from him can best do without ammunition.
pub(crate) fn low(situation: &Situation<'_>, among: &[(UnitId, Option<u8>)]) -> Option<Decision> {
    let far = |unit: UnitId| {
        let own = situation.own(unit);
        own.and_then(|own| situation.nearest(own.at)).map_or(0.0, |(_, far)| far)
    };
    let best = among.iter().max_by(|a, b| far(a.0).total_cmp(&far(b.0)))?;
    let order = Order::Pick { unit: best.0, stand: best.1 };
    Some(Decision::of(order, Reason::LeastHarm))
}

/// Horse that may recall does so, out of reach; the rules lead others back.
pub(crate) fn go_back(situation: &Situation<'_>, unit: UnitId) -> Option<Decision> {
    recall(situation, unit).or_else(|| {
        let order = Order::GoBack { unit };
        situation.state.check(&order).is_ok().then(|| Decision::of(order, Reason::LeastHarm))
    })
}

/// The place to recall to that is farthest from the enemy.
fn recall(situation: &Situation<'_>, unit: UnitId) -> Option<Decision> {
    let far = |order: &Order| match order {
        Order::Recall { to, .. } => situation.nearest(to.at.spot()).map_or(0.0, |(_, far)| far),
        _ => 0.0,
    };
    let found = others(situation.state).into_iter();
    let found = found.filter(|order| matches!(order, Order::Recall { .. }));
    let best = found.max_by(|a, b| far(a).total_cmp(&far(b)))?;
    let enemy = far(&best) / INCH;
    debug_assert!(situation.own(unit).is_some());
    Some(Decision::of(best, Reason::Recalls { enemy }))
}

/// A winner takes ground that is worth it or safe; horse among many enemies goes back to breathe.
pub(crate) fn won(situation: &Situation<'_>, unit: UnitId, ground: &[Rect]) -> Option<Decision> {
    let count = ground.len().max(1) as f64;
    let sum = ground.iter().map(|stand| stand.pose.at.spot()).fold(Spot::default(), Spot::plus);
    let middle = sum.times(1.0 / count);
    let near = |far: f64| {
        let close = situation.theirs.iter().filter(|enemy| !enemy.is_broken());
        close.filter(|enemy| enemy.at.minus(middle).size() < far).count()
    };
    let threats = near(9.0 * INCH);
    let key =
        situation.prizes.iter().any(|key| key.at.minus(middle).size() < key.radius + 2.0 * INCH);
    let carry = Order::Carry { unit };
    if (key || threats < 2) && !ground.is_empty() && situation.state.check(&carry).is_ok() {
        return Some(Decision::of(carry, Reason::TakesGround { threats }));
    }
    recall(situation, unit).or_else(|| {
        let stand = Order::Stand { unit };
        situation.state.check(&stand).is_ok().then(|| Decision::of(stand, Reason::LeastHarm))
    })
}
