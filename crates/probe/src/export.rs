//! The report for whoever runs the WebAssembly module: a place in its memory and a length.
#![allow(unsafe_code, reason = "a symbol by its own name, and nothing else")]

use std::sync::LazyLock;

static REPORT: LazyLock<String> = LazyLock::new(crate::report);

/// Where the report begins.
#[unsafe(no_mangle)]
pub extern "C" fn report_start() -> *const u8 {
    REPORT.as_ptr()
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn report_length() -> usize {
    REPORT.len()
}
