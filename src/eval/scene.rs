//! Where expressions are computed.

use super::{Frame, World};
use crate::rulebook::Rulebook;
use crate::value::Value;

/// Where expressions are computed: the rules, the world around, the facts stated.
#[derive(Debug)]
pub struct Scene<'a, W: World + ?Sized> {
    /// The rules.
    pub rules: &'a Rulebook,
    /// The state around.
    pub world: &'a W,
    /// The facts.
    pub frame: &'a Frame,
}

impl<W: World + ?Sized> Clone for Scene<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: World + ?Sized> Copy for Scene<'_, W> {}

impl<W: World + ?Sized> Scene<'_, W> {
    /// Whether two values are the same; a thing is the same as its item.
    pub(super) fn same(&self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Thing(thing), Value::Item(item)) | (Value::Item(item), Value::Thing(thing)) => {
                self.world.item_of(*thing) == Some(*item)
            }
            _ => left == right,
        }
    }
}
