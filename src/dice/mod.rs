//! Pools, keeps, exact distributions, and the source of every random number. Knows no rule: a formula goes in, a total
//! or a distribution comes out.

mod branch;
mod cancel;
mod chance;
mod count;
mod dist;
mod error;
mod exhaustive;
mod given;
mod joint;
mod limit;
mod mean;
mod odds;
mod pool;
mod rolled;
#[cfg(test)]
pub(crate) mod sample;
mod seeded;
mod shares;
#[cfg(test)]
mod tests;
mod weight;

pub use cancel::Cancel;
pub use chance::{Chance, Classed, DiceRuling, Pair, PairClass, RollReason, Seen};
pub use count::Count;
pub use dist::Dist;
pub(crate) use dist::build::work_fits;
pub use dist::question::Contest;
pub use error::DiceError;
pub use exhaustive::{Exhaustive, exhaust};
pub use given::Given;
pub use joint::{Extreme, Joint};
pub use limit::{MAX_BRANCHES, MAX_DEPTH, MAX_DICE, MAX_FORK, MAX_REROLLS, MAX_SUPPORT, MAX_TERMS, MAX_WORK};
pub use mean::Mean;
pub use odds::{Difference, Odds};
pub(crate) use rolled::kept_extremes;
pub use rolled::{kept_dice, rolled, shifted, validate};
pub use seeded::{Seeded, SeededState};
pub use shares::Shares;
pub use weight::Weight;
