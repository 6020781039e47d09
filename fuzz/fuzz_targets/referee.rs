//! Any bytes as lines to the referee.

#![no_main]

#[path = "../trials.rs"]
#[allow(dead_code, reason = "every target uses its own trial")]
mod trials;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trials::referee(bytes));
