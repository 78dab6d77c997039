//! Dialogs that are kept in transcripts, at any width: whatever is typed and answered, the file holds nothing that would
//! steer a terminal, and nothing of the dialog is missing.

use super::dialog::{DialogFiles, enter, session};

/// What texts may hold that is not to be kept as it is.
pub const WORDS: &[&str] = &[
    "\u{1b}]52;c;eA==\u{7}",
    "\u{9b}2J",
    "\u{202e}",
    "\u{2066}",
    "\u{2028}",
    "\r",
    "\u{feff}",
    "\u{e0041}",
    "\u{7f}",
    "\0",
    "\ntranscript t\n",
    "\ntranscript! t\n",
    "\nundo\n",
    "\nnext\n",
    "\nshow\n",
    "Ada",
    "Ben",
    "\"",
    "\nnew \"Guard\u{1b}[2J\" from Ada\n",
    "\nthing \"x\u{202e}\"\n",
];

/// A dialog: what is opened, then lines. Its length says how wide it is.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (open, lines) = text.split_once('\n').unwrap_or(("yard/tiff", &text));
    let width = [1, 20, 80, 1000][bytes.len() % 4];
    let files = DialogFiles::default();
    let Some(mut session) = session(open, width, &files) else { return };
    drop(enter(&mut session, "transcript talk.txt"));
    let mut wanted = 0;
    for line in lines.lines().take(40) {
        let answer = enter(&mut session, line);
        wanted += answer.plain(width).len();
        if answer.done || line.contains("transcript") || line.contains("load") {
            break;
        }
        let kept: usize =
            files.borrow().iter().filter(|(name, _)| name.starts_with("talk")).map(|(_, text)| text.len()).sum();
        assert!(kept >= wanted, "{line:?} is not kept");
    }
    for (name, text) in files.borrow().iter().filter(|(name, _)| name.starts_with("talk")) {
        let hidden = |c: &char| {
            c.is_control() && *c != '\n' && *c != '\t'
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        };
        let found = text.chars().find(hidden);
        assert!(found.is_none(), "{name} holds {found:?}");
    }
}
