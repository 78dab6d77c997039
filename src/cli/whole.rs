//! `fray odds … --whole`: everything an action can lead to, with its exact odds.

use super::args::OddsArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::meant::MeantSentence;
use super::packs::Packs;
use super::screen::Screen;
use crate::diag::{Diagnostics, did_you_mean};
use crate::explain::overridden;
use crate::odds::action::{BUDGET, Bounds, Inquiry, whole as whole_odds};
use crate::odds::plot::Diagram;
use crate::play::PlayError;
use crate::query::{BoundQuery, doubtful, idle, uncounted};

/// Performs the order under everything that chance can do, and prints what can come of it.
pub(super) fn whole(place: &str, sentence: &str, args: &OddsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let play = super::opened::table(place, &args.choices, packs)?;
    let book = play.rules().book.clone();
    let report = |error: PlayError| -> Diagnostics { vec![error.report(&book)] };
    let meant = MeantSentence::read(play.rules(), play.state(), sentence)?;
    match args.json || args.csv || args.svg {
        true => meant.mark(screen, args.json),
        false => meant.tell(screen),
    }
    let sentence = &meant.text;
    let posed = BoundQuery::new(play.rules(), play.state(), &meant.asked).map_err(report)?;
    if let Some(error) = uncounted(play.rules(), &posed, &meant.asked, sentence) {
        return Err(vec![Box::new(error)]);
    }
    let doubtful = doubtful(play.rules(), &posed, &meant.asked);
    if let Some(error) = idle(play.rules(), &play.engine(), &posed, &doubtful, sentence) {
        return Err(vec![Box::new(error)]);
    }
    let Some(order) = posed.order(play.rules()) else {
        let help = "a check alone has odds without `--whole`".to_string();
        return Err(CliError::UnknownName { sort: "action".to_string(), name: sentence.to_string(), help }.alone());
    };
    let mut there = play;
    if let Some(refusal) = there.refusal_in(&posed.state, &order).map_err(report)? {
        screen.say(&format!("{}  what it would need is reckoned by `fray ask` all the same\n", refusal.text()));
        return Ok(Ended::No);
    }
    let asked = args.that.iter().map(|text| Inquiry::read(there.rules(), &posed.state, text));
    let inquiries = asked.collect::<Result<Vec<Inquiry>, Diagnostics>>()?;
    let bounds = Bounds { inquiries, with_quiet: args.all, with_repeats: true, with_part: true, ..bounds(args) };
    let bounds = Bounds { cancel: screen.cancel.clone(), ..bounds };
    let answer = whole_odds(there.rules(), &there.engine(), &posed.state, &order, &bounds).map_err(report)?;
    if let Some((name, told)) = bounds.inquiries.iter().find_map(|inquiry| inquiry.unheard(&answer)) {
        let otherwise = "`times` counts checks, and events that scripts tell in this action";
        let (sort, help) = ("event of this action".to_string(), did_you_mean(&name, told, otherwise));
        return Err(CliError::UnknownName { sort, name: name.to_string(), help }.alone());
    }
    if !args.json && !args.csv && !args.svg {
        screen.say(&overridden(&posed.overridden(there.rules(), there.state())));
    }
    super::form::print(&answer, Diagram::of_whole(sentence, &answer), args, screen);
    Ok(Ended::Done)
}

/// The budget that was asked for, or the usual one.
fn bounds(args: &OddsArgs) -> Bounds {
    Bounds { ways: args.budget.unwrap_or(BUDGET), ..Bounds::default() }
}
