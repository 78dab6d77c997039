//! How a figure fares, in a few words: what harm has come to it, what it is in, how it stands.

use super::nearness::{may_count_harm, nearness};
use crate::event::Holder;
use crate::state::View;
use crate::value::{FigureId, Number, Symbol, TrackId};

/// What is said of somebody to whom nothing has happened.
pub(crate) const UNHARMED: &str = "unharmed";
/// What is said of somebody who is out of play.
const OUT: &str = "out of the fight";

/// How a figure fares: what harm has come to it and its conditions, or that nothing has; then how it stands, where that
/// is otherwise than everybody begins.
pub(crate) fn health(view: &View<'_>, id: FigureId) -> Vec<String> {
    let mut parts = harm(view, id);
    let heads =
        view.state.figure(id).conditions.iter().map(|held| &view.rules.book.conditions[held.condition.index()].head);
    parts.extend(heads.filter(|head| !head.is_quiet()).map(|head| head.title.to_string()));
    if parts.is_empty() {
        parts.push(UNHARMED.to_string());
    }
    parts.extend(stances(view, id));
    parts
}

/// What harm has come to a figure: that it is out of play, how full the track is that takes it out, or what else is kept
/// of harm.
pub(crate) fn harm(view: &View<'_>, id: FigureId) -> Vec<String> {
    if view.state.figure(id).removed {
        return vec![OUT.to_string()];
    }
    if let Some(near) = nearness(view, id) {
        let told = (near.now > 0).then(|| format!("{} {} of {}", near.title, near.now, near.most));
        return told.into_iter().collect();
    }
    let book = &view.rules.book;
    let counted = harm_kept(view, id).into_iter().flat_map(|track| {
        let rule = &book.tracks[track.index()];
        let parts =
            rule.by.map(|set| (0..book.sets[set.index()].words.len()).map(move |at| Symbol { set, at: at as u16 }));
        let places: Vec<Option<Symbol>> = parts.map_or_else(|| vec![None], |parts| parts.map(Some).collect());
        places.into_iter().filter_map(move |place| {
            let number = view.state.track(Holder::Figure(id), view.rules.layout.track(track, place));
            let of = place.map_or(String::new(), |part| format!("{} ", book.symbol_title(part)));
            (number > Number::ZERO).then(|| format!("{of}{} {number}", rule.head.title))
        })
    });
    counted.collect()
}

/// The tracks of a figure that `harm` tells of.
pub(crate) fn harm_kept(view: &View<'_>, id: FigureId) -> Vec<TrackId> {
    if let Some(near) = nearness(view, id) {
        return vec![near.track];
    }
    let book = &view.rules.book;
    let all = (0..book.tracks.len()).map(|at| TrackId(at as u16)).filter(|track| may_count_harm(book, *track));
    // What is counted part by part is told where it is not counted as a whole.
    let (whole, parts): (Vec<TrackId>, Vec<TrackId>) = all.partition(|track| book.tracks[track.index()].by.is_none());
    if whole.is_empty() { parts } else { whole }
}

/// The words for how it stands that are not those with which everybody begins.
pub(crate) fn stances(view: &View<'_>, id: FigureId) -> Vec<String> {
    let book = &view.rules.book;
    let all = book.states.iter().zip(&view.state.figure(id).states);
    let moved = all.filter(|(state, word)| !state.head.is_quiet() && state.default != **word);
    moved.map(|(_, word)| book.symbol_title(*word).to_string()).filter(|title| !title.is_empty()).collect()
}
