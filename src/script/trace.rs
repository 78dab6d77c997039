//! From what Luau says of a failure to a diagnostic on the script's line.

use super::api::{ApiOwner, SEE_REFERENCE};
use super::error::{ScriptError, ScriptPlace, TraceFrame};
use super::not_luau::{line_span, syntax_error, syntax_help};
use super::pointed::PointedLine;
use super::raised::Raised;
use super::stop::ScriptStop;
use super::{Program, limit};
use crate::diag::did_you_mean;
use crate::text::SourceText;
use miette::{NamedSource, SourceSpan};
use std::cell::RefCell;
use std::fmt::Display;

/// Whose failures they are.
pub(super) struct Tracer<'a> {
    /// Where the texts are.
    pub(super) program: &'a Program,
    /// The script that was run.
    pub(super) script: usize,
    /// The rule that called it.
    pub(super) called_by: &'a dyn Display,
    /// Where scripts stood when they were stopped.
    pub(super) trail: &'a RefCell<String>,
    /// What the members of handles are called.
    pub(super) members: fn() -> Vec<&'static str>,
}

impl Tracer<'_> {
    /// The diagnostic of a failure.
    pub(super) fn error(&self, error: &mlua::Error) -> ScriptError {
        if let Some(raised) = raised(error) {
            return self.raised(raised.clone(), error);
        }
        let message = message(error);
        if matches!(innermost(error), mlua::Error::MemoryError(_)) || message.ends_with("not enough memory") {
            return self.stopped(ScriptStop::Memory);
        }
        if matches!(innermost(error), mlua::Error::SyntaxError { .. }) {
            if let Some(found) = self.seen_before(error) {
                return found;
            }
            let mut place = self.place(error, "Luau stops here", "");
            let line = 1 + place.source.inner()[..place.at.offset()].matches('\n').count();
            place.help = syntax_help(&message, place.source.inner(), line).to_string();
            return ScriptError::Syntax { place, message };
        }
        if message.contains("attempt to modify a readonly table") {
            let help = "keep it in a `local`, or on a figure with `me:put(…)` and the like";
            return ScriptError::Shared { place: self.place(error, "this would be kept", help) };
        }
        if message.contains("stack overflow") {
            let help = "does something call itself without end?";
            return ScriptError::Recursion { place: self.place(error, "it was this deep here", help) };
        }
        if let Some(name) = quoted(&message, "attempt to call an unknown method '") {
            let help = did_you_mean(name, (self.members)(), SEE_REFERENCE);
            let place = pointed(self.place(error, "not a method of it", &help), |line| line.member(name));
            return ScriptError::UnknownMember { sort: "this".to_string(), name: name.to_string(), place };
        }
        if let Some(name) = called_with_a_dot(error) {
            let message = format!("`{name}` is called with a colon, not a dot");
            let place = self.place(error, "a dot", &format!("write `:{name}(…)`"));
            return ScriptError::Runtime { message, place: pointed(place, |line| line.dot(name)) };
        }
        if message.starts_with("table: 0x") || message.starts_with("function: 0x") {
            let message = "an error that is no text".to_string();
            let place = self.place(error, "thrown here", "throw a text: `error(\"…\")`");
            return ScriptError::Runtime { message, place };
        }
        let message = in_words(message);
        if let Some((place, name)) = self.nothing_called(error, &message) {
            return ScriptError::Runtime { place, message: format!("nothing is called `{name}` there") };
        }
        if let Some(place) = self.nothing(error, &message) {
            return ScriptError::Runtime { place, message };
        }
        let help = if message.contains("nil") {
            "it is nil here: test it first with `if`"
        } else if message.contains("compare") && message.contains("dice") {
            "dice have no order: compare a number, or roll them first with `play:total(…)`"
        } else if message.starts_with("attempt to") {
            "mend this line: what stands here is of another sort than what is done with it"
        } else {
            "mend this line, or let the script go on without it: `pcall(function() … end)`"
        };
        ScriptError::Runtime { place: self.place(error, "it failed here", help), message }
    }

    /// Where a member is wanted of a local name that is nil, with what it was set to.
    fn nothing(&self, error: &mlua::Error, message: &str) -> Option<Box<ScriptPlace>> {
        let member = quoted(message, "attempt to index nil with '")?;
        let mut place = self.place(error, "this is nil", "");
        let (at, name, set) = PointedLine::new(place.source.inner(), place.at).nothing(member)?;
        let help = match set {
            Some(set) if set.contains('(') => {
                format!("`{name}` is what `{set}` gave, and that is nil: test it first with `if {name} then`")
            }
            _ => format!("test it first with `if {name} then`"),
        };
        (place.at, place.help) = (at, help);
        Some(place)
    }

    /// Where a member is wanted of what a call with a name did not find, with that name.
    fn nothing_called(&self, error: &mlua::Error, message: &str) -> Option<(Box<ScriptPlace>, String)> {
        let member = quoted(message, "attempt to index nil with '")?;
        let mut place = self.place(error, "not found: what is asked for by this name is nil", "");
        let (at, text) = PointedLine::new(place.source.inner(), place.at).nothing_called(member)?;
        let name = text.trim_matches(['"', '\'']).to_string();
        let help = "write a name that is there, as `fray check` tells them; where it may be missing, keep it in a \
                    `local` and test it with `if`";
        (place.at, place.help) = (at, help.to_string());
        Some((place, name))
    }

    fn raised(&self, raised: Raised, error: &mlua::Error) -> ScriptError {
        let place = |label: &str, help: &str| self.place(error, label, help);
        match raised {
            Raised::Stopped => self.stopped(ScriptStop::Fuel),
            Raised::Member { sort, name, help } => {
                let place = pointed(place("not a member of it", &help), |line| line.member(&name));
                ScriptError::UnknownMember { sort, name, place }
            }
            Raised::Name { sort, name, help } => {
                let place = pointed(place("not known here", &help), |line| line.quoted(&name));
                ScriptError::UnknownName { sort, name, place }
            }
            Raised::Argument { function, parameter, expected, got, at, help } => {
                let label = format!("this is {got}");
                let found = pointed(place(&label, &help), |line| line.argument(&function, at));
                let is_pointed = found.at != place("", "").at;
                let place = if is_pointed { found } else { place("called here", &help) };
                ScriptError::WrongArgument { function, parameter, expected, got, place }
            }
            Raised::ReadOnly { function } => {
                let help = "return an order instead: the rules perform it";
                let place = pointed(place("this would change the game", help), |line| line.member(&function));
                ScriptError::ReadOnlyCall { function, place }
            }
            Raised::Include { message, help } => ScriptError::Include { message, place: place("included here", &help) },
            Raised::Refused { message, help } => {
                ScriptError::Runtime { message, place: place("it was refused here", &help) }
            }
        }
    }

    /// The diagnostic of a stop, at the place that was noted.
    pub(super) fn stopped(&self, stop: ScriptStop) -> ScriptError {
        let place = |label: &str, help: &str| self.place_of(&self.trail.borrow(), label, help);
        match stop {
            ScriptStop::Fuel => ScriptError::Fuel {
                place: place(
                    "it was still running here",
                    "does the loop end? Let it count, `for nth = 1, 20 do`, or leave it with `break` where nothing \
                     changes any more; a call may take so many steps and no more",
                ),
            },
            ScriptStop::Memory => ScriptError::Memory {
                place: place("the memory was gone here", "does a list or a text grow without end?"),
            },
            ScriptStop::Text => ScriptError::Memory {
                place: place(
                    "a text was made here that is too long",
                    &format!("a text may have {} bytes: keep its parts in a list", limit::LONGEST_TEXT),
                ),
            },
            ScriptStop::Recursion => ScriptError::Recursion {
                place: place("it was this deep here", "does something call itself without end?"),
            },
            ScriptStop::Rules(cause) => ScriptError::Rules { cause, place: place("asked here", "") },
            ScriptStop::Halt => ScriptError::Halted,
            ScriptStop::Nested(error) => ScriptError::Nested(error),
        }
    }

    /// A script that returned no function.
    pub(super) fn no_function(&self) -> ScriptError {
        let script = &self.program.scripts()[self.script];
        let lines = script.text.lines().count().max(1);
        let place = self.at(self.script, lines, "the file ends here", "end it with `return function(…) … end`");
        ScriptError::NoFunction { script: script.name.to_string(), place }
    }

    /// A script that returned something the game cannot hold.
    pub(super) fn returned(&self, error: &mlua::Error) -> ScriptError {
        let help = "return values of the game: orders, figures, cells, numbers, texts, lists of them";
        let mut place = self.beginning();
        place.label = "what this script returned".to_string();
        place.help = help.to_string();
        ScriptError::Returned { message: message(error), place }
    }

    fn beginning(&self) -> Box<ScriptPlace> {
        self.at(self.script, 1, "", "")
    }

    /// The place of a failure: the innermost line of a script on the way to it.
    fn place(&self, error: &mlua::Error, label: &str, help: &str) -> Box<ScriptPlace> {
        self.place_of(&trail(error), label, help)
    }

    fn place_of(&self, trail: &str, label: &str, help: &str) -> Box<ScriptPlace> {
        let frames = self.frames(trail);
        let Some((script, line)) = frames.first().copied() else {
            let mut place = self.beginning();
            place.label = label.to_string();
            place.help = help.to_string();
            return place;
        };
        let mut place = self.at(script, line, label, help);
        let outer = frames[1..].iter().take(limit::FRAMES).map(|(script, line)| {
            let name = &self.program.scripts()[*script].name;
            TraceFrame { message: format!("called by `{name}`"), place: Some(self.line(*script, *line)) }
        });
        place.trace.splice(0..0, outer);
        place
    }

    /// What is said of a text that is no Luau before it runs.
    fn seen_before(&self, error: &mlua::Error) -> Option<ScriptError> {
        let shown = self.place(error, "Luau stops here", "");
        let script = self.program.scripts().iter().find(|script| *script.path == *shown.source.name())?;
        let ScriptError::Syntax { message, place } = syntax_error(script, self.program.called())? else { return None };
        Some(ScriptError::Syntax { message, place: Box::new(ScriptPlace { trace: shown.trace, ..*place }) })
    }

    fn at(&self, script: usize, line: usize, label: &str, help: &str) -> Box<ScriptPlace> {
        let (source, at) = if script < self.program.scripts().len() {
            self.line(script, line)
        } else {
            (NamedSource::new("", "".into()), (0, 0).into())
        };
        let rule = self.called_by.to_string();
        let rule = (!rule.is_empty()).then(|| TraceFrame { message: format!("called by {rule}"), place: None });
        Box::new(ScriptPlace {
            source,
            at,
            label: label.to_string(),
            help: help.to_string(),
            trace: rule.into_iter().collect(),
        })
    }

    fn line(&self, script: usize, line: usize) -> (NamedSource<SourceText>, SourceSpan) {
        let script = &self.program.scripts()[script];
        (NamedSource::new(&*script.path, script.text.clone().into()), line_span(&script.text, line))
    }

    /// The lines of scripts on the way to a failure, the innermost first.
    fn frames(&self, trail: &str) -> Vec<(usize, usize)> {
        let mut frames = Vec::new();
        for line in trail.lines() {
            let Some((name, rest)) = line.trim().split_once(':') else { continue };
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let (Some(script), Ok(line)) = (self.program.script_named(name), digits.parse()) else { continue };
            if frames.last() != Some(&(script, line)) {
                frames.push((script, line));
            }
        }
        frames
    }
}

/// The place within its line that the failure is about, if that is plain to see.
fn pointed(mut place: Box<ScriptPlace>, find: impl FnOnce(&PointedLine<'_>) -> Option<SourceSpan>) -> Box<ScriptPlace> {
    if let Some(at) = find(&PointedLine::new(place.source.inner(), place.at)) {
        place.at = at;
    }
    place
}

/// The types of handles, as Luau names them, in the scripter's words: by the place of their owner, dice last.
fn in_words(message: String) -> String {
    let words = ApiOwner::ALL.into_iter().map(ApiOwner::words).chain(["dice"]);
    words.enumerate().fold(message, |message, (at, words)| message.replace(&format!("LuaHandle<{at}>"), words))
}

/// The method that was called without its subject, if that is what happened.
fn called_with_a_dot(error: &mlua::Error) -> Option<&str> {
    match error {
        mlua::Error::CallbackError { cause, .. } | mlua::Error::WithContext { cause, .. } => called_with_a_dot(cause),
        mlua::Error::BadArgument { to: Some(to), name: Some(name), .. } if name == "self" => to.rsplit('.').next(),
        _ => None,
    }
}

/// The message alone: no place before it, no trace behind it.
pub(super) fn message(error: &mlua::Error) -> String {
    let whole = match innermost(error) {
        mlua::Error::RuntimeError(message) | mlua::Error::MemoryError(message) => message.clone(),
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        mlua::Error::ExternalError(error) => error.to_string(),
        other => other.to_string(),
    };
    let first = whole.split("\nstack traceback:").next().unwrap_or("").trim();
    without_place(first).to_string()
}

fn without_place(message: &str) -> &str {
    let Some((name, rest)) = message.split_once(':') else { return message };
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    match rest[digits..].strip_prefix(": ") {
        Some(bare) if digits > 0 && !name.contains(' ') => bare,
        _ => message,
    }
}

fn innermost(error: &mlua::Error) -> &mlua::Error {
    match error {
        mlua::Error::CallbackError { cause, .. } | mlua::Error::WithContext { cause, .. } => innermost(cause),
        mlua::Error::BadArgument { cause, .. } => innermost(cause),
        other => other,
    }
}

/// Every line that says where it happened: the message's own place, then the trace nearest to it.
fn trail(error: &mlua::Error) -> String {
    match error {
        mlua::Error::CallbackError { traceback, cause } => {
            let inner = trail(cause);
            if inner.contains(':') && !matches!(**cause, mlua::Error::ExternalError(_)) {
                inner
            } else {
                traceback.clone()
            }
        }
        mlua::Error::WithContext { cause, .. } | mlua::Error::BadArgument { cause, .. } => trail(cause),
        mlua::Error::RuntimeError(message) | mlua::Error::MemoryError(message) => message.clone(),
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        _ => String::new(),
    }
}

fn raised(error: &mlua::Error) -> Option<&Raised> {
    match innermost(error) {
        mlua::Error::ExternalError(inner) => inner.downcast_ref::<Raised>(),
        _ => None,
    }
}

fn quoted<'a>(message: &'a str, before: &str) -> Option<&'a str> {
    let (_, rest) = message.split_once(before)?;
    rest.split_once('\'').map(|(name, _)| name)
}
