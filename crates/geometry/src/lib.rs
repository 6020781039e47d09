//! Lengths, angles, places and bases on the table. This crate knows no war and no rule.
//!
//! What is kept is on a grid: thousandths of an inch, hundredths of a degree. Computing between
//! grid points is in `f64` with trigonometry from `libm`, the same on every
//! machine, as square roots and roundings are by themselves.

mod angle;
mod bounds;
mod convex;
mod length;
mod point;
mod polygon;
mod rect;
mod sweep;

pub use angle::Angle;
pub use bounds::Bounds;
pub use convex::Convex;
pub use length::{Length, LengthError};
pub use point::{Point, Pose, Spot, rounded};
pub use polygon::{Polygon, PolygonDefect, Runs, meet, nearest_on};
pub use rect::{Rect, TOUCH};
pub use sweep::Sweep;
