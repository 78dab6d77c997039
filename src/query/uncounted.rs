//! What a sentence says and what does not count for it: nothing of what is asked or done looks at it. Whoever says it
//! thinks that it does.

use super::bound::BoundQuery;
use super::error::Alternatives;
use super::mentioned::{Beyond, Mentioned};
use super::{About, Argument, AssumedChange, ParsedQuery, SentenceError, looked_at, read_by};
use crate::eval::EvalError;
use crate::eval::{Fault, Frame};
use crate::explain::{Requirement, RequirementBuffers};
use crate::play::Rules;
use crate::rulebook::{Action, Fact, Rulebook, Sentence, SentencePart};
use crate::state::cell_text;
use crate::value::{Board, CheckId, FactId, Position, Value};
use std::cell::OnceCell;

/// The error of the first thing said in a sentence that does not count.
pub fn uncounted(rules: &Rules, posed: &BoundQuery, asked: &ParsedQuery, text: &str) -> Option<SentenceError> {
    if let Some(error) = gap(rules, posed, text) {
        return Some(error);
    }
    let book = &rules.book;
    let counting = Counting { rules, posed, read: read_by(book, asked.about), beyond: OnceCell::new() };
    let error = |said: &[&str], counts: Alternatives<'_>| {
        Some(SentenceError::not_read(said, about_words(book, asked.about), &counts, text))
    };
    let facts = asked.facts.iter().filter(|(_, said)| !matches!(said, Argument::Who(_)));
    if let Some((fact, _)) = facts.into_iter().find(|(fact, _)| !counting.counts(*fact)) {
        let head = &book.facts[fact.index()].head;
        return error(&[&head.name, &head.title], counting.others(*fact));
    }
    let tweak = asked.tweaks.iter().find(|tweak| !counting.asks_for(&tweak.what))?;
    let head = match tweak.what {
        AssumedChange::Condition(id, _) => &book.conditions[id.index()].head,
        AssumedChange::Track(id, _) => &book.tracks[id.index()].head,
        AssumedChange::Attribute(id, _) => &book.attributes[id.index()].head,
        AssumedChange::State(_, symbol) => {
            let word = &book.sets[symbol.set.index()].words[usize::from(symbol.at)];
            return error(&[&word.name, &word.title], Alternatives::default());
        }
    };
    error(&[&head.name, &head.title], Alternatives::default())
}

fn about_words(book: &Rulebook, about: About) -> &str {
    match about {
        About::Action(action) => &book.actions[action.index()].head.title,
        About::Check(check) => &book.checks[check.index()].head.title,
        About::Quantity(quantity) => &quantity.head(book).title,
    }
}

/// The error of the first list of cells in a sentence that do not hang together: somebody has left one out.
fn gap(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    let plane = rules.ground.as_ref().map(|ground| ground.plane).filter(|plane| plane.board != Board::Open)?;
    posed.facts.iter().find_map(|(fact, said)| {
        let Value::List(list) = said else { return None };
        let cells: Vec<Position> = list
            .iter()
            .filter_map(|member| match member {
                Value::Cell(cell) => Some(*cell),
                _ => None,
            })
            .collect();
        let touches = |at: usize| cells[..at].iter().any(|one| *one == cells[at] || plane.is_adjacent(*one, cells[at]));
        let at = (1..cells.len()).find(|at| !touches(*at))?;
        let name = &rules.book.facts[fact.index()].head.name;
        Some(SentenceError::gap(name, cell_text(&rules.book, cells[at]), text))
    })
}

/// What a sentence is about, with everything it says.
struct Counting<'a> {
    rules: &'a Rules,
    posed: &'a BoundQuery,
    /// What its check, its requirements and its costs may read.
    read: Vec<FactId>,
    beyond: OnceCell<Beyond>,
}

impl Counting<'_> {
    fn action(&self) -> Option<&Action> {
        match self.posed.about {
            About::Action(action) => Some(&self.rules.book.actions[action.index()]),
            About::Check(_) | About::Quantity(_) => None,
        }
    }

    fn beyond(&self) -> &Beyond {
        self.beyond.get_or_init(|| Beyond::of(&self.rules.book, self.posed.about))
    }

    /// Whether anything asks for a fact.
    fn counts(&self, fact: FactId) -> bool {
        if self.gives(fact) || self.looks_at(fact) {
            return true;
        }
        // What the check could look at and does not, counts only if a line or script names it outright.
        let beyond = self.beyond();
        beyond.named.contains(&fact) || (!self.read.contains(&fact) && beyond.mentioned.facts.contains(&fact))
    }

    /// The facts that count instead, and those of them that are said like this one.
    fn others(&self, fact: FactId) -> Alternatives<'_> {
        let book = &self.rules.book;
        let own = &book.facts[fact.index()];
        let counting = self.read.iter().filter(|other| self.looks_at(**other)).chain(&self.beyond().named);
        let all: Vec<&Fact> = counting.map(|other| &book.facts[other.index()]).collect();
        let is_alike = |other: &&&Fact| other.r#type == own.r#type && other.unit == own.unit && !other.head.is_quiet();
        let name = |other: &&'_ Fact| other.head.name.clone();
        let alike = all.iter().filter(is_alike).map(name).collect();
        Alternatives { all: all.iter().map(|other| &*other.head.name).collect(), alike }
    }

    /// Whether it must be said, or an order gives it and something reads it.
    fn gives(&self, fact: FactId) -> bool {
        match self.posed.about {
            About::Action(id) => {
                let (book, action) = (&self.rules.book, &self.rules.book.actions[id.index()]);
                let says = |sentence: &Sentence| sentence.parts.contains(&SentencePart::Fact(fact));
                let beyond = || self.beyond().named.contains(&fact) || self.beyond().mentioned.facts.contains(&fact);
                fact == action.by
                    || action.says.iter().any(says)
                    || (action.takes.contains(&fact) && (looked_at(book, self.posed.about).contains(&fact) || beyond()))
            }
            About::Check(check) => {
                let check = &self.rules.book.checks[check.index()];
                let says = |sentence: &Sentence| sentence.parts.contains(&SentencePart::Fact(fact));
                check.reads.contains(&fact) || check.says.iter().any(says)
            }
            About::Quantity(_) => self.read.contains(&fact),
        }
    }

    /// Whether what is required, what it costs, what the action states or the check looks at a fact, as things are.
    fn looks_at(&self, fact: FactId) -> bool {
        if !self.read.contains(&fact) {
            return false;
        }
        let mut frame = self.posed.frame();
        frame.state(fact, Value::Unset).look_thoroughly();
        let own = self.action().into_iter().flat_map(|action| {
            let requires = action.requires.iter().map(|(expr, _)| expr);
            requires.chain(action.spends.iter().map(|(expr, _)| expr)).chain(action.with.iter().map(|(_, expr)| expr))
        });
        let view = self.posed.view(self.rules);
        let misses = |error: EvalError| is_of(error.fault(), fact);
        own.into_iter().any(|expr| view.value_in(expr, &frame).is_err_and(misses))
            || self.posed.check(self.rules).is_some_and(|check| self.check_looks(check, &frame))
    }

    /// Whether a check looks at a fact that is unset in this frame. Of a check that cannot be made, or not
    /// reckoned, nobody knows.
    fn check_looks(&self, check: CheckId, frame: &Frame) -> bool {
        let view = self.posed.view(self.rules);
        match RequirementBuffers::default().reckon(&view.scene(frame), check) {
            Ok(Requirement::Possible(_)) => false,
            Ok(Requirement::Impossible(_)) => true,
            Err(_) => true,
        }
    }

    /// Whether anything asks for what is said of a figure.
    fn asks_for(&self, what: &AssumedChange) -> bool {
        let book = &self.rules.book;
        if Mentioned::of(book, self.posed.about).asks_for(book, self.posed.about, what) {
            return true;
        }
        let beyond = self.beyond();
        match what {
            AssumedChange::Condition(id, _) => {
                beyond.mentioned.conditions.contains(id) || beyond.says(&book.conditions[id.index()].head.name)
            }
            AssumedChange::State(id, symbol) => {
                let word = &book.sets[symbol.set.index()].words[usize::from(symbol.at)].name;
                beyond.mentioned.states.contains(id)
                    || beyond.says(word)
                    || beyond.says(&book.states[id.index()].head.name)
            }
            AssumedChange::Track(id, _) => {
                beyond.mentioned.tracks.contains(id) || beyond.says(&book.tracks[id.index()].head.name)
            }
            AssumedChange::Attribute(id, _) => {
                beyond.mentioned.attributes.contains(id) || beyond.says(&book.attributes[id.index()].head.name)
            }
        }
    }
}

fn is_of(fault: &Fault, fact: FactId) -> bool {
    *fault == Fault::UnsetFact(fact)
}
