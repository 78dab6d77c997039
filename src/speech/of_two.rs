//! Of whom something is said that begins with `he`, where the last sentence had two: of the one with whom it changes
//! something, else which of them is asked back.

use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::{self, is};
use super::meaning::Meant;
use super::token::{SpokenWord, words};
use crate::query::{About, Argument, BoundQuery, ParsedQuery, Who, amend};
use crate::rulebook::SentencePart;

/// Somebody who was named before, as the one of whom something is said.
const SUBJECTS: [&str; 2] = ["he", "she"];
/// What may stand before.
const BEFORE: [&str; 10] = ["what", "if", "no", "and", "but", "same", "also", "say", "suppose", "now"];

/// What may stand before somebody of whom it is asked what he does in answer: `can he dodge that?`
const ASKS: [&str; 9] = ["can", "could", "may", "might", "does", "will", "would", "should", "shall"];

/// What is done in answer to somebody: `dodges`, `hits back`.
const ANSWERS: &str = "{answers}";

/// So many words has one of them at most.
const LONGEST_ANSWER: usize = 3;

/// Before what is done to somebody.
const DONE: &str = "do ";
/// Before clauses for the last sentence.
const CLAUSES: [&str; 2] = ["what if ", "same "];

impl Hearing<'_> {
    /// What is meant of a line that says of `he` how somebody is.
    pub(super) fn of_whom(&self, text: &str) -> Option<Understanding> {
        let listener = self.listener;
        let spoken = listener.lexicon.spoken(text);
        let may_stand = |at: &usize| {
            let word = &spoken[*at];
            is(&word.text, &BEFORE) || is(&word.text, &ASKS) || word.is_comma() || listener.lexicon.is_empty_word(word)
        };
        let at = (0..spoken.len()).find(|at| !may_stand(at))?;
        let word = spoken.get(at).filter(|word| is(&word.text, &SUBJECTS))?;
        let is_short = text.get(word.at..word.at + word.length)?.len() > word.text.len();
        let last = listener.last?;
        let both: Vec<String> = last.facts.iter().filter_map(|(_, said)| self.named_figure(said)).collect();
        let [actor, target] = both.as_slice() else { return None };
        let said = |name: &String| {
            let is = if is_short { " is" } else { "" };
            let line = format!("{}{name}{is}{}", &text[..word.at], text.get(word.at + word.length..)?);
            match self.line(line.trim(), DEEPEST).ok()? {
                Understanding::Line(text) => Some(text),
                _ => None,
            }
        };
        // Who was named since then is meant.
        if let Some((name, _)) = listener.actor().filter(|(name, _)| name != actor) {
            return if name == *target { said(target).map(Understanding::Line) } else { None };
        }
        // Who was attacked dodges, and hits back; of him who did so already something else of the kind is said.
        if self.answers(text, word.at + word.length) {
            let answerer = if self.is_an_answer(last) { actor } else { target };
            return said(answerer).map(Understanding::Line);
        }
        if spoken[..at].iter().any(|word| is(&word.text, &ASKS)) {
            return None;
        }
        // What befalls him and how he is then: `he takes 3 and is down`.
        let told = format!("{}{target}{}", &text[..word.at], text.get(word.at + word.length..)?);
        if let Some(Understanding::Sequence(texts)) = self.sequence(told.trim())
            && texts.first().is_some_and(|first| first.starts_with(DONE))
        {
            return Some(Understanding::Sequence(texts));
        }
        let is_clauses = |text: &String| CLAUSES.iter().any(|word| text.starts_with(word));
        let (of_actor, of_target) = match (said(actor), said(target)) {
            (Some(of_actor), Some(of_target)) => (of_actor, of_target),
            // What can be said of one of them alone is said of him.
            (of_actor, of_target) => {
                let other = if of_actor.is_some() { target } else { actor };
                let said = of_actor.or(of_target).filter(is_clauses)?;
                self.attempts.note(&said, &[format!("of {other} it would change nothing here")]);
                return Some(Understanding::Line(said));
            }
        };
        // What if: it is asked of the one to whom it is done; `first` does whoever does the rest.
        let is_asked = spoken.first().is_some_and(|word| word.text == "what" || word.text == "if");
        let is_before_it = spoken.iter().any(|word| word.text == little::BEFORE_IT);
        let clauses = |text: &str| CLAUSES.iter().find_map(|word| text.strip_prefix(word)).map(str::to_string);
        match (clauses(&of_actor), clauses(&of_target)) {
            (Some(first), Some(second)) if first != second => {
                Some(match (self.changes(last, &first), self.changes(last, &second)) {
                    (true, false) => {
                        self.attempts.note(&of_actor, &[format!("of {target} it would change nothing here")]);
                        Understanding::Line(of_actor)
                    }
                    (false, true) => Understanding::Line(of_target),
                    (true, true) if is_asked && is_before_it => Understanding::Line(of_actor),
                    (true, true) if is_asked => Understanding::Line(of_target),
                    _ => Understanding::Several(vec![of_actor, of_target]),
                })
            }
            // What befalls somebody after an attack befalls whoever was attacked.
            (None, None) if [&of_actor, &of_target].iter().all(|text| text.starts_with(DONE)) => {
                Some(Understanding::Line(of_target))
            }
            (None, None) if self.is_told(&of_actor) && self.is_told(&of_target) => {
                let changes = |clauses: &String| self.begins_with_correction(text) && self.changes(last, clauses);
                Some(match (changes(&of_actor), changes(&of_target)) {
                    (true, false) => Understanding::Line(of_actor),
                    (false, true) => Understanding::Line(of_target),
                    _ => Understanding::Several(vec![of_actor, of_target]),
                })
            }
            (None, None) => self.for_whom_it_is_possible(last, (&of_actor, actor), &of_target),
            _ => None,
        }
    }

    /// A number that is asked for of `him`, where the last sentence had two of whom it could be: of both.
    pub(super) fn of_either(&self, line: &str) -> Option<Understanding> {
        let (listener, last) = (self.listener, self.listener.last?);
        let both: Vec<String> = last.facts.iter().filter_map(|(_, said)| self.named_figure(said)).collect();
        let [actor, target] = both.as_slice() else { return None };
        // Who was named since then is meant.
        if !self.asks(line) || listener.actor().is_none_or(|(name, _)| name != *actor) {
            return None;
        }
        self.number_of_each(line, &[actor, target])
    }

    /// A number that a question asks for of somebody who is not named, for each who may be meant.
    pub(super) fn number_of_each(&self, line: &str, names: &[&String]) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let is_of_him = |word: &&SpokenWord| {
            let is_pronoun = is(&word.text, little::PRONOUNS) || is(&word.text, little::POSSESSIVES);
            is_pronoun && !is(&word.text, little::THINGS) && word.text != "they" && word.text != "my"
        };
        let mut pronouns = spoken.iter().filter(is_of_him);
        let (Some(word), None) = (pronouns.next(), pronouns.next()) else { return None };
        if !self.named_in(&spoken).is_empty() {
            return None;
        }
        let is_behind = |next: &&SpokenWord| next.at > word.at && next.is_word();
        let owns = is(&word.text, little::POSSESSIVES) && spoken.iter().any(|next| is_behind(&next));
        let each = names.iter().map(|name| {
            let mut text = line.to_string();
            let typed = text.get(word.at..word.at + word.length)?.eq_ignore_ascii_case(&word.text);
            let said = if owns { format!("{name}'s") } else { (*name).clone() };
            typed.then(|| text.replace_range(word.at..word.at + word.length, &said))?;
            match self.line(text.trim(), DEEPEST) {
                Ok(Understanding::Line(text)) => {
                    let asked = self.understood(&text).ok()?;
                    matches!(asked.about, About::Quantity(_)).then_some(text)
                }
                _ => None,
            }
        });
        let each = each.collect::<Option<Vec<String>>>()?;
        (each.len() > 1 && each.iter().skip(1).all(|text| *text != each[0])).then_some(Understanding::Sequence(each))
    }

    /// What is done to each other is done by the one who was acted upon, where the rules forbid it to the other: `he breaks
    /// free`. Where he cannot go on with what he did either, he may only have done enough for now.
    fn for_whom_it_is_possible(
        &self,
        last: &ParsedQuery,
        (of_actor, actor): (&str, &str),
        of_target: &str,
    ) -> Option<Understanding> {
        let done = |text: &str| {
            let asked = self.understood(text).ok()?;
            (matches!(asked.about, About::Action(_)) && asked.about != last.about).then_some(asked)
        };
        let (first, second) = (done(of_actor)?, done(of_target)?);
        let is_theirs = self.barred(&second) == 0 && self.barred(&first) > 0 && self.barred(last) == 0;
        if !is_theirs || first.about != second.about {
            return None;
        }
        self.attempts.note(of_target, &[format!("the rules forbid it to {actor}")]);
        Some(Understanding::Line(of_target.to_string()))
    }

    /// What is asked of what is done by `her`, of two who could be meant: the other does it, where the rules forbid it to the
    /// one and not to him, or where it answers what the one did to him.
    pub(super) fn of_the_other(&self, line: &str, heard: &Understanding) -> Option<Understanding> {
        let (listener, last) = (self.listener, self.listener.last);
        let Understanding::Line(text) = heard else { return None };
        let text = text.strip_prefix(little::ODDS)?;
        let name = |id| listener.name_of(&Who::Figure(id));
        // Behind what was done those may be meant who were named for it.
        let both: Vec<String> = match last {
            Some(last) => last.facts.iter().filter_map(|(_, said)| self.named_figure(said)).collect(),
            None => listener.named.and_then(name).into_iter().collect(),
        };
        // Who was only named beside him may be meant where it was done to a place.
        let beside = listener.beside.and_then(name).filter(|name| !both.contains(name));
        let both: Vec<String> = both.into_iter().chain(beside).collect();
        let [_, _] = both.as_slice() else { return None };
        let spoken = listener.lexicon.spoken(line);
        let is_of_him = |word: &&SpokenWord| {
            let is_pronoun = is(&word.text, little::PRONOUNS) || is(&word.text, little::POSSESSIVES);
            is_pronoun && !is(&word.text, little::THINGS) && word.text != "they" && word.text != "my"
        };
        let mut pronouns = spoken.iter().filter(is_of_him);
        let (Some(word), None) = (pronouns.next(), pronouns.next()) else { return None };
        let barred_of = |text: &str| {
            let bare = text.strip_prefix(little::ODDS).or_else(|| text.strip_prefix(DONE)).unwrap_or(text);
            let asked = self.understood(bare).ok().filter(|asked| !matches!(asked.about, About::Quantity(_)))?;
            let who = asked.facts.iter().find_map(|(_, said)| self.named_figure(said))?;
            Some((asked.about, who, self.barred(&asked)))
        };
        let (about, actor, barred) = barred_of(text)?;
        // Who was attacked has the chance to dodge.
        let answers = spoken.iter().any(|next| next.at > word.at && self.answers(line, next.at));
        let is_answer = answers && actor == both[0] && last.is_none_or(|last| !self.is_an_answer(last));
        let may_be = (barred > 0 || is_answer) && both.contains(&actor);
        let other = both.iter().find(|name| **name != actor).filter(|_| may_be)?;
        if !self.named_in(&spoken).is_empty() {
            return None;
        }
        let owns = is(&word.text, little::POSSESSIVES) && spoken.iter().any(|next| next.at > word.at && next.is_word());
        let mut said = line.to_string();
        let typed = said.get(word.at..word.at + word.length)?.eq_ignore_ascii_case(&word.text);
        let named = if owns { format!("{other}'s") } else { other.clone() };
        typed.then(|| said.replace_range(word.at..word.at + word.length, &named))?;
        let Understanding::Line(of_other) = self.line(said.trim(), DEEPEST).ok()? else { return None };
        let (same, who, still) = barred_of(&of_other)?;
        if same != about || who != *other || still > 0 && !is_answer {
            return None;
        }
        if !is_answer {
            self.attempts.note(&of_other, &[format!("the rules forbid it to {actor}")]);
        }
        Some(Understanding::Line(of_other))
    }

    /// Whether what stands from a place on is done in answer to somebody: words of the class, three at most.
    fn answers(&self, text: &str, from: usize) -> bool {
        let said = words(text.get(from..).unwrap_or_default());
        // `tries to dodge`
        let says_nothing = |word: &&SpokenWord| {
            let mut phrases = self.listener.lexicon.beginning(word).iter();
            let is_little = word.text == "to" || self.listener.lexicon.is_empty_word(word);
            is_little || phrases.any(|phrase| phrase.meant == Meant::Nothing)
        };
        let first = said.iter().take_while(says_nothing).count();
        let said: Vec<&str> = said[first..].iter().take(LONGEST_ANSWER).map(|word| &*word.text).collect();
        (1..=said.len()).any(|length| self.is_of(&said[..length].join(" "), ANSWERS))
    }

    /// Whether a sentence says what is done in answer to somebody.
    fn is_an_answer(&self, asked: &ParsedQuery) -> bool {
        let book = self.listener.book();
        let says = match asked.about {
            About::Action(id) => &book.actions[id.index()].says,
            About::Check(id) => &book.checks[id.index()].says,
            About::Quantity(_) => return false,
        };
        let said = says.iter().flat_map(|sentence| &sentence.parts);
        let mut words = said.filter_map(|part| match part {
            SentencePart::Word(word) => Some(word),
            SentencePart::Fact(_) => None,
        });
        words.any(|word| self.is_of(word, ANSWERS))
    }

    pub(super) fn named_figure(&self, said: &Argument) -> Option<String> {
        match said {
            Argument::Who(who @ Who::Figure(_)) => self.listener.name_of(who),
            _ => None,
        }
    }

    /// Whether clauses make a difference to what is needed, or to how likely it is.
    pub(super) fn changes(&self, last: &ParsedQuery, clauses: &str) -> bool {
        let Ok(asked) = amend(self.listener.book(), self.listener.cast, last, clauses) else { return false };
        self.reckoned(last) != self.reckoned(&asked)
    }

    /// What a sentence needs, and its odds, in words.
    fn reckoned(&self, asked: &ParsedQuery) -> Option<String> {
        let (rules, state) = (self.listener.rules, self.listener.state);
        let posed = BoundQuery::new(rules, state, asked).ok()?;
        let reckoning = posed.reckoned(rules, state, posed.check(rules)?).ok()?;
        Some(format!("{:?} {:?} {:?}", reckoning.need, reckoning.odds, reckoning.impossible))
    }
}
