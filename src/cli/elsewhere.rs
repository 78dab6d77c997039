//! Folders on disk that stand where those of a pack would: a pack's folder that lies anywhere, and the scripts beside it.

use super::files::Disk;
use crate::text::Files;

/// Folders, each with where it stands.
#[derive(Clone, Default)]
pub(super) struct FoldersElsewhere(Vec<FolderElsewhere>);

#[derive(Clone)]
struct FolderElsewhere {
    /// Where it stands: `rules/duel`.
    at: String,
    disk: Disk,
    /// What it is called on the disk.
    name: String,
}

impl FoldersElsewhere {
    /// With one folder more; nothing of it is read where a link leads out of it.
    pub(super) fn with(mut self, at: String, disk: Disk, name: &str) -> FoldersElsewhere {
        let disk = disk.within(name);
        self.0.push(FolderElsewhere { at, disk, name: name.to_string() });
        self
    }

    /// Where a path leads on which disk.
    fn place(&self, path: &str) -> Option<(&Disk, String)> {
        self.0.iter().find_map(|folder| match path.strip_prefix(&folder.at)? {
            "" => Some((&folder.disk, folder.name.clone())),
            rest => Some((&folder.disk, format!("{}/{}", folder.name, rest.strip_prefix('/')?))),
        })
    }
}

impl Files for FoldersElsewhere {
    fn list(&self, folder: &str) -> Vec<String> {
        self.place(folder).map_or_else(Vec::new, |(disk, folder)| disk.list(&folder))
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let Some((disk, place)) = self.place(folder) else {
            let below = |one: &FolderElsewhere| Some(one.at.strip_prefix(folder)?.strip_prefix('/')?.to_string());
            return self.0.iter().filter_map(below).filter(|rest| !rest.contains('/')).collect();
        };
        disk.folders(&place)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let (disk, path) = self.place(path)?;
        disk.read(&path)
    }

    fn has(&self, path: &str) -> bool {
        self.place(path).is_some_and(|(disk, path)| disk.has(&path))
    }

    fn holds_any(&self, folder: &str) -> bool {
        self.place(folder).is_some_and(|(disk, folder)| disk.holds_any(&folder))
    }

    fn unread(&self, folder: &str) -> Vec<(String, String)> {
        self.place(folder).map_or_else(Vec::new, |(disk, folder)| disk.unread(&folder))
    }

    fn shown(&self, path: &str) -> String {
        self.place(path).map_or_else(|| path.to_string(), |(disk, path)| disk.shown(&path))
    }
}
