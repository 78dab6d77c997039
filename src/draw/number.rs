//! A number that was opened: what it is made of, each part with its section, and where the rules say so.

use super::document::{address, sections, written};
use super::reckoning::reckoning;
use super::rules::text_of;
use crate::explain::Explanation;
use crate::repl::{MadeNumber, RuleIndex, RuleKey};
use crate::rulebook::Rulebook;
use maud::{Markup, html};

/// A number of a sheet; what follows from others is told as the rules write it.
pub(crate) fn number(made: &MadeNumber, index: &RuleIndex) -> String {
    written(html! {
        table.parts {
            caption { (linked(&made.title, Some(&made.declared))) }
            thead { tr { th scope="col" { "comes to" } th scope="col" { "for" } th scope="col" { "section" } } }
            tbody {
                tr { td.amount { b { (made.shown) } } th scope="row" { "altogether" } td { (sections(&made.cites)) } }
                @for part in &made.parts { tr {
                    td.amount { (part.shown) } th scope="row" { (linked(&part.title, part.declared.as_ref())) } td { (sections(&part.cites)) }
                } }
            }
        }
        @if made.is_derived {
            @if let Some(entry) = index.find(&made.declared) { @for text in index.written(entry) { (text_of(&text)) } }
        } @else if made.parts.is_empty() {
            p.note { "Nothing has changed it in this fight." }
        }
    })
}

/// The chance of an order as it would be from a place.
pub(crate) fn chance(line: &str, explanation: &Explanation, book: &Rulebook) -> String {
    written(html! { h4 { (line) } (reckoning(explanation, Some(book), None)) })
}

/// Words that lead to where the rules say what they mean.
fn linked(words: &str, declared: Option<&RuleKey>) -> Markup {
    html! {
        @match declared {
            Some(key) => { a href=(address("/rules", &[("sort", &key.sort), ("name", &key.name)])) { (words) } },
            None => (words),
        }
    }
}
