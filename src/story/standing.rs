//! How it stands: who is where, and how hurt.

use super::health::health;
use crate::play::Rules;
use crate::state::{State, View, cell_text};
use crate::value::FigureId;

/// Figures of a side of which each is told by itself where nothing has happened to them.
const MOST_UNHARMED: usize = 4;

/// The lines at the end of a turn, side by side.
pub(super) fn at_the_end(rules: &Rules, state: &State) -> String {
    let view = View::new(rules, state);
    let mut text = "  How it stands\n".to_string();
    for side in state.side_ids() {
        let ours: Vec<FigureId> = state.figure_ids().filter(|id| state.figure(*id).side == side).collect();
        let fares: Vec<(FigureId, String)> = ours.iter().map(|id| (*id, health(&view, *id).join(", "))).collect();
        let (well, others): (Vec<_>, Vec<_>) =
            fares.into_iter().partition(|(_, fares)| fares == super::health::UNHARMED);
        text += &format!("    {}\n", state.side(side).title);
        if well.len() > MOST_UNHARMED {
            let names: Vec<String> = well.iter().map(|(id, _)| named(&view, *id)).collect();
            text += &format!("      unharmed: {}\n", names.join(", "));
        } else {
            well.iter().for_each(|(id, fares)| text += &format!("      {}: {fares}\n", named(&view, *id)));
        }
        others.iter().for_each(|(id, fares)| text += &format!("      {}: {fares}\n", named(&view, *id)));
    }
    text
}

/// Somebody, and where he is.
fn named(view: &View<'_>, id: FigureId) -> String {
    let figure = view.state.figure(id);
    match figure.at.filter(|_| !figure.removed) {
        Some(at) => format!("{} at {}", figure.name, cell_text(&view.rules.book, at)),
        None => figure.name.to_string(),
    }
}
