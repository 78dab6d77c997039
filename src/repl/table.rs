//! Everything that a line can change, as one value: keep the one before, and it is undone.

use super::line_made::LineMade;
use super::pending::{HumanReply, Pending};
use super::played::PlayedGame;
use super::table_dice::{RuledDice, TableDice};
use crate::diag::Diagnostics;
use crate::dice::{Seeded, SeededState};
use crate::play::{Kit, Play, PlayError, Progress, Rules};
use crate::query::{Directory, ParsedQuery};
use crate::rulebook::{Choices, Rulebook, Scenario};
use crate::script::Engine;
use crate::state::{State, View};
use crate::story::{Story, StoryForm};
use crate::value::{FigureId, ScenarioId, SideId};
use std::rc::Rc;
use std::sync::Arc;

/// The rules in force and the fight by them.
#[derive(Clone)]
pub(super) struct SessionState {
    /// The pack that was opened.
    pub pack: Arc<str>,
    /// Its scenario.
    pub scenario: Option<ScenarioId>,
    /// Options chosen at the prompt.
    pub choices: Choices,
    /// Declarations typed at the prompt.
    pub typed: Vec<Arc<str>>,
    /// The rulebook and its scripts.
    pub kit: Kit,
    /// The rules on the map of the scenario.
    pub rules: Arc<Rules>,
    /// The Luau state, made when it is first needed.
    pub engine: Option<Rc<Engine<Play>>>,
    /// The fight.
    pub state: State,
    /// Where it is in its turn.
    pub progress: Progress,
    /// Where the seeded dice stand.
    pub seeded: SeededState,
    /// Whether dice are rolled on the real table.
    pub mine: bool,
    /// Where they are not: the sides that throw their own all the same.
    pub own_dice: Vec<Arc<str>>,
    /// The last sentence, as it was typed and as it was understood.
    pub last: Option<(Arc<str>, ParsedQuery)>,
    /// Whom a person plays: names of sides and figures.
    pub personal: Vec<Arc<str>>,
    /// What was answered since `state`.
    pub replies: Vec<HumanReply>,
    /// The dice of the table thrown since `state`.
    pub thrown: Vec<u16>,
    /// How often dice were thrown since `state` when the question was put that stands.
    pub tosses: usize,
    /// What a referee has ruled of dice since `state`.
    pub ruled: Vec<RuledDice>,
    /// How the table has come to be.
    pub made: Rc<LineMade>,
    /// What was played so far.
    pub played: PlayedGame,
    /// Events that were told since `state`.
    pub told: usize,
    /// The story as it stood then: headings that nothing was told under yet.
    pub story: Story,
    /// The line that has made the table what it is.
    pub line: Arc<str>,
    /// What its start script has told.
    pub opening: Arc<str>,
    /// What a person is asked just now.
    pub pending: Option<Rc<Pending>>,
    /// Once so many events have happened since `state`, everybody is asked who decides: what if is said from there.
    pub asks_from: Option<usize>,
    /// The fight as the sentences before in the same line would leave it.
    pub ahead: Option<Rc<State>>,
}

impl SessionState {
    /// The table of a rulebook before anything has happened.
    pub(super) fn new(
        book: Arc<Rulebook>,
        pack: &str,
        scenario: Option<&str>,
        seed: u64,
    ) -> Result<SessionState, PlayError> {
        let scenario = scenario.and_then(|name| book.scenarios.iter().position(|one| *one.head.name == *name));
        let scenario = scenario.map(|at| ScenarioId(at as u16));
        let kit = crate::odds::kit(book);
        let rules = match scenario {
            Some(scenario) => kit.rules_of(scenario),
            None => kit.rules(None),
        };
        let state = match scenario {
            Some(id) => crate::state::of_scenario(&rules, &kit.book.scenarios[id.index()])?,
            None => State::default(),
        };
        Ok(SessionState {
            pack: pack.into(),
            scenario,
            choices: Choices::none(),
            typed: Vec::new(),
            kit,
            rules,
            engine: None,
            state,
            progress: Progress::default(),
            seeded: Seeded::new(seed, 0).state(),
            mine: false,
            own_dice: Vec::new(),
            last: None,
            personal: Vec::new(),
            replies: Vec::new(),
            thrown: Vec::new(),
            tosses: 0,
            ruled: Vec::new(),
            made: Rc::default(),
            played: PlayedGame::default(),
            told: 0,
            story: Story::summing_up(StoryForm::Plain),
            line: "".into(),
            opening: "".into(),
            pending: None,
            asks_from: None,
            ahead: None,
        })
    }

    /// The rules.
    pub(super) fn book(&self) -> &Arc<Rulebook> {
        &self.kit.book
    }

    /// The scenario that is played.
    pub(super) fn scenario(&self) -> Option<&Scenario> {
        self.scenario.map(|id| &self.kit.book.scenarios[id.index()])
    }

    /// The fight as it stands: at the question, if somebody is asked one; as a sentence before would leave it.
    pub(super) fn now(&self) -> &State {
        match (&self.ahead, &self.pending) {
            (Some(ahead), _) => ahead,
            (None, Some(pending)) => &pending.state,
            (None, None) => &self.state,
        }
    }

    /// The same as a side knows it, where somebody is hidden from it.
    pub(super) fn as_seen_by(&self, side: Option<SideId>) -> Option<SessionState> {
        let seen = |state: &State| state.as_seen_by(self.book(), side);
        let now = seen(self.now())?;
        let mut table = self.clone();
        table.state = seen(&self.state).unwrap_or(table.state);
        match (&mut table.ahead, &mut table.pending) {
            (Some(ahead), _) => *ahead = Rc::new(now),
            (None, Some(pending)) => Rc::make_mut(pending).state = now,
            (None, None) => {}
        }
        Some(table)
    }

    /// Dice of the table and of the seed, as it is said who throws; `given` were thrown so far.
    pub(super) fn tray(&self, given: &[u16]) -> TableDice {
        let is_by_hand = self.mine || !self.own_dice.is_empty();
        let by_hand = (!self.mine).then(|| {
            let state = self.now();
            let throws = |id: FigureId| self.own_dice.contains(&state.side(state.figure(id).side).name);
            state.figure_ids().map(throws).collect()
        });
        TableDice::new(self.seeded, is_by_hand.then_some(given)).thrown_by(by_hand).ruled(&self.ruled)
    }

    /// The fight as expressions see it.
    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.rules, self.now())
    }

    /// Everyone who may be named: those in the fight, then the sheets.
    pub(super) fn cast(&self) -> Directory {
        Directory::in_fight(&self.rules, self.now())
    }

    /// A figure in the fight by its name, whatever its case.
    pub(super) fn figure(&self, name: &str) -> Option<FigureId> {
        let name = name.trim().trim_matches('"').to_lowercase();
        self.now().figure_ids().find(|id| self.now().figure(*id).name.to_lowercase() == name)
    }

    /// The Luau state.
    pub(super) fn engine(&mut self) -> Result<Rc<Engine<Play>>, Diagnostics> {
        if let Some(engine) = &self.engine {
            return Ok(engine.clone());
        }
        let engine = self.kit.engine().map_err(|error| vec![Box::new(error) as crate::diag::Diagnostic])?;
        self.engine = Some(engine.clone());
        Ok(engine)
    }
}
