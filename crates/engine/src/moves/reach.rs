//! What a unit can do from where it stands: the envelope of its moves, and a finite set of
//! sensible maneuvers, every one of which passes its check.

use geometry::{Angle, Length, Pose, Spot};
use rulebook::{EffectClass, Ground, ListedManeuver, MovementRow, Rulebook};

use super::change::NewFormation;
use super::steps::{turned, wheel};
use super::{
    GunManeuver, GunPlan, Leave, Maneuver, Plan, best_charge, check, check_gun, gun_row, row_of,
    square_about,
};
use crate::formations::{Flanks, Shape};
use crate::movement::{Gait, Hand, Step, allowance};
use crate::table::{
    Licence, Mover, Moving, Placed, Position, Run, Surroundings, UnitId, base_of, blocks,
};
use crate::{Formation, Opened};

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

fn reach_at(
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
    }
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
fn changes(book: &Rulebook, placed: &Placed, list: Opened) -> Vec<Maneuver> {
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
        Shape::OpenOrder { ranks: 1, gap: Length::inches(1), flanks: Flanks::STRAIGHT }
    } else {
        Shape::ExtendedLine { gaps: Vec::new(), flanks: Flanks::STRAIGHT }
    };
    let two_ranks =
        Shape::OpenOrder { ranks: 2, gap: Length::thousandths(500), flanks: Flanks::STRAIGHT };
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

/// A finite set of sensible maneuvers of one gun stand. Each passes its check.
pub fn gun_candidates(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, u8),
    list: Option<Opened>,
) -> Vec<(GunManeuver, GunPlan)> {
    let placed = position.unit(id);
    let mut tried = vec![GunManeuver::Hold, GunManeuver::Limber, GunManeuver::Fire];
    tried.extend([GunManeuver::Rally, GunManeuver::Replenish]);
    for sixth in 0..16 {
        let facing = placed.anchor.heading.plus(Angle::hundredths(sixth * 2250));
        tried.extend([false, true].map(|fire| GunManeuver::Pivot { facing, fire }));
        tried.extend([false, true].map(|fire| GunManeuver::Unlimber { facing, fire }));
    }
    tried.extend(hauls());
    if let Some(row) = gun_row(book, &placed.unit) {
        tried.extend(drives(row, placed, list));
    }
    let check = |maneuver: GunManeuver| {
        let plan = check_gun(book, position, (id, stand), list, &maneuver).ok()?;
        Some((maneuver, plan))
    };
    tried.into_iter().filter_map(check).collect()
}

fn hauls() -> impl Iterator<Item = GunManeuver> {
    let ways = [(Hand::Left, 0), (Hand::Left, 45), (Hand::Right, 45)];
    ways.into_iter().flat_map(|(to, degrees)| {
        let slant = Angle::degrees(degrees);
        let haul = move |back| GunManeuver::HandHaul { to, slant, by: Length::inches(2), back };
        let prolong = GunManeuver::Prolong { to, slant, by: Length::inches(4) };
        [haul(false), haul(true), prolong]
    })
}

fn drives(row: &MovementRow, placed: &Placed, list: Option<Opened>) -> Vec<GunManeuver> {
    let gait = if list == Some(Opened::DoubleQuick) { Gait::DoubleQuick } else { Gait::Full };
    let most = allowance(row, gait, Ground::Open);
    let mut found = Vec::new();
    for degrees in [-45_i32, -20, 0, 20, 45] {
        for by in [most, most.half()] {
            let mut steps = Vec::new();
            let by = if degrees == 0 {
                by
            } else {
                let to = if degrees < 0 { Hand::Left } else { Hand::Right };
                let step = Step::Wheel { to, turn: Angle::degrees(degrees.abs()) };
                let arc = step.length(Length::inches(1));
                steps.push(step);
                Length::thousandths((by.in_thousandths() - arc.in_thousandths()).max(0))
            };
            steps.push(Step::Advance { by });
            let drive = |limber, unlimber, fire| GunManeuver::Move {
                steps: steps.clone(),
                limber,
                unlimber,
                fire,
            };
            let facing = placed.anchor.heading;
            found.push(drive(false, None, false));
            found.push(drive(true, None, false));
            for facing in [facing, facing.plus(Angle::ABOUT)] {
                found.push(drive(false, Some(facing), false));
                found.push(drive(false, Some(facing), true));
                found.push(drive(true, Some(facing), false));
            }
        }
    }
    found
}
