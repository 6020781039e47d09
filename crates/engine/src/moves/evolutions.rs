//! Evolutions of a formed unit: passage of lines, march by the flank, change of front, rear rank, and
//! climbing over an obstacle.

use geometry::{Angle, Length};
use rulebook::{Experience, Ground, Obstacle, RuleId};

use super::steps::{Walked, wheel};
use super::troops::{Checking, FLANK, Refusing};
use super::{Mark, Plan, Refusal, Why, column, steps};
use crate::formations::Shape;
use crate::movement::{Hand, Leg, Step};
use crate::table::{Licence, Mover, Through, UnitId};
use crate::{Formation, Order, Unit};

impl Checking<'_> {
    pub(super) fn passage(&self, through: UnitId, steps: &[Step]) -> Result<Plan, Refusal> {
        let other = self.position.unit(through);
        let formed = matches!(
            other.unit.formation,
            Formation::Line
                | Formation::SupportedLine
                | Formation::FieldColumn
                | Formation::MarchColumn
        );
        let friend = other.side == self.placed.side && other.unit.is_troops();
        if !friend || !formed || other.unit.order == Order::Broken {
            return Err(Refusal::because(Why::CannotBePassed, "TRP-BASE-PASSAGE"));
        }
        let licence = Licence { through: Through::Also(through), ..Licence::MOVE };
        let walked = self.walk(self.placed, steps, licence)?;
        if !walked.crossed.passed.contains(&through) {
            return Err(Refusal::because(Why::NobodyPassed, "TRP-BASE-PASSAGE"));
        }
        let cost = self.pay(self.placed, self.gait(false), &walked.legs)?;
        let mut plan = self.planned(walked, Some(cost));
        plan.marks.insert(Mark::PassedLines);
        let shaky =
            |unit: &Unit| unit.order == Order::Disordered || unit.experience == Experience::Raw;
        if shaky(&self.placed.unit) || shaky(&other.unit) || plan.ground > Ground::Open {
            plan.end.unit.order = Order::Disordered;
            plan.disordered.extend([self.id, through]);
        }
        Ok(plan)
    }

    pub(super) fn by_the_flank(&self, to: Hand, by: Length) -> Result<Plan, Refusal> {
        if !self.in_line() {
            return Err(Refusal::because(Why::NotInThisFormation, "TRP-BASE-MARCH-BY-FLANK"));
        }
        let walked = self.walk(self.placed, &[Step::ByTheFlank { to, by }], Licence::MOVE)?;
        let cost = self.pay(self.placed, self.gait(false), &walked.legs);
        let cost = cost.map_err(|refusal| match refusal {
            Refusal::TooFar { needs, has, ground, .. } if has > Length::ZERO => {
                Refusal::TooFar { needs, has, ground, rule: RuleId::new(FLANK) }
            }
            other => other,
        })?;
        let mut plan = self.planned(walked, Some(cost));
        plan.marks.insert(Mark::MarchedByTheFlank);
        Ok(plan)
    }

    fn in_line(&self) -> bool {
        matches!(self.placed.unit.formation, Formation::Line | Formation::OpenOrder)
    }

    pub(super) fn change_front(
        &self,
        about: Hand,
        turn: Angle,
        backward: bool,
        refuse: Option<Refusing>,
    ) -> Result<Plan, Refusal> {
        let supported = self.placed.unit.formation == Formation::SupportedLine;
        if !self.in_line() && !supported {
            return Err(Refusal::because(Why::NotInThisFormation, "TRP-CF-WHO"));
        }
        if turn.in_hundredths() > Angle::RIGHT.in_hundredths() {
            return Err(Refusal::because(Why::WrongFacing, "TRP-CF-LIMIT"));
        }
        let placed = self.placed.straightened(&self.book.bases);
        let base = self.base(&placed);
        let hundredths = if backward { -turn.in_hundredths() } else { turn.in_hundredths() };
        let motion = wheel(&placed, base, about, hundredths);
        let made = steps::turned(&placed, base, motion)?;
        let crossed =
            Mover::of(self.position, self.id).check(&made.path, &made.end.stands, Licence::MOVE)?;
        let legs: Vec<Leg> =
            made.legs.iter().map(|leg| Leg::country(leg.length, crossed.slowest())).collect();
        let cost = self.pay(self.placed, self.gait(true), &legs)?;
        let walked = Walked { end: made.end, path: made.path, legs, crossed };
        let mut plan = self.planned(walked, Some(cost));
        plan.end = self.refuse(plan.end, refuse)?;
        Ok(plan)
    }

    pub(super) fn rear_rank(&self) -> Result<Plan, Refusal> {
        let placed = self.placed;
        let base = self.base(placed);
        let formation = placed.unit.formation;
        if formation.is_square() || formation == Formation::Garrison {
            return Err(Refusal::because(Why::NotInThisFormation, "TRP-BASE-REAR-RANK"));
        }
        let end = if let Shape::MarchColumn { .. } = placed.shape {
            column::about(placed, base)
        } else {
            let depth = placed
                .stands
                .iter()
                .flat_map(|stand| stand.corners())
                .map(|corner| -placed.anchor.local(corner).y)
                .fold(0.0, f64::max);
            let anchor = placed.anchor.moved(0.0, -depth, Angle::ABOUT);
            self.reshaped(placed, mirrored(&placed.shape), anchor)?.0
        };
        let mut plan = Plan::staying(end);
        plan.marks.insert(Mark::AboutFaced);
        Ok(plan)
    }

    pub(super) fn scale(&self, piece: usize) -> Result<Plan, Refusal> {
        let table = &self.position.table;
        let obstacle = table
            .pieces()
            .get(piece)
            .filter(|piece| piece.kind.obstacle == Obstacle::Major)
            .ok_or_else(|| Refusal::because(Why::NoMajorObstacle, "TRP-BASE-SCALE-OBSTACLE"))?;
        if !self.placed.outlines().any(|stand| obstacle.touches(&stand)) {
            return Err(Refusal::because(Why::NotAtTheObstacle, "TRP-BASE-SCALE-OBSTACLE"));
        }
        let licence = Licence { scales: Some(piece), ..Licence::MOVE };
        let base = self.base(self.placed);
        let by = steps::beyond(self.placed, base, obstacle)
            .ok_or_else(|| Refusal::because(Why::NotAtTheObstacle, "TRP-BASE-SCALE-OBSTACLE"))?;
        let step = if by < Length::ZERO {
            Step::Withdraw { by: Length::thousandths(-by.in_thousandths()) }
        } else {
            Step::Advance { by }
        };
        let walked = self.walk(self.placed, &[step], licence)?;
        Ok(self.planned(walked, None))
    }
}

/// The shape seen from behind, its flanks straight.
fn mirrored(shape: &Shape) -> Shape {
    match shape.straight() {
        Shape::ExtendedLine { gaps, flanks } => {
            Shape::ExtendedLine { gaps: gaps.into_iter().rev().collect(), flanks }
        }
        straight => straight,
    }
}
