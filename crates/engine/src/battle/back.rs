//! Why a unit goes back as far as it does.

use geometry::{Length, Pose, Rect, Spot};
use rulebook::Ground;

use super::cause::Because;
use super::deeds::middle;
use super::event::{OverTheEdge, RetreatKind};
use super::state::State;
use crate::Order;
use crate::movement::{Gait, allowance, cost};
use crate::moves::{gun_row, row_of, stood_upon};
use crate::sight;
use crate::table::UnitId;

/// How far apart the places are that are looked at on the way.
const STEP: f64 = 250.0;
const RULE: &str = "TRP-BASE-RETREAT-OUT";
const FULL: &str = "TRP-BASE-FULL-RETREAT";
const PATH: &str = "TRP-BASE-RETREAT-PATH";
const HOME: &str = "TRP-BASE-FRIENDLY-EDGE";

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
        let aside = self.aside(unit, from);
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
                // Less than the tenth that is told is no difference to a reader.
                .is_some_and(|close| gap.to_tenth() < close)
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
        found.extend(self.why_aside(unit, from));
        found
    }

    /// How far to its right a unit has gone that keeps its front, in thousandths.
    fn aside(&self, unit: UnitId, from: &[Rect]) -> f64 {
        let anchor = self.unit(unit).anchor;
        let end = middle(&self.unit(unit).stands);
        anchor.local(end).x - anchor.local(middle(from)).x
    }

    /// What makes a retreat that keeps its front go to the side.
    pub(super) fn why_aside(&self, unit: UnitId, from: &[Rect]) -> Option<Because> {
        let there = !from.is_empty() && !self.unit(unit).stands.is_empty();
        let aside = if there { self.aside(unit, from) } else { 0.0 };
        (aside.abs() > STEP).then(|| {
            let hand = if aside > 0.0 { "right" } else { "left" };
            let aside = Length::thousandths(aside.abs() as i32).to_tenth();
            let label = format!(
                "its way straight back is barred: it goes {aside} to its {hand} first, the least that clears it"
            );
            Because::new(label, PATH)
        })
    }

    /// Where a full retreat goes: to its own edge, and why not straight there.
    pub(super) fn why_home(&self, unit: UnitId, from: &[Rect]) -> Option<Because> {
        let placed = self.unit(unit);
        if from.is_empty() || placed.stands.is_empty() {
            return None;
        }
        let edge = self.position.edge(placed.side);
        let (start, home) = (middle(from), edge.heading());
        let (sin, cos) = home.sin_cos();
        let home = Spot::new(sin, cos);
        let way = middle(&placed.stands).minus(start);
        let label = format!("it runs to its own edge of the table, the {edge} one");
        // Some twenty degrees are no detour.
        if way.dot(home) >= 0.94 * way.size() {
            return Some(Because::new(label, HOME));
        }
        let enemies = self.of_side(placed.side.enemy());
        let spots = enemies.flat_map(|enemy| {
            self.unit(enemy).stands.iter().map(move |stand| (enemy, stand.nearest(start)))
        });
        let gap = |spot: &Spot| spot.minus(start).size();
        let nearest = spots.min_by(|(_, a), (_, b)| gap(a).total_cmp(&gap(b)));
        match nearest.filter(|(_, spot)| start.minus(*spot).dot(home) < 0.0) {
            Some((enemy, _)) => {
                let name = self.name(enemy);
                let label = format!("{label}, turned so as not to come nearer to {name}");
                Some(Because::new(label, HOME))
            }
            None => Some(Because::new(format!("{label}, round what it cannot pass"), PATH)),
        }
    }

    /// What takes a retreat over the edge of the table, and what that costs.
    pub(super) fn why_over_the_edge(&self, unit: UnitId, over: OverTheEdge) -> Vec<Because> {
        let OverTheEdge { how, edge, due } = over;
        let near = match edge.to_tenth() {
            Length::ZERO => "it stood at the edge".to_owned(),
            edge => format!("the edge was {edge} away"),
        };
        let far = due.map_or("farther".to_owned(), |due| due.to_tenth().to_string());
        let (until, rule) = match how {
            RetreatKind::Full => {
                let mut runs = self.unit(unit).unit.clone();
                runs.order = Order::Broken;
                let row = row_of(&self.book, &runs).or_else(|| gun_row(&self.book, &runs));
                let rate = row.map(|row| allowance(row, Gait::Full, Ground::Open));
                let rate = rate.map_or(String::new(), |rate| format!(", {rate} in the open"));
                (format!("it must go a full move{rate}"), FULL)
            }
            RetreatKind::OutOfCloseRange => {
                (format!("it must go back {far} to be out of close range, all of it"), RULE)
            }
            RetreatKind::TwoInches => {
                (format!("it must go back {far} to be 2\" from the enemy"), "MEL-BASE-RETREAT-2")
            }
        };
        let first = Because::new(format!("{near}, and {until}"), rule);
        let whole =
            "if one stand goes over the edge the whole unit leaves the battle and counts as lost";
        vec![first, Because::new(whole, FULL)]
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
        let on_road = cost(row, Gait::Full, &[]).left_on_road();
        let due = if by_road { on_road } else { rate(ground) };
        let past = by.in_thousandths() > due.in_thousandths() + 500 && !passed.is_empty();
        let mut tell = |label: String| found.push(Because::new(label, FULL));
        if by_road {
            tell(format!("a full move of such troops is {open}, along a good road {on_road}"));
        } else if ground == Ground::Open {
            tell(format!("a full move of such troops in the open is {open}"));
        } else {
            let over = if ground == Ground::Broken { "broken" } else { "rough" };
            let slow = rate(ground);
            let stops = ": it stops where what it has for the ground is used up";
            let stops = if past { "" } else { stops };
            tell(format!(
                "a full move of such troops in the open is {open}, over {over} ground {slow}{stops}"
            ));
        }
        let short = by.in_thousandths() + 500 < open.in_thousandths();
        if short && ground == Ground::Open && !by_road {
            tell("it stops where worse ground begins, for which it has no move left".to_owned());
        }
        let off = (by.in_thousandths() - due.in_thousandths()).abs();
        if (50..1_500).contains(&off) && ground == Ground::Open && !past {
            tell(
                "its way is measured between the middles of its stands, which change their places"
                    .to_owned(),
            );
        }
        if past {
            tell(format!(
                "it would stop upon {0}: it goes on until it is past",
                self.some_names(passed)
            ));
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
