//! The form in which odds are printed: lines of text, JSON, a table, a plot.

use super::args::OddsArgs;
use super::screen::Screen;
use crate::odds::plot::{Diagram, csv, svg};

/// Prints an answer in the form that was asked for.
pub(super) fn print(answer: &impl serde::Serialize, diagram: Diagram, args: &OddsArgs, screen: &mut Screen) {
    match (args.json, args.csv, args.svg) {
        (true, ..) => screen.json(answer),
        (_, true, _) => screen.say(&csv(&diagram)),
        (.., true) => screen.say(&svg(&diagram, args.cumulative)),
        _ => screen.say(&crate::odds::plot::text(&diagram, screen.width, args.cumulative)),
    }
}
