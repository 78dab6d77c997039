//! What is meant, and beside it what is not: `Ann shoots Bob, not Cid`, `everyone but Ann shoots Dan`.

use super::hear::{Hearing, Understanding, understood};
use super::little::{self, is};
use super::piece::{self, Piece};
use super::token::SpokenWord;

/// Before what is not meant, behind what is.
const DENIES: [&[&str]; 5] =
    [&[",", "but", "not"], &[",", "and", "not"], &["but", "not"], &[",", "not"], &["and", "not"]];
/// Before what is done otherwise, or to somebody else.
const IN_PLACE_OF: [&[&str]; 2] = [&["instead", "of"], &["rather", "than"]];
/// Before those of a group who are none of it.
const EXCEPTS: [&[&str]; 6] =
    [&["but", "not"], &["but"], &["except", "for"], &["except"], &["apart", "from"], &["save"]];

/// A part of a line that says what is not meant.
struct Contrast {
    /// The line without it.
    text: String,
    /// Those who are not meant.
    names: Vec<String>,
    /// The words of what is not meant, by their stems.
    denied: Vec<String>,
    /// What is said not to be so, as clauses.
    clauses: Vec<String>,
    /// Whether they are of a group of which the rest is meant.
    is_of_group: bool,
}

impl Hearing<'_> {
    /// What is meant by a line that says beside it what is not.
    pub(super) fn contrasted(&self, line: &str) -> Option<Understanding> {
        let contrast = self.contrast(line)?;
        self.attempts.note_stems(contrast.denied.iter().cloned());
        let is_meant = |text: &String| contrast.names.iter().any(|name| text.contains(name.as_str()));
        match understood(self, &contrast.text).ok()? {
            // `the same, but not tired`: that is all it says.
            Understanding::Line(text) if text == "same" => None,
            // What is denied holds all the same, where nothing is said in its place.
            Understanding::Line(text) if contrast.clauses.iter().any(|clause| self.holds_already(&text, clause)) => {
                None
            }
            Understanding::Line(text) => {
                (!contrast.is_of_group && !is_meant(&text)).then_some(Understanding::Line(text))
            }
            Understanding::Sequence(mut texts) => {
                let does = |text: &String| {
                    let bare = text.strip_prefix(little::ODDS).unwrap_or(text);
                    contrast.names.iter().any(|name| bare.starts_with(name.as_str()))
                };
                let before = texts.len();
                texts.retain(|text| !does(text));
                let is_of_it = !contrast.is_of_group || texts.len() < before;
                (is_of_it && !texts.is_empty() && !texts.iter().any(is_meant)).then_some(Understanding::Sequence(texts))
            }
            Understanding::Several(_) => None,
        }
    }

    fn contrast(&self, line: &str) -> Option<Contrast> {
        let spoken = self.listener.lexicon.spoken(line);
        for at in 1..spoken.len() {
            let stands = |words: &&&[&str]| {
                words.iter().enumerate().all(|(nth, word)| spoken.get(at + nth).is_some_and(|one| one.text == *word))
            };
            let behind = |words: &[&[&str]]| words.iter().find(stands).map(|words| at + words.len());
            if let Some(from) = behind(&IN_PLACE_OF).or_else(|| behind(&DENIES)) {
                let is_choice = behind(&IN_PLACE_OF).is_some();
                let to = (from..spoken.len()).find(|at| spoken[*at].is_comma()).unwrap_or(spoken.len());
                let is_said = self.is_of_things(&spoken[from..to], is_choice);
                return is_said.then(|| self.without_words(line, &spoken, (at, from, to), false)).flatten();
            }
            if let Some(from) = behind(&EXCEPTS) {
                let to = self.end_of_names(&spoken, from);
                let contrast = (to > from).then(|| self.without_words(line, &spoken, (at, from, to), true)).flatten();
                if contrast.is_some() {
                    return contrast;
                }
            }
        }
        None
    }

    /// The line without the words from a place to another; those who are named behind what denies are not meant.
    fn without_words(
        &self,
        line: &str,
        spoken: &[SpokenWord],
        (at, from, to): (usize, usize, usize),
        is_of_group: bool,
    ) -> Option<Contrast> {
        let rest = spoken.get(to).map_or("", |word| line.get(word.at..).unwrap_or_default());
        let rest = rest.trim_start_matches([',', ' ']);
        let asks = if line.trim_end().ends_with('?') && !rest.ends_with('?') { "?" } else { "" };
        let text = format!("{} {rest}", line.get(..spoken[at].at)?.trim()).trim().to_string() + asks;
        let names = self.named_in(&spoken[from..to]).into_iter().map(|(_, name)| name).collect();
        let denied = spoken[at..to].iter().map(|word| word.stem.clone()).collect();
        let clauses = self.values_in(&spoken[from..to]);
        Some(Contrast { text, names, denied, clauses, is_of_group })
    }

    /// The values of facts that words say, as clauses.
    fn values_in(&self, spoken: &[SpokenWord]) -> Vec<String> {
        let clause = |piece: Piece| match piece {
            Piece::Value(fact, word) => Some(format!("{} {word}", self.listener.book().facts[fact.index()].head.name)),
            _ => None,
        };
        let options = (0..spoken.len()).flat_map(|at| piece::options(self.listener, spoken, at));
        options.filter_map(|(_, piece)| clause(piece)).collect()
    }

    /// Whether a sentence means the same with a clause: it says nothing that does not hold without it.
    fn holds_already(&self, text: &str, clause: &str) -> bool {
        let asked = self.understood(text.strip_prefix(little::ODDS).unwrap_or(text));
        asked.is_ok_and(|asked| self.is_readable(&asked, clause) && !self.changes(&asked, clause))
    }

    /// Where a list of names ends that begins at a place.
    fn end_of_names(&self, spoken: &[SpokenWord], from: usize) -> usize {
        let (mut at, mut end) = (from, from);
        while let Some((length, ..)) = self.listener.named_at(spoken, at).into_iter().next() {
            end = at + length.max(1);
            let joins = |word: &&SpokenWord| word.is_comma() || is(&word.text, little::AND) || word.text == "or";
            at = end + spoken[end..].iter().take_while(joins).count();
        }
        end
    }

    /// Whether words name somebody or something, and nothing that is not known; nor what is done, where that may not be.
    fn is_of_things(&self, spoken: &[SpokenWord], may_be_done: bool) -> bool {
        let (mut at, mut says) = (0, false);
        while at < spoken.len() {
            let options = piece::options(self.listener, spoken, at);
            let Some((length, first)) = options.first() else { return false };
            let is_deed = options.iter().any(|(_, piece)| matches!(piece, Piece::Deed(..)));
            says |= match first {
                Piece::Unknown(_) => return false,
                _ if is_deed && !may_be_done => return false,
                Piece::Who(..) | Piece::Value(..) | Piece::Items(_) | Piece::Owned(_) | Piece::Kind(_) => true,
                _ => is_deed,
            };
            at += (*length).max(1);
        }
        says
    }
}
