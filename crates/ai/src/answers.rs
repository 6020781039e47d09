//! Answers to charges: countercharges, squares, bayonets; crews, skirmishers, and what to do when the enemy
//! has gone.

use engine::Formation;
use engine::battle::{Order, others};
use engine::formations::Flanks;
use engine::moves::Presenting;
use engine::table::UnitId;
use rulebook::Ground;

use crate::charges::assault;
use crate::situation::{Force, Situation};
use crate::skill::Skill;
use crate::{Decision, Reason};

/// What an answer must take from the charger's chance.
const WORTH_ANSWERING: f64 = 0.04;

/// The next answer; nothing if the rest is best met as it stands.
pub(crate) fn answer(situation: &Situation<'_>, skill: &Skill) -> Option<Decision> {
    let state = situation.state;
    let mut found: Vec<(u8, f64, Decision)> = Vec::new();
    for (charger, target) in state.declared() {
        let marks = state.marks(target);
        if marks.answered || marks.answer.is_some() {
            continue;
        }
        let (Some(enemy), Some(own)) = (situation.enemy(charger), situation.own(target)) else {
            continue;
        };
        if marks.skirmishers {
            let order = Order::RejoinHasty { unit: target };
            found.push((2, 1.0, Decision::of(order, Reason::OutOfTheWay)));
            continue;
        }
        if !skill.reckons {
            if let Some(order) = by_habit(enemy, own) {
                found.push((1, 1.0, Decision::of(order, Reason::Habit)));
            }
            continue;
        }
        let unanswered = chance(situation, enemy, own, |_| {});
        let mut offer = |rank: u8, order: Order, answered: f64| {
            if answered < unanswered - WORTH_ANSWERING {
                let reason = Reason::Answer { answered, unanswered };
                found.push((rank, unanswered - answered, Decision::of(order, reason)));
            }
        };
        if own.placed.unit.is_mounted_cavalry() {
            for steel in [false, true] {
                let order = Order::Countercharge { unit: target, charger, steel };
                offer(0, order, met(situation, enemy, own, steel));
            }
        } else if own.placed.unit.is_troops() {
            let squared = chance(situation, enemy, own, |fighter| {
                fighter.unit.formation = Formation::HastySquare;
                fighter.outflanked = false;
            });
            // A square is a target for everybody else: foot does not frighten anybody into it.
            if enemy.is_mounted() {
                offer(1, Order::Square { unit: target }, squared);
            }
            let presented = chance(situation, enemy, own, |fighter| fighter.unit.presenting = true);
            let how = Presenting::AsItStands { flanks: Flanks::STRAIGHT };
            offer(1, Order::Present { unit: target, how }, presented);
        }
    }
    found.sort_by(|a, b| (a.0, b.1).partial_cmp(&(b.0, a.1)).unwrap_or(std::cmp::Ordering::Equal));
    let pass = |(_, _, decision): &(u8, f64, Decision)| state.check(&decision.order).is_ok();
    found.into_iter().find(pass).map(|(_, _, decision)| decision)
}

/// Every answer that can be given.
pub(crate) fn choices(situation: &Situation<'_>) -> Vec<Decision> {
    let state = situation.state;
    let mut found = Vec::new();
    for (charger, target) in state.declared() {
        let marks = state.marks(target);
        if marks.answered || marks.answer.is_some() {
            continue;
        }
        let (Some(enemy), Some(own)) = (situation.enemy(charger), situation.own(target)) else {
            continue;
        };
        let mut offer = |order: Order| {
            if state.check(&order).is_ok() {
                found.push(Decision::of(order, Reason::Habit));
            }
        };
        if own.placed.unit.is_mounted_cavalry() {
            for steel in [false, true] {
                offer(Order::Countercharge { unit: target, charger, steel });
            }
        } else if own.placed.unit.is_troops() {
            if enemy.is_mounted() {
                offer(Order::Square { unit: target });
            }
            let how = Presenting::AsItStands { flanks: Flanks::STRAIGHT };
            offer(Order::Present { unit: target, how });
        }
    }
    found
}

/// What is done without asking for odds: horse rides at who is no stronger, foot forms square against horse.
fn by_habit(charger: &Force<'_>, own: &Force<'_>) -> Option<Order> {
    if own.placed.unit.is_mounted_cavalry() {
        let meets = own.worth >= charger.worth;
        let (unit, charger) = (own.id, charger.id);
        return meets.then_some(Order::Countercharge { unit, charger, steel: false });
    }
    let squares = own.placed.unit.is_troops() && charger.is_mounted();
    squares.then_some(Order::Square { unit: own.id })
}

/// The charger's chance against horse that rides at him.
fn met(situation: &Situation<'_>, charger: &Force<'_>, own: &Force<'_>, steel: bool) -> f64 {
    chance(situation, charger, own, |fighter| {
        fighter.charged_over = Some(Ground::Open);
        fighter.outflanked = false;
        fighter.cold_steel = steel;
    })
}

/// The charger's chance against a unit that answers so.
fn chance(
    situation: &Situation<'_>,
    charger: &Force<'_>,
    own: &Force<'_>,
    answer: impl Fn(&mut engine::charge::Fighter),
) -> f64 {
    let mut assault = assault(&situation.turned(), charger, own, &[], false);
    let mut presents = false;
    if let Some(first) = assault.defender.fighters.first_mut() {
        answer(first);
        presents = first.unit.presenting;
    }
    if presents {
        assault.defensive_fire.retain(|group| !group.in_charge);
    }
    let curve = odds::assault::declared(&situation.state.book, &assault);
    curve.map_or(0.5, |curve| curve.won.as_f64())
}

/// Crews run to a square from horse, and nowhere else: a gun that fires is worth more than its crew.
pub(crate) fn shelter(situation: &Situation<'_>) -> Option<Decision> {
    let state = situation.state;
    let mounted = |target: UnitId| {
        let charges = state.declared();
        charges.into_iter().any(|(c, at)| at == target && state.unit(c).unit.is_mounted())
    };
    let found = others(state).into_iter().find(|order| match order {
        Order::Shelter { unit, host, .. } => {
            mounted(*unit) && state.unit(*host).unit.formation.is_square()
        }
        _ => false,
    });
    found.map(|order| Decision::of(order, Reason::LeastHarm))
}

/// A skirmish line goes out of the way of a charge if it can.
pub(crate) fn evade(situation: &Situation<'_>, unit: UnitId, charger: UnitId) -> Option<Decision> {
    let state = situation.state;
    let (own, enemy) = (situation.own(unit)?, situation.enemy(charger)?);
    let mut friends: Vec<&Force<'_>> =
        situation.ours.iter().filter(|force| force.id != unit && !force.is_broken()).collect();
    friends.sort_by(|a, b| a.at.minus(own.at).size().total_cmp(&b.at.minus(own.at).size()));
    let away =
        |force: &&&Force<'_>| force.at.minus(enemy.at).size() > own.at.minus(enemy.at).size();
    let behind = friends.iter().filter(away).take(3).map(|force| Some(force.id));
    let tried = behind.chain([None]).map(|behind| Order::Evade { unit, behind });
    let found = tried.into_iter().find(|order| state.check(order).is_ok())?;
    Some(Decision::of(found, Reason::OutOfTheWay))
}

/// A charge whose enemy has gone takes what he left.
pub(crate) fn pursue(situation: &Situation<'_>, unit: UnitId) -> Option<Decision> {
    let order = Order::Carry { unit };
    let reason = Reason::TakesGround { threats: 0 };
    situation.state.check(&order).is_ok().then(|| Decision::of(order, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use crate::begun::begun;

    #[test]
    fn who_rides_at_a_charger_does_it_with_cold_steel_where_that_is_better() {
        let mut choices = 0;
        for (name, seed) in ["maw-training", "1812-training", "acw-training"]
            .into_iter()
            .flat_map(|name| (1..5).map(move |seed| (name, seed)))
        {
            let mut game = begun(name, seed);
            let mut players = [Level::Captain.player(seed), Level::Captain.player(seed)];
            while let Some(asked) = game.state.asked() {
                let side = asked.side;
                let order = players[side as usize].order(&game.state);
                if let Order::Countercharge { unit, charger, steel } = order {
                    let situation = Situation::of(&game.state, side);
                    let (enemy, own) =
                        (situation.enemy(charger).unwrap(), situation.own(unit).unwrap());
                    let so = |steel: bool| {
                        let order = Order::Countercharge { unit, charger, steel };
                        game.state.check(&order).ok()?;
                        Some(met(&situation, enemy, own, steel))
                    };
                    if let (Some(chosen), Some(other)) = (so(steel), so(!steel)) {
                        assert!(chosen <= other, "{name} {seed}: {chosen} and {other}");
                        choices += 1;
                    }
                }
                game.give(&order).unwrap();
            }
        }
        assert!(choices > 0, "nobody countercharged with a choice");
    }
}
