//! What can go wrong with dice. These errors know no place in a text: whoever knows it adds it.

/// A roll that cannot be made or reckoned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum DiceError {
    /// A die without sides.
    #[error("a die needs at least one side")]
    #[diagnostic(code(fray::dice::no_sides), help("write `d6`, or a constant if nothing is rolled"))]
    NoSides,
    /// More dice than are rolled at once.
    #[error("`{count}` dice are more than the {most} that are rolled at once")]
    #[diagnostic(code(fray::dice::too_many_dice), help("roll fewer dice, or repeat a smaller roll"))]
    TooManyDice {
        /// How many were asked for.
        count: u64,
        /// How many are allowed.
        most: u64,
    },
    /// A total that does not fit a number.
    #[error("the total of the roll does not fit a whole number")]
    #[diagnostic(code(fray::dice::overflow), help("use smaller numbers"))]
    Overflow,
    /// A distribution over too wide a range.
    #[error("the totals reach over a range of more than {most}")]
    #[diagnostic(code(fray::dice::too_wide), help("use fewer or smaller dice, or smaller factors"))]
    TooWide {
        /// The widest range.
        most: u64,
    },
    /// An exact computation that would take too long.
    #[error("the exact odds would take more than {most} steps")]
    #[diagnostic(code(fray::dice::too_much_work), help("use fewer or smaller dice"))]
    TooMuchWork {
        /// The step limit.
        most: u64,
    },
    /// Something impossible was taken for given.
    #[error("the condition holds for no roll at all")]
    #[diagnostic(code(fray::dice::never), help("choose a condition that can come true"))]
    Never,
    /// A choice among nothing, or a chance of so many in 0.
    #[error("there is nothing to choose from")]
    #[diagnostic(code(fray::dice::no_choice), help("choose among at least one"))]
    NoChoice,
    /// The dice that were given are used up.
    #[error("no die is left for {wanted}: all {given} given dice are used")]
    #[diagnostic(code(fray::dice::given_used_up), help("give one more die for every die that is rolled"))]
    UsedUp {
        /// What should have been rolled.
        wanted: String,
        /// How many dice were given.
        given: usize,
    },
    /// A given die shows what it cannot.
    #[error("die {at} shows {shown}, which does not fit {wanted}")]
    #[diagnostic(code(fray::dice::given_unfit), help("{help}"))]
    Unfit {
        /// Which of the given dice, counted from 1.
        at: usize,
        /// What it shows.
        shown: u16,
        /// What was to be rolled.
        wanted: String,
        /// The greatest number that fits.
        sides: u16,
        /// What to give instead.
        help: String,
    },
    /// Given dice that nothing asked for.
    #[error("{left} of {given} given dice were not rolled, the first shows {first}")]
    #[diagnostic(code(fray::dice::given_left_over), help("give only the dice that are rolled"))]
    LeftOver {
        /// How many are left.
        left: usize,
        /// How many were given.
        given: usize,
        /// What the first of them shows.
        first: u16,
    },
    /// More branches than the caller allows.
    #[error("there are more than {budget} ways the dice can fall")]
    #[diagnostic(code(fray::dice::too_many_branches), help("ask for a part of it, or simulate it many times instead"))]
    TooManyBranches {
        /// The budget.
        budget: u64,
    },
    /// More rolls on all ways together than the caller allows.
    #[error("there are more than {budget} rolls on all the ways the dice can fall")]
    #[diagnostic(code(fray::dice::too_many_rolls), help("ask for a part of it, or simulate it many times instead"))]
    TooManyRolls {
        /// The budget.
        budget: u64,
    },
    /// More rolls one after another than are followed.
    #[error("there are more than {most} rolls one after another")]
    #[diagnostic(code(fray::dice::too_deep), help("ask for a part of it, or simulate it many times instead"))]
    TooDeep {
        /// The limit.
        most: usize,
    },
    /// The same dice led to another roll than before.
    #[error("the same dice led to another roll: {before} before, {now} now")]
    #[diagnostic(code(fray::dice::diverged), help("what is rolled may depend on earlier dice alone"))]
    Diverged {
        /// What was rolled the first time.
        before: String,
        /// What was asked for this time.
        now: String,
    },
    /// Whoever asked no longer waits.
    #[error("stopped before it was done")]
    #[diagnostic(code(fray::dice::cancelled), help("nothing has changed; ask for a part of it, or wait longer"))]
    Cancelled,
}

impl DiceError {
    /// This error, saying what was rolled for.
    #[must_use]
    pub fn rolled_for(self, what: &str) -> DiceError {
        match self {
            DiceError::UsedUp { wanted, given } => DiceError::UsedUp { wanted: format!("{wanted}, \"{what}\""), given },
            other => other,
        }
    }

    /// Whether there is only more to follow than is followed: playing it many times is then an answer too.
    pub fn is_too_much(&self) -> bool {
        matches!(self, DiceError::TooManyBranches { .. } | DiceError::TooManyRolls { .. } | DiceError::TooDeep { .. })
    }
}
