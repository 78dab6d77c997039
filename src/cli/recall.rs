//! Lines that were typed at earlier prompts, in a file of the user's: read and written like all other files of fray. It helps
//! whoever types; what is wrong with it hinders nobody.

#![allow(clippy::disallowed_methods, reason = "the entrance keeps files where the user has such things")]

use super::file_arguments::text;
use super::write::{RealDisk, WriteSteps, append_by, write_by};
use crate::repl::{Replaced, digest};
use std::path::PathBuf;

/// Lines that are offered again.
const MOST_LINES: usize = 5000;
/// What the file begins with.
const HEAD: &str = "#V2\n";

/// The file of such lines.
#[derive(Debug)]
pub struct Recall<D: WriteSteps = RealDisk> {
    /// None if it cannot be kept.
    file: Option<PathBuf>,
    disk: D,
}

impl Recall {
    /// In a file whose folder is made when it is first needed.
    pub fn of(file: Option<PathBuf>) -> Recall {
        Recall::on(RealDisk, file)
    }
}

impl<D: WriteSteps> Recall<D> {
    /// On a disk that may fail.
    pub fn on(disk: D, file: Option<PathBuf>) -> Recall<D> {
        Recall { file, disk }
    }

    /// The last lines, the oldest first. A file that has become long is made shorter.
    pub fn lines(&mut self) -> Vec<String> {
        let Some(file) = self.file.as_deref().filter(|file| file.exists()) else { return Vec::new() };
        let Ok(kept) = text(file) else {
            // Nothing is added to what is not understood.
            self.file = None;
            return Vec::new();
        };
        let lines: Vec<&str> = kept.strip_prefix(HEAD).unwrap_or(&kept).lines().collect();
        let last = &lines[lines.len().saturating_sub(MOST_LINES)..];
        if lines.len() > 2 * MOST_LINES {
            let shorter = HEAD.to_string() + &last.join("\n") + "\n";
            // Another prompt may have added to it: then it is made shorter the next time.
            let _ = write_by(&self.disk, file, shorter.as_bytes(), Replaced::Same(digest(kept.as_bytes())), "");
        }
        last.iter().map(|line| read(line)).collect()
    }

    /// Adds a line at once, so that it outlives a terminal that is simply closed.
    pub fn add(&self, line: &str) {
        let Some(file) = &self.file else { return };
        let _ = file.parent().map(std::fs::create_dir_all);
        let head = if file.exists() { "" } else { HEAD };
        let _ = append_by(&self.disk, file, format!("{head}{}\n", written(line)).as_bytes());
    }
}

/// A line of the file as it was typed.
fn read(line: &str) -> String {
    let mut letters = line.chars();
    let mut typed = String::new();
    while let Some(letter) = letters.next() {
        typed.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                other => other.unwrap_or('\\'),
            },
            letter => letter,
        });
    }
    typed
}

/// What was typed as one line.
fn written(typed: &str) -> String {
    typed.replace('\\', "\\\\").replace('\n', "\\n")
}
