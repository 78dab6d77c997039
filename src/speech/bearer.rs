//! Somebody by what he has: `the guy with the rifle` by his name.

use super::hear::Hearing;
use super::little::{self, is};
use super::nearest::{ALLY, ENEMY};
use super::token::SpokenWord;
use crate::query::Who;
use crate::value::{FigureId, ItemId};

/// Between somebody and what he has.
const BEARS: [&str; 6] = ["with", "carry", "hold", "wear", "in", "have"];
/// What may stand between.
const BETWEEN: [&str; 4] = ["who", "that", "is", "'s"];
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
