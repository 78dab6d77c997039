//! What a session keeps outside of itself: the dialog in transcripts, and by which numbers it knows the files it wrote.

use super::frontend::{Frontend, Replaced, digest};
use crate::diag::Diagnostics;
use std::collections::BTreeMap;
use std::path::Path;

/// The longest file of a transcript, in bytes: it goes on in the next.
pub(super) const LONGEST_TRANSCRIPT: usize = 16 << 20;
/// What of the dialog is held for a transcript that begins later, in bytes.
const LONGEST_DIALOG: usize = 16 << 20;
/// Files of one transcript.
const MOST_FILES: usize = 10_000;

/// The files of a session.
#[derive(Default)]
pub(super) struct Archive {
    /// The contents of files that this session has written or read.
    known: BTreeMap<String, u64>,
    /// What was said so far, or the last of it.
    dialog: String,
    transcript: Option<Transcript>,
}

struct Transcript {
    /// The file that was named.
    name: String,
    /// The file that is written now.
    file: String,
    /// Which of its files that is, from 1.
    number: usize,
    /// Bytes in it.
    length: usize,
}

/// What a file that was not written here means for one who writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overwrite {
    /// It is left as it is.
    Refused,
    /// It is replaced: that was asked for.
    Forced,
}

impl Archive {
    /// Writes a file.
    pub(super) fn write(
        &mut self,
        desk: &dyn Frontend,
        file: &str,
        text: &str,
        overwrite: Overwrite,
    ) -> Result<(), Diagnostics> {
        let replaced = match (overwrite, self.known.get(file)) {
            (Overwrite::Forced, _) => Replaced::Anything,
            (Overwrite::Refused, Some(known)) => Replaced::Same(*known),
            (Overwrite::Refused, None) => Replaced::Nothing,
        };
        desk.write(file, text, replaced)?;
        self.known.insert(file.to_string(), digest(text.as_bytes()));
        Ok(())
    }

    /// Notes what stands in a file that was read.
    pub(super) fn was_read(&mut self, file: &str, text: &str) {
        self.known.insert(file.to_string(), digest(text.as_bytes()));
    }

    /// Keeps the dialog in a file from now on, with what was said so far.
    pub(super) fn begin(&mut self, desk: &dyn Frontend, file: &str, overwrite: Overwrite) -> Result<(), Diagnostics> {
        let dialog = std::mem::take(&mut self.dialog);
        let written = self.write(desk, file, &dialog, overwrite);
        let length = dialog.len();
        self.dialog = dialog;
        written?;
        let name = file.to_string();
        self.transcript = Some(Transcript { file: name.clone(), name, number: 1, length });
        Ok(())
    }

    /// Adds what was said. A transcript that cannot be written ends with the reason.
    pub(super) fn add(&mut self, desk: &dyn Frontend, said: &str) -> Result<(), Diagnostics> {
        self.dialog += said;
        if self.dialog.len() > LONGEST_DIALOG {
            let middle = self.dialog.len() - LONGEST_DIALOG / 2;
            let start = self.dialog.bytes().skip(middle).position(|byte| byte == b'\n').map_or(0, |at| middle + at + 1);
            self.dialog = format!("(what was said before is no longer held)\n{}", &self.dialog[start..]);
        }
        let Some(mut transcript) = self.transcript.take() else { return Ok(()) };
        if transcript.length > 0 && transcript.length + said.len() > LONGEST_TRANSCRIPT {
            transcript = next(desk, transcript)?;
        }
        desk.append(&transcript.file, said)?;
        transcript.length += said.len();
        // Its contents are no longer those that were written at first.
        self.known.remove(&transcript.file);
        self.transcript = Some(transcript);
        Ok(())
    }
}

/// The next file of a transcript: the first that is not there yet.
fn next(desk: &dyn Frontend, full: Transcript) -> Result<Transcript, Diagnostics> {
    let mut number = full.number;
    loop {
        number += 1;
        let file = numbered(&full.name, number);
        match desk.write(&file, "", Replaced::Nothing) {
            Ok(()) => return Ok(Transcript { file, number, length: 0, ..full }),
            Err(wrong) if number >= MOST_FILES => return Err(wrong),
            Err(wrong) if !desk.has(&file) => return Err(wrong),
            Err(_) => {}
        }
    }
}

/// `talk.txt` becomes `talk-2.txt`.
fn numbered(name: &str, number: usize) -> String {
    let path = Path::new(name);
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let end = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{end}")).to_string_lossy().into_owned()
}
