//! What can stop a play.

use crate::diag::Diagnostic;
use crate::dice::DiceError;
use crate::eval::EvalError;
use crate::event::EventError;
use crate::explain::ExplainError;
use crate::rulebook::Rulebook;
use crate::script::ScriptError;
use crate::text::SourceText;
use crate::turn::TurnError;

/// Why a play cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A rule cannot be computed.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A check cannot be reckoned.
    #[error(transparent)]
    Reckon(#[from] ExplainError),
    /// A script failed.
    #[error(transparent)]
    Script(#[from] Box<ScriptError>),
    /// The dice given do not fit or ran out, or a branch of an enumeration ended.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// The order of acting has no end.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The log is full.
    #[error(transparent)]
    Log(#[from] EventError),
    /// A sentence says a way that the board does not have.
    #[error(transparent)]
    Way(#[from] Box<NoWay>),
    /// Something simple.
    #[error(transparent)]
    Play(#[from] Trouble),
    /// What somebody asks of a state cannot be computed.
    #[error("{0}")]
    Inquiry(Diagnostic),
}

/// A way that is not there.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("there is no such way: {why}")]
#[diagnostic(code(fray::play::no_way), help("{help}"))]
pub struct NoWay {
    /// What to say instead.
    pub help: String,
    /// The sentence.
    #[source_code]
    pub src: miette::NamedSource<SourceText>,
    /// The way.
    #[label("no such way")]
    pub at: miette::SourceSpan,
    /// What is wrong with it.
    pub why: String,
}

/// What is wrong with a play itself.
#[derive(Debug, Clone, PartialEq, thiserror::Error, miette::Diagnostic)]
pub enum Trouble {
    /// A track would leave the range of numbers.
    #[error("a track is too large to be exact")]
    #[diagnostic(code(fray::play::too_large), help("give the track a `max`"))]
    TooLarge,
    /// Too many things.
    #[error("there are more than {most} things in this game")]
    #[diagnostic(code(fray::play::too_many_things), help("use things again instead of making new ones"))]
    TooManyThings {
        /// The limit.
        most: usize,
    },
    /// A relation that would begin and end at one figure.
    #[error("a figure cannot be related to itself by `{relation}`")]
    #[diagnostic(
        code(fray::play::related_to_itself),
        help("say that the far end is another: `when target is not actor`")
    )]
    RelatedToItself {
        /// The relation.
        relation: String,
    },
    /// Reactions, orders and scripts lead to each other without an end.
    #[error("reactions and orders lead to each other more than {most} deep")]
    #[diagnostic(
        code(fray::play::too_deep),
        help("let one of the reactions have a `when` that its own result makes false")
    )]
    TooDeep {
        /// The limit.
        most: usize,
    },
    /// The scripts of a game take more and more.
    #[error("the scripts of this game take more than {most} steps: it was stopped {when}")]
    #[diagnostic(
        code(fray::play::too_many_steps),
        help("let them do less in each turn, or give the scenario a smaller `limit`; `run` and `odds` take `--steps {}`",
            most.saturating_mul(10))
    )]
    TooManySteps {
        /// The limit.
        most: u64,
        /// When it was exceeded.
        when: String,
    },
}

impl PlayError {
    /// The diagnostic that an author sees.
    pub fn report(self, book: &Rulebook) -> Diagnostic {
        match self {
            PlayError::Eval(error) => error.diagnostic(book),
            PlayError::Reckon(error) => error.diagnostic(book),
            PlayError::Script(error) => error as Diagnostic,
            PlayError::Dice(error) => Box::new(error),
            PlayError::Turn(error) => Box::new(error),
            PlayError::Log(error) => Box::new(error),
            PlayError::Way(error) => error as Diagnostic,
            PlayError::Play(trouble) => Box::new(trouble),
            PlayError::Inquiry(diagnostic) => diagnostic,
        }
    }

    /// Whether a script gave an order that is none by its form.
    pub fn is_malformed_order(&self) -> bool {
        matches!(self, PlayError::Script(error) if matches!(**error, ScriptError::Misused { .. }))
    }

    /// Whether more was to be done than is allowed, and nothing else is wrong.
    pub fn is_too_much(&self) -> bool {
        match self {
            PlayError::Dice(why) => why.is_too_much(),
            PlayError::Play(why) => matches!(why, Trouble::TooManySteps { .. }),
            _ => false,
        }
    }

    /// In one line: what is wrong, and the help.
    pub fn text(self, book: &Rulebook) -> String {
        let report = self.report(book);
        let help = report.help().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{report}{help}")
    }
}
