//! More than one thing in a sentence: one after the other, or the same of whoever may be meant.

use super::attempts::Attempts;
use super::error::SpeechError;
use super::hear::{DEEPEST, Hearing, MOST_READINGS, Understanding};
use super::lexicon::Phrase;
use super::listener::Listener;
use super::little::{self, is};
use super::meaning::Meant;
use super::piece::{Piece, matched, options};
use super::token::SpokenWord;
use super::two_parts::TwoParts;
use crate::query::{About, LONGEST, ParsedQuery, Who};
use crate::value::FigureId;
use std::cell::OnceCell;

/// Between two things that are done one after the other.
const BETWEEN_LINES: [&str; 8] = [" and then ", ", then ", " then ", ", and ", " and ", "; ", ". ", ", "];

/// Between two things of which the second is done after the first.
const THEN: &str = "then";

/// In so many letters the first of two things is said.
const LONGEST_FIRST: usize = 80;

/// So often something is done again at most.
const MOST_TIMES: usize = 6;
/// Words behind how often something is done.
const TIMES: &str = "{times}";

/// The same thing so often, where what counts how often does not count here.
pub fn repeated(listener: &Listener<'_>, line: &str) -> Option<Understanding> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    (line.len() <= LONGEST).then(|| hearing.repeated(line.trim())).flatten()
}

impl Hearing<'_> {
    /// Two things in one sentence, one after the other.
    pub(super) fn sequence(&self, line: &str) -> Option<Understanding> {
        let ends = BETWEEN_LINES.iter().flat_map(|word| line.match_indices(word));
        ends.take(MOST_READINGS)
            .find_map(|(at, word)| TwoParts::of(self, &line[..at], line.get(at + word.len()..)?)?.meant())
    }

    /// Two things that are done one after the other, where the rules forbid what the line says of both at once.
    pub(super) fn apart(&self, line: &str, text: &str) -> Option<Understanding> {
        let asked = self.understood(text).ok().filter(|asked| !asked.tweaks.is_empty())?;
        let bare = ParsedQuery { tweaks: Vec::new(), ..asked.clone() };
        // What is done first and then is no way in which the second is done.
        let is_in_order = self.listener.lexicon.spoken(line).iter().any(|word| word.text == THEN);
        if self.barred(&asked) <= self.barred(&bare) && !is_in_order {
            return None;
        }
        self.one_after_the_other(line, text).map(Understanding::Sequence)
    }

    /// What is done and then something else, where that was taken for how the first is done: `Ann shoots, then ducks`.
    pub(super) fn done_after(&self, line: &str, text: &str) -> Option<Result<Understanding, SpeechError>> {
        let spoken = self.listener.lexicon.spoken(line);
        let then = spoken.iter().rposition(|word| word.text == THEN).filter(|at| *at > 0)?;
        let asked = self.understood(text.strip_prefix(little::ODDS).unwrap_or(text)).ok()?;
        let says = |range: std::ops::Range<usize>, is_it: &dyn Fn(&Piece) -> bool| {
            range.into_iter().any(|at| options(self.listener, &spoken, at).iter().any(|(_, piece)| is_it(piece)))
        };
        let is_deed = |piece: &Piece| matches!(piece, Piece::Deed(about, _) if *about == asked.about);
        let is_more =
            |piece: &Piece| matches!(piece, Piece::State(_) | Piece::Clause(_) | Piece::ClauseOf(..) | Piece::Deed(..));
        let is_after = says(0..then, &is_deed) && !says(then..spoken.len(), &is_deed);
        if !is_after || !says(then + 1..spoken.len(), &is_more) {
            return None;
        }
        if let Some(all) = self.sequence(line) {
            return Some(Ok(all));
        }
        let first = line.get(..spoken[then].at)?.trim().trim_end_matches([',', ';', '.']);
        let first = first.strip_suffix(" and").unwrap_or(first).trim_end_matches(',');
        let word = &spoken[then];
        let error = SpeechError::must_be(line, &format!("{first} (what is done after that is not understood)"));
        Some(Err(error.pointed(word.at, line.len() - word.at)))
    }

    /// Two things that are done, of which the first was taken for how somebody is who does the second.
    pub(super) fn one_after_the_other(&self, line: &str, text: &str) -> Option<Vec<String>> {
        self.understood(text).ok().filter(|asked| !asked.tweaks.is_empty())?;
        let Understanding::Sequence(texts) = self.sequence(line)? else { return None };
        let is_done = |text: &String| self.understood(text).is_ok_and(|asked| matches!(asked.about, About::Action(_)));
        texts.iter().all(is_done).then_some(texts)
    }

    /// What is said to somebody who is called by his name: `Ann, shoot him`. Where the line has a meaning already, that
    /// must be of somebody else.
    pub(super) fn of_addressed(&self, line: &str, meant: Option<&str>) -> Option<Understanding> {
        let (name, rest) = line.split_once(',')?;
        let spoken = self.listener.lexicon.spoken(name);
        let (length, name, who) = self.listener.named_at(&spoken, 0).into_iter().next()?;
        let Who::Figure(id) = who else { return None };
        if length != spoken.len() || rest.trim().is_empty() {
            return None;
        }
        let commands = self.listener.commands.iter().map(|command| format!("{command} "));
        let bare = meant.map(|text| commands.filter_map(|word| text.strip_prefix(&*word)).next().unwrap_or(text));
        if bare.is_some_and(|text| text.starts_with(&name)) {
            return None;
        }
        let listener = Listener {
            named: Some(id),
            beside: None,
            acting: Some(id),
            last: None,
            names: OnceCell::new(),
            ..*self.listener
        };
        let hearing = Hearing { listener: &listener, attempts: &self.attempts.deeper() };
        let heard = hearing.line(rest.trim(), DEEPEST).ok();
        let is_of_him = |heard: &Understanding| match heard {
            Understanding::Line(text) => text.contains(&*name),
            Understanding::Several(texts) | Understanding::Sequence(texts) => {
                texts.iter().all(|text| text.contains(&*name))
            }
        };
        heard.filter(is_of_him).or_else(|| hearing.sequence(rest.trim()).filter(is_of_him))
    }

    /// Whether behind a comma, `and` or `then` words go on with something else that is done.
    pub(super) fn goes_on_with_a_deed(&self, words: &str) -> bool {
        let spoken = self.listener.lexicon.spoken(words);
        let joins = |word: &SpokenWord| word.is_comma() || is(&word.text, little::AND);
        let is_deed = |at: usize| {
            let mut phrases = self.listener.lexicon.beginning(&spoken[at]).iter();
            let said = |phrase: &Phrase| matched(self.listener.lexicon, phrase, &spoken, at).is_some();
            phrases.any(|phrase| matches!(phrase.meant, Meant::Deed(..)) && said(phrase))
        };
        let says_nothing =
            |at: &usize| spoken.get(*at).is_some_and(|word| joins(word) || self.listener.lexicon.is_empty_word(word));
        (0..spoken.len()).filter(|at| joins(&spoken[*at])).any(|at| {
            let first = (at..).find(|at| !says_nothing(at)).unwrap_or(at);
            if first >= spoken.len() {
                return false;
            }
            let named = self.listener.named_at(&spoken, first).first().map_or(0, |(length, ..)| *length);
            let is_pronoun = is(&spoken[first].text, little::PRONOUNS);
            let verb = first + named.max(usize::from(is_pronoun));
            spoken.get(verb).is_some_and(|word| word.is_word()) && is_deed(verb)
        })
    }

    /// What must be said instead of the first of two things.
    pub(super) fn of_first(&self, line: &str) -> Option<SpeechError> {
        let ends = BETWEEN_LINES.iter().flat_map(|word| line.match_indices(word));
        let first = ends.map(|(at, _)| &line[..at]).next().filter(|first| first.len() <= LONGEST_FIRST)?;
        self.line(first, 1).err().filter(SpeechError::is_settled)
    }

    /// The same thing so often: `shoots twice`, where nothing else counts it.
    pub(super) fn repeated(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let at = spoken.iter().rposition(|word| self.is_of(&word.text, TIMES)).filter(|at| *at > 0)?;
        let (count, times) = (&spoken[at - 1], &spoken[at]);
        let often: usize = count.text.parse().ok().filter(|often| (1..=MOST_TIMES).contains(often))?;
        let behind = line.get(times.at + times.length..)?;
        // `aims twice and shoots`: what stands behind it is done once.
        if self.goes_on_with_a_deed(behind) {
            return None;
        }
        let rest = format!("{}{behind}", line.get(..count.at)?);
        let rest = rest.split_whitespace().collect::<Vec<&str>>().join(" ");
        let alone = self.alone(&rest).map(|text| Understanding::Sequence(vec![text]));
        let Understanding::Sequence(mut texts) = alone.or_else(|| self.sequence(&rest))? else { return None };
        let last = texts.last()?.clone();
        texts.extend(std::iter::repeat_n(last, often - 1));
        Some(Understanding::Sequence(texts))
    }

    /// The same with each who may do it, where nobody says who does.
    pub(super) fn each(&self, line: &str) -> Option<Understanding> {
        let listener = self.listener;
        let spoken = listener.lexicon.spoken(line);
        let first = spoken.iter().find(|word| !listener.lexicon.is_empty_word(word) && !word.is_comma())?;
        let is_pronoun = is(&first.text, little::PRONOUNS);
        let begins = listener.lexicon.beginning(first).iter().any(|phrase| matches!(phrase.meant, Meant::Deed(..)));
        if listener.actor().is_some() || !(begins || is_pronoun) {
            return None;
        }
        let rest = line.get(first.at + if is_pronoun { first.length } else { 0 }..)?;
        let ids = listener.state.figure_ids().filter(|id| !listener.state.figure(*id).removed);
        let all: Vec<FigureId> = ids.collect();
        // Of a thing that is named and that some of them have, those are meant.
        let bearers = self.bearers(&spoken, &all);
        let able = if bearers.is_empty() { all } else { bearers };
        let lines = able.into_iter().filter_map(|id| {
            let text = format!("{} {}", listener.state.figure(id).name, rest.trim());
            match self.line(&text, 1) {
                Ok(Understanding::Line(meant)) => Some(meant),
                _ => self.is_strict(&text).then_some(text),
            }
        });
        let mut lines: Vec<String> = lines.collect();
        lines.dedup();
        self.retain_likely(&spoken, &mut lines);
        lines.truncate(MOST_READINGS);
        match lines.len() {
            0 => None,
            1 => lines.pop().map(Understanding::Line),
            _ => Some(Understanding::Several(lines)),
        }
    }

    /// What somebody does, with each foe it may be done to, where nobody says to whom.
    pub(super) fn at_each(&self, line: &str) -> Option<Understanding> {
        let listener = self.listener;
        let spoken = self.mended(line);
        let named = self.named_in(&spoken);
        let [(0, name)] = named.as_slice() else { return None };
        let (_, who) = listener.named(name)?;
        let each = |others: Vec<String>| -> Vec<String> {
            let lines = others.iter().filter_map(|other| match self.line(&format!("{line} {other}"), 1) {
                Ok(Understanding::Line(text)) => Some(text),
                _ => None,
            });
            lines.take(MOST_READINGS).collect()
        };
        let lines = each(listener.foes_of(&who));
        // What is done to no foe is done to a friend.
        let mut lines = if lines.is_empty() { each(listener.friends_of(&who)) } else { lines };
        lines.dedup();
        self.retain_likely(&spoken, &mut lines);
        match lines.len() {
            0 => None,
            1 => lines.pop().map(Understanding::Line),
            _ => Some(Understanding::Several(lines)),
        }
    }

    /// What is done as the patterns say it, where the verb stood in another form: `tries to knock Bob down`.
    pub(super) fn conjugated(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let named = |at: usize| self.listener.named_at(&spoken, at).into_iter().next();
        let (length, actor, _) = named(0)?;
        let says_nothing = |word: &&SpokenWord| self.listener.lexicon.is_empty_word(word) || word.text == "to";
        let at = length + spoken[length..].iter().take_while(says_nothing).count();
        let verb = spoken.get(at)?;
        let (typed, rest) = line.get(verb.at..)?.split_at_checked(verb.length)?;
        let mut rest = rest.to_string();
        if let Some((first, (length, name, _))) = (at + 1..spoken.len()).find_map(|at| Some((at, named(at)?))) {
            let behind = |place: usize| place.checked_sub(verb.at + verb.length);
            let last = &spoken[first + length - 1];
            rest.replace_range(behind(spoken[first].at)?..behind(last.at + last.length)?, &name);
        }
        let mut forms = ["s", "es"].iter().map(|ending| format!("{actor} {typed}{ending}{rest}"));
        forms.find(|text| self.is_strict(text)).map(Understanding::Line)
    }

    /// Whether something is done with a word, or somebody is said to be so.
    pub(super) fn is_done(&self, word: &SpokenWord) -> bool {
        let lexicon = self.listener.lexicon;
        let is_deed = lexicon.beginning(word).iter().any(|phrase| matches!(phrase.meant, Meant::Deed(..)));
        is_deed || is(&word.text, little::ARE) || word.text == "'s"
    }

    /// Whether nothing but names is said, one at least.
    pub(super) fn is_of_names(&self, spoken: &[SpokenWord]) -> bool {
        let mut at = 0;
        while let Some(word) = spoken.get(at) {
            match self.listener.named_at(spoken, at).into_iter().next() {
                Some((length, ..)) => at += length.max(1),
                None if word.is_comma() => at += 1,
                None => return false,
            }
        }
        at > 0
    }

    /// Those who are named, each with the place.
    pub(super) fn named_in(&self, spoken: &[SpokenWord]) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < spoken.len() {
            let named = self.listener.named_at(spoken, at).into_iter().next();
            let length = named.as_ref().map_or(1, |(length, ..)| (*length).max(1));
            found.extend(named.map(|(_, name, _)| (at, name)));
            at += length;
        }
        found
    }

    pub(super) fn alone(&self, text: &str) -> Option<String> {
        if self.is_strict(text) {
            return Some(text.trim().to_string());
        }
        match self.line(text.trim(), 1) {
            Ok(Understanding::Line(text)) => Some(text),
            // Nothing can be asked in the middle: what comes first to hand is taken.
            Ok(Understanding::Several(texts)) => texts.into_iter().next(),
            _ => None,
        }
    }
}
