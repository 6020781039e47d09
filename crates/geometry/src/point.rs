use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Angle, Length};

/// A place on the table: `x` to the right of its lower left corner, `y` up from it.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Point {
    /// To the right.
    pub x: Length,
    /// Up the map.
    pub y: Length,
}

impl Point {
    /// A place by its thousandths of an inch.
    pub const fn thousandths(x: i32, y: i32) -> Point {
        Point { x: Length::thousandths(x), y: Length::thousandths(y) }
    }

    /// A place by whole inches.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point { x: Length::inches(x), y: Length::inches(y) }
    }

    /// The place in thousandths as numbers to compute with.
    pub fn spot(self) -> Spot {
        Spot { x: f64::from(self.x.in_thousandths()), y: f64::from(self.y.in_thousandths()) }
    }

    /// How far away `other` is, to the nearest thousandth.
    pub fn distance(self, other: Point) -> Length {
        self.spot().distance(other.spot())
    }
}

/// A place or an arrow in thousandths of an inch, between grid points: for computing, never kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// To the right.
    pub x: f64,
    /// Up the map.
    pub y: f64,
}

impl Spot {
    /// A place or an arrow.
    pub const fn new(x: f64, y: f64) -> Spot {
        Spot { x, y }
    }

    /// The nearest place on the grid.
    pub fn point(self) -> Point {
        Point { x: rounded(self.x), y: rounded(self.y) }
    }

    /// The sum of two arrows.
    pub fn plus(self, other: Spot) -> Spot {
        Spot::new(self.x + other.x, self.y + other.y)
    }

    /// The arrow from `other` to this.
    pub fn minus(self, other: Spot) -> Spot {
        Spot::new(self.x - other.x, self.y - other.y)
    }

    /// So many times as long.
    pub fn times(self, factor: f64) -> Spot {
        Spot::new(self.x * factor, self.y * factor)
    }

    /// The dot product.
    pub fn dot(self, other: Spot) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive if `other` lies to the left.
    pub fn cross(self, other: Spot) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The length of the arrow in thousandths. A machine's own square root is exact to the last bit
    /// everywhere; it is in software in `libm` where WebAssembly has an instruction for it.
    pub fn size(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// How far away `other` is, to the nearest thousandth.
    pub fn distance(self, other: Spot) -> Length {
        rounded(self.minus(other).size())
    }

    /// Turned clockwise by `angle` about the origin.
    pub fn turned(self, angle: Angle) -> Spot {
        self.turned_by(angle.sin_cos())
    }

    /// Turned clockwise by the angle of that sine and cosine.
    pub(crate) fn turned_by(self, (sin, cos): (f64, f64)) -> Spot {
        Spot::new(self.x * cos + self.y * sin, self.y * cos - self.x * sin)
    }

    /// The direction of the arrow.
    pub fn heading(self) -> Angle {
        Angle::towards(self.x, self.y)
    }
}

/// Thousandths as a length on the grid. Halves go up, on either side of zero, so that moving a
/// position moves everything in it alike.
pub fn rounded(thousandths: f64) -> Length {
    Length::thousandths((thousandths + 0.5).floor() as i32)
}

/// Where something stands and which way it looks.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Pose {
    /// Where.
    pub at: Point,
    /// Which way it looks.
    pub heading: Angle,
}

impl Pose {
    /// At `at`, looking along `heading`.
    pub const fn new(at: Point, heading: Angle) -> Pose {
        Pose { at, heading }
    }

    /// The place `right` of this and `ahead` of it, in thousandths.
    pub fn spot(self, right: f64, ahead: f64) -> Spot {
        self.at.spot().plus(Spot::new(right, ahead).turned(self.heading))
    }

    /// How far `spot` lies to the right of this and ahead of it, in thousandths.
    pub fn local(self, spot: Spot) -> Spot {
        spot.minus(self.at.spot()).turned(self.heading.reversed())
    }

    /// The pose `right` of this and `ahead` of it, turned by `turn`, on the grid.
    pub fn moved(self, right: f64, ahead: f64, turn: Angle) -> Pose {
        Pose::new(self.spot(right, ahead).point(), self.heading.plus(turn))
    }
}
