//! A game as one side sees it: without those of others who are hidden.

use super::parts::State;
use crate::rulebook::Rulebook;
use crate::value::{FigureId, SideId};

impl State {
    /// Whether a figure is hidden from a side, or from those who belong to none.
    pub(crate) fn is_hidden_from(&self, book: &Rulebook, figure: FigureId, side: Option<SideId>) -> bool {
        let Some(figure) = self.figures.get(figure.index()) else { return false };
        Some(figure.side) != side && figure.conditions.iter().any(|held| book.conditions[held.condition.index()].hides)
    }

    /// The same as a side knows it, where somebody is hidden from it: nobody knows where he is.
    pub(crate) fn as_seen_by(&self, book: &Rulebook, side: Option<SideId>) -> Option<State> {
        let hidden: Vec<FigureId> =
            self.figure_ids().filter(|figure| self.is_hidden_from(book, *figure, side)).collect();
        if hidden.is_empty() {
            return None;
        }
        let mut seen = self.clone();
        for figure in hidden {
            seen.parts_mut().figures[figure.index()].at = None;
        }
        Some(seen)
    }
}
