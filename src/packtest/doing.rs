//! The steps of a test that do deeds, and what a phase does.

use super::Failure;
use super::board::{TestBoard, unknown};
use crate::rulebook::DeedParameter;
use crate::syntax::ast::{DeedCall, ExprDecl, Name};
use crate::text::Span;
use crate::value::{DeedId, FactId, Value};

impl TestBoard {
    /// `do DEED(E, …) as NAME with FACT = E, …`: a deed as a line would do it, by whom the facts name.
    pub(super) fn do_deed(&mut self, span: Span, call: &DeedCall) -> Result<(), Failure> {
        let (book, deed) = (self.kit.book.clone(), &call.deed);
        let deeds = &book.deeds;
        let Some(at) = deeds.iter().position(|one| *one.head.name == *deed.text) else {
            return Err(unknown(deed, "deed", deeds.iter().map(|one| &*one.head.name)));
        };
        let (given, facts) = (self.given(call, &deeds[at].parameters)?, self.stated(&call.with)?);
        let done = self.play.perform_deed(DeedId(at as u16), given, &facts);
        let gives = done.map_err(|error| self.broken(span, &format!("the deed `{}`", deed.text), error))?;
        self.speaks_of_order(facts);
        match (&call.called, &deeds[at].gives) {
            (None, _) => {}
            (Some(name), Some(given)) => self.keep(&name.text, gives, given.r#type.clone()),
            (Some(name), None) => {
                return Err(Failure::new(name.span, "a deed that gives something", "it gives nothing"));
            }
        }
        Ok(())
    }

    fn given(&self, call: &DeedCall, parameters: &[DeedParameter]) -> Result<Vec<Value>, Failure> {
        if call.given.len() != parameters.len() {
            let names: Vec<&str> = parameters.iter().map(|one| &*one.name).collect();
            let (expected, got) = (format!("`{}({})`", call.deed.text, names.join(", ")), call.given.len());
            return Err(Failure::new(call.deed.span, &expected, &format!("{got} given")));
        }
        let given = call.given.iter().zip(parameters);
        given.map(|(expr, one)| self.value_as(expr, &one.r#type, one.unit)).collect()
    }

    fn stated(&self, with: &[(Name, ExprDecl)]) -> Result<Vec<(FactId, Value)>, Failure> {
        let facts = &self.kit.book.facts;
        let mut stated = Vec::with_capacity(with.len());
        for (name, expr) in with {
            let Some(at) = facts.iter().position(|fact| *fact.head.name == *name.text) else {
                return Err(unknown(name, "fact", facts.iter().map(|fact| &*fact.head.name)));
            };
            stated.push((FactId(at as u16), self.value_as(expr, &facts[at].r#type, facts[at].unit)?));
        }
        Ok(stated)
    }

    /// `perform phase NAME`: enters a phase and does what it says itself; nobody is asked for orders.
    pub(super) fn perform_phase(&mut self, span: Span, phase: &Name, side: Option<&Name>) -> Result<(), Failure> {
        let id = self.phase(phase)?;
        self.enter(span, phase, side)?;
        self.play
            .turn()
            .perform_phase(id)
            .map_err(|error| self.broken(span, &format!("the phase `{}`", phase.text), error))
    }
}
