//! A broken unit forms again.

use geometry::{Angle, Length, Pose, Rect};
use rulebook::{Arm, Feature, Rulebook, Trait};

use crate::formations::{Flanks, Shape};
use crate::sight::closest_enemy;
use crate::table::{Licence, Mover, Placed, Position, UnitId, base_of, command_stand, slides};
use crate::{Formation, Order};

/// How far to its rear a unit looks for room, and in what steps.
const FARTHEST: i32 = 60_000;
const STEP: i32 = 250;

/// A broken unit in line around its command stand, facing the closest enemy it sees, or the enemy's
/// edge; in the widest formation that finds room there, else straight to its rear. It is disordered.
pub fn reform(book: &Rulebook, position: &Position, id: UnitId) -> Placed {
    let placed = position.unit(id);
    let Some(stand) = command_stand(placed).and_then(|at| placed.stands.get(usize::from(at)))
    else {
        return placed.clone();
    };
    let heading = toward_enemy(position, id, *stand);
    for back in (0..=FARTHEST).step_by(STEP as usize) {
        for (formation, shape) in permitted(book, placed) {
            let formed = formed(book, placed, (formation, shape), (*stand, heading), back);
            if let Some(formed) = formed.filter(|end| fits(position, id, end)) {
                return formed;
            }
        }
    }
    // Crowded in on all sides it keeps its place, as it can.
    let mut stays = placed.clone();
    stays.unit.order = Order::Disordered;
    stays.unit.formation = Formation::FieldColumn;
    stays
}

/// The way to the closest enemy in sight, or to the enemy's edge.
fn toward_enemy(position: &Position, id: UnitId, stand: Rect) -> Angle {
    let here = stand.pose.at.spot();
    let enemy = closest_enemy(position, id, true).and_then(|(enemy, _)| {
        let nearest = position.unit(enemy).stands.iter().map(|other| other.nearest(here));
        nearest.min_by(|a, b| a.minus(here).size().total_cmp(&b.minus(here).size()))
    });
    match enemy {
        Some(spot) if spot.minus(here).size() > 0.0 => spot.minus(here).heading(),
        _ => position.edge(position.unit(id).side).heading().plus(Angle::ABOUT),
    }
}

/// The formations that a unit may reform in, widest first.
fn permitted(book: &Rulebook, placed: &Placed) -> Vec<(Formation, Shape)> {
    let unit = &placed.unit;
    let on_foot = unit.arm == Arm::Cavalry && !unit.mounted;
    if on_foot || unit.traits.contains(Trait::OpenOrderOnly) {
        let loose = if book.has(Feature::OpenOrder) {
            let gap = Length::thousandths(500);
            Shape::OpenOrder { ranks: 1, gap, flanks: Flanks::STRAIGHT }
        } else {
            Shape::ExtendedLine { gaps: Vec::new(), flanks: Flanks::STRAIGHT }
        };
        let mut shapes = vec![(Formation::OpenOrder, loose)];
        if book.has(Feature::OpenOrder) && placed.stands.len() > 3 {
            let gap = Length::thousandths(500);
            let two = Shape::OpenOrder { ranks: 2, gap, flanks: Flanks::STRAIGHT };
            shapes.push((Formation::OpenOrder, two));
        }
        return shapes;
    }
    vec![
        (Formation::Line, Shape::line()),
        (Formation::SupportedLine, Shape::SupportedLine),
        (Formation::FieldColumn, Shape::FieldColumn),
        (Formation::MarchColumn, Shape::MarchColumn { trail: Vec::new() }),
    ]
}

fn formed(
    book: &Rulebook,
    placed: &Placed,
    (formation, shape): (Formation, Shape),
    (stand, heading): (Rect, Angle),
    back: i32,
) -> Option<Placed> {
    let base = base_of(&book.bases, &placed.unit);
    let ahead = f64::from(base.depth.in_thousandths()) / 2.0;
    let here = Pose::new(stand.pose.at, heading);
    let anchor = here.moved(0.0, ahead - f64::from(back), Angle::ZERO);
    let mut end = placed.clone();
    end.stands = shape.stands(base, placed.stands.len() as u8, anchor).ok()?;
    end.shape = shape;
    end.anchor = anchor;
    end.unit.formation = formation;
    end.unit.order = Order::Disordered;
    Some(end)
}

fn fits(position: &Position, id: UnitId, end: &Placed) -> bool {
    let still = slides(&end.stands, &end.stands);
    let licence = Licence { near_enemies: true, ..Licence::MOVE };
    let checked = Mover::of(position, id).check(&still, &end.stands, licence);
    checked.is_ok_and(|crossed| crossed.passed.is_empty())
}
