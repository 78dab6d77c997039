//! Whole lines: `whose turn is it` is `turn`.

use super::filling::{self, Filling, OWN, POSSESSION};
use super::lexicon::{INSTEAD, LinePhrase, Phrase, PhrasePlace, SAY};
use super::listener::Listener;
use super::little::{self, is, is_somebody};
use super::meaning::Meant;
use super::token::SpokenWord;
use crate::query::Who;

/// So many words a name has at most.
const MOST_IN_A_NAME: usize = 5;

/// So many words has what is asked for by its name at most.
const MOST_ASKED_FOR: usize = 4;

/// Places in which anything may stand but a question.
const SWALLOWING: [&str; 4] = ["rest", "what", "what2", "place"];

/// Places at the end of a line in which something must stand.
const NEVER_EMPTY: [&str; 12] =
    ["unit", "deed", "held", "name", "condition", "state", "track", "field", "cell", "way", "where", "clauses"];

/// The place of whoever the last sentence was done to, where nobody is named.
const VICTIM: &str = "who_suffers";
/// The place of whoever the last sentence was done to, and of nobody else.
const FACED: &str = "who_faced";

/// What asks for those of a side.
const OF_SIDE: [&str; 3] = ["side_figures({side})", "{side}.", "one of {side}"];

/// Before what is told with the answer to what is meant.
const NOTE: &str = " (note: ";
/// Before what is told as it stands, among what was left out.
pub(super) const TOLD: &str = "note: ";
/// Before whoever did what is only told of the other.
const BY_WHOM: &str = "by whom or what it was is not kept";
/// Before what the page of something is asked for by.
const PAGE: &str = "show ";
/// A question says more than is answered.
const MORE_ASKED: &str = "asked more closely than is answered";
/// What stands between somebody and what he has.
const OWNER: &str = "'s";

/// Meanings of questions: what is asked of more closely than can be answered is answered all the same.
const ASKED: [&str; 10] =
    ["show", "why", "worth", "best", "odds", "explain", "list(", "distance(", "sight(", "compare"];

/// Words with which another question begins.
const ASKING_MORE: [&str; 11] =
    ["what", "how", "which", "who", "can", "could", "does", "did", "will", "would", "should"];

/// That of them which more could be said to.
const SIGHT: &str = "sight(";

/// A line that is meant by another, and what was said of which it says nothing.
pub(super) struct MeantLine {
    pub text: String,
    pub left_out: Vec<String>,
    /// The words of it that are said for it or are in it, by their stems.
    pub stems: Vec<String>,
}

/// The line that is meant by this one, if it is said so.
pub(super) fn meant(
    listener: &Listener<'_>,
    phrase: &LinePhrase,
    (line, spoken): (&str, &[SpokenWord]),
) -> Option<MeantLine> {
    // Every word of it must stand somewhere in the line.
    let may_be = phrase.places.iter().all(|place| match place {
        PhrasePlace::Word(stem) => is_among(spoken, stem),
        PhrasePlace::OneOf(choices) => choices.iter().any(|choice| are_among(spoken, choice)),
        _ => true,
    });
    let mut filling = Filling::new();
    if !may_be || !(Matching { listener, line, spoken }).go(&phrase.places, 0, &mut filling) {
        return None;
    }
    if filling::is_done_by_another(listener, phrase, &filling) {
        return None;
    }
    // Of those of a side something can be asked where there is such a side.
    let is_no_side = |(name, said): &(String, String)| name == "side" && listener.side_called(said).is_none();
    if OF_SIDE.iter().any(|of| phrase.meant.contains(of)) && filling.iter().any(is_no_side) {
        return None;
    }
    if OWN.iter().any(|own| phrase.meant.contains(own)) {
        filling::own_thing(listener, phrase, &mut filling);
    }
    filling::add_actor(listener, phrase, &mut filling)?;
    filling::add_places(listener, phrase, &mut filling)?;
    listener.fill_with_what_is_so(&phrase.meant, &mut filling)?;
    filling::add_lost(listener, phrase, &mut filling)?;
    filling::add_target(listener, phrase, &mut filling)?;
    let whole = filling::with_the_other(listener, &phrase.meant, &mut filling);
    let text = fill(&whole, &filling);
    let (text, note) = match text.split_once(NOTE) {
        Some((text, note)) => (text.to_string(), Some(note.trim_end_matches(')').to_string())),
        None => (text, None),
    };
    // What is meant of a place that was not said is not known.
    if text.contains('{') {
        return None;
    }
    let is_asked = is_asked(&text);
    let mut lost = filling::lost(phrase, &filling);
    // Whoever or whatever did it is not asked for, where only what came of it is told of the other.
    let causes: Vec<String> =
        filling::causes(phrase, &filling).into_iter().filter(|said| lost.contains(said)).collect();
    lost.retain(|said| !causes.contains(said));
    // No cause is what is done besides: `remove Ann from the table and turn Bob north`.
    if causes.iter().any(|said| goes_on(listener, said)) {
        return None;
    }
    // What is asked besides is no part of the question.
    if is_asked && lost.iter().any(|said| asks_more(listener, said)) {
        return None;
    }
    // Words that say nothing are not lost.
    let is_empty = |word: &SpokenWord| word.is_comma() || listener.lexicon.is_empty_word(word);
    lost.retain(|said| !listener.lexicon.spoken(said).iter().all(is_empty));
    let stems = filling::stems(listener, phrase, filling.iter().filter(|(_, said)| !lost.contains(said)));
    let mut left_out = match is_asked {
        // Where the pack says something to it, that answers it; but numbers that were said are told in any case.
        true => told_more(listener, &text, &lost, note.is_some()).into_iter().collect(),
        false => lost,
    };
    left_out.extend((!causes.is_empty()).then(|| format!("{TOLD}{BY_WHOM}: {}", causes.join(", "))));
    left_out.extend(note.map(|note| format!("{TOLD}{note}")));
    Some(MeantLine { text, left_out, stems })
}

/// Whether words go on with something else that is done.
fn goes_on(listener: &Listener<'_>, said: &str) -> bool {
    let spoken = listener.lexicon.spoken(said);
    let does = |word: &SpokenWord| {
        let mut phrases = listener.lexicon.beginning(word).iter();
        listener.commands.contains(&&*word.text) || phrases.any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
    };
    spoken.windows(2).any(|two| is(&two[0].text, little::AND) && does(&two[1]))
}

/// Whether words go on with another question.
fn asks_more(listener: &Listener<'_>, said: &str) -> bool {
    let spoken = listener.lexicon.spoken(said);
    spoken.windows(2).any(|two| is(&two[0].text, little::AND) && is(&two[1].text, &ASKING_MORE))
}

/// Whether the meaning of a line asks something.
pub(super) fn is_asked(text: &str) -> bool {
    ASKED.iter().any(|word| text.starts_with(word)) && !text.starts_with(SIGHT) || text.ends_with('?')
}

/// What is told of those who are named in a question that a page answers which says nothing of them, of numbers, and of a
/// page of somebody also of what he does; where a note answers it, of numbers alone.
fn told_more(listener: &Listener<'_>, text: &str, lost: &[String], is_answered: bool) -> Option<String> {
    let subject = text.strip_prefix(PAGE)?;
    let is_of_somebody = listener.named(subject).is_some();
    let says = |said: &&String| {
        let spoken = listener.lexicon.spoken(said);
        let is_deed = |word: &SpokenWord| {
            let mut phrases = listener.lexicon.beginning(word).iter();
            phrases.any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
        };
        let names = |at: usize| !listener.named_at(&spoken, at).is_empty();
        let is_told = |at: usize| names(at) || is_of_somebody && is_deed(&spoken[at]);
        // `in one turn` counts nothing.
        let is_number =
            |at: usize| spoken[at].is_number() && spoken[at].text != "1" && !text.contains(&spoken[at].text);
        let is_lost = |at: usize| is_number(at) || !is_answered && is_told(at);
        !text.contains(said.as_str()) && (0..spoken.len()).any(is_lost)
    };
    let more: Vec<&str> = lost.iter().filter(says).map(String::as_str).collect();
    (!more.is_empty()).then(|| format!("{TOLD}{MORE_ASKED}: {}", more.join(", ")))
}

/// Before what is asked of the odds of something.
pub(super) const THAT: &str = " that ";

/// The words of a line with what stands in its places; names of several words are quoted in expressions.
fn fill(meant: &str, filling: &Filling) -> String {
    let (meant, note) = meant.find(NOTE).map_or((meant, ""), |at| meant.split_at(at));
    let is_told = meant.starts_with(SAY) || meant.starts_with(INSTEAD);
    // All of it, or what is asked of the odds.
    let asked_at = meant.find(THAT).unwrap_or(meant.len());
    let expression = match meant[..asked_at].contains('(') {
        _ if is_told => meant.len(),
        true => 0,
        false => asked_at,
    };
    let (mut text, mut asked) = (meant[..expression].to_string(), meant[expression..].to_string());
    let mut note = note.to_string();
    for (name, said) in filling {
        let place = format!("{{{name}}}");
        let is_told = name == POSSESSION.trim_matches(['{', '}']);
        let is_name = name != "n" && !is_told && said.contains(' ') && !said.contains('"');
        text = text.replace(&place, said);
        note = note.replace(&place, said);
        asked = asked.replace(&place, &if is_name { format!("\"{said}\"") } else { said.clone() });
    }
    text.push_str(&asked);
    text.push_str(&note);
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

fn is_among(spoken: &[SpokenWord], stem: &str) -> bool {
    spoken.iter().any(|word| word.stem == stem)
}

/// Whether all words of a choice stand somewhere.
fn are_among(spoken: &[SpokenWord], choice: &[PhrasePlace]) -> bool {
    choice.iter().filter_map(PhrasePlace::word).all(|stem| is_among(spoken, stem))
}

struct Matching<'a> {
    listener: &'a Listener<'a>,
    line: &'a str,
    spoken: &'a [SpokenWord],
}

impl Matching<'_> {
    /// Whether a word is somebody's name, as it is written.
    fn is_name(&self, word: &SpokenWord) -> bool {
        word.is_capital && self.listener.is_name_of_one_word(&word.text)
    }

    fn go(&self, places: &[PhrasePlace], at: usize, filling: &mut Filling) -> bool {
        let Some((place, rest)) = places.split_first() else {
            return self.says_nothing(at);
        };
        if let PhrasePlace::OneOf(choices) = place {
            let behind = |choice: &[PhrasePlace]| -> Vec<PhrasePlace> { choice.iter().chain(rest).cloned().collect() };
            let mut said = choices.iter().filter(|choice| are_among(self.spoken.get(at..).unwrap_or(&[]), choice));
            if said.any(|choice| self.go(&behind(choice), at, filling)) {
                return true;
            }
        }
        let is_comma = self.spoken.get(at).is_some_and(SpokenWord::is_comma);
        if *place == PhrasePlace::Comma {
            return is_comma && self.go(rest, at + 1, filling);
        }
        // Whose something is belongs to what is said of it: `shoots Bob's rifle` is not `shoots Bob, rifle`.
        let is_choice = matches!(place, PhrasePlace::OneOf(_));
        let is_owned = |word: &SpokenWord| {
            let swallows = matches!(place, PhrasePlace::Rest(name) if SWALLOWING.contains(&name.as_str()));
            word.text == OWNER && (swallows || is_choice)
        };
        let is_article = |word: &SpokenWord| is(&word.text, little::ARTICLES) && !is_owned(word);
        if (is_comma && !is_choice || self.spoken.get(at).is_some_and(is_article)) && self.go(places, at + 1, filling) {
            return true;
        }
        let Some(word) = self.spoken.get(at) else {
            // Nothing may stand at the end.
            return match place {
                PhrasePlace::Rest(name) if rest.is_empty() && !NEVER_EMPTY.contains(&name.as_str()) => {
                    filling.push((name.clone(), String::new()));
                    true
                }
                _ => false,
            };
        };
        match place {
            PhrasePlace::Comma | PhrasePlace::OneOf(_) => false,
            // `his` and `bruces` say it, too.
            PhrasePlace::Owner if word.text == "'s" => self.go(rest, at + 1, filling),
            PhrasePlace::Owner => {
                let is_owner = |word: &SpokenWord| is(&word.text, little::POSSESSIVES) || word.text.ends_with('s');
                at > 0 && is_owner(&self.spoken[at - 1]) && self.go(rest, at, filling)
            }
            // `Odd` who is there is no word of `odds`.
            PhrasePlace::Word(stem) if word.stem == *stem && !self.is_name(word) => self.go(rest, at + 1, filling),
            PhrasePlace::Word(_) => self.is_empty(word) && self.go(places, at + 1, filling),
            PhrasePlace::Signed => {
                let bare = word.text.trim_start_matches('+');
                word.is_signed() && self.filled(("n", bare), rest, at + 1, filling)
            }
            // `+2` is no number of what is there.
            PhrasePlace::Number(name) => {
                word.is_number() && !word.is_signed() && self.filled((name, &word.text), rest, at + 1, filling)
            }
            // `can even Ann see him`
            PhrasePlace::Who(_) if self.listener.lexicon.only_stresses(word) && self.go(places, at + 1, filling) => {
                true
            }
            PhrasePlace::Who(name) => self.somebody(name, word, rest, at, filling),
            PhrasePlace::Thing(name) => (1..=4).rev().any(|length| {
                let end = at + length;
                end <= self.spoken.len() && self.filled((name, self.text(at, end)), rest, end, filling)
            }),
            PhrasePlace::Rest(name) => self.anything(name, word, rest, at, filling),
        }
    }

    /// Whoever is named or pointed at stands in a place.
    fn somebody(
        &self,
        name: &String,
        word: &SpokenWord,
        rest: &[PhrasePlace],
        at: usize,
        filling: &mut Filling,
    ) -> bool {
        let begins = self.spoken[..at].iter().all(|word| self.is_empty(word) || !word.is_word());
        let is_pronoun =
            is(&word.text, little::PRONOUNS) || is(&word.text, little::SPEAKER) || is(&word.text, little::POSSESSIVES);
        let named = self.listener.named_at(self.spoken, at).into_iter().map(|(length, who, _)| (length, who));
        // Of two pronouns of a question the first is the one who acts.
        let is_subject = |word: &SpokenWord| is(&word.text, little::PRONOUNS) && !is(&word.text, little::OBJECTS);
        let is_spoken_of = filling.iter().any(|(name, _)| name.starts_with("who"));
        let first = begins || !is_spoken_of && !self.spoken[..at].iter().any(is_subject);
        let pronoun = is_pronoun.then(|| self.listener.pronoun(&word.text, first).or_else(|| self.foe()));
        let pronoun = pronoun.flatten();
        // Who was named first is meant where the other stands in another place.
        let other = is(&word.text, little::OBJECTS).then(|| self.listener.actor()).flatten();
        let last_who = self.listener.last_actor();
        let is_asked = |name: &String| self.listener.acting == self.listener.figure_named(name);
        let is_of_victim = name == VICTIM || name == FACED;
        let victim = (is_of_victim && is_pronoun).then(|| self.listener.victim()).flatten();
        let faced = (name == FACED).then(|| self.listener.target()).flatten();
        let all = named.chain(victim.into_iter().chain(pronoun).chain(other).map(|(who, _)| (1, who)));
        // Whoever stands in one place stands in no other.
        let elsewhere =
            |who: &String| filling.iter().any(|(other, said)| other != name && is_somebody(other) && said == who);
        let all: Vec<(usize, String)> = all.filter(|(_, who)| !elsewhere(who)).collect();
        let may_be = |who: &String| match name.as_str() {
            "who_asked" => is_asked(who),
            "who_acts" => last_who.as_ref() == Some(who),
            FACED => faced.as_ref().is_some_and(|(name, _)| name == who),
            _ => true,
        };
        let mut all = all.into_iter().filter(|(_, who)| may_be(who));
        all.any(|(length, who)| self.filled((name, &who), rest, at + length, filling))
    }

    /// What a place is for stands in it, by its name; anything in one that is for nothing.
    fn anything(&self, name: &str, word: &SpokenWord, rest: &[PhrasePlace], at: usize, filling: &mut Filling) -> bool {
        let ends = |most: usize| (at + 1..=(at + most).min(self.spoken.len())).rev();
        match name {
            "dice" if word.is_number() => {
                let (end, thrown) = self.thrown(at);
                self.filled((name, &thrown), rest, end, filling)
            }
            "dice" => {
                // `3d6 +2`
                let end = at + 1 + self.spoken[at + 1..].iter().take_while(|word| word.is_signed()).count();
                let parts: Vec<&str> = self.spoken[at..end].iter().map(|word| word.text.as_str()).collect();
                let dice = if word.text.starts_with('d') { format!("1{}", parts.concat()) } else { parts.concat() };
                word.text.contains(|c: char| c.is_ascii_digit()) && self.filled((name, &dice), rest, end, filling)
            }
            "held" if word.text == "it" => {
                let thing = self.listener.thing_told().or_else(|| {
                    let item = self.listener.last_thing()?;
                    Some(self.listener.book().items[item.index()].head.name.to_string())
                });
                thing.is_some_and(|thing| self.filled((name, &thing), rest, at + 1, filling))
            }
            "name" => ends(MOST_IN_A_NAME).any(|end| {
                // Whoever is there is meant by his name, and nothing that is called so as well.
                let is_somebody = end == at + 1 && self.listener.is_name_of_one_word(&word.text) && word.is_capital;
                let known = || {
                    let mended = self.slips_mended(at, end);
                    self.listener.declared(self.text(at, end)).or_else(|| self.listener.declared(&mended))
                };
                let known = if is_somebody { None } else { known() };
                known.is_some_and(|known| self.filled((name, &known), rest, end, filling))
            }),
            "side" if is(&word.text, little::POSSESSIVES) => {
                self.listener.side_spoken_of().is_some_and(|side| self.filled((name, &side), rest, at + 1, filling))
            }
            "way" => is(&word.text, little::WAYS) && self.filled((name, &word.text), rest, at + 1, filling),
            "unit" => {
                let unit = self.listener.lexicon.unit(word);
                unit.is_some_and(|unit| self.filled((name, unit), rest, at + 1, filling))
            }
            "cell" => word.is_cell() && self.filled((name, &word.text), rest, at + 1, filling),
            "field" => ends(MOST_IN_A_NAME).any(|end| {
                let known = self.listener.field(self.text(at, end));
                known.is_some_and(|known| self.filled((name, &known), rest, end, filling))
            }),
            "track" => ends(MOST_IN_A_NAME).any(|end| {
                let known = self.listener.track(self.text(at, end));
                known.is_some_and(|known| self.filled((name, &known), rest, end, filling))
            }),
            "condition" => (1..=MOST_ASKED_FOR).rev().any(|length| {
                let known = self.condition(at, length);
                known.is_some_and(|known| self.filled((name, &known), rest, at + length, filling))
            }),
            "what" => {
                let mut ends = ends(self.spoken.len()).filter(|end| self.may_be(name, at, *end));
                ends.any(|end| self.filled((name, &self.heard(at, end)), rest, end, filling))
            }
            _ => {
                // `the rebels' morale`
                let called = |said: &str| match name {
                    "side" => self.listener.side_called(trimmed(said)).unwrap_or_else(|| trimmed(said).to_string()),
                    _ => said.to_string(),
                };
                let mut ends = ends(self.spoken.len()).filter(|end| self.may_be(name, at, *end));
                ends.any(|end| self.filled((name, &called(self.text(at, end))), rest, end, filling))
            }
        }
    }

    /// Numbers in a row, with a comma or `and` between: where they end, and the numbers.
    fn thrown(&self, at: usize) -> (usize, String) {
        let (mut end, mut numbers) = (at + 1, vec![self.spoken[at].text.as_str()]);
        let is_between = |word: &&SpokenWord| word.is_comma() || is(&word.text, little::AND);
        loop {
            let next = end + self.spoken[end..].iter().take_while(is_between).count();
            let Some(word) = self.spoken.get(next).filter(|word| word.is_number()) else { break };
            numbers.push(word.text.as_str());
            end = next + 1;
        }
        (end, numbers.join(" "))
    }

    /// Whether nothing is said from a word on.
    fn says_nothing(&self, at: usize) -> bool {
        let Some(word) = self.spoken.get(at) else { return true };
        if self.is_empty(word) || word.is_comma() {
            return self.says_nothing(at + 1);
        }
        let phrases = self.listener.lexicon.beginning(word).iter().filter(|phrase| phrase.meant == Meant::Nothing);
        let is_here = |phrase: &&Phrase| {
            phrase.places.iter().enumerate().all(|(nth, place)| {
                matches!((place, self.spoken.get(at + nth)), (PhrasePlace::Word(stem), Some(word)) if word.stem == *stem)
            })
        };
        phrases.filter(is_here).any(|phrase| self.says_nothing(at + phrase.places.len()))
    }

    /// Whether a word says what is done, in the form in which it is told: `shoots`.
    fn is_verb(&self, at: usize) -> bool {
        let mut phrases = self.listener.lexicon.beginning(&self.spoken[at]).iter();
        self.spoken[at].text.ends_with('s') && phrases.any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
    }

    /// The only foe of whoever is named.
    fn foe(&self) -> Option<(String, Who)> {
        let mut named = (0..self.spoken.len()).flat_map(|at| self.listener.named_at(self.spoken, at));
        named.find_map(|(_, _, who)| self.listener.foe_of(&who))
    }

    /// Whether so many words may stand in a place: what is asked for names nobody, and what somebody is called is short.
    fn may_be(&self, name: &str, from: usize, to: usize) -> bool {
        let is_named = |at: usize| !self.listener.named_at(self.spoken, at).is_empty();
        let holds = |at: usize| is(&self.spoken[at].text, little::GLUE) || self.spoken[at].is_comma();
        // A question behind a comma is no part of what was told before it.
        let asks = |at: usize| self.spoken[at - 1].is_comma() && is(&self.spoken[at].text, little::OPENING);
        let is_of_two = || (from + 1..to).any(|at| self.begins_sentence(at));
        if SWALLOWING.contains(&name) && (from + 1..to).any(asks) || self.line.contains(". ") && is_of_two() {
            return false;
        }
        match name {
            "what" => {
                let goes_on =
                    |at: usize| is(&self.spoken[at].text, little::WHILE) || is(&self.spoken[at].text, little::OBJECTS);
                let is_more = to - from > 1 && self.is_empty(&self.spoken[to - 1]);
                let is_counted = self.spoken[from].is_number();
                let is_short = to - from <= MOST_ASKED_FOR && !is_more && !is_counted && !holds(from);
                // `behind the wall and shoots`, `to the head and is stunned`
                let says_more = |at: usize| self.is_verb(at) || is(&self.spoken[at].text, little::ARE);
                let does_more = |at: usize| at > from && is(&self.spoken[at - 1].text, little::AND) && says_more(at);
                is_short && !(from..to).any(|at| is_named(at) || goes_on(at) || does_more(at))
            }
            "state" | "side" => to - from <= MOST_ASKED_FOR && !(from..to).any(is_named),
            "called" | "sheet" => to - from <= MOST_ASKED_FOR && !(from..to).any(holds),
            "held" | "held2" => {
                let whole = self.text(from, to).to_lowercase();
                let is_called_so = self.listener.lexicon.things().contains(&whole);
                let may_be_one = || !(from..to).any(is_named) && self.is_thing(to - 1);
                let is_so = to - from > 1 && self.condition(from, 1).is_some();
                let is_denied = is(&self.spoken[from].text, little::NOT);
                let may_be = is_called_so || !is_so && may_be_one();
                to - from <= MOST_ASKED_FOR && !holds(from) && !is_denied && may_be
            }
            // Somebody alone does nothing.
            "deed" => {
                let named = self.listener.named_at(self.spoken, from).into_iter().next();
                named.is_none_or(|(length, ..)| from + length < to)
            }
            _ => true,
        }
    }

    /// Whether a sentence ends before a word: behind a word that is no name or title.
    fn begins_sentence(&self, at: usize) -> bool {
        let (last, word) = (&self.spoken[at - 1], &self.spoken[at]);
        let between = self.line.get(last.at + last.length..word.at).unwrap_or_default();
        !last.is_capital && between.trim_end() != between && between.trim() == "."
    }

    /// How somebody is who is said to be so, by its name: `flat on the ground`.
    fn condition(&self, at: usize, length: usize) -> Option<String> {
        let said = self.spoken.get(at..at + length)?;
        let is_said = |phrase: &&Phrase| {
            let mut places = phrase.places.iter();
            let mut words = said.iter().filter(|word| !is(&word.text, little::ARTICLES));
            words.all(|word| matches!(places.next(), Some(PhrasePlace::Word(stem)) if *stem == word.stem))
                && places.next().is_none()
        };
        let phrases = self.listener.lexicon.beginning(said.first()?).iter().filter(is_said);
        phrases
            .filter_map(|phrase| if let Meant::State(name) = &phrase.meant { Some(name.clone()) } else { None })
            .next()
    }

    /// Whether a thing may be called so.
    fn is_thing(&self, at: usize) -> bool {
        let word = &self.spoken[at];
        let phrases = self.listener.lexicon.beginning(word);
        let is_kind = phrases.iter().any(|phrase| matches!(phrase.meant, Meant::Kind(_) | Meant::Item(_)));
        let says_else = |meant: &Meant| {
            matches!(meant, Meant::Clause(_) | Meant::ClauseOf(..) | Meant::State(_) | Meant::Value(..))
        };
        let is_named = !self.listener.items_ending(&word.text).is_empty();
        (is_kind || is_named) && !phrases.iter().any(|phrase| says_else(&phrase.meant))
    }

    fn filled(&self, (name, said): (&str, &str), rest: &[PhrasePlace], at: usize, filling: &mut Filling) -> bool {
        filling.push((name.to_string(), said.to_string()));
        let found = self.go(rest, at, filling);
        if !found {
            filling.pop();
        }
        found
    }

    /// The same in the forms that are known, where one stands for what was typed.
    fn heard(&self, from: usize, to: usize) -> String {
        let typed = self.text(from, to);
        let words: Vec<&str> = self.spoken[from..to].iter().map(|word| word.text.as_str()).collect();
        let is_typed = words.iter().all(|word| typed.to_lowercase().contains(word));
        if is_typed { typed.to_string() } else { words.join(" ") }
    }

    /// The same with slips of letters mended.
    fn slips_mended(&self, from: usize, to: usize) -> String {
        let words: Vec<&str> = self.spoken[from..to].iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }

    /// What was typed from one word to before another.
    fn text(&self, from: usize, to: usize) -> &str {
        let start = self.spoken.get(from).map_or(self.line.len(), |word| word.at);
        let end = self.spoken.get(to - 1).map_or(self.line.len(), |word| word.at + word.length);
        self.line.get(start..end.max(start)).unwrap_or_default().trim()
    }

    fn is_empty(&self, word: &SpokenWord) -> bool {
        self.listener.lexicon.is_empty_word(word)
    }
}

/// A name without the mark behind it of one whose something is.
fn trimmed(said: &str) -> &str {
    let bare = said.strip_suffix("'s").or_else(|| said.strip_suffix("’s")).unwrap_or(said);
    bare.trim_end_matches(['\'', '’'])
}
