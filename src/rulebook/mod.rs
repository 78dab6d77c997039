//! Names resolved, types checked, kinds indexed: the program that play runs. Immutable once built; knows no game.

mod function;
pub mod model;

mod hashing;
mod names;
mod usage;

mod actions;
mod amend;
mod bearing;
mod dependents;
mod elsewhere;
mod entry_key;
mod load;
mod merge;
mod nearer;
mod options;
mod overlay;
mod own_rolls;

mod blame;
mod calls;
mod cards;
mod causes;
mod cells;
mod checks;
mod declare;
mod declare_names;
mod dependencies;
mod expr;
mod fact_dependencies;
mod figures;
mod hint;
mod infer;
mod level;
mod line_verbs;
mod lines;
mod maps;
mod placeholder;
mod places;
mod questions;
mod relines;
mod resolver;
mod rewritten;
mod rolling;
mod says;
mod scenarios;
mod scope;
mod sentence;
mod sheets;
mod tables;
mod templates;
mod things;
mod told;
mod tried;
mod turn;
mod types;
mod unfinished;
mod unmarked;
mod wordings;

mod compared;
mod findings;

mod error;
mod show;
mod stray;

pub use compared::compared_numbers;
pub use error::{PlacedError, RulebookError};
pub use expr::{resolve_expr, resolve_expr_as};
pub use findings::{Finding, findings};
pub use function::{FUNCTIONS, Function, FunctionRow};
pub use hashing::NameHashing;
pub use lines::lines_of;
pub(crate) use load::examine_by;
pub use load::{LOWEST_PACK, PackText, check_all, examine, load};
pub use model::*;
pub use names::{NameIndex, Sort};
pub use options::Choices;
pub use overlay::Layered;
pub use questions::ORDER_QUESTION;
pub use resolver::literal;
pub use scope::{BareSubject, Binding, Dice, Scope};
pub use show::as_written;
pub use told::{amounts, is_told, told};
pub use usage::{Named, Usage};
