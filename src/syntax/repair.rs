//! An entry that cannot be read, written as it was probably meant: words and signs near the place where the parser gave
//! up are exchanged, put in another order, added or left out, the likeliest slip first, until the entry reads. Nothing is
//! proposed that the grammar would not take.

use super::failure::{LONE, ParseFailure};
use super::grammar::{Grammar, Rule};
use super::near_failure::NearFailure;
use crate::text::is_wordly;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use std::collections::BTreeSet;

/// An entry as it was probably meant, the likeliest first.
pub(super) struct Repair {
    pub start: usize,
    pub end: usize,
    pub rights: Vec<String>,
    /// Why it is written so, where that is known.
    pub why: Option<String>,
}

/// How much a guess may depart from what was written.
pub(super) const MOST: u32 = 7;
/// The same where something else is known to say.
pub(super) const LITTLE: u32 = 3;
/// The same where the first word of an entry is unknown.
pub(super) const SOME: u32 = 5;
/// So often a text is read at most for one guess, and texts longer than that are not read again.
const MOST_READINGS: usize = 160;
/// The same of an expression that is typed: whoever types waits for it.
const MOST_READINGS_OF_LINES: usize = 40;
/// So many ways to read an entry are enough, and none that departs much more than the first is wanted.
const MOST_FOUND: usize = 8;
const FURTHER: u32 = 3;
const LONGEST: usize = 4_000;
const LONGEST_ENTRY: usize = 200;

/// The entry around a failure as it was probably meant, if a small change makes it readable.
pub(super) fn repaired(failure: &ParseFailure, most: u32) -> Option<Repair> {
    let (start, end, search) = RepairSearch::around(failure)?;
    let entry = &failure.text[start..end];
    let found =
        search.run(RepairGuess { cost: 0, text: entry.to_string(), at: failure.at - start }, failure.expected, most);
    let (plain, mut rights) = (entry.split_whitespace().collect::<Vec<_>>().join(" "), Vec::new());
    for text in found {
        let right =
            signed(&text.split_whitespace().collect::<Vec<_>>().join(" ")).replace(" ,", ",").replace(" ;", ";");
        if right != plain && !rights.contains(&right) {
            rights.push(right);
        }
    }
    (!rights.is_empty()).then_some(Repair { start, end, rights, why: None })
}

/// The entry with another first word in place of one that begins no entry, if it reads so.
pub(super) fn with_word(failure: &ParseFailure, word: &str, right: &str) -> Option<String> {
    let (start, end, search) = RepairSearch::around(failure).filter(|_| failure.block != LONE)?;
    let entry = &failure.text[start..end];
    // How an entry with a block is written is said with the block.
    if failure.text.get(end..)?.trim_start_matches([' ', '\t']).starts_with('{') {
        return None;
    }
    let meant = format!("{right}{}", entry.strip_prefix(word)?);
    matches!(search.read(&meant), EntryReading::Whole).then_some(meant)
}

/// An entry in which a sign that belongs to a number stands beside it: `add - 1` is `add -1`.
fn signed(entry: &str) -> String {
    let begins = |before: &str| {
        let last = before.trim_end().rsplit(' ').next().unwrap_or("");
        matches!(last, "" | "add" | "replace" | "plus" | "by" | "=" | "," | "(" | "set")
    };
    let mut out = String::with_capacity(entry.len());
    for (at, letter) in entry.char_indices() {
        let is_behind_sign = out.ends_with("- ") || out.ends_with("+ ");
        if letter.is_ascii_digit() && is_behind_sign && begins(&out[..out.len() - 2]) && at > 1 {
            out.pop();
        }
        out.push(letter);
    }
    out
}

/// The part of the entry around the failure that has no block in it.
fn segment(failure: &ParseFailure, last: usize) -> Option<(usize, usize)> {
    let (text, at) = (failure.text, failure.at);
    let before = text.get(failure.entry.0..at)?;
    let start =
        failure.entry.0 + before.rfind(['\n', '{', ';', '}']).filter(|_| !before.contains('"')).map_or(0, |at| at + 1);
    let start = start + text.get(start..at)?.len() - text.get(start..at)?.trim_start().len();
    let (mut is_text, mut end) = (text[start..at].matches('"').count() % 2 == 1, last);
    for (offset, letter) in text.get(at..last)?.char_indices() {
        match letter {
            '"' => is_text = !is_text,
            '\n' => {
                end = at + offset;
                break;
            }
            // A name in braces is the beginning of a text whose quotes are missing.
            '{' if !is_text && !begins_place(&text[at + offset..]) => {
                end = at + offset;
                break;
            }
            '}' if !is_text && !ends_place(&text[..at + offset]) => {
                end = at + offset;
                break;
            }
            ';' if !is_text => {
                end = at + offset;
                break;
            }
            _ => {}
        }
    }
    let end = start + text[start..end].trim_end().len();
    (end >= at.min(end) && end > start).then_some((start, end))
}

/// `{actor}`: a brace with a name in it.
fn begins_place(text: &str) -> bool {
    let inside = text[1..].trim_start_matches(is_wordly);
    inside.len() + 1 < text.len() && inside.starts_with('}')
}

fn ends_place(text: &str) -> bool {
    let before = text.trim_end_matches(is_wordly);
    before.len() < text.len() && before.ends_with('{')
}

/// An entry written otherwise, and where the parser gave it up.
#[derive(Clone, Debug)]
struct RepairGuess {
    cost: u32,
    text: String,
    at: usize,
}

struct RepairSearch<'a> {
    before: &'a str,
    behind: &'a str,
    closing: String,
    whole: &'a str,
    rule: Rule,
}

/// How an entry reads within its declaration.
enum EntryReading {
    Whole,
    Broken { at: usize, expected: Vec<Rule> },
}

impl<'a> RepairSearch<'a> {
    /// Where the entry around a failure begins and ends, and what stands around it.
    fn around(failure: &ParseFailure<'a>) -> Option<(usize, usize, RepairSearch<'a>)> {
        let is_lone = failure.block == LONE;
        let (from, to) = if is_lone { (0, failure.text.len()) } else { failure.declaration };
        let declaration = failure.text.get(from..to).filter(|text| text.len() <= LONGEST && !text.is_empty())?;
        let (start, end) = segment(failure, to)?;
        failure.text.get(start..end).filter(|entry| entry.len() <= LONGEST_ENTRY)?;
        let search = RepairSearch {
            before: &declaration[..start - from],
            behind: &declaration[end - from..],
            closing: "\n}".repeat(failure.missing),
            whole: failure.text,
            rule: if is_lone { Rule::lone_expr } else { Rule::lone_declaration },
        };
        Some((start, end, search))
    }

    /// The changes after which the entry reads, the cheapest first.
    fn run(&self, first: RepairGuess, expected: &[Rule], most: u32) -> Vec<String> {
        let mut known = BTreeSet::from([first.text.clone()]);
        let mut open: Vec<RepairGuess> = self.changes(&first, expected, most, &mut known);
        let (mut found, mut most_wanted) = (Vec::new(), most);
        for _ in 0..if self.rule == Rule::lone_expr { MOST_READINGS_OF_LINES } else { MOST_READINGS } {
            let next = open.iter().enumerate().min_by_key(|(_, guess)| guess.cost).map(|(at, _)| at);
            let Some(guess) = next.map(|next| open.remove(next)) else { break };
            if guess.cost > most_wanted || found.len() == MOST_FOUND {
                break;
            }
            match self.read(&guess.text) {
                EntryReading::Whole => {
                    most_wanted = most_wanted.min(guess.cost + FURTHER);
                    found.push(guess.text);
                }
                // Only what leads further on is gone on with.
                EntryReading::Broken { at, expected }
                    if guess.text.len() - at < first.text.len() - first.at.min(first.text.len()) =>
                {
                    let guess = RepairGuess { at, ..guess };
                    open.extend(self.changes(&guess, &expected, most, &mut known));
                }
                EntryReading::Broken { .. } => {}
            }
        }
        found
    }

    fn read(&self, entry: &str) -> EntryReading {
        let text = format!("{}{entry}{}{}", self.before, self.behind, self.closing);
        let Err(error) = Grammar::parse(self.rule, &text) else { return EntryReading::Whole };
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let (from, end) = (self.before.len(), self.before.len() + entry.len());
        // What is wrong behind the entry is another mistake.
        let behind = text[end.min(at)..at].trim();
        if at > end && !behind.is_empty() {
            return EntryReading::Whole;
        }
        match error.variant {
            ErrorVariant::ParsingError { positives, .. } => {
                EntryReading::Broken { at: at.clamp(from, end) - from, expected: positives }
            }
            ErrorVariant::CustomError { .. } => EntryReading::Broken { at: 0, expected: Vec::new() },
        }
    }

    /// What an entry may be changed to where it cannot be read.
    fn changes(
        &self,
        guess: &RepairGuess,
        expected: &[Rule],
        most: u32,
        known: &mut BTreeSet<String>,
    ) -> Vec<RepairGuess> {
        let near = NearFailure::new(&guess.text, guess.at, expected);
        let mut all = near.of_habit(self.whole);
        all.extend(near.words_of_habit());
        all.extend(near.between());
        all.extend(near.expected_words());
        all.extend(near.signs());
        all.extend(near.held());
        all.extend(near.joined(self.whole));
        all.extend(near.in_other_order());
        all.extend(near.in_other_form(self.whole));
        all.extend(near.quoted());
        all.extend(near.reordered());
        all.extend(near.left_out());
        let new = all.into_iter().filter(|(cost, _)| guess.cost + cost <= most);
        new.filter(|(_, text)| known.insert(text.clone()))
            .map(|(cost, text)| RepairGuess { cost: guess.cost + cost, text, at: 0 })
            .collect()
    }
}
