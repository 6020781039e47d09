//! What cover a target has from a firer, and what a defender holds against a charge, with reasons.

use geometry::{Angle, Bounds, Convex, Rect, Spot, TOUCH, meet};
use rulebook::{Cover, FirePoints, Position as Held, Rulebook, TerrainTrait, named};

use crate::table::{Outline, Placed, Position, Table, Terrain, slowed_by};
use crate::{Formation, Unit};

/// Deeper than this inside woods is deep, in thousandths.
const DEEP: f64 = 1000.0;
/// Woods no farther than this in front of a target hide most of it, in thousandths.
const CLOSE_BEHIND: f64 = 4000.0;
/// Where an attacker is measured before contact, in thousandths.
const RUN_UP: f64 = 2000.0;

named! {
    /// How a piece of terrain covers a target.
    pub enum How {
        /// The target stands in it.
        Inside = "inside",
        /// The target stands deep in it.
        DeepInside = "deep-inside",
        /// The target is close behind it.
        CloseBehind = "close-behind",
        /// The shot passes through it.
        Through = "through",
        /// The target lines it.
        Lining = "lining",
    }
}

/// A cover and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverReason {
    /// The cover.
    pub cover: Cover,
    /// The piece of terrain, by its place on the table.
    pub piece: usize,
    /// How it covers.
    pub how: How,
}

impl CoverReason {
    /// In words: `through the woods`, `lining Stone wall`.
    pub fn told(self, table: &Table) -> String {
        let how = match self.how {
            How::Inside => "in",
            How::DeepInside => "deep in",
            How::CloseBehind => "close behind",
            How::Through => "through",
            How::Lining => "lining",
        };
        let what = table.pieces().get(self.piece);
        format!("{how} {}", what.map_or_else(|| "terrain".to_owned(), Terrain::called))
    }
}

/// The best cover a target stand has from a shot that comes along the line `from`-`to`.
pub fn cover_of(
    table: &Table,
    (from, to): (Spot, Spot),
    target: Rect,
    unit: &Unit,
) -> Option<CoverReason> {
    let line = Bounds::of([from, to]).expect("two spots have a box").and(target.bounds());
    let mut best: Option<CoverReason> = None;
    for place in table.near(line.grown(TOUCH)) {
        let piece = &table.pieces()[place];
        let found = match &piece.outline {
            Outline::Area(_) => area_cover(piece, (from, to), target, unit),
            Outline::Line { .. } => line_cover(piece, (from, to), target),
        };
        let Some((cover, how)) = found else { continue };
        if cover > best.map_or(Cover::Open, |reason| reason.cover) {
            best = Some(CoverReason { cover, piece: place, how });
        }
    }
    best
}

fn area_cover(
    piece: &Terrain,
    (from, to): (Spot, Spot),
    target: Rect,
    unit: &Unit,
) -> Option<(Cover, How)> {
    let area = piece.area()?;
    if piece.is(TerrainTrait::Garrison) {
        let inside = unit.formation == Formation::Garrison && area.contains(target.pose.at.spot());
        return inside.then_some((piece.kind.cover, How::Inside));
    }
    if Convex::from(target).meets(area, -TOUCH) {
        let deep = piece.kind.deep_cover.filter(|_| area.depth_of(to) > DEEP + TOUCH);
        return Some(match deep {
            Some(cover) => (cover, How::DeepInside),
            None => (piece.kind.cover, How::Inside),
        });
    }
    if !piece.is(TerrainTrait::Woods) {
        return None;
    }
    let whole = to.minus(from);
    let cuts = area.cuts(from, to);
    let runs = cuts
        .windows(2)
        .filter(|pair| area.contains(from.plus(whole.times((pair[0] + pair[1]) / 2.0))));
    let size = whole.size();
    // A firer at the near edge of his own wood does not fire through it.
    let own = area.contains(from);
    let last = runs.filter(|pair| {
        let long = (pair[1] - pair[0]) * size;
        long > TOUCH && !(own && pair[0] == 0.0 && long <= DEEP + TOUCH)
    });
    let behind = last.map(|pair| (1.0 - pair[1]) * size).reduce(f64::min)?;
    if behind <= CLOSE_BEHIND + TOUCH {
        Some((piece.kind.deep_cover.unwrap_or(piece.kind.cover), How::CloseBehind))
    } else {
        Some((piece.kind.cover, How::Through))
    }
}

fn line_cover(piece: &Terrain, (from, to): (Spot, Spot), target: Rect) -> Option<(Cover, How)> {
    if piece.kind.cover == Cover::Open || !piece.touches(&Convex::from(target)) {
        return None;
    }
    // The far end of the shot is drawn on past the target's near edge: one who lines a wall has
    // its near side at his front.
    let beyond = to.plus(target.pose.at.spot().minus(to));
    let crossed = piece.parts().any(|part| meet((from, beyond), part).is_some())
        || lines_front(piece, target, from);
    let heading = to.minus(from).heading();
    (crossed && piece.faces(target.pose.at.spot(), heading))
        .then_some((piece.kind.cover, How::Lining))
}

/// Does the piece lie along the side of `target` that looks at `from`?
fn lines_front(piece: &Terrain, target: Rect, from: Spot) -> bool {
    let near = target.nearest(from);
    let wall = piece.gap_to(near) - piece.half_width();
    wall <= TOUCH && piece.gap_to(from) > piece.gap_to(target.pose.at.spot())
}

/// The cover of a volley: the best that at least half of the fire points must come through.
pub fn shared_cover(shots: &[(FirePoints, Cover)]) -> Cover {
    let all: u32 = shots.iter().map(|(points, _)| points.in_eighths()).sum();
    let through = |cover: Cover| {
        let points = shots.iter().filter(|(_, has)| *has >= cover).map(|(p, _)| p.in_eighths());
        points.sum::<u32>()
    };
    let counts = |cover: &&Cover| all > 0 && through(**cover) * 2 >= all;
    Cover::ALL.iter().rev().find(counts).copied().unwrap_or(Cover::Open)
}

/// Do at least half of a unit's front stands line a feature that covers them from the front?
pub fn is_behind_linear_cover(book: &Rulebook, table: &Table, placed: &Placed) -> bool {
    let front = placed.front_rank();
    let open =
        placed.unit.formation == Formation::OpenOrder && book.has(rulebook::Feature::OpenOrder);
    let lined = front.iter().filter(|stand| {
        let near = table.near(stand.bounds().grown(TOUCH));
        near.into_iter().any(|place| {
            let piece = &table.pieces()[place];
            let serves = piece.is(TerrainTrait::LinearCover)
                || (open && piece.is(TerrainTrait::Line) && piece.kind.cover == Cover::Minor);
            let ahead = stand.front();
            serves
                && piece.gap_to(ahead) - piece.half_width() <= TOUCH
                && piece.faces(ahead, stand.pose.heading.plus(Angle::ABOUT))
        })
    });
    !front.is_empty() && lined.count() * 2 >= front.len()
}

/// What a defending stand holds against a charge that comes to it from `from`: the best of works,
/// walls, a garrisoned building and higher ground.
pub fn held_against(position: &Position, from: Rect, defender: (&Placed, Rect)) -> Held {
    let (unit, stand) = defender;
    let table = &position.table;
    let comes = stand.pose.at.spot().minus(from.pose.at.spot());
    let heading = comes.heading();
    let near = table.near(stand.bounds().grown(TOUCH));
    let mut best = Held::Open;
    for piece in near.into_iter().map(|place| &table.pieces()[place]) {
        let holds = match &piece.outline {
            Outline::Area(area) => {
                let inside = area.contains(stand.pose.at.spot());
                let garrison = unit.unit.formation == Formation::Garrison;
                inside && (garrison || !piece.is(TerrainTrait::Garrison))
            }
            Outline::Line { .. } => {
                let start = (from.pose.at.spot(), stand.pose.at.spot());
                let across = piece.parts().any(|part| meet(start, part).is_some())
                    || lines_front(piece, stand, from.pose.at.spot());
                piece.touches(&Convex::from(stand))
                    && across
                    && piece.faces(stand.pose.at.spot(), heading)
            }
        };
        if holds {
            best = best.max(piece.kind.position);
        }
    }
    if best < Held::Strong && leaves_defile(table, from, stand) {
        return Held::Strong;
    }
    if best == Held::Open && favor(table, from, stand).is_some() { Held::Favorable } else { best }
}

/// What makes the ground of a defender favorable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favor {
    /// He stands higher.
    Higher,
    /// The attacker came over broken or rough ground.
    BadGround,
    /// He lines something slight.
    Obstacle,
}

/// What makes the ground of a defending stand favorable against a charge that comes from `from`.
pub fn favor(table: &Table, from: Rect, stand: Rect) -> Option<Favor> {
    if is_uphill(table, from, stand) {
        Some(Favor::Higher)
    } else if came_over_bad_ground(table, from, stand) {
        Some(Favor::BadGround)
    } else {
        lines_minor(table, from, stand).then_some(Favor::Obstacle)
    }
}

/// Did the attacker come straight over broken or rough ground?
fn came_over_bad_ground(table: &Table, from: Rect, stand: Rect) -> bool {
    let way = stand.pose.at.spot().minus(from.pose.at.spot());
    let contact = (way.size() - 1000.0).max(0.0) / way.size().max(1.0);
    let mut to = from;
    to.pose.at = from.pose.at.spot().plus(way.times(contact)).point();
    let swept = Convex::around(from, to);
    table
        .pieces_near(swept.bounds())
        .any(|piece| slowed_by(piece) > rulebook::Ground::Open && piece.is_under(&swept, 0.0))
}

/// Does the defender line something slight toward the attacker?
fn lines_minor(table: &Table, from: Rect, stand: Rect) -> bool {
    let near = table.pieces_near(stand.bounds().grown(TOUCH));
    near.filter(|piece| piece.is(TerrainTrait::LinearCover)).any(|piece| {
        piece.touches(&Convex::from(stand)) && lines_front(piece, stand, from.pose.at.spot())
    })
}

/// Does the attacker come out of a defile at whose end the defender stands?
fn leaves_defile(table: &Table, from: Rect, stand: Rect) -> bool {
    let (a, b) = (from.pose.at.spot(), stand.pose.at.spot());
    let way = Bounds::of([a, b]).expect("two spots have a box");
    let defiles = table.pieces_near(way).filter(|piece| piece.is(TerrainTrait::Defile));
    defiles.into_iter().any(|piece| {
        let middle = |(p, q): (Spot, Spot)| p.plus(q.minus(p).times(0.5));
        let passed = |part| {
            let spot = middle(part);
            geometry::nearest_on(spot, a, b).minus(spot).size() <= piece.half_width()
        };
        !piece.contains(b) && piece.parts().any(passed)
    })
}

/// Is the defender on a higher level than the attacker was two inches before contact, or at his
/// start if that was nearer?
fn is_uphill(table: &Table, from: Rect, stand: Rect) -> bool {
    let contact = stand.nearest(from.pose.at.spot());
    let back = from.pose.at.spot().minus(contact);
    let before = if back.size() > RUN_UP {
        contact.plus(back.times(RUN_UP / back.size()))
    } else {
        from.pose.at.spot()
    };
    table.level(stand.pose.at.spot()) > table.level(before)
}
