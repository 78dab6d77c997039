//! One tree of files laid over another: house rules over shipped packs, a test's text over both.

use crate::text::Files;

/// The files of `top`, and those of `below` that it does not hide.
#[derive(Clone, Copy)]
pub struct Layered<'a> {
    /// What is found first.
    pub top: &'a dyn Files,
    /// What is found otherwise.
    pub below: &'a dyn Files,
}

impl Files for Layered<'_> {
    fn list(&self, folder: &str) -> Vec<String> {
        together(self.top.list(folder), self.below.list(folder))
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        together(self.top.folders(folder), self.below.folders(folder))
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.top.read(path).or_else(|| self.below.read(path))
    }

    fn parsed(&self, path: &str) -> Option<&'static [u8]> {
        if self.top.has(path) { self.top.parsed(path) } else { self.below.parsed(path) }
    }

    fn shown(&self, path: &str) -> String {
        if self.top.has(path) { self.top.shown(path) } else { self.below.shown(path) }
    }
}

fn together(mut one: Vec<String>, two: Vec<String>) -> Vec<String> {
    one.extend(two);
    one.sort();
    one.dedup();
    one
}
