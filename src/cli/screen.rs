//! Where answers and diagnostics are printed: the two streams, how wide they are, whether they show colors. The only
//! file of the command line that knows the terminal.

#![allow(clippy::disallowed_methods, reason = "the entrance writes to the terminal")]

use super::error::CliError;
use super::exit::Ended;
use crate::diag::{Diagnostic, visible, visible_json};
use crate::dice::Cancel;
use crate::repl::{in_ascii, is_ascii_locale, rendered};
use crate::speech::OmittedWords;
use miette::JSONReportHandler;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// Lines of diagnostics are no longer than this, however wide the terminal is.
const WIDEST: usize = 100;
/// How wide it is when nobody says.
const USUAL: usize = 100;
/// Narrower than this nothing is laid out.
const NARROWEST: usize = 40;

/// How often it is said how far a long work is.
const EACH: Duration = Duration::from_millis(500);

/// A stream into memory.
#[derive(Clone, Default)]
pub(super) struct SaidText(Rc<RefCell<Vec<u8>>>);

impl SaidText {
    /// What was said.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).into_owned()
    }
}

impl Write for SaidText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

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
    /// Whether nothing but ASCII is shown.
    is_ascii: bool,
    /// Why something could not be written.
    failed: Option<io::Error>,
    /// Whether somebody at the keyboard does not want to wait any longer.
    pub cancel: Cancel,
    /// What of the question was not understood: it goes with the answer as data.
    pub not_counted: Vec<OmittedWords>,
    /// Whether a part of the question was answered only, and the rest left out.
    pub is_partial: bool,
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
            is_ascii: is_ascii_locale(),
            failed: None,
            cancel: Cancel::default(),
            not_counted: Vec::new(),
            is_partial: false,
        }
    }

    /// No terminal: what is said is kept here, and given to whoever called.
    pub(super) fn in_memory(out: SaidText, err: SaidText, cancel: Cancel) -> Screen {
        let (out, err): (Box<dyn Write>, Box<dyn Write>) = (Box::new(out), Box::new(err));
        let (out_is_terminal, err_is_terminal, failed) = (false, false, None);
        Screen {
            out,
            err,
            width: USUAL,
            out_is_terminal,
            err_is_terminal,
            plain: true,
            is_ascii: false,
            failed,
            cancel,
            not_counted: Vec::new(),
            is_partial: false,
        }
    }

    /// How a command ended whose answer stands here: an answer to a part of the question is not all that was asked for.
    pub(super) fn ended(&self, ended: Ended) -> Ended {
        match ended {
            Ended::Done if self.is_partial => Ended::No,
            other => other,
        }
    }

    /// Prints a part of the answer, its hidden characters written out.
    pub(super) fn say(&mut self, text: &str) {
        let text = self.shown(&visible(text)).into_owned();
        self.put(&text);
    }

    /// The letters this terminal can show.
    fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_ascii { in_ascii(text) } else { Cow::Borrowed(text) }
    }

    fn put(&mut self, text: &str) {
        let written = self.out.write_all(text.as_bytes());
        self.note(written);
    }

    /// Remembers the first failure to write.
    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.failed.get_or_insert(error);
        }
    }

    /// Prints a line of the answer.
    pub(super) fn line(&mut self, text: &str) {
        self.say(text);
        self.say("\n");
    }

    /// Prints a value as programs read it, on one line.
    pub(super) fn json(&mut self, value: &impl serde::Serialize) {
        let mut text = serde_json::to_string(value).expect("answers are plain data with text keys");
        if let Some(rest) = text.strip_prefix('{').filter(|_| !self.not_counted.is_empty()) {
            let left_out = serde_json::to_string(&self.not_counted).expect("words are plain data");
            let comma = if rest.starts_with('}') { "" } else { "," };
            text = format!("{{\"not_counted\":{left_out}{comma}{rest}");
        }
        self.json_lines(&(text + "\n"));
    }

    /// Prints values as programs read them, which are on lines of their own already.
    pub(super) fn json_lines(&mut self, text: &str) {
        self.put(&visible_json(text));
    }

    /// Prints what stands beside the answer.
    pub(super) fn aside(&mut self, text: &str) {
        self.beside(&visible(text));
    }

    fn beside(&mut self, text: &str) {
        self.flush();
        let text = self.shown(text);
        let written = self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush());
        self.note(written);
    }

    /// Does what may take long, which counts its rounds. If somebody watches, he sees how far it is.
    pub(super) fn counted<T>(&self, what: &str, all: Option<u64>, work: impl FnOnce(&Cancel) -> T) -> T {
        if !self.err_is_terminal {
            return work(&self.cancel);
        }
        let cancel = self.cancel.clone();
        std::thread::scope(|scope| {
            let (done, ended) = mpsc::channel();
            scope.spawn(move || show_rounds(what, all, &cancel, &ended));
            let result = work(&self.cancel);
            drop::<Sender<()>>(done);
            result
        })
    }

    /// Prints a diagnostic beside the answer.
    pub(super) fn complain(&mut self, diagnostic: &Diagnostic) {
        let text = rendered(diagnostic, self.width, self.err_is_terminal && !self.plain);
        self.beside(&text);
    }

    /// Prints a diagnostic as part of the answer.
    pub(super) fn report(&mut self, diagnostic: &Diagnostic) {
        let text = rendered(diagnostic, self.width, self.out_is_terminal && !self.plain);
        let text = self.shown(&text).into_owned();
        self.put(&text);
    }

    /// Makes sure that what was said so far is written.
    pub(super) fn flush(&mut self) {
        let written = self.out.flush();
        self.note(written);
    }

    /// Makes sure that everything is written. Whoever closed the pipe has read enough: that is no failure.
    ///
    /// # Errors
    /// When a part of the answer is lost.
    pub(super) fn finish(&mut self) -> Result<(), CliError> {
        self.flush();
        match self.failed.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(CliError::Unanswered { why: error.to_string() })
            }
            _ => Ok(()),
        }
    }
}

/// Shows how many rounds are done, on the line the cursor stands in, until the work ends.
fn show_rounds(what: &str, all: Option<u64>, cancel: &Cancel, ended: &Receiver<()>) {
    let (before, mut is_shown, began) = (cancel.rounds(), false, Instant::now());
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(EACH) {
        let done = cancel.rounds() - before;
        let a_second = done as f64 / began.elapsed().as_secs_f64();
        let text = format!("\r{:<70}", progress(done, all, what, a_second));
        is_shown = std::io::stderr().write_all(text.as_bytes()).is_ok();
    }
    if is_shown {
        let _ = std::io::stderr().write_all(format!("\r{:79}\r", "").as_bytes());
    }
}

/// How far something is, how fast it goes, and how long it will take yet.
fn progress(done: u64, all: Option<u64>, what: &str, a_second: f64) -> String {
    let of = all.map_or_else(String::new, |all| format!(" of {all}"));
    let left = all.filter(|_| done > 0).map_or_else(String::new, |all| {
        let seconds = (all.saturating_sub(done) as f64 / a_second).ceil() as u64;
        match seconds {
            0..=99 => format!(", {seconds} s left"),
            100..=5999 => format!(", {} min left", seconds.div_ceil(60)),
            _ => format!(", {} h left", seconds.div_ceil(3600)),
        }
    });
    format!("{done}{of} {what}, {a_second:.0} a second{left}; Ctrl-C ends it")
}

/// A diagnostic as programs read it.
pub(super) fn diagnostic_json(diagnostic: &Diagnostic) -> serde_json::Value {
    let mut text = String::new();
    let rendered = JSONReportHandler::new().render_report(&mut text, diagnostic.as_ref());
    let value = rendered.ok().and_then(|()| serde_json::from_str(&text).ok());
    value.unwrap_or_else(|| serde_json::json!({ "message": diagnostic.to_string() }))
}
