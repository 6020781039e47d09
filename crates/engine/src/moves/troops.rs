//! The maneuvers of troops, by what their effect opens.

use geometry::{Angle, Length, Pose};
use rulebook::{
    Experience, Ground, MovementRow, Obstacle, Reason, RuleId, Rulebook, Set, TerrainTrait,
};

use super::change::{NewFormation, placed_as};
use super::steps::{Walked, walk_from, wheel};
use super::{Frontage, Mark, Plan, Refusal, Why, column, frontage, steps};
use crate::formations::{Flanks, Shape};
use crate::movement::{Cost, Gait, Hand, Leg, Purpose, Step, check_steps, cost};
use crate::table::{Licence, Mover, Placed, Position, Stop, Through, UnitId, base_of, slides};
use crate::{Formation, Opened, Order, Unit};

/// What a unit's maneuver check leaves it to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The list that its effect opens; nothing if it may only hold.
    pub list: Option<Opened>,
    /// Its order when the phase began.
    pub began: Order,
}

/// Flanks to refuse when all else is done.
pub type Refusing = Flanks;

/// A maneuver of a troop unit.
#[derive(Clone, Debug, PartialEq)]
pub enum Maneuver {
    /// Stays where it is.
    Hold {
        /// Flanks to refuse.
        refuse: Option<Refusing>,
        /// A change of frontage.
        frontage: Option<Frontage>,
    },
    /// Moves in its formation: a full move, or half of one on a Tardy effect.
    Move {
        /// The way.
        steps: Vec<Step>,
        /// On a Tardy effect: the full move, at the price of disorder.
        disordered: bool,
        /// Flanks to refuse at the end.
        refuse: Option<Refusing>,
        /// A change of frontage.
        frontage: Option<Frontage>,
    },
    /// Changes formation, with half a move before or after it where the effect allows one.
    ChangeFormation {
        /// The way before, in the old formation.
        before: Vec<Step>,
        /// What it changes to.
        to: NewFormation,
        /// The way after, in the new formation.
        after: Vec<Step>,
        /// Flanks to refuse at the end.
        refuse: Option<Refusing>,
    },
    /// Half a move through a friend in line or column.
    PassageOfLines {
        /// The friend.
        through: UnitId,
        /// The way.
        steps: Vec<Step>,
    },
    /// Half a move sideways.
    MarchByTheFlank {
        /// To which side.
        to: Hand,
        /// How far.
        by: Length,
    },
    /// From column into a line across the way it marched.
    DeployToTheFront {
        /// Line or open order.
        to: Shape,
        /// The middle of the new front.
        anchor: Pose,
    },
    /// A wheel of the whole line in place, up to a quarter turn.
    ChangeFront {
        /// About which flank.
        about: Hand,
        /// How far.
        turn: Angle,
        /// Backward instead of forward.
        backward: bool,
        /// Flanks to refuse at the end.
        refuse: Option<Refusing>,
    },
    /// Looks to its rear.
    FaceByTheRearRank,
    /// Climbs over a major obstacle it touches.
    ScaleObstacle {
        /// Its place on the table.
        piece: usize,
    },
    /// Takes on ammunition.
    Replenish,
}

impl Maneuver {
    /// Its names in the list, for a better effect and for a Tardy one; nothing where there is none.
    fn listed(&self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Maneuver::Hold { .. } => (None, None),
            Maneuver::Move { disordered: true, .. } => (None, Some("full-move-disordered")),
            Maneuver::Move { .. } => (Some("full-move"), Some("tardy-half-move")),
            Maneuver::ChangeFormation { .. } => {
                (Some("half-move-change-formation"), Some("tardy-change-formation"))
            }
            Maneuver::PassageOfLines { .. } => (Some("half-move-passage-of-lines"), None),
            Maneuver::MarchByTheFlank { .. } => (Some("march-by-the-flank"), None),
            Maneuver::DeployToTheFront { .. } => (Some("deploy-to-the-front"), None),
            Maneuver::ChangeFront { .. } => (Some("change-front"), None),
            Maneuver::FaceByTheRearRank => {
                (Some("face-by-the-rear-rank"), Some("tardy-face-by-the-rear-rank"))
            }
            Maneuver::ScaleObstacle { .. } => {
                (Some("scale-obstacle"), Some("tardy-scale-obstacle"))
            }
            Maneuver::Replenish => (Some("replenish"), None),
        }
    }
}

/// The row of the movement chart that a troop unit reads.
pub fn row_of<'b>(book: &'b Rulebook, unit: &Unit) -> Option<&'b MovementRow> {
    if unit.is_guns() { None } else { book.movement(unit.movement_row(), unit.nation) }
}

/// Checks a maneuver of a troop unit whole.
pub fn check(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    leave: Leave,
    maneuver: &Maneuver,
) -> Result<Plan, Refusal> {
    let tardy = is_tardy(book, leave, maneuver)?;
    let at = Checking { book, position, id, placed: position.unit(id), leave, tardy };
    if at.placed.unit.order == Order::Broken && !matches!(maneuver, Maneuver::Hold { .. }) {
        return Err(Refusal::because(Why::Broken, "FORM-BROKEN"));
    }
    match maneuver {
        Maneuver::Hold { refuse, frontage } => at.hold(*refuse, frontage.as_ref()),
        Maneuver::Move { steps, disordered, refuse, frontage } => {
            at.advance(steps, *disordered, *refuse, frontage.as_ref())
        }
        Maneuver::ChangeFormation { before, to, after, refuse } => {
            at.change_formation(before, to, after, *refuse)
        }
        Maneuver::PassageOfLines { through, steps } => at.passage(*through, steps),
        Maneuver::MarchByTheFlank { to, by } => at.by_the_flank(*to, *by),
        Maneuver::DeployToTheFront { to, anchor } => at.deploy_to_the_front(to, *anchor),
        Maneuver::ChangeFront { about, turn, backward, refuse } => {
            at.change_front(*about, *turn, *backward, *refuse)
        }
        Maneuver::FaceByTheRearRank => at.rear_rank(),
        Maneuver::ScaleObstacle { piece } => at.scale(*piece),
        Maneuver::Replenish => {
            let mut plan = Plan::staying(at.placed.clone());
            plan.marks.insert(Mark::Replenished);
            Ok(plan)
        }
    }
}

/// Is the maneuver done as one of the Tardy list?
fn is_tardy(book: &Rulebook, leave: Leave, maneuver: &Maneuver) -> Result<bool, Refusal> {
    if matches!(maneuver, Maneuver::Hold { .. }) {
        return Ok(false);
    }
    let on_list = |id: &str| book.maneuver.troop_list.iter().any(|row| &*row.id == id);
    let (better, tardy) = maneuver.listed();
    let list_rule = book.maneuver.troop_list.first().map(|row| row.rule.clone());
    let refused = || {
        let rule = match maneuver {
            Maneuver::DeployToTheFront { .. } => book.reasons.rule(Reason::DeployToTheFront),
            Maneuver::ChangeFront { .. } => RuleId::new("TRP-CF-EFFECT"),
            _ => list_rule.clone().unwrap_or_else(|| RuleId::new("TRP-LIST")),
        };
        Err(Refusal::Forbidden { why: Why::NotOnTheList, rule })
    };
    match leave.list {
        None => Err(Refusal::because(Why::NotOnTheList, "TRP-BASE-HOLD")),
        Some(Opened::Tardy) => match tardy {
            Some(id) if on_list(id) => Ok(true),
            _ => refused(),
        },
        Some(_) => match better {
            Some(id) if on_list(id) => Ok(false),
            _ => refused(),
        },
    }
}

struct Checking<'c> {
    book: &'c Rulebook,
    position: &'c Position,
    id: UnitId,
    placed: &'c Placed,
    leave: Leave,
    tardy: bool,
}

impl Checking<'_> {
    fn gait(&self, whole: bool) -> Gait {
        match (self.leave.list, whole) {
            (Some(Opened::DoubleQuick), true) => Gait::DoubleQuick,
            (Some(Opened::DoubleQuick), false) => Gait::HalfDoubleQuick,
            (_, true) => Gait::Full,
            (_, false) => Gait::Half,
        }
    }

    fn walk(&self, placed: &Placed, steps: &[Step], licence: Licence) -> Result<Walked, Refusal> {
        let who = (self.id, placed);
        walk_from(self.book, self.position, who, steps, Purpose::Move, licence)
    }

    /// The cost of a walk, if the unit can pay it.
    fn pay(&self, placed: &Placed, gait: Gait, legs: &[Leg]) -> Result<Cost, Refusal> {
        let Some(row) = row_of(self.book, &placed.unit) else {
            return Err(Refusal::because(Why::StepNotForFormation, "MOV-BASE-MIXED-TERRAIN"));
        };
        let cost = cost(row, gait, legs);
        if cost.is_met() {
            return Ok(cost);
        }
        Err(Refusal::TooFar {
            needs: cost.spent(),
            has: cost.allowance,
            ground: cost.slowest,
            rule: row.rule.clone(),
        })
    }

    fn base(&self, placed: &Placed) -> rulebook::Base {
        base_of(&self.book.bases, &placed.unit)
    }

    /// Puts a unit in another shape at its place, and checks that it fits there.
    fn reshaped(
        &self,
        placed: &Placed,
        shape: Shape,
        anchor: Pose,
    ) -> Result<(Placed, crate::table::Crossed), Refusal> {
        let mut end = placed.clone();
        end.stands = shape.stands(self.base(placed), placed.stands.len() as u8, anchor)?;
        end.shape = shape;
        end.anchor = anchor;
        let crossed = self.fits(&end)?;
        Ok((end, crossed))
    }

    /// The ground under a unit where it would stand, if it can stand there.
    fn fits(&self, end: &Placed) -> Result<crate::table::Crossed, Refusal> {
        let path = slides(&end.stands, &end.stands);
        let mover = Mover { mounted: end.unit.is_mounted(), ..Mover::of(self.position, self.id) };
        Ok(mover.check(&path, &end.stands, Licence::MOVE)?)
    }

    /// Refuses flanks at the end of a maneuver.
    fn refuse(&self, end: Placed, refuse: Option<Refusing>) -> Result<Placed, Refusal> {
        let Some(flanks) = refuse else { return Ok(end) };
        let none = || Refusal::because(Why::NoRefusedFlank, "TRP-BASE-REFUSE");
        let both = flanks.left.stands > 0 && flanks.right.stands > 0;
        let shape = match &end.shape {
            Shape::Line { .. } => Shape::Line { left: flanks.left, right: flanks.right },
            Shape::OpenOrder { ranks, gap, .. } => {
                if both {
                    return Err(Refusal::because(Why::OneFlankOnly, "FORM-OPEN-FRONTAGE"));
                }
                Shape::OpenOrder { ranks: *ranks, gap: *gap, flanks }
            }
            Shape::ExtendedLine { gaps, .. } => Shape::ExtendedLine { gaps: gaps.clone(), flanks },
            _ => return Err(none()),
        };
        let anchor = end.anchor;
        Ok(self.reshaped(&end, shape, anchor)?.0)
    }

    fn hold(&self, refuse: Option<Refusing>, frontage: Option<&Frontage>) -> Result<Plan, Refusal> {
        if frontage.is_some() && self.leave.list.is_none() {
            let why = Why::NoFrontageChange;
            return Err(Refusal::reason(self.book, why, Reason::FrontageWhen));
        }
        let mut plan = Plan::staying(self.placed.clone());
        if let Some(frontage) = frontage {
            plan.end = self.frontage(&plan.end, frontage)?;
            plan.marks.insert(Mark::ChangedFrontage);
        }
        plan.end = self.refuse(plan.end, refuse)?;
        Ok(plan)
    }

    fn advance(
        &self,
        steps: &[Step],
        disordered: bool,
        refuse: Option<Refusing>,
        frontage: Option<&Frontage>,
    ) -> Result<Plan, Refusal> {
        if steps.iter().any(|step| matches!(step, Step::ByTheFlank { .. })) {
            let why = Why::StepNotForFormation;
            if frontage.is_some() {
                return Err(Refusal::reason(self.book, why, Reason::FrontageFlank));
            }
            check_steps(steps, Purpose::Move)?;
            let rule = if disordered { "TRP-FMD-FORBIDDEN" } else { "TRP-BASE-MARCH-BY-FLANK" };
            return Err(Refusal::because(why, rule));
        }
        if disordered && self.placed.unit.formation.is_square() {
            let why = Why::NotInThisFormation;
            return Err(Refusal::reason(self.book, why, Reason::SquareTardyFull));
        }
        let mut start = self.placed.clone();
        let mut marks = Set::new();
        if let Some(frontage) = frontage.filter(|frontage| frontage.first) {
            start = self.frontage(&start, frontage)?;
            marks.insert(Mark::ChangedFrontage);
        }
        let walked = self.walk(&start, steps, Licence::MOVE).map_err(|refusal| match refusal {
            Refusal::Blocked(blocked) if disordered && matches!(blocked.by, Stop::Friend(_)) => {
                let rule = RuleId::new("TRP-FMD-FORBIDDEN");
                Refusal::Blocked(crate::table::Blocked { rule, ..blocked })
            }
            other => other,
        })?;
        let storms = self.placed.unit.formation == Formation::StormingColumn;
        let whole = (disordered || !self.tardy) && !storms;
        let cost = self.pay(&start, self.gait(whole), &walked.legs)?;
        let mut plan = self.planned(walked, Some(cost));
        plan.marks = plan.marks.either(marks);
        if let Some(frontage) = frontage.filter(|frontage| !frontage.first) {
            plan.end = self.frontage(&plan.end, frontage)?;
            plan.marks.insert(Mark::ChangedFrontage);
        }
        plan.end = self.refuse(plan.end, refuse)?;
        if disordered {
            plan.end.unit.order = Order::Disordered;
            plan.disordered.push(self.id);
        }
        Ok(plan)
    }

    fn planned(&self, walked: Walked, cost: Option<Cost>) -> Plan {
        let Walked { end, path, crossed, .. } = walked;
        let abatis = crossed
            .pieces
            .iter()
            .any(|piece| self.position.table.pieces()[*piece].is(TerrainTrait::Abatis));
        let mut marks = Set::new();
        if abatis {
            marks.insert(Mark::CrossedAbatis);
        }
        let ground = crossed.slowest();
        Plan {
            end,
            path,
            cost,
            ground,
            pieces: crossed.pieces,
            passed: crossed.passed,
            disordered: Vec::new(),
            marks,
        }
    }

    fn change_formation(
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

    fn passage(&self, through: UnitId, steps: &[Step]) -> Result<Plan, Refusal> {
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

    fn by_the_flank(&self, to: Hand, by: Length) -> Result<Plan, Refusal> {
        if !self.in_line() {
            return Err(Refusal::because(Why::NotInThisFormation, "TRP-BASE-MARCH-BY-FLANK"));
        }
        let walked = self.walk(self.placed, &[Step::ByTheFlank { to, by }], Licence::MOVE)?;
        let cost = self.pay(self.placed, self.gait(false), &walked.legs)?;
        let mut plan = self.planned(walked, Some(cost));
        plan.marks.insert(Mark::MarchedByTheFlank);
        Ok(plan)
    }

    fn in_line(&self) -> bool {
        matches!(self.placed.unit.formation, Formation::Line | Formation::OpenOrder)
    }

    fn change_front(
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

    fn deploy_to_the_front(&self, to: &Shape, anchor: Pose) -> Result<Plan, Refusal> {
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
        if local.y.abs() > geometry::TOUCH {
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
        let holds = |(from, to): &(f64, f64)| {
            left <= from + geometry::TOUCH && *to <= right + geometry::TOUCH
        };
        if doubled.iter().any(holds) || count < 2 {
            return Ok(());
        }
        Err(Refusal::because(Why::OffItsGround, "TRP-DTF-STEP1"))
    }

    fn rear_rank(&self) -> Result<Plan, Refusal> {
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

    fn scale(&self, piece: usize) -> Result<Plan, Refusal> {
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

    /// Widens or narrows a loose formation.
    fn frontage(&self, placed: &Placed, to: &Frontage) -> Result<Placed, Refusal> {
        frontage::may_change(self.book, placed, &to.shape, to.anchor)?;
        let (end, crossed) = self.reshaped(placed, to.shape.clone(), to.anchor)?;
        let ground = crossed.slowest().max(self.fits(placed)?.slowest());
        frontage::shifts_in_reach(self.book, placed, &end, ground)?;
        Ok(end)
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
