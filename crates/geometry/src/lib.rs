//! Lengths on the table. This crate knows no war and no rule.

mod length;

pub use length::{Length, LengthError};
