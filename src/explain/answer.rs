//! A check explained, as plain data that people and programs get alike.

#![warn(missing_docs)]

use super::Refusal;
use super::{CheckResult, FieldLine, Requirement};
use crate::check::{Comparing, Ties};
use crate::dice::{Difference, Odds};
use crate::value::{ModifierId, Number, Target};
use std::sync::Arc;

/// Sections of a source text.
pub(super) type Cites = Arc<[Arc<str>]>;

/// What a check needs, every reason for it, and its odds.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Explanation {
    /// `fray.reckoning/1`
    pub schema: &'static str,
    /// The name of the check.
    pub check: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// Sections of the source text.
    pub cites: Cites,
    /// Its sentence with the facts filled in, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// Why the action would be refused, if it is one and would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// What the rules leave open, if whether the action would be refused hangs on it; in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<String>,
    /// Who takes part and is not on the board: the sheet alone says how he is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off_board: Vec<Arc<str>>,
    /// The checks that the action rolls ahead of this one, each in short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<String>,
    /// What was stated otherwise than the board says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overridden: Vec<Overridden>,
    /// What was said that counts for whether the action may be done, or what it costs, and not for the roll.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<AsideLine>,
    /// What was said that counts for what comes of the roll and not for the roll.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<String>,
    /// What was said and changes nothing as things are, whatever was said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// Every fact that was read.
    pub facts: Vec<FactLine>,
    /// What is rolled, after all changes; none if the check cannot be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// How the roll is judged.
    pub compare: Compare,
    /// What the need begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<BaseLine>,
    /// The modifiers that count, in order.
    pub modifiers: Vec<ModifierLine>,
    /// The modifiers that do not, and why.
    pub left_out: Vec<LeftOut>,
    /// The number needed on the dice; of a mere total, what is added to it is in `plus`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<i64>,
    /// What is added to a mere total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plus: Option<i64>,
    /// Why it cannot be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<ImpossibleLine>,
    /// How likely a success is; none for a mere total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// How likely a draw is, if there can be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Odds>,
    /// Everything that can come of it; of a mere total only what its result table says.
    pub outcomes: Vec<OutcomeLine>,
    /// What a mere total can come to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<TotalLine>,
    /// The other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// What came of it, if it was rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<CheckResult>,
    /// What play needs of it.
    #[serde(skip)]
    pub short: Requirement,
}

impl Explanation {
    /// Whether another reckoning of the check comes to the same for the same reasons.
    pub fn is_like(&self, other: &Explanation) -> bool {
        let counted = |one: &Explanation| {
            let lines = one.modifiers.iter().map(|line| (line.id, line.amount));
            lines.collect::<Vec<_>>()
        };
        let against = |one: &Explanation| one.against.as_ref().map(|against| counted(&against.side));
        (self.need, self.plus, &self.odds) == (other.need, other.plus, &other.odds)
            && self.impossible.is_some() == other.impossible.is_some()
            && counted(self) == counted(other)
            && against(self) == against(other)
    }
}

/// How a roll is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// The total must be at most the need.
    AtMost,
    /// The total must be at least the need.
    AtLeast,
    /// Only a total.
    Total,
}

/// A fact that was read.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FactLine {
    /// Its name.
    pub name: Arc<str>,
    /// Its value in words.
    pub value: String,
    /// Whether somebody stated it.
    pub stated: bool,
}

/// What the need begins with.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct BaseLine {
    /// How much.
    pub amount: Number,
    /// What a player reads.
    pub label: String,
    /// Sections of the source text.
    pub cites: Cites,
}

/// A modifier that counts.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ModifierLine {
    /// Which it is in the rulebook.
    #[serde(skip)]
    pub id: ModifierId,
    /// What it changes: `number`, `dice`, `set`, `at_least`, `at_most`.
    pub target: Target,
    /// How much, as it counts.
    pub amount: Number,
    /// What a player reads.
    pub label: String,
    /// Sections of the source text.
    pub cites: Cites,
    /// The title of its card; none for a part of the check itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Arc<str>>,
    /// Its tags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Arc<str>>,
    /// Whether its sign is turned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inverted: bool,
    /// Whether it is a bound that changes nothing here, because what is needed lies within it: people are not told of
    /// it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
    /// The option it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<Arc<str>>,
    /// What it changes in the odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<Difference>,
}

/// A modifier that does not count.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LeftOut {
    /// Which it is in the rulebook.
    #[serde(skip)]
    pub id: ModifierId,
    /// What it would change, as in [`ModifierLine`].
    pub target: Target,
    /// How much it would be, if that can be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Number>,
    /// What a player reads.
    pub label: String,
    /// Sections of the source text.
    pub cites: Cites,
    /// The title of its card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Arc<str>>,
    /// Why not.
    pub why: String,
}

/// Why a check cannot be made.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ImpossibleLine {
    /// In the words of the rules.
    pub why: String,
    /// Sections of the source text.
    pub cites: Cites,
}

/// One of the things that can come of a check.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct OutcomeLine {
    /// Whether it is a success; a mere total is none, and no failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// Whether nobody wins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
    /// The fields of the result table that are not empty.
    pub fields: Vec<FieldLine>,
    /// How likely.
    pub odds: Odds,
}

/// What a total can come to.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct TotalLine {
    /// The total.
    pub total: i64,
    /// How likely.
    pub odds: Odds,
}

/// What was stated otherwise than the board says.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Overridden {
    /// The title of a fact, or somebody and what is said of him.
    pub what: String,
    /// What was stated.
    pub stated: String,
    /// What the board says.
    pub board: String,
    /// Whether the check comes to the same either way.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_same: bool,
}

/// What was said and makes no difference to the roll of an action.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AsideLine {
    /// What was said, in words.
    pub said: String,
    /// Whether it makes a difference to whether the action may be done.
    pub allowed: bool,
    /// Whether it makes a difference to what the action costs.
    pub costs: bool,
    /// Whether it may count for what comes of it besides.
    pub later: bool,
}

impl AsideLine {
    /// What a player reads.
    pub fn words(&self) -> String {
        let AsideLine { said, allowed, costs, later } = self;
        let what = match (allowed, costs) {
            (true, true) => "whether it is allowed and what it costs",
            (_, true) => "what it costs",
            _ => "whether it is allowed",
        };
        let later = if *later { ", and may for what comes of it" } else { "" };
        format!("{said}: counts for {what}{later}, not for the roll")
    }
}

/// The other side of a check.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Against {
    /// `totals`, `margins` or `all margins`.
    pub comparing: Comparing,
    /// Who has a tie: `win`, `lose`, `draw` or `reroll`.
    pub ties: Ties,
    /// What it rolls and why.
    pub side: Box<Explanation>,
}
