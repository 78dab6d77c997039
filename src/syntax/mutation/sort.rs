//! What a small change of rules changes, in words.

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutationSort {
    /// A number, by one step.
    Number,
    /// How many dice, their size, which are kept.
    Dice,
    /// A condition that is not asked for, or a part of one.
    Condition,
    /// A condition that is turned into its contrary.
    Turned,
    /// The edge of a comparison.
    Edge,
    /// `min` and `max`, `at least` and `at most`.
    Extreme,
    /// A member of a list.
    Member,
    /// How long something lasts.
    Duration,
    /// A line, or a row.
    Line,
    /// The reading of an option.
    Reading,
    /// Plus and minus.
    Sign,
    /// Up and down.
    Rounding,
    /// Yes and no.
    Truth,
    /// What stands in a cell of a table.
    Cell,
    /// Which of several modifiers count.
    Stacking,
    /// What comes first.
    Order,
}

impl MutationSort {
    /// The change in words.
    pub fn words(self) -> &'static str {
        match self {
            MutationSort::Number => "a number by one",
            MutationSort::Dice => "other dice",
            MutationSort::Condition => "a condition dropped",
            MutationSort::Turned => "a condition turned",
            MutationSort::Edge => "the edge of a comparison",
            MutationSort::Extreme => "least for most",
            MutationSort::Member => "a member dropped",
            MutationSort::Duration => "another end",
            MutationSort::Line => "a line dropped",
            MutationSort::Reading => "another reading",
            MutationSort::Sign => "plus for minus",
            MutationSort::Rounding => "rounded otherwise",
            MutationSort::Truth => "yes for no",
            MutationSort::Cell => "the cell of another row",
            MutationSort::Stacking => "stacked otherwise",
            MutationSort::Order => "another order",
        }
    }
}
