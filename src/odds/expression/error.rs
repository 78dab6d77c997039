//! What can go wrong while odds are computed, as small data; and the diagnostic made from it.

use crate::diag::Diagnostic;
use crate::dice::DiceError;
use crate::eval::EvalError;
use crate::rulebook::Rulebook;
use crate::text::{SourceText, Sources, Span};
use miette::{NamedSource, SourceSpan};

/// What went wrong, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the odds of an expression cannot be computed")]
pub enum OddsError {
    /// A part without dice cannot be computed.
    Eval(EvalError),
    /// The dice are too many, or impossible.
    Dice(DiceError, Span),
    /// Something is divided by dice.
    DividedByDice(Span),
    /// Something that is neither a number nor dice nor a truth: what was wanted, what was found.
    WrongSort(&'static str, &'static str, Span),
    /// Expressions in expressions, deeper than any rule needs.
    TooDeep(Span),
}

/// Why there are no odds, in words and with the place.
#[derive(Clone, Debug, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "each variant holds the data of its sentence")]
pub enum OddsReport {
    #[error("these odds cannot be computed exactly")]
    #[diagnostic(code(fray::odds::dice), help("ask for a part of it, or roll it many times instead"))]
    Dice {
        #[source]
        cause: DiceError,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("{cause}")]
        at: SourceSpan,
    },
    #[error("a number is divided by dice")]
    #[diagnostic(
        code(fray::odds::divided_by_dice),
        help("multiply by dice, or ask for each result: `if 1d6 = 1 then … else …`")
    )]
    DividedByDice {
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("this divisor is rolled")]
        at: SourceSpan,
    },
    #[error("{found} has no odds")]
    #[diagnostic(
        code(fray::odds::wrong_sort),
        help("write a number, dice, or a comparison of them, as in `4d6 <= 13`")
    )]
    WrongSort {
        found: &'static str,
        wanted: &'static str,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("{wanted} is needed here")]
        at: SourceSpan,
    },
    #[error("the expression is nested too deep")]
    #[diagnostic(code(fray::odds::too_deep), help("split it into values with names of their own"))]
    TooDeep {
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("not followed further")]
        at: SourceSpan,
    },
}

impl OddsError {
    /// The diagnostic.
    pub fn diagnostic(&self, rules: &Rulebook) -> Diagnostic {
        self.diagnostic_in(rules, &rules.sources)
    }

    /// The same for an expression that was read from a text of its own: `sources` are those of the rulebook with that
    /// text added.
    pub fn diagnostic_in(&self, rules: &Rulebook, sources: &Sources) -> Diagnostic {
        let at = |span: Span| sources.place(span);
        Box::new(match self {
            OddsError::Eval(error) => return Box::new(error.report_in(rules, sources)),
            OddsError::Dice(cause, span) => {
                let (source_code, at) = at(*span);
                OddsReport::Dice { cause: cause.clone(), source_code, at }
            }
            OddsError::DividedByDice(span) => {
                let (source_code, at) = at(*span);
                OddsReport::DividedByDice { source_code, at }
            }
            OddsError::WrongSort(wanted, found, span) => {
                let (source_code, at) = at(*span);
                OddsReport::WrongSort { found, wanted, source_code, at }
            }
            OddsError::TooDeep(span) => {
                let (source_code, at) = at(*span);
                OddsReport::TooDeep { source_code, at }
            }
        })
    }
}

impl From<EvalError> for OddsError {
    fn from(error: EvalError) -> OddsError {
        OddsError::Eval(error)
    }
}
