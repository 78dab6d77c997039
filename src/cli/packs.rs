//! Packs laid over packs: those built in at the bottom, folders and single files of the author's above.

use crate::text::{Files, is_test_file};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Layers of packs. The highest layer that has a folder `rules/<pack>` has the whole pack; scripts of layers above it
/// that have only scripts are laid over its own, each in place of the one that is called like it.
#[derive(Clone)]
pub struct Packs {
    /// The highest first.
    layers: Vec<Rc<dyn Files>>,
    /// What may be meant by a pack that is in none of them.
    meant: Option<MeantPack>,
}

/// Says what may be meant by a pack that does not exist.
type MeantPack = fn(&Packs, &str) -> Option<String>;

impl Packs {
    /// Only these.
    pub fn new(lowest: impl Files + 'static) -> Packs {
        Packs { layers: vec![Rc::new(lowest)], meant: None }
    }

    /// With a layer above.
    pub fn under(mut self, highest: impl Files + 'static) -> Packs {
        self.layers.insert(0, Rc::new(highest));
        self
    }

    /// With somebody who says what may be meant by a pack that does not exist.
    pub(super) fn explained_by(mut self, meant: MeantPack) -> Packs {
        self.meant = Some(meant);
        self
    }

    /// Whether a pack is one of those at the bottom, hidden by none above.
    pub fn is_lowest(&self, pack: &str) -> bool {
        let folder = format!("rules/{pack}");
        self.layers.split_last().is_some_and(|(lowest, above)| {
            lowest.holds_any(&folder) && !above.iter().any(|layer| layer.holds_any(&folder))
        })
    }

    /// The layers that have a say about a folder, the highest first.
    fn layers_of(&self, folder: &str) -> &[Rc<dyn Files>] {
        let mut parts = folder.split('/');
        let (root, pack) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let rules = format!("rules/{pack}");
        let owner = self.layers.iter().position(|layer| layer.holds_any(&rules));
        match (root, owner) {
            (_, None) => &self.layers,
            ("scripts", Some(owner)) => &self.layers[..=owner],
            (_, Some(owner)) => &self.layers[owner..=owner],
        }
    }

    /// The layers that have a say about a file, the highest first. A layer with a file of rules owns its pack: that is found
    /// without a look at the folder, which may be large.
    fn layers_with(&self, path: &str) -> &[Rc<dyn Files>] {
        let is_owned = path.starts_with("rules/") && self.layers.first().is_some_and(|layer| layer.has(path));
        if is_owned { &self.layers[..1] } else { self.layers_of(folder_of(path)) }
    }

    /// The layer that a file is read from, if it is there.
    fn layer_of(&self, path: &str) -> Option<&dyn Files> {
        match self.layers_with(path) {
            [only] => Some(only.as_ref()),
            layers => layers.iter().find(|layer| layer.has(path)).map(Rc::as_ref),
        }
    }

    /// The scripts of the pack that a folder belongs to, by the names of their files; none if it holds no scripts.
    fn scripts_around(layer: &dyn Files, folder: &str) -> Vec<String> {
        let mut parts = folder.split('/');
        let (Some("scripts"), Some(pack)) = (parts.next(), parts.next()) else { return Vec::new() };
        let scripts = layer.tree(&format!("scripts/{pack}")).into_iter().filter(|path| !is_test_file(path));
        scripts.map(|path| path.rsplit('/').next().unwrap_or(&path).to_string()).collect()
    }

    fn union(layers: &[Rc<dyn Files>], names: impl Fn(&dyn Files) -> Vec<String>) -> Vec<String> {
        let mut all: Vec<String> = layers.iter().flat_map(|layer| names(layer.as_ref())).collect();
        all.sort();
        all.dedup();
        all
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Files for Packs {
    fn list(&self, folder: &str) -> Vec<String> {
        let (mut all, mut replaced) = (BTreeSet::new(), BTreeSet::new());
        for layer in self.layers_of(folder) {
            all.extend(layer.list(folder).into_iter().filter(|name| !replaced.contains(name)));
            replaced.extend(Packs::scripts_around(layer.as_ref(), folder));
        }
        all.into_iter().collect()
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        Packs::union(self.layers_of(folder), |layer| layer.folders(folder))
    }

    fn unread(&self, folder: &str) -> Vec<(String, String)> {
        self.layers_of(folder).iter().flat_map(|layer| layer.unread(folder)).collect()
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        if path.starts_with("rules/")
            && let Some(bytes) = self.layers.first().and_then(|layer| layer.read(path))
        {
            return Some(bytes);
        }
        self.layers_with(path).iter().find_map(|layer| layer.read(path))
    }

    fn parsed(&self, path: &str) -> Option<&'static [u8]> {
        self.layer_of(path)?.parsed(path)
    }

    fn hint(&self, pack: &str) -> Option<String> {
        self.meant.and_then(|meant| meant(self, pack))
    }

    fn shown(&self, path: &str) -> String {
        self.layer_of(path).map_or_else(|| path.to_string(), |layer| layer.shown(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Memory;
    use std::cell::Cell;

    #[test]
    fn a_pack_above_hides_the_whole_pack_below() {
        let below = Memory::default().with("rules/a/one.fray", "1").with("rules/b/x.fray", "x");
        let below = below.with("scripts/a/s.luau", "s").with("scripts/b/t.luau", "t").with("scripts/b/u.luau", "u");
        let above = Memory::default().with("rules/a/two.fray", "2").with("scripts/b/t.luau", "T");
        let packs = Packs::new(below).under(above);
        assert_eq!(packs.folders("rules"), ["a", "b"]);
        assert_eq!(packs.list("rules/a"), ["two.fray"]);
        assert_eq!(packs.list("scripts/a"), [""; 0]);
        assert_eq!(packs.list("scripts/b"), ["t.luau", "u.luau"]);
        assert_eq!(packs.read("scripts/b/t.luau"), Some(b"T".to_vec()));
        assert_eq!(packs.read("scripts/b/u.luau"), Some(b"u".to_vec()));
        assert_eq!(packs.read("rules/a/one.fray"), None);
        assert!(!packs.is_lowest("a") && packs.is_lowest("b") && !packs.is_lowest("c"));
    }

    #[test]
    fn a_script_above_replaces_the_one_called_like_it_in_whatever_folder() {
        let below = Memory::default().with("rules/a/one.fray", "1").with("scripts/a/actions/s.luau", "s");
        let below = below.with("scripts/a/actions/t.luau", "t").with("scripts/a/tests/u.luau", "u");
        let above = Memory::default().with("scripts/a/t.luau", "T").with("scripts/a/tests/s.luau", "S");
        let packs = Packs::new(below).under(above);
        assert_eq!(packs.tree("scripts/a"), ["actions/s.luau", "t.luau", "tests/s.luau", "tests/u.luau"]);
    }

    /// Files of which every look at a whole folder is counted.
    struct CountedFiles(Memory, Rc<Cell<usize>>);

    impl Files for CountedFiles {
        fn list(&self, folder: &str) -> Vec<String> {
            self.1.set(self.1.get() + 1);
            self.0.list(folder)
        }
        fn folders(&self, folder: &str) -> Vec<String> {
            self.1.set(self.1.get() + 1);
            self.0.folders(folder)
        }
        fn holds_any(&self, folder: &str) -> bool {
            self.1.set(self.1.get() + 1);
            self.0.holds_any(folder)
        }
        fn read(&self, path: &str) -> Option<Vec<u8>> {
            self.0.read(path)
        }
        fn has(&self, path: &str) -> bool {
            self.0.has(path)
        }
    }

    #[test]
    fn a_folder_is_not_looked_through_for_each_of_its_files() {
        let names: Vec<String> = (0..500).map(|at| format!("rules/big/f{at}.fray")).collect();
        let big = names.iter().fold(Memory::default(), |files, name| files.with(name, "# nothing"));
        let looks = Rc::new(Cell::new(0));
        let packs = Packs::new(Memory::default()).under(CountedFiles(big, looks.clone()));
        assert_eq!(packs.list("rules/big").len(), names.len());
        for name in &names {
            assert!(packs.read(name).is_some() && packs.parsed(name).is_none());
            assert_eq!(packs.shown(name), *name);
        }
        assert!(looks.get() < 5, "{} looks", looks.get());
        // A file that is not there is looked for below, unless the pack is hidden.
        assert_eq!((packs.read("rules/big/none.fray"), packs.read("rules/none/a.fray")), (None, None));
    }
}
