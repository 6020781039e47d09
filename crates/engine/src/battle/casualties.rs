//! What an army has lost, told the moment it weighs more or less than before (VIC-BASE-HEAVY-CASUALTIES).

use rulebook::Set;

use super::cause::Because;
use super::event::{Change, Event, Happened};
use super::scores::scored;
use super::state::State;
use crate::maneuver::Losses;
use crate::table::Side;

/// How the losses of both armies weigh, if this event may change that.
pub(super) fn before(state: &State, event: &Event) -> Option<[Losses; 2]> {
    let loses = |change: &Change| matches!(change, Change::Lost { .. });
    event.changes.iter().any(loses).then(|| weigh(state))
}

fn weigh(state: &State) -> [Losses; 2] {
    [Side::First, Side::Second].map(|side| state.losses(side))
}

/// What is to be told of the losses of each army whose weight is another now.
pub(super) fn weighed(state: &State, was: [Losses; 2]) -> Vec<Happened> {
    let sides = [Side::First, Side::Second].into_iter().zip(was.into_iter().zip(weigh(state)));
    let changed = sides.filter(|(_, (was, now))| was != now);
    let told = changed.map(|(side, (was, now))| Happened::LossesWeigh {
        side,
        was,
        now,
        lost: [side, side.enemy()].map(|side| state.lost[side as usize]),
    });
    told.collect()
}

impl State {
    /// The losses of an army as a sentence: how many, what they are now, and to whom that is worth points.
    pub(super) fn losses_told(
        &self,
        side: Side,
        (was, now): (Losses, Losses),
        [own, theirs]: [u16; 2],
    ) -> String {
        let (army, enemy) = (self.army_name(side), self.army_name(side.enemy()));
        let all = self.starting_stands(side);
        let what = match now {
            Losses::Bearable => "its casualties are heavy no more".to_owned(),
            Losses::Heavy if was == Losses::Greater => {
                format!("still heavy casualties, but no more than the {theirs} of {enemy}")
            }
            Losses::Heavy => format!("heavy casualties, as from {} on", self.heavy_at(side)),
            Losses::Greater => match self.scenario.army(side).greater_losses {
                Some(stands) => format!("greater losses, as from {stands} on"),
                None => format!("greater losses, heavy and more than the {theirs} of {enemy}"),
            },
        };
        let points = |losses| scored(losses).iter().filter(|counts| **counts).count() as i8;
        let change = points(now) - points(was);
        let noun = if change.abs() == 1 { "point" } else { "points" };
        format!("{army} has lost {own} of its {all} stands: {what}. {enemy} {change:+} {noun}.")
    }

    /// What the losses of an army do to its checks.
    pub(super) fn why_losses(&self, now: Losses) -> Vec<Because> {
        let mut facts = Set::new();
        if let Some(losses) = now.fact() {
            facts.insert(losses);
        }
        let items = self.book.maneuver.modifiers.reckon(facts).items.into_iter();
        let checks = items.map(|item| Because {
            label: format!("{:+} on every maneuver check of its units from now on", item.value),
            rule: item.rule,
        });
        let score = Because::new(
            "heavy casualties are worth a point to the enemy, greater losses another",
            "VIC-BASE-HEAVY-CASUALTIES",
        );
        checks.chain([score]).collect()
    }
}
