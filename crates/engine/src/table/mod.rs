//! The table: terrain, the units on it, and everything that can be measured there.

mod losses;
mod path;
mod position;
mod run;
mod terrain;

pub use losses::{LossRefusal, Lost, command_stand, is_too_small, label_stand, lose};
pub use path::{Blocked, Crossed, Licence, Mover, Moving, Stop, Through, slides, slowed_by};
pub use position::{
    GunStand, Leader, Placed, Position, Rank, SUCCESSOR, Side, UnitId, base_of, blocks, holders_of,
    shown_name,
};
pub use run::{Run, Surroundings};
pub use terrain::{Front, Outline, Table, Terrain};
