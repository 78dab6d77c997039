//! What the rest of the entrance lends to the server: which pack a file belongs to, and where texts lie.

use crate::text::Files;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The texts that are open in the editor, by their paths.
pub type Buffers = BTreeMap<PathBuf, Arc<str>>;

/// A pack, and the files it is found in: what is open counts instead of what lies on disk.
pub type Lent = (String, Box<dyn Files>);

/// The files around the server. It inverts the dependency between two folders: the entrance implements it, the server
/// uses it, on more than one thread.
pub trait Home: Send + Sync {
    /// The pack that a file belongs to; none if it is no file of rules or scripts.
    fn pack_of(&self, path: &Path, open: &Buffers) -> Option<Lent>;

    /// The packs beside that of a file, which may stand on it.
    fn packs_beside(&self, path: &Path, open: &Buffers) -> Vec<Lent>;

    /// Where a text lies by the name that diagnostics call it; what is built in is put somewhere first.
    fn path_of(&self, shown: &str) -> Option<PathBuf>;

    /// Whether a text by that name is the author's own, not one that comes with fray.
    fn is_own(&self, shown: &str) -> bool;
}
