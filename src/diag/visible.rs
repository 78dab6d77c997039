//! Text by strangers as it may be shown: what would steer a terminal, turn the direction of writing or hide between
//! letters is written out as an escape.

use std::borrow::Cow;
use std::fmt::Write;

/// A text whose hidden characters are written out, as in `\u{1b}`; its lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

/// The same on one line: line breaks and tabs are written out too, so that a name cannot begin a line of its own.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// The same of a text in JSON, where what is hidden can only stand in strings and is written as JSON escapes it.
pub fn visible_json(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| is_hidden(c) && c != '\n';
    if !text.chars().any(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut units = [0; 2];
    for c in text.chars() {
        if is_odd(c) {
            c.encode_utf16(&mut units).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            });
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a character shows nothing of itself: controls, overrides of direction, separators, fillers, tags.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}'
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{3164}' | '\u{ffa0}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// How one character is written out.
pub fn escape(c: char) -> String {
    match c {
        '\n' => "\\n".to_string(),
        '\t' => "\\t".to_string(),
        '\r' => "\\r".to_string(),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    }
}

fn escaped(text: &str, is_odd: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_odd(c) {
            out += &escape(c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{one_line, visible, visible_json};

    #[test]
    fn what_is_hidden_is_written_out() {
        for (text, shown, line, why) in [
            ("Ann", "Ann", "Ann", "nothing is hidden"),
            ("a\u{1b}]52;c;eA==\u{7}", "a\\u{1b}]52;c;eA==\\u{7}", "a\\u{1b}]52;c;eA==\\u{7}", "the clipboard"),
            ("nnA\u{202e}", "nnA\\u{202e}", "nnA\\u{202e}", "the other direction"),
            ("a\nTurn 5", "a\nTurn 5", "a\\nTurn 5", "a heading"),
            ("a\rb\u{2028}c", "a\\rb\\u{2028}c", "a\\rb\\u{2028}c", "other line breaks"),
            ("Zoë 東 👩‍🚀", "Zoë 東 👩‍🚀", "Zoë 東 👩‍🚀", "letters of any script, and what joins them"),
        ] {
            assert_eq!(visible(text), shown, "{why}");
            assert_eq!(one_line(text), line, "{why}");
        }
    }

    #[test]
    fn json_stays_json() {
        let text = serde_json::to_string("\u{202e}\u{9b}1m\u{e0041}\u{7f}").expect("a text");
        let shown = visible_json(&text);
        assert_eq!(shown, "\"\\u202e\\u009b1m\\udb40\\udc41\\u007f\"");
        assert_eq!(serde_json::from_str::<String>(&shown).expect("json"), "\u{202e}\u{9b}1m\u{e0041}\u{7f}");
    }
}
