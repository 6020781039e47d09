//! The table: terrain, the units on it, and everything that can be measured there.

mod path;
mod position;
mod run;
mod terrain;

pub use path::{Blocked, Crossed, Licence, Mover, Moving, Stop, Through, slowed_by};
pub use position::{
    GunStand, Leader, Placed, Position, Rank, Side, UnitId, base_of, blocks, holders_of,
};
pub use run::{Run, Surroundings};
pub use terrain::{Front, Outline, Table, Terrain};
