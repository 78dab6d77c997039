//! Where answers and diagnostics are printed: the two streams, how wide they are, whether they show colors. The only
//! file of the command line that knows the terminal.

#![allow(clippy::disallowed_methods, reason = "the entrance writes to the terminal")]

use crate::diag::Diagnostic;
use miette::{GraphicalReportHandler, GraphicalTheme, JSONReportHandler};
use std::io::{IsTerminal, Write};

/// Lines of diagnostics are no longer than this, however wide the terminal is.
const WIDEST: usize = 100;
/// How wide it is when nobody says.
const USUAL: usize = 100;
/// Narrower than this nothing is laid out.
const NARROWEST: usize = 40;

/// The two streams of a terminal.
pub(super) struct Screen {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    /// Letters in a line.
    pub width: usize,
    /// Whether diagnostics are colored where answers go.
    out_is_terminal: bool,
    err_is_terminal: bool,
    plain: bool,
}

impl Screen {
    /// The terminal (or files, or pipes) this program was started with.
    pub(super) fn of_terminal() -> Screen {
        let width = terminal_size::terminal_size().map_or(USUAL, |(width, _)| usize::from(width.0));
        Screen {
            out_is_terminal: std::io::stdout().is_terminal(),
            err_is_terminal: std::io::stderr().is_terminal(),
            out: Box::new(std::io::BufWriter::new(std::io::stdout())),
            err: Box::new(std::io::stderr()),
            width: width.clamp(NARROWEST, WIDEST),
            plain: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
        }
    }

    /// Prints a part of the answer. Whoever closed the pipe has read enough, so a failure to write is none.
    pub(super) fn say(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes());
    }

    /// Prints a line of the answer.
    pub(super) fn line(&mut self, text: &str) {
        self.say(text);
        self.say("\n");
    }

    /// Prints a value as programs read it, on one line.
    pub(super) fn json(&mut self, value: &impl serde::Serialize) {
        let text = serde_json::to_string(value).expect("answers are plain data with text keys");
        self.line(&text);
    }

    /// Prints what stands beside the answer.
    pub(super) fn aside(&mut self, text: &str) {
        self.finish();
        let _ = self.err.write_all(text.as_bytes());
        let _ = self.err.flush();
    }

    /// Whether somebody watches what is printed beside the answer.
    pub(super) fn is_watched(&self) -> bool {
        self.err_is_terminal
    }

    /// Prints a diagnostic beside the answer.
    pub(super) fn complain(&mut self, diagnostic: &Diagnostic) {
        let text = self.rendered(diagnostic, self.err_is_terminal);
        self.aside(&text);
    }

    /// Prints a diagnostic as part of the answer.
    pub(super) fn report(&mut self, diagnostic: &Diagnostic) {
        let text = self.rendered(diagnostic, self.out_is_terminal);
        self.say(&text);
    }

    /// Makes sure that everything is written.
    pub(super) fn finish(&mut self) {
        let _ = self.out.flush();
    }

    fn rendered(&self, diagnostic: &Diagnostic, is_terminal: bool) -> String {
        let colored = is_terminal && !self.plain;
        let theme = if colored { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(self.width);
        let mut text = String::new();
        if handler.render_report(&mut text, diagnostic.as_ref()).is_err() {
            text = format!("{diagnostic}\n");
        }
        text
    }
}

/// Shows how far a long work has come, on the line the cursor stands in. Any thread may call it.
pub(super) fn progress(percent: u64) {
    const LETTERS: u64 = 40;
    let done = (percent.min(100) * LETTERS / 100) as usize;
    let text = format!("\r{:<40} {percent:>3} %", "#".repeat(done));
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Takes the bar away.
pub(super) fn progress_ends() {
    let _ = std::io::stderr().write_all(format!("\r{:46}\r", "").as_bytes());
}

/// A diagnostic as programs read it.
pub(super) fn diagnostic_json(diagnostic: &Diagnostic) -> serde_json::Value {
    let mut text = String::new();
    let rendered = JSONReportHandler::new().render_report(&mut text, diagnostic.as_ref());
    let value = rendered.ok().and_then(|()| serde_json::from_str(&text).ok());
    value.unwrap_or_else(|| serde_json::json!({ "message": diagnostic.to_string() }))
}
