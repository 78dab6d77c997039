//! The weighing: each part is taken away, and the odds are measured again.

use super::label::PartLabel;
use super::without::{robbed, without};
use super::{AblationCase, Contribution, Metric, Switch, Switched};
use crate::dice::{Cancel, DiceError, Mean, Odds};
use crate::event::Change;
use crate::event::CheckedModifier;
use crate::event::Holder;
use crate::explain::{self, RequirementBuffers};
use crate::odds::action::{ActionOdds, Bounds, Measured, OrderContext, PartOdds, StatePart, Tried, whole};
use crate::play::{PlayError, Rules};
use crate::query::{AssumedChange, BoundQuery};
use crate::rulebook::OptionChoice;
use crate::state::apply;
use crate::value::AttributeId;
use crate::value::StateId;
use crate::value::{FigureId, ModifierId, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Trials of a whole action that tell what is worth an exact reckoning.
const TRIALS: u64 = 300;

#[derive(Clone, Debug)]
pub(super) struct Measure {
    pub of: String,
    /// Of a whole action: what is measured.
    subject: Option<StatePart>,
    pub odds: Odds,
    pub mean: Option<Mean>,
}

/// The sort of what the sentence itself states.
const STATED: &str = "stated";

/// Weighs one thing after the other.
pub(super) struct Ablator<'a> {
    pub(super) yardstick: Metric,
    cancel: &'a Cancel,
    pub(super) now: Option<Measure>,
    /// What the measured aspect becomes in each trial of the whole action as it is.
    trials: Vec<Tried>,
    pub rows: Vec<Contribution>,
    pub idle: usize,
    /// What the sentence states and what changes nothing, in words.
    pub stated_idle: Vec<String>,
    /// What is not so.
    pub unsaid: Vec<Contribution>,
    /// How many others that are not so change the check, and were not measured for the whole action.
    pub unmeasured: usize,
}

impl Measure {
    /// Of what no longer changes it at all.
    pub(super) fn none(&self) -> Measure {
        let mean = self.mean.as_ref().map(|_| Mean::zero());
        Measure { of: self.of.clone(), subject: None, odds: Odds::NEVER, mean }
    }
}

impl Ablator<'_> {
    pub(super) fn new<'a>(yardstick: &Metric, cancel: &'a Cancel) -> Ablator<'a> {
        let (rows, unsaid) = (Vec::new(), Vec::new());
        let (trials, stated_idle) = (Vec::new(), Vec::new());
        let yardstick = yardstick.clone();
        Ablator { yardstick, cancel, now: None, trials, rows, idle: 0, stated_idle, unsaid, unmeasured: 0 }
    }

    /// Measures the case as it is. None if nothing is rolled, or nothing changes.
    pub(super) fn begin(&mut self, case: &AblationCase) -> Result<Option<Measure>, PlayError> {
        let Some(now) = self.measure(case)? else { return Ok(None) };
        self.now = Some(now.clone());
        if let (Metric::Whole(_), Some(subject)) = (&self.yardstick, &now.subject) {
            let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
            self.trials = self.tried(case, &case.rules, &posed, Measured::Subject(subject))?;
        }
        Ok(Some(now))
    }

    /// Weighs everything, of which there is as much in `rows` and `unsaid` as there was time for.
    pub(super) fn all(&mut self, case: &AblationCase, switch: &mut Switch<'_>) -> Result<(), PlayError> {
        self.modifiers(case)?;
        self.stated(case)?;
        self.unsaid(case)?;
        self.figures(case)?;
        self.options(case, switch)
    }

    /// How many trials decided what is worth an exact reckoning.
    pub(super) fn trials(&self) -> u64 {
        self.trials.len() as u64
    }

    /// What the measured aspect becomes in each trial.
    fn tried(
        &self,
        case: &AblationCase,
        rules: &Arc<Rules>,
        posed: &BoundQuery,
        of: Measured<'_>,
    ) -> Result<Vec<Tried>, PlayError> {
        let Some(order) = posed.order(rules) else { return Ok(Vec::new()) };
        let deed = OrderContext { rules, engine: &case.engine, state: &posed.state, order: &order };
        deed.trials(TRIALS, self.cancel, of)
    }

    pub(super) fn measure(&self, case: &AblationCase) -> Result<Option<Measure>, PlayError> {
        self.cancel.check()?;
        let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
        self.measure_posed(case, &case.rules, &posed)
    }

    pub(super) fn measure_posed(
        &self,
        case: &AblationCase,
        rules: &Arc<Rules>,
        posed: &BoundQuery,
    ) -> Result<Option<Measure>, PlayError> {
        self.cancel.check()?;
        match &self.yardstick {
            Metric::Check => {
                let odds = self.of_check(rules, posed)?;
                Ok(odds.map(|odds| Measure { of: "success".to_string(), subject: None, odds, mean: None }))
            }
            Metric::Whole(of) => {
                let Some(now) = &self.now else {
                    let Some((answer, actor)) = self.whole(case, rules, posed)? else { return Ok(None) };
                    return Ok(chosen(&answer, of.as_deref(), actor));
                };
                // What differs in none of the trials needs no other measure.
                let Some(subject) = &now.subject else { return Ok(None) };
                if self.tried(case, rules, posed, Measured::Subject(subject))? == self.trials {
                    return Ok(Some(now.clone()));
                }
                let Some((answer, _)) = self.whole(case, rules, posed)? else { return Ok(None) };
                Ok(answer.changes.iter().find(|aspect| aspect.subject == *subject).map(measured))
            }
        }
    }

    /// How likely its check succeeds, if it has one.
    pub(super) fn of_check(&self, rules: &Arc<Rules>, posed: &BoundQuery) -> Result<Option<Odds>, PlayError> {
        self.cancel.check()?;
        let Some(check) = posed.check(rules) else { return Ok(None) };
        let (frame, view) = (posed.check_frame(rules), posed.view(rules));
        Ok(explain::odds(&view.scene(&frame), check, &mut RequirementBuffers::default())?)
    }

    /// By other rules, where ids may mean something else: what is called the same is the same.
    fn measure_elsewhere(&self, case: &AblationCase) -> Result<Option<Measure>, PlayError> {
        let Some(now) = self.now.as_ref().filter(|now| now.subject.is_some()) else { return self.measure(case) };
        self.cancel.check()?;
        let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
        let tried = self.tried(case, &case.rules, &posed, Measured::Named(&now.of))?;
        let words = |tried: &Tried| tried.as_ref().map(|(_, told)| told.clone());
        if tried.iter().map(words).eq(self.trials.iter().map(words)) {
            return Ok(Some(now.clone()));
        }
        let Some((answer, _)) = self.whole(case, &case.rules, &posed)? else { return Ok(None) };
        Ok(answer.changes.iter().find(|aspect| aspect.name == now.of).map(measured))
    }

    /// Everything that can come of it, and of whose order.
    fn whole(
        &self,
        case: &AblationCase,
        rules: &Arc<Rules>,
        posed: &BoundQuery,
    ) -> Result<Option<(ActionOdds, FigureId)>, PlayError> {
        let Some(order) = posed.order(rules) else { return Ok(None) };
        let bounds = Bounds { cancel: self.cancel.clone(), ..Bounds::default() };
        let answer = whole(rules, &case.engine, &posed.state, &order, &bounds)?;
        Ok(Some((answer, order.actor)))
    }

    /// Weighs what is different in another case; what cannot be reckoned there has no worth.
    fn weigh(
        &mut self,
        sort: &'static str,
        part: impl Into<PartLabel>,
        without: &str,
        then: Result<Option<Measure>, PlayError>,
    ) -> Result<(), PlayError> {
        let then = match then {
            Ok(then) => then,
            Err(PlayError::Dice(DiceError::Cancelled)) => return Err(DiceError::Cancelled.into()),
            Err(_) => return Ok(()),
        };
        let Some(now) = self.now.clone() else { return Ok(()) };
        let then = then.unwrap_or_else(|| now.none());
        let worth = now.odds.minus(&then.odds);
        let mean_worth = now.mean.as_ref().zip(then.mean.as_ref()).map(|(now, then)| now.minus(then));
        let (label, without) = (part.into(), without.to_string());
        if worth.is_zero() && mean_worth.as_ref().is_none_or(Mean::is_zero) {
            match sort {
                STATED => self.stated_idle.push(label.name),
                _ => self.idle += 1,
            }
            return Ok(());
        }
        self.rows.push(Contribution { sort, without, worth, mean_worth, ..label.row(then.odds, then.mean) });
        Ok(())
    }

    /// Each modifier of cards and checks that counts in the check, or in any check of a trial of the whole action.
    pub(super) fn modifiers(&mut self, case: &AblationCase) -> Result<(), PlayError> {
        let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
        for (id, label) in self.counted(case, &posed)? {
            let then = self.measure_posed(case, &without(id, &case.rules), &posed);
            let label = PartLabel { name: label, apart: PartLabel::of_modifier(&case.rules.book, id) };
            self.weigh("modifier", label, "not counted", then)?;
        }
        Ok(())
    }

    /// Which modifiers count, with what a player reads.
    fn counted(&self, case: &AblationCase, posed: &BoundQuery) -> Result<Vec<(ModifierId, String)>, PlayError> {
        if let (Metric::Whole(_), Some(order)) = (&self.yardstick, posed.order(&case.rules)) {
            let deed = OrderContext { rules: &case.rules, engine: &case.engine, state: &posed.state, order: &order };
            let counted = deed.modifiers(TRIALS, self.cancel)?;
            let label = |told: &CheckedModifier| Some((told.id?, told.label.to_string()));
            return Ok(counted.iter().filter_map(label).collect());
        }
        let Some(check) = posed.check(&case.rules) else { return Ok(Vec::new()) };
        let (frame, view) = (posed.check_frame(&case.rules), posed.view(&case.rules));
        let Ok(reckoning) = explain::reckon(&view.scene(&frame), check) else { return Ok(Vec::new()) };
        let theirs = reckoning.against.iter().flat_map(|against| against.side.modifiers.iter());
        let mut counted: Vec<(ModifierId, String)> = Vec::new();
        for line in reckoning.modifiers.iter().chain(theirs) {
            if !counted.iter().any(|(known, _)| *known == line.id) {
                counted.push((line.id, line.label.clone()));
            }
        }
        Ok(counted)
    }

    /// Each clause of the sentence that it could do without.
    pub(super) fn stated(&mut self, case: &AblationCase) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        for at in 0..case.asked.facts.len() {
            let (fact, _) = &case.asked.facts[at];
            let rule = &book.facts[fact.index()];
            if rule.default.is_none() && rule.from.is_none() {
                continue;
            }
            let mut asked = case.asked.clone();
            asked.facts.remove(at);
            let then = self.measure(&AblationCase { asked, ..again(case) });
            self.weigh(STATED, PartLabel::of(rule.head.told().to_string(), &rule.head), "not said", then)?;
        }
        for at in 0..case.asked.tweaks.len() {
            let mut asked = case.asked.clone();
            let tweak = asked.tweaks.remove(at);
            let then = self.measure(&AblationCase { asked, ..again(case) });
            let words = tweak.what.words(&book);
            let label = match tweak.what {
                AssumedChange::Condition(id, _) => PartLabel::of(words, &book.conditions[id.index()].head),
                _ => words.into(),
            };
            self.weigh(STATED, label, "not said", then)?;
        }
        Ok(())
    }

    /// What the figures of the sentence have: things, conditions, traits.
    pub(super) fn figures(&mut self, case: &AblationCase) -> Result<(), PlayError> {
        let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
        for figure in named_figures(&posed) {
            self.things(case, &posed, figure)?;
            self.conditions(case, &posed, figure)?;
            self.traits(case, &posed, figure)?;
        }
        Ok(())
    }

    fn things(&mut self, case: &AblationCase, posed: &BoundQuery, figure: FigureId) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        for (slot, things) in posed.state.figure(figure).slots.iter().enumerate() {
            for thing in things {
                if posed.facts.iter().any(|(_, value)| *value == Value::Thing(*thing)) {
                    continue;
                }
                let item = &book.items[posed.state.thing(*thing).item.index()];
                let slot = &book.slots[slot].head.title;
                let name = format!("{} of {} ({slot})", item.head.title, posed.state.figure(figure).name);
                let then = self.measure_posed(case, &case.rules, &robbed(&case.rules, posed, *thing));
                self.weigh("thing", name, "not there", then)?;
            }
        }
        Ok(())
    }

    fn conditions(&mut self, case: &AblationCase, posed: &BoundQuery, figure: FigureId) -> Result<(), PlayError> {
        for at in 0..posed.state.figure(figure).conditions.len() {
            let mut without = posed.clone();
            let conditions = &posed.state.figure(figure).conditions;
            let held = &conditions[at];
            let nth = conditions[..at].iter().filter(|other| other.condition == held.condition).count() as u16;
            apply(&case.rules, &mut without.state, &Change::lost(figure, held.condition, nth));
            let head = &case.rules.book.conditions[held.condition.index()].head;
            let name = PartLabel::of(format!("{}: {}", posed.state.figure(figure).name, head.title), head);
            let then = self.measure_posed(case, &case.rules, &without);
            self.weigh("condition", name, "without it", then)?;
        }
        Ok(())
    }

    /// Attributes that are simply true, and states that are not the usual ones.
    fn traits(&mut self, case: &AblationCase, posed: &BoundQuery, figure: FigureId) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        let who = posed.state.figure(figure).name.clone();
        for (at, attribute) in book.attributes.iter().enumerate() {
            if posed.state.figure(figure).attributes[at] == Value::Truth(true) {
                let mut without = posed.clone();
                let no = Change::note(Holder::Figure(figure), AttributeId(at as u16), Value::Truth(false));
                apply(&case.rules, &mut without.state, &no);
                let then = self.measure_posed(case, &case.rules, &without);
                let name = PartLabel::of(format!("{who}: {}", attribute.head.title), &attribute.head);
                self.weigh("trait", name, "without it", then)?;
            }
        }
        for (at, state) in book.states.iter().enumerate() {
            let word = posed.state.figure(figure).states[at];
            if word != state.default {
                let mut without = posed.clone();
                apply(&case.rules, &mut without.state, &Change::word(figure, StateId(at as u16), state.default));
                let then = self.measure_posed(case, &case.rules, &without);
                let name = format!("{who}: {} {}", state.head.title, book.symbol_title(word));
                self.weigh("trait", name, book.symbol_title(state.default), then)?;
            }
        }
        Ok(())
    }

    /// Each option under its other readings.
    pub(super) fn options(&mut self, case: &AblationCase, switch: &mut Switch<'_>) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        for option in &book.options {
            let readings: Vec<String> = match option.readings {
                Some(set) => book.sets[set.index()].words.iter().map(|word| word.name.to_string()).collect(),
                None => vec!["on".to_string(), "off".to_string()],
            };
            let now = book.choice_name(option.chosen).to_string();
            for reading in readings.iter().filter(|reading| **reading != now) {
                self.cancel.check()?;
                let then = match switch(&option.head.name, reading) {
                    Switched::Other(other) => self.measure_elsewhere(&other),
                    Switched::Same => Ok(self.now.clone()),
                    Switched::Nothing => continue,
                };
                let name = match option.chosen {
                    OptionChoice::On(_) => format!("{} is {now}", option.head.name),
                    OptionChoice::Reading(_) => format!("{} is read as {now}", option.head.name),
                };
                self.weigh("option", name, reading, then)?;
            }
        }
        Ok(())
    }
}

/// The same case, to be changed.
fn again(case: &AblationCase) -> AblationCase {
    AblationCase {
        rules: case.rules.clone(),
        engine: case.engine.clone(),
        state: case.state.clone(),
        asked: case.asked.clone(),
    }
}

/// The aspect of that name, or the one that is most likely to change of somebody else; numbers go before words.
fn chosen(answer: &ActionOdds, of: Option<&str>, actor: FigureId) -> Option<Measure> {
    let is_else = |aspect: &&PartOdds| aspect.subject.figure().is_some_and(|figure| figure != actor);
    let found = match of {
        Some(name) => answer.changes.iter().find(|aspect| aspect.name.eq_ignore_ascii_case(name)),
        None => answer.changes.iter().filter(is_else).max_by_key(|aspect| (aspect.mean().is_some(), aspect.changes())),
    };
    found.map(measured)
}

fn measured(aspect: &PartOdds) -> Measure {
    let (of, subject) = (aspect.name.clone(), Some(aspect.subject.clone()));
    Measure { of, subject, odds: aspect.changes(), mean: aspect.mean() }
}

/// The figures that a sentence names, each once.
pub(super) fn named_figures(posed: &BoundQuery) -> BTreeSet<FigureId> {
    posed.facts.iter().filter_map(|(_, value)| value.as_figure()).collect()
}
