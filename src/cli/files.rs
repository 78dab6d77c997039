//! Where packs come from: built into the binary, and folders on disk.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use super::error::shown;
use super::read::{opened, read_within};
use crate::diag::{is_hidden, one_line, suggest};
use crate::text::{DEEPEST, Files, MOST_FOLDERS};
use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
pub struct Disk {
    root: PathBuf,
    /// The root without links, once it was needed. To find it takes many calls of the system.
    real: OnceLock<Option<PathBuf>>,
    /// Folders in it that were found to be no links, nor to lie behind one: thousands of files may lie in each.
    plain: Arc<Mutex<BTreeSet<String>>>,
    /// A folder in it that no link may lead out of, where that is not the whole.
    bounds: String,
}

impl Disk {
    /// The folder of that path.
    pub fn at(root: impl Into<PathBuf>) -> Disk {
        Disk { root: root.into(), real: OnceLock::new(), plain: Arc::default(), bounds: String::new() }
    }

    /// These files, where only links within that folder of them are followed.
    pub(super) fn within(self, folder: &str) -> Disk {
        Disk { bounds: folder.to_string(), plain: Arc::default(), ..self }
    }

    fn inside(&self, path: &str) -> Option<PathBuf> {
        if !path.split('/').all(|part| !part.is_empty() && part != "." && part != "..") {
            return None;
        }
        let root = self.real.get_or_init(|| self.root.canonicalize().ok()).as_ref()?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let plain = || self.plain.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = plain().contains(folder);
        let (mut full, rest) = if is_known { (root.join(folder), name) } else { (root.clone(), path) };
        for part in rest.split('/') {
            full.push(part);
            if std::fs::symlink_metadata(&full).ok()?.is_symlink() {
                let full = root.join(path).canonicalize().ok()?;
                return full.starts_with(root.join(&self.bounds)).then_some(full);
            }
        }
        if !is_known {
            plain().insert(folder.to_string());
        }
        Some(full)
    }

    fn entries(&self, folder: &str, folders: bool) -> Vec<String> {
        let Some(path) = self.inside(folder) else { return Vec::new() };
        let Ok(entries) = std::fs::read_dir(&path) else { return Vec::new() };
        let wanted = |entry: &DirEntry| is_folder(entry) == folders && !leads_back(&path, entry);
        let name = |entry: DirEntry| entry.file_name().into_string().ok().filter(|name| !name.contains(is_hidden));
        sorted(entries.filter_map(Result::ok).filter(wanted).filter_map(name))
    }

    /// Whether some file lies in a folder, so many folders deep; where too many are to be looked into, one may.
    fn has_file(&self, folder: &str, depth: usize, left: &mut usize) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let Some(path) = self.inside(folder) else { return false };
        let mut folders = Vec::new();
        for entry in std::fs::read_dir(&path).into_iter().flatten().filter_map(Result::ok) {
            if !is_folder(&entry) {
                return true;
            }
            folders.extend(entry.file_name().into_string().ok().filter(|_| !leads_back(&path, &entry)));
        }
        depth > 0 && folders.iter().any(|name| self.has_file(&format!("{folder}/{name}"), depth - 1, left))
    }

    /// Why a file or folder is not read; none if it is.
    fn hindrance(&self, folder: &str, entry: &DirEntry, depth: usize) -> Option<String> {
        let Some(name) = entry.file_name().to_str().map(str::to_string) else {
            return Some("its name is no text".to_string());
        };
        if name.contains(is_hidden) {
            return Some("its name holds characters that are not shown".to_string());
        }
        let Some(path) = self.inside(&format!("{folder}/{name}")) else {
            return Some("it leads nowhere, or out of the folder".to_string());
        };
        match std::fs::metadata(&path) {
            Err(error) => Some(error.to_string()),
            Ok(found) if found.is_dir() && depth == 0 => Some(format!("folders are looked into {DEEPEST} deep")),
            Ok(found) if found.is_dir() => std::fs::read_dir(path).err().map(|error| error.to_string()),
            Ok(found) if !found.is_file() => Some("it is a pipe or a device, not a file".to_string()),
            Ok(found) if found.len() > LARGEST => Some(format!("it is larger than {} MiB", LARGEST >> 20)),
            Ok(_) => opened(&path).err().map(|error| error.to_string()),
        }
    }

    /// What is not read in a folder and those inside it, of which so many are left to look into.
    fn hindered(&self, folder: &str, depth: usize, left: &mut usize, all: &mut Vec<(String, String)>) {
        let Some(path) = self.inside(folder).filter(|_| *left > 0) else { return };
        *left -= 1;
        let mut entries: Vec<DirEntry> =
            std::fs::read_dir(&path).into_iter().flatten().filter_map(Result::ok).collect();
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries.into_iter().filter(|entry| !leads_back(&path, entry)) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_ours = name.ends_with(".fray") || name.ends_with(".luau") || is_folder(&entry);
            if let Some(why) = self.hindrance(folder, &entry, depth).filter(|_| is_ours) {
                all.push((one_line(&format!("{folder}/{name}")).into_owned(), why));
            } else if is_folder(&entry) && depth > 0 {
                self.hindered(&format!("{folder}/{name}"), depth - 1, left, all);
            }
        }
    }
}

/// Whether an entry of a folder is a link to that or to one around it: what lies there is read there.
fn leads_back(folder: &Path, entry: &DirEntry) -> bool {
    let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
    is_link && entry.path().canonicalize().is_ok_and(|target| folder.starts_with(target))
}

/// Whether an entry is a folder, or a link to one.
fn is_folder(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
        Ok(kind) => kind.is_dir(),
        Err(_) => false,
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
        read_within(&path, LARGEST).ok()
    }

    fn holds_any(&self, folder: &str) -> bool {
        let mut left = MOST_FOLDERS;
        self.has_file(folder, DEEPEST, &mut left)
    }

    fn unread(&self, folder: &str) -> Vec<(String, String)> {
        let (mut all, mut left) = (Vec::new(), MOST_FOLDERS + 1);
        self.hindered(folder, DEEPEST, &mut left, &mut all);
        if left == 0 {
            all.push((
                self.shown(folder),
                format!("{MOST_FOLDERS} folders of a pack are looked into, and it holds more"),
            ));
        }
        all
    }

    fn has(&self, path: &str) -> bool {
        self.inside(path).is_some_and(|path| path.is_file())
    }

    /// From the folder the author stands in, if it lies below it.
    fn shown(&self, path: &str) -> String {
        let Some(full) = self.inside(path) else { return path.to_string() };
        static HERE: OnceLock<Option<PathBuf>> = OnceLock::new();
        let here = HERE.get_or_init(|| std::env::current_dir().and_then(|here| here.canonicalize()).ok());
        let short = here.as_ref().and_then(|here| full.strip_prefix(here).ok().map(Path::to_path_buf));
        one_line(&short.unwrap_or(full).display().to_string()).into_owned()
    }
}

/// What to name instead of a folder that there is not: one beside it that is called nearly so, or where it was looked for.
pub(super) fn missing_folder(folder: &Path, usual: &str) -> String {
    let around = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(around).into_iter().flatten().flatten().take(MOST_BESIDE);
    let beside = entries.filter(|entry| entry.path().is_dir());
    let beside: Vec<String> = beside.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let called = folder.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let place = around.canonicalize().map_or_else(|_| shown(around), |full| shown(&full));
    match suggest(&called, beside.iter().map(String::as_str)) {
        _ if folder.is_file() => format!("that is a file: {usual}"),
        Some(near) => format!("did you mean `{}`?", shown(&folder.with_file_name(near))),
        None => format!("it was looked for in `{place}`: {usual}"),
    }
}

/// Of the folders beside one that there is not, so many are looked at.
const MOST_BESIDE: usize = 1000;
