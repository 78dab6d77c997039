//! What can go wrong with an order of acting.

/// An order of acting that would not end, or a number in it that does not fit.
#[derive(Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum TurnError {
    /// Too many come up.
    #[error("somebody is to act for the {limit}th time in one phase")]
    #[diagnostic(code(fray::turn::too_many), help("perform it again in a later phase or turn"))]
    TooMany {
        /// The most there may be.
        limit: u32,
    },
    /// To act again before now.
    #[error("an order cannot be performed again {steps} steps later")]
    #[diagnostic(code(fray::turn::not_later), help("give a number of steps above 0"))]
    NotLater {
        /// What was asked.
        steps: crate::value::Number,
    },
    /// A key that does not fit.
    #[error("the number is too large to act by")]
    #[diagnostic(code(fray::turn::overflow), help("use smaller numbers"))]
    Overflow,
}
