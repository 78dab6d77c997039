//! Many games in parallel, tallied; one random stream per trial, so that the answer is the same at any thread count.

mod accident;
mod candidates;
mod counted;
mod end;
mod error;
mod kept;
mod luck;
mod onlooker;
mod onward;
mod pairs;
mod parquet;
mod portion;
mod row;
mod search;
mod seating;
mod sequential;
mod tally;
mod trials;
mod used;

pub(crate) use accident::AccidentTally;
pub(crate) use end::RefusedOrder;
pub(crate) use error::SimError;
pub(crate) use kept::{KEPT_GAMES, KeptFault, KeptGames, KeptHead, fingerprint, shard, spoken};
pub(crate) use onlooker::{AskedMoment, Onlooker};
pub(crate) use onward::{Onward, OnwardMoment};
pub(crate) use pairs::{LostGame, PairedTally, PairedTrials};
pub(crate) use parquet::{WRITES_PARQUET, parquet};
pub(crate) use portion::{on_all_cores, on_some_cores};
pub(crate) use row::{RowForm, RowSort};
pub(crate) use search::{SearchBudget, SearchMind};
pub(crate) use seating::{Decider, SideSeat, searching, seated_at};
pub(crate) use sequential::{PairedScore, SequentialVerdict};
pub(crate) use tally::{Interval, Tally};
pub(crate) use trials::{MOST_GAMES, Noted, PlayedGames, Trials};
pub(crate) use used::{EffectTally, FirstMover, UsedModifier, UsedOrder, UsedTally, WorthTally};
