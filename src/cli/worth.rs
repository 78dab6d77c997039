//! `fray worth`: what each modifier, option, thing or condition counts, for a check or for a whole action.

use super::args::WorthArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::meant::MeantSentence;
use super::opened::{self, Place};
use super::packs::Packs;
use super::screen::Screen;
use crate::ablation::{AblationCase, Metric, OtherReadings, worth as worth_of};
use crate::diag::Diagnostics;
use crate::play::{Play, Rules};
use crate::query::{BoundQuery, doubtful, idle, uncounted};
use crate::rulebook::Rulebook;
use crate::state::State;
use std::sync::Arc;

/// Computes and prints.
pub(super) fn worth(args: &WorthArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    super::ask::in_order("worth", &args.place, &args.sentence, packs)?;
    let mut place = Place::read(&args.place, packs)?;
    let (meant, case) = case_of(args, &place.table(&args.choices)?)?;
    match args.json {
        true => meant.mark(screen, true),
        false => meant.tell(screen),
    }
    let yardstick = if args.whole || args.of.is_some() { Metric::Whole(args.of.clone()) } else { Metric::Check };
    let book = case.rules.book.clone();
    let (choices, read) = (place.choices(&args.choices)?, place.read_pack());
    let others = OtherReadings::new(read.text(), &case, &yardstick);
    let check = matches!(yardstick, Metric::Check).then_some(&case);
    let mut switch = |option: &str, reading: &str| {
        let choices = choices.clone().with(option, Some(reading));
        let narrow = others.under(&case, option, &choices);
        narrow.unwrap_or_else(|| read.switched(&choices).and_then(|book| other(args, &place, book, check)).into())
    };
    let answer = worth_of(&case, &yardstick, &mut switch, &screen.cancel);
    let answer = answer.map_err(|error| vec![error.report(&book)])?;
    let Some(answer) = answer else {
        return Err(nothing_weighed(args, &yardstick));
    };
    match args.json {
        true => screen.json(&answer),
        false => screen.say(&answer.text(screen.width, (!args.all).then_some("--all"))),
    }
    Ok(if answer.of.is_empty() { Ended::No } else { Ended::Done })
}

/// The error of a sentence in which nothing is measured.
fn nothing_weighed(args: &WorthArgs, yardstick: &Metric) -> Diagnostics {
    let name_it = "name what it changes as `fray odds … --whole` does: `--of \"NAME: TITLE\"`";
    let (what, help): (&'static str, String) = match (yardstick, &args.of) {
        (Metric::Whole(_), Some(of)) => {
            let (sort, name) = ("change of this action".to_string(), of.clone());
            return CliError::UnknownName { sort, name, help: name_it.to_string() }.alone();
        }
        (Metric::Whole(_), None) => ("this order changes nothing of anybody else", name_it.to_string()),
        (Metric::Check, _) => {
            let help = "ask for an action that has a check, for a check itself, or of all that is done: `--whole`";
            ("nothing is rolled for this", help.to_string())
        }
    };
    CliError::NothingMeasured { what, help }.alone()
}

/// The sentence by other rules; none if it makes no sense there. A scenario begins anew by them; where nobody stands it is
/// the same state under all, and of a check nothing is run.
fn other(args: &WorthArgs, place: &Place, book: Arc<Rulebook>, check: Option<&AblationCase>) -> Option<AblationCase> {
    let play = match (place, check) {
        (Place::Pack(_), Some(case)) => {
            let rules = crate::odds::kit(book).rules(None);
            let asked = read_as_said(&rules, &case.state, args).ok()?.asked;
            return Some(AblationCase { rules, engine: case.engine.clone(), state: case.state.clone(), asked });
        }
        (Place::Pack(_), None) => opened::nobody(book).ok()?,
        (Place::Scenario(read), _) => opened::begun(read.in_rules(book).ok()?).ok()?,
    };
    Some(case_of(args, &play).ok()?.1)
}

/// The sentence, if all that it says counts.
fn read_as_said(rules: &Arc<Rules>, state: &State, args: &WorthArgs) -> Result<MeantSentence, Diagnostics> {
    let meant = MeantSentence::read(rules, state, &args.sentence)?;
    let posed = BoundQuery::new(rules, state, &meant.asked);
    let posed = posed.map_err(|error| -> Diagnostics { vec![error.report(&rules.book)] })?;
    match uncounted(rules, &posed, &meant.asked, &meant.text) {
        Some(error) => Err(vec![Box::new(error)]),
        None => Ok(meant),
    }
}

/// The sentence as things stand.
fn case_of(args: &WorthArgs, play: &Play) -> Result<(MeantSentence, AblationCase), Diagnostics> {
    let meant = read_as_said(play.rules(), play.state(), args)?;
    let posed = BoundQuery::new(play.rules(), play.state(), &meant.asked);
    let posed = posed.map_err(|error| -> Diagnostics { vec![error.report(&play.rules().book)] })?;
    let doubtful = doubtful(play.rules(), &posed, &meant.asked);
    if let Some(error) = idle(play.rules(), &play.engine(), &posed, &doubtful, &meant.text) {
        return Err(vec![Box::new(error)]);
    }
    let (rules, state, asked) = (play.rules().clone(), play.state().clone(), meant.asked.clone());
    Ok((meant, AblationCase { rules, engine: play.engine(), state, asked }))
}
