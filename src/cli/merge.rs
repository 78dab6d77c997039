//! `fray merge`: the games of several shards as those of one machine.

use super::exit::{CommandResult, Ended};
use super::games_args::MergeArgs;
use super::kept;
use super::screen::Screen;
use super::sim_answer::{AnswerForm, SimAnswer};
use crate::sim::{KeptFault, KeptGames};
use std::path::Path;

/// Puts them together, and prints what one machine would have printed.
pub(super) fn merge(args: &MergeArgs, screen: &mut Screen) -> CommandResult {
    let files = args.files.iter().map(|path| kept::read(path)).collect::<Result<Vec<KeptGames>, _>>()?;
    let paths: Vec<&Path> = args.files.iter().map(|path| &**path).collect();
    print_merged(&files, &paths, args.json, screen)
}

/// The same of files that were read, each with its name.
pub(super) fn print_merged(files: &[KeptGames], paths: &[&Path], json: bool, screen: &mut Screen) -> CommandResult {
    let merged = KeptGames::merge(files).map_err(|(at, fault)| {
        // The file that something is wrong with stands first, behind it all as they were named.
        let named: Vec<&Path> = paths.get(at).into_iter().chain(paths).copied().collect();
        let of_first = matches!(fault, KeptFault::Missing(_));
        kept::told(fault, if of_first { paths } else { &named })
    })?;
    let form = if json { AnswerForm::Json } else { AnswerForm::Usual };
    SimAnswer { head: &merged.head, played: &merged.together() }.print(&form, screen);
    Ok(Ended::Done)
}
