//! What was said in a line and is nowhere in what was understood of it: whatever says something must be there, or be told.

use super::hear::Hearing;
use super::little::{self, is};
use super::piece::{self, Piece};
use super::token::{SpokenWord, words};
use crate::query::{About, ParsedQuery, Who};
use std::collections::BTreeSet;

/// Commands that stand before a sentence in what was understood.
const BEFORE_SENTENCES: [&str; 5] = ["do ", "odds ", "whole ", "same ", "what if "];
/// Words behind how often something is done.
const TIMES: &str = "{times}";
/// Words for several of whom something is said.
const GATHERING: [&str; 2] = ["{everybody}", "{each}"];
/// Shorter words stand in too many others.
const LEAST: usize = 3;
/// Numbers of how often one thing is done are its repetitions.
const ONCE: &str = "1";

/// What was understood of a line, to look for what was said.
struct UnderstoodLine<'a> {
    texts: &'a [String],
    /// What is told besides.
    asides: String,
    /// The words of it, and of the lines that led to it.
    stems: BTreeSet<String>,
    asked: Vec<ParsedQuery>,
    /// Whether somebody goes somewhere: the board knows how far and toward whom.
    has_place: bool,
}

impl Hearing<'_> {
    /// The words of a line that say something of which nothing is in what was understood.
    pub(super) fn unaccounted(&self, line: &str, texts: &[String], asides: &[String]) -> Vec<String> {
        let understood = self.as_understood(texts, asides);
        // What is shown or told of the table says what it shows, but for how things are said to be.
        let is_shown = understood.asked.len() < texts.len();
        let spoken = self.mended(line);
        // Whoever stands nearest is named in what was understood.
        let is_by_distance = self.by_distance(line).is_some();
        let (mut lost, mut at): (Vec<String>, usize) = (Vec::new(), 0);
        while at < spoken.len() {
            let options = piece::options(self.listener, &spoken, at);
            let length = options.first().map_or(1, |(length, _)| (*length).max(1)).min(spoken.len() - at);
            let said = &spoken[at..at + length];
            let is_said = |word: &SpokenWord| {
                let is_way_to_name = is_by_distance && self.says_how_far(word);
                understood.has(word) || self.counts_or_gathers(word, texts.len()) || is_way_to_name
            };
            let says_how = |piece: &Piece| matches!(piece, Piece::Clause(_) | Piece::ClauseOf(..));
            // Where somebody goes the board knows how far it is.
            let is_counted =
                || said.iter().any(|word| word.is_number() && understood.has_place || understood.counts(word));
            let is_accounted = |piece: &Piece| {
                let is_in_it = if says_how(piece) && (length > 1 || !is_shown) { is_counted() } else { is_shown };
                is_in_it || self.is_accounted(piece, &understood)
            };
            // What is said of how things are is not there with the little words of it.
            let is_phrase = |(of, piece): &(usize, Piece)| *of == length && length > 1 && says_how(piece);
            // `steps back one hex` says where, whatever stepping back is besides.
            let is_spot = |(_, piece): &(usize, Piece)| matches!(piece, Piece::Spot(_));
            let leads = understood.has_place
                && (at..at + length).any(|at| piece::options(self.listener, &spoken, at).iter().any(is_spot));
            let of_how = !leads && options.iter().any(is_phrase);
            let mut ways = options.iter().filter(|(of, _)| !of_how || *of == length);
            let is_there = said.iter().all(is_said) || ways.any(|(_, piece)| is_accounted(piece));
            if let Some(text) = typed(line, said).filter(|text| !is_there && !understood.asides.contains(text)) {
                lost.push(text.to_string());
            }
            at += length;
        }
        lost
    }

    /// Whether a word says how often something is done, and it is, or of how many it is said, and there are so many.
    fn counts_or_gathers(&self, word: &SpokenWord, lines: usize) -> bool {
        let gathers = is(&word.text, little::SEVERAL)
            || GATHERING.iter().any(|class| self.is_of(&word.text, class))
            || !self.called(&word.stem).is_empty();
        self.is_of(&word.text, TIMES) || lines > 1 && gathers
    }

    fn as_understood<'a>(&self, texts: &'a [String], asides: &[String]) -> UnderstoodLine<'a> {
        let bare = |text: &'a String| {
            let mut bare = text.as_str();
            while let Some(rest) = BEFORE_SENTENCES.iter().find_map(|word| bare.strip_prefix(word)) {
                bare = rest;
            }
            bare
        };
        let is_number = |text: &str| text.parse::<f64>().is_ok();
        let is_cell = |word: &str| word.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y));
        let is_place = |text: &String| text.split(' ').any(|word| is_cell(word.trim_end_matches(',')));
        let told = asides.iter().flat_map(|text| words(text)).map(|word| word.stem);
        UnderstoodLine {
            texts,
            asides: asides.join("; "),
            stems: texts
                .iter()
                .flat_map(|text| words(text))
                .map(|word| word.stem)
                .chain(told)
                .chain(self.attempts.stems(texts))
                .collect(),
            asked: texts.iter().filter_map(|text| self.understood(bare(text)).ok()).collect(),
            has_place: texts.iter().any(is_place),
        }
    }

    /// Whether two are the same, or roll the same: an action, and the check that it rolls.
    fn rolls_the_same(&self, one: About, other: About) -> bool {
        let check = |about: About| match about {
            About::Action(id) => self.listener.book().actions[id.index()].check,
            About::Check(id) => Some(id),
            _ => None,
        };
        one == other || check(one).is_some() && check(one) == check(other)
    }

    /// Whether a piece says nothing, or what it says was understood.
    fn is_accounted(&self, piece: &Piece, understood: &UnderstoodLine<'_>) -> bool {
        let book = self.listener.book();
        let says =
            |text: &str| understood.asides.contains(text) || understood.texts.iter().any(|whole| whole.contains(text));
        let item = |at: usize| says(&book.items[at].head.name);
        match piece {
            Piece::Deed(about, _) => understood.asked.iter().any(|asked| self.rolls_the_same(asked.about, *about)),
            Piece::Who(name, who) => understood.has_place || says(name) || matches!(who, Who::Sheet(_)),
            Piece::Clause(text) | Piece::ClauseOf(_, text) | Piece::State(text) => {
                text.split([' ', ',']).any(|word| word.len() >= LEAST && says(word))
            }
            Piece::Value(_, word) => says(word),
            Piece::Items(items) | Piece::Owned(items) => items.iter().any(|one| item(one.index())),
            Piece::Kind(_) => true,
            Piece::Number(number) => {
                understood.has_place || number == ONCE || number.parse() == Ok(understood.texts.len())
            }
            Piece::Spot(_) => understood.has_place,
            Piece::Unknown(_) => false,
            Piece::Pronoun(_)
            | Piece::Role(_)
            | Piece::Leading(_)
            | Piece::Is
            | Piece::Whose
            | Piece::While(_)
            | Piece::From
            | Piece::Not
            | Piece::Owner
            | Piece::Comma
            | Piece::And
            | Piece::Little
            | Piece::Filler
            | Piece::Thin(_) => true,
        }
    }
}

impl UnderstoodLine<'_> {
    /// Whether a number stands in it.
    fn counts(&self, word: &SpokenWord) -> bool {
        word.is_number() && (word.text == ONCE || self.texts.iter().any(|text| text.contains(&word.text)))
    }

    /// Whether a word stands in it, or says nothing by itself.
    fn has(&self, word: &SpokenWord) -> bool {
        self.stems.contains(&word.stem)
            || word.is_comma()
            || little::is_little(&word.text)
            || is(&word.text, little::ASKING)
    }
}

/// The words as they were typed.
fn typed<'l>(line: &'l str, said: &[SpokenWord]) -> Option<&'l str> {
    let (first, last) = (said.first()?, said.last()?);
    line.get(first.at..last.at + last.length)
}
