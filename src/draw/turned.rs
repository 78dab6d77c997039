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
fn deeds(reel: &Reel, shift: &ChanceShift) -> Vec<MomentDeed> {
    let moments = reel.moments.get(shift.moment + 1..=shift.until).unwrap_or_default();
    let mut all: Vec<MomentDeed> = Vec::new();
    for deed in moments.iter().flat_map(|moment| &moment.deeds) {
        // A deed goes on without its order from one moment to the next.
        match all.last_mut().filter(|last| deed.what.is_empty() && last.who == deed.who) {
            Some(last) => last.go_on(deed),
            None => all.push(deed.clone()),
        }
    }
    let is_harmful = |deed: &MomentDeed| !deed.harms.is_empty();
    if all.iter().any(is_harmful) {
        all.retain(is_harmful);
    }
    all
}

fn deed_words(state: &State, deed: &MomentDeed) -> String {
    let is_own = deed.what.is_empty() && deed.dice.is_empty();
    let is_own = is_own && deed.harms.iter().all(|harm| Some(harm.figure) == deed.who);
    // An order in the sentence of its action begins with the name itself.
    let is_named = |name: &str| deed.what.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
    let who = deed.who.map(|who| &*state.figure(who).name).filter(|name| !is_own && !is_named(name));
    let who = who.map_or(String::new(), |name| format!("{name}: "));
    let harms = deed.harms.iter().map(|harm| harm.words(state));
    let order = std::iter::once(&deed.what).filter(|what| !what.is_empty());
    who + &order.chain(&deed.dice).cloned().chain(harms).collect::<Vec<String>>().join("; ")
}

/// The best of what else was tried at that decision.
fn instead(state: &State, told: &ReplayWords<'_>, shift: &ChanceShift) -> Option<String> {
    let one = told.others.iter().find(|one| one.moment == shift.moment)?;
    let own = one.own?;
    let tried = one.shares.iter().zip(&one.orders).filter_map(|(share, (order, _))| Some(((*share)?, order)));
    let (best, order) = tried.max_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
    let points = percent::signed((best.0 - own.0) * 100.0, 0);
    let who = &state.figure(one.who).name;
    let side = &state.side(state.figure(one.who).side).title;
    Some(format!(
        "Instead {who} could have ordered: {order}; before the dice fell that was worth {points} points to {side}."
    ))
}
