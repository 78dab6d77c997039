//! Things of a kind as `fray show` prints them: all of them as a table or as a few lines each, or one with every field.

use super::error::CliError;
use super::sheet;
use crate::diag::{Diagnostics, did_you_mean, listed};
use crate::explain::cites;
use crate::rulebook::{Head, Item, Kind, Rulebook};
use crate::value::{KindId, Value};
use comfy_table::{ContentArrangement, Table, presets};

/// The things of a kind, in order.
pub(super) fn of_kind(book: &Rulebook, kind: KindId) -> impl Iterator<Item = &Item> {
    book.items.iter().filter(move |item| item.kind == kind)
}

/// Every thing of a kind. A column in which nothing differs from the default is left out.
pub(super) fn all(book: &Rulebook, kind: KindId, width: usize) -> String {
    let rule = &book.kinds[kind.index()];
    let items = of_kind(book, kind).collect::<Vec<&Item>>();
    if items.is_empty() {
        return format!("`{}` has no {}\n", book.pack.head.name, rule.plural);
    }
    let says = |at: usize| items.iter().any(|item| item.fields[at] != rule.fields[at].default);
    let columns: Vec<usize> = (0..rule.fields.len()).filter(|at| says(*at)).collect();
    let mut heads = vec!["name"];
    heads.extend(columns.iter().map(|at| &*rule.fields[*at].head.name));
    heads.push("section");
    let mut table = table(width, &heads);
    table.set_content_arrangement(ContentArrangement::Disabled);
    for item in &items {
        let mut row = vec![item.head.name.to_string()];
        row.extend(columns.iter().map(|at| cell(book, rule, item, *at)));
        row.push(cites(&item.head.cites));
        table.add_row(row);
    }
    let text = trimmed(&table);
    if text.lines().all(|line| line.chars().count() <= width) {
        return text;
    }
    items.iter().map(|item| told(book, rule, item, width)).collect()
}

/// A thing as a few lines: what differs from the default. For kinds that are too wide for a table.
fn told(book: &Rulebook, kind: &Kind, item: &Item, width: usize) -> String {
    let says = (0..kind.fields.len()).filter(|at| says_own(kind, item, *at));
    let mut parts: Vec<String> =
        says.map(|at| format!("{} {}", kind.fields[at].head.name, cell(book, kind, item, at))).collect();
    let cites = cites(&item.head.cites);
    if let (Some(last), false) = (parts.last_mut(), cites.is_empty()) {
        *last = format!("{last}  {cites}");
    }
    format!("{}\n{}", item.head.name, sheet::wrapped(&parts, "    ", width))
}

/// Whether a field of a thing is not as the kind has it for all of whom nothing else is said.
fn says_own(kind: &Kind, item: &Item, at: usize) -> bool {
    item.fields[at] != kind.fields[at].default
}

fn cell(book: &Rulebook, kind: &Kind, item: &Item, at: usize) -> String {
    match &item.fields[at] {
        Value::None => "-".to_string(),
        value => book.show_value(value, kind.fields[at].unit),
    }
}

/// One thing with every field: first what is not as with most, each in a line of its own.
pub(super) fn one(book: &Rulebook, kind: KindId, name: &str, width: usize) -> Result<String, Diagnostics> {
    let rule = &book.kinds[kind.index()];
    let Some(id) = book.item_of_kind(kind, name) else {
        let known = of_kind(book, kind).map(|item| &*item.head.name).collect();
        return Err(missing(&rule.head.name, name, known));
    };
    let item = &book.items[id.index()];
    let mut text = title_line(&item.head);
    let mut table = table(width, &[]);
    let (own, usual): (Vec<usize>, Vec<usize>) = (0..rule.fields.len()).partition(|at| says_own(rule, item, *at));
    for at in own {
        let head = &rule.fields[at].head;
        table.add_row([&format!("  {}", head.told()), &cell(book, rule, item, at), &cites(&head.cites)]);
    }
    text += &trimmed(&table);
    let usual = usual.iter().map(|at| format!("{} {}", rule.fields[*at].head.told(), cell(book, rule, item, *at)));
    let usual: Vec<String> = usual.collect();
    if !usual.is_empty() {
        text += &format!("  as usual:\n{}", sheet::wrapped(&usual, "    ", width));
    }
    Ok(text)
}

/// A table without lines, wrapped to the width.
pub(super) fn table(width: usize, heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    if !heads.is_empty() {
        table.set_header(heads.iter().copied());
    }
    table
}

/// A table without the spaces it fills its lines with.
pub(super) fn trimmed(table: &Table) -> String {
    table.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The title of a declaration, its name, its sections.
pub(super) fn title_line(head: &Head) -> String {
    let cites = cites(&head.cites);
    let name = if head.title == head.name { String::new() } else { format!("  ({})", head.name) };
    let gap = if cites.is_empty() { "" } else { "  " };
    format!("{}{name}{gap}{cites}\n", head.title)
}

/// There is nothing of that sort and name.
pub(super) fn missing(sort: &str, name: &str, known: Vec<&str>) -> Diagnostics {
    let help = did_you_mean(name, known.iter().copied(), &listed(&known));
    CliError::UnknownName { sort: sort.to_string(), name: name.to_string(), help }.alone()
}
