//! What is plainly meant where an entry does not go on as it should: another word, another order, a sign for words.
//! Knows no rules, only how lines are written.

use super::dice_said::is_dice;
use super::failure::{LONE, ParseFailure};
use super::grammar::Rule;
use super::phrase::END;
use crate::diag::{kindred, suggest};
use crate::text::is_wordly;

/// What is plainly meant: a word that is nearly one of those expected, or something said in another order.
pub(super) fn meant(failure: &ParseFailure, phrases: &[String], word: &str) -> Option<String> {
    let is = |what: &str| phrases.iter().any(|phrase| phrase == what);
    let near = phrases.iter().filter_map(|phrase| phrase.strip_prefix('`')?.strip_suffix('`'));
    let is_word = word.starts_with(char::is_alphabetic);
    // `set Ada might = 20` where lines are said and not written.
    if let Some(said) = failure.text.trim_start().strip_prefix("set ").filter(|_| failure.block == LONE) {
        let words: Vec<&str> =
            said.split([' ', '.', '=', ':']).filter(|word| !word.is_empty() && *word != "to").collect();
        return Some(format!("what somebody has or is stands alone, without `set` and signs: `{}`", words.join(" ")));
    }
    if failure.block == "list" && is("a number") {
        // `3d6`: three of them, not a 3 and a 6.
        let thrown = failure.text.trim().split_once('d').filter(|_| is_dice(failure.text.trim()));
        let thrown = thrown.and_then(|(count, sides)| Some((count.parse::<u16>().ok()?, sides.parse::<u16>().ok()?)));
        if let Some((count, sides)) = thrown.filter(|(count, _)| (1..=8).contains(count)) {
            let faces = (0..count).map(|die| (1 + (die * 2 + 2) % sides.max(1)).to_string());
            let faces = faces.collect::<Vec<_>>().join(",");
            return Some(format!("the faces of the dice as they lie are told, one by one: `{faces}`"));
        }
        let dice = failure.text.split(|c: char| !c.is_ascii_digit()).filter(|die| !die.is_empty());
        return Some(format!("dice are told one by one as they lie: `{}`", dice.collect::<Vec<_>>().join(",")));
    }
    let near: Vec<&str> = near.collect();
    let meant = suggest(word, near.iter().copied()).or_else(|| kindred(word, &near));
    if let Some(near) = meant.filter(|near| is_word && near.len() > 1) {
        return Some(format!("did you mean `{near}`?"));
    }
    meant_here(failure, &is, word)
}

/// What an entry says in another order or without a word or a sign that belongs to it.
fn meant_here(failure: &ParseFailure, is: &dyn Fn(&str) -> bool, word: &str) -> Option<String> {
    let entry = failure.text.get(failure.entry.0..)?.split(['\n', ';', '}']).next()?.trim_end();
    let before = failure.text.get(failure.entry.0..failure.at)?.trim_end();

    // `state mood { calm; angry }`: which word it is at first.
    let sort = before.split_whitespace().next().filter(|sort| matches!(*sort, "state" | "option"));
    if let Some(first) = sort.filter(|_| is("`=`") && word == "{").and_then(|_| {
        let inside = failure.text.get(failure.at..)?.trim_start().strip_prefix('{')?.trim_start();
        inside.split(|c: char| !is_wordly(c)).next().filter(|first| !first.is_empty())
    }) {
        return Some(format!("say which word it is at first: `{before} = {first} {{ … }}`"));
    }

    // `extends skirmish, ww`: two where one stands.
    if word == "," && before.split_whitespace().rev().nth(1) == Some("extends") {
        let one = "a pack extends one pack, which may extend another: name the one that yours changes";
        return Some(one.to_string());
    }

    // `change target.hurt to 0`: what it becomes is set.
    if let Some(place) = before.strip_prefix("change ").filter(|_| is("`by`") && word == "to") {
        let rest = failure.text.get(failure.at..)?.trim_start().strip_prefix("to")?;
        let rest = rest.split(['\n', ';', '}']).next()?.trim();
        return Some(format!(
            "what it becomes is set: `set {} = {rest}`; by how much it changes stands behind `by`",
            place.trim()
        ));
    }

    // `place Ann 1,1 red`: where somebody stands, and on whose side, without their words.
    if before.starts_with("place ") && is("`at`") && word.bytes().all(|byte| byte.is_ascii_digit()) {
        let rest = failure.text.get(failure.at..)?.split(['\n', ';', '}']).next()?.trim();
        let (cell, side) = rest.split_once(' ').unwrap_or((rest, ""));
        let side = side.trim();
        let of = if side.chars().all(is_wordly) { " of " } else { " " };
        let side = if side.is_empty() { String::new() } else { format!("{of}{side}") };
        return Some(format!("write `{before} at {cell}{side}`"));
    }

    // `when wet -1 "rain"`: the condition before what it is the condition of.
    if let Some(condition) = before.strip_prefix("when ").filter(|_| is("`{`") && word.starts_with('"')) {
        let (condition, amount) = condition.rsplit_once(' ')?;
        return Some(format!("amount and label come first: `{amount} {word} when {condition}`"));
    }
    // `if wet { -1 "rain" }`: the same with the sign of a block.
    if let Some(condition) = before.strip_prefix("if ").filter(|_| is("`then`") && word == "{") {
        let inside = entry.get(before.len()..)?.trim_start().strip_prefix('{')?.trim();
        return Some(match inside {
            "" => format!("each line says its own condition, at its end: `… when {}`", condition.trim()),
            _ => format!("the condition comes last: `{inside} when {}`", condition.trim()),
        });
    }
    if let Some(meant) = comparison_meant(entry, before, word).filter(|_| is(END)) {
        return Some(meant);
    }
    // `range in 3-6 m`: a range with the sign of a difference.
    if let Some((_, range)) = before.rsplit_once(" in ").filter(|(_, range)| is("`..`") && range.contains('-')) {
        return Some(format!("a range is written with two dots: `in {}`", range.replacen('-', "..", 1)));
    }
    // `ask Ann throws`: a sentence without its quotes.
    if let Some((verb, said)) = entry.split_once(' ').filter(|(verb, _)| is("a text in quotes") && SAID.contains(verb))
    {
        return Some(format!("a sentence stands in double quotes: `{verb} \"{}\"`", said.trim()));
    }
    // `3 Guard at 4,2`: several in one place.
    if failure.block != LONE && is_many(entry) && failure.expected.contains(&Rule::k_in) && word == "at" {
        let place = entry.get(before.len()..)?.trim_start().strip_prefix("at")?.split_whitespace().next()?;
        return Some(format!(
            "several are put into a rectangle, from one corner to the other: `{before} in {place} to {place}`"
        ));
    }
    None
}

fn is_many(entry: &str) -> bool {
    entry.starts_with(|c: char| c.is_ascii_digit())
}

/// `range greater than 5`: a comparison in words, with its sign.
fn comparison_meant(entry: &str, before: &str, word: &str) -> Option<String> {
    let rest = entry.get(before.len()..)?.trim_start().strip_prefix(word)?.trim_start();
    let of_words = |sign: &'static str| (sign, rest.strip_prefix("than ").unwrap_or(rest));
    let (sign, bound) = match word {
        "greater" | "more" | "above" | "over" | "bigger" | "larger" | "longer" | "higher" | "exceeds" => of_words(">"),
        "less" | "fewer" | "below" | "under" | "smaller" | "lower" | "shorter" => of_words("<"),
        "at" => match rest.split_once(' ')? {
            ("least", bound) => (">=", bound),
            ("most", bound) => ("<=", bound),
            _ => return None,
        },
        _ => return None,
    };
    let subject = before.rsplit([' ', '(']).next()?;
    let bound = bound.split(" @").next()?.split(" and ").next()?.split(" or ").next()?.trim();
    let is_known = subject.starts_with(char::is_alphabetic) && !bound.is_empty();
    is_known.then(|| format!("a comparison has a sign: `{subject} {sign} {bound}`"))
}

/// The steps of tests behind which a sentence stands.
const SAID: [&str; 2] = ["ask", "order"];
