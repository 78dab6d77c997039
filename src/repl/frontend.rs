//! What the rest of the entrance lends to the prompt: packs, pages of the rulebook, files.

use crate::diag::Diagnostics;
use crate::rulebook::Rulebook;
use crate::state::View;
use crate::text::Files;
use crate::value::{FigureId, MapId};
use std::hash::{DefaultHasher, Hash, Hasher};
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

/// The table beside the prompt. It inverts the dependency between two floors: the entrance, which stands
/// above, implements it, and the prompt uses it.
pub trait Frontend {
    /// Finds a pack, or a scenario.
    fn open(&self, name: &str) -> Result<Opened, Diagnostics>;

    /// A page of the rulebook: all, a sort, one declaration.
    fn show(&self, book: &Arc<Rulebook>, words: &[&str], width: usize) -> Result<String, Diagnostics>;

    /// The cards of modifiers, or one of them.
    fn cards(&self, book: &Arc<Rulebook>, name: Option<&str>, width: usize) -> Result<String, Diagnostics>;

    /// What a referee looks for on the sheet of a figure in play.
    fn sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// The whole sheet of a figure in play, with all that is derived.
    fn full_sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// The whole sheet without its numbers.
    fn held_sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// What stands on the sheet of a figure in play, without what is derived.
    fn brief(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// One line on how a figure fares.
    fn fate(&self, view: &View<'_>, figure: FigureId, width: usize) -> String;

    /// A map with its figures.
    fn map(&self, view: &View<'_>, map: MapId, width: usize) -> String;

    /// The text of a file.
    fn read(&self, name: &str) -> Result<String, Diagnostics>;

    /// Whether there is something of that name.
    fn has(&self, name: &str) -> bool;

    /// Writes a file, whole or not at all; one that is there only as far as `replaced` allows.
    fn write(&self, name: &str, text: &str, replaced: Replaced) -> Result<(), Diagnostics>;

    /// Adds to the end of a file.
    fn append(&self, name: &str, text: &str) -> Result<(), Diagnostics>;

    /// Puts the fight where it is found again if the prompt ends before its time; says where. Fails where there is no
    /// such place.
    fn keep_safe(&self, text: &str) -> Result<String, Diagnostics>;

    /// Lets go of what was put there: the prompt has ended as it should.
    fn let_go(&self);

    /// The file of a fight whose prompt ended before its time, if there is one.
    fn left_behind(&self) -> Option<String>;

    /// Takes away a fight that was left behind: another prompt goes on with it.
    fn forget(&self, name: &str);
}

/// What may be replaced by a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Nothing that is there already.
    Nothing,
    /// Only contents of this [`digest`].
    Same(u64),
    /// Only what begins so.
    Beginning(&'static str),
    /// Whatever is there.
    Anything,
}

/// By which number the contents of a file are known while the program runs.
pub fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
