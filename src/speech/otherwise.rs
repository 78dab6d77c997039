//! A line that is not understood, said in more common words: without the word that only leads to it, and with what the
//! list `otherwise` says for words that the game does not know.

use super::error::SpeechError;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::{self, is};
use super::meaning::Meant;
use super::means::TOOL;
use super::slip;
use super::token::{SpokenWord, words};

/// Words with which a line begins that only lead to what is said.
pub(super) const OPENS: &str = "{opens}";
/// Words with which a line ends that say nothing: `now`, `at the moment`.
const CLOSES: &str = "{closes}";
/// So many of them stand before a line at most, each of so many words.
const MOST_OPENERS: usize = 3;
const MOST_WORDS: usize = 7;
/// So many are told apart by their place at most: `the tenth`.
const MOST_NTH: usize = 10;

/// How a line is understood.
type Understood = fn(&Hearing<'_>, &str) -> Result<Understanding, SpeechError>;

impl Hearing<'_> {
    /// What is meant by a line that says it in words which are not known as they stand; else what is wrong with it.
    pub(super) fn otherwise(
        &self,
        line: &str,
        error: SpeechError,
        understood: Understood,
    ) -> Result<Understanding, SpeechError> {
        if error.is_settled() {
            return Err(error);
        }
        let common = self.in_common_words(line);
        let bare = self.without_leading(common.as_deref().unwrap_or(line));
        let is = self.with_is(line);
        let open = self.without_closing(bare.as_deref().unwrap_or(line));
        let dice = with_counted_dice(line);
        let (owners, nth) = (self.with_apostrophes(line), self.with_ordinals(line));
        let heard = [is, bare, common, open, dice, owners, nth]
            .into_iter()
            .flatten()
            .find_map(|text| understood(self, &text).ok());
        heard.ok_or(error)
    }

    /// Once more with words mended that are known, but not here.
    pub(super) fn again(
        &self,
        line: &str,
        spoken: &[SpokenWord],
        error: SpeechError,
    ) -> Result<Understanding, SpeechError> {
        let SpeechError::Word { at, .. } = &error else { return Err(error) };
        let mut spoken = spoken.to_vec();
        let is_slipped = |word: &&mut SpokenWord| {
            let asks = is(&word.text, little::ASKING) || is(&word.text, little::OF_ODDS);
            word.at == at.offset() && !asks && !self.is_of(&word.text, TOOL)
        };
        let Some(word) = spoken.iter_mut().find(is_slipped) else { return Err(error) };
        let names = self.listener.name_words().iter().map(String::as_str);
        let known = names.chain(self.listener.lexicon.first_words());
        let Some(text) = slip::mended(&word.text, known) else { return Err(error) };
        (word.stem, word.text) = (super::token::stem(text), text.to_string());
        self.said(line, &spoken).map_err(|_| error)
    }

    /// The line with `is` for the `'s` behind a name: `the guard's hit for 5`.
    fn with_is(&self, line: &str) -> Option<String> {
        let spoken = words(line);
        let is_named = |at: usize| {
            let before = (0..at).find(|from| {
                let named = self.listener.named_at(&spoken, *from);
                named.first().is_some_and(|(length, ..)| from + length == at)
            });
            before.is_some()
        };
        // Who has a thing is not it.
        let is_thing = |word: &SpokenWord| self.is_of_a_thing(word);
        let may_be = |at: &usize| !spoken.get(at + 1).is_some_and(is_thing);
        // `Ann's rifle's empty`: a thing is so as well as somebody.
        let is_of = |at: usize| is_named(at) || at > 2 && is_thing(&spoken[at - 1]);
        let at = (1..spoken.len()).find(|at| spoken[*at].text == "'s" && is_of(*at) && may_be(at))?;
        let word = &spoken[at];
        Some(format!("{} is{}", line.get(..word.at)?, line.get(word.at + word.length..)?))
    }

    /// The line with the apostrophe that is missing behind somebody's name: `Anns rifle`.
    fn with_apostrophes(&self, line: &str) -> Option<String> {
        let is_name = |name: &str| {
            // Several are meant by `guards` where there are Guard 1 and Guard 2.
            let figures = self.listener.state.figures.iter().map(|figure| &figure.name);
            let mut figures = figures.filter(|own| !own.contains(|c: char| c.is_ascii_digit()));
            figures.any(|own| own.split(' ').any(|word| word.eq_ignore_ascii_case(name)))
        };
        let is_owner = |word: &&SpokenWord| {
            let typed = line.get(word.at..word.at + word.length).unwrap_or_default();
            typed.strip_suffix('s').is_some_and(|name| is_name(name) && !is_name(typed))
        };
        let spoken = words(line);
        let ends: Vec<usize> = spoken.iter().filter(is_owner).map(|word| word.at + word.length - 1).collect();
        let mut text = line.to_string();
        ends.iter().rev().for_each(|end| text.insert(*end, '\''));
        (!ends.is_empty()).then_some(text)
    }

    /// The line with the name of who is the first, the second of those who are told apart by a number: `the first guard`.
    fn with_ordinals(&self, line: &str) -> Option<String> {
        let spoken = words(line);
        let (mut text, mut from) = (String::new(), 0);
        for two in spoken.windows(2) {
            let Some(nth) = (1..=MOST_NTH).find(|nth| self.is_of(&two[0].text, &format!("{{nth{nth}}}"))) else {
                continue;
            };
            let name = format!("{} {nth}", two[1].text);
            let mut figures = self.listener.state.figures.iter();
            let Some(figure) = figures.find(|figure| figure.name.eq_ignore_ascii_case(&name)) else { continue };
            text += line.get(from..two[0].at)?;
            text += &figure.name;
            from = two[1].at + two[1].length;
        }
        (from > 0).then(|| text + line.get(from..).unwrap_or_default())
    }

    /// Whether a word is one that things are called by.
    pub(super) fn is_of_a_thing(&self, word: &SpokenWord) -> bool {
        let mut phrases = self.listener.lexicon.beginning(word).iter();
        phrases.any(|phrase| matches!(phrase.meant, Meant::Item(_) | Meant::Part(_) | Meant::Kind(_)))
            || !self.listener.items_ending(&word.text).is_empty()
    }

    /// What is meant behind words that only lead to it: `tell me what Ann can do`.
    pub(super) fn led_to(&self, line: &str) -> Option<Understanding> {
        self.without_leading(line).and_then(|bare| self.line(&bare, DEEPEST).ok())
    }

    /// The line without the words that only lead to what is said.
    pub(super) fn without_leading(&self, line: &str) -> Option<String> {
        let mut rest = line.trim();
        for _ in 0..MOST_OPENERS {
            let Some(shorter) = self.without_opener(rest) else { break };
            rest = shorter;
        }
        (rest.len() < line.trim().len() && rest.contains(' ')).then(|| rest.to_string())
    }

    fn without_opener<'l>(&self, line: &'l str) -> Option<&'l str> {
        let spoken: Vec<_> = words(line).into_iter().filter(|word| !word.is_comma()).take(MOST_WORDS + 1).collect();
        let is_opener = |length: &usize| {
            let said: Vec<&str> = spoken[..*length].iter().map(|word| word.text.as_str()).collect();
            self.is_of(&said.join(" ").replace(" 's", "'s"), OPENS)
        };
        let length = (1..spoken.len()).rev().find(is_opener)?;
        line.get(spoken.get(length)?.at..)
    }

    /// The line without the words at its end that say nothing.
    fn without_closing(&self, line: &str) -> Option<String> {
        let spoken: Vec<SpokenWord> = words(line).into_iter().filter(|word| !word.is_comma()).collect();
        let closes = |length: &usize| {
            let said: Vec<&str> = spoken[spoken.len() - length..].iter().map(|word| word.text.as_str()).collect();
            self.is_of(&said.join(" "), CLOSES)
        };
        let length = (1..spoken.len().min(MOST_WORDS)).rev().find(closes)?;
        let rest = line.get(..spoken[spoken.len() - length].at)?.trim_end_matches([',', ' ']);
        Some(rest.to_string())
    }

    /// The line with what is said more often, where a list gives that for words in it.
    fn in_common_words(&self, line: &str) -> Option<String> {
        let spoken = super::token::words(line);
        let (mut text, mut at, mut from) = (String::new(), 0, 0);
        while at < spoken.len() {
            let found = self.listener.lexicon.otherwise(&spoken[at..]);
            if let Some((length, common)) = found {
                let last = &spoken[at + length - 1];
                text += line.get(from..spoken[at].at)?;
                text += common;
                from = last.at + last.length;
            }
            at += found.map_or(1, |(length, _)| length);
        }
        (from > 0).then(|| text + line.get(from..).unwrap_or_default())
    }
}

/// The line with dice as so many of them: `moves 2 d6` for `moves 2d6`.
fn with_counted_dice(line: &str) -> Option<String> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let count_of = |word: &SpokenWord| {
        let (count, sides) = word.text.split_once('d')?;
        (is_digits(count) && is_digits(sides)).then_some(word.at + count.len())
    };
    let at: Vec<usize> = words(line).iter().filter_map(count_of).collect();
    let mut text = line.to_string();
    at.iter().rev().for_each(|at| text.insert(*at, ' '));
    (!at.is_empty()).then_some(text)
}
