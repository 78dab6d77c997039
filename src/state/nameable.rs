//! Whom and what an order can name for one of its facts.

use super::parts::State;
use crate::rulebook::{Rulebook, Type};
use crate::value::{FactId, FigureId, Value};

/// The figures or things that a fact can be when somebody acts: all others in play, those of other sides first; the
/// things that he has, slot by slot. None for facts of other types.
pub(crate) fn nameable(book: &Rulebook, state: &State, fact: FactId, actor: FigureId) -> Vec<Value> {
    match book.facts[fact.index()].r#type.bare() {
        Type::Figure => {
            let others = state.figure_ids().filter(|id| *id != actor && !state.figure(*id).removed);
            let (foes, friends): (Vec<FigureId>, Vec<FigureId>) =
                others.partition(|id| state.figure(*id).side != state.figure(actor).side);
            foes.into_iter().chain(friends).map(Value::Figure).collect()
        }
        Type::Thing(kind) => {
            let own = state.figure(actor).slots.iter().flatten();
            let fits = own.filter(|id| book.items[state.thing(**id).item.index()].kind == *kind);
            fits.map(|id| Value::Thing(*id)).collect()
        }
        _ => Vec::new(),
    }
}
