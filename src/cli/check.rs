//! `fray check`: mistakes and findings in rules.

use super::args::CheckArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::pack_target::{PackTarget, targets};
use super::packs::Packs;
use super::screen::{Screen, diagnostic_json};
use crate::diag::{Diagnostic, Diagnostics};
use crate::rulebook;
use crate::script::compile_check;
use crate::sim::on_all_cores;
use crate::text::Files;
use miette::Severity;
use serde::Serialize;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.check/1";

#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    pack: String,
    errors: Vec<serde_json::Value>,
    findings: Vec<serde_json::Value>,
}

/// What was found in one pack.
struct Found {
    /// What is wrong: it cannot be played.
    errors: Diagnostics,
    /// What looks wrong.
    findings: Diagnostics,
}

/// Looks and prints.
pub(super) fn check(args: &CheckArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let (mut errors, mut warnings) = (0, 0);
    for target in targets(&args.paths, packs)? {
        let found = examine(&target);
        errors += found.errors.len();
        warnings += found.findings.len();
        if args.json {
            let plain = |all: &Diagnostics| all.iter().map(diagnostic_json).collect();
            let (errors, findings) = (plain(&found.errors), plain(&found.findings));
            screen.json(&Answer { schema: SCHEMA, pack: target.pack, errors, findings });
        } else {
            found.errors.iter().chain(&found.findings).for_each(|diagnostic| screen.report(diagnostic));
        }
    }
    if !args.json {
        screen.line(&summary(errors, warnings));
    }
    Ok(match (errors, warnings) {
        (0, 0) => Ended::Done,
        (0, _) => Ended::No,
        _ => Ended::Wrong,
    })
}

fn examine(target: &PackTarget) -> Found {
    let (book, all) = rulebook::examine_by(&target.files, &target.pack, |readings, look| {
        // Where no threads can be had, one after the other.
        let each = on_all_cores(readings, || (), |(), choices| look(choices));
        each.unwrap_or_else(|_| readings.iter().map(look).collect())
    });
    let is_error = |one: &Diagnostic| matches!(one.severity(), None | Some(Severity::Error));
    let (mut errors, findings): (Diagnostics, Diagnostics) = all.into_iter().partition(is_error);
    errors.extend(unread(target));
    if let (true, Some(book)) = (errors.is_empty(), book) {
        errors = compile_check(&crate::odds::kit(book).program);
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

fn summary(errors: usize, findings: usize) -> String {
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    match (errors, findings) {
        (0, 0) => "no findings".to_string(),
        (0, findings) => count(findings, "finding"),
        (errors, 0) => count(errors, "error"),
        (errors, findings) => format!("{}, {}", count(errors, "error"), count(findings, "finding")),
    }
}
