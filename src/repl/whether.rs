//! `whether NAME is WORD`, `whether EXPRESSION`: yes or no, and what it follows from.

use super::Response;
use super::answer::LineStop;
use super::fight;
use super::goal::is_so;
use super::quoted::with_quoted_names;
use super::roll::{self, TypedPhrase};
use super::session::{Answered, LineStep};
use super::supposed;
use crate::event::Holder;
use crate::query::{AssumedChange, Assumption, Who};
use crate::rulebook::{Expr, Function, Node};
use crate::state::{BoardView, View, cell_text};
use crate::story::health;
use crate::value::{FigureId, Position, Value};

/// Whether what is said of somebody is so, or what is computed is true.
pub(super) fn whether(step: &mut LineStep<'_>, rest: &str) -> Answered {
    if rest.is_empty() {
        return Err(step.line.missing("nothing is asked", "write `whether NAME is WORD`").into());
    }
    match fight::said(step, rest) {
        Ok(said) if !said.is_empty() && said.iter().all(|said| matches!(said.who, Who::Figure(_))) => {
            Ok(Response::of(of_somebody(step, &said)))
        }
        _ => {
            let text = with_quoted_names(rest, &step.table.cast().names);
            supposed::computed(step, |step| {
                let phrase = roll::phrase(step, &text).map_err(LineStop::Wrong)?;
                match roll::value(step, &phrase) {
                    Some((_, Value::Truth(is_true))) => Ok(Response::of(of_phrase(step, &phrase, is_true))),
                    _ => roll::roll(step, &phrase),
                }
            })
        }
    }
}

/// The answer, and how each fares of whom it is asked.
fn of_somebody(step: &LineStep<'_>, said: &[Assumption]) -> String {
    let now = step.table.now();
    let view = View::new(&step.table.rules, now);
    let mut answer = yes_or_no(said.iter().all(|said| is_as_said(&view, said)), "");
    let mut asked: Vec<FigureId> = Vec::new();
    for said in said {
        let Who::Figure(id) = said.who else { continue };
        if !asked.contains(&id) {
            answer += &format!("{}: {}\n", now.figure(id).name, health(&view, id).join(", "));
            asked.push(id);
        }
    }
    answer
}

/// Whether somebody is as it is said, or has so much of something.
fn is_as_said(view: &View<'_>, said: &Assumption) -> bool {
    let Who::Figure(id) = said.who else { return false };
    let whose = Holder::Figure(id);
    match &said.what {
        AssumedChange::Track(track, symbol, number) => {
            view.state.track(whose, view.rules.layout.track(*track, *symbol)) == *number
        }
        AssumedChange::Attribute(attribute, value) => view.state.attribute(whose, *attribute) == value,
        _ => is_so(view.state, said),
    }
}

/// The answer, and what stands in the way where a sight is asked about.
fn of_phrase(step: &LineStep<'_>, phrase: &TypedPhrase, is_true: bool) -> String {
    let mut why = String::new();
    phrase.expr().walk(&mut |part| {
        if let (true, Some(blocked)) = (why.is_empty(), blocked(step, part)) {
            why = blocked;
        }
    });
    yes_or_no(is_true, &why)
}

fn yes_or_no(is_so: bool, why: &str) -> String {
    let answer = if is_so { "yes" } else { "no" };
    if why.is_empty() { format!("{answer}\n") } else { format!("{answer}: {why}\n") }
}

/// What stands between two places, where a part of an expression asks whether one sees the other.
fn blocked(step: &LineStep<'_>, part: &Expr) -> Option<String> {
    let Node::Call(Function::Sight, ends) = &part.node else { return None };
    let (now, rules) = (step.table.now(), &step.table.rules);
    let place = |end: &Expr| match &end.node {
        Node::Const(Value::Figure(id)) => now.figures.get(id.index())?.at,
        Node::Const(Value::Cell(at)) => Some(*at),
        _ => None,
    };
    let board = BoardView::new(rules, now)?;
    let [from, to] = ends.as_slice() else { return None };
    let at = board.blocked_by(place(from)?, place(to)?)?;
    Some(format!("{} is between", what_blocks(step, &board, at)))
}

/// A cell that nobody sees through: what is spread over it, or what it is, and where.
fn what_blocks(step: &LineStep<'_>, board: &BoardView<'_>, at: Position) -> String {
    let book = step.table.book();
    let veil = board.veil_at(at).map(|thing| step.table.now().thing(thing).item);
    let title = veil.or_else(|| board.item(at)).map(|item| &*book.items[item.index()].head.title);
    format!("{} at {}", title.unwrap_or("the ground"), cell_text(book, at))
}
