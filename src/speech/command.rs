//! Commands of the prompt behind which a sentence stands, said in any way.

use super::error::SpeechError;
use super::hear::{Hearing, Understanding};
use super::lexicon::Phrase;
use super::line::THAT;
use super::listener::Listener;
use super::little::{self, DO, is};
use super::meaning::Meant;
use super::piece::matched;
use super::ranking::allowed_instead;
use super::telling::may_be_supposed;

/// Commands behind which a sentence stands.
const WITH_SENTENCE: [&str; 6] = ["odds whole", "odds sums", "odds", "worth whole", "worth", "do"];
/// More of them.
const WITH_SENTENCE_OR_NONE: [&str; 1] = ["best"];
/// The command behind which sentences stand, and what stands between them.
const COMPARE: (&str, &str) = ("compare", " or ");
/// What is compared that is no sentence.
const SIDES: &str = "sides";
/// What stands between them else.
const VERSUS: [&str; 3] = [" vs ", " vs. ", " versus "];
/// So many words of a sentence are said otherwise at most.
const LONGEST_ENDING: usize = 4;
/// The command behind which dice stand.
const ROLLED: &str = "rolled";
/// The command that asks whether something is so.
const WHETHER: &str = "whether";
/// The command that supposes something.
const SUPPOSES: &str = "what if";
/// Commands behind which clauses stand.
const WITH_CLAUSES: [&str; 2] = ["same", SUPPOSES];

/// A command with the whole name of a figure, where a part of it was typed: `orders the captain`.
pub fn of_named(listener: &Listener<'_>, line: &str) -> Option<String> {
    let (word, rest) = line.trim().split_once(' ')?;
    let spoken = listener.lexicon.spoken(rest);
    let first = spoken.iter().take_while(|word| is(&word.text, little::ARTICLES)).count();
    let (length, name, _) = listener.named_at(&spoken, first).into_iter().next()?;
    let is_all = first + length == spoken.len() && listener.commands.contains(&word);
    (is_all && listener.figure_named(&name).is_some()).then(|| format!("{word} {name}"))
}

impl Hearing<'_> {
    /// A command and what is said behind it.
    pub(super) fn command(&self, line: &str, depth: usize) -> Option<Result<Understanding, SpeechError>> {
        let behind = |word: &str| {
            let rest = line.strip_prefix(word)?;
            (rest.is_empty() || rest.starts_with([' ', ','])).then(|| rest.trim_start_matches([' ', ',']).trim())
        };
        let typed = |words: &[&'static str]| words.iter().find_map(|word| Some((*word, behind(word)?)));
        let bare = |word: &str| Some(Ok(Understanding::Line(word.to_string())));
        if let Some((word, rest)) = typed(&WITH_CLAUSES) {
            if rest.is_empty() {
                return bare(word);
            }
            return Some(self.clauses_behind(line, (word, rest), depth));
        }
        if let Some(rest) = behind(ROLLED) {
            return Some(self.dice_behind(rest, depth));
        }
        if let Some(rest) = behind(COMPARE.0).filter(|rest| !rest.is_empty()) {
            return Some(self.compared(rest, depth));
        }
        if let Some(rest) = behind(WHETHER) {
            return Some(self.asked_whether(rest, depth));
        }
        let (word, rest) = typed(&WITH_SENTENCE).or_else(|| typed(&WITH_SENTENCE_OR_NONE))?;
        if rest.is_empty() {
            return bare(word);
        }
        Some(self.sentence_behind(line, (word, rest), depth))
    }

    /// What may be told of somebody, asked instead; or an expression.
    fn asked_whether(&self, rest: &str, depth: usize) -> Result<Understanding, SpeechError> {
        if rest.is_empty() || rest.contains('(') || self.is_told(rest) {
            return Ok(Understanding::Line(format!("{WHETHER} {rest}").trim_end().to_string()));
        }
        match self.line(rest, depth.saturating_sub(1))? {
            Understanding::Line(text) if self.is_told(&text) => Ok(Understanding::Line(format!("{WHETHER} {text}"))),
            _ => Err(SpeechError::line(rest, "nothing that is so or not", String::new())),
        }
    }

    /// A command behind which clauses stand for the last sentence.
    fn clauses_behind(
        &self,
        line: &str,
        (word, rest): (&str, &str),
        depth: usize,
    ) -> Result<Understanding, SpeechError> {
        let supposes = word == SUPPOSES;
        if supposes && self.tells_what_is_supposed(rest) {
            return Ok(Understanding::Line(format!("{word} {rest}")));
        }
        if let Some(text) = self.of_another(&self.mended(rest)) {
            return Ok(Understanding::Line(if supposes { format!("odds {text}") } else { text }));
        }
        let clauses = self.clauses(rest);
        // What is told of a thing by its whole name is told before clauses that are made of its words.
        if supposes
            && (clauses.is_err() || self.tells_of_a_thing(rest))
            && let Some(told) = self.supposed(rest, depth)
        {
            return Ok(Understanding::Line(format!("{word} {told}")));
        }
        if supposes && self.listener.last.is_none() {
            return Err(SpeechError::line(line, "no sentence has been typed yet", String::new()));
        }
        clauses.map(|clauses| Understanding::Line(format!("{word} {clauses}")))
    }

    /// Dice that lie, and for what they were thrown.
    fn dice_behind(&self, rest: &str, depth: usize) -> Result<Understanding, SpeechError> {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == ' ')).unwrap_or(rest.len());
        let (dice, sentence) = rest.split_at(end);
        if sentence.is_empty() {
            return Ok(Understanding::Line(format!("{ROLLED} {}", dice.trim_matches([' ', ',']))));
        }
        let sentence = sentence.trim_start();
        let heard = match self.of_whom(sentence) {
            Some(heard) => heard,
            None => self.line(sentence, depth.saturating_sub(1))?,
        };
        match heard {
            Understanding::Line(text) => {
                let bare = text.strip_prefix(little::ODDS).or_else(|| text.strip_prefix(DO)).unwrap_or(&text);
                match self.is_strict(bare) {
                    true => Ok(Understanding::Line(rolled(dice, bare))),
                    false => Err(SpeechError::line(sentence, "nothing is rolled for this", String::new())),
                }
            }
            Understanding::Several(texts) => {
                Ok(Understanding::Several(texts.iter().map(|text| rolled(dice, text)).collect()))
            }
            Understanding::Sequence(_) => Err(SpeechError::line(sentence, "two things at once", String::new())),
        }
    }

    /// A command behind which a sentence stands, and perhaps what is asked of all that can come of it.
    fn sentence_behind(
        &self,
        line: &str,
        (word, rest): (&str, &str),
        depth: usize,
    ) -> Result<Understanding, SpeechError> {
        let (rest, that) = match rest.find(THAT) {
            Some(at) if word.ends_with("whole") => rest.split_at(at),
            // Of the last sentence.
            None if word.ends_with("whole") && rest.starts_with(THAT.trim_start()) => {
                return Ok(Understanding::Line(line.to_string()));
            }
            _ => (rest, ""),
        };
        if self.is_strict(rest) {
            return Ok(Understanding::Line(format!("{word} {}{that}", self.allowed(rest))));
        }
        let heard = self.line(rest, depth.saturating_sub(1));
        // Where nobody says against whom, it is asked of each he may be against.
        let heard = heard.or_else(|error| match word.starts_with("odds") {
            true if depth > 1 => self.at_each(rest).ok_or(error),
            _ => Err(error),
        });
        self.as_command((word, rest, that), heard?)
    }

    /// What was understood of the sentence behind a command, as that command; and what is asked of all that comes of it.
    fn as_command(
        &self,
        (word, rest, that): (&str, &str, &str),
        heard: Understanding,
    ) -> Result<Understanding, SpeechError> {
        let (is_done, of_odds) = (word == DO.trim_end(), word.starts_with("odds"));
        match heard {
            // Another way to say the last sentence is no sentence behind a command.
            Understanding::Line(text) if text.starts_with("same ") => match of_odds {
                true => Ok(Understanding::Line(text.replacen("same", "what if", 1))),
                false if is_done => Ok(Understanding::Line(text)),
                false => Ok(Understanding::Line(format!("{word} {text}"))),
            },
            // What those at the table do themselves is done as it is told.
            Understanding::Line(text) if is_done => match self.one_after_the_other(rest, &text) {
                Some(texts) => Ok(Understanding::Sequence(texts.iter().map(|text| self.done(text)).collect())),
                None => Ok(Understanding::Line(self.done(&text))),
            },
            Understanding::Sequence(texts) if is_done => {
                Ok(Understanding::Sequence(texts.iter().map(|text| self.done(text)).collect()))
            }
            // How somebody is has no odds: it is something else about the last sentence.
            Understanding::Line(text) if self.is_told(&text) => match self.listener.last {
                Some(_) => Ok(Understanding::Line(format!("what if {text}"))),
                None => Err(SpeechError::line(rest, "nothing is done here", String::new())),
            },
            // Dice that lie have no odds: `he rolled 12, does he hit?`.
            Understanding::Line(text) if text.starts_with(ROLLED) => {
                Ok(Understanding::Line(text.trim_end_matches([' ', ',']).to_string()))
            }
            Understanding::Line(text) if text.starts_with("show ") => {
                Err(SpeechError::line(rest, "nothing is done here", String::new()))
            }
            // Of what is told to be done it is asked as of what is only said.
            Understanding::Line(text) => {
                let text = text.strip_prefix(DO).map_or(text.as_str(), str::trim_start);
                Ok(Understanding::Line(format!("{word} {text}{that}")))
            }
            Understanding::Several(texts) => {
                let is_of_two = texts.len() == 2 && of_odds;
                let texts = texts.into_iter().map(|text| format!("{word} {text}{that}")).collect();
                // Of two readings of a question both are answered.
                Ok(if is_of_two { Understanding::Sequence(texts) } else { Understanding::Several(texts) })
            }
            Understanding::Sequence(_) => Err(SpeechError::line(rest, "two things at once", String::new())),
        }
    }

    /// How a line is done that was meant.
    fn done(&self, text: &str) -> String {
        if self.is_strict(text) { format!("{DO}{text}") } else { text.to_string() }
    }

    /// Whether a line is a command that tells something of somebody, as the prompt reads it.
    fn tells_what_is_supposed(&self, line: &str) -> bool {
        let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
        let ends = [" of ", " to ", " at ", " beside "].into_iter().filter_map(|between| rest.rsplit_once(between));
        let mut names = ends.flat_map(|(before, behind)| [before, behind]);
        may_be_supposed(line) && names.any(|name| self.listener.figure_named(name.trim()).is_some())
    }

    /// Whether the whole name of a thing stands in a line.
    fn tells_of_a_thing(&self, line: &str) -> bool {
        let (spoken, lexicon) = (self.mended(line), self.listener.lexicon);
        (0..spoken.len()).any(|at| {
            let is_thing = |phrase: &&Phrase| matches!(phrase.meant, Meant::Item(_));
            let mut things = lexicon.beginning(&spoken[at]).iter().filter(is_thing);
            things.any(|phrase| matched(lexicon, phrase, &spoken, at).is_some_and(|(length, _)| length > 1))
        })
    }

    /// Something told of the table that may be supposed: `he wears a helmet`.
    fn supposed(&self, line: &str, depth: usize) -> Option<String> {
        // Nothing is supposed within what is supposed.
        if line.contains(SUPPOSES) {
            return None;
        }
        match self.line(line, depth.saturating_sub(1)) {
            Ok(Understanding::Line(text)) if text.contains(' ') && may_be_supposed(&text) => Some(text),
            _ => None,
        }
    }

    /// Sentences that are compared; each may be said in any way.
    fn compared(&self, rest: &str, depth: usize) -> Result<Understanding, SpeechError> {
        let (command, or) = COMPARE;
        if rest == SIDES {
            return Ok(Understanding::Line(format!("{command} {rest}")));
        }
        let texts: Vec<&str> = rest.split(or).map(str::trim).collect();
        if let [all] = texts.as_slice()
            && let Some(texts) = self.by_each(all, depth.saturating_sub(1))
        {
            return Ok(Understanding::Line(format!("{command} {}", texts.join(or))));
        }
        let names = texts.iter().map(|text| self.listener.declared(text)).collect::<Option<Vec<String>>>();
        let names = names.filter(|names| names.len() > 1);
        let is_thing = |name: &String| self.listener.book().items.iter().any(|item| *item.head.name == **name);
        if let Some(things) = names.as_ref().filter(|names| names.iter().all(is_thing)) {
            return Ok(Understanding::Line(format!("{command} {}", things.join(or))));
        }
        match (self.compared_sentences(&texts, depth), names) {
            (Ok(meant), _) => Ok(Understanding::Line(format!("{command} {}", meant.join(or)))),
            (Err(_), Some(names)) => Ok(Understanding::Line(format!("{command} {}", names.join(or)))),
            (Err(error), None) => Err(error),
        }
    }

    /// The sentences that are compared, as they are written.
    fn compared_sentences(&self, texts: &[&str], depth: usize) -> Result<Vec<String>, SpeechError> {
        let object = self.shared_object(texts);
        let mut meant: Vec<String> = Vec::new();
        for text in texts {
            let with_object = object.as_ref().and_then(|object| self.done_to(text, object));
            if let Some(text) = with_object.filter(|text| !meant.contains(text)) {
                meant.push(text);
                continue;
            }
            let of_state = self.state_otherwise(texts[0], text);
            let heard = of_state.map_or_else(|| self.one_sentence(text, depth.saturating_sub(1)), Ok);
            let heard = heard.or_else(|error| self.alone_against(text).ok_or(error));
            let heard = heard.or_else(|error| self.ending_otherwise(texts[0], text, &meant).ok_or(error));
            meant.push(heard?);
        }
        Ok(meant)
    }

    /// To whom all is done that is compared, where one of the sentences alone says it: who acts, who he is, and all from
    /// his name on.
    fn shared_object(&self, texts: &[&str]) -> Option<(String, String, String)> {
        let named: Vec<_> = texts.iter().map(|text| self.named_in(&self.listener.lexicon.spoken(text))).collect();
        let (0, actor) = named.first()?.first()? else { return None };
        let others = |at: usize| named[at].iter().filter(|(_, name)| name != actor).collect::<Vec<_>>();
        let mut with = (0..texts.len()).filter(|at| !others(*at).is_empty());
        let (at, None) = (with.next()?, with.next()) else { return None };
        let others = others(at);
        let [(place, name)] = others.as_slice() else { return None };
        let tail = texts[at].get(self.listener.lexicon.spoken(texts[at])[*place].at..)?;
        Some((actor.clone(), name.clone(), tail.to_string()))
    }

    /// A sentence that says nobody to whom it is done, done to whom the others are: `punches` beside `kicks Bob`. With a
    /// thing alone it is the likeliest attack: `or with the knife`.
    fn done_to(&self, text: &str, (actor, object, tail): &(String, String, String)) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(text);
        let named = self.named_in(&spoken);
        let is_named = named.iter().any(|(_, name)| name == object);
        let (first, ..) = self.listener.named_at(&spoken, 0).into_iter().find(|(_, name, _)| name == actor)?;
        let begins = spoken.get(first).filter(|word| is(&word.text, little::WITH));
        if let Some(word) = begins {
            let mut rest = text.get(word.at..)?.to_string();
            if let Some((at, _)) = named.iter().find(|(_, name)| name == object) {
                let length = self.listener.named_at(&spoken, *at).first().map_or(1, |(length, ..)| *length);
                let glued = at.checked_sub(1).filter(|before| is(&spoken[*before].text, little::GLUE)).unwrap_or(*at);
                let end = &spoken[at + length - 1];
                rest = format!("{}{}", text.get(word.at..spoken[glued].at)?, text.get(end.at + end.length..)?);
            }
            return self.one_sentence(&format!("{actor} {} {object} {}", little::TAKES_ON, rest.trim()), 1).ok();
        }
        if is_named {
            return None;
        }
        let ways = [format!("{text} {tail}"), format!("{text} {object}"), format!("{text} at {object}")];
        let is_done_to = |text: &String| text.starts_with(&**actor) && text.contains(&**object);
        ways.iter().find_map(|text| self.one_sentence(text, 1).ok().filter(is_done_to))
    }

    /// What is done in one way against another: `Ann shoots, tired vs rested`.
    pub(super) fn versus(&self, line: &str) -> Option<Understanding> {
        let (before, between) = VERSUS.iter().find_map(|between| Some((line.split_once(between)?.0, between)))?;
        let end = line.get(before.len() + between.len()..)?.trim_end_matches('?');
        let spoken = self.listener.lexicon.spoken(end);
        if !self.named_in(&spoken).is_empty() || self.one_sentence(before, 1).is_err() {
            return None;
        }
        self.compared(&format!("{before}{}{end}", COMPARE.1), 1).ok()
    }

    /// What may be done in one way or another: `shoots in the dark or in the light`.
    pub(super) fn either(&self, line: &str) -> Option<Understanding> {
        line.contains(COMPARE.1).then(|| self.compared(line, 1).ok()).flatten()
    }

    /// A sentence that is strictly understood; another action in the same words, where the rules forbid what the
    /// patterns say.
    fn allowed(&self, text: &str) -> String {
        let other = self.understood(text).ok().and_then(|asked| allowed_instead(self.listener, text, &asked));
        other.unwrap_or_else(|| text.to_string())
    }

    fn one_sentence(&self, text: &str, depth: usize) -> Result<String, SpeechError> {
        if self.is_strict(text) {
            return Ok(self.allowed(text));
        }
        // A comparison is not one thing that is done.
        if text.split_whitespace().next() == Some(COMPARE.0) {
            return Err(SpeechError::line(text, "not one thing that is done", String::new()));
        }
        match self.line(text, depth)? {
            Understanding::Line(text) if self.is_strict(&text) => Ok(text),
            Understanding::Several(texts) if texts.iter().all(|text| self.is_strict(text)) => Ok(texts[0].clone()),
            _ => Err(SpeechError::line(text, "not one thing that is done", String::new())),
        }
    }

    /// Of `shoots tired` and `rested` the second with the beginning of the first.
    fn state_otherwise(&self, first: &str, end: &str) -> Option<String> {
        let is_state = |text: &str| {
            let spoken = self.listener.lexicon.spoken(text);
            let phrases = spoken.first().map_or(&[][..], |word| self.listener.lexicon.beginning(word));
            spoken.len() == 1 && phrases.iter().any(|phrase| matches!(phrase.meant, Meant::State(_)))
        };
        let (before, last) = first.rsplit_once(' ').filter(|_| first != end)?;
        let spoken = self.listener.lexicon.spoken(end);
        let named = self.listener.named_at(&spoken, 0).first().map_or(0, |(length, _, _)| *length);
        let end = end.get(spoken.get(named)?.at..)?;
        if !is_state(end) || !is_state(last) {
            return None;
        }
        let before = self.one_sentence(before, 1).ok().or_else(|| self.alone_against(before))?;
        self.one_sentence(&format!("{before}, {end}"), 1).ok()
    }

    /// What is done to nobody who is named, done to the first who may be meant.
    fn alone_against(&self, text: &str) -> Option<String> {
        match self.at_each(text)? {
            Understanding::Several(texts) | Understanding::Sequence(texts) => {
                texts.into_iter().find(|text| self.is_strict(text))
            }
            _ => None,
        }
    }

    /// Of `shoots the head` and `the body` the second with the beginning of the first.
    fn ending_otherwise(&self, first: &str, end: &str, others: &[String]) -> Option<String> {
        let (first, mut end) = (first.split_whitespace().collect::<Vec<&str>>(), end);
        let spoken = self.listener.lexicon.spoken(end);
        // Who acts has been said of both.
        if let Some((length, name, _)) = self.listener.named_at(&spoken, 0).into_iter().next()
            && others.iter().all(|text| text.starts_with(&name))
            && let Some(word) = spoken.get(length)
        {
            end = end.get(word.at..)?;
        }
        let endings = (1..first.len()).rev().map(|kept| format!("{} {end}", first[..kept].join(" ")));
        let mut heard = endings.take(LONGEST_ENDING).filter_map(|text| self.one_sentence(&text, 1).ok());
        heard.find(|text| !others.contains(text))
    }
}

/// A sentence with dice that were thrown for it.
fn rolled(dice: &str, text: &str) -> String {
    format!("{ROLLED} {}, {text}", dice.trim_end_matches([' ', ',']))
}
