//! What of the rules a line speaks of that is not understood: how it is looked up.

use super::attempts::Attempts;
use super::hear::Hearing;
use super::listener::Listener;
use super::little::{self, is};
use super::meaning::Meant;
use super::piece::matched;
use super::token::{MOST_WORDS, SpokenWord};
use crate::query::{About, LONGEST};
use crate::rulebook::Sort;

/// So many words of a line are the name of something that is declared, at most.
const MOST_IN_A_NAME: usize = 4;
/// Shorter words alone name nothing of the rules.
const LEAST: usize = 4;
/// So many things are offered.
const MOST_OFFERED: usize = 2;

/// What of the rules a question speaks of that is not understood, first what has the longest name.
pub fn topics_of(listener: &Listener<'_>, line: &str) -> Vec<String> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let spoken = listener.lexicon.spoken(line);
    if line.len() > LONGEST || spoken.len() > MOST_WORDS || !hearing.may_ask(line, &spoken) {
        return Vec::new();
    }
    // Whoever asks how likely one does something to the other is helped more by a sentence that works than by the rules.
    let asks = spoken.iter().any(|word| is(&word.text, little::OF_ODDS));
    if asks && hearing.named_in(&spoken).len() > 1 {
        return Vec::new();
    }
    hearing.topics(line, &spoken)
}

/// What of the rules people ask about by its name.
const OF_THE_RULES: [Sort; 12] = [
    Sort::Kind,
    Sort::Table,
    Sort::Setting,
    Sort::Attribute,
    Sort::Track,
    Sort::Condition,
    Sort::Relation,
    Sort::Fact,
    Sort::Card,
    Sort::Check,
    Sort::Option,
    Sort::Action,
];

impl Hearing<'_> {
    /// Whether a line, or a part of it, may be a question.
    pub(super) fn may_ask(&self, line: &str, spoken: &[SpokenWord]) -> bool {
        let says = |word: &&SpokenWord| !self.listener.lexicon.is_empty_word(word) && !word.is_comma();
        let opens = |word: &SpokenWord| is(&word.text, little::OPENING) && word.text != "i";
        let begins = spoken.iter().enumerate().any(|(at, word)| (at == 0 || spoken[at - 1].is_comma()) && opens(word));
        line.trim_end().ends_with('?') || begins || spoken.iter().find(says).is_some_and(opens)
    }

    /// The names of what is declared and spoken of in a line: what has the longest name first, then what is done.
    pub(super) fn topics(&self, line: &str, spoken: &[SpokenWord]) -> Vec<String> {
        let mut found: Vec<(usize, String)> = Vec::new();
        let mut at = 0;
        while at < spoken.len() {
            let named = self.listener.named_at(spoken, at).first().map_or(0, |(length, ..)| *length);
            if named > 0 {
                at += named;
                continue;
            }
            let here =
                (1..=MOST_IN_A_NAME).rev().find_map(|length| Some((length, self.topic(line, spoken, at, length)?)));
            at += here.as_ref().map_or(1, |(length, _)| *length);
            found.extend(here);
        }
        found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        let deeds = (0..spoken.len()).filter_map(|at| self.deed_at(spoken, at));
        let mut names: Vec<String> = Vec::new();
        let found = found.into_iter().filter(|(_, name)| self.is_of_the_rules(name));
        for name in found.map(|(_, name)| name).chain(deeds) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(MOST_OFFERED);
        names
    }

    /// What is declared under so many words from a place on.
    fn topic(&self, line: &str, spoken: &[SpokenWord], at: usize, length: usize) -> Option<String> {
        let words = spoken.get(at..at + length)?;
        let says = |word: &SpokenWord| {
            word.is_word() && !little::is_little(&word.text) && !is(&word.text, little::ASKING) && !word.is_number()
        };
        let (first, last) = (words.first()?, words.last()?);
        let is_whole = says(first) && says(last) && !self.listener.lexicon.is_empty_word(first);
        let is_long = length > 1 || first.text.len() >= LEAST;
        let text = line.get(first.at..last.at + last.length)?;
        let known = |text: &str| self.listener.declared(text);
        // A verb is looked up as what is done.
        let is_deed = || length == 1 && self.deed_at(spoken, at).is_some();
        if !is_whole || !is_long || is_deed() {
            return None;
        }
        known(text).or_else(|| known(&words.iter().map(|word| word.text.as_str()).collect::<Vec<&str>>().join(" ")))
    }

    /// Whether something of this name is more than bookkeeping.
    fn is_of_the_rules(&self, name: &str) -> bool {
        let book = self.listener.book();
        let is_role = |sort: Sort, at: u16| sort == Sort::Fact && book.facts[usize::from(at)].is_role();
        let is_told = |sort: &Sort| {
            let at = book.names.find(*sort, name);
            at.is_some_and(|at| !book.head_of(*sort, at).is_quiet() && !is_role(*sort, at))
        };
        let words = book.sets.iter().flat_map(|set| &set.words);
        OF_THE_RULES.iter().any(is_told) || book.item(name).is_some() || words.clone().any(|word| *word.name == *name)
    }

    /// The action that is said at a place.
    fn deed_at(&self, spoken: &[SpokenWord], at: usize) -> Option<String> {
        let lexicon = self.listener.lexicon;
        let is_said = |phrase: &&super::lexicon::Phrase| matched(lexicon, phrase, spoken, at).is_some();
        let said = lexicon.beginning(&spoken[at]).iter().filter(is_said);
        said.max_by_key(|phrase| phrase.places.len()).and_then(|phrase| match phrase.meant {
            Meant::Deed(About::Action(id), _) => Some(self.listener.book().actions[id.index()].head.name.to_string()),
            _ => None,
        })
    }
}
