//! What is promised whatever happens: nothing is lost, nothing hangs, and no name becomes code.

mod found;
#[cfg(target_os = "linux")]
mod full;
mod interrupt;
mod named;
mod nested;
mod priced;
mod prompt;
mod saved;
mod scripts;
mod shown;
#[cfg(unix)]
mod terminal;
mod unread;
mod write;
