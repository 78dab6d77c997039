//! `fray mutants`: rules changed in one place at a time, and the changes that no test notices.

use super::args::MutantsArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::mutants_answer::MutantsAnswer;
use super::pack_target::{PackTarget, only};
use super::packs::Packs;
use super::played::reported;
use super::screen::Screen;
use crate::diag::Diagnostics;
use crate::mutant::{Judges, MOST_MUTANTS, Mutant, MutantVerdict, Mutants};
use crate::packtest::{PackTests, TestReport, Worker};
use crate::sim::on_all_cores;

/// Changes, tests and prints.
pub(super) fn mutants(args: &MutantsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let target = only(&args.path, packs)?;
    if target.files.is_lowest(&target.pack) {
        return Err(CliError::TestsElsewhere { pack: target.pack }.alone());
    }
    let tests = PackTests::read(&target.files, &target.pack)?;
    let reports = as_they_are(&tests, &target, screen)?;
    if screen.cancel.is_asked() {
        screen.aside("stopped before the first change: the tests were still being run on the rules as they are\n");
        return Ok(Ended::Done);
    }
    let mut all = Mutants::new(tests, &reports);
    choose(args, &mut all)?;
    let judges = if args.covers { Judges::Covering } else { Judges::All };
    let judged = screen.counted("changes", Some(all.all.len() as u64), |cancel| {
        on_all_cores(
            &all.all,
            || (),
            |(), mutant: &Mutant| {
                let verdict = all.judge(mutant, judges, cancel);
                cancel.count(1);
                verdict
            },
        )
    });
    let judged: Vec<MutantVerdict> = judged.map_err(|error| reported(error, all.book()))?;
    let answer = MutantsAnswer::new(&all, &judged, judges, &target.pack);
    match args.json {
        true => answer.print_json(screen),
        false => answer.print(screen),
    }
    if answer.stopped > 0 {
        let (known, of) = (judged.len() - answer.stopped, judged.len());
        screen.aside(&format!("stopped: {known} of {of} changes were tried, and only these count\n"));
    }
    Ok(if answer.unnoticed.is_empty() { Ended::Done } else { Ended::No })
}

/// What the tests come to on the rules as they are; all have to pass.
fn as_they_are(
    tests: &PackTests,
    target: &PackTarget,
    screen: &mut Screen,
) -> Result<Vec<(usize, TestReport)>, Diagnostics> {
    let portions = tests.portions(|test| *test.head.pack == *target.pack);
    let all = portions.iter().map(|portion| portion.tests.len() as u64).sum();
    let run = screen.counted("tests", Some(all), |cancel| {
        on_all_cores(&portions, Worker::default, |worker, portion| tests.run(worker, portion, cancel))
    });
    let run = run.map_err(|error| reported(error, tests.book()))?;
    let reports: Vec<(usize, TestReport)> = run.into_iter().flatten().collect();
    match reports.iter().filter(|(_, report)| !report.is_passed()).count() {
        0 => Ok(reports),
        failing => Err(CliError::TestsFail { pack: target.pack.clone(), failing }.alone()),
    }
}

/// Leaves those changes that are asked for.
fn choose(args: &MutantsArgs, all: &mut Mutants) -> Result<(), Diagnostics> {
    let mut of = "here".to_string();
    let help = "rules are what is declared outside of tests, scenarios, maps and figures".to_string();
    if let Some(only) = &args.only {
        of = format!("whose declaration or file is called `{only}`");
        all.keep(only);
    }
    if all.all.is_empty() {
        return Err(CliError::NoMutant { of, help }.alone());
    }
    let most = args.limit.map_or(MOST_MUTANTS, |limit| usize::try_from(limit).unwrap_or(MOST_MUTANTS));
    all.sample(most.min(MOST_MUTANTS), args.seed);
    Ok(())
}
