//! Reinforcements: on where they are needed.

use engine::battle::{Order, others};

use crate::mind::Memory;
use crate::plan::Plan;
use crate::situation::{INCH, Situation};
use crate::skill::Skill;
use crate::{Decision, Reason};

/// The next unit comes on at the place of its edge that is nearest to what is fought for.
pub(crate) fn enter(
    situation: &Situation<'_>,
    memory: &mut Memory,
    skill: &Skill,
) -> Option<Decision> {
    let plan = Plan::make(situation, &memory.grid(situation), skill);
    let mut aims: Vec<geometry::Spot> = plan.missions.iter().map(|mission| mission.at).collect();
    aims.extend(situation.prizes.iter().map(|prize| prize.at));
    let far = |order: &Order| match order {
        Order::Enter { at, .. } => {
            let gaps = aims.iter().map(|aim| aim.minus(at.spot()).size());
            let near = gaps.fold(f64::INFINITY, f64::min);
            let enemy = situation.nearest(at.spot()).map_or(f64::INFINITY, |(_, far)| far);
            near + (12.0 * INCH - enemy).max(0.0) * 3.0
        }
        _ => f64::INFINITY,
    };
    let found = others(situation.state).into_iter();
    let found = found.filter(|order| matches!(order, Order::Enter { .. }));
    let best = found.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    let reason = Reason::Enters { far: far(&best).min(1e9) / INCH };
    Some(Decision::of(best, reason))
}
