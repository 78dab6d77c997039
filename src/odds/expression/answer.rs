//! The odds of an expression as programs read them.

#![warn(missing_docs)]

use super::{Drawn, RationalDist};
use crate::dice::{Contest, Count, Odds};
use crate::value::{Number, Value};

/// The form of the answer, counted up when a field changes its meaning.
pub const SCHEMA: &str = "fray.odds/1";

/// What was asked, and what came out.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ExprOdds {
    /// `SCHEMA`
    pub schema: &'static str,
    /// The expression, as asked.
    pub asked: String,
    /// What came out.
    #[serde(flatten)]
    pub found: OddsResult,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(tag = "sort", rename_all = "snake_case")]
pub enum OddsResult {
    /// No dice decide it.
    Certain {
        /// What it is.
        value: String,
    },
    /// A number that is rolled.
    Distribution {
        /// The average, exactly, if it fits a number.
        mean: Option<Number>,
        /// The average as it is shown.
        mean_shown: String,
        /// The least number that is not exceeded in half of all rolls.
        median: Number,
        /// The least.
        min: Number,
        /// The greatest.
        max: Number,
        /// All equally likely ways.
        total: String,
        /// Every number that can come out, from the least.
        shares: Vec<Share>,
    },
    /// A truth that is rolled.
    Chance {
        /// How likely it is true.
        odds: Odds,
        /// How likely it is true, in percent.
        percent: String,
        /// If it compares two numbers: how often the left one is greater, equal, less.
        contest: Option<Contest>,
    },
}

/// One number that can come out.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Share {
    /// The number.
    pub value: Number,
    /// In how many ways.
    pub ways: String,
    /// How likely it is.
    pub odds: Odds,
    /// How likely it is that or less.
    pub at_most: Odds,
    /// How likely it is that or more.
    pub at_least: Odds,
}

impl ExprOdds {
    /// The answer to an expression; `shown` says how a value without dice is written.
    pub fn new(asked: &str, drawn: &Drawn, shown: impl FnOnce(&Value) -> String) -> ExprOdds {
        let found = match drawn {
            Drawn::Certain(value) => OddsResult::Certain { value: shown(value) },
            Drawn::Spread(spread) => OddsResult::of_spread(spread),
            Drawn::Chance { odds, contest } => {
                OddsResult::Chance { odds: odds.clone(), percent: odds.percent(), contest: contest.clone() }
            }
        };
        ExprOdds { schema: SCHEMA, asked: asked.to_string(), found }
    }
}

impl OddsResult {
    fn of_spread(spread: &RationalDist) -> OddsResult {
        let dist = &spread.dist;
        // Outcomes and their divisor were made from numbers, so they fit one again.
        let number = |outcome: i64| spread.number(outcome).unwrap_or_default();
        let mean = spread.mean();
        OddsResult::Distribution {
            mean,
            mean_shown: mean.map_or_else(|| format!("{:.2}", dist.mean_f64() / spread.per as f64), hundredths),
            median: number(dist.quantile(&Odds::of(1, 2))),
            min: number(dist.min()),
            max: number(dist.max()),
            total: dist.total().to_string(),
            shares: shares(spread),
        }
    }
}

fn shares(spread: &RationalDist) -> Vec<Share> {
    let total = spread.dist.total();
    let odds = |ways: &Count| Odds::new(ways.clone(), total.clone());
    let mut below = Count::ZERO;
    let share = |(outcome, ways): (i64, Count)| {
        let at_least = odds(&total.less(&below));
        below = below.plus(&ways);
        let value = spread.number(outcome).unwrap_or_default();
        Share { value, odds: odds(&ways), at_most: odds(&below), at_least, ways: ways.to_string() }
    };
    spread.dist.iter().map(share).collect()
}

/// With at most two decimals, rounded half away from zero.
fn hundredths(n: Number) -> String {
    match n.as_int() {
        Some(whole) => whole.to_string(),
        None => {
            let hundredths = n.times(Number::int(100)).map_or(0, Number::round);
            let sign = if hundredths < 0 { "-" } else { "" };
            let size = hundredths.unsigned_abs();
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    }
}
