//! What an engine is built from: the scripts of a pack chain and the names the rules declare. Immutable and shared, so
//! that every worker builds its own engine from the same program.

use super::NameId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One script's text.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// `shoot` for `scripts/<pack>/shoot.luau`.
    pub name: Arc<str>,
    /// The path, as authors know it.
    pub path: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// The scripts, in the order of their `ScriptId`s, and every name of the rules.
#[derive(Clone, Debug, Default)]
pub struct Program {
    scripts: Vec<ScriptSource>,
    names: Vec<Arc<str>>,
    by_name: BTreeMap<Arc<str>, NameId>,
}

impl Program {
    /// A program. A name given twice keeps its first index, so a host may pass the names of several lists one after
    /// another and resolve a [`NameId`] by its position.
    pub fn new(scripts: Vec<ScriptSource>, names: Vec<Arc<str>>) -> Program {
        let mut by_name = BTreeMap::new();
        for (index, name) in names.iter().enumerate() {
            let id = NameId(u32::try_from(index).expect("fewer names than 2^32"));
            by_name.entry(name.clone()).or_insert(id);
        }
        Program { scripts, names, by_name }
    }

    /// The scripts, in the order of their `ScriptId`s.
    pub fn scripts(&self) -> &[ScriptSource] {
        &self.scripts
    }

    /// The names, in the order of their [`NameId`]s.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// The index of a name.
    pub fn name_id(&self, text: &str) -> Option<NameId> {
        self.by_name.get(text).copied()
    }

    /// The index of the script of that name.
    pub(super) fn script_named(&self, name: &str) -> Option<usize> {
        self.scripts.iter().position(|script| &*script.name == name)
    }
}
