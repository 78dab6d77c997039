//! Whether a thing, a sheet or a scenario uses something: what goes when that is removed `with users`.

use super::amend::unquoted;
use super::says::{DeclKey, Says};
use super::*;
use crate::syntax::ast::{
    Body, CellDecl, CellForm, Entry, ExprDecl, ExprNode, PlacementDecl, Property, ScenarioEntry, SideEntry, TypeDecl,
    TypeNode,
};
use std::collections::{BTreeMap, BTreeSet};

/// What stands in the places of things and sheets: the name of a type for each field, slot and attribute.
pub(super) struct Places {
    /// By the kind, none for what figures have, and the name of the place.
    types: BTreeMap<(String, String), String>,
}

impl Places {
    /// From everything in force.
    pub(super) fn of<'a, 'b: 'a>(declared: impl Iterator<Item = (&'a DeclKey, &'a Says<'b>)>) -> Places {
        let mut types = BTreeMap::new();
        for ((sort, _, name), says) in declared {
            let Says::Whole(declaration) = says else { continue };
            let own = |name: &str| (String::new(), name.to_string());
            match &declaration.body {
                Body::Kind(kind) if *sort == Sort::Kind => {
                    for field in &kind.fields {
                        types.insert((name.clone(), field.name.text.clone()), leaf(&field.r#type));
                    }
                }
                Body::Slot(slot) => drop(types.insert(own(name), slot.kind.text.clone())),
                Body::Attribute(attribute) => drop(types.insert(own(name), leaf(&attribute.r#type))),
                _ => {}
            }
        }
        Places { types }
    }

    /// Whether something that is gone stands in its lines or cells; the name of the thing itself does not count.
    pub(super) fn uses(&self, says: &Says, kind: &str, gone: &BTreeSet<DeclKey>) -> bool {
        match says {
            Says::Row(_, things, row) => {
                let columns = things.grid.head.iter().map(|cell| unquoted(&cell.text));
                let mut cells = row.cells.iter().zip(columns).skip(1);
                self.in_lines(kind, &things.shared, gone)
                    || cells.any(|(cell, column)| in_cell(cell, &|name| self.is_gone(kind, column, name, gone)))
            }
            Says::Whole(declaration) => match &declaration.body {
                Body::Thing(entries) => self.in_lines(kind, entries, gone),
                Body::Figure(figure) => {
                    let from = figure.from.as_ref();
                    from.is_some_and(|from| is_sheet(&from.text, gone)) || self.in_lines("", &figure.entries, gone)
                }
                Body::Scenario(entries) => entries.iter().any(|entry| self.in_scenario(&entry.node, gone)),
                _ => false,
            },
        }
    }

    /// Whether a name that stands in a place means something that is gone.
    fn is_gone(&self, kind: &str, place: &str, name: &str, gone: &BTreeSet<DeclKey>) -> bool {
        match self.types.get(&(kind.to_string(), place.to_string())) {
            Some(of) => gone.contains(&(Sort::Item, of.clone(), name.to_string())),
            None => false,
        }
    }

    fn in_scenario(&self, entry: &ScenarioEntry, gone: &BTreeSet<DeclKey>) -> bool {
        let is_named = |sort: Sort, name: &str| gone.contains(&(sort, String::new(), name.to_string()));
        let side = match entry {
            ScenarioEntry::Side(side) => side,
            ScenarioEntry::With(option, _) => return is_named(Sort::Option, &option.text),
            ScenarioEntry::Map(map) => return is_named(Sort::Map, &map.text),
            _ => return false,
        };
        side.entries.iter().any(|entry| match &entry.node {
            SideEntry::Place(PlacementDecl { sheet, entries, .. }) => {
                is_sheet(&sheet.text, gone) || self.in_lines("", entries, gone)
            }
            SideEntry::Group { sheet, .. } => is_sheet(&sheet.text, gone),
            SideEntry::Set(..) => false,
        })
    }

    pub(super) fn in_lines(&self, kind: &str, entries: &[Entry<Property>], gone: &BTreeSet<DeclKey>) -> bool {
        entries.iter().map(|entry| &entry.node).any(|line| {
            let is_gone = |name: &str| self.is_gone(kind, &line.name.text, name, gone);
            line.values.iter().any(|value| in_value(value, &is_gone))
        })
    }
}

/// The name at the heart of a type.
fn leaf(written: &TypeDecl) -> String {
    match &written.node {
        TypeNode::Name(name) => name.text.clone(),
        TypeNode::List(inner) | TypeNode::Optional(inner) => leaf(inner),
        _ => String::new(),
    }
}

fn is_sheet(name: &str, gone: &BTreeSet<DeclKey>) -> bool {
    gone.contains(&(Sort::Sheet, String::new(), name.to_string()))
}

fn in_value(value: &ExprDecl, is_gone: &dyn Fn(&str) -> bool) -> bool {
    match &value.node {
        ExprNode::Name(name) => is_gone(&name.text),
        ExprNode::Text(text) => is_gone(&text.text),
        ExprNode::List(values) => values.iter().any(|value| in_value(value, is_gone)),
        _ => false,
    }
}

fn in_cell(cell: &CellDecl, is_gone: &dyn Fn(&str) -> bool) -> bool {
    match &cell.form {
        CellForm::List(cells) => cells.iter().any(|cell| in_cell(cell, is_gone)),
        _ => is_gone(unquoted(&cell.text)),
    }
}
