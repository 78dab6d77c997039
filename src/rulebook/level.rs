//! One pack of a chain, as it is written.

use crate::syntax::ast::{self, Body, Declaration};
use crate::text::{SourceId, Span};
use std::sync::Arc;

/// One pack of the chain, as written.
#[derive(Clone)]
pub(super) struct Level {
    /// Its name, which is its folder's.
    pub name: Arc<str>,
    /// The pack below.
    pub extends: Option<ast::Name>,
    /// Whether it comes with fray, and nothing is wrong with it.
    pub is_shipped: bool,
    files: Vec<LevelFile>,
}

/// One file of a pack.
#[derive(Clone)]
pub(super) struct LevelFile {
    /// Its text.
    pub source: SourceId,
    /// What it says.
    pub tree: Arc<ast::File>,
    /// Whether it holds tests, or what only they need.
    pub is_test: bool,
}

impl Level {
    /// A pack from its files.
    pub(super) fn new(name: &str, files: Vec<LevelFile>, is_shipped: bool) -> Level {
        let mut level = Level { name: name.into(), extends: None, is_shipped, files };
        let extends = level.heads().find_map(|head| match &head.body {
            Body::Pack(pack) => pack.extends.clone(),
            _ => None,
        });
        level.extends = extends;
        level
    }

    /// A pack that says nothing.
    pub(super) fn empty(name: &str) -> Level {
        Level { name: name.into(), extends: None, is_shipped: true, files: Vec::new() }
    }

    /// The tree of one of its texts.
    pub(super) fn tree(&self, source: SourceId) -> Option<Arc<ast::File>> {
        self.files.iter().find(|file| file.source == source).map(|file| file.tree.clone())
    }

    /// The trees of all its texts.
    pub(super) fn trees(&self) -> impl Iterator<Item = &ast::File> {
        self.files.iter().map(|file| &*file.tree)
    }

    /// Everything it declares at depth 0.
    pub(super) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.files.iter().flat_map(|file| &file.tree.declarations)
    }

    /// The texts of its rules, without those that only tests need.
    pub(super) fn rules(&self) -> impl Iterator<Item = SourceId> {
        self.files.iter().filter(|file| !file.is_test).map(|file| file.source)
    }

    /// Whether some of its texts hold tests, or what only they need.
    pub(super) fn has_test_files(&self) -> bool {
        self.files.iter().any(|file| file.is_test)
    }

    /// The same pack with another tree of one text.
    pub(super) fn with(&self, source: SourceId, tree: ast::File) -> Level {
        let tree = Arc::new(tree);
        let changed = |file: &LevelFile| match file.source == source {
            true => LevelFile { tree: tree.clone(), ..file.clone() },
            false => file.clone(),
        };
        Level { files: self.files.iter().map(changed).collect(), is_shipped: false, ..self.clone() }
    }

    /// Its `pack` lines.
    pub(super) fn heads(&self) -> impl Iterator<Item = &Declaration> {
        self.declarations().filter(|declaration| matches!(declaration.body, Body::Pack(_)))
    }

    /// Where its first declaration begins.
    pub(super) fn first_place(&self) -> Option<Span> {
        self.declarations().next().map(|declaration| declaration.keyword.span)
    }
}

/// The declarations of a scenario of that name, `when` blocks looked into.
pub(super) fn scenarios<'a>(declaration: &'a ast::Declaration, name: &str, found: &mut Vec<&'a ast::Declaration>) {
    match &declaration.body {
        ast::Body::When(_, inner) => inner.iter().for_each(|one| scenarios(one, name, found)),
        ast::Body::Scenario(_) | ast::Body::Removed(_) if declaration.names().any(|one| one.text == name) => {
            found.push(declaration);
        }
        _ => {}
    }
}

/// What a scenario says; nothing, if it is something else.
pub(super) fn entries_of(scenario: &ast::Declaration) -> &[ast::Entry<ast::ScenarioEntry>] {
    match &scenario.body {
        ast::Body::Scenario(entries) => entries,
        _ => &[],
    }
}

/// A declaration and those within it.
pub(super) fn gather<'a>(one: &'a Declaration, all: &mut Vec<&'a Declaration>) {
    match &one.body {
        Body::When(_, inner) => inner.iter().for_each(|one| gather(one, all)),
        _ => all.push(one),
    }
}
