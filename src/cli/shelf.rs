//! Where fights are put whose prompt may end before its time: one file for each prompt, in a folder of the user's. The
//! prompt that lives holds the lock beside its file, so that what the dead have left is told from it.

#![allow(clippy::disallowed_methods, reason = "the entrance keeps files where the user has such things")]

use super::error::{CliError, shown};
use super::write::{is_left, write_whole};
use crate::repl::Replaced;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Fights that are kept at most; the oldest go first.
const MOST_LEFT: usize = 20;

/// The place of one prompt.
#[derive(Debug, Default)]
pub struct Shelf {
    folder: Option<PathBuf>,
    mine: RefCell<Option<ShelfPlace>>,
}

#[derive(Debug)]
struct ShelfPlace {
    file: PathBuf,
    lock: PathBuf,
    /// Open and locked as long as the prompt lives.
    _held: File,
}

impl Shelf {
    /// In a folder that is made when it is first needed.
    pub fn of(folder: Option<PathBuf>) -> Shelf {
        Shelf { folder, mine: RefCell::default() }
    }

    /// Keeps a fight, in the place of the one before; says where.
    ///
    /// # Errors
    /// When there is no folder for it, or it cannot be written.
    pub(crate) fn keep(&self, text: &str) -> Result<String, CliError> {
        let mut mine = self.mine.borrow_mut();
        let place = match mine.take() {
            Some(place) => place,
            None => self.place()?,
        };
        let written = write_whole(&place.file, text.as_bytes(), Replaced::Anything, "");
        let name = shown(&place.file);
        *mine = Some(place);
        written.map(|()| name)
    }

    fn place(&self) -> Result<ShelfPlace, CliError> {
        let unwritable = |path: &Path, why: String| CliError::Unwritable { path: shown(path), why };
        let Some(folder) = &self.folder else {
            return Err(unwritable(Path::new("fights"), "no folder of yours is known (`HOME` is not set)".to_string()));
        };
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error.to_string()))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{:012}-{}", now.as_secs(), std::process::id());
        let lock = folder.join(format!("{name}.lock"));
        let held = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
        let held = held.map_err(|error| unwritable(&lock, error.to_string()))?;
        // Where files cannot be locked the fight is kept all the same, and offered while it still goes on.
        let _ = held.try_lock();
        Ok(ShelfPlace { file: folder.join(format!("{name}.json")), lock, _held: held })
    }

    /// Takes the kept fight away: the prompt has ended as it should.
    pub(crate) fn let_go(&self) {
        if let Some(place) = self.mine.take() {
            let _ = std::fs::remove_file(&place.file);
            let _ = std::fs::remove_file(&place.lock);
        }
    }

    /// The newest fight that somebody left who is dead. Of older ones only so many are kept.
    pub(crate) fn left(&self) -> Option<PathBuf> {
        let entries = std::fs::read_dir(self.folder.as_ref()?).ok()?;
        let fights = entries.filter_map(Result::ok).map(|entry| entry.path());
        let is_dead = |file: &PathBuf| {
            let lock = file.with_extension("lock");
            file.extension().is_some_and(|end| end == "json") && (!lock.exists() || is_left(&lock))
        };
        let mut left: Vec<PathBuf> = fights.filter(is_dead).collect();
        left.sort();
        while left.len() > MOST_LEFT {
            self.forget(&left.remove(0));
        }
        left.pop()
    }

    /// Takes a fight away that somebody left, if it is one.
    pub(crate) fn forget(&self, file: &Path) {
        if self.folder.as_ref().is_some_and(|folder| file.parent() == Some(folder)) {
            let _ = std::fs::remove_file(file);
            let _ = std::fs::remove_file(file.with_extension("lock"));
        }
    }
}
