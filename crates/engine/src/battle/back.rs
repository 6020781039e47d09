//! Why a unit goes back as far as it does.

use geometry::{Length, Pose, Rect, Spot};

use super::cause::Because;
use super::deeds::middle;
use super::state::State;
use crate::moves::stood_upon;
use crate::sight;
use crate::table::UnitId;

/// How far apart the places are that are looked at on the way.
const STEP: f64 = 250.0;
const RULE: &str = "TRP-BASE-RETREAT-OUT";

impl State {
    /// What makes a retreat out of close range as long as it was: the close ranges, those who have the
    /// unit in theirs on the way, and those upon whom it would have stopped.
    pub(super) fn why_so_far(
        &self,
        unit: UnitId,
        from: &[Rect],
        out_of: &[UnitId],
    ) -> Vec<Because> {
        let placed = self.unit(unit);
        if placed.stands.is_empty() || from.is_empty() || from == placed.stands {
            return Vec::new();
        }
        let (start, end) = (middle(from), middle(&placed.stands));
        let aside = placed.anchor.local(end).x - placed.anchor.local(start).x;
        let right = placed.anchor.spot(1.0, 0.0).minus(placed.anchor.at.spot());
        let beside = start.plus(right.times(aside));
        let back = end.minus(beside);
        let steps = (beside.distance(end).in_thousandths() as f64 / STEP).ceil().max(1.0);
        let (mut later, mut upon): (Vec<UnitId>, Vec<UnitId>) = (Vec::new(), Vec::new());
        let note = |known: &mut Vec<UnitId>, id: UnitId| {
            if !known.contains(&id) {
                known.push(id);
            }
        };
        for step in 1..steps as u32 {
            let shift = beside.minus(start).plus(back.times(f64::from(step) / steps));
            let stands: Vec<Rect> = from.iter().map(|stand| shifted(*stand, shift)).collect();
            let threats = sight::threats(&self.book, &self.position, unit, &stands);
            let clear = threats.is_empty();
            threats
                .into_iter()
                .filter(|enemy| !out_of.contains(enemy))
                .for_each(|enemy| note(&mut later, enemy));
            if clear {
                let friend = |other: &UnitId| self.unit(*other).side == placed.side;
                let friends = stood_upon(&self.position, unit, &stands).filter(friend);
                friends.for_each(|other| note(&mut upon, other));
            }
        }
        let mut found = Vec::new();
        if let Some((enemy, close)) = self.longest(out_of) {
            let label = format!("close range of {} is {close}", self.name(enemy));
            found.push(Because::new(label, "TERR-BASE-CLOSE-RANGE"));
        }
        if let Some((_, close)) = self.longest(&later) {
            let label = format!(
                "on its way back it is in close range of {} too, {close}: it goes on until no enemy has it so",
                self.some_names(&later)
            );
            found.push(Because::new(label, RULE));
        }
        if !upon.is_empty() {
            let label = format!("it goes on until it is past {}", self.some_names(&upon));
            found.push(Because::new(label, RULE));
        }
        if aside.abs() > STEP {
            let aside = Length::thousandths(aside.abs() as i32).to_tenth();
            let label =
                format!("its way straight back is barred: it goes {aside} to the side first");
            found.push(Because::new(label, RULE));
        }
        found
    }

    /// Of some enemies the one with the longest close range.
    fn longest(&self, enemies: &[UnitId]) -> Option<(UnitId, Length)> {
        let range = |enemy: &UnitId| {
            Some((*enemy, sight::close_range(&self.book, &self.unit(*enemy).unit)?))
        };
        enemies.iter().filter_map(range).max_by_key(|(enemy, close)| (*close, *enemy))
    }
}

fn shifted(stand: Rect, by: Spot) -> Rect {
    let pose = Pose::new(stand.pose.at.spot().plus(by).point(), stand.pose.heading);
    Rect { pose, ..stand }
}
