//! Choices tried out: what could be ordered is played on by two captains, the player's own side and the enemy's, through the
//! enemy's answer and what is made of it, again and again with other dice, and what leaves the best chance to win is done. The
//! work is bounded by a number of orders, not by a clock; who asks may stop it at any time.

use std::sync::Arc;

use engine::Scripted;
use engine::battle::{Order, State};
use engine::table::Side;

use crate::lots::Lots;
use crate::mind::Memory;
use crate::skill::Skill;
use crate::{Decision, Mind, Player, Reason, outlook};

/// Trials that are made of each choice that is left before the worst is dropped.
const ROUND: usize = 2;
/// By how many standard errors a choice must be behind the best to be dropped too, once there were as many trials as `SOME`.
const SURE: f64 = 2.0;
const SOME: usize = 10;
/// Two choices are told apart no closer than this chance, once there were as many trials of them as `ENOUGH`.
const ALIKE: f64 = 0.003;
const ENOUGH: usize = 40;
/// Player turns that a choice is played on for: one's own, the enemy's and one's own again.
const PLAYER_TURNS: u16 = 3;
/// Units on a table for which the orders of trials are meant; on a larger one an order costs more.
const UNITS: usize = 30;
/// What the dice of trials begin with.
const SEED: u64 = 0x000d_0b1e;

/// What could be done, and what is remembered then.
#[derive(Clone)]
pub(crate) struct Choice {
    /// The order; nothing if the player goes on by what he then remembers.
    pub decision: Option<Decision>,
    pub memory: Memory,
}

/// The trials of one decision.
pub(crate) struct Search<'t> {
    state: &'t State,
    side: Side,
    /// How both sides play in a trial.
    skill: Skill,
    left: usize,
    go_on: &'t mut dyn FnMut() -> bool,
}

/// A choice, and the chance to win that each of its trials left.
struct Rival {
    place: usize,
    choice: Choice,
    chances: Vec<f64>,
}

/// What trials have told of the usual choice at a decision that is still to come.
#[derive(Debug)]
pub(crate) struct Tried {
    here: State,
    chances: Vec<f64>,
}

impl Rival {
    /// The mean of its first trials.
    fn mean(&self, of: usize) -> f64 {
        self.chances.iter().take(of).sum::<f64>() / of.max(1) as f64
    }

    /// By how much its mean is ahead of another's with the same dice, and the standard error of that.
    fn lead(&self, other: &Rival, of: usize) -> (f64, f64) {
        let both = self.chances.iter().zip(&other.chances).take(of);
        let ahead: Vec<f64> = both.map(|(a, b)| a - b).collect();
        let count = ahead.len().max(2) as f64;
        let mean = ahead.iter().sum::<f64>() / count;
        let spread: f64 = ahead.iter().map(|a| (a - mean) * (a - mean)).sum();
        (mean, (spread / (count - 1.0) / count).sqrt())
    }
}

impl<'t> Search<'t> {
    /// For the pending decision of a side.
    pub fn of(
        state: &'t State,
        side: Side,
        skill: &Skill,
        go_on: &'t mut dyn FnMut() -> bool,
    ) -> Search<'t> {
        let units = state.of_side(side).count() + state.of_side(side.enemy()).count();
        let left = skill.trials * UNITS / units.max(UNITS);
        Search { state, side, skill: skill.in_trials(), left, go_on }
    }

    /// Has it been stopped, or played out all that it may?
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// The best of some choices, of which the first is the usual one; that if there is no time to try them.
    pub fn best(&mut self, mut choices: Vec<Choice>) -> Option<Choice> {
        if choices.len() < 2 {
            return choices.pop();
        }
        // All trials begin here: lines that nobody who moves comes near are looked along once.
        let mut here = self.state.clone();
        here.position.remember();
        let known = choices.first().and_then(|usual| usual.memory.tried.as_ref());
        let known = known.filter(|tried| tried.here == *self.state);
        let known = known.map_or(Vec::new(), |tried| tried.chances.clone());
        let rival = |(place, choice)| Rival { place, choice, chances: Vec::new() };
        let mut rivals: Vec<Rival> = choices.iter().cloned().enumerate().map(rival).collect();
        rivals[0].chances = known;
        let mut made = 0;
        while rivals.len() > 1 && self.round(&here, &mut rivals, made + ROUND) {
            made += ROUND;
            rivals.sort_by(|a, b| b.mean(made).total_cmp(&a.mean(made)));
            drop_the_worst(&mut rivals, made);
        }
        // Of a round that was broken off nothing counts; of the first one those that had all their trials.
        let enough = made.max(ROUND);
        rivals.retain(|rival| rival.chances.len() >= enough);
        if rivals.len() < 2 && made == 0 {
            return choices.into_iter().next();
        }
        rivals.sort_by(|a, b| b.mean(enough).total_cmp(&a.mean(enough)));
        let best = rivals.into_iter().next()?;
        let (chance, of) = (best.mean(enough), choices.len());
        let Choice { decision, mut memory } = best.choice;
        memory.tried = self.then(decision.as_ref(), best.chances);
        let tried = |decision: Decision| {
            let because = Box::new(decision.reason);
            let reason = Reason::Tried { because, chance, of, usual: best.place == 0 };
            Decision::of(decision.order, reason)
        };
        Some(Choice { decision: decision.map(tried), memory })
    }

    /// What is known of the usual choice at the next decision: if no die falls until then, the trials of this choice have
    /// gone on with it.
    fn then(&self, decision: Option<&Decision>, chances: Vec<f64>) -> Option<Arc<Tried>> {
        let here = match decision {
            None => self.state.clone(),
            Some(decision) => self.state.apply(&decision.order, &mut Scripted::default()).ok()?.0,
        };
        let goes_on = here.asked().is_some_and(|asked| asked.side == self.side);
        goes_on.then(|| Arc::new(Tried { here, chances }))
    }

    /// Tries one choice after the other with the same dice, until each was tried so often; not to the end if there is no
    /// time left.
    fn round(&mut self, here: &State, rivals: &mut [Rival], upto: usize) -> bool {
        rivals.iter_mut().all(|rival| {
            while rival.chances.len() < upto {
                match self.trial(here, &rival.choice, rival.chances.len() as u32) {
                    Some(chance) => rival.chances.push(chance),
                    None => return false,
                }
            }
            true
        })
    }

    /// A state after an order with the dice of a trial.
    fn after(&self, here: &State, order: &Order, trial: u32) -> Option<State> {
        let seed = SEED ^ u64::from(self.state.dice) << 32;
        Some(here.apply(order, &mut Lots::of(here, order, (seed, trial))).ok()?.0)
    }

    /// The chance to win that a choice leaves when one's own next player turn has ended; nothing if there is no time.
    fn trial(&mut self, here: &State, choice: &Choice, trial: u32) -> Option<f64> {
        let then = self.played_on(here, choice, trial)?;
        let Some(victory) = then.victory else { return Some(outlook::chance(&then, self.side)) };
        Some(victory.winner.map_or(0.5, |winner| f64::from(u8::from(winner == self.side))))
    }

    /// The battle after a trial of a choice; nothing if there is no time.
    fn played_on(&mut self, here: &State, choice: &Choice, trial: u32) -> Option<State> {
        // Who answers an enemy is asked in the second of the three.
        let begun = u16::from(here.active != self.side);
        let end = player_turn(here) + PLAYER_TURNS - begun;
        let mut here = match &choice.decision {
            Some(Decision { order, .. }) => self.after(here, order, trial)?,
            None => here.clone(),
        };
        let own = Mind::going_on(self.skill, choice.memory.clone());
        let enemy = Mind::on(self.skill, choice.memory.grid.clone());
        let mut minds = match self.side {
            Side::First => [own, enemy],
            Side::Second => [enemy, own],
        };
        while let Some(asked) = here.asked() {
            if player_turn(&here) >= end {
                break;
            }
            if self.left == 0 || !(self.go_on)() {
                // Who was stopped does not ask again.
                self.left = 0;
                return None;
            }
            self.left -= 1;
            let order = minds[asked.side as usize].order(&here);
            here = self.after(&here, &order, trial)?;
        }
        Some(here)
    }
}

/// The number of a player turn, counted on through the battle.
fn player_turn(state: &State) -> u16 {
    2 * state.turn + u16::from(state.active != state.scenario.clock.first)
}

/// Drops the last of the choices, which are sorted, if there are more than two, and of the others those that are surely worse than
/// the best or cannot be told from it.
fn drop_the_worst(rivals: &mut Vec<Rival>, made: usize) {
    if rivals.len() > 2 {
        rivals.pop();
    }
    if made < SOME {
        return;
    }
    let Some((best, others)) = rivals.split_first() else { return };
    let worth_more_trials = |rival: &Rival| {
        let (lead, error) = best.lead(rival, made);
        lead < SURE * error && (made < ENOUGH || error > ALIKE)
    };
    let stay: Vec<bool> = others.iter().map(worth_more_trials).collect();
    let mut place = 0;
    rivals.retain(|_| {
        place += 1;
        place == 1 || stay[place - 2]
    });
}

#[cfg(test)]
mod tests {
    use engine::battle::Task;

    use super::*;
    use crate::begun::begun;
    use crate::situation::Situation;
    use crate::{Level, Mind};

    /// A battle of captains at the first maneuvers of its second turn, and what is remembered there.
    fn maneuvers() -> (State, Memory) {
        let mut game = begun("maw-training", 5);
        let mut minds = [Mind::new(Level::Captain), Mind::new(Level::Captain)];
        loop {
            let asked = game.state.asked().expect("a battle that goes on");
            if game.state.turn == 2 && matches!(asked.task, Task::Maneuvers { .. }) {
                let situation = Situation::of(&game.state, asked.side);
                let mut memory = Memory::default();
                memory.plan(&situation, &Skill::of(Level::Captain));
                return (game.state.clone(), memory);
            }
            let order = minds[asked.side as usize].order(&game.state);
            game.give(&order).expect("an order that passes its check");
        }
    }

    fn choice(order: Order, memory: &Memory) -> Choice {
        let decision = Some(Decision::of(order, Reason::Any));
        Choice { decision, memory: memory.clone() }
    }

    fn chosen(orders: &[Order], trials: usize, go_on: &mut dyn FnMut() -> bool) -> Decision {
        let (state, memory) = maneuvers();
        let skill = Skill { trials, ..Skill::of(Level::General) };
        let side = state.asked().expect("a decision").side;
        let mut search = Search::of(&state, side, &skill, go_on);
        let choices = orders.iter().map(|order| choice(order.clone(), &memory)).collect();
        search.best(choices).and_then(|choice| choice.decision).expect("an order")
    }

    #[test]
    fn who_tries_does_not_give_up_and_who_has_no_time_does_the_usual() {
        let (resign, done) = (Order::Resign, Order::Done);
        for orders in [[resign.clone(), done.clone()], [done.clone(), resign.clone()]] {
            let decision = chosen(&orders, 10_000, &mut || true);
            assert_eq!(decision.order, Order::Done);
            let usual = orders[0] == Order::Done;
            let Reason::Tried { chance, of: 2, usual: told, .. } = decision.reason else {
                panic!("{:?}", decision.reason)
            };
            assert!(chance > 0.0 && told == usual);
            assert_eq!(chosen(&orders, 10_000, &mut || false).order, orders[0], "stopped at once");
            assert_eq!(chosen(&orders, 20, &mut || true).order, orders[0], "too few orders");
        }
    }

    #[test]
    fn a_trial_ends_with_the_next_player_turn_of_who_tries_or_with_the_battle() {
        let (mut state, memory) = maneuvers();
        let side = state.active;
        let skill = Skill::of(Level::General);
        let ends = |state: &State, order: Order| {
            let mut go_on = || true;
            let mut search = Search::of(state, side, &skill, &mut go_on);
            search.played_on(state, &choice(order, &memory), 0).expect("time enough")
        };
        let then = ends(&state, Order::Done);
        assert_eq!((then.turn, then.active), (state.turn + 1, side.enemy()));
        assert!(then.victory.is_none());
        let mut go_on = || true;
        let mut answers = Search::of(&state, side.enemy(), &skill, &mut go_on);
        let then = answers.played_on(&state, &choice(Order::Done, &memory), 0).expect("time");
        assert_eq!((then.turn, then.active), (state.turn + 1, side), "who answers has begun later");
        state.turn = state.scenario.clock.turns;
        assert!(ends(&state, Order::Done).victory.is_some(), "the last turn");
        assert!(ends(&state, Order::Resign).victory.is_some());
    }

    #[test]
    fn what_trials_told_of_a_choice_is_what_new_trials_tell_of_the_usual_one_after_it() {
        let (state, mut memory) = maneuvers();
        let asked = state.asked().expect("a decision");
        let (side, task) = (asked.side, asked.task.clone());
        let skill = Skill { trials: 2000, ..Skill::of(Level::General) };
        let mut go_on = || true;
        let mut search = Search::of(&state, side, &skill, &mut go_on);
        let situation = Situation::of(&state, side);
        let found = crate::choices::decide(&situation, &mut memory, &task, &skill, &mut search);
        let order = found.expect("a maneuver").order;
        let tried = memory.tried.clone().expect("trials of what comes next");
        let then = state.apply(&order, &mut Scripted::default()).expect("no die falls").0;
        assert!(tried.here == then && tried.chances.len() >= ROUND);
        // Nothing else happens than that the captain whose trials these were goes on.
        let mut search = Search::of(&then, side, &skill, &mut go_on);
        let goes_on = Choice { decision: None, memory };
        for (trial, chance) in tried.chances.iter().enumerate().take(8) {
            assert_eq!(search.trial(&then, &goes_on, trial as u32), Some(*chance));
        }
    }

    #[test]
    fn trials_come_out_the_same_again_and_count_no_more_orders_than_they_may() {
        let (state, memory) = maneuvers();
        let side = state.asked().expect("a decision").side;
        let task = state.asked().expect("a decision").task.clone();
        let decide = |trials: usize| {
            let mut asked = 0;
            let mut go_on = || {
                asked += 1;
                true
            };
            let skill = Skill { trials, ..Skill::of(Level::General) };
            let situation = Situation::of(&state, side);
            let mut search = Search::of(&state, side, &skill, &mut go_on);
            let mut memory = memory.clone();
            let found = crate::choices::decide(&situation, &mut memory, &task, &skill, &mut search);
            assert!(asked <= trials, "{asked} orders of {trials}");
            assert!(asked > 0, "nothing was tried");
            found.map(|decision| decision.order)
        };
        let order = decide(1500);
        assert_eq!(order, decide(1500));
        assert!(order.is_none_or(|order| state.check(&order).is_ok()));
    }
}
