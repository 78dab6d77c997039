//! What two rulebooks declare otherwise: numbers, conditions and cells one by one, everything else line by line.

use crate::eval::describe;
use crate::rulebook::{KeyMatch, Modifier, Rulebook, Sort, Table};
use crate::syntax::{ast, parse};
use crate::text::is_wordly;
use crate::value::Number;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What became of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeclarationFate {
    /// Only the second has it.
    Added,
    /// Only the first has it.
    Removed,
    /// Both have it, and it says something else.
    Changed,
}

/// A declaration that differs.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct DeclaredChange {
    /// Its sort, or the kind of a thing.
    pub sort: String,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub fate: DeclarationFate,
    /// The parts of it that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ChangedPart>,
}

/// A part of a declaration that differs: a field, a modifier, a cell, a line.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct ChangedPart {
    /// What it is called; empty where the declaration has one part.
    pub name: String,
    /// What the first says; none if it does not say it.
    pub before: Option<String>,
    /// What the second says.
    pub after: Option<String>,
    /// Sections of the source text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<Arc<str>>,
}

/// What is said in a place, and where the source text says so.
type CitedText = (String, Vec<Arc<str>>);

/// The parts of every declaration, by sort and name.
type DeclaredParts = BTreeMap<(String, String), BTreeMap<String, CitedText>>;

/// What differs, in order of sort and name.
pub(super) fn changes(before: &Rulebook, after: &Rulebook) -> Vec<DeclaredChange> {
    let (before, after) = (declared(before), declared(after));
    let mut all: Vec<&(String, String)> = before.keys().chain(after.keys()).collect();
    all.sort();
    all.dedup();
    let change = |key: &(String, String)| {
        let (mine, theirs) = (before.get(key), after.get(key));
        let fate = match (mine, theirs) {
            (Some(mine), Some(theirs)) if mine == theirs => return None,
            (Some(_), Some(_)) => DeclarationFate::Changed,
            (None, _) => DeclarationFate::Added,
            (_, None) => DeclarationFate::Removed,
        };
        let parts = match (mine, theirs) {
            (Some(mine), Some(theirs)) => parts(mine, theirs),
            _ => Vec::new(),
        };
        Some(DeclaredChange { sort: key.0.clone(), name: key.1.clone(), fate, parts })
    };
    all.into_iter().filter_map(change).collect()
}

fn parts(mine: &BTreeMap<String, CitedText>, theirs: &BTreeMap<String, CitedText>) -> Vec<ChangedPart> {
    let mut names: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
    names.sort();
    names.dedup();
    let part = |name: &String| {
        let (mine, theirs) = (mine.get(name), theirs.get(name));
        if mine == theirs {
            return None;
        }
        let cites = theirs.or(mine).map_or_else(Vec::new, |(_, cites)| cites.clone());
        let said = |said: Option<&CitedText>| said.map(|(text, _)| text.clone());
        Some(ChangedPart { name: name.clone(), before: said(mine), after: said(theirs), cites })
    };
    names.into_iter().filter_map(part).collect()
}

/// Sorts of which every part has a name of its own; the others are compared by their lines.
const BY_PARTS: [Sort; 7] =
    [Sort::Item, Sort::Table, Sort::Setting, Sort::Value, Sort::Function, Sort::Card, Sort::Option];

fn declared(book: &Rulebook) -> DeclaredParts {
    let mut found = DeclaredParts::new();
    let mut put = |sort: &str, name: &str, part: &str, text: String, cites: &[Arc<str>]| {
        let parts = found.entry((sort.to_string(), name.to_string())).or_default();
        parts.insert(part.to_string(), (text, cites.to_vec()));
    };
    for item in &book.items {
        let kind = &book.kinds[item.kind.index()];
        for (field, value) in kind.fields.iter().zip(&item.fields) {
            let value = book.show_value(value, field.unit);
            put(&kind.head.name, &item.head.name, &field.head.name, value, &item.head.cites);
        }
    }
    for setting in &book.settings {
        put("setting", &setting.head.name, "", describe(&setting.expr, book), &setting.head.cites);
    }
    for value in &book.values {
        put("value", &value.head.name, "", describe(&value.expr, book), &value.head.cites);
    }
    for function in &book.functions {
        put("function", &function.head.name, "", describe(&function.expr, book), &function.head.cites);
    }
    for option in &book.options {
        put("option", &option.head.name, "", book.choice_name(option.chosen).to_string(), &option.head.cites);
    }
    for card in &book.cards {
        for (part, modifier) in labelled(&card.modifiers) {
            put("card", &card.head.name, &part, modifier_text(book, modifier), &modifier.label.cites);
        }
    }
    for table in &book.tables {
        cells(book, table, &mut put);
    }
    for (id, _) in book.sources.iter().filter(|(_, source)| source.name.ends_with(".fray")) {
        let (file, _) = parse(&book.sources, id);
        lines(book, &file.declarations, &mut |sort, name, line| put(sort, name, &line, line.clone(), &[]));
    }
    found
}

/// Modifiers by their labels; of several with one label each has its number.
fn labelled(modifiers: &[Modifier]) -> impl Iterator<Item = (String, &Modifier)> {
    modifiers.iter().enumerate().map(|(at, modifier)| {
        let nth = modifiers[..at].iter().filter(|other| other.label.text == modifier.label.text).count();
        let label = format!("\"{}\"", modifier.label.text);
        (if nth == 0 { label } else { format!("{label} {}", nth + 1) }, modifier)
    })
}

fn modifier_text(book: &Rulebook, modifier: &Modifier) -> String {
    let amount = match book.number_of(&modifier.amount) {
        Some(number) => modifier.target.words(number),
        None => describe(&modifier.amount, book),
    };
    match &modifier.condition {
        Some(condition) => format!("{amount} when {}", describe(condition, book)),
        None => amount,
    }
}

fn cells(book: &Rulebook, table: &Table, put: &mut impl FnMut(&str, &str, &str, String, &[Arc<str>])) {
    let unit = |at: usize| table.keys.get(at).and_then(|key| key.unit);
    for row in &table.rows {
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            let across = key(book, column, unit(1));
            let part = match across.as_str() {
                "" => key(book, &row.matches, unit(0)),
                across => format!("{}, {across}", key(book, &row.matches, unit(0))),
            };
            put("table", &table.head.name, &part, describe(cell, book), &row.cites);
        }
    }
}

/// Which keys a row or column holds for, in words; nothing for all.
fn key(book: &Rulebook, matches: &KeyMatch, unit: Option<u16>) -> String {
    let number = |number: &Option<Number>| {
        number.as_ref().map_or_else(String::new, |number| book.in_unit(*number, unit).unwrap_or(*number).to_string())
    };
    match matches {
        KeyMatch::Any => String::new(),
        KeyMatch::Range(from, to) if from == to => number(from),
        KeyMatch::Range(from, to) => format!("{}..{}", number(from), number(to)),
        KeyMatch::Symbol(symbol) => book.symbol_name(*symbol).to_string(),
        KeyMatch::Value(value) => book.show_value(value, unit),
        KeyMatch::OneOf(several) => several.iter().map(|one| key(book, one, unit)).collect::<Vec<_>>().join(" or "),
    }
}

/// The lines of declarations that are not compared by their parts, under whatever option they stand.
fn lines(book: &Rulebook, declarations: &[ast::Declaration], put: &mut impl FnMut(&str, &str, String)) {
    for declaration in declarations {
        if let ast::Body::When(_, inner) = &declaration.body {
            lines(book, inner, put);
            continue;
        }
        let written = book.sources.slice(declaration.span);
        let words = written.split(|letter: char| !is_wordly(letter));
        let sort = words.filter(|word| !["add", "replace", "remove", ""].contains(word)).find_map(Sort::of_keyword);
        let Some(sort) = sort.filter(|sort| !BY_PARTS.contains(sort) && *sort != Sort::Test) else { continue };
        for name in declaration.names() {
            for line in written.lines() {
                let line = line.split(" #").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
                if line.chars().any(char::is_alphanumeric) && !line.starts_with('#') {
                    put(sort.words(), &name.text, line);
                }
            }
        }
    }
}
