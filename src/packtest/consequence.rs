//! What does not follow from what a test sets: thresholds are asked when something changes in play.

use super::board::TestBoard;
use crate::eval::Frame;
use crate::event::Holder;
use crate::rulebook::{Sort, Threshold, as_written};
use crate::syntax::ast::{ExprDecl, ExprNode};
use crate::value::Value;

impl TestBoard {
    /// What is behind it where nothing has been done yet: a question is only reckoned.
    pub(super) fn only_reckoned(&self, expr: &ExprDecl) -> Option<String> {
        let book = &self.kit.book;
        let is_changed =
            |name: &str| [Sort::Track, Sort::Condition].into_iter().any(|sort| book.names.find(sort, name).is_some());
        let is_of_play = match &expr.node {
            ExprNode::Is { word, .. } => is_changed(&word.text),
            ExprNode::Binary(_, left, _) => match &left.node {
                ExprNode::Property(_, name) | ExprNode::Call(name, _) => is_changed(&name.text),
                _ => false,
            },
            _ => false,
        };
        if !is_of_play || !self.speaks_of_question() || !self.named("ordered").is_empty() {
            return None;
        }
        let what = "what is asked is only reckoned, and nothing comes of it";
        Some(format!("{what}; `order \"…\"` does it, with `dice …` before it, of those who are placed on a map"))
    }

    /// Why somebody is not in a condition to which a track would lead, if it stands where it leads there.
    pub(super) fn not_followed(&self, expr: &ExprDecl) -> Option<String> {
        let ExprNode::Is { subject, word, negated: false } = &expr.node else { return None };
        let Value::Figure(figure) = self.value(subject).ok()?.0 else { return None };
        let (book, view) = (&self.kit.book, self.play.view());
        let leads = |one: &&Threshold| *book.conditions[one.gains.index()].head.name == *word.text;
        let mut thresholds = book.tracks.iter().flat_map(|track| &track.thresholds).filter(leads);
        let holds = |one: &&Threshold| view.truth_of(&one.when, Holder::Figure(figure), &Frame::new()) == Ok(true);
        let crossed = thresholds.find(holds)?;
        let when = book.sources.slice(crossed.when.span).trim();
        let (name, word) = (as_written(&view.state.figure(figure).name).to_string(), as_written(&word.text));
        Some(format!(
            "it is not so: `when {when} gains {word}` holds, but is asked only where a line, a script or an order changes \
             something, and nothing follows from what a test sets; write `gain {name} {word}`, or let an order do the last \
             of it"
        ))
    }
}
