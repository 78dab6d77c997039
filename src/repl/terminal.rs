//! The terminal around a session: line editing, history, completion, colors; or, where nobody sits at it, plain lines in and
//! plain answers out. The only file of the prompt that knows a terminal.

#![allow(clippy::disallowed_methods, reason = "the entrance reads and writes the terminal")]

use super::{Answer, Session};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper, Highlighter};
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
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

fn print(session: &Session, answer: &Answer, colored: bool) {
    // Whoever closed the pipe has read enough, so a failure to write is none.
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(answer.text.as_bytes());
    let _ = out.flush();
    let mut err = std::io::stderr().lock();
    for diagnostic in &answer.diagnostics {
        let _ = err.write_all(session.rendered(diagnostic, colored).as_bytes());
    }
}

/// What rustyline asks while a line is typed.
#[derive(Helper, Highlighter)]
struct Beside(Rc<RefCell<Session>>);

impl Completer for Beside {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.borrow().complete(line, at))
    }
}

impl Hinter for Beside {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        self.0.borrow().hint(line, at)
    }
}

impl Validator for Beside {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = self.0.borrow().wants_more(context.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

fn edited(session: Session, history: Option<PathBuf>) {
    let session = Rc::new(RefCell::new(session));
    let config = Config::builder().auto_add_history(true).max_history_size(HISTORY);
    let Ok(config) = config else { return };
    let Ok(mut editor) = Editor::<Beside, DefaultHistory>::with_config(config.build()) else { return };
    editor.set_helper(Some(Beside(session.clone())));
    if let Some(path) = &history {
        // There is no history yet the first time.
        let _ = editor.load_history(path);
    }
    let cancel = session.borrow().cancel();
    let stop = cancel.clone();
    // Without a handler Ctrl-C ends the program, as anywhere else.
    let _ = ctrlc::set_handler(move || stop.ask());
    let colored = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    loop {
        let prompt = session.borrow().prompt();
        match editor.readline(&prompt) {
            Ok(line) => {
                cancel.forget();
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
    if let Some(path) = &history {
        // A history that cannot be kept is no reason to complain at every start.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(path);
    }
}
