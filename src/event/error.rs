//! What can be wrong with a log.

use crate::text::SourceText;
use miette::{NamedSource, SourceSpan};

/// A log that is too large, or a stored log that cannot be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum EventError {
    /// The log is full.
    #[error("the log is full after {events} events")]
    #[diagnostic(code(fray::event::full), help("end the game sooner, or let scripts tell less"))]
    Full {
        /// How many it holds.
        events: usize,
    },
    /// The first line is not the header of a log.
    #[error("this is not a log of events")]
    #[diagnostic(
        code(fray::event::not_a_log),
        help(
            "a log is what a game keeps, `fray run SCENARIO --save FILE`; its first line is `{{\"schema\":\"{}\"}}`",
            super::NAMED_SCHEMA
        )
    )]
    NotALog {
        /// The text.
        #[source_code]
        src: NamedSource<SourceText>,
        /// The first line.
        #[label("{why}")]
        at: SourceSpan,
        /// What is wrong with it.
        why: String,
    },
    /// A line is not an event.
    #[error("line {line} of the log is not an event")]
    #[diagnostic(code(fray::event::bad_line), help("save the log again, or remove this line and all after it"))]
    BadLine {
        /// The text.
        #[source_code]
        src: NamedSource<SourceText>,
        /// Where it goes wrong.
        #[label("{why}")]
        at: SourceSpan,
        /// What is wrong.
        why: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// The events are not consecutive.
    #[error("the events of the log are out of order at line {line}")]
    #[diagnostic(code(fray::event::out_of_order), help("a log is read whole and in the order it was written"))]
    OutOfOrder {
        /// The text.
        #[source_code]
        src: NamedSource<SourceText>,
        /// The line.
        #[label("{why}")]
        at: SourceSpan,
        /// What is wrong.
        why: String,
        /// The line, counted from 1.
        line: usize,
    },
}
