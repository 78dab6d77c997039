//! One game in motion: an order goes in, events come out; the only writer of game state.

mod ask;
mod carried;
mod drive;
mod error;
mod host;
mod kit;
mod later;
mod legal;
mod lines;
mod order;
mod own_check;
mod perform;
mod phase;
mod precision;
mod queue;
mod roll;
mod simultaneous;
mod things;
mod write;

pub use ask::{Choice, Controller, Decision, DecisionRequest, Offer};
pub use error::{NoWay, PlayError, Trouble};
pub use host::ScriptNames;
pub use kit::{Foresight, Kit};
pub(crate) use legal::{forbidden, unruly, untimely};
pub use order::{Order, Refused};
pub(crate) use own_check::set_for_check;
pub use precision::{Look, Precision};

use crate::dice::{Chance, DiceError};
use crate::eval::{FramePool, Memo};
use crate::event::{Cause, Change, Event, Log};
use crate::explain::RequirementBuffers;
use crate::rulebook::{Rulebook, Scenario, Turn, TurnPart};
use crate::script::Engine;
use crate::state::{Happened, Ruleset, State, VersionedState, View, of_scenario, touched};
use crate::turn;
use crate::value::{FigureId, MapId, ScenarioId};
use carried::Carried;
use lines::Reason;
use phase::Declarations;
use queue::PhaseQueue;
use simultaneous::Late;
use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;

/// How deep reactions, orders and scripts may lead to each other.
pub const MOST_NESTED: usize = 24;

/// How many members the lists of `for each` may have, all together, in one order or script of a phase.
pub const MOST_PASSES: u32 = 10_000;

/// What a play does not change: what its state is read by, and what its scripts and its turn need besides.
#[derive(Clone, Debug)]
pub struct Rules {
    set: Ruleset,
    /// What the words of scripts mean.
    pub names: Arc<ScriptNames>,
    /// The phases of a turn, in order.
    pub plan: Vec<turn::TurnSegment>,
    foresight: Foresight,
}

impl Rules {
    /// The rules of a rulebook on one of its maps, or on none.
    pub fn new(book: Arc<Rulebook>, names: Arc<ScriptNames>, foresight: Foresight, map: Option<MapId>) -> Rules {
        Rules { names, foresight, plan: plan_of(&book.turn), set: Ruleset::new(book, map) }
    }

    /// The same with a rulebook in which nothing was declared anew or taken out, only left without effect.
    pub fn with_book(&self, book: Arc<Rulebook>) -> Rules {
        Rules { set: Ruleset { book, ..self.set.clone() }, ..self.clone() }
    }
}

impl Deref for Rules {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        &self.set
    }
}

fn plan_of(turn: &Turn) -> Vec<turn::TurnSegment> {
    let stretch = |stretch: &TurnPart| match stretch {
        TurnPart::Phase(phase) => turn::TurnSegment { phases: vec![*phase], each_side: false },
        TurnPart::EachSide(phases) => turn::TurnSegment { phases: phases.clone(), each_side: true },
    };
    turn.plan.iter().map(stretch).collect()
}

/// Where a play is between two phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Progress {
    /// Whether the scenario's start script has run.
    pub begun: bool,
    /// The place in the turn.
    pub course: turn::TurnCursor,
}

/// A game in motion. Scripts hold it while they run; it is only empty in between.
#[derive(Default)]
pub struct Play(Option<Box<Game>>);

/// What a [`Play`] holds.
pub struct Game {
    /// Rules and map.
    pub rules: Arc<Rules>,
    /// The state.
    pub state: VersionedState,
    memo: RefCell<Memo>,
    frames: FramePool,
    stated: RefCell<host::FactCache>,
    /// What happened, if anybody wants to know.
    pub log: Option<Log>,
    /// Where dice come from.
    pub chance: Box<dyn Chance>,
    /// Who decides before the scripts do: a person, a recording.
    pub controller: Option<Box<dyn Controller>>,
    /// Orders that were refused so far, and why.
    pub refused: Vec<Refused>,
    engine: Rc<Engine<Play>>,
    scenario: Option<ScenarioId>,
    begun: bool,
    course: turn::TurnCursor,
    queue: Option<PhaseQueue>,
    declarations: Declarations,
    carried: Carried,
    held_back: Option<simultaneous::Deferred>,
    /// How many moments are around what is done now.
    moments: usize,
    halted: Option<Option<Arc<str>>>,
    cause: Option<Cause>,
    reason: Reason,
    depth: usize,
    /// How many members of lists lines have gone through since the outermost of them began.
    passes: u32,
    reckoner: RefCell<RequirementBuffers>,
    deciding: Option<FigureId>,
    thrown: Vec<u16>,
    stopped: Cell<Option<DiceError>>,
    /// What happened, if anybody counts it.
    happened: Option<Happened>,
    /// How closely scripts look at checks, if every way of the dice is followed.
    looks: Option<Rc<RefCell<Precision>>>,
}

impl Deref for Play {
    type Target = Game;

    fn deref(&self) -> &Game {
        self.0.as_ref().expect("a play is empty only while a script holds it")
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Game {
        self.0.as_mut().expect("a play is empty only while a script holds it")
    }
}

impl Play {
    /// A play of a state that has been set up.
    pub fn new(rules: Arc<Rules>, state: State, engine: Rc<Engine<Play>>, chance: Box<dyn Chance>) -> Play {
        Play(Some(Box::new(Game {
            rules,
            state: VersionedState::new(state),
            memo: RefCell::default(),
            frames: FramePool::default(),
            stated: RefCell::default(),
            log: None,
            chance,
            controller: None,
            refused: Vec::new(),
            engine,
            scenario: None,
            begun: false,
            course: turn::TurnCursor::default(),
            queue: None,
            declarations: Declarations::default(),
            carried: Carried::default(),
            held_back: None,
            moments: 0,
            halted: None,
            cause: None,
            reason: Reason::default(),
            depth: 0,
            passes: 0,
            reckoner: RefCell::default(),
            deciding: None,
            thrown: Vec::new(),
            stopped: Cell::new(None),
            happened: None,
            looks: None,
        })))
    }

    /// A scenario before its first turn.
    ///
    /// # Errors
    /// When a figure's tracks cannot be started.
    pub fn of_scenario(
        rules: Arc<Rules>,
        scenario: ScenarioId,
        engine: Rc<Engine<Play>>,
        chance: Box<dyn Chance>,
    ) -> Result<Play, PlayError> {
        let state = of_scenario(&rules, &rules.book.scenarios[scenario.index()])?;
        let mut play = Play::new(rules, state, engine, chance);
        play.scenario = Some(scenario);
        Ok(play)
    }

    /// A scenario that goes on from a state: a save, or a state set up once for many games.
    pub fn resume(
        rules: Arc<Rules>,
        state: State,
        scenario: ScenarioId,
        engine: Rc<Engine<Play>>,
        chance: Box<dyn Chance>,
    ) -> Play {
        let mut play = Play::new(rules, state, engine, chance);
        play.scenario = Some(scenario);
        play
    }

    /// Where it is in its turn, to go on from there in another play of the same state.
    pub fn progress(&self) -> Progress {
        Progress { begun: self.begun, course: self.course }
    }

    /// Goes on from where another play of this state stood.
    pub fn go_on_from(&mut self, progress: Progress) {
        (self.begun, self.course) = (progress.begun, progress.course);
    }

    /// The Luau state its scripts run in, for the next game of the same rules.
    pub fn engine(&self) -> Rc<Engine<Play>> {
        self.engine.clone()
    }

    /// The scenario that is played, if one is.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.scenario.map(|id| &self.rules.book.scenarios[id.index()])
    }

    /// The state as expressions see it.
    pub fn view(&self) -> View<'_> {
        View::remembering(&self.rules, &self.state, &self.memo).counting(self.happened.as_ref())
    }

    /// Makes something so, and remembers that it happened.
    pub fn emit(&mut self, change: Change) -> Result<(), PlayError> {
        let changed = touched(&change);
        // What follows from these is done when all of it has been.
        let waits = matches!(change, Change::ConditionGained { .. } | Change::Removed { .. });
        let game = &mut **self;
        game.state.apply(&game.rules, &change);
        if let (Some(happened), Change::Told { name, .. }) = (&mut game.happened, &change) {
            happened.tell(name);
        }
        if let Some(held_back) = &mut game.held_back {
            held_back.push(Late { change, cause: game.cause.clone(), reason: game.reason.clone() });
        } else if let Some(log) = &mut game.log {
            let text = game.reason.label.clone().filter(|_| !change.says_why());
            let event = Event::new(game.state.turn, game.state.phase, change).because(game.cause.clone());
            log.push(Event { text, ..event.citing(&game.reason.cites) })?;
        }
        if waits || !self.has_ties_on(changed) { Ok(()) } else { self.plainly(|play| play.end_ties(changed)) }
    }

    /// Lets throws of a check that scripts do not tell apart be one way: for a source of chance that follows every way.
    /// What was found is to be found again when the looks have come closer.
    pub fn look_with(&mut self, looks: &Rc<RefCell<Precision>>) {
        self.looks = Some(looks.clone());
    }

    /// Whether rules or scripts have asked for the number of the turn.
    pub fn has_asked_turn(&self) -> bool {
        self.state.is_turn_asked()
    }

    /// Notes that somebody has asked for the number of the turn in a play that was tried for this one.
    pub(crate) fn note_turn(&self) {
        self.state.turn();
    }

    /// Takes over what another play found out about the state in which both began, by the same rules.
    pub(crate) fn recall(&mut self, memo: Memo) {
        self.memo = RefCell::new(memo);
    }

    /// What it found out about the state in which it began.
    pub(crate) fn memo_of_the_beginning(&mut self) -> Memo {
        self.memo.take().of_the_beginning()
    }

    /// Counts what happens from now on.
    pub fn count_what_happens(&mut self) {
        self.happened = Some(Happened::default());
    }

    /// What was counted.
    pub fn happened(&self) -> Option<&Happened> {
        self.happened.as_ref()
    }

    /// Whether anybody will read what happens: if not, texts need not be made.
    pub fn is_told(&self) -> bool {
        self.log.is_some()
    }

    /// Whether a change that leaves the state as it is goes anywhere: into the log, or to the end of a moment.
    fn is_heard(&self) -> bool {
        self.is_told() || self.held_back.is_some()
    }
}
