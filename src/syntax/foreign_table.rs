//! What a file of another language lists, in the form that a table, a thing or the head of a pack has here.

use super::foreign_example::{is_name, keyword_of};

/// A row, or a thing, is shown whole up to so many letters.
const LONGEST: usize = 100;

/// The rows of a table as they are written here, with the first of them.
pub(super) fn table_of(lines: &[&str]) -> Option<String> {
    let (head, first) = barred(lines).or_else(|| parted(lines))?;
    Some(format!(
        "`KINDS {{`, then `{}`, a line `{}` for each thing, and `}}`, where `KINDS` is the plural of their kind",
        row(&head),
        row(&first)
    ))
}

type ForeignRow<'t> = Vec<&'t str>;

/// The first two rows of a table with bars; a line of dashes is none.
fn barred<'t>(lines: &[&'t str]) -> Option<(ForeignRow<'t>, ForeignRow<'t>)> {
    let is_row = |line: &&str| line.starts_with('|') && line.ends_with('|') && line.len() > 2;
    let is_dashes = |line: &&str| line.chars().all(|sign| matches!(sign, '|' | '-' | ':' | ' '));
    let mut rows = lines.iter().map(|line| line.trim()).filter(is_row).filter(|line| !is_dashes(line));
    let cells = |line: &'t str| line[1..line.len() - 1].split('|').map(str::trim).collect();
    Some((cells(rows.next()?), cells(rows.next()?)))
}

/// The first two rows of values parted by commas, or by another sign.
fn parted<'t>(lines: &[&'t str]) -> Option<(ForeignRow<'t>, ForeignRow<'t>)> {
    let (head, first) = (lines.first()?, lines.get(1)?);
    let columns = |line: &str, sign: char| line.matches(sign).count();
    let sign = [',', ';', '\t'].into_iter().find(|sign| columns(head, *sign) > 0)?;
    let cells = |line: &'t str| line.split(sign).map(|cell| cell.trim().trim_matches('"')).collect();
    (columns(head, sign) == columns(first, sign)).then(|| (cells(head), cells(first)))
}

fn row(cells: &[&str]) -> String {
    let mut said = String::from("|");
    for cell in cells {
        if said.len() + cell.len() > LONGEST {
            said.push_str(" … |");
            break;
        }
        let cell = if cell.is_empty() { "-" } else { cell };
        said.push_str(&format!(" {cell} |"));
    }
    said
}

/// The first thing of a list in the manner of JSON, as a declaration.
pub(super) fn thing_of(lines: &[&str]) -> Option<String> {
    let text = lines.join(" ");
    let (at, _) = text.match_indices('[').find(|(at, _)| text[at + 1..].trim_start().starts_with('{'))?;
    let key = text[..at].trim_end().strip_suffix(':')?.trim_end().strip_suffix('"')?;
    let key = key.rsplit('"').next().filter(|key| is_name(key) && keyword_of(key).is_none())?;
    let kind = match (key.strip_suffix("ies"), key.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_string(),
        _ => key.to_string(),
    };
    let inside = text[at + 1..].trim_start().strip_prefix('{')?;
    let mut pairs = pairs(inside);
    let named = pairs.iter().position(|(key, _)| matches!(*key, "name" | "id" | "title"))?;
    let (_, name) = pairs.remove(named);
    let mut said = format!("{kind} {name} {{");
    for (at, (key, value)) in pairs.iter().enumerate() {
        if said.len() + key.len() + value.len() > LONGEST {
            said.push_str("; …");
            break;
        }
        said.push_str(&format!("{} {key} {value}", if at == 0 { "" } else { ";" }));
    }
    Some(format!("`{said} }}`"))
}

/// The keys and values of an object, as values are written here; what is within another object is left out.
fn pairs(inside: &str) -> Vec<(&str, String)> {
    let (mut found, mut rest) = (Vec::new(), inside);
    loop {
        rest = rest.trim_start_matches([' ', ',']);
        let Some((key, behind)) = rest.strip_prefix('"').and_then(|text| text.split_once('"')) else { return found };
        let Some(value) = behind.trim_start().strip_prefix(':').map(str::trim_start) else { return found };
        let close = match value.chars().next() {
            Some('"') => value[1..].find('"').map(|at| at + 2),
            Some('[') => value.find(']').map(|at| at + 1),
            Some('{') | None => None,
            Some(_) => value.find([',', '}']),
        };
        let Some(close) = close else { return found };
        let written = match value[..close].strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
            Some(list) => list.split(',').map(|one| as_value(one.trim())).collect::<Vec<_>>().join(", "),
            None => as_value(value[..close].trim()),
        };
        found.push((key, written));
        rest = &value[close..];
    }
}

/// A value as it is written here: names and dice without quotes, but for names of several words.
fn as_value(json: &str) -> String {
    match json {
        "true" => "yes".to_string(),
        "false" => "no".to_string(),
        "null" => "none".to_string(),
        text => {
            let plain = text.trim_matches('"');
            let is_plain = !plain.is_empty() && !plain.contains(' ');
            if is_plain { plain.to_string() } else { format!("\"{plain}\"") }
        }
    }
}

/// The head of a pack out of a program: its name, its title, and on what it stands, where these are given in quotes.
pub(super) fn head_of(lines: &[&str]) -> Option<String> {
    let given = |word: &str| {
        lines.iter().find_map(|line| {
            let behind = line[line.find(word)? + word.len()..].trim_start_matches(['"', '\'', ' ']);
            quoted(behind.strip_prefix(['=', ':'])?)
        })
    };
    let below = given("extends").filter(|name| is_name(name))?;
    let made = || lines.iter().find_map(|line| quoted(line.split_once("ack(")?.1));
    let name = given("name").or_else(made).filter(|name| is_name(name))?;
    let title = given("title").map_or(String::new(), |title| format!(" \"{title}\""));
    Some(format!("`pack {name}{title} extends {below}`"))
}

/// The text in quotes with which something begins.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let sign = text.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    text[1..].split(sign).next().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{head_of, table_of, thing_of};

    #[test]
    fn what_is_listed_is_shown_in_bars_and_blocks() {
        let table = table_of(&["name,weight", "rope,2", "hook,"]);
        let said = "`KINDS {`, then `| name | weight |`, a line `| rope | 2 |` for each thing, and `}`, where `KINDS` is \
                    the plural of their kind";
        assert_eq!(table.as_deref(), Some(said));
        assert_eq!(table_of(&["Our tools:", "| name | weight |", "|---|---|", "| rope | 2 |"]).as_deref(), Some(said));
        let lines = [
            "{ \"tools\": [",
            "{ \"name\": \"Long Rope\", \"kept\": [\"box\", \"bag\"], \"wet\": true, \"weight\": 2 } ] }",
        ];
        assert_eq!(thing_of(&lines).as_deref(), Some("`tool \"Long Rope\" { kept box, bag; wet yes; weight 2 }`"));
        assert_eq!(thing_of(&["{ \"figures\": [ { \"name\": \"Ann\" } ] }"]), None);
    }

    #[test]
    fn the_head_of_a_pack_is_taken_out_of_a_program() {
        let program = ["import fray", "pack = fray.Pack(\"yard\", title=\"Our yard\", extends='base-d6')"];
        assert_eq!(head_of(&program).as_deref(), Some("`pack yard \"Our yard\" extends base-d6`"));
        assert_eq!(head_of(&["def strike(actor):", "    return 3"]), None);
    }
}
