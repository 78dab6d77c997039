//! Words of a line as they are meant: slips of a letter mended, and whose something is where the mark before the `s` is
//! not typed: `anns odds`.

use super::hear::Hearing;
use super::little::{self, is};
use super::meaning::Meant;
use super::means::TOOL;
use super::piece::THIN;
use super::slip;
use super::token::{SpokenWord, stem};

/// What stands between somebody and what he has.
const OWNER: &str = "'s";
/// From so many letters on a word with a capital may be a slip of a common one: of the title of something.
const LONG_OF_NAMES: usize = 6;

impl Hearing<'_> {
    /// The words of a line, slips of a letter mended.
    pub(super) fn mended(&self, line: &str) -> Vec<SpokenWord> {
        let lexicon = self.listener.lexicon;
        let names = self.listener.name_words();
        let mut spoken = self.with_owners(lexicon.spoken(line));
        // With a number in it it is no slip of a name without: `guard2`.
        let is_numbered = |word: &SpokenWord| word.text.contains(|c: char| c.is_ascii_digit());
        for word in spoken.iter_mut().filter(|word| word.is_word() && !is_numbered(word)) {
            let is_known = lexicon.knows(word) || names.contains(&word.text) || lexicon.is_of(&word.text, TOOL);
            // What a clause begins with is typed as it is declared.
            let is_clause = self.listener.book().fact(&word.text).is_some();
            let is_known = is_known || is_clause || is(&word.text, little::OF_ODDS);
            if is_known || !self.listener.items_ending(&word.text).is_empty() {
                continue;
            }
            // Names are meant before other words.
            // A short word with a capital within a line is somebody's name, and no slip of a common word.
            let is_name = word.is_capital && word.at > 0 && word.text.len() < LONG_OF_NAMES;
            let mended = self.attempts.slip(&word.text, |typed| {
                let named = slip::named(typed, names.iter().map(String::as_str));
                let known = lexicon.known().chain(lexicon.of_class(TOOL));
                let near = slip::mended(typed, known);
                // What only leads to something is not meant where a word that says something is near, too.
                let telling = || slip::mended(typed, lexicon.telling());
                let done = || slip::mended_past(typed, lexicon.telling());
                let meant = near.filter(|text| !self.only_leads(text)).or_else(telling).or(near).or_else(done);
                named.or(meant.filter(|_| !is_name)).map(str::to_string)
            });
            if let Some(text) = mended {
                word.stem = stem(&text);
                word.text = text;
            }
        }
        spoken
    }

    /// Whether a word says nothing by itself.
    fn only_leads(&self, text: &str) -> bool {
        let lexicon = self.listener.lexicon;
        let is_empty = |word: &SpokenWord| lexicon.is_empty_word(word) || lexicon.is_of(&word.text, THIN);
        little::is_little(text) || lexicon.spoken(text).iter().all(is_empty)
    }

    /// The words of a line, `'s` split off the names that have it without its mark: `anns odds`.
    pub(super) fn with_owners(&self, spoken: Vec<SpokenWord>) -> Vec<SpokenWord> {
        let lexicon = self.listener.lexicon;
        let names = self.listener.name_words();
        let is_had = |at: usize| {
            let is_deed = |next: &SpokenWord| {
                lexicon.beginning(next).iter().any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
            };
            spoken.get(at + 1).is_some_and(|next| next.is_word() && !is_deed(next) && !little::is_little(&next.text))
        };
        let owner = |at: usize| {
            let word = &spoken[at];
            // `odds` is no word for what Odd has.
            if is(&word.text, little::OF_ODDS) {
                return None;
            }
            let name = word.text.strip_suffix('s').filter(|_| !names.contains(&word.text) && !lexicon.knows(word))?;
            (names.contains(name) && self.listener.is_name_of_one_word(name) && is_had(at)).then(|| name.to_string())
        };
        let split = |at: usize| match owner(at) {
            Some(name) => {
                let word = &spoken[at];
                let length = word.length - 1;
                let own_stem = stem(&name);
                let own = SpokenWord {
                    at: word.at + length,
                    length: 1,
                    text: OWNER.to_string(),
                    stem: OWNER.to_string(),
                    ..word.clone()
                };
                vec![SpokenWord { text: name, stem: own_stem, length, ..word.clone() }, own]
            }
            None => vec![spoken[at].clone()],
        };
        (0..spoken.len()).flat_map(split).collect()
    }
}
