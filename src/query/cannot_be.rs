//! What a sentence says that cannot be so, whatever counts for it: places with a gap between them, a track beyond its
//! end.

use super::bound::BoundQuery;
use super::{AssumedChange, SentenceError};
use crate::event::Holder;
use crate::play::Rules;
use crate::rulebook::Expr;
use crate::state::cell_text;
use crate::value::{Board, Position, Value};

/// The error of the first thing said in a sentence that cannot be.
pub(super) fn cannot_be(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    gap(rules, posed, text).or_else(|| out_of_bounds(rules, posed, text))
}

/// The error of the first list of cells in a sentence that do not hang together: somebody has left one out.
fn gap(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    let plane = rules.ground.as_ref().map(|ground| ground.plane).filter(|plane| plane.board != Board::Open)?;
    posed.facts.iter().find_map(|(fact, said)| {
        let Value::List(list) = said else { return None };
        let cells: Vec<Position> = list
            .iter()
            .filter_map(|member| match member {
                Value::Cell(cell) => Some(*cell),
                _ => None,
            })
            .collect();
        let touches = |at: usize| cells[..at].iter().any(|one| *one == cells[at] || plane.is_adjacent(*one, cells[at]));
        let at = (1..cells.len()).find(|at| !touches(*at))?;
        let name = &rules.book.facts[fact.index()].head.name;
        Some(SentenceError::gap(name, cell_text(&rules.book, cells[at]), text))
    })
}

/// The error of the first track that is said to stand where it cannot.
fn out_of_bounds(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    let (book, frame, view) = (&rules.book, posed.frame(), posed.view(rules));
    posed.said.iter().find_map(|(figure, what)| {
        let AssumedChange::Track(id, _, said) = what else { return None };
        let rule = &book.tracks[id.index()];
        let bound = |expr: &Option<Expr>| view.number_for(expr.as_ref()?, Holder::Figure(*figure), &frame).ok();
        let bounds = match (bound(&rule.min), bound(&rule.max)) {
            (Some(min), _) if *said < min => format!("{min} or more"),
            (_, Some(max)) if *said > max => format!("{max} or less"),
            _ => return None,
        };
        Some(SentenceError::out_of_range(&rule.head.name, &rule.head.title, said, bounds, text))
    })
}
