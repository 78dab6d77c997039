//! `fray worth`: what each modifier, option, thing or condition counts, for a check or for a whole action.

use super::args::{ChoiceArgs, WorthArgs};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::meant::MeantSentence;
use super::opened::Place;
use super::packs::Packs;
use super::screen::Screen;
use crate::ablation::{AblationCase, Metric, worth as weigh};
use crate::diag::Diagnostics;
use crate::dice::Cancel;
use crate::query::{BoundQuery, uncounted};

/// Computes and prints.
pub(super) fn worth(args: &WorthArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let mut place = Place::read(&args.place, packs)?;
    let (meant, case) = case(args, &args.choices, &mut place)?;
    if !args.json {
        meant.tell(screen);
    }
    let yardstick = if args.whole || args.of.is_some() { Metric::Whole(args.of.clone()) } else { Metric::Check };
    let mut switch = |option: &str, reading: &str| {
        let mut choices = args.choices.clone();
        choices.with.push(format!("{option}={reading}"));
        Some(self::case(args, &choices, &mut place).ok()?.1)
    };
    let book = case.rules.book.clone();
    let answer =
        weigh(&case, &yardstick, &mut switch, &Cancel::default()).map_err(|error| vec![error.report(&book)])?;
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

/// The sentence under a choice of options.
fn case(
    args: &WorthArgs,
    choices: &ChoiceArgs,
    place: &mut Place,
) -> Result<(MeantSentence, AblationCase), Diagnostics> {
    let play = place.table(choices)?;
    let meant = MeantSentence::read(play.rules(), play.state(), &args.sentence)?;
    let posed = BoundQuery::new(play.rules(), play.state(), &meant.asked);
    let posed = posed.map_err(|error| -> Diagnostics { vec![error.report(&play.rules().book)] })?;
    if let Some(error) = uncounted(play.rules(), &posed, &meant.asked, &meant.text) {
        return Err(vec![Box::new(error)]);
    }
    let (rules, state, asked) = (play.rules().clone(), play.state().clone(), meant.asked.clone());
    Ok((meant, AblationCase { rules, engine: play.engine(), state, asked }))
}
