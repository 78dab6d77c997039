//! Files and folders that are named on the command line.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use super::error::{CliError, shown};
use super::files::LARGEST;
use super::read::read_within;
use super::write::regular;
use crate::diag::Diagnostics;
use crate::syntax;
use std::path::{Path, PathBuf};

/// How many files are taken from folders, and how deep folders are searched.
const MOST_FILES: usize = 10_000;
/// See [`MOST_FILES`].
const DEEPEST: usize = 12;

/// The largest file that fray has written itself and reads again, in bytes.
const LARGEST_OF_OURS: u64 = 2 << 30;

/// The whole text of a file.
pub(super) fn text(path: &Path) -> Result<String, Diagnostics> {
    text_within(path, LARGEST)
}

/// The whole text of a file that fray has written itself, and that may be long.
pub(super) fn long_text(path: &Path) -> Result<String, Diagnostics> {
    text_within(path, LARGEST_OF_OURS)
}

fn text_within(path: &Path, largest: u64) -> Result<String, Diagnostics> {
    let unreadable = |why: String| {
        let help = "name a text file that can be read".to_string();
        CliError::Unreadable { path: shown(path), why, help }.alone()
    };
    regular(path).map_err(|error| unreadable(error.to_string()))?;
    let bytes = read_within(path, largest).map_err(|error| unreadable(error.to_string()))?;
    syntax::decode(&shown(path), bytes).map_err(|diagnostic| vec![diagnostic])
}

/// Every `.fray` file named, or in a folder named, sorted within each.
pub(super) fn fray_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostics> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            search(path, 0, &mut files);
            if files.len() == before {
                let help = "rules are files whose names end in `.fray`".to_string();
                return Err(CliError::NoRules { path: shown(path), help }.alone());
            }
            files[before..].sort();
            if files.len() > MOST_FILES {
                let help = "name the folders in it one after the other".to_string();
                let why = format!("it holds more than {MOST_FILES} files");
                return Err(CliError::Unreadable { path: shown(path), why, help }.alone());
            }
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            let help = "name a file, or a folder that holds `.fray` files".to_string();
            let why = "there is no such file or folder".to_string();
            return Err(CliError::Unreadable { path: shown(path), why, help }.alone());
        }
    }
    Ok(files)
}

fn search(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if path.is_dir() && !is_link && depth < DEEPEST {
            search(&path, depth + 1, files);
        } else if path.extension().is_some_and(|end| end == "fray") && files.len() <= MOST_FILES {
            files.push(path);
        }
    }
}
