//! `fray worth`: what each modifier, option, thing or condition counts, for a check or for a whole action.

use super::args::{Choices, Worth};
use super::ended::{Ended, Outcome};
use super::error::CliError;
use super::opened::Place;
use super::packs::Packs;
use super::screen::Screen;
use crate::ablation::{Case, Yardstick, worth as weigh};
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::Cancel;
use crate::query::understand;
use crate::query::{Posed, Referee, uncounted};

/// Computes and prints.
pub fn worth(args: &Worth, packs: &Packs, screen: &mut Screen) -> Outcome {
    let mut place = Place::read(&args.place, packs)?;
    let case = case(args, &args.choices, &mut place)?;
    let yardstick = if args.whole || args.of.is_some() { Yardstick::Whole(args.of.clone()) } else { Yardstick::Check };
    let mut switch = |option: &str, reading: &str| {
        let mut choices = args.choices.clone();
        choices.with.push(format!("{option}={reading}"));
        self::case(args, &choices, &mut place).ok()
    };
    let book = case.rules.book.clone();
    let answer =
        weigh(&case, &yardstick, &mut switch, &Cancel::default()).map_err(|error| vec![error.report(&book)])?;
    let Some(answer) = answer else {
        let help = match yardstick {
            Yardstick::Check => "ask for an action that has a check, or for a check itself",
            Yardstick::Whole(_) => "name what it changes as `fray odds … --whole` does: `--of \"NAME: TITLE\"`",
        };
        let (sort, name) = ("odds".to_string(), args.of.clone().unwrap_or_else(|| args.sentence.clone()));
        return Err(CliError::UnknownName { sort, name, help: help.to_string() }.alone());
    };
    match args.json {
        true => screen.json(&answer),
        false => screen.say(&answer.text(screen.width)),
    }
    Ok(Ended::Done)
}

/// The sentence under a choice of options.
fn case(args: &Worth, choices: &Choices, place: &mut Place) -> Result<Case, Diagnostics> {
    let play = place.table(choices)?;
    let asked = understand(&play.rules.book, &Referee::cast(&play.rules, &play.state), &args.sentence);
    let asked = asked.map_err(|error| vec![Box::new(error) as Diagnostic])?;
    let posed = Posed::new(&play.rules, &play.state, &asked);
    let posed = posed.map_err(|error| -> Diagnostics { vec![error.report(&play.rules.book)] })?;
    if let Some(error) = uncounted(&play.rules, &posed, &asked, &args.sentence) {
        return Err(vec![Box::new(error)]);
    }
    Ok(Case { rules: play.rules.clone(), engine: play.engine(), state: play.state.clone(), asked })
}
