//! A game at one moment: figures, sides, things and the board, as plain data; changes to it, and how expressions see it.

mod apply;
mod around;
mod board;
mod happened;
mod layout;
mod nameable;
mod parts;
mod rebuild;
mod record;
mod setup;
mod taken;
mod unseen;
mod versioned;
mod view;
mod world;

pub use apply::apply;
pub(crate) use apply::touched;
pub(crate) use around::{free_beside, free_toward};
pub use board::{BoardMap, BoardView};
pub(crate) use board::{cell_text, is_free, position, step_costs, way};
pub use happened::Happened;
pub use layout::Layout;
pub(crate) use nameable::nameable;
pub use parts::{Figure, GameOutcome, HeldCondition, Side, State, StateParts, Thing, Tie};
pub use rebuild::rebuild;
pub(crate) use record::{RecordedPart, played_text};
pub use record::{log_text, read_log};
pub use setup::{
    MOST_FIGURES, MOST_THINGS, add_figure, add_side, change_sides, improvised, name_figure, of_scenario, reseat,
};
pub use versioned::VersionedState;
pub use view::View;
pub(crate) use view::subject;
pub(crate) use view::{Probe, Probed};
pub(crate) use world::near;

use crate::rulebook::Rulebook;
use crate::value::MapId;
use std::sync::Arc;

/// What a state is read by, and what does not change while it does: the rulebook, where tracks lie, the map.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// Where tracks lie.
    pub layout: Layout,
    /// The board, if there is one.
    pub ground: Option<BoardMap>,
}

impl Ruleset {
    /// A rulebook on one of its maps, or on none.
    pub fn new(book: Arc<Rulebook>, map: Option<MapId>) -> Ruleset {
        let ground = map.and_then(|map| BoardMap::new(&book, &book.maps[map.index()]));
        Ruleset { layout: Layout::new(&book), ground, book }
    }
}
