//! `fray odds … --whole`: everything an action can lead to, with its exact odds.

use super::args::{Choices, Odds};
use super::ended::{Ended, Outcome};
use super::error::CliError;
use super::find;
use super::packs::Packs;
use super::screen::Screen;
use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use crate::dice::{Given, Seeded};
use crate::odds::action::{BUDGET, Bounds, Inquiry, whole as reckon};
use crate::odds::plot::Diagram;
use crate::play::{Play, PlayError, State};
use crate::query::understand;
use crate::query::{Posed, Referee, uncounted};
use crate::text::Files;

/// Where the dice begin if nobody says.
const FIRST_SEED: u64 = 1;

/// Performs the order under everything that chance can do, and prints what can come of it.
pub fn whole(place: &str, sentence: &str, args: &Odds, packs: &Packs, screen: &mut Screen) -> Outcome {
    let play = table(place, &args.choices, packs)?;
    let book = play.rules.book.clone();
    let report = |error: PlayError| -> Diagnostics { vec![error.report(&book)] };
    let asked = understand(&book, &Referee::cast(&play.rules, &play.state), sentence)
        .map_err(|error| vec![Box::new(error) as Diagnostic])?;
    let posed = Posed::new(&play.rules, &play.state, &asked).map_err(report)?;
    if let Some(error) = uncounted(&play.rules, &posed, &asked, sentence) {
        return Err(vec![Box::new(error)]);
    }
    let Some(order) = posed.order(&play.rules) else {
        let help = "a check alone has odds without `--whole`".to_string();
        return Err(CliError::UnknownName { sort: "action".to_string(), name: sentence.to_string(), help }.alone());
    };
    let mut there = play;
    if let Some(refusal) = there.refusal_in(&posed.state, &order).map_err(report)? {
        screen.line(&format!("refused: {}", refusal.reason));
        return Ok(Ended::No);
    }
    let asked = args.that.iter().map(|text| Inquiry::read(&there.rules, &posed.state, text));
    let inquiries = asked.collect::<Result<Vec<Inquiry>, Diagnostics>>()?;
    let bounds = Bounds { inquiries, with_quiet: args.all, ..bounds(args) };
    let answer = reckon(&there.rules, &there.engine(), &posed.state, &order, &bounds).map_err(report)?;
    if let Some((name, told)) = bounds.inquiries.iter().find_map(|inquiry| inquiry.unheard(&answer)) {
        let otherwise = "`times` counts checks, and events that scripts tell in this action";
        let (sort, help) = ("event of this action".to_string(), did_you_mean(&name, told, otherwise));
        return Err(CliError::UnknownName { sort, name: name.to_string(), help }.alone());
    }
    super::odds::print(&answer, Diagram::of_whole(sentence, &answer), args, screen);
    Ok(Ended::Done)
}

/// The board of a scenario as its start script leaves it, or none for a pack. What that script rolls falls as in the
/// game that `fray run` plays.
pub fn table(place: &str, choices: &Choices, packs: &Packs) -> Result<Play, Diagnostics> {
    let is_pack = packs.folders("rules").iter().any(|pack| pack == place);
    if find::is_board(packs, place) || !is_pack && !std::path::Path::new(place).exists() {
        let found = find::scenario(packs, place, choices)?;
        let book = found.kit.book.clone();
        let begun = found.kit.play(found.scenario, Box::new(Seeded::new(FIRST_SEED, 0))).and_then(|mut play| {
            play.begin()?;
            Ok(play)
        });
        return begun.map_err(|error| vec![error.report(&book)]);
    }
    let nobody = Box::new(Given::default());
    let kit = crate::odds::kit(find::pack(packs, place, choices)?);
    let engine = kit.engine().map_err(|error| vec![Box::new(error) as Diagnostic])?;
    Ok(Play::new(kit.rules(None), State::default(), engine, nobody))
}

/// The budget that was asked for, or the usual one.
fn bounds(args: &Odds) -> Bounds {
    Bounds { ways: args.budget.unwrap_or(BUDGET), ..Bounds::default() }
}
