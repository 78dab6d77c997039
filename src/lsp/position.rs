//! Places as editors count them: lines and, within a line, units of UTF-16 or bytes.

use gen_lsp_types::{Position, Range};

/// A text with the beginnings of its lines.
pub(super) struct LineStarts<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// Whether bytes are counted, not units of UTF-16.
    is_bytes: bool,
}

impl<'t> LineStarts<'t> {
    pub(super) fn of(text: &'t str, is_bytes: bool) -> LineStarts<'t> {
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        LineStarts { text, starts: std::iter::once(0).chain(behind).collect(), is_bytes }
    }

    /// A byte as a place.
    pub(super) fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at.min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= at) - 1;
        let before = &self.text[self.starts[line]..at];
        let units = if self.is_bytes { before.len() } else { before.encode_utf16().count() };
        Position { line: line as u32, character: units as u32 }
    }

    /// A place as a byte; behind the end of a line it is that end.
    pub(super) fn byte(&self, at: Position) -> usize {
        let Some(start) = self.starts.get(at.line as usize).copied() else { return self.text.len() };
        let end = self.starts.get(at.line as usize + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text[start..end].trim_end_matches('\r');
        if self.is_bytes {
            return start + line.floor_char_boundary((at.character as usize).min(line.len()));
        }
        let mut units = 0;
        for (offset, letter) in line.char_indices() {
            if units >= at.character as usize {
                return start + offset;
            }
            units += letter.len_utf16();
        }
        start + line.len()
    }

    pub(super) fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_units_of_utf16_or_in_bytes() {
        let text = "a🎲b\r\nzweite Größe";
        for is_bytes in [false, true] {
            let lines = LineStarts::of(text, is_bytes);
            for (at, _) in text.char_indices().filter(|(_, letter)| *letter != '\n') {
                assert_eq!(lines.byte(lines.position(at)), at);
            }
            assert_eq!(lines.byte(Position { line: 9, character: 0 }), text.len());
            assert_eq!(lines.byte(Position { line: 0, character: 99 }), 6);
        }
        assert_eq!(LineStarts::of(text, false).position(5), Position { line: 0, character: 3 });
        assert_eq!(LineStarts::of(text, true).position(5), Position { line: 0, character: 5 });
    }
}
