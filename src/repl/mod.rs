//! The prompt: read until the input is whole, evaluate, print; history, completion. A session is pure: lines go in, answers
//! come out; what it needs of disk and of the other pages of the entrance is lent to it, and only `terminal.rs` knows a
//! terminal.

mod answer;
mod best;
mod carry;
mod complete;
mod desk;
mod dispatch;
mod enter;
mod error;
mod fight;
mod figure;
mod file;
mod help;
mod luau;
mod orders;
mod paint;
mod pending;
mod person;
mod refused;
mod roll;
mod rule;
mod sentence;
mod session;
mod table;
mod terminal;
mod tracked;
mod tray;
mod turn;
mod why;

pub use answer::Response;
pub use desk::{Frontend, Opened};
pub use error::ReplError;
pub use session::Session;
pub use terminal::run;
