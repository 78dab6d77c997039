//! Mistakes of a block that is to change a declaration line by line, or says how its lines count together, where that
//! cannot be: told before anything near it is tried, for what would read means something else.

use super::amended::amended_otherwise;
use super::card_line::line_of_card;
use super::chosen_block::chosen_block;
use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use crate::diag::article;

/// What blocks of `add`, `replace` and `remove` never change.
const WHOLE: [&str; 14] = [
    "track",
    "option",
    "relation",
    "table",
    "value",
    "fact",
    "slot",
    "attribute",
    "note",
    "state",
    "setting",
    "kind",
    "unit",
    "symbols",
];

/// How the lines of a card count together, said behind one of them.
const STACKING: [&str; 4] = ["all", "worst", "best", "once"];

/// The error that tells it.
pub(super) fn whole_only(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let found = amended(failure, place).or_else(|| stacked(failure, place)).or_else(|| titled_late(failure, place));
    let found = found.or_else(|| amended_otherwise(failure, place));
    found.or_else(|| line_of_card(failure, place)).or_else(|| chosen_block(failure, place))
}

/// `track damage { add when … }`.
fn amended(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, end) = failure.declaration;
    let text = failure.text.get(start..end.max(start))?;
    let open = text.find('{')?;
    let head = text[..open].trim();
    let mut words = head.split_whitespace();
    let sort = words.next().filter(|sort| WHOLE.contains(sort))?;
    let name = words.next().filter(|_| words.all(|word| word.starts_with('"') || word.ends_with('"')))?;
    let inside = &text[open + 1..];
    let at = start + open + 1 + inside.len() - inside.trim_start().len();
    let verb = token(failure.text, at);
    if !matches!(verb, "add" | "replace" | "remove") {
        return None;
    }
    let help = format!(
        "say it whole, with what stays and what is new: `replace {sort} {name} …`; `fray show PACK {sort} {name}` prints \
         what the pack below says"
    );
    let expected = format!("{} {sort} as a whole", article(sort));
    let label = format!("{} {sort} is not changed line by line", article(sort));
    let found = format!("`{verb}`");
    let at = place.span(at, at + verb.len());
    Some(SyntaxError::Expected { expected, found, cause: None, src: place.src(), at, label, help, rewriting: None })
}

/// `-1 "far" tags distance stacks worst`.
fn stacked(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let word = token(failure.text, failure.at);
    let behind = failure.text.get(failure.at + word.len()..)?.trim_start();
    let how = STACKING.into_iter().find(|how| token(behind, 0) == *how)?;
    if word != "stacks" || failure.block != "card" || failure.entry.1 == 0 {
        return None;
    }
    let help = format!(
        "how the lines of a card count together is said behind its name, `card NAME stacks {how} {{ … }}`; of some of them, \
         `group {how} {{ … }}` around these"
    );
    let at = place.span(failure.at, failure.at + word.len());
    let label = "said of the whole card".to_string();
    let (expected, found) = ("the end of the line".to_string(), "`stacks`".to_string());
    Some(SyntaxError::Expected { expected, found, cause: None, src: place.src(), at, label, help, rewriting: None })
}

/// `card far stacks worst "Far" { … }`: the title behind what comes after it.
fn titled_late(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, end) = failure.declaration;
    let head = failure.text.get(start..end.max(start))?.split('{').next()?;
    let (before, behind) = head.split_once(" stacks ")?;
    let how = token(behind.trim_start(), 0);
    let rest = behind.trim_start().strip_prefix(how)?;
    let title = token(rest.trim_start(), 0);
    if !head.starts_with("card ") || !STACKING.contains(&how) || !title.starts_with('"') || before.contains('"') {
        return None;
    }
    let at = start + head.len() - rest.trim_start().len();
    let help = format!("a title stands behind the name: `{} {title} stacks {how}`", before.trim());
    let at = place.span(at, at + title.len());
    let (expected, found) = ("`when` or `{`".to_string(), title.to_string());
    let label = "not expected here".to_string();
    Some(SyntaxError::Expected { expected, found, cause: None, src: place.src(), at, label, help, rewriting: None })
}
