//! A whole action tried a number of times: what became of one aspect, and which modifiers counted.

use super::{Became, Bench, Bounds, PartValue, StatePart};
use crate::dice::{Cancel, Seeded};
use crate::event::{Change, CheckedModifier, Log};
use crate::play::{Order, Play, PlayError, Rules};
use crate::script::Engine;
use crate::state::State;
use std::rc::Rc;
use std::sync::Arc;

/// An order and what it is given in.
#[derive(Clone, Copy)]
pub struct OrderContext<'a> {
    /// The rules.
    pub rules: &'a Arc<Rules>,
    /// What runs their scripts.
    pub engine: &'a Rc<Engine<Play>>,
    /// The fight before.
    pub state: &'a State,
    /// What is done.
    pub order: &'a Arc<Order>,
}

/// What is measured in trials.
#[derive(Clone, Copy, Debug)]
pub enum Measured<'a> {
    /// A part of the state, as it became.
    Subject(&'a StatePart),
    /// What is called so: by other rules the same may have another id.
    Named(&'a str),
}

/// What something became in a trial, and in words; none where it stayed as it was.
pub type Tried = Option<(Became, PartValue)>;

impl OrderContext<'_> {
    /// What something becomes in each of so many trials, always the same ones; none where it stays as it was.
    pub fn trials(&self, count: u64, cancel: &Cancel, of: Measured<'_>) -> Result<Vec<Tried>, PlayError> {
        let bounds = Bounds::default();
        let bench = Bench::of(*self, &bounds);
        let one = |trial| {
            cancel.check()?;
            let changes = bench.perform(Box::new(Seeded::new(0, trial)), None)?;
            let mut named = changes.into_iter();
            let found = named.find(|(subject, _)| match of {
                Measured::Subject(measured) => subject == measured,
                Measured::Named(name) => bench.words().name(subject) == name,
            });
            Ok(found.map(|(subject, became)| {
                let told = bench.words().told(&subject, &[&became]).pop();
                (became, told.unwrap_or_else(|| PartValue::Word(String::new())))
            }))
        };
        (0..count).map(one).collect()
    }

    /// The modifiers that counted in any check of so many trials, each once, in the order met.
    pub fn modifiers(&self, count: u64, cancel: &Cancel) -> Result<Vec<CheckedModifier>, PlayError> {
        let mut all: Vec<CheckedModifier> = Vec::new();
        for trial in 0..count {
            cancel.check()?;
            let chance = Box::new(Seeded::new(0, trial));
            let mut play = Play::new(self.rules.clone(), self.state.clone(), self.engine.clone(), chance);
            play.keep_log(Log::default());
            play.perform(self.order)?;
            for event in play.log().into_iter().flat_map(Log::iter) {
                let Change::Checked { modifiers, .. } = &event.change else { continue };
                for modifier in modifiers {
                    if !all.iter().any(|known| known.id == modifier.id) {
                        all.push(modifier.clone());
                    }
                }
            }
        }
        Ok(all)
    }
}
