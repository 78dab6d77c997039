//! A world with nobody in it: what an expression alone can say, it can say here.

use crate::eval::{Fault, Subject, World};
use crate::rulebook::Function;
use crate::value::{
    AttributeId, ConditionId, FigureId, ItemId, Number, RelationId, SideId, SlotId, StateId, Symbol, ThingId, TrackId,
    Value,
};

/// The empty world.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyWorld;

impl World for EmptyWorld {
    fn attribute(&self, _: Subject, _: AttributeId) -> Value {
        Value::Unset
    }

    fn track(&self, _: Subject, _: TrackId, _: Option<Symbol>) -> Option<Number> {
        None
    }

    fn state(&self, _: FigureId, _: StateId) -> Option<Symbol> {
        None
    }

    fn slot(&self, _: FigureId, _: SlotId) -> &[ThingId] {
        &[]
    }

    fn has_condition(&self, _: FigureId, _: ConditionId) -> bool {
        false
    }

    fn relation(&self, _: RelationId, _: FigureId, _: &Value) -> u32 {
        0
    }

    fn item_of(&self, _: ThingId) -> Option<ItemId> {
        None
    }

    fn tracked(&self, _: ThingId, _: u16) -> Value {
        Value::Unset
    }

    fn figure_name(&self, _: FigureId) -> &str {
        "nobody"
    }

    fn side_name(&self, _: SideId) -> &str {
        "nobody"
    }

    fn call(&self, function: Function, _: &[Value]) -> Result<Value, Fault> {
        match function {
            Function::HasBoard => Ok(Value::Truth(false)),
            _ => Err(Fault::NoBoard(function)),
        }
    }
}
