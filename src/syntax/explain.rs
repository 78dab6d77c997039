//! What pest expected, said in the author's words. No rule of the grammar is ever shown.

use super::block::around_entry;
use super::bound_meant::bounded_in_words;
use super::cause::{bad_dice, rolled_against};
use super::check_meant::{half_opposed, outcome_in_check, taken_away};
use super::cure::{amount_per, block_of, declared_by_itself, help};
use super::dice_said::{bound_in_words, without_sides};
use super::error::{Rewriting, ShownText, SyntaxError};
use super::expectation::modifier_expected;
use super::failure::{LONE, ParseFailure, token};
use super::grammar::Rule;
use super::habit::{self, FoundHabit, HabitPlace, entry_habit, form_of_declaration, form_of_entry, habit_of, sign_at};
use super::head_meant::{extended, indented};
use super::keyword::{blocks_with, entry_words, keywords};
use super::line_meant::{amount_added, behind_keyword, counted_line, gains_in_block, only_drops};
use super::meant::meant;
use super::moved_part::cause;
use super::phrase::{alternatives, phrase, phrases};
use super::repair::{self, Repair, repaired};
use super::whole_only::whole_only;
use super::{choice_meant, exception, map_rows, slip_of_pen, sort_named};
use crate::diag::{article, did_you_mean, suggest};
use crate::text::is_wordly;

/// The words that begin an expectation of a test; any other begins a field of the result, or an expression.
pub const EXPECTATIONS: [&str; 10] =
    ["need", "odds", "dice", "impossible", "modifier", "margin", "event", "legal", "refused", "spends"];

/// The error that tells it best.
pub(super) fn explain(failure: &ParseFailure, place: &ShownText) -> SyntaxError {
    let plain = whole_only(failure, place).or_else(|| indented(failure, place));
    let plain = plain.or_else(|| misspelt_keyword(failure, place)).or_else(|| map_rows::bare_row(failure, place));
    let plain = plain.or_else(|| outcome_in_check(failure, place)).or_else(|| half_opposed(failure, place));
    let plain = plain.or_else(|| rolled_against(failure, place)).or_else(|| bounded_in_words(failure, place));
    if let Some(error) = plain.or_else(|| modifier_expected(failure, place)) {
        return error;
    }
    if let Some(error) = amount_added(failure, place).or_else(|| gains_in_block(failure, place)) {
        return error;
    }
    let habit = habit_at(failure, place.whole());
    // What is only named is told less well than what can be written instead.
    if habit.as_ref().is_some_and(|found| found.right.is_none())
        && let Some(repair) = repaired(failure, repair::LITTLE)
        && !only_drops(failure, &repair)
    {
        let otherwise = habit.as_ref().map(|found| found.help.clone());
        // A sign has one meaning elsewhere, and one way of saying it here.
        let is_sign = habit.as_ref().is_some_and(|found| failure.text.get(found.start..).and_then(sign_at).is_some());
        let why = otherwise.clone().filter(|_| is_sign);
        return expected(failure, place, Some(Repair { why, ..repair }), otherwise);
    }
    let is_genitive = ["'s ", "’s "].iter().any(|sign| failure.text[failure.at..].starts_with(sign));
    if habit.is_none()
        && is_genitive
        && let Some(repair) = repaired(failure, 1)
    {
        return expected(failure, place, Some(repair), None);
    }
    habit
        .map(|found| found.error(place))
        .or_else(|| stray_character(failure, place))
        .or_else(|| bad_dice(failure, place))
        .or_else(|| unknown_word(failure, place))
        .or_else(|| misspelt_expectation(failure, place))
        .or_else(|| unclosed_row(failure, place))
        .or_else(|| reserved(failure, place))
        .unwrap_or_else(|| expected(failure, place, None, None))
}

/// A declaration that begins with nearly a keyword: what else it says means nothing.
fn misspelt_keyword(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let word = token(failure.text, start);
    (depth == 0 && is_misspelt(word, failure.text)).then(|| unknown_keyword(failure, place, word, start)).flatten()
}

/// Whether a word is nearly a keyword, or one of another language for it, and in this text no kind of things.
pub(super) fn is_misspelt(word: &str, text: &str) -> bool {
    let is_near = || suggest(word, keywords().iter().copied()).is_some();
    let is_habit = || habit_of(HabitPlace::Declaration, word).is_some() && !text.contains(&format!("kind {word} "));
    !keywords().contains(&word) && (is_near() || is_habit())
}

/// What is written in another manner where the parser gave up.
pub(super) fn habit_at(failure: &ParseFailure, source: &str) -> Option<FoundHabit> {
    let phrases = phrases(failure.expected);
    let meant =
        choice_meant::at_failure(failure).or_else(|| without_sides(failure)).or_else(|| bound_in_words(failure));
    let meant = meant.or_else(|| sort_named::at_failure(failure)).or_else(|| extended(failure));
    let meant = meant.or_else(|| exception::at_failure(failure));
    let meant = meant.or_else(|| habit::at_failure(failure, &phrases));
    meant.or_else(|| slip_of_pen::at_failure(failure, &phrases, source))
}

fn stray_character(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let character = failure.text[failure.at..].chars().next()?;
    let help = match character {
        '’' | '\'' if failure.block == LONE && failure.text[failure.at + character.len_utf8()..].starts_with("s ") => {
            "what somebody has stands behind a point: `NAME.PROPERTY`"
        }
        '\'' => {
            "what belongs to somebody is written with a dot: `actor.NAME`; names with blanks stand in double quotes"
        }
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`' => {
            "texts and names with blanks stand in double quotes: `\"Long Lance\"`"
        }
        _ if !character.is_ascii() && !character.is_alphanumeric() => {
            "take it away, or put the text around it in double quotes"
        }
        _ => return None,
    };
    let end = failure.at + character.len_utf8();
    let at = place.span(failure.at, end);
    Some(SyntaxError::StrayCharacter { character: character.to_string(), src: place.src(), at, help: help.to_string() })
}

fn unknown_word(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let word = token(failure.text, start);
    if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let in_rule = failure
        .expected
        .iter()
        .any(|rule| matches!(rule, Rule::line | Rule::modifier | Rule::when_block | Rule::group_when));
    if depth == 0 || failure.block == "when" && !in_rule {
        return unknown_keyword(failure, place, word, start);
    }
    let verb = matches!(word, "add" | "replace" | "remove");
    let behind = &failure.text[start + word.len()..];
    let start = if verb { failure.text.len() - behind.trim_start().len() } else { start };
    let words = failure.expected.iter().filter_map(|rule| entry_words(*rule)).next()?;
    let word = token(failure.text, start);
    if failure.at != start || !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let list = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    // `at mots` is nearer to `at most` than `at` is to anything.
    let phrase: String = failure.text[start..].split_inclusive(' ').take(2).collect();
    let near = suggest(word, words.iter().map(String::as_str))
        .or_else(|| suggest(phrase.trim(), words.iter().map(String::as_str)));
    let entry = failure.text[start..].lines().next().unwrap_or("").split([';', '}']).next().unwrap_or("").trim();
    let mut rewriting = None;
    // `order by quick`: a word before an entry that is whole without it.
    let behind_word = entry.strip_prefix(word).unwrap_or("").trim_start();
    let begins =
        words.iter().any(|one| behind_word.strip_prefix(&**one).is_some_and(|rest| rest.starts_with([' ', '\t'])));
    let bare = if begins { repair::with_word(failure, &entry[..entry.len() - behind_word.len()], "") } else { None };
    let help = match (near, entry_help(failure, word, start)) {
        _ if let Some(right) = taken_away(failure) => format!("write `{right}`"),
        // Where nothing stands before it, something around it is missing.
        _ if !failure.text[..start].trim_end().ends_with('{')
            && let Some((around, own)) = around_entry(&failure.heads, entry) =>
        {
            format!("it belongs to the block of `{around}` around this one: end this `{own}` with `}}` before `{word}`")
        }
        _ if let Some(bare) = bare => format!("write `{bare}`"),
        _ if behind_word.starts_with("by ") && begins => format!("leave `{word}` out: `{behind_word}`"),
        _ if word == "does" && failure.block == "deed" => {
            "leave out `does { … }`: the lines of a deed stand in its own block".to_string()
        }
        _ if failure.block == "test" && EXPECTATIONS.contains(&word) => format!("write `expect {entry}`"),
        // `win red when …`: whole with the word that begins such an entry here.
        (Some(near), _)
            if is_line_of_action(failure, word)
                && let Some(right) = repair::with_word(failure, word, near) =>
        {
            format!("write `{right}`")
        }
        (near, _) if is_line_of_action(failure, word) && (near.is_none() || failure.block != "phase") => {
            let head = if failure.block == "scenario" { "start does" } else { "does" };
            format!("what is done stands in lines of its own: `{head} {{ {entry} }}`")
        }
        (_, said) if let Some(plain) = repaired(failure, 1) => {
            let otherwise = said.unwrap_or_else(|| format!("entries here begin with {list}"));
            proposed(Some(plain), place, otherwise, &mut rewriting)
        }
        (Some(near), _) if words.iter().any(|word| word == near) => {
            // The rest of the entry may be as foreign as its first word.
            let plain = entry.replacen(word, near, 1);
            let further = repaired(failure, 1).filter(|repair| !repair.rights.contains(&plain));
            proposed(further, place, format!("did you mean `{near}`?"), &mut rewriting)
        }
        (_, Some(help)) => help,
        _ if failure.block == "pack" && form_of_declaration(word).is_some() => declared_by_itself(word, failure.block),
        _ => {
            let elsewhere = block_that_has(&failure.text[start..], failure.block);
            let otherwise = elsewhere.unwrap_or_else(|| format!("entries here begin with {list}"));
            proposed(repaired(failure, repair::SOME), place, otherwise, &mut rewriting)
        }
    };
    let block = format!("{} `{}` block", article(failure.block), failure.block);
    let at = place.span(start, start + word.len());
    Some(SyntaxError::UnknownEntry { word: word.to_string(), block, src: place.src(), at, rewriting, help })
}

/// The block into which an entry belongs that stands elsewhere, or in no block at all.
fn block_that_has(entry: &str, here: &str) -> Option<String> {
    let entry = entry.lines().next().unwrap_or("").split([';', '}']).next().unwrap_or("").trim();
    let blocks: Vec<String> = blocks_with(entry)
        .into_iter()
        .filter(|block| *block != here)
        .map(|block| format!("{} `{block}`", article(block)))
        .collect();
    let stands = if here.is_empty() { ", before the `}` that ends it" } else { "" };
    let whose = match blocks.as_slice() {
        [] => return None,
        [one] => one.clone(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    };
    let for_all = match entry.strip_prefix("with ").filter(|_| here.is_empty()) {
        Some(chosen) if chosen.contains('=') => {
            format!("; or let it be so for the whole pack: `replace option {chosen}`")
        }
        Some(option) => format!("; or let it be so for the whole pack: `replace option {option} on`"),
        None => String::new(),
    };
    (blocks.len() <= MOST_BLOCKS).then(|| format!("put it into the block of {whose}{stands}: `{entry}`{for_all}"))
}

/// Of an entry that stands in more blocks than these, nobody knows which is meant.
const MOST_BLOCKS: usize = 3;

/// Whether a word begins a line of what is done, and stands where only the block of lines would.
fn is_line_of_action(failure: &ParseFailure, word: &str) -> bool {
    let is_verb = entry_words(Rule::line).is_some_and(|words| words.iter().any(|verb| verb == word));
    is_verb && matches!(failure.block, "action" | "reaction" | "phase" | "scenario" | "every")
}

/// What is said where a repair was looked for, with the repair put down as data.
fn proposed(repair: Option<Repair>, place: &ShownText, otherwise: String, kept: &mut Option<Rewriting>) -> String {
    *kept = repair.map(|repair| Rewriting {
        at: place.span(repair.start, repair.end),
        texts: repair.rights,
        otherwise: otherwise.clone(),
        why: repair.why,
    });
    kept.as_ref().map_or(otherwise, Rewriting::help)
}

/// What was meant by an entry that begins with a word of another language, or with what is changed.
fn entry_help(failure: &ParseFailure, word: &str, start: usize) -> Option<String> {
    let block = block_of(failure);
    let is_line = block == "does";
    if let Some(line) = counted_line(block, &failure.text[start..]) {
        return Some(format!("write `{line}`"));
    }
    // `target number 12`: two words for one.
    let behind = start + word.len();
    let both = failure.text[behind..].starts_with(' ').then(|| format!("{word} {}", token(failure.text, behind + 1)));
    let both = both.filter(|both| entry_habit(block, &both.replace(' ', "_")).is_some());
    let word = both.as_deref().unwrap_or(word);
    if let Some(habit) = entry_habit(block, &word.replace(' ', "_")) {
        let said =
            [word.to_string(), format!("{word}:"), format!("{word} ="), format!("{word} :"), format!("{word} of")];
        let plain = said.iter().filter(|_| !habit.right.is_empty());
        let plain = plain.filter_map(|said| repair::with_word(failure, said, habit.right)).next();
        return Some(plain.map_or_else(|| habit.help_with(&failure.text[start..]), |plain| format!("write `{plain}`")));
    }
    let entry = failure.text[start..].lines().next().unwrap_or("").trim();
    let (place, behind) = entry.split_once(['=', '+', '-'])?;
    let place = place.trim();
    if !is_line || place.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')) {
        return None;
    }
    let amount = behind.trim_start_matches(['=', '+', '-']).trim_end_matches(['}', ' ']).trim();
    Some(match entry[entry.len() - behind.len() - 1..].chars().next() {
        Some('=') => format!("write `set {place} = {amount}`"),
        Some(sign) if behind.starts_with('=') => {
            format!("write `change {place} by {}{amount}`", if sign == '-' { "-" } else { "" })
        }
        _ => return None,
    })
}

fn unknown_keyword(failure: &ParseFailure, place: &ShownText, word: &str, start: usize) -> Option<SyntaxError> {
    let behind = &failure.text[start + word.len()..];
    let is_amount = behind.trim_start().trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit());
    if matches!(word, "add" | "replace" | "remove" | "plus") && is_amount {
        let entry = failure.text[start..].lines().next().unwrap_or("").trim();
        let entry = entry.strip_prefix("plus ").map_or(entry.to_string(), |entry| format!("add {entry}"));
        let at = place.span(start, start + word.len());
        let help = format!("a modifier stands in a card: `card NAME {{ {entry} }}`");
        return Some(SyntaxError::UnknownKeyword { word: word.to_string(), src: place.src(), at, help });
    }
    let is_thing = behind.lines().next().is_some_and(|line| line.contains('{'));
    if keywords().contains(&word) || is_thing && !is_misspelt(word, failure.text) {
        return None;
    }
    let line = behind.lines().next().unwrap_or("").split(';').next().unwrap_or("").trim();
    let is_name = line.starts_with('"') || !line.is_empty() && line.chars().all(is_wordly);
    let otherwise = match is_name {
        true => format!("if `{word}` is a kind, its things have a block, if an empty one: `{word} {line} {{ }}`"),
        false => "things are declared by the name or the plural of their kind, then a block".to_string(),
    };
    let head = failure.text.lines().find(|line| line.starts_with("pack ") && !line.contains(" extends "));
    let meant = head.filter(|_| word == "extends" && is_name).map(|head| {
        let (name, body) = head.split_once('{').map_or((head.trim_end(), ""), |(name, _)| (name.trim_end(), " {"));
        format!("on what a pack stands is said in its head: `{name} extends {line}{body}`")
    });
    let habit = meant.or_else(|| habit_of(HabitPlace::Declaration, word).map(super::habit::Habit::help));
    let habit = habit.or_else(|| declared_meant(word, behind, failure.text));
    let is_near = suggest(word, keywords().iter().copied()).is_some();
    let habit = habit.or_else(|| block_that_has(&failure.text[start..], "").filter(|_| !is_near));
    let help = habit.unwrap_or_else(|| did_you_mean(word, keywords().iter().copied(), &otherwise));
    let at = place.span(start, start + word.len());
    Some(SyntaxError::UnknownKeyword { word: word.to_string(), src: place.src(), at, help })
}

/// What is meant by a line that begins with no keyword: a thing without its block, several in one block, something that
/// figures have.
fn declared_meant(word: &str, behind: &str, text: &str) -> Option<String> {
    let line = behind.lines().next().unwrap_or("").split(['#', ';']).next().unwrap_or("").trim();
    let singular = word.strip_suffix('s').filter(|one| keywords().contains(one));
    if let Some(one) = singular.filter(|_| line.starts_with('{')) {
        return Some(format!("each is declared by itself: `{one} NAME {{ … }}`"));
    }
    let mut words = line.split_whitespace();
    let (name, rest) = (words.next()?, words.collect::<Vec<_>>().join(" "));
    let is_kind = text.contains(&format!("kind {word} "));
    if is_kind && !rest.is_empty() && !line.contains(['{', '=']) {
        return Some(format!("what it says stands in a block: `{word} {name} {{ {rest} }}`"));
    }
    let types = [" number", " dice", " truth", " text"];
    // What is nearly a keyword is told as that.
    let is_typed =
        singular.is_none() && types.iter().any(|one| line.ends_with(one) || line.contains(&format!("{one} = ")));
    is_typed
        .then(|| format!("what figures have is an `attribute`, or a `track` if play changes it: `attribute {line}`"))
}

/// `expect modifer "x" = 3`: a misspelt expectation reads as a field of the result, and only what follows does not fit.
fn misspelt_expectation(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let start = failure.entry.0;
    let behind = failure.text.get(start..failure.at)?.strip_prefix("expect")?;
    let word = token(failure.text, failure.at - behind.trim_start().len());
    let near = suggest(word, EXPECTATIONS).filter(|near| *near != word)?;
    let at = failure.at - behind.trim_start().len();
    Some(SyntaxError::Expected {
        expected: format!("`{near}`"),
        found: format!("`{word}`"),
        cause: None,
        src: place.src(),
        at: place.span(at, at + word.len()),
        label: "not known here".to_string(),
        rewriting: None,
        help: format!("did you mean `{near}`?"),
    })
}

fn unclosed_row(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let bar = failure.expected.contains(&Rule::bar);
    let in_row = failure.text[failure.entry.0..].starts_with('|');
    (bar && in_row).then(|| {
        let end = failure.text[..failure.at].trim_end().len();
        SyntaxError::UnclosedRow { src: place.src(), at: place.span(end.saturating_sub(1), end) }
    })
}

fn reserved(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let word = token(failure.text, failure.at);
    let words = [
        "and", "or", "not", "if", "then", "else", "let", "is", "has", "in", "where", "when", "true", "false", "yes",
        "no", "none",
    ];
    let wants_name = failure.expected.iter().any(|rule| phrase(*rule) == Some("a name"));
    let wants_expr = failure.expected.iter().any(|rule| phrase(*rule) == Some("an expression"));
    // What begins an entry whose form is known is told by that.
    let entry = failure.text.get(failure.entry.0..failure.at).unwrap_or("");
    let is_condition = word == "when" && failure.entry.1 > 0 && form_of_entry(failure.block, entry).is_some();
    if !words.contains(&word) || !wants_name || wants_expr || is_condition {
        return None;
    }
    if let Some(repair) = repaired(failure, repair::LITTLE) {
        let otherwise =
            format!("`{word}` has a meaning in expressions: choose another name, or write it as a text: `\"{word}\"`");
        return Some(expected(failure, place, Some(repair), Some(otherwise)));
    }
    let (word, src) = (word.to_string(), place.src());
    Some(SyntaxError::ReservedWord { at: place.span(failure.at, failure.at + word.len()), word, src })
}

fn expected(
    failure: &ParseFailure,
    place: &ShownText,
    repair: Option<Repair>,
    otherwise: Option<String>,
) -> SyntaxError {
    let phrases = phrases(failure.expected);
    let rest = &failure.text[failure.at..];
    // Blanks were passed over only to find that the entry ends behind them.
    let next = rest.trim_start_matches([' ', '\t']);
    let word = token(next, 0);
    let (found, ends) = match word {
        "" => ("nothing more".to_string(), true),
        "\n" | ";" => ("the end of the line".to_string(), true),
        "}" if rest.len() > next.len() => ("`}`".to_string(), true),
        word => (format!("`{word}`"), false),
    };
    let (start, end) = if ends {
        let end = failure.text[..failure.at].trim_end().len();
        (end.saturating_sub(1), end)
    } else {
        let start = failure.text.len() - next.len();
        (start, start + word.len())
    };
    let meant = if repair.is_some() { None } else { meant_by_word(failure, &phrases, word) };
    let repair = repair.or_else(|| if meant.is_none() { repaired(failure, repair::MOST) } else { None });
    let mut rewriting = None;
    let cause = repair
        .as_ref()
        .filter(|_| !ends)
        .and_then(|repair| cause(failure.text.get(repair.start..repair.end)?, repair.rights.first()?, word));
    let otherwise = amount_per(failure).or(meant).or(otherwise).unwrap_or_else(|| help(failure, &phrases, word));
    let help = proposed(repair, place, otherwise, &mut rewriting);
    // What has another form is all that stands behind its first word.
    let start = match behind_keyword(failure) {
        Some(behind) if !ends && help.starts_with("its form is ") => behind.min(start),
        _ => start,
    };
    let expected = if phrases.is_empty() { "something else".to_string() } else { alternatives(&phrases) };
    let label = if ends { "something is missing behind this" } else { "not expected here" };
    SyntaxError::Expected {
        expected,
        found,
        cause,
        src: place.src(),
        at: place.span(start, end),
        label: label.to_string(),
        rewriting,
        help,
    }
}

/// What is plainly meant, as it is written.
fn meant_by_word(failure: &ParseFailure, phrases: &[String], word: &str) -> Option<String> {
    taken_away(failure).map(|right| format!("write `{right}`")).or_else(|| meant(failure, phrases, word))
}
