//! What can be wrong with a line at the prompt itself. What is wrong with the sentence, expression or rule in it is told by
//! the floor that reads it.

use crate::diag::{did_you_mean, listed, suggest};
use crate::text::SourceText;
use miette::{NamedSource, SourceSpan};

/// A line, as diagnostics show it.
pub(super) type LineSource = NamedSource<SourceText>;

/// A line that cannot be answered.
#[derive(Clone, Debug, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "the sentence of each variant says what its fields are")]
pub enum ReplError {
    #[error("no {sort} is named `{name}`")]
    #[diagnostic(code(fray::repl::unknown_name))]
    UnknownName {
        sort: String,
        name: String,
        #[source_code]
        line: LineSource,
        #[label("not known here")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    #[error("`{word}` is neither a command, nor the beginning of a sentence, nor an expression")]
    #[diagnostic(code(fray::repl::not_understood))]
    NotUnderstood {
        word: String,
        #[source_code]
        line: LineSource,
        #[label("not understood")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    #[error("{what}")]
    #[diagnostic(code(fray::repl::missing))]
    Missing {
        what: String,
        #[source_code]
        line: LineSource,
        #[label("something is missing behind this")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    #[error("{what}")]
    #[diagnostic(code(fray::repl::nothing))]
    Nothing {
        what: String,
        #[source_code]
        line: LineSource,
        #[label("{label}")]
        at: SourceSpan,
        label: String,
        #[help]
        help: String,
    },
    #[error("{what}")]
    #[diagnostic(code(fray::repl::otherwise))]
    Otherwise {
        what: String,
        #[source_code]
        line: LineSource,
        #[label("{label}")]
        at: SourceSpan,
        label: String,
        #[help]
        help: String,
    },
    #[error("these are not the dice that were asked for")]
    #[diagnostic(code(fray::repl::dice))]
    Dice {
        why: String,
        #[source_code]
        line: LineSource,
        #[label("{why}")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    #[error("this order is refused: {reason}")]
    #[diagnostic(code(fray::repl::refused))]
    Refused {
        reason: String,
        #[source_code]
        line: LineSource,
        #[label("{label}")]
        at: SourceSpan,
        label: String,
        #[help]
        help: String,
    },
    #[error("`{name}` is no saved session of these rules: {why}")]
    #[diagnostic(code(fray::repl::bad_save))]
    BadSave {
        name: String,
        why: String,
        #[source_code]
        line: LineSource,
        #[label("nothing was loaded")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    #[error("this line is no text")]
    #[diagnostic(code(fray::repl::not_text))]
    NotText {
        #[source_code]
        line: LineSource,
        #[label("no UTF-8 from here")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    #[error("this line is longer than {most} bytes")]
    #[diagnostic(code(fray::repl::too_long))]
    TooLong {
        most: usize,
        #[source_code]
        line: LineSource,
        #[label("too long from here")]
        at: SourceSpan,
        #[help]
        help: String,
    },
}

/// A typed line and places in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypedLine<'a>(pub &'a str);

impl<'a> TypedLine<'a> {
    /// The whole line as a source.
    pub(super) fn source(self) -> LineSource {
        NamedSource::new("prompt", self.0.into())
    }

    /// Where a part of the line stands; its end if it is no part.
    pub(super) fn at(self, part: &str) -> SourceSpan {
        let start = (part.as_ptr() as usize).wrapping_sub(self.0.as_ptr() as usize);
        if start <= self.0.len() && start + part.len() <= self.0.len() {
            (start, part.len()).into()
        } else {
            (self.0.len(), 0).into()
        }
    }

    /// Nothing of that sort has the name.
    pub(super) fn unknown<'n>(self, sort: &str, part: &str, known: impl IntoIterator<Item = &'n str>) -> ReplError {
        let known: Vec<&str> = known.into_iter().collect();
        let otherwise = match known.len() {
            0 => "there is none yet: `new NAME from SHEET` lets a figure join, `open SCENARIO` begins a fight"
                .to_string(),
            _ => listed(&known),
        };
        self.unknown_or(sort, part, known, &otherwise)
    }

    /// The same, with what to say where no name is near.
    pub(super) fn unknown_or<'n>(
        self,
        sort: &str,
        part: &str,
        known: impl IntoIterator<Item = &'n str>,
        otherwise: &str,
    ) -> ReplError {
        let help = did_you_mean(part, known, otherwise);
        let (line, at) = (self.source(), self.at(part));
        ReplError::UnknownName { sort: sort.to_string(), name: part.to_string(), line, at, help }
    }

    /// Something should stand at the end.
    pub(super) fn missing(self, what: &str, help: &str) -> ReplError {
        // An empty label at the very end would not be drawn, so the last word is marked.
        let at = self.at(self.0.split_whitespace().last().unwrap_or(self.0));
        ReplError::Missing { what: what.to_string(), line: self.source(), at, help: help.to_string() }
    }

    /// What is understood, and said in another way here.
    pub(super) fn otherwise(self, (start, length): (usize, usize), what: &str, label: &str, help: &str) -> ReplError {
        let (line, at) = (self.source(), (start, length).into());
        ReplError::Otherwise { what: what.to_string(), line, at, label: label.to_string(), help: help.to_string() }
    }

    /// There is nothing to do this with.
    pub(super) fn nothing(self, part: &str, what: &str, label: &str, help: &str) -> ReplError {
        let (line, at) = (self.source(), self.at(part));
        ReplError::Nothing { what: what.to_string(), line, at, label: label.to_string(), help: help.to_string() }
    }

    /// The first word means nothing.
    pub(super) fn not_understood<'n>(self, part: &str, known: impl IntoIterator<Item = &'n str>) -> ReplError {
        let help = match suggest(part, known) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`help` lists what can be typed here".to_string(),
        };
        ReplError::NotUnderstood { word: part.to_string(), line: self.source(), at: self.at(part), help }
    }
}
