//! What was rolled for a sentence of the story: each number with its reasons, and what a referee may rule otherwise.

use super::document::{sections, written};
use super::reckoning::reckoning;
use crate::event::{AmountLine, CheckedModifier};
use crate::repl::{RollWhy, ToldRoll};
use crate::rulebook::Rulebook;
use crate::value::Number;
use maud::{Markup, html};

/// Everything that was rolled; nothing if nothing was.
pub(crate) fn rolls(rolled: &[ToldRoll], book: &Rulebook) -> String {
    written(html! {
        @for (at, roll) in rolled.iter().enumerate() {
            section.rolled aria-label=(roll.title) {
                h3 { (roll.title) }
                (outcome(roll))
                (why(roll, book))
                (overruling(at, roll))
            }
        }
    })
}

/// What the dice showed, and what that was.
fn outcome(roll: &ToldRoll) -> Markup {
    let shown = roll.thrown.iter().map(i64::to_string).collect::<Vec<String>>().join(" ");
    let (success, margin) = verdict(&roll.why);
    html! {
        @if !roll.thrown.is_empty() || roll.total.is_some() {
            p {
                @if !roll.thrown.is_empty() { (roll.dice) " showed " b { (shown) } }
                @if let Some(total) = roll.total.filter(|_| roll.thrown.len() != 1) {
                    @if roll.thrown.is_empty() { "It came to " } @else { " = " }
                    b { (total) }
                }
                @if let Some(success) = success {
                    ": " @if success { "a success" } @else { "a failure" }
                    @if let Some(margin) = margin { " by " (if margin < Number::ZERO { margin.negated().unwrap_or(margin) } else { margin }) }
                }
            }
        }
    }
}

fn verdict(why: &RollWhy) -> (Option<bool>, Option<Number>) {
    match why {
        RollWhy::Check { success, margin, .. } | RollWhy::Counted { success, margin, .. } => (*success, *margin),
        RollWhy::Steps(_) | RollWhy::Dice => (None, None),
    }
}

fn why(roll: &ToldRoll, book: &Rulebook) -> Markup {
    match &roll.why {
        RollWhy::Check { explanation, .. } => reckoning(explanation, Some(book), None),
        RollWhy::Counted { parts, need, .. } => html! {
            @if let Some(need) = need { p.need { "Needed " b { (need) } " on " (roll.dice) } }
            (counted(parts))
        },
        RollWhy::Steps(steps) => stepped(steps),
        RollWhy::Dice => html! {},
    }
}

fn counted(parts: &[CheckedModifier]) -> Markup {
    html! {
        @if !parts.is_empty() {
            table.parts {
                thead { tr { th scope="col" { "part" } th scope="col" { "for" } th scope="col" { "section" } } }
                tbody { @for part in parts { tr {
                    td.amount { (part.target.words(part.amount)) } th scope="row" { (part.label) } td { (sections(&part.cites)) }
                } } }
            }
        }
    }
}

fn stepped(steps: &[AmountLine]) -> Markup {
    html! {
        table.parts {
            thead { tr { th scope="col" { "step" } th scope="col" { "for" } th scope="col" { "section" } } }
            tbody { @for step in steps { tr {
                td.amount { (step.step) " " (step.amount) }
                th scope="row" { (step.label.as_deref().unwrap_or_default()) @if let Some(dice) = &step.dice { " " small { (dice) } } }
                td { (sections(&step.cites)) }
            } } }
        }
    }
}

/// What a referee may rule otherwise.
fn overruling(at: usize, roll: &ToldRoll) -> Markup {
    let (success, _) = verdict(&roll.why);
    html! {
        @if let Some(first) = roll.throws.first() {
            details.overrule {
                summary { "The referee overrules it" }
                @if let Some(success) = success {
                    @let other = if success { "failure" } else { "success" };
                    button type="button" data-say={ "overrule " (other) ", throw " (first) } { "Count it as a " (other) }
                }
                @for (part, number) in roll.throws.iter().enumerate() {
                    form data-line={ "overrule dice {value}, throw " (number) } {
                        div.row {
                            label for={ "shown-" (at) "-" (part) } { "The dice showed" @if part > 0 { " (roll " (part + 1) ")" } }
                            input #{ "shown-" (at) "-" (part) } name="value" inputmode="numeric" autocomplete="off" required;
                            button { "Correct them" }
                        }
                    }
                }
                p.note { "What followed is played again from there, with the other dice as they were; Undo takes it back." }
            }
        }
    }
}
