//! Of whom something is said that begins with `he`, where the last sentence had two: of the one with whom it changes
//! something, else which of them is asked back.

use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::{self, is};
use super::meaning::Meant;
use super::pronoun::TypedPronoun;
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

/// Before clauses for the last sentence.
const CLAUSES: [&str; 2] = ["what if ", "same "];

/// What a line means of each of the two who may be meant.
struct OfTwo {
    actor: String,
    target: String,
    of_actor: String,
    of_target: String,
}

impl OfTwo {
    /// Both lines, of which it is asked which is meant.
    fn either(&self) -> Understanding {
        Understanding::Several(vec![self.of_actor.clone(), self.of_target.clone()])
    }
}

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
        let pronoun = TypedPronoun::of(text, spoken.get(at).filter(|word| is(&word.text, &SUBJECTS))?);
        let last = listener.last?;
        let [actor, target] = self.both_of(last)?;
        // Who was named since then is meant.
        if let Some((name, _)) = listener.actor().filter(|(name, _)| *name != actor) {
            return if name == target { self.line_with(pronoun, &target).map(Understanding::Line) } else { None };
        }
        // Who was attacked dodges, and hits back; of him who did so already something else of the kind is said.
        if self.answers(text, pronoun.end()) {
            let answerer = if self.is_an_answer(last) { actor } else { target };
            return self.line_with(pronoun, &answerer).map(Understanding::Line);
        }
        if spoken[..at].iter().any(|word| is(&word.text, &ASKS)) {
            return None;
        }
        // What befalls him and how he is then: `he takes 3 and is down`.
        if let Some(Understanding::Sequence(texts)) = self.sequence(pronoun.replaced(&target)?.trim())
            && texts.first().is_some_and(|first| first.starts_with(little::DO))
        {
            return Some(Understanding::Sequence(texts));
        }
        match (self.line_with(pronoun, &actor), self.line_with(pronoun, &target)) {
            (Some(of_actor), Some(of_target)) => {
                self.of_one_or_both(last, text, &OfTwo { actor, target, of_actor, of_target })
            }
            // What can be said of one of them alone is said of him.
            (Some(of_actor), None) => self.only_of_one(of_actor, &target),
            (None, of_target) => self.only_of_one(of_target?, &actor),
        }
    }

    /// The line that is meant with a name for a pronoun.
    fn line_with(&self, pronoun: TypedPronoun<'_>, name: &str) -> Option<String> {
        match self.line(pronoun.named_at_length(name)?.trim(), DEEPEST).ok()? {
            Understanding::Line(text) => Some(text),
            _ => None,
        }
    }

    /// Clauses that can be said of one alone.
    fn only_of_one(&self, said: String, other: &str) -> Option<Understanding> {
        clauses_of(&said)?;
        self.note_no_change_of(other, &said);
        Some(Understanding::Line(said))
    }

    /// What is meant where something can be said of either: of him of whom it changes something, else it is asked back.
    fn of_one_or_both(&self, last: &ParsedQuery, text: &str, two: &OfTwo) -> Option<Understanding> {
        let OfTwo { actor, of_actor, of_target, .. } = two;
        match (clauses_of(of_actor), clauses_of(of_target)) {
            (Some(first), Some(second)) if first != second => {
                Some(self.clauses_of_one(text, two, (self.changes(last, first), self.changes(last, second))))
            }
            // What befalls somebody after an attack befalls whoever was attacked.
            (None, None) if [of_actor, of_target].iter().all(|text| text.starts_with(little::DO)) => {
                Some(Understanding::Line(of_target.clone()))
            }
            (None, None) if self.is_told(of_actor) && self.is_told(of_target) => {
                let changes = |clauses: &String| self.begins_with_correction(text) && self.changes(last, clauses);
                Some(match (changes(of_actor), changes(of_target)) {
                    (true, false) => Understanding::Line(of_actor.clone()),
                    (false, true) => Understanding::Line(of_target.clone()),
                    _ => two.either(),
                })
            }
            (None, None) => self.for_whom_it_is_possible(last, (of_actor, actor), of_target),
            _ => None,
        }
    }

    /// Whose clauses are meant, by whether those of the one who acted and those of the other change anything.
    fn clauses_of_one(&self, text: &str, two: &OfTwo, changes: (bool, bool)) -> Understanding {
        let spoken = self.listener.lexicon.spoken(text);
        // What if: it is asked of the one to whom it is done; `first` does whoever does the rest.
        let is_asked = spoken.first().is_some_and(|word| word.text == "what" || word.text == "if");
        let is_before_it = spoken.iter().any(|word| word.text == little::BEFORE_IT);
        match changes {
            (true, false) => {
                self.note_no_change_of(&two.target, &two.of_actor);
                Understanding::Line(two.of_actor.clone())
            }
            (false, true) => Understanding::Line(two.of_target.clone()),
            (true, true) if is_asked && is_before_it => Understanding::Line(two.of_actor.clone()),
            (true, true) if is_asked => Understanding::Line(two.of_target.clone()),
            _ => two.either(),
        }
    }

    /// Notes why something is said of one of two: of the other it would make no difference.
    fn note_no_change_of(&self, other: &str, said: &str) {
        self.attempts.note(said, &[format!("of {other} it would change nothing here")]);
    }

    /// Those who are named in a sentence.
    fn figure_names(&self, asked: &ParsedQuery) -> Vec<String> {
        asked.facts.iter().filter_map(|(_, said)| self.named_figure(said)).collect()
    }

    /// The one who acts in a sentence and the one to whom it is done, if two are named in it.
    fn both_of(&self, asked: &ParsedQuery) -> Option<[String; 2]> {
        self.figure_names(asked).try_into().ok()
    }

    /// A number that is asked for of `him`, where the last sentence had two of whom it could be: of both.
    pub(super) fn of_either(&self, line: &str) -> Option<Understanding> {
        let (listener, last) = (self.listener, self.listener.last?);
        let [actor, target] = self.both_of(last)?;
        // Who was named since then is meant.
        if !self.asks(line) || listener.actor().is_none_or(|(name, _)| name != actor) {
            return None;
        }
        self.number_of_each(line, &[&actor, &target])
    }

    /// A number that a question asks for of somebody who is not named, for each who may be meant.
    pub(super) fn number_of_each(&self, line: &str, names: &[&String]) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let pronoun = TypedPronoun::only(line, &spoken)?;
        if !self.named_in(&spoken).is_empty() {
            return None;
        }
        let each = names.iter().map(|name| {
            let text = pronoun.named(name)?;
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
            Some(last) => self.figure_names(last),
            None => listener.named.and_then(name).into_iter().collect(),
        };
        // Who was only named beside him may be meant where it was done to a place.
        let beside = listener.beside.and_then(name).filter(|name| !both.contains(name));
        let both: Vec<String> = both.into_iter().chain(beside).collect();
        let [_, _] = both.as_slice() else { return None };
        let spoken = listener.lexicon.spoken(line);
        let pronoun = TypedPronoun::only(line, &spoken)?;
        let barred_of = |text: &str| {
            let bare = text.strip_prefix(little::ODDS).or_else(|| text.strip_prefix(little::DO)).unwrap_or(text);
            let asked = self.understood(bare).ok().filter(|asked| !matches!(asked.about, About::Quantity(_)))?;
            let who = asked.facts.iter().find_map(|(_, said)| self.named_figure(said))?;
            Some((asked.about, who, self.barred(&asked)))
        };
        let (about, actor, barred) = barred_of(text)?;
        // Who was attacked has the chance to dodge.
        let answers = spoken.iter().any(|next| next.at >= pronoun.end() && self.answers(line, next.at));
        let is_answer = answers && actor == both[0] && last.is_none_or(|last| !self.is_an_answer(last));
        let may_be = (barred > 0 || is_answer) && both.contains(&actor);
        let other = both.iter().find(|name| **name != actor).filter(|_| may_be)?;
        if !self.named_in(&spoken).is_empty() {
            return None;
        }
        let said = pronoun.named(other)?;
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

    /// Whether clauses can be said of a sentence.
    pub(super) fn is_readable(&self, last: &ParsedQuery, clauses: &str) -> bool {
        amend(self.listener.book(), self.listener.cast, last, clauses).is_ok()
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

/// The clauses for the last sentence that a line says.
fn clauses_of(text: &str) -> Option<&str> {
    CLAUSES.iter().find_map(|word| text.strip_prefix(word))
}
