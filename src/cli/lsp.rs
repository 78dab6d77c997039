//! `fray lsp`: the language server, with the files of the command line lent to it.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files and environment")]

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::file_arguments;
use super::files::{Builtin, Disk};
use super::pack_target;
use super::packs::Packs;
use super::write::write_whole;
use crate::lsp::{Buffers, Home, Lent, serve_pipes};
use crate::repl::Replaced;
use crate::text::Files;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Serves an editor until it says goodbye.
pub(super) fn lsp(rules: Option<&Path>) -> CommandResult {
    let home = Arc::new(Workspace { rules: rules.map(Path::to_path_buf), shelf: shelf() });
    serve_pipes(home).map_err(|error| CliError::Unanswered { why: error.to_string() }.alone())?;
    Ok(Ended::Done)
}

/// Where the texts of built-in packs are put so that an editor can open them.
fn shelf() -> PathBuf {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = named("XDG_CACHE_HOME").or_else(|| named("LOCALAPPDATA"));
    let cache = cache.or_else(|| Some(named("HOME")?.join(".cache"))).unwrap_or_else(std::env::temp_dir);
    cache.join("fray").join(env!("CARGO_PKG_VERSION"))
}

/// The files around the server.
pub struct Workspace {
    /// A folder laid over the packs that come with fray.
    pub rules: Option<PathBuf>,
    /// Where the texts of those are put that an editor opens.
    pub shelf: PathBuf,
}

impl Workspace {
    fn packs(&self) -> Packs {
        let packs = Packs::new(Builtin);
        match &self.rules {
            Some(folder) => packs.under(Disk::at(folder)),
            None => packs,
        }
    }
}

impl Home for Workspace {
    fn pack_of(&self, path: &Path, open: &Buffers) -> Option<Lent> {
        let text = open.get(path).cloned();
        let target = match path.extension()?.to_str()? {
            "fray" => {
                let text = match text {
                    Some(text) => text,
                    None => file_arguments::text(path).ok()?.into(),
                };
                pack_target::of_file(path, &text, &self.packs()).ok()?
            }
            "luau" => pack_target::of_script(path, &self.packs())?,
            _ => return None,
        };
        Some((target.pack, Box::new(OpenFiles { below: target.files, open: open.clone() })))
    }

    fn packs_beside(&self, path: &Path, open: &Buffers) -> Vec<Lent> {
        let Some((own, _)) = self.pack_of(path, open) else { return Vec::new() };
        let is_root = |folder: &&Path| folder.file_name().is_some_and(|name| name == "rules" || name == "scripts");
        let root = path.ancestors().skip(1).find(is_root).and_then(Path::parent);
        let Some(root) = root.or(self.rules.as_deref()) else { return Vec::new() };
        let disk = Disk::at(root);
        let files = self.packs().under(disk.clone());
        let beside = pack_target::playable(&disk).into_iter().filter(|pack| *pack != own);
        let lent = |pack: String| -> Lent { (pack, Box::new(OpenFiles { below: files.clone(), open: open.clone() })) };
        beside.map(lent).collect()
    }

    fn path_of(&self, shown: &str) -> Option<PathBuf> {
        let path = Path::new(shown);
        if path.is_absolute() {
            return Some(path.to_path_buf());
        }
        let text = Builtin.read(shown)?;
        let place = self.shelf.join(shown);
        if std::fs::read(&place).ok().as_deref() != Some(&text) {
            std::fs::create_dir_all(place.parent()?).ok()?;
            write_whole(&place, &text, Replaced::Anything, "").ok()?;
        }
        Some(place)
    }

    fn is_own(&self, shown: &str) -> bool {
        let path = Path::new(shown);
        path.is_absolute() && !path.starts_with(&self.shelf)
    }
}

/// Files of which some are open in the editor: what stands there counts. All are called by their whole paths, but for
/// what is built in.
struct OpenFiles {
    below: Packs,
    open: Buffers,
}

impl OpenFiles {
    fn place(&self, path: &str) -> Option<PathBuf> {
        let shown = self.below.shown(path);
        let full = std::env::current_dir().ok()?.join(shown);
        (self.open.contains_key(&full) || full.exists()).then_some(full)
    }
}

impl Files for OpenFiles {
    fn list(&self, folder: &str) -> Vec<String> {
        self.below.list(folder)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.below.folders(folder)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let open = self.place(path).and_then(|place| Some(self.open.get(&place)?.as_bytes().to_vec()));
        open.or_else(|| self.below.read(path))
    }

    fn has(&self, path: &str) -> bool {
        self.below.has(path)
    }

    fn parsed(&self, path: &str) -> Option<&'static [u8]> {
        match self.place(path) {
            Some(_) => None,
            None => self.below.parsed(path),
        }
    }

    fn unread(&self, folder: &str) -> Vec<(String, String)> {
        self.below.unread(folder)
    }

    fn shown(&self, path: &str) -> String {
        self.place(path).map_or_else(|| self.below.shown(path), |place| place.display().to_string())
    }
}
