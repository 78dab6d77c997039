//! What can go wrong when modifiers are put together.

/// Modifiers that come to no usable number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum EffectError {
    /// The sum does not fit.
    #[error("the modifiers do not fit a number together")]
    #[diagnostic(code(fray::effect::overflow), help("use smaller amounts"))]
    Overflow,
    /// A change of the number of dice that is no whole number.
    #[error("the number of dice changes by `{amount}`, which is not whole")]
    #[diagnostic(code(fray::effect::part_of_a_die), help("round the amount: `round down …`"))]
    PartOfADie {
        /// The amount.
        amount: crate::value::Number,
    },
}
