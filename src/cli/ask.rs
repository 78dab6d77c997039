//! `fray ask`, and `fray odds` of a sentence: one check reckoned.

use super::args::{Ask, Choices, Odds};
use super::ended::{Ended, Outcome};
use super::error::CliError;
use super::packs::Packs;
use super::screen::Screen;
use super::{find, phrase};
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Given, Seen};
use crate::odds::Diagram;
use crate::play::reckon::{Need, ReckonError, Reckoning, Thrown, reckon};
use crate::play::sentence::{About, understand, unread};
use crate::play::{Kit, Posed, Referee, Rules, State};
use crate::rulebook::Rulebook;
use crate::text::Files;
use std::sync::Arc;

/// Reckons a sentence; with dice, tells what comes of them.
pub fn ask(args: &Ask, packs: &Packs, screen: &mut Screen) -> Outcome {
    let (rules, state) = place(&args.place, &args.choices, packs)?;
    let book = rules.book.clone();
    let mut reckoning = reckoned(&rules, &state, &args.sentence)?;
    if let Some(text) = &args.dice {
        let dice = phrase::dice(text)?;
        reckoning.result = match reckoning.short.need() {
            Some(need) => Some(rolled(&book, need, dice)?),
            None => return Err(not_rolled(&reckoning)),
        };
    }
    match (args.json, args.all) {
        (true, _) => screen.json(&reckoning),
        (false, true) => screen.say(&reckoning.text_with_reasons()),
        (false, false) => screen.say(&reckoning.text()),
    }
    Ok(Ended::Done)
}

/// The odds of everything that can come of a sentence.
pub fn odds(name: &str, sentence: &str, args: &Odds, packs: &Packs, screen: &mut Screen) -> Outcome {
    let (rules, state) = place(name, &args.choices, packs)?;
    let reckoning = reckoned(&rules, &state, sentence)?;
    super::odds::print(&reckoning, Diagram::of_check(sentence, &reckoning), args, screen);
    Ok(Ended::Done)
}

/// The board of a scenario, or a pack with nobody on it: a pack needs no scripts to be asked.
fn place(name: &str, choices: &Choices, packs: &Packs) -> Result<(Arc<Rules>, State), Diagnostics> {
    let is_pack = packs.folders("rules").iter().any(|pack| pack == name);
    if !is_pack && find::is_scenario(packs, name) {
        let play = super::whole::table(name, choices, packs)?;
        return Ok((play.rules.clone(), play.state.clone()));
    }
    Ok((Kit::new(find::pack(packs, name, choices)?).rules(None), State::default()))
}

/// The check a sentence asks for, explained.
fn reckoned(rules: &Arc<Rules>, state: &State, sentence: &str) -> Result<Reckoning, Diagnostics> {
    let book = &rules.book;
    let one = |diagnostic: Diagnostic| vec![diagnostic];
    let asked = understand(book, &Referee::cast(rules, state), sentence).map_err(|error| one(Box::new(error)))?;
    if let Some(error) = unread(book, &asked, sentence) {
        return Err(one(Box::new(error)));
    }
    let posed = Posed::new(rules, state, &asked).map_err(|error| one(error.report(book)))?;
    let Some(check) = posed.check(rules) else { return Err(no_check(rules, posed.about)) };
    let frame = posed.frame();
    let view = posed.view(rules);
    reckon(&view.scene(&frame), check).map_err(|error| one(error.diagnostic(book)))
}

fn rolled(book: &Rulebook, need: &Need, dice: Vec<u16>) -> Result<crate::play::reckon::CheckResult, Diagnostics> {
    let mut given = Given::new(dice);
    let (mut mine, mut theirs) = (Thrown::default(), Thrown::default());
    need.roll(book, &mut given, Seen::Dice, (&mut mine, &mut theirs)).map_err(|error| match error {
        // The dice are those of the command line: where the check is declared does not matter.
        ReckonError::Dice(_, error) => vec![Box::new(error) as Diagnostic],
        error => vec![error.diagnostic(book)],
    })?;
    given.finish().map_err(|error| vec![Box::new(error) as Diagnostic])?;
    Ok(need.result(book, &mine, Some(&theirs)))
}

fn no_check(rules: &Rules, about: About) -> Diagnostics {
    let name = match about {
        About::Action(action) => rules.book.actions[action.index()].head.name.to_string(),
        About::Check(check) => rules.book.checks[check.index()].head.name.to_string(),
    };
    let help = "ask for an action that has a check, or for a check itself".to_string();
    CliError::UnknownName { sort: "check".to_string(), name, help }.alone()
}

fn not_rolled(reckoning: &Reckoning) -> Diagnostics {
    let why = reckoning.impossible.as_ref().map_or("nothing is rolled", |cannot| &cannot.why);
    CliError::OutOfRange { what: "--dice".to_string(), help: format!("it cannot be rolled: {why}") }.alone()
}
