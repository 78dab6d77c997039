//! What can be asked of a rulebook: every action and check with a sentence, said of its own sheets, with what they hold,
//! and each with one thing stated besides.

use super::asked::Asked;
use crate::query::{About, read_by};
use crate::rulebook::{OwnerDecl, Rulebook, Sentence, SentencePart, SheetLine, Type, compared_numbers};
use crate::value::{ActionId, CheckId, FactId, KindId, Number};
use std::collections::{BTreeMap, BTreeSet};

/// So many different things are asked of one sentence.
const MOST_THINGS: usize = 12;
/// So many figures act in a sentence without a thing.
const MOST_ACTORS: usize = 3;
/// So many numbers are stated of one fact.
const MOST_NUMBERS: usize = 8;
/// What is stated of any number besides.
const USUAL: [i64; 4] = [1, 4, 12, 30];
/// So many sentences are asked.
const MOST: usize = 20_000;

/// The sentences, those of actions before those of checks.
pub(super) fn sentences(asked: &Asked<'_>) -> Vec<String> {
    let book = &asked.rules.book;
    let sampler = Sampler { asked, book, numbers: compared_numbers(book) };
    let mut all = Vec::new();
    for (at, action) in book.actions.iter().enumerate().filter(|(_, action)| action.check.is_some()) {
        let about = About::Action(ActionId(at as u16));
        action.says.first().into_iter().for_each(|says| sampler.add(about, says, &mut all));
    }
    let of_action = |at: usize| book.actions.iter().any(|action| action.check == Some(CheckId(at as u16)));
    for (at, check) in book.checks.iter().enumerate().filter(|(at, _)| !of_action(*at)) {
        let about = About::Check(CheckId(at as u16));
        check.says.iter().take(1).for_each(|says| sampler.add(about, says, &mut all));
    }
    all.truncate(MOST);
    all
}

/// The first sentence of each action with a check that the rules allow, and of each check with one.
pub(super) fn first_sentences(asked: &Asked<'_>) -> Vec<String> {
    let book = &asked.rules.book;
    let sampler = Sampler { asked, book, numbers: BTreeMap::new() };
    let actions = book.actions.iter().filter(|action| action.check.is_some()).filter_map(|action| action.says.first());
    let all = actions.chain(book.checks.iter().filter_map(|check| check.says.first()));
    let first = |says: &Sentence| {
        let bare = sampler.bare(says);
        let is_likely = |sentence: &&String| {
            asked.allows(sentence) && asked.reckoning(sentence).is_some_and(|reckoning| reckoning.odds.is_some())
        };
        bare.iter().find(is_likely).cloned()
    };
    let mut found: Vec<String> = Vec::new();
    for sentence in all.filter_map(first) {
        if !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    found
}

/// What may be stated besides in a sentence about an action or a check, as a clause of its own.
pub(super) fn clauses(asked: &Asked<'_>, about: About) -> Vec<String> {
    let book = &asked.rules.book;
    let says = match about {
        About::Action(action) => book.actions[action.index()].says.first(),
        About::Check(check) => book.checks[check.index()].says.first(),
        _ => None,
    };
    let sampler = Sampler { asked, book, numbers: compared_numbers(book) };
    says.map_or_else(Vec::new, |says| sampler.clauses(about, says))
}

struct Sampler<'b> {
    asked: &'b Asked<'b>,
    book: &'b Rulebook,
    /// The numbers with which each fact is compared.
    numbers: BTreeMap<FactId, BTreeSet<Number>>,
}

impl Sampler<'_> {
    fn add(&self, about: About, says: &Sentence, all: &mut Vec<String>) {
        let mut bare = self.bare(says);
        // What the rules forbid is asked only where they allow nothing else.
        if bare.iter().any(|sentence| self.asked.allows(sentence)) {
            bare.retain(|sentence| self.asked.allows(sentence));
        }
        bare.truncate(MOST_THINGS);
        let Some(first) = bare.first().cloned() else { return };
        all.extend(bare);
        all.extend(self.clauses(about, says).into_iter().map(|clause| format!("{first}, {clause}")));
    }

    /// The sentence said of different figures with different things, nothing stated besides.
    fn bare(&self, says: &Sentence) -> Vec<String> {
        let facts = says.parts.iter().filter_map(|part| match part {
            SentencePart::Fact(fact) => Some(*fact),
            SentencePart::Word(_) => None,
        });
        let kind = facts.into_iter().find_map(|fact| match self.book.facts[fact.index()].r#type.bare() {
            Type::Thing(kind) => Some(*kind),
            _ => None,
        });
        let cast: Vec<(usize, Option<String>)> = match kind {
            Some(kind) => self.holders(kind).into_iter().map(|(who, what)| (who, Some(what))).collect(),
            None => (0..self.book.sheets.len().min(MOST_ACTORS)).map(|who| (who, None)).collect(),
        };
        cast.into_iter().filter_map(|(who, thing)| self.said(says, who, thing.as_deref())).collect()
    }

    /// Who holds the different things of a kind, each thing once.
    fn holders(&self, kind: KindId) -> Vec<(usize, String)> {
        let mut found: Vec<(usize, String)> = Vec::new();
        for (at, sheet) in self.book.sheets.iter().enumerate() {
            let held = sheet.lines.iter().flat_map(|line| match line {
                SheetLine::Slot(_, items) => &items[..],
                _ => &[],
            });
            for item in held.map(|item| &self.book.items[item.index()]).filter(|item| item.kind == kind) {
                if found.iter().all(|(_, name)| *name != *item.head.name) {
                    found.push((at, item.head.name.to_string()));
                }
            }
        }
        found
    }

    /// A pattern with its places filled; none if something in it cannot be said of anybody.
    fn said(&self, says: &Sentence, who: usize, thing: Option<&str>) -> Option<String> {
        let book = self.book;
        let mut others = (0..book.sheets.len()).filter(|other| *other != who).chain([who]);
        let mut is_first = true;
        let mut words = Vec::new();
        for part in &says.parts {
            words.push(match part {
                SentencePart::Word(word) => word.to_string(),
                SentencePart::Fact(fact) => match book.facts[fact.index()].r#type.bare() {
                    Type::Figure if std::mem::take(&mut is_first) => quoted(&book.sheets.get(who)?.head.name),
                    Type::Figure => quoted(&book.sheets.get(others.next()?)?.head.name),
                    Type::Thing(_) => quoted(thing?),
                    Type::Symbol(set) => book.sets[set.index()].words.first()?.name.to_string(),
                    Type::Number(_) => "1".to_string(),
                    _ => return None,
                },
            });
        }
        Some(words.join(" "))
    }

    /// What can be stated besides: facts that are read, how those in the sentence are.
    fn clauses(&self, about: About, says: &Sentence) -> Vec<String> {
        let book = self.book;
        let in_pattern = |fact: &FactId| says.parts.contains(&SentencePart::Fact(*fact));
        let read: BTreeSet<FactId> = read_by(book, about).into_iter().collect();
        let mut clauses = Vec::new();
        for fact in read.iter().filter(|fact| !in_pattern(fact)) {
            let rule = &book.facts[fact.index()];
            match rule.r#type.bare() {
                Type::Truth => clauses.extend([rule.head.name.to_string(), format!("not {}", rule.head.name)]),
                Type::Symbol(set) => {
                    let words = book.sets[set.index()].words.iter();
                    clauses.extend(words.map(|word| format!("{} {}", rule.head.name, word.name)));
                }
                Type::Number(_) => {
                    // A number that follows from others is asked by them.
                    if rule.reads.iter().any(|fact| !book.facts[fact.index()].is_role()) {
                        continue;
                    }
                    let compared = self.numbers.get(fact).into_iter().flatten().take(MOST_NUMBERS);
                    let compared = compared.filter_map(|number| book.in_unit(*number, rule.unit));
                    let numbers: BTreeSet<Number> = compared.chain(USUAL.map(Number::int)).collect();
                    clauses.extend(numbers.into_iter().map(|number| format!("{} {number}", rule.head.name)));
                }
                _ => {}
            }
        }
        let is_figure = |fact: &&FactId| *book.facts[fact.index()].r#type.bare() == Type::Figure;
        for role in read.iter().filter(|fact| in_pattern(fact)).filter(is_figure) {
            let role = &book.facts[role.index()].head.name;
            let states = book.states.iter().filter(|state| !state.head.is_quiet());
            let words = states.flat_map(|state| &book.sets[state.set.index()].words).map(|word| &word.name);
            let conditions = book.conditions.iter().filter(|one| !one.head.is_quiet()).map(|one| &one.head.name);
            clauses.extend(words.chain(conditions).map(|word| format!("{role} {word}")));
            let tracks = book.tracks.iter().filter(|track| track.owner == OwnerDecl::Figure && track.by.is_none());
            clauses.extend(
                tracks.filter(|track| !track.head.is_quiet()).map(|track| format!("{role} {} 2", track.head.name)),
            );
        }
        clauses
    }
}

/// A name that may hold what separates clauses.
fn quoted(name: &str) -> String {
    if name.contains(',') { format!("\"{name}\"") } else { name.to_string() }
}
