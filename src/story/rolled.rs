//! Rolls in figures: what was needed and why, what was thrown, what came of it; amounts with the steps in which they were
//! made.

use crate::event::{AmountLine, Change, CheckedModifier, GoalRecord};
use crate::value::{Number, Value};
use std::fmt::Write;

/// Dice as a person says what they show.
pub(super) fn dice_words(thrown: &[i64]) -> String {
    thrown.iter().map(i64::to_string).collect::<Vec<String>>().join(" ")
}

pub(super) fn thrown_text(thrown: &[i64], total: Number) -> String {
    let dice: Vec<String> = thrown.iter().map(i64::to_string).collect();
    match dice.len() {
        0 => total.to_string(),
        1 if total == Number::int(thrown[0]) => total.to_string(),
        _ => format!("{} = {total}", dice.join(" ")),
    }
}

pub(super) fn need_text(change: &Change) -> String {
    let Change::Checked { dice, goal, need, odds, .. } = change else { return String::new() };
    let odds = odds.as_ref().map_or(String::new(), |odds| format!(" ({odds})"));
    match (goal, need) {
        (GoalRecord::AtMost, Some(need)) => format!(": {need} or less on {dice}{odds}\n"),
        (GoalRecord::AtLeast, Some(need)) => format!(": {need} or more on {dice}{odds}\n"),
        _ => format!(": {dice}{odds}\n"),
    }
}

pub(super) fn modifier_line(modifier: &CheckedModifier, base: bool) -> String {
    let amount = if base { modifier.amount.to_string() } else { modifier.target.words(modifier.amount) };
    let cites: String = modifier.cites.iter().map(|cite| format!("  @{cite}")).collect();
    format!("        {amount:>4}  {}{cites}\n", modifier.label)
}

/// A number and the steps in which it was made.
pub(super) fn amount_lines(title: &str, steps: &[AmountLine], total: Number) -> String {
    let mut text = format!("      {title}: {total}\n");
    for step in steps {
        let amount = match &*step.step {
            "roll" => step.amount.to_string(),
            "plus" => format!("+{}", step.amount),
            "minus" => format!("-{}", step.amount),
            "times" => format!("x{}", step.amount),
            "divided by" => format!("/{}", step.amount),
            other => format!("{other} {}", step.amount),
        };
        let label = step.label.as_ref().map_or(String::new(), |label| format!("  {label}"));
        let dice = step.dice.as_ref().map_or(String::new(), |dice| {
            format!("  ({dice}: {})", step.thrown.iter().map(i64::to_string).collect::<Vec<_>>().join(" "))
        });
        let cites: String = step.cites.iter().map(|cite| format!("  @{cite}")).collect();
        let _ = writeln!(text, "        {amount:>4}{label}{dice}{cites}");
    }
    text
}

pub(super) fn outcome_line(change: &Change) -> String {
    let Change::Checked { thrown, total, success, margin, fields, opposite, .. } = change else { return String::new() };
    let Some(total) = total else { return String::new() };
    let margin = margin.and_then(|margin| Number::ZERO.minus(margin).map(|less| margin.max(less)));
    let by = margin.map_or(String::new(), |margin| format!(" by {margin}"));
    let verdict = match success {
        Some(true) => format!(", success{by}"),
        Some(false) => format!(", failure{by}"),
        None => String::new(),
    };
    let fields: String = fields.iter().filter_map(|(name, value)| field_text(name, value)).collect();
    let against = opposite.as_ref().map(|theirs| format!(" against {}", thrown_text(&theirs.thrown, theirs.total)));
    let against = against.unwrap_or_default();
    format!("        rolled {}{against}{verdict}{fields}\n", thrown_text(thrown, *total))
}

fn field_text(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(format!(", {name} {number}")),
        Value::Text(text) => Some(format!(", {name} {text}")),
        _ => None,
    }
}
