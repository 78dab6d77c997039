//! A fight as one page that stands alone: board, timeline, story, what was left of everybody and who was likely to win.

use super::document::alone;
use super::figure::{SHAPES, shape};
use super::initial::initials;
use super::picture::{Fight, Picture};
use super::reel::Reel;
use crate::state::{State, View};
use crate::value::SideId;
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

/// How likely a side was to win as a turn began, with its band.
pub(crate) struct ChanceToWin {
    /// The first moment of the turn.
    pub moment: usize,
    pub turn: u32,
    /// By side: the share, from, to.
    pub shares: Vec<(f64, f64, f64)>,
}

/// What is told of a fight beside its moments.
pub(crate) struct ReplayWords<'a> {
    pub title: &'a str,
    /// Where it comes from: pack, scenario, seed, options.
    pub about: String,
    pub chances: &'a [ChanceToWin],
    /// Games that were played on from each turn.
    pub games: u64,
}

/// The whole page.
pub(crate) fn replay(fight: Fight<'_>, reel: &Reel, told: &ReplayWords<'_>) -> String {
    let picture = Picture::new(fight);
    let last = reel.moments.len().saturating_sub(1);
    let body = html! {
        a.skip href="#story" { "Go to the story" }
        header.bar { h1.grow { (told.title) } p #clock { "Turn 0" } }
        main.table {
            section #board.panel aria-label="Board" {
                @if let Some(picture) = &picture {
                    div.board-scroll { (picture.svg("The board; the story says the same in words")) }
                    (picture.legend())
                } @else { p.note { "This was played without a board." } }
            }
            div.side {
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
                    p.note { "Space plays, arrows step, q and e go to the harm before and behind, t to the next turn. " code { "#t=17" } " in the address is a moment." }
                }
                section.panel aria-label="This moment" { h2 { "This moment" } pre #now role="status" {} }
                (chances(fight.view.state, reel, told))
                (strips(fight.view, reel))
                (fortunes(fight.view.state, reel))
            }
            section.panel.story-panel #story tabindex="-1" aria-label="Story" {
                h2 { "Story" }
                div.story { @for (at, moment) in reel.moments.iter().enumerate() {
                    button type="button" data-t=(at) class=[moment.is_harm.then_some("harm")] { pre { (moment.text.trim_matches('\n')) } }
                } }
                p.note { (told.about) }
            }
        }
        script #data type="application/json" { (PreEscaped(data(reel, told))) }
    };
    alone(told.title, SCRIPT, HASH.trim(), &body)
}

/// What the script reads. No `<` stands in it, so nothing in it can end the element it stands in.
fn data(reel: &Reel, told: &ReplayWords<'_>) -> String {
    let frames: Vec<&Vec<usize>> = reel.moments.iter().map(|moment| &moment.pieces).collect();
    let turns: Vec<u32> = reel.moments.iter().map(|moment| moment.turn).collect();
    let places = |is_wanted: fn(&super::reel::Moment) -> bool| -> Vec<usize> {
        let all = reel.moments.iter().enumerate().filter(|(_, moment)| is_wanted(moment));
        all.map(|(at, _)| at).collect()
    };
    let harm = places(|moment| moment.is_harm);
    let starts: Vec<usize> = reel.turns.iter().map(|(at, _)| *at).collect();
    let shifts: Vec<usize> = shifts(told).into_iter().map(|shift| shift.moment).collect();
    let value = json!({ "schema": "fray.replay/1", "pool": reel.pool, "frames": frames, "turns": turns, "harm": harm,
        "starts": starts, "shifts": shifts });
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// A turn that changed who was likely to win.
struct ChanceShift {
    moment: usize,
    turn: u32,
    side: usize,
    from: f64,
    to: f64,
}

/// The turns that changed most, beyond their bands.
fn shifts(told: &ReplayWords<'_>) -> Vec<ChanceShift> {
    let mut all = Vec::new();
    for pair in told.chances.windows(2) {
        let [before, after] = pair else { continue };
        let sides = before.shares.iter().zip(&after.shares).enumerate();
        let clear = sides.filter(|(_, (old, new))| new.1 > old.2);
        let most = clear.max_by(|a, b| (a.1.1.0 - a.1.0.0).total_cmp(&(b.1.1.0 - b.1.0.0)));
        if let Some((side, (old, new))) = most {
            all.push(ChanceShift { moment: before.moment, turn: before.turn, side, from: old.0, to: new.0 });
        }
    }
    all
}

/// Who was likely to win, turn by turn, with the band.
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
                aria-label="The chance of each side to win as each turn began; the table below says the same" {
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
            details {
                summary { "The same as a table" }
                div.table-scroll { table.parts {
                    thead { tr { th scope="col" { "turn" } @for side in state.side_ids() { th scope="col" { (state.side(side).title) } } } }
                    tbody { @for one in told.chances { tr {
                        th scope="row" { (one.turn) }
                        @for share in &one.shares { td { (percent(share.0, told.games)) " " small { "(" (format!("{:.0} to {:.0} %", share.1 * 100.0, share.2 * 100.0)) ")" } } }
                    } } }
                } }
            }
            @if !all.is_empty() {
                h3 { "What turned it" }
                ul.plain { @for shift in all.iter().take(10) {
                    li { button type="button" data-t=(shift.moment) {
                        "Turn " (shift.turn) ": " (state.side(SideId(shift.side as u16)).title) " from "
                        (percent(shift.from, told.games)) " to " (percent(shift.to, told.games))
                    } }
                } }
            }
            p.note { "As each turn began, the fight was played on " (told.games) " times, both sides by their scripts. The band holds the chance 95 times of 100; what is left goes to draws and fights without end." }
        }
    }
}

/// A share in words: never sure where it was only tried.
fn percent(share: f64, games: u64) -> String {
    let finest = 100.0 / games.max(1) as f64;
    match share * 100.0 {
        share if share >= 100.0 => format!("> {:.0} %", 100.0 - finest),
        share if share <= 0.0 => format!("< {finest:.0} %"),
        share => format!("{share:.0} %"),
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
fn fortunes(state: &State, reel: &Reel) -> Markup {
    let rolled = reel.fortune.iter().enumerate().filter(|(_, one)| one.checks > 0);
    if rolled.clone().next().is_none() {
        return html! {};
    }
    html! {
        section.panel aria-label="Luck" {
            h2 { "Luck" }
            div.table-scroll { table.parts {
                thead { tr { th scope="col" { "figure" } th scope="col" { "checks" } th scope="col" { "came true" } th scope="col" { "to be expected" } th scope="col" { "more than expected" } } }
                tbody { @for (at, one) in rolled {
                    tr {
                        th scope="row" { (state.figures[at].name) }
                        td { (one.checks) } td { (one.successes) } td { (format!("{:.1}", one.expected)) }
                        td.amount { (format!("{:+.1}", f64::from(one.successes) - one.expected)) }
                    }
                } }
            } }
            p.note { "The odds of all checks, added up, are what was to be expected; the dice have given the rest. The log keeps odds to a tenth of a percent." }
        }
    }
}
