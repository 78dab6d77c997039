//! How a figure fares, in a few words: what harm has come to it, what it is in, how it stands.

use super::nearness::nearness;
use crate::state::View;
use crate::value::FigureId;

/// What is said of somebody to whom nothing has happened.
pub(super) const UNHARMED: &str = "unharmed";
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

/// What harm has come to a figure: that it is out of play, or how full the track is that takes it out.
pub(crate) fn harm(view: &View<'_>, id: FigureId) -> Vec<String> {
    if view.state.figure(id).removed {
        return vec![OUT.to_string()];
    }
    let near = nearness(view, id).filter(|near| near.now > 0);
    near.map(|near| format!("{} {} of {}", near.title, near.now, near.most)).into_iter().collect()
}

/// The words for how it stands that are not those with which everybody begins.
pub(crate) fn stances(view: &View<'_>, id: FigureId) -> Vec<String> {
    let book = &view.rules.book;
    let all = book.states.iter().zip(&view.state.figure(id).states);
    let moved = all.filter(|(state, word)| !state.head.is_quiet() && state.default != **word);
    moved.map(|(_, word)| book.symbol_title(*word).to_string()).filter(|title| !title.is_empty()).collect()
}
