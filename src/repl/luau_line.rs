//! What of a line is Luau, and whether it goes on in the next.

/// The Luau of a line that is meant as such: `=` and what follows it.
pub(super) fn code(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('=').filter(|rest| !rest.starts_with('='))
}

/// Whether a bracket of Luau is still open. What is a comment in rules is an operator here, and the other way round.
pub(super) fn is_open(code: &str) -> bool {
    let (mut depth, mut rest) = (0_usize, code);
    while let Some(c) = rest.chars().next() {
        rest = match c {
            _ if rest.starts_with("--") => rest.split_once('\n').map_or("", |(_, rest)| rest),
            '"' | '\'' | '`' => behind_text(&rest[1..], c),
            _ => &rest[c.len_utf8()..],
        };
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0
}

/// What stands behind a text that ends with that quote, or with its line.
fn behind_text(text: &str, quote: char) -> &str {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if !is_escaped && (c == quote || c == '\n') {
            return &text[at + c.len_utf8()..];
        }
        is_escaped = !is_escaped && c == '\\';
    }
    ""
}
