//! Random tables for laws, oracles and benchmarks: always the same for the same seed.

use std::sync::Arc;

use engine::formations::{Flanks, Shape};
use engine::table::{Front, Outline, Placed, Position, Side, Table, Terrain};
use engine::{Arm, Emplacement, Formation, Strength, Trait, Unit};
use geometry::{Angle, Length, Point, Polygon, Pose};
use rulebook::{Experience, Rulebook};

/// Numbers that look random (SplitMix64).
pub struct Numbers(
    /// The seed.
    pub u64,
);

impl Numbers {
    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From `low` up to, but not including, `high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + (self.next() % (high - low).max(1) as u64) as i32
    }

    /// One of `all`.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.between(0, all.len() as i32) as usize]
    }
}

/// A random piece of terrain.
pub fn terrain(book: &Rulebook, numbers: &mut Numbers, width: i32, height: i32) -> Terrain {
    let kinds = [
        "woods",
        "dense-woods",
        "marsh",
        "orchard",
        "building",
        "hill",
        "rocks",
        "water",
        "stone-wall",
        "fence",
        "works",
        "abatis",
        "stream",
        "good-road",
        "brush",
    ];
    let kind = *numbers.pick(&kinds);
    let kind = Arc::new(book.terrain(kind).expect("a kind of every war").clone());
    let (x, y) = (numbers.between(0, width), numbers.between(0, height));
    let line = kind.traits.contains(rulebook::TerrainTrait::Line) || &*kind.id == "stream";
    let outline = if line {
        let mut points = vec![Point::thousandths(x, y)];
        for _ in 0..numbers.between(1, 4) {
            let last = points[points.len() - 1];
            let step = |n: &mut Numbers| n.between(-6000, 6000);
            let next = Point::thousandths(
                last.x.in_thousandths() + step(numbers),
                last.y.in_thousandths() + step(numbers),
            );
            points.push(next);
        }
        let road = kind.traits.contains(rulebook::TerrainTrait::Road) || &*kind.id == "stream";
        Outline::Line { points, width: if road { Length::inches(1) } else { Length::ZERO } }
    } else {
        let (a, b) = (numbers.between(1000, 5000), numbers.between(1000, 5000));
        let centre = Point::thousandths(x, y);
        let ring = Polygon::ellipse(centre, Length::thousandths(a), Length::thousandths(b), 16);
        Outline::Area(ring)
    };
    let level = u8::from(&*kind.id == "hill");
    Terrain { name: "".into(), kind, outline, level, crest: None, front: Front::Both }
}

/// A random unit at a place.
pub fn unit(book: &Rulebook, numbers: &mut Numbers, side: Side, at: Pose) -> Option<Placed> {
    let nation = book.nations[match side {
        Side::First => 0,
        Side::Second => 1 % book.nations.len(),
    }];
    let mut unit = Unit::new(nation);
    unit.name = format!("unit {}", numbers.next() % 100_000).into();
    let stands = numbers.between(3, 13) as u8;
    unit.strength = Strength::new(stands, None);
    unit.experience = *numbers.pick(Experience::ALL);
    unit.weapon = Some("RM".into()).filter(|_| &*book.period == "acw").or(Some("M".into()));
    unit.traits.insert(Trait::CanOpenOrder);
    let loose = if book.has(rulebook::Feature::OpenOrder) {
        Shape::OpenOrder { ranks: 1, gap: Length::inches(1), flanks: Flanks::STRAIGHT }
    } else {
        Shape::ExtendedLine { gaps: Vec::new(), flanks: Flanks::STRAIGHT }
    };
    let (formation, shape) = match numbers.between(0, 9) {
        0 => (Formation::FieldColumn, Shape::FieldColumn),
        1 => (Formation::MarchColumn, Shape::MarchColumn { trail: Vec::new() }),
        2 => (Formation::OpenOrder, loose),
        3 if stands > 4 => (Formation::SupportedLine, Shape::SupportedLine),
        4 => {
            unit.arm = Arm::Guns;
            unit.strength.stands = numbers.between(1, 4) as u8;
            unit.weapon = book.pieces.first().map(|piece| piece.code.clone());
            if numbers.next().is_multiple_of(3) {
                unit.guns.emplacement = Emplacement::Limbered;
            }
            let count = unit.strength.stands;
            (Formation::Line, Shape::battery(book.bases.guns, count, Length::thousandths(500), at))
        }
        5 => {
            unit.arm = Arm::Cavalry;
            unit.mounted = true;
            (Formation::Line, Shape::line())
        }
        _ => (Formation::Line, Shape::line()),
    };
    unit.formation = formation;
    Placed::new(unit, side, shape, at, &book.bases).ok()
}

/// A table with about so many stands, at a density of a large battle, none overlapping.
pub fn position(book: &Rulebook, seed: u64, stands: usize) -> Position {
    let mut numbers = Numbers(seed);
    // 800 stands on 12 by 6 feet.
    let area = 144.0 * 72.0 * (stands.max(40) as f64 / 800.0);
    let height = (area / 2.0).sqrt() * 1000.0;
    let (width, height) = ((height * 2.0) as i32, height as i32);
    let pieces = (stands / 12).max(4);
    let ground: Vec<Terrain> =
        (0..pieces).map(|_| terrain(book, &mut numbers, width, height)).collect();
    let table = Table::new(Length::thousandths(width), Length::thousandths(height), ground);
    let table = Arc::new(table);
    let mut placed: Vec<Placed> = Vec::new();
    let mut count = 0;
    let mut tries = 0;
    while count < stands && tries < 100_000 {
        tries += 1;
        let side = if numbers.next().is_multiple_of(2) { Side::First } else { Side::Second };
        let third = height / 5 * 2;
        let y = match side {
            Side::First => numbers.between(0, third),
            Side::Second => numbers.between(height - third, height),
        };
        let facing = match side {
            Side::First => numbers.between(-4500, 4500),
            Side::Second => numbers.between(13_500, 22_500),
        };
        let at = Point::thousandths(numbers.between(0, width), y);
        let pose = Pose::new(at, Angle::hundredths(facing));
        let Some(unit) = unit(book, &mut numbers, side, pose) else { continue };
        let Some(around) = unit.bounds() else { continue };
        if !table.bounds().holds(around) {
            continue;
        }
        let free = placed
            .iter()
            .all(|other| other.bounds().is_none_or(|bounds| !bounds.grown(1.0).meets(around)));
        if free {
            count += unit.stands.len();
            placed.push(unit);
        }
    }
    Position::new(table, placed, Vec::new())
}
