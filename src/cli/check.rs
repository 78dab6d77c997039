//! `fray check`: mistakes and findings in rules.

use super::args::CheckArgs;
use super::examine::examine;
use super::exit::{CommandResult, Ended};
use super::pack_target::targets;
use super::packs::Packs;
use super::screen::{Screen, diagnostic_json};
use crate::diag::Diagnostics;
use serde::Serialize;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.check/1";

#[derive(Serialize)]
struct CheckAnswer {
    schema: &'static str,
    pack: String,
    errors: Vec<serde_json::Value>,
    findings: Vec<serde_json::Value>,
}

/// Looks and prints.
pub(super) fn check(args: &CheckArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if args.fix {
        return super::fix::fix(&args.paths, packs, screen);
    }
    let (mut errors, mut warnings) = (0, 0);
    let targets = targets(&args.paths, packs)?;
    let (cancel, all) = (screen.cancel.clone(), targets.len());
    for (at, target) in targets.into_iter().enumerate() {
        let found = screen.counted("packs", Some(all as u64), |cancel| examine(&target, cancel));
        if cancel.is_asked() {
            let pack = &target.pack;
            screen.aside(&format!("stopped: {at} of {all} packs were looked at, and `{pack}` in part\n"));
        }
        errors += found.errors.len();
        warnings += found.findings.len();
        if args.json {
            let plain = |all: &Diagnostics| all.iter().map(diagnostic_json).collect();
            let (errors, findings) = (plain(&found.errors), plain(&found.findings));
            screen.json(&CheckAnswer { schema: SCHEMA, pack: target.pack, errors, findings });
        } else {
            found.errors.iter().chain(&found.findings).for_each(|diagnostic| screen.report(diagnostic));
        }
        // Whatever ends the program while the next is read, this was found.
        screen.flush();
        if cancel.is_asked() {
            break;
        }
        cancel.count(1);
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

fn summary(errors: usize, findings: usize) -> String {
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    match (errors, findings) {
        (0, 0) => "no findings".to_string(),
        (0, findings) => count(findings, "finding"),
        (errors, 0) => count(errors, "error"),
        (errors, findings) => format!("{}, {}", count(errors, "error"), count(findings, "finding")),
    }
}
