//! Changes of formation: who may take up what, and where it may stand.

use geometry::{Angle, Convex, Length, Pose, Rect, Spot};
use rulebook::{Arm, Feature, Reason, RuleId, Rulebook, Trait};

use super::{Refusal, Why, row_of};
use crate::formations::Shape;
use crate::movement::{Gait, allowance};
use crate::table::{Placed, Position, base_of, holders_of};
use crate::{Formation, Order, Unit};

/// A formation to take up, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct NewFormation {
    /// Its name.
    pub formation: Formation,
    /// Its shape.
    pub shape: Shape,
    /// The middle of its front, and where it looks.
    pub anchor: Pose,
    /// In the saddle or on foot, if that changes.
    pub mounted: Option<bool>,
}

/// May this unit ever stand in `formation`?
pub fn may_form(book: &Rulebook, unit: &Unit, formation: Formation) -> Result<(), Refusal> {
    let refused = |rule: &str| Err(Refusal::because(Why::FormationNotAllowed, rule));
    let on_foot_horse = matches!(unit.arm, Arm::Cavalry | Arm::MountedInfantry) && !unit.mounted;
    let loose_only = unit.traits.contains(Trait::OpenOrderOnly) || on_foot_horse;
    let march = matches!(formation, Formation::MarchColumn | Formation::StormingColumn);
    if loose_only && formation != Formation::OpenOrder && !march {
        if formation.is_square() && book.has(Feature::Square) {
            return Err(Refusal::reason(book, Why::FormationNotAllowed, Reason::SquareWho));
        }
        if on_foot_horse {
            return refused("TRP-BASE-DISMOUNT");
        }
        return Err(Refusal::reason(book, Why::FormationNotAllowed, Reason::LooseWho));
    }
    match formation {
        Formation::OpenOrder => {
            let light = unit.traits.contains(Trait::CanOpenOrder) || loose_only;
            let any = book.has(Feature::ExtendedLine);
            if any || light {
                return Ok(());
            }
            Err(Refusal::reason(book, Why::FormationNotAllowed, Reason::LooseWho))
        }
        Formation::Square | Formation::HastySquare => {
            if !book.has(Feature::Square) {
                let rule = book.features[Feature::Square as usize].rule.clone();
                return Err(Refusal::Forbidden { why: Why::FormationNotAllowed, rule });
            }
            if unit.arm == Arm::Infantry {
                return Ok(());
            }
            Err(Refusal::reason(book, Why::FormationNotAllowed, Reason::SquareWho))
        }
        Formation::Garrison if unit.is_mounted() => refused("FORM-GARRISON"),
        Formation::StormingColumn if !book.has(Feature::StormingColumn) => refused("STORM-ACW"),
        _ => Ok(()),
    }
}

/// Is `shape` a shape of `formation`?
pub(super) fn is_shape_of(shape: &Shape, formation: Formation, unit: &Unit) -> bool {
    match formation {
        Formation::Line => {
            matches!(shape, Shape::Line { .. })
                || (unit.presenting && matches!(shape, Shape::SupportedLine))
        }
        Formation::SupportedLine => *shape == Shape::SupportedLine,
        Formation::OpenOrder => {
            matches!(shape, Shape::OpenOrder { .. } | Shape::ExtendedLine { .. })
        }
        Formation::FieldColumn => *shape == Shape::FieldColumn,
        Formation::MarchColumn | Formation::StormingColumn => {
            matches!(shape, Shape::MarchColumn { .. })
        }
        Formation::Square | Formation::HastySquare => *shape == Shape::Square,
        Formation::Garrison => matches!(shape, Shape::Apart { .. }),
    }
}

/// Is the shape one that this war knows under that name: ranks and even gaps, or one rank?
fn loose_shape(book: &Rulebook, shape: &Shape) -> Result<(), Refusal> {
    let wrong = match shape {
        Shape::OpenOrder { .. } => !book.has(Feature::OpenOrder),
        Shape::ExtendedLine { gaps, .. } => {
            if book.has(Feature::ExtendedLine) && !gaps.is_empty() && !gaps_allowed(book) {
                let rule = RuleId::new("FORM-ACW-XL-OPTIONAL");
                return Err(Refusal::Forbidden { why: Why::FormationNotAllowed, rule });
            }
            !book.has(Feature::ExtendedLine)
        }
        _ => false,
    };
    if wrong {
        return Err(Refusal::reason(book, Why::FormationNotAllowed, Reason::LooseShape));
    }
    Ok(())
}

/// Is the option on that lets small extended lines leave gaps?
pub(super) fn gaps_allowed(book: &Rulebook) -> bool {
    book.is_on("extended-gaps")
}

/// The unit as it stands after a change of formation, if it may be changed so and there.
pub fn placed_as(
    book: &Rulebook,
    position: &Position,
    from: &Placed,
    to: &NewFormation,
) -> Result<Placed, Refusal> {
    let mut changed = from.clone();
    if let Some(mounted) = to.mounted {
        mount(book, &mut changed, mounted)?;
    }
    may_form(book, &changed.unit, to.formation)?;
    changed.unit.formation = to.formation;
    changed.unit.presenting = false;
    if !is_shape_of(&to.shape, to.formation, &changed.unit) {
        return Err(Refusal::because(Why::FormationNotAllowed, "FORM-BASE-LINE"));
    }
    loose_shape(book, &to.shape)?;
    let count = changed.stands.len() as u8;
    let base = base_of(&book.bases, &changed.unit);
    changed.stands = to.shape.stands(base, count, to.anchor)?;
    changed.shape = to.shape.clone();
    changed.anchor = to.anchor;
    if to.formation == Formation::Garrison {
        in_a_building(position, from, &changed)?;
    } else {
        keeps_facing(from, to)?;
        keeps_ground(book, from, &changed, to)?;
    }
    if !to.formation.is_square() {
        shifts_no_farther(book, from, &changed)?;
    }
    super::tethered::tether(book, from, &mut changed, to.mounted)?;
    Ok(changed)
}

/// Mounting, or dismounting with every fourth stand to hold the horses.
pub(super) fn mount(book: &Rulebook, placed: &mut Placed, mounted: bool) -> Result<(), Refusal> {
    let refused = || Err(Refusal::because(Why::CannotMountOrDismount, "TRP-BASE-DISMOUNT"));
    let unit = &mut placed.unit;
    if !matches!(unit.arm, Arm::Cavalry | Arm::MountedInfantry) || unit.mounted == mounted {
        return refused();
    }
    if unit.traits.contains(Trait::CannotDismount) {
        return refused();
    }
    let all = placed.stands.len() as u8 + placed.holders;
    unit.mounted = mounted;
    placed.holders = holders_of(unit, all);
    let fighting = usize::from(all - placed.holders);
    let spare = placed.stands.first().copied();
    placed.stands.resize(
        fighting,
        spare.unwrap_or(Rect::new(
            placed.anchor,
            book.bases.infantry.width,
            book.bases.infantry.depth,
        )),
    );
    Ok(())
}

/// A new formation keeps the unit's facing; columns of march open to a flank or form from one, and
/// a square may open any way.
fn keeps_facing(from: &Placed, to: &NewFormation) -> Result<(), Refusal> {
    let turn = to.anchor.heading.minus(from.anchor.heading);
    let square = |formation: Formation| formation.is_square();
    let column = |formation: Formation| {
        matches!(formation, Formation::MarchColumn | Formation::StormingColumn)
    };
    let quarter = turn == Angle::RIGHT || turn == Angle::LEFT;
    let allowed = if square(from.unit.formation) || from.unit.order == Order::Broken {
        true
    } else if column(from.unit.formation) {
        // The front of a deployment is to a flank; to the front it takes a maneuver of its own.
        quarter || (turn == Angle::ZERO && !fronts(to.formation))
    } else if column(to.formation) {
        quarter || turn == Angle::ZERO
    } else {
        turn == Angle::ZERO
    };
    if allowed { Ok(()) } else { Err(Refusal::because(Why::WrongFacing, "FORM-BASE-CHANGE-PLACE")) }
}

/// A formation that a march column deploys into rather than doubles up to.
fn fronts(formation: Formation) -> bool {
    matches!(formation, Formation::Line | Formation::SupportedLine | Formation::OpenOrder)
}

/// A stand at the middle of the new front, or the middle of a new square, must lie over ground that
/// the old formation covered.
fn keeps_ground(
    book: &Rulebook,
    from: &Placed,
    changed: &Placed,
    to: &NewFormation,
) -> Result<(), Refusal> {
    if to.formation.is_square() {
        return keeps_front(book, from, changed);
    }
    let left_square = from.unit.formation.is_square();
    if left_square && to.formation == Formation::MarchColumn {
        // Its lead stand goes off by half a move, which is measured apart.
        return Ok(());
    }
    let front = changed.front_rank();
    let middles = [front.len().saturating_sub(1) / 2, front.len() / 2];
    let over = |place: &usize| {
        let Some(stand) = front.get(*place) else { return false };
        let base = Convex::from(*stand);
        from.outlines().any(|old| base.depth(&old) >= -geometry::TOUCH)
    };
    if middles.iter().any(over) {
        return Ok(());
    }
    let why = Why::OffItsGround;
    if left_square {
        return Err(Refusal::reason(book, why, Reason::SquareLeave));
    }
    Err(Refusal::because(why, "FORM-BASE-CHANGE-PLACE"))
}

/// The middle of a square's front side lies over the middle of the old front.
fn keeps_front(book: &Rulebook, from: &Placed, changed: &Placed) -> Result<(), Refusal> {
    let ahead = |stand: &&Rect| stand.pose.heading == changed.anchor.heading;
    let side: Vec<&Rect> = changed.front_rank().iter().filter(ahead).collect();
    let middles = [side.len().saturating_sub(1) / 2, side.len() / 2];
    let old = front_middle(from);
    let over = |place: &usize| {
        side.get(*place).is_some_and(|stand| {
            stand.distance_to(old) <= Length::thousandths(geometry::TOUCH as i32)
        })
    };
    if middles.iter().any(over) {
        return Ok(());
    }
    Err(Refusal::reason(book, Why::OffItsGround, Reason::SquarePlace))
}

/// The middle of all stands.
pub(super) fn middle(placed: &Placed) -> Spot {
    let count = placed.stands.len().max(1) as f64;
    let sum = placed.stands.iter().map(|stand| stand.pose.at.spot());
    sum.fold(Spot::default(), Spot::plus).times(1.0 / count)
}

/// No stand comes farther from all of the old ones than a full move over open ground.
fn shifts_no_farther(book: &Rulebook, from: &Placed, changed: &Placed) -> Result<(), Refusal> {
    let Some(row) = row_of(book, &changed.unit) else { return Ok(()) };
    let most = allowance(row, Gait::Full, rulebook::Ground::Open);
    let far = changed.stands.iter().map(|stand| {
        let near = from.stands.iter().map(|old| old.pose.at.distance(stand.pose.at)).min();
        near.unwrap_or(Length::ZERO)
    });
    if far.max().unwrap_or(Length::ZERO) > most {
        return Err(Refusal::because(Why::ShiftedTooFar, "FORM-BASE-CHANGE-PLACE"));
    }
    Ok(())
}

/// A garrison fills a building that the unit touches and no other unit holds, with no more stands
/// than two a side.
fn in_a_building(position: &Position, from: &Placed, changed: &Placed) -> Result<(), Refusal> {
    let refused = || Err(Refusal::because(Why::NotAtTheBuilding, "FORM-GARRISON"));
    let building = position.table.pieces().iter().find(|piece| {
        piece.is(rulebook::TerrainTrait::Garrison)
            && changed.stands.iter().all(|stand| piece.contains(stand.pose.at.spot()))
    });
    let Some(building) = building else { return refused() };
    let sides = building.area().map_or(0, |walls| walls.corners().len());
    if changed.stands.len() > 2 * sides {
        return Err(Refusal::because(Why::NoRoom, "FORM-GARRISON"));
    }
    let held = position.units().iter().any(|other| {
        let same = other.side == from.side && other.unit.name == from.unit.name;
        !same && other.stands.iter().any(|stand| building.contains(stand.pose.at.spot()))
    });
    let at_it = from.outlines().any(|stand| building.touches(&stand));
    if at_it && !held { Ok(()) } else { refused() }
}

/// The square that a unit would form: one side as it faced, its middle on the old front's middle.
pub fn square_about(placed: &Placed) -> NewFormation {
    let anchor = Pose::new(front_middle(placed), placed.anchor.heading);
    NewFormation { formation: Formation::Square, shape: Shape::Square, anchor, mounted: None }
}

/// The middle of a unit's front: its anchor, but for a unit whose shape has none.
fn front_middle(placed: &Placed) -> geometry::Point {
    match placed.shape {
        Shape::Apart { .. } => middle(placed).point(),
        _ => placed.anchor.at,
    }
}
