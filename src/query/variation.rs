//! Whether anything hangs on what a fact is said to be: what is asked is reckoned with other values of it.

use super::AssumedChange;
use super::bound::BoundQuery;
use super::mentioned::{Mention, Mentioned};
use crate::eval::{Frame, Scene, show};
use crate::explain::{Holding, Impossibility, Requirement, RequirementBuffers};
use crate::play::Rules;
use crate::rulebook::{Expr, Rulebook, Type, compared_numbers};
use crate::state::View;
use crate::value::{CheckId, FactId, FigureId, Number, SetId, Symbol, Value};

/// Numbers that are tried first in the place of another, in the unit of the fact, besides those around it; behind them
/// come those with which the rules compare it.
const TRIED: [i64; 16] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 1_000, -1];

/// Something that a sentence says in a clause.
#[derive(Clone, Copy)]
pub(super) enum StatedClause<'a> {
    /// What a fact is.
    Fact(FactId, &'a Value),
    /// How a figure is.
    Of(FigureId, &'a AssumedChange),
}

impl StatedClause<'_> {
    /// What is said, in words.
    pub(super) fn words(&self, rules: &Rules, posed: &BoundQuery) -> String {
        let book = &rules.book;
        match self {
            StatedClause::Fact(fact, value) => {
                let fact = &book.facts[fact.index()];
                format!("{} {}", fact.head.told(), show(value, fact.unit, book, &posed.view(rules)))
            }
            StatedClause::Of(figure, what) => format!("{} {}", posed.state.figure(*figure).name, what.words(book)),
        }
    }
}

/// What is asked of one sentence.
pub(super) struct Variation<'a> {
    pub(super) rules: &'a Rules,
    pub(super) posed: &'a BoundQuery,
    /// What is required, what it costs, what the action states.
    pub(super) exprs: Vec<&'a Expr>,
    pub(super) check: Option<CheckId>,
}

/// What comes of it with one value.
#[derive(PartialEq)]
struct VariedAnswer {
    /// Of each expression; none of one that cannot be computed.
    values: Vec<Option<Value>>,
    /// Of the check; none if it cannot be reckoned.
    check: Option<Option<VariedCheck>>,
}

/// What comes of a check with one value: of one that cannot be made, why.
#[derive(PartialEq)]
enum VariedCheck {
    Holds(Holding),
    Barred(Impossibility),
}

impl Variation<'_> {
    /// Whether its check cannot be made.
    pub(super) fn is_barred(&self) -> bool {
        matches!(self.answer(self.posed, None).check, Some(Some(VariedCheck::Barred(_))))
    }

    /// Whether a word that is said comes to the same as if nothing were, which would be another word.
    pub(super) fn is_as_unsaid(&self, said: &StatedClause<'_>) -> bool {
        let StatedClause::Fact(fact, stated @ (Value::Symbol(_) | Value::Truth(_))) = said else { return false };
        let view = self.posed.view(self.rules);
        let mut frame = self.posed.frame();
        frame.unstate(*fact);
        let unsaid = view.scene(&frame).fact(*fact).ok().filter(|unsaid| unsaid != *stated);
        let before = |unsaid| self.answer(self.posed, Some((*fact, &unsaid))) == self.answer(self.posed, None);
        unsaid.is_some_and(before)
    }

    /// Whether it would make a difference to say something else. Where nobody can tell, it may.
    pub(super) fn hangs_on(&self, said: &StatedClause<'_>) -> bool {
        match said {
            StatedClause::Fact(fact, stated) => self.hangs_on_fact(*fact, stated),
            StatedClause::Of(figure, what) => self.hangs_on_figure(*figure, what),
        }
    }

    fn hangs_on_fact(&self, fact: FactId, stated: &Value) -> bool {
        let others = others(self.rules, fact, stated);
        let first = self.answer(self.posed, Some((fact, stated)));
        let reads = |mentioned: &Mentioned| mentioned.facts.contains(&fact);
        if others.is_empty() || self.is_uncertain(&reads, &first) {
            return true;
        }
        let is_number = matches!(stated, Value::Number(_));
        let differs = |other: &Value| {
            let answer = self.answer(self.posed, Some((fact, other)));
            // That nothing can be reckoned with some number, such as 0, says nothing of the others.
            if self.is_uncertain(&reads, &answer) { !is_number } else { answer != first }
        };
        // What the rules compare is looked for only where nothing else has made a difference.
        others.iter().any(differs) || compared_with(self.rules, fact).iter().any(differs)
    }

    fn hangs_on_figure(&self, figure: FigureId, what: &AssumedChange) -> bool {
        let first = self.answer(self.posed, None);
        let of = Mention { figure, facts: &self.posed.facts };
        let others = other_changes(&self.rules.book, what);
        let differs = |other: &AssumedChange| match self.posed.otherwise(self.rules, figure, other) {
            Some(posed) => self.answer(&posed, None) != first,
            None => true,
        };
        let is_uncertain = self.is_uncertain(&|mentioned| mentioned.asks_for(&of, what), &first);
        others.is_empty() || is_uncertain || others.iter().any(differs)
    }

    /// What comes of a sentence, perhaps with another value of a fact.
    fn answer(&self, posed: &BoundQuery, over: Option<(FactId, &Value)>) -> VariedAnswer {
        let view = posed.view(self.rules);
        let with = |mut frame: Frame| {
            if let Some((fact, value)) = over {
                frame.state(fact, value.clone());
            }
            frame
        };
        let (frame, checked) = (with(posed.frame()), with(posed.check_frame(self.rules)));
        VariedAnswer {
            values: self.exprs.iter().map(|expr| view.value_in(expr, &frame).ok()).collect(),
            check: self.check.map(|check| varied_check(&view.scene(&checked), check)),
        }
    }

    /// Whether something that may read what is said cannot be computed, or the check cannot be made.
    fn is_uncertain(&self, is_read_by: &dyn Fn(&Mentioned) -> bool, answer: &VariedAnswer) -> bool {
        let book = &self.rules.book;
        let reads = |name: &dyn Fn(&mut Mentioned)| {
            let mut mentioned = Mentioned::default();
            name(&mut mentioned);
            is_read_by(&mentioned)
        };
        let mut missed = self.exprs.iter().zip(&answer.values).filter(|(_, value)| value.is_none());
        missed.any(|(expr, _)| reads(&|mentioned| mentioned.expr(book, expr)))
            || match (self.check, &answer.check) {
                (Some(check), Some(None)) => reads(&|mentioned| mentioned.check(book, check)),
                _ => false,
            }
    }
}

/// What holds of a check; none if it cannot be reckoned.
fn varied_check(scene: &Scene<'_, View<'_>>, check: CheckId) -> Option<VariedCheck> {
    match RequirementBuffers::default().reckon(scene, check).ok()? {
        Requirement::Impossible(bar) => Some(VariedCheck::Barred(bar)),
        Requirement::Possible(_) => Holding::of(scene, check).ok().map(VariedCheck::Holds),
    }
}

/// What else could be said of a figure.
fn other_changes(book: &Rulebook, what: &AssumedChange) -> Vec<AssumedChange> {
    match what {
        AssumedChange::Condition(id, held) => vec![AssumedChange::Condition(*id, !held)],
        AssumedChange::State(id, word) => {
            let words = words_of(book, word.set).filter(|other| other != word);
            words.map(|other| AssumedChange::State(*id, other)).collect()
        }
        AssumedChange::NotState(id, word) => vec![AssumedChange::State(*id, *word)],
        AssumedChange::Track(id, symbol, stated) => {
            let others = near(*stated, Number::ONE).into_iter().filter(|other| other != stated);
            others.map(|other| AssumedChange::Track(*id, *symbol, other)).collect()
        }
        AssumedChange::Attribute(id, Value::Number(stated)) => {
            let others = near(*stated, Number::ONE).into_iter().filter(|other| other != stated);
            others.map(|other| AssumedChange::Attribute(*id, Value::Number(other))).collect()
        }
        AssumedChange::Attribute(id, Value::Symbol(word)) => {
            let words = words_of(book, word.set).filter(|other| other != word);
            words.map(|other| AssumedChange::Attribute(*id, Value::Symbol(other))).collect()
        }
        AssumedChange::Attribute(..) => Vec::new(),
    }
}

fn words_of(book: &Rulebook, set: SetId) -> impl Iterator<Item = Symbol> {
    (0..book.sets[set.index()].words.len()).map(move |at| Symbol { set, at: at as u16 })
}

/// Numbers around another, and those that are always tried.
fn near(stated: Number, factor: Number) -> Vec<Number> {
    let around = [stated.plus(factor), stated.minus(factor), stated.times(Number::int(2))];
    let tried = TRIED.iter().map(|number| Number::int(*number).times(factor));
    around.into_iter().chain(tried).flatten().collect()
}

/// The numbers with which the rules compare a fact.
fn compared_with(rules: &Rules, fact: FactId) -> Vec<Value> {
    let numbers = compared_numbers(&rules.book).remove(&fact).unwrap_or_default();
    numbers.into_iter().map(Value::Number).collect()
}

/// Other values that a fact could have: all words of a set, some numbers; none of what cannot be tried.
fn others(rules: &Rules, fact: FactId, stated: &Value) -> Vec<Value> {
    let book = &rules.book;
    let fact = &book.facts[fact.index()];
    let mut others: Vec<Value> = match fact.r#type.bare() {
        Type::Truth => [true, false].map(Value::Truth).to_vec(),
        Type::Symbol(set) => words_of(book, *set).map(Value::Symbol).collect(),
        Type::Number(_) => {
            let factor = fact.unit.map_or(Number::ONE, |unit| book.units[usize::from(unit)].factor);
            let tried = match stated {
                Value::Number(number) => near(*number, factor),
                _ => near(Number::ZERO, factor),
            };
            tried.into_iter().map(Value::Number).collect()
        }
        _ => return Vec::new(),
    };
    // A number that is said is compared with numbers: without any, something else is asked.
    if matches!(fact.r#type, Type::Optional(_)) && !matches!(stated, Value::Number(_)) {
        others.push(Value::None);
    }
    others.retain(|other| other != stated);
    others
}
