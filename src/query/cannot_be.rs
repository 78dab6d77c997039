//! What a sentence says that cannot be so, whatever counts for it: places with a gap between them, a track beyond its
//! end.

use super::bound::{BoundQuery, said_of};
use super::{AssumedChange, SentenceError};
use crate::board::Plane;
use crate::event::Holder;
use crate::play::Rules;
use crate::rulebook::Expr;
use crate::state::cell_text;
use crate::value::{Board, Position, Value};

/// The error of the first thing said in a sentence that cannot be.
pub(super) fn cannot_be(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    off_map(rules, posed, text).or_else(|| gap(rules, posed, text)).or_else(|| out_of_bounds(rules, posed, text))
}

/// The cells that something said names, in their order.
fn cells_of(said: &Value) -> Vec<Position> {
    let cell = |value: &Value| match value {
        Value::Cell(cell) => Some(*cell),
        _ => None,
    };
    match said {
        Value::List(list) => list.iter().filter_map(cell).collect(),
        said => cell(said).into_iter().collect(),
    }
}

/// The error of the first cell in a sentence that lies off the map.
fn off_map(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    let plane = rules.ground.as_ref()?.plane;
    let mut cells = posed.stated().iter().flat_map(|(_, said)| cells_of(said));
    let outside = cells.find(|cell| !plane.contains(*cell))?;
    let corner = |cell: Option<Position>| cell.map_or_else(String::new, |cell| cell_text(&rules.book, cell));
    let corners = [corner(plane.cells().next()), corner(plane.cells().last())];
    Some(SentenceError::off_map(cell_text(&rules.book, outside), corners, text))
}

/// The error of the first list of cells in a sentence that do not hang together: somebody has left one out. Those that are
/// said of a figure are its way: each lies beside the one before it, the first beside where the figure stands.
fn gap(rules: &Rules, posed: &BoundQuery, text: &str) -> Option<SentenceError> {
    // Without a map places lie beside each other all the same, by the pack's sort of board.
    let mapless = || rules.book.ground.as_ref().map(|ground| Plane::new(ground.board, 0, 0));
    let plane = rules.ground.as_ref().map(|ground| ground.plane).or_else(mapless);
    let plane = plane.filter(|plane| plane.board != Board::Open)?;
    posed.stated().iter().filter(|(_, said)| matches!(said, Value::List(_))).find_map(|(fact, said)| {
        let cells = cells_of(said);
        let name = &rules.book.facts[fact.index()].head.name;
        let shown = |cell: Position| cell_text(&rules.book, cell);
        if let Some(figure) = said_of(rules, posed.stated(), *fact) {
            let figure = posed.state.figure(figure);
            // Who stands nowhere begins anywhere.
            let from = figure.at.or_else(|| cells.first().copied())?;
            let begun = usize::from(figure.at.is_none());
            let before = std::iter::once(from).chain(cells.iter().copied().skip(begun));
            let mut steps = before.zip(cells.iter().skip(begun));
            let (last, cell) = steps.find(|(last, cell)| !plane.is_adjacent(*last, **cell))?;
            let why = match (last == from && figure.at.is_some(), *cell == from) {
                (true, true) => format!("this is where {} stands", figure.name),
                (true, false) => format!("this is not beside {}, where {} stands", shown(from), figure.name),
                (false, _) => format!("this is not beside {}", shown(last)),
            };
            return Some(SentenceError::gap(name, shown(*cell), (why, *cell != from), text));
        }
        let touches = |at: usize| cells[..at].iter().any(|one| *one == cells[at] || plane.is_adjacent(*one, cells[at]));
        let at = (1..cells.len()).find(|at| !touches(*at))?;
        Some(SentenceError::gap(name, shown(cells[at]), ("this touches no cell before it".to_string(), false), text))
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
