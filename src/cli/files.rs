//! Where packs come from: built into the binary, and folders on disk.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use crate::text::{Files, Memory};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub(super) const LARGEST: u64 = 8 << 20;

/// A file that is built into the binary.
struct BuiltInFile {
    path: &'static str,
    text: &'static [u8],
    /// What it parses to, if it holds rules.
    tree: Option<&'static [u8]>,
}

/// Every file built in, by its path: `build.rs` lists them.
static BUILT_IN: &[BuiltInFile] = &include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// The packs built into the binary, without their tests.
#[derive(Clone, Copy, Debug)]
pub struct Builtin;

impl Builtin {
    /// What lies below a folder: paths from there.
    fn below(folder: &str) -> impl Iterator<Item = &'static str> {
        let start = format!("{folder}/");
        let first = BUILT_IN.partition_point(|file| file.path < start.as_str());
        BUILT_IN[first..].iter().map_while(move |file| file.path.strip_prefix(&start))
    }

    fn find(path: &str) -> Option<&'static BuiltInFile> {
        BUILT_IN.binary_search_by_key(&path, |file| file.path).ok().map(|at| &BUILT_IN[at])
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

impl Files for Builtin {
    fn list(&self, folder: &str) -> Vec<String> {
        Builtin::below(folder).filter(|path| !path.contains('/')).map(str::to_string).collect()
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let inside = Builtin::below(folder).filter_map(|path| Some(path.split_once('/')?.0.to_string()));
        let mut all: Vec<String> = inside.collect();
        all.dedup();
        all
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        Builtin::find(path).map(|file| file.text.to_vec())
    }

    fn parsed(&self, path: &str) -> Option<&'static [u8]> {
        Builtin::find(path)?.tree
    }

    fn tree(&self, folder: &str) -> Vec<String> {
        Builtin::below(folder).map(str::to_string).collect()
    }

    fn holds_any(&self, folder: &str) -> bool {
        Builtin::below(folder).next().is_some()
    }

    fn has(&self, path: &str) -> bool {
        Builtin::find(path).is_some()
    }
}

/// A folder on disk. Links that lead out of it are not followed.
#[derive(Clone, Debug)]
pub struct Disk(pub PathBuf);

impl Disk {
    fn inside(&self, path: &str) -> Option<PathBuf> {
        let clean = path.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        let root = self.0.canonicalize().ok()?;
        let full = root.join(path).canonicalize().ok()?;
        (clean && full.starts_with(root)).then_some(full)
    }

    fn entries(&self, folder: &str, folders: bool) -> Vec<String> {
        let Some(path) = self.inside(folder) else { return Vec::new() };
        let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
        let wanted = |entry: &std::fs::DirEntry| entry.path().is_dir() == folders;
        sorted(entries.filter_map(Result::ok).filter(wanted).filter_map(|entry| entry.file_name().into_string().ok()))
    }
}

impl Files for Disk {
    fn list(&self, folder: &str) -> Vec<String> {
        self.entries(folder, false)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.entries(folder, true)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let path = self.inside(path)?;
        if std::fs::metadata(&path).ok()?.len() > LARGEST {
            return None;
        }
        std::fs::read(path).ok()
    }

    fn has(&self, path: &str) -> bool {
        self.inside(path).is_some_and(|path| path.is_file())
    }

    /// From the folder the author stands in, if it lies below it.
    fn shown(&self, path: &str) -> String {
        let Some(full) = self.inside(path) else { return path.to_string() };
        let here = std::env::current_dir().and_then(|here| here.canonicalize());
        let short = here.ok().and_then(|here| full.strip_prefix(here).ok().map(Path::to_path_buf));
        short.unwrap_or(full).display().to_string()
    }
}

/// A few files of the author's, put where a pack has them.
#[derive(Clone, Debug, Default)]
pub(super) struct OverlayFiles {
    files: Memory,
    shown: BTreeMap<String, String>,
}

impl OverlayFiles {
    /// With a text that the author calls `shown`, put at `path`.
    pub(super) fn with(mut self, path: &str, shown: &str, text: &str) -> OverlayFiles {
        self.shown.insert(path.to_string(), shown.to_string());
        OverlayFiles { files: self.files.with(path, text), ..self }
    }
}

impl Files for OverlayFiles {
    fn list(&self, folder: &str) -> Vec<String> {
        self.files.list(folder)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.files.folders(folder)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.files.read(path)
    }

    fn shown(&self, path: &str) -> String {
        self.shown.get(path).cloned().unwrap_or_else(|| path.to_string())
    }
}
