//! Questions for odds whose opening no list of words knows: what is asked is left when the words of asking are gone.

use super::error::SpeechError;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::{self, TAKES_ON, is};
use super::pronoun::TypedPronoun;
use super::telling::CommandRole;
use super::token::SpokenWord;
use crate::query::{About, Argument, ParsedQuery, Who};

/// Between how things are and what is asked about it.
const BETWEEN: [&str; 6] = [", ", " - ", ": ", ". ", "; ", "! "];
/// Between two sentences.
const ENDS: [&str; 4] = [". ", "; ", "! ", "? "];
/// Before how things are.
const BEFORE: [&str; 12] =
    ["if ", "when ", "suppose ", "assuming ", "given ", "with ", "say ", "now ", "so ", "but ", "ok ", "and "];
/// The word that supposes something, among so many first words of a line.
const SUPPOSES: (&str, usize) = ("if", 3);
/// Words with which a question begins that may ask for anything.
const OF_MUCH: [&str; 3] = ["what", "how", "which"];
/// What is asked of sight is no question of odds.
const SEES: &str = "see";
/// Words with which a line begins that asks something, whatever stands behind it.
const BEGINS: [&str; 20] = [
    "what", "how", "which", "who", "whose", "where", "when", "why", "is", "are", "was", "does", "did", "can", "could",
    "would", "will", "should", "may", "might",
];
/// So many places are tried at which a question may begin.
const MOST_ENDS: usize = 3;

impl Hearing<'_> {
    /// Why no odds are asked of what is told of the table: `what if Ann has no rounds left?`.
    pub(super) fn told_in_question(&self, line: &str, heard: &Understanding) -> Option<SpeechError> {
        let Understanding::Line(text) = heard else { return None };
        let told = text.strip_prefix(little::ODDS)?;
        let first = told.split(' ').next().unwrap_or_default();
        let is_told =
            CommandRole::Otherwise.is_of(first) && self.listener.commands.contains(&first) && !self.is_strict(told);
        let why = "that changes how things stand: tell it, ask then, and `undo` takes it back";
        is_told.then(|| SpeechError::must_be(line, &format!("{told} ({why})")))
    }

    /// The odds that are asked for, if the rest of a question is a sentence.
    pub(super) fn odds_asked(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let asks = |word: &SpokenWord| is(&word.text, little::OF_ODDS);
        let begins = spoken.first().is_some_and(|word| is(&word.text, little::OPENING));
        // `what is in his hands` asks for something else.
        let is_of_things =
            matches!(spoken.as_slice(), [what, be, ..] if what.text == "what" && is(&be.text, little::ARE));
        if is_of_things && !spoken.iter().any(asks) {
            return None;
        }
        if !begins && !line.trim_end().ends_with('?') && !spoken.iter().any(asks) {
            return None;
        }
        // Two sentences are two lines, unless the first only says how things are for the second.
        if ENDS.iter().any(|end| line.contains(end)) {
            return if self.are_several(line) { None } else { self.asked_of(line).flatten() };
        }
        // `Ann aims and shoots Bob, what is her chance?`: what is asked behind the comma is said before it.
        if let Some(heard) = self.asked_behind(line) {
            return Some(heard);
        }
        if let Some(heard) = self.asked_of(line) {
            return heard;
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

    /// `Bob is prone, what does Ann need?`: the odds that are asked for, as things are said to be before; nothing where
    /// that is not understood.
    fn asked_of(&self, line: &str) -> Option<Option<Understanding>> {
        let ends = BETWEEN.iter().flat_map(|between| line.match_indices(between)).take(MOST_ENDS);
        ends.filter_map(|(at, between)| Some((&line[..at], line.get(at + between.len()..)?))).find_map(
            |(said, question)| {
                let said = BEFORE.iter().find_map(|word| strip_word(said, word)).unwrap_or(said).trim();
                let text = self.asked_against(said, question.trim().trim_end_matches('?'))?;
                let asked = self.understood(&text).ok()?;
                let clauses = match self.line(said, 1) {
                    Ok(Understanding::Line(heard)) => Some(heard.strip_prefix("same ").unwrap_or(&heard).to_string()),
                    _ => None,
                };
                let ways = [said].into_iter().chain(clauses.as_deref());
                let mut ways = ways.flat_map(|said| [format!("{text} if {said}"), format!("{text}, {said}")]);
                Some(ways.find_map(|way| {
                    let meant = match self.is_strict(&way) {
                        true => way,
                        false => match self.line(&way, 1) {
                            Ok(Understanding::Line(meant)) => meant,
                            _ => return None,
                        },
                    };
                    let all = self.understood(&meant).ok().filter(|all| *all != asked && is_more(all, &asked));
                    all.map(|_| Understanding::Line(format!("odds {meant}")))
                }))
            },
        )
    }

    /// What odds a question asks for, perhaps against somebody who was named before it.
    fn asked_against(&self, said: &str, question: &str) -> Option<String> {
        let named = |text: &str| self.named_in(&self.listener.lexicon.spoken(text));
        let asked = named(question);
        // `Ann is tired, what does she need?`: of whom alone was spoken she is.
        let spoken = self.listener.lexicon.spoken(question);
        let subject = TypedPronoun::subject(question, &spoken);
        let told_of = named(said);
        let own: Vec<String> = match (told_of.as_slice(), subject, asked.is_empty()) {
            ([(_, name), others @ ..], Some(subject), true) => {
                // `Ann is 12 from Bob, does she hit?`: she hits him.
                let with = |bare: String| {
                    let against = others.first().map(|(_, other)| format!("{bare} against {other}"));
                    against.into_iter().chain([bare.clone()]).collect::<Vec<String>>()
                };
                subject.replaced(name).map(with).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let others = told_of.into_iter().filter(|(_, name)| asked.iter().all(|(_, other)| other != name));
        let against = others.map(|(_, name)| format!("{question} against {name}")).chain([question.to_string()]);
        let mut ways = own.into_iter().chain(against);
        ways.find_map(|way| match self.line(&way, DEEPEST) {
            Ok(Understanding::Line(heard)) => heard.strip_prefix(little::ODDS).map(str::to_string),
            _ => None,
        })
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
            // A mark alone asks for no odds: `strength of Ann?`
            // Nor does `what range is Ann at`.
            let of_odds = spoken.iter().any(|word| is(&word.text, little::OF_ODDS));
            let opens = |word: &SpokenWord| is(&word.text, little::OPENING) && !is(&word.text, &OF_MUCH);
            let of_sight = spoken.iter().any(|word| word.text == SEES);
            if of_odds || spoken.first().is_some_and(opens) && !of_sight {
                ways.push(format!("{name} {TAKES_ON} {rest}"));
            }
        }
        ways.iter().find_map(|text| self.line(text, 1).ok().and_then(|heard| self.as_odds(heard)))
    }

    /// What is done, as a question for its odds, where a line asks.
    fn asked_of_deed(&self, line: &str, heard: Understanding) -> Understanding {
        let Understanding::Line(text) = &heard else { return heard };
        let has_check = |asked: &ParsedQuery| match asked.about {
            About::Action(id) => self.listener.book().actions[id.index()].check.is_some(),
            About::Check(_) => true,
            About::Quantity(_) => false,
        };
        // Nothing that is asked is done, also where an order is wanted.
        let may_be_done =
            |asked: &ParsedQuery| self.listener.acting.is_some() && matches!(asked.about, About::Action(_));
        let is_asked =
            self.asks(line) && self.understood(text).is_ok_and(|asked| has_check(&asked) || may_be_done(&asked));
        if is_asked { Understanding::Line(format!("odds {text}")) } else { heard }
    }

    /// Whether a line is a question.
    pub(super) fn asks(&self, line: &str) -> bool {
        let spoken = self.listener.lexicon.spoken(line);
        let first = spoken.iter().find(|word| !self.listener.lexicon.is_empty_word(word) || is(&word.text, &BEGINS));
        line.trim_end().ends_with('?') || first.is_some_and(|word| is(&word.text, &BEGINS))
    }

    /// What was understood of a line that may be a question.
    pub(super) fn asked(&self, line: &str, heard: Understanding) -> Result<Understanding, SpeechError> {
        match self.supposed_deed(line, &heard) {
            Some(text) => Ok(Understanding::Line(format!("what if do {text}"))),
            None => self.only_asked(line, self.asked_of_deed(line, heard)),
        }
    }

    /// The deed that is supposed of somebody in the last sentence: how that stands afterwards is asked.
    fn supposed_deed(&self, line: &str, heard: &Understanding) -> Option<String> {
        let last = self.listener.last?;
        let text = match heard {
            Understanding::Line(text) => text,
            Understanding::Sequence(texts) => texts.first()?,
            Understanding::Several(_) => return None,
        };
        let spoken = self.listener.lexicon.spoken(line);
        if !spoken.iter().take(SUPPOSES.1).any(|word| word.text == SUPPOSES.0) {
            return None;
        }
        let text = text.strip_prefix(little::ODDS).unwrap_or(text);
        let asked = self.understood(text).ok().filter(|asked| matches!(asked.about, About::Action(_)))?;
        let those_of = |asked: &ParsedQuery| -> Vec<Who> {
            let who = asked.facts.iter().filter_map(|(_, said)| match said {
                Argument::Who(who) => Some(who.clone()),
                _ => None,
            });
            who.collect()
        };
        let (before, now) = (those_of(last), those_of(&asked));
        let ([actor], true) = (now.as_slice(), asked.about != last.about) else { return None };
        before.contains(actor).then(|| text.to_string())
    }

    /// What was understood, as a question for its odds.
    fn as_odds(&self, heard: Understanding) -> Option<Understanding> {
        let odds = |text: String| self.is_strict(&text).then(|| format!("odds {text}"));
        match heard {
            // Another way to say the last sentence: it is only asked.
            Understanding::Line(text) if text.starts_with("same ") => {
                Some(Understanding::Line(text.replacen("same", "what if", 1)))
            }
            Understanding::Line(text) => odds(text).map(Understanding::Line),
            Understanding::Sequence(texts) => {
                texts.into_iter().map(odds).collect::<Option<Vec<String>>>().map(Understanding::Sequence)
            }
            Understanding::Several(_) => None,
        }
    }
}

/// What stands behind a word, however it is written.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

/// Whether a sentence says all that another says.
fn is_more(all: &ParsedQuery, asked: &ParsedQuery) -> bool {
    all.about == asked.about && asked.facts.iter().all(|fact| all.facts.contains(fact))
}
