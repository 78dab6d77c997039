//! The page of one seat at the table, for a phone: what is asked of it, the board, its figures, what has happened. It is
//! drawn from what that seat may know, and from nothing else.

use super::document::{served, written};
use super::picture::Fight;
use super::table::{Region, board, choices, counts, dice, figures, ordering, past, sentences, standing};
use crate::play::Offer;
use crate::repl::{AskedDice, OrderList, ToldSentence};
use crate::value::FigureId;
use maud::{Markup, html};

/// What a seat is asked.
pub(crate) enum SeatQuestion {
    Order(FigureId, OrderList),
    Choice(FigureId, String, Vec<Offer>),
    Dice(AskedDice),
    /// Others are asked: the side, if it is one.
    Others(Option<String>),
    /// Nobody is asked.
    Nobody,
}

/// What a seat has heard of a line that was said.
pub(crate) struct SeatLine {
    pub number: usize,
    /// What it said itself.
    pub own: String,
    /// What came of it.
    pub told: Vec<ToldSentence>,
    pub is_undone: bool,
}

/// What a seat knows.
pub(crate) struct SeatPage<'a> {
    pub fight: Fight<'a>,
    pub question: SeatQuestion,
    /// The side that nobody plays yet, if it may sit down there.
    pub free: Option<String>,
    pub story: Vec<SeatLine>,
}

/// The page around the regions.
pub(crate) fn seat_frame(title: &str, seat: &str) -> String {
    let body = html! {
        a.skip href="#ask" { "Go to what is asked" }
        header.bar { h1.grow { (seat) } p { (title) } div #status.grow {} nav.row aria-label="Pages" { a href="/rules" { "The rules" } } }
        p #lost.refused hidden { "The table does not answer. This page tries again." }
        (past(false))
        main.seat {
            section.panel aria-label="What is asked" {
                div #preview aria-live="polite" {}
                div #ask tabindex="-1" {}
                pre #answer {}
            }
            section #board.panel aria-label="Board" {}
            p #board-keys.sr { "Arrow keys point at places, Enter chooses one for an order." }
            section #spot.panel aria-label="A place" aria-live="polite" hidden {}
            section.panel aria-label="My figures" { div #figures {} div #sheet {} }
            section.panel.story-panel aria-label="Story" { div.row { h2.grow { "What has happened" } (counts()) } div #story.story tabindex="0" {} }
        }
        p #news.sr role="status" {}
    };
    served(&format!("{seat}: {title}"), &body)
}

/// All regions of a seat as it is now.
pub(crate) fn seat_regions(page: &SeatPage<'_>) -> Vec<Region> {
    let region = |name: &'static str, html: Markup| Region { name, html: written(html) };
    vec![
        region("status", html! { p { (standing(page.fight.view, page.fight.asked)) } }),
        region("ask", asked(page)),
        region("board", board(page.fight)),
        region("figures", figures(page.fight)),
        region("story", html! { @for line in &page.story { (told(line)) } }),
    ]
}

fn asked(page: &SeatPage<'_>) -> Markup {
    let view = page.fight.view;
    html! {
        @if let Some(side) = &page.free {
            p { button.main #sit type="button" data-say="play" { "I play " (side) } }
            p.note { "Until somebody does, its script decides." }
        }
        @match &page.question {
            _ if view.state.outcome.is_some() => { h2 { "The fight is over" } },
            SeatQuestion::Order(figure, list) => { (ordering(view, *figure, list)) },
            SeatQuestion::Choice(figure, title, offers) => { (choices(view, *figure, title, offers)) },
            SeatQuestion::Dice(asked) => { (dice(view, asked)) },
            SeatQuestion::Others(Some(side)) => { h2 { "Waiting for " (side) } },
            SeatQuestion::Others(None) => { h2 { "Waiting for others" } },
            SeatQuestion::Nobody => { h2 { "Nobody is asked now" } p.note { "The referee goes on." } },
        }
    }
}

fn told(line: &SeatLine) -> Markup {
    let class = if line.is_undone { "undone" } else { "told" };
    html! {
        article class=(class) {
            button.asked #{ "entry-" (line.number) } type="button" data-moment=(line.number) aria-label={
                "Show the board after: " @if line.own.is_empty() { "what follows" } @else { (line.own) }
            } {
                @if line.own.is_empty() { "The board after this" } @else { "› " (line.own) }
                @if line.is_undone { " (taken back)" }
            }
            (sentences(line.number, &line.told))
        }
    }
}
