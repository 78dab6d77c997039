//! Things in a block without rows: one thing whose name stands in its block, or rows in the manner of a list.

use super::error::{ShownText, SyntaxError};
use super::explain::is_misspelt;
use super::failure::token;
use super::habit::{HabitPlace, habit_of};
use super::keyword::keywords;

/// A look-up table in the manner of a list: `0..5, 1`, `0..5: 1`.
fn table_without_rows(declaration: &str, start: usize, place: &ShownText) -> Option<SyntaxError> {
    let (head, inside) = declaration.split_once('{')?;
    let inside = inside.trim_end().strip_suffix('}').unwrap_or(inside);
    let lines: Vec<&str> =
        inside.lines().flat_map(|line| line.split(';')).map(str::trim).filter(|line| !line.is_empty()).collect();
    let first = *lines.first()?;
    let parted = |line: &str| -> Vec<String> {
        let line = line.trim_end_matches(',').trim_start_matches(['-', '*', '•']);
        line.split([',', ':', '\t', '|']).map(|cell| cell.trim().to_string()).filter(|cell| !cell.is_empty()).collect()
    };
    if lines.iter().any(|line| line.starts_with('|')) || !head.contains('(') || parted(first).len() < 2 {
        return None;
    }
    let row = |cells: Vec<String>| format!("`| {} |`", cells.join(" | "));
    let key = head.split('(').nth(1)?.split_whitespace().next()?;
    let is_head = first.starts_with(|c: char| c.is_alphabetic());
    let mut rows: Vec<String> = lines.iter().take(3).map(|line| row(parted(line))).collect();
    if !is_head {
        rows.insert(0, format!("`| {key} | value |`"));
    }
    let help = format!("rows stand between bars, each in a line of its own: {}", rows.join(", "));
    Some(no_row(first, start + declaration.find(first)?, place, help))
}

/// A line that stands where a row should.
fn no_row(line: &str, at: usize, place: &ShownText, help: String) -> SyntaxError {
    SyntaxError::Expected {
        expected: "a row `| … |`".to_string(),
        found: format!("`{}`", token(line, 0)),
        cause: None,
        src: place.src(),
        at: place.span(at, at + line.len()),
        label: "no row of a table".to_string(),
        rewriting: None,
        help,
    }
}

/// Rows in the block of a card, whose modifiers are lines.
fn card_with_rows(declaration: &str, start: usize, place: &ShownText) -> Option<SyntaxError> {
    let (_, inside) = declaration.split_once('{')?;
    let first = inside.lines().map(str::trim).find(|line| line.starts_with('|'))?;
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('"').to_string()).collect()
    };
    let is_amount = |cell: &&String| {
        let digits = cell.trim_start_matches(['+', '-']);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let modifier = |line: &str| {
        let cells = cells(line);
        let amount = cells.iter().find(is_amount)?.clone();
        let mut others = cells.iter().filter(|cell| !is_amount(cell) && !cell.is_empty());
        let label = others.next().map_or(String::new(), |label| format!(" \"{label}\""));
        let when = others.next().map_or(String::new(), |when| {
            format!(" when {}", when.trim_start_matches("when ").trim_start_matches("if "))
        });
        let sign = if amount.starts_with(['+', '-']) { "" } else { "+" };
        Some(format!("`{sign}{amount}{label}{when}`"))
    };
    let lines: Vec<String> = inside.lines().map(str::trim).filter_map(modifier).take(2).collect();
    let at = start + declaration.find(first)?;
    Some(SyntaxError::Expected {
        expected: "a modifier".to_string(),
        found: "a row".to_string(),
        cause: Some("the modifiers of a card are lines, and no rows".to_string()),
        src: place.src(),
        at: place.span(at, at + first.len()),
        label: "a row".to_string(),
        rewriting: None,
        help: match lines.is_empty() {
            true => "an amount, its label, and when it counts: `-2 \"label\" when CONDITION`".to_string(),
            false => format!("an amount, its label, and when it counts: {}", lines.join(", ")),
        },
    })
}

/// Rows in the block of a `kind`, which says what things have: they stand in a block named by its plural.
fn kind_with_rows(text: &str, declaration: &str, start: usize, place: &ShownText) -> Option<SyntaxError> {
    let (head, inside) = declaration.split_once('{')?;
    let first = inside.lines().map(str::trim).find(|line| !line.is_empty())?;
    if !first.starts_with('|') {
        return None;
    }
    let mut words = head.split_whitespace().skip(1);
    let name = words.next()?;
    let plural = head.split_whitespace().skip_while(|word| *word != "plural").nth(1);
    // The kind that is declared elsewhere in the file: of that name, or what the name ends in.
    let others = text.lines().filter_map(|line| line.trim_start().strip_prefix("kind ").map(|rest| (line, rest)));
    let known = others.filter_map(|(line, rest)| {
        let other = rest.split([' ', '{', '"']).next().filter(|other| !other.is_empty())?;
        let is_this = text[..start].len() == (line.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        let is_meant = other == name || name.strip_suffix(other).is_some_and(|rest| rest.ends_with('_'));
        (!is_this && is_meant).then(|| {
            let plural = rest.split_whitespace().skip_while(|word| *word != "plural").nth(1);
            plural.map_or_else(|| format!("{other}s"), str::to_string)
        })
    });
    let known = known.into_iter().next();
    let help = match &known {
        Some(plural) => format!("things of a kind that is declared stand below its plural: `{plural} {{ {first} … }}`"),
        None => {
            let plural = plural.map_or_else(|| format!("{name}s"), str::to_string);
            let fields = first.trim_matches('|').split('|').map(str::trim).filter(|field| *field != "name");
            let fields: Vec<String> = fields.map(|field| format!("{field} number")).collect();
            format!(
                "fields with their types stand here, `kind {name} {{ {} }}`, and the rows below its plural: \
                 `{plural} {{ {first} … }}`",
                fields.join("; ")
            )
        }
    };
    let at = start + declaration.find(first)?;
    let plain = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = help.replace(first, &plain);
    Some(SyntaxError::Expected {
        expected: "a field and its type".to_string(),
        found: "a row".to_string(),
        cause: Some("a `kind` says what things of it have, and holds none of them".to_string()),
        src: place.src(),
        at: place.span(at, at + first.len()),
        label: "a row of things".to_string(),
        rewriting: None,
        help,
    })
}

/// What is said of a block of things that has no rows; none if it has some, or is something else.
pub(super) fn without_rows(text: &str, (start, end): (usize, usize), place: &ShownText) -> Option<SyntaxError> {
    let declaration = text.get(start..end)?;
    let kind = token(declaration, 0);
    if kind == "table" {
        return table_without_rows(declaration, start, place);
    }
    if kind == "card" {
        return card_with_rows(declaration, start, place);
    }
    if kind == "kind" {
        return kind_with_rows(text, declaration, start, place);
    }
    let (head, inside) = declaration[kind.len()..].split_once('{')?;
    let is_bare = head.trim().is_empty() || head.trim().starts_with('@') && !head.trim().contains(' ');
    let inside = is_bare.then_some(inside)?;
    let inside = inside.trim_end().strip_suffix('}').unwrap_or(inside);
    let is_kind = kind.starts_with(char::is_alphabetic) && !keywords().contains(&kind) && !is_misspelt(kind, text);
    if !is_kind || habit_of(HabitPlace::Declaration, kind).is_some() {
        return None;
    }
    let lines: Vec<&str> =
        inside.lines().flat_map(|line| line.split(';')).map(str::trim).filter(|line| !line.is_empty()).collect();
    let first = *lines.first()?;
    if lines.iter().any(|line| line.starts_with('|')) {
        return None;
    }
    let row = |line: &str| {
        let sign = if line.contains('|') { '|' } else { ',' };
        format!("| {} |", line.split([sign, '\t']).map(str::trim).collect::<Vec<_>>().join(" | "))
    };
    let help = match lines.as_slice() {
        [first, second, ..] if first.contains([',', '|']) => {
            format!("rows stand between bars: `{}`, `{}`", row(first), row(second))
        }
        [first, rest @ ..] if first.starts_with("name") && !rest.is_empty() => {
            let name = first[4..].trim_start_matches([':', '=', ' ']);
            format!("the name of one thing stands before its block: `{kind} {name} {{ {} }}`", rest.join("; "))
        }
        _ => {
            format!("many things stand in rows, `| name | FIELD |` first; one thing is `{kind} NAME {{ FIELD VALUE }}`")
        }
    };
    Some(no_row(first, start + declaration.find(first)?, place, help))
}
