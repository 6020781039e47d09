//! The maneuvers of troops, by what their effect opens.

use geometry::{Angle, Length, Pose};
use rulebook::{Ground, MovementRow, Reason, RuleId, Rulebook, Set, TerrainTrait};

use super::change::NewFormation;
use super::steps::{Walked, walk_from};
use super::{Frontage, Mark, Plan, Refusal, Why, frontage};
use crate::formations::{Flanks, Shape};
use crate::movement::{Cost, Gait, Hand, Leg, Purpose, Step, allowance, check_steps, cost};
use crate::table::{Licence, Mover, Placed, Position, Stop, UnitId, base_of, slides};
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

/// The march by the flank: half a move.
pub(super) const FLANK: &str = "TRP-BASE-MARCH-BY-FLANK";

/// A maneuver that is being checked.
pub(super) struct Checking<'c> {
    pub book: &'c Rulebook,
    pub position: &'c Position,
    pub id: UnitId,
    pub placed: &'c Placed,
    pub leave: Leave,
    pub tardy: bool,
}

impl Checking<'_> {
    pub(super) fn gait(&self, whole: bool) -> Gait {
        match (self.leave.list, whole) {
            (Some(Opened::DoubleQuick), true) => Gait::DoubleQuick,
            (Some(Opened::DoubleQuick), false) => Gait::HalfDoubleQuick,
            (_, true) => Gait::Full,
            (_, false) => Gait::Half,
        }
    }

    pub(super) fn walk(
        &self,
        placed: &Placed,
        steps: &[Step],
        licence: Licence,
    ) -> Result<Walked, Refusal> {
        let who = (self.id, placed);
        walk_from(self.book, self.position, who, steps, Purpose::Move, licence)
    }

    /// The cost of a walk, if the unit can pay it.
    pub(super) fn pay(&self, placed: &Placed, gait: Gait, legs: &[Leg]) -> Result<Cost, Refusal> {
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

    pub(super) fn base(&self, placed: &Placed) -> rulebook::Base {
        base_of(&self.book.bases, &placed.unit)
    }

    /// Puts a unit in another shape at its place, and checks that it fits there.
    pub(super) fn reshaped(
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
    pub(super) fn fits(&self, end: &Placed) -> Result<crate::table::Crossed, Refusal> {
        let path = slides(&end.stands, &end.stands);
        let mover = Mover { mounted: end.unit.is_mounted(), ..Mover::of(self.position, self.id) };
        Ok(mover.check(&path, &end.stands, Licence::MOVE)?)
    }

    /// Refuses flanks at the end of a maneuver.
    pub(super) fn refuse(&self, end: Placed, refuse: Option<Refusing>) -> Result<Placed, Refusal> {
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
        let flank = steps.iter().find_map(|step| match step {
            Step::ByTheFlank { by, .. } => Some(*by),
            _ => None,
        });
        if let Some(by) = flank {
            let why = Why::FlankMarch;
            if frontage.is_some() {
                return Err(Refusal::reason(self.book, why, Reason::FrontageFlank));
            }
            check_steps(steps, Purpose::Move)?;
            let rule = if disordered { "TRP-FMD-FORBIDDEN" } else { FLANK };
            let row = row_of(self.book, &self.placed.unit).filter(|_| !disordered);
            let has = row.map(|row| allowance(row, self.gait(false), Ground::Open));
            return Err(match has.filter(|has| by > *has && *has > Length::ZERO) {
                Some(has) => {
                    let (ground, rule) = (Ground::Open, RuleId::new(FLANK));
                    Refusal::TooFar { needs: by, has, ground, rule }
                }
                None => Refusal::because(why, rule),
            });
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

    pub(super) fn planned(&self, walked: Walked, cost: Option<Cost>) -> Plan {
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

    /// Widens or narrows a loose formation.
    fn frontage(&self, placed: &Placed, to: &Frontage) -> Result<Placed, Refusal> {
        frontage::may_change(self.book, placed, &to.shape, to.anchor)?;
        let (end, crossed) = self.reshaped(placed, to.shape.clone(), to.anchor)?;
        let ground = crossed.slowest().max(self.fits(placed)?.slowest());
        frontage::shifts_in_reach(self.book, placed, &end, ground)?;
        Ok(end)
    }
}
