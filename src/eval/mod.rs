//! A resolved expression and its surroundings to a value. Knows facts, figures by their numbers and the trait [`World`]
//! through which a game in motion answers; it knows neither scripts nor how the world keeps its state.

mod ask;
mod call;
mod describe;
mod error;
mod fault;
mod frame;
mod frame_pool;
mod list;
mod memo;
mod plain;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
pub(crate) mod sample;
mod scene;
mod settled;
mod subject;
mod table;
#[cfg(test)]
mod tests;
mod walk;
mod world;

pub use ask::eval;
pub use describe::{describe, show, words_of};
pub use error::EvalReport;
pub use fault::{EvalError, Fault, Trail};
pub use frame::Frame;
pub use frame_pool::{FramePool, PooledFrame};
pub use memo::Memo;
pub use plain::{amount_in_plain_words, in_plain_words};
pub use scene::Scene;
pub use subject::Subject;
pub use world::World;
