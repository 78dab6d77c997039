//! Many games in parallel, tallied; one random stream per trial, so that the answer is the same at any thread count.

mod error;
mod onward;
mod pairs;
mod portion;
mod sequential;
mod tally;
mod trials;

pub(crate) use error::SimError;
pub(crate) use onward::Onward;
pub(crate) use pairs::PairedTrials;
pub(crate) use portion::on_all_cores;
pub(crate) use sequential::SequentialVerdict;
pub(crate) use tally::{Interval, Tally};
pub(crate) use trials::{MOST_GAMES, Trials};
