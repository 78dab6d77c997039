//! The head of a declaration as other languages write it: the pack that another stands on behind another word, and a block
//! by colons and indentation.

use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use super::habit::FoundHabit;
use super::phrase::phrases;
use crate::text::is_wordly;

/// What is said for `extends`, with its blanks.
const EXTENDING: [&str; 42] = [
    "inherits",
    "inherit",
    "inheriting",
    "inherits from",
    "inheriting from",
    "extend",
    "extending",
    "extended from",
    "expands",
    "expand",
    "expanding",
    "expands on",
    "based on",
    "based upon",
    "is based on",
    "from",
    "uses",
    "use",
    "using",
    "is",
    "is a",
    "is an",
    "isa",
    "of",
    "on",
    "upon",
    "over",
    "on top of",
    "builds on",
    "built on",
    "building on",
    "derives from",
    "derived from",
    "like",
    "amends",
    "changes",
    "modifies",
    "requires",
    "imports",
    "includes",
    "for",
    "adds to",
];
/// Signs for it.
const SIGNS: [&str; 6] = [":", "<", "->", "<-", ">", "extends:"];

/// `pack house "Our table" inherits skirmish`: the pack that it stands on is named behind `extends`.
pub(super) fn extended(failure: &ParseFailure) -> Option<FoundHabit> {
    let (begin, depth) = failure.entry;
    let head = failure.text.get(begin..)?.split(['\n', ';', '{', '#']).next()?.trim_end();
    let is_wanted = phrases(failure.expected).iter().any(|phrase| phrase == "`extends`");
    if depth > 0 || !head.starts_with("pack ") || !is_wanted || failure.at > begin + head.len() {
        return None;
    }
    let rest = head.get(failure.at - begin..)?;
    let start = failure.at + rest.len() - rest.trim_start().len();
    let rest = rest.trim();
    let bare = rest.trim_end_matches([')', ']', '"']);
    let is_name = |c: char| is_wordly(c) || c == '-';
    let verb = bare.trim_end_matches(is_name);
    let name = &bare[verb.len()..];
    let verb = verb.trim_end_matches(['(', '[', '"', ' ']).trim().to_lowercase();
    let opens = rest.starts_with('(') && verb.is_empty();
    let is_said = EXTENDING.contains(&verb.trim_end_matches([':', ' '])) || SIGNS.contains(&&*verb) || opens;
    let right = format!("extends {name}");
    (is_said && name.starts_with(char::is_alphabetic)).then(|| FoundHabit {
        start,
        end: begin + head.len(),
        help: format!("write `{} {right}`", head[..start - begin].trim_end()),
        right: Some(right),
    })
}

/// A line of a block that stands by its indentation.
struct IndentedLine<'t> {
    indent: usize,
    text: &'t str,
}

/// `figure Ann:` with `skill: 8` below it: the whole block as it is written here.
pub(super) fn indented(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let mut all = failure.text.get(start..)?.split_inclusive('\n');
    let first = all.next()?;
    let head = without_comment(first).strip_suffix(':').filter(|_| depth == 0)?.trim_end();
    if head.contains(['{', '"', ':']) && !head.ends_with('"') || failure.at > start + first.len() {
        return None;
    }
    let (mut lines, mut end, mut at) = (Vec::new(), start + first.trim_end().len(), start + first.len());
    for line in all {
        let text = without_comment(line);
        let indent = line.len() - line.trim_start().len();
        if !text.is_empty() && indent == 0 {
            break;
        }
        if !text.is_empty() {
            lines.push(IndentedLine { indent, text });
            end = at + line.trim_end().len();
        }
        at += line.len();
    }
    let has_colon = |line: &IndentedLine| line.text.contains(": ") || line.text.ends_with(':');
    if lines.is_empty() || lines.iter().any(|line| line.text.contains(['{', '}'])) {
        return None;
    }
    let without = if lines.iter().any(has_colon) { ", and its entries have no colons" } else { "" };
    let title = title_of(&mut lines, head);
    let right = format!("{head}{title} {{ {} }}", block(&lines));
    Some(SyntaxError::Foreign {
        says: format!("a block stands in braces, whatever the indentation{without}"),
        src: place.src(),
        at: place.span(start, end),
        help: format!("write `{right}`"),
        right: Some(right),
    })
}

fn without_comment(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line).trim()
}

/// What such a block says of its title, for the head.
fn title_of(lines: &mut Vec<IndentedLine>, head: &str) -> String {
    let named = |line: &IndentedLine| {
        ["name:", "title:"].iter().find_map(|word| line.text.strip_prefix(word)).map(|said| said.trim().to_string())
    };
    let Some(at) = lines.iter().position(|line| named(line).is_some()).filter(|_| !head.ends_with('"')) else {
        return String::new();
    };
    let said = named(&lines.remove(at)).unwrap_or_default();
    format!(" \"{}\"", said.trim_matches(['"', '\'']))
}

/// The lines with braces around those that stand further in.
fn block(lines: &[IndentedLine]) -> String {
    let (mut said, mut at): (Vec<String>, usize) = (Vec::new(), 0);
    while let Some(line) = lines.get(at) {
        let inner = lines[at + 1..].iter().take_while(|inner| inner.indent > line.indent).count();
        let within = &lines[at + 1..at + 1 + inner];
        let text = line.text.strip_prefix("- ").unwrap_or(line.text);
        said.push(match text.strip_suffix(':') {
            Some(key) if within.iter().all(|one| one.text.starts_with("- ")) && inner > 0 => {
                let items: Vec<&str> = within.iter().map(|one| one.text[2..].trim()).collect();
                format!("{key} {}", items.join(", "))
            }
            Some(key) => format!("{key} {{ {} }}", block(within)),
            None => entry(text),
        });
        at += 1 + inner;
    }
    said.join("; ")
}

/// `skill: 8` as it is written here.
fn entry(text: &str) -> String {
    let Some((key, value)) = text.split_once(':').filter(|(key, _)| !key.contains('"')) else {
        return text.to_string();
    };
    let value = value.trim().trim_end_matches([',', ';']);
    let value = match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        Some(list) => list.trim().to_string(),
        None if value.starts_with('\'') => value.replace('\'', "\""),
        None => value.to_string(),
    };
    format!("{} {value}", token_or_all(key.trim()))
}

/// A key without the quotes that it may have.
fn token_or_all(key: &str) -> &str {
    let word = token(key, 0);
    if word.len() == key.len() { key.trim_matches('\'') } else { key }
}

#[cfg(test)]
mod tests {
    use super::{IndentedLine, block};

    #[test]
    fn what_stands_further_in_has_braces() {
        let text = "skill: 8\nhand:\n  - Club\n  - Sling\non:\n  gain: late\nwears: [Hat, Coat]";
        let lines =
            text.lines().map(|line| IndentedLine { indent: line.len() - line.trim_start().len(), text: line.trim() });
        let lines: Vec<IndentedLine> = lines.collect();
        assert_eq!(block(&lines), "skill 8; hand Club, Sling; on { gain late }; wears Hat, Coat");
    }
}
