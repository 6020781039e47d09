//! What a unit can do from where it stands: the envelope of its moves.

use geometry::{Angle, Length, Pose, Spot};
use rulebook::{EffectClass, Ground, ListedManeuver, MovementRow, Rulebook};

use super::steps::{turned, wheel};
use super::{Leave, row_of};
use crate::Opened;
use crate::formations::Shape;
use crate::movement::{Gait, Hand, Step, allowance};
use crate::table::{
    Licence, Mover, Moving, Placed, Position, Run, Surroundings, UnitId, base_of, blocks,
};

/// A direction of an envelope and how far it reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray {
    /// The steps of the farthest move this way.
    pub steps: Vec<Step>,
    /// Where it leads.
    pub to: Pose,
    /// How far the last step goes.
    pub far: Length,
}

/// The lines of a maneuver list that an effect opens.
pub fn open_maneuvers(list: &[ListedManeuver], opened: Opened) -> Vec<&ListedManeuver> {
    let opens = |row: &&ListedManeuver| match (opened, row.class) {
        (_, EffectClass::Hasty) => false,
        (Opened::DoubleQuick, class) => class != EffectClass::Tardy,
        (Opened::WellHandled, class) => class == EffectClass::WellHandled,
        (Opened::Tardy, class) => class == EffectClass::Tardy,
    };
    list.iter().filter(opens).collect()
}

/// How far a move of one's own will reaches in every direction it may take.
pub fn envelope(book: &Rulebook, position: &Position, id: UnitId, leave: Leave) -> Vec<Ray> {
    let placed = position.unit(id);
    let (Some(row), Some(list)) = (row_of(book, &placed.unit), leave.list) else {
        return Vec::new();
    };
    let gait = match list {
        Opened::DoubleQuick => Gait::DoubleQuick,
        Opened::WellHandled => Gait::Full,
        Opened::Tardy => Gait::Half,
    };
    reach_at(book, position, (id, placed), row, gait)
}

/// The same at a gait.
pub(super) fn reach_at(
    book: &Rulebook,
    position: &Position,
    (id, placed): (UnitId, &Placed),
    row: &MovementRow,
    gait: Gait,
) -> Vec<Ray> {
    let most = f64::from(allowance(row, gait, Ground::Open).in_thousandths());
    let reach = most + f64::from(placed.frontage(&book.bases).in_thousandths());
    let around = Mover::of(position, id).surroundings(reach);
    let bases = placed.blocks();
    let looking = Looking { book, position, id, placed, bases, row, gait, around };
    match placed.shape {
        Shape::Cluster | Shape::Apart { .. } => Vec::new(),
        Shape::Square => looking.shifts(),
        Shape::MarchColumn { .. } => looking.columns(),
        _ => {
            let mut rays = looking.slants(1.0);
            rays.extend(looking.slants(-1.0));
            rays.extend(looking.wheels());
            rays
        }
    }
}

struct Looking<'c> {
    book: &'c Rulebook,
    position: &'c Position,
    id: UnitId,
    placed: &'c Placed,
    bases: Vec<geometry::Rect>,
    row: &'c MovementRow,
    gait: Gait,
    around: Surroundings<'c>,
}

impl Looking<'_> {
    fn rate(&self, ground: Ground) -> f64 {
        f64::from(allowance(self.row, self.gait, ground).in_thousandths())
    }

    /// The farthest one can go after spending `spent`, on ground at least as slow as `ground`.
    fn farthest(&self, run: Run, spent: f64, ground: Ground) -> Option<Length> {
        let mut best: Option<f64> = None;
        for &class in Ground::ALL.iter().filter(|class| **class >= ground) {
            let begins = if class == ground { 0.0 } else { run.begins[class as usize] };
            let slower = Ground::ALL.iter().filter(|other| **other > class);
            let next =
                slower.map(|other| run.begins[*other as usize]).fold(f64::INFINITY, f64::min);
            let far = (self.rate(class) - spent).min(run.stopped).min(next);
            if far >= begins && far >= 0.0 && best.is_none_or(|best| far > best) {
                best = Some(far);
            }
        }
        best.map(|far| Length::thousandths(far as i32))
    }

    fn ahead(&self, right: f64, ahead: f64) -> Spot {
        Spot::new(right, ahead).turned(self.placed.anchor.heading)
    }

    fn ray(&self, steps: Vec<Step>, from: Pose, ahead: Spot, far: Length) -> Ray {
        let to = from.at.spot().plus(ahead.times(f64::from(far.in_thousandths()))).point();
        Ray { steps, to: Pose::new(to, from.heading), far }
    }

    /// Straight and slantwise, ahead or back.
    fn slants(&self, sign: f64) -> Vec<Ray> {
        // Ahead by five degrees, back by the marks of the oblique template.
        let by = if sign > 0.0 { 500 } else { 1500 };
        let slants = (-4500 / by..=4500 / by).map(|step| step * by);
        slants.filter_map(|slant| self.slant(slant, sign)).collect()
    }

    fn slant(&self, hundredths: i32, sign: f64) -> Option<Ray> {
        let (sin, cos) = Angle::hundredths(hundredths).sin_cos();
        let ahead = self.ahead(sin, sign * cos);
        let run = self.around.run(&self.bases, ahead, self.rate(Ground::Open));
        let by = self.farthest(run, 0.0, Ground::Open)?;
        if by <= Length::ZERO {
            return None;
        }
        let to = if hundredths < 0 { Hand::Left } else { Hand::Right };
        let slant = Angle::hundredths(hundredths.abs());
        let step = match (hundredths, sign > 0.0) {
            (0, true) => Step::Advance { by },
            (0, false) => Step::Withdraw { by },
            (_, true) => Step::Oblique { to, slant, by },
            (_, false) => Step::ObliqueBack { to, slant, by },
        };
        Some(self.ray(vec![step], self.placed.anchor, ahead, by))
    }

    fn wheels(&self) -> Vec<Ray> {
        let turns =
            (1..=3).flat_map(|step| [(Hand::Left, step * 1500), (Hand::Right, step * 1500)]);
        turns.filter_map(|(to, turn)| self.wheel(to, turn)).collect()
    }

    fn wheel(&self, to: Hand, hundredths: i32) -> Option<Ray> {
        let base = base_of(&self.book.bases, &self.placed.unit);
        let motion = wheel(self.placed, base, to, hundredths);
        let made = turned(self.placed, base, motion).ok()?;
        let spent = f64::from(made.legs.first()?.length.in_thousandths());
        if spent > self.rate(Ground::Open) {
            return None;
        }
        let mover = Mover::of(self.position, self.id);
        let path: Vec<Moving> = self.bases.iter().map(|base| motion.moving(*base)).collect();
        let crossed = mover.check(&path, &[], Licence::MOVE).ok()?;
        let heading = made.end.anchor.heading;
        let (sin, cos) = heading.sin_cos();
        let ahead = Spot::new(sin, cos);
        let left = (self.rate(Ground::Open) - spent).max(0.0);
        let run = self.around.run(&blocks(&made.end.stands), ahead, left);
        let by = self.farthest(run, spent, crossed.slowest())?;
        let mut steps = vec![Step::Wheel { to, turn: Angle::hundredths(hundredths) }];
        if by > Length::ZERO {
            steps.push(Step::Advance { by });
        }
        Some(self.ray(steps, made.end.anchor, ahead, by))
    }

    /// Any way: a square.
    fn shifts(&self) -> Vec<Ray> {
        let ways = (0..24).map(|way| Angle::degrees(way * 15));
        let ray = |heading: Angle| {
            let (sin, cos) = heading.sin_cos();
            let ahead = Spot::new(sin, cos);
            let run = self.around.run(&self.bases, ahead, self.rate(Ground::Open));
            let by = self.farthest(run, 0.0, Ground::Open)?;
            let step = Step::Shift { heading, by };
            (by > Length::ZERO).then(|| self.ray(vec![step], self.placed.anchor, ahead, by))
        };
        ways.filter_map(ray).collect()
    }

    /// A column: its head goes straight, or wheels first; the rest follows.
    fn columns(&self) -> Vec<Ray> {
        let base = base_of(&self.book.bases, &self.placed.unit);
        let wheels = [-4500_i32, -3000, -1500, 0, 1500, 3000, 4500];
        let mut rays = Vec::new();
        for hundredths in wheels {
            let mut steps = Vec::new();
            if hundredths != 0 {
                let to = if hundredths < 0 { Hand::Left } else { Hand::Right };
                steps.push(Step::Wheel { to, turn: Angle::hundredths(hundredths.abs()) });
            }
            let head = steps.iter().fold(self.placed.anchor, |at, step| step.from(at, base.width));
            let spent: i32 = steps.iter().map(|s| s.length(base.width).in_thousandths()).sum();
            let (sin, cos) = head.heading.sin_cos();
            let ahead = Spot::new(sin, cos);
            let front = head.moved(0.0, -f64::from(base.depth.in_thousandths()) / 2.0, Angle::ZERO);
            let stand = geometry::Rect::new(front, base.width, base.depth);
            let run = self.around.run(&[stand], ahead, self.rate(Ground::Open));
            let Some(by) = self.farthest(run, f64::from(spent), Ground::Open) else { continue };
            if by > Length::ZERO {
                steps.push(Step::Advance { by });
                rays.push(self.ray(steps, head, ahead, by));
            }
        }
        rays
    }
}
