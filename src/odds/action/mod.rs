//! The odds of a whole action: its script is performed under everything that chance can do, and what is different
//! afterwards is counted. Beyond the budget it is sampled, and the answer says so.

#![warn(missing_docs)]

mod became;
mod bounds;
mod delta;
pub(super) mod foresee;
mod inquiry;
mod part;
mod trials;
mod words;

use super::ways::{self, EveryWay};
use crate::dice::{Chance, Count, Exhaustive, Mean, Odds, Seeded, Shares, Weight};
use crate::eval::{EvalReport, Fault, Frame, Memo};
use crate::event::Holder;
use crate::explain::ExplainError;
use crate::play::{Order, Play, PlayError, Precision, Rules};
use crate::script::Engine;
use crate::state::{Happened, State, View};
use crate::value::{FactId, FigureId, Number, Value, ValueId};
pub use became::{Became, FarEnd};
pub use bounds::{BUDGET, Bounds, SAMPLES};
use delta::StateDiff;
pub use inquiry::{Inquiry, InquiryOdds};
pub use part::StatePart;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
pub use trials::{Measured, OrderContext, Tried};
use words::StateWords;

/// Trials that tell how often an order is done in its phase, at most.
const REPEAT_TRIALS: u64 = 12;
/// Trials without one that is longer, after which no longer one is looked for.
const ALIKE_TRIALS: u64 = 3;
/// Ways that are followed to find out whether anything looks at a fact.
const LOOKED_THROUGH: u64 = 5_000;
/// The form of the answer.
const SCHEMA: &str = "fray.whole/1";

/// What can come of an action.
#[derive(Clone, Debug, serde::Serialize)]
pub struct ActionOdds {
    /// `fray.whole/1`
    pub schema: &'static str,
    /// What was asked, in that order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<InquiryOdds>,
    /// Outcomes that the pack declares and that can come or go, in order of name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<PartOdds>,
    /// What can be different afterwards, in order of name.
    pub changes: Vec<PartOdds>,
    /// Events that the scripts may tell, in order of name.
    pub events: Vec<EventOdds>,
    /// How often the order can be done in its phase, of which this is the first time; none if only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_of: Option<Repeats>,
    /// Ways that were followed, or games that were sampled.
    pub runs: u64,
    /// Whether it was sampled, because there are too many ways.
    pub sampled: bool,
    /// In 95 of 100 cases no share is further from the truth than this; 0 if all ways were followed.
    pub error: f64,
    /// Of what was stopped: how much of all that can happen was followed. Nothing is less likely than it is said to be,
    /// and what stays as it was is at most so likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followed: Option<Odds>,
    /// Whether rules or scripts asked for the number of the turn.
    #[serde(skip)]
    pub asks_turn: bool,
}

/// An order that is done more than once in its phase.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Repeats {
    /// How often, if nobody else acts.
    pub times: usize,
    /// The title of the phase in which the others come.
    pub phase: Arc<str>,
}

/// One thing that can be different.
#[derive(Clone, Debug, serde::Serialize)]
pub struct PartOdds {
    /// What: `Ann: wounds`.
    pub name: String,
    /// What it is, for this crate.
    #[serde(skip)]
    pub subject: StatePart,
    /// What it is before.
    pub was: PartValue,
    /// How likely it stays as it was.
    pub stays: Odds,
    /// What it can become, and how likely.
    pub becomes: Vec<(PartValue, Odds)>,
}

/// An event of the pack's own, told by a script.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct EventOdds {
    /// Its name.
    pub name: Arc<str>,
    /// How likely it happens, once or more often.
    pub odds: Odds,
}

/// What something has become.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(untagged)]
pub enum PartValue {
    /// A number.
    Number(Number),
    /// Something in words.
    Word(String),
}

impl std::fmt::Display for PartValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PartValue::Number(number) => write!(f, "{number}"),
            PartValue::Word(word) => f.write_str(word),
        }
    }
}

impl ActionOdds {
    /// Whether the same comes of it as of another, where these parts may have been otherwise before.
    pub fn is_alike(&self, other: &ActionOdds, is_otherwise: &dyn Fn(&StatePart) -> bool) -> bool {
        let is_same =
            |part: &PartOdds, others: &ActionOdds| match others.changes.iter().find(|one| one.name == part.name) {
                Some(one) if one.was == part.was => one.becomes == part.becomes,
                _ => is_otherwise(&part.subject),
            };
        let all_same = |one: &ActionOdds, other: &ActionOdds| one.changes.iter().all(|part| is_same(part, other));
        self.events == other.events && all_same(self, other) && all_same(other, self)
    }

    /// What was done for the answer, in a sentence.
    pub fn note(&self) -> String {
        let first = self.first_of.as_ref().map_or(String::new(), |Repeats { times, phase }| {
            format!("\nthe first of up to {times} times that this is done: the others come later in the phase {phase}")
        });
        let how = match self.sampled {
            _ if let Some(followed) = &self.followed => format!(
                "stopped: {} ways were followed, {} of all that can happen; everything is at least so likely",
                self.runs,
                followed.percent()
            ),
            true => format!(
                "sampled {} times, because the dice can fall in too many ways: within {:.1} points in 95 of 100 cases",
                self.runs,
                self.error * 100.0
            ),
            false if self.runs == 1 => "exact: nothing is left to the dice".to_string(),
            false => format!("exact: all {} ways the dice can fall that matter", self.runs),
        };
        how + &first
    }
}

impl PartOdds {
    /// How likely it changes at all.
    pub fn changes(&self) -> Odds {
        self.stays.not()
    }

    /// By how much a number changes on average; none if it is no number.
    pub fn mean(&self) -> Option<Mean> {
        let PartValue::Number(was) = &self.was else { return None };
        let moved = |sum: Mean, (becomes, odds): &(PartValue, Odds)| match becomes {
            PartValue::Number(number) => sum.with(*number, odds),
            PartValue::Word(_) => sum,
        };
        let before = Mean::zero().with(*was, &self.changes());
        Some(self.becomes.iter().fold(Mean::zero(), moved).minus(&before))
    }
}

/// The odds of everything an order can lead to from a state.
///
/// # Errors
/// When the order is refused, a rule or script fails, or it is cancelled.
pub fn whole(
    rules: &Arc<Rules>,
    engine: &Rc<Engine<Play>>,
    state: &State,
    order: &Arc<Order>,
    bounds: &Bounds,
) -> Result<ActionOdds, PlayError> {
    let context = OrderContext { rules, engine, state, order };
    let bench = Bench::of(context, bounds);
    let answer = match bench.exact() {
        Err(PlayError::Dice(why)) if why.is_too_much() => bench.sampled(),
        answer => answer,
    }?;
    let first_of = if bounds.with_repeats && !bounds.cancel.is_asked() { repeats(context) } else { None };
    Ok(ActionOdds { first_of, ..answer })
}

/// Whether anything that is done because of an order, whatever chance does, looks at a fact that it states. Yes where
/// nobody can tell. Whether the order may be given is not asked.
pub fn looks_at(context: OrderContext<'_>, fact: FactId) -> bool {
    let unset = |facts: &[(FactId, Value)]| {
        let each = facts.iter().map(|(id, value)| (*id, if *id == fact { Value::Unset } else { value.clone() }));
        each.collect()
    };
    let Order { action, actor, facts, assumed } = &**context.order;
    let order = Order { action: *action, actor: *actor, facts: unset(facts), assumed: unset(assumed) };
    let order = Arc::new(order);
    let context = OrderContext { order: &order, ..context };
    // What comes again later in its phase comes only there, and is met there soonest.
    let own = context.rules.book.actions[order.action.index()].phases.first();
    let timely = || own.filter(|_| context.state.phase.is_none()).map(|own| context.state.clone().in_phase(Some(*own)));
    timely().is_some_and(|state| meets(OrderContext { state: &state, ..context }, fact)) || meets(context, fact)
}

/// Whether an order meets a fact that is not set: to look at that is an error.
fn meets(context: OrderContext<'_>, fact: FactId) -> bool {
    let bounds = Bounds { ways: LOOKED_THROUGH, ..Bounds::default() };
    let bench = Bench { is_overruled: true, ..Bench::of(context, &bounds) };
    match bench.exact() {
        Ok(_) => false,
        Err(error) if is_unset(&error, fact) => true,
        // Something else has yet to be said: what is looked at behind that nobody knows.
        Err(error) if is_missing(&error) => true,
        // It fails for another reason: is it looked at on any way before that?
        Err(_) => bench.meets(fact).unwrap_or(true),
    }
}

/// Whether something failed because a fact is not set.
fn is_unset(error: &PlayError, fact: FactId) -> bool {
    let is_of = |report: &EvalReport| matches!(report, EvalReport::Unset { fact: Some(unset), .. } if *unset == fact);
    failed_by(error, &|fault| *fault == Fault::UnsetFact(fact), &is_of)
}

/// Whether something failed because nobody has said what a fact is.
fn is_missing(error: &PlayError) -> bool {
    let is_of = |report: &EvalReport| matches!(report, EvalReport::MissingFact { .. });
    failed_by(error, &|fault| matches!(fault, Fault::MissingFact(_)), &is_of)
}

/// Whether an expression of the rules, or one that a script asked for, failed in such a way.
fn failed_by(error: &PlayError, by_fault: &dyn Fn(&Fault) -> bool, by_report: &dyn Fn(&EvalReport) -> bool) -> bool {
    match error {
        PlayError::Eval(error) | PlayError::Reckon(ExplainError::Eval(error)) => by_fault(error.fault()),
        PlayError::Script(error) => {
            let report = error.cause().and_then(|cause| {
                let cause: &(dyn std::error::Error + Send + Sync + 'static) = &**cause;
                cause.downcast_ref::<EvalReport>()
            });
            report.is_some_and(by_report)
        }
        _ => false,
    }
}

/// How often an order is done in its phase, as far as a few trials show it; none if once.
fn repeats(context: OrderContext<'_>) -> Option<Repeats> {
    let OrderContext { rules, engine, state, order } = context;
    let own = rules.book.actions[order.action.index()].phases.first().copied();
    let phase = state.phase.or(own)?;
    let (state, mut memo) = (state.clone().in_phase(Some(phase)), Memo::default());
    let (mut times, mut alike) = (0, 0);
    for trial in 0..REPEAT_TRIALS {
        let mut play = Play::new(rules.clone(), state.clone(), engine.clone(), Box::new(Seeded::new(0, trial)));
        play.recall(std::mem::take(&mut memo));
        // What fails there is no part of the answer.
        let done = play.turn().times_done(phase, order).unwrap_or(0);
        memo = play.memo_of_the_beginning();
        alike = if done > times { 1 } else { alike + 1 };
        times = times.max(done);
        if alike == ALIKE_TRIALS {
            break;
        }
    }
    if times < 2 {
        return None;
    }
    Some(Repeats { times, phase: rules.book.turn.phases[phase.index()].head.title.clone() })
}

/// How likely each subject becomes what.
type Becoming = Shares<(StatePart, Became)>;

struct Bench<'a> {
    rules: &'a Arc<Rules>,
    engine: &'a Rc<Engine<Play>>,
    state: &'a State,
    order: &'a Arc<Order>,
    bounds: &'a Bounds,
    memo: RefCell<Memo>,
    asks_turn: Cell<bool>,
    /// Whether the order is performed without asking whether it may be.
    is_overruled: bool,
    /// The outcomes that the pack declares, as they are before.
    declared: Vec<(FigureId, ValueId, bool)>,
}

/// Goes every way of an action.
struct BenchWalker<'b, 'a> {
    bench: &'b Bench<'a>,
    looks: &'b Rc<RefCell<Precision>>,
}

impl EveryWay for BenchWalker<'_, '_> {
    type End = Vec<(StatePart, Became)>;
    /// What becomes of what, and how much of everything that is.
    type Found = (Becoming, Shares<()>);

    fn source(&self) -> Exhaustive {
        Exhaustive::new(self.bench.bounds.ways)
    }

    fn go(&mut self, source: &Rc<RefCell<Exhaustive>>) -> Result<Self::End, PlayError> {
        self.bench.bounds.cancel.check()?;
        self.bench.perform(Box::new(source.clone()), Some(self.looks))
    }

    fn count(&mut self, found: &mut Self::Found, end: Self::End, source: &Exhaustive) -> Result<(), PlayError> {
        let (tally, followed) = found;
        let weight = source.weight();
        count(tally, end, &weight);
        followed.add((), &weight);
        Ok(())
    }
}

impl<'a> Bench<'a> {
    fn of(deed: OrderContext<'a>, bounds: &'a Bounds) -> Bench<'a> {
        let OrderContext { rules, engine, state, order } = deed;
        let declared = declared(rules, state);
        let (memo, asks_turn) = (RefCell::default(), Cell::default());
        Bench { rules, engine, state, order, bounds, memo, asks_turn, is_overruled: false, declared }
    }

    fn words(&self) -> StateWords<'a> {
        StateWords { rules: self.rules, state: self.state }
    }

    fn exact(&self) -> Result<ActionOdds, PlayError> {
        let looks = Rc::new(RefCell::new(Precision::default()));
        let followed = ways::follow(&mut BenchWalker { bench: self, looks: &looks }, &looks);
        let ((tally, shares), runs) = (followed.found, followed.runs);
        match followed.stopped {
            None => Ok(self.answer(tally, runs, false)),
            Some(_) if runs > 0 && self.bounds.with_part && self.bounds.cancel.is_asked() => {
                let followed = shares.odds().next().map_or(Odds::NEVER, |((), odds)| odds);
                Ok(ActionOdds { followed: Some(followed), ..self.answer(tally, runs, false) })
            }
            Some(why) => Err(why),
        }
    }

    /// Whether any way, gone as far as it goes, fails because a fact is not set; none if there are too many.
    fn meets(&self, fact: FactId) -> Option<bool> {
        let source = Rc::new(RefCell::new(Exhaustive::new(self.bounds.ways)));
        while source.borrow_mut().advance().ok()? {
            if let Err(error) = self.perform(Box::new(source.clone()), None)
                && is_unset(&error, fact)
            {
                return Some(true);
            }
            self.memo.take();
        }
        Some(false)
    }

    fn sampled(&self) -> Result<ActionOdds, PlayError> {
        let mut all = Vec::new();
        for trial in 0..self.bounds.samples.max(1) {
            let changes = match self.bounds.cancel.check() {
                Ok(()) => self.perform(Box::new(Seeded::new(0, trial)), None),
                Err(stopped) => Err(stopped.into()),
            };
            match changes {
                Ok(changes) => all.push(changes),
                // What was sampled by then is a smaller sample.
                Err(_) if trial > 0 && self.bounds.with_part && self.bounds.cancel.is_asked() => break,
                Err(why) => return Err(why),
            }
        }
        let (mut tally, samples) = (Becoming::default(), all.len() as u64);
        let one = Weight { ways: Count::ONE, of: Count::from(u128::from(samples)) };
        all.into_iter().for_each(|changes| count(&mut tally, changes, &one));
        Ok(self.answer(tally, samples, true))
    }

    /// Performs the order once and says what is different.
    fn perform(
        &self,
        chance: Box<dyn Chance>,
        looks: Option<&Rc<RefCell<Precision>>>,
    ) -> Result<Vec<(StatePart, Became)>, PlayError> {
        let mut play = Play::new(self.rules.clone(), self.state.clone(), self.engine.clone(), chance);
        if let Some(looks) = looks {
            play.look_with(looks);
        }
        play.count_what_happens();
        play.recall(self.memo.take());
        let done = if self.is_overruled { play.perform_anyway(self.order) } else { play.perform(self.order) };
        self.asks_turn.set(self.asks_turn.get() || play.has_asked_turn());
        done?;
        self.memo.replace(play.memo_of_the_beginning());
        let with_quiet = self.bounds.with_quiet;
        let mut changes = StateDiff { rules: self.rules, before: self.state, after: play.state(), with_quiet }.all();
        let told = play.happened().into_iter().flat_map(Happened::told);
        changes.extend(told.map(|name| (StatePart::Event(name.clone()), Became::Truth(true))));
        self.declared_and_asked(&play, &mut changes)?;
        self.asks_turn.set(self.asks_turn.get() || play.has_asked_turn());
        Ok(changes)
    }

    /// The declared outcomes that have come or gone, and whatever is asked.
    fn declared_and_asked(&self, play: &Play, changes: &mut Vec<(StatePart, Became)>) -> Result<(), PlayError> {
        for (figure, value, before) in &self.declared {
            let expr = &self.rules.book.values[value.index()].expr;
            let now = play.view().truth_of(expr, Holder::Figure(*figure), &Frame::new())?;
            if now != *before {
                changes.push((StatePart::Declared(*figure, *value), Became::Truth(now)));
            }
        }
        for (at, inquiry) in self.bounds.inquiries.iter().enumerate() {
            changes.push((StatePart::Asked(at), Became::Value(inquiry.of(play, self.order)?)));
        }
        Ok(())
    }

    fn answered(&self, at: usize, becomes: Vec<(Became, Odds)>) -> InquiryOdds {
        let value = |(became, odds)| match became {
            Became::Value(value) => Some((value, odds)),
            _ => None,
        };
        let came = becomes.into_iter().filter_map(value).collect();
        self.bounds.inquiries[at].answer(self.rules, self.state, came)
    }

    /// A subject in words, with all that it can become.
    fn aspect(&self, subject: StatePart, becomes: Vec<(Became, Odds)>) -> PartOdds {
        let words = self.words();
        let was = match (&subject, becomes.first()) {
            // An outcome that has come was not there before.
            (StatePart::Declared(..), Some((Became::Truth(now), _))) => Became::Truth(!now),
            _ => Became::of(&subject, self.rules, self.state),
        };
        let all: Vec<&Became> = std::iter::once(&was).chain(becomes.iter().map(|(became, _)| became)).collect();
        let mut told = words.told(&subject, &all).into_iter();
        let was = told.next().unwrap_or_else(|| PartValue::Word(String::new()));
        let mut becomes: Vec<(PartValue, Odds)> = told.zip(becomes.into_iter().map(|(_, odds)| odds)).collect();
        becomes.sort_by(|a, b| a.0.cmp(&b.0));
        let stays = becomes.iter().fold(Odds::NEVER, |sum, (_, odds)| sum.plus(odds)).not();
        PartOdds { name: words.name(&subject), subject, was, stays, becomes }
    }

    fn answer(&self, tally: Becoming, runs: u64, sampled: bool) -> ActionOdds {
        let mut found: Vec<(StatePart, Vec<(Became, Odds)>)> = Vec::new();
        for ((subject, became), odds) in tally.odds() {
            match found.last_mut().filter(|(last, _)| *last == subject) {
                Some((_, becomes)) => becomes.push((became, odds)),
                None => found.push((subject, vec![(became, odds)])),
            }
        }
        let mut asked = Vec::new();
        let (mut changes, mut outcomes, mut events): (Vec<PartOdds>, Vec<PartOdds>, Vec<EventOdds>) =
            Default::default();
        for (subject, becomes) in found {
            match subject {
                StatePart::Event(name) => {
                    events.extend(becomes.into_iter().map(|(_, odds)| EventOdds { name: name.clone(), odds }));
                }
                StatePart::Asked(at) => asked.push(self.answered(at, becomes)),
                StatePart::Declared(..) => outcomes.push(self.aspect(subject, becomes)),
                subject => changes.push(self.aspect(subject, becomes)),
            }
        }
        let by_name = |a: &PartOdds, b: &PartOdds| a.name.cmp(&b.name).then_with(|| a.subject.cmp(&b.subject));
        changes.sort_by(by_name);
        outcomes.sort_by(by_name);
        let error = if sampled { 0.98 / (runs as f64).sqrt() } else { 0.0 };
        ActionOdds {
            schema: SCHEMA,
            asked,
            outcomes,
            changes,
            events,
            first_of: None,
            runs,
            sampled,
            error,
            followed: None,
            asks_turn: self.asks_turn.get(),
        }
    }
}

/// The outcomes that the pack declares of every figure; not of those of whom it cannot be said.
fn declared(rules: &Rules, state: &State) -> Vec<(FigureId, ValueId, bool)> {
    let view = View::new(rules, state);
    let values = rules.book.values.iter().enumerate().filter(|(_, value)| value.is_outcome);
    let of_figures = values.flat_map(|(at, value)| {
        let now = move |figure| {
            Some((figure, ValueId(at as u16), view.truth_of(&value.expr, Holder::Figure(figure), &Frame::new()).ok()?))
        };
        state.figure_ids().filter_map(now)
    });
    of_figures.collect()
}

fn count(tally: &mut Becoming, changes: Vec<(StatePart, Became)>, weight: &Weight) {
    for change in changes {
        tally.add(change, weight);
    }
}
