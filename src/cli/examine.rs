//! What is wrong with a pack: its rules, and its scripts beside them.

use super::error::CliError;
use super::pack_target::PackTarget;
use crate::diag::{Diagnostic, Diagnostics};
use crate::judge::judge;
use crate::rulebook::{self, PackText, Rulebook};
use crate::script::{ScriptError, compile_check};
use crate::sim::on_all_cores;
use crate::text::Files;
use miette::Severity;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was found in one pack.
pub(super) struct Found {
    /// What is wrong: it cannot be played.
    pub errors: Diagnostics,
    /// What looks wrong.
    pub findings: Diagnostics,
}

/// What is wrong and what looks wrong in one pack.
pub(super) fn examine(target: &PackTarget) -> Found {
    let (book, all) = rulebook::examine_by(&target.files, &target.pack, |readings, look| {
        // Where no threads can be had, one after the other.
        let each = on_all_cores(readings, || (), |(), choices| look(choices));
        each.unwrap_or_else(|_| readings.iter().map(look).collect())
    });
    let is_error = |one: &Diagnostic| matches!(one.severity(), None | Some(Severity::Error));
    let (mut errors, findings): (Diagnostics, Diagnostics) = all.into_iter().partition(is_error);
    errors.extend(unread(target));
    if let (true, Some(book)) = (errors.is_empty(), book) {
        errors = scripts(target, book);
    }
    Found { errors, findings }
}

/// The files of a pack that were not read: what they say does not hold, and nobody would notice.
fn unread(target: &PackTarget) -> Diagnostics {
    let folders = [format!("rules/{}", target.pack), format!("scripts/{}", target.pack)];
    let error = |(path, why): (String, String)| -> Diagnostic {
        let help = "make it a text file of the pack, or take it away".to_string();
        Box::new(CliError::Unreadable { path, why, help })
    };
    folders.iter().flat_map(|folder| target.files.unread(folder)).map(error).collect()
}

/// What is wrong with the scripts: what is wrong under every reading of the options, for a name may be declared under one
/// of them.
fn scripts(target: &PackTarget, book: Arc<Rulebook>) -> Diagnostics {
    let kit = crate::odds::kit(book.clone());
    let folder = format!("scripts/{}", target.pack);
    let shown = |file: String| target.files.shown(&format!("{folder}/{file}"));
    let own: Vec<String> = target.files.tree(&folder).into_iter().map(shown).collect();
    let mut errors = compile_check(&kit.program);
    let broken: BTreeSet<String> = errors.iter().filter_map(not_luau).collect();
    // Those of packs below are their authors' business.
    let is_own = |one: &ScriptError| {
        let path = one.place().map_or("", |place| place.source.name());
        own.iter().any(|own| own == path) && !broken.contains(path)
    };
    let mut judged = judge(&book, &kit.program);
    judged.retain(is_own);
    if judged.is_empty() {
        return errors;
    }
    let text = PackText::read(&target.files, &target.pack);
    for choices in text.readings() {
        if let (Some(book), _) = text.under(&choices) {
            let known: BTreeSet<_> = judge(&book, &kit.program).iter().map(identity).collect();
            judged.retain(|one| known.contains(&identity(one)));
        }
    }
    errors.extend(judged.into_iter().map(|one| Box::new(one) as Diagnostic));
    errors
}

/// The script that is not even Luau.
fn not_luau(error: &Diagnostic) -> Option<String> {
    let error: &(dyn std::error::Error + Send + Sync + 'static) = &**error;
    match error.downcast_ref::<ScriptError>()? {
        ScriptError::Syntax { place, .. } => Some(place.source.name().to_string()),
        _ => None,
    }
}

/// By what a mistake of a script is known again.
fn identity(error: &ScriptError) -> (String, usize) {
    (error.to_string(), error.place().map_or(0, |place| place.at.offset()))
}
