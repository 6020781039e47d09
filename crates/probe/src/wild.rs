//! Orders without sense, out of random numbers or out of any bytes.

use engine::formations::{Flanks, Refused, Shape};
use engine::movement::{Hand, Step};
use engine::moves::{Frontage, GunManeuver, Limbering, Maneuver, NewFormation, Way};
use engine::table::{Leader, Position, Rank, Side, UnitId};
use engine::{Formation, Opened};
use geometry::{Angle, Length, Point, Pose};
use rulebook::LeaderRating;

use crate::tables::Numbers;

/// Where the choices come from.
pub trait Source {
    /// A number below `count`; 0 if that is 0.
    fn below(&mut self, count: u32) -> u32;

    /// A number from `low` up to, but not including, `high`.
    fn from(&mut self, low: i32, high: i32) -> i32 {
        low.wrapping_add(self.below(high.wrapping_sub(low).unsigned_abs()) as i32)
    }

    /// Yes or no.
    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of `all`, which must not be empty.
    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}

impl Source for Numbers {
    fn below(&mut self, count: u32) -> u32 {
        (self.next() % u64::from(count.max(1))) as u32
    }
}

/// Bytes read from the front, no more of them than a choice needs; zeros when they are used up.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    /// Is nothing left?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Source for Bytes<'_> {
    fn below(&mut self, count: u32) -> u32 {
        let needed = match count {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        let (now, rest) = self.0.split_at(needed.min(self.0.len()));
        self.0 = rest;
        let value = now.iter().fold(0_u32, |value, byte| value << 8 | u32::from(*byte));
        value % count.max(1)
    }
}

/// What a unit may be left to do.
pub fn list(source: &mut impl Source) -> Option<Opened> {
    let all = [Opened::DoubleQuick, Opened::WellHandled, Opened::Tardy];
    (source.below(16) > 0).then(|| source.one(&all))
}

/// A length that is mostly sensible.
pub fn length(source: &mut impl Source) -> Length {
    const WILD: [i32; 8] = [0, 1, -1, 1_000_000, 2_000_000_000, -12_000, i32::MAX, i32::MIN];
    Length::thousandths(match source.below(8) {
        0 => source.one(&WILD),
        1 => source.from(-5_000, 50_000),
        _ => source.from(0, 14_000),
    })
}

/// An angle, mostly a small one.
pub fn angle(source: &mut impl Source) -> Angle {
    Angle::hundredths(match source.below(4) {
        0 => source.from(0, 36_000),
        1 => source.one(&[0, 4_500, 4_501, 9_000, 18_000, 27_000]),
        _ => source.from(0, 4_600),
    })
}

fn hand(source: &mut impl Source) -> Hand {
    source.one(&[Hand::Left, Hand::Right])
}

/// A place: here, near here, on the table or anywhere.
fn point(source: &mut impl Source, here: Point) -> Point {
    let (x, y) = (here.x.in_thousandths(), here.y.in_thousandths());
    match source.below(8) {
        0 => Point { x: length(source), y: length(source) },
        1 => here,
        _ => {
            let mut off = |from: i32| from.saturating_add(source.from(-8_000, 8_000));
            Point::thousandths(off(x), off(y))
        }
    }
}

fn pose(source: &mut impl Source, here: Pose) -> Pose {
    match source.below(4) {
        0 => Pose::new(point(source, here.at), angle(source)),
        1 => Pose::new(here.at, here.heading.plus(angle(source))),
        2 => {
            let right = f64::from(source.from(-6_000, 6_000));
            here.moved(right, 0.0, Angle::ZERO)
        }
        _ => here,
    }
}

/// A pose about where a unit stands.
pub fn pose_of(source: &mut impl Source, position: &Position, id: UnitId) -> Pose {
    pose(source, position.unit(id).anchor)
}

/// A step of any kind.
pub fn step(source: &mut impl Source) -> Step {
    let way = source.one(&[Way::Ahead, Way::About]);
    match source.below(10) {
        0 => Step::Withdraw { by: length(source) },
        1 => Step::Oblique { to: hand(source), slant: angle(source), by: length(source) },
        2 => Step::ObliqueBack { to: hand(source), slant: angle(source), by: length(source) },
        3 | 4 => Step::Wheel { to: hand(source), turn: angle(source) },
        5 => Step::ByTheFlank { to: hand(source), by: length(source) },
        6 => Step::Shift { heading: angle(source), by: length(source) },
        7 => Step::AlongRoad { by: length(source), way },
        _ => Step::Advance { by: length(source) },
    }
}

fn steps(source: &mut impl Source) -> Vec<Step> {
    let count = source.one(&[0, 1, 1, 1, 1, 2, 2, 3, 9]);
    (0..count).map(|_| step(source)).collect()
}

fn refused(source: &mut impl Source) -> Refused {
    Refused { stands: source.one(&[0, 1, 2, 3, 5, 255]), turn: angle(source) }
}

/// Flanks that may not suit.
pub fn flanks(source: &mut impl Source) -> Flanks {
    Flanks { left: refused(source), right: refused(source) }
}

fn refuse(source: &mut impl Source) -> Option<Flanks> {
    (source.below(4) == 0).then(|| flanks(source))
}

fn shape(source: &mut impl Source, here: Pose) -> Shape {
    match source.below(10) {
        0 => Shape::Line { left: refused(source), right: refused(source) },
        1 => Shape::SupportedLine,
        2 => Shape::ExtendedLine {
            gaps: (0..source.below(12)).map(|_| length(source)).collect(),
            flanks: flanks(source),
        },
        3 => Shape::OpenOrder {
            ranks: source.one(&[0, 1, 1, 2, 3, 255]),
            gap: source.one(&[500, 1_000, 750, -1, i32::MAX].map(Length::thousandths)),
            flanks: if source.flip() { Flanks::STRAIGHT } else { flanks(source) },
        },
        4 => Shape::FieldColumn,
        5 => Shape::MarchColumn {
            trail: (0..source.below(4)).map(|_| point(source, here.at)).collect(),
        },
        6 => Shape::Square,
        7 => Shape::Cluster,
        8 => Shape::Apart { stands: (0..source.below(6)).map(|_| pose(source, here)).collect() },
        _ => Shape::line(),
    }
}

fn new_formation(source: &mut impl Source, here: Pose) -> NewFormation {
    let plain = [
        (Formation::Line, Shape::line()),
        (Formation::SupportedLine, Shape::SupportedLine),
        (Formation::FieldColumn, Shape::FieldColumn),
        (Formation::MarchColumn, Shape::MarchColumn { trail: Vec::new() }),
        (Formation::Square, Shape::Square),
    ];
    let (formation, shape) = match source.below(4) {
        0 => (source.one(Formation::ALL), shape(source, here)),
        1 => (Formation::OpenOrder, shape(source, here)),
        _ => plain[source.below(plain.len() as u32) as usize].clone(),
    };
    let mounted = source.one(&[None, None, None, Some(true), Some(false)]);
    NewFormation { formation, shape, anchor: pose(source, here), mounted }
}

fn frontage(source: &mut impl Source, here: Pose) -> Option<Frontage> {
    (source.below(6) == 0).then(|| Frontage {
        first: source.flip(),
        shape: shape(source, here),
        anchor: pose(source, here),
    })
}

/// Any unit of the table.
pub fn anybody(source: &mut impl Source, position: &Position) -> UnitId {
    UnitId(source.below(position.units().len() as u32) as u16)
}

/// A maneuver of a troop unit, whatever it can do.
pub fn maneuver(source: &mut impl Source, position: &Position, id: UnitId) -> Maneuver {
    let here = position.unit(id).anchor;
    match source.below(16) {
        0 => Maneuver::Hold { refuse: refuse(source), frontage: frontage(source, here) },
        1..=3 => Maneuver::ChangeFormation {
            before: if source.flip() { steps(source) } else { Vec::new() },
            to: new_formation(source, here),
            after: if source.flip() { steps(source) } else { Vec::new() },
            refuse: refuse(source),
        },
        4 => Maneuver::PassageOfLines { through: anybody(source, position), steps: steps(source) },
        5 => Maneuver::MarchByTheFlank { to: hand(source), by: length(source) },
        6 => Maneuver::DeployToTheFront { to: shape(source, here), anchor: pose(source, here) },
        7 => Maneuver::ChangeFront {
            about: hand(source),
            turn: angle(source),
            backward: source.flip(),
            refuse: refuse(source),
        },
        8 => Maneuver::FaceByTheRearRank,
        9 => Maneuver::ScaleObstacle { piece: source.below(40) as usize },
        10 => Maneuver::Replenish,
        _ => Maneuver::Move {
            steps: steps(source),
            disordered: source.below(4) == 0,
            refuse: refuse(source),
            frontage: frontage(source, here),
        },
    }
}

fn limbering(source: &mut impl Source) -> Limbering {
    if source.flip() { Limbering::About } else { Limbering::To(angle(source)) }
}

/// A maneuver of a gun stand, whatever it can do.
pub fn gun_maneuver(source: &mut impl Source) -> GunManeuver {
    match source.below(16) {
        0 => GunManeuver::Hold,
        1 => GunManeuver::Limber(limbering(source)),
        2 => GunManeuver::Unlimber { facing: angle(source), fire: source.flip() },
        3 => GunManeuver::Pivot { facing: angle(source), fire: source.flip() },
        4 => GunManeuver::HandHaul {
            to: hand(source),
            slant: angle(source),
            by: length(source),
            back: source.flip(),
        },
        5 => GunManeuver::Prolong { to: hand(source), slant: angle(source), by: length(source) },
        6 => GunManeuver::Fire,
        7 => GunManeuver::Rally,
        8 => GunManeuver::Replenish,
        9 => GunManeuver::Retreat,
        _ => GunManeuver::Move {
            steps: steps(source),
            limber: if source.flip() { Some(limbering(source)) } else { None },
            unlimber: if source.flip() { Some(angle(source)) } else { None },
            fire: source.below(4) == 0,
        },
    }
}

/// A leader near anybody, or off the table.
pub fn leader(source: &mut impl Source, position: &Position) -> Leader {
    let here = position.unit(anybody(source, position)).anchor.at;
    Leader {
        name: "".into(),
        side: source.one(&[Side::First, Side::Second]),
        rank: source.one(Rank::ALL),
        rating: LeaderRating::Able,
        at: if source.below(16) > 0 { Some(point(source, here)) } else { None },
        attached: None,
        dismounted: source.flip(),
        of_artillery: false,
        masses_guns: false,
    }
}

/// A way of a few bends.
pub fn way(source: &mut impl Source, position: &Position) -> Vec<Point> {
    let here = position.unit(anybody(source, position)).anchor.at;
    (0..source.below(4)).map(|_| point(source, here)).collect()
}
