//! What a number that is given is for: `at -2 for the dark` says how much the dark counts, and not that it counts besides.

use super::hear::{Hearing, Understanding, understood};
use super::little::{self, is};
use super::piece::{self, Piece};
use super::token::SpokenWord;

/// What a number is called that is given or taken: it stands between the number and what that is for.
const AMOUNTS: &str = "{amounts}";
/// Before what a number is for.
const CAUSES: [&[&str]; 4] = [&["for"], &["because", "of"], &["due", "to"], &["because"]];

/// The end of a word for what is being done.
const DOING: &str = "ing";

/// The words of a line that say what a number is for.
struct NumberCause {
    /// Where the words before it begin.
    at: usize,
    /// Where it begins.
    from: usize,
    /// Behind its last word.
    to: usize,
}

impl Hearing<'_> {
    /// What is meant by a line in which a number is given with what it is for, if that would count by itself, too.
    pub(super) fn with_its_cause(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let cause = (1..spoken.len()).find_map(|at| self.cause(&spoken, at))?;
        let (first, last) = (spoken[cause.at].at, &spoken[cause.to - 1]);
        let behind = line.get(last.at + last.length..)?;
        let text = format!("{}{behind}", line.get(..first)?.trim_end());
        let heard = understood(self, &text).ok()?;
        let said = line.get(spoken[cause.from].at..last.at + last.length)?;
        if let Understanding::Line(meant) = &heard {
            let note = format!("for {said} the number counts that was given, and nothing besides");
            let before = self.attempts.asides(meant);
            self.attempts.note(meant, &before.into_iter().chain([note]).collect::<Vec<String>>());
        }
        self.attempts.note_stems(spoken[cause.at..cause.to].iter().map(|word| word.stem.clone()));
        Some(heard)
    }

    /// What a number at a place is for.
    fn cause(&self, spoken: &[SpokenWord], number: usize) -> Option<NumberCause> {
        let is_given = spoken[number].is_signed() || is(&spoken[number - 1].text, &["minus", "plus"]);
        let at = number + 1 + spoken[number + 1..].iter().take_while(|word| self.is_of(&word.text, AMOUNTS)).count();
        let stands = |words: &&&[&str]| {
            words.iter().enumerate().all(|(nth, word)| spoken.get(at + nth).is_some_and(|one| one.text == *word))
        };
        let from = at + CAUSES.iter().find(stands).filter(|_| is_given)?.len();
        let ends = |word: &SpokenWord| word.is_comma() || is(&word.text, little::AND);
        let to = (from..spoken.len()).find(|at| ends(&spoken[*at])).unwrap_or(spoken.len());
        let is_any = |at: usize, is_it: &dyn Fn(&Piece) -> bool| {
            piece::options(self.listener, spoken, at).iter().any(|(_, piece)| is_it(piece))
        };
        let says = |piece: &Piece| {
            matches!(piece, Piece::State(_) | Piece::Clause(_) | Piece::ClauseOf(..) | Piece::Value(..))
        };
        // `+2 for aiming`
        let is_deed = |piece: &Piece| matches!(piece, Piece::Deed(..));
        let is_so = |at: usize| spoken[at].text.ends_with(DOING);
        let counts = |at: usize| is_any(at, &says) || is_so(at) && is_any(at, &is_deed);
        let acts = |at: usize| is_any(at, &is_deed) && !is_so(at);
        let does = |at: usize| acts(at) || !self.listener.named_at(spoken, at).is_empty();
        let is_said = from < to && (at..to).any(counts) && !(from..to).any(does);
        is_said.then_some(NumberCause { at, from, to })
    }
}
