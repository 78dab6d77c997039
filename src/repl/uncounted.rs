//! A number that is told of somebody under a name that nothing of his is counted by: `ann mana +3`.

use super::answer::LineStop;
use super::sentence;
use super::session::LineStep;
use crate::diag::alike;
use crate::rulebook::{Rulebook, Track};
use crate::speech::{counted_in_words, counted_tracks, with_a_word};
use crate::text::is_wordly;

/// So many words has the name of a number at most.
const MOST_WORDS: usize = 3;

/// `NAME WORD +3`, where figures have no number that is called so: what is counted of them, and how that is told.
pub(super) fn told(step: &LineStep<'_>, line: &str) -> Option<LineStop> {
    let (name, what, number) = parted(step, line)?;
    let book = step.table.book();
    let counted = counted_tracks(book);
    let meant = meant(book, &counted, what)?;
    let told = match book.sets.iter().flat_map(|set| &set.words).find(|word| names(what).any(|one| *word.name == *one))
    {
        Some(word) if is_kept_by(book, meant, &word.name) => format!("{} {}", meant.head.name, word.name),
        _ => with_a_word(book, meant),
    };
    let says = match counted.iter().find(|track| track.head.name.eq_ignore_ascii_case(what)) {
        Some(track) => format!("`{}` is counted for each word by itself", track.head.name),
        None => format!("nobody has `{what}` here"),
    };
    let all = counted_in_words(book, &counted);
    let help = match step.table.figure(name) {
        Some(_) => format!("counted are {all}: write `{name} {told} {number}`"),
        None => format!("counted are {all}, of figures in the fight: `new {name}` lets one join"),
    };
    Some(step.line.nothing(what, &says, "not counted under this name", &help).into())
}

/// Somebody, the words behind his name, and by how much more or less.
fn parted<'l>(step: &LineStep<'_>, line: &'l str) -> Option<(&'l str, &'l str, &'l str)> {
    let cast = step.table.cast();
    let begins = |name: &&String| {
        line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && line[name.len()..].starts_with(' ')
    };
    let length = cast.names.iter().map(|(name, _)| name).filter(begins).map(String::len).max()?;
    let (what, number) = line[length..].trim().rsplit_once(' ')?;
    let digits = number.strip_prefix(['+', '-'])?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let what = what.trim();
    let is_name = what.chars().all(|c| is_wordly(c) || c == ' ') && (1..=MOST_WORDS).contains(&names(what).count());
    // What he does is a sentence.
    let is_done = names(what).next().is_some_and(|word| sentence::verb(step, word).is_some());
    (is_number && is_name && !is_done).then_some((&line[..length], what, number))
}

/// The running total that was meant: one that is called nearly so, one that is kept by a word of these, else the first.
fn meant<'b>(book: &Rulebook, counted: &[&'b Track], what: &str) -> Option<&'b Track> {
    let all = || counted.iter().map(|track| &*track.head.name);
    let near = names(what).find_map(|word| alike(word, all()).first().copied().or(crate::diag::suggest(word, all())));
    let exactly = counted.iter().find(|track| track.head.name.eq_ignore_ascii_case(what));
    let called = || counted.iter().find(|track| Some(&*track.head.name) == near);
    let kept = || counted.iter().find(|track| names(what).any(|word| is_kept_by(book, track, word)));
    exactly.or_else(called).or_else(kept).or(counted.first()).copied()
}

/// Whether a running total is kept by words, and this is one of them.
fn is_kept_by(book: &Rulebook, track: &Track, word: &str) -> bool {
    track.by.is_some_and(|set| book.sets[set.index()].words.iter().any(|one| *one.name == *word))
}

fn names(what: &str) -> impl Iterator<Item = &str> {
    what.split_whitespace()
}
