//! The table: terrain, the units on it, and everything that can be measured there.

mod position;
mod terrain;

pub use position::{GunStand, Leader, Placed, Position, Rank, Side, UnitId, base_of};
pub use terrain::{Front, Outline, Table, Terrain};
