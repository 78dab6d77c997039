//! What is wrong with a sentence.

use super::reader::Wanted;
use crate::diag::suggest;
use std::sync::Arc;

/// Of what could stand at a place, so much is named.
const MOST_NAMED: usize = 6;

/// A sentence that is not understood.
#[derive(Debug, Clone, thiserror::Error, miette::Diagnostic)]
pub enum SentenceError {
    /// Nothing fits at this place.
    #[error("this sentence is not understood from `{found}` on")]
    #[diagnostic(code(fray::play::sentence), help("{help}"))]
    NotUnderstood {
        /// What stands there.
        found: String,
        /// What to type.
        help: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<Arc<str>>,
        /// The place.
        #[label("{wanted}")]
        at: miette::SourceSpan,
        /// What could stand there.
        wanted: String,
    },
    /// It ends where something must follow.
    #[error("{}", if *inside { "something is missing in this sentence" } else { "this sentence ends too soon" })]
    #[diagnostic(code(fray::play::sentence), help("{help}"))]
    Unfinished {
        /// What to type.
        help: String,
        /// The sentence.
        #[source_code]
        src: miette::NamedSource<Arc<str>>,
        /// Its last letter.
        #[label("{wanted}")]
        at: miette::SourceSpan,
        /// What could follow.
        wanted: String,
        /// Whether more follows, but not that.
        inside: bool,
    },
    /// It is longer than any sentence.
    #[error("this sentence is longer than {most} bytes")]
    #[diagnostic(code(fray::play::long_sentence), help("say it in fewer words"))]
    TooLong {
        /// The limit.
        most: usize,
        /// Its beginning.
        #[source_code]
        src: miette::NamedSource<Arc<str>>,
        /// The place.
        #[label("too long from here")]
        at: miette::SourceSpan,
    },
}

impl SentenceError {
    /// In one line: what is wrong, and the help.
    pub fn told(&self) -> String {
        match self {
            SentenceError::NotUnderstood { help, wanted, .. } | SentenceError::Unfinished { help, wanted, .. } => {
                format!("{self}: {wanted} ({help})")
            }
            SentenceError::TooLong { .. } => self.to_string(),
        }
    }

    pub(super) fn new(text: &str, at: usize, length: usize, wanted: &[Wanted]) -> SentenceError {
        let found = &text[at..at + length];
        let names = wanted.iter().flat_map(|wanted| wanted.names.iter().map(String::as_str));
        let help = match suggest(found, names) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("here could stand {}", list(wanted)),
        };
        if found.is_empty() {
            return SentenceError::unfinished(text, at, help, wanted);
        }
        SentenceError::NotUnderstood {
            found: found.to_string(),
            help,
            src: miette::NamedSource::new("sentence", text.into()),
            at: (at, length).into(),
            wanted: format!("expected {}", sorts(wanted)),
        }
    }

    fn unfinished(text: &str, at: usize, help: String, wanted: &[Wanted]) -> SentenceError {
        SentenceError::Unfinished {
            help,
            src: miette::NamedSource::new("sentence", text.into()),
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
        SentenceError::TooLong {
            most: super::LONGEST,
            src: miette::NamedSource::new("sentence", text[..end].into()),
            at: last_letter(&text[..end]),
        }
    }
}

fn last_letter(text: &str) -> miette::SourceSpan {
    let last = text.trim_end().char_indices().next_back();
    last.map_or((0, 0), |(at, letter)| (at, letter.len_utf8())).into()
}

fn sorts(wanted: &[Wanted]) -> String {
    let mut sorts: Vec<String> = Vec::new();
    for wanted in wanted {
        let sort = match (wanted.sort.as_str(), wanted.names.as_slice()) {
            ("the word", [word]) => format!("`{word}`"),
            (sort, _) => sort.to_string(),
        };
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    if sorts.len() > MOST_NAMED {
        sorts.truncate(MOST_NAMED);
        return format!("{} or the like", sorts.join(", "));
    }
    either(&sorts)
}

fn list(wanted: &[Wanted]) -> String {
    let mut names: Vec<String> =
        wanted.iter().flat_map(|wanted| wanted.names.iter()).map(|name| format!("`{name}`")).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let more = names.len() > 12;
    names.truncate(12);
    match (names.is_empty(), more) {
        (true, _) => sorts(wanted),
        (false, true) => format!("{}, …", names.join(", ")),
        (false, false) => either(&names),
    }
}

fn either(words: &[String]) -> String {
    match words {
        [] => "the end".to_string(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
