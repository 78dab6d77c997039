//! `fray fmt`: files laid out in the canonical way.

use super::args::FmtArgs;
use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::screen::Screen;
use super::write::write_whole;
use crate::diag::Diagnostics;
use crate::repl::Replaced;
use crate::syntax;
use crate::text::Sources;
use std::path::Path;

/// Formats every file; with `--check` only says which would change.
pub(super) fn fmt(args: &FmtArgs, screen: &mut Screen) -> CommandResult {
    let files = super::file_arguments::fray_files(&args.paths)?;
    let (mut changed, mut wrong) = (0, false);
    for file in &files {
        match one(file, args.check) {
            Ok(true) => {
                changed += 1;
                let verb = if args.check { "would change" } else { "changed" };
                screen.line(&format!("{verb} {}", shown(file)));
            }
            Ok(false) => {}
            Err(diagnostics) => {
                wrong = true;
                diagnostics.iter().for_each(|diagnostic| screen.complain(diagnostic));
            }
        }
    }
    Ok(match (wrong, args.check && changed > 0) {
        (true, _) => Ended::Wrong,
        (false, true) => Ended::No,
        (false, false) => Ended::Done,
    })
}

/// Whether the file changes, or would.
fn one(file: &Path, only_check: bool) -> Result<bool, Diagnostics> {
    let before = super::file_arguments::text(file)?;
    let mut sources = Sources::default();
    let id = sources.add(&shown(file), &before);
    let (_, mistakes) = syntax::parse(&sources, id);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let after = syntax::format(&before)?;
    if before == after {
        return Ok(false);
    }
    if !only_check {
        replace(file, &after)?;
    }
    Ok(true)
}

fn replace(file: &Path, text: &str) -> Result<(), Diagnostics> {
    write_whole(file, text.as_bytes(), Replaced::Anything, "").map_err(CliError::alone)
}
