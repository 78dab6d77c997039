//! Lines that fit: what is longer than the screen is wide goes on below, set in under what it belongs to.

use std::borrow::Cow;
use textwrap::{Options, WrapAlgorithm, wrap};

/// How far what goes on is set in, beyond its line.
const SET_IN: usize = 4;

/// A text with no line longer than so many letters, if its words allow it.
pub(crate) fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    let is_long = |line: &str| line.chars().count() > width;
    if !text.lines().any(is_long) {
        return Cow::Borrowed(text);
    }
    let fits = text.split_inclusive('\n').map(|line| match line.trim_end_matches('\n') {
        long if is_long(long) => Cow::Owned(broken(long, width) + &line[long.len()..]),
        _ => Cow::Borrowed(line),
    });
    Cow::Owned(fits.collect())
}

fn broken(line: &str, width: usize) -> String {
    let rest = line.trim_start();
    let indent = &line[..line.len() - rest.len()];
    let below = format!("{indent}{:SET_IN$}", "");
    let options = Options::new(width).initial_indent(indent).subsequent_indent(&below).break_words(false);
    let lines = wrap(rest, options.wrap_algorithm(WrapAlgorithm::FirstFit));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn a_long_line_goes_on_below_set_in() {
        let text = "  Bruce shoots Zorgo with Autopistol, rounds fired at once 2\nshort\n";
        let fits = "  Bruce shoots Zorgo with\n      Autopistol, rounds fired\n      at once 2\nshort\n";
        assert_eq!(fitted(text, 30), fits);
        assert_eq!(fitted(fits, 30), fits, "what fits stays");
        assert_eq!(fitted("a_word_that_is_far_too_long", 10), "a_word_that_is_far_too_long");
    }
}
