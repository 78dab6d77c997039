//! What is promised whatever happens: nothing is lost, nothing hangs, and no name becomes code.

mod prompt;
mod shown;
mod write;
