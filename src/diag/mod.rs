//! The diagnostic all floors share, texts by strangers made fit to be shown, and the nearest-name suggestion. Each folder keeps its own error enum;
//! this is only the box in which they travel together.

mod alike;
mod article;
pub mod crash;
mod late;
mod suggest;
mod unseen;
mod visible;

pub use alike::{alike, is_contrary};
pub use article::article;
pub use late::LateText;
pub use suggest::{did_you_mean, kindred, listed, nearest_first, suggest, suggest_within};
pub use unseen::{is_foreign_space, is_invisible};
pub use visible::{escape, is_hidden, one_line, visible, visible_json};

/// One mistake or finding, ready to be shown: code, message, place, help.
pub type Diagnostic = Box<dyn miette::Diagnostic + Send + Sync + 'static>;

/// All that was found, in the order of the text.
pub type Diagnostics = Vec<Diagnostic>;
