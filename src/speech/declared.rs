//! What the declarations of a rulebook are called: what is done, what is stated, how somebody is, what there is.

use super::lexicon::Lexicon;
use super::little::{ARTICLES, GLUE};
use super::meaning::{Meant, said, things_of};
use super::token::words;
use crate::query::About;
use crate::rulebook::{Head, Modifier, OwnerDecl, Rulebook, Sentence, SentencePart, Type};
use crate::value::{ActionId, CheckId, FactId, ItemId, KindId, SheetId};
use std::collections::{BTreeMap, BTreeSet};

/// The words of things, by their stems, with the kind.
type ThingWords = BTreeSet<(KindId, String)>;

/// Whether words that say what is done stand behind the second place of a sentence.
fn is_parted(sentence: &Sentence) -> bool {
    let mut places = 0;
    sentence.parts.iter().any(|part| match part {
        SentencePart::Fact(_) => {
            places += 1;
            false
        }
        SentencePart::Word(word) => places > 1 && !GLUE.contains(&&**word) && !ARTICLES.contains(&&**word),
    })
}

impl Lexicon {
    /// The verbs of actions and checks.
    pub(super) fn deeds(&mut self, book: &Rulebook) {
        let mut things = ThingWords::new();
        for item in &book.items {
            words(&item.head.name).into_iter().for_each(|word| _ = things.insert((item.kind, word.stem)));
        }
        for (at, action) in book.actions.iter().enumerate() {
            self.deed(book, About::Action(ActionId(at as u16)), &action.head, &action.says, &things);
        }
        for (at, check) in book.checks.iter().enumerate() {
            self.deed(book, About::Check(CheckId(at as u16)), &check.head, &check.says, &things);
        }
    }

    fn deed(&mut self, book: &Rulebook, about: About, head: &Head, says: &[Sentence], things: &ThingWords) {
        let meant = Meant::Deed(about, Vec::new());
        // Of a verb in two parts the first alone says something else: `takes` of `takes … down`.
        for sentence in says.iter().filter(|sentence| !is_parted(sentence)) {
            let behind = sentence.parts.iter().skip_while(|part| matches!(part, SentencePart::Fact(_)));
            let verb: Vec<&str> = behind
                .map_while(|part| match part {
                    SentencePart::Word(word) => Some(&**word),
                    SentencePart::Fact(_) => None,
                })
                .collect();
            self.add(&verb.join(" "), meant.clone());
            let bare = verb.iter().rposition(|word| !GLUE.contains(word)).map_or(0, |last| last + 1);
            self.add(&verb[..bare].join(" "), meant.clone());
        }
        if !head.is_quiet() && !says.is_empty() {
            self.add(&head.name, meant.clone());
            // A thing that a title names is spoken of for itself: `throw a stone` says with what.
            let title = words(&head.title);
            let mut kinds = things_of(book, says).peekable();
            let is_object = kinds.peek().is_some() && title.iter().any(|word| ARTICLES.contains(&word.text.as_str()));
            let is_named = kinds.any(|kind| title.iter().any(|word| things.contains(&(kind, word.stem.clone()))));
            if title.len() < 2 || !(is_named || is_object) {
                self.add(&head.title, meant);
            }
        }
    }

    pub(super) fn facts(&mut self, book: &Rulebook) {
        for (at, fact) in book.facts.iter().enumerate().filter(|(_, fact)| !fact.head.is_quiet()) {
            let id = FactId(at as u16);
            let names: Vec<&str> =
                [&*fact.head.name, &*fact.head.title].into_iter().filter(|name| !name.is_empty()).collect();
            match fact.r#type.bare() {
                Type::Figure => names.iter().for_each(|name| self.add(name, Meant::Role(id))),
                Type::Truth => names.iter().for_each(|name| self.add(name, Meant::Clause(fact.head.name.to_string()))),
                Type::Number(_) => {
                    let clause = Meant::Clause(format!("{} {{n}}", fact.head.name));
                    for name in names {
                        self.add(&format!("{name} {{n}}"), clause.clone());
                        self.add(&format!("{{n}} {name}"), clause.clone());
                    }
                }
                Type::Symbol(set) => {
                    for word in &book.sets[set.index()].words {
                        let value = Meant::Value(id, word.name.to_string());
                        self.add(&word.name, value.clone());
                        self.add(&word.title, value.clone());
                        let clause = Meant::Clause(format!("{} {}", fact.head.name, word.name));
                        names.iter().for_each(|name| self.add(&format!("{name} {}", word.name), clause.clone()));
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn states(&mut self, book: &Rulebook) {
        for state in &book.states {
            for word in &book.sets[state.set.index()].words {
                self.add(&word.name, Meant::State(word.name.to_string()));
                self.add(&word.title, Meant::State(word.name.to_string()));
            }
        }
        for condition in book.conditions.iter().filter(|condition| !condition.head.is_quiet()) {
            self.add(&condition.head.name, Meant::State(condition.head.name.to_string()));
            self.add(&condition.head.title, Meant::State(condition.head.name.to_string()));
        }
        for track in book.tracks.iter().filter(|track| track.owner == OwnerDecl::Figure && !track.head.is_quiet()) {
            for name in [&track.head.name, &track.head.title] {
                self.add(&format!("{name} {{n}}"), Meant::State(format!("{} {{n}}", track.head.name)));
            }
        }
    }

    /// Things by their names, and by each of their words.
    pub(super) fn items(&mut self, book: &Rulebook) {
        let mut parts: BTreeMap<String, Vec<ItemId>> = BTreeMap::new();
        for (at, item) in book.items.iter().enumerate() {
            let id = ItemId(at as u16);
            self.add(&item.head.name, Meant::Item(id));
            let words = self.spoken(&item.head.name);
            for word in words.iter().filter(|word| words.len() > 1 && word.is_word() && word.text.len() > 2) {
                parts.entry(word.text.clone()).or_default().push(id);
            }
        }
        for (word, mut items) in parts {
            // `pistol` may also mean what ends so.
            let ends = |name: &str| name.to_lowercase().ends_with(&word);
            let more = book.items.iter().enumerate().filter(|(_, item)| ends(&item.head.name));
            items.extend(more.map(|(at, _)| ItemId(at as u16)));
            items.sort_unstable();
            items.dedup();
            // What something is stands last in its name.
            let name = |item: &ItemId| &*book.items[item.index()].head.name;
            let (named_so, said_so): (Vec<ItemId>, Vec<ItemId>) = items.into_iter().partition(|item| ends(name(item)));
            for (items, meant) in [(named_so, Meant::Part as fn(_) -> _), (said_so, Meant::Attribute)] {
                if !items.is_empty() {
                    self.add(&word, meant(items));
                }
            }
        }
        for (at, kind) in book.kinds.iter().enumerate() {
            self.add(&kind.head.name, Meant::Kind(KindId(at as u16)));
            self.add(&kind.head.title, Meant::Kind(KindId(at as u16)));
        }
    }

    /// What things and sheets are called, word by word.
    pub(super) fn names(&mut self, book: &Rulebook) {
        self.things = book.items.iter().map(|item| item.head.name.to_lowercase()).collect();
        let texts = |text: &str| words(text).into_iter().map(|word| word.text);
        self.thing_words = book.items.iter().flat_map(|item| texts(&item.head.name)).collect();
        let figures = book.scenarios.iter().flat_map(|one| &one.sides).flat_map(|side| &side.figures);
        self.figures = figures.map(|figure| figure.name.to_lowercase()).collect();
        for (at, sheet) in book.sheets.iter().enumerate() {
            let id = SheetId(at as u16);
            for word in texts(&sheet.head.name).chain(texts(&sheet.head.title)) {
                let known = self.sheets.entry(word).or_default();
                known.extend((known.last() != Some(&id)).then_some(id));
            }
        }
    }

    /// What is printed beside a modifier may be said, where it says one thing.
    pub(super) fn label(&mut self, book: &Rulebook, modifier: &Modifier) {
        if let Some(clause) = modifier.condition.as_ref().and_then(|condition| said(book, condition))
            && !modifier.label.text.contains('{')
        {
            self.add(&modifier.label.text, Meant::Clause(clause));
        }
    }
}
