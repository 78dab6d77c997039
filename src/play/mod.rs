//! One game in motion: an order goes in, events come out.
//!
//! A [`Play`] holds the [`store`](store::Store) (rules, state, log) and what each part remembers. The parts borrow it while they
//! work: the turn, orders, decisions, moments, the lines of rules, and what scripts call.

mod decision;
mod error;
mod host;
mod kit;
mod lines;
mod luck;
mod malformed;
mod moment;
mod order;
mod perform;
mod precision;
mod roll;
mod rules;
mod store;
mod things;
mod turn;
mod write;

pub use decision::{Choice, Controller, Decision, DecisionRequest, Offer};
pub use error::{NoWay, PlayError, Trouble};
pub use host::{ScriptNames, script_rows};
pub use kit::Kit;
pub(crate) use luck::{LUCK_UNIT, RollLuck, RollOf};
pub(crate) use malformed::overstated;
pub use order::{Order, Refused};
pub(crate) use order::{forbidden, set_for_check, unruly, untimely};
pub use precision::{Look, Precision};
pub use rules::{Foresight, Rules};
pub(crate) use turn::orders_of;
pub use turn::{Progress, TurnDriver};

use crate::dice::{Cancel, Chance};
use crate::eval::{FramePool, Memo};
use crate::event::{Change, Log};
use crate::rulebook::{Aspects, Scenario};
use crate::script::Engine;
use crate::state::{Happened, State, View, of_scenario};
use crate::value::{ActionId, CheckId, DeedId, FactId, FigureId, PhaseId, ScenarioId, Value};
use decision::{Deciding, Decisions};
use lines::Lines;
use moment::Moments;
use order::{Carried, Orders};
use perform::{Nesting, Scripts};
use roll::Rolls;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;
use store::Store;
use turn::Course;

/// How deep reactions, orders and scripts may lead to each other.
pub const MOST_NESTED: usize = 24;

/// How many members the lists of `for each` may have, all together, in one order or script of a phase.
pub const MOST_PASSES: u32 = 10_000;
/// Steps that the scripts of one game may take, all their calls together, if nobody says otherwise. One call may take 4
/// million; the games of the shipped packs take a hundredth of this.
pub const MOST_STEPS: u64 = 1_000_000_000;
/// What a scenario does before its first turn, as a cause.
const SCENARIO_START: &str = "the start of the scenario";

/// A game in motion. Scripts hold it while they run; it is only empty in between.
#[derive(Default)]
pub struct Play(Option<Box<Game>>);

/// What a [`Play`] holds: for each of its parts what that remembers.
pub struct Game {
    store: Store,
    frames: FramePool,
    scenario: Option<ScenarioId>,
    course: Course,
    carried: Carried,
    /// The check of the order that is performed, as long as it has not been rolled and something is assumed of it.
    awaited: Option<CheckId>,
    deciding: Deciding,
    dice: Rolls,
    scripts: Scripts,
    nesting: Nesting,
    /// How many moments are around what is done now.
    moments: usize,
    /// How many events of the log only say what was set back for a new turn, round or phase.
    resets: usize,
    /// Whether the one who moves has been stopped on this step, and why.
    halted: Option<Option<Arc<str>>>,
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
            store: Store::new(rules, state),
            frames: FramePool::default(),
            scenario: None,
            course: Course::default(),
            carried: Carried::default(),
            awaited: None,
            deciding: Deciding::default(),
            dice: Rolls::new(chance),
            scripts: Scripts::new(engine),
            nesting: Nesting::default(),
            moments: 0,
            resets: 0,
            halted: None,
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
        Ok(Play::resume(rules, state, scenario, engine, chance))
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

    /// Rules and map.
    pub fn rules(&self) -> &Arc<Rules> {
        self.store.rules()
    }

    /// The state. It changes by [`Play::emit`].
    pub fn state(&self) -> &State {
        self.store.state()
    }

    /// What happened, if anybody wants to know.
    pub fn log(&self) -> Option<&Log> {
        self.store.log()
    }

    /// Keeps what happens from now on, behind what this log has already.
    pub fn keep_log(&mut self, log: Log) {
        self.store.replace_log(Some(log));
    }

    /// What happened; from now on nobody wants to know.
    pub fn take_log(&mut self) -> Option<Log> {
        self.store.replace_log(None)
    }

    /// Where dice come from.
    pub fn chance(&self) -> &dyn Chance {
        self.dice.chance()
    }

    /// From now on an order of a script that is none by its form ends the game.
    pub fn end_at_malformed_orders(&mut self) {
        self.deciding.be_strict();
    }

    /// Orders that were refused so far, and why.
    pub fn refused(&self) -> &[Refused] {
        self.deciding.refused()
    }

    /// The figure whose script has failed while it decided, if one has.
    pub(crate) fn failed_to_decide(&self) -> Option<FigureId> {
        self.deciding.failed()
    }

    /// Has somebody asked before the scripts are: a person, a recording.
    pub fn ask_first(&mut self, controller: Box<dyn Controller>) {
        self.deciding.ask_first(controller);
    }

    /// The Luau state its scripts run in, for the next game of the same rules.
    pub fn engine(&self) -> Rc<Engine<Play>> {
        self.scripts.engine()
    }

    /// The scenario that is played, if one is.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.scenario.map(|id| &self.rules().book.scenarios[id.index()])
    }

    /// The id of the scenario that is played, if one is.
    pub(crate) fn scenario_id(&self) -> Option<ScenarioId> {
        self.scenario
    }

    /// The turn, to be played on.
    pub fn turn(&mut self) -> TurnDriver<'_> {
        TurnDriver { play: self }
    }

    /// Plays until the game ends or its limit of turns is reached.
    ///
    /// # Errors
    /// When a rule or script fails; everything before that is in the log and in the state.
    pub fn run(&mut self, limit: u32) -> Result<(), PlayError> {
        self.run_unless(limit, &Cancel::default())
    }

    /// Plays until it ends, is cancelled, or this many turns are over; turns are counted as progress.
    ///
    /// # Errors
    /// When a rule or script fails, or it was cancelled; everything before that is in the log and in the state.
    pub fn run_unless(&mut self, limit: u32, cancel: &Cancel) -> Result<(), PlayError> {
        self.turn().run(limit, cancel)
    }

    /// Performs all orders at one moment. Rolls and words come in the order of the orders; what each changes is seen by
    /// the others only at the end, where changes of one track add up.
    ///
    /// # Errors
    /// When a rule or script fails; the state is then that before the moment.
    pub fn perform_together(&mut self, orders: &[Arc<Order>]) -> Result<(), PlayError> {
        self.moments().perform_together(orders)
    }

    /// Does a deed by itself, as nobody's order: with these facts, by whom they name.
    ///
    /// # Errors
    /// When a line or script fails.
    pub fn perform_deed(
        &mut self,
        deed: DeedId,
        given: Vec<Value>,
        facts: &[(FactId, Value)],
    ) -> Result<Value, PlayError> {
        self.lines().perform_deed(deed, given, facts)
    }

    /// Asks a figure that is in play for an order among those of these actions that no condition of it forbids, or of
    /// the phase if none is named; none is a pass.
    fn order_among(&mut self, figure: FigureId, actions: &[ActionId]) -> Result<Option<Arc<Order>>, PlayError> {
        let mut actions = if actions.is_empty() { self.actions_of_phase() } else { actions.to_vec() };
        actions.retain(|action| self.forbidden(figure, *action).is_none());
        if actions.is_empty() || self.state().figure(figure).removed {
            return Ok(None);
        }
        self.decisions().ask_order(figure, &actions)
    }

    /// The actions of the phase; outside of any all that some phase asks for.
    fn actions_of_phase(&self) -> Vec<ActionId> {
        let book = &self.rules().book;
        if let Some(phase) = self.state().phase {
            return book.turn.phases[phase.index()].actions.clone();
        }
        let ids = (0..book.actions.len()).map(|at| ActionId(at as u16));
        ids.filter(|id| !book.actions[id.index()].phases.is_empty()).collect()
    }

    fn orders(&mut self) -> Orders<'_> {
        Orders { play: self }
    }

    fn decisions(&mut self) -> Decisions<'_> {
        Decisions { play: self }
    }

    fn moments(&mut self) -> Moments<'_> {
        Moments { play: self }
    }

    fn lines(&mut self) -> Lines<'_> {
        Lines { play: self }
    }

    /// Where it is in its turn, to go on from there in another play of the same state.
    pub fn progress(&self) -> Progress {
        self.course.progress()
    }

    /// Goes on from where another play of this state stood.
    pub fn go_on_from(&mut self, progress: Progress) {
        self.course.go_on_from(progress);
    }

    /// The state as expressions see it.
    pub fn view(&self) -> View<'_> {
        self.store.view()
    }

    /// Makes something so, and remembers that it happened.
    pub fn emit(&mut self, change: Change) -> Result<(), PlayError> {
        // What follows from these is done when all of it has been.
        if self.store.is_told()
            && let Some(ruled) = self.dice.take_ruled()
        {
            self.store.write(ruled)?;
        }
        let waits = matches!(change, Change::ConditionGained { .. } | Change::Removed { .. });
        let changed: Aspects = self.store.write(change)?;
        if waits || !self.has_ties_on(changed) { Ok(()) } else { self.plainly(|play| play.end_ties(changed)) }
    }

    /// Makes something so that is no part of the game: how things are, as a referee or a test says.
    pub(crate) fn arrange(&mut self, change: &Change) {
        self.store.arrange(change);
    }

    /// Sets up more of the state: somebody joins.
    pub(crate) fn set_up<T>(&mut self, more: impl FnOnce(&mut State) -> T) -> T {
        self.store.set_up(more)
    }

    /// Puts the game into another phase, or into none, without beginning it; the phase in which it was.
    pub(crate) fn put_into_phase(&mut self, phase: Option<PhaseId>) -> Option<PhaseId> {
        self.store.put_into_phase(phase)
    }

    /// Goes on from another state; the one before.
    pub(crate) fn swap_state(&mut self, state: State) -> State {
        self.store.swap_state(state)
    }

    /// Lets throws of a check that scripts do not tell apart be one way: for a source of chance that follows every way.
    /// What was found must be computed again when the precision has grown since.
    pub fn look_with(&mut self, looks: &Rc<RefCell<Precision>>) {
        self.dice.look_with(looks.clone());
    }

    /// Whether rules or scripts have asked for the number of the turn.
    pub fn has_asked_turn(&self) -> bool {
        self.store.state().is_turn_asked()
    }

    /// The number of the turn, for rules and scripts: that it was asked for is noted.
    pub(crate) fn asked_turn(&self) -> u32 {
        self.store.state().turn()
    }

    /// Takes over what another play found out about the state in which both began, by the same rules.
    pub(crate) fn recall(&mut self, memo: Memo) {
        self.store.recall(memo);
    }

    /// What it found out about the state in which it began.
    pub(crate) fn memo_of_the_beginning(&mut self) -> Memo {
        self.store.memo_of_the_beginning()
    }

    /// Counts what happens from now on.
    pub fn count_what_happens(&mut self) {
        self.store.count();
    }

    /// What was counted.
    pub fn happened(&self) -> Option<&Happened> {
        self.store.happened()
    }

    /// Whether anybody will read what happens: if not, texts need not be made.
    pub fn is_told(&self) -> bool {
        self.store.is_told()
    }

    /// Whether a change that leaves the state as it is goes anywhere: into the log, or to the end of a moment.
    fn is_heard(&self) -> bool {
        self.store.is_told() || self.store.is_holding_back()
    }
}
