//! Columns of march: along roads, and over bridges that nothing wider can use.

use engine::Formation;
use engine::Opened;
use engine::formations::Shape;
use engine::movement::{Step, cost};
use engine::moves::{self, Leave, Maneuver, NewFormation, Way, road_under, row_of};
use engine::table::Placed;
use geometry::{Angle, Length, Pose, Spot};

use super::{Proposal, Weighing};
use crate::situation::{INCH, gait, inches};
use crate::worth::Standing;

/// A column keeps so far from the edge of the table.
const FROM_THE_EDGE: f64 = 0.6 * INCH;

impl Weighing<'_> {
    /// A column of march goes along the road that it touches.
    pub(super) fn by_road(&self, list: Opened, found: &mut Vec<Proposal>) {
        let placed = self.force.placed;
        if road_under(&self.state.position.table, &placed.stands).is_none() {
            return;
        }
        for way in [Way::Ahead, Way::About] {
            for by in self.road_lengths(list, &placed.unit) {
                let steps = vec![Step::AlongRoad { by, way }];
                let maneuver =
                    Maneuver::Move { steps, disordered: false, refuse: None, frontage: None };
                self.push_if_it_can(list, maneuver, found);
            }
        }
    }

    /// How far a column may go along a good road: all of it, and parts.
    fn road_lengths(&self, list: Opened, unit: &engine::Unit) -> Vec<Length> {
        let Some(row) = row_of(&self.state.book, unit) else { return Vec::new() };
        let most = inches(cost(row, gait(list), &[]).left_on_road());
        [1.0, 0.75, 0.5, 0.25].map(|part| geometry::rounded(most * part)).to_vec()
    }

    /// Into a column of march before a passage that is too narrow for anything else.
    pub(super) fn march_columns(&self, list: Opened, found: &mut Vec<Proposal>) {
        let placed = self.force.placed;
        let marches = placed.unit.formation == Formation::MarchColumn;
        if list == Opened::Tardy || !self.narrow || marches {
            return;
        }
        let mut unit = placed.unit.clone();
        unit.formation = Formation::MarchColumn;
        let here = placed.anchor;
        for turn in [Angle::ZERO, Angle::LEFT, Angle::RIGHT] {
            let heading = here.heading.plus(turn);
            for trail in self.trails(Pose::new(here.at, heading)) {
                let to = NewFormation {
                    formation: Formation::MarchColumn,
                    shape: Shape::MarchColumn { trail },
                    anchor: Pose::new(here.at, heading),
                    mounted: None,
                };
                let change = |after: Vec<Step>| Maneuver::ChangeFormation {
                    before: Vec::new(),
                    to: to.clone(),
                    after,
                    refuse: None,
                };
                let mut went = false;
                for by in self.road_lengths(list, &unit).into_iter().skip(2) {
                    let after = vec![Step::AlongRoad { by, way: Way::Ahead }];
                    went |= self.push_if_it_can(list, change(after), found);
                }
                if self.push_if_it_can(list, change(Vec::new()), found) || went {
                    break;
                }
            }
        }
    }

    /// Straight back, and where the table ends before the column does, round a corner.
    fn trails(&self, head: Pose) -> Vec<Vec<geometry::Point>> {
        let base = engine::table::base_of(&self.state.book.bases, &self.force.placed.unit);
        let need = inches(base.depth) * self.force.placed.stands.len() as f64;
        let bounds = self.state.position.table.bounds();
        let inside = |spot: Spot| {
            let x =
                spot.x >= bounds.low.x + FROM_THE_EDGE && spot.x <= bounds.high.x - FROM_THE_EDGE;
            x && spot.y >= bounds.low.y + FROM_THE_EDGE && spot.y <= bounds.high.y - FROM_THE_EDGE
        };
        let mut found = vec![Vec::new()];
        let back = |far: f64| head.moved(0.0, -far, Angle::ZERO);
        if inside(back(need).at.spot()) {
            return found;
        }
        let mut far = need;
        while far > INCH && !inside(back(far).at.spot()) {
            far -= 0.25 * INCH;
        }
        for side in [-1.0, 1.0] {
            let corner = back(far);
            let end = corner.moved(side * (need - far + INCH), 0.0, Angle::ZERO);
            found.push(vec![corner.at, end.at]);
        }
        found
    }

    /// Proposes a maneuver where it would truly end; says whether it can be done.
    fn push_if_it_can(&self, list: Opened, maneuver: Maneuver, found: &mut Vec<Proposal>) -> bool {
        let leave = Leave { list: Some(list), began: self.force.placed.unit.order };
        let (book, position) = (&self.state.book, &self.state.position);
        let Ok(plan) = moves::check(book, position, self.force.id, leave, &maneuver) else {
            return false;
        };
        let there = self.standing_as(&plan.end);
        found.push(Proposal { maneuver, there, disordered: false });
        true
    }

    fn standing_as(&self, placed: &Placed) -> Standing {
        let half = inches(placed.frontage(&self.state.book.bases)) / 2.0;
        Standing { pose: placed.anchor, half, firing: 1.0, formation: placed.unit.formation }
    }
}
