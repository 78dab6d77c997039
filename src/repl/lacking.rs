//! An order with a thing that the one who acts has not: what he has instead, and how he gets the other.

use super::ReplError;
use super::refused::refused;
use super::session::LineStep;
use crate::explain::Refusal;
use crate::query::{Argument, BoundQuery, ParsedQuery, Who};
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::value::{FigureId, ItemId, Value};

/// What the rules refuse with a thing that he has not, told at the thing; none of any other order.
pub(super) fn lacking(step: &LineStep<'_>, asked: &ParsedQuery, refusal: &Refusal) -> Option<ReplError> {
    let lack = Lack::of(step, asked).filter(|lack| lack.at.is_some())?;
    if lack.owner.is_some() {
        return lack.not_his(step);
    }
    let given = format!("`give {} to {}`", lack.thing, lack.name);
    let cites: Vec<String> = refusal.cites.iter().map(|cite| format!("@{cite}")).collect();
    Some(refused(step, &refusal.reason, &cites.join(" "), &format!("{}{given}", lack.has)))
}

/// What is to be said where a sentence with a thing that he has not would be refused: what he has instead, and how he
/// gets it; nothing of any other sentence.
pub(super) fn instead(step: &LineStep<'_>, asked: &ParsedQuery) -> Option<String> {
    let lack = Lack::of(step, asked).filter(|lack| lack.at.is_some() && lack.owner.is_none())?;
    Some(format!("    {}`give {} to {}`\n", lack.has, lack.thing, lack.name))
}

/// A sentence with a thing that somebody else has, told at the thing; none of any other sentence.
pub(super) fn of_another(step: &LineStep<'_>, asked: &ParsedQuery) -> Option<ReplError> {
    Lack::of(step, asked)?.not_his(step)
}

/// Somebody and the thing that he does something with, and has not.
struct Lack<'a> {
    name: &'a str,
    thing: &'a str,
    /// Where the thing is named, and how many bytes that is; none if it was named before this line.
    at: Option<(usize, usize)>,
    owner: Option<FigureId>,
    /// What he has instead, as the beginning of a help.
    has: String,
}

impl<'a> Lack<'a> {
    fn of(step: &'a LineStep<'_>, asked: &ParsedQuery) -> Option<Lack<'a>> {
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
        let at = line.to_lowercase().rfind(&thing.to_lowercase()).map(|at| (at, thing.len()));
        let at = at.filter(|(at, length)| line.get(*at..at + length).is_some());
        let typed = at.and_then(|(at, length)| line.get(at..at + length));
        let owner = state.figure_ids().find(|id| *id != actor && has(state, *id, item));
        let own: Vec<ItemId> = of_kind(state, book, actor, item);
        let named = |item: &ItemId| &*book.items[item.index()].head.name;
        let names = own.iter().map(named).collect::<Vec<&str>>().join(", ");
        let allowed = own.iter().find(|other| is_allowed(step, asked, item, **other)).map(named);
        let has = match (allowed, typed) {
            _ if own.is_empty() => String::new(),
            (Some(other), Some(typed)) => {
                format!("{name} has {names}: `{}`; or ", line.trim().replacen(typed, other, 1))
            }
            _ => format!("{name} has {names}; or "),
        };
        Some(Lack { name, thing, at, owner, has })
    }

    fn not_his(&self, step: &LineStep<'_>) -> Option<ReplError> {
        let owner = &step.table.now().figure(self.owner?).name;
        let given = format!("`give {} of {owner} to {}`", self.thing, self.name);
        let what = format!("{} has no {}: it is {owner}'s", self.name, self.thing);
        Some(step.line.otherwise(
            self.at.unwrap_or((0, step.line.0.len())),
            &what,
            "not his",
            &format!("{}{given}", self.has),
        ))
    }
}

/// Whether a thing is of a kind that is taken and let go of.
fn may_be_taken(book: &Rulebook, item: ItemId) -> bool {
    let kind = book.items[item.index()].kind;
    book.slots.iter().any(|slot| slot.kind == Some(kind) && slot.most.is_some())
}

fn has(state: &State, id: FigureId, item: ItemId) -> bool {
    state.figure(id).slots.iter().flatten().any(|thing| state.thing(*thing).item == item)
}

/// Whether the rules allow what is asked with another thing.
fn is_allowed(step: &LineStep<'_>, asked: &ParsedQuery, item: ItemId, other: ItemId) -> bool {
    let said = |argument: &Argument| match argument {
        Argument::Value(Value::Item(one)) if *one == item => Argument::Value(Value::Item(other)),
        argument => argument.clone(),
    };
    let facts = asked.facts.iter().map(|(fact, argument)| (*fact, said(argument))).collect();
    let asked = ParsedQuery { facts, ..asked.clone() };
    let posed = BoundQuery::new(&step.table.rules, step.table.now(), &asked);
    posed.is_ok_and(|posed| posed.refusal(&step.table.rules).is_none())
}

/// What somebody has of the same kind, in slots with room for so many.
fn of_kind(state: &State, book: &Rulebook, id: FigureId, item: ItemId) -> Vec<ItemId> {
    let kind = book.items[item.index()].kind;
    let slots = state.figure(id).slots.iter().zip(&book.slots).filter(|(_, slot)| slot.most.is_some());
    let things = slots.flat_map(|(things, _)| things.iter()).map(|thing| state.thing(*thing).item);
    let mut own: Vec<ItemId> = Vec::new();
    for item in things.filter(|item| book.items[item.index()].kind == kind) {
        if !own.contains(&item) {
            own.push(item);
        }
    }
    own
}
