//! Targets by the exact odds of the volleys: the effect of fire grows slowly with its points, so that two volleys
//! often do more than one of both together.

use std::collections::BTreeMap;

use engine::Deed;
use engine::battle::{FireStep, Firing, aim};
use engine::table::UnitId;

use crate::fire::targets;
use crate::situation::Situation;

/// Targets that are thought about for each unit.
const TARGETS: usize = 3;
/// What another target must be better by, in stands.
const BETTER: f64 = 0.02;
/// Times that everybody thinks his target over.
const ROUNDS: usize = 2;

/// Who fires at whom, the heaviest volley last: from everybody's best target by points on, each goes where he
/// adds most.
pub(crate) fn by_odds(situation: &Situation<'_>, step: FireStep) -> Vec<(UnitId, Vec<UnitId>)> {
    // The same lines are looked along again and again.
    let mut state = situation.state.clone();
    state.position.remember();
    let situation = Situation::of(&state, situation.side);
    let mut allotment = Allotment::of(&situation, step);
    for _ in 0..ROUNDS {
        let mut moved = false;
        for place in 0..allotment.firers.len() {
            moved |= allotment.think_over(place);
        }
        if !moved {
            break;
        }
    }
    allotment.volleys()
}

/// A unit that fires, the targets it may choose, and the one it has chosen.
struct Firer {
    unit: UnitId,
    targets: Vec<UnitId>,
    at: UnitId,
}

struct Allotment<'a> {
    situation: &'a Situation<'a>,
    step: FireStep,
    firers: Vec<Firer>,
    /// What volleys do that were thought about.
    known: BTreeMap<(UnitId, Vec<UnitId>), f64>,
}

impl<'a> Allotment<'a> {
    fn of(situation: &'a Situation<'a>, step: FireStep) -> Allotment<'a> {
        let firer = |force: &crate::situation::Force<'_>| {
            let found = targets(situation, force, step);
            let targets: Vec<UnitId> = found.iter().take(TARGETS).map(|(at, _)| *at).collect();
            let at = *targets.first()?;
            Some(Firer { unit: force.id, targets, at })
        };
        let firers = situation.ours.iter().filter_map(firer).collect();
        Allotment { situation, step, firers, known: BTreeMap::new() }
    }

    /// Who fires at a target, but for one.
    fn others(&self, target: UnitId, but: UnitId) -> Vec<UnitId> {
        let at = self.firers.iter().filter(|firer| firer.at == target && firer.unit != but);
        at.map(|firer| firer.unit).collect()
    }

    /// What a unit adds to the volley of others at a target.
    fn adds(&mut self, unit: UnitId, target: UnitId) -> f64 {
        let others = self.others(target, unit);
        let mut all = others.clone();
        all.push(unit);
        all.sort_unstable();
        self.worth(target, all) - self.worth(target, others)
    }

    /// A unit goes to the target where it adds most. Does it change?
    fn think_over(&mut self, place: usize) -> bool {
        let (unit, now) = (self.firers[place].unit, self.firers[place].at);
        let targets = self.firers[place].targets.clone();
        let mut best = (self.adds(unit, now) + BETTER, now);
        for target in targets.into_iter().filter(|target| *target != now) {
            let gain = self.adds(unit, target);
            if gain > best.0 {
                best = (gain, target);
            }
        }
        self.firers[place].at = best.1;
        best.1 != now
    }

    /// What a volley does; of units that cannot fire it together, what the best of them does alone.
    fn worth(&mut self, target: UnitId, units: Vec<UnitId>) -> f64 {
        if units.is_empty() {
            return 0.0;
        }
        if let Some(known) = self.known.get(&(target, units.clone())) {
            return *known;
        }
        let (situation, step) = (self.situation, self.step);
        let value = harm(situation, step, target, &units).unwrap_or_else(|| {
            let singly = units.iter().filter_map(|unit| harm(situation, step, target, &[*unit]));
            singly.fold(0.0, f64::max)
        });
        self.known.insert((target, units), value);
        value
    }

    fn volleys(mut self) -> Vec<(UnitId, Vec<UnitId>)> {
        let mut at: BTreeMap<UnitId, Vec<UnitId>> = BTreeMap::new();
        for firer in &self.firers {
            at.entry(firer.at).or_default().push(firer.unit);
        }
        let mut volleys: Vec<(f64, UnitId, Vec<UnitId>)> = at
            .into_iter()
            .map(|(target, units)| (self.worth(target, units.clone()), target, units))
            .collect();
        volleys.sort_by(|a, b| a.0.total_cmp(&b.0));
        volleys.into_iter().map(|(_, target, units)| (target, units)).collect()
    }
}

/// What a volley does to its target on the average, in fresh trained stands; nothing if it cannot be fired.
fn harm(
    situation: &Situation<'_>,
    step: FireStep,
    target: UnitId,
    units: &[UnitId],
) -> Option<f64> {
    let firers: Vec<Firing> = units.iter().copied().map(Firing::all).collect();
    let aimed = aim(situation.state, step, target, &firers, None).ok()?;
    let volley = aimed.volley(situation.state).ok()?;
    let enemy = situation.enemy(target)?;
    let each = (enemy.worth / enemy.placed.stands.len().max(1) as f64).max(0.4);
    let cost = |deed: &Deed| match *deed {
        Deed::LosesStands { stands } => f64::from(stands) * each,
        Deed::Disordered if enemy.is_steady() => 0.12 * enemy.worth,
        Deed::ChargeChecked => 0.25 * enemy.worth,
        Deed::ChargeBlunted => 0.15 * enemy.worth,
        Deed::GunsWrecked { stands } => 2.0 * f64::from(stands),
        Deed::GunsLost => 2.0 * enemy.placed.guns.len() as f64,
        Deed::GunDamagedAndSilenced => 1.0,
        Deed::GunsDamaged { stands } => 0.8 * f64::from(stands),
        Deed::GunsSilenced { stands } => 0.4 * f64::from(stands),
        Deed::Silenced | Deed::GunsRetreatSilenced => 0.5,
        Deed::LeaderCheck => 0.05,
        Deed::ChargeHome | Deed::LowOnAmmunition => 0.0,
        _ => 0.1 * enemy.worth,
    };
    let spread = odds::fire::volley(&volley);
    let sum = |shot: odds::fire::Shot| {
        shot.map_or(0.0, |outcome| volley.deeds(&outcome).iter().map(cost).sum())
    };
    Some(spread.mean(sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::begun::begun;
    use crate::{Level, Mind, Player};
    use engine::battle::Task;

    /// What volleys do in all; nothing if units at one target cannot fire together.
    fn sum(
        situation: &Situation<'_>,
        step: FireStep,
        volleys: &[(UnitId, Vec<UnitId>)],
    ) -> Option<f64> {
        volleys.iter().map(|(target, units)| harm(situation, step, *target, units)).sum()
    }

    #[test]
    fn volleys_by_odds_do_no_less_than_volleys_by_points() {
        let (mut compared, mut better) = (0, 0);
        for name in ["acw-training", "1812-training"] {
            let mut game = begun(name, 7);
            let mut minds = [Mind::new(Level::Recruit), Mind::new(Level::Recruit)];
            while let Some(asked) = game.state.asked() {
                if let Task::Fire(step) = *asked.task {
                    let situation = Situation::of(&game.state, asked.side);
                    let points = crate::fire::by_points(&situation, step);
                    let odds = by_odds(&situation, step);
                    let sums = (sum(&situation, step, &points), sum(&situation, step, &odds));
                    if let (Some(points), Some(odds)) = sums {
                        assert!(odds > points - 1e-9, "{name}: {odds} for {points}");
                        compared += 1;
                        better += usize::from(odds > points + BETTER);
                    }
                }
                let order = minds[asked.side as usize].decide(&game.state).order;
                game.give(&order).expect("an order that passes its check");
            }
        }
        assert!(compared > 50 && better > 10, "{better} better of {compared}");
    }
}
