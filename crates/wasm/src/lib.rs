//! The referee for the page: one session a module, a line of JSON in, a line of JSON out.
//!
//! The page writes a line where `reserve` says, calls `answer` with its length and reads
//! `answer_length` bytes from where `answer` says. Nothing else crosses, so that no generated glue is
//! needed and the answers are those of `dq referee` to the byte.
#![allow(unsafe_code, reason = "symbols by their own names, and nothing else")]

use std::cell::RefCell;

use referee::{LONGEST_LINE, Session, no_text, too_long};

/// What the page has asked, and what it was answered.
#[derive(Default)]
struct Desk {
    session: Session,
    line: Vec<u8>,
    answer: String,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Where the page may write a line of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.line.clear();
        desk.line.resize(bytes.min(LONGEST_LINE + 1), 0);
        desk.line.as_mut_ptr()
    })
}

/// Answers the line that was written; the answer begins where this says.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow_mut(|desk| {
        desk.answer = match std::str::from_utf8(&desk.line) {
            Ok(line) if line.len() <= LONGEST_LINE => desk.session.answer(line),
            Ok(_) => too_long(),
            Err(_) => no_text(),
        };
        desk.answer.as_ptr()
    })
}

/// How many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}
