//! What tests of the server share; those of `dq serve` use it too.

#![allow(dead_code, reason = "every test file uses its own part of this")]

pub mod bot;
pub mod client;
pub mod postgres;
pub mod running;
