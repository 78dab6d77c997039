//! Where the clauses and phrases of a line begin, and which of its words stand for nothing: what can be left out of it at
//! once.

use super::hear::Hearing;
use super::little::{self, is};
use super::piece::{self, Piece, PieceHere};
use super::token::SpokenWord;

/// Words before which a clause begins that may be left out: `so`, `because`, `who`.
const INTRODUCES: &str = "{introduces}";
/// Words before which a phrase begins: `in`, `behind`.
pub(super) const BEFORE: &str = "{before}";
/// Words that are never left out, nor what stands beside them: `not`, `unless`.
const BARS: &str = "{bars}";
/// Before two who are named, in so many words each at most.
const BETWEEN: &str = "between";
const MOST_OF_A_NAME: usize = 4;
/// Between words, letters that end a clause.
const ENDS: &str = ";:()!?—–";
/// A dash that stands alone.
const DASH: &str = " - ";

/// A word of a line, and to what it belongs.
#[derive(Debug)]
pub(super) struct PlacedWord {
    pub word: SpokenWord,
    /// Which clause, counted from the first.
    pub clause: usize,
    /// Which phrase, counted through the whole line.
    pub phrase: usize,
    /// Whether it stands for nothing that could stand here.
    pub is_strange: bool,
    /// Whether it says nothing by itself.
    pub is_empty: bool,
    /// Whether nothing around it may be left out.
    pub bars: bool,
    /// Whether it is a word of questions.
    pub is_asking: bool,
    /// Whether it says what is done.
    pub is_deed: bool,
    /// Whether it is a unit of numbers.
    pub is_unit: bool,
}

/// The words of a line with their clauses and phrases.
pub(super) struct ClauseMap {
    pub words: Vec<PlacedWord>,
    /// Of each clause, whether a word before it says that it only explains the rest.
    pub explains: Vec<bool>,
}

impl ClauseMap {
    pub(super) fn of(hearing: &Hearing<'_>, line: &str) -> ClauseMap {
        let spoken = mended_where_it_says_something(hearing, line);
        let options: Vec<Vec<PieceHere>> =
            (0..spoken.len()).map(|at| piece::options(hearing.listener, &spoken, at)).collect();
        let mut map = ClauseMap { words: Vec::with_capacity(spoken.len()), explains: vec![false] };
        let (mut clause, mut phrase, mut end, mut covered) = (0, 0, 0, 0);
        for (at, word) in spoken.iter().enumerate() {
            let between = line.get(end..word.at).unwrap_or_default();
            let introduces = hearing.is_of(&word.text, INTRODUCES);
            let is_end = word.is_comma() || between.contains(|c: char| ENDS.contains(c)) || between.contains(DASH);
            let joins = (introduces || word.text == little::AND[0]) && !is_between_two(&spoken, at);
            let begins = is_end || joins && !is_behind_comma(&spoken, at);
            if at > 0 && begins {
                (clause, phrase) = (clause + 1, phrase + 1);
                map.explains.push(false);
            } else if at > 0 && (hearing.is_of(&word.text, BEFORE) || introduces) {
                phrase += 1;
            }
            // `…, grinning like a fool` paints the rest.
            let paints = is_behind_comma(&spoken, at) && word.text.ends_with("ing");
            map.explains[clause] |= introduces || paints;
            end = end.max(word.at + word.length);
            let is_covered = at < covered;
            let is_behind_article = at > 0 && is(&spoken[at - 1].text, little::ARTICLES);
            let lengths = options[at].iter().filter(|(_, piece)| !matches!(piece, Piece::Unknown(_)));
            covered = covered.max(at + lengths.map(|(length, _)| *length).max().unwrap_or(0));
            map.words.push(PlacedWord {
                clause,
                phrase,
                ..placed(hearing, word, &options[at], (is_covered, is_behind_article))
            });
        }
        map
    }

    /// The words of a clause by their places.
    pub(super) fn of_clause(&self, clause: usize) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().filter(move |(_, word)| word.clause == clause).map(|(at, _)| at)
    }

    /// The words of a phrase by their places.
    pub(super) fn of_phrase(&self, phrase: usize) -> impl DoubleEndedIterator<Item = usize> {
        self.words.iter().enumerate().filter(move |(_, word)| word.phrase == phrase).map(|(at, _)| at)
    }
}

/// The words of a line, a slip mended where the word then says something that could stand there.
fn mended_where_it_says_something(hearing: &Hearing<'_>, line: &str) -> Vec<SpokenWord> {
    let (typed, mended) = (hearing.listener.lexicon.spoken(line), hearing.mended(line));
    let words = typed.into_iter().zip(&mended).enumerate().map(|(at, (typed, other))| {
        let says = || piece::options(hearing.listener, &mended, at).iter().any(|(_, piece)| !says_little(piece));
        let is_kept = typed.text == other.text || is(&other.text, little::ASKING) || !says();
        if is_kept { typed } else { other.clone() }
    });
    words.collect()
}

/// Whether a piece says nothing that a slip could have been meant for.
fn says_little(piece: &Piece) -> bool {
    says_nothing(piece) || matches!(piece, Piece::Unknown(_))
}

/// Whether an `and` stands between two of whom a place is told: `between Ann and Bob`.
fn is_between_two(spoken: &[SpokenWord], at: usize) -> bool {
    let before = spoken[at.saturating_sub(MOST_OF_A_NAME)..at].iter().rev();
    let mut before = before.take_while(|word| !word.is_comma() && word.text != little::AND[0]);
    spoken[at].text == little::AND[0] && before.any(|word| word.text == BETWEEN)
}

fn is_behind_comma(spoken: &[SpokenWord], at: usize) -> bool {
    at > 0 && spoken[at - 1].is_comma()
}

/// What a word is by itself; those of a longer phrase are not strange.
fn placed(
    hearing: &Hearing<'_>,
    word: &SpokenWord,
    options: &[PieceHere],
    (is_covered, is_behind_article): (bool, bool),
) -> PlacedWord {
    let is_asking = is(&word.text, little::ASKING) || is(&word.text, little::OPENING);
    let is_adjective = word.text.ends_with("ing") && is_behind_article;
    let is_unknown = options.iter().all(|(_, piece)| matches!(piece, Piece::Unknown(_)));
    PlacedWord {
        clause: 0,
        phrase: 0,
        is_strange: word.is_word() && !is_asking && !is_covered && is_unknown,
        is_empty: !is_covered && options.iter().all(|(_, piece)| says_nothing(piece)),
        is_unit: hearing.listener.lexicon.unit(word).is_some(),
        bars: hearing.is_of(&word.text, BARS),
        is_asking,
        is_deed: !is_adjective && options.iter().any(|(_, piece)| matches!(piece, Piece::Deed(..))),
        word: word.clone(),
    }
}

/// Whether a piece only holds others together.
fn says_nothing(piece: &Piece) -> bool {
    matches!(
        piece,
        Piece::Little
            | Piece::Filler
            | Piece::Thin(_)
            | Piece::Comma
            | Piece::And
            | Piece::Is
            | Piece::Whose
            | Piece::While(_)
            | Piece::From
            | Piece::Pronoun(_)
            | Piece::Owner
            | Piece::Leading(_)
    )
}
