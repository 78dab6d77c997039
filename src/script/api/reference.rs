//! The reference of scripts as a Markdown table, made from the same table as everything else.

use super::row::{ApiOwner, ApiRow, Shape};
use std::fmt::Write;

/// The section of `docs/scripting.md` between its marks: one table for each owner.
pub fn reference(rows: &[&ApiRow]) -> String {
    let mut text = String::new();
    for owner in ApiOwner::ALL {
        let name = owner.name();
        write!(text, "### {name}\n\n| member | meaning | for example |\n| --- | --- | --- |\n")
            .expect("a text takes any text");
        for row in rows.iter().filter(|row| row.owner == owner) {
            let example = row.example.replace('|', "\\|");
            writeln!(text, "| `{}` | {} | `{example}` |", signature(row), row.sentence).expect("a text takes any text");
        }
        text.push('\n');
    }
    text
}

/// `f:change(track, amount, why?) -> number`
fn signature(row: &ApiRow) -> String {
    let returns = row.returns.replace('|', "\\|");
    if row.shape == Shape::Field {
        return format!(".{}: {returns}", row.name);
    }
    let parameters: Vec<String> = row
        .parameters
        .iter()
        .map(|parameter| format!("{}{}", parameter.name, if parameter.optional { "?" } else { "" }))
        .collect();
    let arrow = if returns == "()" { String::new() } else { format!(" -> {returns}") };
    format!(":{}({}){arrow}", row.name, parameters.join(", "))
}
