//! Why a unit goes back as far as it does.

use geometry::{Length, Pose, Rect, Spot};
use rulebook::Ground;

use super::cause::Because;
use super::deeds::middle;
use super::state::State;
use crate::movement::{Gait, allowance, cost};
use crate::moves::{gun_row, row_of, stood_upon};
use crate::sight;
use crate::table::UnitId;

/// How far apart the places are that are looked at on the way.
const STEP: f64 = 250.0;
const RULE: &str = "TRP-BASE-RETREAT-OUT";
const FULL: &str = "TRP-BASE-FULL-RETREAT";

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
        let nearest = self.nearest_enemy(unit);
        let within = |(enemy, gap): &(UnitId, Length)| {
            sight::close_range(&self.book, &self.unit(*enemy).unit)
                .is_some_and(|close| *gap < close)
        };
        if let Some((enemy, gap)) = nearest.filter(within) {
            let label = format!(
                "where it stands now {} is only {} off, but does not bear on it or see it",
                self.name(enemy),
                gap.to_tenth()
            );
            found.push(Because::new(label, "TERR-BASE-CLOSE-RANGE"));
        }
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

    /// What makes a retreat to two inches from the enemy longer: friends upon whom it would have stopped.
    pub(super) fn why_past(&self, unit: UnitId, passed: &[UnitId]) -> Option<Because> {
        self.goes_past(unit, passed).then(|| {
            let label = format!("it goes on until it is past {}", self.some_names(passed));
            Because::new(label, "MEL-BASE-RETREAT-2")
        })
    }

    /// Has a retreat to two inches from the enemy gone farther, past friends?
    pub(super) fn goes_past(&self, unit: UnitId, passed: &[UnitId]) -> bool {
        let own = self.nearest_enemy(unit).map(|(_, gap)| gap);
        own.is_some_and(|own| own > Length::thousandths(2_100)) && !passed.is_empty()
    }

    /// What makes a full retreat as long as it was: the rate, the ground and the road, and those upon whom it
    /// would have stopped.
    pub(super) fn why_full(
        &self,
        unit: UnitId,
        by: Length,
        (ground, by_road): (Ground, bool),
        passed: &[UnitId],
    ) -> Vec<Because> {
        let placed = self.unit(unit);
        let row = row_of(&self.book, &placed.unit).or_else(|| gun_row(&self.book, &placed.unit));
        let Some(row) = row.filter(|_| !placed.stands.is_empty()) else { return Vec::new() };
        let rate = |ground| allowance(row, Gait::Full, ground);
        let open = rate(Ground::Open);
        let mut found = Vec::new();
        let mut tell = |label: String| found.push(Because::new(label, FULL));
        if by_road {
            let far = cost(row, Gait::Full, &[]).left_on_road();
            tell(format!("a full move of such troops is {open}, along a good road {far}"));
        } else if ground == Ground::Open {
            tell(format!("a full move of such troops in the open is {open}"));
        } else {
            let over = if ground == Ground::Broken { "broken" } else { "rough" };
            let slow = rate(ground);
            tell(format!(
                "a full move of such troops in the open is {open}, over {over} ground {slow}: it stops where \
                 what it has for the ground is used up"
            ));
        }
        let short = by.in_thousandths() + 500 < open.in_thousandths();
        if short && ground == Ground::Open && !by_road {
            tell("it stops where worse ground begins, for which it has no move left".to_owned());
        }
        let least = if by_road { open } else { rate(ground) };
        if by.in_thousandths() > least.in_thousandths() + 500 && !passed.is_empty() && !by_road {
            tell(format!("it goes on until it is past {}", self.some_names(passed)));
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
