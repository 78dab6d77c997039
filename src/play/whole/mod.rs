//! The odds of a whole action: its script is performed under everything that chance can do, and what is different
//! afterwards is counted. Beyond the budget it is sampled, and the answer says so.

mod delta;
mod trials;
mod words;

use super::{Looks, OrderData, Play, PlayError, Rules, State};
use crate::dice::{Cancel, Chance, Count, Exhaustive, Odds, Seeded, Shares, Weight};
use crate::eval::Lore;
use crate::script::Engine;
use crate::value::Number;
use delta::Delta;
pub use delta::Subject;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
pub use trials::Deed;
use words::Words;

/// Ways the dice can fall that are followed before it is sampled instead.
pub const BUDGET: u64 = 50_000;
/// How often it is sampled then: the odds are right to within 0.7 percent points in 95 of 100 cases.
pub const SAMPLES: u64 = 20_000;
/// The form of the answer.
const SCHEMA: &str = "fray.whole/1";

/// How much is done for an answer.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Ways the dice can fall that are followed.
    pub ways: u64,
    /// Samples that are taken where there are more.
    pub samples: u64,
    /// Who may stop it.
    pub cancel: Cancel,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { ways: BUDGET, samples: SAMPLES, cancel: Cancel::default() }
    }
}

/// What can come of an action.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Whole {
    /// `fray.whole/1`
    pub schema: &'static str,
    /// What can be different afterwards, in order of name.
    pub changes: Vec<Aspect>,
    /// Events that the scripts may tell, in order of name.
    pub events: Vec<Event>,
    /// Ways that were followed, or games that were sampled.
    pub runs: u64,
    /// Whether it was sampled, because there are too many ways.
    pub sampled: bool,
    /// In 95 of 100 cases no share is further from the truth than this; 0 if all ways were followed.
    pub error: f64,
}

/// One thing that can be different.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Aspect {
    /// What: `Ann: wounds`.
    pub name: String,
    /// The same for programs of this crate.
    #[serde(skip)]
    pub subject: Subject,
    /// What it is before.
    pub was: Becomes,
    /// How likely it stays as it was.
    pub stays: Odds,
    /// What it can become, and how likely.
    pub becomes: Vec<(Becomes, Odds)>,
}

/// An event of the pack's own, told by a script.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Event {
    /// Its name.
    pub name: Arc<str>,
    /// How likely it happens, once or more often.
    pub odds: Odds,
}

/// What something has become.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(untagged)]
pub enum Becomes {
    /// A number.
    Number(Number),
    /// Something in words.
    Word(String),
}

impl std::fmt::Display for Becomes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Becomes::Number(number) => write!(f, "{number}"),
            Becomes::Word(word) => f.write_str(word),
        }
    }
}

impl Whole {
    /// What was done for the answer, in a sentence.
    pub fn note(&self) -> String {
        match self.sampled {
            true => format!(
                "sampled {} times, because the dice can fall in too many ways: within {:.1} points in 95 of 100 cases",
                self.runs,
                self.error * 100.0
            ),
            false => format!("exact: all {} ways the dice can fall that matter", self.runs),
        }
    }
}

impl Aspect {
    /// How likely it changes at all.
    pub fn changes(&self) -> Odds {
        self.stays.not()
    }

    /// By how much a number changes on average; none if it is no number.
    pub fn mean(&self) -> Option<f64> {
        let Becomes::Number(was) = &self.was else { return None };
        let moved = |(becomes, odds): &(Becomes, Odds)| match becomes {
            Becomes::Number(number) => (number.to_f64() - was.to_f64()) * odds.to_f64(),
            Becomes::Word(_) => 0.0,
        };
        Some(self.becomes.iter().map(moved).sum())
    }
}

/// The odds of everything an order can lead to from a state.
///
/// # Errors
/// When the order is refused, a rule or script fails, or whoever waits for it wants it to stop.
pub fn whole(
    rules: &Arc<Rules>,
    engine: &Rc<Engine<Play>>,
    state: &State,
    order: &Arc<OrderData>,
    bounds: &Bounds,
) -> Result<Whole, PlayError> {
    let bench = Bench::of(Deed { rules, engine, state, order }, bounds);
    match bench.exact() {
        Err(PlayError::Dice(why)) if why.is_too_much() => bench.sampled(),
        answer => answer,
    }
}

/// How likely each subject becomes what.
type Tally = Shares<(Subject, Becomes)>;

struct Bench<'a> {
    rules: &'a Arc<Rules>,
    engine: &'a Rc<Engine<Play>>,
    state: &'a State,
    order: &'a Arc<OrderData>,
    bounds: &'a Bounds,
    lore: RefCell<Lore>,
}

impl<'a> Bench<'a> {
    fn of(deed: Deed<'a>, bounds: &'a Bounds) -> Bench<'a> {
        let Deed { rules, engine, state, order } = deed;
        Bench { rules, engine, state, order, bounds, lore: RefCell::default() }
    }

    fn words(&self) -> Words<'a> {
        Words { rules: self.rules, state: self.state }
    }

    fn exact(&self) -> Result<Whole, PlayError> {
        let looks = Rc::new(RefCell::new(Looks::default()));
        loop {
            if let Some(answer) = self.exact_for(&looks)? {
                return Ok(answer);
            }
        }
    }

    /// The answer, if no script looks at a check more closely than before.
    fn exact_for(&self, looks: &Rc<RefCell<Looks>>) -> Result<Option<Whole>, PlayError> {
        let source = Rc::new(RefCell::new(Exhaustive::new(self.bounds.ways)));
        let mut tally = Tally::default();
        while source.borrow_mut().advance()? {
            self.bounds.cancel.check()?;
            let done = self.perform(Box::new(source.clone()), Some(looks));
            if looks.borrow_mut().have_come_closer() {
                return Ok(None);
            }
            source.borrow().finish()?;
            count(&mut tally, done?, &source.borrow().weight());
        }
        let runs = source.borrow().runs();
        Ok(Some(self.answer(tally, runs, false)))
    }

    fn sampled(&self) -> Result<Whole, PlayError> {
        let mut tally = Tally::default();
        let samples = self.bounds.samples.max(1);
        let one = Weight { ways: Count::ONE, of: Count::from(u128::from(samples)) };
        for trial in 0..samples {
            self.bounds.cancel.check()?;
            let changes = self.perform(Box::new(Seeded::new(0, trial)), None)?;
            count(&mut tally, changes, &one);
        }
        Ok(self.answer(tally, samples, true))
    }

    /// Performs the order once and says what is different.
    fn perform(
        &self,
        chance: Box<dyn Chance>,
        looks: Option<&Rc<RefCell<Looks>>>,
    ) -> Result<Vec<(Subject, Becomes)>, PlayError> {
        let mut play = Play::new(self.rules.clone(), self.state.clone(), self.engine.clone(), chance);
        if let Some(looks) = looks {
            play.look_with(looks);
        }
        play.collect_told();
        play.recall(self.lore.take());
        play.perform(self.order)?;
        self.lore.replace(play.lore_of_the_beginning());
        let mut changes = Delta { rules: self.rules, before: self.state, after: &play.state }.all();
        changes.extend(play.told().map(|name| (Subject::Event(name.clone()), Becomes::Word(String::new()))));
        Ok(changes)
    }

    fn answer(&self, tally: Tally, runs: u64, sampled: bool) -> Whole {
        let words = self.words();
        let (mut changes, mut events): (Vec<Aspect>, Vec<Event>) = (Vec::new(), Vec::new());
        for ((subject, becomes), odds) in tally.odds() {
            if let Subject::Event(name) = subject {
                events.push(Event { name, odds });
                continue;
            }
            match changes.last_mut().filter(|aspect| aspect.subject == subject) {
                Some(aspect) => aspect.becomes.push((becomes, odds)),
                None => changes.push(words.aspect(subject, becomes, odds)),
            }
        }
        for aspect in &mut changes {
            aspect.stays = aspect.becomes.iter().fold(Odds::NEVER, |sum, (_, odds)| sum.plus(odds)).not();
        }
        changes.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.subject.cmp(&b.subject)));
        let error = if sampled { 0.98 / (runs as f64).sqrt() } else { 0.0 };
        Whole { schema: SCHEMA, changes, events, runs, sampled, error }
    }
}

fn count(tally: &mut Tally, changes: Vec<(Subject, Becomes)>, weight: &Weight) {
    for change in changes {
        tally.add(change, weight);
    }
}
