//! The one test binary: each module is one kind of test, its cases are text.

#![allow(clippy::disallowed_methods, reason = "tests read their cases and what they are about")]
#![allow(clippy::disallowed_macros, reason = "tests may print")]
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on says so")]

mod amended_things;
mod answers;
mod author;
mod book;
mod browser;
mod calls;
mod cli;
mod deed_packs;
mod deed_worth;
mod deeds;
mod docs;
mod ends;
mod games;
mod golden;
mod inquiry;
mod lab;
mod language;
mod legible;
mod log_form;
mod looking;
mod lsp;
mod mending;
mod mistakes;
mod mutants;
mod odds;
mod offered;
mod play;
mod played;
mod pointing;
mod program;
mod properties;
mod repl;
mod replay;
mod rulebook;
mod safety;

mod pages;
mod phrases;
mod script;
mod seats;
mod serve;
mod shared;
mod speech;
mod tidy;
mod to_no_end;
mod told;
mod uncounted;
mod usage;
mod variations;
mod whole;

/// As in the program: much of a test is rules that are read and sentences that are heard, in many small values.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
