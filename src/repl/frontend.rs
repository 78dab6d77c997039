//! What the rest of the entrance lends to the prompt: packs, pages of the rulebook, files.

use crate::diag::Diagnostics;
use crate::rulebook::Rulebook;
use crate::state::View;
use crate::text::Files;
use crate::value::{FigureId, MapId};
use std::rc::Rc;
use std::sync::Arc;

/// A pack that was asked for, and perhaps one of its scenarios.
#[derive(Clone)]
pub struct Opened {
    /// Where its files are.
    pub files: Rc<dyn Files>,
    /// The name of the pack.
    pub pack: String,
    /// The name of the scenario.
    pub scenario: Option<String>,
}

/// The table beside the prompt. It turns a floor: the entrance implements it, the prompt uses it.
pub trait Frontend {
    /// Finds a pack, or a scenario.
    ///
    /// # Errors
    /// When there is none of that name.
    fn open(&self, name: &str) -> Result<Opened, Diagnostics>;

    /// A page of the rulebook: all, a sort, one declaration.
    ///
    /// # Errors
    /// When there is no such page.
    fn show(&self, book: &Arc<Rulebook>, words: &[&str], width: usize) -> Result<String, Diagnostics>;

    /// The cards of modifiers, or one of them.
    ///
    /// # Errors
    /// When there is no such card.
    fn cards(&self, book: &Arc<Rulebook>, name: Option<&str>, width: usize) -> Result<String, Diagnostics>;

    /// The whole sheet of a figure in play.
    fn sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// What stands on the sheet of a figure in play, without what is derived.
    fn brief(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// One line on how a figure fares.
    fn fate(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// A map with its figures.
    fn map(&self, view: &View<'_>, map: MapId, width: usize) -> String;

    /// The text of a file.
    fn read(&self, name: &str) -> Result<String, Diagnostics>;

    /// Writes a file, whole or not at all.
    fn write(&self, name: &str, text: &str) -> Result<(), Diagnostics>;
}
