//! An order with a thing that the one who acts has not: what he has instead, and how he gets the other.

use super::ReplError;
use super::refused::refused;
use super::session::LineStep;
use crate::explain::Refusal;
use crate::query::{Argument, ParsedQuery, Who};
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::value::{FigureId, ItemId, Value};

/// What the rules refuse with a thing that he has not, told at the thing; none of any other order.
pub(super) fn lacking(step: &LineStep<'_>, asked: &ParsedQuery, refusal: &Refusal) -> Option<ReplError> {
    let (state, book) = (step.table.now(), step.table.book());
    let actor = asked.facts.iter().find_map(|(_, said)| match said {
        Argument::Who(Who::Figure(id)) if id.index() < state.figures.len() => Some(*id),
        _ => None,
    })?;
    let mut items = asked.facts.iter().filter_map(|(_, said)| match said {
        Argument::Value(Value::Item(item)) => Some(*item),
        _ => None,
    });
    let item = items.find(|item| may_be_taken(book, *item) && !has(state, actor, *item))?;
    let (name, thing) = (&*state.figure(actor).name, &*book.items[item.index()].head.name);
    let line = step.line.0;
    let at = line.to_lowercase().rfind(&thing.to_lowercase())?;
    let typed = line.get(at..at + thing.len())?;
    let owner = state.figure_ids().find(|id| *id != actor && has(state, *id, item));
    let own: Vec<&str> = of_kind(state, book, actor, item);
    let has = match own.as_slice() {
        [] => String::new(),
        [first, ..] => format!("{name} has {}: `{}`; or ", own.join(", "), line.trim().replacen(typed, first, 1)),
    };
    let given = match owner {
        Some(owner) => format!("`give {thing} of {} to {name}`", state.figure(owner).name),
        None => format!("`give {thing} to {name}`"),
    };
    let Some(owner) = owner else {
        let cites: Vec<String> = refusal.cites.iter().map(|cite| format!("@{cite}")).collect();
        return Some(refused(step, &refusal.reason, &cites.join(" "), &format!("{has}{given}")));
    };
    let what = format!("{name} has no {thing}: it is {}'s", state.figure(owner).name);
    Some(step.line.otherwise((at, typed.len()), &what, "not his", &format!("{has}{given}")))
}

/// Whether a thing is of a kind that is taken and let go of.
fn may_be_taken(book: &Rulebook, item: ItemId) -> bool {
    let kind = book.items[item.index()].kind;
    book.slots.iter().any(|slot| slot.kind == kind && slot.most.is_some())
}

fn has(state: &State, id: FigureId, item: ItemId) -> bool {
    state.figure(id).slots.iter().flatten().any(|thing| state.thing(*thing).item == item)
}

/// The names of what somebody has of the same kind, in slots with room for so many.
fn of_kind<'b>(state: &State, book: &'b Rulebook, id: FigureId, item: ItemId) -> Vec<&'b str> {
    let kind = book.items[item.index()].kind;
    let slots = state.figure(id).slots.iter().zip(&book.slots).filter(|(_, slot)| slot.most.is_some());
    let things = slots.flat_map(|(things, _)| things.iter()).map(|thing| state.thing(*thing).item);
    let mut names: Vec<&str> = Vec::new();
    for item in things.filter(|item| book.items[item.index()].kind == kind) {
        let name = &*book.items[item.index()].head.name;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
