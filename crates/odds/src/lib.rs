//! Exact distributions of every resolution, and of chains of them. Nothing is sampled, nothing is
//! rounded before it is shown.

pub mod assault;
mod chance;
pub mod charge;
pub mod fire;
pub mod maneuver;
mod spread;

pub use chance::Chance;
pub use spread::{Likelihood, Spread};
