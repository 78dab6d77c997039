//! Where packs come from. The entrance implements this for disk and for what is built in; the core never touches either.

use std::collections::BTreeMap;

/// A read-only tree of files. Paths use `/` and never begin with it or contain `..`.
pub trait Files {
    /// The names of the files (not folders) in a folder, sorted; empty if there is no such folder.
    fn list(&self, folder: &str) -> Vec<String>;
    /// The names of the folders in a folder, sorted.
    fn folders(&self, folder: &str) -> Vec<String>;
    /// The bytes of a file.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    /// The files in a folder and in all folders inside it, by their paths from there, sorted.
    fn tree(&self, folder: &str) -> Vec<String> {
        let mut all = Vec::new();
        // Folders may lead to each other by links, so it is bounded how many are looked into.
        let mut next = vec![String::new()];
        for _ in 0..MOST_FOLDERS {
            let Some(inside) = next.pop() else { break };
            let at = if inside.is_empty() { folder.to_string() } else { format!("{folder}/{inside}") };
            let below = |name: String| if inside.is_empty() { name } else { format!("{inside}/{name}") };
            all.extend(self.list(&at).into_iter().map(below));
            if inside.matches('/').count() < DEEPEST {
                next.extend(self.folders(&at).into_iter().map(below));
            }
        }
        all.sort();
        all
    }
    /// What may be meant by a pack that is not among them, as far as that is known.
    fn hint(&self, _pack: &str) -> Option<String> {
        None
    }
    /// Whether there are files in a folder, or in one inside it.
    fn holds_any(&self, folder: &str) -> bool {
        !self.tree(folder).is_empty()
    }
    /// Whether there is such a file.
    fn has(&self, path: &str) -> bool {
        self.read(path).is_some()
    }
    /// The tree of a file of rules, as `syntax::store` has it, if it was parsed beforehand and nothing is wrong with it.
    fn parsed(&self, _path: &str) -> Option<&'static [u8]> {
        None
    }
    /// The files of rules and scripts in a folder, and in those inside it, that are there and not read: each with why.
    fn unread(&self, folder: &str) -> Vec<(String, String)> {
        let _ = folder;
        Vec::new()
    }
    /// What authors call a file, for messages: its path here, unless it lies somewhere else for them.
    fn shown(&self, path: &str) -> String {
        path.to_string()
    }
}

/// Folders inside folders that are looked into: packs need two.
pub const DEEPEST: usize = 4;
/// Folders of one pack that are looked into.
pub const MOST_FOLDERS: usize = 1_000;

/// Whether a file, by its path in its pack, holds tests or what only they need: such files are read by those who test
/// and check.
pub fn is_test_file(path: &str) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    path.starts_with("tests/") || name.starts_with("test_")
}

/// Files held in memory: tests, the prompt, and layers over others.
#[derive(Clone, Debug, Default)]
pub struct Memory(pub BTreeMap<String, Vec<u8>>);

impl Memory {
    /// Adds or overwrites one file.
    pub fn with(mut self, path: &str, text: &str) -> Memory {
        self.0.insert(path.to_string(), text.as_bytes().to_vec());
        self
    }
}

impl Files for Memory {
    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |path: &String| Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_string());
        self.0.keys().filter_map(inside).filter(|rest| !rest.contains('/')).collect()
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let inside = |path: &String| Some(path.strip_prefix(folder)?.strip_prefix('/')?.split_once('/')?.0.to_string());
        let mut all: Vec<String> = self.0.keys().filter_map(inside).collect();
        all.dedup();
        all
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).cloned()
    }

    fn has(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }
}

/// A few texts held in memory, each with what its author calls it.
#[derive(Clone, Debug, Default)]
pub struct OverlayFiles {
    files: Memory,
    shown: BTreeMap<String, String>,
}

impl OverlayFiles {
    /// With a text that the author calls `shown`, put at `path`.
    pub fn with(mut self, path: &str, shown: &str, text: &str) -> OverlayFiles {
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

    fn has(&self, path: &str) -> bool {
        self.files.has(path)
    }

    fn shown(&self, path: &str) -> String {
        self.shown.get(path).cloned().unwrap_or_else(|| path.to_string())
    }
}
