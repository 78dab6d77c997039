//! Whether a thing, a sheet or a scenario uses something of a name: what goes when that is removed `with users`.

use super::amend::unquoted;
use super::merge::Says;
use crate::syntax::ast::{Body, Cell, CellForm, Entry, Expr, ExprNode, Placement, Property, ScenarioEntry, SideEntry};
use std::collections::BTreeSet;

/// Whether one of the names stands in its lines or cells; the name of the thing itself does not count. Names are
/// compared as written: which kind is meant is known only later.
pub(super) fn uses(says: &Says, names: &BTreeSet<String>) -> bool {
    match says {
        Says::Row(_, _, row) => row.cells.iter().skip(1).any(|cell| in_cell(cell, names)),
        Says::Whole(declaration) => match &declaration.body {
            Body::Thing(entries) => in_lines(entries, names),
            Body::Figure(figure) => {
                let from = figure.from.as_ref();
                from.is_some_and(|from| names.contains(&from.text)) || in_lines(&figure.entries, names)
            }
            Body::Scenario(entries) => entries.iter().any(|entry| in_scenario(&entry.node, names)),
            _ => false,
        },
    }
}

fn in_scenario(entry: &ScenarioEntry, names: &BTreeSet<String>) -> bool {
    let ScenarioEntry::Side(side) = entry else { return false };
    side.entries.iter().any(|entry| match &entry.node {
        SideEntry::Place(Placement { sheet, entries, .. }) => names.contains(&sheet.text) || in_lines(entries, names),
        SideEntry::Group { sheet, .. } => names.contains(&sheet.text),
        SideEntry::Set(..) => false,
    })
}

fn in_lines(entries: &[Entry<Property>], names: &BTreeSet<String>) -> bool {
    entries.iter().flat_map(|entry| &entry.node.values).any(|value| in_value(value, names))
}

fn in_value(value: &Expr, names: &BTreeSet<String>) -> bool {
    match &value.node {
        ExprNode::Name(name) => names.contains(&name.text),
        ExprNode::Text(text) => names.contains(&text.text),
        ExprNode::List(values) => values.iter().any(|value| in_value(value, names)),
        _ => false,
    }
}

fn in_cell(cell: &Cell, names: &BTreeSet<String>) -> bool {
    match &cell.form {
        CellForm::List(cells) => cells.iter().any(|cell| in_cell(cell, names)),
        _ => names.contains(unquoted(&cell.text)),
    }
}
