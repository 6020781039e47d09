//! Where a unit, a gun or a leader comes to that is steered to a place: the plain move whose end is
//! nearest to it, and why it goes no farther.

use engine::battle::{Order, State};
use engine::formations::Shape;
use engine::movement::{Cost, Gait, Hand, Step, StepRefusal, cost};
use engine::moves::{self, GunManeuver, Limbering, Maneuver, Refusal, Way};
use engine::table::{Stop, UnitId, base_of};
use geometry::{Angle, Length, Point, Pose, Rect, Spot};
use library::order::order_text;
use rulebook::RuleId;

use crate::about::{leader, unit};
use crate::error::{Code, Error};
use crate::place::{self, Place};
use crate::replies::Steered;
use crate::requests::Steer;

/// As near to the place as a player can mean, in thousandths.
const THERE: f64 = 60.0;
/// A slant this near to a mark of the oblique template is that mark, in hundredths of a degree.
const SNAP: i32 = 175;
/// No slant or wheel that goes farther is proposed, in hundredths of a degree (MOV-OBLIQUE, TRP-BASE-WHEEL);
/// the check decides.
const SHARPEST: i32 = 4500;
/// The ledger entry on wheels.
const WHEEL: &str = "TRP-BASE-WHEEL";
/// How often a way that is too long is halved: to a thousandth of a yard of table.
const HALVINGS: usize = 15;
/// How far a gun drives straight before it wheels, where it cannot turn between others, in thousandths.
const CLEAR: [f64; 3] = [1000.0, 2000.0, 4000.0];
/// Places along a road that are tried, each way.
const MILESTONES: i32 = 16;

/// A move that can be made.
struct Made {
    order: Order,
    /// The middle of the front.
    to: Pose,
    stands: Vec<Rect>,
    cost: Option<Cost>,
    path: Vec<Point>,
}

/// The move whose end is nearest to the place that is asked for.
pub fn steer(state: &State, asked: &Steer) -> Result<Steered, Error> {
    let to = Point { x: asked.to[0], y: asked.to[1] }.spot();
    let facing = asked.facing.map(|facing| facing.0);
    match (&asked.unit, &asked.leader) {
        (Some(name), None) => {
            let unit = unit(state, name)?;
            if !state.unit(unit).unit.is_guns() {
                return troops(state, unit, to, facing, asked.disordered);
            }
            let gun = asked.gun.unwrap_or(1);
            let stand = gun.checked_sub(1).filter(|gun| *gun < state.unit(unit).stands.len());
            let stand = stand.ok_or_else(|| {
                let message = format!("{name} has no gun {gun}");
                Error::new(Code::BadRequest, message)
            })?;
            guns(state, (unit, stand as u8), to, facing)
        }
        (None, Some(name)) => rider(state, leader(state, name)?, to),
        _ => Err(Error::new(Code::BadRequest, "a `unit` or a `leader` is steered")),
    }
}

fn troops(
    state: &State,
    unit: UnitId,
    to: Spot,
    facing: Option<Angle>,
    disordered: bool,
) -> Result<Steered, Error> {
    let placed = state.unit(unit);
    if state.marks(unit).list.is_none() {
        let message = format!("{} has no list of maneuvers open", state.name(unit));
        return Err(Error::new(Code::NotChecked, message));
    }
    let column = matches!(placed.shape, Shape::MarchColumn { .. });
    let base = base_of(&state.book.bases, &placed.unit);
    let front = if column { base.width } else { placed.frontage(&state.book.bases) };
    let course = Course { from: placed.anchor, front, lead: 0.0, to, facing, file: column };
    let mut ways = match placed.shape {
        Shape::Square => vec![course.shift()],
        Shape::MarchColumn { .. } => vec![course.wheel()],
        _ => course.ways(),
    };
    if column {
        ways.extend(course.by_road(state, unit));
    }
    let make = |steps: &[Step]| {
        let steps = steps.to_vec();
        let path = course.path(&steps);
        let maneuver = match steps[..] {
            [Step::ByTheFlank { to, by }] => Maneuver::MarchByTheFlank { to, by },
            _ => Maneuver::Move { steps, disordered, refuse: None, frontage: None },
        };
        let plan = state.check_maneuver(unit, &maneuver)?;
        Ok(Made {
            order: Order::Maneuver { unit, maneuver },
            to: plan.end.anchor,
            stands: plan.end.stands,
            cost: plan.cost,
            path,
        })
    };
    nearest(state, &course, ways, make)
}

fn guns(
    state: &State,
    (unit, stand): (UnitId, u8),
    to: Spot,
    facing: Option<Angle>,
) -> Result<Steered, Error> {
    let placed = state.unit(unit);
    let (rect, gun) = (placed.stands[usize::from(stand)], placed.guns[usize::from(stand)]);
    let list = state.marks(unit).guns.get(usize::from(stand)).and_then(|marks| marks.list);
    let drive = |limber: Option<Limbering>, clear: bool| {
        let from = limber.map_or(rect.pose, |limbering| limbering.pose(rect.pose));
        let lead = f64::from(rect.depth.in_thousandths()) / 2.0;
        let course = Course { from, front: rect.width, lead, to, facing: None, file: true };
        let make = |steps: &[Step]| {
            let steps = steps.to_vec();
            let path = course.path(&steps);
            let maneuver = GunManeuver::Move { steps, limber, unlimber: facing, fire: false };
            let on = (unit, stand);
            let plan = moves::check_gun(&state.book, &state.position, on, list, &maneuver)?;
            Ok(Made {
                order: Order::Gun { unit, stand, maneuver },
                to: plan.pose,
                stands: moves::with_gun(placed, stand, &plan).stands,
                cost: plan.cost,
                path,
            })
        };
        let mut ways = vec![course.wheel()];
        if clear {
            ways.extend(course.clear_first());
        }
        nearest(state, &course, ways, make)
    };
    let limber = (!gun.limbered).then(|| Limbering::towards(&state.book, rect.pose, to));
    let mut steered = drive(limber, false)?;
    if limber == Some(Limbering::About) && steered.rule.as_deref() == Some(WHEEL) {
        let why = steered.message.take().unwrap_or_default();
        steered.message = Some(format!("To move it limbers, which turns it about. {why}"));
        return Ok(steered);
    }
    // Between others it cannot turn where it stands: it drives out straight, and turns then.
    let misses = |one: &Steered| {
        one.to.as_ref().map_or(f64::INFINITY, |end| end.0.at.spot().minus(to).size())
    };
    if steered.message.is_some() {
        let ways = match limber {
            Some(Limbering::To(_)) => {
                vec![Some(Limbering::To(rect.pose.heading)), Some(Limbering::About)]
            }
            other => vec![other],
        };
        for limber in ways {
            let other = drive(limber, true)?;
            if misses(&other) < misses(&steered) - THERE {
                steered = other;
            }
        }
    }
    Ok(steered)
}

fn rider(state: &State, leader: u16, to: Spot) -> Result<Steered, Error> {
    let now = state.leader(leader);
    let Some(start) = now.at else {
        let message = format!("{} is not on the table", now.shown_name());
        return Err(Error::new(Code::BadRequest, message));
    };
    let far = to.minus(start.spot());
    let heading = far.heading();
    let from = Pose::new(start, heading);
    let course = Course { from, front: Length::ZERO, lead: 0.0, to, facing: None, file: false };
    let make = |steps: &[Step]| {
        let far: i32 = steps.iter().map(|step| step.length(Length::ZERO).in_thousandths()).sum();
        let end = course.from.moved(0.0, f64::from(far), Angle::ZERO);
        let way = vec![end.at];
        let (_, cost) = moves::check_leader(&state.book, &state.position, now, &way)?;
        let path = vec![start, end.at];
        let order = Order::MoveLeader { leader, way };
        Ok(Made { order, to: end, stands: Vec::new(), cost: Some(cost), path })
    };
    nearest(state, &course, vec![vec![straight(far.size())]], make)
}

/// From where to where.
struct Course {
    from: Pose,
    /// How wide the front is that wheels.
    front: Length,
    /// How far ahead the front is of what shall come to the place: a gun is pointed by its middle.
    lead: f64,
    to: Spot,
    /// Where it shall look in the end, if it matters.
    facing: Option<Angle>,
    /// A column or a gun on its limber, which can only wheel and go straight on.
    file: bool,
}

impl Course {
    /// Ways of a formation with a front: slantwise, by a wheel, by the flank.
    fn ways(&self) -> Vec<Vec<Step>> {
        let turn = self.facing.map(|facing| facing.minus(self.from.heading).signed());
        if let Some(turn) = turn.filter(|turn| turn.abs() >= 50) {
            return vec![self.wheel_by(turn.clamp(-SHARPEST, SHARPEST))];
        }
        let local = self.from.local(self.to);
        let ahead = local.y >= 0.0;
        let off = Spot::new(local.x, local.y.abs()).heading().signed();
        let mut ways = vec![self.slant(local, off, ahead)];
        if off.abs() > SHARPEST && turn.is_none() {
            if ahead {
                ways.push(self.wheel());
            }
            let to = if local.x < 0.0 { Hand::Left } else { Hand::Right };
            ways.push(vec![Step::ByTheFlank { to, by: long(local.x.abs()) }]);
        }
        ways
    }

    /// Straight or slantwise to where the place is nearest.
    fn slant(&self, local: Spot, off: i32, ahead: bool) -> Vec<Step> {
        let mark = (off + off.signum() * 750) / 1500 * 1500;
        let off = if (off - mark).abs() <= SNAP { mark } else { off }.clamp(-SHARPEST, SHARPEST);
        let slant = Angle::hundredths(off.abs());
        let (sin, cos) = slant.sin_cos();
        let by = long((local.x.abs() * sin + local.y.abs() * cos).max(0.0));
        let to = if off < 0 { Hand::Left } else { Hand::Right };
        vec![match (off, ahead) {
            (0, true) => Step::Advance { by },
            (0, false) => Step::Withdraw { by },
            (_, true) => Step::Oblique { to, slant, by },
            (_, false) => Step::ObliqueBack { to, slant, by },
        }]
    }

    /// The wheel after which the place lies straight ahead, and there.
    fn wheel(&self) -> Vec<Step> {
        let local = self.from.local(self.to);
        let side = if local.x < 0.0 { -1 } else { 1 };
        // Farther than this the place lies on the other side of the new front.
        let (mut least, mut most) = (0, SHARPEST);
        for _ in 0..HALVINGS {
            let turn = (least + most) / 2;
            let after = self.wheeled(side * turn).local(self.to);
            if after.x * f64::from(side) > 0.0 { least = turn } else { most = turn }
        }
        // Columns and formations alike: what is nearly straight ahead needs no wheel.
        let turn = if most < 100 { 0 } else { most };
        let after = self.wheeled(side * turn).local(self.to);
        let mut steps = wheel_step(side * turn);
        if after.y > 0.0 || steps.is_empty() {
            steps.push(straight(after.y.max(0.0)));
        }
        steps
    }

    /// Straight on, past whoever stands beside it, and only then as it wheels to the place.
    fn clear_first(&self) -> Vec<Vec<Step>> {
        let ahead = self.from.local(self.to).y;
        let out = CLEAR.into_iter().filter(|by| *by < ahead);
        out.map(|by| {
            let from = self.from.moved(0.0, by, Angle::ZERO);
            match (Course { from, ..*self }).wheel()[..] {
                [Step::Advance { by: on }] => {
                    vec![straight(by + f64::from(on.in_thousandths()))]
                }
                ref then => [&[straight(by)], then].concat(),
            }
        })
        .collect()
    }

    /// Does the place lie farther to the side or the rear than its sharpest wheel leads?
    fn is_beyond_its_wheel(&self) -> bool {
        let local = self.from.local(self.to);
        let side = if local.x < 0.0 { -1 } else { 1 };
        let after = self.wheeled(side * SHARPEST).local(self.to);
        self.file && (local.y < 0.0 || after.x * f64::from(side) > THERE)
    }

    /// Why the place is not reached: a file that cannot turn so far is stopped by that alone, wherever
    /// the way would lead that it can go.
    fn hindered(&self, refusal: Option<Refusal>) -> Option<Refusal> {
        let aside = match &refusal {
            None | Some(Refusal::Steps(_)) => true,
            Some(Refusal::Blocked(blocked)) => blocked.by == Stop::Edge,
            Some(Refusal::TooFar { .. } | Refusal::Shape(_) | Refusal::Forbidden { .. }) => false,
        };
        if aside && self.is_beyond_its_wheel() {
            return Some(StepRefusal::TooSharp { rule: RuleId::new(WHEEL) }.into());
        }
        refusal
    }

    /// Straight on, a wheel of so much, and straight on, so that it ends at the place.
    fn wheel_by(&self, turn: i32) -> Vec<Step> {
        let after = self.wheeled(turn);
        let left = self.to.minus(after.at.spot());
        let ahead = |heading: Angle| {
            let (sin, cos) = heading.sin_cos();
            Spot::new(sin, cos)
        };
        let (before, then) = (ahead(self.from.heading), ahead(after.heading));
        let both = before.cross(then);
        let (first, last) = (left.cross(then) / both, before.cross(left) / both);
        let mut steps = Vec::new();
        if first > 0.0 {
            steps.push(straight(first));
        }
        steps.extend(wheel_step(turn));
        // Who cannot come there both ways goes as near as the one that is left leads.
        let last = if first > 0.0 { last } else { left.dot(then) };
        if last > 0.0 {
            steps.push(straight(last));
        }
        steps
    }

    /// Any way, as a square goes.
    fn shift(&self) -> Vec<Step> {
        let far = self.to.minus(self.from.at.spot());
        vec![Step::Shift { heading: far.heading(), by: long(far.size()) }]
    }

    /// Along the road that a column touches, by sixteenths of what its rate allows.
    fn by_road(&self, state: &State, unit: UnitId) -> Vec<Vec<Step>> {
        let Some(row) = moves::row_of(&state.book, &state.unit(unit).unit) else {
            return Vec::new();
        };
        let most = cost(row, Gait::DoubleQuick, &[]).left_on_road().in_thousandths();
        let stones = (1..=MILESTONES).map(|stone| Length::thousandths(most * stone / MILESTONES));
        let step = |by| [Way::Ahead, Way::About].map(|way| vec![Step::AlongRoad { by, way }]);
        stones.flat_map(step).collect()
    }

    /// Where a step leads; a wheel turns the front.
    fn gone(&self, at: Pose, step: &Step) -> Pose {
        let front = at.moved(0.0, self.lead, Angle::ZERO);
        step.from(front, self.front).moved(0.0, -self.lead, Angle::ZERO)
    }

    fn wheeled(&self, turn: i32) -> Pose {
        wheel_step(turn).iter().fold(self.from, |at, step| self.gone(at, step))
    }

    /// The bends of the way.
    fn path(&self, steps: &[Step]) -> Vec<Point> {
        let mut here = self.from;
        let mut path = vec![here.at];
        for step in steps {
            here = self.gone(here, step);
            path.push(here.at);
        }
        path
    }

    /// As much of a way as can be gone, to the thousandth, and what stops it there.
    fn farthest(
        &self,
        way: &[Step],
        refusal: Refusal,
        make: &impl Fn(&[Step]) -> Result<Made, Refusal>,
    ) -> (Option<Made>, Option<Refusal>) {
        let all: i32 = way.iter().map(|step| step.length(self.front).in_thousandths()).sum();
        let (mut least, mut most) = (0, all);
        let (mut found, mut stopped) = (None, refusal);
        for _ in 0..HALVINGS {
            let far = (least + most) / 2;
            if far == least {
                break;
            }
            // Who is told where to look makes the whole wheel, and goes less far before and after it.
            let part = match self.facing {
                Some(_) => shortened(way, far, all),
                None => cut(way, self.front, far),
            };
            match make(&part) {
                Ok(made) => (found, least) = (Some(made), far),
                Err(refusal) => (stopped, most) = (refusal, far),
            }
        }
        (found, Some(stopped))
    }

    fn misses(&self, made: &Made) -> f64 {
        made.to.at.spot().minus(self.to).size()
    }
}

/// The way whose end is nearest; what is too long or stopped goes as far as it can.
fn nearest(
    state: &State,
    course: &Course,
    ways: Vec<Vec<Step>>,
    make: impl Fn(&[Step]) -> Result<Made, Refusal>,
) -> Result<Steered, Error> {
    let mut best: Option<(f64, Made, Option<Refusal>)> = None;
    let mut first: Option<Refusal> = None;
    for way in ways {
        let on_road = matches!(way[..], [Step::AlongRoad { .. }]);
        let (made, refusal) = match make(&way) {
            Ok(made) => (Some(made), None),
            Err(_) if on_road => (None, None),
            Err(refusal) => course.farthest(&way, refusal, &make),
        };
        if first.is_none() {
            first.clone_from(&refusal);
        }
        let Some(made) = made else { continue };
        let misses = course.misses(&made);
        if best.as_ref().is_none_or(|(least, ..)| misses < least - THERE) {
            best = Some((misses, made, refusal));
        }
    }
    let refused =
        |refusal: &Refusal| (Some(refusal.told(&state.position)), Some(refusal.rule().to_string()));
    let Some((misses, made, refusal)) = best else {
        let refusal = course.hindered(first).as_ref().map(refused).unwrap_or_default();
        return Ok(Steered { message: refusal.0, rule: refusal.1, ..Steered::default() });
    };
    let refusal = Some(refusal.or(first)).filter(|_| misses > THERE);
    let refusal = refusal.and_then(|refusal| course.hindered(refusal));
    let (message, rule) = refusal.as_ref().map(refused).unwrap_or_default();
    Ok(Steered {
        order: Some(order_text(state, &made.order)),
        to: Some(Place(made.to)),
        stands: made.stands.iter().map(|stand| Place(stand.pose)).collect(),
        cost: made.cost.map(Cost::spent),
        allowance: made.cost.map(|cost| cost.allowance),
        ground: made.cost.map(|cost| cost.slowest),
        path: made.path.into_iter().map(place::Spot).collect(),
        message,
        rule,
    })
}

/// The same way with its wheels, all else so much shorter.
fn shortened(way: &[Step], far: i32, all: i32) -> Vec<Step> {
    let less = |step: &Step| match *step {
        Step::Advance { by } => {
            let by = i64::from(by.in_thousandths()) * i64::from(far) / i64::from(all);
            Step::Advance { by: Length::thousandths(by as i32) }
        }
        step => step,
    };
    let way = way.iter().map(less);
    way.filter(|step| *step != Step::Advance { by: Length::ZERO }).collect()
}

/// The first part of a way, so many thousandths long.
fn cut(way: &[Step], front: Length, far: i32) -> Vec<Step> {
    let mut left = far;
    let mut kept = Vec::new();
    for &step in way {
        let length = step.length(front).in_thousandths();
        if length <= left {
            kept.push(step);
            left -= length;
            continue;
        }
        let by = Length::thousandths(left);
        let part = match step {
            Step::Advance { .. } => Step::Advance { by },
            Step::Withdraw { .. } => Step::Withdraw { by },
            Step::Oblique { to, slant, .. } => Step::Oblique { to, slant, by },
            Step::ObliqueBack { to, slant, .. } => Step::ObliqueBack { to, slant, by },
            Step::ByTheFlank { to, .. } => Step::ByTheFlank { to, by },
            Step::Shift { heading, .. } => Step::Shift { heading, by },
            Step::AlongRoad { way, .. } => Step::AlongRoad { by, way },
            Step::Wheel { to, turn } => {
                let part = i64::from(turn.in_hundredths()) * i64::from(left) / i64::from(length);
                Step::Wheel { to, turn: Angle::hundredths(part as i32) }
            }
        };
        if left > 0 {
            kept.push(part);
        }
        break;
    }
    kept
}

fn long(thousandths: f64) -> Length {
    geometry::rounded(thousandths)
}

fn straight(thousandths: f64) -> Step {
    Step::Advance { by: long(thousandths) }
}

/// A wheel to the right, or below nothing to the left.
fn wheel_step(turn: i32) -> Vec<Step> {
    let to = if turn < 0 { Hand::Left } else { Hand::Right };
    let step = Step::Wheel { to, turn: Angle::hundredths(turn.abs()) };
    if turn == 0 { Vec::new() } else { vec![step] }
}
