//! From the arguments to the subcommand, and from its answer to the exit code.

use super::args::{Fray, FrayCommand, ReplArgs};
use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::files::{Builtin, Disk, missing_folder};
use super::packs::Packs;
use super::screen::Screen;
use crate::diag::{Diagnostic, Diagnostics, crash};
use crate::repl::{INTERRUPTED, end_at_interrupt};
use crate::text::Files;
use clap::Parser;
use std::path::Path;
use std::process::ExitCode;

/// Reads the arguments, runs the subcommand and returns the exit code: 0 done, 1 the answer is no, 2 the input is wrong.
pub fn main() -> ExitCode {
    crash::note_places();
    let typed: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let fray = match Fray::try_parse() {
        Ok(fray) => fray,
        Err(error) => {
            // Help and version are answers, everything else is a mistake.
            let mut screen = Screen::of_terminal();
            if !error.use_stderr() {
                screen.say(&error.render().to_string());
                return ExitCode::from(match screen.finish() {
                    Ok(()) => 0,
                    Err(lost) => {
                        screen.complain(&(Box::new(lost) as Diagnostic));
                        2
                    }
                });
            }
            let mistake: crate::diag::Diagnostic =
                Box::new(super::usage::mistake(&error, &typed, &packs_typed(&typed)));
            screen.complain(&mistake);
            return ExitCode::from(2);
        }
    };
    let mut screen = Screen::of_terminal();
    if let Some(mistake) = super::usage::said_of_switch(&typed) {
        screen.complain(&(Box::new(mistake) as Diagnostic));
        return ExitCode::from(2);
    }
    // The prompt goes on after Ctrl-C.
    if !matches!(fray.command, None | Some(FrayCommand::Repl(_))) {
        end_at_interrupt(&screen.cancel);
    }
    let rules = fray.rules.as_deref().or_else(|| tests_here(fray.command.as_ref()));
    let outcome = crash::guarded(|| packs(rules).and_then(|packs| dispatch(fray.command, packs, rules, &mut screen)));
    let outcome = outcome.unwrap_or_else(|bug| Err(vec![Box::new(bug)]));
    let mut ended = outcome.map(|ended| screen.ended(ended)).unwrap_or_else(|diagnostics| {
        super::usage::completed(diagnostics, &typed).iter().for_each(|diagnostic| screen.complain(diagnostic));
        Ended::Wrong
    });
    if let Err(error) = screen.finish() {
        screen.complain(&(Box::new(error) as Diagnostic));
        ended = Ended::Wrong;
    }
    ExitCode::from(match ended {
        _ if screen.cancel.is_asked() => INTERRUPTED,
        Ended::Done => 0,
        Ended::No => 1,
        Ended::Wrong => 2,
    })
}

/// The packs that count by what was typed, though it cannot be read.
fn packs_typed(typed: &[String]) -> Packs {
    let at = typed.iter().position(|word| word == "--rules");
    let behind = at.and_then(|at| typed.get(at + 1)).map(String::as_str);
    let folder = behind.or_else(|| typed.iter().find_map(|word| word.strip_prefix("--rules=")));
    packs(folder.map(Path::new)).unwrap_or_else(|_| Packs::new(Builtin))
}

/// The packs that come with fray, with a folder of the author's laid over them.
pub(super) fn packs(rules: Option<&Path>) -> Result<Packs, Diagnostics> {
    let packs = Packs::new(Builtin).explained_by(super::find::meant_by_pack);
    let Some(folder) = rules else { return Ok(packs) };
    let disk = Disk::at(folder);
    if disk.folders("rules").is_empty() && disk.folders("scripts").is_empty() {
        let usual = "name the folder that holds `rules/<pack>/` (and `scripts/<pack>/`)";
        let is_there = folder.is_dir();
        let help = if is_there { usual.to_string() } else { missing_folder(folder, usual) };
        return Err(CliError::NoRules { path: shown(folder), is_there, help }.alone());
    }
    Ok(packs.under(disk))
}

/// Packs are built in without their tests, so `fray test` and `fray mutants` take them from the folder where it is called, if they are there.
fn tests_here(command: Option<&FrayCommand>) -> Option<&'static Path> {
    let here = Path::new(".");
    let may_be_here = matches!(command, Some(FrayCommand::Test(_) | FrayCommand::Mutants(_) | FrayCommand::Again(_)));
    (may_be_here && Disk::at(here).holds_any("rules")).then_some(here)
}

/// Does what a command says.
pub(super) fn dispatch(
    command: Option<FrayCommand>,
    packs: Packs,
    rules: Option<&Path>,
    screen: &mut Screen,
) -> CommandResult {
    match command {
        Some(FrayCommand::Serve(args)) => super::serve::serve(&args, &packs, screen),
        Some(FrayCommand::Replay(args)) => super::replay::replay(&args, &packs, screen),
        Some(FrayCommand::Run(args)) => super::run::run(&args, &packs, screen),
        Some(FrayCommand::Roll(args)) => super::roll::roll(&args, &packs, screen),
        Some(FrayCommand::Odds(args)) => super::odds::odds(&args, &packs, screen),
        Some(FrayCommand::Worth(args)) => super::worth::worth(&args, &packs, screen),
        Some(FrayCommand::Ask(args)) => super::ask::ask(&args, &packs, screen),
        Some(FrayCommand::Sim(args)) => super::sim::sim(&args, &packs, screen),
        Some(FrayCommand::Merge(args)) => super::merge::merge(&args, screen),
        Some(FrayCommand::Tournament(args)) => super::tournament::tournament(&args, &packs, screen),
        Some(FrayCommand::Sweep(args)) => super::sweep::sweep(&args, &packs, screen),
        Some(FrayCommand::Report(args)) => super::report::report(&args, &packs, screen),
        Some(FrayCommand::Diff(args)) => super::diff::diff(&args, (&packs, rules), screen),
        Some(FrayCommand::Check(args)) => super::check::check(&args, &packs, screen),
        Some(FrayCommand::Explain(args)) => super::explain::explain(&args, screen),
        Some(FrayCommand::Fmt(args)) => super::fmt::fmt(&args, screen),
        Some(FrayCommand::Show(args)) => super::show::show(&args, &packs, screen),
        Some(FrayCommand::Cards(args)) => super::cards::cards(&args, &packs, screen),
        Some(FrayCommand::Test(args)) => super::test::test(&args, &packs, screen),
        Some(FrayCommand::Mutants(args)) => super::mutants::mutants(&args, &packs, screen),
        Some(FrayCommand::Repl(args)) => super::repl::repl(&args, &packs, screen),
        Some(FrayCommand::New(args)) => super::new::new(&args, &packs, screen),
        Some(FrayCommand::Again(args)) => super::watch::watch(&args, &packs, screen),
        Some(FrayCommand::Completions(args)) => super::describe_command::completions(&args, screen),
        Some(FrayCommand::Man(args)) => super::describe_command::man(&args, screen),
        Some(FrayCommand::Lsp) => super::lsp::lsp(rules),
        None => super::repl::repl(&ReplArgs::default(), &packs, screen),
    }
}
