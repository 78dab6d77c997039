//! Where a value is written down in rules: a field of a thing or sheet, a setting, a value, a modifier, how many stand on a
//! side; found by the name by which it is spoken of.

use crate::rulebook::Rulebook;
use crate::syntax::{ast, parse};
use crate::text::Span;

/// A value by its name: `weapon Club.damage`, `figure Ann.STR`, `setting reach`, `card cover."far"`, `side red.Guard`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueName {
    /// The sort: a kind, `figure`, `setting`, `value`, `card`, `side`.
    pub sort: String,
    /// The name of what is declared.
    pub name: String,
    /// The field, the label, or the sheet; none of what has one value alone.
    pub field: Option<String>,
}

impl ValueName {
    /// Reads a name from the beginning of a text; what stands behind it.
    pub(crate) fn read(text: &str) -> Option<(ValueName, &str)> {
        let (sort, rest) = word(text.trim_start())?;
        let rest = rest.trim_start();
        let (name, rest) = match several_words(rest) {
            Some(name) => (name.to_string(), &rest[name.len()..]),
            None => word(rest)?,
        };
        let (field, rest) = match rest.strip_prefix('.') {
            Some(rest) => word(rest).map(|(field, rest)| (Some(field), rest))?,
            None => (None, rest),
        };
        Some((ValueName { sort, name, field }, rest.trim()))
    }

    /// The places where it is written; those of the highest pack that says it.
    pub(crate) fn places(&self, book: &Rulebook, scenario: &str) -> Vec<Span> {
        let mut found: Vec<(String, Vec<Span>)> = Vec::new();
        for (id, source) in book.sources.iter().filter(|(_, source)| source.name.ends_with(".fray")) {
            let mut spans = Vec::new();
            self.look(&parse(&book.sources, id).0.declarations, scenario, &mut spans);
            if !spans.is_empty() {
                found.push((pack_of(&source.name), spans));
            }
        }
        let Some((highest, _)) = found.last().cloned() else { return Vec::new() };
        found.into_iter().filter(|(pack, _)| *pack == highest).flat_map(|(_, spans)| spans).collect()
    }

    fn look(&self, declarations: &[ast::Declaration], scenario: &str, spans: &mut Vec<Span>) {
        for declaration in declarations {
            let is_named = declaration.names().any(|name| name.text == self.name);
            let keyword = &declaration.keyword.text;
            match &declaration.body {
                ast::Body::When(_, inner) => self.look(inner, scenario, spans),
                ast::Body::Things(rows) => spans.extend(self.in_rows(rows)),
                ast::Body::Thing(entries) if is_named && *keyword == self.sort => spans.extend(self.in_lines(entries)),
                ast::Body::Figure(figure) if is_named && self.sort == "figure" => {
                    spans.extend(self.in_lines(&figure.entries));
                }
                ast::Body::Setting(expr) if is_named && self.sort == "setting" => spans.push(expr.span),
                ast::Body::Value(value) if is_named && self.sort == "value" => spans.push(value.expr.span),
                ast::Body::Card(card) if is_named && self.sort == "card" => spans.extend(self.on_card(card)),
                ast::Body::Scenario(entries) if declaration.names().any(|name| name.text == scenario) => {
                    spans.extend(self.of_side(entries));
                }
                _ => {}
            }
        }
    }

    fn is_field(&self, name: &str) -> bool {
        self.field.as_deref() == Some(name)
    }

    /// The cell of a table of things, or the line above its head that says it for all.
    fn in_rows(&self, things: &ast::ChartDecl) -> Option<Span> {
        let row =
            things.grid.rows.iter().find(|row| row.cells.first().is_some_and(|cell| bare(&cell.text) == self.name))?;
        let column = things.grid.head.iter().position(|head| self.is_field(&head.text));
        let cell = column.and_then(|column| row.cells.get(column)).filter(|cell| !cell.text.is_empty());
        cell.map(|cell| cell.span).or_else(|| self.in_lines(&things.shared))
    }

    fn in_lines(&self, entries: &[ast::Entry<ast::Property>]) -> Option<Span> {
        let line = entries.iter().map(|entry| &entry.node).find(|line| self.is_field(&line.name.text))?;
        Some(line.values.first()?.span.to(line.values.last()?.span))
    }

    /// The amounts of the modifiers with that label.
    fn on_card(&self, card: &ast::CardDecl) -> Vec<Span> {
        let modifiers = card.entries.iter().flat_map(|entry| match &entry.node {
            ast::CardEntry::Modifier(one) => vec![one],
            ast::CardEntry::Group(_, inner) => inner.iter().map(|entry| &entry.node).collect(),
            ast::CardEntry::Label(_) => Vec::new(),
        });
        let is_it = |one: &&ast::ModifierDecl| one.notes.title.as_ref().is_some_and(|title| self.is_field(&title.text));
        modifiers.filter(is_it).map(|one| one.amount.span).collect()
    }

    /// How many of a sheet stand on a side: the number before a group of them.
    fn of_side(&self, entries: &[ast::Entry<ast::ScenarioEntry>]) -> Vec<Span> {
        let sides = entries.iter().filter_map(|entry| match &entry.node {
            ast::ScenarioEntry::Side(side) if self.sort == "side" && side.name.text == self.name => Some(side),
            _ => None,
        });
        let count = |entry: &ast::Entry<ast::SideEntry>| match &entry.node {
            ast::SideEntry::Group { count, sheet, .. } if self.is_field(&sheet.text) => {
                let end = entry.span.start + count.to_string().len() as u32;
                Some(Span { end, ..entry.span })
            }
            _ => None,
        };
        sides.flat_map(|side| side.entries.iter().filter_map(count)).collect()
    }
}

impl std::fmt::Display for ValueName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.sort, self.name)?;
        self.field.as_ref().map_or(Ok(()), |field| write!(f, ".{field}"))
    }
}

/// A word, or what stands in quotes.
fn word(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix('"') {
        let (word, rest) = rest.split_once('"')?;
        return Some((word.to_string(), rest));
    }
    let end = text.find(|letter: char| letter.is_whitespace() || letter == '.').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (!word.is_empty()).then(|| (word.to_string(), rest))
}

/// The name of several words with which a text begins, where the dot before its field ends it: `Big Club.harm`.
fn several_words(text: &str) -> Option<&str> {
    let is_dot = |at: &usize| {
        let behind = &text[at + 1..];
        !text[..*at].ends_with('.') && behind.starts_with(|c: char| c.is_alphabetic() || c == '"')
    };
    let at = text.match_indices('.').map(|(at, _)| at).find(is_dot)?;
    let name = &text[..at];
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && !word.contains(['"', ',']);
    (name.contains(' ') && name.split(' ').all(is_word)).then_some(name)
}

fn bare(text: &str) -> &str {
    text.trim_matches('"')
}

/// The pack in whose folder a file lies.
fn pack_of(name: &str) -> String {
    let mut parts = name.split('/').skip_while(|part| *part != "rules").skip(1);
    parts.next().filter(|_| parts.next().is_some()).map_or_else(|| name.to_string(), str::to_string)
}

/// The values of a range or list: `1..5`, `1..9 step 2`, `2d6..4d6`, `5..10 kg`, `1, 2, 4`; none if it is none.
pub(crate) fn swept_values(text: &str) -> Option<Vec<String>> {
    let Some((low, high)) = text.split_once("..") else {
        let values: Vec<String> = text.split(',').map(|value| value.trim().to_string()).collect();
        return values.iter().all(|value| !value.is_empty()).then_some(values);
    };
    let (high, step) =
        high.split_once(" step ").map_or((high, Some(1)), |(high, step)| (high, step.trim().parse().ok()));
    let (low, high, step) = (number_in(low.trim())?, number_in(high.trim())?, step.filter(|step| *step > 0)?);
    // What stands around the number is the same at both ends; a unit may be said once.
    let (before, behind) = (low.before, if low.behind.is_empty() { high.behind } else { low.behind });
    if before != high.before || high.behind != behind || low.number > high.number {
        return None;
    }
    Some((low.number..=high.number).step_by(step).map(|number| format!("{before}{number}{behind}")).collect())
}

/// A number with what stands around it.
struct NumberInText<'t> {
    before: &'t str,
    number: i64,
    behind: &'t str,
}

/// The number with which a text begins.
fn number_in(text: &str) -> Option<NumberInText<'_>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let (number, behind) = text.split_at(end + text.len() - digits.len());
    Some(NumberInText { before: "", number: number.parse().ok()?, behind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists() {
        for (text, expected) in [
            ("2d6..4d6", Some(vec!["2d6", "3d6", "4d6"])),
            ("-2..1", Some(vec!["-2", "-1", "0", "1"])),
            ("1..9 step 4", Some(vec!["1", "5", "9"])),
            ("5..6 kg", Some(vec!["5 kg", "6 kg"])),
            ("club, 2d6+1", Some(vec!["club", "2d6+1"])),
            ("2d6..4d8", None),
            ("4..2", None),
            ("1..5 step 0", None),
            ("a..b", None),
            ("1,,2", None),
        ] {
            let values = expected.map(|values| values.into_iter().map(str::to_string).collect());
            assert_eq!(swept_values(text), values, "{text}");
        }
    }

    #[test]
    fn values_have_names() {
        let read = |text: &'static str| ValueName::read(text).map(|(name, rest)| (name.to_string(), rest));
        assert_eq!(read("club \"Big Club\".harm 1..2"), Some(("club Big Club.harm".to_string(), "1..2")));
        assert_eq!(read("club Big Club.harm 1..2"), Some(("club Big Club.harm".to_string(), "1..2")));
        assert_eq!(read("club Club.harm 1..2"), Some(("club Club.harm".to_string(), "1..2")));
        assert_eq!(read("setting reach 1, 2"), Some(("setting reach".to_string(), "1, 2")));
        assert_eq!(read("setting"), None);
    }
}
