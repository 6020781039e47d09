//! Full retreats: broken troops and limbered guns that run for the friendly edge.

use geometry::{Angle, Pose, Rect, Spot, Sweep};
use rulebook::{Base, Ground, MovementRow, Rulebook, TerrainTrait};

use super::change::middle;
use super::retreat::{FARTHEST, STEP, arrives, stood_upon};
use super::round::{Goal, round};
use super::{Plan, Retreat, gun_row, row_of};
use crate::formations::Shape;
use crate::movement::{Gait, allowance};
use crate::sight::closest_enemy;
use crate::table::{Licence, Mover, Moving, Placed, Position, Stop, UnitId, base_of, slowed_by};
use crate::{Formation, Order};

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
pub(super) fn broken(placed: &mut Placed) {
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
pub(super) enum Friends {
    /// Runs through them.
    Through,
    /// Goes round them if it can.
    Round,
}

/// Off toward the friendly edge, at the rate of the unit as it is.
pub(super) fn off(
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
    if placed.unit.arm != rulebook::Arm::Cavalry || placed.unit.mounted {
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
            Err(Stop::Edge) => return Retreat::OffTheTable(None),
            Err(_) => {}
        }
    }
    let bent = || round(position, (id, placed), base, row, Goal::Along(home)).map(|(plan, _)| plan);
    let plan = by_road.or_else(bent);
    plan.map_or(Retreat::Cut, |plan| Retreat::To(Box::new(plan)))
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
    let along = |turn: i32| {
        let heading = home.plus(Angle::hundredths(turn));
        run_along(position, (id, placed), base, row, heading).ok()
    };
    let formed = |id: &UnitId| !position.unit(*id).lets_friends_through();
    // Only friends in the way turn it: the edge of the table does not.
    let straight = along(0)?;
    let turns = (500..=6_000).step_by(500).flat_map(|turn| [turn, -turn]);
    let mut plans = std::iter::once(straight).chain(turns.filter_map(along));
    plans.find(|plan| !plan.passed.iter().any(formed))
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
    stood_upon(position, id, stands).any(|other| position.unit(other).side == placed.side)
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
    for (from, to) in from.blocks().into_iter().zip(whole.blocks()) {
        let sweep = Sweep::Slide { from, to };
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
