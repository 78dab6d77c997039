//! `why`: where the numbers come from.

use super::Response;
use super::session::{Answered, LineStep};
use crate::eval::describe;
use crate::explain::{Explanation, LeftOut, ModifierLine};
use crate::rulebook::Rulebook;
use crate::value::{ModifierId, Number};
use std::fmt::Write;
use std::sync::Arc;

/// All reasons, or those of one label or amount.
pub(super) fn why(step: &LineStep<'_>, reckoning: &Explanation, what: &str) -> Answered {
    let what = what.trim().trim_matches('"');
    match what {
        "" => return Ok(Response::of(counting(reckoning))),
        "all" | "not" => return Ok(Response::of(reckoning.text_with_reasons())),
        _ => {}
    }
    let mut text = String::new();
    let book = step.table.book();
    let sides = || std::iter::once(reckoning).chain(reckoning.against.as_ref().map(|against| &*against.side));
    for side in sides() {
        for line in side.modifiers.iter().filter(|line| is_meant(what, &line.label, Some(line.amount))) {
            counted(&mut text, book, line);
        }
        for left in side.left_out.iter().filter(|left| is_meant(what, &left.label, left.amount)) {
            not_counted(&mut text, book, left);
        }
        if let Some(base) = side.base.as_ref().filter(|base| is_meant(what, &base.label, Some(base.amount))) {
            let _ = writeln!(text, "  {}  {}{}", base.amount, base.label, cites(&base.cites));
        }
    }
    if text.is_empty() {
        let labels = sides().flat_map(|side| {
            let counted = side.modifiers.iter().map(|line| line.label.as_str());
            counted.chain(side.left_out.iter().map(|left| left.label.as_str()))
        });
        return Err(step.line.unknown("modifier of this check", what, labels).into());
    }
    Ok(Response::of(text))
}

/// What counts, and how many others do not.
fn counting(reckoning: &Explanation) -> String {
    let silent = |side: &Explanation| side.left_out.len() + side.modifiers.iter().filter(|line| line.idle).count();
    let others = silent(reckoning) + reckoning.against.as_ref().map_or(0, |against| silent(&against.side));
    let mut text = reckoning.text();
    if others > 0 {
        let _ = writeln!(text, "  {others} more do not count: `why all`, or `why` and some of their words");
    }
    text
}

/// Whether a label contains the words, or the amount is the number.
fn is_meant(what: &str, label: &str, amount: Option<Number>) -> bool {
    match what.trim_start_matches('+').parse::<i64>() {
        Ok(number) => amount == Some(Number::int(number)),
        Err(_) => label.to_lowercase().contains(&what.to_lowercase()),
    }
}

fn counted(text: &mut String, book: &Rulebook, line: &ModifierLine) {
    let _ = writeln!(text, "  {}  {}{}", line.target.words(line.amount), line.label, cites(&line.cites));
    if let Some(card) = &line.card {
        let _ = writeln!(text, "      on the card {card}");
    }
    if let Some(worth) = &line.worth {
        let _ = writeln!(text, "      worth {}", worth.percent());
    }
    if let Some(option) = &line.under {
        let _ = writeln!(text, "      under the option {option}");
    }
    written(text, book, line.id);
}

fn not_counted(text: &mut String, book: &Rulebook, left: &LeftOut) {
    let amount = left.amount.map_or_else(|| "·".to_string(), |amount| left.target.words(amount));
    let _ = writeln!(text, "  {amount}  {}: not counted, {}{}", left.label, left.why, cites(&left.cites));
    written(text, book, left.id);
}

/// The line of the rules, and where it stands.
fn written(text: &mut String, book: &Rulebook, id: ModifierId) {
    let span = book.modifier(id).label.span;
    let source = book.sources.get(span.source);
    let number = book.sources.line(span);
    if let Some(line) = source.text.lines().nth(number.saturating_sub(1)) {
        let _ = writeln!(text, "      {}", line.trim());
    }
    // What stands in a `when` block counts under its condition too, which is written elsewhere.
    if let Some(when) = book.modifier(id).condition.as_ref().filter(|when| when.span.start == when.span.end) {
        let _ = writeln!(text, "      counts when {}", describe(when, book));
    }
    let _ = writeln!(text, "      {}:{number}", source.name);
}

fn cites(cites: &[Arc<str>]) -> String {
    cites.iter().map(|cite| format!("  @{cite}")).collect()
}
