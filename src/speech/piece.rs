//! The pieces a sentence is made of: each word of it belongs to one, or to nothing that is known.

use super::lexicon::{Lexicon, Phrase, PhrasePlace};
use super::listener::Listener;
use super::little::{self, Leading, is};
use super::meaning::Meant;
use super::token::{MOST_WORDS, SpokenWord};
use crate::query::{About, Who};
use crate::value::{FactId, ItemId, KindId};

/// So many ways to take a sentence apart are looked at.
const MOST_WAYS: usize = 12;
/// So many things that may be done.
const MOST_DEEDS: usize = 12;
/// The class of words that are left out, and told to be.
pub(super) const THIN: &str = "{thin}";
/// How what was done to somebody ends.
const PARTICIPLE: &str = "ed";
/// How adverbs end.
const ADVERB: &str = "ly";
/// So many words has what somebody has of something at most.
const MOST_IN_A_NAME: usize = 3;
/// So many steps are taken to find them.
const MOST_STEPS: usize = 1_500;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// What is done, with what goes without saying.
    Deed(About, Vec<String>),
    /// Somebody, by name.
    Who(String, Who),
    /// Somebody who was named before: `he`, at the beginning of the line or not.
    Pronoun(Pronoun),
    /// Somebody of the sentence.
    Role(FactId),
    /// A clause as it stands.
    Clause(String),
    /// A clause that is said of whoever is in this place, and of nobody else.
    ClauseOf(FactId, String),
    /// A value of a fact.
    Value(FactId, String),
    /// How somebody is.
    State(String),
    /// Things that may be meant.
    Items(Vec<ItemId>),
    /// Things that may be meant, if somebody has them.
    Owned(Vec<ItemId>),
    /// Anything of a kind.
    Kind(KindId),
    /// A number.
    Number(String),
    /// A place on the board, or a way over it.
    Spot(String),
    /// Towards somebody, or away from him.
    Leading(Leading),
    /// `is`
    Is,
    /// `who`
    Whose,
    /// `while`, or `if`: what follows is said of the one who acts, or perhaps is.
    While(Clearly),
    /// `from`: how the one who acts is stands behind it.
    From,
    /// `not`
    Not,
    /// `'s`
    Owner,
    /// A comma.
    Comma,
    /// `and`
    And,
    /// A word that only holds the others together.
    Little,
    /// A word that says nothing.
    Filler,
    /// A word that is left out, and told to be.
    Thin(String),
    /// A word that is not understood, by its place among the words.
    Unknown(usize),
}

/// Whom a pronoun stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pronoun {
    /// The one who acts: `I`, `himself`, `he` at the beginning.
    Actor,
    /// The one who acts, perhaps as the one to whom it is done: `himself` behind a deed.
    Reflexive,
    /// Somebody else who was named.
    Other,
    /// Somebody else than the one of whom was spoken just before: `she` behind `he`.
    Another,
}

/// Whether a word says of whom the next is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Clearly {
    Yes,
    No,
}

/// The ways to take a sentence apart in which one thing is done, or nothing.
pub(super) struct DeedWays {
    /// Where it is said what is done, and in how many words.
    pub said: Option<(usize, usize)>,
    /// The ways, the best first.
    pub ways: Vec<Vec<Piece>>,
}

impl DeedWays {
    /// Whether another deed is said here in fewer words: `goes` of `goes for`.
    pub(super) fn is_longer_than(&self, other: &DeedWays) -> bool {
        matches!((self.said, other.said), (Some((at, length)), Some((same, fewer))) if at == same && length > fewer)
    }
}

/// All ways, whatever is done in them.
pub(super) fn all(ways: &[DeedWays]) -> impl Iterator<Item = &Vec<Piece>> {
    ways.iter().flat_map(|of_deed| &of_deed.ways)
}

/// How many words the longest phrase has that is said here: of those for a deed, and of all.
pub(super) fn longest(listener: &Listener<'_>, spoken: &[SpokenWord]) -> (usize, usize) {
    let (mut deed, mut any) = (0, 0);
    for (at, word) in spoken.iter().enumerate() {
        for phrase in listener.lexicon.beginning(word) {
            if phrase.places.len() > any && matched(listener.lexicon, phrase, spoken, at).is_some() {
                any = phrase.places.len();
            }
            let is_deed = matches!(phrase.meant, Meant::Deed(..)) && phrase.places.len() > deed;
            if is_deed && matched(listener.lexicon, phrase, spoken, at).is_some() {
                deed = phrase.places.len();
            }
        }
    }
    (deed, any)
}

/// A piece, and how many words it takes.
pub(super) type PieceHere = (usize, Piece);

/// The ways in which words can be taken apart, for each thing that may be done in them: the best first, for longer
/// pieces go before shorter ones.
pub(super) fn ways(listener: &Listener<'_>, spoken: &[SpokenWord]) -> Vec<DeedWays> {
    let lexicon = listener.lexicon;
    let mut options: Vec<Vec<PieceHere>> = (0..spoken.len()).map(|at| options(listener, spoken, at)).collect();
    short_for_is(spoken, &mut options);
    // A verb is something that is done, not how something else is done.
    for (at, options) in options.iter_mut().enumerate() {
        let is_deed = options.iter().any(|(_, piece)| matches!(piece, Piece::Deed(..)));
        let is_verb = !spoken[at].text.ends_with("ing") || at > 0 && is(&spoken[at - 1].text, little::AND);
        if is_deed && is_verb {
            options.retain(|(_, piece)| !matches!(piece, Piece::Value(..)));
        }
    }
    // `the knife` is a thing, whatever `knifes` is.
    for at in 1..options.len() {
        let is_deed = |(_, piece): &PieceHere| matches!(piece, Piece::Deed(..));
        let is_named = is(&spoken[at - 1].text, little::ARTICLES) && options[at].iter().any(|one| !is_deed(one));
        if is_named {
            options[at].retain(|one| !is_deed(one));
        }
    }
    // Behind `is` stands how somebody is, not what else is called so.
    for at in 1..options.len() {
        let is_state = |(_, piece): &PieceHere| matches!(piece, Piece::State(_));
        if is(&spoken[at - 1].text, little::ARE) && options[at].iter().any(is_state) {
            options[at]
                .retain(|(_, piece)| !matches!(piece, Piece::Clause(_) | Piece::ClauseOf(..) | Piece::Value(..)));
        }
    }
    // Who `is hit` does nothing, nor does who is said to be `Ann's suppressed`.
    for at in 1..options.len() {
        let is_short = spoken[at - 1].text == "'s" && spoken[at].text.ends_with(PARTICIPLE);
        if is_short && options[at].iter().all(|(_, piece)| matches!(piece, Piece::Deed(..))) {
            options[at - 1] = vec![(1, Piece::Is)];
        }
        let is_said_to_be = is_short || is(&spoken[at - 1].text, little::ARE);
        if is_said_to_be && !spoken[at].text.ends_with("ing") {
            options[at].retain(|(_, piece)| !matches!(piece, Piece::Deed(..)));
            if options[at].is_empty() {
                options[at].push((1, Piece::Unknown(at)));
            }
        }
    }
    // Nor does who has so many `hit points`: the first word of what is called so is no verb.
    for (at, options) in options.iter_mut().enumerate() {
        let is_named = |length: &usize| {
            let words = spoken.get(at..at + length).unwrap_or_default();
            let said: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            said.len() == *length && listener.is_number_of_somebody(&said.join(" "))
        };
        let is_deed = |(_, piece): &PieceHere| matches!(piece, Piece::Deed(..));
        if options.iter().any(is_deed)
            && let Some(length) = (2..=MOST_IN_A_NAME).rev().find(is_named)
        {
            options.retain(|one| !is_deed(one) || one.0 >= length);
            if options.is_empty() {
                options.push((1, Piece::Unknown(at)));
            }
        }
    }
    // The words of a longer verb are not a shorter one.
    for (at, options) in options.iter_mut().enumerate() {
        let is_deed = |(_, piece): &PieceHere| matches!(piece, Piece::Deed(..));
        let longest = options.iter().filter(|one| is_deed(one)).map(|(length, _)| *length).max().unwrap_or(0);
        let says = |word: &SpokenWord| word.is_word() && !little::is_little(&word.text) && !lexicon.is_empty_word(word);
        let least = (1..longest).rev().find(|length| says(&spoken[at + length])).map_or(0, |length| length + 1);
        options.retain(|one| !is_deed(one) || one.0 >= least);
    }
    let is_deed = |piece: &Piece| matches!(piece, Piece::Deed(..));
    let deeds = options.iter().enumerate().flat_map(|(at, options)| {
        options.iter().filter(|(_, piece)| is_deed(piece)).map(move |option| Some((at, option)))
    });
    let mut deeds: Vec<Option<(usize, &PieceHere)>> = deeds.chain([None]).collect();
    deeds.sort_by_key(|deed| std::cmp::Reverse(deed.map_or(0, |(_, (length, _))| *length)));
    let ways_of = |deed: Option<(usize, &PieceHere)>| {
        let mut search = PieceSearch { options: &options, deed, steps: 0, found: Vec::new() };
        search.go(0, &mut Vec::new());
        let mut found = search.found;
        found.sort_by_key(|way| (unknown(way), cost(way)));
        DeedWays { said: deed.map(|(at, (length, _))| (at, *length)), ways: found }
    };
    deeds.into_iter().take(MOST_DEEDS).map(ways_of).filter(|of_deed| !of_deed.ways.is_empty()).collect()
}

/// `Ann's prone`: `is`, if how somebody is stands behind it.
fn short_for_is(spoken: &[SpokenWord], options: &mut [Vec<PieceHere>]) {
    for at in 1..options.len().saturating_sub(1) {
        let is_state = |(_, piece): &PieceHere| matches!(piece, Piece::State(_));
        let is_named = options[at - 1].iter().any(|(_, piece)| matches!(piece, Piece::Who(..)));
        let behind = (at + 1..options.len()).find(|at| !is(&spoken[*at].text, little::ARTICLES));
        if spoken[at].text == "'s" && is_named && behind.is_some_and(|at| options[at].iter().any(is_state)) {
            options[at].insert(0, (1, Piece::Is));
        }
    }
}

/// How many words of it are not understood.
pub(super) fn unknown(way: &[Piece]) -> usize {
    way.iter().filter(|piece| matches!(piece, Piece::Unknown(_))).count()
}

/// How much is made of it: few long pieces go before many short ones, and what says something before fillers; of those
/// that say as much the ones in which more words stand for one thing.
pub(super) fn cost(way: &[Piece]) -> usize {
    let of = |piece: &Piece| match piece {
        Piece::Little | Piece::From | Piece::Owner | Piece::Comma | Piece::And => 0,
        Piece::Filler => 3,
        Piece::Thin(_) => 4,
        _ => 2,
    };
    way.iter().map(of).sum::<usize>() * MOST_WORDS + way.len()
}

struct PieceSearch<'a> {
    options: &'a [Vec<PieceHere>],
    /// What is done, and where that is said.
    deed: Option<(usize, &'a PieceHere)>,
    steps: usize,
    found: Vec<Vec<Piece>>,
}

impl PieceSearch<'_> {
    fn go(&mut self, at: usize, path: &mut Vec<Piece>) {
        self.steps += 1;
        let Some(options) = self.options.get(at) else {
            self.found.push(path.clone());
            return;
        };
        if let Some((place, (length, piece))) = self.deed
            && place == at
        {
            return self.step(at, *length, piece.clone(), path);
        }
        let before = self.found.len();
        for (length, piece) in options {
            if self.found.len() >= MOST_WAYS || self.steps >= MOST_STEPS {
                return;
            }
            let is_over = self.deed.is_some_and(|(place, _)| at < place && place < at + length);
            if !matches!(piece, Piece::Deed(..)) && !is_over {
                self.step(at, *length, piece.clone(), path);
            }
        }
        // A second thing that is done is not understood.
        if self.found.len() == before {
            self.step(at, 1, Piece::Unknown(at), path);
        }
    }

    fn step(&mut self, at: usize, length: usize, piece: Piece, path: &mut Vec<Piece>) {
        path.push(piece);
        self.go(at + length, path);
        path.pop();
    }
}

/// What may stand at a place, the longest first.
pub(super) fn options(listener: &Listener<'_>, spoken: &[SpokenWord], at: usize) -> Vec<PieceHere> {
    let word = &spoken[at];
    let mut found: Vec<PieceHere> = Vec::new();
    for (length, name, who) in listener.named_at(spoken, at) {
        found.push((length, Piece::Who(name, who)));
    }
    let phrases = listener.lexicon.beginning(word);
    let here = phrases.iter().filter_map(|phrase| Some((phrase, matched(listener.lexicon, phrase, spoken, at)?)));
    let here: Vec<(&Phrase, (usize, Option<String>))> = here.collect();
    let joined = phrases.iter().filter_map(|phrase| joined_otherwise(listener.lexicon, phrase, spoken, at));
    found.extend(joined.collect::<Vec<PieceHere>>());
    // `+2` is no distance, wherever it may stand.
    let signed = here.iter().filter(|(phrase, _)| phrase.places.contains(&PhrasePlace::Signed));
    let signed = signed.map(|(_, (length, _))| *length).max().unwrap_or(0);
    // What the whole name of a thing spells is that thing.
    let is_thing = |phrase: &Phrase| matches!(phrase.meant, Meant::Item(_));
    let things = here.iter().filter(|(phrase, (length, _))| is_thing(phrase) && *length > 1);
    let thing = things.map(|(_, (length, _))| *length).max().unwrap_or(0);
    // `10 feet` are no part of the body.
    let is_measure = at > 0 && spoken[at - 1].is_number() && listener.lexicon.unit(word).is_some();
    for (phrase, (length, number)) in here {
        if is_measure && length == 1 {
            continue;
        }
        let is_less = length <= signed && !phrase.places.contains(&PhrasePlace::Signed) && number.is_some();
        if !is_less && (length > thing || is_thing(phrase)) || thing == 0 && signed == 0 {
            found.extend(piece(listener, &phrase.meant, number).map(|piece| (length, piece)));
        }
    }
    // A word that is no name as it is written stands for whatever ends so: `his rifle` is the long one that he has.
    if !word.is_capital {
        for (length, piece) in &mut found {
            if let Piece::Items(items) = piece
                && *length == 1
            {
                let ends =
                    |item: &ItemId| listener.book().items[item.index()].head.name.to_lowercase().ends_with(&word.text);
                let others = listener.items_ending(&word.text).into_iter().filter(ends);
                let others: Vec<ItemId> = others.filter(|item| !items.contains(item)).collect();
                items.extend(others);
            }
        }
    }
    found.extend(little(listener, spoken, at));
    found.extend(listener.spot(spoken, at).map(|(length, spot)| (length, Piece::Spot(spot))));
    if word.is_number() {
        found.push((1, Piece::Number(word.text.clone())));
    }
    if found.is_empty() {
        let parts = listener.items_ending(&word.text);
        if !parts.is_empty() {
            found.push((1, Piece::Items(parts)));
        }
    }
    // Of the pieces as long as each other those of the packs come in the order in which they are declared.
    // `Beat` is somebody, whatever it is to beat.
    let is_name = |(_, piece): &PieceHere| matches!(piece, Piece::Who(..));
    if word.is_capital && (at > 0 || is_subject(listener, spoken)) {
        let longest = found.iter().filter(|one| is_name(one)).map(|(length, _)| *length).max().unwrap_or(0);
        found.retain(|one| longest == 0 || is_name(one) || one.0 > longest);
    }
    found.sort_by_key(|(length, piece)| {
        (std::cmp::Reverse(*length), matches!(piece, Piece::Little | Piece::From | Piece::Owner | Piece::Filler))
    });
    found.dedup();
    if found.is_empty() && is_thin(listener.lexicon, word) {
        found.push((1, Piece::Thin(word.text.clone())));
    }
    if found.is_empty() {
        found.push((1, Piece::Unknown(at)));
    }
    found
}

/// Whether whoever a line begins with is the one of whom it speaks, and nothing that is done: `Cut and Ben are out`.
fn is_subject(listener: &Listener<'_>, spoken: &[SpokenWord]) -> bool {
    let named = |at: usize| listener.named_at(spoken, at).first().map(|(length, ..)| *length);
    let Some(behind) = named(0) else { return false };
    let is_deed = |word: &SpokenWord| {
        listener.lexicon.beginning(word).iter().any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
    };
    spoken.get(behind).is_some_and(|next| {
        let joins = is(&next.text, little::AND) && named(behind + 1).is_some();
        joins || is(&next.text, little::ARE) || next.is_word() && named(behind).is_none() && is_deed(next)
    })
}

/// What is done in one that a phrase joins of two by `and`, where the second is said in other words that mean the same:
/// `pops up and takes a shot at` for `pops up and shoots`.
fn joined_otherwise(lexicon: &Lexicon, phrase: &Phrase, spoken: &[SpokenWord], at: usize) -> Option<PieceHere> {
    let Meant::Deed(about, with) = &phrase.meant else { return None };
    let is_and = |place: &PhrasePlace| matches!(place, PhrasePlace::Word(stem) if is(stem, little::AND));
    let and = phrase.places.iter().position(is_and).filter(|and| *and > 0 && and + 1 < phrase.places.len())?;
    let (first, second) = (phrase.part(..=and), &phrase.places[and + 1..]);
    let (length, _) = matched(lexicon, &first, spoken, at)?;
    let next = spoken.get(at + length)?;
    let deed = |phrase: &Phrase| match &phrase.meant {
        Meant::Deed(about, with) if with.is_empty() => Some(*about),
        _ => None,
    };
    let meant: Vec<About> = lexicon.said_as(second).filter_map(deed).collect();
    let said = lexicon.beginning(next).iter().filter(|phrase| deed(phrase).is_some_and(|about| meant.contains(&about)));
    let longest =
        said.filter_map(|phrase| matched(lexicon, phrase, spoken, at + length)).map(|(length, _)| length).max()?;
    Some((length + longest, Piece::Deed(*about, with.clone())))
}

/// Whether nothing is lost without a word: one of the class, or an adverb that no list knows.
fn is_thin(lexicon: &Lexicon, word: &SpokenWord) -> bool {
    let is_adverb = || word.is_word() && word.text.ends_with(ADVERB) && !lexicon.knows(word);
    lexicon.is_of(&word.text, THIN) || is_adverb()
}

/// How many words of a line a phrase takes, and the number in it.
pub(super) fn matched(
    lexicon: &Lexicon,
    phrase: &Phrase,
    spoken: &[SpokenWord],
    start: usize,
) -> Option<(usize, Option<String>)> {
    let (mut at, mut number) = (start, None);
    for (nth, place) in phrase.places.iter().enumerate() {
        let is_next = |word: &SpokenWord| matches!(place, PhrasePlace::Word(stem) if word.stem == *stem);
        let says_nothing = |word: &SpokenWord| is(&word.text, little::ARTICLES) || lexicon.only_stresses(word);
        while nth > 0 && spoken.get(at).is_some_and(|word| !is_next(word) && says_nothing(word)) {
            at += 1;
        }
        let word = spoken.get(at)?;
        match place {
            PhrasePlace::Word(stem) if word.stem == *stem => at += 1,
            PhrasePlace::Signed if word.is_signed() => {
                number = Some(word.text.trim_start_matches('+').to_string());
                at += 1;
            }
            PhrasePlace::Number(_) if word.is_number() => {
                let (length, text) = amount(lexicon, spoken, at);
                // The phrase may name the unit itself.
                let named = phrase
                    .places
                    .get(nth + 1)
                    .zip(spoken.get(at + 1))
                    .is_some_and(|(place, next)| matches!(place, PhrasePlace::Word(stem) if next.stem == *stem));
                at += if named { 1 } else { length };
                number = Some(if named { word.text.clone() } else { text });
            }
            _ => return None,
        }
    }
    Some((at - start, number))
}

/// A number with its unit: how many words it takes, and how it is written.
fn amount(lexicon: &Lexicon, spoken: &[SpokenWord], at: usize) -> (usize, String) {
    let number = spoken[at].text.trim_start_matches('+').to_string();
    let Some(next) = spoken.get(at + 1) else { return (1, number) };
    match lexicon.unit(next) {
        Some(unit) => (2, format!("{number} {unit}")),
        None if is(&next.text, little::CELLS) => (2, number),
        None => (1, number),
    }
}

fn piece(listener: &Listener<'_>, meant: &Meant, number: Option<String>) -> Option<Piece> {
    let filled = |text: &str| match &number {
        // What is taken off may be said with its sign.
        Some(number) => text.replace("{n}", number).replace("--", "-"),
        None => text.to_string(),
    };
    Some(match meant {
        Meant::Nothing => Piece::Filler,
        Meant::Deed(about, with) => Piece::Deed(*about, with.iter().map(|clause| filled(clause)).collect()),
        Meant::Clause(text) => Piece::Clause(filled(text)),
        Meant::ClauseOf(role, text) => Piece::ClauseOf(*role, filled(text)),
        Meant::Value(fact, word) => Piece::Value(*fact, word.clone()),
        Meant::Leading(leading) => Piece::Leading(*leading),
        Meant::State(text) => Piece::State(filled(text)),
        Meant::Role(fact) => Piece::Role(*fact),
        Meant::Foe => {
            let (name, who) = listener.only_foe()?;
            Piece::Who(name, who)
        }
        Meant::Item(item) => Piece::Items(vec![*item]),
        Meant::Part(items) => Piece::Items(items.clone()),
        Meant::Attribute(items) => Piece::Owned(items.clone()),
        Meant::Kind(kind) => Piece::Kind(*kind),
    })
}

/// Whether a word stands for somebody else than one before it: `would he hit if she was prone`.
fn is_beside_another(spoken: &[SpokenWord], at: usize) -> bool {
    let own = little::OF_ONE.iter().find(|words| is(&spoken[at].text, words));
    let of_others = |word: &SpokenWord| little::OF_ONE.iter().any(|words| is(&word.text, words) && Some(words) != own);
    own.is_some() && spoken[..at].iter().any(of_others)
}

/// The little words of the language.
fn little(listener: &Listener<'_>, spoken: &[SpokenWord], at: usize) -> Vec<PieceHere> {
    let word = &spoken[at];
    let text = word.text.as_str();
    let mut found = Vec::new();
    if word.is_comma() {
        found.push((1, Piece::Comma));
    }
    if text == "and" {
        found.push((1, Piece::And));
    }
    if is(text, little::NOT) {
        found.push((1, Piece::Not));
    }
    if is(text, little::ARE) {
        found.push((1, Piece::Is));
    }
    if is(text, little::WHO) {
        found.push((1, Piece::Whose));
    }
    if is(text, little::WHILE) {
        let clearly = if is(text, little::OF_ACTOR) { Clearly::Yes } else { Clearly::No };
        found.push((1, Piece::While(clearly)));
    }
    let holds = [("from", Piece::From), ("'s", Piece::Owner)].into_iter().find(|(word, _)| *word == text);
    if let Some((_, piece)) = holds {
        found.push((1, piece));
        return found;
    }
    // What something is done with is a thing.
    if is(text, little::THINGS) && at > 0 && is(&spoken[at - 1].text, little::WITH) {
        found.push((1, listener.last_thing().map_or(Piece::Unknown(at), |item| Piece::Items(vec![item]))));
        return found;
    }
    if is(text, little::PRONOUNS) || is(text, little::SPEAKER) {
        let begins = at == 0 || spoken[..at].iter().all(|word| listener.lexicon.is_empty_word(word));
        // `he is late himself`: said of the one who acts.
        let clause = spoken[at..].iter().take_while(|word| !word.is_comma());
        // `what if he is late first`: before he does it.
        let is_his = |word: &SpokenWord| word.text.ends_with("self") || word.text == little::BEFORE_IT;
        let is_of_actor = clause.clone().any(is_his) && !is(text, little::OBJECTS);
        let is_actor = begins || is(text, little::SPEAKER) || is_of_actor;
        let pronoun = match is_actor {
            _ if is_beside_another(spoken, at) => Pronoun::Another,
            true if word.text.ends_with("self") && !begins => Pronoun::Reflexive,
            true => Pronoun::Actor,
            false => Pronoun::Other,
        };
        found.push((1, Piece::Pronoun(pronoun)));
    }
    if text == "and" {
        return found;
    }
    let is_cells = is(text, little::CELLS) && listener.has_cells();
    if is(text, little::ARTICLES) || is(text, little::GLUE) || is_cells {
        found.push((1, Piece::Little));
    } else if listener.lexicon.is_empty_word(word) {
        found.push((1, Piece::Filler));
    }
    found
}
