//! What can be seen of how a figure fares: conditions, states other than the usual ones, tracks that have moved.

use crate::eval::show;
use crate::event::Holder;
use crate::rulebook::OwnerDecl;
use crate::state::{State, View};
use crate::value::{FigureId, Number, Symbol, TrackId, Value};

/// What holds of a figure and is worth a sign beside it, in the words of the rules.
pub(crate) fn markers(view: &View<'_>, id: FigureId) -> Vec<String> {
    let book = &view.rules.book;
    let figure = view.state.figure(id);
    let held = figure.conditions.iter().map(|held| &book.conditions[held.condition.index()].head);
    let held = held.filter(|head| !head.is_quiet()).map(|head| head.title.to_string());
    let states = book.states.iter().zip(&figure.states);
    let moved = states.filter(|(state, word)| !state.head.is_quiet() && state.default != **word);
    let words = moved.map(|(_, word)| book.symbol_title(*word).to_string()).filter(|word| !word.is_empty());
    let mut all: Vec<String> = Vec::new();
    for mark in held.chain(words) {
        if !all.contains(&mark) {
            all.push(mark);
        }
    }
    all
}

/// The tracks of a figure that stand elsewhere than they began, with their numbers. Who was not there then began as the
/// rules begin everybody.
pub(crate) fn moved_tracks(view: &View<'_>, beginning: Option<&State>, id: FigureId) -> Vec<String> {
    let book = &view.rules.book;
    let mut parts = Vec::new();
    for (index, track) in book.tracks.iter().enumerate() {
        if track.owner != OwnerDecl::Figure || track.head.is_quiet() {
            continue;
        }
        let usual = view.number_of(&track.start, Holder::Figure(id)).unwrap_or(Number::ZERO);
        let begun = beginning.filter(|state| id.index() < state.figures.len());
        let words = track.by.map_or(0, |set| book.sets[set.index()].words.len());
        let places = match track.by {
            None => vec![None],
            Some(set) => (0..words).map(|at| Some(Symbol { set, at: at as u16 })).collect(),
        };
        for place in places {
            let at = view.rules.layout.track(TrackId(index as u16), place);
            let number = view.state.track(Holder::Figure(id), at);
            let begun = begun.map_or(usual, |state| state.track(Holder::Figure(id), at));
            if number == begun {
                continue;
            }
            let of = place.map_or(String::new(), |symbol| format!(" ({})", book.symbol_title(symbol)));
            let number = show(&Value::Number(number), track.unit, book, view);
            parts.push(format!("{}{of} {number}", track.head.title));
        }
    }
    parts
}
