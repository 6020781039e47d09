//! Retreats: out of close range, to two inches, full and broken; recalls; taking the ground won.

use geometry::{Angle, Bounds, Convex, Length, Point, Pose, Rect, Spot, Sweep, TOUCH};
use rulebook::{Base, Ground, MovementRow, Rulebook, TerrainTrait};

use super::change::middle;
use super::{Plan, Refusal, Why, gun_row, row_of};
use crate::formations::Shape;
use crate::movement::{Gait, allowance};
use crate::sight::{closest_enemy, distance, threats};
use crate::table::{
    Licence, Mover, Moving, Placed, Position, Stop, UnitId, base_of, slides, slowed_by,
};
use crate::{Formation, Order};

/// How a forced retreat ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Retreat {
    /// It stands somewhere.
    To(Box<Plan>),
    /// A stand crossed the edge of the table: the unit is out of the battle.
    OffTheTable,
    /// There is no way out: the unit is taken off.
    Cut,
}

impl Retreat {
    /// The plan, if the unit is still on the table.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Retreat::To(plan) => Some(plan),
            _ => None,
        }
    }
}

const STEP: i32 = 50;
const FARTHEST: i32 = 60_000;

/// The forced retreats that go straight back in formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StraightBack {
    /// Out of every enemy's close range or arc, even beyond a full move.
    OutOfCloseRange,
    /// To two inches from every enemy.
    TwoInches,
}

impl StraightBack {
    /// Are stands of a unit back far enough?
    pub(super) fn is_far_enough(
        self,
        book: &Rulebook,
        position: &Position,
        id: UnitId,
        stands: &[Rect],
    ) -> bool {
        match self {
            StraightBack::OutOfCloseRange => threats(book, position, id, stands).is_empty(),
            StraightBack::TwoInches => {
                let side = position.unit(id).side;
                let mut enemies = position.units().iter().filter(|other| other.side != side);
                let gap = |enemy: &Placed| distance(stands, &enemy.stands);
                enemies.all(|enemy| gap(enemy).is_none_or(|gap| gap >= Length::inches(2)))
            }
        }
    }
}

/// Straight back, keeping formation and facing, by the least distance that puts the unit out of
/// every enemy's close range or arc, even beyond a full move.
pub fn out_of_close_range(book: &Rulebook, position: &Position, id: UnitId) -> Retreat {
    straight_back(book, position, id, StraightBack::OutOfCloseRange, None)
}

/// Straight back to two inches from every enemy.
pub fn two_inches(book: &Rulebook, position: &Position, id: UnitId) -> Retreat {
    straight_back(book, position, id, StraightBack::TwoInches, None)
}

/// Straight back by the least distance that is far enough and on which nobody is stood upon; if the
/// unit becomes `narrower` on the way it goes as far as it must as wide as it was, and farther if it
/// must as it then is.
pub(super) fn straight_back(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    back: StraightBack,
    narrower: Option<&Placed>,
) -> Retreat {
    let placed = position.unit(id);
    let far_enough = |stands: &[Rect]| back.is_far_enough(book, position, id, stands);
    if far_enough(&placed.stands) {
        return Retreat::To(Box::new(Plan::staying(placed.clone())));
    }
    // A refused flank swings forward when the unit moves.
    let placed = &placed.straightened(&book.bases);
    let shapes = [Some(placed), narrower].into_iter().flatten();
    let last = narrower.unwrap_or(placed);
    let mut aside = 0;
    while aside <= FARTHEST / 8 {
        for sign in if aside == 0 { vec![1] } else { vec![1, -1] } {
            let at = |of: &Placed, back: i32| set_back(book, of, sign * aside, back);
            let good = |back: &i32| {
                let clear = shapes.clone().all(|shape| far_enough(&at(shape, *back).stands));
                clear && !stands_on_others(position, id, &at(last, *back).stands)
            };
            let Some(found) = (1..=FARTHEST / STEP).map(|step| step * STEP).find(good) else {
                continue;
            };
            let fine = (found - STEP + 1..=found).find(good).unwrap_or(found);
            let beside = (aside > 0).then(|| at(last, 0));
            match sidesteps(position, id, placed, beside, at(last, fine)) {
                Err(Stop::Edge) => return Retreat::OffTheTable,
                Err(_) => {}
                Ok(plan) => return Retreat::To(Box::new(plan)),
            }
        }
        aside += 50;
    }
    Retreat::Cut
}

/// A unit so far to its right and so far straight back, in thousandths.
fn set_back(book: &Rulebook, placed: &Placed, aside: i32, back: i32) -> Placed {
    let mut end = placed.clone();
    end.unit.presenting = false;
    end.anchor = placed.anchor.moved(f64::from(aside), -f64::from(back), Angle::ZERO);
    if let Shape::Apart { stands } = &placed.shape {
        let shift = end.anchor.at.spot().minus(placed.anchor.at.spot());
        let moved = |pose: &Pose| Pose::new(pose.at.spot().plus(shift).point(), pose.heading);
        end.shape = Shape::Apart { stands: stands.iter().map(moved).collect() };
    }
    let base = base_of(&book.bases, &placed.unit);
    let stands = end.shape.stands(base, placed.stands.len() as u8, end.anchor);
    end.stands = stands.unwrap_or_default();
    end
}

/// First to the side if it must, then straight back; the ways of both.
fn sidesteps(
    position: &Position,
    id: UnitId,
    placed: &Placed,
    beside: Option<Placed>,
    end: Placed,
) -> Result<Plan, Stop> {
    let Some(beside) = beside else { return arrives(position, id, placed, end, false) };
    let first = arrives(position, id, placed, beside.clone(), false)?;
    let mut plan = arrives(position, id, &beside, end, false)?;
    let mut path = first.path;
    path.append(&mut plan.path);
    let ground = plan.ground.max(first.ground);
    Ok(Plan { path, ground, ..plan })
}

fn stands_on_others(position: &Position, id: UnitId, stands: &[Rect]) -> bool {
    let Some(around) = stands.iter().map(|stand| stand.bounds()).reduce(Bounds::and) else {
        return false;
    };
    let others = position.near(around).into_iter().filter(|other| *other != id);
    others.into_iter().any(|other| {
        let overlaps = |stand: &Rect| {
            let base = Convex::from(*stand);
            position.unit(other).outlines().any(|outline| base.depth(&outline) > TOUCH)
        };
        stands.iter().any(overlaps)
    })
}

/// A straight retreat to `end`, if nothing but friends is in the way; the friends it disorders if
/// it is broken.
fn arrives(
    position: &Position,
    id: UnitId,
    from: &Placed,
    end: Placed,
    broken: bool,
) -> Result<Plan, Stop> {
    let table = position.table.bounds().grown(TOUCH);
    if end.stands.iter().any(|stand| !table.holds(stand.bounds())) {
        return Err(Stop::Edge);
    }
    let path = slides(&from.stands, &end.stands);
    let mover = Mover::of(position, id);
    let checked = mover.check(&path, &end.stands, Licence::RETREAT);
    let crossed = checked.map_err(|blocked| blocked.by)?;
    let ground = crossed.slowest();
    let shaken = |friend: &UnitId| {
        let other = position.unit(*friend);
        let loose = other.lets_friends_through();
        broken && !loose && other.unit.order == Order::Good
    };
    let disordered = crossed.passed.iter().copied().filter(shaken).collect();
    Ok(Plan {
        path,
        ground,
        pieces: crossed.pieces,
        passed: crossed.passed,
        disordered,
        ..Plan::staying(end)
    })
}

/// The way to the friendly edge, turned as little as needed so that no step comes nearer to the
/// closest visible enemy.
pub fn homeward(position: &Position, id: UnitId) -> Angle {
    let home = position.edge(position.unit(id).side).heading();
    let Some((enemy, _)) = closest_enemy(position, id, true) else { return home };
    let here = middle(position.unit(id));
    let there = position.unit(enemy).stands.iter().map(|stand| stand.nearest(here));
    let nearest = there.min_by(|a, b| a.minus(here).size().total_cmp(&b.minus(here).size()));
    let Some(nearest) = nearest else { return home };
    let away = here.minus(nearest);
    let leads_away = |heading: Angle| {
        let (sin, cos) = heading.sin_cos();
        away.dot(Spot::new(sin, cos)) >= -1e-9 * away.size()
    };
    let tries = (0..=18_000).step_by(100).flat_map(|turn| [turn, -turn]);
    let turned = tries.map(|turn| home.plus(Angle::hundredths(turn)));
    turned.into_iter().find(|heading| leads_away(*heading)).unwrap_or(home)
}

/// A full retreat: one full move toward the friendly edge. Troops are broken: they lose their
/// formation and swing round what they cannot pass by the smallest turn. Guns limber and are
/// silenced.
pub fn full_retreat(book: &Rulebook, position: &Position, id: UnitId) -> Retreat {
    let mut placed = position.unit(id).clone();
    if placed.unit.is_guns() {
        return guns_off(book, position, id, &placed);
    }
    if let Some(flight) = super::tethered::flight(book, position, id) {
        return flight;
    }
    broken(&mut placed);
    off(book, position, (id, &placed), Friends::Through)
}

/// What breaking does before the first step.
fn broken(placed: &mut Placed) {
    placed.unit.order = Order::Broken;
    placed.unit.presenting = false;
    remount(placed);
}

/// Guns on their limbers and away, silenced.
pub(super) fn guns_off(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    placed: &Placed,
) -> Retreat {
    let mut placed = placed.clone();
    for gun in &mut placed.guns {
        (gun.limbered, gun.silenced) = (true, true);
    }
    placed.unit.guns.emplacement = crate::Emplacement::Limbered;
    placed.unit.guns.silenced = true;
    off(book, position, (id, &placed), Friends::Through)
}

/// What a run does with formed friends in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Friends {
    /// Runs through them.
    Through,
    /// Goes round them if it can.
    Round,
}

fn off(
    book: &Rulebook,
    position: &Position,
    (id, placed): (UnitId, &Placed),
    friends: Friends,
) -> Retreat {
    let row = row_of(book, &placed.unit).or_else(|| gun_row(book, &placed.unit));
    let Some(row) = row else { return Retreat::Cut };
    let base = base_of(&book.bases, &placed.unit);
    run(position, (id, placed), base, row, homeward(position, id), friends)
}

/// Dismounted cavalry whose horses are held mounts before it runs; those who held them fall in.
fn remount(placed: &mut Placed) {
    if placed.unit.arm != rulebook::Arm::Cavalry || placed.unit.mounted || placed.holders == 0 {
        return;
    }
    placed.unit.mounted = true;
    let all = placed.stands.len() + usize::from(placed.holders);
    placed.holders = 0;
    if let Some(&last) = placed.stands.last() {
        placed.stands.resize(all, last);
    }
}

/// Runs a cluster as far as it can along `home`, turned as little as it must.
fn run(
    position: &Position,
    (id, placed): (UnitId, &Placed),
    base: Base,
    row: &MovementRow,
    home: Angle,
    friends: Friends,
) -> Retreat {
    if friends == Friends::Round
        && let Some(plan) = round_friends(position, (id, placed), base, row, home)
    {
        return Retreat::To(Box::new(plan));
    }
    let by_road = run_by_road(position, (id, placed), base, row, home);
    let turns = (0..=9_000).step_by(500).flat_map(|turn| [turn, -turn]);
    for turn in turns {
        let heading = home.plus(Angle::hundredths(turn));
        match run_along(position, (id, placed), base, row, heading) {
            Ok(plan) => {
                let (sin, cos) = home.sin_cos();
                let progress = |plan: &Plan| middle(&plan.end).dot(Spot::new(sin, cos));
                let better = by_road.filter(|road| progress(road) > progress(&plan));
                return Retreat::To(Box::new(better.unwrap_or(plan)));
            }
            Err(Stop::Edge) => return Retreat::OffTheTable,
            Err(_) => {}
        }
    }
    by_road.map_or(Retreat::Cut, |plan| Retreat::To(Box::new(plan)))
}

/// The same through whatever friends are in the way.
pub(super) fn run_through(
    position: &Position,
    who: (UnitId, &Placed),
    base: Base,
    row: &MovementRow,
    home: Angle,
) -> Retreat {
    run(position, who, base, row, home, Friends::Through)
}

/// The run that is turned least and passes through no formed friend.
fn round_friends(
    position: &Position,
    (id, placed): (UnitId, &Placed),
    base: Base,
    row: &MovementRow,
    home: Angle,
) -> Option<Plan> {
    let turns = (0..=6_000).step_by(500).flat_map(|turn| [turn, -turn]);
    let plans = turns.filter_map(|turn| {
        let heading = home.plus(Angle::hundredths(turn));
        run_along(position, (id, placed), base, row, heading).ok()
    });
    let formed = |id: &UnitId| !position.unit(*id).lets_friends_through();
    // Only friends in the way turn it: the edge of the table does not.
    run_along(position, (id, placed), base, row, home).ok()?;
    plans.into_iter().find(|plan| !plan.passed.iter().any(formed))
}

/// Along a good road that leads home, for what the road adds to the rate.
fn run_by_road(
    position: &Position,
    (id, placed): (UnitId, &Placed),
    base: Base,
    row: &MovementRow,
    home: Angle,
) -> Option<Plan> {
    let table = &position.table;
    let (road, first) = super::road_under(table, &placed.stands)?;
    if !road.is(TerrainTrait::Good) || row.road == rulebook::Road::None {
        return None;
    }
    let far =
        f64::from(crate::movement::cost(row, Gait::Full, &[]).left_on_road().in_thousandths());
    let points: Vec<Spot> =
        road.parts().map(|(a, _)| a).chain(road.parts().last().map(|part| part.1)).collect();
    let (entry, segment) = super::column::enter(&points, placed.stands[first].pose.at.spot());
    let (sin, cos) = home.sin_cos();
    let forward = points[segment + 1].minus(points[segment]).dot(Spot::new(sin, cos)) >= 0.0;
    let stops = super::column::along_road(table, road, entry, segment, forward, far);
    let mut left = far;
    let mut path = Vec::new();
    let mut here: Option<Placed> = None;
    for pair in stops.windows(2) {
        let (a, (b, good)) = (pair[0].0, pair[1]);
        let step = b.minus(a);
        let size = step.size();
        if size < 1.0 || left <= 0.0 || !good {
            continue;
        }
        let part = (left / size).min(1.0);
        let heading = step.heading();
        let from = here.take().unwrap_or_else(|| crowd(placed, base, a, heading));
        let to = crowd(placed, base, a.plus(step.times(part)), heading);
        for (place, (&from, &to)) in from.stands.iter().zip(&to.stands).enumerate() {
            let sweep = Sweep::Slide { from, to };
            path.push(Moving { stand: place as u8, sweep, on_road: true });
        }
        left -= size * part;
        here = Some(to);
    }
    let end = here?;
    let mover = Mover::of(position, id);
    let licence = Licence { off_the_table: false, ..Licence::RETREAT };
    let crossed = mover.check(&path, &end.stands, licence).ok()?;
    Some(Plan { path, passed: crossed.passed, ..Plan::staying(end) })
}

/// The crowd of a broken unit about a place, looking along `heading`.
pub(super) fn crowd(placed: &Placed, base: Base, at: Spot, heading: Angle) -> Placed {
    if placed.unit.is_guns() {
        return limbered_off(placed, at, heading);
    }
    let count = placed.stands.len() as u8;
    let tried = Shape::Cluster.stands(base, count, Pose::new(at.point(), heading));
    let tried = tried.unwrap_or_default();
    let sum = tried.iter().map(|stand| stand.pose.at.spot()).fold(Spot::default(), Spot::plus);
    let off = sum.times(1.0 / tried.len().max(1) as f64).minus(at);
    let anchor = Pose::new(at.minus(off).point(), heading);
    let mut crowd = placed.clone();
    crowd.stands = Shape::Cluster.stands(base, count, anchor).unwrap_or_default();
    crowd.shape = Shape::Cluster;
    crowd.anchor = anchor;
    crowd.unit.formation = Formation::Line;
    crowd
}

/// Guns on their limbers as they stood to each other, their middle at a place, looking along
/// `heading`.
fn limbered_off(placed: &Placed, at: Spot, heading: Angle) -> Placed {
    let shift = at.minus(middle(placed));
    let turned = |stand: &Rect| Pose::new(stand.pose.at.spot().plus(shift).point(), heading);
    let mut off = placed.clone();
    let poses: Vec<Pose> = placed.stands.iter().map(turned).collect();
    off.stands = poses.iter().zip(&placed.stands).map(|(&pose, s)| Rect { pose, ..*s }).collect();
    off.anchor = off
        .stands
        .first()
        .map_or(placed.anchor, |stand| Pose::new(stand.front().point(), stand.pose.heading));
    off.shape = Shape::Apart { stands: poses };
    off
}

fn run_along(
    position: &Position,
    (id, placed): (UnitId, &Placed),
    base: Base,
    row: &MovementRow,
    heading: Angle,
) -> Result<Plan, Stop> {
    let start = middle(placed);
    let (sin, cos) = heading.sin_cos();
    let at = |far: i32| start.plus(Spot::new(sin, cos).times(f64::from(far)));
    // The crowd gathers behind the front that it leaves: half of its depth is no way to be checked.
    let local = |stand: &Rect| at(0).minus(stand.rear()).dot(Spot::new(sin, cos));
    let here = crowd(placed, base, start, heading);
    let gathered = here.stands.iter().map(local).fold(0.0, f64::max) + 250.0;
    let from = crowd(placed, base, at(gathered as i32), heading);
    let end_at = |far: i32| {
        let mut end = crowd(placed, base, at(far), heading);
        end.unit.order = placed.unit.order;
        end
    };
    let most = allowance(row, Gait::Full, Ground::Open).in_thousandths();
    let whole = end_at(most);
    let mut far = as_far_as_ground_lets(position, &from, &whole, row, most);
    // Past a friend on whom it would end, to the first clear place.
    while stands_on_friend(position, id, placed, &end_at(far).stands) {
        far += STEP;
        if far > FARTHEST {
            return Err(Stop::Edge);
        }
    }
    arrives(position, id, &from, end_at(far), true)
}

fn stands_on_friend(position: &Position, id: UnitId, placed: &Placed, stands: &[Rect]) -> bool {
    let friends =
        position.ids().filter(|other| *other != id && position.unit(*other).side == placed.side);
    friends.into_iter().any(|friend| {
        position
            .unit(friend)
            .outlines()
            .any(|outline| stands.iter().any(|stand| Convex::from(*stand).depth(&outline) > TOUCH))
    })
}

/// How far a straight run goes: at the rate of the slowest ground it crosses by then.
fn as_far_as_ground_lets(
    position: &Position,
    from: &Placed,
    whole: &Placed,
    row: &MovementRow,
    most: i32,
) -> i32 {
    let mut first = [f64::INFINITY; 3];
    for (&a, &b) in from.stands.iter().zip(&whole.stands) {
        let sweep = Sweep::Slide { from: a, to: b };
        for piece in position.table.pieces_near(sweep.bounds()) {
            let ground = slowed_by(piece);
            if ground == Ground::Open || piece.is(TerrainTrait::Road) {
                continue;
            }
            let met = sweep.first(&mut |part, slack| piece.is_under(part, slack));
            if let Some(part) = met {
                let class = &mut first[ground as usize];
                *class = class.min(part * f64::from(most));
            }
        }
    }
    let rate = |ground: Ground| f64::from(allowance(row, Gait::Full, ground).in_thousandths());
    let broken = first[Ground::Broken as usize];
    let rough = first[Ground::Rough as usize];
    // On ground of a class one goes as far as its rate, or to where the next class begins.
    let open = rate(Ground::Open).min(broken).min(rough);
    let in_broken = if broken < f64::INFINITY { rate(Ground::Broken).min(rough) } else { 0.0 };
    let in_rough = if rough < f64::INFINITY { rate(Ground::Rough) } else { 0.0 };
    let reach = |far: f64, begins: f64| if far >= begins { far } else { 0.0 };
    let far = open.max(reach(in_broken, broken)).max(reach(in_rough, rough));
    // Distances are positive: truncation is the floor.
    far as i32
}

/// A recall of mounted cavalry: up to a full move away from the enemy, at least as far as the
/// retreat it replaces, ending in any facing.
pub fn recall(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    to: Pose,
    least: Length,
) -> Result<Plan, Refusal> {
    let placed = position.unit(id);
    let rule = "CHG-BASE-RECALL";
    if !placed.unit.is_mounted_cavalry() {
        return Err(Refusal::because(Why::NotEntitled, rule));
    }
    let gone = placed.anchor.at.distance(to.at);
    if gone < least {
        return Err(Refusal::because(Why::TooShort, rule));
    }
    if let Some((enemy, _)) = closest_enemy(position, id, false) {
        let here = middle(placed);
        let nearest = |spot: Spot| {
            let stands = position.unit(enemy).stands.iter();
            stands.map(|s| s.nearest(spot).minus(spot).size()).fold(f64::INFINITY, f64::min)
        };
        let shift = to.at.spot().minus(placed.anchor.at.spot());
        if nearest(here.plus(shift)) <= nearest(here) {
            return Err(Refusal::because(Why::NotAway, rule));
        }
    }
    let end = placed.moved(placed.shape.clone(), to, &book.bases)?;
    let slid =
        placed.moved(placed.shape.clone(), Pose::new(to.at, placed.anchor.heading), &book.bases)?;
    let path = slides(&placed.stands, &slid.stands);
    let licence = Licence { off_the_table: false, ..Licence::RETREAT };
    let crossed = Mover::of(position, id).check(&path, &end.stands, licence)?;
    let Some(row) = row_of(book, &placed.unit) else {
        return Err(Refusal::because(Why::NotEntitled, rule));
    };
    let has = allowance(row, Gait::Full, crossed.slowest());
    if gone > has {
        let rule = row.rule.clone();
        return Err(Refusal::TooFar { needs: gone, has, ground: crossed.slowest(), rule });
    }
    let ground = crossed.slowest();
    Ok(Plan { path, ground, pieces: crossed.pieces, passed: crossed.passed, ..Plan::staying(end) })
}

/// Takes the ground of a beaten enemy: straight ahead until the front rank stands where the loser's
/// front rank stood.
pub fn carry(book: &Rulebook, position: &Position, id: UnitId, lost: &[Rect]) -> Option<Plan> {
    let placed = position.unit(id);
    let own = mean(placed.front_rank())?;
    let theirs = mean(lost)?;
    let ahead = placed.anchor.local(theirs).y - placed.anchor.local(own).y;
    let base = base_of(&book.bases, &placed.unit);
    let mut far = (ahead.max(0.0)) as i32;
    while far >= 0 {
        let mut end = placed.clone();
        end.anchor = placed.anchor.moved(0.0, f64::from(far), Angle::ZERO);
        end.stands = end.shape.stands(base, placed.stands.len() as u8, end.anchor).ok()?;
        if !stands_on_others(position, id, &end.stands)
            && let Ok(plan) = arrives(position, id, placed, end, false)
        {
            return Some(plan);
        }
        far -= STEP;
    }
    None
}

fn mean(stands: &[Rect]) -> Option<Spot> {
    if stands.is_empty() {
        return None;
    }
    let sum = stands.iter().map(|stand| stand.pose.at.spot()).fold(Spot::default(), Spot::plus);
    Some(sum.times(1.0 / stands.len() as f64))
}

/// Is a unit in the retreat path of another: in the strip as wide as its formation, straight back?
pub fn is_in_retreat_path(placed: &Placed, stands: &[Rect]) -> bool {
    crate::sight::is_behind(placed, stands, Length::thousandths(FARTHEST))
}

/// The way an evading skirmish line takes to a place behind a friend: round his flank.
pub fn way_round(from: Point, friend: &Placed, to: Point) -> Length {
    let direct = from.distance(to);
    let (Some(left), Some(right)) = (friend.stands.first(), friend.stands.last()) else {
        return direct;
    };
    let flank = |corner: Spot| {
        let at = corner.point();
        let (there, on) = (from.distance(at), at.distance(to));
        Length::thousandths(there.in_thousandths().saturating_add(on.in_thousandths()))
    };
    flank(left.corners()[0]).min(flank(right.corners()[1])).max(direct)
}

/// Evading: a full retreat broken toward the edge, or a stop close behind a friend who stands to the
/// rear.
pub fn evade(
    book: &Rulebook,
    position: &Position,
    (id, charger): (UnitId, Option<UnitId>),
    refuge: Option<UnitId>,
) -> Result<Retreat, Refusal> {
    let placed = position.unit(id);
    if charger.is_some_and(|charger| position.unit(charger).unit.is_mounted()) {
        return Err(Refusal::because(Why::NotEntitled, "EVADE-WHO"));
    }
    let one_rank = match &placed.shape {
        Shape::OpenOrder { ranks, .. } => *ranks == 1,
        Shape::ExtendedLine { .. } => true,
        _ => false,
    };
    if !one_rank || placed.unit.order == Order::Broken || !placed.unit.is_troops() {
        return Err(Refusal::because(Why::NotEntitled, "EVADE-WHO"));
    }
    if !book.has(rulebook::Feature::Evade) {
        let rule = book.features[rulebook::Feature::Evade as usize].rule.clone();
        return Err(Refusal::Forbidden { why: Why::NotEntitled, rule });
    }
    let Some(refuge) = refuge else {
        let mut placed = placed.clone();
        broken(&mut placed);
        return Ok(off(book, position, (id, &placed), Friends::Round));
    };
    let friend = position.unit(refuge);
    let sheltering = matches!(
        friend.unit.formation,
        Formation::Line | Formation::SupportedLine | Formation::FieldColumn | Formation::OpenOrder
    ) && friend.unit.order != Order::Broken;
    let behind_it = crate::moves::is_in_retreat_path(placed, &friend.stands);
    if friend.side != placed.side || !sheltering || !behind_it {
        return Err(Refusal::because(Why::NotEntitled, "EVADE-BASE-REFUGE"));
    }
    behind_friend(book, position, id, refuge)
}

/// The crowd close behind a friend's rear, wholly behind it, if its broken move reaches there.
fn behind_friend(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    refuge: UnitId,
) -> Result<Retreat, Refusal> {
    let friend = position.unit(refuge);
    let mut placed = position.unit(id).clone();
    placed.unit.order = Order::Broken;
    let base = base_of(&book.bases, &placed.unit);
    let rear = friend
        .stands
        .iter()
        .flat_map(|stand| stand.corners())
        .map(|corner| friend.anchor.local(corner).y)
        .fold(0.0, f64::min);
    let heading = friend.anchor.heading.plus(Angle::ABOUT);
    let count = placed.stands.len() as u8;
    let tried = Shape::Cluster.stands(base, count, Pose::default())?;
    let deep = tried.iter().map(|stand| -stand.rear().y).fold(0.0, f64::max);
    // Half an inch behind him, side by side with whoever is already there.
    let middle_at = |aside: f64| friend.anchor.spot(aside, rear - 500.0 - deep / 2.0);
    let tries = (0..=24).flat_map(|step| [f64::from(step) * 250.0, f64::from(step) * -250.0]);
    let half = f64::from(friend.frontage(&book.bases).in_thousandths()) / 2.0;
    for aside in tries.filter(|aside| aside.abs() <= half) {
        let end = crowd(&placed, base, middle_at(aside), heading);
        if stands_on_others(position, id, &end.stands) {
            continue;
        }
        let table = position.table.bounds().grown(TOUCH);
        if end.stands.iter().any(|stand| !table.holds(stand.bounds())) {
            continue;
        }
        let gone = way_round(middle(&placed).point(), friend, middle(&end).point());
        let Some(row) = row_of(book, &placed.unit) else { break };
        let ground = position
            .table
            .pieces_near(end.bounds().unwrap_or(position.table.bounds()))
            .map(slowed_by)
            .max()
            .unwrap_or(Ground::Open);
        if gone > allowance(row, Gait::Full, ground) {
            return Err(Refusal::TooFar {
                needs: gone,
                has: allowance(row, Gait::Full, ground),
                ground,
                rule: row.rule.clone(),
            });
        }
        return Ok(Retreat::To(Box::new(Plan { ground, ..Plan::staying(end) })));
    }
    Err(Refusal::because(Why::NoRoom, "EVADE-BASE-REFUGE"))
}
