//! Several lines typed as one: each is heard by itself, and answered after what was said before it.

use super::attempts::Attempts;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::lexicon::Phrase;
use super::listener::Listener;
use super::little::{self, ODDS, is};
use super::meaning::Meant;
use crate::query::{LONGEST, Who};

/// Between two lines.
const BETWEEN: [&str; 10] = [". ", "? ", "! ", "; ", " - ", ", and then ", ", then ", ", and ", ", ", " and "];

/// So many places are tried at which a line may end.
const MOST_ENDS: usize = 6;

/// So many lines stand in one at most.
const MOST_LINES: usize = 4;

/// The first of several lines that were typed as one, and what was typed behind it, where each means something by itself.
pub fn first_of_several(listener: &Listener<'_>, line: &str) -> Option<(String, String)> {
    let attempts = Attempts::default();
    let hearing = Hearing { listener, attempts: &attempts };
    (line.len() <= LONGEST).then(|| hearing.first_of_several(line.trim(), MOST_LINES)).flatten()
}

/// A sentence with what is said behind it of the one who acts, who is not named again: `Ann shoots Bob, Strength 12`.
pub fn said_of_actor(listener: &Listener<'_>, line: &str) -> Option<String> {
    let attempts = Attempts::default();
    let hearing = Hearing { listener, attempts: &attempts };
    let (first, rest) = line.trim().rsplit_once(", ").filter(|_| line.len() <= LONGEST)?;
    let spoken = listener.lexicon.spoken(first);
    let (_, name, _) = listener.named_at(&spoken, 0).into_iter().next()?;
    let text = format!("{first}, {name} {rest}");
    (hearing.is_strict(first) && hearing.is_strict(&text)).then_some(text)
}

impl Hearing<'_> {
    /// Whether a line is several, each of which means something by itself.
    pub(super) fn are_several(&self, line: &str) -> bool {
        self.first_of_several(line, MOST_LINES).is_some()
    }

    fn first_of_several(&self, line: &str, most: usize) -> Option<(String, String)> {
        if most < 2 {
            return None;
        }
        let ends = BETWEEN.iter().flat_map(|between| line.match_indices(between)).take(MOST_ENDS);
        let parts = ends.map(|(at, between)| (line[..at].trim(), line[at + between.len()..].trim()));
        parts.filter(|(first, rest)| !first.is_empty() && !rest.is_empty()).find_map(|(first, rest)| {
            let heard = self.heard_first(first)?;
            // `give him +2, and let him shoot`: that is said of what is done then, not of what was done before.
            if heard.starts_with("same ") && self.says_what_is_done(rest) {
                return None;
            }
            let rest = self.heard_after(&heard, rest, most)?;
            Some((first.to_string(), rest))
        })
    }

    /// Whether words say what is done.
    pub(super) fn says_what_is_done(&self, line: &str) -> bool {
        let lexicon = self.listener.lexicon;
        let is_deed = |phrase: &Phrase| matches!(phrase.meant, Meant::Deed(..));
        lexicon.spoken(line).iter().any(|word| lexicon.beginning(word).iter().any(is_deed))
    }

    /// What a line means that others follow: of it nothing may be open.
    fn heard_first(&self, line: &str) -> Option<String> {
        // Somebody's name alone is not said before something else.
        if self.is_of_names(&self.listener.lexicon.spoken(line)) {
            return None;
        }
        let heard = self.settled(line, DEEPEST).ok().or_else(|| self.repeated(line))?;
        match heard {
            // Nothing is the same where nothing was said before.
            Understanding::Line(text) if text.starts_with("same ") && self.listener.last.is_none() => None,
            Understanding::Line(text) => Some(text),
            Understanding::Sequence(texts) => texts.into_iter().next(),
            Understanding::Several(_) => None,
        }
    }

    /// What is said next, where something is meant by it: of the one who was spoken of first, if of nobody else.
    fn heard_after(&self, first: &str, rest: &str, most: usize) -> Option<String> {
        let lexicon = self.listener.lexicon;
        let spoken = lexicon.spoken(rest);
        let word = spoken.first()?;
        // `…, who is hidden` is said of the one named last, and a number of what is done.
        let is_said_of = is(&word.text, little::WHO) && !rest.ends_with('?') || is(&word.text, little::WHILE);
        if is_said_of || word.is_number() {
            return None;
        }
        let (odds, bare) = first.strip_prefix(ODDS).map_or(("", first), |bare| (ODDS, bare));
        let said = lexicon.spoken(bare);
        let named = (0..said.len()).find_map(|at| match self.listener.named_at(&said, at).into_iter().next() {
            Some((_, name, Who::Figure(id))) => Some((at, name, id)),
            _ => None,
        });
        let asked = self.understood(bare).ok();
        let listener = Listener {
            named: named.as_ref().map(|(_, _, id)| *id).or(self.listener.named),
            beside: named.as_ref().map_or(self.listener.beside, |_| None),
            ..self.listener.after(asked.as_ref().or(self.listener.last))
        };
        let hearing = Hearing { listener: &listener, attempts: self.attempts };
        let says = |text: &str| hearing.settled(text, DEEPEST).is_ok() || hearing.sequence(text).is_some();
        let begins = |words: &[&str]| is(&word.text, words);
        let is_of_somebody = !self.listener.named_at(&spoken, 0).is_empty() || begins(little::PRONOUNS);
        if let Some((0, name, _)) = named.filter(|_| !is_of_somebody && !begins(little::OPENING)) {
            let of_him = format!("{odds}{name} {}", rest.trim_end_matches('?'));
            if says(&of_him) {
                return Some(of_him);
            }
        }
        let is_heard = says(rest) || hearing.first_of_several(rest, most - 1).is_some();
        is_heard.then(|| rest.to_string())
    }
}
