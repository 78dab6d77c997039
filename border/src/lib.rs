//! The two doors of Luau that scripts of fray go through at every step, without the wrapping that mlua puts around them:
//! a step that is counted, and a member of a userdata that is read. All `unsafe` code of fray stands here. Knows nothing
//! of games: whoever sits behind a door gets addresses and answers with plain values, or says that the long way is to be
//! taken, which is the one that mlua made.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod index;
mod step;

pub use index::{Answer, Kept, KeptValues, answer_index};
pub use step::{count_steps, seen_bytes, take_steps, watch_bytes};
