//! The things that somebody has in hand, and those that a line names.

use super::candidate::is_called_as_one;
use super::hear::Hearing;
use super::lexicon::PhrasePlace;
use super::listener::Listener;
use super::little::{ARTICLES, ODDS, is};
use super::meaning::Meant;
use super::piece::matched;
use super::token::{SpokenWord, words};
use crate::eval::World;
use crate::query::{Argument, BoundQuery, ParsedQuery, Who, uncounted_among, understood};
use crate::rulebook::Type;
use crate::value::{FactId, ItemId, KindId, Value};

impl Listener<'_> {
    /// What somebody has in hand to fight with, by its name: the first of it.
    pub(super) fn wielded(&self, who: &Who) -> Option<String> {
        let book = self.book();
        let uses = |kind: &KindId| self.uses_of(*kind);
        // What most is done with: a shield may be of one kind with what is worn.
        let all = (0..book.kinds.len()).map(|at| KindId(at as u16));
        let mut kinds: Vec<KindId> = all.filter(|kind| uses(kind) > 0).collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(uses(kind)));
        let kinds = kinds.into_iter();
        let mut items = kinds.flat_map(|kind| self.has(who, kind)).flatten();
        let item = items.find(|item| self.has_in_hand(who, &[*item]))?;
        Some(book.items[item.index()].head.name.to_string())
    }

    /// How much is done with things of a kind that rolls dice.
    pub(super) fn uses_of(&self, kind: KindId) -> usize {
        let book = self.book();
        let is_of = |fact: &FactId| *book.facts[fact.index()].r#type.bare() == Type::Thing(kind);
        let checked = book.actions.iter().filter(|action| action.check.is_some());
        checked.filter(|action| action.takes.iter().any(is_of)).count()
    }

    /// What somebody has in hand that is called so, by its name.
    pub(super) fn held_as(&self, who: &Who, spoken: &[SpokenWord]) -> Option<String> {
        let said: Vec<&SpokenWord> = spoken.iter().filter(|word| !is(&word.text, ARTICLES)).collect();
        let phrases = self.lexicon.beginning(said.first()?).iter().filter(|phrase| {
            let is_word = |(place, word): (&PhrasePlace, &&SpokenWord)| *place == PhrasePlace::Word(word.stem.clone());
            phrase.places.len() == said.len() && phrase.places.iter().zip(&said).all(is_word)
        });
        let mut items: Vec<ItemId> = self.items_ending(&said.last()?.text);
        let mut kinds: Vec<KindId> = Vec::new();
        for phrase in phrases {
            match &phrase.meant {
                Meant::Item(item) => items.push(*item),
                Meant::Part(some) | Meant::Attribute(some) => items.extend(some),
                Meant::Kind(kind) => kinds.push(*kind),
                _ => {}
            }
        }
        let of_kind = |item: &ItemId| self.book().items[item.index()].kind;
        let all = (0..self.book().kinds.len()).map(|at| KindId(at as u16));
        let wielded = all.flat_map(|kind| self.has(who, kind)).flatten().filter(|item| self.has_in_hand(who, &[*item]));
        let wielded: Vec<ItemId> = wielded.collect();
        let is_named = |item: &&ItemId| items.contains(item) || kinds.contains(&of_kind(item));
        let is_called = |item: &&ItemId| is_called_as_one(self, **item, &items);
        let item = wielded.iter().find(is_named).or_else(|| wielded.iter().find(is_called))?;
        Some(self.book().items[item.index()].head.name.to_string())
    }
}

impl Listener<'_> {
    /// Whether what a sentence says is done with a thing without saying so: for its check that thing counts.
    pub(super) fn is_done_with(&self, text: &str, item: ItemId) -> bool {
        let book = self.book();
        let row = &book.items[item.index()];
        let posed = |text: &str| {
            let asked = understood(book, self.cast, text)?;
            Some((BoundQuery::new(self.rules, self.state, &asked).ok()?, asked))
        };
        let Some((plain, _)) = posed(text) else { return false };
        let (frame, view) = (plain.check_frame(self.rules), plain.view(self.rules));
        let is_it = |value: Value| match value {
            Value::Item(other) => other == item,
            Value::Thing(thing) => view.item_of(thing) == Some(item),
            _ => false,
        };
        let counts = |name: &str| {
            let said = format!("{text}, {name} {}", row.head.name);
            let said = posed(&said).map(|(posed, asked)| (posed, asked, said));
            said.is_some_and(|(posed, asked, said)| {
                uncounted_among(&self.lexicon.reaches, self.rules, &posed, &asked, &said).is_none()
            })
        };
        book.facts.iter().enumerate().any(|(at, fact)| {
            let is_of_kind = *fact.r#type.bare() == Type::Thing(row.kind);
            let is_so = || view.scene(&frame).fact(FactId(at as u16)).is_ok_and(is_it);
            is_of_kind && is_so() && counts(&fact.head.name)
        })
    }

    /// Whether somebody has what is called so, in words: `Ann has a Rifle`, `Ann has no rifle`.
    pub(super) fn possession(&self, (name, who): (&str, &Who), said: &str) -> Option<String> {
        let spoken = self.lexicon.spoken(said);
        let first = spoken.iter().find(|word| !is(&word.text, ARTICLES))?;
        let mut items = self.items_ending(&spoken.last()?.text);
        let mut kinds: Vec<KindId> = Vec::new();
        let from = spoken.iter().position(|word| word.at == first.at)?;
        for phrase in self.lexicon.beginning(first) {
            let is_all =
                matched(self.lexicon, phrase, &spoken, from).is_some_and(|(length, _)| from + length == spoken.len());
            match &phrase.meant {
                Meant::Item(item) if is_all => items.push(*item),
                Meant::Part(some) | Meant::Attribute(some) if is_all => items.extend(some),
                Meant::Kind(kind) if is_all => kinds.push(*kind),
                _ => {}
            }
        }
        if items.is_empty() && kinds.is_empty() {
            return None;
        }
        let of_kind = |item: &ItemId| self.book().items[item.index()].kind;
        let all = (0..self.book().kinds.len()).map(|at| KindId(at as u16));
        let mut had = all.flat_map(|kind| self.has(who, kind)).flatten();
        let own = had.find(|item| items.contains(item) || kinds.contains(&of_kind(item)));
        Some(match own {
            Some(item) => format!("{name} has {}", self.book().items[item.index()].head.name),
            None => format!("{name} has no {}", said.trim()),
        })
    }
}

impl Hearing<'_> {
    /// The thing that is named last, as it was typed.
    pub(super) fn thing_in<'l>(&self, line: &'l str, spoken: &[SpokenWord]) -> Option<&'l str> {
        let lexicon = self.listener.lexicon;
        let length = |at: usize| {
            let phrases = lexicon.beginning(&spoken[at]).iter();
            let things = phrases.filter(|phrase| matches!(phrase.meant, Meant::Item(_) | Meant::Part(_)));
            things.filter_map(|phrase| matched(lexicon, phrase, spoken, at)).map(|(length, _)| length).max()
        };
        let (at, length) = (0..spoken.len()).rev().find_map(|at| Some((at, length(at)?)))?;
        let last = &spoken[at + length - 1];
        line.get(spoken[at].at..last.at + last.length)
    }

    /// Of sentences that differ in who acts keeps those of whoever has what was spoken of, and of these what may be done now.
    pub(super) fn retain_likely(&self, spoken: &[SpokenWord], lines: &mut Vec<String>) {
        let keeps: [&dyn Fn(&ParsedQuery) -> bool; 3] =
            [&|asked| self.has_what_is_named(asked), &|asked| self.says_each_thing(spoken, asked), &|asked| {
                self.barred(asked) == 0
            }];
        for keeps in keeps {
            let bare = |line: &String| self.understood(line.strip_prefix(ODDS).unwrap_or(line));
            let is_kept = |line: &String| bare(line).is_ok_and(|asked| keeps(&asked));
            if lines.iter().any(is_kept) {
                lines.retain(is_kept);
            }
        }
    }

    /// Whether each thing that a sentence names is named in a line by all of its words.
    fn says_each_thing(&self, spoken: &[SpokenWord], asked: &ParsedQuery) -> bool {
        let is_said = |item: &ItemId| {
            let name = words(&self.listener.book().items[item.index()].head.name);
            name.iter().all(|word| spoken.iter().any(|said| said.stem == word.stem))
        };
        asked.facts.iter().all(|(_, said)| match said {
            Argument::Value(Value::Item(item)) => is_said(item),
            _ => true,
        })
    }

    /// Whether the one who acts has each thing that a sentence names.
    pub(super) fn has_what_is_named(&self, asked: &ParsedQuery) -> bool {
        let who = asked.facts.iter().find_map(|(_, said)| match said {
            Argument::Who(who) => Some(who),
            _ => None,
        });
        let kind = |item: &ItemId| self.listener.book().items[item.index()].kind;
        let has = |item: &ItemId| {
            who.is_some_and(|who| self.listener.has(who, kind(item)).iter().flatten().any(|own| own == item))
        };
        asked.facts.iter().all(|(_, said)| match said {
            Argument::Value(Value::Item(item)) => has(item),
            _ => true,
        })
    }
}
