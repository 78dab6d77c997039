//! The three doors of Luau that scripts of fray go through at every step, without the wrapping that mlua puts around
//! them: a step that is counted, a member of a userdata that is read, and a method of it that is called. All `unsafe` code
//! of fray stands here. Knows nothing of games: whoever sits behind a door gets addresses and answers with plain values,
//! or says that the long way is to be taken, which is the one that mlua made.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod answer;
mod call;
mod door;
mod index;
mod step;
mod text;

pub use answer::{Answer, Kept, KeptValues};
pub use call::{GivenValue, MethodCall, answer_calls};
pub use index::answer_index;
pub use step::{count_steps, seen_bytes, take_steps, watch_bytes};
pub use text::{take_longest_text, watch_texts};
