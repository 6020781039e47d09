//! A finite set of sensible maneuvers of troops, and the charges that reach an enemy. Every one
//! passes its check.

use geometry::{Angle, Length, Pose};
use rulebook::{Ground, Obstacle, Rulebook};

use super::change::NewFormation;
use super::reach::reach_at;
use super::{Leave, Maneuver, Plan, best_charge, check, envelope, row_of, square_about};
use crate::formations::{Flanks, LEAST_OPEN_GAP, MOST_GAP, Refused, Shape};
use crate::movement::{Gait, Hand, Step, allowance};
use crate::table::{Placed, Position, UnitId, base_of};
use crate::{Formation, Opened};

/// How near an obstacle is that a unit may think of scaling, in thousandths.
const AT_HAND: f64 = 1000.0;

/// A finite set of sensible maneuvers of a troop unit, with their plans. Each passes its check.
pub fn candidates(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    leave: Leave,
) -> Vec<(Maneuver, Plan)> {
    let placed = position.unit(id);
    let mut tried = vec![Maneuver::Hold { refuse: None, frontage: None }];
    if let Some(list) = leave.list {
        tried.extend(moves(book, position, id, leave));
        tried.extend(changes(book, placed, list));
        tried.extend(in_place(book, placed));
        tried.extend(past_others(book, position, id));
    }
    tried.extend(refusals(placed));
    let mut kept: Vec<(Maneuver, Plan)> = Vec::new();
    for maneuver in tried {
        if let Ok(plan) = check(book, position, id, leave, &maneuver)
            && !kept.iter().any(|(_, other)| other.end == plan.end)
        {
            kept.push((maneuver, plan));
        }
    }
    kept
}

/// Moves to the edge of the envelope and half way there.
fn moves(book: &Rulebook, position: &Position, id: UnitId, leave: Leave) -> Vec<Maneuver> {
    let placed = position.unit(id);
    let as_move = |steps: Vec<Step>, disordered: bool| Maneuver::Move {
        steps,
        disordered,
        refuse: None,
        frontage: None,
    };
    let mut found = Vec::new();
    for ray in envelope(book, position, id, leave) {
        if let Some(shorter) = halved(&ray.steps) {
            found.push(as_move(shorter, false));
        }
        found.push(as_move(ray.steps, false));
    }
    if leave.list == Some(Opened::Tardy)
        && let Some(row) = row_of(book, &placed.unit)
    {
        let full = reach_at(book, position, (id, placed), row, Gait::Full);
        found.extend(full.into_iter().map(|ray| as_move(ray.steps, true)));
    }
    found.extend(by_road(book, placed, leave).map(|step| as_move(vec![step], false)));
    found
}

/// Along the road that a column may touch, as far as its rate and half of that.
fn by_road(book: &Rulebook, placed: &Placed, leave: Leave) -> impl Iterator<Item = Step> {
    let most = row_of(book, &placed.unit)
        .filter(|_| matches!(placed.shape, Shape::MarchColumn { .. }))
        .map(|row| {
            let gait = match leave.list {
                Some(Opened::DoubleQuick) => Gait::DoubleQuick,
                Some(Opened::Tardy) => Gait::Half,
                _ => Gait::Full,
            };
            crate::movement::cost(row, gait, &[]).left_on_road()
        });
    most.into_iter().flat_map(|by| {
        [by, by.half()].into_iter().flat_map(|by| {
            [super::Way::Ahead, super::Way::About].map(|way| Step::AlongRoad { by, way })
        })
    })
}

/// The same way, the last step half as long.
fn halved(steps: &[Step]) -> Option<Vec<Step>> {
    let mut shorter = steps.to_vec();
    let last = shorter.last_mut()?;
    *last = match *last {
        Step::Advance { by } => Step::Advance { by: by.half() },
        Step::Withdraw { by } => Step::Withdraw { by: by.half() },
        Step::Shift { heading, by } => Step::Shift { heading, by: by.half() },
        Step::Oblique { to, slant, by } => Step::Oblique { to, slant, by: by.half() },
        Step::ObliqueBack { to, slant, by } => Step::ObliqueBack { to, slant, by: by.half() },
        _ => return None,
    };
    Some(shorter)
}

/// Other formations on the spot, and half a move before or after.
pub(super) fn changes(book: &Rulebook, placed: &Placed, list: Opened) -> Vec<Maneuver> {
    let mut found = Vec::new();
    for to in formations(book, placed) {
        let change = |before: Vec<Step>, after: Vec<Step>| Maneuver::ChangeFormation {
            before,
            to: to.clone(),
            after,
            refuse: None,
        };
        found.push(change(Vec::new(), Vec::new()));
        let mut unit = placed.unit.clone();
        unit.formation = to.formation;
        if list == Opened::Tardy || to.formation.is_square() {
            continue;
        }
        for tenths in [10, 5] {
            if let Some(row) = row_of(book, &unit) {
                let gait =
                    if list == Opened::DoubleQuick { Gait::HalfDoubleQuick } else { Gait::Half };
                let by = allowance(row, gait, Ground::Open).in_thousandths() * tenths / 10;
                found.push(change(Vec::new(), vec![Step::Advance { by: Length::thousandths(by) }]));
            }
        }
    }
    found.extend(deployments(book, placed));
    found
}

/// The formations that might be taken up, each where it would plainly stand.
fn formations(book: &Rulebook, placed: &Placed) -> Vec<NewFormation> {
    let from = placed.unit.formation;
    let heading = placed.anchor.heading;
    let turns: &[Angle] = match from {
        Formation::MarchColumn | Formation::StormingColumn => &[Angle::LEFT, Angle::RIGHT],
        _ => &[Angle::ZERO],
    };
    let loose = if book.has(rulebook::Feature::OpenOrder) {
        Shape::OpenOrder { ranks: 1, gap: MOST_GAP, flanks: Flanks::STRAIGHT }
    } else {
        Shape::ExtendedLine { gaps: Vec::new(), flanks: Flanks::STRAIGHT }
    };
    let two_ranks = Shape::OpenOrder { ranks: 2, gap: LEAST_OPEN_GAP, flanks: Flanks::STRAIGHT };
    let fighting = [
        (Formation::Line, Shape::line()),
        (Formation::SupportedLine, Shape::SupportedLine),
        (Formation::OpenOrder, loose),
        (Formation::OpenOrder, two_ranks),
        (Formation::FieldColumn, Shape::FieldColumn),
    ];
    let at = |turn: Angle| {
        // A column opens about its own middle.
        let here = if turn == Angle::ZERO {
            placed.anchor.at
        } else {
            super::change::middle(placed).point()
        };
        Pose::new(here, heading.plus(turn))
    };
    let mut found = Vec::new();
    for &turn in turns {
        for (formation, shape) in &fighting {
            found.push(NewFormation {
                formation: *formation,
                shape: shape.clone(),
                anchor: at(turn),
                mounted: None,
            });
        }
    }
    for turn in [Angle::ZERO, Angle::LEFT, Angle::RIGHT] {
        found.push(NewFormation {
            formation: Formation::MarchColumn,
            shape: Shape::MarchColumn { trail: Vec::new() },
            anchor: at(turn),
            mounted: None,
        });
    }
    if book.has(rulebook::Feature::Square) && !from.is_square() {
        found.push(square_about(placed));
    }
    found.retain(|to| to.formation != from || to.shape != placed.shape);
    found
}

/// Deployments to the front, about the middle and to either hand.
fn deployments(book: &Rulebook, placed: &Placed) -> Vec<Maneuver> {
    let base = base_of(&book.bases, &placed.unit);
    let count = placed.stands.len() as u8;
    let wide = f64::from(Shape::line().frontage(base, count).in_thousandths());
    let column = f64::from(base.width.in_thousandths()) / 2.0;
    let shifts = [0.0, wide / 2.0 - column, column - wide / 2.0];
    let deploy = |right: f64| Maneuver::DeployToTheFront {
        to: Shape::line(),
        anchor: placed.anchor.moved(right, 0.0, Angle::ZERO),
    };
    shifts.into_iter().map(deploy).collect()
}

/// Maneuvers that turn or keep the unit where it is.
fn in_place(book: &Rulebook, placed: &Placed) -> Vec<Maneuver> {
    let mut found = Vec::new();
    for degrees in [30, 60, 90] {
        for about in [Hand::Left, Hand::Right] {
            for backward in [false, true] {
                let turn = Angle::degrees(degrees);
                found.push(Maneuver::ChangeFront { about, turn, backward, refuse: None });
            }
        }
    }
    if let Some(row) = row_of(book, &placed.unit) {
        let by = allowance(row, Gait::Half, Ground::Open);
        for to in [Hand::Left, Hand::Right] {
            found.push(Maneuver::MarchByTheFlank { to, by });
            found.push(Maneuver::MarchByTheFlank { to, by: by.half() });
        }
    }
    found.push(Maneuver::FaceByTheRearRank);
    found
}

/// Through the formed friends who stand close before or behind, and over the obstacles at hand.
fn past_others(book: &Rulebook, position: &Position, id: UnitId) -> Vec<Maneuver> {
    let placed = position.unit(id);
    let Some((around, row)) = placed.bounds().zip(row_of(book, &placed.unit)) else {
        return Vec::new();
    };
    let by = allowance(row, Gait::Half, Ground::Open);
    let near = position.near(around.grown(f64::from(by.in_thousandths()))).into_iter();
    let formed = near.filter(|other| {
        let friend = position.unit(*other);
        *other != id && friend.side == placed.side && !friend.lets_friends_through()
    });
    let passages = formed.flat_map(|through| {
        let pass = |step: Step| Maneuver::PassageOfLines { through, steps: vec![step] };
        [pass(Step::Advance { by }), pass(Step::Withdraw { by })]
    });
    let major = |piece: &usize| position.table.pieces()[*piece].kind.obstacle == Obstacle::Major;
    let walls = position.table.near(around.grown(AT_HAND)).into_iter().filter(major);
    passages.chain(walls.map(|piece| Maneuver::ScaleObstacle { piece })).collect()
}

/// Holding with a flank swung back by half of the rank.
fn refusals(placed: &Placed) -> Vec<Maneuver> {
    let stands = placed.stands.len() as u8 / 2;
    if stands == 0 || !matches!(placed.shape, Shape::Line { .. }) {
        return Vec::new();
    }
    let back = Refused { stands, turn: Angle::degrees(45) };
    [Flanks { left: back, ..Flanks::STRAIGHT }, Flanks { right: back, ..Flanks::STRAIGHT }]
        .map(|flanks| Maneuver::Hold { refuse: Some(flanks), frontage: None })
        .to_vec()
}

/// The charges that reach an enemy, each by its shortest way.
pub fn charges(
    book: &Rulebook,
    position: &Position,
    id: UnitId,
    leave: (Leave, bool),
) -> Vec<(UnitId, Plan)> {
    let placed = position.unit(id);
    let Some(row) = row_of(book, &placed.unit) else { return Vec::new() };
    let most = allowance(row, Gait::DoubleQuick, Ground::Open);
    let Some(around) = placed.bounds() else { return Vec::new() };
    let near = position.near(around.grown(f64::from(most.in_thousandths())));
    let enemies = near.into_iter().filter(|other| position.unit(*other).side != placed.side);
    let reached = |enemy: UnitId| Some((enemy, best_charge(book, position, id, enemy, leave)?));
    enemies.filter_map(reached).collect()
}
