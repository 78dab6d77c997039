//! The tokenizer of Luau: words, texts and signs with their places, enough to find its loops and its calls, no more.
//! Luau itself judges whether it is right.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuauTokenKind {
    /// A name or a keyword.
    Word,
    /// A number or a text, whole.
    Literal,
    /// One character of punctuation.
    Mark,
}

/// A word, literal or mark, by its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LuauToken {
    /// What it is.
    pub sort: LuauTokenKind,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

/// The tokens of a text, comments and spaces left out.
pub fn tokens(text: &str) -> Vec<LuauToken> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let sort = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'-' if bytes.get(at + 1) == Some(&b'-') => {
                at = comment(bytes, at + 2);
                continue;
            }
            b'[' if long_level(bytes, at).is_some() => {
                at = long_end(bytes, at);
                LuauTokenKind::Literal
            }
            quote @ (b'"' | b'\'') => {
                at = text_end(bytes, at + 1, quote);
                LuauTokenKind::Literal
            }
            b'`' => {
                at = interpolated_end(bytes, at + 1);
                LuauTokenKind::Literal
            }
            b'0'..=b'9' => {
                at = run(bytes, at, |byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_');
                LuauTokenKind::Literal
            }
            byte if byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80 => {
                at = run(bytes, at, |byte| byte == b'_' || byte.is_ascii_alphanumeric() || byte >= 0x80);
                LuauTokenKind::Word
            }
            _ => {
                at += 1;
                LuauTokenKind::Mark
            }
        };
        found.push(LuauToken { sort, start, end: at });
    }
    found
}

fn run(bytes: &[u8], from: usize, inside: impl Fn(u8) -> bool) -> usize {
    from + bytes[from..].iter().take_while(|byte| inside(**byte)).count()
}

fn comment(bytes: &[u8], at: usize) -> usize {
    if long_level(bytes, at).is_some() { long_end(bytes, at) } else { run(bytes, at, |byte| byte != b'\n') }
}

/// How many `=` a long bracket has, if one opens here.
fn long_level(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let end = run(bytes, at + 1, |byte| byte == b'=');
    (bytes.get(end) == Some(&b'[')).then_some(end - at - 1)
}

fn long_end(bytes: &[u8], at: usize) -> usize {
    let level = long_level(bytes, at).unwrap_or(0);
    let mut close = vec![b']'];
    close.resize(level + 1, b'=');
    close.push(b']');
    let body = at + level + 2;
    let rest = &bytes[body.min(bytes.len())..];
    rest.windows(close.len()).position(|window| window == close).map_or(bytes.len(), |found| body + found + close.len())
}

fn text_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            // `\z` and the end of a line written `\` go on into the next line.
            b'\\' if bytes.get(at + 1) == Some(&b'z') => at = run(bytes, at + 2, |byte| byte.is_ascii_whitespace()),
            b'\\' if bytes.get(at + 1) == Some(&b'\r') && bytes.get(at + 2) == Some(&b'\n') => at += 3,
            b'\\' => at += 2,
            byte => {
                at += 1;
                if byte == quote || byte == b'\n' {
                    break;
                }
            }
        }
    }
    at.min(bytes.len())
}

fn interpolated_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if depth == 0 => at += 1,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'`' if depth == 0 => return at + 1,
            b'`' => at = nested_end(bytes, at),
            quote @ (b'"' | b'\'') if depth > 0 => at = text_end(bytes, at + 1, quote) - 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The last byte of a text within a text, read as flat: a third level is not looked for.
fn nested_end(bytes: &[u8], at: usize) -> usize {
    text_end(bytes, at + 1, b'`') - 1
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn words_literals_and_marks() {
        for (text, expected) in [
            ("me:foes() -- all", "me|:|foes|(|)"),
            ("--[[ a\n b ]] x", "x"),
            ("--[==[ ]] ]==] x", "x"),
            ("a[[b]]", "a|[[b]]"),
            ("t[1]", "t|[|1|]"),
            (r#"'it\'s' "x" `a {b("}")} c` d"#, r#"'it\'s'|"x"|`a {b("}")} c`|d"#),
            ("'a\\z \n  b' c", "'a\\z \n  b'|c"),
            ("'a\\\r\nb' c", "'a\\\r\nb'|c"),
            ("\"open", "\"open"),
            ("`open {", "`open {"),
            ("[==[ open", "[==[ open"),
            ("\"\\", "\"\\"),
            ("`{'", "`{'"),
            ("é = 0x1F", "é|=|0x1F"),
        ] {
            let found: Vec<&str> = tokens(text).iter().map(|token| &text[token.start..token.end]).collect();
            assert_eq!(found.join("|"), expected, "{text}");
        }
    }
}
