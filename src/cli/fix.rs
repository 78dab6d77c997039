//! `fray check --fix`: what is certain is mended in the files, what is a guess is shown.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::pack_target::targets;
use super::packs::Packs;
use super::screen::Screen;
use super::write::write_whole;
use crate::diag::Diagnostics;
use crate::judge::{TextEdit, edit_of};
use crate::repl::Replaced;
use std::collections::BTreeMap;
use std::path::Path;

/// How often the rules are read anew: mending one mistake may bring another to light.
const MOST_ROUNDS: usize = 8;

/// Mends what is certain, and shows what remains.
pub(super) fn fix(paths: &[String], packs: &Packs, screen: &mut Screen) -> CommandResult {
    let mut mended = 0;
    for _ in 0..MOST_ROUNDS {
        let edits = found(paths, packs)?.iter().filter_map(edit_of).filter(|edit| edit.is_safe).collect();
        let done = apply(edits)?;
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
        let found = super::examine::examine(&target);
        all.extend(found.errors);
        all.extend(found.findings);
    }
    Ok(all)
}

/// Writes the changes into their files, the last of a file first; how many were made. What comes with fray, and what has
/// changed since it was read, stays as it is.
fn apply(edits: Vec<TextEdit>) -> Result<usize, Diagnostics> {
    let mut files: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for edit in edits {
        files.entry(edit.source.clone()).or_default().push(edit);
    }
    let mut done = 0;
    for (path, mut edits) in files {
        let Ok(mut text) = std::fs::read_to_string(Path::new(&path)) else { continue };
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
        let mut next = text.len() + 1;
        for edit in edits.into_iter() {
            // Of two that overlap one waits for the next round.
            if edit.end <= next
                && let Some(changed) = edit.applied(&text)
            {
                (text, next, done) = (changed, edit.start, done + 1);
            }
        }
        write_whole(Path::new(&path), text.as_bytes(), Replaced::Anything, "").map_err(CliError::alone)?;
    }
    Ok(done)
}

/// A change that was not made, as a diff of its line.
fn change_shown(edit: &TextEdit) -> String {
    let Ok(text) = std::fs::read_to_string(Path::new(&edit.source)) else { return String::new() };
    let Some(changed) = edit.applied(&text) else { return String::new() };
    let line = text[..edit.start].matches('\n').count();
    let of = |text: &str| text.lines().nth(line).unwrap_or("").to_string();
    format!("--- {}:{}\n- {}\n+ {}\n\n", edit.source, line + 1, of(&text), of(&changed))
}
