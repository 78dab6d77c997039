//! The last line typed anew, with what a correction says in the place of what stood there: a number, a place, a way, a
//! name. So what changed nothing is corrected, too, and what was not understood.

use super::attempts::Attempts;
use super::correction::CORRECTED;
use super::error::SpeechError;
use super::hear::{Hearing, Understanding, understood};
use super::lexicon::{Lexicon, Phrase, PhrasePlace};
use super::listener::Listener;
use super::little::{self, is};
use super::meaning::Meant;
use super::retraction::{CORRECTS, MOST as MOST_WITHDRAWING, UNDO, WITHDRAWS};
use super::token::SpokenWord;
use crate::query::{About, ParsedQuery};
use crate::rulebook::{Fact, StateRule, Type};
use crate::value::{FactId, StateId};
use std::cell::OnceCell;
use std::ops::Range;

/// With what a line begins that says the last of another, and what stands behind his name.
const FOLLOWS: [&str; 5] = ["and", "what", "how", "or", "same"];
const FOLLOWS_BEHIND: [&str; 5] = ["about", "too", "also", "well", "likewise"];
/// What says that somebody else acts: `no, Ann does`.
const ACTS: [&str; 2] = ["does", "did"];

/// Of what a word is one: of the words of a state, or the values of a fact.
#[derive(Clone, Copy, PartialEq)]
enum OneOf {
    State(StateId),
    Fact(FactId),
}

/// What a correction says.
#[derive(Default)]
struct Retyping {
    /// A number, and what it counts.
    number: Option<(String, Option<SpokenWord>)>,
    /// Whether it is written in letters: `two`.
    is_spelled: bool,
    cell: Option<String>,
    way: Option<String>,
    name: Option<String>,
    /// How somebody or something is, in these words, and one of what it is.
    word: Option<(String, OneOf)>,
    /// Who it was not.
    but: Option<String>,
    /// Whether a number is named that it was not.
    denies_number: bool,
    /// Whether it is said who acts.
    acts: bool,
}

impl Retyping {
    /// Whether nothing is said but a number.
    fn is_number_alone(&self) -> bool {
        self.cell.is_none() && self.way.is_none() && self.name.is_none() && self.but.is_none() && !self.acts
    }
}

/// Whether a number is written in letters.
fn is_spelled(line: &str, word: &SpokenWord) -> bool {
    line.get(word.at..).is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// Where a number stands, and what stands there with another.
fn number_at(known: &[SpokenWord], at: usize, number: &str, counted: Option<&SpokenWord>) -> (Range<usize>, String) {
    let word = &known[at];
    // One word says both: `twice`.
    let joined = known.get(at + 1).filter(|next| next.at == word.at);
    let text = match (joined, counted) {
        (Some(_), Some(counted)) => format!("{number} {}", counted.text),
        (Some(next), None) => format!("{number} {}", next.text),
        (None, _) => number.to_string(),
    };
    (word.at..word.at + word.length, text)
}

/// Whether a line begins like a correction of the one before.
pub fn is_correction(lexicon: &Lexicon, line: &str) -> bool {
    let spoken = lexicon.spoken(line);
    let first = spoken.iter().find(|word| !word.is_comma());
    let begins = |length: usize| {
        let words: Vec<&str> = spoken.iter().take(length).map(|word| &*word.text).collect();
        lexicon.is_of(&words.join(" "), WITHDRAWS)
    };
    let corrects = first.is_some_and(|word| lexicon.is_of(&word.text, CORRECTS) && !is(&word.text, little::OPENING));
    corrects || (1..=MOST_WITHDRAWING).any(begins)
}

/// The last line with what a correction says, where what is made of that does not count.
pub fn retyped(listener: &Listener<'_>, line: &str) -> Option<Understanding> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    hearing.retyped(line.trim()).and_then(|(_, meant)| meant.ok())
}

fn first_at(spoken: &[SpokenWord], word: &SpokenWord) -> usize {
    spoken.iter().position(|other| std::ptr::eq(other, word)).unwrap_or_default()
}

impl Hearing<'_> {
    /// What is meant by the last line with what is otherwise in it.
    pub(super) fn retyped(&self, line: &str) -> Option<(String, Result<Understanding, SpeechError>)> {
        let typed = self.listener.typed?;
        let said = self.retyping(line, typed)?;
        let text = self.typed_anew(typed, &said)?;
        let heard = self.heard_anew(&text)?;
        Some((text, heard))
    }

    /// What is meant by the last line with another number in it, as things stand now.
    pub(super) fn said_with_another_number(&self, line: &str) -> Option<Understanding> {
        let typed = self.listener.typed?;
        let said = self.retyping(line, typed).filter(|said| said.number.is_some())?;
        let heard = self.heard_alone(&self.typed_anew(typed, &said)?).ok()?;
        matches!(heard, Understanding::Line(_)).then_some(heard)
    }

    /// The same where nothing is said but another number: perhaps which it was not, else it stands for the one that is
    /// written as it is, `two` for `three`; of several that fit it is asked back which.
    pub(super) fn renumbered(&self, line: &str) -> Option<(String, Understanding)> {
        let typed = self.listener.typed.filter(|_| self.listener.told.is_none())?;
        let said = self.retyping(line, typed).filter(|said| said.number.is_some())?;
        let heard_with = |text: String| Some((self.heard_anew(&text)?.ok()?, text));
        if said.denies_number {
            let (heard, text) = heard_with(self.typed_anew(typed, &said)?)?;
            return Some((text, heard));
        }
        let (number, _) = said.number.as_ref().filter(|(_, counted)| counted.is_none() && said.is_number_alone())?;
        let known = self.listener.lexicon.spoken(typed);
        let numbers = self.numbers_in(&known);
        let is_alike = |at: &&usize| is_spelled(typed, &known[**at]) == said.is_spelled;
        let alike: Vec<usize> = numbers.iter().filter(is_alike).copied().collect();
        let places = if alike.is_empty() { numbers } else { alike };
        let anew = places.into_iter().filter_map(|at| {
            let mut text = typed.to_string();
            let (place, number) = number_at(&known, at, number, None);
            text.replace_range(place, &number);
            heard_with(text)
        });
        let mut anew: Vec<(Understanding, String)> = anew.collect();
        if anew.len() < 2 {
            return anew.pop().map(|(heard, text)| (text, heard));
        }
        let lines = anew.iter().map(|(heard, _)| match heard {
            Understanding::Line(text) => Some(text.clone()),
            _ => None,
        });
        let lines = lines.collect::<Option<Vec<String>>>()?;
        Some((typed.to_string(), Understanding::Several(lines)))
    }

    /// The last line said of another, or with another number: `and Ann?`, `what about Ann`, `Ann too`, `and Ann 3`.
    pub(super) fn followed(&self, line: &str) -> Option<(String, Understanding)> {
        let typed = self.listener.typed?;
        let spoken = self.listener.lexicon.spoken(line);
        let (mut said, mut at, mut follows) = (Retyping::default(), 0, false);
        while let Some(word) = spoken.get(at) {
            if let Some((length, name, _)) = self.listener.named_at(&spoken, at).into_iter().next() {
                if said.name.replace(name).is_some() {
                    return None;
                }
                at += length;
                continue;
            }
            at += 1;
            let begins = at == 1 && is(&word.text, &FOLLOWS);
            let ends = is(&word.text, &FOLLOWS_BEHIND);
            follows |= begins || ends;
            let says_nothing = word.is_comma()
                || is(&word.text, little::GLUE)
                || is(&word.text, little::ARTICLES)
                || self.listener.lexicon.is_empty_word(word);
            if word.is_number() && !word.is_cell() && said.number.is_none() {
                said.number = Some((word.text.clone(), None));
            } else if !(begins || ends || says_nothing) {
                return None;
            }
        }
        said.name.as_ref().filter(|_| follows)?;
        let text = self.typed_anew(typed, &said)?;
        // Another name must stand in it: of the same nothing follows.
        let named = self.named_places(&self.listener.lexicon.spoken(&text));
        named.iter().find(|(_, _, name)| said.name.as_ref() == Some(name))?;
        let heard = match self.heard_alone(&text).ok()? {
            Understanding::Several(_) => return None,
            heard => heard,
        };
        Some((text, heard))
    }

    /// What somebody does instead of what was only reckoned, where a correction was taken for clauses of that or `he` for
    /// the other: `no, he kneels`.
    pub(super) fn done_instead(&self, line: &str, heard: &Understanding) -> Option<Understanding> {
        let Understanding::Line(meant) = heard else { return None };
        let listener = self.listener;
        let has_check = |asked: &ParsedQuery| match asked.about {
            About::Action(action) => listener.book().actions[action.index()].check.is_some(),
            About::Check(_) | About::Quantity(_) => true,
        };
        if listener.has_changed || !is_correction(listener.lexicon, line) {
            return None;
        }
        let spoken = listener.lexicon.spoken(line);
        let opens = |word: &&SpokenWord| {
            word.is_comma() || self.is_of(&word.text, CORRECTS) || listener.lexicon.is_empty_word(word)
        };
        let first = spoken.iter().find(|word| !opens(word))?;
        let is_pronoun = is(&first.text, little::PRONOUNS) && !is(&first.text, little::OBJECTS);
        let is_same = meant.starts_with("same ");
        // Who is corrected does something else: what is said of somebody by his name may be said of the other.
        let is_rolled = is_same && listener.last.is_some_and(has_check);
        let may_be = match is_same {
            true => listener.last.is_some() && (is_pronoun || !is_rolled),
            false => is_pronoun && self.is_strict(meant),
        };
        let is_somebody = is_pronoun || !listener.named_at(&spoken, first_at(&spoken, first)).is_empty();
        let rest = line.get(first.at..).filter(|_| may_be && is_somebody)?;
        let hearing = Hearing { listener, attempts: &self.attempts.deeper() };
        let Understanding::Line(text) = understood(&hearing, rest).ok()? else { return None };
        let asked = hearing.understood(&text).ok()?;
        let is_his = !is_rolled || listener.last_actor().is_some_and(|actor| text.starts_with(&actor));
        (matches!(asked.about, About::Action(_)) && is_his && text != *meant).then_some(Understanding::Line(text))
    }

    fn heard_alone(&self, text: &str) -> Result<Understanding, SpeechError> {
        let listener = Listener { typed: None, told: None, names: OnceCell::new(), ..*self.listener };
        let hearing = Hearing { listener: &listener, attempts: &self.attempts.deeper() };
        // A phrase of the rules may say of a sentence that holds what else is meant by it: it is heard as any line is.
        understood(&hearing, text).or_else(|error| match hearing.is_strict(text) {
            true => Ok(Understanding::Line(text.to_string())),
            false => hearing.otherwise(text, error, understood),
        })
    }

    fn heard_anew(&self, text: &str) -> Option<Result<Understanding, SpeechError>> {
        let heard = self.heard_alone(text);
        let before = || self.listener.has_changed.then(|| UNDO.to_string()).into_iter();
        match heard {
            Ok(Understanding::Several(_)) if self.listener.has_changed => None,
            Ok(Understanding::Line(text)) if self.listener.has_changed => {
                Some(Ok(Understanding::Sequence(before().chain([text]).collect())))
            }
            Ok(Understanding::Sequence(texts)) => Some(Ok(Understanding::Sequence(before().chain(texts).collect()))),
            heard => Some(heard),
        }
    }

    /// What a line says that says nothing but what is otherwise.
    fn retyping(&self, line: &str, typed: &str) -> Option<Retyping> {
        let lexicon = self.listener.lexicon;
        if !is_correction(lexicon, line) {
            return None;
        }
        let (spoken, known) = (lexicon.spoken(line), lexicon.spoken(typed));
        let says_nothing = |word: &SpokenWord| {
            let is_of = |class| self.is_of(&word.text, class);
            let is_little = is(&word.text, little::ARTICLES) || is(&word.text, little::PRONOUNS);
            let is_empty = word.is_comma() || is_little || lexicon.is_empty_word(word);
            is_empty || is_of(CORRECTS) || is_of(CORRECTED) || is(&word.text, little::ARE)
        };
        let is_told =
            |word: &SpokenWord| known.iter().any(|known| known.stem == word.stem || self.does_the_same(known, word));
        let (mut said, mut at, mut is_not) = (Retyping::default(), 0, false);
        while let Some(word) = spoken.get(at) {
            if let Some((length, name, _)) = self.listener.named_at(&spoken, at).into_iter().next() {
                let place = if is_not { &mut said.but } else { &mut said.name };
                if place.replace(name).is_some_and(|_| !is_not) {
                    return None;
                }
                (at, is_not) = (at + length, false);
                continue;
            }
            at += 1;
            if word.text == "not" {
                is_not = true;
            } else if word.is_cell() || word.is_number() {
                let counts = |next: &&SpokenWord| next.is_word() && !says_nothing(next) && next.text != "not";
                let counted = spoken.get(at).filter(counts).filter(|_| self.listener.named_at(&spoken, at).is_empty());
                at += usize::from(counted.is_some());
                said.is_spelled |= is_spelled(line, word);
                let is_taken = match (is_not, word.is_cell()) {
                    (true, _) => {
                        said.denies_number = true;
                        false
                    }
                    (false, true) => said.cell.replace(word.text.clone()).is_some(),
                    (false, false) => said.number.replace((word.text.clone(), counted.cloned())).is_some(),
                };
                if is_taken {
                    return None;
                }
                is_not = false;
            } else if is(&word.text, little::WAYS) {
                said.way = Some(word.text.clone());
            } else if !is_told(word)
                && let Some((length, alternatives)) = self.one_of(&spoken, at - 1)
            {
                let last = &spoken[at + length - 2];
                let text = line.get(word.at..last.at + last.length)?.to_string();
                if is_not || said.word.replace((text, alternatives)).is_some() {
                    return None;
                }
                at += length - 1;
            } else if !says_nothing(word) && !is_told(word) {
                return None;
            }
            said.acts |= is(&word.text, &ACTS);
        }
        Some(said)
    }

    /// The words from a place on that say how something is, and of what that is one.
    fn one_of(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, OneOf)> {
        let book = self.listener.book();
        let said = |phrase: &&Phrase| {
            let words = spoken.get(at..at + phrase.places.len());
            words.is_some_and(|words| {
                let mut pairs = phrase.places.iter().zip(words);
                pairs.all(|(place, word)| matches!(place, PhrasePlace::Word(stem) if *stem == word.stem))
            })
        };
        let phrases = self.listener.lexicon.beginning(spoken.get(at)?).iter().filter(said);
        let found = phrases.filter_map(|phrase| {
            let fact = |text: &str| {
                let name = text.split(' ').next().unwrap_or(text);
                let is_it = |fact: &Fact| *fact.head.name == *name && matches!(fact.r#type.bare(), Type::Symbol(_));
                book.facts.iter().position(is_it).map(|at| OneOf::Fact(FactId(at as u16)))
            };
            let alternatives = match &phrase.meant {
                Meant::State(word) => {
                    let has =
                        |state: &StateRule| book.sets[state.set.index()].words.iter().any(|one| *one.name == **word);
                    book.states.iter().position(has).map(|at| OneOf::State(StateId(at as u16)))
                }
                Meant::Value(id, _) => Some(OneOf::Fact(*id)),
                Meant::Clause(text) | Meant::ClauseOf(_, text) => fact(text),
                _ => None,
            };
            Some((phrase.places.len(), alternatives?))
        });
        found.max_by_key(|(length, _)| *length)
    }

    /// Whether the same is done with two words: `goes` and `moves`.
    fn does_the_same(&self, one: &SpokenWord, other: &SpokenWord) -> bool {
        let deeds = |word: &SpokenWord| {
            let phrases = self.listener.lexicon.beginning(word).iter();
            phrases.map(|phrase| &phrase.meant).filter(|meant| matches!(meant, Meant::Deed(..))).collect::<Vec<_>>()
        };
        let others = deeds(other);
        deeds(one).into_iter().any(|deed| others.contains(&deed))
    }

    /// The last line with it.
    fn typed_anew(&self, typed: &str, said: &Retyping) -> Option<String> {
        let known = self.listener.lexicon.spoken(typed);
        let place = |from: &SpokenWord, to: &SpokenWord| from.at..to.at + to.length;
        let only = |is_it: &dyn Fn(&SpokenWord) -> bool| {
            let mut all = known.iter().filter(|word| is_it(word));
            all.next().filter(|_| all.next().is_none()).map(|word| place(word, word))
        };
        let mut changes: Vec<(Range<usize>, String)> = Vec::new();
        if let Some(cell) = &said.cell {
            changes.push((only(&SpokenWord::is_cell)?, cell.clone()));
        }
        if let Some(way) = &said.way {
            changes.push((only(&|word| is(&word.text, little::WAYS))?, way.clone()));
        }
        if let Some((text, alternatives)) = &said.word {
            let places = (0..known.len()).filter_map(|at| {
                let (length, other) = self.one_of(&known, at)?;
                (other == *alternatives).then(|| place(&known[at], &known[at + length - 1]))
            });
            let places: Vec<Range<usize>> = places.collect();
            let [only] = &places[..] else { return None };
            changes.push((only.clone(), text.clone()));
        }
        if let Some((number, counted)) = &said.number {
            changes.push(self.number_anew(typed, &known, number, counted.as_ref())?);
        }
        if let Some(name) = &said.name {
            changes.extend(self.name_anew(&known, name, said));
        }
        changes.retain(|(place, text)| typed.get(place.clone()) != Some(text));
        changes.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        let mut anew = typed.to_string();
        changes.iter().for_each(|(place, text)| anew.replace_range(place.clone(), text));
        (!changes.is_empty()).then_some(anew)
    }

    /// Where a number stands that is another, and what stands there then: of several that which counts the same.
    fn number_anew(
        &self,
        typed: &str,
        known: &[SpokenWord],
        number: &str,
        counted: Option<&SpokenWord>,
    ) -> Option<(Range<usize>, String)> {
        let numbers = self.numbers_in(known);
        let counts_the_same = |at: &&usize| {
            let next = known.get(**at + 1);
            counted.is_some_and(|counted| next.is_some_and(|next| next.stem == counted.stem))
        };
        let same = numbers.iter().find(counts_the_same);
        let measures = |word: &SpokenWord| self.listener.lexicon.unit(word).is_some();
        let noun = |at: usize| known.get(at).filter(|word| word.is_word() && !little::is_little(&word.text));
        // How far it is takes the place of no shots, nor these of that.
        let is_of_another = |at: &&usize| {
            let both = counted.zip(noun(**at + 1));
            both.is_some_and(|(counted, other)| measures(counted) != measures(other))
        };
        let (others, alike): (Vec<&usize>, Vec<&usize>) = numbers.iter().partition(is_of_another);
        let only = alike.first().copied().filter(|_| alike.len() == 1);
        let Some(at) = same.or(only).copied() else {
            // Nothing of it was counted: it is now.
            let counted = counted.filter(|_| numbers.len() == others.len())?;
            return Some((typed.len()..typed.len(), format!(" {number} {}", counted.text)));
        };
        Some(number_at(known, at, number, counted))
    }

    /// The numbers that stand in a line, but those of names and places.
    pub(super) fn numbers_in(&self, known: &[SpokenWord]) -> Vec<usize> {
        let named = self.named_places(known);
        let is_of_name = |at: usize| named.iter().any(|(from, to, _)| (*from..*to).contains(&at));
        let is_number = |at: &usize| known[*at].is_number() && !known[*at].is_cell() && !is_of_name(*at);
        (0..known.len()).filter(is_number).collect()
    }

    /// Where somebody is named who is another.
    fn name_anew(&self, known: &[SpokenWord], name: &str, said: &Retyping) -> Option<(Range<usize>, String)> {
        let named = self.named_places(known);
        if named.iter().any(|(_, _, other)| other == name) {
            return None;
        }
        let side = |name: &str| {
            let id = self.listener.figure_named(name)?;
            Some(self.listener.state.figure(id).side)
        };
        let is_denied = |other: &str| said.but.as_deref() == Some(other);
        let mut of_side = named.iter().filter(|(_, _, other)| side(other) == side(name));
        let of_side = of_side.next().filter(|_| of_side.next().is_none());
        let denied = named.iter().find(|(_, _, other)| is_denied(other));
        let first = named.first().filter(|_| said.acts);
        let (from, to, _) = denied.or(first).or(of_side).or(named.last())?;
        Some((known[*from].at..known[*to - 1].at + known[*to - 1].length, name.to_string()))
    }

    /// Those who are named, each from one word to before another.
    fn named_places(&self, spoken: &[SpokenWord]) -> Vec<(usize, usize, String)> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < spoken.len() {
            let named = self.listener.named_at(spoken, at).into_iter().next();
            let length = named.as_ref().map_or(1, |(length, ..)| (*length).max(1));
            found.extend(named.map(|(_, name, _)| (at, at + length, name)));
            at += length;
        }
        found
    }
}
