//! What everything is worth to a check or to a whole action: the odds as they are beside those without a modifier, a
//! thing, a condition, with another reading of an option. Ranked by what it changes.

use crate::dice::{Cancel, DiceError, Difference, Odds};
use crate::play::reckon::{self, Line, Reckoner};
use crate::play::sentence::{Asked, Said};
use crate::play::whole::{Aspect, Bounds, Whole, whole};
use crate::play::{Play, PlayError, Posed, Rules, State};
use crate::rulebook::{ModifierTarget, OptionChoice};
use crate::script::Engine;
use crate::value::{FigureId, ThingId, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The form of the answer.
const SCHEMA: &str = "fray.worth/1";

/// A sentence in a state under some rules.
pub struct Case {
    /// The rules.
    pub rules: Arc<Rules>,
    /// What runs their scripts.
    pub engine: Rc<Engine<Play>>,
    /// The fight.
    pub state: State,
    /// The sentence, understood by these rules.
    pub asked: Asked,
}

/// What is measured.
#[derive(Clone, Debug)]
pub enum Yardstick {
    /// How likely the check succeeds.
    Check,
    /// What the whole action changes: an aspect by its name, or else what it is most likely to change of somebody else.
    Whole(Option<String>),
}

/// What something is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Row {
    /// `modifier`, `option`, `thing`, `condition`, `trait`, `stated`.
    pub sort: &'static str,
    /// What it is, in words.
    pub name: String,
    /// What is different without it, in words.
    pub without: String,
    /// The odds without it.
    pub odds: Odds,
    /// What it adds to the odds.
    pub worth: Difference,
    /// The average without it, of a whole action that changes a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// What it adds to the average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_worth: Option<f64>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Worth {
    /// `fray.worth/1`
    pub schema: &'static str,
    /// What was measured: `success`, or an aspect of the fight.
    pub of: String,
    /// How likely it is.
    pub odds: Odds,
    /// By how much it changes on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// In order of worth, what counts most first.
    pub rows: Vec<Row>,
    /// How many others change nothing.
    pub idle: usize,
}

#[derive(Clone, Debug)]
struct Measure {
    of: String,
    odds: Odds,
    mean: Option<f64>,
}

/// The same sentence with an option switched to a reading; none if it makes no sense there.
pub type Switch<'a> = dyn FnMut(&str, &str) -> Option<Case> + 'a;

/// What everything is worth. None if nothing is rolled, or nothing changes.
///
/// # Errors
/// When the sentence cannot be reckoned as it is, or whoever waits for it wants it to stop.
pub fn worth(
    case: &Case,
    yardstick: &Yardstick,
    switch: &mut Switch<'_>,
    cancel: &Cancel,
) -> Result<Option<Worth>, PlayError> {
    let mut weigher = Weigher { yardstick: yardstick.clone(), cancel, rows: Vec::new(), idle: 0, now: None };
    let Some(now) = weigher.measure(case)? else { return Ok(None) };
    if let Yardstick::Whole(of) = &mut weigher.yardstick {
        *of = Some(now.of.clone());
    }
    weigher.now = Some(now.clone());
    weigher.modifiers(case)?;
    weigher.stated(case)?;
    weigher.figures(case)?;
    weigher.options(case, switch)?;
    let Weigher { mut rows, idle, .. } = weigher;
    let size = |row: &Row| row.mean_worth.map_or(0.0, f64::abs);
    rows.sort_by(|a, b| {
        let by_mean = size(b).total_cmp(&size(a));
        by_mean.then_with(|| b.worth.size.cmp(&a.worth.size)).then_with(|| a.name.cmp(&b.name))
    });
    Ok(Some(Worth { schema: SCHEMA, of: now.of, odds: now.odds, mean: now.mean, rows, idle }))
}

struct Weigher<'a> {
    yardstick: Yardstick,
    cancel: &'a Cancel,
    now: Option<Measure>,
    rows: Vec<Row>,
    idle: usize,
}

impl Weigher<'_> {
    fn measure(&self, case: &Case) -> Result<Option<Measure>, PlayError> {
        self.cancel.check()?;
        let posed = Posed::new(&case.rules, &case.state, &case.asked)?;
        self.measure_posed(case, &case.rules, &posed)
    }

    fn measure_posed(&self, case: &Case, rules: &Arc<Rules>, posed: &Posed) -> Result<Option<Measure>, PlayError> {
        self.cancel.check()?;
        match &self.yardstick {
            Yardstick::Check => {
                let Some(check) = posed.check(rules) else { return Ok(None) };
                let (frame, view) = (posed.frame(), posed.view(rules));
                let odds = reckon::odds(&view.scene(&frame), check, &mut Reckoner::default())?;
                Ok(odds.map(|odds| Measure { of: "success".to_string(), odds, mean: None }))
            }
            Yardstick::Whole(of) => {
                let Some(order) = posed.order(rules) else { return Ok(None) };
                let bounds = Bounds { cancel: self.cancel.clone(), ..Bounds::default() };
                let answer = whole(rules, &case.engine, &posed.state, &order, &bounds)?;
                Ok(chosen(&answer, of.as_deref(), order.actor))
            }
        }
    }

    /// Weighs what is different in another case; what cannot be reckoned there has no worth.
    fn weigh(
        &mut self,
        sort: &'static str,
        name: String,
        without: &str,
        then: Result<Option<Measure>, PlayError>,
    ) -> Result<(), PlayError> {
        let then = match then {
            Ok(then) => then,
            Err(PlayError::Dice(DiceError::Cancelled)) => return Err(DiceError::Cancelled.into()),
            Err(_) => return Ok(()),
        };
        let Some(now) = self.now.clone() else { return Ok(()) };
        // A whole action that no longer changes it at all.
        let mean = now.mean.map(|_| 0.0);
        let then = then.unwrap_or(Measure { of: now.of.clone(), odds: Odds::NEVER, mean });
        let worth = now.odds.minus(&then.odds);
        let mean_worth = now.mean.zip(then.mean).map(|(now, then)| now - then);
        if worth.is_zero() && mean_worth.is_none_or(|worth| worth.abs() < 1e-9) {
            self.idle += 1;
            return Ok(());
        }
        let without = without.to_string();
        self.rows.push(Row { sort, name, without, odds: then.odds, worth, mean: then.mean, mean_worth });
        Ok(())
    }

    /// Each modifier that counts in the check.
    fn modifiers(&mut self, case: &Case) -> Result<(), PlayError> {
        let posed = Posed::new(&case.rules, &case.state, &case.asked)?;
        let Some(check) = posed.check(&case.rules) else { return Ok(()) };
        let (frame, view) = (posed.frame(), posed.view(&case.rules));
        let Ok(reckoning) = reckon::reckon(&view.scene(&frame), check) else { return Ok(()) };
        let theirs = reckoning.against.iter().flat_map(|against| against.side.modifiers.iter());
        for line in reckoning.modifiers.iter().chain(theirs) {
            let Some(rules) = without(&case.rules, line) else { continue };
            let then = self.measure_posed(case, &rules, &posed);
            self.weigh("modifier", line.label.clone(), "not counted", then)?;
        }
        Ok(())
    }

    /// Each clause of the sentence that it could do without.
    fn stated(&mut self, case: &Case) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        for at in 0..case.asked.facts.len() {
            let (fact, said) = &case.asked.facts[at];
            let rule = &book.facts[fact.index()];
            if matches!(said, Said::Who(_)) || rule.default.is_none() && rule.from.is_none() {
                continue;
            }
            let mut asked = case.asked.clone();
            asked.facts.remove(at);
            let then = self.measure(&Case { asked, ..again(case) });
            self.weigh("stated", rule.head.title.to_string(), "not said", then)?;
        }
        for at in 0..case.asked.tweaks.len() {
            let mut asked = case.asked.clone();
            let tweak = asked.tweaks.remove(at);
            let then = self.measure(&Case { asked, ..again(case) });
            self.weigh("stated", tweaked(case, &tweak.what), "not said", then)?;
        }
        Ok(())
    }

    /// What the figures of the sentence have: things, conditions, traits.
    fn figures(&mut self, case: &Case) -> Result<(), PlayError> {
        let posed = Posed::new(&case.rules, &case.state, &case.asked)?;
        let mut figures: Vec<FigureId> = posed.facts.iter().filter_map(|(_, value)| value.as_figure()).collect();
        figures.dedup();
        for figure in figures {
            self.things(case, &posed, figure)?;
            self.conditions(case, &posed, figure)?;
            self.traits(case, &posed, figure)?;
        }
        Ok(())
    }

    fn things(&mut self, case: &Case, posed: &Posed, figure: FigureId) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        for (slot, things) in posed.state.figure(figure).slots.iter().enumerate() {
            for thing in things {
                if posed.facts.iter().any(|(_, value)| *value == Value::Thing(*thing)) {
                    continue;
                }
                let item = &book.items[posed.state.thing(*thing).item.index()];
                let slot = &book.slots[slot].head.title;
                let name = format!("{} of {} ({slot})", item.head.title, posed.state.figure(figure).name);
                let then = self.measure_posed(case, &case.rules, &robbed(posed, figure, *thing));
                self.weigh("thing", name, "not there", then)?;
            }
        }
        Ok(())
    }

    fn conditions(&mut self, case: &Case, posed: &Posed, figure: FigureId) -> Result<(), PlayError> {
        for at in 0..posed.state.figure(figure).conditions.len() {
            let mut without = posed.clone();
            let held = without.state.figures[figure.index()].conditions.remove(at);
            let title = &case.rules.book.conditions[held.condition.index()].head.title;
            let name = format!("{}: {title}", posed.state.figure(figure).name);
            let then = self.measure_posed(case, &case.rules, &without);
            self.weigh("condition", name, "without it", then)?;
        }
        Ok(())
    }

    /// Attributes that are simply true, and states that are not the usual ones.
    fn traits(&mut self, case: &Case, posed: &Posed, figure: FigureId) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        let who = posed.state.figure(figure).name.clone();
        for (at, attribute) in book.attributes.iter().enumerate() {
            if posed.state.figure(figure).attributes[at] == Value::Truth(true) {
                let mut without = posed.clone();
                without.state.figures[figure.index()].attributes[at] = Value::Truth(false);
                let then = self.measure_posed(case, &case.rules, &without);
                self.weigh("trait", format!("{who}: {}", attribute.head.title), "without it", then)?;
            }
        }
        for (at, state) in book.states.iter().enumerate() {
            let word = posed.state.figure(figure).states[at];
            if word != state.default {
                let mut without = posed.clone();
                without.state.figures[figure.index()].states[at] = state.default;
                let then = self.measure_posed(case, &case.rules, &without);
                let name = format!("{who}: {} {}", state.head.title, book.symbol_title(word));
                self.weigh("trait", name, book.symbol_title(state.default), then)?;
            }
        }
        Ok(())
    }

    /// Each option under its other readings.
    fn options(&mut self, case: &Case, switch: &mut Switch<'_>) -> Result<(), PlayError> {
        let book = case.rules.book.clone();
        for option in &book.options {
            let readings: Vec<String> = match option.readings {
                Some(set) => book.sets[set.index()].words.iter().map(|word| word.name.to_string()).collect(),
                None => vec!["on".to_string(), "off".to_string()],
            };
            let now = book.choice_name(option.chosen).to_string();
            for reading in readings.iter().filter(|reading| **reading != now) {
                self.cancel.check()?;
                let Some(other) = switch(&option.head.name, reading) else { continue };
                let then = self.measure(&other);
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
fn again(case: &Case) -> Case {
    Case {
        rules: case.rules.clone(),
        engine: case.engine.clone(),
        state: case.state.clone(),
        asked: case.asked.clone(),
    }
}

/// The aspect of that name, or the one that is most likely to change of somebody else; numbers go before words.
fn chosen(answer: &Whole, of: Option<&str>, actor: FigureId) -> Option<Measure> {
    let is_else = |aspect: &&Aspect| aspect.subject.figure().is_some_and(|figure| figure != actor);
    let found = match of {
        Some(name) => answer.changes.iter().find(|aspect| aspect.name.eq_ignore_ascii_case(name)),
        None => answer.changes.iter().filter(is_else).max_by_key(|aspect| (aspect.mean().is_some(), aspect.changes())),
    };
    let measure = |aspect: &Aspect| Measure { of: aspect.name.clone(), odds: aspect.changes(), mean: aspect.mean() };
    found.map(measure)
}

/// The rules without a modifier; none if it stands on no card.
fn without(rules: &Arc<Rules>, line: &Line) -> Option<Arc<Rules>> {
    let title = line.card.as_ref()?;
    let card = rules.book.cards.iter().position(|card| card.head.title == *title)?;
    // Labels may hold places that were filled in; their beginning is as it was written.
    let begins = |own: &str| own.split('{').next().is_some_and(|start| line.label.starts_with(start));
    let is_it = |one: &crate::rulebook::Modifier| {
        let same = *one.label.text == *line.label || one.label.text.contains('{') && begins(&one.label.text);
        same && *one.label.cites == *line.cites && target(one.target) == line.target
    };
    let modifiers = &rules.book.cards[card].modifiers;
    let same_amount = |one: &&crate::rulebook::Modifier| one.amount.as_number().is_none_or(|own| own == line.amount);
    let exact = modifiers.iter().position(|one| is_it(one) && same_amount(&one));
    let at = exact.or_else(|| modifiers.iter().position(is_it))?;
    let mut book = (*rules.book).clone();
    book.cards[card].modifiers.remove(at);
    Some(Arc::new(Rules { book: Arc::new(book), ..(**rules).clone() }))
}

fn target(target: ModifierTarget) -> &'static str {
    match target {
        ModifierTarget::Number => "number",
        ModifierTarget::Dice => "dice",
        ModifierTarget::Set => "set",
        ModifierTarget::AtLeast => "at_least",
        ModifierTarget::AtMost => "at_most",
    }
}

/// The state without a thing of a figure.
fn robbed(posed: &Posed, figure: FigureId, thing: ThingId) -> Posed {
    let mut without = posed.clone();
    without.state.figures[figure.index()].slots.iter_mut().for_each(|slot| slot.retain(|other| *other != thing));
    without.state.things[thing.index()].place = crate::event::Spot::Nowhere;
    without
}

/// A clause about somebody, in words.
fn tweaked(case: &Case, change: &crate::play::sentence::Change) -> String {
    use crate::play::sentence::Change;
    let book = &case.rules.book;
    match change {
        Change::State(_, word) => book.symbol_title(*word).to_string(),
        Change::Condition(condition, true) => book.conditions[condition.index()].head.title.to_string(),
        Change::Condition(condition, false) => format!("not {}", book.conditions[condition.index()].head.title),
        Change::Track(track, number) => format!("{} {number}", book.tracks[track.index()].head.title),
        Change::Attribute(attribute, _) => book.attributes[attribute.index()].head.title.to_string(),
    }
}

impl Worth {
    /// The lines a person reads.
    pub fn text(&self, width: usize) -> String {
        let mean = self.mean.map_or(String::new(), |mean| format!(", {mean:+.2} on average"));
        let mut text = format!("{}: {}{mean}\n", self.of, self.odds.percent());
        let name = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(width / 2);
        for row in &self.rows {
            let mean = row.mean_worth.map_or(String::new(), |worth| format!("  {worth:>+7.2}"));
            let line = format!(
                "  {:>9}{mean}  {:<9}  {:<name$}  {:>8} if {}",
                row.worth.percent(),
                row.sort,
                row.name,
                row.odds.percent(),
                row.without
            );
            text += &format!("{}\n", line.trim_end());
        }
        if self.idle > 0 {
            text += &format!("  {} more change nothing here\n", self.idle);
        }
        text
    }
}
