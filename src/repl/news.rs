//! What happens in a fight, as those hear of it who sit at one side of the table: all that is done, not what others only
//! mean to do.

use crate::event::{Change, Holder};
use crate::state::State;
use crate::value::{FigureId, SideId};
use std::sync::Arc;

/// What the last line has made happen; nothing is kept where nobody asks for it.
#[derive(Default)]
pub(super) struct SideNews {
    pub is_asked: bool,
    /// For each side by its name, and for those who belong to none.
    told: Vec<(Option<Arc<str>>, String)>,
}

impl SideNews {
    /// A line begins: nothing has happened yet.
    pub(super) fn forget(&mut self) {
        self.told.clear();
    }

    /// A side has heard of something.
    pub(super) fn add(&mut self, side: Option<Arc<str>>, text: String) {
        self.told.push((side, text));
    }

    /// What a side has heard; what everybody has, without one.
    pub(super) fn of(&self, side: Option<&str>) -> String {
        let told = self.told.iter().filter(|(own, _)| own.as_deref() == side);
        told.map(|(_, text)| text.as_str()).collect()
    }
}

/// Whether a side hears of a change: what a figure declares and has not done yet, why it has chosen and what is noted of
/// it is known to its own side alone.
pub(super) fn is_heard(state: &State, change: &Change, side: Option<SideId>) -> bool {
    let is_own = |figure: FigureId| side.is_some() && state.figures.get(figure.index()).map(|one| one.side) == side;
    match change {
        Change::Declared(order) => is_own(order.actor),
        Change::Decided { figure, .. } => is_own(*figure),
        Change::NoteChanged { owner: Holder::Figure(figure), .. } => is_own(*figure),
        Change::NoteChanged { owner: Holder::Side(owner), .. } => Some(*owner) == side,
        _ => true,
    }
}
