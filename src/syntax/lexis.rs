//! The smallest pieces of a text, measured in bytes: texts, citations, rows, lines.

/// One past the last bar of the row that begins here.
pub(super) fn row_end(source: &[u8], start: usize) -> usize {
    let (mut at, mut bar, mut is_open) = (start, start, false);
    while let Some(byte) = source.get(at) {
        match byte {
            b'\n' | b'#' => break,
            b'|' => bar = at,
            b'"' if !is_open => match string_end(source, at) {
                Some(end) => at = end - 1,
                // Nothing closes it, nor any behind it.
                None => is_open = true,
            },
            _ => {}
        }
        at += 1;
    }
    bar + 1
}

/// The end of the citation that begins here.
pub(crate) fn cite_end(source: &[u8], start: usize) -> usize {
    if source.get(start + 1) == Some(&b'"') {
        return string_end(source, start + 1).unwrap_or(start + 1);
    }
    let cited = |byte: &u8| is_wordly(*byte) || matches!(byte, b'.' | b'-' | b'/' | b':');
    start + 1 + source[start + 1..].iter().take_while(|byte| cited(byte)).count()
}

/// The end of the text in quotes that begins here, on the same line.
pub(crate) fn string_end(source: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match source.get(at)? {
            b'\n' => return None,
            b'\\' if source.get(at + 1).is_some_and(|byte| *byte != b'\n') => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The end of the line of a place: its break, or the end of all.
pub(crate) fn line_end(source: &[u8], start: usize) -> usize {
    source[start..].iter().position(|byte| *byte == b'\n').map_or(source.len(), |length| start + length)
}

/// A line up to the `#` that does not stand in a text.
pub(crate) fn without_comment(line: &str) -> &str {
    let (bytes, mut at) = (line.as_bytes(), 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string_end(bytes, at).unwrap_or(bytes.len()),
            b'#' => return &line[..at],
            _ => at += 1,
        }
    }
    line
}

/// The next byte that is neither blank nor comment.
pub(super) fn next_sign(source: &[u8], mut at: usize) -> usize {
    while let Some(byte) = source.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at = line_end(source, at),
            _ => break,
        }
    }
    at
}

pub(super) fn is_wordly(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The bytes of the character that begins with this one.
pub(super) fn character(byte: u8) -> usize {
    match byte {
        0..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::without_comment;

    #[test]
    fn a_comment_begins_behind_texts() {
        for (line, kept) in [
            ("2 + 1 # two, and one", "2 + 1 "),
            ("name = \"No. #1\" # the first", "name = \"No. #1\" "),
            ("name = \"the \\\"#1\\\" # of all\" # quoted", "name = \"the \\\"#1\\\" # of all\" "),
            ("name = \"back\\\\\" # slash", "name = \"back\\\\\" "),
            ("\"open # end", "\"open # end"),
        ] {
            assert_eq!(without_comment(line), kept);
        }
    }
}
