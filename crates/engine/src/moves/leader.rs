//! How leaders move: freely, through anyone, as far as the chart lets them.

use geometry::{Bounds, Convex, Length, Point, Pose, Rect, Spot, nearest_on};
use rulebook::{Going, Ground, MovementRow, RuleId, Rulebook, TerrainTrait};

use super::{Refusal, Why};
use crate::movement::{Cost, Gait, Leg, cost};
use crate::table::{Blocked, Leader, Placed, Position, Stop, UnitId, slowed_by};

/// How far from enemy troops a leader stays (MOV-BASE-LEADER).
const CLEAR_OF_ENEMIES: Length = Length::inches(2);

/// Checks a leader's way from bend to bend; along good roads it costs less.
pub fn check_leader(
    book: &Rulebook,
    position: &Position,
    leader: &Leader,
    way: &[Point],
) -> Result<(Point, Cost), Refusal> {
    let Some(start) = leader.at else {
        return Err(Refusal::because(Why::NotEntitled, "MOV-BASE-LEADER"));
    };
    let Some(row) = row_of(book, leader) else {
        return Err(Refusal::because(Why::NotEntitled, "MOV-BASE-LEADER"));
    };
    let size = leader.rank.diameter(&book.bases);
    let mut legs = Vec::new();
    let mut here = start;
    for &next in way {
        legs.push(leg(position, here, next, size)?);
        keeps_clear(position, leader, here, next, size)?;
        here = next;
    }
    let half = f64::from(size.in_thousandths()) / 2.0;
    let round = Bounds { low: here.spot(), high: here.spot() }.grown(half);
    if !position.table.bounds().grown(geometry::TOUCH).holds(round) {
        let rule = RuleId::new("MOV-BASE-TABLE-EDGE");
        return Err(Refusal::Blocked(Blocked { stand: 0, at: here, by: Stop::Edge, rule }));
    }
    let cost = cost(row, Gait::Full, &legs);
    if cost.is_met() {
        return Ok((here, cost));
    }
    Err(Refusal::TooFar {
        needs: cost.spent(),
        has: cost.allowance,
        ground: cost.slowest,
        rule: row.rule.clone(),
    })
}

/// The row of the movement chart that a leader reads.
fn row_of<'b>(book: &'b Rulebook, leader: &Leader) -> Option<&'b MovementRow> {
    let id = if leader.dismounted { "leader-dismounted" } else { "leader-mounted" };
    book.movement(id, book.nations[0])
}

/// Straight ways of a leader to sensible places: close behind each unit of his side within reach, and
/// midway between one and its neighbour. Each passes its check.
pub fn leader_candidates(book: &Rulebook, position: &Position, leader: usize) -> Vec<Vec<Point>> {
    let Some(leader) = position.leaders.get(leader) else { return Vec::new() };
    let (Some(start), Some(row)) = (leader.at, row_of(book, leader)) else { return Vec::new() };
    let half = f64::from(leader.rank.diameter(&book.bases).in_thousandths()) / 2.0;
    let reach = cost(row, Gait::Full, &[]).left_on_road();
    let friends = position.units().iter().filter(|unit| unit.side == leader.side);
    let friends = friends.filter(|unit| !unit.stands.is_empty());
    let behind: Vec<Point> = friends.map(|unit| close_behind(unit, half)).collect();
    let near = behind.iter().filter(|place| start.distance(**place) <= reach);
    let mut ends: Vec<Point> = near.clone().copied().collect();
    for &place in near {
        let others = behind.iter().filter(|other| **other != place);
        let neighbour = others.min_by_key(|other| (place.distance(**other), **other));
        ends.extend(neighbour.map(|other| place.spot().plus(other.spot()).times(0.5).point()));
    }
    ends.sort_unstable();
    ends.dedup();
    ends.retain(|end| *end != start && is_free(position, *end, half));
    let ways = ends.into_iter().map(|end| vec![end]);
    ways.filter(|way| check_leader(book, position, leader, way).is_ok()).collect()
}

/// The place for a round base half an inch behind the middle of a unit.
fn close_behind(unit: &Placed, half: f64) -> Point {
    let corners = unit.stands.iter().flat_map(|stand| stand.corners());
    let rear = corners.map(|corner| unit.anchor.local(corner).y).fold(0.0, f64::min);
    unit.anchor.spot(0.0, rear - half - 500.0).point()
}

/// Is nobody's stand under a round base?
fn is_free(position: &Position, at: Point, half: f64) -> bool {
    let around = Bounds { low: at.spot(), high: at.spot() }.grown(half);
    position.near(around).into_iter().all(|id| {
        let mut stands = position.unit(id).outlines();
        stands.all(|stand| stand.gap_to(at.spot()) >= half)
    })
}

/// A leader stays two inches from enemy troops unless friends are closer to him.
fn keeps_clear(
    position: &Position,
    leader: &Leader,
    from: Point,
    to: Point,
    size: Length,
) -> Result<(), Refusal> {
    let half = f64::from(size.in_thousandths()) / 2.0;
    let near = CLEAR_OF_ENEMIES.in_thousandths();
    let around = Bounds { low: from.spot(), high: from.spot() };
    let around = around.and(Bounds { low: to.spot(), high: to.spot() });
    let units = position.near(around.grown(half + f64::from(near)));
    let gap = |id: &UnitId| {
        let stands = position.unit(*id).stands.iter();
        let gaps = stands.map(|s| line_gap(*s, from.spot(), to.spot()) - half);
        gaps.fold(f64::INFINITY, f64::min)
    };
    let closest = |ours: bool| {
        let side = units.iter().filter(|id| (position.unit(**id).side == leader.side) == ours);
        side.map(|id| (gap(id), *id)).min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let Some((far, enemy)) = closest(false) else { return Ok(()) };
    // A friend shields him where he is near the enemy, not where he set out.
    let there = |id: &UnitId| {
        let stands = position.unit(*id).outlines();
        stands.map(|stand| stand.gap_to(to.spot()) - half).fold(f64::INFINITY, f64::min)
    };
    let friends = units.iter().filter(|id| position.unit(**id).side == leader.side);
    let friend = friends.map(there).fold(f64::INFINITY, f64::min);
    let at_end = there(&enemy);
    let ends_safe = at_end >= f64::from(near) - geometry::TOUCH || friend <= at_end;
    let passes = at_end > far && closest(true).is_some_and(|(friend, _)| friend <= far);
    if far >= f64::from(near) - geometry::TOUCH || (ends_safe && (passes || friend <= far)) {
        return Ok(());
    }
    let rule = RuleId::new("MOV-BASE-LEADER");
    Err(Refusal::Blocked(Blocked { stand: 0, at: to, by: Stop::NearEnemy(enemy), rule }))
}

/// The distance from a base to the line between two places.
fn line_gap(base: Rect, from: Spot, to: Spot) -> f64 {
    let outline = Convex::from(base);
    if outline.meets_line(from, to, 0.0) {
        return 0.0;
    }
    let corners = base.corners().map(|corner| nearest_on(corner, from, to).minus(corner).size());
    let ends = outline.gap_to(from).min(outline.gap_to(to));
    corners.into_iter().fold(ends, f64::min)
}

/// A straight part of a leader's way.
fn leg(position: &Position, from: Point, to: Point, size: Length) -> Result<Leg, Refusal> {
    let table = &position.table;
    let at = |point: Point| Rect::new(Pose::new(point, geometry::Angle::ZERO), size, size);
    let ground = Convex::around(at(from), at(to));
    let near = table.near(ground.bounds());
    let far = from.distance(to);
    if let Some(good) = near.iter().map(|place| &table.pieces()[*place]).find_map(|piece| {
        let road = piece.is(TerrainTrait::Road);
        let on = |point: Point| {
            let spot = point.spot();
            let gap = |(a, b): (Spot, Spot)| nearest_on(spot, a, b).minus(spot).size();
            piece.parts().map(gap).fold(f64::INFINITY, f64::min) <= piece.half_width()
        };
        let middle = from.spot().plus(to.spot()).times(0.5).point();
        (road && on(from) && on(middle) && on(to)).then(|| piece.is(TerrainTrait::Good))
    }) {
        let open = Leg { on_road: true, ..Leg::country(far, Ground::Open) };
        return Ok(if good { Leg::road(far) } else { open });
    }
    let mut slowest = Ground::Open;
    for place in near {
        let piece = &table.pieces()[place];
        if !piece.is_under(&ground, 0.0) {
            continue;
        }
        if piece.kind.going == Going::Impassable {
            let rule = piece.kind.rule.clone();
            let by = Stop::Impassable(place);
            return Err(Refusal::Blocked(Blocked { stand: 0, at: to, by, rule }));
        }
        slowest = slowest.max(slowed_by(piece));
    }
    Ok(Leg::country(far, slowest))
}
