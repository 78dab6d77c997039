//! `[card NAME]` with `key = value` below it, as in an INI file: one mistake, told with what it is written as.

use super::error::{ShownText, SyntaxError};
use super::keyword::keywords;
use crate::text::is_wordly;

/// So many sections are shown, and so many fields of each.
const MOST_SHOWN: usize = 4;
/// A condition that nobody has said yet.
const OPEN: &str = "when CONDITION";

/// What has a value of its own rather than a block.
const VALUED: [&str; 3] = ["setting", "value", "option"];

/// A section: the keyword and the name at its head, and its fields.
pub struct TextSection<'t> {
    keyword: &'t str,
    name: &'t str,
    fields: Vec<(&'t str, &'t str)>,
}

/// The sections from a byte on, up to where the text is written otherwise, and where that is.
pub fn sections(text: &str, start: usize) -> (Vec<TextSection<'_>>, usize) {
    let (mut found, mut at): (Vec<TextSection>, usize) = (Vec::new(), start);
    for line in text.get(start..).unwrap_or("").split_inclusive('\n') {
        let bare = line.split('#').next().unwrap_or("").trim();
        match (head(bare), field(bare), found.last_mut()) {
            (Some((keyword, name)), ..) => found.push(TextSection { keyword, name, fields: Vec::new() }),
            (None, Some(field), Some(section)) => section.fields.push(field),
            _ if bare.is_empty() || bare.starts_with(';') => {}
            _ => break,
        }
        at += line.len();
    }
    (found, at)
}

/// How sections are written here; `title` knows what packs below declare, by keyword and name, each with its title.
pub fn sections_help(sections: &[TextSection], title: &dyn Fn(&str, &str) -> Option<String>) -> String {
    let each = sections.iter().flat_map(|section| section.written(title)).take(MOST_SHOWN);
    let each: Vec<String> = each.map(|one| format!("`{one}`")).collect();
    format!("a section is a keyword, a name and a block, and no `=` stands in it: {}", each.join(", "))
}

/// The declaration of what has a value, as it is said here or anew over a pack below.
pub fn valued(keyword: &str, name: &str, value: &str, below: Option<&str>) -> String {
    let title = match below {
        Some("") => String::new(),
        Some(title) => format!(" \"{title}\""),
        None => " \"Title\"".to_string(),
    };
    let value = match (keyword, value) {
        ("option", "on" | "yes" | "true" | "enabled" | "1") => "on".to_string(),
        ("option", "off" | "no" | "false" | "disabled" | "0") => "off".to_string(),
        _ => format!("= {value}"),
    };
    format!("{}{keyword} {name}{title} {value}", if below.is_some() { "replace " } else { "" })
}

/// The errors of sections as one for all that follow each other.
pub(super) fn told_by_section(
    errors: Vec<SyntaxError>,
    shown: &ShownText,
    place: impl Fn(&SyntaxError) -> usize,
) -> Vec<SyntaxError> {
    let text = shown.whole();
    let (mut kept, mut until) = (Vec::new(), 0);
    for error in errors {
        let at = place(&error);
        if at < until {
            continue;
        }
        let begins_line = text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
        let (found, end) = sections(text, at);
        let is_section = begins_line && found.first().is_some_and(|first| !first.fields.is_empty());
        if !is_section {
            kept.push(error);
            continue;
        }
        until = end;
        let head = text[at..].lines().next().unwrap_or("").trim_end();
        kept.push(SyntaxError::Foreign {
            says: format!("`{head}` is written as in an INI file"),
            src: shown.src(),
            at: shown.span(at, at + head.len()),
            right: None,
            help: sections_help(&found, &|_, _| None),
        });
    }
    kept
}

impl TextSection<'_> {
    fn written(&self, title: &dyn Fn(&str, &str) -> Option<String>) -> Vec<String> {
        let (keyword, name) = (self.keyword, self.name);
        if VALUED.contains(&keyword) {
            let of = |key: &str, value: &str| valued(keyword, key, value, title(keyword, key).as_deref());
            return match name {
                "" => self.fields.iter().map(|(key, value)| of(key, value)).collect(),
                name => self.fields.iter().take(1).map(|(_, value)| of(name, value)).collect(),
            };
        }
        let is_below = title(keyword, name).is_some();
        let entry = |(key, value): &(&str, &str)| match (keyword, is_below) {
            ("card", _) if is_amount(value) => {
                let sign = if value.starts_with(['-', '+']) { "" } else { "+" };
                let verb = if is_below { "add " } else { "" };
                format!("{verb}{sign}{value} \"{}\" {OPEN}", key.replace('_', " "))
            }
            (_, true) => format!("replace {key} {value}"),
            (_, false) => format!("{key} {value}"),
        };
        let entries: Vec<String> = self.fields.iter().take(MOST_SHOWN).map(entry).collect();
        vec![format!("{keyword} {name} {{ {} }}", entries.join("; "))]
    }
}

/// Keyword and name of a head: `[card NAME]`, `[card.NAME]`, `[cards]`.
fn head(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (keyword, name) = inside.split_once([' ', '.', ':', '/']).unwrap_or((inside, ""));
    let singular = keyword.strip_suffix('s').filter(|one| keywords().contains(one));
    let is_word = !keyword.is_empty() && keyword.chars().all(is_wordly);
    is_word.then_some((singular.unwrap_or(keyword), name.trim()))
}

fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['=', ':'])?;
    let (key, value) = (key.trim().trim_matches('"'), value.trim());
    (!key.is_empty() && key.chars().all(is_wordly) && !value.is_empty()).then_some((key, value))
}

fn is_amount(value: &str) -> bool {
    value.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
}
