//! The prompt: read until the input is whole, evaluate, print; history, completion. A session is pure: lines go in, answers
//! come out; what it needs of disk and of the other pages of the entrance is lent to it, and only `terminal.rs` knows a
//! terminal.

mod answer;
mod archive;
mod best;
mod browse;
mod complete;
mod dispatch;
mod enter;
mod error;
mod excerpt;
mod fight;
mod figure;
mod file;
mod fits;
mod frontend;
mod glance;
mod help;
mod history;
mod human;
mod lab;
mod lab_control;
mod legend;
mod listen;
mod luau;
mod luau_line;
mod meaning;
mod migrate;
mod orders;
mod paint;
mod pending;
mod place;
mod refused;
mod render;
mod roll;
mod rule;
mod screen;
mod sentence;
mod session;
mod signal;
mod stored;
mod table;
mod table_dice;
mod terminal;
mod thing;
mod thrown;
mod tracked;
#[cfg(unix)]
mod tty;
mod turn;
mod versus;
mod why;

pub use answer::Response;
pub(crate) use browse::{ReadingLine, RuleEntry, RuleIndex, RuleKey, RuleLink, RulePiece, WrittenRule};
pub use error::ReplError;
pub use frontend::{Frontend, Opened, Replaced, digest};
pub(crate) use glance::{Awaited, Previewed};
pub use help::command_words;
pub(crate) use lab::{LabAnswer, LabCurve, LabPoint, LabQuestion, OtherReading};
pub(crate) use lab_control::{LabControl, LabField, is_measured};
pub(crate) use orders::{OpenOrder, OrderList, WantingOrder};
pub use render::rendered;
pub(crate) use screen::{NeedRow, ScreenCard, ScreenFigure, ScreenPage};
pub use session::Session;
pub use signal::{INTERRUPTED, end_at_interrupt};
pub use terminal::run;
