//! A place of the board that was pointed at: what is there, what one could do and suffer there.

use super::document::{address, written};
use crate::repl::{OpenOrder, SpotSeen};
use crate::rulebook::Rulebook;
use crate::state::{State, cell_text};
use crate::value::FigureId;
use maud::{Markup, html};

/// What there is to say of it; what others could do is left out where it is not for who asks.
pub(crate) fn spot(book: &Rulebook, state: &State, seen: &SpotSeen, is_referee: bool) -> String {
    let place = cell_text(book, seen.at);
    let who = seen.who.map(|who| &*state.figure(who).name);
    written(html! {
        h3 #spot-title tabindex="-1" data-spot=(place) { (place) ": " (seen.here.join(", ")) }
        @if let (Some(who), None) = (who, &seen.taken) {
            div.spot {
                @if !seen.could.is_empty() {
                    (weighed((state, seen), &place, &format!("{who} from {}", there(seen)), true))
                }
                @if is_referee && !seen.suffers.is_empty() {
                    (weighed((state, seen), &place, &format!("Others at {who} {}", there(seen)), false))
                }
                @if seen.could.is_empty() && (!is_referee || seen.suffers.is_empty()) {
                    p.note { "Nothing that is rolled for could be done from there, nor suffered." }
                }
            }
        } @else if let Some(taken) = &seen.taken {
            p.note { (taken) " stands there." }
        }
        @if !seen.leads.is_empty() {
            h4 { "Orders about this place" }
            ul.plain { @for (at, line) in seen.leads.iter().enumerate() {
                li { button.order #{ "lead-" (at) } type="button" data-order=(line) aria-pressed="false" { span { (line) } } }
            } }
        }
        div.row { button #spot-close type="button" data-spot-close="" { "Close" } }
    })
}

fn there(seen: &SpotSeen) -> &'static str {
    if seen.is_own { "here" } else { "there" }
}

/// What could be done by or to each, each action as it is likeliest; each chance opens what it is made of.
fn weighed((state, seen): (&State, &SpotSeen), place: &str, title: &str, is_target: bool) -> Markup {
    let all: &[(FigureId, OpenOrder)] = if is_target { &seen.could } else { &seen.suffers };
    let who = seen.who.map_or(String::new(), |who| who.index().to_string());
    let opens = |order: &OpenOrder| address("/weighed", &[("at", place), ("who", &who), ("line", &order.sentence)]);
    html! {
        div { table.parts {
            caption { (title) }
            thead { tr {
                th scope="col" { @if is_target { "at" } @else { "who" } } th scope="col" { "what" } th scope="col" { "chance" }
            } }
            tbody { @for (who, order) in all { tr {
                th scope="row" { (state.figure(*who).name) }
                td { (order.sentence) }
                td.amount { button.number type="button" aria-expanded="false" data-opens=(opens(order)) {
                    (order.odds.as_ref().map_or_else(String::new, crate::dice::Odds::percent))
                } }
            } } }
        } }
    }
}
