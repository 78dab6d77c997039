//! What was told last, told otherwise: `make that 4`, `sorry, that was Bob`, `no, he took 3`.

use super::filling::Filling;
use super::filling::POSSESSION;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::lexicon::TOLD_WHO;
use super::listener::{Listener, first_named};
use super::little::{self, DO, is};
use super::retraction::UNDO;
use super::token::{SpokenWord, words};
use crate::query::About;
use std::ops::Range;

/// Words one of which is in every correction.
pub(super) const CORRECTS: &str = "{corrects}";
/// What else stands in a correction, and says nothing.
pub(super) const CORRECTED: &str = "{corrected}";
/// What was told last of somebody is taken back; and the number that was told.
const TAKEN_BACK: &str = "{taken_back}";
const TOLD_NUMBER: &str = "{told_n}";
/// The last sentence once more.
const SAME: &str = "same";
/// Before clauses for it.
const CLAUSES: &str = "same ";
/// What makes something else of what was said, and the word for that.
const MAKE: &str = "make";
const THAT: [&str; 3] = ["that", "it", "this"];
/// Words that tell how something was.
const WAS: [&str; 2] = ["was", "were"];
/// Before a thing in lines that were told.
const THINGS_TOLD: [&str; 2] = ["drop ", "give "];

/// What a correction says: instead of what, and what.
#[derive(Default)]
struct Correction {
    number: Option<String>,
    cell: Option<String>,
    name: Option<String>,
    /// Who it was not.
    but: Option<String>,
    /// Whether he is said to be the one who does it, or the one it is done to; nothing where neither is.
    is_doer: Option<bool>,
}

impl Listener<'_> {
    /// The thing that was told of last: `drop pistol of Ann`.
    pub(super) fn thing_told(&self) -> Option<String> {
        let told = self.told?;
        let rest = THINGS_TOLD.iter().find_map(|word| told.strip_prefix(word))?;
        let end = rest.find(" of ").or_else(|| rest.find(" to "))?;
        Some(rest[..end].to_string())
    }
}

impl Listener<'_> {
    /// Fills the places of a meaning that stand for what is so or was told last; none where that is not so.
    pub(super) fn fill_with_what_is_so(&self, meant: &str, filling: &mut Filling) -> Option<()> {
        let bare = |place: &str| place.trim_matches(['{', '}']).to_string();
        let said = |wanted: &str| filling.iter().find(|(name, _)| name == wanted).map(|(_, said)| said.clone());
        let mut found = Vec::new();
        if meant.contains(POSSESSION) {
            let (name, who) = self.named(&said("who")?)?;
            found.push((bare(POSSESSION), self.possession((&name, &who), &said("held")?)?));
        }
        if meant.contains(TAKEN_BACK) {
            let who = said("who")?;
            let told = self.told.filter(|told| told.starts_with(&who))?;
            found.push((bare(TAKEN_BACK), UNDO.to_string()));
            if meant.contains(TOLD_NUMBER) {
                let number = words(told).into_iter().find(SpokenWord::is_number)?.text;
                found.push((bare(TOLD_NUMBER), number.trim_start_matches('+').to_string()));
            }
        }
        if meant.contains(TOLD_WHO) {
            let (of, _) = first_named(self.cast, self.told?)?;
            let name = self.state.figure(of).name.to_string();
            if said("who").is_some_and(|who| who != name) {
                return None;
            }
            found.push((bare(TOLD_WHO), name));
        }
        filling.extend(found);
        Some(())
    }
}

impl Hearing<'_> {
    /// How somebody of the last sentence is after all, and that sentence asked again: `sorry, Bob was late`.
    pub(super) fn asked_again(&self, line: &str, meant: &Understanding) -> Option<Understanding> {
        let last = self.listener.last.filter(|_| !self.listener.has_changed)?;
        let Understanding::Line(text) = meant else { return None };
        let asks_again = self.begins_with_correction(line) && self.is_told(text) && self.changes(last, text);
        asks_again.then(|| Understanding::Sequence(vec![text.clone(), SAME.to_string()]))
    }

    /// What was done, undone and done again with clauses that a correction says: `make that two shots`.
    pub(super) fn done_with(&self, line: &str, meant: &Understanding) -> Option<Understanding> {
        let done = self.listener.told?.strip_prefix(DO)?;
        let Understanding::Line(text) = meant else { return None };
        let anew = format!("{done}, {}", text.strip_prefix(CLAUSES)?);
        let is_corrected = self.begins_with_correction(line) && self.is_strict(&anew);
        is_corrected.then(|| Understanding::Sequence(vec![UNDO.to_string(), format!("{DO}{anew}")]))
    }

    /// What the line before has changed, undone and told otherwise, where a correction of it was taken for clauses of the
    /// last sentence: `takes 3 to the head`, and `actually it was the leg`.
    pub(super) fn changed_otherwise(&self, line: &str, meant: &Understanding) -> Option<Understanding> {
        let Understanding::Line(text) = meant else { return None };
        let is_of_the_last = text.starts_with(CLAUSES) && self.listener.has_changed;
        let (_, anew) = is_of_the_last.then(|| self.retyped(line)).flatten()?;
        anew.ok()
    }

    /// What is done to the same instead of what was done or asked, named by its noun: `make that a punch`.
    pub(super) fn made_that(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let at = spoken.iter().position(|word| word.text == MAKE)?;
        let is_it = |word: &SpokenWord| is(&word.text, &THAT) || is(&word.text, little::ARTICLES);
        let behind = at + 1 + spoken[at + 1..].iter().take_while(|word| is_it(word)).count();
        let noun = line.get(spoken.get(behind).filter(|_| behind > at + 1)?.at..)?;
        let done = self.listener.told.and_then(|told| told.strip_prefix(DO));
        let was = done.map(|done| self.understood(done).ok());
        let asked = was.as_ref().map_or(self.listener.last, Option::as_ref)?;
        let both: Vec<String> = asked.facts.iter().filter_map(|(_, said)| self.named_figure(said)).collect();
        let [actor, target] = both.as_slice() else { return None };
        let Ok(Understanding::Line(text)) = self.line(&format!("{actor} {noun} {target}"), DEEPEST) else {
            return None;
        };
        self.understood(&text).ok().filter(|asked| matches!(asked.about, About::Action(_)))?;
        Some(match done {
            Some(_) => Understanding::Sequence(vec![UNDO.to_string(), format!("{DO}{text}")]),
            None => Understanding::Line(text),
        })
    }

    /// Whether a line begins with a word that corrects.
    pub(super) fn begins_with_correction(&self, line: &str) -> bool {
        self.listener.lexicon.spoken(line).first().is_some_and(|word| self.is_of(&word.text, CORRECTS))
    }

    /// What was told last taken back and told anew, if a line says what of it is otherwise.
    pub(super) fn corrected(&self, line: &str) -> Option<Understanding> {
        let told = self.listener.told?;
        let spoken = self.listener.lexicon.spoken(line);
        let correction = self.correction(&spoken, told);
        // What was computed from how somebody is, `has 3 left`, is computed from how he is now: nothing is taken back.
        if correction.as_ref().is_some_and(|correction| correction.number.is_some())
            && self.is_computed(told)
            && let Some(heard) = self.said_with_another_number(line)
        {
            return Some(heard);
        }
        let anew = match correction {
            Some(correction) => self.told_anew(told, &correction).map(|anew| vec![anew]),
            None => self.told_again(line, &spoken, told).map(|anew| vec![anew]),
        };
        let done = || self.done_otherwise(line, &spoken, told.strip_prefix(DO)?);
        let anew = anew.or_else(done).filter(|anew| *anew != [told])?;
        Some(Understanding::Sequence([UNDO.to_string()].into_iter().chain(anew).collect()))
    }

    /// Whether no number of what was told stands in the line that told it.
    fn is_computed(&self, told: &str) -> bool {
        let Some(typed) = self.listener.typed else { return false };
        let numbers = |words: Vec<SpokenWord>| -> Vec<String> {
            let numbers = words.into_iter().filter(|word| word.is_number() && !word.is_cell());
            numbers.map(|word| word.text.trim_start_matches(['+', '-']).to_string()).collect()
        };
        let (told, typed) = (numbers(words(told)), numbers(self.listener.lexicon.spoken(typed)));
        !told.is_empty() && !typed.is_empty() && !told.iter().any(|number| typed.contains(number))
    }

    /// The parts of a line that says nothing but what is otherwise.
    fn correction(&self, spoken: &[SpokenWord], told: &str) -> Option<Correction> {
        let known = words(told);
        let mut correction = Correction::default();
        let is_of_it = |word: &SpokenWord| is(&word.text, little::THINGS) || is(&word.text, little::OBJECTS);
        let (mut at, mut corrects, mut is_not) = (0, false, false);
        while let Some(word) = spoken.get(at) {
            if let Some((length, name, _)) = self.listener.named_at(spoken, at).into_iter().next() {
                let place = if is_not { &mut correction.but } else { &mut correction.name };
                if place.replace(name).is_some() {
                    return None;
                }
                let is_told = |word: &SpokenWord| known.iter().any(|known| known.stem == word.stem && word.is_word());
                let begins = |word: &SpokenWord| is_told(word) || is(&word.text, little::PRONOUNS) && !is_of_it(word);
                correction.is_doer = match spoken[..at].iter().any(begins) {
                    true => Some(false),
                    false => spoken.get(at + length).is_some_and(is_told).then_some(true),
                };
                (at, is_not) = (at + length, false);
                continue;
            }
            at += 1;
            let is_of = |class| self.is_of(&word.text, class);
            if word.is_cell() && correction.cell.is_none() {
                correction.cell = Some(word.text.clone());
            } else if word.is_number() && correction.number.is_none() {
                correction.number = Some(word.text.clone());
            } else if is_of(CORRECTS) {
                corrects = true;
            } else if is(&word.text, little::NOT) {
                is_not = true;
            } else {
                let is_told = || known.iter().any(|known| known.stem == word.stem);
                let is_empty = word.is_comma() || is_of(CORRECTED) || is(&word.text, little::ARTICLES);
                if !is_empty && !self.listener.lexicon.is_empty_word(word) && !is_told() {
                    return None;
                }
            }
        }
        corrects.then_some(correction)
    }

    /// What was told, with what is otherwise in its place.
    fn told_anew(&self, told: &str, correction: &Correction) -> Option<String> {
        let known = words(told);
        let only = |is_it: &dyn Fn(&SpokenWord) -> bool| {
            let mut all = known.iter().filter(|word| is_it(word));
            let first = all.next().filter(|_| all.next().is_none())?;
            Some(first.at..first.at + first.length)
        };
        let mut changes: Vec<(Range<usize>, &str)> = Vec::new();
        if let Some(cell) = &correction.cell {
            changes.push((only(&SpokenWord::is_cell)?, cell));
        }
        if let Some(number) = &correction.number {
            let mut place = only(&|word| word.is_number() && !word.is_cell())?;
            // What is added or taken stays so.
            place.start += usize::from(told[place.clone()].starts_with(['+', '-']));
            changes.push((place, number));
        }
        if let Some(name) = &correction.name {
            let is_he = |other: &str| correction.but.as_ref().is_none_or(|but| but == other);
            let named = (0..known.len()).filter_map(|at| {
                let (length, other, _) = self.listener.named_at(&known, at).into_iter().next()?;
                let end = &known[at + length - 1];
                is_he(&other).then_some(known[at].at..end.at + end.length)
            });
            changes.push((self.instead_of(named.collect(), told, (name, correction.is_doer))?, name));
        }
        changes.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        let mut anew = told.to_string();
        changes.iter().for_each(|(place, text)| anew.replace_range(place.clone(), text));
        (!changes.is_empty()).then_some(anew)
    }

    /// In whose place somebody is named: of those of what was done the one to whom it was done, unless the other is of his
    /// side, or he is said to do it.
    fn instead_of(
        &self,
        named: Vec<Range<usize>>,
        told: &str,
        (name, is_doer): (&str, Option<bool>),
    ) -> Option<Range<usize>> {
        let (first, last) = (named.first()?.clone(), named.last()?.clone());
        let side = |name: &str| Some(self.listener.state.figure(self.listener.figure_named(name)?).side);
        let is_of_his = |place: &Range<usize>| told.get(place.clone()).is_some_and(|other| side(other) == side(name));
        let is_first = match is_doer {
            _ if !told.starts_with(DO) => true,
            Some(is_doer) => is_doer,
            None => is_of_his(&first) && !is_of_his(&last),
        };
        Some(if is_first { first } else { last })
    }

    /// What is done instead of what was done, by the same, or that with clauses: `no, in the leg`.
    fn done_otherwise(&self, line: &str, spoken: &[SpokenWord], done: &str) -> Option<Vec<String>> {
        let corrects = |word: &SpokenWord| word.is_comma() || self.is_of(&word.text, CORRECTS);
        let first = spoken.iter().take_while(|word| corrects(word)).count();
        let is_more = |word: &&SpokenWord| corrects(word) || self.is_of(&word.text, CORRECTED);
        let behind = first + spoken[first..].iter().take_while(is_more).count();
        if first == 0 {
            return None;
        }
        let actor = self.listener.named_at(&words(done), 0).into_iter().next().map(|(_, name, _)| name)?;
        let was = self.understood(done).ok();
        let listener = self.listener.after(was.as_ref());
        let hearing = Hearing { listener: &listener, attempts: &self.attempts.deeper() };
        [first, behind].into_iter().find_map(|at| {
            let rest = line.get(spoken.get(at)?.at..)?;
            // `no, he was aiming at the leg`: how it was done.
            let was = spoken[at..].iter().take(2).any(|word| is(&word.text, &WAS));
            let clauses = was.then(|| hearing.clauses(rest).ok()).flatten();
            let with = clauses.map(|clauses| format!("{done}, {clauses}")).filter(|text| self.is_strict(text));
            if let Some(text) = with {
                return Some(vec![format!("{DO}{text}")]);
            }
            let texts = match hearing.line(rest, DEEPEST).ok().or_else(|| hearing.sequence(rest))? {
                Understanding::Line(text) => vec![text],
                Understanding::Sequence(texts) => texts,
                Understanding::Several(_) => return None,
            };
            let anew = texts.into_iter().map(|text| {
                if let Some(clauses) = text.strip_prefix(CLAUSES) {
                    let text = format!("{done}, {clauses}");
                    return self.is_strict(&text).then(|| format!("{DO}{text}"));
                }
                let asked = self.understood(&text).ok()?;
                let is_his = matches!(asked.about, About::Action(_)) && text.starts_with(&actor);
                is_his.then(|| format!("{DO}{text}"))
            });
            anew.collect::<Option<Vec<String>>>()
        })
    }

    /// The same told again behind `no` or `sorry`, where one word of it is another.
    fn told_again(&self, line: &str, spoken: &[SpokenWord], told: &str) -> Option<String> {
        let corrects = |word: &&SpokenWord| word.is_comma() || self.is_of(&word.text, CORRECTS);
        let first = spoken.iter().take_while(corrects).count();
        let from = spoken.get(first).filter(|_| first > 0)?.at;
        let rest = line.get(from..)?;
        // `no, she is just tired`: what stands before how she is.
        let says_nothing = |word: &&SpokenWord| {
            let is_of_him = is(&word.text, little::PRONOUNS) || is(&word.text, little::ARE) || word.text == "'s";
            is_of_him
                || word.is_comma()
                || self.listener.lexicon.is_empty_word(word)
                || self.is_of(&word.text, CORRECTS)
        };
        let skipped = first + spoken[first..].iter().take_while(says_nothing).count();
        let state = spoken.get(skipped).and_then(|word| line.get(word.at..)).unwrap_or(rest);
        // How somebody was said to be, he is not: `no, tired`.
        let named = words(told).first().and_then(|_| self.listener.named_at(&words(told), 0).into_iter().next());
        if let Some((_, name, _)) = named.filter(|_| self.is_told(told))
            && let Ok(Understanding::Line(text)) = self.line(&format!("{name} is {state}"), DEEPEST)
            && self.is_told(&text)
        {
            return Some(text);
        }
        // What was done is done otherwise.
        if told.starts_with(DO) {
            return None;
        }
        let Ok(Understanding::Line(text)) = self.line(rest, DEEPEST) else { return None };
        let (known, said) = (words(told), words(&text));
        let others = known.iter().zip(&said).filter(|(one, other)| one.text != other.text).count();
        (known.len() == said.len() && others == 1).then_some(text)
    }
}
