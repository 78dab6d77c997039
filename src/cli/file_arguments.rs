//! Files and folders that are named on the command line.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use super::error::{CliError, shown};
use super::files::LARGEST;
use super::read::read_within;
use super::write::regular;
use crate::diag::{Diagnostics, suggest};
use crate::syntax;
use std::io::ErrorKind;
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

/// The same of a game that was saved.
pub(super) fn saved(path: &Path) -> Result<String, Diagnostics> {
    if path.exists() || near(path) != NAME_ANOTHER {
        return text(path);
    }
    let (why, name) = ("there is no such file".to_string(), shown(path));
    let help = format!(
        "nothing is saved under this name: `save {name}` saves the game as it stands now; a path begins in the folder \
         where fray is called"
    );
    Err(CliError::Unreadable { path: name, why, help }.alone())
}

/// The whole text of a file that fray has written itself, and that may be long.
pub(super) fn long_text(path: &Path) -> Result<String, Diagnostics> {
    text_within(path, LARGEST_OF_OURS)
}

fn text_within(path: &Path, largest: u64) -> Result<String, Diagnostics> {
    let unreadable = |error: std::io::Error| {
        let (why, help) = match error.kind() {
            ErrorKind::NotFound => ("there is no such file".to_string(), near(path)),
            ErrorKind::PermissionDenied => ("it may not be read by you".to_string(), MAY_READ.to_string()),
            _ if path.is_dir() => (error.to_string(), inside(path)),
            _ => (error.to_string(), MAY_READ.to_string()),
        };
        CliError::Unreadable { path: shown(path), why, help }.alone()
    };
    regular(path).map_err(unreadable)?;
    let bytes = read_within(path, largest).map_err(unreadable)?;
    syntax::decode(&shown(path), bytes).map_err(|diagnostic| vec![diagnostic])
}

/// Of the files that are there, so many are named.
const MOST_NAMED: usize = 6;

/// What is said of a file that is not there, and like which there is none.
const NAME_ANOTHER: &str = "name a file that is there; a path begins in the folder where fray is called";
/// What may be done about a file that cannot be read.
const MAY_READ: &str = "name a text file that can be read";

/// The names in a folder, sorted.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> =
        entries.take(MOST_FILES).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The nearest name to that of a file that is not there, in its folder.
fn near(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return format!("there is no folder `{}` either", shown(folder));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let names = names_in(folder.unwrap_or(Path::new(".")));
    let begins = names.iter().find(|other| other.strip_prefix(&name).is_some_and(|rest| rest.starts_with('.')));
    match begins.map(String::as_str).or_else(|| suggest(&name, names.iter().map(String::as_str))) {
        Some(near) => format!("did you mean `{}`?", shown(&path.with_file_name(near))),
        None => NAME_ANOTHER.to_string(),
    }
}

/// That there is no such file of rules, and which there are in its folder.
pub(super) fn missing(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let rules = names_in(folder).into_iter().filter(|name| name.ends_with(".fray"));
    let there: Vec<String> =
        rules.take(MOST_NAMED).map(|name| format!("`{}`", shown(&path.with_file_name(name)))).collect();
    match there.is_empty() {
        true => "there is no such file: a path begins in the folder where fray is called".to_string(),
        false => format!("there is no such file; in that folder there are {}", there.join(", ")),
    }
}

/// A file of a folder, where one file is wanted.
fn inside(folder: &Path) -> String {
    let is_file = |name: &String| folder.join(name).is_file() && !name.starts_with('.');
    match names_in(folder).into_iter().find(is_file) {
        Some(name) => format!("name a file in it, such as `{}`", shown(&folder.join(name))),
        None => MAY_READ.to_string(),
    }
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
                return Err(CliError::NoRules { path: shown(path), is_there: true, help }.alone());
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
            let beside = Path::new("rules").join(path);
            let help = match beside.is_dir() {
                true => format!("the files of a pack are laid out by its folder: `fray fmt {}`", shown(&beside)),
                false => near(path),
            };
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
