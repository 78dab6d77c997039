//! What can go wrong while a check is reckoned.

use crate::diag::Diagnostic;
use crate::dice::DiceError;
use crate::effect::EffectError;
use crate::eval::{EvalError, Fault};
use crate::rulebook::Rulebook;
use crate::text::SourceText;
use crate::value::CheckId;
use miette::{NamedSource, SourceSpan};
use std::sync::Arc;

/// A check that cannot be reckoned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExplainError {
    /// An expression cannot be computed.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// Its modifiers come to no number.
    #[error("the modifiers of a check cannot be put together")]
    Effect(CheckId, #[source] EffectError),
    /// Its dice cannot be rolled, or their odds not be reckoned.
    #[error("the dice of a check cannot be rolled")]
    Dice(CheckId, #[source] DiceError),
}

/// The place of an error that knows none.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("the check `{check}` cannot be reckoned: {source}")]
#[diagnostic(code(fray::explain::unreckonable), help("{help}"))]
struct Unreckonable {
    check: Arc<str>,
    help: String,
    source: Box<dyn std::error::Error + Send + Sync>,
    #[source_code]
    source_code: NamedSource<SourceText>,
    #[label("declared here")]
    at: SourceSpan,
}

impl ExplainError {
    /// The fault of an expression, if that is what it is.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            ExplainError::Eval(error) => Some(error.fault()),
            _ => None,
        }
    }

    /// With its place and help.
    pub fn diagnostic(&self, rules: &Rulebook) -> Diagnostic {
        let (check, help, source) = match self {
            ExplainError::Eval(error) => return error.diagnostic(rules),
            ExplainError::Effect(check, error) => (check, help_of(error), Box::new(*error) as Box<_>),
            ExplainError::Dice(check, error) => (check, help_of(error), Box::new(error.clone()) as Box<_>),
        };
        let head = &rules.checks[check.index()].head;
        let (source_code, at) = rules.sources.place(head.span);
        Box::new(Unreckonable { check: head.name.clone(), help, source, source_code, at })
    }
}

fn help_of(error: &dyn miette::Diagnostic) -> String {
    error.help().map_or_else(String::new, |help| help.to_string())
}
