//! Looking into tables: the first row that matches, then the first column.

use super::walk::Walk;
use super::{EvalError, Fault, Subject, Trail, World};
use crate::rulebook::{Expr, KeyMatch, Node};
use crate::text::Span;
use crate::value::{TableId, Value};

impl<W: World + ?Sized> Walk<'_, W> {
    pub(super) fn table(&mut self, id: TableId, keys: &[Expr], span: Span) -> Result<Value, EvalError> {
        let table = &self.scene.rules.tables[id.index()];
        let row_key = match keys.first() {
            Some(key) => self.eval(key)?,
            None => return Err(EvalError::new(Fault::Absent("a key"), span)),
        };
        let column_key = keys.get(1).map(|key| self.eval(key)).transpose()?;
        let column = match &column_key {
            None => Some(0),
            Some(key) => table.columns.iter().position(|matches| self.matches(matches, key)),
        };
        let row = table.rows.iter().find(|row| self.matches(&row.matches, &row_key));
        let cell = row.zip(column).and_then(|(row, column)| row.cells.get(column));
        // A thing has no name but that of its item.
        let named = |key: Value| match &key {
            Value::Thing(id) => self.scene.world.item_of(*id).map_or(key, Value::Item),
            _ => key,
        };
        let keys = || std::iter::once(row_key.clone()).chain(column_key.clone()).map(named).collect();
        match cell {
            None => Err(EvalError::new(Fault::NotInTable(id, keys()), span)),
            Some(Expr { node: Node::Const(Value::Unset), .. }) => {
                Err(EvalError::new(Fault::UnsetCell(id, keys()), span))
            }
            Some(cell) => self.apart(Subject::Nobody, cell).map_err(|error| error.during(Trail::Table(id))),
        }
    }

    fn matches(&self, matches: &KeyMatch, key: &Value) -> bool {
        match matches {
            KeyMatch::Any => true,
            KeyMatch::Range(low, high) => {
                key.as_number().is_some_and(|n| low.is_none_or(|low| low <= n) && high.is_none_or(|high| n <= high))
            }
            KeyMatch::Symbol(symbol) => matches!(key, Value::Symbol(found) if found == symbol),
            KeyMatch::Value(value) => self.scene.same(key, value),
            KeyMatch::OneOf(all) => all.iter().any(|one| self.matches(one, key)),
        }
    }
}
