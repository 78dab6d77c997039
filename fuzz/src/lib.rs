//! What is fuzzed: eight ways in which strangers reach fray, each a function that takes bytes and panics if something
//! does not hold. `cargo run --bin drive` tries them on any Rust; `fuzz/guided` with a fuzzer that follows branches;
//! `cargo test` tries every case that was ever found.

mod dialog;
mod mutate;
mod rules;
mod save;
mod script;
mod sentence;
mod transcript;

pub use mutate::{Mutator, Random};

/// One way in.
pub struct Target {
    /// As it is called on the command line.
    pub name: &'static str,
    /// Takes any bytes.
    pub run: fn(&[u8]),
    /// What is changed to find more.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// What is put between.
    pub words: &'static [&'static str],
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "parse", run: rules::parse, seeds: rules::seeds, words: rules::WORDS },
    Target { name: "pack", run: rules::pack, seeds: rules::packs, words: rules::WORDS },
    Target { name: "sentence", run: sentence::run, seeds: sentence::seeds, words: sentence::WORDS },
    Target { name: "save", run: save::run, seeds: save::seeds, words: save::WORDS },
    Target { name: "source", run: script::source, seeds: script::seeds, words: script::WORDS },
    Target { name: "calls", run: script::calls, seeds: script::bytes, words: &[] },
    Target { name: "transcript", run: transcript::run, seeds: dialog::seeds, words: transcript::WORDS },
    Target { name: "dialog", run: dialog::run, seeds: dialog::seeds, words: dialog::WORDS },
];

/// A target by its name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
