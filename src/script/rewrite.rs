//! Gives loops over tables an order. Luau goes through a bare table in the order of addresses in memory, and offers no
//! other hook than the text: `for k, v in t do` becomes `for k, v in __each(t) do`, on the same line.

use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};

/// The text with every loop over values in a fixed order.
pub(super) fn ordered(text: &str) -> String {
    let tokens = tokens(text);
    let mut inserts: Vec<(usize, &str)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if is_word(text, token, "for")
            && let Some((first, last)) = listed(text, &tokens[index + 1..])
            && !is_word(text, &first, "ipairs")
        {
            inserts.push((first.start, "__each("));
            inserts.push((last.end, ")"));
        }
    }
    inserts.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len() + inserts.len() * 8);
    let mut from = 0;
    for (at, insert) in inserts {
        out.push_str(&text[from..at]);
        out.push_str(insert);
        from = at;
    }
    out.push_str(&text[from..]);
    out
}

/// The first and last token of what a `for … in` goes through; none for a loop over numbers.
fn listed(text: &str, rest: &[LuauToken]) -> Option<(LuauToken, LuauToken)> {
    let start = rest.iter().position(|token| is_word(text, token, "in") || is_mark(text, token, b'='))?;
    if is_mark(text, &rest[start], b'=') {
        return None;
    }
    let mut depth = 0_usize;
    for (index, token) in rest.iter().enumerate().skip(start + 1) {
        match text.as_bytes()[token.start] {
            b'(' | b'{' | b'[' if token.sort == LuauTokenKind::Mark => depth += 1,
            b')' | b'}' | b']' if token.sort == LuauTokenKind::Mark => depth = depth.checked_sub(1)?,
            _ if depth == 0 && is_word(text, token, "do") => {
                return (index > start + 1).then(|| (rest[start + 1], rest[index - 1]));
            }
            _ if depth == 0 && is_word(text, token, "function") => return None,
            _ => {}
        }
    }
    None
}

fn is_word(text: &str, token: &LuauToken, word: &str) -> bool {
    token.sort == LuauTokenKind::Word && &text[token.start..token.end] == word
}

fn is_mark(text: &str, token: &LuauToken, mark: u8) -> bool {
    token.sort == LuauTokenKind::Mark && text.as_bytes()[token.start] == mark
}

#[cfg(test)]
mod tests {
    use super::ordered;

    #[test]
    fn loops_over_values_are_wrapped() {
        for (text, expected) in [
            ("for k, v in t do end", "for k, v in __each(t) do end"),
            ("for i = 1, 3 do end", "for i = 1, 3 do end"),
            ("for i, v in ipairs(t) do end", "for i, v in ipairs(t) do end"),
            ("for k: string, v: number in pairs(t) do end", "for k: string, v: number in __each(pairs(t)) do end"),
            (
                "for _, f in keep(l, function(f) for _ in f do end end) do end",
                "for _, f in __each(keep(l, function(f) for _ in __each(f) do end end)) do end",
            ),
            ("for x in do end", "for x in do end"),
            ("-- for k in t do", "-- for k in t do"),
            ("for", "for"),
        ] {
            assert_eq!(ordered(text), expected);
        }
    }
}
