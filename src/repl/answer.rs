//! What the prompt says to a line.

use crate::diag::{Diagnostic, Diagnostics};

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
        let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor())
            .with_links(false)
            .with_width(width);
        let mut text = self.text.clone();
        for diagnostic in &self.diagnostics {
            let before = text.len();
            if handler.render_report(&mut text, diagnostic.as_ref()).is_err() {
                text.truncate(before);
                text += &format!("{diagnostic}\n");
            }
        }
        text
    }
}

impl super::Session {
    /// A diagnostic as it is printed.
    pub(super) fn rendered(&self, diagnostic: &Diagnostic, colored: bool) -> String {
        let theme = if colored { miette::GraphicalTheme::unicode() } else { miette::GraphicalTheme::unicode_nocolor() };
        let handler = miette::GraphicalReportHandler::new_themed(theme).with_links(false).with_width(self.width);
        let mut text = String::new();
        if handler.render_report(&mut text, diagnostic.as_ref()).is_err() {
            text = format!("{diagnostic}\n");
        }
        text
    }
}
