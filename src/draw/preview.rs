//! An order before it is given: what it needs and why, and the button that gives it, named by its effect.

use super::document::{sections, written};
use super::lab::lab_address;
use super::mistake::{self, mistakes};
use super::percent;
use super::reckoning::reckoning;
use crate::repl::{FightBranch, OpenOrder, OrderList, Previewed};
use crate::rulebook::Rulebook;
use crate::state::cell_text;
use maud::{Markup, html};

/// What is offered beside what an order would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PreviewButtons {
    /// Whether it may be given now.
    pub may_order: bool,
    /// Whether whoever asks may set the facts of its check.
    pub has_lab: bool,
}

/// What an order would be, with the button that gives it if it may be given.
pub(crate) fn preview(seen: &Previewed, book: &Rulebook, line: &str, buttons: PreviewButtons) -> String {
    let odds = seen.explanation.as_ref().and_then(|explanation| explanation.odds.as_ref());
    let html: Markup = html! {
        h3 #preview-title tabindex="-1" data-actor=[seen.actor.map(|id| id.index())] data-target=[seen.target.map(|id| id.index())] data-way=[way(book, seen)] { (line) }
        @if let Some(refused) = &seen.refused {
            p.refused { "Refused: " (refused.words()) " " (sections(&refused.cites)) }
            @if buttons.has_lab && seen.actor.is_some() {
                div.row { (allowing(&format!("allow {line}"))) button #leave type="button" data-leave="" { "Leave it" } }
            }
        } @else if buttons.may_order {
            div.row {
                button.main #give type="button" data-say=(line) {
                    (seen.title) @if let Some(odds) = odds { ", " (odds.percent()) }
                }
                button #all-of-it type="button" data-whole=(line) { "All that can come of it" }
                button #leave type="button" data-leave="" { "Leave it" }
            }
        }
        @match &seen.explanation {
            Some(explanation) if seen.refused.is_none() || explanation.refused.is_none() => {
                @let lab = lab_address(book, line, explanation);
                (reckoning(explanation, Some(book), buttons.has_lab.then_some(&*lab)))
                @if buttons.has_lab { p.note { a href=(lab) { "Set what counts for it, in the odds lab" } } }
            }
            Some(_) => {},
            None => {
                pre { (seen.text) }
                @if !seen.written.is_empty() {
                    details { summary { "What it does, line by line" } pre { (seen.written) } }
                }
            }
        }
        div #consequences {}
    };
    written(html)
}

/// What has an order done that the rules refuse.
pub(crate) fn allowing(line: &str) -> Markup {
    html! { button #allow type="button" data-say=(line) { "The referee allows it all the same" } }
}

/// What would have been: the lines that were said in a branch, the answer, and who wins from there.
pub(crate) fn branch(seen: &FightBranch, lines: &[String]) -> String {
    written(html! {
        ol.plain { @for line in lines { li { "› " (line) } } }
        @if !seen.text.is_empty() { pre { (seen.text) } }
        (mistake::told(&mistakes(&seen.wrong)))
        @if let Ok([was, is]) = &seen.chances {
            table.parts {
                caption { "Played on from there, everybody by his script" }
                thead { tr { th scope="col" { "wins" } th scope="col" { "as it was" } th scope="col" { "what if" } } }
                tbody { @for (side, pair) in seen.state.sides.iter().zip(was.shares.iter().zip(&is.shares)) { tr {
                    th scope="row" { (side.title) }
                    @for one in [pair.0, pair.1] { td { b { (percent::tried(one.share, was.games)) } " " small { (percent::exactly(one.low)) " to " (percent::exactly(one.high)) } } }
                } } }
            }
            p.note { (was.games) " and " (is.games) " games, with other dice from that moment on; the band holds the chance 95 times of 100." }
        } @else if let (Err(why), false) = (&seen.chances, !seen.wrong.is_empty()) {
            p.note { "Who wins from there cannot be played out: " (why) }
        }
    })
}

/// What somebody could have done instead of what he has done; with `branches` each can be tried.
pub(crate) fn instead(who: &str, list: &OrderList, branches: bool) -> String {
    let open = list.open.iter().filter(|order| order.impossible.is_none());
    let mut open: Vec<&OpenOrder> = open.collect();
    open.sort_by(|a, b| b.share().total_cmp(&a.share()));
    written(html! {
        @if !open.is_empty() {
            details #else {
                summary { "What else could " (who) " have done? (" (open.len()) ")" }
                ul.plain { @for (at, order) in open.into_iter().enumerate() { li {
                    @let odds = order.odds.as_ref().map(crate::dice::Odds::percent);
                    @if branches {
                        button.order #{ "else-" (at) } type="button" data-instead=(order.sentence) {
                            span { (order.sentence) } @if let Some(odds) = odds { span.odds { (odds) } }
                        }
                    } @else {
                        (order.sentence) @if let Some(odds) = odds { ": " b { (odds) } }
                    }
                } } }
            }
        }
    })
}

/// The places that it leads over, as the board names them.
fn way(book: &Rulebook, seen: &Previewed) -> Option<String> {
    let places: Vec<String> = seen.way.iter().map(|at| cell_text(book, *at)).collect();
    (places.len() > 1).then(|| places.join(" "))
}

/// What is asked of an order that needs a place, or more said.
pub(crate) fn place_asked(shown: &str, has_place: bool) -> String {
    let html = html! {
        h3 #preview-title tabindex="-1" { (shown) }
        form #say-more {
            @if has_place {
                label for="place" { "Choose a place on the board, or type it" }
            } @else {
                label for="place" { "Say the whole order" }
            }
            div.row {
                input #place name="place" autocomplete="off" autocapitalize="off" placeholder="3,4";
                button.main { "Look at it" }
                button #leave type="button" data-leave="" { "Leave it" }
            }
        }
    };
    written(html)
}

/// Plain text as it stands.
pub(crate) fn said(text: &str, is_wrong: bool) -> String {
    written(html! { pre class=[is_wrong.then_some("refused")] { (text) } })
}
