//! What is declared and never named: by no expression, no declaration, no script.

use super::{Examiner, Finding, Use};
use crate::rulebook::{Rulebook, Script, Sort};
use crate::text::{Sources, Span};
use std::collections::HashSet;

/// Sorts whose declarations exist to be used by others.
const USED_BY_OTHERS: [Sort; 9] = [
    Sort::Table,
    Sort::Setting,
    Sort::Condition,
    Sort::Relation,
    Sort::Fact,
    Sort::Card,
    Sort::Question,
    Sort::Tag,
    Sort::Every,
];

/// What is used in a rulebook, by sort and name.
pub(super) fn used(book: &Rulebook) -> Vec<Use> {
    let mut used = Vec::new();
    for sort in USED_BY_OTHERS.into_iter().chain([Sort::Option]) {
        let is_used = |name: &&str| book.names.find(sort, name).is_some_and(|at| book.usage.is_named(sort, at));
        used.extend(book.names.visible(sort).filter(is_used).map(|name| (sort, name.to_string())));
    }
    used
}

impl Examiner<'_> {
    pub(super) fn unused(&mut self) {
        let (book, scripts) = (self.book, self.words);
        for sort in USED_BY_OTHERS {
            let mut unused: Vec<(u16, &str)> = Vec::new();
            for name in book.names.visible(sort) {
                let Some(at) = book.names.find(sort, name) else { continue };
                // What is said of every action of a phase needs no name.
                let is_of_phase = sort == Sort::Every && !book.always[usize::from(at)].phases.is_empty();
                // A pack in which nothing is rolled has its cards for those above.
                let is_for_others = sort == Sort::Card && book.checks.is_empty();
                let is_used = book.usage.is_named(sort, at) || scripts.contains(name) || is_of_phase || is_for_others;
                if !is_used && (sort == Sort::Tag || self.is_own(book.head_of(sort, at))) {
                    unused.push((at, name));
                }
            }
            unused.sort();
            unused.into_iter().for_each(|(at, name)| self.one_unused(sort, at, name));
        }
    }

    fn one_unused(&mut self, sort: Sort, at: u16, name: &str) {
        let help = match sort {
            Sort::Card => "name it in the `cards` of a check, or take it away",
            Sort::Tag => "a check can say `inverts` or `ignores` and this tag; else take it away",
            Sort::Question => "nothing asks it: ask it, or take it away",
            Sort::Every => "an action or check that is meant says `counts as` and this name; else take it away",
            Sort::Condition => "nothing gains it or asks for it: use it, or take it away",
            _ => "use it, or take it away",
        };
        let span = if sort == Sort::Tag { self.tagged(at) } else { Some(self.book.head_of(sort, at).span) };
        let words = match sort {
            Sort::Every if self.book.always[usize::from(at)].is_of_actions() => "sort of actions",
            Sort::Every => "sort of checks",
            _ => sort.words(),
        };
        let finding = Finding::Unused { sort: words, name: name.to_string() };
        if let Some(span) = span {
            self.report_unused((sort, name.to_string()), finding, span, "named nowhere else", help);
        }
    }

    /// The first modifier of the highest pack with a tag.
    fn tagged(&self, tag: u16) -> Option<Span> {
        let cards = self.book.cards.iter().filter(|card| self.is_own(&card.head)).flat_map(|card| &card.modifiers);
        let checks = self.book.checks.iter().filter(|check| self.is_own(&check.head)).flat_map(|check| &check.parts);
        let mut tagged = cards.chain(checks).filter(|modifier| modifier.tags.iter().any(|id| id.0 == tag));
        tagged.next().map(|modifier| modifier.label.span)
    }

    /// Options that no `when`, no expression and no script asks for.
    pub(super) fn options(&mut self) {
        let (book, scripts) = (self.book, self.words);
        for (at, option) in book.options.iter().enumerate() {
            let name = option.head.name.to_string();
            let is_used = book.usage.is_named(Sort::Option, at as u16) || scripts.contains(&*name);
            if !is_used && self.is_own(&option.head) {
                let help = format!("ask for it: `when {name} {{ … }}`, or in the condition of a modifier");
                let which = (Sort::Option, name.clone());
                let finding = Finding::OptionWithoutEffect { name };
                self.report_unused(which, finding, option.head.span, "nothing asks for it", help);
            }
        }
    }
}

/// Every quoted word, every field and every key of the scripts: names that they may mean.
pub(in crate::rulebook) fn script_words<'s>(sources: &'s Sources, scripts: &[Script]) -> HashSet<&'s str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = HashSet::new();
    for script in scripts {
        let text = &sources.get(script.source).text;
        for quote in ['"', '\'', '`'] {
            words.extend(text.lines().flat_map(|line| line.split(quote).skip(1).step_by(2)));
        }
        for part in text.split('.').skip(1) {
            words.insert(part.split(|letter| !is_letter(letter)).next().unwrap_or(""));
        }
        for part in text.split('=') {
            words.insert(part.trim_end().rsplit(|letter| !is_letter(letter)).next().unwrap_or(""));
        }
    }
    words
}
