//! What is wrong with a sentence.

use super::advice::{Advice, ExpectedHere, MOST_LISTED, instead, sorts};
use crate::diag::{LateText, suggest};
use crate::explain::KeptOut;
use crate::text::{SourceText, is_wordly};
use crate::value::Number;
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many actions for which something else counts are named.
const MOST_ELSEWHERE: usize = 3;
/// Of what counts where something else was said, so much is named.
const MOST_ALIKE: usize = 4;

/// A sentence that is not understood.
#[derive(Debug, Clone, thiserror::Error, miette::Diagnostic)]
pub enum SentenceError {
    /// Nothing fits at this place.
    #[error("this sentence is not understood from `{found}` on")]
    #[diagnostic(code(fray::query::sentence), help("{help}"))]
    NotUnderstood {
        /// What stands there.
        found: String,
        /// What to type.
        help: LateText,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("{wanted}")]
        at: miette::SourceSpan,
        /// What could stand there.
        wanted: String,
    },
    /// It ends where something must follow.
    #[error("{}", if *inside { "something is missing in this sentence" } else { "this sentence ends too soon" })]
    #[diagnostic(code(fray::query::sentence), help("{help}"))]
    Unfinished {
        /// What to type.
        help: LateText,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// Its last letter.
        #[label("{wanted}")]
        at: miette::SourceSpan,
        /// What could follow.
        wanted: String,
        /// Whether more follows, but not that.
        inside: bool,
    },
    /// A number that cannot be.
    #[error("`{fact}` cannot be {said}")]
    #[diagnostic(code(fray::query::out_of_range), help("say {bounds}"))]
    OutOfRange {
        /// The fact.
        fact: String,
        /// What was said.
        said: String,
        /// What may be said.
        bounds: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("{bounds}")]
        at: miette::SourceSpan,
    },
    /// A fact that nothing reads.
    #[error("`{fact}` does not count for `{about}`")]
    #[diagnostic(code(fray::query::not_read), help("{help}"))]
    NotRead {
        /// The fact.
        fact: String,
        /// The action or check.
        about: String,
        /// What to type.
        help: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("nothing in it reads this")]
        at: miette::SourceSpan,
    },
    /// A fact that the action sets itself.
    #[error("`{about}` sets `{fact}` itself")]
    #[diagnostic(code(fray::query::set_anew), help("leave it out: it is set in {line}"))]
    SetAnew {
        /// The fact.
        fact: String,
        /// The action.
        about: String,
        /// The line that sets it.
        line: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("what is said here is never read")]
        at: miette::SourceSpan,
    },
    /// What is not so, of something that is one of many.
    #[error("`{said}` does not say what is so instead")]
    #[diagnostic(code(fray::query::negated), help("{help}"))]
    Negated {
        /// What was said.
        said: String,
        /// What to type.
        help: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("and what is so?")]
        at: miette::SourceSpan,
    },
    /// A name that several on the board share.
    #[error("several who are here may be `{said}`")]
    #[diagnostic(code(fray::query::which), help("say which of them: {names}"))]
    Which {
        /// The name.
        said: String,
        /// Those who may be meant.
        names: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("which of them?")]
        at: miette::SourceSpan,
    },
    /// Something that is said twice.
    #[error("`{what}` is said twice")]
    #[diagnostic(code(fray::query::twice), help("keep one of them"))]
    Twice {
        /// The clause, as it was typed the second time.
        what: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("here again")]
        at: miette::SourceSpan,
        /// Where it was said before.
        #[label("said here first")]
        first: miette::SourceSpan,
    },
    /// Cells that do not hang together.
    #[error("`{fact}` has a gap before {cell}")]
    #[diagnostic(code(fray::query::gap), help("name every cell, each beside one before it{instead}"))]
    Gap {
        /// The fact.
        fact: String,
        /// The first cell that touches none before it, or not the last before it of a way.
        cell: String,
        /// Why it is one.
        why: String,
        /// What could be said instead.
        instead: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("{why}")]
        at: miette::SourceSpan,
    },
    /// A place that is none.
    #[error("{cell} is not on the map")]
    #[diagnostic(code(fray::query::off_map), help("the map goes from `{first}` to `{last}`"))]
    OffMap {
        /// The place.
        cell: String,
        /// The first place of the map.
        first: String,
        /// The last place of the map.
        last: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// Where it is named.
        #[label("off the map")]
        at: miette::SourceSpan,
    },
    /// Several actions are said so.
    #[error("this is said of `{one}` and of `{other}` alike")]
    #[diagnostic(
        code(fray::query::ambiguous),
        help("state a fact that only one of them takes, or give one of them a sentence of its own: `says \"…\"`")
    )]
    Ambiguous {
        /// An action that may be meant.
        one: String,
        /// Another that may be meant.
        other: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// What is said of both.
        #[label("which of them?")]
        at: miette::SourceSpan,
    },
    /// It is longer than any sentence.
    #[error("this sentence is longer than {most} bytes")]
    #[diagnostic(code(fray::query::long_sentence), help("say it in fewer words"))]
    TooLong {
        /// The limit.
        most: usize,
        /// Its beginning.
        #[source_code]
        src: miette::NamedSource<SourceText>,
        /// The place.
        #[label("too long from here")]
        at: miette::SourceSpan,
    },
}

impl SentenceError {
    /// From which letter on nothing was understood, and whether something near was offered for what stands there.
    pub fn stopped_at(&self) -> Option<(usize, bool)> {
        match self {
            SentenceError::NotUnderstood { at, help, .. } => Some((at.offset(), help.starts_with("did you mean `"))),
            _ => None,
        }
    }

    /// In one line: what is wrong, and the help.
    pub fn told(&self) -> String {
        match self {
            SentenceError::NotUnderstood { help, wanted, .. } | SentenceError::Unfinished { help, wanted, .. } => {
                format!("{self}: {wanted} ({help})")
            }
            SentenceError::OutOfRange { bounds, .. } => format!("{self}: {bounds}"),
            SentenceError::NotRead { help, .. } | SentenceError::Negated { help, .. } => format!("{self}: {help}"),
            SentenceError::SetAnew { line, .. } => format!("{self} ({line})"),
            SentenceError::Gap { .. }
            | SentenceError::OffMap { .. }
            | SentenceError::Which { .. }
            | SentenceError::Ambiguous { .. }
            | SentenceError::Twice { .. }
            | SentenceError::TooLong { .. } => self.to_string(),
        }
    }

    /// Whether every word of it was understood: nothing else was meant.
    pub fn is_of_meaning(&self) -> bool {
        matches!(
            self,
            SentenceError::OutOfRange { .. }
                | SentenceError::OffMap { .. }
                | SentenceError::Negated { .. }
                | SentenceError::Which { .. }
                | SentenceError::Twice { .. }
        )
    }

    /// How far the sentence was understood.
    pub fn reached(&self) -> usize {
        match self {
            SentenceError::NotUnderstood { at, .. }
            | SentenceError::OutOfRange { at, .. }
            | SentenceError::NotRead { at, .. }
            | SentenceError::SetAnew { at, .. }
            | SentenceError::Twice { at, .. }
            | SentenceError::Negated { at, .. }
            | SentenceError::Which { at, .. }
            | SentenceError::OffMap { at, .. }
            | SentenceError::Gap { at, .. } => at.offset(),
            SentenceError::Ambiguous { at, .. } => at.offset() + at.len(),
            SentenceError::Unfinished { at, .. } => at.offset() + at.len(),
            SentenceError::TooLong { .. } => usize::MAX,
        }
    }

    /// This error in a longer text, in which the sentence begins at `start`; what stood before it there does not count.
    #[must_use]
    pub fn within(mut self, whole: &str, start: usize, before: usize) -> SentenceError {
        let (place, text) = match &mut self {
            SentenceError::NotUnderstood { at, src, .. }
            | SentenceError::OutOfRange { at, src, .. }
            | SentenceError::NotRead { at, src, .. }
            | SentenceError::SetAnew { at, src, .. }
            | SentenceError::Twice { at, src, .. }
            | SentenceError::Negated { at, src, .. }
            | SentenceError::Which { at, src, .. }
            | SentenceError::Gap { at, src, .. }
            | SentenceError::OffMap { at, src, .. }
            | SentenceError::Unfinished { at, src, .. }
            | SentenceError::Ambiguous { at, src, .. }
            | SentenceError::TooLong { at, src, .. } => (at, src),
        };
        let moved = |place: miette::SourceSpan| {
            let offset = (start + place.offset()).saturating_sub(before).min(whole.len());
            (offset, place.len().min(whole.len() - offset)).into()
        };
        *place = moved(*place);
        *text = miette::NamedSource::new("prompt", whole.into());
        if let SentenceError::Twice { first, .. } = &mut self {
            *first = moved(*first);
        }
        self
    }

    /// Something said, by name or title, that does not count for what it is about.
    pub(super) fn not_read(said: &[&str], about: &str, counts: &Alternatives<'_>, text: &str) -> SentenceError {
        let fact = said.first().copied().unwrap_or_default();
        let help = counts.help(fact, about);
        let (src, at) = (source(text), place_of(said, text).into());
        SentenceError::NotRead { fact: fact.to_string(), about: about.to_string(), help, src, at }
    }

    /// Something said, by name or title, that a line of the action sets anew.
    pub(super) fn set_anew(said: &[&str], about: &str, line: &str, text: &str) -> SentenceError {
        let fact = said.first().copied().unwrap_or_default().to_string();
        let (src, at) = (source(text), place_of(said, text).into());
        SentenceError::SetAnew { fact, about: about.to_string(), line: line.to_string(), src, at }
    }

    /// A number that something named so cannot be.
    pub(super) fn out_of_range(name: &str, title: &str, said: &Number, bounds: String, text: &str) -> SentenceError {
        let said = said.to_string();
        let (from, length) = place_of(&[name, title], text);
        let end = text[from..].find(&said).map_or(from + length, |at| from + at + said.len());
        let (src, at) = (source(text), (from, end - from).into());
        SentenceError::OutOfRange { fact: name.to_string(), said, bounds, src, at }
    }

    /// A name, or title, that several on the board share.
    pub(super) fn which(said: &[&str], names: &[String], text: &str) -> SentenceError {
        /// So many are named.
        const MOST_NAMED: usize = 8;
        let (from, length) = place_of(said, text);
        let name = text.get(from..from + length).unwrap_or_default().to_string();
        let mut shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
        let more = names.len().saturating_sub(MOST_NAMED);
        shown.extend((more > 0).then(|| format!("{more} more")));
        let names = shown.join(", ");
        SentenceError::Which { said: name, names, src: source(text), at: (from, length).into() }
    }

    /// Something that is said in two places of a sentence.
    pub(super) fn twice(what: &str, text: &str, first: (usize, usize), again: (usize, usize)) -> SentenceError {
        let src = source(text);
        SentenceError::Twice { what: what.to_string(), src, at: again.into(), first: first.into() }
    }

    /// What is said up to a place is said of two actions.
    pub(super) fn ambiguous(text: &str, end: usize, [one, other]: [String; 2]) -> SentenceError {
        let src = source(text);
        SentenceError::Ambiguous { one, other, src, at: (0, end).into() }
    }

    /// A list of cells with a gap before one of them, which is written so, and why that is one; of a way it is told that
    /// it can be found.
    pub(super) fn gap(fact: &str, cell: String, (why, is_way): (String, bool), text: &str) -> SentenceError {
        let instead = if is_way { format!(", or `to {cell}` for the shortest way") } else { String::new() };
        let at = text.rfind(&cell).map_or((0, text.len()), |at| (at, cell.len()));
        let src = source(text);
        SentenceError::Gap { fact: fact.to_string(), cell, why, instead, src, at: at.into() }
    }

    /// A place off the map, which is written so, and the corners of the map.
    pub(super) fn off_map(cell: String, [first, last]: [String; 2], text: &str) -> SentenceError {
        let at = text.rfind(&cell).map_or((0, text.len()), |at| (at, cell.len())).into();
        SentenceError::OffMap { cell, first, last, src: source(text), at }
    }

    pub(super) fn new(
        text: &str,
        at: usize,
        length: usize,
        wanted: &[ExpectedHere],
        advice: Option<&Advice>,
    ) -> SentenceError {
        let found = &text[at..at + length];
        let help = {
            let (found, wanted, advice) = (found.to_string(), wanted.to_vec(), advice.cloned());
            LateText::new(move || instead(&found, &wanted, advice.as_ref()))
        };
        if found.is_empty() {
            return SentenceError::unfinished(text, at, help, wanted);
        }
        let label = advice.and_then(|advice| advice.label.clone());
        SentenceError::NotUnderstood {
            found: found.to_string(),
            help,
            src: source(text),
            at: (at, length).into(),
            wanted: label.unwrap_or_else(|| format!("expected {}", sorts(wanted))),
        }
    }

    fn unfinished(text: &str, at: usize, help: LateText, wanted: &[ExpectedHere]) -> SentenceError {
        SentenceError::Unfinished {
            help,
            src: source(text),
            at: last_letter(&text[..at]),
            wanted: format!("expected {} after this", sorts(wanted)),
            inside: !text[at..].trim().is_empty(),
        }
    }

    pub(super) fn too_long(text: &str) -> SentenceError {
        let mut end = 80.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        SentenceError::TooLong { most: super::LONGEST, src: source(&text[..end]), at: last_letter(&text[..end]) }
    }
}

/// What counts where something else was said.
#[derive(Default)]
pub(super) struct Alternatives<'a> {
    /// The names of everything that counts.
    pub(super) all: Vec<&'a str>,
    /// Of these, what somebody would say.
    pub(super) sayable: Vec<&'a str>,
    /// Of these, what is said in the same way: a number of the same unit, a word of the same set.
    pub(super) alike: BTreeSet<Arc<str>>,
    /// What keeps it from counting where its check could look at it.
    pub(super) kept_out: Option<KeptOut>,
    /// What else judges the same sort of thing, if none of these does.
    pub(super) instead: Option<String>,
    /// The actions for which it counts, by title.
    pub(super) elsewhere: Vec<&'a str>,
}

impl Alternatives<'_> {
    fn help(&self, said: &str, about: &str) -> String {
        if let Some(near) = suggest(said, self.all.iter().copied()) {
            return format!("did you mean `{near}`?");
        }
        if let Some(instead) = &self.instead {
            return instead.clone();
        }
        if self.alike.is_empty() || self.alike.len() > MOST_ALIKE {
            return self.kept_out.as_ref().map_or_else(|| self.listed(about), KeptOut::help);
        }
        let names: Vec<String> = self.alike.iter().map(|name| format!("`{name}`")).collect();
        let which = if names.len() == 1 { "did you mean that?" } else { "did you mean one of these?" };
        format!("`{about}` is judged by {}: {which}", names.join(", "))
    }

    /// Leave it out, and what can be said instead.
    fn listed(&self, about: &str) -> String {
        let more = self.sayable.len().saturating_sub(MOST_LISTED);
        let names: Vec<String> = self.sayable.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
        let others: Vec<&&str> = self.elsewhere.iter().filter(|title| **title != about).collect();
        let actions = others.iter().take(MOST_ELSEWHERE).map(|title| format!("`{title}`"));
        let actions = actions.collect::<Vec<String>>().join(", ");
        let most = if others.len() > MOST_ELSEWHERE { " and others" } else { "" };
        let elsewhere = if actions.is_empty() { String::new() } else { format!(": it counts for {actions}{most}") };
        match (names.is_empty(), more) {
            (true, _) => format!("leave it out{elsewhere}"),
            (_, 0) => format!("leave it out{elsewhere}; these count here: {}", names.join(", ")),
            _ => format!("leave it out{elsewhere}; these count here: {} and {more} more", names.join(", ")),
        }
    }
}

/// Where something is said, by name or title, in a sentence; all of it if it cannot be found. A word that begins a clause
/// goes before the same word within a name.
fn place_of(said: &[&str], text: &str) -> (usize, usize) {
    let is_letter = |letter: Option<char>| letter.is_some_and(is_wordly);
    let begins = |at: usize| text[..at].trim_end().ends_with(',');
    let places = |name: &&str| {
        let spaced = |words: &str| words.to_lowercase().replace('_', " ");
        let (name, lower) = (spaced(name), spaced(text));
        let found: Vec<usize> = lower.match_indices(&name).map(|(at, _)| at).collect();
        let whole = |at: &usize| {
            let (before, behind) = (text.get(..*at), text.get(at + name.len()..));
            let ends = |(before, behind): (&str, &str)| {
                !is_letter(before.chars().next_back()) && !is_letter(behind.chars().next())
            };
            before.zip(behind).is_some_and(ends)
        };
        let found: Vec<usize> = found.into_iter().filter(whole).collect();
        let best = found.iter().rev().find(|at| begins(**at)).or(found.last())?;
        Some((*best, name.len()))
    };
    said.iter().find_map(places).unwrap_or((0, text.len()))
}

/// A sentence, as errors show it.
pub(super) fn source(sentence: impl Into<Arc<str>>) -> miette::NamedSource<SourceText> {
    miette::NamedSource::new("sentence", SourceText::from(sentence))
}

fn last_letter(text: &str) -> miette::SourceSpan {
    let last = text.trim_end().char_indices().next_back();
    last.map_or((0, 0), |(at, letter)| (at, letter.len_utf8())).into()
}
