//! The terminal around a session: line editing, history, completion, colors; or, where nobody sits at it, plain lines in and
//! plain answers out. The only file of the prompt that knows a terminal.

#![allow(clippy::disallowed_methods, reason = "the entrance reads and writes the terminal")]

use super::ascii::{in_ascii, is_ascii_locale};
use super::fitted::fitted;
use super::render::rendered;
use super::session::LONGEST_LINE;
#[cfg(unix)]
use super::tty;
use super::{Response, Session};
use super::{paint, signal};
use crate::diag::{crash, one_line, visible};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Lines of history that are kept.
const HISTORY: usize = 5000;

/// A prompt that reads lines from a pipe keeps the fight safe when so long nothing was typed, and not more often.
const CALM: Duration = Duration::from_secs(1);
/// No signal has this number.
const NO_SIGNAL: i32 = 0;
/// Lines that are read ahead.
const AHEAD: usize = 64;
/// Lines in a row that cannot be read before the prompt gives up.
const MOST_UNREAD: usize = 100;

/// Runs a session on the terminal, or on piped lines; true if every line was answered. `typed` is what was typed at earlier
/// prompts, and `note` hears what is typed at this one.
///
/// # Errors
/// When lines cannot be read or answers cannot be written.
pub fn run(session: Session, typed: Vec<String>, note: impl Fn(&str)) -> io::Result<bool> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return edited(session, typed, note).map(|()| true);
    }
    piped(session)
}

/// What a prompt hears that reads lines from a pipe or file.
enum PipeLine {
    /// A line, without what ended it.
    Line(Vec<u8>),
    /// There are no more.
    End,
    /// They cannot be read.
    Unreadable(io::Error),
    /// Somebody ends the program: by which signal is noted elsewhere.
    Signal,
}

/// Lines from a pipe or file: answers go out, mistakes beside them, and nothing is colored or echoed.
fn piped(mut session: Session) -> io::Result<bool> {
    let (say, heard) = mpsc::sync_channel(AHEAD);
    let (told, cancel) = (say.clone(), session.cancel());
    let signal = Arc::new(AtomicI32::new(NO_SIGNAL));
    let noted = signal.clone();
    signal::on_end(move |number| {
        noted.store(number, Ordering::SeqCst);
        cancel.ask();
        // Whoever waits for a line is woken; lines that were read ahead wait no longer.
        let _ = told.try_send(PipeLine::Signal);
    });
    thread::spawn(move || read_lines(&say));
    let ended = listen(&mut session, &heard, &signal);
    match &ended {
        // Whatever else went wrong, the fight is found again.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => drop(session.keep_safe()),
        _ => session.end(),
    }
    ended
}

/// Answers what is heard, to the end; true if every line was answered.
fn listen(session: &mut Session, heard: &Receiver<PipeLine>, signal: &AtomicI32) -> io::Result<bool> {
    let mut talk = Talk { session, input: String::new(), all_good: true };
    let mut safe_at: Option<Instant> = None;
    loop {
        let next = heard.recv_timeout(CALM);
        let number = signal.load(Ordering::SeqCst);
        if number != NO_SIGNAL {
            talk.session.keep_safe();
            signal::end_by(number);
        }
        match next {
            Ok(PipeLine::Line(line)) => {
                if talk.line(&line)? {
                    return Ok(talk.all_good);
                }
            }
            Ok(PipeLine::End) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(PipeLine::Unreadable(error)) => return Err(error),
            Ok(PipeLine::Signal) | Err(RecvTimeoutError::Timeout) => {}
        }
        if safe_at.is_none_or(|at| at.elapsed() >= CALM) && talk.session.keep_safe() {
            safe_at = Some(Instant::now());
        }
    }
    if !talk.input.is_empty() {
        talk.answer()?;
    }
    Ok(talk.all_good)
}

/// A dialog over a pipe.
struct Talk<'a> {
    session: &'a mut Session,
    /// Lines of something unfinished.
    input: String,
    all_good: bool,
}

impl Talk<'_> {
    /// Takes a line; true if the session is over.
    fn line(&mut self, line: &[u8]) -> io::Result<bool> {
        match std::str::from_utf8(line) {
            Ok(line) => self.input += line,
            Err(error) => {
                self.input.clear();
                let answer = self.session.unreadable(line, error.valid_up_to());
                self.all_good = false;
                return print(self.session, &answer, false).map(|()| false);
            }
        }
        if self.session.wants_more(&self.input) {
            self.input.push('\n');
            return Ok(false);
        }
        self.answer()
    }

    fn answer(&mut self) -> io::Result<bool> {
        let answer = self.session.enter(&std::mem::take(&mut self.input));
        self.all_good &= answer.is_good();
        print(self.session, &answer, false)?;
        Ok(answer.done)
    }
}

/// Reads lines until there are no more. Of a line that is too long only so much is held as shows that it is.
fn read_lines(say: &SyncSender<PipeLine>) {
    let mut lines = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = lines.by_ref().take(LONGEST_LINE as u64 + 2).read_until(b'\n', &mut line);
        let heard = match read {
            Err(error) => PipeLine::Unreadable(error),
            Ok(0) => PipeLine::End,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                line.pop_if(|last| *last == b'\r');
                PipeLine::Line(line)
            }
            Ok(_) if line.len() > LONGEST_LINE => match lines.skip_until(b'\n') {
                Ok(_) => PipeLine::Line(line),
                Err(error) => PipeLine::Unreadable(error),
            },
            Ok(_) => PipeLine::Line(line),
        };
        let is_last = !matches!(heard, PipeLine::Line(_));
        if say.send(heard).is_err() || is_last {
            return;
        }
    }
}

fn print(session: &Session, answer: &Response, colored: bool) -> io::Result<()> {
    let text = visible(&answer.text);
    let text = fitted(&text, session.width);
    let text = if colored { Cow::Owned(paint::answer(&text)) } else { text };
    let is_ascii = is_ascii_locale();
    let shown = |text: &str| if is_ascii { in_ascii(text).into_owned() } else { text.to_string() };
    let mut out = io::stdout().lock();
    out.write_all(shown(&text).as_bytes())?;
    out.flush()?;
    let mut err = io::stderr().lock();
    for diagnostic in &answer.diagnostics {
        let drawn = crash::guarded(|| rendered(diagnostic, session.width, colored));
        let drawn = drawn.unwrap_or_else(|bug| format!("{}\n{bug}\n", visible(&diagnostic.to_string())));
        err.write_all(shown(&drawn).as_bytes())?;
    }
    Ok(())
}

/// What rustyline asks while a line is typed.
#[derive(Helper)]
struct LineHelper {
    session: Rc<RefCell<Session>>,
    colored: bool,
}

impl Highlighter for LineHelper {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.colored { Cow::Owned(paint::prompt(prompt)) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colored { Cow::Owned(paint::hint(hint)) } else { Cow::Borrowed(hint) }
    }

    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let end = self.session.borrow().command_length(line);
        if self.colored && end > 0 { Cow::Owned(paint::command(line, end)) } else { Cow::Borrowed(line) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colored
    }
}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.session.borrow().complete(line, at))
    }
}

impl Hinter for LineHelper {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        // A hint without a color would look like what was typed.
        if self.colored { self.session.borrow().hint(line, at) } else { None }
    }
}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = self.session.borrow().wants_more(context.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

fn edited(session: Session, typed: Vec<String>, note: impl Fn(&str)) -> io::Result<()> {
    let session = Rc::new(RefCell::new(session));
    let config = Config::builder().completion_type(CompletionType::List);
    let config = config.max_history_size(HISTORY).map_err(io::Error::other)?;
    let plain = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    let colored = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !plain("TERM", "dumb");
    #[cfg(unix)]
    tty::on_end_of_terminal();
    let mut editor = Editor::<LineHelper, DefaultHistory>::with_config(config.build()).map_err(io::Error::other)?;
    editor.set_helper(Some(LineHelper { session: session.clone(), colored }));
    for line in typed {
        editor.add_history_entry(line).map_err(io::Error::other)?;
    }
    print(&session.borrow(), &Response::of(session.borrow().greeting()), colored)?;
    let cancel = session.borrow().cancel();
    let stop = cancel.clone();
    // Without a handler Ctrl-C ends the program, as anywhere else.
    let _ = ctrlc::set_handler(move || stop.ask());
    let is_typed = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    tty::redraw_on_return(&mut editor, &is_typed);
    let mut unread = 0;
    loop {
        let prompt = one_line(&session.borrow().prompt()).into_owned();
        is_typed.store(true, Ordering::Relaxed);
        let line = editor.readline(&prompt);
        is_typed.store(false, Ordering::Relaxed);
        let answer = match line {
            Ok(line) => {
                cancel.forget();
                unread = 0;
                if editor.add_history_entry(&line).map_err(io::Error::other)? {
                    note(&line);
                }
                session.borrow_mut().enter(&line)
            }
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData && unread < MOST_UNREAD => {
                unread += 1;
                session.borrow_mut().unreadable(b"", 0)
            }
            Err(_) => break,
        };
        // What was answered is kept, whenever the program is ended.
        session.borrow_mut().keep_safe();
        print(&session.borrow(), &answer, colored)?;
        if answer.done {
            break;
        }
    }
    // A terminal that is gone has ended the prompt before its time.
    if io::stdin().is_terminal() {
        session.borrow_mut().end();
    }
    Ok(())
}
