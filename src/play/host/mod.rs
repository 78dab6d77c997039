//! What scripts may ask of a play, and make it do: a table with one row for each function, which holds its handler.
//! One file for each part of the table.

mod act;
mod area;
mod ask;
mod board;
mod cell;
mod change;
mod check;
mod convert;
mod figure;
mod get;
mod given;
mod held;
mod named;
mod names;
mod order;
mod price;
mod rule;
mod side;
mod stated;
mod thing;

pub use names::ScriptNames;
pub(super) use stated::FactCache;

use super::{Look, Play};
use crate::script::{ApiRow, Arg, Engine, Host, HostError, HostRow, NameOrText, Reply, rows};
use crate::syntax;
use crate::value::{CheckId, Formula};
use std::sync::Arc;

/// What a function answers.
type HostAnswer = Result<Reply, HostError>;

/// A play while a script calls it.
pub struct ScriptCalls<'p> {
    play: &'p mut Play,
    engine: &'p Engine<Play>,
}

/// Everything that scripts can call, in the order of the reference.
pub fn script_rows() -> impl Iterator<Item = &'static ApiRow> {
    rows::<Play>()
}

impl Host for Play {
    type Calls<'h> = ScriptCalls<'h>;

    fn rows() -> &'static [&'static [HostRow<Play>]] {
        &[
            figure::ROWS,
            order::ROWS,
            change::ROWS,
            thing::ROWS,
            side::ROWS,
            cell::ROWS,
            rule::ROWS,
            check::ROWS,
            board::ROWS,
            area::ROWS,
            act::ROWS,
        ]
    }

    fn calls<'h>(&'h mut self, engine: &'h Engine<Play>) -> ScriptCalls<'h> {
        ScriptCalls { play: self, engine }
    }

    fn get(&mut self, engine: &Engine<Self>, subject: &Arg, name: &NameOrText) -> Result<Option<Arg>, HostError> {
        ScriptCalls { play: self, engine }.property(subject, name)
    }

    fn dice(&mut self, text: &str) -> Option<Arc<Formula>> {
        syntax::parse_formula(text).map(Arc::new)
    }

    fn show(&mut self, subject: &Arg) -> String {
        match subject {
            Arg::Figure(id) => self.state().figure(*id).name.to_string(),
            Arg::Side(id) => self.state().side(*id).name.to_string(),
            Arg::Thing(id) => self.rules().book.items[self.state().thing(*id).item.index()].head.name.to_string(),
            Arg::Item(id) => self.rules().book.items[id.index()].head.name.to_string(),
            Arg::Cell(cell) => crate::state::cell_text(&self.rules().book, *cell),
            Arg::Dice(formula) => formula.to_string(),
            Arg::Order(order) => self.rules().book.actions[order.action.index()].head.name.to_string(),
            other => other.sort().to_string(),
        }
    }

    fn looked(&mut self, check: CheckId, at_dice: bool) {
        if let Some(looks) = self.dice.looks() {
            looks.borrow_mut().note(check, if at_dice { Look::Dice } else { Look::Total });
        }
    }

    fn properties(&mut self, subject: &Arg) -> Vec<Arc<str>> {
        let book = &self.rules().book;
        match subject {
            Arg::Figure(_) => {
                let attributes = book.attributes.iter().map(|one| &one.head);
                let tracks = book.tracks.iter().map(|one| &one.head);
                let values = book.values.iter().map(|one| &one.head);
                let states = book.states.iter().map(|one| &one.head);
                let slots = book.slots.iter().map(|one| &one.head);
                attributes
                    .chain(tracks)
                    .chain(values)
                    .chain(states)
                    .chain(slots)
                    .map(|head| head.name.clone())
                    .collect()
            }
            Arg::Thing(id) => {
                let item = &book.items[self.state().thing(*id).item.index()];
                book.kinds[item.kind.index()].fields.iter().map(|field| field.head.name.clone()).collect()
            }
            Arg::Result(_) => {
                let fields = book.checks.iter().flat_map(|check| &check.fields);
                fields.map(|field| field.name.clone()).collect()
            }
            Arg::Order(_) => book.facts.iter().map(|fact| fact.head.name.clone()).collect(),
            Arg::Side(_) => book.attributes.iter().map(|one| one.head.name.clone()).collect(),
            _ => Vec::new(),
        }
    }
}
