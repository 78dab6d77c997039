//! `fray odds`: exact odds of dice, or of a sentence in a pack.

use super::args::OddsArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::packs::Packs;
use super::screen::Screen;
use super::usage::{is_list_of_numbers, quoted};
use super::{argument, find};
use crate::odds::expression::{ExprOdds, OddsResult, of_expr};
use crate::odds::plot::{Diagram, picture};
use crate::rulebook::{Choices, LOWEST_PACK, load};
use crate::text::Files;
use std::path::Path;

/// Computes and prints.
pub(super) fn odds(args: &OddsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if let Some(idle) = counts_for_nothing(args, packs) {
        return Err(idle.alone());
    }
    match args.what.as_slice() {
        [name] if args.exact || args.sim.is_some() => super::fight_odds::ends(name, args, packs, screen),
        [pack] if packs.folders("rules").contains(pack) || Path::new(pack).is_file() => {
            Err(CliError::MissingSentence { pack: pack.clone() }.alone())
        }
        [name] if super::fight_odds::is_name(name) => super::fight_odds::ends(name, args, packs, screen),
        [dice, rest] if is_dice(dice) && !packs.folders("rules").contains(dice) => {
            let message = format!("`{rest}` is one word too many for `fray odds`");
            let help = match rest.parse::<u32>() {
                Ok(_) => {
                    format!("outside of quotes `>` and `<` are the terminal's own: `fray odds '{dice} >= {rest}'`")
                }
                Err(_) => format!("what has blanks stands in quotes: `fray odds '{dice} {rest}'`"),
            };
            Err(CliError::Usage { message, help }.alone())
        }
        [place, sentence, rest @ ..] if let (Some(that), Some(first)) = (args.that.last(), rest.first()) => {
            let that = quoted(&format!("{that} {}", rest.join(" ")));
            let line = format!("fray odds {} {} --whole --that {that}", quoted(place), quoted(sentence));
            let message = format!("`{first}` is one word too many for `fray odds`");
            Err(CliError::Usage { message, help: format!("what has blanks stands in quotes: `{line}`") }.alone())
        }
        [place, sentence] if args.whole => super::whole::whole(place, sentence, args, packs, screen),
        [pack, sentence] => super::ask::odds(pack, sentence, args, packs, screen),
        [text] if let Some(error) = no_dice("odds", text, packs) => Err(error.alone()),
        what => of_dice(what.first().map_or("", String::as_str), args, packs, screen),
    }
}

/// Options that count only beside a sentence, or in a pack.
fn counts_for_nothing(args: &OddsArgs, packs: &Packs) -> Option<CliError> {
    let [what] = args.what.as_slice() else { return None };
    let is_pack = packs.folders("rules").contains(what) || Path::new(what).is_file();
    if args.whole && !is_pack && (super::fight_odds::is_name(what) || no_dice("odds", what, packs).is_none()) {
        let that: String = args.that.iter().map(|that| format!(" --that {}", quoted(that))).collect();
        let asked = if that.is_empty() { "--whole" } else { "--that" };
        let place = if super::fight_odds::is_name(what) { what } else { "PACK" };
        let message = format!("`{asked}` counts only with a sentence: it asks what one order leads to");
        let help = format!("say which, in quotes: `fray odds {place} '…' --whole{that}`");
        return Some(CliError::Usage { message, help });
    }
    let reading = args.choices.with.first().filter(|_| is_dice_alone(what, packs))?;
    let message = "`--with` chooses a reading of rules, and dice alone have none".to_string();
    let help = match is_list_of_numbers(reading) {
        true => format!("dice that lie there belong to a roll: `fray roll {} --dice {reading}`", quoted(what)),
        false => format!("leave it out, or say in which pack: `fray odds PACK '…' --with {}`", quoted(reading)),
    };
    Some(CliError::Usage { message, help })
}

/// Whether what is asked needs no pack: dice and numbers.
fn is_dice_alone(what: &str, packs: &Packs) -> bool {
    let is_place = packs.folders("rules").iter().any(|pack| pack == what) || Path::new(what).is_file();
    !is_place && !super::fight_odds::is_name(what) && no_dice("odds", what, packs).is_none()
}

/// A pack, a scenario or a sentence where dice are wanted.
pub(super) fn no_dice(command: &str, text: &str, packs: &Packs) -> Option<CliError> {
    let (message, help) = match text {
        _ if packs.folders("rules").iter().any(|pack| pack == text) => (
            format!("`{text}` is a pack, not dice"),
            format!("a sentence behind it asks something: `fray ask {text} '…'`; dice alone: `fray {command} '3d6'`"),
        ),
        _ if command != "odds" && find::is_scenario(packs, text) => (
            format!("`{text}` is a scenario, not dice"),
            format!("it is played by `fray run {text}`; dice alone: `fray {command} '3d6'`"),
        ),
        _ if is_sentence(text) => {
            let asked = if command == "odds" { "odds" } else { "ask" };
            let pack = find::pack_of_sentence(packs, text).unwrap_or_else(|| "PACK".to_string());
            (
                format!("`{text}` is no dice, but a sentence"),
                format!("a sentence is asked in a pack, or on the board of a scenario: `fray {asked} {pack} '{text}'`"),
            )
        }
        _ => return None,
    };
    Some(CliError::Usage { message, help })
}

/// Whether a text is words behind a name, and no expression: `Ann strikes Ben`.
fn is_sentence(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, ',' | '_' | '-' | '\'' | '?'));
    let is_joined = |word: &&str| matches!(*word, "and" | "or" | "is" | "not" | "then" | "else" | "of");
    words.len() > 1
        && words[0].starts_with(char::is_uppercase)
        && words.iter().take(2).all(is_word)
        && !words.iter().skip(1).take(1).any(is_joined)
}

/// Where several dice are compared with what one of them can show: that their sum was compared, and how many of them show
/// it is asked otherwise.
fn of_sum(text: &str) -> Option<String> {
    let (dice, least) = text.split_once(">=").map(|(dice, least)| (dice.trim(), least.trim()))?;
    let (count, sides) = dice.split_once('d')?;
    let (count, sides): (u32, u32) = (count.parse().ok()?, sides.parse().ok()?);
    let least: u32 = least.parse().ok()?;
    let is_pool = count > 1 && (2..=sides).contains(&least);
    is_pool.then(|| {
        format!(
            "This compares the sum of the dice. How many of them show {least} or more: \
             `fray odds '{count} x (if d{sides} >= {least} then 1 else 0)'`"
        )
    })
}

/// Whether a word is dice: digits, `d`, digits.
fn is_dice(word: &str) -> bool {
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('d').is_some_and(|(count, sides)| all_digits(count) && all_digits(sides) && !sides.is_empty())
}

fn of_dice(text: &str, args: &OddsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let (book, diagnostics) = load(packs, LOWEST_PACK, &Choices::none());
    let Some(book) = book else { return Err(diagnostics) };
    let phrase = argument::expression(&book, text)?;
    let drawn = of_expr(&book, &phrase.expr).map_err(|error| vec![error.diagnostic_in(&book, &phrase.sources)])?;
    let answer = ExprOdds::new(text, &drawn, |value| book.show_value(value, None));
    let is_plain = !(args.csv || args.svg || args.json || args.cumulative);
    if is_plain || matches!(answer.found, OddsResult::Certain { .. }) && !args.json {
        screen.say(&picture(&answer, screen.width));
        if let Some(note) = of_sum(text) {
            screen.say(&note);
        }
    } else {
        super::form::print(&answer, Diagram::of_answer(&answer), args, screen);
    }
    Ok(Ended::Done)
}
