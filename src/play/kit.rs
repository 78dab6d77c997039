//! What is made of a rulebook once so that many games can be played by it.

use super::{Foresight, Play, PlayError, Rules, ScriptNames, script_rows};
use crate::dice::{Cancel, Chance};
use crate::rulebook::{ORDER_QUESTION, Offers, Rulebook};
use crate::script::{Engine, Program, Questions, ScriptError, ScriptSource};
use crate::value::{MapId, ScenarioId};
use std::rc::Rc;
use std::sync::Arc;

/// A rulebook with the program of its scripts. Shared freely; every worker makes an engine of its own from it.
#[derive(Clone, Debug)]
pub struct Kit {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// Its scripts and names.
    pub program: Arc<Program>,
    names: Arc<ScriptNames>,
    foresight: Foresight,
    /// With what its scripts are stopped from outside.
    pub cancel: Cancel,
}

impl Kit {
    /// The kit of a rulebook; what its scripts foresee comes from `foresight`.
    pub fn new(book: Arc<Rulebook>, foresight: Foresight) -> Kit {
        let source = |script: &crate::rulebook::Script| {
            let source = book.sources.get(script.source);
            ScriptSource { name: script.name.clone(), path: source.name.clone(), text: source.text.clone() }
        };
        let names = Arc::new(ScriptNames::new(&book));
        let program = Program::new(book.scripts.iter().map(source).collect(), names.texts().to_vec());
        let program = program.knowing(Rules::new(book.clone(), names.clone(), foresight, None).constants());
        let program = program.asking(questions(&book)).calling(script_rows().collect());
        Kit { book, program: Arc::new(program), names, foresight, cancel: Cancel::default() }
    }

    /// The same with a rulebook in which nothing was declared anew or taken out, only decided otherwise.
    pub(crate) fn with_book(&self, book: Arc<Rulebook>) -> Kit {
        Kit { book, ..self.clone() }
    }

    /// A Luau state for its scripts.
    ///
    /// # Errors
    /// When no Luau state can be made.
    pub fn engine(&self) -> Result<Rc<Engine<Play>>, ScriptError> {
        Engine::new(self.program.clone(), self.cancel.clone()).map(Rc::new)
    }

    /// The rules on a map, or on none.
    pub fn rules(&self, map: Option<MapId>) -> Arc<Rules> {
        Arc::new(Rules::new(self.book.clone(), self.names.clone(), self.foresight, map))
    }

    /// The rules on the map of a scenario.
    pub fn rules_of(&self, scenario: ScenarioId) -> Arc<Rules> {
        self.rules(self.book.scenarios[scenario.index()].map)
    }

    /// A scenario before its first turn.
    ///
    /// # Errors
    /// When its figures cannot be set up, or no Luau state can be made.
    pub fn play(&self, scenario: ScenarioId, chance: Box<dyn Chance>) -> Result<Play, PlayError> {
        let engine = self.engine().map_err(|error| PlayError::Script(Box::new(error)))?;
        self.play_in(engine, scenario, chance)
    }

    /// A scenario before its first turn, in a Luau state that there is already.
    ///
    /// # Errors
    /// When its figures cannot be set up.
    pub fn play_in(
        &self,
        engine: Rc<Engine<Play>>,
        scenario: ScenarioId,
        chance: Box<dyn Chance>,
    ) -> Result<Play, PlayError> {
        Play::of_scenario(self.rules_of(scenario), scenario, engine, chance)
    }
}

/// The questions of a rulebook, as far as scripts name them.
fn questions(book: &Rulebook) -> Questions {
    let heads = book.questions.iter().map(|question| question.head.name.clone());
    let names = [ORDER_QUESTION.into()].into_iter().chain(heads).collect();
    let told = book.questions.iter().flat_map(|question| &question.gives).map(|gift| gift.head.name.clone());
    let fields = ["name".into(), "choices".into()].into_iter().chain(told).collect();
    let in_words = book.questions.iter().filter(|question| matches!(question.choices, Offers::Named { .. }));
    let words = in_words.map(|question| {
        let words = book.words_of(question).map(|word| word.name.clone());
        (question.head.name.clone(), words.collect())
    });
    Questions { names, fields, words: words.collect() }
}
