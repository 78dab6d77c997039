//! What can go wrong with a script, each with the line of the script and the rule that called it.

use crate::diag::Diagnostic;
use crate::text::SourceText;
use miette::{LabeledSpan, NamedSource, Severity, SourceCode, SourceSpan};
use std::fmt;

/// Where in a script, on whose behalf, and what to do about it.
#[derive(Debug)]
pub struct ScriptPlace {
    /// The script.
    pub source: NamedSource<SourceText>,
    /// The word that it is about, or the whole line without its indentation.
    pub at: SourceSpan,
    /// What the label says.
    pub label: String,
    /// What to type next.
    pub help: String,
    /// The calls that led there, the innermost first, and the rule that began them.
    pub trace: Vec<TraceFrame>,
}

/// A step on the way to an error: a line of a script, or the rule that called it.
#[derive(Debug, Clone)]
pub struct TraceFrame {
    /// What it says.
    pub message: String,
    /// The script and its line; nothing for a rule.
    pub place: Option<(NamedSource<SourceText>, SourceSpan)>,
}

/// A mistake of a script.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// It is not Luau.
    #[error("{message}")]
    Syntax {
        /// What Luau says of it.
        message: String,
        place: Box<ScriptPlace>,
    },
    /// It failed while it ran.
    #[error("{message}")]
    Runtime {
        /// What went wrong.
        message: String,
        place: Box<ScriptPlace>,
    },
    /// A handle has no such member.
    #[error("{sort} has no `{name}`")]
    UnknownMember {
        /// The sort of the handle, with its article: `a figure`.
        sort: String,
        /// What was said.
        name: String,
        place: Box<ScriptPlace>,
    },
    /// The rules have no such name.
    #[error("no {sort} is named `{name}`")]
    UnknownName {
        /// The sort of thing: `check`.
        sort: String,
        /// What was said.
        name: String,
        place: Box<ScriptPlace>,
    },
    /// An argument of the wrong sort.
    #[error("`{function}` takes {expected} as `{parameter}`, not {got}")]
    WrongArgument {
        /// The function.
        function: String,
        /// The parameter.
        parameter: String,
        /// What it takes.
        expected: String,
        /// What it was given.
        got: String,
        place: Box<ScriptPlace>,
    },
    /// Something is there and is used in the wrong way.
    #[error("{message}")]
    Misused {
        /// What is wrong with it.
        message: String,
        /// The place in the script.
        place: Box<ScriptPlace>,
    },
    /// A call that changes the game, from a script that may only look.
    #[error("a controller may not call `{function}`")]
    ReadOnlyCall {
        /// The function.
        function: String,
        place: Box<ScriptPlace>,
    },
    /// A write to what scripts share.
    #[error("scripts keep nothing between calls: this is read-only")]
    Shared { place: Box<ScriptPlace> },
    /// It ran for too long.
    #[error("the script ran for too long")]
    Fuel {
        /// Where it stood.
        place: Box<ScriptPlace>,
    },
    /// It wanted too much memory.
    #[error("the script used too much memory")]
    Memory {
        /// Where it stood.
        place: Box<ScriptPlace>,
    },
    /// It called itself too deeply, or scripts called each other too deeply.
    #[error("the script calls itself too deeply")]
    Recursion {
        /// Where it stood.
        place: Box<ScriptPlace>,
    },
    /// A library that is not there, or that includes itself.
    #[error("{message}")]
    Include {
        /// What is wrong.
        message: String,
        place: Box<ScriptPlace>,
    },
    /// A script that returns no function.
    #[error("`{script}` does not return a function")]
    NoFunction {
        /// The script.
        script: String,
        place: Box<ScriptPlace>,
    },
    /// A script returned something that is no game value.
    #[error("{message}")]
    Returned {
        /// What is wrong with it.
        message: String,
        place: Box<ScriptPlace>,
    },
    /// The rules failed while the script asked them.
    #[error("the rules failed while a script asked them: {cause}")]
    Rules { cause: Diagnostic, place: Box<ScriptPlace> },
    /// A script run by this script failed.
    #[error(transparent)]
    Nested(Box<ScriptError>),
    /// The host ended the script, for its own reasons.
    #[error("the script was ended")]
    Halted,
    /// The sandbox could not be built.
    #[error("the script engine cannot start: {0}")]
    Engine(String),
}

impl ScriptError {
    /// Where it is, if it is anywhere.
    pub fn place(&self) -> Option<&ScriptPlace> {
        match self {
            ScriptError::Syntax { place, .. }
            | ScriptError::Runtime { place, .. }
            | ScriptError::UnknownMember { place, .. }
            | ScriptError::UnknownName { place, .. }
            | ScriptError::WrongArgument { place, .. }
            | ScriptError::Misused { place, .. }
            | ScriptError::ReadOnlyCall { place, .. }
            | ScriptError::Shared { place }
            | ScriptError::Fuel { place }
            | ScriptError::Memory { place }
            | ScriptError::Recursion { place }
            | ScriptError::Include { place, .. }
            | ScriptError::NoFunction { place, .. }
            | ScriptError::Returned { place, .. }
            | ScriptError::Rules { place, .. } => Some(place),
            ScriptError::Nested(inner) => inner.place(),
            ScriptError::Halted | ScriptError::Engine(_) => None,
        }
    }

    /// The same with the calls that led to a failure of which it is the cause.
    pub fn led_to_by(mut self, calls: &[TraceFrame]) -> ScriptError {
        if let ScriptError::UnknownMember { place, .. }
        | ScriptError::UnknownName { place, .. }
        | ScriptError::WrongArgument { place, .. }
        | ScriptError::Misused { place, .. } = &mut self
        {
            place.trace = calls.to_vec();
        }
        self
    }

    /// Why the rules failed while the script asked them.
    pub fn cause(&self) -> Option<&Diagnostic> {
        match self {
            ScriptError::Rules { cause, .. } => Some(cause),
            ScriptError::Nested(inner) => inner.cause(),
            _ => None,
        }
    }

    /// Whether the host ended the script itself, here or in a script within.
    pub fn is_halt(&self) -> bool {
        match self {
            ScriptError::Halted => true,
            ScriptError::Nested(inner) => inner.is_halt(),
            _ => false,
        }
    }

    fn code_text(&self) -> &'static str {
        match self {
            ScriptError::Syntax { .. } => "fray::script::syntax",
            ScriptError::Runtime { .. } => "fray::script::runtime",
            ScriptError::UnknownMember { .. } => "fray::script::unknown_member",
            ScriptError::UnknownName { .. } => "fray::script::unknown_name",
            ScriptError::WrongArgument { .. } => "fray::script::wrong_argument",
            ScriptError::Misused { .. } => "fray::script::misused",
            ScriptError::ReadOnlyCall { .. } => "fray::script::read_only_call",
            ScriptError::Shared { .. } => "fray::script::shared",
            ScriptError::Fuel { .. } => "fray::script::fuel",
            ScriptError::Memory { .. } => "fray::script::memory",
            ScriptError::Recursion { .. } => "fray::script::recursion",
            ScriptError::Include { .. } => "fray::script::include",
            ScriptError::NoFunction { .. } => "fray::script::no_function",
            ScriptError::Returned { .. } => "fray::script::returned",
            ScriptError::Rules { .. } => "fray::script::rules",
            ScriptError::Nested(inner) => inner.code_text(),
            ScriptError::Halted => "fray::script::halted",
            ScriptError::Engine(_) => "fray::script::engine",
        }
    }
}

impl miette::Diagnostic for ScriptError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code_text()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = &self.place()?.help;
        (!help.is_empty()).then(|| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place().map(|place| &place.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.place()?;
        let label = LabeledSpan::new_with_span(Some(place.label.clone()), place.at);
        Some(Box::new(std::iter::once(label)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let trace = &self.place()?.trace;
        (!trace.is_empty()).then(|| Box::new(trace.iter().map(|frame| frame as &dyn miette::Diagnostic)) as Box<_>)
    }

    fn diagnostic_source(&self) -> Option<&dyn miette::Diagnostic> {
        match self {
            ScriptError::Rules { cause, .. } => Some(&**cause),
            ScriptError::Nested(inner) => inner.diagnostic_source(),
            _ => None,
        }
    }
}

impl fmt::Display for TraceFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TraceFrame {}

impl miette::Diagnostic for TraceFrame {
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Advice)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_ref().map(|(source, _)| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, at) = self.place.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some("called here".to_string()), *at))))
    }
}
