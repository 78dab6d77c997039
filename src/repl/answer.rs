//! What the prompt says to a line.

use super::render::rendered;
use crate::diag::{Diagnostic, Diagnostics, visible};

/// An answer: what to print, what is wrong, what is wanted next.
#[derive(Debug, Default)]
pub struct Response {
    /// Lines of plain text.
    pub text: String,
    /// What is wrong with the line; then nothing has changed.
    pub diagnostics: Diagnostics,
    /// Whether the session is over.
    pub done: bool,
}

impl Response {
    /// Plain text.
    pub fn of(text: impl Into<String>) -> Response {
        let mut text = text.into();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        Response { text, ..Response::default() }
    }

    /// Only mistakes.
    pub fn wrong(diagnostics: Diagnostics) -> Response {
        Response { diagnostics, ..Response::default() }
    }

    /// Whether the line was understood and done.
    pub fn is_good(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// What becomes of a line: an answer, or what stops it.
pub(super) type LineResult = Result<Response, LineStop>;

/// Why a line is not answered.
#[derive(Debug)]
pub(super) enum LineStop {
    /// It is wrong.
    Wrong(Diagnostics),
    /// Dice of the table are wanted first.
    Dice {
        wanted: super::table_dice::WantedDice,
        /// What has happened before they are rolled.
        text: String,
        /// How many events that tells.
        told: usize,
    },
}

impl LineStop {
    /// With something else that is wrong in the same line.
    pub(super) fn and(mut self, other: Option<super::ReplError>) -> LineStop {
        if let (LineStop::Wrong(all), Some(other)) = (&mut self, other) {
            all.push(Box::new(other));
        }
        self
    }

    /// In a few words.
    pub(super) fn in_words(&self) -> String {
        match self {
            LineStop::Wrong(wrong) => wrong.first().map_or(String::new(), ToString::to_string),
            LineStop::Dice { .. } => "dice of the table are waited for".to_string(),
        }
    }
}

impl From<Diagnostics> for LineStop {
    fn from(diagnostics: Diagnostics) -> LineStop {
        LineStop::Wrong(diagnostics)
    }
}

impl From<Diagnostic> for LineStop {
    fn from(diagnostic: Diagnostic) -> LineStop {
        LineStop::Wrong(vec![diagnostic])
    }
}

impl From<super::ReplError> for LineStop {
    fn from(error: super::ReplError) -> LineStop {
        LineStop::Wrong(vec![Box::new(error)])
    }
}

impl Response {
    /// All of it as plain text without colors: what a transcript keeps.
    pub fn plain(&self, width: usize) -> String {
        let mut text = visible(&self.text).into_owned();
        for diagnostic in &self.diagnostics {
            text += &rendered(diagnostic, width, false);
        }
        text
    }
}
