//! What an engine is built from: the scripts of a pack chain and the names the rules declare. Immutable and shared, so
//! that every worker builds its own engine from the same program.

use super::api::ApiRow;
use super::purity::{PureScript, pure_script};
use super::weight::StepWeight;
use super::{Arg, NameId, ScriptSource};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The answers known, by the function of the play and the name that it is asked by.
pub type Constants = BTreeMap<&'static str, BTreeMap<Arc<str>, Arg>>;

/// The scripts, in the order of their `ScriptId`s, and every name of the rules.
#[derive(Clone, Debug, Default)]
pub struct Program {
    scripts: Vec<ScriptSource>,
    names: Vec<Arc<str>>,
    by_name: OnceLock<BTreeMap<Arc<str>, NameId>>,
    constants: Constants,
    by_script: BTreeMap<Arc<str>, usize>,
    pure: Vec<OnceLock<Option<PureScript>>>,
    questions: Option<Questions>,
    called: Vec<&'static ApiRow>,
    weight: OnceLock<StepWeight>,
}

/// The questions that the rules declare, as far as scripts name them.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Their names, that of orders among them.
    pub names: Vec<Arc<str>>,
    /// What a controller may read of some of them.
    pub fields: Vec<Arc<str>>,
    /// The words that may be chosen, of those whose answers are words.
    pub words: BTreeMap<Arc<str>, Vec<Arc<str>>>,
}

impl Questions {
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| **known == *name)
    }

    pub(super) fn words(&self, name: &str) -> Option<&[Arc<str>]> {
        self.words.get(name).map(Vec::as_slice)
    }

    pub(super) fn tells(&self, field: &str) -> bool {
        self.fields.iter().any(|known| **known == *field)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| &**field)
    }
}

impl Program {
    /// The same, with what its scripts can call.
    #[must_use]
    pub fn calling(self, called: Vec<&'static ApiRow>) -> Program {
        Program { called, ..self }
    }

    /// What its scripts can call, as far as that is known.
    pub(super) fn called(&self) -> &[&'static ApiRow] {
        &self.called
    }

    /// A program. A name given twice keeps its first index, so a host may pass the names of several lists one after
    /// another and resolve a [`NameId`] by its position.
    pub fn new(scripts: Vec<ScriptSource>, names: Vec<Arc<str>>) -> Program {
        let by_name = OnceLock::new();
        let pure = scripts.iter().map(|_| OnceLock::new()).collect();
        let by_script = scripts.iter().enumerate().map(|(index, script)| (script.name.clone(), index)).collect();
        Program {
            scripts,
            names,
            by_name,
            by_script,
            pure,
            constants: Constants::default(),
            questions: None,
            called: Vec::new(),
            weight: OnceLock::new(),
        }
    }

    /// This program, with questions that have one answer under these rules.
    #[must_use]
    pub fn knowing(self, constants: Constants) -> Program {
        Program { constants, ..self }
    }

    /// This program, with the questions that may be asked.
    #[must_use]
    pub fn asking(self, questions: Questions) -> Program {
        Program { questions: Some(questions), ..self }
    }

    /// The questions that may be asked, if they are known.
    pub(super) fn questions(&self) -> Option<&Questions> {
        self.questions.as_ref()
    }

    /// The answer to a function of the play asked by that name, if there is but one.
    pub(super) fn constant(&self, function: &str, name: &str) -> Option<&Arg> {
        self.constants.get(function)?.get(name)
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
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name = BTreeMap::new();
            for (index, name) in self.names.iter().enumerate() {
                by_name.entry(name.clone()).or_insert(NameId(index as u32));
            }
            by_name
        });
        by_name.get(text).copied()
    }

    /// How much its scripts may do between two steps.
    pub(super) fn weight(&self) -> StepWeight {
        *self.weight.get_or_init(|| StepWeight::of(&self.scripts, &self.names))
    }

    /// The index of the script of that name.
    pub(super) fn script_named(&self, name: &str) -> Option<usize> {
        self.by_script.get(name).copied()
    }

    /// The scripts that may not be loaded once: their text does not show that they, and every library they take, keep nothing.
    pub fn loaded_anew(&self) -> impl Iterator<Item = &ScriptSource> {
        (0..self.scripts.len()).filter(|script| self.pure(*script).is_none()).map(|script| &self.scripts[script])
    }

    /// The text of a script that may be loaded once because it, and every library it takes, keeps nothing.
    pub(super) fn pure(&self, script: usize) -> Option<&str> {
        self.found_pure(script, &mut Vec::new()).map(|pure| &*pure.text)
    }

    /// Found out when it is first asked. Libraries that take one another in a circle, as those `above` do, are never sure.
    fn found_pure(&self, script: usize, above: &mut Vec<usize>) -> Option<&PureScript> {
        let place = self.pure.get(script).filter(|_| !above.contains(&script))?;
        if place.get().is_none() {
            above.push(script);
            let is_sure = |name: &String, above: &mut Vec<usize>| {
                self.script_named(name).is_some_and(|script| self.found_pure(script, above).is_some())
            };
            let own = pure_script(&self.scripts[script].text);
            let sure = own.filter(|own| own.libraries.iter().all(|name| is_sure(name, above)));
            above.pop();
            let _ = place.set(sure);
        }
        place.get()?.as_ref()
    }
}
