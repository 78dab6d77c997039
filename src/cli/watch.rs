//! `fray watch`: after every change of a pack it is checked and tested, and the odds that moved are told.

#![allow(clippy::disallowed_methods, reason = "the entrance waits for files to change")]

use super::args::{TestArgs, WatchArgs};
use super::examine::examine;
use super::exit::{CommandResult, Ended};
use super::pack_target::{PackTarget, only};
use super::packs::Packs;
use super::screen::Screen;
use crate::compare::compare;
use crate::dice::Cancel;
use crate::odds::kit;
use crate::play::Rules;
use crate::rulebook::{Choices, load};
use crate::text::Files;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked whether a file has changed.
const GLANCE: Duration = Duration::from_millis(300);
/// So many sentences that moved are told.
const FEW: usize = 8;

/// Watches until it is stopped.
pub(super) fn watch(args: &WatchArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let mut seen = None;
    let mut before: Option<Arc<Rules>> = None;
    let (mut looks, mut ended) = (0, Ended::Done);
    while args.times.is_none_or(|most| looks < most) {
        let target = only(&args.path, packs)?;
        let now = digest(&target);
        if seen == Some(now) {
            std::thread::sleep(GLANCE);
            continue;
        }
        seen = Some(now);
        looks += 1;
        ended = look(args, &target, packs, &mut before, screen)?;
        screen.flush();
    }
    Ok(ended)
}

/// One look: mistakes and findings, then tests, then what moved.
fn look(
    args: &WatchArgs,
    target: &PackTarget,
    packs: &Packs,
    before: &mut Option<Arc<Rules>>,
    screen: &mut Screen,
) -> CommandResult {
    screen.line(&format!("--- {}", target.pack));
    let found = examine(target, &Cancel::default());
    found.errors.iter().chain(&found.findings).for_each(|one| screen.report(one));
    if !found.errors.is_empty() {
        screen.line(&format!("{} wrong", found.errors.len()));
        return Ok(Ended::Wrong);
    }
    let tests = TestArgs { paths: vec![args.path.clone()], only: None, coverage: false, json: false };
    let ended = match target.files.is_lowest(&target.pack) {
        true => Ended::Done,
        false => super::test::test(&tests, packs, screen)?,
    };
    let (Some(book), _) = load(&target.files, &target.pack, &Choices::none()) else { return Ok(ended) };
    let now = kit(book).rules(None);
    if let Some(before) = before.replace(now.clone())
        && let Ok(comparison) = compare(("before", &before), ("now", &now), &Cancel::default())
        && !comparison.is_same()
    {
        screen.say(&comparison.text_of(FEW));
    }
    Ok(ended)
}

/// By which number the texts of a pack are known while the program runs.
fn digest(target: &PackTarget) -> u64 {
    let mut hasher = DefaultHasher::new();
    for folder in [format!("rules/{}", target.pack), format!("scripts/{}", target.pack)] {
        for file in target.files.tree(&folder) {
            (&file, target.files.read(&format!("{folder}/{file}"))).hash(&mut hasher);
        }
    }
    hasher.finish()
}
