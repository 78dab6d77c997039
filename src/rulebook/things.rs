//! Things: the defaults of kinds, then every row and every single thing.

use super::cells::says_none;
use super::error::RulebookError;
use super::resolver::Resolver;
use super::says::Says;
use super::titled::titled;
use super::usage::Missing;
use super::*;
use crate::diag::{did_you_mean, suggest};
use crate::syntax::ast::{self, Body, CellForm, ExprNode, Verb};
use crate::syntax::{HabitPlace, habit_of};
use crate::text::Span;
use crate::value::{KindId, Value};
use std::collections::BTreeMap;

/// Of very many fields so many are told.
const FIELDS_TOLD: usize = 24;

impl Resolver<'_> {
    /// Every field of every thing.
    pub(super) fn things(&mut self) {
        self.field_defaults();
        let merged = self.merged;
        for (keyword, things) in &merged.empty {
            let is_named = |kind: &Kind| *kind.plural == *keyword.text || *kind.head.name == *keyword.text;
            if let Some(kind) = self.book.kinds.iter().position(is_named) {
                self.shared_fields(things, KindId(kind as u16));
            }
        }
        let mut shared: BTreeMap<Span, Vec<Value>> = BTreeMap::new();
        for (position, declared) in merged.list.iter().enumerate().filter(|(_, one)| one.sort == Sort::Item) {
            let Some(id) = self.ids[position].map(usize::from) else { continue };
            let Some(kind) = self.book.items.get(id).map(|item| item.kind) else { continue };
            let fields = match &declared.says {
                Says::Row(_, things, row) => {
                    // What stands above the rows is read once, not for every row.
                    let read = shared.entry(things.grid.span).or_insert_with(|| self.shared_fields(things, kind));
                    let fields = read.clone();
                    self.row_fields(things, row, kind, fields)
                }
                Says::Whole(declaration) => match &declaration.body {
                    Body::Thing(entries) => {
                        let fields = self.thing_fields(entries, kind);
                        let known = &self.book.kinds[kind.index()].fields;
                        let is_said = |name: &str| entries.iter().any(|entry| entry.node.name.text == name);
                        let missing =
                            known.iter().filter(|one| one.default == Value::Unset && !is_said(&one.head.name));
                        let missing = missing.map(|one| one.head.name.to_string()).collect();
                        self.missing(kind, (declared.name.span, &declared.name.text), missing);
                        fields
                    }
                    _ => continue,
                },
            };
            self.book.items[id].fields = self.changed(fields, &declared.changes, kind);
        }
    }

    /// The fields of a thing with what packs above say of some of them.
    fn changed(
        &mut self,
        mut fields: Vec<Value>,
        changes: &[&[ast::Entry<ast::Property>]],
        kind: KindId,
    ) -> Vec<Value> {
        for entries in changes {
            let mut said: Vec<(usize, Span)> = Vec::new();
            for entry in *entries {
                // A list may lose something and gain something else.
                let found = match entry.verb {
                    Verb::Add | Verb::Remove => self.field_named(kind, &entry.node.name.text, entry.node.name.span),
                    Verb::Plain | Verb::Replace => self.field_said(kind, &entry.node, &mut said),
                };
                let Some(at) = found else { continue };
                let field = &self.book.kinds[kind.index()].fields[at];
                let (r#type, unit, default) = (field.r#type.clone(), field.unit, field.default.clone());
                if entry.verb == Verb::Remove && entry.node.values.is_empty() {
                    fields[at] = default;
                    continue;
                }
                let Some(value) = self.property_value(&entry.node, &r#type, unit) else { continue };
                if entry.verb == Verb::Add && !matches!(value, Value::List(_)) && fields[at] != default {
                    self.added_again(&entry.node.name);
                } else if entry.verb != Verb::Remove {
                    let before = fields[at].clone();
                    self.warn_of_sum(("replace ", &entry.node), &before, &value, unit);
                }
                fields[at] = match (entry.verb, &fields[at], &value) {
                    (Verb::Add, Value::List(old), Value::List(new)) => {
                        Value::list(old.iter().chain(new.iter()).cloned())
                    }
                    (Verb::Remove, Value::List(old), Value::List(gone)) => {
                        if gone.iter().any(|one| !old.contains(one)) {
                            let (sort, name) = ("value".to_string(), entry.node.name.text.clone());
                            let error = RulebookError::NotThere { sort, name, verb: "remove" };
                            let held = self.book.show_value(&fields[at], unit);
                            let help = match old.is_empty() {
                                true => "the list is empty: take this line away".to_string(),
                                false => format!("the list holds {held}"),
                            };
                            self.report(error, entry.span, "not all of it is in the list of this thing", help);
                        }
                        Value::list(old.iter().filter(|one| !gone.contains(one)).cloned())
                    }
                    (Verb::Remove, ..) => default,
                    _ => value,
                };
            }
        }
        fields
    }

    /// The place of a field that a line is about; reports one that was said before.
    fn field_said(&mut self, kind: KindId, line: &ast::Property, said: &mut Vec<(usize, Span)>) -> Option<usize> {
        let at = self.field_named(kind, &line.name.text, line.name.span)?;
        if let Some((_, first)) = said.iter().find(|(known, _)| *known == at) {
            let whose = "this thing".to_string();
            let error = RulebookError::RepeatedEntry { whose, entry: line.name.text.clone() };
            self.report_two(error, (line.name.span, "again"), (*first, "first here"), "keep one of them");
        }
        said.push((at, line.name.span));
        Some(at)
    }

    /// `add damage 2d6` of what has a damage and only one.
    pub(super) fn added_again(&mut self, name: &ast::Name) {
        let error = RulebookError::DuplicateName { sort: "value".to_string(), name: name.text.clone() };
        let help = format!("write `replace {}` for `add {}`", name.text, name.text);
        self.report(error, name.span, "it has one, and only one", help);
    }

    fn field_defaults(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Kind) {
            let Body::Kind(kind) = &declaration.body else { continue };
            for field in &kind.fields {
                let known = &self.book.kinds[usize::from(at)].fields;
                let Some(index) = known.iter().position(|known| known.head.span == field.name.span) else { continue };
                if let Some(first) = known[..index].iter().find(|first| *first.head.name == *field.name.text) {
                    let first = first.head.span;
                    let error =
                        RulebookError::DuplicateName { sort: "field".to_string(), name: field.name.text.clone() };
                    self.report_two(error, (field.name.span, "again"), (first, "first here"), "rename one of them");
                }
                let Some(default) = &field.default else { continue };
                let known = &self.book.kinds[usize::from(at)].fields[index];
                let (r#type, unit) = (known.r#type.clone(), known.unit);
                let value = self.value(default, &r#type, unit, "the default of a field");
                let field = &mut self.book.kinds[usize::from(at)].fields[index];
                match (value, &default.node) {
                    (Some(value), _) => field.default = value,
                    // With a value in a unit the field is meant to be counted in it: its rows are silent.
                    (None, ExprNode::Quantity(_, name)) if field.r#type == Type::Number(Dimension::PURE) => {
                        if let Some(unit) = self.book.names.find(Sort::Unit, &name.text) {
                            let dimension = self.book.units[usize::from(unit)].dimension;
                            let field = &mut self.book.kinds[usize::from(at)].fields[index];
                            (field.r#type, field.unit) = (Type::Number(dimension), Some(unit));
                        }
                    }
                    (None, _) => {}
                }
            }
        }
    }

    fn defaults(&self, kind: KindId) -> Vec<Value> {
        self.book.kinds[kind.index()].fields.iter().map(|field| field.default.clone()).collect()
    }

    /// The place of a field in its kind; reports a name that is none.
    fn field_named(&mut self, kind: KindId, name: &str, span: Span) -> Option<usize> {
        let declared = &self.book.kinds[kind.index()];
        let found = declared.fields.iter().position(|field| &*field.head.name == name);
        if let Some(at) = found {
            self.book.usage.note_part(Named::Field(kind, at as u16), span);
        } else {
            let all: Vec<&str> = declared.fields.iter().map(|field| &*field.head.name).collect();
            let kind_name = &declared.head.name;
            let otherwise = match all.len() {
                0..=40 => format!("its fields are {}", all.join(", ")),
                many => format!(
                    "its fields are {} and {} more; what is new is declared in `kind {kind_name}`",
                    all[..FIELDS_TOLD].join(", "),
                    many - FIELDS_TOLD
                ),
            };
            let help = titled(name, declared.fields.iter().map(|field| &field.head))
                .unwrap_or_else(|| did_you_mean(name, all.iter().copied(), &otherwise));
            let owner = self.book.type_words(&Type::Thing(kind));
            self.report(
                RulebookError::UnknownProperty { owner, name: name.to_string() },
                span,
                "not a field of it",
                help,
            );
        }
        found
    }

    fn check_columns(&mut self, grid: &ast::Grid, kind: KindId) {
        let plural = self.book.kinds[kind.index()].plural.clone();
        let whose = format!("the table of {plural}");
        match grid.head.first() {
            Some(first) if first.text == "name" => {}
            Some(first) if first.text.eq_ignore_ascii_case("name") => {
                let help = format!(
                    "all in small letters: write `name`, and the others as `kind {}` has them",
                    self.book.kinds[kind.index()].head.name
                );
                self.report(RulebookError::WrongColumns { whose }, first.span, "this should be `name`", help);
                return;
            }
            Some(first) if self.is_no_head(grid, kind) => {
                let head = self.head_for(grid, kind);
                let help = format!("the first row names the fields: `{head}`, and this one stands below it");
                let error = RulebookError::WrongColumns { whose };
                self.report(error, first.span, "a thing, where the names of the fields stand", &help);
                return;
            }
            _ => {
                let at = grid.head.first().map_or(grid.span, |cell| cell.span);
                let help = "the first column of a table of things is `name`";
                self.report(RulebookError::WrongColumns { whose: whose.clone() }, at, "this should be `name`", help);
            }
        }
        for (at, cell) in grid.head.iter().enumerate().skip(1) {
            if let Some(first) = grid.head[..at].iter().find(|first| first.text == cell.text) {
                let help = "take one of the columns away";
                let error = RulebookError::WrongColumns { whose: whose.clone() };
                self.report_two(error, (cell.span, "this column comes twice"), (first.span, "first here"), help);
            }
            self.field_named(kind, &cell.text, cell.span);
        }
    }

    /// Whether the first row of a table of things is one of the things: it names none of their fields.
    fn is_no_head(&self, grid: &ast::Grid, kind: KindId) -> bool {
        let fields = &self.book.kinds[kind.index()].fields;
        let is_field = |cell: &ast::CellDecl| {
            let text = cell.text.trim();
            let names = fields.iter().map(|field| &*field.head.name);
            names.clone().any(|name| name == text)
                || crate::diag::suggest(text, names).is_some_and(|near| !text.contains(&format!("{near} ")))
        };
        grid.head.len() > 1 && !grid.head.iter().skip(1).any(is_field)
    }

    /// A head for a row of a thing: the fields that its cells say or could be, in the order of the kind.
    fn head_for(&self, grid: &ast::Grid, kind: KindId) -> String {
        let fields = &self.book.kinds[kind.index()].fields;
        let mut names: Vec<String> = vec!["name".to_string()];
        for cell in grid.head.iter().skip(1) {
            let text = cell.text.trim();
            let said = fields.iter().find(|field| text.split(' ').any(|word| *word == *field.head.name));
            let fits = |field: &&crate::rulebook::Field| match field.r#type.bare() {
                Type::Dice => crate::syntax::parse_formula(text).is_some() && text.contains('d'),
                Type::Number(_) => text.parse::<f64>().is_ok(),
                Type::Symbol(set) => self.book.symbol_in(*set, text).is_some(),
                _ => false,
            };
            let free = fields.iter().filter(|field| !names.iter().any(|name| *name == *field.head.name));
            let name = said.or_else(|| free.into_iter().find(fits));
            names.push(name.map_or_else(|| "FIELD".to_string(), |field| field.head.name.to_string()));
        }
        format!("| {} |", names.join(" | "))
    }

    /// What all rows of a table begin with; its lines above the head, and the head, are checked on the way.
    fn shared_fields(&mut self, things: &ast::ChartDecl, kind: KindId) -> Vec<Value> {
        self.check_columns(&things.grid, kind);
        self.thing_fields(&things.shared, kind)
    }

    fn row_fields(
        &mut self,
        things: &ast::ChartDecl,
        row: &ast::RowDecl,
        kind: KindId,
        mut fields: Vec<Value>,
    ) -> Vec<Value> {
        let grid = &things.grid;
        // Nobody knows which cell is which: the row itself is told.
        if row.cells.len() != grid.head.len() {
            return fields;
        }
        let is_shared = |name: &str| things.shared.iter().any(|line| line.node.name.text == name);
        let mut missing = Vec::new();
        for known in &self.book.kinds[kind.index()].fields {
            let is_said = grid.head.iter().any(|cell| *cell.text == *known.head.name) || is_shared(&known.head.name);
            if known.default == Value::Unset && !is_said {
                missing.push(known.head.name.to_string());
            }
        }
        for (column, cell) in grid.head.iter().zip(&row.cells).skip(1) {
            let known = &self.book.kinds[kind.index()].fields;
            let Some(at) = known.iter().position(|field| *field.head.name == *column.text) else { continue };
            let (r#type, unit) = (known[at].r#type.clone(), known[at].unit);
            if let CellForm::Empty = cell.form {
                if fields[at] == Value::Unset && !is_shared(&column.text) {
                    missing.push(column.text.clone());
                }
                continue;
            }
            if let Some(value) = self.cell_value(cell, &r#type, unit) {
                fields[at] = if *r#type.bare() == Type::Dice { Self::as_dice(value) } else { value };
            }
        }
        if let Some(name) = row.cells.first() {
            self.missing(kind, (name.span, amend::unquoted(&name.text)), missing);
        }
        fields
    }

    fn missing(&mut self, kind: KindId, (at, item): (Span, &str), fields: Vec<String>) {
        let is_top = self.merged.pack(at) == self.book.pack.head.name;
        if !fields.is_empty() && is_top {
            let fields = fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ");
            self.book.usage.missing.push(Missing { at, item: item.to_string(), kind, fields });
        }
    }

    fn thing_fields(&mut self, entries: &[ast::Entry<ast::Property>], kind: KindId) -> Vec<Value> {
        let mut fields = self.defaults(kind);
        let mut said: Vec<(usize, Span)> = Vec::new();
        for entry in entries {
            let property = &entry.node;
            let Some(at) = self.field_said(kind, property, &mut said) else { continue };
            let field = &self.book.kinds[kind.index()].fields[at];
            let (r#type, unit) = (field.r#type.clone(), field.unit);
            if let Some(value) = self.property_value(property, &r#type, unit) {
                fields[at] = value;
            }
        }
        fields
    }

    /// Whether a word that means nothing stands where a plain number is said; that is reported.
    fn is_word_for_number(&mut self, line: &ast::Property, value: &ast::ExprDecl, wanted: &Type) -> bool {
        let ExprNode::Name(name) = &value.node else { return false };
        let text = &*name.text;
        let is_known = !self.book.names.named(text).is_empty()
            || !self.book.symbols_named(text).is_empty()
            || habit_of(HabitPlace::Name, text).is_some()
            || suggest(text, self.book.names.visible(Sort::Setting)).is_some();
        if matches!(wanted, Type::Optional(_)) && says_none(text) && self.book.names.named(text).is_empty() {
            let error = RulebookError::WrongType { expected: self.book.type_words(wanted), found: format!("`{text}`") };
            let help = format!("none is written `{} none`", line.name.text);
            self.report(error, value.span, "a word that means nothing here", help);
            return true;
        }
        let example = match wanted.bare() {
            Type::Number(_) if !is_known => "3",
            Type::Dice if !is_known => "2d6",
            _ => return false,
        };
        let error = RulebookError::WrongType { expected: self.book.type_words(wanted), found: format!("`{text}`") };
        self.report(
            error,
            value.span,
            "a word that means nothing here",
            format!("for example `{} {example}`", line.name.text),
        );
        true
    }

    /// The value of a line `NAME VALUE, …` whose type is known.
    pub(super) fn property_value(&mut self, line: &ast::Property, wanted: &Type, unit: Option<u16>) -> Option<Value> {
        if let Type::List(inner) = wanted.bare() {
            let whole = match &line.values[..] {
                [only] if matches!(only.node, ExprNode::List(_)) => Some(only),
                _ => None,
            };
            if let Some(whole) = whole {
                return self.value(whole, wanted, unit, "what a sheet or thing says");
            }
            let values: Vec<Option<Value>> =
                line.values.iter().map(|value| self.value(value, inner, unit, "what a sheet or thing says")).collect();
            return Some(Value::list(values.into_iter().collect::<Option<Vec<_>>>()?));
        }
        match &line.values[..] {
            [value] if self.is_word_for_number(line, value, wanted) => None,
            [value] => self.value(value, wanted, unit, "what a sheet or thing says"),
            [] if *wanted.bare() == Type::Truth => Some(Value::Truth(true)),
            others => {
                let expected = self.book.type_words(wanted);
                let found = if others.is_empty() { "nothing" } else { "several values" };
                let error = RulebookError::WrongType { expected, found: found.to_string() };
                let help = match self.decimal_meant(others) {
                    Some(number) => format!("a decimal number has a point: `{} {number}`", line.name.text),
                    None => format!("write one value behind `{}`", line.name.text),
                };
                self.report(error, line.name.span, found, help);
                None
            }
        }
    }

    /// `0,5`: a number with a comma in it.
    fn decimal_meant(&self, values: &[ast::ExprDecl]) -> Option<String> {
        let [whole, part] = values else { return None };
        let text = self.sources.slice(whole.span.to(part.span));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (one, other) = text.split_once(',')?;
        (digits(one.trim_start_matches('-')) && digits(other)).then(|| format!("{one}.{other}"))
    }
}
