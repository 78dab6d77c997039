//! A sentence as it is and as it would be, side by side.

use super::Response;
use crate::dice::Odds;
use crate::explain::{Explanation, ModifierLine};
use crate::value::ModifierId;
use std::fmt::Write;

/// Letters of a label in a comparison.
const LABEL: usize = 30;

/// A sentence as it is and as it would be, side by side.
pub(super) fn side_by_side(old: &Explanation, new: &Explanation) -> Response {
    let mut text = String::new();
    let _ = writeln!(text, "  {:<LABEL$}  {:>12}  {:>12}", "", "now", "then");
    row(&mut text, "need", &need(old), &need(new));
    row(&mut text, "odds", &percent(old), &percent(new));
    if let (Some(a), Some(b)) = (&old.odds, &new.odds)
        && a != b
    {
        row(&mut text, "", "", &b.minus(a).percent());
    }
    for line in changed(old, new) {
        row(&mut text, &line.label, &amount(old, line.id), &amount(new, line.id));
    }
    let side = |one: &Explanation| one.against.as_ref().map(|against| against.side.clone());
    if let (Some(old), Some(new)) = (side(old), side(new)) {
        for line in changed(&old, &new) {
            let label = format!("{}: {}", new.name(), line.label);
            row(&mut text, &label, &amount(&old, line.id), &amount(&new, line.id));
        }
    }
    if text.lines().count() == 3 && need(old) == need(new) && percent(old) == percent(new) {
        text += match new.later.is_empty() {
            true => "  nothing changes\n",
            false => "  nothing changes for the roll\n",
        };
        for said in &new.later {
            let _ = writeln!(text, "  {said}: may count for what comes of it (`odds whole`)");
        }
    }
    Response::of(text)
}

/// The modifiers that do not count as much as before.
fn changed<'a>(old: &'a Explanation, new: &'a Explanation) -> Vec<&'a ModifierLine> {
    let mut lines: Vec<&ModifierLine> = Vec::new();
    for line in old.modifiers.iter().chain(&new.modifiers) {
        let is_known = lines.iter().any(|known| known.id == line.id);
        if !is_known && amount(old, line.id) != amount(new, line.id) {
            lines.push(line);
        }
    }
    lines
}

fn row(text: &mut String, label: &str, now: &str, then: &str) {
    let line = format!("  {label:<LABEL$}  {now:>12}  {then:>12}");
    let _ = writeln!(text, "{}", line.trim_end());
}

pub(super) fn need(reckoning: &Explanation) -> String {
    match (&reckoning.impossible, reckoning.need, &reckoning.dice) {
        (Some(_), ..) => "impossible".to_string(),
        (_, Some(need), Some(dice)) => format!("{need} on {dice}"),
        (_, None, Some(dice)) => dice.clone(),
        _ => "-".to_string(),
    }
}

pub(super) fn percent(reckoning: &Explanation) -> String {
    match (&reckoning.odds, &reckoning.impossible) {
        (Some(odds), _) => odds.percent(),
        (None, Some(_)) => Odds::NEVER.percent(),
        (None, None) => "-".to_string(),
    }
}

fn amount(reckoning: &Explanation, id: ModifierId) -> String {
    let found = reckoning.modifiers.iter().find(|line| line.id == id);
    found.map_or_else(|| "-".to_string(), |line| line.target.words(line.amount))
}
