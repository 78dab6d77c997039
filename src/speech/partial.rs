//! A line of which a part is not understood: its core, where that says something by itself, and what is left out of it.
//! Nothing is left out that denies, corrects or conditions, nor what names somebody or a thing that is known.

use super::attempts::Attempts;
use super::clause_map::{BEFORE, ClauseMap};
use super::hear::{self, Hearing, Understanding};
use super::listener::Listener;
use super::little::{self, is};
use super::meaning::Meant;
use super::narrative::narrated;
use super::omitted::{OmittedWords, PartialLine, option_called};
use super::piece::matched;
use super::telling::CommandRole;
use super::token::{MOST_WORDS, SpokenWord};
use crate::query::{LONGEST, understand};
use std::collections::BTreeSet;

/// So many ways to leave something out are tried.
const MOST_TRIED: usize = 10;
/// So many letters of sentences are read for them.
const MOST_LETTERS: usize = 4_000;
/// So many words behind a sentence are a slip in one of them.
const MOST_OF_A_SLIP: usize = 2;
/// Words before a reason, or what follows: `because`, `so`.
const REASONS: &str = "{reasons}";
/// Before what is said last.
const AND: &str = " and";
/// Around what is left out.
const AROUND: &[char] = &[' ', ',', ';', ':', '.', '-', '(', ')', '–', '—', '!', '?'];

/// The words of a line, by their places, that are left out.
type Omission = BTreeSet<usize>;

/// The core of a line that is not understood as a whole, if the rest of it says something that is meant.
pub fn core_of(listener: &Listener<'_>, line: &str) -> Option<PartialLine> {
    let attempts = Attempts::of_most(MOST_LETTERS);
    let hearing = Hearing { listener, attempts: &attempts };
    let behind_command = line.trim().split_once(' ').filter(|(first, _)| listener.commands.contains(first));
    let sentence = behind_command.map_or(line, |(_, sentence)| sentence);
    if line.len() <= LONGEST && (hearing.is_slip(line.trim()) || hearing.is_slip(sentence.trim())) {
        return None;
    }
    if let Some(read) = (line.len() <= LONGEST).then(|| hearing.with_known_verb(line.trim())).flatten() {
        return Some(read);
    }
    let kernel = (line.len() <= LONGEST).then(|| hearing.core_of(line.trim())).flatten();
    let matters = |kernel: &PartialLine| kernel.left_out.iter().map(OmittedWords::weight).sum::<usize>();
    if kernel.as_ref().is_some_and(|kernel| matters(kernel) == 0) || line.len() > LONGEST {
        return kernel;
    }
    // What is told as a story says more of a long line than what is left of it.
    let told = narrated(listener, line.trim());
    match (kernel, told) {
        (Some(kernel), Some(told)) if matters(&told) < matters(&kernel) => Some(told),
        (kernel, told) => kernel.or(told),
    }
}

/// Whether a word would be left out that is the rest of somebody's name: of `Ann Lee`, where only Ann Kay is there, Lee
/// alone. It is written in a capital letter, right behind one that is.
fn is_half_a_name(line: &str, map: &ClauseMap, omission: &Omission) -> bool {
    let is_capital = |at: usize| {
        let word = &map.words[at].word;
        line.get(word.at..).is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    let is_behind = |one: usize, other: usize| {
        let (one, other) = (&map.words[one].word, &map.words[other].word);
        line.get(one.at + one.length..other.at).is_some_and(|between| between == " ")
    };
    omission.iter().any(|at| {
        let Some(before) = at.checked_sub(1) else { return false };
        let is_kept = !omission.contains(&before) && !map.words[before].is_empty && !map.words[before].is_deed;
        map.words[*at].is_strange && is_capital(*at) && is_kept && is_capital(before) && is_behind(before, *at)
    })
}

impl Hearing<'_> {
    fn core_of(&self, line: &str) -> Option<PartialLine> {
        let map = ClauseMap::of(self, line);
        let strange = map.words.iter().filter(|placed| placed.is_strange).count();
        // Where little is known there is no core.
        let is_babble = strange * 3 > map.words.len() * 2;
        if map.words.is_empty() || map.words.len() > MOST_WORDS || is_babble {
            return None;
        }
        let mut tried: Vec<Omission> = Vec::new();
        for omission in omissions(&map) {
            let omission = self.with_bare_names(&map, whole_phrases(&map, omission));
            let lost = self.lost_with_their_clauses(&map, &omission);
            if is_half_a_name(line, &map, &omission) {
                continue;
            }
            if tried.contains(&omission) || lost.len() > 1 || !self.may_be_left_out(&map, &omission, &lost) {
                continue;
            }
            let rest = without(line, &map, &omission);
            let rest = match lost.first() {
                Some(name) => self.resumed(&rest, name),
                None => Some(rest),
            };
            let Some(rest) = rest else { continue };
            if self.says_something(&rest) && !self.is_torn_from_its_verb(&map, &omission, &rest) {
                let left_out = self.left_out(line, &map, &omission);
                let only_explains = left_out.iter().all(|part| self.is_reason(&part.text));
                return Some(PartialLine { lines: vec![rest.clone()], line: rest, left_out, only_explains });
            }
            tried.push(omission);
            if tried.len() >= MOST_TRIED || self.attempts.is_spent() {
                break;
            }
        }
        None
    }

    /// Whether words only say why something is so, or what follows from it: `because he slipped`.
    pub(super) fn is_reason(&self, words: &str) -> bool {
        words.split_whitespace().next().is_some_and(|first| self.is_of(&first.to_lowercase(), REASONS))
    }

    /// Whether a line is a sentence as the prompt reads it, with something wrong behind it that is known exactly: a last
    /// word that is near another, or what a fact that is named is said to be.
    fn is_slip(&self, line: &str) -> bool {
        let strictly = |text: &str| understand(self.listener.book(), self.listener.cast, text);
        let Err(error) = strictly(line) else { return false };
        let Some((at, is_near)) = error.stopped_at() else { return false };
        let (Some(before), Some(rest)) = (line.get(..at), line.get(at..)) else { return false };
        let before = before.trim_end();
        let joined = before.strip_suffix(AND).or_else(|| before.strip_suffix(','));
        let words: Vec<&str> = rest.split_whitespace().collect();
        // A fact that is written with one letter wrong, its number and unit behind it.
        let is_number = |word: &&str| word.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
        let is_of_a_fact = words.len() == MOST_OF_A_SLIP + 1 && words.get(1).is_some_and(is_number);
        let is_short = words.len() <= MOST_OF_A_SLIP || is_of_a_fact;
        if is_near && is_short && joined.is_some_and(|whole| strictly(whole).is_ok()) {
            return true;
        }
        let is_fact = |word: &str| self.listener.book().facts.iter().any(|fact| *fact.head.name == *word);
        before.rsplit_once(',').is_some_and(|(whole, clause)| {
            clause.split_whitespace().next().is_some_and(is_fact) && strictly(whole).is_ok()
        })
    }

    /// With the clauses of which nothing but a name would be left: `Ann is at the window, can she see Bob?`.
    fn with_bare_names(&self, map: &ClauseMap, mut omission: Omission) -> Omission {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let named = |at: usize| self.listener.named_at(&spoken, at).first().map_or(0, |(length, ..)| *length);
        let mut is_name = vec![false; spoken.len()];
        for at in 0..spoken.len() {
            is_name.iter_mut().skip(at).take(named(at)).for_each(|is_name| *is_name = true);
        }
        for clause in 0..map.explains.len() {
            let is_bare = |at: usize| omission.contains(&at) || map.words[at].is_empty || is_name[at];
            let is_touched = map.of_clause(clause).any(|at| omission.contains(&at));
            if is_touched && map.explains.len() > 1 && map.of_clause(clause).all(is_bare) {
                omission.extend(map.of_clause(clause));
            }
        }
        omission
    }

    /// Whether what is left out stands right behind a verb that would then be done to somebody of whom nobody spoke: of
    /// `slams in a new magazine` not the magazine.
    fn is_torn_from_its_verb(&self, map: &ClauseMap, omission: &Omission, rest: &str) -> bool {
        let is_behind = |(first, _): &(usize, usize)| {
            first.checked_sub(1).is_some_and(|before| map.words[before].is_deed && !omission.contains(&before))
        };
        if !runs(omission).iter().any(is_behind) {
            return false;
        }
        let texts = match hear::understood(self, rest) {
            Ok(Understanding::Line(text)) => vec![text],
            Ok(Understanding::Several(texts)) => texts,
            _ => return false,
        };
        let said: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let is_pronoun = said.iter().any(|word| is(&word.text, little::PRONOUNS));
        let named = self.named_in(&said);
        let is_new = |(_, name): &(usize, String)| named.iter().all(|(_, other)| other != name);
        let is_of_another = |text: &String| self.named_in(&self.listener.lexicon.spoken(text)).iter().any(is_new);
        !is_pronoun && texts.iter().any(is_of_another)
    }

    /// Whether what is left of a line says more than a name.
    fn says_something(&self, rest: &str) -> bool {
        let spoken = self.listener.lexicon.spoken(rest);
        if spoken.len() < 2 || self.is_of_names(&spoken) {
            return false;
        }
        if self.tells_of_the_table(rest) {
            return true;
        }
        let heard = hear::understood(self, rest).or_else(|error| self.otherwise(rest, error, hear::understood));
        let is_name = |text: &String| self.listener.named(text).is_some();
        match heard {
            Ok(Understanding::Line(text)) => !is_name(&text),
            Ok(Understanding::Sequence(texts) | Understanding::Several(texts)) => !texts.iter().any(is_name),
            Err(_) => self.are_several(rest),
        }
    }

    /// Whether it is a command that tells how it stands, as the prompt reads it.
    fn tells_of_the_table(&self, rest: &str) -> bool {
        let first = rest.split(' ').next().unwrap_or_default();
        let is_told = CommandRole::OfPlace.is_of(first) && self.listener.commands.contains(&first);
        is_told && self.named_in(&self.listener.lexicon.spoken(rest)).len() == 1
    }

    /// Whether it may be left out without turning what is said into something else.
    fn may_be_left_out(&self, map: &ClauseMap, omission: &Omission, lost: &[String]) -> bool {
        !omission.is_empty()
            && omission.len() < map.words.len()
            && omission.iter().all(|at| !is_barred(map, omission, *at))
            && !leaves_out_a_question(map, omission)
            && !leaves_out_of_a_question(map, omission)
            && !self.is_before_what_is_kept(map, omission)
            && !self.is_verb_of_somebody(map, omission)
            && !self.is_object(map, omission)
            && !self.leaves_a_stump(map, omission)
            && !self.is_doer(map, omission)
            && !self.names_what_is_known(map, omission, lost)
    }

    /// Whether a word that says where would be left out, and the one beside whom it is kept: of `steps behind Ann` only
    /// `behind`.
    fn is_before_what_is_kept(&self, map: &ClauseMap, omission: &Omission) -> bool {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        omission.iter().any(|at| {
            let next = (at + 1..spoken.len()).find(|at| !is(&spoken[*at].text, little::ARTICLES));
            let is_kept = |next: usize| !omission.contains(&next) && map.words[next].phrase == map.words[*at].phrase;
            let is_somebody = |next: usize| !self.listener.named_at(&spoken, next).is_empty();
            self.is_of(&spoken[*at].text, BEFORE) && next.is_some_and(|next| is_kept(next) && is_somebody(next))
        })
    }

    /// Whether somebody who is still spoken of would do nothing any more, or something else: of `Ann tickles Bob` the verb
    /// cannot be left out, nor of `Ann's brother shoots` who it is.
    fn is_verb_of_somebody(&self, map: &ClauseMap, omission: &Omission) -> bool {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let named: Vec<(usize, usize)> = (0..spoken.len())
            .flat_map(|at| self.listener.named_at(&spoken, at).into_iter().map(move |(length, ..)| (at, at + length)))
            .collect();
        named.into_iter().any(|(at, end)| {
            if omission.contains(&at) {
                return false;
            }
            let behind = if spoken.get(end).is_some_and(|word| word.text == "'s") { end + 1 } else { end };
            let next = (behind..spoken.len()).find(|at| !omission.contains(at));
            let is_left = omission.contains(&behind) && map.words[behind].clause == map.words[at].clause;
            let goes_on = next.is_some_and(|next| {
                let placed = &map.words[next];
                placed.clause != map.words[behind].clause || placed.is_deed && behind == end || placed.bars
            });
            let says = |at: &usize| !map.words[*at].is_empty && !map.words[*at].is_asking;
            let begins = map.of_clause(map.words[at].clause).find(says) == Some(at);
            let is_phrase = map.words.get(behind).is_some_and(|placed| placed.phrase != map.words[at].phrase);
            is_left && !is_phrase && (begins || behind > end) && !goes_on
        })
    }

    /// Whether of a clause that speaks of somebody or of a thing nothing would be left that is done or said of it: of `his
    /// gun jams` only the gun.
    fn leaves_a_stump(&self, map: &ClauseMap, omission: &Omission) -> bool {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let is_thing = |at: usize| {
            let mut phrases = self.listener.lexicon.beginning(&spoken[at]).iter();
            phrases.any(|phrase| matches!(phrase.meant, Meant::Item(_) | Meant::Part(_) | Meant::Kind(_)))
        };
        let speaks = |at: usize| is_thing(at) || !self.listener.named_at(&spoken, at).is_empty();
        let says =
            |at: usize| map.words[at].is_deed || map.words[at].is_asking && !is(&map.words[at].word.text, little::ARE);
        (0..map.explains.len()).any(|clause| {
            let is_touched = map.of_clause(clause).any(|at| omission.contains(&at) && map.words[at].is_strange);
            let kept: Vec<usize> = map.of_clause(clause).filter(|at| !omission.contains(at)).collect();
            is_touched && kept.iter().any(|at| speaks(*at)) && !kept.iter().any(|at| says(*at))
        })
    }

    /// Whether that would be left out which stands where a name stands that does something: of `Hb walks` who walks.
    fn is_doer(&self, map: &ClauseMap, omission: &Omission) -> bool {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        (0..map.explains.len()).any(|clause| {
            let is_kept_deed = |at: &usize| map.words[*at].is_deed && !omission.contains(at);
            let Some(deed) = map.of_clause(clause).find(is_kept_deed) else { return false };
            let before: Vec<usize> = map.of_clause(clause).filter(|at| *at < deed).collect();
            let is_lost = before.iter().any(|at| omission.contains(at) && map.words[*at].is_strange);
            let is_somebody =
                |at: usize| !self.listener.named_at(&spoken, at).is_empty() || is(&spoken[at].text, little::PRONOUNS);
            is_lost && !before.iter().any(|at| !omission.contains(at) && is_somebody(*at))
        })
    }

    /// Whether that would be left out which something is done with or to: of `throws her mug at Bob` not what is thrown.
    fn is_object(&self, map: &ClauseMap, omission: &Omission) -> bool {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        runs(omission).into_iter().any(|(first, last)| {
            let phrase = map.words[first].phrase;
            let is_kept_deed = |at: &usize| map.words[*at].is_deed && !omission.contains(at);
            let Some(deed) = map.of_phrase(phrase).filter(|at| *at < first).rfind(is_kept_deed) else { return false };
            let is_named = (deed + 1..first).any(|at| !self.listener.named_at(&spoken, at).is_empty());
            let goes_on =
                map.of_phrase(phrase).any(|at| at > last && !omission.contains(&at) && !map.words[at].is_empty);
            !is_named && !goes_on
        })
    }

    /// Whether somebody is named in what is left out who is not named in the rest, a thing, or something else that is done.
    fn names_what_is_known(&self, map: &ClauseMap, omission: &Omission, lost: &[String]) -> bool {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let named = self.named_in(&spoken);
        let is_kept = |name: &String| named.iter().any(|(at, other)| other == name && !omission.contains(at));
        let is_somebody =
            named.iter().any(|(at, name)| omission.contains(at) && !is_kept(name) && !lost.contains(name));
        let is_thing = |at: &usize| {
            let phrases = self.listener.lexicon.beginning(&spoken[*at]);
            phrases.iter().any(|phrase| {
                let is_known = match &phrase.meant {
                    // What lies between two the board knows.
                    Meant::Item(item) => !self.listener.is_ground(*item),
                    Meant::Part(items) => self.listener.is_had(items),
                    _ => false,
                };
                is_known && matched(self.listener.lexicon, phrase, &spoken, *at).is_some()
            })
        };
        // What only explains the rest may speak of anything.
        let says = |at: &usize| !map.explains[map.words[*at].clause] && (map.words[*at].is_deed || is_thing(at));
        is_somebody || omission.iter().any(says)
    }

    /// Those who are named in clauses that are left out as a whole, and nowhere else.
    fn lost_with_their_clauses(&self, map: &ClauseMap, omission: &Omission) -> Vec<String> {
        let spoken: Vec<SpokenWord> = map.words.iter().map(|placed| placed.word.clone()).collect();
        let named = self.named_in(&spoken);
        let is_whole = |at: usize| map.of_clause(map.words[at].clause).all(|at| omission.contains(&at));
        let is_kept = |name: &String| named.iter().any(|(at, other)| other == name && !omission.contains(at));
        let mut lost: Vec<String> = Vec::new();
        for (at, name) in &named {
            if is_whole(*at) && !is_kept(name) && !lost.contains(name) {
                lost.push(name.clone());
            }
        }
        lost
    }

    /// What is said next of somebody who was named in what is left out: by his name.
    fn resumed(&self, rest: &str, name: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(rest);
        let is_thing = |word: &SpokenWord| is(&word.text, little::THINGS);
        if let Some(word) = spoken.iter().find(|word| is(&word.text, little::PRONOUNS) && !is_thing(word)) {
            let mut text = rest.to_string();
            let (end, typed) = (word.at + word.length, rest.get(word.at..word.at + word.length)?);
            // `he's` says two things.
            let tail = typed.find(['\'', '’']).map_or("", |at| &typed[at..]);
            text.replace_range(word.at..end, &format!("{name}{tail}"));
            return Some(text);
        }
        let first =
            spoken.iter().find(|word| !self.listener.lexicon.is_empty_word(word) && !is(&word.text, little::AND))?;
        let begins = self.listener.lexicon.beginning(first);
        let is_deed = begins.iter().any(|phrase| matches!(phrase.meant, Meant::Deed(..)));
        is_deed.then(|| format!("{name} {}", &rest[first.at..]))
    }

    /// What is left out, part by part.
    fn left_out(&self, line: &str, map: &ClauseMap, omission: &Omission) -> Vec<OmittedWords> {
        let parts = runs(omission).into_iter().filter_map(|(first, last)| {
            let (begin, end) = (&map.words[first].word, &map.words[last].word);
            let text = line.get(begin.at..end.at + end.length)?.trim_matches(AROUND).to_string();
            let known = |at: usize| {
                let placed = &map.words[at];
                let says_little = placed.is_strange || placed.is_empty || placed.is_asking;
                // With what something is done matters, whatever it is.
                let is_with = is(&placed.word.text, little::WITH);
                is_with || placed.word.is_number() || !says_little && placed.word.is_word()
            };
            let strange = (first..=last).filter(|at| map.words[*at].is_strange);
            let nearest = strange.filter_map(|at| self.one_slip_away(&map.words[at].word.text)).next();
            let option = option_called(self.listener.book(), &text);
            Some(OmittedWords { text, may_matter: (first..=last).any(known), nearest, option, read_as: None })
        });
        let mut told: Vec<OmittedWords> = Vec::new();
        for part in parts.filter(|part| !part.text.is_empty()) {
            if !told.contains(&part) {
                told.push(part);
            }
        }
        told
    }
}

/// What might be left out: the least first.
fn omissions(map: &ClauseMap) -> Vec<Omission> {
    let strange = || map.words.iter().enumerate().filter(|(_, placed)| placed.is_strange).map(|(at, _)| at);
    let in_clauses = |is_it: &dyn Fn(usize) -> bool| -> Omission {
        strange().filter(|at| is_it(*at)).flat_map(|at| map.of_clause(map.words[at].clause)).collect()
    };
    let explaining = in_clauses(&|at| map.explains[map.words[at].clause]);
    let words: Omission = strange().collect();
    let phrases: Omission = strange().flat_map(|at| map.of_phrase(map.words[at].phrase)).collect();
    let clauses = in_clauses(&|_| true);
    // What stands behind a comma and says nothing that is done goes with all its words.
    let is_scene = |at: usize| {
        let clause = map.words[at].clause;
        clause > 0 && map.of_clause(clause).all(|at| !map.words[at].is_deed && !map.words[at].is_asking)
    };
    let scenery = &in_clauses(&is_scene) | &explaining;
    let mut all = vec![&scenery | &words, &explaining | &words, words, &explaining | &phrases, phrases.clone()];
    all.push(clauses.clone());
    // Then one clause or phrase more, from the end.
    let count = map.explains.len();
    let explained = (0..count).filter(|clause| map.explains[*clause]).flat_map(|clause| map.of_clause(clause));
    all.push(&explained.collect::<Omission>() | &clauses);
    all.extend((0..count).rev().map(|clause| &map.of_clause(clause).collect::<Omission>() | &clauses));
    let last = map.words.last().map_or(0, |placed| placed.phrase);
    all.extend((1..=last).rev().map(|phrase| &map.of_phrase(phrase).collect::<Omission>() | &phrases));
    all
}

/// With the words that say nothing any more without those that are left out: of a phrase, then of a clause.
fn whole_phrases(map: &ClauseMap, mut omission: Omission) -> Omission {
    for of in [phrase_of as fn(&ClauseMap, usize) -> Omission, clause_of] {
        for at in omission.clone() {
            let all = of(map, at);
            let says_nothing = |at: &usize| omission.contains(at) || map.words[*at].is_empty;
            if all.iter().all(says_nothing) {
                omission.extend(all);
            }
        }
    }
    omission
}

fn phrase_of(map: &ClauseMap, at: usize) -> Omission {
    map.of_phrase(map.words[at].phrase).collect()
}

fn clause_of(map: &ClauseMap, at: usize) -> Omission {
    map.of_clause(map.words[at].clause).collect()
}

/// Whether something stands beside a word that must not be lost, in its phrase or before it in its clause.
fn is_barred(map: &ClauseMap, omission: &Omission, at: usize) -> bool {
    let placed = &map.words[at];
    let beside = |other: usize| map.words[other].bars && (map.words[other].phrase == placed.phrase || other < at);
    // A unit that is not known is a mistake in a number that counts.
    let ends = |at: usize| map.words.get(at + 1).is_none_or(|next| next.phrase != placed.phrase);
    let is_unit = (placed.is_strange || placed.is_unit && ends(at))
        && at > 0
        && map.words[at - 1].word.is_number()
        && !map.explains[placed.clause];
    placed.bars
        || is_unit
        || map.of_clause(placed.clause).any(|other| beside(other) && (other < at || omission.contains(&other)))
}

/// Whether a clause is left out that asks something.
fn leaves_out_a_question(map: &ClauseMap, omission: &Omission) -> bool {
    (0..map.explains.len()).any(|clause| {
        let mut words = map.of_clause(clause).filter(|at| !map.words[*at].is_empty);
        let first = words.next();
        let asks = first.is_some_and(|at| is(&map.words[at].word.text, little::OPENING));
        asks && map.of_clause(clause).all(|at| omission.contains(&at))
    })
}

/// Whether of a question something is left out but whole phrases behind its first: another thing would be asked.
fn leaves_out_of_a_question(map: &ClauseMap, omission: &Omission) -> bool {
    (0..map.explains.len()).any(|clause| {
        let first = map.of_clause(clause).find(|at| !map.words[*at].is_empty || map.words[*at].is_asking);
        let asks = first.is_some_and(|at| is(&map.words[at].word.text, little::OPENING));
        let begins = map.of_clause(clause).next().map(|at| map.words[at].phrase);
        let is_part = |at: usize| {
            let phrase = map.words[at].phrase;
            let is_whole = map.of_phrase(phrase).all(|at| omission.contains(&at) || map.words[at].is_empty);
            map.words[at].is_strange && omission.contains(&at) && (Some(phrase) == begins || !is_whole)
        };
        asks && map.of_clause(clause).any(is_part)
    })
}

/// Words that stand side by side, from the first to the last of each.
fn runs(omission: &Omission) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in omission {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *at => *last = *at,
            _ => runs.push((*at, *at)),
        }
    }
    runs
}

/// The line without them, and without commas that enclose nothing any more.
fn without(line: &str, map: &ClauseMap, omission: &Omission) -> String {
    let (mut rest, mut from) = (String::new(), 0);
    for (first, last) in runs(omission) {
        let (begin, end) = (&map.words[first].word, &map.words[last].word);
        rest += line.get(from..begin.at.max(from)).unwrap_or_default();
        from = from.max(end.at + end.length);
        // What stood in between needs no comma behind it.
        let opens = begin.is_comma() || rest.trim_end().ends_with([',', '(', '-', '–', '—']);
        let behind = line.get(from..).unwrap_or_default();
        let closes = behind.trim_start().starts_with([',', ')']) || behind.starts_with(" - ");
        if opens && closes {
            rest = rest.trim_end_matches([',', '(', '-', '–', '—', ' ']).to_string() + " ";
            from += behind.len() - behind.trim_start_matches([',', ')', '-', ' ']).len();
        } else if rest.trim().is_empty() {
            from += behind.len() - behind.trim_start_matches(AROUND).len();
        }
    }
    rest += line.get(from..).unwrap_or_default();
    let rest = rest.split_whitespace().collect::<Vec<&str>>().join(" ");
    rest.replace(" ,", ",").trim_end_matches([',', ';', '-', ':', ' ']).to_string()
}
