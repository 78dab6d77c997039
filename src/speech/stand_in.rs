//! A verb that no game knows, where what stands around it leaves little doubt what is done: `empties his pistol at Bob`,
//! `zigzags back to the wall`. A verb that is known is read in its place, and the answer says so.

use super::clause_map::{ClauseMap, PlacedWord};
use super::hear::{self, Hearing, Understanding};
use super::little::{self, is};
use super::omitted::{OmittedWords, PartialLine};
use super::token::SpokenWord;

/// Before somebody at whom something is done.
const AT: [&str; 4] = ["at", "on", "upon", "into"];
/// Before where somebody goes.
const TO: [&str; 10] = ["to", "toward", "towards", "behind", "into", "onto", "beside", "around", "closer", "past"];
/// Before somebody to whom somebody goes, or says something.
const TO_SOMEBODY: &str = "to";
/// So many words may stand between a verb and what it is done with or to.
const MOST_BETWEEN: usize = 5;

/// What a line says around a verb that is not known.
enum VerbFrame {
    /// Something is done to somebody with a thing: where his name begins and how many words it has, and between which
    /// words the thing stands.
    Attack { target: (usize, usize), thing: (usize, usize) },
    /// Somebody goes somewhere: the word from which on it is said where, behind those that end the verb.
    Way { from: usize },
}

impl Hearing<'_> {
    /// The line with a verb that is known for one that is not, if it then says something.
    pub(super) fn with_known_verb(&self, line: &str) -> Option<PartialLine> {
        let map = ClauseMap::of(self, line);
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let verb = (1..spoken.len()).find(|at| map.words[*at].is_strange)?;
        if !self.is_verb_place(&map, &spoken, verb) {
            return None;
        }
        let frames = [self.attack_around(&spoken, verb), self.way_behind(&spoken, verb)];
        let (text, known) = frames.into_iter().flatten().find_map(|frame| {
            let (text, known) = said_anew(line, &spoken, verb, &frame)?;
            let heard = hear::understood(self, &text).or_else(|error| self.otherwise(&text, error, hear::understood));
            let is_one = matches!(heard, Ok(Understanding::Line(_) | Understanding::Sequence(_)));
            is_one.then_some((text, known))
        })?;
        let word = OmittedWords::read_as(spoken[verb].text.clone(), known);
        Some(PartialLine { lines: vec![text.clone()], line: text, left_out: vec![word], only_explains: false })
    }

    /// Whether a verb may stand there: right behind a name or a pronoun with which a clause begins.
    fn is_verb_place(&self, map: &ClauseMap, spoken: &[SpokenWord], verb: usize) -> bool {
        let clause = map.words[verb].clause;
        let says = |at: &usize| !map.words[*at].is_empty || self.is_somebody(spoken, *at);
        let first = map.of_clause(clause).find(says);
        let starts = |at: usize| {
            let named = self.listener.named_at(spoken, at).into_iter().next();
            let length = named.map_or(1, |(length, ..)| length.max(1));
            let between = |placed: &PlacedWord| placed.is_empty && !placed.bars;
            map.words[(at + length).min(verb)..verb].iter().all(between)
        };
        let word = &spoken[verb].text;
        let is_verb = word.ends_with('s') || word.ends_with("ing") || word.ends_with("ed");
        is_verb && first.is_some_and(|at| at < verb && self.is_somebody(spoken, at) && starts(at))
    }

    fn is_somebody(&self, spoken: &[SpokenWord], at: usize) -> bool {
        !self.listener.named_at(spoken, at).is_empty() || is(&spoken[at].text, little::PRONOUNS)
    }

    /// `V his pistol at Bob`, `V Bob with a knife`: what is done with a thing at somebody.
    fn attack_around(&self, spoken: &[SpokenWord], verb: usize) -> Option<VerbFrame> {
        let end = (verb + 1 + MOST_BETWEEN).min(spoken.len());
        let length = |at: usize| self.listener.named_at(spoken, at).first().map(|(length, ..)| (at, *length));
        let target = (verb + 1..end).find_map(length)?;
        let before = &spoken[target.0 - 1].text;
        if target.0 > verb + 1 && is(before, &AT) {
            let thing = (verb + 1, target.0 - 1);
            return self.is_weapon(spoken, thing).then_some(VerbFrame::Attack { target, thing });
        }
        let with = (target.0 == verb + 1).then_some(target.0 + target.1)?;
        let is_with = spoken.get(with).is_some_and(|word| is(&word.text, little::WITH));
        let last = (with + 1..spoken.len()).take(MOST_BETWEEN).find(|at| self.is_weapon(spoken, (with + 1, at + 1)))?;
        is_with.then_some(VerbFrame::Attack { target, thing: (with + 1, last + 1) })
    }

    /// Whether words name a thing, with an article before it or not.
    fn is_weapon(&self, spoken: &[SpokenWord], (from, end): (usize, usize)) -> bool {
        let bare = spoken.get(from..end).unwrap_or_default().iter();
        let mut bare = bare.skip_while(|word| is(&word.text, little::ARTICLES)).peekable();
        bare.peek().is_some() && bare.any(|word| self.is_of_a_thing(word))
    }

    /// `V (back|over|forward) to the wall`: where somebody goes. `V to Bob` may be anything, said to him for one.
    fn way_behind(&self, spoken: &[SpokenWord], verb: usize) -> Option<VerbFrame> {
        let from = (verb + 1..spoken.len()).find(|at| !is(&spoken[*at].text, little::ENDS_OF_VERBS))?;
        let is_to = is(&spoken[from].text, &TO) || spoken[from].is_cell();
        let next = (from + 1..spoken.len()).find(|at| !is(&spoken[*at].text, little::ARTICLES));
        let is_named = next.is_some_and(|at| self.is_somebody(spoken, at));
        let is_told = spoken[from].text == TO_SOMEBODY && is_named && from == verb + 1;
        (is_to && !is_told).then_some(VerbFrame::Way { from })
    }
}

/// The line with what is known in place of a verb, and that.
fn said_anew(line: &str, spoken: &[SpokenWord], verb: usize, frame: &VerbFrame) -> Option<(String, &'static str)> {
    let start = |at: usize| spoken.get(at).map_or(line.len(), |word| word.at);
    let words = |from: usize, end: usize| {
        line.get(start(from)..spoken.get(end.checked_sub(1)?).map(|word| word.at + word.length)?)
    };
    let before = line.get(..start(verb))?;
    match frame {
        VerbFrame::Attack { target: (target, length), thing: (from, end) } => {
            let (whom, with) = (words(*target, target + length)?, words(*from, *end)?);
            let rest = line.get(start((*end).max(target + length))..)?;
            Some((
                format!("{before}{} {whom} with {with} {rest}", little::TAKES_ON).trim_end().to_string(),
                little::TAKES_ON,
            ))
        }
        VerbFrame::Way { from } => {
            let rest = line.get(start(*from)..)?;
            Some((format!("{before}{} {rest}", little::MOVES), little::MOVES))
        }
    }
}
