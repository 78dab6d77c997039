//! What is declared and never named: by no expression, no declaration, no script.

use super::{Examiner, Finding, Use};
use crate::rulebook::show::as_written;
use crate::rulebook::{Check, Modifier, Named, Rulebook, Script, Sort, Type};
use crate::text::{Sources, Span, is_wordly};
use crate::value::FactId;
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

/// Sorts whose declarations are given values that something is to ask for; tracks and derived values players read, too.
const READ_BY_OTHERS: [Sort; 2] = [Sort::Attribute, Sort::Note];

/// Of checks that could count a card, so many are told beside the first.
const MOST_CHECKS: usize = 4;
/// Shorter words of a label are shared by chance.
const LEAST_WORD: usize = 3;

/// What is used in a rulebook, by sort and name.
pub(super) fn used(book: &Rulebook) -> Vec<Use> {
    let mut used = Vec::new();
    for sort in USED_BY_OTHERS.into_iter().chain([Sort::Option]) {
        let is_used = |name: &&str| book.names.find(sort, name).is_some_and(|at| book.usage.is_named(sort, at));
        used.extend(book.names.visible(sort).filter(is_used).map(|name| Use::Named(sort, name.to_string())));
    }
    for sort in READ_BY_OTHERS {
        let is_read = |name: &&str| book.names.find(sort, name).is_some_and(|at| book.usage.is_read(sort, at));
        used.extend(book.names.visible(sort).filter(is_read).map(|name| Use::Named(sort, name.to_string())));
    }
    used.extend(book.usage.places().iter().filter_map(|(_, named)| match named {
        Named::Declared(Sort::Option, at) => {
            book.options.get(usize::from(*at)).map(|option| Use::AskedOption(option.head.name.to_string()))
        }
        _ => None,
    }));
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

    /// What has a value, on sheets or by lines, and never counts for anything.
    pub(super) fn unread(&mut self) {
        let (book, scripts) = (self.book, self.words);
        // A pack in which nothing is rolled has it for those above.
        if book.checks.is_empty() {
            return;
        }
        for sort in READ_BY_OTHERS {
            let mut unread: Vec<(u16, &str)> = Vec::new();
            for name in book.names.visible(sort) {
                let Some(at) = book.names.find(sort, name) else { continue };
                let is_read = book.usage.is_read(sort, at) || scripts.contains(name);
                if !is_read && self.is_own(book.head_of(sort, at)) {
                    unread.push((at, name));
                }
            }
            unread.sort();
            for (at, name) in unread {
                let finding = Finding::NeverRead { sort: sort.words(), name: name.to_string() };
                let counts = match matches!(book.attributes[usize::from(at)].r#type.bare(), Type::Number(_)) {
                    true => format!("`plus actor.{}` in a check, an amount, a condition, a script", as_written(name)),
                    false => "in a condition, a check, a script".to_string(),
                };
                let help = format!("let it count where it should: {counts}; or take it away");
                let which = Use::Named(sort, name.to_string());
                let label = "no rule and no script asks for it";
                self.report_unused(which, finding, book.head_of(sort, at).span, label, help);
            }
        }
    }

    fn one_unused(&mut self, sort: Sort, at: u16, name: &str) {
        if sort == Sort::Fact && self.counts_always(at, name) {
            return;
        }
        let of_card = if sort == Sort::Card { self.checks_for(at, name) } else { None };
        let help = match sort {
            Sort::Card if let Some(help) = &of_card => help,
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
            let (label, help) = match self.is_in_tests(name) {
                true => ("only tests name it", "let a rule use it, too, or take both away"),
                false => ("named nowhere else", help),
            };
            self.report_unused(Use::Named(sort, name.to_string()), finding, span, label, help);
        }
    }

    /// Whether a test of the pack names it.
    pub(super) fn is_in_tests(&self, name: &str) -> bool {
        let mut own = self.book.tests.iter().filter(|test| self.is_own(&test.head));
        let is_named = |text: &str| text.split(|letter: char| !is_wordly(letter)).any(|word| word == name);
        own.any(|test| is_named(self.text_of_test(test)))
    }

    /// What to write so that a check counts a card: one that knows the figures of which the card asks.
    fn checks_for(&self, card: u16, name: &str) -> Option<String> {
        let book = self.book;
        let is_figure = |fact: &&FactId| book.facts[fact.index()].r#type == Type::Figure;
        let asked = book.cards[usize::from(card)].modifiers.iter().flat_map(|one| &one.reads).filter(is_figure);
        let asked: Vec<FactId> = asked.copied().collect();
        let knows = |check: &&Check| asked.iter().all(|fact| check.all_reads.contains(fact));
        let mut fits: Vec<&Check> = book.checks.iter().filter(|check| !check.head.is_quiet()).filter(knows).collect();
        // What counts many cards is what most are meant for.
        fits.sort_by_key(|check| std::cmp::Reverse(check.cards.len()));
        let first = fits.iter().find(|check| self.is_own(&check.head)).or(fits.first())?;
        let (check, name) = (as_written(&first.head.name), as_written(name));
        let line = match self.is_own(&first.head) {
            true => format!("write `cards {name}` in the check `{check}`"),
            false => format!("name it in a check: `check {check} {{ add cards {name} }}`"),
        };
        let others = fits.iter().filter(|one| one.head.name != first.head.name);
        let others: Vec<String> = others.take(MOST_CHECKS).map(|one| format!("`{}`", one.head.name)).collect();
        Some(match others.is_empty() {
            true => format!("{line}; or take it away"),
            false => format!("{line}, or in {}; or take it away", others.join(", ")),
        })
    }

    /// Whether a modifier that bears the name of a fact counts always, though nothing reads the fact; that is told.
    fn counts_always(&mut self, fact: u16, name: &str) -> bool {
        let (book, declared) = (self.book, &self.book.facts[usize::from(fact)]);
        if declared.r#type != Type::Truth {
            return false;
        }
        let words = |text: &str| -> Vec<String> {
            let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= LEAST_WORD);
            parts.map(str::to_lowercase).collect()
        };
        let of_fact: Vec<String> = words(name).into_iter().chain(words(&declared.head.title)).collect();
        let cards = book.cards.iter().flat_map(|card| &card.modifiers);
        let all = cards.chain(book.checks.iter().flat_map(|check| &check.parts));
        let bears = |one: &&Modifier| words(&one.label.text).iter().any(|word| of_fact.contains(word));
        let mut found = all.filter(|one| one.condition.is_none() && self.is_written_here(one.label.span)).filter(bears);
        let Some(at) = found.next().map(|one| one.label.span) else { return false };
        let text = &book.sources.get(at.source).text;
        let start = text[..at.start as usize].rfind(['\n', ';', '{']).map_or(0, |at| at + 1);
        let end = text[at.end as usize..].find(['\n', ';', '}']).map_or(text.len(), |end| at.end as usize + end);
        let whole = text[start..end].trim();
        let begin = start + text[start..].len() - text[start..].trim_start().len();
        let (line, behind) = match whole.find(" @").filter(|cite| begin + cite >= at.end as usize) {
            Some(cite) => whole.split_at(cite),
            None => (whole, ""),
        };
        let place = Span { source: at.source, start: begin as u32, end: (begin + whole.len()) as u32 };
        let help = format!("write `{line} when {}{behind}`", as_written(name));
        let finding = Finding::Unused { sort: "fact", name: name.to_string() };
        let label = format!("counts always: nothing asks whether `{name}` is so");
        self.report_unused(Use::Named(Sort::Fact, name.to_string()), finding, place, &label, help);
        true
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
                let which = Use::Named(Sort::Option, name.clone());
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
