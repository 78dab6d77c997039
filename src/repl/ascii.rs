//! Answers for terminals that show ASCII alone: drawn lines, bars and quotation marks by letters that look alike.

#![allow(clippy::disallowed_methods, reason = "the entrance asks clock, environment and terminal")]

use std::borrow::Cow;

/// Whether the locale says that more than ASCII is shown; none where nobody says anything.
pub(crate) fn is_unicode_locale() -> Option<bool> {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let said = said.map(|value| value.to_lowercase()).find(|value| !value.is_empty());
    said.map(|value| value.contains("utf-8") || value.contains("utf8"))
}

/// Whether the locale says that nothing but ASCII is shown. Where nobody says anything, all is.
pub(crate) fn is_ascii_locale() -> bool {
    is_unicode_locale() == Some(false)
}

/// A text by letters of ASCII, as far as fray itself has put others there; names stay as they were written.
pub(crate) fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match alike(c) {
            Some(other) => out += other,
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

fn alike(c: char) -> Option<&'static str> {
    Some(match c {
        '…' => "...",
        '│' | '┆' => "|",
        '─' | '–' | '—' | '−' | '‑' => "-",
        '╭' | '╰' | '├' | '┬' | '┼' | '╮' | '╯' => "+",
        '▶' | '›' => ">",
        '×' => "x",
        '·' | '•' => ".",
        '☞' => "!",
        '⚠' => "!",
        '“' | '”' | '„' | '»' | '«' => "\"",
        '’' | '‘' | '‚' => "'",
        '→' => "->",
        '≤' => "<=",
        '≥' => ">=",
        '≈' => "~",
        '±' => "+-",
        '█' | '▉' | '▊' | '▋' | '▌' => "#",
        '▍' | '▎' | '▏' => ".",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::in_ascii;

    #[test]
    fn what_fray_draws_is_drawn_in_ascii_and_names_stay() {
        assert_eq!(in_ascii("62.5 %  ██▌ … “Zoë” ≤ 3"), "62.5 %  ### ... \"Zoë\" <= 3");
    }
}
