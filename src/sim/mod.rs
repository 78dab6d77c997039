//! Many games in parallel, tallied; one random stream per trial, so that the answer is the same at any thread count.

mod error;
mod portion;
mod tally;
mod trials;

pub use error::SimError;
pub use portion::on_all_cores;
pub use tally::{Interval, Tally};
pub use trials::{MOST_GAMES, MOST_JOBS, Trials};
