//! Plans tried out: a few postures of the whole army are played some turns ahead, both sides by recruits, and
//! the one that turns out best is taken. The work is bounded by a number of orders, not by a clock.

use engine::Seeded;
use engine::battle::State;
use engine::table::Side;

use crate::plan::Posture;
use crate::situation::{INCH, Situation};
use crate::{Level, Mind, Player};

/// Orders that all trials of a plan may take together, on a table with thirty units.
const ORDERS: usize = 320;
/// Player turns that a trial looks ahead.
const AHEAD: usize = 5;

/// The posture that turned out best when it was tried.
pub(crate) fn posture(state: &State, side: Side) -> Posture {
    let situation = Situation::of(state, side);
    let mut tried = vec![Posture::Usual, Posture::Hold];
    let mut keys: Vec<(f64, usize)> = situation
        .prizes
        .iter()
        .filter(|prize| !prize.ours && prize.swing > 0.0)
        .map(|prize| (prize.swing, prize.key))
        .collect();
    keys.sort_by(|a, b| b.0.total_cmp(&a.0));
    tried.extend(keys.into_iter().take(2).map(|(_, key)| Posture::AllAt(key)));
    let units = situation.ours.len() + situation.theirs.len();
    let orders = ORDERS * 30 / units.max(30) / tried.len();
    let mut best = (f64::NEG_INFINITY, Posture::Usual);
    for posture in tried {
        let value = trial(state, side, posture, orders);
        if value > best.0 + 0.05 {
            best = (value, posture);
        }
    }
    best.1
}

/// How the battle stands for a side after some turns, or after so many orders.
fn trial(state: &State, side: Side, posture: Posture, orders: usize) -> f64 {
    let mut here = state.clone();
    let mut minds = [Mind::new(Level::Recruit), Mind::new(Level::Recruit)];
    minds[side as usize] = Mind::with(Level::Recruit, posture);
    let mut turn = (here.turn, here.active);
    let mut passed = 0;
    for _ in 0..orders {
        let Some(asked) = here.asked() else { break };
        if (here.turn, here.active) != turn {
            turn = (here.turn, here.active);
            passed += 1;
            if passed >= AHEAD {
                break;
            }
        }
        let order = minds[asked.side as usize].order(&here);
        // The same dice for every posture: what differs is the posture.
        let mut dice = Seeded::new(u64::from(state.dice) ^ 0x000d_0b1e, here.dice);
        match here.apply(&order, &mut dice) {
            Ok((next, _)) => here = next,
            Err(_) => break,
        }
    }
    standing(&here, side)
}

/// What a battle is worth to a side: points, what is left of both armies, and how near the prizes are.
fn standing(state: &State, side: Side) -> f64 {
    let situation = Situation::of(state, side);
    let worth = |forces: &[crate::situation::Force<'_>]| -> f64 {
        forces.iter().map(|force| force.worth).sum()
    };
    let (ours, theirs) = (worth(&situation.ours), worth(&situation.theirs));
    let mut value = f64::from(situation.lead) + 8.0 * (ours - theirs) / (ours + theirs).max(1.0);
    for prize in situation.prizes.iter().filter(|prize| !prize.ours) {
        let fit = situation.ours.iter().filter(|force| force.is_fit() && !force.is_guns());
        let far = fit.map(|force| force.at.minus(prize.at).size()).fold(f64::INFINITY, f64::min);
        value += 0.25 * prize.swing * (1.0 - far / (40.0 * INCH)).max(0.0);
    }
    value
}
