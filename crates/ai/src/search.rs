//! Courses tried out: what the army, then each command, could do is played some player turns ahead by two
//! players who try nothing out, again and again with other dice, and what surely turns out best is done. The work is
//! bounded by a number of orders, not by a clock; who asks may stop it at any time.

use std::sync::Arc;

use engine::Seeded;
use engine::battle::State;
use engine::table::Side;

use crate::mind::Memory;
use crate::plan::{Course, Posture, Wish};
use crate::situation::{Force, INCH, Situation};
use crate::skill::{Mood, Skill};
use crate::ways::Grid;
use crate::{Mind, Player};

/// Player turns that a trial looks ahead: this one, and the enemy's answer.
const AHEAD: usize = 2;
/// By how many standard errors another course must be better than the usual one to be taken.
const SURE: f64 = 1.5;
/// Rounds after which the worst of the other courses is dropped.
const ROUNDS: usize = 2;
/// Units on a table for which the orders of trials are meant; on a larger one an order costs more.
const UNITS: usize = 30;

/// Sets the course of a turn, and of the commands that check next.
pub(crate) fn steer(
    state: &State,
    grid: &Arc<Grid>,
    memory: &mut Memory,
    skill: &Skill,
    go_on: &mut dyn FnMut() -> bool,
) {
    let side = state.active;
    let situation = Situation::of(state, side);
    let units = situation.ours.len() + situation.theirs.len();
    let left = skill.trials * UNITS / units.max(UNITS);
    let mut trials = Trials { state, side, grid, left, skill: skill.untried(), go_on };
    if !memory.tried {
        memory.tried = true;
        let best = trials.best(courses(&situation), left * 2 / 3);
        take(memory, best);
    }
    while trials.left > 0 {
        let skill = skill.in_mood(memory.course.mood);
        let next = crate::checks::leader(&situation, memory, &skill);
        let Some(leader) = next.filter(|leader| memory.steered.insert(*leader)) else { break };
        let left = trials.left;
        let best = trials.best(wishes(&situation, &memory.course, leader), left);
        take(memory, best);
    }
}

/// What was planned on another course is planned anew.
fn take(memory: &mut Memory, course: Course) {
    if course != memory.course {
        memory.course = course;
        (memory.plan, memory.checks) = (None, None);
    }
}

/// What one command could do.
fn wishes(situation: &Situation<'_>, course: &Course, leader: u16) -> Vec<Course> {
    let mut found = vec![course.clone()];
    let plain = [Wish::Hold, Wish::Strike, Wish::Back];
    let keys = keys(situation).into_iter().take(2).map(Wish::Key);
    found.extend(plain.into_iter().chain(keys).map(|wish| course.with(leader, Some(wish))));
    found.dedup();
    found
}

/// The key positions that are to be taken, the dearest first.
fn keys(situation: &Situation<'_>) -> Vec<usize> {
    let open = situation.prizes.iter().filter(|prize| !prize.ours && prize.swing > 0.0);
    let mut keys: Vec<(f64, usize)> = open.map(|prize| (prize.swing, prize.key)).collect();
    keys.sort_by(|a, b| b.0.total_cmp(&a.0));
    keys.into_iter().map(|(_, key)| key).collect()
}

/// What the army could do, the likeliest first.
fn courses(situation: &Situation<'_>) -> Vec<Course> {
    let mut keys = keys(situation).into_iter().map(|key| Course::of(Posture::AllAt(key)));
    let mood = |mood: Mood| Course { mood, ..Course::default() };
    let mut found = vec![Course::default(), mood(Mood::Bold)];
    found.extend(keys.next());
    found.extend([Course::of(Posture::Hold), mood(Mood::Careful)]);
    found.extend(keys.next());
    found
}

/// A course, and what its trials came to, one for each set of dice.
struct Rival {
    course: Course,
    values: Vec<f64>,
}

impl Rival {
    /// By how much it is better than another with the same dice, less what chance may have given it.
    fn lead(&self, usual: &Rival) -> f64 {
        let ahead: Vec<f64> = self.values.iter().zip(&usual.values).map(|(a, b)| a - b).collect();
        if ahead.len() < 3 {
            return f64::NEG_INFINITY;
        }
        let count = ahead.len() as f64;
        let mean = ahead.iter().sum::<f64>() / count;
        let spread: f64 = ahead.iter().map(|a| (a - mean) * (a - mean)).sum();
        mean - SURE * (spread / (count - 1.0) / count).sqrt()
    }

    fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

/// Trials from a state, as long as there are orders left.
struct Trials<'t> {
    state: &'t State,
    side: Side,
    grid: &'t Arc<Grid>,
    left: usize,
    /// How both sides play in a trial.
    skill: Skill,
    go_on: &'t mut dyn FnMut() -> bool,
}

impl Trials<'_> {
    /// The best of some courses, the usual one first: each is tried with the same dice, the worst of the others
    /// is dropped now and then, and one is taken only if it is surely better than the usual.
    fn best(&mut self, courses: Vec<Course>, share: usize) -> Course {
        let mut rivals: Vec<Rival> =
            courses.into_iter().map(|course| Rival { course, values: Vec::new() }).collect();
        let spare = self.left.saturating_sub(share);
        while rivals.len() > 1 && self.left > spare {
            let rolls = rivals[0].values.len();
            let Some(values) = self.round(&rivals, rolls as u32) else { break };
            for (rival, value) in rivals.iter_mut().zip(values) {
                rival.values.push(value);
            }
            if rolls % ROUNDS == ROUNDS - 1 && rivals.len() > 2 {
                let others = 1..rivals.len();
                let worst = others.min_by(|a, b| rivals[*a].sum().total_cmp(&rivals[*b].sum()));
                worst.map(|place| rivals.remove(place));
            }
        }
        let others = (1..rivals.len()).map(|place| (rivals[place].lead(&rivals[0]), place));
        let best = others.filter(|(lead, _)| *lead > 0.0).max_by(|a, b| a.0.total_cmp(&b.0));
        rivals.swap_remove(best.map_or(0, |(_, place)| place)).course
    }

    /// What each course comes to with the same dice; nothing if there is no time for all.
    fn round(&mut self, rivals: &[Rival], rolls: u32) -> Option<Vec<f64>> {
        rivals.iter().map(|rival| self.trial(&rival.course, rolls)).collect()
    }

    /// How the battle stands after some player turns; nothing if there is no time for them.
    fn trial(&mut self, course: &Course, rolls: u32) -> Option<f64> {
        let mut here = self.state.clone();
        let enemy = Mind::on(Course::default(), self.skill, self.grid.clone());
        let own = Mind::on(course.clone(), self.skill, self.grid.clone());
        let mut minds = match self.side {
            Side::First => [own, enemy],
            Side::Second => [enemy, own],
        };
        let mut turn = (here.turn, here.active);
        let mut passed = 0;
        let seed = (u64::from(self.state.dice) << 20) ^ u64::from(rolls) ^ 0x000d_0b1e_0000;
        while let Some(asked) = here.asked() {
            if (here.turn, here.active) != turn {
                turn = (here.turn, here.active);
                passed += 1;
                if passed >= AHEAD {
                    break;
                }
            }
            if self.left == 0 || !(self.go_on)() {
                // Who was stopped does not ask again.
                self.left = 0;
                return None;
            }
            self.left -= 1;
            let order = minds[asked.side as usize].order(&here);
            let mut dice = Seeded::new(seed, here.dice);
            here = here.apply(&order, &mut dice).ok()?.0;
        }
        Some(standing(&here, self.side))
    }
}

/// What a battle is worth to a side: points, what is left of both armies, and how near the prizes are.
fn standing(state: &State, side: Side) -> f64 {
    let situation = Situation::of(state, side);
    let lead = f64::from(situation.lead);
    if let Some(victory) = state.victory {
        return match victory.winner {
            Some(winner) if winner == side => 12.0 + 0.3 * lead,
            Some(_) => -12.0 + 0.3 * lead,
            None => 0.0,
        };
    }
    let worth = |forces: &[Force<'_>]| -> f64 { forces.iter().map(|force| force.worth).sum() };
    let (ours, theirs) = (worth(&situation.ours), worth(&situation.theirs));
    let mut value = lead + 10.0 * (ours - theirs) / (ours + theirs).max(1.0);
    for prize in situation.prizes.iter().filter(|prize| prize.swing > 0.0) {
        let near = |forces: &[Force<'_>]| {
            let fit = forces.iter().filter(|force| force.is_fit() && !force.is_guns());
            let far =
                fit.map(|force| force.at.minus(prize.at).size()).fold(f64::INFINITY, f64::min);
            (1.0 - far / (40.0 * INCH)).max(0.0)
        };
        let sign = if prize.ours { -near(&situation.theirs) } else { near(&situation.ours) };
        value += 0.25 * prize.swing * sign;
    }
    value
}
