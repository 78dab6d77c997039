//! Lines that belong to a mistake above them: the members of a list below its name, in the manner of YAML, and the facts of a
//! check one by one. They are one mistake, told where it begins.

use super::error::SyntaxError;

/// Errors in the order of the text, with those of one cause in one.
pub(super) fn joined(errors: Vec<SyntaxError>, text: &str, place: impl Fn(&SyntaxError) -> usize) -> Vec<SyntaxError> {
    let mut kept: Vec<SyntaxError> = Vec::new();
    // The line that says what all those below belong to, as it begins in the text.
    let mut headed: Option<usize> = None;
    for error in errors {
        let (begin, line) = line_at(text, place(&error));
        let head = head_above(text, begin);
        if is_member(line) {
            if headed == Some(head) {
                continue;
            }
            headed = Some(head);
            match kept.last_mut().filter(|last| line_at(text, place(last)).0 == head) {
                Some(above) if is_whole(above) => {}
                Some(above) => above.told_better(list_below(text, head)),
                None => {
                    let mut error = error;
                    error.told_better(list_below(text, head));
                    kept.push(error);
                }
            }
            continue;
        }
        if let Some(head) = section_above(text, begin)
            && let Some(above) = kept.iter_mut().find(|one| line_at(text, place(one)).0 == head)
        {
            if !is_whole(above) {
                above.told_better(block_below(text, head));
            }
            continue;
        }
        // How the whole entry is written was said already.
        let is_told = |last: &SyntaxError| {
            let (first, at) = (place(last), place(&error));
            matches!(last, SyntaxError::UnknownEntry { .. } | SyntaxError::UnknownKeyword { .. })
                && first < at
                && !text.get(first..at).unwrap_or("\n").contains(['\n', ';', '{', '}'])
        };
        if matches!(error, SyntaxError::Foreign { .. }) && kept.last().is_some_and(is_told) {
            continue;
        }
        if matches!(error, SyntaxError::UnknownEntry { .. })
            && check_above(text, begin).is_some_and(|check| {
                kept.iter().any(|one| {
                    matches!(one, SyntaxError::UnknownEntry { word, .. } if word == "check")
                        && line_at(text, place(one)).0 == check
                })
            })
        {
            continue;
        }
        kept.push(error);
    }
    kept
}

/// Whether an error says how its whole block is written.
fn is_whole(error: &SyntaxError) -> bool {
    matches!(error, SyntaxError::Foreign { right: Some(right), .. } if right.contains(" { "))
}

/// Where the line of a place begins, and the line.
fn line_at(text: &str, at: usize) -> (usize, &str) {
    let at = text.floor_char_boundary(at.min(text.len()));
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (begin, text[begin..].lines().next().unwrap_or(""))
}

/// Whether a line is a member of a list: `- name`.
fn is_member(line: &str) -> bool {
    let behind = line.trim_start().strip_prefix("- ");
    behind.is_some_and(|name| name.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '"'))
}

/// Where the line begins below which a member stands.
fn head_above(text: &str, begin: usize) -> usize {
    let mut begin = begin;
    while begin > 0 {
        begin = line_at(text, begin - 1).0;
        let line = line_at(text, begin).1;
        if !line.trim().is_empty() && !is_member(line) {
            break;
        }
    }
    begin
}

/// Where the line `check …` begins that a line of facts stands below, if only such lines are between.
fn check_above(text: &str, begin: usize) -> Option<usize> {
    let mut begin = begin;
    while begin > 0 {
        begin = line_at(text, begin - 1).0;
        let words: Vec<&str> = line_at(text, begin).1.split_whitespace().collect();
        match words.as_slice() {
            ["check", ..] => return Some(begin),
            ["expect" | "ask" | "place" | "test", ..] | [] => return None,
            _ => {}
        }
    }
    None
}

/// Where the head of a section begins that a line `NAME: VALUE` or `NAME = VALUE` stands below: `figure Ann:`, `[figure.Ann]`.
fn section_above(text: &str, begin: usize) -> Option<usize> {
    let mut at = begin;
    is_field(line_at(text, at).1)?;
    while at > 0 {
        at = line_at(text, at - 1).0;
        let line = line_at(text, at).1;
        if is_section(line) {
            return Some(at);
        }
        is_field(line)?;
    }
    None
}

/// `figure Ann:` and `[figure.Ann]`, at the outermost level.
fn is_section(line: &str) -> bool {
    let line = line.trim_end();
    line.starts_with(char::is_alphabetic) && line.ends_with(':') || line.starts_with('[') && line.ends_with(']')
}

/// The name and the value of a line in the manner of YAML or TOML.
fn is_field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '='])?;
    let (name, value) = (name.trim().trim_matches('"'), value.trim().trim_end_matches(','));
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !value.is_empty()).then_some((name, value))
}

/// A section as it is written: a head, then a block in braces.
fn block_below(text: &str, head: usize) -> String {
    let line = line_at(text, head).1.trim();
    let name = line.trim_end_matches(':').trim_matches(['[', ']']).replace('.', " ");
    let fields: Vec<String> = text[head..]
        .lines()
        .skip(1)
        .map_while(is_field)
        .take(MOST_SHOWN)
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    format!("what belongs to it stands in a block, without signs: `{name} {{ {} }}`", fields.join("; "))
}

/// So many fields of a section are shown.
const MOST_SHOWN: usize = 4;

/// A list as it is written: its name, then its members in one line.
fn list_below(text: &str, head: usize) -> String {
    let line = line_at(text, head).1;
    let name = line.trim().trim_end_matches(':').trim();
    let below = text[head..].lines().skip(1).skip_while(|line| line.trim().is_empty());
    let members: Vec<&str> =
        below.take_while(|line| is_member(line)).filter_map(|line| line.trim_start().strip_prefix("- ")).collect();
    let members = members.iter().map(|name| name.trim().trim_end_matches(',')).collect::<Vec<_>>().join(", ");
    match name.contains('{') {
        true => format!("entries have no dashes before them; a list stands in one line, with commas: `NAME {members}`"),
        false => format!("a list stands in one line, with commas: `{name} {members}`"),
    }
}
