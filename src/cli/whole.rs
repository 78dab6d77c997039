//! `fray odds … --whole`: everything an action can lead to, with its exact odds.

use super::args::OddsArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::meant::MeantSentence;
use super::packs::Packs;
use super::screen::Screen;
use crate::diag::{Diagnostics, did_you_mean};
use crate::explain::{Refusal, changes_nothing, overridden};
use crate::odds::action::{ActionOdds, BUDGET, Bounds, Inquiry, whole as whole_odds};
use crate::odds::plot::Diagram;
use crate::play::{Play, PlayError};
use crate::query::{BoundQuery, Directory, PerformedDeed, doubtful, idle, idle_of_figures, uncounted};

/// The shape of what programs read where an order is refused.
const REFUSED: &str = "fray.refused/1";

/// An order of which nothing comes, for programs.
#[derive(serde::Serialize)]
struct RefusedDeed<'a> {
    schema: &'static str,
    sentence: &'a str,
    refused: &'a Refusal,
}

/// Performs the order under everything that chance can do, and prints what can come of it.
pub(super) fn whole(place: &str, sentence: &str, args: &OddsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let play = super::opened::table(place, &args.choices, packs)?;
    let meant = MeantSentence::of_all(play.rules(), play.state(), sentence)?;
    print_whole(play, &meant, args, screen)
}

/// The same of a sentence that is understood.
pub(super) fn print_whole(play: Play, meant: &MeantSentence, args: &OddsArgs, screen: &mut Screen) -> CommandResult {
    let is_data = args.json || args.csv || args.svg;
    match is_data {
        true => meant.mark(screen, args.json),
        false => meant.tell(screen),
    }
    let Some(answer) = comes_of(play, meant, args.that.iter(), bounds(args), is_data, screen)? else {
        return Ok(Ended::No);
    };
    super::form::print(&answer, Diagram::of_whole(&meant.text, &answer), args, screen);
    Ok(Ended::Done)
}

/// Everything that can come of a sentence, with what is asked of it; none if it is refused, which is said.
pub(super) fn comes_of<'t>(
    mut there: Play,
    meant: &'t MeantSentence,
    that: impl Iterator<Item = &'t String>,
    bounds: Bounds,
    is_data: bool,
    screen: &mut Screen,
) -> Result<Option<ActionOdds>, Diagnostics> {
    let (book, sentence) = (there.rules().book.clone(), &meant.text);
    let report = |error: PlayError| -> Diagnostics { vec![error.report(&book)] };
    let performed = PerformedDeed::of(&book, &Directory::in_fight(there.rules(), there.state()), &meant.asked);
    if !is_data {
        screen.say(&performed.text());
    }
    let asked = &performed.asked;
    let posed = BoundQuery::new(there.rules(), there.state(), asked).map_err(report)?;
    if let Some(error) = uncounted(there.rules(), &posed, asked, sentence) {
        return Err(vec![Box::new(error)]);
    }
    let doubtful = doubtful(there.rules(), &posed, asked);
    if let Some(error) = idle(there.rules(), &there.engine(), &posed, &doubtful, sentence) {
        return Err(vec![Box::new(error)]);
    }
    let Some(order) = posed.order(there.rules()) else {
        let help = "a check alone has odds without `--whole`".to_string();
        return Err(CliError::UnknownName { sort: "action".to_string(), name: sentence.to_string(), help }.alone());
    };
    let refusal = match posed.out_of_fight(there.rules()) {
        Some(gone) => Some(gone),
        None => there.refusal_in(&posed.state, &order).map_err(report)?,
    };
    if let Some(refusal) = refusal {
        if is_data {
            screen.json(&RefusedDeed { schema: REFUSED, sentence, refused: &refusal });
            return Ok(None);
        }
        screen.say(&format!("{}  what it would need is reckoned by `fray ask` all the same\n", refusal.text()));
        return Ok(None);
    }
    let asked = meant.that.iter().flatten().chain(that).map(|text| Inquiry::read(there.rules(), &posed.state, text));
    let inquiries = asked.collect::<Result<Vec<Inquiry>, Diagnostics>>()?;
    let bounds = Bounds { inquiries, with_repeats: true, with_part: true, cancel: screen.cancel.clone(), ..bounds };
    let answer = whole_odds(there.rules(), &there.engine(), &posed.state, &order, &bounds);
    let answer =
        answer.map_err(|error| without_board(&there, &error).map_or_else(|| report(error), CliError::alone))?;
    if let Some((name, told)) = bounds.inquiries.iter().find_map(|inquiry| inquiry.unheard(&answer)) {
        let otherwise = "`times` counts checks, and events that scripts tell in this action";
        let (sort, help) = ("event of this action".to_string(), did_you_mean(&name, told, otherwise));
        return Err(CliError::UnknownName { sort, name: name.to_string(), help }.alone());
    }
    if !is_data {
        screen.say(&overridden(&posed.overridden(there.rules(), there.state())));
        let (rules, idle) = (there.rules(), posed.idle(there.rules()));
        let later = idle_of_figures(rules, &there.engine(), there.state(), &posed);
        screen.say(&changes_nothing(&[idle, later].concat()));
    }
    Ok(Some(answer))
}

/// Why a script cannot do where nobody stands on a board what a sentence says; none where that is no reason.
fn without_board(there: &Play, error: &PlayError) -> Option<CliError> {
    let book = &there.rules().book;
    if there.rules().ground.is_some() || !matches!(error, PlayError::Script(_)) {
        return None;
    }
    let scenario = book.scenarios.iter().find(|scenario| scenario.map.is_some())?;
    let board = format!("{}/{}", book.pack.head.name, scenario.head.name);
    let help = format!("ask on the board of a scenario, of those who stand there: `fray odds {board} '…' --whole`");
    Some(CliError::NeedsBoard { help })
}

/// The budget that was asked for, or the usual one.
fn bounds(args: &OddsArgs) -> Bounds {
    Bounds { ways: args.budget.unwrap_or(BUDGET), with_quiet: args.all, ..Bounds::default() }
}
