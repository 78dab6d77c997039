//! The command line: one file per subcommand. Prints answers and diagnostics, and decides nothing about rules.

mod args;
mod ask;
mod cards;
mod check;
mod coverage;
mod draw;
mod ended;
mod ends;
mod error;
mod files;
mod find;
mod fmt;
mod odds;
mod packs;
mod page;
mod phrase;
mod place;
mod read;
mod repl;
mod roll;
mod run;
mod screen;
mod sheet;
mod show;
mod sim;
mod start;
mod test;
mod thing;
mod whole;
mod worth;
mod write;

pub use error::CliError;
pub use files::{Builtin, Disk};
pub use packs::Packs;
pub use repl::Tabletop;
pub use start::main;
