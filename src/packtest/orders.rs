//! The orders that tests give, each with the board just before it.

use super::board::{PosedNames, TestBoard};
use super::choices_of;
use crate::play::{Kit, Play, Rules};
use crate::query::{About, ParsedQuery};
use crate::rulebook::{Choices, Test};
use crate::script::Engine;
use crate::state::State;
use crate::syntax::ast::StepNode;
use crate::value::ActionId;
use std::rc::Rc;
use std::sync::Arc;

/// An order that a test gives.
pub struct TestOrder {
    /// The title of the test.
    pub title: Arc<str>,
    /// The action.
    pub action: ActionId,
    /// What the order says.
    pub asked: ParsedQuery,
    /// The board before it, and what is being played there.
    pub state: State,
    /// The rules on that board's map.
    pub rules: Arc<Rules>,
}

/// What the tests of a pack choose, each choice once; that of most, nothing, first.
pub fn choices_of_tests(kit: &Kit) -> Vec<Choices> {
    let mut found = vec![Choices::none()];
    for choices in kit.book.tests.iter().map(|test| choices_of(kit, test)) {
        if !found.contains(&choices) {
            found.push(choices);
        }
    }
    found
}

/// The orders of all tests that choose what the rules were loaded with, as far as each test comes.
pub fn orders(kit: &Kit, engine: &Rc<Engine<Play>>, choices: &Choices) -> Vec<TestOrder> {
    let chosen = kit.book.tests.iter().filter(|test| choices_of(kit, test) == *choices);
    chosen.flat_map(|test| orders_of(kit, engine, test)).collect()
}

fn orders_of(kit: &Kit, engine: &Rc<Engine<Play>>, test: &Test) -> Vec<TestOrder> {
    let gives = |node: &StepNode| matches!(node, StepNode::Order(_));
    let Some(last) = test.steps.iter().rposition(|step| gives(&step.node)) else { return Vec::new() };
    let Ok(mut bench) = TestBoard::new(kit.clone(), engine.clone(), test, &PosedNames::default()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for step in &test.steps[..=last] {
        if let StepNode::Order(text) = &step.node
            && let Ok(asked) = bench.understand(step.span, &text.text)
            && let About::Action(action) = asked.about
        {
            let (title, state) = (test.head.title.clone(), bench.play.state().clone());
            found.push(TestOrder { title, action, asked, state, rules: bench.rules() });
        }
        // What a test expects is not looked at: a step that only expects changes nothing.
        if !matches!(step.node, StepNode::Expect(_)) && bench.perform(step).is_err() {
            break;
        }
    }
    found
}
