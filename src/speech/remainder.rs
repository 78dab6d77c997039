//! How much of something somebody has left, said beside what is done or asked: `with 2 points left, can Ann shoot Bob?`.
//! It is supposed, and nothing is changed.

use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::{self, ODDS, is};
use super::token::SpokenWord;
use std::ops::Range;

/// Before how much somebody has.
const HAVING: [&str; 6] = ["with", "on", "at", "having", "has", "have"];
/// What may stand between that and the number.
const BARELY: [&str; 5] = ["only", "just", "got", "still", "about"];
/// Behind what he has.
const LEFT: [&str; 4] = ["left", "remaining", "over", "now"];
/// So many words has what is counted at most.
const MOST_IN_A_NAME: usize = 3;

/// What is said of how much somebody has.
struct Remainder {
    /// Where it is said.
    place: Range<usize>,
    /// Who has it, where that is said with it.
    who: Option<String>,
    number: String,
    /// What it is called.
    name: String,
}

impl Hearing<'_> {
    /// What is done or asked by one who is supposed to have so much left of something.
    pub(super) fn supplied(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let remainder = (0..spoken.len()).find_map(|at| self.remainder_at(&spoken, at, line))?;
        let (before, behind) = (line.get(..remainder.place.start)?, line.get(remainder.place.end..)?);
        let behind = behind.trim_start_matches([',', ' ', ';', ':', '-']);
        let rest = format!("{} {behind}", before.trim_end_matches([',', ' '])).trim().to_string();
        let rest = rest.trim_end_matches(['?', ' ', '.', '!']);
        let asks = self.asks(line);
        let rest = match &remainder.who {
            Some(name) => self.by_name(rest, name),
            None => rest.to_string(),
        };
        let Ok(Understanding::Line(text)) = self.line(&rest, DEEPEST) else { return None };
        let bare = text.strip_prefix(ODDS).unwrap_or(&text);
        let first = self.listener.named_at(&self.listener.lexicon.spoken(bare), 0).into_iter().next()?.1;
        let who = remainder.who.as_ref().unwrap_or(&first);
        let clause = self.told_left(who, &remainder)?;
        let odds = if asks || text.starts_with(ODDS) { ODDS } else { "" };
        let whole = format!("{bare}, {clause}");
        self.is_strict(&whole).then(|| Understanding::Line(format!("{odds}{whole}")))
    }

    /// A question with the name for the first pronoun in it.
    fn by_name(&self, rest: &str, name: &str) -> String {
        let spoken = self.listener.lexicon.spoken(rest);
        let is_subject = |word: &&SpokenWord| is(&word.text, little::PRONOUNS) && !is(&word.text, little::OBJECTS);
        let mut text = rest.to_string();
        if let Some(word) = spoken.iter().find(is_subject) {
            text.replace_range(word.at..word.at + word.length, name);
        }
        text
    }

    /// How much somebody has left, as a clause; what counts how much he has lost says so much.
    fn told_left(&self, who: &str, remainder: &Remainder) -> Option<String> {
        let Remainder { number, name, .. } = remainder;
        let own = format!("{who} {name} {number}");
        let said = format!("{who} has {number} {name} left");
        let told = match self.line(&said, 1) {
            Ok(Understanding::Line(told)) => Some(told),
            _ => None,
        };
        let told = told.filter(|told| self.is_told(told) && told.starts_with(who) && !told.contains(['+', '-']));
        told.or_else(|| self.is_told(&own).then_some(own))
    }

    /// What is said from a place on of how much somebody has.
    fn remainder_at(&self, spoken: &[SpokenWord], at: usize, line: &str) -> Option<Remainder> {
        if !is(&spoken[at].text, &HAVING) {
            return None;
        }
        let barely = spoken[at + 1..].iter().take_while(|word| is(&word.text, &BARELY)).count();
        let number = spoken.get(at + 1 + barely).filter(|word| word.is_number() && !word.is_signed())?;
        let first = at + 2 + barely;
        let said = |length: usize| {
            let words: Option<Vec<&str>> =
                spoken.get(first..first + length).map(|words| words.iter().map(|word| word.text.as_str()).collect());
            words.map(|words| words.join(" "))
        };
        let name = |length: &usize| said(*length).filter(|said| self.listener.is_number_of_somebody(said));
        let length = (1..=MOST_IN_A_NAME).rev().find(|length| name(length).is_some())?;
        let left = spoken[first + length..].iter().take_while(|word| is(&word.text, &LEFT)).count();
        let has = matches!(spoken[at].text.as_str(), "has" | "have");
        // Who has it stands before it, and perhaps `if` before him.
        let owner = if has { Some(self.owner_before(spoken, at)?) } else { None };
        let begin = owner.as_ref().map_or(at, |(begin, _)| *begin);
        let last = &spoken[first + length + left - 1];
        let typed = &spoken[first];
        let name_end = &spoken[first + length - 1];
        Some(Remainder {
            place: spoken[begin].at..last.at + last.length,
            who: owner.map(|(_, name)| name),
            number: number.text.clone(),
            name: line.get(typed.at..name_end.at + name_end.length)?.to_string(),
        })
    }

    /// Who is named right before a word, and where that begins.
    fn owner_before(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, String)> {
        let named = (0..at).find_map(|from| {
            let (length, name, _) = self.listener.named_at(spoken, from).into_iter().next()?;
            (from + length == at).then_some((from, name))
        })?;
        let before = named.0.checked_sub(1).map(|before| spoken[before].text.as_str());
        match before {
            Some("if" | "when" | "say" | "suppose") => Some((named.0 - 1, named.1)),
            // What is told without `if` is so.
            _ => None,
        }
    }
}
