//! Formations: each a pure function from an anchor to stands, and back.
//!
//! The anchor is the middle of the front edge and the way the formation looks. Stands are numbered
//! from the left of the front rank to the right of the last; in a column from the head to the tail.

use geometry::{Angle, Length, Point, Polygon, Pose, Rect, Spot};
use rulebook::{Base, RuleId};
use schemars::JsonSchema;
use serde::Serialize;

/// Stands of a flank that are swung back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// How many stands.
    pub stands: u8,
    /// How far back, 0 to 45 degrees.
    pub turn: Angle,
}

/// Both flanks of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Flanks {
    /// The left flank.
    pub left: Refused,
    /// The right flank.
    pub right: Refused,
}

impl Flanks {
    /// Neither is swung back.
    pub const STRAIGHT: Flanks = Flanks {
        left: Refused { stands: 0, turn: Angle::ZERO },
        right: Refused { stands: 0, turn: Angle::ZERO },
    };
}

/// The shape of a unit on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Shape {
    /// One rank, base to base, either flank refused.
    Line {
        /// The left flank.
        left: Refused,
        /// The right flank.
        right: Refused,
    },
    /// Two ranks, base to base.
    SupportedLine,
    /// One rank with gaps that may differ.
    ExtendedLine {
        /// The gap after each stand but the last; empty for base to base.
        gaps: Vec<Length>,
        /// Flanks swung back.
        flanks: Flanks,
    },
    /// One or more ranks with even gaps, each rank covering the gaps of the one in front.
    OpenOrder {
        /// How many ranks.
        ranks: u8,
        /// The gap between neighbours.
        gap: Length,
        /// Flanks swung back; only in a single rank.
        flanks: Flanks,
    },
    /// Two stands wide.
    FieldColumn,
    /// Single file, along a trail that begins at the head; straight back where it ends.
    MarchColumn {
        /// Places the column has passed, the latest first.
        trail: Vec<Point>,
    },
    /// A hollow box that looks outward on four sides.
    Square,
    /// Without formation, close together.
    Cluster,
    /// Each stand by itself: guns, and the garrison of a building.
    Apart {
        /// The middle of each base and where it looks.
        stands: Vec<Pose>,
    },
}

/// Why a shape cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeRefusal {
    /// A gap is too small or too large.
    Gap {
        /// The gap.
        gap: Length,
        /// The least allowed.
        least: Length,
        /// The most allowed.
        most: Length,
        /// The ledger entry.
        rule: RuleId,
    },
    /// There must be a gap for each pair of neighbours, or none at all.
    GapCount {
        /// How many gaps are needed.
        needed: u8,
    },
    /// Too many stands are refused.
    RefusedStands {
        /// The most that may be.
        most: u8,
        /// The ledger entry.
        rule: RuleId,
    },
    /// A flank is refused too far.
    RefusedTurn {
        /// The ledger entry.
        rule: RuleId,
    },
    /// Too few stands for so many ranks.
    Ranks {
        /// The most there can be.
        most: u8,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Too few stands for this shape.
    TooFew {
        /// The fewest.
        fewest: u8,
        /// The ledger entry.
        rule: RuleId,
    },
}

impl ShapeRefusal {
    /// The ledger entry that refuses.
    pub fn rule(&self) -> RuleId {
        match self {
            ShapeRefusal::Gap { rule, .. }
            | ShapeRefusal::RefusedStands { rule, .. }
            | ShapeRefusal::RefusedTurn { rule }
            | ShapeRefusal::Ranks { rule, .. }
            | ShapeRefusal::TooFew { rule, .. } => rule.clone(),
            ShapeRefusal::GapCount { .. } => RuleId::new("FORM-ACW-XL-INTERVAL"),
        }
    }
}

/// Where a stand is in its formation: right of the anchor, ahead of it, turned.
#[derive(Clone, Copy, Debug)]
struct Place {
    right: f64,
    ahead: f64,
    turn: Angle,
}

impl Place {
    fn new(right: f64, ahead: f64) -> Place {
        Place { right, ahead, turn: Angle::ZERO }
    }
}

/// The widest gap of a loose formation (FORM-ACW-XL-INTERVAL, FORM-OPEN-SKIRMISH-LINE).
pub(crate) const MOST_GAP: Length = Length::inches(1);
/// The narrowest gap of open order (FORM-OPEN-SKIRMISH-LINE).
pub(crate) const LEAST_OPEN_GAP: Length = Length::thousandths(500);
/// Extended lines of more stands have no gaps (FORM-ACW-XL-OVER-SIX).
const GAPS_UP_TO: u8 = 6;
/// A square has a second rank beyond so many stands.
const RING: u8 = 12;
/// How far a flank is refused (TRP-BASE-REFUSE).
const MOST_REFUSED: Angle = Angle::degrees(45);

impl Shape {
    /// A line with neither flank refused.
    pub fn line() -> Shape {
        Shape::Line { left: Refused::default(), right: Refused::default() }
    }

    /// Guns side by side, `gap` apart, looking the same way.
    pub fn battery(base: Base, count: u8, gap: Length, anchor: Pose) -> Shape {
        let (width, depth) = sizes(base);
        let pitch = width + f64::from(gap.in_thousandths());
        let pose = |i| anchor.moved(across(i, count, pitch), -depth / 2.0, Angle::ZERO);
        Shape::Apart { stands: (0..count).map(pose).collect() }
    }

    /// The garrison of a building: stands along the inside of its walls, looking out.
    pub fn garrison(base: Base, count: u8, walls: &Polygon) -> Shape {
        Shape::Apart { stands: along_walls(base, count, walls) }
    }

    /// The bases of `count` stands in this shape.
    pub fn stands(&self, base: Base, count: u8, anchor: Pose) -> Result<Vec<Rect>, ShapeRefusal> {
        match self {
            Shape::MarchColumn { trail } => return Ok(file(base, count, anchor, trail)),
            Shape::Apart { stands } => {
                let rect = |pose: &Pose| Rect::new(*pose, base.width, base.depth);
                return Ok(stands.iter().take(usize::from(count)).map(rect).collect());
            }
            _ => {}
        }
        let places = self.places(base, count)?;
        let rect = |place: &Place| {
            Rect::new(anchor.moved(place.right, place.ahead, place.turn), base.width, base.depth)
        };
        Ok(places.iter().map(rect).collect())
    }

    /// How many of `count` stands can fire straight ahead: the first two ranks, or the head of a
    /// column; nothing without formation.
    pub fn stands_to_fire(&self, count: u8) -> u8 {
        match self {
            Shape::Line { .. } | Shape::SupportedLine | Shape::ExtendedLine { .. } => count,
            Shape::OpenOrder { ranks, .. } => share(count, (*ranks).max(1)).iter().take(2).sum(),
            Shape::FieldColumn => count.min(4),
            Shape::MarchColumn { .. } => count.min(1),
            Shape::Square => {
                let inside = count.saturating_sub(RING);
                sides(count.min(RING))[0] + inside.div_ceil(4)
            }
            Shape::Cluster => 0,
            Shape::Apart { stands } => count.min(stands.len() as u8),
        }
    }

    /// The same shape with no flank refused.
    pub fn straight(&self) -> Shape {
        match self {
            Shape::Line { .. } => Shape::line(),
            Shape::ExtendedLine { gaps, .. } => {
                Shape::ExtendedLine { gaps: gaps.clone(), flanks: Flanks::STRAIGHT }
            }
            Shape::OpenOrder { ranks, gap, .. } => {
                Shape::OpenOrder { ranks: *ranks, gap: *gap, flanks: Flanks::STRAIGHT }
            }
            other => other.clone(),
        }
    }

    /// How many of `count` stands are in the front rank: they come first.
    pub fn front_rank(&self, count: u8) -> u8 {
        match self {
            Shape::Line { .. } | Shape::ExtendedLine { .. } | Shape::Apart { .. } => count,
            Shape::SupportedLine => share(count, 2)[0],
            Shape::OpenOrder { ranks, .. } => share(count, (*ranks).max(1))[0],
            Shape::FieldColumn => count.min(2),
            Shape::MarchColumn { .. } => count.min(1),
            Shape::Square => count.min(RING),
            Shape::Cluster => 0,
        }
    }

    /// How wide the front is: what a wheel turns.
    pub fn frontage(&self, base: Base, count: u8) -> Length {
        let wide = |stands: u8, gap: i32| {
            let gaps = i32::from(stands.saturating_sub(1)).saturating_mul(gap);
            let bases = base.width.in_thousandths() * i32::from(stands);
            Length::thousandths(bases.saturating_add(gaps))
        };
        match self {
            Shape::ExtendedLine { gaps, .. } => {
                let bases = wide(count, 0).in_thousandths();
                let gaps = gaps.iter().map(|gap| gap.in_thousandths());
                Length::thousandths(gaps.fold(bases, i32::saturating_add))
            }
            Shape::OpenOrder { gap, .. } => wide(self.front_rank(count), gap.in_thousandths()),
            Shape::Square => wide(sides(count.min(RING))[0], 0),
            Shape::Cluster => wide(side_of_cluster(count), 0),
            Shape::Apart { .. } => wide(1, 0),
            _ => wide(self.front_rank(count), 0),
        }
    }

    /// The shape and anchor of stands that stand as one of these shapes; nothing for any other.
    pub fn of(stands: &[Rect], base: Base) -> Option<(Shape, Pose)> {
        let count = u8::try_from(stands.len()).ok()?;
        let tried: Vec<(Shape, Pose, Vec<Rect>)> = candidates(stands, base)
            .into_iter()
            .filter_map(|(shape, anchor_from)| {
                let anchor = anchor_of(&shape, stands, anchor_from, base, count)?;
                let placed = shape.stands(base, count, anchor).ok()?;
                Some((shape, anchor, placed))
            })
            .collect();
        let near = |one: &Rect, other: &Rect| {
            one.pose.heading == other.pose.heading
                && one.pose.at.distance(other.pose.at) <= Length::thousandths(2)
        };
        let exact = tried.iter().find(|(_, _, placed)| placed == stands);
        // Uneven gaps are read off rounded places: they come back to the grid, not to the digit.
        let found = exact.or_else(|| {
            tried.iter().find(|(_, _, placed)| placed.iter().zip(stands).all(|(a, b)| near(a, b)))
        });
        found.map(|(shape, anchor, _)| (shape.clone(), *anchor))
    }

    fn places(&self, base: Base, count: u8) -> Result<Vec<Place>, ShapeRefusal> {
        match self {
            Shape::Line { left, right } => line(base, count, *left, *right),
            Shape::SupportedLine => supported_line(base, count),
            Shape::ExtendedLine { gaps, flanks } => {
                refused(base, extended_line(base, count, gaps)?, *flanks)
            }
            Shape::OpenOrder { ranks, gap, flanks } => {
                let places = open_order(base, count, *ranks, *gap)?;
                if *ranks > 1 && *flanks != Flanks::STRAIGHT {
                    let rule = RuleId::new("TRP-BASE-REFUSE");
                    return Err(ShapeRefusal::RefusedStands { most: 0, rule });
                }
                refused(base, places, *flanks)
            }
            Shape::FieldColumn => Ok(ranks_of(base, &split_by(count, 2))),
            Shape::MarchColumn { .. } => Ok(ranks_of(base, &split_by(count, 1))),
            Shape::Square => Ok(square(base, count)),
            Shape::Cluster => Ok(ranks_of(base, &split_by(count, side_of_cluster(count)))),
            Shape::Apart { .. } => Ok(Vec::new()),
        }
    }
}

fn sizes(base: Base) -> (f64, f64) {
    (f64::from(base.width.in_thousandths()), f64::from(base.depth.in_thousandths()))
}

/// Ranks of `wide` stands, the last with what is left.
fn split_by(count: u8, wide: u8) -> Vec<u8> {
    let full = count / wide;
    let rest = count % wide;
    let mut ranks = vec![wide; usize::from(full)];
    ranks.extend((rest > 0).then_some(rest));
    ranks
}

/// `count` shared among `parts` as evenly as can be, the first ones getting one more.
fn share(count: u8, parts: u8) -> Vec<u8> {
    (0..parts).map(|part| count / parts + u8::from(part < count % parts)).collect()
}

/// Touching ranks, each centred.
fn ranks_of(base: Base, ranks: &[u8]) -> Vec<Place> {
    let (width, depth) = sizes(base);
    let mut places = Vec::new();
    for (rank, &stands) in ranks.iter().enumerate() {
        let ahead = -(rank as f64 + 0.5) * depth;
        places.extend((0..stands).map(|i| Place::new(across(i, stands, width), ahead)));
    }
    places
}

/// How far right of the middle the `i`th of `stands` things stands that are `pitch` apart.
fn across(i: u8, stands: u8, pitch: f64) -> f64 {
    (f64::from(i) - (f64::from(stands) - 1.0) / 2.0) * pitch
}

fn line(base: Base, count: u8, left: Refused, right: Refused) -> Result<Vec<Place>, ShapeRefusal> {
    refused(base, ranks_of(base, &[count]), Flanks { left, right })
}

/// A rank with its flanks swung back.
fn refused(base: Base, mut rank: Vec<Place>, flanks: Flanks) -> Result<Vec<Place>, ShapeRefusal> {
    let rule = || RuleId::new("TRP-BASE-REFUSE");
    let Flanks { left, right } = flanks;
    let count = rank.len() as u8;
    let most = count / 2;
    let both = left.stands.saturating_add(right.stands);
    if left.stands > most || right.stands > most || both > count.saturating_sub(2).max(most) {
        return Err(ShapeRefusal::RefusedStands { most, rule: rule() });
    }
    let limit = MOST_REFUSED.in_hundredths();
    if left.turn.in_hundredths() > limit || right.turn.in_hundredths() > limit {
        return Err(ShapeRefusal::RefusedTurn { rule: rule() });
    }
    swing(&mut rank, base, right.stands, right.turn, 1.0);
    swing(&mut rank, base, left.stands, left.turn, -1.0);
    Ok(rank)
}

/// Swings the outer stands of one side back about the inner rear corner of the innermost of them.
fn swing(places: &mut [Place], base: Base, stands: u8, turn: Angle, side: f64) {
    let (width, depth) = sizes(base);
    let stands = usize::from(stands);
    if stands == 0 {
        return;
    }
    let turn = if side > 0.0 { turn } else { turn.reversed() };
    let count = places.len();
    let (inner, swung) =
        if side > 0.0 { (count - stands, count - stands..count) } else { (stands - 1, 0..stands) };
    let hinge =
        Spot::new(places[inner].right - side * width / 2.0, places[inner].ahead - depth / 2.0);
    for place in &mut places[swung] {
        let spot = Spot::new(place.right, place.ahead).minus(hinge).turned(turn).plus(hinge);
        *place = Place { right: spot.x, ahead: spot.y, turn };
    }
}

fn supported_line(base: Base, count: u8) -> Result<Vec<Place>, ShapeRefusal> {
    let ranks = share(count, 2);
    if ranks[0] < 3 {
        let rule = RuleId::new("FORM-BASE-SUPPORTED-LINE");
        return Err(ShapeRefusal::TooFew { fewest: 5, rule });
    }
    Ok(ranks_of(base, &ranks))
}

fn extended_line(base: Base, count: u8, gaps: &[Length]) -> Result<Vec<Place>, ShapeRefusal> {
    if gaps.is_empty() {
        return Ok(ranks_of(base, &[count]));
    }
    let needed = count.saturating_sub(1);
    if gaps.len() != usize::from(needed) {
        return Err(ShapeRefusal::GapCount { needed });
    }
    let most = if count <= GAPS_UP_TO { MOST_GAP } else { Length::ZERO };
    if let Some(&gap) = gaps.iter().find(|&&gap| gap < Length::ZERO || gap > most) {
        let over = count > GAPS_UP_TO;
        let rule = if over { "FORM-ACW-XL-OVER-SIX" } else { "FORM-ACW-XL-INTERVAL" };
        let rule = RuleId::new(rule);
        return Err(ShapeRefusal::Gap { gap, least: Length::ZERO, most, rule });
    }
    let (width, depth) = sizes(base);
    let between: f64 = gaps.iter().map(|gap| f64::from(gap.in_thousandths())).sum();
    let mut right = -(between + width * f64::from(count)) / 2.0 + width / 2.0;
    let mut places = vec![Place::new(right, -depth / 2.0)];
    for gap in gaps {
        right += width + f64::from(gap.in_thousandths());
        places.push(Place::new(right, -depth / 2.0));
    }
    Ok(places)
}

fn open_order(base: Base, count: u8, ranks: u8, gap: Length) -> Result<Vec<Place>, ShapeRefusal> {
    if gap < LEAST_OPEN_GAP || gap > MOST_GAP {
        let rule = RuleId::new("FORM-OPEN-SKIRMISH-LINE");
        return Err(ShapeRefusal::Gap { gap, least: LEAST_OPEN_GAP, most: MOST_GAP, rule });
    }
    let most = count.div_ceil(2).max(1);
    if ranks == 0 || ranks > most {
        return Err(ShapeRefusal::Ranks { most, rule: RuleId::new("FORM-OPEN-DENSE") });
    }
    let (width, depth) = sizes(base);
    let pitch = width + f64::from(gap.in_thousandths());
    let shared = share(count, ranks);
    let mut places = Vec::new();
    for (rank, &stands) in shared.iter().enumerate() {
        // A rank as strong as the one in front steps half a pitch aside to cover its gaps.
        let in_step = (shared[0] - stands) % 2 == 1;
        let aside = if rank % 2 == 1 && !in_step { pitch / 2.0 } else { 0.0 };
        let back = if rank % 2 == 0 && in_step { pitch / 2.0 } else { 0.0 };
        let ahead = -(rank as f64 + 0.5) * depth;
        let right = |i| across(i, stands, pitch) + aside + back;
        places.extend((0..stands).map(|i| Place::new(right(i), ahead)));
    }
    Ok(places)
}

/// Four sides around a hollow: front, right, rear, left; what is beyond twelve stands inside.
fn square(base: Base, count: u8) -> Vec<Place> {
    let (width, depth) = sizes(base);
    let ring = sides(count.min(RING));
    let inside: [u8; 4] = std::array::from_fn(|side| {
        let more = count.saturating_sub(RING);
        more / 4 + u8::from(side < usize::from(more % 4))
    });
    let inner = |side: usize| f64::from(inside[side]) * width;
    let outer = |side: usize| f64::from(ring[side]) * width;
    let rank = |side: usize| if inside[side] > 0 { depth } else { 0.0 };
    let across_hollow = [outer(0), outer(2), inner(0), inner(2)].into_iter().fold(0.0, f64::max);
    let along_inner = inner(1).max(inner(3));
    let deep = if along_inner > 0.0 { along_inner + rank(0) + rank(2) } else { 0.0 };
    let along_hollow = [outer(1), outer(3), deep].into_iter().fold(0.0, f64::max);
    let middle = -depth - along_hollow / 2.0;
    let mut places = Vec::new();
    for (ranked, out) in [(&ring, 0.5), (&inside, -0.5)] {
        for (side, &stands) in ranked.iter().enumerate() {
            let half = if side % 2 == 0 { along_hollow } else { across_hollow } / 2.0;
            let turn = Angle::degrees(90 * side as i32);
            for i in 0..stands {
                let spot = Spot::new(across(i, stands, width), half + out * depth).turned(turn);
                places.push(Place { right: spot.x, ahead: spot.y + middle, turn });
            }
        }
    }
    places
}

/// Stands of the four sides: front, right, rear, left. Odd ones go to the front, then the rear;
/// three leave the rear open, two stand back to back.
fn sides(count: u8) -> [u8; 4] {
    match count {
        0 => [0; 4],
        1 => [1, 0, 0, 0],
        2 => [1, 0, 1, 0],
        3 => [1, 1, 0, 1],
        _ => {
            let (each, odd) = (count / 4, count % 4);
            let more = |place: u8| each + u8::from(odd > place);
            [more(0), more(2), more(1), each]
        }
    }
}

/// Places evenly along the walls, as deep inside as a base is, looking out.
fn along_walls(base: Base, count: u8, walls: &Polygon) -> Vec<Pose> {
    let (_, depth) = sizes(base);
    let sides: Vec<(Spot, Spot)> = walls.sides().collect();
    let round: f64 = sides.iter().map(|(a, b)| b.minus(*a).size()).sum();
    let place = |i: u8| {
        let mut left = round * (f64::from(i) + 0.5) / f64::from(count.max(1));
        for &(a, b) in &sides {
            let size = b.minus(a).size();
            if left <= size {
                let spot = a.plus(b.minus(a).times(left / size));
                let along = b.minus(a).heading();
                let out = [along.plus(Angle::LEFT), along.plus(Angle::RIGHT)];
                let beyond = |look: &Angle| {
                    let (sin, cos) = look.sin_cos();
                    !walls.contains(spot.plus(Spot::new(sin, cos).times(1.0)))
                };
                let look = out.into_iter().find(beyond).unwrap_or(out[0]);
                return Pose::new(spot.point(), look).moved(0.0, -depth / 2.0, Angle::ZERO);
            }
            left -= size;
        }
        Pose::default()
    };
    (0..count).map(place).collect()
}

fn side_of_cluster(count: u8) -> u8 {
    (1..=count.max(1)).find(|&side| u16::from(side).pow(2) >= u16::from(count)).unwrap_or(1)
}

/// Single file along a trail, each stand looking at the place in front of it.
pub(crate) fn file(base: Base, count: u8, head: Pose, trail: &[Point]) -> Vec<Rect> {
    let (_, depth) = sizes(base);
    let mut path: Vec<Spot> = vec![head.at.spot()];
    path.extend(trail.iter().map(|point| point.spot()).filter(|spot| *spot != head.at.spot()));
    let rect = |i: u8| {
        let back = (f64::from(i) + 0.5) * depth;
        Rect::new(along(&path, head.heading, back), base.width, base.depth)
    };
    (0..count).map(rect).collect()
}

/// The pose `back` thousandths behind the head of a path, looking towards the head.
pub(crate) fn along(path: &[Spot], heading: Angle, back: f64) -> Pose {
    let mut left = back;
    let mut looks = heading;
    for pair in path.windows(2) {
        let step = pair[1].minus(pair[0]);
        let size = step.size();
        if size <= f64::EPSILON {
            continue;
        }
        looks = pair[0].minus(pair[1]).heading();
        if left <= size {
            return Pose::new(pair[0].plus(step.times(left / size)).point(), looks);
        }
        left -= size;
    }
    let tail = path.last().copied().unwrap_or_default().point();
    Pose::new(tail, looks).moved(0.0, -left, Angle::ZERO)
}

/// The anchor that puts one stand where it is.
fn anchor_of(shape: &Shape, stands: &[Rect], which: usize, base: Base, count: u8) -> Option<Pose> {
    let stand = stands.get(which)?;
    let place = *shape.places(base, count).ok()?.get(which)?;
    let heading = stand.pose.heading.minus(place.turn);
    let offset = Spot::new(place.right, place.ahead).turned(heading).point();
    let at =
        |of: fn(Point) -> Length| of(stand.pose.at).in_thousandths() - of(offset).in_thousandths();
    Some(Pose::new(Point::thousandths(at(|p| p.x), at(|p| p.y)), heading))
}

/// The shapes that stands might be in, plainest first, with the stand to measure from.
fn candidates(stands: &[Rect], base: Base) -> Vec<(Shape, usize)> {
    let count = stands.len();
    let mut shapes = vec![
        (Shape::line(), 0),
        (Shape::FieldColumn, 0),
        (Shape::SupportedLine, 0),
        (Shape::MarchColumn { trail: Vec::new() }, 0),
        (Shape::Square, 0),
        (Shape::Cluster, 0),
    ];
    let mut headings: Vec<Angle> = stands.iter().map(|stand| stand.pose.heading).collect();
    headings.dedup();
    for heading in headings {
        let flanks = refused_flanks(stands, heading);
        let inner = usize::from(flanks.left.stands).min(count.saturating_sub(1));
        shapes.push((Shape::Line { left: flanks.left, right: flanks.right }, inner));
        let straight = straightened(stands, flanks);
        shapes.extend(gapped(&straight, base, flanks).into_iter().map(|shape| (shape, inner)));
    }
    shapes
}

/// The shapes with gaps that a rank might be in, were its flanks not refused.
fn gapped(stands: &[Rect], base: Base, flanks: Flanks) -> Vec<Shape> {
    let count = stands.len();
    let gap_to = |a: &Rect, b: &Rect| {
        let step = a.pose.local(b.pose.at.spot());
        let gap = step.x - f64::from(base.width.in_thousandths());
        geometry::rounded(gap)
    };
    let Some(first) = stands.first() else { return Vec::new() };
    let mut shapes = Vec::new();
    for ranks in 1..=count.div_ceil(2).max(1) {
        if let Some(gap) = stands.get(1).map(|second| gap_to(first, second)) {
            for near in -1..=1 {
                let gap = Length::thousandths(gap.in_thousandths() + near);
                shapes.push(Shape::OpenOrder { ranks: ranks as u8, gap, flanks });
            }
        }
    }
    let gaps: Vec<Length> = stands.windows(2).map(|w| gap_to(&w[0], &w[1])).collect();
    shapes.push(Shape::ExtendedLine { gaps, flanks });
    shapes
}

/// The ends that look another way than the stands that look along `heading`.
fn refused_flanks(stands: &[Rect], heading: Angle) -> Flanks {
    let turned = |stand: &&Rect| stand.pose.heading != heading;
    let left = stands.iter().take_while(turned).count() as u8;
    let right = stands.iter().rev().take_while(turned).count() as u8;
    let turn = |stand: Option<&Rect>| stand.map_or(Angle::ZERO, |s| s.pose.heading.minus(heading));
    Flanks {
        left: Refused { stands: left, turn: turn(stands.first()).reversed() },
        right: Refused { stands: right, turn: turn(stands.last()) },
    }
}

/// The stands with their refused flanks swung forward again.
fn straightened(stands: &[Rect], flanks: Flanks) -> Vec<Rect> {
    let mut straight = stands.to_vec();
    let count = stands.len();
    let (left, right) = (usize::from(flanks.left.stands), usize::from(flanks.right.stands));
    let mut back = |range: std::ops::Range<usize>, hinge: Spot, turn: Angle| {
        for stand in &mut straight[range] {
            let at = stand.pose.at.spot().minus(hinge).turned(turn).plus(hinge);
            stand.pose = Pose::new(at.point(), stand.pose.heading.plus(turn));
        }
    };
    if left > 0 && left < count {
        back(0..left, stands[left - 1].corners()[2], flanks.left.turn);
    }
    if right > 0 && right < count {
        let turn = flanks.right.turn.reversed();
        back(count - right..count, stands[count - right].corners()[3], turn);
    }
    straight
}
