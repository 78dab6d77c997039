//! What can go wrong with an order of acting.

/// An order of acting that would not end, or a number in it that does not fit.
#[derive(Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum TurnError {
    /// Too many wait in a queue.
    #[error("more than {limit} are waiting to act in one phase")]
    #[diagnostic(code(fray::turn::too_many), help("let fewer figures join, or end the phase sooner"))]
    TooMany {
        /// The most there may be.
        limit: usize,
    },
    /// One acts again and again in one phase.
    #[error("an order is repeated more than {limit} times in one phase")]
    #[diagnostic(code(fray::turn::too_often), help("perform it again in a later phase or turn"))]
    TooOften {
        /// The most there may be.
        limit: u16,
    },
    /// To act again before now.
    #[error("an order cannot be performed again {steps} steps later")]
    #[diagnostic(code(fray::turn::not_later), help("give a number of steps above 0"))]
    NotLater {
        /// What was asked.
        steps: crate::value::Number,
    },
    /// A sum that does not fit.
    #[error("the number is too large to keep count with")]
    #[diagnostic(code(fray::turn::overflow), help("use smaller numbers"))]
    Overflow,
}
