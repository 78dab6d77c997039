//! The referee's screen of what is played, as a page to be printed: figures, what they need for what they could do, cards.

use super::document::{sections, served_still, written};
use crate::dice::Odds;
use crate::repl::{NeedRow, ScreenCard, ScreenFigure, ScreenOrder, ScreenPage};
use maud::{Markup, html};

/// A card of more modifiers than this, and whoever has more needs, may be broken over columns.
const LONG: usize = 25;

/// The whole page.
pub(crate) fn screen(title: &str, page: &ScreenPage) -> String {
    let body = html! {
        header.bar {
            h1.grow { (title) }
            nav.row aria-label="Pages" { a href="/" { "The table" } a href="/lab" { "Odds lab" } a href="/rules" { "The rules" } }
        }
        @if page.is_cut { p.refused { "There was no time to reckon all of it." } }
        main.screen {
            @for figure in &page.figures { (figure_panel(figure)) }
            @for card in &page.cards { (card_panel(card)) }
            @if page.figures.is_empty() && page.cards.is_empty() { p.note { "Nobody is in play, and there are no cards." } }
        }
    };
    written(served_still(title, &body))
}

fn figure_panel(figure: &ScreenFigure) -> Markup {
    let rows: usize = figure.orders.iter().map(|order| order.needs.len()).sum();
    html! {
        section class={ "panel" @if rows > LONG { " long" } } aria-label=(figure.name) {
            h2 { (figure.name) }
            pre { (figure.sheet) }
            @if !figure.orders.is_empty() {
                table.parts {
                    thead { tr { th scope="col" { "as things stand" } th scope="col" { "at" } th scope="col" { "needs" } th scope="col" { "success" } } }
                    @for order in &figure.orders { tbody { @for (at, row) in order.needs.iter().enumerate() {
                        tr { @if at == 0 { th scope="rowgroup" rowspan=(order.needs.len()) { (order_head(order)) } } (need_cells(row)) }
                    } } }
                }
            }
        }
    }
}

fn order_head(order: &ScreenOrder) -> Markup {
    html! { (order.said) @if let Some(beside) = &order.beside { " " small { "if he were beside " (beside) } } }
}

fn card_panel(card: &ScreenCard) -> Markup {
    html! {
        section class={ "panel" @if card.rows.len() > LONG { " long" } } aria-label=(card.title) {
            h2 { (card.title) " " (sections(&card.cites)) }
            table.parts { tbody { @for row in &card.rows {
                tr {
                    td.much { (row.amount) }
                    th scope="row" { (row.label) " " small { (row.when) } " " (sections(&row.cites)) }
                }
            } } }
        }
    }
}

fn need_cells(row: &NeedRow) -> Markup {
    html! { td { (row.at) } td { (row.need) } td.amount { (row.odds.as_ref().map_or_else(String::new, Odds::percent)) } }
}
