//! What a referee says in plain words, as the line that the prompt reads. It only rewrites: whatever it makes of a line
//! is read by the strict reader, so that there is one meaning. Knows no word of any game.

mod arrival;
mod asking;
mod attempts;
mod clause_map;
mod clauses;
mod command;
mod compose;
mod correction;
mod declared;
mod draft;
mod error;
mod group;
mod hear;
mod in_turn;
mod landmark;
mod lexicon;
mod line;
mod listener;
mod little;
mod meaning;
mod naming;
mod narrative;
mod nearest;
mod otherwise;
mod partial;
mod piece;
mod pronoun;
mod ranking;
mod refusal;
mod remedy;
mod sequence;
mod slip;
mod thing;
mod token;

pub(crate) use command::SUPPOSED;
pub use command::of_named;
pub use error::SpeechError;
pub use hear::{HeardLine, Understanding, allowed_instead, hear, repeated};
pub use in_turn::first_of_several;
pub use lexicon::Lexicon;
pub use listener::{Listener, first_named};
pub use partial::{OmittedWords, PartialLine, core_of};
