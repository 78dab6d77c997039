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
    let merged = KeptGames::merge(&files).map_err(|(at, fault)| {
        // The file that something is wrong with stands first, behind it all as they were named.
        let own: &Path = &args.files[at];
        let named: Vec<&Path> = std::iter::once(own).chain(args.files.iter().map(|path| &**path)).collect();
        let of_first = matches!(fault, KeptFault::Missing(_));
        kept::told(fault, if of_first { &named[1..] } else { &named })
    })?;
    let form = if args.json { AnswerForm::Json } else { AnswerForm::Usual };
    SimAnswer { head: &merged.head, played: &merged.together() }.print(&form, screen);
    Ok(Ended::Done)
}
