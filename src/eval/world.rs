//! What an expression may ask of its surroundings. A game in motion answers, or a table of sheets at the prompt, or a
//! few lines in a test.

use super::{Fault, Memo, Subject};
use crate::rulebook::{Aspects, Function};
use crate::value::{
    AttributeId, ConditionId, FigureId, ItemId, Number, RelationId, SideId, SlotId, StateId, Symbol, ThingId, TrackId,
    Value,
};
use std::cell::RefCell;

/// The state around an expression. Every id an expression can hold comes from the same world, so an id that a world
/// does not know is answered with [`Value::Unset`] or the empty answer, never with a panic.
pub trait World {
    /// An attribute of a figure or side, [`Value::Unset`] if its sheet does not give it.
    fn attribute(&self, owner: Subject, id: AttributeId) -> Value;
    /// A track of a figure or side (of one symbol, if it is kept by symbols).
    fn track(&self, owner: Subject, id: TrackId, symbol: Option<Symbol>) -> Option<Number>;
    /// The word a state of a figure is at.
    fn state(&self, figure: FigureId, id: StateId) -> Option<Symbol>;
    /// The things in a slot of a figure, in order.
    fn slot(&self, figure: FigureId, id: SlotId) -> &[ThingId];
    /// Whether a figure has a condition.
    fn has_condition(&self, figure: FigureId, id: ConditionId) -> bool;
    /// How many turns a relation between a figure and another figure, cell or thing has held; 0 if it does not.
    fn relation(&self, id: RelationId, figure: FigureId, far: &Value) -> u32;
    /// The item a thing is an instance of.
    fn item_of(&self, thing: ThingId) -> Option<ItemId>;
    /// A tracked field of a thing.
    fn tracked(&self, thing: ThingId, field: u16) -> Value;
    /// The name of a figure.
    fn figure_name(&self, figure: FigureId) -> &str;
    /// The name of a side.
    fn side_name(&self, side: SideId) -> &str;
    /// Where answers are kept that depend on these parts of the world, and the moment at which they changed last; none
    /// if nothing is kept here.
    fn memo(&self, aspects: Aspects) -> Option<(&RefCell<Memo>, u64)> {
        let _ = aspects;
        None
    }
    /// The functions that need to see the world: all but `min`, `max`, `abs`, `clamp`, `sum`, `count`, `dice` and
    /// `name`. What cannot be known here (no board, a figure that is not placed) is [`Fault::NoBoard`] or
    /// [`Fault::NotPlaced`]; a fact then takes its default.
    fn call(&self, function: Function, arguments: &[Value]) -> Result<Value, Fault>;
    /// Shows `see` the members of the list that a function answers with, in order, until it says false, without making
    /// the list. False if this function is not answered so: it is then to be called.
    fn visit(
        &self,
        function: Function,
        arguments: &[Value],
        see: &mut dyn FnMut(Value) -> bool,
    ) -> Result<bool, Fault> {
        let _ = (function, arguments, see);
        Ok(false)
    }
}
