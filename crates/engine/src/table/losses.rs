//! Losses: a unit closes up and keeps its formation; two stands of it go last.

use geometry::{Angle, Length, Pose, Rect, Spot};
use rulebook::{Bases, RuleId};

use super::position::{Placed, base_of};
use crate::Formation;
use crate::formations::{Flanks, Shape};

/// Which stands are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// So many, the outermost and rearmost first.
    Any(u8),
    /// These, from 0, as their owner picks them.
    These(Vec<u8>),
}

/// Why stands cannot be taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LossRefusal {
    /// It has no such stand, or not so many.
    NoSuchStand {
        /// How many there are.
        of: u8,
    },
    /// The stand with the colors and the one with the label are the last two to go.
    GoesLast {
        /// The stand, from 0.
        stand: u8,
    },
}

impl LossRefusal {
    /// The ledger entry that refuses.
    pub fn rule(&self) -> RuleId {
        RuleId::new(match self {
            LossRefusal::NoSuchStand { .. } => "EFF-CASUALTY-CHOICE",
            LossRefusal::GoesLast { .. } => "EFF-CASUALTY-LAST-STANDS",
        })
    }
}

/// The command stand of a troop unit: the middle of its front, or the head of a column. Guns have
/// none.
pub fn command_stand(placed: &Placed) -> Option<u8> {
    let count = placed.stands.len() as u8;
    if placed.unit.is_guns() || count == 0 {
        return None;
    }
    Some(match placed.shape {
        Shape::FieldColumn | Shape::MarchColumn { .. } | Shape::Cluster | Shape::Apart { .. } => 0,
        Shape::Square => square_front(count).saturating_sub(1) / 2,
        _ => placed.shape.front_rank(count).saturating_sub(1) / 2,
    })
}

/// The stand with the label: the next one after the command stand.
pub fn label_stand(placed: &Placed) -> Option<u8> {
    let next = command_stand(placed)? + 1;
    (usize::from(next) < placed.stands.len()).then_some(next)
}

/// How many stands the front of a square has.
fn square_front(count: u8) -> u8 {
    let base = rulebook::Base { width: Length::inches(1), depth: Length::inches(1) };
    let wide = Shape::Square.frontage(base, count).in_thousandths() / 1000;
    u8::try_from(wide).unwrap_or(0)
}

/// Is a troop unit down to the one stand with which it leaves the battle?
pub fn is_too_small(placed: &Placed) -> bool {
    placed.unit.is_troops() && placed.stands.len() + usize::from(placed.holders) <= 1
}

/// The unit without the stands it lost, closed up in its formation: lines on their middle, columns
/// on their head, squares around the same middle; guns and garrisons stay where they are. Horse
/// holders are lost only when nobody else is left.
pub fn lose(bases: &Bases, placed: &Placed, lost: &Lost) -> Result<Placed, LossRefusal> {
    let fighting = placed.stands.len() as u8;
    let gone = picked(placed, lost)?;
    let holders = match lost {
        Lost::Any(stands) => stands.saturating_sub(fighting),
        Lost::These(_) => 0,
    };
    let mut left = placed.clone();
    left.holders -= holders;
    let all = gone.len() as u8 + holders;
    left.unit.strength.stands = placed.unit.strength.stands.saturating_sub(all);
    let stays = |place: &usize| !gone.contains(&(*place as u8));
    let kept: Vec<usize> = (0..placed.stands.len()).filter(stays).collect();
    if !placed.guns.is_empty() {
        left.guns = kept.iter().filter_map(|place| placed.guns.get(*place).copied()).collect();
    }
    close_up(bases, placed, &mut left, &gone, &kept);
    if let Lost::These(_) = lost {
        stay_where_they_are(bases, placed, &mut left, &kept);
    }
    Ok(left)
}

/// Where the owner picks the stands of a line the others stay where they are, or close on their own
/// middle.
fn stay_where_they_are(bases: &Bases, from: &Placed, left: &mut Placed, kept: &[usize]) {
    let one_rank = match &left.shape {
        Shape::Line { left, right } => left.stands == 0 && right.stands == 0,
        Shape::ExtendedLine { flanks, .. } => *flanks == Flanks::STRAIGHT,
        Shape::OpenOrder { ranks, flanks, .. } => *ranks == 1 && *flanks == Flanks::STRAIGHT,
        _ => false,
    };
    let ends = kept.first().zip(kept.last());
    let Some((first, last)) = ends.filter(|_| one_rank) else { return };
    let (a, b) = (from.stands[*first].front(), from.stands[*last].front());
    let middle = a.plus(b.minus(a).times(0.5)).point();
    let anchor = Pose::new(middle, left.anchor.heading);
    if let Ok(moved) = left.moved(left.shape.clone(), anchor, bases) {
        *left = moved;
    }
}

/// The stands that go, in order.
fn picked(placed: &Placed, lost: &Lost) -> Result<Vec<u8>, LossRefusal> {
    let count = placed.stands.len() as u8;
    match lost {
        Lost::Any(stands) => {
            if *stands > count + placed.holders {
                return Err(LossRefusal::NoSuchStand { of: count + placed.holders });
            }
            let mut gone: Vec<u8> =
                by_turns(placed).into_iter().take(usize::from(*stands)).collect();
            gone.sort_unstable();
            Ok(gone)
        }
        Lost::These(stands) => {
            let mut gone = stands.clone();
            gone.sort_unstable();
            gone.dedup();
            if gone.len() != stands.len() || gone.iter().any(|stand| *stand >= count) {
                return Err(LossRefusal::NoSuchStand { of: count });
            }
            goes_last(placed, &gone)?;
            Ok(gone)
        }
    }
}

/// Neither marked stand goes while others are left, and the label before the command stand.
fn goes_last(placed: &Placed, gone: &[u8]) -> Result<(), LossRefusal> {
    let marked = [command_stand(placed), label_stand(placed)];
    let others = (0..placed.stands.len() as u8).filter(|stand| !marked.contains(&Some(*stand)));
    let others_left = others.into_iter().any(|stand| !gone.contains(&stand));
    let early = marked.into_iter().flatten().find(|stand| gone.contains(stand));
    match early {
        Some(stand) if others_left => Err(LossRefusal::GoesLast { stand }),
        _ => Ok(()),
    }
}

/// All stands in the order in which they go: from the rear, in a line from its ends in turn; the
/// marked ones last.
fn by_turns(placed: &Placed) -> Vec<u8> {
    let count = placed.stands.len() as u8;
    let marked = [label_stand(placed), command_stand(placed)];
    let one_rank = placed.shape.front_rank(count) == count && !placed.unit.is_guns();
    let mut order: Vec<u8> = (0..count).rev().collect();
    if one_rank && placed.shape != Shape::Square {
        // The right end first, then the left one.
        let ends =
            (0..count).map(|turn| if turn % 2 == 0 { count - 1 - turn / 2 } else { turn / 2 });
        order = ends.collect();
    }
    let mut turns: Vec<u8> =
        order.into_iter().filter(|stand| !marked.contains(&Some(*stand))).collect();
    turns.extend(marked.into_iter().flatten());
    turns
}

/// Puts those who are left in the shape that they keep.
fn close_up(bases: &Bases, from: &Placed, left: &mut Placed, gone: &[u8], kept: &[usize]) {
    let count = kept.len() as u8;
    let stay = || kept.iter().filter_map(|place| from.stands.get(*place).copied()).collect();
    if count == 0 {
        left.stands = Vec::new();
        return;
    }
    let base = base_of(bases, &from.unit);
    let (formation, shape) = kept_shape(from, gone, count);
    if let Shape::Apart { .. } = shape {
        left.stands = stay();
        left.shape = shape;
        if let (true, Some(first)) = (from.unit.is_guns(), left.stands.first()) {
            left.anchor = Pose::new(first.front().point(), first.pose.heading);
        }
        return;
    }
    let mut anchor = from.anchor;
    if shape == Shape::Square {
        let there = shape.stands(base, count, anchor).unwrap_or_default();
        let shift = hollow(from.anchor, &from.stands).minus(hollow(anchor, &there));
        anchor = Pose::new(anchor.at.spot().plus(shift).point(), anchor.heading);
    }
    left.stands = shape.stands(base, count, anchor).unwrap_or_else(|_| stay());
    left.unit.formation = formation;
    left.shape = shape;
    left.anchor = anchor;
}

/// The middle of a square: that of its two sides, or of all where it has none.
fn hollow(anchor: Pose, stands: &[Rect]) -> Spot {
    let aside = |stand: &&Rect| {
        let turn = stand.pose.heading.minus(anchor.heading);
        turn == Angle::RIGHT || turn == Angle::LEFT
    };
    let sides: Vec<f64> =
        stands.iter().filter(aside).map(|s| anchor.local(s.pose.at.spot()).y).collect();
    let all: Vec<f64> = stands.iter().map(|s| anchor.local(s.pose.at.spot()).y).collect();
    let those = if sides.is_empty() { &all } else { &sides };
    let deep = those.iter().sum::<f64>() / those.len().max(1) as f64;
    anchor.spot(0.0, deep)
}

/// The formation and shape of so many of a unit.
fn kept_shape(from: &Placed, gone: &[u8], count: u8) -> (Formation, Shape) {
    let formation = from.unit.formation;
    let shape = match &from.shape {
        Shape::Line { left, right } => {
            let flanks = fewer(Flanks { left: *left, right: *right }, count);
            Shape::Line { left: flanks.left, right: flanks.right }
        }
        // Less than three wide it is a field column.
        Shape::SupportedLine if count < 5 => return (Formation::FieldColumn, Shape::FieldColumn),
        Shape::ExtendedLine { gaps, flanks } => {
            let mut gaps = gaps.clone();
            for stand in gone.iter().rev() {
                if !gaps.is_empty() {
                    gaps.remove(usize::from(*stand).min(gaps.len() - 1));
                }
            }
            Shape::ExtendedLine { gaps, flanks: fewer(*flanks, count) }
        }
        Shape::OpenOrder { ranks, gap, flanks } => {
            let ranks = (*ranks).min(count.div_ceil(2)).max(1);
            Shape::OpenOrder { ranks, gap: *gap, flanks: fewer(*flanks, count) }
        }
        Shape::Apart { stands } => {
            let stays = |(place, _): &(usize, &Pose)| !gone.contains(&(*place as u8));
            let kept = stands.iter().enumerate().filter(stays).map(|(_, pose)| *pose);
            Shape::Apart { stands: kept.collect() }
        }
        other => other.clone(),
    };
    (formation, shape)
}

/// Flanks of which no more is refused than so many stands allow.
fn fewer(mut flanks: Flanks, count: u8) -> Flanks {
    let most = count / 2;
    flanks.left.stands = flanks.left.stands.min(most);
    let beside = count.saturating_sub(2).max(most).saturating_sub(flanks.left.stands);
    flanks.right.stands = flanks.right.stands.min(most).min(beside);
    for flank in [&mut flanks.left, &mut flanks.right] {
        if flank.stands == 0 {
            *flank = crate::formations::Refused::default();
        }
    }
    flanks
}
