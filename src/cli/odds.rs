//! `fray odds`: exact odds of dice, or of a sentence in a pack.

use super::args::Odds;
use super::error::CliError;
use super::packs::Packs;
use super::phrase;
use super::screen::Screen;
use super::start::{Ended, Outcome};
use crate::odds::{Answer, Found, Share, bar, of_expr, picture};
use crate::rulebook::{Choices, LOWEST_PACK, load};
use crate::text::Files;
use std::path::Path;

/// Computes and prints.
pub fn odds(args: &Odds, packs: &Packs, screen: &mut Screen) -> Outcome {
    match args.what.as_slice() {
        [pack] if packs.folders("rules").contains(pack) || Path::new(pack).is_file() => {
            Err(CliError::MissingSentence { pack: pack.clone() }.alone())
        }
        [place, sentence] if args.whole => super::whole::whole(place, sentence, args, packs, screen),
        [pack, sentence] => super::ask::odds(pack, sentence, args, packs, screen),
        what => of_dice(what.first().map_or("", String::as_str), args, packs, screen),
    }
}

fn of_dice(text: &str, args: &Odds, packs: &Packs, screen: &mut Screen) -> Outcome {
    let (book, diagnostics) = load(packs, LOWEST_PACK, &Choices::none());
    let Some(book) = book else { return Err(diagnostics) };
    let phrase = phrase::expression(&book, text)?;
    let drawn = of_expr(&book, &phrase.expr).map_err(|error| vec![error.diagnostic_in(&book, &phrase.sources)])?;
    let answer = Answer::new(text, &drawn, |value| book.show_value(value, None));
    if args.json {
        screen.json(&answer);
    } else if let (true, Found::Distribution { shares, .. }) = (args.cumulative, &answer.found) {
        screen.say(&cumulative(shares, screen.width));
    } else {
        screen.say(&picture(&answer, screen.width));
    }
    Ok(Ended::Done)
}

/// Each number with the odds of at most and at least that, and a bar for the first.
fn cumulative(shares: &[Share], width: usize) -> String {
    let column = shares.iter().map(|share| share.value.to_string().chars().count()).max().unwrap_or(0).max(1);
    let letters = width.saturating_sub(column + 28).clamp(10, 60);
    let mut text = format!("{:column$}   at most  at least\n", "");
    for share in shares {
        let (most, least) = (share.at_most.percent(), share.at_least.percent());
        let line = format!("{:>column$}  {most:>8}  {least:>8}  {}", share.value, bar(share.at_most.to_f64(), letters));
        text += line.trim_end();
        text.push('\n');
    }
    text
}
