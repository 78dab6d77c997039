//! The terminal around a session: line editing, history, completion, colors; or, where nobody sits at it, plain lines in and
//! plain answers out. The only file of the prompt that knows a terminal.

#![allow(clippy::disallowed_methods, reason = "the entrance reads and writes the terminal")]

use super::paint;
use super::{Response, Session};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Lines of history that are kept.
const HISTORY: usize = 5000;

/// Runs a session on the terminal, or on piped lines; true if every line was answered.
pub fn run(session: Session, history: Option<PathBuf>) -> bool {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        edited(session, history);
        return true;
    }
    piped(session)
}

/// Lines from a pipe or file: answers go out, mistakes beside them, and nothing is colored or echoed.
fn piped(mut session: Session) -> bool {
    let mut all_good = true;
    let mut input = String::new();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return false };
        input += &line;
        if session.wants_more(&input) {
            input.push('\n');
            continue;
        }
        let answer = session.enter(&std::mem::take(&mut input));
        all_good &= answer.is_good();
        print(&session, &answer, false);
        if answer.done {
            return all_good;
        }
    }
    if !input.is_empty() {
        let answer = session.enter(&input);
        all_good &= answer.is_good();
        print(&session, &answer, false);
    }
    all_good
}

fn print(session: &Session, answer: &Response, colored: bool) {
    // Whoever closed the pipe has read enough, so a failure to write is none.
    let mut out = std::io::stdout().lock();
    let text = if colored { paint::answer(&answer.text) } else { answer.text.clone() };
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
    let mut err = std::io::stderr().lock();
    for diagnostic in &answer.diagnostics {
        let _ = err.write_all(session.rendered(diagnostic, colored).as_bytes());
    }
}

/// What rustyline asks while a line is typed.
#[derive(Helper)]
struct Beside {
    session: Rc<RefCell<Session>>,
    colored: bool,
}

impl Highlighter for Beside {
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

impl Completer for Beside {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.session.borrow().complete(line, at))
    }
}

impl Hinter for Beside {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        // A hint without a color would look like what was typed.
        if self.colored { self.session.borrow().hint(line, at) } else { None }
    }
}

impl Validator for Beside {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = self.session.borrow().wants_more(context.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

fn edited(session: Session, history: Option<PathBuf>) {
    let session = Rc::new(RefCell::new(session));
    let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List);
    let config = config.max_history_size(HISTORY);
    let Ok(config) = config else { return };
    let Ok(mut editor) = Editor::<Beside, DefaultHistory>::with_config(config.build()) else { return };
    let plain = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    let colored = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !plain("TERM", "dumb");
    editor.set_helper(Some(Beside { session: session.clone(), colored }));
    if let Some(path) = &history {
        // There is no history yet the first time.
        let _ = editor.load_history(path);
    }
    print(&session.borrow(), &Response::of(session.borrow().greeting()), colored);
    let cancel = session.borrow().cancel();
    let stop = cancel.clone();
    // Without a handler Ctrl-C ends the program, as anywhere else.
    let _ = ctrlc::set_handler(move || stop.ask());
    loop {
        let prompt = session.borrow().prompt();
        match editor.readline(&prompt) {
            Ok(line) => {
                cancel.forget();
                keep(&mut editor, history.as_deref());
                let answer = session.borrow_mut().enter(&line);
                print(&session.borrow(), &answer, colored);
                if answer.done {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(_) => break,
        }
    }
}

/// Adds the line to the history at once, so that it outlives a terminal that is simply closed.
fn keep(editor: &mut Editor<Beside, DefaultHistory>, path: Option<&Path>) {
    let Some(path) = path else { return };
    // A history that cannot be kept is no reason to complain at every line.
    let _ = path.parent().map(std::fs::create_dir_all);
    let _ = editor.append_history(path);
}
