//! Everything a rulebook has words for: what its lists of words say, and the names and titles of what it declares.

use super::declared_names::DeclaredNames;
use super::little::{self, is, is_number_place, is_somebody};
use super::meaning::{Meant, counts, meant};
use super::token::{SpokenWord, words};
use crate::query::Reaches;
use crate::rulebook::{Rulebook, WORD_CLASSES, WordList, Wording, WordingSort};
use crate::value::{FactId, SheetId};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Before what could be said instead of a line that leaves too much open.
pub(super) const SAY: &str = "say ";
/// Before what must be said instead of a line, whatever else could be made of it.
pub(super) const INSTEAD: &str = "instead ";

/// Of whom something was told in the line before.
pub(super) const TOLD_WHO: &str = "{told_who}";

/// Shorter words are the end of too many others.
const LEAST_ENDING: usize = 4;

/// A place in what people say.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PhrasePlace {
    /// A word, by its stem.
    Word(String),
    /// `(best|better|)` of a line: one of these, each of any number of words.
    OneOf(Arc<[Vec<PhrasePlace>]>),
    /// `{n}`: a number, perhaps with its unit; the name tells several apart.
    Number(String),
    /// `{signed}`: a number with its sign, `+2`.
    Signed,
    /// `{who}`: somebody; the name tells several apart.
    Who(String),
    /// `{thing}`: a thing.
    Thing(String),
    /// `{rest}` and the like: whatever stands there.
    Rest(String),
    /// A comma behind such a place.
    Comma,
    /// `'s` of a line: whoever stands before it has what stands behind it.
    Owner,
}

/// Words, and what is meant by them.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    /// Its words.
    pub places: Vec<PhrasePlace>,
    /// What is meant.
    pub meant: Meant,
    /// Whether a list of words says so: then it is not what else is called so.
    is_listed: bool,
}

impl Phrase {
    /// A part of it, of the same meaning.
    pub(super) fn part(&self, places: std::ops::RangeToInclusive<usize>) -> Phrase {
        Phrase { places: self.places[places].to_vec(), meant: self.meant.clone(), is_listed: self.is_listed }
    }
}

/// A whole line, and the line that is meant.
#[derive(Clone, Debug)]
pub(super) struct LinePhrase {
    /// Its words.
    pub places: Vec<PhrasePlace>,
    /// The line that is meant.
    pub meant: Arc<str>,
    /// Whether it is heard only where nothing else is.
    pub is_late: bool,
    /// How many words of it are said as they are, if anything may stand between them.
    pub words_around_a_place: usize,
}

impl LinePhrase {
    fn new(places: Vec<PhrasePlace>, meant: Arc<str>, is_late: bool) -> LinePhrase {
        let words_around_a_place = words_around_a_place(&places);
        LinePhrase { places, meant, is_late, words_around_a_place }
    }

    /// Whether what is done may be said in it in any words.
    pub(super) fn has_deed(&self) -> bool {
        self.places.iter().any(|place| matches!(place, PhrasePlace::Rest(name) if name == "deed"))
    }
}

fn words_around_a_place(places: &[PhrasePlace]) -> usize {
    let is_word = |place: &&PhrasePlace| match place {
        PhrasePlace::Word(_) => true,
        PhrasePlace::OneOf(choices) => choices.iter().all(|choice| choice.iter().any(|place| place.word().is_some())),
        _ => false,
    };
    let is_anything = |place: &PhrasePlace| matches!(place, PhrasePlace::Rest(name) if ANYTHING.contains(&&**name));
    if places.iter().any(is_anything) { places.iter().filter(is_word).count() } else { usize::MAX }
}

/// Parts of lines, as they are written, each read once: many lines have the same.
#[derive(Default)]
struct ReadParts {
    /// Words in a row.
    plain: BTreeMap<String, Vec<PhrasePlace>>,
    /// Choices of words.
    choices: BTreeMap<String, Arc<[Vec<PhrasePlace>]>>,
}

impl ReadParts {
    /// Every word that stands in them.
    fn stems(&self) -> impl Iterator<Item = &String> {
        let chosen = self.choices.values().flat_map(|choice| choice.iter().flatten());
        self.plain.values().flatten().chain(chosen).filter_map(PhrasePlace::word)
    }
}

/// The stems of a form of several words, and what is meant.
type LongForm = (Vec<String>, Vec<SpokenWord>);

/// The words of a rulebook.
#[derive(Default)]
pub struct Lexicon {
    /// By the stem of the first word; `#` for a number.
    phrases: BTreeMap<String, Vec<Phrase>>,
    /// Whole lines: those that hang on what was told before, then those of the highest pack, and so on down.
    pub(super) lines: Vec<LinePhrase>,
    pub(super) forms: BTreeMap<String, Vec<SpokenWord>>,
    /// Forms of several words, by the stem of the first: the stems, and what is meant; the longest first.
    pub(super) long_forms: BTreeMap<String, Vec<LongForm>>,
    /// Forms that are tried only where a line is not understood: their stems, and what is said instead.
    otherwise: Vec<(Vec<String>, Arc<str>)>,
    /// Every word that stands somewhere, for slips of a letter.
    known: BTreeSet<String>,
    /// The words of what says something, as they are written.
    telling: BTreeSet<String>,
    /// What units numbers may have: the stem, and the name.
    units: BTreeMap<String, String>,
    /// Words that say nothing.
    empty: BTreeSet<String>,
    /// The facts that a list says of one place only, by name, with the place.
    owned: BTreeMap<String, FactId>,
    /// The words of a class, and the class.
    classes: BTreeSet<(String, String)>,
    /// The names of things in lower case, by their position.
    pub(super) things: Vec<String>,
    /// Every word of the name of a thing.
    pub(super) thing_words: BTreeSet<String>,
    /// Those who stand in scenarios under a name of one word, in lower case.
    pub(super) figures: BTreeSet<String>,
    /// The sheets in whose name or title a word stands.
    pub(super) sheets: BTreeMap<String, Vec<SheetId>>,
    /// What sentences may look at.
    pub(super) reaches: Reaches,
    /// The names of what is declared, gathered when one is first asked for.
    declared: OnceCell<DeclaredNames>,
    /// The words with which something may begin that is said, gathered when a slip is first looked for.
    first_words: OnceCell<Vec<String>>,
}

/// The words of a line, and its choices of words in parentheses.
fn parts(said: &str) -> Vec<&str> {
    let mut is_inside = false;
    let ends = |letter: char| {
        is_inside = (is_inside || letter == '(') && letter != ')';
        letter.is_whitespace() && !is_inside
    };
    said.split(ends).filter(|part| !part.is_empty()).collect()
}

/// Places in which anything may stand.
const ANYTHING: [&str; 2] = ["what", "rest"];
/// The list of lines that are heard only where nothing else is.
const LATE: &str = "last";
/// The list of forms that are tried only where a line is not understood.
const OTHERWISE: &str = "otherwise";
/// A phrase that begins with a number.
const NUMBER: &str = "#";

impl Lexicon {
    /// The words of a rulebook.
    pub fn of(book: &Rulebook) -> Lexicon {
        let mut lexicon = Lexicon::default();
        let lists = || book.words.iter().rev().flat_map(WordList::wordings);
        let is_otherwise = |list: &&WordList| *list.head.name == *OTHERWISE;
        let forms = book.words.iter().rev().filter(|list| !is_otherwise(list)).flat_map(WordList::wordings);
        forms.filter(|one| one.sort == WordingSort::Form).for_each(|one| lexicon.form(one));
        for one in book.words.iter().rev().filter(is_otherwise).flat_map(WordList::wordings) {
            let stems = |said: &Arc<str>| words(said).into_iter().map(|word| word.stem).collect();
            lexicon.otherwise.extend(one.said.iter().map(|said| (stems(said), one.meant.clone())));
        }
        lists().filter(|one| one.sort == WordingSort::Phrase).for_each(|one| lexicon.keep_as_said(one));
        lists().filter(|one| one.sort == WordingSort::Phrase).for_each(|one| lexicon.wording(book, one));
        let mut read = ReadParts::default();
        for list in book.words.iter().rev() {
            let lines = list.wordings().iter().filter(|one| one.sort == WordingSort::Line);
            lines.for_each(|one| lexicon.line(one, *list.head.name == *LATE, &mut read));
        }
        lexicon.known.extend(read.stems().cloned());
        // What is heard only behind something that was told goes before what is heard anywhere, whichever pack says it.
        lexicon.lines.sort_by_key(|line| !line.meant.contains(TOLD_WHO));
        for unit in &book.units {
            for name in [&unit.head.name, &unit.head.title] {
                if let [word] = lexicon.spoken(name).as_slice() {
                    lexicon.known.insert(word.text.clone());
                    lexicon.units.entry(word.stem.clone()).or_insert_with(|| unit.head.name.to_string());
                }
            }
        }
        lexicon.deeds(book);
        lexicon.facts(book);
        lexicon.states(book);
        lexicon.items(book);
        lexicon.names(book);
        book.cards.iter().flat_map(|card| &card.modifiers).for_each(|one| lexicon.label(book, one));
        book.checks.iter().flat_map(|check| &check.parts).for_each(|one| lexicon.label(book, one));
        let plain = little::ALL.into_iter().chain([little::ASKING, little::OF_ODDS, little::SEVERAL]).flatten();
        lexicon.known.extend(plain.map(|word| (*word).to_string()));
        lexicon
    }

    /// What is said more often for the words that a line begins with, and how many they are: the most of them.
    pub(super) fn otherwise(&self, rest: &[SpokenWord]) -> Option<(usize, &str)> {
        let is_here = |stems: &[String]| {
            stems.len() <= rest.len() && stems.iter().zip(rest).all(|(stem, word)| word.stem == *stem)
        };
        let here = self.otherwise.iter().filter(|(stems, _)| is_here(stems));
        here.map(|(stems, common)| (stems.len(), &**common)).max_by_key(|(length, _)| *length)
    }

    /// A line with its words in the form that is known: `nine` as `9`.
    pub(crate) fn in_known_forms(&self, line: &str) -> String {
        self.spoken(line).iter().map(|word| word.text.as_str()).collect::<Vec<&str>>().join(" ")
    }

    /// Whether a word says nothing wherever it stands, and ends no verb.
    pub(super) fn only_stresses(&self, word: &SpokenWord) -> bool {
        self.is_empty_word(word) && !is(&word.text, little::ENDS_OF_VERBS) && !is(&word.text, little::AND)
    }

    /// The names of what is declared.
    pub(super) fn declared_names(&self, book: &Rulebook) -> &DeclaredNames {
        self.declared.get_or_init(|| DeclaredNames::of(book))
    }

    /// Whether a word belongs to a class: `{comes}`.
    pub(super) fn is_of(&self, word: &str, class: &str) -> bool {
        self.classes.contains(&(word.to_string(), class.to_string()))
    }

    /// The words of a class.
    pub(super) fn of_class<'l>(&'l self, class: &'l str) -> impl Iterator<Item = &'l str> {
        self.classes.iter().filter(move |(_, of)| of == class).map(|(word, _)| word.as_str())
    }

    /// Whether a word is one of a class or ends with one: `greataxe`.
    pub(super) fn ends_of(&self, word: &str, class: &str) -> bool {
        let ends = |known: &str| word.strip_suffix('s').unwrap_or(word).ends_with(known) && known.len() >= LEAST_ENDING;
        self.classes.iter().any(|(known, of)| of == class && (word == known || ends(known)))
    }

    /// Every word that says something, as it is written.
    pub(super) fn telling(&self) -> impl Iterator<Item = &str> {
        self.telling.iter().map(String::as_str)
    }

    /// The phrases that may begin with this word.
    pub(super) fn beginning(&self, word: &SpokenWord) -> &[Phrase] {
        let key = if word.is_number() { NUMBER } else { &word.stem };
        self.phrases.get(key).map_or(&[], Vec::as_slice)
    }

    /// The phrases of these very words.
    pub(super) fn said_as<'l>(&'l self, places: &'l [PhrasePlace]) -> impl Iterator<Item = &'l Phrase> {
        let key = match places.first() {
            Some(PhrasePlace::Word(stem)) => stem.as_str(),
            _ => NUMBER,
        };
        self.phrases.get(key).into_iter().flatten().filter(move |phrase| phrase.places == places)
    }

    /// The name of the unit that a word stands for.
    pub(super) fn unit(&self, word: &SpokenWord) -> Option<&str> {
        self.units.get(&word.stem).map(String::as_str)
    }

    /// Whether a word says nothing.
    pub(super) fn is_empty_word(&self, word: &SpokenWord) -> bool {
        self.empty.contains(&word.text)
    }

    /// Whether a word stands anywhere.
    pub(super) fn knows(&self, word: &SpokenWord) -> bool {
        let is_somewhere = self.known.contains(&word.text) || self.known.contains(&word.stem);
        is_somewhere || self.may_begin(word)
    }

    /// Whether something begins with a word, or it says nothing.
    fn may_begin(&self, word: &SpokenWord) -> bool {
        self.phrases.contains_key(&word.stem) || self.empty.contains(&word.text) || little::is_little(&word.text)
    }

    /// Every word.
    pub(super) fn known(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(String::as_str)
    }

    /// The words with which something may begin that is said.
    pub(super) fn first_words(&self) -> impl Iterator<Item = &str> {
        let may_begin = |known: &&String| self.spoken(known).iter().all(|word| self.may_begin(word));
        let all = self.first_words.get_or_init(|| self.known.iter().filter(may_begin).cloned().collect());
        all.iter().map(String::as_str)
    }

    fn form(&mut self, wording: &Wording) {
        let forms = words(&wording.meant);
        for said in &wording.said {
            let all = words(said);
            let is_owner = |word: &SpokenWord| word.text == "'s";
            if all.len() > 1 && !all.iter().skip(1).any(is_owner) {
                self.known.extend(all.iter().map(|word| word.text.clone()));
                let stems: Vec<String> = all.into_iter().map(|word| word.stem).collect();
                let known = self.long_forms.entry(stems[0].clone()).or_default();
                known.push((stems, forms.clone()));
                known.sort_by_key(|(stems, _)| std::cmp::Reverse(stems.len()));
                continue;
            }
            let key: String = all.iter().map(|word| word.text.as_str()).collect();
            self.known.insert(key.clone());
            self.forms.entry(key).or_insert_with(|| forms.clone());
        }
    }

    /// A phrase of several words that a list says as it stands stands for nothing else there.
    fn keep_as_said(&mut self, wording: &Wording) {
        for said in wording.said.iter().filter(|said| said.contains(' ') && !said.contains('{')) {
            let stems: Vec<String> = words(said).into_iter().map(|word| word.stem).collect();
            if let Some(known) = stems.first().and_then(|first| self.long_forms.get_mut(first)) {
                known.retain(|(other, _)| *other != stems);
            }
        }
    }

    fn line(&mut self, wording: &Wording, is_late: bool, read: &mut ReadParts) {
        for said in &wording.said {
            let places = self.places(said, Some(read));
            self.lines.push(LinePhrase::new(places, wording.meant.clone(), is_late));
        }
    }

    fn wording(&mut self, book: &Rulebook, wording: &Wording) {
        if WORD_CLASSES.contains(&&*wording.meant) {
            let words = wording.said.iter().map(|said| (said.to_lowercase(), wording.meant.to_string()));
            return self.classes.extend(words);
        }
        for said in &wording.said {
            match meant(book, &wording.meant) {
                Some(Meant::Nothing) if !said.contains(' ') => drop(self.empty.insert(said.to_lowercase())),
                Some(meant) => {
                    if let Meant::ClauseOf(role, clause) = &meant {
                        let fact = clause.split(' ').next().unwrap_or_default();
                        self.owned.insert(fact.to_string(), *role);
                    }
                    self.phrase(said, meant, true);
                }
                None => {}
            }
        }
    }

    /// The places of a phrase; of a line with the parts that were read before.
    fn places(&self, said: &str, mut read: Option<&mut ReadParts>) -> Vec<PhrasePlace> {
        let mut places = Vec::new();
        // Words in a row are read together: several of them may stand for others.
        let mut plain: Vec<&str> = Vec::new();
        for part in parts(said) {
            let bare = part.trim_end_matches(',');
            let choice = bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|_| read.is_some());
            let name = bare.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            if choice.is_none() && name.is_none() {
                plain.push(bare);
                continue;
            }
            places.extend(self.in_a_row(&std::mem::take(&mut plain), read.as_deref_mut()));
            places.extend(choice.zip(read.as_deref_mut()).map(|(choice, read)| self.one_of(choice, read)));
            match name {
                None => {}
                Some(name) if is_number_place(name) => places.push(PhrasePlace::Number(name.to_string())),
                Some("signed") => places.push(PhrasePlace::Signed),
                Some(name) if is_somebody(name) => places.push(PhrasePlace::Who(name.to_string())),
                Some(name) if name.starts_with("thing") => places.push(PhrasePlace::Thing(name.to_string())),
                Some(name) => {
                    places.push(PhrasePlace::Rest(name.to_string()));
                    places.extend(part.ends_with(',').then_some(PhrasePlace::Comma));
                }
            }
        }
        places.extend(self.in_a_row(&plain, read));
        places
    }

    /// Words in a row as places.
    fn in_a_row(&self, plain: &[&str], read: Option<&mut ReadParts>) -> Vec<PhrasePlace> {
        let said = plain.join(" ");
        let Some(read) = read else {
            let words = self.spoken(&said).into_iter().filter(counts);
            return words.map(|word| PhrasePlace::Word(word.stem)).collect();
        };
        if let Some(known) = read.plain.get(&said) {
            return known.clone();
        }
        let words = self.spoken(&said).into_iter().filter_map(|word| match word.text == "'s" {
            true => Some(PhrasePlace::Owner),
            false => counts(&word).then_some(PhrasePlace::Word(word.stem)),
        });
        let places: Vec<PhrasePlace> = words.collect();
        read.plain.insert(said, places.clone());
        places
    }

    /// A choice of words as a place; among them others may stand: `(he|she|{who})`.
    fn one_of(&self, choice: &str, read: &mut ReadParts) -> PhrasePlace {
        if let Some(known) = read.choices.get(choice) {
            return PhrasePlace::OneOf(known.clone());
        }
        let choices: Arc<[Vec<PhrasePlace>]> =
            choice.split('|').map(|said| self.places(said, Some(&mut *read))).collect();
        read.choices.insert(choice.to_string(), choices.clone());
        PhrasePlace::OneOf(choices)
    }

    pub(super) fn add(&mut self, said: &str, meant: Meant) {
        let owner = |clause: &str| self.owned.get(clause.split(' ').next().unwrap_or_default()).copied();
        let meant = match meant {
            Meant::Clause(clause) => match owner(&clause) {
                Some(role) => Meant::ClauseOf(role, clause),
                None => Meant::Clause(clause),
            },
            meant => meant,
        };
        self.phrase(said, meant, false);
    }

    fn phrase(&mut self, said: &str, meant: Meant, is_listed: bool) {
        let places = self.places(said, None);
        let key = match places.first() {
            Some(PhrasePlace::Word(stem)) => stem.clone(),
            Some(PhrasePlace::Number(_) | PhrasePlace::Signed) => NUMBER.to_string(),
            _ => return,
        };
        for word in self.spoken(said).into_iter().filter(SpokenWord::is_word) {
            if meant != Meant::Nothing && !little::is_little(&word.text) && !self.telling.contains(&word.text) {
                self.telling.insert(word.text.clone());
            }
            self.known.insert(word.text);
        }
        let phrases = self.phrases.entry(key).or_default();
        let is_deed = |meant: &Meant| matches!(meant, Meant::Deed(..));
        let is_known = |known: &Phrase| {
            let is_settled = known.is_listed && !is_listed && !is_deed(&known.meant) && !is_deed(&meant);
            known.places == places && (known.meant == meant || is_settled)
        };
        if !phrases.iter().any(is_known) {
            phrases.push(Phrase { places, meant, is_listed });
        }
    }

    /// The names of things in lower case, by their position.
    pub(super) fn things(&self) -> &[String] {
        &self.things
    }

    /// Whether a word stands in the name of a thing.
    pub(super) fn is_of_things(&self, word: &str) -> bool {
        self.thing_words.contains(word)
    }

    /// The sheets in whose name or title a word stands.
    pub(super) fn sheets_called(&self, word: &str) -> &[SheetId] {
        self.sheets.get(word).map_or(&[], Vec::as_slice)
    }
}
