//! `fray diff`: two packs, files or readings side by side.

use super::args::{ChoiceArgs, DiffArgs};
use super::exit::{CommandResult, Ended};
use super::find;
use super::packs::Packs;
use super::screen::Screen;
use crate::compare::compare;
use crate::diag::Diagnostics;
use crate::play::Rules;
use std::sync::Arc;

/// Compares, and prints what differs.
pub(super) fn diff(args: &DiffArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let after = args.after.as_ref().unwrap_or(&args.before);
    let mine = rules(packs, &args.before, &ChoiceArgs::default())?;
    let theirs = rules(packs, after, &args.choices)?;
    let with: String = args.choices.with.iter().map(|choice| format!(" --with {choice}")).collect();
    let comparison = compare((&args.before, &mine), (&format!("{after}{with}"), &theirs));
    let comparison = comparison.map_err(|error| super::sim::reported(error, &mine.book))?;
    if args.json {
        screen.json(&comparison);
    } else if args.md {
        screen.say(&comparison.markdown(args.all));
    } else {
        screen.say(&comparison.text(args.all));
    }
    Ok(if comparison.is_same() { Ended::Done } else { Ended::No })
}

fn rules(packs: &Packs, name: &str, choices: &ChoiceArgs) -> Result<Arc<Rules>, Diagnostics> {
    Ok(crate::odds::kit(find::pack(packs, name, choices)?).rules(None))
}
