//! Texts that are open in the editor, and the changes that it tells of them.

use super::position::LineStarts;
use gen_lsp_types::Range;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A text that is open.
pub(super) struct Document {
    pub text: Arc<str>,
    pub version: i32,
    /// The text as it was opened or saved last.
    pub saved: Arc<str>,
}

/// A change as the editor tells it: of a part, or the whole text anew.
#[derive(Deserialize)]
pub(super) struct TypedChange {
    range: Option<Range>,
    text: String,
}

impl Document {
    pub(super) fn change(&mut self, changes: Vec<TypedChange>, is_bytes: bool) {
        for change in changes {
            self.text = match change.range {
                None => change.text.into(),
                Some(range) => {
                    let lines = LineStarts::of(&self.text, is_bytes);
                    let (start, end) = (lines.byte(range.start), lines.byte(range.end));
                    let (start, end) = (start.min(end), start.max(end));
                    [&self.text[..start], &change.text, &self.text[end..]].concat().into()
                }
            };
        }
    }
}

/// The path that an address of a file means; none for other addresses.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    // A name of a machine is left out.
    let path = &path[path.find('/')?..];
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/rules` of Windows.
    let is_drive = path.len() > 2 && path.as_bytes()[2] == b':';
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The address of a path.
pub(super) fn uri_of(path: &Path) -> String {
    let shown = path.display().to_string().replace('\\', "/");
    let mut uri = String::from(if shown.starts_with('/') { "file://" } else { "file:///" });
    for byte in shown.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte as char),
            other => uri += &format!("%{other:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::Position;

    #[test]
    fn addresses_are_paths_and_back() {
        for path in ["/a/b c/größe.fray", "/x/100%.fray"] {
            assert_eq!(path_of(&uri_of(Path::new(path))).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(path_of("untitled:Untitled-1"), None);
    }

    #[test]
    fn changes_of_parts_come_one_after_the_other() {
        let mut document = Document { text: "fact x\n".into(), version: 1, saved: "".into() };
        let at = |line, character| Position { line, character };
        let part = |start, end, text: &str| TypedChange { range: Some(Range { start, end }), text: text.to_string() };
        document.change(vec![part(at(0, 5), at(0, 6), "größe"), part(at(0, 10), at(0, 10), " truth")], false);
        assert_eq!(&*document.text, "fact größe truth\n");
    }
}
