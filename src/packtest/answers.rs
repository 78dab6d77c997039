//! What figures answer in a test: given before it is asked, taken in the order in which it was given.

use super::Failure;
use crate::play::{Controller, Decision, DecisionRequest, Offer, Play};
use crate::text::Span;
use crate::value::FigureId;
use std::cell::RefCell;
use std::rc::Rc;

/// An answer that waits for its question.
#[derive(Clone, Debug)]
struct WaitingAnswer {
    span: Span,
    question: String,
    figure: FigureId,
    choice: String,
    /// What could be chosen when it was asked and this was not among it.
    missed: Option<String>,
}

/// The answers of a test, shared between the play that asks and the test that gives them.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers(Rc<RefCell<Vec<WaitingAnswer>>>);

impl Answers {
    /// What a figure will answer when it is asked this next.
    pub(super) fn give(&self, span: Span, question: &str, figure: FigureId, choice: &str) {
        let (question, choice) = (question.to_string(), choice.to_string());
        self.0.borrow_mut().push(WaitingAnswer { span, question, figure, choice, missed: None });
    }

    /// What is wrong with those that nobody asked for, or that could not be chosen.
    pub(super) fn left_over(&self) -> Vec<Failure> {
        let failure = |one: &WaitingAnswer| {
            let expected = format!("that `{}` is asked and `{}` can be chosen", one.question, one.choice);
            let got = one.missed.clone().unwrap_or_else(|| "nobody asked".to_string());
            Failure::new(one.span, &expected, &got)
        };
        self.0.borrow().iter().map(failure).collect()
    }
}

impl Controller for Answers {
    fn answer(&mut self, _: &Play, figure: FigureId, question: &DecisionRequest<'_>) -> Decision {
        let DecisionRequest::Choice(choice) = question else { return Decision::Script };
        let mut all = self.0.borrow_mut();
        let is_it = |one: &WaitingAnswer| one.figure == figure && one.question == choice.name && one.missed.is_none();
        let Some(at) = all.iter().position(is_it) else { return Decision::Script };
        let said = all[at].choice.clone();
        let is_said = |offer: &Offer| offer.name.eq_ignore_ascii_case(&said) || offer.title.eq_ignore_ascii_case(&said);
        match choice.offers.iter().position(is_said) {
            Some(index) => {
                all.remove(at);
                Decision::Choice(index)
            }
            None => {
                let offers: Vec<&str> = choice.offers.iter().map(|offer| offer.name.as_str()).collect();
                all[at].missed = Some(format!("one of {}", offers.join(", ")));
                Decision::Script
            }
        }
    }
}
