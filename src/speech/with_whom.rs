//! Who does it, said at the end: `shoot Zorgo with Bruce`, `what do I need to hit Zorgo with Bruce?`.

use super::hear::{Hearing, Understanding, understood};
use super::listener::Listener;
use super::token::SpokenWord;
use crate::query::Who;
use crate::value::FigureId;
use std::cell::OnceCell;

/// Before who does it.
const WITH: [&str; 2] = ["with", "using"];

impl Hearing<'_> {
    /// What is meant by a line in which the only one who is named before is a foe of the one behind `with`.
    pub(super) fn with_whom(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let with = spoken.iter().rposition(|word| WITH.contains(&word.text.as_str()))?;
        let (length, actor) = self.figure_at(&spoken, with + 1)?;
        let is_end = spoken[with + 1 + length..].iter().all(|word| !word.is_word());
        let mut named = Vec::new();
        let mut at = 0;
        while at < with {
            let found = self.figure_at(&spoken, at);
            named.extend(found.map(|(_, id)| id));
            at += found.map_or(1, |(length, _)| length);
        }
        let [target] = named.as_slice() else { return None };
        let side = |id: FigureId| self.listener.state.figure(id).side;
        // `swaps places with Gil` is said of one's own.
        if !is_end || side(*target) == side(actor) || self.figure_at(&spoken, 0).is_some() {
            return None;
        }
        let listener = Listener {
            acting: Some(actor),
            named: Some(actor),
            beside: Some(*target),
            last: None,
            told: None,
            names: OnceCell::new(),
            ..*self.listener
        };
        let hearing = Hearing { listener: &listener, attempts: &self.attempts.deeper() };
        let heard = understood(&hearing, line.get(..spoken[with].at)?.trim()).ok()?;
        let Understanding::Line(said) = &heard else { return None };
        let place = |id: FigureId| said.find(&*self.listener.state.figure(id).name);
        let is_his = place(actor).is_some_and(|at| place(*target).is_none_or(|other| at < other));
        is_his.then_some(heard)
    }

    /// The figure that is named at a place, and by how many words.
    fn figure_at(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, FigureId)> {
        match self.listener.named_at(spoken, at).into_iter().next()? {
            (length, _, Who::Figure(id)) => Some((length, id)),
            _ => None,
        }
    }
}
