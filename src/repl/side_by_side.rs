//! Things of one kind side by side: what of them differs, and what is the same.

use crate::dice::Dist;
use crate::explain::cites;
use crate::rulebook::{Item, Rulebook};
use crate::value::Value;

/// Between two columns.
const GAP: &str = "   ";

/// The things that texts name, if all of them name some of one kind.
pub(super) fn things<'b>(book: &'b Rulebook, texts: &[&str]) -> Option<Vec<&'b Item>> {
    let named = |text: &&str| book.items.iter().find(|item| item.head.name.eq_ignore_ascii_case(text.trim()));
    let items = texts.iter().map(named).collect::<Option<Vec<&Item>>>()?;
    items.windows(2).all(|pair| pair[0].kind == pair[1].kind).then_some(items)
}

/// A line for each field in which they differ, dice with their mean; and what they have in common.
pub(super) fn side_by_side(book: &Rulebook, items: &[&Item]) -> String {
    let Some(kind) = items.first().map(|item| &book.kinds[item.kind.index()]) else { return String::new() };
    let differs = |at: &usize| items.windows(2).any(|pair| pair[0].fields[*at] != pair[1].fields[*at]);
    let (others, same): (Vec<usize>, Vec<usize>) = (0..kind.fields.len()).partition(differs);
    let told = |item: &Item, at: usize| match &item.fields[at] {
        Value::None => "-".to_string(),
        value => format!("{}{}", book.show_value(value, kind.fields[at].unit), mean(value)),
    };
    let mut rows: Vec<Vec<String>> =
        vec![std::iter::once(String::new()).chain(items.iter().map(|item| item.head.name.to_string())).collect()];
    rows.extend(others.iter().map(|at| {
        let label = kind.fields[*at].head.told().to_string();
        std::iter::once(label).chain(items.iter().map(|item| told(item, *at))).collect()
    }));
    rows.push(std::iter::once(String::new()).chain(items.iter().map(|item| cites(&item.head.cites))).collect());
    let columns = items.len() + 1;
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("  {}\n", cells.join(GAP).trim_end())
    };
    let mut text: String = rows.iter().map(line).collect();
    let is_own = |at: &&usize| items[0].fields[**at] != kind.fields[**at].default;
    let common: Vec<String> = same
        .iter()
        .filter(is_own)
        .map(|at| format!("{} {}", kind.fields[*at].head.told(), told(items[0], *at)))
        .collect();
    if !common.is_empty() {
        text += &format!("  all the same: {}\n", common.join(", "));
    }
    text
}

/// What dice come to on average, behind them.
fn mean(value: &Value) -> String {
    let Value::Dice(formula) = value else { return String::new() };
    let mean = Dist::of(formula).ok().and_then(|dist| dist.mean());
    mean.map_or_else(String::new, |mean| format!(" ({} on average)", mean.measured()))
}
