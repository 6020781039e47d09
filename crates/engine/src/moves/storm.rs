//! Storming a defile: in single file through a passage one stand wide, at whoever holds it.

use geometry::{Angle, Bounds, Length, Point, Pose, Rect, Spot, Sweep, nearest_on, rounded};
use rulebook::{Base, Ground, MovementRow, RuleId, Rulebook, TerrainTrait};

use super::change::mount;
use super::{Leave, Plan, Refusal, Refusing, Why, may_form, row_of, to_contact};
use crate::formations::{Flanks, Shape, along};
use crate::movement::{Cost, Gait, Leg, cost};
use crate::table::{
    Licence, Mover, Moving, Outline, Placed, Position, Table, Terrain, UnitId, base_of, slides,
};
use crate::{Formation, Opened, Order};

/// How a defile is stormed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Storming {
    /// The defile, by its place on the table.
    pub defile: usize,
    /// How far the head goes; as far as half a move takes it if nothing is said.
    pub by: Option<Length>,
    /// The enemy that it charges.
    pub charge: Option<UnitId>,
    /// What it forms when it has left the defile; the widest that fits if nothing is said.
    pub then: Option<Formation>,
    /// Flanks to refuse in that formation.
    pub refuse: Option<Refusing>,
}

/// The steps in which a column that opens looks for room ahead, in thousandths.
const ONWARD: f64 = 250.0;

/// The formations that a storming column opens into, widest first.
const OPENS: [(Formation, Shape); 3] = [
    (Formation::Line, Shape::Line { left: Flanks::STRAIGHT.left, right: Flanks::STRAIGHT.right }),
    (Formation::SupportedLine, Shape::SupportedLine),
    (Formation::FieldColumn, Shape::FieldColumn),
];

/// Storms a defile: forms the column, or goes on with one that is formed; charges whom it must, or
/// forms on the far side.
pub fn storm(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    leave: Leave,
    how: &Storming,
) -> Result<Plan, Refusal> {
    at_defile(book, position, (id, leave), how.defile, |at| {
        match (at.enemy_in_reach(), how.charge) {
            (Some((enemy, track, far)), Some(target)) if enemy == target => {
                at.go(&track, far, Licence::CHARGE).map(|(plan, _)| plan)
            }
            (Some(_), _) => Err(Refusal::because(Why::NotEntitled, "STORM-MUST-CHARGE")),
            (None, Some(_)) => Err(Refusal::because(Why::OutOfReach, "STORM-MUST-CHARGE")),
            (None, None) => at.unopposed(how),
        }
    })
}

/// The sensible ways to storm the defiles at which a unit stands, with their plans: at the enemy whom
/// it must charge, or as far as it can, just through or half way, into each formation that fits. Each
/// passes its check.
pub fn storm_candidates(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    leave: Leave,
) -> Vec<(Storming, Plan)> {
    let pieces = position.table.pieces().iter().enumerate();
    let defiles = pieces.filter(|(_, piece)| piece.is(TerrainTrait::Defile));
    let mut kept: Vec<(Storming, Plan)> = Vec::new();
    for (defile, _) in defiles {
        let ways = at_defile(book, position, (id, leave), defile, |at| Ok(at.ways(defile)));
        for how in ways.unwrap_or_default() {
            if let Ok(plan) = storm(book, position, id, leave, &how)
                && !kept.iter().any(|(_, other)| other.end == plan.end)
            {
                kept.push((how, plan));
            }
        }
    }
    kept
}

/// Asks about a defile that a unit may storm now.
fn at_defile<T>(
    book: &Rulebook,
    position: &Position,
    (id, leave): (UnitId, Leave),
    defile: usize,
    ask: impl FnOnce(&Storm<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let formed = position.unit(id).unit.formation == Formation::StormingColumn;
    may_storm(leave, formed)?;
    let placed = mounted_up(book, position.unit(id))?;
    may_form(book, &placed.unit, Formation::StormingColumn)?;
    let at = Storm::new(book, position, (id, &placed), leave, defile)?;
    if !formed {
        at.reaches_the_far_end()?;
    }
    ask(&at)
}

/// Is the effect good enough? A column that is formed goes on with any that lets it move.
fn may_storm(leave: Leave, formed: bool) -> Result<(), Refusal> {
    let good = match leave.list {
        Some(Opened::DoubleQuick | Opened::WellHandled) => true,
        Some(Opened::Tardy) => formed,
        None => false,
    };
    if good { Ok(()) } else { Err(Refusal::because(Why::NotOnTheList, "STORM-FORM-EFFECT")) }
}

/// The unit as it can storm: horse on foot mounts up.
fn mounted_up(book: &Rulebook, placed: &Placed) -> Result<Placed, Refusal> {
    let refused = |why: Why, rule: &str| Err(Refusal::because(why, rule));
    if placed.unit.is_guns() || placed.unit.formation.is_square() {
        return refused(Why::FormationNotAllowed, "STORM-FORM-HOW");
    }
    if placed.unit.order == Order::Broken || placed.stands.is_empty() {
        return refused(Why::Broken, "FORM-BROKEN");
    }
    let mut ready = placed.clone();
    ready.unit.presenting = false;
    let on_foot = placed.unit.arm != rulebook::Arm::Infantry && !placed.unit.mounted;
    if on_foot {
        mount(book, &mut ready, true)?;
        super::tethered::tether(book, placed, &mut ready, Some(true))?;
    }
    Ok(ready)
}

/// The way of a column's head: bends from its start on, with where the defile begins and ends.
#[derive(Clone, Debug)]
struct Track {
    /// From the start on.
    ahead: Vec<Spot>,
    /// Behind the start, nearest first.
    behind: Vec<Spot>,
    /// How far from the start the defile begins.
    enters: f64,
    /// How far from the start it ends.
    leaves: f64,
}

impl Track {
    fn length(&self) -> f64 {
        self.ahead.windows(2).map(|pair| pair[1].minus(pair[0]).size()).sum()
    }

    /// Straight on beyond the last bend by `far`.
    fn prolonged(&self, far: f64) -> Track {
        let mut longer = self.clone();
        if let [.., before, last] = self.ahead[..] {
            let step = last.minus(before);
            let size = step.size().max(1e-9);
            longer.ahead.push(last.plus(step.times(far / size)));
        }
        longer
    }

    /// Where the head is after `far`: its front, where it looks, and all behind it.
    fn head(&self, far: f64) -> (Pose, Vec<Spot>) {
        let mut left = far;
        let mut passed: Vec<Spot> = self.behind.iter().rev().copied().collect();
        let mut here = self.ahead[0];
        let mut looks = self.ahead.get(1).map_or(Angle::ZERO, |b| b.minus(here).heading());
        for pair in self.ahead.windows(2) {
            let step = pair[1].minus(pair[0]);
            let size = step.size();
            if size < 1e-9 {
                continue;
            }
            passed.push(pair[0]);
            looks = step.heading();
            if left <= size + 1e-6 {
                here = pair[0].plus(step.times((left / size).min(1.0)));
                break;
            }
            left -= size;
            here = pair[1];
        }
        passed.reverse();
        (Pose::new(here.point(), looks), passed)
    }
}

struct Storm<'s> {
    book: &'s Rulebook,
    position: &'s Position,
    id: UnitId,
    placed: &'s Placed,
    base: Base,
    row: MovementRow,
    gait: Gait,
    good: bool,
    track: Track,
}

impl<'s> Storm<'s> {
    fn new(
        book: &'s Rulebook,
        position: &'s Position,
        (id, placed): (UnitId, &'s Placed),
        leave: Leave,
        defile: usize,
    ) -> Result<Storm<'s>, Refusal> {
        let no_defile = || Refusal::because(Why::NotAtTheObstacle, "STORM-DEFILE");
        let piece = position.table.pieces().get(defile);
        let piece = piece.filter(|piece| piece.is(TerrainTrait::Defile)).ok_or_else(no_defile)?;
        let mut unit = placed.unit.clone();
        unit.formation = Formation::StormingColumn;
        let row = row_of(book, &unit).ok_or_else(no_defile)?.clone();
        let base = base_of(&book.bases, &unit);
        let track = track(placed, piece).ok_or_else(no_defile)?;
        let fast = leave.list == Some(Opened::DoubleQuick);
        let gait = if fast { Gait::HalfDoubleQuick } else { Gait::Half };
        let good = is_good_road(&position.table, piece);
        Ok(Storm { book, position, id, placed, base, row, gait, good, track })
    }

    /// What it costs the head to go so far, over ground of a class outside the defile.
    fn price(&self, far: f64, ground: Ground) -> Cost {
        let inside = (far.min(self.track.leaves) - self.track.enters).max(0.0);
        let through = Leg {
            good_road: self.good,
            on_road: true,
            ..Leg::country(rounded(inside), Ground::Open)
        };
        let outside = Leg::country(rounded(far - inside), ground);
        let legs: Vec<Leg> =
            [through, outside].into_iter().filter(|leg| leg.length > Length::ZERO).collect();
        cost(&self.row, self.gait, &legs)
    }

    /// How far half a move takes the head, over ground of a class outside the defile.
    fn farthest(&self, ground: Ground) -> f64 {
        let (mut low, mut high) = (0, 60_000);
        while low < high {
            let middle = (low + high + 1) / 2;
            let met = self.price(f64::from(middle), ground).is_met();
            if met { low = middle } else { high = middle - 1 }
        }
        f64::from(low)
    }

    fn too_far(&self, cost: Cost, rule: RuleId) -> Refusal {
        let (needs, has) = (cost.spent(), cost.allowance);
        Refusal::TooFar { needs, has, ground: cost.slowest, rule }
    }

    /// Half a move must bring the head through.
    fn reaches_the_far_end(&self) -> Result<(), Refusal> {
        let cost = self.price(self.track.leaves, Ground::Open);
        if cost.is_met() {
            return Ok(());
        }
        Err(self.too_far(cost, RuleId::new("STORM-FORM-WHERE")))
    }

    /// The nearest enemy along the defile, or beyond it by the most direct way, that half a move
    /// reaches; the way to him and how far it is.
    fn enemy_in_reach(&self) -> Option<(UnitId, Track, f64)> {
        let most = self.farthest(Ground::Open);
        let start = self.track.ahead[0];
        let base = f64::from(self.base.width.max(self.base.depth).in_thousandths());
        let around = Bounds { low: start, high: start }.grown(most + base);
        let near = self.position.near(around).into_iter();
        let enemies = near.filter(|other| self.position.unit(*other).side != self.placed.side);
        let reached = enemies.filter_map(|enemy| {
            let (track, far) = self.way_to(self.position.unit(enemy))?;
            let goes = far <= most + 0.5 && self.go(&track, far, Licence::CHARGE).is_ok();
            goes.then_some((enemy, track, far))
        });
        reached.min_by(|one, other| one.2.total_cmp(&other.2))
    }

    /// The ways to storm that are worth a try.
    fn ways(&self, defile: usize) -> Vec<Storming> {
        let how = Storming { defile, ..Storming::default() };
        if let Some((enemy, ..)) = self.enemy_in_reach() {
            return vec![Storming { charge: Some(enemy), ..how }];
        }
        let through = rounded(self.track.leaves);
        let half = rounded(self.farthest(Ground::Open)).half();
        let by = |by: Length| Storming { by: Some(by), ..how.clone() };
        let mut ways = vec![how.clone(), by(through), by(half)];
        ways.extend(OPENS.map(|(to, _)| Storming { then: Some(to), ..how.clone() }));
        ways
    }

    /// The way of the head until it touches an enemy.
    fn way_to(&self, enemy: &Placed) -> Option<(Track, f64)> {
        let mut gone = 0.0;
        for pair in self.track.ahead.windows(2) {
            let step = pair[1].minus(pair[0]);
            let head = self.head_alone(Pose::new(pair[0].point(), step.heading()));
            if let Some(by) = to_contact(&head, enemy, rounded(step.size())) {
                return Some((self.track.clone(), gone + f64::from(by.in_thousandths())));
            }
            gone += step.size();
        }
        let end = *self.track.ahead.last()?;
        let nearest = enemy.stands.iter().map(|stand| stand.nearest(end));
        let nearest = nearest.min_by(|a, b| a.minus(end).size().total_cmp(&b.minus(end).size()))?;
        let way = nearest.minus(end);
        let head = self.head_alone(Pose::new(end.point(), way.heading()));
        let by = to_contact(&head, enemy, rounded(way.size() + 1.0))?;
        let mut track = self.track.clone();
        if way.size() > 1.0 {
            track.ahead.push(nearest);
        }
        Some((track, gone + f64::from(by.in_thousandths())))
    }

    /// The head stand with its front at a place.
    fn head_alone(&self, front: Pose) -> Placed {
        let mut head = self.placed.clone();
        let back = -f64::from(self.base.depth.in_thousandths()) / 2.0;
        let pose = front.moved(0.0, back, Angle::ZERO);
        head.stands = vec![Rect::new(pose, self.base.width, self.base.depth)];
        head.anchor = front;
        head
    }

    /// Goes so far along a track in single file.
    fn go(&self, track: &Track, far: f64, licence: Licence) -> Result<(Plan, Track), Refusal> {
        let track = if far > track.length() {
            track.prolonged(far - track.length())
        } else {
            track.clone()
        };
        let (head, behind) = track.head(far);
        let mut end = self.placed.clone();
        end.unit.formation = Formation::StormingColumn;
        let trail: Vec<Point> = behind.iter().map(|spot| spot.point()).collect();
        end.shape = Shape::MarchColumn { trail };
        end.anchor = head;
        end.stands = end.shape.stands(self.base, self.placed.stands.len() as u8, head)?;
        let path = self.path(&track, (head, &behind), far);
        let mover = Mover { mounted: end.unit.is_mounted(), ..Mover::of(self.position, self.id) };
        let crossed = mover.check(&path, &end.stands, licence)?;
        let cost = self.price(far, crossed.slowest());
        if !cost.is_met() {
            return Err(self.too_far(cost, self.row.rule.clone()));
        }
        let ground = crossed.slowest();
        let plan = Plan {
            path,
            cost: Some(cost),
            ground,
            pieces: crossed.pieces,
            passed: crossed.passed,
            ..Plan::staying(end)
        };
        Ok((plan, track))
    }

    /// The way of every stand. One that was not in file yet falls in where the head set out.
    fn path(&self, track: &Track, (head, behind): (Pose, &[Spot]), far: f64) -> Vec<Moving> {
        let depth = f64::from(self.base.depth.in_thousandths());
        // So near its ends a stand that turns in or out is taken to be on the defile.
        let mouth = f64::from(self.base.width.max(self.base.depth).in_thousandths());
        let mut line = vec![head.at.spot()];
        line.extend(behind.iter().copied());
        let in_file = matches!(self.placed.shape, Shape::MarchColumn { .. });
        let rect = |back: f64| {
            Rect::new(along(&line, head.heading, back), self.base.width, self.base.depth)
        };
        let mut cuts = vec![far - track.enters + mouth, far - track.leaves - mouth];
        let mut gone = 0.0;
        for pair in line.windows(2) {
            gone += pair[1].minus(pair[0]).size();
            cuts.push(gone);
        }
        cuts.sort_by(f64::total_cmp);
        let mut path = Vec::new();
        for stand in 0..self.placed.stands.len() as u8 {
            let near = (f64::from(stand) + 0.5) * depth;
            let from = if in_file { near + far } else { near.max(far + depth / 2.0) };
            let mut stops = vec![from];
            stops.extend(cuts.iter().rev().copied().filter(|cut| near < *cut && *cut < from));
            stops.push(near);
            for pair in stops.windows(2) {
                let middle = far - (pair[0] + pair[1]) / 2.0;
                let inside = track.enters - mouth <= middle && middle <= track.leaves + mouth;
                // At a bend the stand already looks along the stretch that it will walk.
                let (last, first) = (rect(pair[1]), rect(pair[0]));
                let pose = Pose::new(first.pose.at, last.pose.heading);
                let sweep = Sweep::Slide { from: Rect { pose, ..first }, to: last };
                path.push(Moving { stand, sweep, on_road: inside });
            }
        }
        path
    }

    /// As far as half a move takes it, at the rate of the ground it treads before and beyond the
    /// defile.
    fn as_far_as_it_can(&self) -> (f64, Result<(Plan, Track), Refusal>) {
        let far = self.farthest(Ground::Open);
        match self.go(&self.track, far, Licence::MOVE) {
            Err(Refusal::TooFar { ground, .. }) if ground > Ground::Open => {
                let far = self.farthest(ground);
                if far + 0.5 < self.track.leaves {
                    let cost = self.price(self.track.leaves, ground);
                    return (far, Err(self.too_far(cost, RuleId::new("STORM-FORM-WHERE"))));
                }
                (far, self.go(&self.track, far, Licence::MOVE))
            }
            gone => (far, gone),
        }
    }

    /// Nobody to charge: it goes as far as it is told and forms if its head has left the defile.
    fn unopposed(&self, how: &Storming) -> Result<Plan, Refusal> {
        let (far, gone) = match how.by {
            Some(by) => {
                let far = f64::from(by.in_thousandths());
                (far, self.go(&self.track, far, Licence::MOVE))
            }
            None => self.as_far_as_it_can(),
        };
        let (mut plan, track) = gone?;
        if far + 0.5 < track.leaves {
            return Ok(plan);
        }
        let short = far - track.leaves;
        let fits = |end: &Placed| fits(self.position, self.id, end, Licence::MOVE);
        plan.end = opened(self.book, &plan.end, (how.then, how.refuse), short, &fits)?;
        Ok(plan)
    }
}

/// The bends from a unit's nearest stand to the nearer end of a defile and through it; for one that
/// is in it, from its head on.
fn track(placed: &Placed, defile: &Terrain) -> Option<Track> {
    let Outline::Line { points, .. } = &defile.outline else { return None };
    let mut points: Vec<Spot> = points.iter().map(|point| point.spot()).collect();
    let column = matches!(placed.shape, Shape::MarchColumn { .. });
    let start = |end: Spot| {
        if column {
            return placed.anchor.at.spot();
        }
        let near = placed.stands.iter().map(|stand| stand.nearest(end));
        near.min_by(|a, b| a.minus(end).size().total_cmp(&b.minus(end).size())).unwrap_or(end)
    };
    let gap = |end: Spot| start(end).minus(end).size();
    let (first, last) = (*points.first()?, *points.last()?);
    let (sin, cos) = placed.anchor.heading.sin_cos();
    let looks = Spot::new(sin, cos);
    let head = placed.anchor.at.spot();
    let on = column && defile.gap_to(head) <= defile.half_width() + geometry::TOUCH;
    let backward = if on { last.minus(first).dot(looks) < 0.0 } else { gap(last) < gap(first) };
    if backward {
        points.reverse();
    }
    let behind = match &placed.shape {
        Shape::MarchColumn { trail } => trail.iter().map(|point| point.spot()).collect(),
        _ => Vec::new(),
    };
    let from = start(points[0]);
    let mut ahead = vec![from];
    if on {
        let near = |pair: &[Spot]| nearest_on(from, pair[0], pair[1]).minus(from).size();
        let part = (0..points.len() - 1)
            .min_by(|a, b| near(&points[*a..=a + 1]).total_cmp(&near(&points[*b..=b + 1])))?;
        ahead.extend(points[part + 1..].iter().copied());
    } else {
        ahead.extend(points.iter().copied());
    }
    ahead.dedup_by(|next, before| next.minus(*before).size() < 1.0);
    if ahead.len() < 2 {
        return None;
    }
    let behind = if column { behind } else { set_out(from, ahead[1]) };
    let whole = |spots: &[Spot]| spots.windows(2).map(|p| p[1].minus(p[0]).size()).sum::<f64>();
    let enters = if on { 0.0 } else { points[0].minus(from).size() };
    Some(Track { enters, leaves: whole(&ahead), ahead, behind })
}

/// A point behind the start from which the file falls in.
fn set_out(from: Spot, to: Spot) -> Vec<Spot> {
    let way = to.minus(from);
    let size = way.size().max(1e-9);
    vec![from.minus(way.times(1000.0 / size))]
}

/// Does a good road lead through a defile?
fn is_good_road(table: &Table, defile: &Terrain) -> bool {
    let good = |piece: &Terrain| piece.is(TerrainTrait::Road) && piece.is(TerrainTrait::Good);
    good(defile) || defile.parts().all(|(a, b)| table.at(a.plus(b).times(0.5)).any(good))
}

/// Can a unit stand so: on the table, on ground it may tread, on nobody?
pub(super) fn fits(position: &Position, id: UnitId, end: &Placed, licence: Licence) -> bool {
    let path = slides(&end.stands, &end.stands);
    let mover = Mover { mounted: end.unit.is_mounted(), ..Mover::of(position, id) };
    mover.check(&path, &end.stands, licence).is_ok_and(|crossed| crossed.passed.is_empty())
}

/// A column that has left its defile by `short`, in the formation it is told, or in the widest that
/// fits: its front where the head is, or clear of the defile if that is farther. If none fits it
/// stays in single file as a march column.
pub(super) fn opened(
    book: &Rulebook,
    column: &Placed,
    (to, refuse): (Option<Formation>, Option<Refusing>),
    short: f64,
    fits: &dyn Fn(&Placed) -> bool,
) -> Result<Placed, Refusal> {
    let tried = OPENS.iter().filter(|(formation, _)| to.is_none_or(|to| to == *formation));
    for (formation, shape) in tried {
        if may_form(book, &column.unit, *formation).is_err() {
            continue;
        }
        let shape = match (shape, refuse) {
            (Shape::Line { .. }, Some(flanks)) => {
                Shape::Line { left: flanks.left, right: flanks.right }
            }
            _ => shape.clone(),
        };
        let Ok(here) = column.moved(shape.clone(), column.anchor, &book.bases) else { continue };
        let deep = here.stands.iter().flat_map(|stand| stand.corners());
        let deep = deep.map(|corner| -column.anchor.local(corner).y).fold(0.0, f64::max);
        let most = (deep - short).max(0.0);
        // Where it stands, clear of the defile, or as near to that as somebody ahead lets it.
        let nearer = std::iter::successors(Some(most - ONWARD), |on| Some(on - ONWARD));
        for on in [0.0, most].into_iter().chain(nearer.take_while(|on| *on > 0.0)) {
            let anchor = column.anchor.moved(0.0, on, Angle::ZERO);
            let Ok(mut end) = column.moved(shape.clone(), anchor, &book.bases) else { continue };
            end.unit.formation = *formation;
            if fits(&end) {
                return Ok(end);
            }
        }
    }
    if to.is_some() {
        return Err(Refusal::because(Why::NoRoom, "STORM-BASE-NO-ROOM"));
    }
    let mut file = column.clone();
    file.unit.formation = Formation::MarchColumn;
    Ok(file)
}
