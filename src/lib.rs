//! fray is an interpreter for tabletop skirmish rules.
//!
//! A game is a pack: declarations in the fray language (`rules/`) and procedures in Luau (`scripts/`). The core below
//! knows dice, checks, boards, turns, effects and events, and no game.
//!
//! `docs/architecture.md` is the map: the way from text to events, what each part may not do, a line for every file.
//!
//! # Floors
//! A folder imports only folders below it in this list; `tests/it/tidy.rs` reads the list and checks every `use crate::`.
//! ```text
//! entrance    cli/       one file per subcommand; print answers and diagnostics to a terminal
//!             lsp/       the protocol of editors: messages in, what `ide/` answers out
//!             serve/     the table in a browser: what the page shows and what is said there, over HTTP
//!             draw/      a game at one moment as a picture and a page: SVG and HTML
//!             repl/      read until the input is whole, evaluate, print; history, completion
//! answers     ide/       what stands at a place of a text, and what can be done there, as plain data for editors
//!             speech/    what a referee says in plain words, as the line that the prompt reads
//!             judge/     scripts judged before they run, with the rules beside them
//!             compare/   two rulebooks side by side: what is declared, needed and likely otherwise
//!             mutant/    rules changed in one place at a time, and which of their tests notice
//!             sim/       many games in parallel, tallied; one random stream per trial
//!             packtest/  the tests that rules carry: each on a small board of its own
//!             ablation/  what a modifier, a thing, a reading is worth: the odds with it beside those without
//!             answer/    what an action would do, and how much something is
//!             query/     sentences understood, and put to a state
//!             story/     events told in words
//!             odds/      exact odds of expressions, whole actions and whole fights; plots
//! play        play/      one game in motion: an order goes in, events come out
//!             state/     a game at one moment: its parts, the changes to them, how expressions see it; the only writer
//!             explain/   what a check needs, and why: every modifier, those that count and those that do not
//!             script/    the Luau sandbox: limits, what a table of functions is, errors traced to their line
//!             eval/      a resolved expression and its surroundings to a value
//! rules       rulebook/  names resolved, types checked, kinds indexed: the program that play runs
//!             syntax/    text to tree and back to text; nobody else knows pest
//! primitives  turn/      who acts next: phases, and the order of figures
//!             check/     a roll against a number or another roll: margin and degree
//!             effect/    a modifier with its reason, and how modifiers stack
//!             event/     what happened, in order: the log and its stored form
//!             board/     squares, hexes, open ground: distance, lines, areas, facing
//!             dice/      pools, keeps, distributions, and the source of every random number
//! ground      value/     what all floors pass around: numbers, dice formulas, names of things, lists
//!             diag/      the diagnostic, its suggestions
//!             text/      source files, spans, lines, and the trait by which files are loaded
//! ```
//!
//! The words of the code are explained in `docs/architecture.md`.

#![warn(unreachable_pub)]

pub mod ablation;
mod answer;
mod board;
pub mod check;
pub mod cli;
mod compare;
pub mod diag;
pub mod dice;
mod draw;
pub mod effect;
pub mod eval;
pub mod event;
pub mod explain;
mod ide;
pub mod judge;
pub mod lsp;
mod mutant;
pub mod odds;
pub mod packtest;
pub mod play;
pub mod query;
pub mod repl;
pub mod rulebook;
pub mod script;
mod serve;
mod sim;
pub mod speech;
pub mod state;
mod story;
pub mod syntax;
pub mod text;
mod turn;
pub mod value;
