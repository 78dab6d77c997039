//! Many games of scenarios as one page: who wins, how long it takes, how it ends, what going first is worth, what was used
//! and what it did, what never was, and where figures came to. Every number stands under the command that makes it.

use super::canvas::{Canvas, outline, short};
use super::document::still;
use super::percent;
use crate::board::Plane;
use crate::sim::{AccidentTally, Interval, KeptHead, PlayedGames, UsedModifier, UsedOrder, WorthTally};
use crate::value::Position;
use maud::{Markup, html};
use std::cmp::Reverse;

/// Width of a bar that is all of it.
const WIDE: f64 = 420.0;
/// Height of the columns of a histogram.
const HIGH: f64 = 110.0;
/// Of what was used, so much is told of each side.
const MOST_USED: usize = 20;

/// A scenario that was played many times.
pub(crate) struct ReportedGames {
    pub head: KeptHead,
    pub played: PlayedGames,
    /// The command that plays them.
    pub command: String,
    /// What is there and was never used, by sort.
    pub never: Vec<(String, Vec<String>)>,
    /// The board, if there is one.
    pub plane: Option<Plane>,
}

/// The whole page.
pub(crate) fn report(title: &str, about: &str, all: &[ReportedGames]) -> String {
    let body = html! {
        header.bar { h1.grow { (title) } p { (about) } }
        main.report {
            @if all.len() > 1 { (overview(all)) }
            @for one in all { (scenario(one)) }
        }
    };
    still(title, &body)
}

/// One line for each scenario.
fn overview(all: &[ReportedGames]) -> Markup {
    html! {
        section.panel aria-label="All scenarios" {
            h2 { "All scenarios" }
            table.parts {
                thead { tr { th { "scenario" } th { "games" } th { "the first side wins" } th { "turns" } th { "not over" } } }
                @for one in all {
                    @let tally = &one.played.tally;
                    tr {
                        td { a href={ "#" (one.head.scenario) } { (one.head.title) } }
                        td { (tally.games) }
                        td.amount { (share(tally.share(tally.wins.first().copied().unwrap_or(0)))) }
                        td.amount { (format!("{:.1}", tally.mean(tally.turns))) }
                        td.amount { (percent(tally.share(tally.unfinished).share)) }
                    }
                }
            }
        }
    }
}

fn scenario(one: &ReportedGames) -> Markup {
    let faults = one.played.faults();
    html! {
        section.panel id=(one.head.scenario) aria-label=(one.head.title) {
            h2 { (one.head.title) }
            p.note { "Every number of this part: " code { (one.command) } }
            (wins(one)) (ends(one)) (lengths(one)) (first(one)) (used(one)) (accidents(one)) (worths(one)) (never(one))
            @if let Some(plane) = one.plane.filter(|_| !one.played.used.places.is_empty()) { (places(one, plane)) }
            p.note {
                @if faults.is_empty() {
                    "Checked: victories, draws and games not over add up to all games, and so do their lengths; who went first is "
                    "told of no more games than there are; no more checks succeed than are made; no modifier is told of more rolls than "
                    "it counted in, nor worth more than a success."
                } @else {
                    "Totals that do not add up: " (faults.join("; "))
                }
            }
        }
    }
}

fn wins(one: &ReportedGames) -> Markup {
    let tally = &one.played.tally;
    let mut rows: Vec<(String, u64, String)> = Vec::new();
    for (at, (_, title)) in one.head.sides.iter().enumerate() {
        let wins = tally.wins.get(at).copied().unwrap_or(0);
        rows.push((format!("won by {title}"), wins, format!("var(--side{})", at % 6)));
    }
    rows.push(("won by nobody".to_string(), tally.draws, "var(--ink)".to_string()));
    rows.push(("not over at the limit".to_string(), tally.unfinished, "var(--ink)".to_string()));
    html! {
        h3 { "Who wins" }
        table.parts {
            @for (at, (name, count, color)) in rows.iter().enumerate() {
                @if at < one.head.sides.len() || *count > 0 {
                    tr { td { (name) } td { (bar(tally.share(*count), color)) } td.amount { (share(tally.share(*count))) } td.amount { (count) } }
                }
            }
        }
        p.note { "Shares of " (tally.games) " games, with the interval that holds the truth 95 times in 100." }
        @let corrected: Vec<(usize, Interval)> =
            (0..one.head.sides.len()).filter_map(|at| Some((at, one.played.luck.corrected(u16::try_from(at).ok()?)?))).collect();
        @if !corrected.is_empty() {
            h4 { "Corrected for luck" }
            table.parts {
                @for (at, interval) in corrected {
                    tr {
                        td { (one.head.sides[at].1) }
                        td { (bar(interval, &format!("var(--side{})", at % 6))) }
                        td.amount { (share(interval)) }
                    }
                }
            }
            p.note {
                "The same shares, less what the dice of these games were better than their exact chances; so far as the interval is "
                "narrower, they say as much as more games would."
            }
        }
    }
}

/// A share with its interval as a bar with whiskers.
fn bar(interval: Interval, color: &str) -> Markup {
    let at = |share: f64| short(share * WIDE);
    html! {
        svg.graph width=(short(WIDE)) height="16" viewBox={ "0 0 " (short(WIDE)) " 16" } role="img" aria-label=(percent(interval.share)) {
            rect x="0" y="2" width=(short(WIDE)) height="12" fill="var(--line)" {}
            rect x="0" y="2" width=(at(interval.share)) height="12" style={ "fill:" (color) } {}
            line x1=(at(interval.low)) x2=(at(interval.high)) y1="8" y2="8" stroke="var(--ink)" stroke-width="2" {}
        }
    }
}

fn ends(one: &ReportedGames) -> Markup {
    let tally = &one.played.tally;
    let mut rows: Vec<(String, u64)> = Vec::new();
    for (reason, count) in &tally.whys {
        let side = reason.winner.and_then(|side| one.head.sides.get(usize::from(side)));
        rows.push((format!("{}: {}", side.map_or("nobody wins", |(_, title)| title), reason.why), *count));
    }
    rows.sort_by_key(|(_, count)| Reverse(*count));
    html! {
        h3 { "How it ends" }
        table.parts {
            @for (why, count) in rows.iter().take(MOST_USED) {
                tr { td { (why) } td.amount { (percent(tally.share(*count).share)) } td.amount { (count) } }
            }
        }
        p.note { "The lead (the greatest share of the own figures left) changed " (format!("{:.2}", tally.mean(tally.lead_changes))) " times in a game." }
    }
}

fn lengths(one: &ReportedGames) -> Markup {
    let tally = &one.played.tally;
    let most = tally.lengths.values().max().copied().unwrap_or(1).max(1);
    let (low, high) = (tally.shortest.unwrap_or(0), tally.longest);
    let width = (WIDE * 1.6 / f64::from(high.saturating_sub(low) + 1)).clamp(2.0, 36.0);
    let wide = width * f64::from(high.saturating_sub(low) + 1);
    html! {
        h3 { "How long it takes" }
        svg.graph width=(short(wide)) height=(short(HIGH + 20.0)) viewBox={ "0 0 " (short(wide)) " " (short(HIGH + 20.0)) } role="img" aria-label="Games by their turns" {
            @for (turns, count) in &tally.lengths {
                @let tall = HIGH * *count as f64 / most as f64;
                rect x=(short(width * f64::from(turns - low))) y=(short(HIGH - tall)) width=(short((width - 1.0).max(1.0))) height=(short(tall)) fill="var(--accent)" {
                    title { (turns) " turns: " (count) " games" }
                }
            }
            text x="8" y=(short(HIGH + 12.0)) font-size="11" { (low) }
            @if high > low { text x=(short(wide - 10.0)) y=(short(HIGH + 12.0)) font-size="11" { (high) } }
        }
        p.note {
            (format!("{:.1} turns on average, half of the games {} or fewer, 95 of 100 {} or fewer.",
                tally.mean(tally.turns), tally.length_of(0.5), tally.length_of(0.95)))
        }
    }
}

fn first(one: &ReportedGames) -> Markup {
    let (sides, firsts) = (&one.head.sides, &one.played.used.firsts);
    let count = |first: Option<&str>, winner: &str| -> u64 {
        let is_it = |one: &crate::sim::FirstMover| {
            first.is_none_or(|first| *one.first == *first) && one.winner.as_deref() == Some(winner)
        };
        firsts.iter().filter(|(one, _)| is_it(one)).map(|(_, count)| count).sum()
    };
    let games =
        |first: &str| -> u64 { firsts.iter().filter(|(one, _)| *one.first == *first).map(|(_, count)| count).sum() };
    html! {
        h3 { "What it is worth to go first" }
        @let going: Vec<&str> = sides.iter().filter(|(name, _)| games(name) > 0).map(|(_, title)| title.as_str()).collect();
        @if firsts.is_empty() { p.note { "There was no order." } }
        @else if let [alone] = going.as_slice() {
            p.note { (alone) " gave the first order in each game: what that is worth cannot be told from them." }
        }
        @else {
            table.parts {
                thead { tr { th { "the first order is of" } th { "games" } @for (_, title) in sides { th { (title) " wins then" } } } }
                @for (name, title) in sides {
                    @let all = games(name);
                    @if all > 0 {
                        tr { td { (title) } td.amount { (all) } @for (winner, _) in sides { td.amount { (percent(count(Some(name), winner) as f64 / all as f64)) } } }
                    }
                }
            }
        }
    }
}

fn used(one: &ReportedGames) -> Markup {
    let tally = &one.played.tally;
    html! {
        h3 { "What was used, and what it did to others" }
        @for (side, title) in &one.head.sides {
            @let rows = rows_of(one, side);
            h4 { (title) }
            @if rows.is_empty() { p.note { "No order was given." } }
            div.table-scroll { table.parts {
                thead { tr { th { "order" } th { "with" } th { "in a game" } th { "checks" } th { "succeed" } th { "out of play" } th { "effects in a game" } } }
                @for (order, did) in rows.iter().take(MOST_USED) {
                    tr {
                        td { (order.action) } td { (order.with.as_deref().unwrap_or("")) }
                        td.amount { (format!("{:.2}", tally.mean(did.times))) }
                        td.amount { (did.checks) }
                        td.amount { @if did.checks > 0 { (percent(did.successes as f64 / did.checks as f64)) } }
                        td.amount { (did.removed) }
                        td { @for (name, amount) in &did.effects { span.effect { (name) " " (percent::signed(amount.to_f64() / tally.games.max(1) as f64, 2)) } " " } }
                    }
                }
            } }
        }
    }
}

/// What befell those who gave orders, and their own side, by the dice that were thrown for them.
fn accidents(one: &ReportedGames) -> Markup {
    let tally = &one.played.tally;
    let mut rows: Vec<(&UsedOrder, &str, &AccidentTally)> = Vec::new();
    for (order, did) in &one.played.used.orders {
        let both = [("whoever gave it", &did.to_self), ("others of his side", &did.to_own)];
        rows.extend(
            both.into_iter().filter(|(_, befell)| !befell.is_empty()).map(|(whom, befell)| (order, whom, befell)),
        );
    }
    rows.sort_by_key(|(order, whom, befell)| (Reverse(befell.orders), *order, *whom));
    let title = |side: &str| one.head.sides.iter().find(|(name, _)| name == side).map_or("", |(_, title)| title);
    html! {
        h3 { "What went against the own side" }
        @if rows.is_empty() { p.note { "Nothing did." } }
        @else {
            div.table-scroll { table.parts {
                thead { tr { th { "side" } th { "order" } th { "with" } th { "it befell" } th { "times" } th { "in a game" } th { "out of play" } th { "what came of it in a game" } } }
                @for (order, whom, befell) in rows.iter().take(MOST_USED) {
                    tr {
                        td { (title(&order.side)) } td { (order.action) } td { (order.with.as_deref().unwrap_or("")) } td { (whom) }
                        td.amount { (befell.orders) }
                        td.amount { (format!("{:.3}", tally.mean(befell.orders))) }
                        td.amount { (befell.removed) }
                        td { @for (name, amount) in &befell.effects { span.effect { (name) " " (percent::signed(amount.to_f64() / tally.games.max(1) as f64, 3)) } " " } }
                    }
                }
            } }
        }
        p.note {
            "Once dice were thrown for an order: who of its side was out of play, and by how much what counts harm grew; once its "
            "last check had failed: which conditions came, what fell to the ground, what things became."
        }
    }
}

/// What each modifier was worth in the checks in which it counted, first what changed most.
fn worths(one: &ReportedGames) -> Markup {
    let (tally, used) = (&one.played.tally, &one.played.used);
    let mut rows: Vec<(&UsedModifier, &WorthTally)> = used.modifiers.iter().collect();
    rows.sort_by_key(|(modifier, worth)| (Reverse(worth.worth.unsigned_abs()), *modifier));
    html! {
        h3 { "What modifiers were worth" }
        @if rows.is_empty() { p.note { "None counted." } }
        @else {
            div.table-scroll { table.parts {
                thead { tr { th { "modifier" } th { "of" } th { "counted" } th { "in a game" } th { "rolled" } th { "a success is likelier by" } } }
                @for (modifier, worth) in &rows {
                    tr {
                        td { (modifier.label) } td { (modifier.of) }
                        td.amount { (worth.times) }
                        td.amount { (format!("{:.2}", tally.mean(worth.times))) }
                        td.amount { (worth.judged) }
                        td.amount { @if let Some(mean) = worth.mean() { (percent::signed(mean * 100.0, 1)) " points" } }
                    }
                }
            } }
            p.note {
                "Of " (used.checks) " checks. Of each roll the exact chance with the modifier and without it, all others as they were; "
                "the mean over the rolls in which it counted. First what changed most in all."
            }
        }
    }
}

/// What a side used, the most used first.
fn rows_of<'a>(one: &'a ReportedGames, side: &str) -> Vec<(&'a crate::sim::UsedOrder, &'a crate::sim::EffectTally)> {
    let mut rows: Vec<_> = one.played.used.orders.iter().filter(|(order, _)| *order.side == *side).collect();
    rows.sort_by_key(|(order, did)| (Reverse(did.times), *order));
    rows
}

fn never(one: &ReportedGames) -> Markup {
    html! {
        h3 { "What was never used" }
        @for (sort, names) in &one.never {
            details {
                summary { (names.len()) " " (sort) }
                p.note { (names.join(", ")) }
            }
        }
    }
}

/// Where figures came to: the darker, the more often.
fn places(one: &ReportedGames, plane: Plane) -> Markup {
    let canvas = Canvas { plane };
    let (wide, high) = canvas.size();
    let most = one.played.used.places.values().max().copied().unwrap_or(1).max(1) as f64;
    let count = |at: Position| one.played.used.places.get(&(at.x, at.y)).copied().unwrap_or(0);
    html! {
        h3 { "Where they came to" }
        div.board-scroll {
            svg.stood width=(short(wide * 0.7)) viewBox={ "0 0 " (short(wide)) " " (short(high)) } role="img" aria-label="How often figures came to each cell" {
                @for at in plane.cells() {
                    @let seen = count(at);
                    path d=(outline(&canvas.corners(at))) fill="var(--accent)" fill-opacity=(format!("{:.2}", (seen as f64 / most).sqrt())) stroke="var(--line)" {
                        @if seen > 0 { title { (at.x) "," (at.y) ": " (seen) } }
                    }
                }
            }
        }
        p.note { "How often somebody came to each cell; to the darkest " (most) " times." }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn share(interval: Interval) -> String {
    format!("{} ({:.1} to {:.1})", percent(interval.share), interval.low * 100.0, interval.high * 100.0)
}
