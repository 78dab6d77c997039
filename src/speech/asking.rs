//! Questions for odds whose opening no list of words knows: what is asked is left when the words of asking are gone.

use super::hear::{Hearing, Understanding};
use super::little::{self, is};
use super::token::SpokenWord;

impl Hearing<'_> {
    /// The odds that are asked for, if the rest of a question is a sentence.
    pub(super) fn odds_asked(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let asks = |word: &SpokenWord| is(&word.text, little::OF_ODDS);
        let begins = spoken.first().is_some_and(|word| is(&word.text, little::OPENING));
        if !begins && !line.trim_end().ends_with('?') && !spoken.iter().any(asks) {
            return None;
        }
        // `Ann aims and shoots Bob, what is her chance?`: what is asked behind the comma is said before it.
        if let Some(heard) = self.asked_behind(line) {
            return Some(heard);
        }
        let names = |at: usize| !self.listener.named_at(&spoken, at).is_empty();
        let is_left = |at: &usize| !is(&spoken[*at].text, little::ASKING) || names(*at);
        let mut left: Vec<&str> = Vec::new();
        let mut end = 0;
        for at in (0..spoken.len()).filter(is_left) {
            let word = &spoken[at];
            // The words of one form stand in one place.
            if word.at >= end {
                left.push(line.get(word.at..word.at + word.length)?);
                end = word.at + word.length;
            }
        }
        self.odds_of(&left.join(" "), &spoken)
    }

    /// The odds of a sentence behind which a question stands that says nothing else.
    fn asked_behind(&self, line: &str) -> Option<Understanding> {
        let (sentence, question) = line.rsplit_once(", ").or_else(|| line.rsplit_once(" - "))?;
        let says_nothing = |word: &SpokenWord| {
            let is_of_him = is(&word.text, little::PRONOUNS) || is(&word.text, little::ARTICLES);
            word.is_comma() || is_of_him || is(&word.text, little::ASKING) || is(&word.text, little::OF_ODDS)
        };
        if !self.listener.lexicon.spoken(question).iter().all(says_nothing) {
            return None;
        }
        let heard = match self.is_strict(sentence.trim()) {
            true => Understanding::Line(sentence.trim().to_string()),
            false => self.line(sentence.trim(), 1).ok().or_else(|| self.sequence(sentence.trim()))?,
        };
        match heard {
            // What comes before the last is done first.
            Understanding::Sequence(mut texts) => {
                let last = texts.pop().filter(|text| self.is_strict(text))?;
                texts.push(format!("odds {last}"));
                Some(Understanding::Sequence(texts))
            }
            heard => self.as_odds(heard),
        }
    }

    /// The odds of what is left of a question.
    fn odds_of(&self, text: &str, spoken: &[SpokenWord]) -> Option<Understanding> {
        if let Some(rest) = text.strip_prefix("who ") {
            return self.group(&format!("everyone {rest}")).and_then(|heard| self.as_odds(heard));
        }
        if text.contains(" or ") {
            return self.sequence(&text.replace(" or ", " and ")).and_then(|heard| self.as_odds(heard));
        }
        // `… to hit for Ann`: whoever is named first acts, whether he is named before what he does or not; and what he
        // does may go without saying.
        let first = (0..spoken.len()).find_map(|at| Some((at, self.listener.named_at(spoken, at).into_iter().next()?)));
        let mut ways = vec![text.to_string()];
        if let Some((at, (_, name, _))) = first {
            let typed = text.split_whitespace().next().unwrap_or_default();
            if !name.to_lowercase().starts_with(&typed.to_lowercase()) {
                ways.push(format!("{name} {}", text.replacen(&spoken[at].text, "", 1)));
                ways.push(format!("{name} {}", text.replacen(&*name, "", 1)));
            }
            let rest = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
            ways.push(format!("{name} takes on {rest}"));
        }
        ways.iter().find_map(|text| self.line(text, 1).ok().and_then(|heard| self.as_odds(heard)))
    }

    /// What was understood, as a question for its odds.
    fn as_odds(&self, heard: Understanding) -> Option<Understanding> {
        let odds = |text: String| self.is_strict(&text).then(|| format!("odds {text}"));
        match heard {
            // Another way to say the last sentence.
            Understanding::Line(text) if text.starts_with("same ") => Some(Understanding::Line(text)),
            Understanding::Line(text) => odds(text).map(Understanding::Line),
            Understanding::Sequence(texts) => {
                texts.into_iter().map(odds).collect::<Option<Vec<String>>>().map(Understanding::Sequence)
            }
            Understanding::Several(_) => None,
        }
    }
}
