//! The rules: what a check, a volley and a charge do, one module per chapter.
//!
//! **No war is named here.** What differs between wars is a number or a feature of the rulebook.
//! **No chance is made here.** Dice come in from outside.

pub mod battle;
pub mod charge;
pub mod command;
pub mod deed;
pub mod dice;
pub mod fire;
pub mod formations;
pub mod leaders;
pub mod light;
pub mod maneuver;
pub mod massing;
pub mod movement;
pub mod moves;
pub mod scenario;
pub mod sight;
pub mod table;
pub mod unit;
mod words;

pub use deed::{Deed, Opened};
pub use dice::{Dice, Die, Scripted, Seeded};
pub use rulebook::{Arm, Trait};
pub use unit::{Emplacement, Formation, GunRole, GunState, Order, Strength, Unit};
