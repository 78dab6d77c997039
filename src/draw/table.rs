//! The table in a browser, region by region: whose turn it is, the board, what may be done, the figures, the story. Each
//! region is replaced as a whole when the game has changed.

use super::change::handling;
use super::document::{sections, served, written};
use super::figure::{SHAPES, shape, told};
use super::initial::initials;
use super::mistake::{self, Mistake};
use super::picture::{Eyes, Fight, Picture};
use crate::play::Offer;
use crate::repl::{AskedDice, Awaited, OpenOrder, OrderList, Session, ToldSentence, WantingOrder, parted_count};
use crate::state::View;
use crate::value::{FigureId, SideId};
use maud::{Markup, PreEscaped, html};

/// What stands above orders that would hit friends.
const OWN_SIDE: &str = "Against the own side";

/// A part of the page that is replaced as a whole.
pub(crate) struct Region {
    /// The `id` of its element.
    pub name: &'static str,
    pub html: String,
}

/// A line that was said at the table, and what was answered.
pub(crate) struct SaidLine {
    pub number: usize,
    pub line: String,
    pub text: String,
    /// The same sentence by sentence, where it is what happened and nothing else.
    pub sentences: Vec<ToldSentence>,
    /// What was wrong with it: then it was refused or not understood.
    pub mistakes: Vec<Mistake>,
    /// Whether it was taken back.
    pub is_undone: bool,
}

/// The page around the regions; the board is in it already.
pub(crate) fn frame(title: &str, board: &str) -> String {
    let body = html! {
        a.skip href="#ask" { "Go to what may be done" }
        header.bar {
            h1.grow { (title) }
            div #status.grow {}
            div #tools.row {}
            nav.row aria-label="Pages" { a href="/lab" { "Odds lab" } a href="/rules" { "The rules" } a href="/screen" { "The screen" } a href="/replay" download="fight.html" { "The replay" } }
        }
        p #lost.refused hidden {}
        (past(true))
        main.table {
            div.stack.board-side {
                section #board.panel aria-label="Board" { (PreEscaped(board)) }
                p #board-keys.sr { "Arrow keys point at places, Enter chooses one for an order." }
                section #past-why.panel aria-label="What was rolled" hidden {}
                section #spot.panel aria-label="A place" aria-live="polite" hidden {}
            }
            div.side {
                section.panel aria-label="What may be done" { div #preview aria-live="polite" {} div #ask tabindex="-1" {} }
                section.panel aria-label="Prompt" {
                    form #prompt {
                        label for="line" { h2 { "Say anything the prompt understands" } }
                        div.row {
                            input #line name="line" autocomplete="off" autocapitalize="off" spellcheck="false"
                                placeholder="a sentence, odds …, why, undo, help";
                            button { "Say" }
                        }
                    }
                    pre #answer {}
                }
                section.panel aria-label="Figures" { div #figures {} div #sheet {} div #handle {} div #seats {} }
            }
            section.panel.story-panel aria-label="Story" { div.row { h2.grow { "Story" } (counts()) } div #story.story tabindex="0" {} }
        }
        p #news.sr role="status" {}
    };
    served(title, &body)
}

/// What is said above the board while it shows another moment; with `branches` it can be asked what would have been then.
pub(super) fn past(branches: bool) -> Markup {
    html! {
        div #past.banner hidden {
            span #past-text {}
            @if branches {
                form #what-if.row {
                    label for="supposed" { "What if" }
                    input #supposed name="supposed" autocomplete="off" autocapitalize="off" spellcheck="false"
                        placeholder="an order, or how somebody is";
                    button { "Try it" }
                }
            }
            button #past-back type="button" { "Back to now" }
            div #instead {}
            @if branches { div #branch aria-live="polite" {} }
        }
    }
}

/// The page of those who have not shown the key yet: its script takes it from the address.
pub(crate) fn entrance() -> String {
    let body = html! {
        header.bar { h1 { "fray" } }
        main {
            section.panel {
                p #knock { "Open this page by the whole address that the terminal shows, with what stands behind " code { "#" } "." }
            }
        }
    };
    served("fray", &body)
}

/// All regions of the table as it is now.
pub(crate) fn regions<'a>(
    session: &mut Session,
    story: impl Iterator<Item = &'a SaidLine>,
    devices_of: &[(String, usize)],
) -> Vec<Region> {
    let asked = session.asked();
    let who = match &asked {
        Awaited::Order(figure, _) | Awaited::Choice(figure, ..) => Some(*figure),
        Awaited::Nobody | Awaited::Dice(_) => None,
    };
    let beginning = session.beginning();
    let view = View::new(session.rules(), session.fight());
    let fight = Fight { view: &view, beginning: beginning.as_ref(), map: session.map(), asked: who, eyes: Eyes::All };
    let region = |name: &'static str, html: Markup| Region { name, html: written(html) };
    vec![
        region("status", status(session, &view, who)),
        region("tools", tools(session)),
        region("board", board(fight)),
        region("ask", ask(session, &view, &asked)),
        region("figures", figures(fight)),
        region("handle", handling(&view, &session.own_dice())),
        region("seats", seats(devices_of)),
        region("story", html! { @for entry in story { (told_entry(entry)) } }),
    ]
}

/// Who has opened the link of his seat, and on how many devices.
fn seats(devices_of: &[(String, usize)]) -> Markup {
    html! {
        @if !devices_of.is_empty() {
            h2 { "Seats" }
            ul.plain { @for (seat, devices) in devices_of {
                li { (seat) ": " @match devices { 0 => "nobody has come", 1 => "one device", many => { (many) " devices" } } }
            } }
        }
    }
}

fn status(session: &Session, view: &View<'_>, who: Option<FigureId>) -> Markup {
    html! {
        p {
            (standing(view, who))
            @if !session.personal().is_empty() { small { " You play " (session.personal().join(", ")) "." } }
        }
    }
}

/// Where the fight is in its turn, and who is asked.
pub(super) fn standing(view: &View<'_>, who: Option<FigureId>) -> Markup {
    let (book, state) = (&view.rules.book, view.state);
    let phase = state.phase.map(|phase| &book.turn.phases[phase.index()].head.title).filter(|title| !title.is_empty());
    html! {
        @if let Some(outcome) = &state.outcome {
            b {
                @match outcome.winner { Some(side) => { "Won by " (state.side(side).title) }, None => "A draw" }
            }
            ": " (outcome.why)
        } @else {
            @if state.turn > 0 { "Turn " (state.turn) }
            @if let Some(phase) = phase { ", " (phase) }
            @if let Some(side) = state.acting_side { ", " (state.side(side).title) }
            @if let Some(who) = who { ": " b { (state.figure(who).name) } " is asked" }
            @else if state.turn == 0 { (book.pack.head.title) }
        }
    }
}

fn tools(session: &Session) -> Markup {
    let (undo, redo) = (session.depth() > 0, session.can_redo());
    html! {
        button #tool-undo type="button" data-say="undo" disabled[!undo] { "Undo" }
        button #tool-redo type="button" data-say="redo" disabled[!redo] { "Redo" }
    }
}

/// The board with what the letters on it mean.
pub(crate) fn board(fight: Fight<'_>) -> Markup {
    let picture = Picture::new(fight);
    html! {
        @match picture {
            Some(picture) => {
                (picture.framed("The board; the list of figures says the same in words"))
                (picture.legend())
            }
            None => { p.note { "This is played without a board." } }
        }
    }
}

fn ask(session: &Session, view: &View<'_>, asked: &Awaited) -> Markup {
    let state = view.state;
    match asked {
        Awaited::Nobody if state.outcome.is_some() => html! {
            h2 { "The fight is over" } p.note { "Undo goes back. " code { "open SCENARIO" } " at the prompt begins another." }
        },
        Awaited::Nobody => nobody(session, view),
        Awaited::Dice(asked) => dice(view, asked),
        Awaited::Choice(figure, title, offers) => choices(view, *figure, title, offers),
        Awaited::Order(figure, list) => ordering(view, *figure, list),
    }
}

pub(super) fn dice(view: &View<'_>, asked: &AskedDice) -> Markup {
    let roller = asked.roller.and_then(|who| view.state.figures.get(who.index()));
    html! {
        h2 { @match roller { Some(who) => { (who.name) " throws" }, None => "Dice of the table" } }
        @if !asked.decides.is_empty() { p #decides { (asked.decides) } }
        form.row data-answer="" {
            label for="dice" { (asked.question) }
            input #dice name="line" inputmode="numeric" autocomplete="off";
            button.main { "Thrown" }
            button type="button" data-say="cancel" { "Cancel" }
        }
    }
}

pub(super) fn choices(view: &View<'_>, figure: FigureId, title: &str, offers: &[Offer]) -> Markup {
    html! {
        h2 { (view.state.figure(figure).name) ": " (title) }
        ul.plain {
            @for (at, offer) in offers.iter().enumerate() {
                li { button.order #{ "offer-" (at) } type="button" data-say=(at + 1) { (offer.title) } }
            }
        }
    }
}

pub(super) fn ordering(view: &View<'_>, figure: FigureId, list: &OrderList) -> Markup {
    html! {
        h2 { "What may " (view.state.figure(figure).name) " do?" }
        (orders(list))
    }
}

/// What a figure could do that is not asked now: looked at, and not given.
pub(crate) fn could(name: &str, list: &OrderList) -> String {
    written(html! { h3 { "What " (name) " could do" } (listed(list, "could-")) })
}

fn nobody(session: &Session, view: &View<'_>) -> Markup {
    let state = view.state;
    let is_played = |side: &SideId| session.personal().iter().any(|name| **name == *state.side(*side).name);
    html! {
        h2 { "Who decides?" }
        div.row {
            button.main #go-on type="button" data-say="next" { "Go on" }
            @for side in state.side_ids().filter(|side| !is_played(side)) {
                @let name = &state.side(side).name;
                button #{ "play-" (name) } type="button" data-say={ "play " (name) } { "I play " (state.side(side).title) }
            }
        }
        p.note { "Sides that nobody plays follow their scripts." }
    }
}

/// Orders by kind: those with a roll, the likeliest first; those without in the order of the rules; those against friends;
/// what needs more said; what is refused.
fn orders(list: &OrderList) -> Markup {
    html! {
        div #orders { (listed(list, "")) }
        div.row { button #pass.order type="button" data-say="next" { "Pass: do nothing now" } }
    }
}

/// Orders without the pass; `mark` tells the names of its parts from those of another list.
fn listed(list: &OrderList, mark: &str) -> Markup {
    let kind = |order: &OpenOrder| if order.at_own { 2 } else { usize::from(order.odds.is_none()) };
    let mut kinds: [Vec<&OpenOrder>; 3] = Default::default();
    list.open.iter().filter(|order| order.impossible.is_none()).for_each(|order| kinds[kind(order)].push(order));
    kinds.iter_mut().for_each(|orders| orders.sort_by(|a, b| b.share().total_cmp(&a.share())));
    // They are numbered as they are shown.
    let before = [0, kinds[0].len(), kinds[0].len() + kinds[1].len()];
    let heads = ["By a roll, the likeliest first", "Without a roll, as the rules list them", OWN_SIDE];
    let is_mixed = kinds.iter().filter(|orders| !orders.is_empty()).count() + usize::from(!list.wanting.is_empty()) > 1;
    let cannot: Vec<&OpenOrder> = list.open.iter().filter(|order| order.impossible.is_some()).collect();
    let refused = list.closed.len() + cannot.len();
    html! {
        @for ((orders, head), before) in kinds.iter().zip(heads).zip(before).filter(|((orders, _), _)| !orders.is_empty()) {
            @if is_mixed || head == OWN_SIDE { h4 { (head) } }
            ul.plain { @for (at, order) in (before..).zip(orders) { li { (open_order(&format!("{mark}order-{at}"), order)) } } }
        }
        @if !list.wanting.is_empty() {
            @if is_mixed { h4 { "With more to be said" } }
            ul.plain { @for (at, order) in list.wanting.iter().enumerate() { li { (wanting_order(&format!("{mark}wanting-{at}"), order)) } } }
        }
        @if refused > 0 {
            details #{ (mark) "refused-orders" } {
                summary { "What is refused now, and why (" (refused) ")" }
                ul {
                    @for order in cannot {
                        li { b { (order.shown) } ": " (order.impossible.as_deref().unwrap_or_default()) }
                    }
                    @for (said, refusal) in &list.closed {
                        li { b { (said) } ": " (refusal.reason) " " (sections(&refusal.cites)) }
                    }
                }
            }
        }
    }
}

fn open_order(id: &str, order: &OpenOrder) -> Markup {
    html! {
        button.order #(id) type="button" data-order=(order.sentence) data-gap=[order.gap.as_deref()]
            data-shown=[(order.shown != order.sentence).then_some(&order.shown)] aria-pressed="false" {
            span {
                (order.sentence)
                @if order.gap.is_some() { " " small { "a place may be said" } }
            }
            @if let Some(odds) = &order.odds {
                span.odds { (odds.percent()) }
                svg.meter viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
                    rect.lost-part width="100" height="4" {}
                    rect.won-part width=(format!("{:.1}", odds.to_f64() * 100.0)) height="4" {}
                }
            }
        }
    }
}

fn wanting_order(id: &str, order: &WantingOrder) -> Markup {
    html! {
        button.order #(id) type="button" data-wanting=(order.shown) data-gap=[order.gap.as_deref()]
            aria-pressed="false" {
            span { (order.shown) }
            small { "say " (order.needs.join(", ")) }
        }
    }
}

pub(super) fn figures(fight: Fight<'_>) -> Markup {
    let Fight { view, beginning, asked: who, eyes, .. } = fight;
    let state = view.state;
    let letters = initials(state);
    html! {
        @if eyes != Eyes::Nobody { h2 { @if eyes == Eyes::All { "Figures" } @else { "My figures" } } }
        @for side in state.side_ids().filter(|side| eyes.knows(*side)) {
            @let of_side: Vec<FigureId> = state.figure_ids().filter(|id| state.figure(*id).side == side).collect();
            @if !of_side.is_empty() {
                h3 { (state.side(side).title) }
                ul.plain {
                    @for id in of_side {
                        @let figure = state.figure(id);
                        li {
                            button #{ "figure-" (id.index()) } type="button" data-figure=(id.index()) aria-current=[(who == Some(id)).then_some("true")] {
                                svg.who viewBox="-12 -12 24 24" aria-hidden="true" {
                                    g class={ "figure side" (side.index() % SHAPES) @if figure.removed { " out" } } {
                                        (shape(side.index() % SHAPES, 9.0)) text.letter { (letters[id.index()]) }
                                    }
                                }
                                (told(view, beginning, id, true))
                                @if let Some(at) = figure.at { " · " (crate::state::cell_text(&view.rules.book, at)) }
                                @if figure.removed { " · out of the fight" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn told_entry(entry: &SaidLine) -> Markup {
    let class = if entry.is_undone { "undone" } else { "told" };
    html! {
        article class=(class) {
            @if !entry.line.is_empty() {
                button.asked #{ "entry-" (entry.number) } type="button" data-moment=(entry.number)
                    aria-label={ "Show the board after: " (entry.line) } { "› " (entry.line) @if entry.is_undone { " (taken back)" } }
            }
            @if entry.sentences.is_empty() && !entry.text.is_empty() { pre { (entry.text) } }
            (sentences(entry.number, &entry.sentences))
            (mistake::told(&entry.mistakes))
        }
    }
}

/// What shows of the story also what only keeps count.
pub(super) fn counts() -> Markup {
    html! { button #counts.quiet type="button" aria-pressed="false" { "Lots and counts" } }
}

/// What came of a line, each sentence leading to the board as it stood then.
pub(super) fn sentences(number: usize, told: &[ToldSentence]) -> Markup {
    html! {
        @for (at, one) in told.iter().enumerate() {
            @let text = one.text.trim_matches('\n');
            @let (head, count) = if one.is_count { parted_count(text) } else { (text, "") };
            @let class = if head.is_empty() { "sentence count" } else { "sentence" };
            button class=(class) #{ "entry-" (number) "-" (at) } type="button" data-moment=(number) data-sentence=(at) {
                (head)
                @if !count.is_empty() { span.count { @if !head.is_empty() { "\n" } (count) } }
            }
        }
    }
}
