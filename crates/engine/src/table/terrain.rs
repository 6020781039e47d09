//! Terrain on the table: pieces, and an index that finds them.

use std::sync::Arc;

use geometry::{Angle, Bounds, Convex, Length, Point, Polygon, Spot, nearest_on};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use rulebook::{TerrainKind, TerrainTrait, named};

/// The ground a piece covers.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// An area.
    Area(Polygon),
    /// A line with bends, half its width to each side; a width of nothing is a line to cross.
    Line {
        /// Its bends, from one end to the other.
        points: Vec<Point>,
        /// From one side to the other.
        width: Length,
    },
}

named! {
    /// The side of a line that it protects from, seen along its points.
    pub enum Front {
        /// Either side.
        Both = "both",
        /// What comes from the left.
        Left = "left",
        /// What comes from the right.
        Right = "right",
    }
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Its name on the map; may be empty.
    pub name: Arc<str>,
    /// What kind it is, with what a scenario changed of it.
    pub kind: Arc<TerrainKind>,
    /// Where it is.
    pub outline: Outline,
    /// The level that an area rises to; 0 for the plain.
    pub level: u8,
    /// Where the top of a rise begins; nothing if it is as large as the rise.
    pub crest: Option<Polygon>,
    /// The side from which a line protects.
    pub front: Front,
}

impl Terrain {
    /// Its name, else what it is: `the woods`.
    pub fn called(&self) -> String {
        match &*self.name {
            "" => format!("the {}", self.kind.label),
            name => name.to_owned(),
        }
    }

    /// Is it of a kind with `what`?
    pub fn is(&self, what: TerrainTrait) -> bool {
        self.kind.traits.contains(what)
    }

    /// The area it covers, if it is one.
    pub fn area(&self) -> Option<&Polygon> {
        match &self.outline {
            Outline::Area(area) => Some(area),
            Outline::Line { .. } => None,
        }
    }

    /// The top of a rise.
    pub fn top(&self) -> Option<&Polygon> {
        if self.level == 0 { None } else { self.crest.as_ref().or_else(|| self.area()) }
    }

    /// The straight parts of a line.
    pub fn parts(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        let points: &[Point] = match &self.outline {
            Outline::Area(_) => &[],
            Outline::Line { points, .. } => points,
        };
        points.windows(2).map(|pair| (pair[0].spot(), pair[1].spot()))
    }

    /// Half the width of a line, in thousandths.
    pub fn half_width(&self) -> f64 {
        match self.outline {
            Outline::Area(_) => 0.0,
            Outline::Line { width, .. } => f64::from(width.in_thousandths()) / 2.0,
        }
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        match &self.outline {
            Outline::Area(area) => area.bounds(),
            Outline::Line { points, .. } => {
                let none = Bounds { low: Spot::default(), high: Spot::default() };
                let around = Bounds::of(points.iter().map(|point| point.spot()));
                around.unwrap_or(none).grown(self.half_width())
            }
        }
    }

    /// Does ground covered by a base, known but for `slack`, lie on this piece, beyond touching it?
    pub fn is_under(&self, ground: &Convex, slack: f64) -> bool {
        match &self.outline {
            Outline::Area(area) => ground.meets(area, slack - geometry::TOUCH),
            Outline::Line { width, .. } if *width == Length::ZERO => {
                self.parts().any(|(a, b)| crosses(ground, a, b, slack))
            }
            Outline::Line { .. } => {
                let near = self.half_width() + slack - geometry::TOUCH;
                let meets = |(a, b)| {
                    ground.bounds().grown(near).meets(around(a, b))
                        && (ground.meets_line(a, b, near))
                };
                self.parts().any(meets)
            }
        }
    }

    /// The first part, 0 to 1, of a straight way `by` on which a base comes onto it; nothing if it
    /// never does.
    pub fn slid_onto(&self, base: &Convex, by: Spot) -> Option<f64> {
        match &self.outline {
            Outline::Area(area) => base.slides_into(area, by),
            Outline::Line { .. } => {
                let parts =
                    self.parts().filter_map(|p| base.slides_to_line(p, by, self.half_width()));
                parts.reduce(f64::min)
            }
        }
    }

    /// Is `spot` on it?
    pub fn contains(&self, spot: Spot) -> bool {
        match &self.outline {
            Outline::Area(area) => area.contains(spot),
            Outline::Line { .. } => self.gap_to(spot) <= self.half_width(),
        }
    }

    /// How far `spot` is from its edge or from the middle of its line, in thousandths.
    pub fn gap_to(&self, spot: Spot) -> f64 {
        match &self.outline {
            Outline::Area(area) => area.gap_to(spot),
            Outline::Line { .. } => {
                let gap = |(a, b)| nearest_on(spot, a, b).minus(spot).size();
                self.parts().map(gap).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// Does a base touch it: lie on it, or no farther from it than rounding can put it?
    pub fn touches(&self, base: &Convex) -> bool {
        match &self.outline {
            Outline::Area(area) => base.meets(area, geometry::TOUCH),
            Outline::Line { .. } => {
                let near = self.half_width() + geometry::TOUCH;
                self.parts().any(|(a, b)| base.meets_line(a, b, near))
            }
        }
    }

    /// Does a line protect against what comes along `heading` to `spot`, its nearest part?
    pub fn faces(&self, spot: Spot, heading: Angle) -> bool {
        let gap = |(a, b): &(Spot, Spot)| nearest_on(spot, *a, *b).minus(spot).size();
        let Some((a, b)) = self.parts().min_by(|one, other| gap(one).total_cmp(&gap(other))) else {
            return true;
        };
        let (sin, cos) = heading.sin_cos();
        // Coming from the left one moves to the right of the line's own direction.
        let to_the_right = b.minus(a).cross(Spot::new(sin, cos)) < 0.0;
        match self.front {
            Front::Both => true,
            Front::Left => to_the_right,
            Front::Right => !to_the_right,
        }
    }
}

fn around(a: Spot, b: Spot) -> Bounds {
    Bounds::of([a, b]).expect("two spots have a box")
}

/// Does the line from `a` to `b` run through the inside of `ground`, more than along its rim?
fn crosses(ground: &Convex, a: Spot, b: Spot, slack: f64) -> bool {
    if !ground.bounds().grown(slack).meets(around(a, b)) {
        return false;
    }
    let rim = geometry::TOUCH - slack;
    let corners = ground.corners();
    let along = b.minus(a);
    let size = along.size();
    if size < 1e-9 {
        return false;
    }
    // Clip the line to the outline shrunk by the rim.
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (place, &corner) in corners.iter().enumerate() {
        let edge = corners[(place + 1) % corners.len()].minus(corner);
        let length = edge.size();
        if length < 1e-9 {
            continue;
        }
        let start = edge.cross(a.minus(corner)) / length - rim;
        let change = edge.cross(along) / length;
        if change.abs() < 1e-12 {
            if start < 0.0 {
                return false;
            }
        } else if change > 0.0 {
            from = from.max(-start / change);
        } else {
            to = to.min(-start / change);
        }
    }
    from < to
}

type Indexed = GeomWithData<Rectangle<[f64; 2]>, u32>;

pub(super) fn boxed(bounds: Bounds) -> AABB<[f64; 2]> {
    AABB::from_corners([bounds.low.x, bounds.low.y], [bounds.high.x, bounds.high.y])
}

pub(super) fn indexed(bounds: Bounds, place: usize) -> Indexed {
    GeomWithData::new(Rectangle::from_aabb(boxed(bounds)), place as u32)
}

/// The table and its terrain. In a battle nothing changes them but smoke.
#[derive(Clone, Debug)]
pub struct Table {
    width: Length,
    height: Length,
    pieces: Vec<Terrain>,
    index: RTree<Indexed>,
}

impl Table {
    /// A table with its terrain.
    pub fn new(width: Length, height: Length, pieces: Vec<Terrain>) -> Table {
        let entries =
            pieces.iter().enumerate().map(|(place, piece)| indexed(piece.bounds(), place));
        let index = RTree::bulk_load(entries.collect());
        Table { width, height, pieces, index }
    }

    /// The same with more pieces after its own.
    pub fn with(&self, more: &[Terrain]) -> Table {
        let pieces = self.pieces.iter().chain(more).cloned().collect();
        Table::new(self.width, self.height, pieces)
    }

    /// From the left edge to the right.
    pub fn width(&self) -> Length {
        self.width
    }

    /// From the lower edge to the upper.
    pub fn height(&self) -> Length {
        self.height
    }

    /// The whole of it.
    pub fn bounds(&self) -> Bounds {
        let high = Point { x: self.width, y: self.height }.spot();
        Bounds { low: Spot::default(), high }
    }

    /// All pieces.
    pub fn pieces(&self) -> &[Terrain] {
        &self.pieces
    }

    /// The places in `pieces` of what may lie in a box, in order.
    pub fn near(&self, bounds: Bounds) -> Vec<usize> {
        let found = self.index.locate_in_envelope_intersecting(boxed(bounds));
        let mut places: Vec<usize> = found.map(|entry| entry.data as usize).collect();
        places.sort_unstable();
        places
    }

    /// What may lie in a box, in order.
    pub fn pieces_near(&self, bounds: Bounds) -> impl Iterator<Item = &Terrain> {
        self.near(bounds).into_iter().map(|place| &self.pieces[place])
    }

    /// What lies at `spot`.
    pub fn at(&self, spot: Spot) -> impl Iterator<Item = &Terrain> {
        let found = self.pieces_near(Bounds { low: spot, high: spot });
        found.filter(move |piece| piece.contains(spot))
    }

    /// The level of the ground at `spot`.
    pub fn level(&self, spot: Spot) -> u8 {
        self.at(spot).filter(|piece| piece.area().is_some()).map(|p| p.level).max().unwrap_or(0)
    }
}
