//! What the engine asks of the game. `play/` implements it; the engine knows no play.

use super::{ApiRow, Arg, Engine, NameOrText, ScriptError};
use crate::diag::Diagnostic;
use crate::value::{CheckId, Formula};
use std::sync::Arc;

/// The game as scripts see it.
///
/// A host is moved into the engine while a script runs and moved back when it calls the host, which costs two moves a
/// call: make it a thin handle, such as a struct of one `Option<Box<…>>`, whose `Default` is the empty handle.
/// Within a function of its table and within [`Host::get`] it may run another script with [`Engine::run`], passing itself.
pub trait Host: Default + 'static {
    /// The host as the functions of its table see it: it, or a part that borrows it.
    type Calls<'h>;

    /// Everything that scripts can call, part by part, in the order of the reference.
    fn rows() -> &'static [&'static [HostRow<Self>]];

    /// What a function of the table is handed.
    fn calls<'h>(&'h mut self, engine: &'h Engine<Self>) -> Self::Calls<'h>;

    /// A property that is not in the table of functions: an attribute, value, track, state or slot of a figure or
    /// side, a field of a thing, a fact of an order. `Ok(None)` says that there is no property of that name; the
    /// engine then reports it with the nearest of [`Host::properties`].
    fn get(&mut self, engine: &Engine<Self>, subject: &Arg, name: &NameOrText) -> Result<Option<Arg>, HostError>;

    /// Dice from a text such as `2d6+1`; none if it is not dice. The engine remembers the answer.
    fn dice(&mut self, text: &str) -> Option<Arc<Formula>>;

    /// How dice, an order, a figure and so on are written for people.
    fn show(&mut self, subject: &Arg) -> String;

    /// A script looks at the total or margin of a check that is watched, or at its dice.
    fn looked(&mut self, _check: CheckId, _at_dice: bool) {}

    /// The names of the properties that [`Host::get`] would know for this subject, for suggestions.
    fn properties(&mut self, subject: &Arg) -> Vec<Arc<str>>;
}

/// A function or built-in field of a host's table. The slice holds the subject first (nothing for functions of the
/// play), then every parameter of the row, checked for its sort, `Arg::Nil` where it was left out.
pub type Answer<H> = for<'h> fn(&mut <H as Host>::Calls<'h>, &[Arg]) -> Result<Reply, HostError>;

/// One function or field: how it is called and what it says, and what answers it.
pub struct HostRow<H: Host> {
    /// What answers; nothing if the engine holds the answer itself.
    pub answer: Option<Answer<H>>,
    /// All that is said of it.
    pub row: ApiRow,
}

/// What is said of everything that scripts can call, in the order of the reference.
pub fn rows<H: Host>() -> impl Iterator<Item = &'static ApiRow> {
    H::rows().iter().copied().flatten().map(|row| &row.row)
}

/// What a function gives back.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// One value; `Arg::Nil` for nothing.
    One(Arg),
    /// Two values, as `roll` and `legal` do.
    Two(Arg, Arg),
}

impl Reply {
    /// No value.
    pub const NOTHING: Reply = Reply::One(Arg::Nil);

    /// Steps that it takes to hand it over.
    pub fn weight(&self) -> u64 {
        match self {
            Reply::One(one) => one.weight(),
            Reply::Two(one, two) => one.weight() + two.weight(),
        }
    }
}

impl<T: Into<Arg>> From<T> for Reply {
    fn from(value: T) -> Reply {
        Reply::One(value.into())
    }
}

/// Why the host did not do as the script said.
#[derive(Debug)]
pub enum HostError {
    /// There is no such thing: ``no check is named `shto` ``, with the names that would have been right.
    Unknown {
        /// The sort of thing, with its article left out: `check`.
        sort: &'static str,
        /// What was said.
        name: String,
        /// What could have been said.
        among: Vec<Arc<str>>,
    },
    /// It cannot be done.
    Refused {
        /// Why, in lower case without a full stop.
        message: String,
        /// What to do instead; may be empty.
        help: String,
    },
    /// The rules themselves failed: the diagnostic travels as the cause. The script cannot catch it.
    Rules(Diagnostic),
    /// Another script, run from within this call, failed. The script cannot catch it.
    Script(Box<ScriptError>),
    /// The script is to end here and now, for a reason the host keeps: `run` returns [`ScriptError::Halted`].
    Halt,
}

impl HostError {
    /// It cannot be done.
    pub fn refused(message: impl Into<String>, help: impl Into<String>) -> HostError {
        HostError::Refused { message: message.into(), help: help.into() }
    }
}

impl From<ScriptError> for HostError {
    fn from(error: ScriptError) -> HostError {
        HostError::Script(Box::new(error))
    }
}
