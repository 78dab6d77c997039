//! A long line that tells a story: each of its parts is heard by itself, by whoever is spoken of there. What is asked or
//! done last is its core; what is said of somebody before counts for that, and what is not understood is told.

use super::attempts::Attempts;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::listener::Listener;
use super::little::with_name;
use super::little::{self, ODDS, is};
use super::omitted::{OmittedWords, PartialLine};
use super::token::SpokenWord;
use crate::query::{About, Argument, ParsedQuery, Who};
use crate::value::FigureId;

/// Between two parts of a story.
const BETWEEN: [&str; 13] =
    [", ", "; ", ": ", ". ", "? ", "! ", " - ", " and ", " so ", " because ", " but ", " then ", " while "];
/// Before a part, words that only join it to the last.
const JOINING: [&str; 18] = [
    "and", "so", "because", "but", "then", "while", "where", "also", "plus", "ok", "okay", "alright", "now", "since",
    "as", "well", "that", "just",
];
/// Words with which a question begins, besides those that open one for odds.
const ASKS: [&str; 6] = ["who", "whose", "where", "when", "why", "or"];
/// So many parts are heard at most.
const MOST_PARTS: usize = 14;
/// So many of them are heard as one.
const MOST_JOINED: usize = 3;
/// So many letters of sentences are read for them.
const MOST_LETTERS: usize = 20_000;
/// Before clauses for the last sentence.
const CLAUSES: [&str; 2] = ["same ", "what if "];
/// Commands that say how it stands, and change nothing.
const SHOWING: [&str; 8] = ["show", "orders", "turn", "distance(", "sight(", "list(", "compare ", "explain "];

/// What a part of a story is.
#[derive(Clone, Debug, PartialEq)]
enum Passage {
    /// Somebody is said to be so.
    Told(String),
    /// Clauses for what is done.
    Clauses(String),
    /// Something is done.
    Deed(String),
    /// Something is asked.
    Question(String),
}

/// A story as far as it was heard.
struct Narrative {
    passages: Vec<Passage>,
    omitted: Vec<OmittedWords>,
    omitted_words: usize,
    /// Who was spoken of first in the last part, and who last.
    subject: Option<(String, FigureId)>,
    object: Option<(String, FigureId)>,
    /// The last thing that is done or asked.
    last: Option<ParsedQuery>,
    /// Whether a question is among what is not understood.
    leaves_out_a_question: bool,
}

/// The core of a story, told from what is understood of its parts.
pub(super) fn narrated(listener: &Listener<'_>, line: &str) -> Option<PartialLine> {
    let attempts = Attempts::of_most(MOST_LETTERS);
    Hearing { listener, attempts: &attempts }.narrated(line)
}

impl Hearing<'_> {
    fn narrated(&self, line: &str) -> Option<PartialLine> {
        let parts = parts(line);
        if parts.len() < 2 || parts.len() > MOST_PARTS {
            return None;
        }
        let mut story = Narrative {
            passages: Vec::new(),
            omitted: Vec::new(),
            omitted_words: 0,
            subject: None,
            object: None,
            last: None,
            leaves_out_a_question: false,
        };
        let spoken =
            |(from, to): &(usize, usize)| self.listener.lexicon.spoken(line.get(*from..*to).unwrap_or_default());
        let joins = |word: &SpokenWord| is(&word.text, &JOINING) || word.is_comma();
        let is_of_two = parts.iter().filter(|part| !spoken(part).iter().all(joins)).count() == 2;
        let mut at = 0;
        while at < parts.len() {
            match self.longest_heard(line, &parts[at..], &story) {
                Some((count, text, passages)) => {
                    self.remember(&mut story, text, passages);
                    at += count;
                }
                None => {
                    let text = line.get(parts[at].0..parts[at].1)?;
                    // Of two things that are done neither is scenery for the other.
                    if is_of_two && self.says_what_is_done(text) && !self.is_question(text) {
                        return None;
                    }
                    self.omit(&mut story, text)?;
                    at += 1;
                }
            }
        }
        self.told_in_order(story, line)
    }

    /// How many of the parts are heard as one, what was typed, and what is said in them: a part that does nothing by itself
    /// belongs to the one before it, `who is running`; one that says nothing alone may with the next.
    fn longest_heard<'l>(
        &self,
        line: &'l str,
        parts: &[(usize, usize)],
        story: &Narrative,
    ) -> Option<(usize, &'l str, Vec<Passage>)> {
        let heard = |count: usize| {
            let text = line.get(parts.first()?.0..parts.get(count - 1)?.1)?;
            Some((count, text, self.passages(text, story)?))
        };
        let is_continued = |count: usize| {
            let part = parts.get(count).and_then(|(from, to)| line.get(*from..*to));
            part.is_some_and(|part| !self.is_question(part) && !self.says_what_is_done(part))
        };
        let mut best = heard(1).or_else(|| heard(2));
        while let Some((count, ..)) = &best
            && *count < MOST_JOINED
            && is_continued(*count)
            && let Some(longer) = heard(count + 1)
        {
            best = Some(longer);
        }
        best
    }

    /// What is said in a part; nothing where it is not understood as a whole, or does what is not told of in a story.
    fn passages(&self, text: &str, story: &Narrative) -> Option<Vec<Passage>> {
        let listener = Listener {
            named: story.subject.as_ref().map(|(_, id)| *id).or(self.listener.named),
            beside: story.subject.as_ref().map_or(self.listener.beside, |_| None),
            ..self.listener.after(story.last.as_ref().or(self.listener.last))
        };
        let hearing = Hearing { listener: &listener, attempts: self.attempts };
        let all = hearing.said_of(text, story).into_iter();
        all.filter(|_| !self.attempts.is_spent()).find_map(|text| {
            let asks = hearing.is_question(&text);
            let heard = match hearing.settled(&text, DEEPEST) {
                Ok(heard) => Some(heard),
                Err(_) if asks => hearing.odds_asked(&text),
                Err(_) => None,
            }?;
            let texts = match heard {
                Understanding::Line(text) => vec![text],
                Understanding::Sequence(texts) => texts,
                Understanding::Several(_) => return None,
            };
            let passages = texts.into_iter().map(|text| hearing.passage(text, asks));
            passages.collect::<Option<Vec<Passage>>>()
        })
    }

    /// The ways to say a part with the names of those who are spoken of.
    fn said_of(&self, text: &str, story: &Narrative) -> Vec<String> {
        let lexicon = self.listener.lexicon;
        let spoken = lexicon.spoken(text);
        let joins = |word: &&SpokenWord| is(&word.text, &JOINING) || word.is_comma();
        let first = spoken.iter().take_while(joins).count();
        let Some(word) = spoken.get(first) else { return Vec::new() };
        let rest = text.get(word.at..).unwrap_or_default().trim().to_string();
        let behind = |word: &SpokenWord| text.get(word.at + word.length..).unwrap_or_default().to_string();
        let next = spoken.get(first + 1);
        // A form of two words stands in one place: `he's`.
        let is_short = next.is_some_and(|next| next.at == word.at);
        let is_said_to_be = next.is_some_and(|next| is(&next.text, little::ARE));
        let is_subject = is(&word.text, little::PRONOUNS) && !is(&word.text, little::OBJECTS);
        let with = |who: &Option<(String, FigureId)>| {
            who.as_ref().map(|(name, _)| format!("{name}{}{}", if is_short { " is" } else { "" }, behind(word)))
        };
        let mut ways: Vec<String> = Vec::new();
        if is(&word.text, little::WHO) && !text.trim_end().ends_with('?') {
            ways.extend(with(&story.object).or_else(|| with(&story.subject)));
        } else if is_subject {
            let (first, second) = match is_said_to_be {
                true => (&story.object, &story.subject),
                false => (&story.subject, &story.object),
            };
            ways.extend([with(first), with(second)].into_iter().flatten().take(1));
        } else if self.listener.named_at(&spoken, first).is_empty() && !is(&word.text, little::OPENING) {
            ways.extend(story.subject.as_ref().map(|(name, _)| format!("{name} {rest}")));
        }
        ways.push(rest);
        // `can Ann see him`: of whom was spoken.
        let other = [&story.object, &story.subject].into_iter().flatten();
        let named = |text: &String| {
            let spoken = lexicon.spoken(text);
            let those = self.named_in(&spoken);
            let is_open = spoken.iter().any(|word| is(&word.text, little::THINGS));
            let mut other = other.clone().filter(|_| !is_open);
            let name = other.find(|(name, _)| those.iter().all(|(_, other)| other != name));
            name.map_or_else(|| text.clone(), |(name, _)| with_name(text, &spoken, name))
        };
        ways.iter().map(named).collect()
    }

    fn is_question(&self, text: &str) -> bool {
        let spoken = self.listener.lexicon.spoken(text);
        let first = spoken.iter().find(|word| !is(&word.text, &JOINING) && !word.is_comma());
        let opens = first.is_some_and(|word| is(&word.text, little::OPENING) && word.text != "i");
        opens || first.is_some_and(|word| is(&word.text, &ASKS)) || text.trim_end().ends_with('?')
    }

    /// What a line of a story is; none if nothing like it is told.
    fn passage(&self, text: String, asks: bool) -> Option<Passage> {
        if let Some(clauses) = CLAUSES.iter().find_map(|word| text.strip_prefix(word)) {
            return Some(Passage::Clauses(clauses.to_string()));
        }
        if text.strip_prefix(ODDS).is_some_and(|rest| self.is_strict(rest))
            || asks && SHOWING.iter().any(|word| text.starts_with(word))
        {
            return Some(Passage::Question(text));
        }
        if self.is_strict(&text) {
            return Some(if asks { Passage::Question(format!("{ODDS}{text}")) } else { Passage::Deed(text) });
        }
        (self.is_told(&text) && !asks).then_some(Passage::Told(text))
    }

    /// Notes what was heard, and of whom it was.
    fn remember(&self, story: &mut Narrative, text: &str, passages: Vec<Passage>) {
        self.note_those_named(story, text);
        for passage in passages {
            if let Passage::Deed(text) | Passage::Question(text) = &passage {
                let asked = self.understood(text.strip_prefix(ODDS).unwrap_or(text)).ok();
                let those: Vec<(String, FigureId)> = asked.iter().flat_map(|asked| self.figures_of(asked)).collect();
                story.subject = those.first().cloned().or(story.subject.take());
                story.object = those.get(1).cloned().or(story.object.take());
                story.last = asked.or(story.last.take());
            }
            story.passages.push(passage);
        }
    }

    /// Notes who is named in a part: who stands first in it is spoken of next.
    fn note_those_named(&self, story: &mut Narrative, text: &str) {
        let named = self.named_in(&self.listener.lexicon.spoken(text));
        let figure = |name: &String| Some((name.clone(), self.listener.figure_named(name)?));
        if let Some((_, name)) = named.first() {
            story.subject = figure(name).or(story.subject.take());
        }
        if let Some((_, name)) = named.last() {
            story.object = figure(name).or(story.object.take());
        }
    }

    fn figures_of(&self, asked: &ParsedQuery) -> Vec<(String, FigureId)> {
        let who = asked.facts.iter().filter_map(|(_, said)| match said {
            Argument::Who(who @ Who::Figure(id)) => Some((self.listener.name_of(who)?, *id)),
            _ => None,
        });
        who.collect()
    }

    /// Leaves a part out, if it turns nothing of the rest into something else.
    fn omit(&self, story: &mut Narrative, text: &str) -> Option<()> {
        let spoken = self.listener.lexicon.spoken(text);
        let said: Vec<&SpokenWord> = spoken.iter().filter(|word| !word.is_comma()).collect();
        let first = spoken.iter().position(|word| !is(&word.text, &JOINING) && !word.is_comma());
        let is_of_somebody = first.is_some_and(|at| {
            is(&spoken[at].text, little::PRONOUNS) || !self.listener.named_at(&spoken, at).is_empty()
        });
        // A name alone is no part of a story: something is said of whoever bears it.
        if said.len() == 1 && is_of_somebody {
            return None;
        }
        let asks = self.is_question(text);
        let bars = said.iter().any(|word| self.is_of(&word.text, "{bars}"));
        if bars && !is_of_somebody && !asks {
            return None;
        }
        story.leaves_out_a_question |= asks;
        story.omitted_words += said.len();
        self.note_those_named(story, text);
        let text = text.trim_matches([' ', ',', ';', ':', '.', '!', '?', '-']).to_string();
        if !text.is_empty() {
            story.omitted.push(OmittedWords::that_may_matter(text));
        }
        Some(())
    }

    /// The lines of a story: how everybody is, then what is done, and what is asked last.
    fn told_in_order(&self, mut story: Narrative, line: &str) -> Option<PartialLine> {
        let words = self.listener.lexicon.spoken(line).len();
        let mut clauses: Vec<String> = Vec::new();
        let (mut told, mut done): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for passage in std::mem::take(&mut story.passages) {
            match passage {
                Passage::Told(text) => told.push(text),
                Passage::Clauses(text) => clauses.push(text),
                Passage::Deed(text) => done.push(text),
                Passage::Question(text) => match done.last() {
                    // What is asked of what was just said is asked of it.
                    Some(last) if self.is_part_of(&text, last) => {
                        let last = done.pop()?;
                        done.push(format!("{ODDS}{last}"));
                    }
                    _ => done.push(text),
                },
            }
        }
        let last = done.pop().or_else(|| told.pop())?;
        let last = match story.leaves_out_a_question && self.is_strict(&last) {
            true => format!("{ODDS}{last}"),
            false => last,
        };
        let (last, lost) = self.with_clauses(last, &clauses);
        story.omitted.extend(lost.into_iter().map(OmittedWords::that_may_matter));
        if story.omitted_words * 3 > words * 2 {
            return None;
        }
        let lines: Vec<String> = told.into_iter().chain(done).chain([last]).collect();
        let only_explains = story.omitted.iter().all(|part| self.is_reason(&part.text));
        Some(PartialLine { line: lines.last().cloned()?, lines, left_out: story.omitted, only_explains })
    }

    /// Whether a question says no more than what is done says.
    fn is_part_of(&self, question: &str, done: &str) -> bool {
        let asked = question.strip_prefix(ODDS).and_then(|text| self.understood(text).ok());
        let (Some(asked), Ok(done)) = (asked, self.understood(done)) else { return false };
        let is_action = matches!(asked.about, About::Action(_));
        is_action && asked.facts.iter().all(|fact| done.facts.contains(fact))
            || asked.about == done.about && asked.tweaks.is_empty() && asked.facts.len() <= 2
    }

    /// A sentence with the clauses that count for it, and those that do not.
    fn with_clauses(&self, text: String, clauses: &[String]) -> (String, Vec<String>) {
        let (mut text, mut lost) = (text, Vec::new());
        for clause in clauses {
            let more = format!("{text}, {clause}");
            let bare = more.strip_prefix(ODDS).unwrap_or(&more);
            let counts = self.understood(bare).is_ok_and(|asked| self.counts(&asked, bare).is_ok());
            match counts {
                true => text = more,
                false => lost.push(clause.clone()),
            }
        }
        (text, lost)
    }
}

/// Where the parts of a line begin and end.
fn parts(line: &str) -> Vec<(usize, usize)> {
    let mut starts: Vec<usize> = BETWEEN
        .iter()
        .flat_map(|between| line.match_indices(between).map(|(at, between)| at + between.len() - joined(between)))
        .chain([0])
        .collect();
    starts.sort_unstable();
    starts.dedup();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([line.len()]).collect();
    let all = starts.into_iter().zip(ends);
    all.filter(|(from, to)| line.get(*from..*to).is_some_and(|part| part.contains(char::is_alphanumeric))).collect()
}

/// How much of what stands between two parts belongs to the second: its word.
fn joined(between: &str) -> usize {
    if between.trim().starts_with(char::is_alphabetic) { between.trim().len() + 1 } else { 0 }
}
