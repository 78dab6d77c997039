//! `fray merge`: the games of several shards as those of one machine.

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::games_args::MergeArgs;
use super::screen::Screen;
use super::sim_answer::{AnswerForm, SimAnswer};
use super::{kept, parquet_file};
use crate::diag::Diagnostics;
use crate::sim::{KeptFault, KeptGames};
use std::path::Path;

/// Puts them together, and prints what one machine would have printed.
pub(super) fn merge(args: &MergeArgs, screen: &mut Screen) -> CommandResult {
    let files = args.files.iter().map(|path| kept::read(path)).collect::<Result<Vec<KeptGames>, _>>()?;
    let paths: Vec<&Path> = args.files.iter().map(|path| &**path).collect();
    let form = if args.json { AnswerForm::Json } else { AnswerForm::Usual };
    let Some(path) = &args.parquet else { return print_merged(&files, &paths, form, screen) };
    parquet_file::can_be_written(path).map_err(CliError::alone)?;
    let merged = merged(&files, &paths)?;
    parquet_file::write(path, &merged.head, &merged.together(), screen)?;
    Ok(Ended::Done)
}

/// The same of files that were read, each with its name.
pub(super) fn print_merged(
    files: &[KeptGames],
    paths: &[&Path],
    form: AnswerForm,
    screen: &mut Screen,
) -> CommandResult {
    let merged = merged(files, paths)?;
    SimAnswer { head: &merged.head, played: &merged.together() }.print(&form, screen);
    Ok(Ended::Done)
}

fn merged(files: &[KeptGames], paths: &[&Path]) -> Result<KeptGames, Diagnostics> {
    KeptGames::merge(files).map_err(|(at, fault)| {
        // The file that something is wrong with stands first, behind it all as they were named.
        let named: Vec<&Path> = paths.get(at).into_iter().chain(paths).copied().collect();
        let of_first = matches!(fault, KeptFault::Missing(_));
        kept::told(fault, if of_first { paths } else { &named })
    })
}
