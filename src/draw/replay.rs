//! A fight as one page that stands alone: board, timeline, story, what was left of everybody and who was likely to win.

use super::document::alone;
use super::figure::{SHAPES, shape};
use super::initial::initials;
use super::percent;
use super::picture::{Fight, Picture};
use super::reel::{Moment, Reel};
use super::replay_words::{BetterOrder, ChanceToWin, ReplayWords};
use super::table::counts;
use super::turned::{in_words, shifts};
use crate::diag::visible_json;
use crate::repl::parted_count;
use crate::state::{State, View};
use crate::value::FigureId;
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::fmt::Write;

/// The script of the page, and the only one that its policy lets run.
const SCRIPT: &str = include_str!("replay.js");
/// What browsers make of that script, in the form of a policy. `tests/it/browser.rs` opens the page in one.
const HASH: &str = include_str!("replay.hash");

/// Width and height of the strips.
const WIDE: f64 = 1000.0;
const HIGH: f64 = 130.0;

/// How the kept game stands in the page.
const LOG_BEGINS: &str = "<script id=\"log\" type=\"application/x-ndjson\">";

/// The kept game in the page of a replay.
pub(crate) fn log_in(page: &str) -> Option<&str> {
    page.starts_with("<!DOCTYPE html>").then_some(())?;
    let (_, rest) = page.split_once(LOG_BEGINS)?;
    Some(rest.split_once("</script>")?.0.trim_start())
}

/// The whole page.
pub(crate) fn replay(fight: Fight<'_>, reel: &Reel, told: &ReplayWords<'_>) -> String {
    let picture = Picture::new(fight);
    let last = reel.moments.len().saturating_sub(1);
    let body = html! {
        a.skip href="#story" { "Go to the story" }
        header.bar { h1.grow { (told.title) } p #clock { "Turn 0" } }
        main.table.reel {
            div.stack.board-side {
                section #board.panel aria-label="Board" {
                    @if let Some(picture) = &picture {
                        (picture.framed("The board; the story says the same in words"))
                        (picture.legend())
                    } @else { p.note { "This was played without a board." } }
                }
                section.panel.screen-only aria-label="Timeline" {
                    h2 { label for="time" { "Moment" } }
                    input #time.wide type="range" min="0" max=(last) value="0" step="1";
                    div.row {
                        button.main #play type="button" { "Play" }
                        button #step-back type="button" { "Back" }
                        button #step type="button" { "Step" }
                        button #harm type="button" { "Next harm" }
                        button #turn type="button" { "Next turn" }
                        button #shift type="button" hidden[told.chances.len() < 2] { "Next shift" }
                    }
                    p.note { "Space plays, arrows step, q and e go to the harm before and behind, a and s to what turned it, t to the next turn. " code { "#t=17" } " in the address is a moment." }
                }
                section.panel aria-label="This moment" { h2 { "This moment" } pre #now role="status" {} (what_else(fight.view.state, told)) }
            }
            div.side {
                (chances(fight.view.state, reel, told))
                (strips(fight.view, reel))
                (fortunes(fight.view.state, reel, told))
                @if let Some(better) = told.better { (choices(fight.view.state, better)) }
            }
            section.panel.story-panel #story tabindex="-1" aria-label="Story" {
                div.row { h2.grow { "Story" } @if reel.moments.iter().any(|moment| moment.is_count) { (counts()) } }
                div.story { @for (at, moment) in reel.moments.iter().enumerate() { (told_moment(at, moment)) } }
                p.note { (told.about) }
            }
        }
        script #data type="application/json" { (PreEscaped(data(reel, told))) }
        (PreEscaped(LOG_BEGINS)) (PreEscaped("\n")) (PreEscaped(harmless(told.log))) (PreEscaped("</script>"))
    };
    alone(told.title, SCRIPT, HASH.trim(), &body)
}

/// A moment in the story; what only keeps count can be hidden.
fn told_moment(at: usize, moment: &Moment) -> Markup {
    let text = moment.text.trim_matches('\n');
    let (head, count) = if moment.is_count { parted_count(text) } else { (text, "") };
    let class = match (moment.is_harm, head.is_empty()) {
        (true, _) => Some("harm"),
        (false, true) => Some("count"),
        (false, false) => None,
    };
    html! {
        button type="button" data-t=(at) class=[class] {
            pre { (head) @if !count.is_empty() { span.count { @if !head.is_empty() { "\n" } (count) } } }
        }
    }
}

/// What the script reads. No `<` stands in it, so nothing in it can end the element it stands in.
fn data(reel: &Reel, told: &ReplayWords<'_>) -> String {
    let frames: Vec<&Vec<usize>> = reel.moments.iter().map(|moment| &moment.pieces).collect();
    let turns: Vec<u32> = reel.moments.iter().map(|moment| moment.turn).collect();
    let places = |is_wanted: fn(&Moment) -> bool| -> Vec<usize> {
        let all = reel.moments.iter().enumerate().filter(|(_, moment)| is_wanted(moment));
        all.map(|(at, _)| at).collect()
    };
    let harm = places(|moment| moment.is_harm);
    let starts: Vec<usize> = reel.turns.iter().map(|(at, _)| *at).collect();
    let shifts: Vec<usize> = shifts(told).into_iter().map(|shift| shift.until).collect();
    let value = json!({ "schema": "fray.replay/1", "pool": reel.pool, "frames": frames, "turns": turns, "harm": harm,
        "starts": starts, "shifts": shifts,
        "asked": told.others.iter().map(|one| one.moment).collect::<Vec<usize>>() });
    harmless(&value.to_string())
}

/// JSON in which nothing can end the element it stands in.
fn harmless(json: &str) -> String {
    let json = visible_json(json);
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Who was likely to win, moment by moment, with the band.
fn chances(state: &State, reel: &Reel, told: &ReplayWords<'_>) -> Markup {
    if told.chances.is_empty() {
        return html! {};
    }
    let last = reel.moments.len().saturating_sub(1).max(1) as f64;
    let x = |moment: usize| WIDE * moment as f64 / last;
    let y = |share: f64| HIGH * (1.0 - share);
    let mut all = shifts(told);
    all.sort_by(|a, b| (b.to - b.from).total_cmp(&(a.to - a.from)));
    html! {
        section.panel aria-label="Who was likely to win" {
            h2 { "Who was likely to win" }
            svg.strip viewBox={ "0 0 " (WIDE) " " (HIGH) } preserveAspectRatio="none" role="img"
                aria-label="The chance of each side to win; the table below says the same" {
                path.axis d={ "M0 " (HIGH / 2.0) "H" (WIDE) } {}
                @for side in state.side_ids() {
                    @let of_side: Vec<(usize, (f64, f64, f64))> =
                        told.chances.iter().filter_map(|one| Some((one.moment, *one.shares.get(side.index())?))).collect();
                    g class={ "line side" (side.index() % SHAPES) } {
                        path.band d=(band(&of_side, x, y)) {}
                        path.middle d=(line(of_side.iter().map(|(at, share)| (x(*at), y(share.0))))) {}
                    }
                }
                path.cursor d={ "M0 0V" (HIGH) } {}
            }
            ul.legend {
                @for side in state.side_ids() {
                    @let drawn = side.index() % SHAPES;
                    li {
                        svg.who viewBox="-12 -12 24 24" aria-hidden="true" { g class={ "figure side" (drawn) } { (shape(drawn, 9.0)) } }
                        (state.side(side).title) @match drawn { 0 => ", unbroken", 1 => ", dashed", 2 => ", dotted", _ => "" }
                    }
                }
                li { "above: certain to win, in the middle: one in two, below: certain not to" }
            }
            details {
                summary { "The same as a table" }
                div.table-scroll { table.parts {
                    thead { tr { th scope="col" { "before" } @for side in state.side_ids() { th scope="col" { (state.side(side).title) } } } }
                    tbody { @for one in told.chances { tr {
                        th scope="row" { button type="button" data-t=(one.moment) { (before(state, one)) } }
                        @for share in &one.shares { td {
                            @if one.is_end { (format!("{:.0} %", share.0 * 100.0)) } @else if one.is_exact { (percent::digits(share.0, 1)) " % " small { "exactly" } } @else {
                                (percent::tried(share.0, told.games)) " " small { "(" (percent::digits(share.1, 0)) " to " (percent::exactly(share.2)) ")" }
                            }
                        } }
                    } } }
                } }
            }
            @if !all.is_empty() {
                h3 { "What turned it" }
                ul.plain { @for shift in all.iter().take(10) {
                    li { button type="button" data-t=(shift.until) {
                        (in_words(state, reel, told, shift))
                    } }
                } }
            }
            p.note { "As each turn began, and before each decision of the turns that changed most, the fight was played on " (told.games) " times, both sides by their scripts. The band holds the chance 95 times of 100; what is left goes to draws and fights without end. The end is what happened." @if told.chances.iter().any(|one| one.is_exact) { " Where it says exactly, every way the dice can fall was followed to the end instead." } }
        }
    }
}

/// What else could have been done at each moment at which somebody decided: shown with that moment.
fn what_else(state: &State, told: &ReplayWords<'_>) -> Markup {
    let band = |share: &(f64, f64, f64)| {
        let [low, high] = [share.1, share.2].map(|bound| percent::digits(bound, 0));
        format!("{} ({low} to {high})", percent::tried(share.0, told.games))
    };
    html! {
        div #instead {
            @for one in told.others {
                details.instead data-asked=(one.moment) hidden {
                    summary { "What if " (state.figure(one.who).name) " had done something else?" }
                    table.parts {
                        thead { tr { th scope="col" { "instead" } th scope="col" { "chance" } @if one.own.is_some() { th scope="col" { "his side wins" } } } }
                        tbody {
                            @if let Some(own) = &one.own { tr { th scope="row" { i { "as it was" } } td {} td.amount { (band(own)) } } }
                            @for ((order, odds), share) in one.orders.iter().zip(&one.shares) { tr {
                                th scope="row" { (order) }
                                td.amount { (odds.as_deref().unwrap_or("")) }
                                @if one.own.is_some() { td.amount { @if let Some(share) = share { (band(share)) } } }
                            } }
                        }
                    }
                }
            }
        }
        @if !told.others.is_empty() {
            p.note { "The chance is that of the check of this one order, as it stood then, exactly. " code { "fray serve" } " with the kept game plays on from any moment of it." }
        }
    }
}

/// Which moment a chance is of.
fn before(state: &State, one: &ChanceToWin) -> String {
    match one.who {
        _ if one.is_end => "the end".to_string(),
        Some(who) => format!("turn {}, {}", one.turn, state.figure(who).name),
        None => format!("turn {}", one.turn),
    }
}

fn line(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (at, (x, y)) in points.enumerate() {
        let _ = write!(text, "{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
    }
    text
}

fn band(of_side: &[(usize, (f64, f64, f64))], x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let high = of_side.iter().map(|(at, share)| (x(*at), y(share.2)));
    let low = of_side.iter().rev().map(|(at, share)| (x(*at), y(share.1)));
    line(high.chain(low)) + "Z"
}

/// What was left of everybody, as steps.
fn strips(view: &View<'_>, reel: &Reel) -> Markup {
    let state = view.state;
    let letters = initials(state);
    let is_measured = |at: usize| reel.moments.iter().any(|moment| moment.left.get(at).is_some_and(Option::is_some));
    let measured: Vec<usize> = (0..state.figures.len()).filter(|at| is_measured(*at)).collect();
    if measured.is_empty() {
        return html! {};
    }
    let last = reel.moments.len().saturating_sub(1).max(1) as f64;
    html! {
        section.panel aria-label="What was left of everybody" {
            h2 { "What was left of everybody" }
            @if reel.is_by_conditions { p.note { "These rules count no points until somebody falls: full is unharmed, half is with one condition that harm has brought, a third with two, and empty is out of the fight." } }
            @for at in measured {
                @let figure = &state.figures[at];
                @let side = figure.side.index() % SHAPES;
                div.left-row {
                    svg.who viewBox="-12 -12 24 24" aria-hidden="true" { g class={ "figure side" (side) } { (shape(side, 9.0)) text.letter { (letters[at]) } } }
                    span { (figure.name) }
                    svg.strip.low viewBox={ "0 0 " (WIDE) " 100" } preserveAspectRatio="none" aria-hidden="true" {
                        path class={ "steps side" (side) } d=(steps(reel, at, last)) {}
                        path.cursor d="M0 0V100" {}
                    }
                }
            }
        }
    }
}

fn steps(reel: &Reel, at: usize, last: f64) -> String {
    let mut text = "M0 100".to_string();
    for (moment, left) in reel.moments.iter().enumerate().map(|(at_moment, one)| (at_moment, one.left.get(at))) {
        let left = left.copied().flatten().unwrap_or(0);
        let _ = write!(text, "H{:.1}V{}", WIDE * moment as f64 / last, 100 - left.min(100));
    }
    let _ = write!(text, "H{WIDE}V100Z");
    text
}

/// What the dice made of everybody's checks, beside what was to be expected.
fn fortunes(state: &State, reel: &Reel, told: &ReplayWords<'_>) -> Markup {
    let rolled = reel.fortune.iter().enumerate().filter(|(_, one)| one.checks > 0);
    if rolled.clone().next().is_none() {
        return html! {};
    }
    let won = won(state, reel, told);
    html! {
        section.panel aria-label="Luck" {
            h2 { "Luck" }
            div.table-scroll { table.parts {
                thead { tr { th scope="col" { "figure" } th scope="col" { "checks" } th scope="col" { "came true" } th scope="col" { "to be expected" } th scope="col" { "more than expected" } @if !won.is_empty() { th scope="col" { "to his side's chance" } } } }
                tbody { @for (at, one) in rolled {
                    tr {
                        th scope="row" { (state.figures[at].name) }
                        td { (one.checks) } td { (one.successes) } td { (format!("{:.1}", one.expected)) }
                        td.amount { (percent::signed(f64::from(one.successes) - one.expected, 1)) }
                        @if !won.is_empty() { td.amount { @if let Some(Some(points)) = won.get(at) { (percent::signed(*points, 0)) " points" } } }
                    }
                } }
            } }
            p.note { "The odds of all checks, added up, are what was to be expected; the dice have given the rest. The log keeps odds to a tenth of a percent." }
            @if !won.is_empty() {
                p.note { "The last column adds up by how many hundredths the chance of a figure's side changed where nobody else did anything between two moments that were played on. What a script would decide is known before, so all of that is what the dice made of it." }
            }
        }
    }
}

/// What was a choice: by figure, and the largest in words.
fn choices(state: &State, better: &[BetterOrder]) -> Markup {
    let sum = |id: FigureId| better.iter().filter(|one| one.who == id).map(|one| one.gain.0).sum::<f64>();
    let mut largest: Vec<&BetterOrder> = better.iter().collect();
    largest.sort_by(|a, b| b.gain.0.total_cmp(&a.gain.0));
    html! {
        section.panel aria-label="Choices" {
            h2 { "Choices" }
            @if better.is_empty() { p { "No other order that was tried would clearly have been better." } }
            @for id in state.figure_ids().filter(|id| sum(*id) > 0.0) {
                p { (state.figure(id).name) " left " b { (format!("{:.0} points", sum(id) * 100.0)) } " to choices." }
            }
            ul.plain { @for one in largest.iter().take(10) {
                li { button type="button" data-t=(one.moment) {
                    "Turn " (one.turn) ", " (state.figure(one.who).name) ": " b { (one.order) } " would have been worth "
                    (format!("{:.0} points more (± {:.0})", one.gain.0 * 100.0, one.gain.1 * 100.0))
                } }
            } }
            p.note { "Points are hundredths of the chance to win. At each decision above some other orders that the rules allowed were given instead, and the fight played on with the same dice; only what is better by more than chance explains is told. The best of many tries looks a little better than it is." }
        }
    }
}

/// By figure: how much its side's chance rose where nobody else did anything; empty where that never was.
fn won(state: &State, reel: &Reel, told: &ReplayWords<'_>) -> Vec<Option<f64>> {
    let mut all: Vec<Option<f64>> = Vec::new();
    for pair in told.chances.windows(2) {
        let [before, after] = pair else { continue };
        let Some(who) = reel.alone(before.moment, after.moment) else { continue };
        let side = state.figure(who).side.index();
        let (Some(old), Some(new)) = (before.shares.get(side), after.shares.get(side)) else { continue };
        if all.len() < state.figures.len() {
            all.resize(state.figures.len(), None);
        }
        if let Some(sum) = all.get_mut(who.index()) {
            *sum = Some(sum.unwrap_or(0.0) + (new.0 - old.0) * 100.0);
        }
    }
    all
}
