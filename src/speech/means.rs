//! With what something is done: a thing that nobody has, or that nothing is called, is never left out.

use super::clause_map::BEFORE;
use super::error::{EXAMPLE, SpeechError};
use super::hear::Hearing;
use super::little::{self, is};
use super::meaning::Meant;
use super::piece::{self, DeedWays, Piece};
use super::remedy::MOST_EXAMPLES;
use super::token::SpokenWord;
use crate::query::About;
use crate::rulebook::Type;
use crate::value::{FactId, KindId};

/// What people fight with.
pub(super) const TOOL: &str = "{tool}";
/// What is no thing, though something is done with it: `with a grin`.
const FASHION: &str = "{fashion}";
/// Words before a thing of somebody.
const OWNING: [&str; 9] = ["a", "an", "his", "her", "its", "their", "my", "your", "our"];
/// So many words stand before it, behind `with`, at most.
const MOST_BEFORE_A_TOOL: usize = 4;

impl Hearing<'_> {
    /// Why nothing is done with a thing that the rules do not know: it is not there. What somebody has is named.
    pub(super) fn not_had(&self, line: &str, spoken: &[SpokenWord], ways: &[DeedWays]) -> Option<SpeechError> {
        let is_tool = |word: &SpokenWord| word.is_word() && self.is_tool(word);
        let tool = spoken.iter().position(is_tool).filter(|at| self.is_done_with(spoken, *at));
        let at = tool.or_else(|| self.unknown_means(spoken))?;
        let ((name, who), _) = self.actor_and_foe(spoken)?;
        let book = self.listener.book();
        let kinds = (0..book.kinds.len()).map(|at| KindId(at as u16)).filter(|kind| self.is_used(*kind, ways));
        let has = kinds.flat_map(|kind| self.listener.has(&who, kind)).flatten();
        let mut names: Vec<&str> = has.map(|item| &*book.items[item.index()].head.name).collect();
        names.dedup();
        let has = match names.as_slice() {
            [] => "nothing".to_string(),
            names => names.join(", "),
        };
        let word = &spoken[at];
        let instead = self.with_another(line, word, &names).map(|text| self.with_what_is_missing(text));
        let example = instead.or_else(|| self.with_deed_of(spoken, ways));
        let example = example.map_or_else(String::new, |text| format!("; {EXAMPLE} `{text}`"));
        let why = format!("{name} has no {}", word.text);
        Some(SpeechError::settled(line, &why, format!("{name} has {has}{example}")).pointed(word.at, word.length))
    }

    /// The line with something that he has, the one that the rules forbid least.
    fn with_another(&self, line: &str, word: &SpokenWord, names: &[&str]) -> Option<String> {
        let (before, behind) = (line.get(..word.at)?, line.get(word.at + word.length..)?);
        let bare = |article: &&&str| before.trim_end().to_lowercase().ends_with(&format!(" {article}"));
        let before = match ["a", "an", "the", "his", "her", "its", "their"].iter().find(bare) {
            Some(article) => &before[..before.trim_end().len() - article.len()],
            None => before,
        };
        let lines = names.iter().take(MOST_EXAMPLES).map(|name| format!("{before}{name}{behind}"));
        let understood = lines.filter_map(|text| Some((self.barred(&self.understood(&text).ok()?), text)));
        understood.min_by_key(|(barred, _)| *barred).map(|(_, text)| text)
    }

    /// Whether a word names something that people fight with, and nothing that the rules know.
    fn is_tool(&self, word: &SpokenWord) -> bool {
        let lexicon = self.listener.lexicon;
        let is_known = !lexicon.beginning(word).is_empty() || !self.listener.items_ending(&word.text).is_empty();
        !is_known && !self.listener.name_words().contains(&word.text) && lexicon.ends_of(&word.text, TOOL)
    }

    /// Whether something is done with what stands at a place: `shoots Bob with a big club`.
    fn is_done_with(&self, spoken: &[SpokenWord], at: usize) -> bool {
        let with = (at.saturating_sub(MOST_BEFORE_A_TOOL)..at).rev().find(|at| is(&spoken[*at].text, little::WITH));
        let is_deed = |word: &SpokenWord| {
            self.listener.lexicon.beginning(word).iter().any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
        };
        let clause = spoken[..at].iter().rposition(SpokenWord::is_comma).map_or(0, |comma| comma + 1);
        with.is_some_and(|with| with >= clause && spoken[clause..with].iter().any(is_deed))
    }

    /// Whether what is said to be done may be done with things of a kind.
    fn is_used(&self, kind: KindId, ways: &[DeedWays]) -> bool {
        let book = self.listener.book();
        let is_of = |fact: &FactId| *book.facts[fact.index()].r#type.bare() == Type::Thing(kind);
        piece::all(ways).flatten().any(|piece| match piece {
            Piece::Deed(About::Action(id), _) => book.actions[id.index()].takes.iter().any(is_of),
            _ => false,
        })
    }

    /// Where a word stands that nothing is called by, and with which something is done as with a thing: `with a zorblax`.
    fn unknown_means(&self, spoken: &[SpokenWord]) -> Option<usize> {
        let lexicon = self.listener.lexicon;
        let is_known = |word: &SpokenWord| {
            lexicon.knows(word)
                || !self.listener.items_ending(&word.text).is_empty()
                || self.listener.name_words().contains(&word.text)
        };
        let ends = |at: &usize| {
            spoken.get(*at).is_none_or(|word| {
                word.is_comma()
                    || is(&word.text, little::AND)
                    || is(&word.text, little::WHO)
                    || self.is_of(&word.text, BEFORE)
            })
        };
        (0..spoken.len()).filter(|at| is(&spoken[*at].text, little::WITH)).find_map(|with| {
            spoken.get(with + 1).filter(|word| is(&word.text, &OWNING))?;
            let end = (with + 2..=spoken.len()).find(ends)?;
            let at =
                (end - with <= MOST_BEFORE_A_TOOL).then(|| end.checked_sub(1)).flatten().filter(|at| *at > with + 1)?;
            let word = &spoken[at];
            let is_thing = word.is_word() && !is_known(word) && !self.is_of(&word.text, FASHION);
            (is_thing && self.is_done_with(spoken, at)).then_some(at)
        })
    }
}
