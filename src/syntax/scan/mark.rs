//! Marks of feet and inches behind a number, as pages have them: told once, with the unit by its name.

use super::{Scanner, Slip};
use crate::syntax::error::{ShownText, SyntaxError};
use crate::syntax::lexis::string_end;

/// The marks behind a number, and the units that they stand for; of two that begin alike the longer one comes first.
const MARKS: [(&str, &str); 7] =
    [("''", "inch"), ("\"", "inch"), ("″", "inch"), ("”", "inch"), ("'", "ft"), ("′", "ft"), ("’", "ft")];

/// So many bytes behind a mark are looked at: what stands farther off says nothing of it.
const FAR: usize = 200;

impl Scanner<'_> {
    /// Takes a mark that stands directly behind a number, with nothing of a word behind it; false if none stands here.
    pub(super) fn length_mark(&mut self) -> bool {
        let Some(end) = self.mark_end(self.at) else { return false };
        let start = self.number_start(self.at);
        self.slip(Slip::Mark, start, end);
        self.blank(self.at, end);
        self.take(end - self.at);
        true
    }

    /// Where the mark of a length ends that begins at a place.
    pub(super) fn mark_end(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let end = at + MARKS.iter().find(|(mark, _)| rest.starts_with(mark))?.0.len();
        let start = self.number_start(at);
        let is_number = start < at && self.source[start].is_ascii_digit();
        let is_word = start > 0 && (self.source[start - 1].is_ascii_alphanumeric() || self.source[start - 1] == b'_');
        let behind = self.text[end..].chars().next();
        if !is_number || is_word || behind.is_some_and(|c| c.is_alphanumeric() || c == '"') {
            return None;
        }
        let is_mark = !rest.starts_with('"') || !self.closes_or_opens(at);
        is_mark.then_some(end)
    }

    /// Whether a quote behind a number begins or ends a text: `-2" rain"` is a label without a blank before it. Where it
    /// would end behind another number, both are marks.
    fn closes_or_opens(&self, at: usize) -> bool {
        let near = &self.source[at..self.source.len().min(at + FAR)];
        let line = &near[..near.iter().position(|byte| *byte == b'\n').unwrap_or(near.len())];
        let is_paired = line.iter().filter(|byte| **byte == b'"').count().is_multiple_of(2);
        is_paired && string_end(line, 0).is_none_or(|end| !line[end - 2].is_ascii_digit())
    }

    /// Where the number begins that ends at a place.
    pub(super) fn number_start(&self, at: usize) -> usize {
        let is_part = |byte: &&u8| byte.is_ascii_digit() || **byte == b'.';
        at - self.source[..at].iter().rev().take_while(is_part).count()
    }
}

/// The mark as an error, from its number on.
pub(super) fn mark(place: &ShownText, start: usize, end: usize) -> SyntaxError {
    let text = place.text(start, end);
    let (number, unit) =
        MARKS.iter().find_map(|(mark, unit)| Some((text.strip_suffix(mark)?, *unit))).unwrap_or_default();
    let right = format!("{number} {unit}");
    SyntaxError::Foreign {
        says: format!("`{}` is no unit", &text[number.len()..]),
        src: place.src(),
        at: place.span(start, end),
        help: format!("a length says its unit by name: write `{right}`"),
        right: Some(right),
    }
}
