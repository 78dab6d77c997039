//! Text to tree and back to text. The only floor that knows pest and the grammar in `grammar/`.

mod amended;
mod assigned;
pub mod ast;
mod below;
mod block;
mod build;
mod cause;
mod choice_meant;
mod cure;
mod dice_said;
mod edit;
mod error;
mod explain;
mod failure;
mod format;
mod formula;
mod grammar;
mod habit;
mod keyword;
mod language;
mod lexis;
mod limit;
mod line_head;
mod line_meant;
pub mod luau;
mod meant;
mod moved_part;
mod mutation;
mod near_failure;
mod parse;
mod phrase;
mod repair;
mod rows;
mod scan;
mod section;
pub mod sentence;
mod share;
mod slip_of_pen;
mod sort_named;
mod stored;
mod unopened;
mod whole_only;

pub use amended::{amended_entry, amending, amending_help};
pub use block::{BlockEntries, block_entries};
pub use cause::goal_of;
pub(crate) use dice_said::{dice_said, thrown_again};
pub use edit::{TextEdit, edit_of};
pub use error::SyntaxError;
pub use explain::EXPECTATIONS;
pub use format::format;
pub use formula::parse_formula;
pub use habit::{Habit, HabitPlace, entry_habit, habit_of, habit_of_dice};
pub use keyword::{VERBS, is_keyword, keywords, reserved};
pub(crate) use lexis::{cite_end, line_end, string_end, without_comment};
pub use limit::*;
pub use line_head::line_head;
pub use mutation::{Mutation, MutationSort, UntestedReason, intended, mutations, reasons};
pub use parse::{decode, is_unfinished, parse, parse_dice_list, parse_expr, parse_some};
pub use section::{sections, sections_help, valued};
pub use stored::{restore, store};

use parse::is_shallow;

#[cfg(test)]
mod tests;
