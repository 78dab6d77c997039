//! A question for odds under the condition that somebody else does something first: `if Bob gets up, what does Ann need?`.
//! It is asked as things are, and then as if he had done it.

use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::with_name;
use super::little::{self, ODDS, is};
use super::pronoun::TypedPronoun;
use super::token::SpokenWord;
use crate::query::{About, Argument, ParsedQuery, Who};

/// Words before what is supposed to be done.
const SUPPOSES: [&str; 8] = ["if", "when", "once", "suppose", "supposing", "assuming", "say", "after"];
/// Words that may stand before those.
const LEADS: [&str; 8] = ["and", "so", "but", "ok", "okay", "well", "now", "what"];
/// Words with which a question begins behind what is supposed, without a comma.
const ASKS: [&str; 6] = ["what", "how", "can", "could", "does", "would"];
/// Words before how things are for what is asked behind them.
const HOW_THINGS_ARE: [&str; 4] = ["with", "given", "while", "having"];
/// At least so many words say how things are, that before them included.
const LEAST_OF_HOW: usize = 3;
/// Between what is supposed and what is asked.
const BETWEEN: [&str; 4] = [", ", " then ", " - ", ": "];
/// Before what is supposed, behind a question.
const BEHIND: [&str; 5] = [" if ", " once ", " when ", " after ", " should "];
/// Before somebody against whom something is done.
const AGAINST: &str = " against ";
/// The command by which something is supposed to be done.
const SUPPOSED: &str = "what if do ";

impl Hearing<'_> {
    /// The line with a comma between how things are and what is asked: `with Bob prone what does Ann need?`.
    pub(super) fn with_its_comma(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        spoken.first().filter(|word| is(&word.text, &HOW_THINGS_ARE))?;
        let before = spoken.iter().take_while(|word| !word.is_comma() && !is(&word.text, &ASKS)).count();
        let asks = spoken.get(before).filter(|word| before >= LEAST_OF_HOW && !word.is_comma())?;
        Some(format!("{}, {}", line.get(..asks.at)?.trim_end(), line.get(asks.at..)?))
    }

    /// The odds that are asked for, and then under the condition that is said with them.
    pub(super) fn conditioned(&self, line: &str) -> Option<Understanding> {
        let line = line.trim_end_matches(['?', ' ', '.', '!']);
        let bare = self.without_leading(line);
        let line = bare.as_deref().unwrap_or(line);
        let (deed, question) = self.condition(line)?;
        let Ok(Understanding::Line(done)) = self.line(deed, 1) else { return None };
        let asked = self.understood(&done).ok().filter(|asked| matches!(asked.about, About::Action(_)))?;
        let doer = self.doer(&asked)?;
        let odds = self.asked_when_done(question, &doer)?;
        // How somebody would be for what is asked is said with it.
        if let Ok(Understanding::Line(text)) = self.line(line, DEEPEST)
            && let Some(bare) = text.strip_prefix(ODDS)
            && let (Ok(with), Ok(without)) = (self.understood(bare), self.understood(odds.strip_prefix(ODDS)?))
            && self.doer(&with) == self.doer(&without)
            && with != without
        {
            return None;
        }
        Some(Understanding::Sequence(vec![odds, format!("{SUPPOSED}{done}")]))
    }

    /// What is supposed to be done, and what is asked.
    fn condition<'l>(&self, line: &'l str) -> Option<(&'l str, &'l str)> {
        let spoken = self.listener.lexicon.spoken(line);
        let first = spoken.iter().take_while(|word| is(&word.text, &LEADS) || word.is_comma()).count();
        let is_question = |text: &str| {
            let spoken = self.listener.lexicon.spoken(text);
            spoken.first().is_some_and(|word| is(&word.text, little::OPENING) || is(&word.text, little::OF_ODDS))
        };
        let is_of_somebody = |text: &str| {
            let spoken = self.listener.lexicon.spoken(text);
            let is_pronoun = spoken.first().is_some_and(|word| is(&word.text, little::PRONOUNS));
            is_pronoun || !self.listener.named_at(&spoken, 0).is_empty()
        };
        let parts = match spoken.get(first).filter(|word| is(&word.text, &SUPPOSES)) {
            Some(word) => {
                let rest = line.get(word.at + word.length..)?;
                let ends = BETWEEN.iter().filter_map(|between| rest.split_once(between));
                let mut parts = ends.map(|(deed, question)| (deed.trim(), question.trim()));
                let parted = parts.find(|(_, question)| is_question(question));
                // `if Bob gets up what does Ann need`
                let asks = |word: &&SpokenWord| is(&word.text, &ASKS) && word.at > 0;
                parted.or_else(|| {
                    let word = spoken[first + 1..].iter().find(asks)?;
                    Some((line.get(spoken[first + 1].at..word.at)?.trim(), line.get(word.at..)?.trim()))
                })
            }
            None => {
                let ends = BEHIND.iter().filter_map(|between| line.split_once(between));
                ends.map(|(question, deed)| (deed.trim(), question.trim())).find(|(_, question)| is_question(question))
            }
        };
        parts.filter(|(deed, _)| is_of_somebody(deed))
    }

    /// What odds a question asks for, where somebody was spoken of before.
    fn asked_when_done(&self, question: &str, doer: &Who) -> Option<String> {
        let name = self.listener.name_of(doer)?;
        let spoken = self.listener.lexicon.spoken(question);
        let is_named = self.named_in(&spoken).iter().any(|(_, other)| *other == name);
        let filled = with_name(question, &spoken, &name);
        let subject = TypedPronoun::subject(question, &spoken).filter(|_| filled == question && !is_named);
        let filled = subject.and_then(|subject| subject.replaced(&name)).unwrap_or(filled);
        let against = (!is_named && filled == question).then(|| format!("{question}{AGAINST}{name}"));
        let mut ways = against.into_iter().chain([filled]);
        ways.find_map(|way| match self.line(&way, DEEPEST) {
            Ok(Understanding::Line(text)) if text.starts_with(ODDS) => {
                self.is_strict(text.strip_prefix(ODDS)?).then_some(text)
            }
            _ => None,
        })
    }

    /// Who does something.
    fn doer(&self, asked: &ParsedQuery) -> Option<Who> {
        asked.facts.iter().find_map(|(_, said)| match said {
            Argument::Who(who) => Some(who.clone()),
            _ => None,
        })
    }
}
