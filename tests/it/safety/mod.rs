//! What is promised whatever happens: nothing is lost, nothing hangs, and no name becomes code.

mod found;
mod interrupt;
mod nested;
mod prompt;
mod saved;
mod scripts;
mod shown;
#[cfg(unix)]
mod terminal;
mod write;
