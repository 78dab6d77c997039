//! The command line.

use std::process::ExitCode;

/// Reads the arguments and runs the subcommand.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
