//! A check explained as HTML: what it needs, each part with its section and its worth, and what does not count and why.

use super::document::{address, sections};
use crate::check::{Comparing, Ties};
use crate::explain::{Compare, Explanation, ModifierLine};
use crate::repl::RuleIndex;
use crate::rulebook::Rulebook;
use crate::text::Span;
use crate::value::ModifierId;
use maud::{Markup, html};

/// The whole of it. With the rulebook, what counts leads to where it is declared; `lab` is where the odds lead to.
pub(super) fn reckoning(explanation: &Explanation, book: Option<&Rulebook>, lab: Option<&str>) -> Markup {
    html! {
        div.reckoning {
            @if let Some(refused) = &explanation.refused {
                p.refused { "Refused: " (refused.words()) " " (sections(&refused.cites)) }
            }
            @if let Some(open) = explanation.undecided.as_ref().filter(|_| explanation.refused.is_none()) {
                p.note { "Whether it is allowed is not known: " (open) }
            }
            @for over in &explanation.overridden {
                p.note { (over.what) ": " (over.stated) " as stated; the board says " (over.board) }
            }
            @for said in &explanation.aside { p.note { (said.words()) } }
            @for said in &explanation.later { p.note { (said) ": may count for what comes of it, not for the roll" } }
            @for said in &explanation.idle { p.note { (said) ": changes nothing here" } }
            (side(explanation, book, lab))
        }
    }
}

fn side(one: &Explanation, book: Option<&Rulebook>, lab: Option<&str>) -> Markup {
    let told: Vec<&ModifierLine> = one.modifiers.iter().filter(|line| !line.idle).collect();
    html! {
        (head(one, lab))
        @if one.base.is_some() || !told.is_empty() {
            table.parts {
                thead { tr { th scope="col" { "part" } th scope="col" { "for" } th scope="col" { "worth" } th scope="col" { "section" } } }
                tbody {
                    @if let Some(base) = &one.base {
                        tr { td.amount { (base.amount) } th scope="row" { (base.label) } td {} td { (sections(&base.cites)) } }
                    }
                    @for line in told { (part(line, book)) }
                }
            }
        }
        @if let Some(against) = &one.against {
            section.against {
                h4 { "Against " (against.side.sentence.as_deref().unwrap_or(&against.side.title)) }
                p.note { (comparing(against.comparing)) ", " (ties(against.ties)) }
                (side(&against.side, book, None))
            }
        }
        @if !one.left_out.is_empty() {
            details.left-out {
                summary { "What does not count, and why (" (one.left_out.len()) ")" }
                ul {
                    @for left in &one.left_out {
                        li {
                            @if let Some(amount) = left.amount { span.amount { (left.target.words(amount)) } " " }
                            b { (label(&left.label, left.id, book)) } ": " (left.why) " " (sections(&left.cites))
                        }
                    }
                }
            }
        }
        @if one.outcomes.iter().any(|outcome| !outcome.fields.is_empty()) {
            details.outcomes {
                summary { "What can come of it" }
                ul {
                    @for outcome in &one.outcomes {
                        li {
                            b { (outcome.odds.percent()) } " "
                            @match outcome.success { Some(true) => "success", Some(false) => "failure", None => "" }
                            @for field in &outcome.fields { ", " (field.name) " " (field.words) }
                        }
                    }
                }
            }
        }
    }
}

fn head(one: &Explanation, lab: Option<&str>) -> Markup {
    if let Some(cannot) = &one.impossible {
        return html! { p.need { "Impossible: " (cannot.why) " " (sections(&cannot.cites)) } };
    }
    let dice = one.dice.as_deref().unwrap_or("");
    html! {
        p.need {
            @match (one.compare, one.need, one.plus) {
                (Compare::AtMost, Some(need), _) => { "Needs " b { (need) " or less" } " on " (dice) },
                (Compare::AtLeast, Some(need), _) => { "Needs " b { (need) " or more" } " on " (dice) },
                (_, _, Some(plus)) if plus != 0 => { "Rolls " (dice) " " (format!("{plus:+}")) },
                _ => { "Rolls " (dice) },
            }
            @if let Some(odds) = &one.odds {
                ": " b.odds {
                    @match lab { Some(address) => { a href=(address) { (odds.percent()) } }, None => { (odds.percent()) } }
                }
            }
            @if let Some(draw) = &one.draw { ", a draw " (draw.percent()) }
        }
    }
}

fn part(line: &ModifierLine, book: Option<&Rulebook>) -> Markup {
    html! {
        tr {
            td.amount { (line.target.words(line.amount)) }
            th scope="row" {
                (label(&line.label, line.id, book))
                @if let Some(card) = &line.card { " " small { "(" (card) ")" } }
                @if let Some(under) = &line.under { " " small { "option " (under) } }
            }
            td.worth { @if let Some(worth) = &line.worth { (worth.percent()) } }
            td { (sections(&line.cites)) }
        }
    }
}

/// What a player reads, leading to where it is declared.
fn label(text: &str, id: ModifierId, book: Option<&Rulebook>) -> Markup {
    html! {
        @match book { Some(book) => { a href=(modifier_address(book, id)) { (text) } }, None => (text) }
    }
}

fn comparing(how: Comparing) -> &'static str {
    match how {
        Comparing::Margins => "margins are compared",
        Comparing::AllMargins => "margins are compared, of failures too",
        Comparing::Totals => "the higher total wins",
    }
}

fn ties(how: Ties) -> &'static str {
    match how {
        Ties::Win => "a tie wins",
        Ties::Lose => "a tie loses",
        Ties::Reroll => "a tie is rolled again",
        Ties::Draw => "a tie is a draw",
    }
}

/// The address of the declaration in which a modifier stands, at its line.
pub(super) fn modifier_address(book: &Rulebook, id: ModifierId) -> String {
    let (sort, head) = match id {
        ModifierId::Card(card, _) => ("card", &book.cards[card.index()].head),
        ModifierId::Check(check, _) => ("check", &book.checks[check.index()].head),
    };
    at_line(sort, &head.name, book, book.modifier(id).label.span)
}

fn at_line(sort: &str, name: &str, book: &Rulebook, at: Span) -> String {
    format!("{}#{}", address("/rules", &[("sort", sort), ("name", name)]), RuleIndex::anchor(book, at))
}
