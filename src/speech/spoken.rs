//! A line as words in the forms that are known: `what's` in full, `nine` as `9`, long forms as what they stand for.

use super::lexicon::Lexicon;
use super::little::{self, is};
use super::token::{SpokenWord, words};
use std::cell::OnceCell;

/// The class of words that nobody can have: before them `'s` is `is`.
const IS: &str = "{is}";

/// `is` where a word stands.
fn is_at(word: &SpokenWord) -> SpokenWord {
    SpokenWord { text: "is".to_string(), stem: "is".to_string(), ..word.clone() }
}

impl Lexicon {
    /// The words of a line, each in the form that is known.
    pub(super) fn spoken(&self, line: &str) -> Vec<SpokenWord> {
        let mut spoken = Vec::new();
        let mut all = self.in_full(words(line));
        let mut at = 0;
        while let Some(word) = all.get(at) {
            if let Some((taken, forms)) = self.long_form(&all[at..]) {
                let last = &all[at + taken - 1];
                let length = last.at + last.length - word.at;
                spoken.extend(forms.iter().map(|form| SpokenWord { at: word.at, length, ..form.clone() }));
                at += taken;
                continue;
            }
            // `Drew` is somebody where one is called so, and no form of `draws`.
            let is_somebody = word.is_capital && self.figures.contains(&word.text);
            match self.forms.get(&word.text).filter(|_| !is_somebody) {
                Some(forms) => {
                    let (at, length) = (word.at, word.length);
                    spoken.extend(forms.iter().map(|form| SpokenWord { at, length, ..form.clone() }));
                }
                None if self.is_short_for_is(&all, at) => spoken.push(is_at(word)),
                None => spoken.push(std::mem::take(&mut all[at])),
            }
            at += 1;
        }
        spoken
    }

    /// Words with their short forms in full: `what's` as `what is`.
    fn in_full(&self, all: Vec<SpokenWord>) -> Vec<SpokenWord> {
        let mut full: Vec<SpokenWord> = Vec::with_capacity(all.len());
        for word in all {
            let before = full.last().filter(|_| word.text == "'s");
            let short = before.and_then(|before| self.forms.get(&format!("{}{}", before.text, word.text)));
            match (short, before) {
                (Some(forms), Some(before)) => {
                    let (at, length) = (before.at, before.length + word.length);
                    full.pop();
                    full.extend(forms.iter().map(|form| SpokenWord { at, length, ..form.clone() }));
                }
                _ => full.push(word),
            }
        }
        full
    }

    /// `'s` before a word that nobody can have: `Ann's at the door`.
    fn is_short_for_is(&self, all: &[SpokenWord], at: usize) -> bool {
        let is_owner = at > 0 && all[at].text == "'s";
        is_owner && all.get(at + 1).is_some_and(|next| self.is_of(&next.text, IS) || is(&next.text, little::ARTICLES))
    }

    /// A form of several words that stands here: how many words it takes, and what is meant.
    fn long_form(&self, rest: &[SpokenWord]) -> Option<(usize, &[SpokenWord])> {
        let forms = self.long_forms.get(&rest.first()?.stem)?;
        // Most forms end at the second word: what that is, is asked once.
        let second = OnceCell::new();
        let stresses = |at: usize| match at {
            1 => *second.get_or_init(|| self.only_stresses(&rest[1])),
            _ => self.only_stresses(&rest[at]),
        };
        // How many words it takes here, those between that say nothing among them: `comes right up to`.
        let taken = |stems: &[String]| {
            let mut at = 0;
            for stem in stems {
                while at > 0 && rest.get(at)?.stem != *stem && stresses(at) {
                    at += 1;
                }
                rest.get(at).filter(|word| word.stem == *stem)?;
                at += 1;
            }
            Some(at)
        };
        forms.iter().find_map(|(stems, meant)| Some((taken(stems)?, meant.as_slice())))
    }
}
