//! How leaders move: freely, through anyone, as far as the chart lets them.

use geometry::{Bounds, Convex, Length, Point, Pose, Rect, Spot, nearest_on};
use rulebook::{Going, Ground, RuleId, Rulebook, TerrainTrait};

use super::{Refusal, Why};
use crate::movement::{Cost, Gait, Leg, cost};
use crate::table::{Blocked, Leader, Position, Stop, slowed_by};

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
    let id = if leader.dismounted { "leader-dismounted" } else { "leader-mounted" };
    let nation = book.nations[0];
    let Some(row) = book.movement(id, nation) else {
        return Err(Refusal::because(Why::NotEntitled, "MOV-BASE-LEADER"));
    };
    let size = leader.rank.diameter(&book.bases);
    let mut legs = Vec::new();
    let mut here = start;
    for &next in way {
        legs.push(leg(position, here, next, size)?);
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
