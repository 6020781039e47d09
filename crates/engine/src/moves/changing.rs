//! The maneuvers that change a formation: with half a move or without, and from column to the front.

use geometry::{Length, Pose, TOUCH};
use rulebook::{Experience, Ground, Reason};

use super::change::{NewFormation, placed_as};
use super::troops::{Checking, Refusing};
use super::{Plan, Refusal, Why};
use crate::formations::Shape;
use crate::movement::{Cost, Leg, Step};
use crate::table::{Licence, Placed};
use crate::{Formation, Order};

impl Checking<'_> {
    pub(super) fn change_formation(
        &self,
        before: &[Step],
        to: &NewFormation,
        after: &[Step],
        refuse: Option<Refusing>,
    ) -> Result<Plan, Refusal> {
        if to.formation == Formation::StormingColumn {
            // It is formed in a defile, by a maneuver of its own.
            return Err(Refusal::because(Why::FormationNotAllowed, "STORM-DEFILE"));
        }
        let moves = !before.is_empty() || !after.is_empty();
        if moves && self.tardy {
            return Err(Refusal::because(Why::NeedsWellHandled, "TRP-TARDY-FORMATION-HOLD"));
        }
        if !before.is_empty() && !after.is_empty() {
            return Err(Refusal::because(Why::NotOnTheList, "TRP-LIST-HALF-MOVE"));
        }
        if self.tardy {
            self.tardy_change(to)?;
        }
        let walked = self.walk(self.placed, before, Licence::MOVE)?;
        let mut plan_cost = None;
        if !before.is_empty() {
            plan_cost = Some(self.pay(self.placed, self.gait(false), &walked.legs)?);
        }
        let changed = placed_as(self.book, self.position, &walked.end, to)?;
        if let Some(cost) = self.leads_off(&changed, moves)? {
            plan_cost = Some(cost);
        }
        let stood = self.fits(&changed)?;
        let then = self.walk(&changed, after, Licence::MOVE)?;
        if !after.is_empty() {
            plan_cost = Some(self.pay(&changed, self.gait(false), &then.legs)?);
        }
        let old_ground = self.fits(self.placed).map_or(Ground::Open, |crossed| crossed.slowest());
        let ground = walked.crossed.slowest().max(stood.slowest()).max(old_ground);
        let mut path = walked.path;
        path.extend(then.path.iter().copied());
        let mut passed = walked.crossed.passed.clone();
        passed.extend(then.crossed.passed.iter().copied());
        let end = self.refuse(then.end, refuse)?;
        let mut plan = Plan {
            path,
            cost: plan_cost,
            ground: ground.max(then.crossed.slowest()),
            pieces: walked.crossed.pieces,
            passed,
            ..Plan::staying(end)
        };
        // Only the ground on which the formation changed counts for raw troops.
        let changed_on =
            if before.is_empty() { stood.slowest().max(old_ground) } else { stood.slowest() };
        self.disorder_if_raw(&mut plan, changed_on);
        Ok(plan)
    }

    /// From square into march column a lead stand goes off by at most half a move, and the rest
    /// falls in behind it.
    fn leads_off(&self, changed: &Placed, moves: bool) -> Result<Option<Cost>, Refusal> {
        let from = self.placed;
        let column = changed.unit.formation == Formation::MarchColumn;
        if !from.unit.formation.is_square() || !column {
            return Ok(None);
        }
        let Some(lead) = changed.stands.first() else { return Ok(None) };
        let gaps = from.stands.iter().map(|stand| stand.distance(*lead));
        let gone = gaps.min().unwrap_or(Length::ZERO);
        if moves && gone > Length::ZERO {
            let why = Why::OffItsGround;
            return Err(Refusal::reason(self.book, why, Reason::SquareLeaveMarch));
        }
        let ground = self.fits(changed)?.slowest();
        self.pay(changed, self.gait(false), &[Leg::country(gone, ground)]).map(Some)
    }

    /// What a Tardy effect lets a unit change into.
    fn tardy_change(&self, to: &NewFormation) -> Result<(), Refusal> {
        let from = self.placed.unit.formation;
        let leaving = from.is_square() || self.placed.unit.presenting;
        let allowed = match to.formation {
            Formation::Line
            | Formation::SupportedLine
            | Formation::OpenOrder
            | Formation::Garrison => true,
            Formation::FieldColumn => leaving,
            Formation::Square => {
                matches!(from, Formation::Line | Formation::SupportedLine | Formation::FieldColumn)
            }
            _ => false,
        };
        if allowed {
            return Ok(());
        }
        Err(Refusal::because(Why::NeedsWellHandled, "TRP-TARDY-FORMATION-HOLD"))
    }

    /// Raw troops that change formation in broken or rough ground are disordered.
    fn disorder_if_raw(&self, plan: &mut Plan, ground: Ground) {
        let raw = self.placed.unit.experience == Experience::Raw;
        if raw && ground > Ground::Open {
            plan.end.unit.order = Order::Disordered;
            plan.disordered.push(self.id);
        }
    }

    pub(super) fn deploy_to_the_front(&self, to: &Shape, anchor: Pose) -> Result<Plan, Refusal> {
        let from = self.placed;
        let columns = [Formation::FieldColumn, Formation::MarchColumn, Formation::StormingColumn];
        if !columns.contains(&from.unit.formation) {
            return Err(Refusal::because(Why::NotInThisFormation, "TRP-DTF-FROM"));
        }
        let formation = match to {
            Shape::Line { .. } => Formation::Line,
            Shape::OpenOrder { .. } | Shape::ExtendedLine { .. } => Formation::OpenOrder,
            _ => return Err(Refusal::because(Why::FormationNotAllowed, "TRP-DTF-FROM")),
        };
        super::may_form(self.book, &from.unit, formation)?;
        self.deploys_on_its_front(to, anchor)?;
        let (mut end, crossed) = self.reshaped(from, to.clone(), anchor)?;
        end.unit.formation = formation;
        let old = self.fits(from).map_or(Ground::Open, |crossed| crossed.slowest());
        let mut plan = Plan::staying(end);
        plan.ground = crossed.slowest().max(old);
        let ground = plan.ground;
        self.disorder_if_raw(&mut plan, ground);
        Ok(plan)
    }

    /// The new line keeps the facing and the front of the column, and has the doubled-up column
    /// somewhere in it.
    fn deploys_on_its_front(&self, to: &Shape, anchor: Pose) -> Result<(), Refusal> {
        let from = self.placed;
        if anchor.heading != from.anchor.heading {
            return Err(Refusal::because(Why::WrongFacing, "TRP-DTF-STEP2"));
        }
        let local = from.anchor.local(anchor.at.spot());
        if local.y.abs() > TOUCH {
            return Err(Refusal::because(Why::OffItsGround, "TRP-DTF-NO-MOVE"));
        }
        let base = self.base(from);
        let wide = f64::from(base.width.in_thousandths());
        let count = from.stands.len() as u8;
        let front = f64::from(to.frontage(base, count).in_thousandths());
        let (left, right) = (local.x - front / 2.0, local.x + front / 2.0);
        // Step one: two stands wide, the rear half beside the front half on either hand.
        let doubled: &[(f64, f64)] = if from.unit.formation == Formation::FieldColumn {
            &[(-wide, wide)]
        } else {
            &[(-1.5 * wide, 0.5 * wide), (-0.5 * wide, 1.5 * wide)]
        };
        let holds = |(from, to): &(f64, f64)| left <= from + TOUCH && *to <= right + TOUCH;
        if doubled.iter().any(holds) || count < 2 {
            return Ok(());
        }
        Err(Refusal::because(Why::OffItsGround, "TRP-DTF-STEP1"))
    }
}
