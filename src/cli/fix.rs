//! `fray check --fix`: what is certain is mended in the files, what is a guess is shown.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::pack_target::{PackTarget, targets};
use super::packs::Packs;
use super::screen::Screen;
use super::write::write_whole;
use crate::diag::Diagnostics;
use crate::dice::Cancel;
use crate::repl::Replaced;
use crate::syntax::{TextEdit, edit_of};
use crate::text::Files;
use std::path::Path;

/// How often the rules are read anew: mending one mistake may bring another to light.
const MOST_ROUNDS: usize = 8;

/// Mends what is certain, and shows what remains.
pub(super) fn fix(paths: &[String], packs: &Packs, screen: &mut Screen) -> CommandResult {
    let mut mended = 0;
    for _ in 0..MOST_ROUNDS {
        let mut done = 0;
        for target in targets(paths, packs)? {
            done += mend(&target)?;
        }
        mended += done;
        if done == 0 {
            break;
        }
    }
    let left = found(paths, packs)?;
    for diagnostic in &left {
        screen.report(diagnostic);
        if let Some(edit) = edit_of(diagnostic) {
            screen.say(&change_shown(&edit));
        }
    }
    let shown = match mended {
        1 => "1 place mended".to_string(),
        _ => format!("{mended} places mended"),
    };
    screen.line(&match left.len() {
        0 => shown,
        1 => format!("{shown}, 1 is left to you"),
        many => format!("{shown}, {many} are left to you"),
    });
    Ok(if left.is_empty() { Ended::Done } else { Ended::No })
}

fn found(paths: &[String], packs: &Packs) -> Result<Diagnostics, Diagnostics> {
    let mut all = Vec::new();
    for target in targets(paths, packs)? {
        all.extend(wrong_in(&target));
    }
    Ok(all)
}

fn wrong_in(target: &PackTarget) -> Diagnostics {
    let found = super::examine::examine(target, &Cancel::default());
    found.errors.into_iter().chain(found.findings).collect()
}

/// Writes the changes that are certain into the files of the pack itself; how many were made. Packs that it stands on
/// are their authors' business, and a file that is not as it was read stays as it is.
fn mend(target: &PackTarget) -> Result<usize, Diagnostics> {
    let edits: Vec<TextEdit> = wrong_in(target).iter().filter_map(edit_of).filter(|edit| edit.is_safe).collect();
    let mut done = 0;
    for folder in [format!("rules/{}", target.pack), format!("scripts/{}", target.pack)] {
        for path in target.files.tree(&folder) {
            let path = format!("{folder}/{path}");
            let shown = target.files.shown(&path);
            let own = edits.iter().filter(|edit| edit.source == shown).collect();
            let Some(text) = target.files.read(&path).and_then(|bytes| String::from_utf8(bytes).ok()) else { continue };
            let (changed, made) = mended(&text, own);
            let place = Path::new(&shown);
            if made > 0 && std::fs::read(place).is_ok_and(|found| found == text.as_bytes()) {
                write_whole(place, changed.as_bytes(), Replaced::Anything, "").map_err(CliError::alone)?;
                done += made;
            }
        }
    }
    Ok(done)
}

/// A text with the changes made, the last first, and how many these are.
fn mended(text: &str, mut edits: Vec<&TextEdit>) -> (String, usize) {
    edits.sort_by_key(|edit| (std::cmp::Reverse(edit.start), edit.end));
    edits.dedup();
    let (mut text, mut next, mut made) = (text.to_string(), text.len() + 1, 0);
    for edit in edits {
        // Of two that overlap one waits for the next round.
        if edit.end <= next
            && let Some(changed) = edit.applied(&text)
            && changed != text
        {
            (text, next, made) = (changed, edit.start, made + 1);
        }
    }
    (text, made)
}

/// A change that was not made, as a diff of its line.
fn change_shown(edit: &TextEdit) -> String {
    let Ok(text) = std::fs::read_to_string(Path::new(&edit.source)) else { return String::new() };
    let Some(changed) = edit.applied(&text) else { return String::new() };
    let line = text[..edit.start].matches('\n').count();
    let of = |text: &str| text.lines().nth(line).unwrap_or("").to_string();
    format!("--- {}:{}\n- {}\n+ {}\n\n", edit.source, line + 1, of(&text), of(&changed))
}
