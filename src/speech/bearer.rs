//! Somebody by what he has: `the guy with the rifle` by his name.

use super::hear::{Hearing, Understanding};
use super::little::{self, is};
use super::nearest::{ALLY, ENEMY};
use super::token::SpokenWord;
use crate::query::Who;
use crate::value::{FigureId, ItemId};

/// Between somebody and what he has.
const BEARS: [&str; 6] = ["with", "carry", "hold", "wear", "in", "have"];
/// What may stand between.
const BETWEEN: [&str; 4] = ["who", "that", "is", "'s"];
/// Before where somebody or something is.
const WHERE: [&str; 6] = ["to", "from", "at", "toward", "towards", "near"];
/// So many words has the name of a thing at most.
const LONGEST: usize = 4;

impl Hearing<'_> {
    /// The line with the name of the only one who has what is said of somebody who is not named.
    pub(super) fn by_thing(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        let is_anybody = |at: &usize| {
            let word = &spoken[*at];
            let is_called = self.is_of(&word.text, ENEMY) || self.is_of(&word.text, ALLY);
            is_called && *at > 0 && is(&spoken[at - 1].text, little::ARTICLES)
        };
        let at = (0..spoken.len()).find(is_anybody)?;
        let is_between = |word: &&SpokenWord| is(&word.text, &BETWEEN);
        let bears = at + 1 + spoken[at + 1..].iter().take_while(is_between).count();
        spoken.get(bears).filter(|word| is(&word.text, &BEARS) || is(&word.stem, &BEARS))?;
        let is_article = |word: &&SpokenWord| is(&word.text, little::ARTICLES) || is(&word.text, little::POSSESSIVES);
        let first = bears + 1 + spoken[bears + 1..].iter().take_while(is_article).count();
        let (length, items) = self.things_at(&spoken, first)?;
        let actor = (0..at).find_map(|at| self.listener.named_at(&spoken, at).into_iter().next());
        let actor = actor.map(|(_, _, who)| who).or_else(|| self.listener.actor().map(|(_, who)| who));
        let state = self.listener.state;
        let has = |id: &FigureId| {
            let who = Who::Figure(*id);
            let is_there = !state.figure(*id).removed && actor.as_ref() != Some(&who);
            is_there && items.iter().any(|item| self.bears(&who, *item))
        };
        let mut all = state.figure_ids().filter(has);
        let (Some(found), None) = (all.next(), all.next()) else { return None };
        self.attempts.note_stems(spoken[at..first + length].iter().map(|word| word.stem.clone()));
        let (from, last) = (spoken[at - 1].at, &spoken[first + length - 1]);
        let name = &state.figure(found).name;
        Some(format!("{}{name}{}", line.get(..from)?, line.get(last.at + last.length..)?))
    }

    /// What is said of the place of a thing that only one has, as said of him: `how far is it to the machine gun`.
    pub(super) fn at_its_bearer(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let is_there = |at: &usize| is(&spoken[*at].text, little::ARTICLES) && is(&spoken[*at - 1].text, &WHERE);
        let article = (1..spoken.len()).find(is_there)?;
        let (length, items) = self.things_at(&spoken, article + 1)?;
        let state = self.listener.state;
        let has = |id: &FigureId| items.iter().any(|item| self.bears(&Who::Figure(*id), *item));
        let mut all = state.figure_ids().filter(|id| !state.figure(*id).removed).filter(has);
        let (Some(found), None) = (all.next(), all.next()) else { return None };
        let last = &spoken[article + length];
        let (before, behind) = (line.get(..spoken[article].at)?, line.get(last.at + last.length..)?);
        let heard = self.line(&format!("{before}{}{behind}", state.figure(found).name), 1).ok()?;
        self.attempts.note_stems(spoken[article..=article + length].iter().map(|word| word.stem.clone()));
        Some(heard)
    }

    /// Those of somebody who have all of the things that are named in a line.
    pub(super) fn bearers(&self, spoken: &[SpokenWord], all: &[FigureId]) -> Vec<FigureId> {
        let (mut named, mut at) = (Vec::new(), 0);
        while at < spoken.len() {
            let found = self.things_at(spoken, at);
            at += found.as_ref().map_or(1, |(length, _)| *length);
            named.extend(found.map(|(_, items)| items));
        }
        let has = |id: &FigureId, items: &Vec<ItemId>| items.iter().any(|item| self.bears(&Who::Figure(*id), *item));
        let all = all.iter().copied();
        all.filter(|id| !named.is_empty() && named.iter().all(|items| has(id, items))).collect()
    }

    /// The things that are called by the words from a place on, and in how many words: the longest name.
    fn things_at(&self, spoken: &[SpokenWord], first: usize) -> Option<(usize, Vec<ItemId>)> {
        let things = self.listener.lexicon.things();
        let called = |length: &usize| {
            let words = spoken.get(first..first + length)?;
            let said = words.iter().map(|word| word.text.as_str()).collect::<Vec<&str>>().join(" ");
            let whole = things.iter().position(|name| *name == said).map(|at| vec![ItemId(at as u16)]);
            let found = whole.or_else(|| (*length == 1).then(|| self.listener.items_ending(&said)))?;
            (!found.is_empty()).then_some((*length, found))
        };
        (1..=LONGEST).rev().find_map(|length| called(&length))
    }

    /// Whether somebody has a thing, wherever he has it.
    fn bears(&self, who: &Who, item: ItemId) -> bool {
        let kind = self.listener.book().items[item.index()].kind;
        self.listener.has(who, kind).iter().flatten().any(|one| *one == item)
    }
}
