//! What turned a fight, in sentences: who did what, what the dice showed, what came of it, by how much it changed who was
//! likely to win, and what else could have been done.

use super::percent;
use super::reel::{MomentDeed, Reel};
use super::replay_words::{ReplayWords, is_shift};
use crate::state::State;
use crate::value::SideId;
use maud::{Markup, html};

/// Deeds that are told of one shift.
const MOST_DEEDS: usize = 4;

/// Less than half a point is told as none.
const LEAST_SHIFT: f64 = 0.005;

/// What changed who was likely to win: a decision with what the dice made of it, or a whole turn.
pub(super) struct ChanceShift {
    moment: usize,
    /// Where it was done.
    pub until: usize,
    turn: u32,
    side: usize,
    pub from: f64,
    pub to: f64,
}

/// What changed most, beyond the bands.
pub(super) fn shifts(told: &ReplayWords<'_>) -> Vec<ChanceShift> {
    let mut all = Vec::new();
    for pair in told.chances.windows(2) {
        let [before, after] = pair else { continue };
        if !is_shift(before, after) {
            continue;
        }
        let sides = before.shares.iter().zip(&after.shares).enumerate();
        let most = sides.max_by(|a, b| (a.1.1.0 - a.1.0.0).total_cmp(&(b.1.1.0 - b.1.0.0)));
        if let Some((side, (old, new))) = most.filter(|(_, (old, new))| new.0 - old.0 >= LEAST_SHIFT) {
            let (moment, until, turn) = (before.moment, after.moment, before.turn);
            all.push(ChanceShift { moment, until, turn, side, from: old.0, to: new.0 });
        }
    }
    all
}

/// A shift in a sentence.
pub(super) fn in_words(state: &State, reel: &Reel, told: &ReplayWords<'_>, shift: &ChanceShift) -> Markup {
    let deeds = deeds(reel, shift);
    let points = (shift.to - shift.from) * 100.0;
    html! {
        "Turn " (shift.turn) ": "
        @if deeds.is_empty() { "nobody was harmed. " }
        @for deed in deeds.iter().take(MOST_DEEDS) { (deed_words(state, deed)) ". " }
        @if deeds.len() > MOST_DEEDS { "And " (deeds.len() - MOST_DEEDS) " more. " }
        "That was worth " (format!("{points:.0}")) " points to " b { (state.side(SideId(shift.side as u16)).title) ": "
        (percent::tried(shift.from, told.games)) " became " (percent::tried(shift.to, told.games)) } "."
        @if let Some(instead) = instead(state, told, shift) { " " (instead) }
    }
}

/// What was done in it: by the one who did it alone, or whatever harmed somebody.
fn deeds<'a>(reel: &'a Reel, shift: &ChanceShift) -> Vec<&'a MomentDeed> {
    let moments = reel.moments.get(shift.moment + 1..=shift.until).unwrap_or_default();
    let all: Vec<&MomentDeed> = moments.iter().flat_map(|moment| &moment.deeds).collect();
    let harmful: Vec<&MomentDeed> = all.iter().copied().filter(|deed| !deed.harms.is_empty()).collect();
    if harmful.is_empty() { all } else { harmful }
}

fn deed_words(state: &State, deed: &MomentDeed) -> String {
    let who = deed.who.map_or(String::new(), |who| format!("{}: ", state.figure(who).name));
    let parts = std::iter::once(&deed.what).filter(|what| !what.is_empty()).chain(&deed.dice).chain(&deed.harms);
    who + &parts.map(String::as_str).collect::<Vec<&str>>().join("; ")
}

/// The best of what else was tried at that decision.
fn instead(state: &State, told: &ReplayWords<'_>, shift: &ChanceShift) -> Option<String> {
    let one = told.others.iter().find(|one| one.moment == shift.moment)?;
    let own = one.own?;
    let tried = one.shares.iter().zip(&one.orders).filter_map(|(share, (order, _))| Some(((*share)?, order)));
    let (best, order) = tried.max_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
    let points = (best.0 - own.0) * 100.0;
    let who = &state.figure(one.who).name;
    let side = &state.side(state.figure(one.who).side).title;
    Some(format!(
        "Instead {who} could have ordered: {order}; before the dice fell that was worth {points:+.0} points to {side}."
    ))
}
