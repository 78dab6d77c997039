//! Files written whole or not at all.

#![allow(clippy::disallowed_methods, reason = "the entrance writes files")]

use super::error::{CliError, shown};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes beside the file and then puts it in its place, so that a failure leaves what was there before. A link is
/// followed: what it points to is replaced, not the link.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(&target);
    let written = written(&target, &beside, bytes);
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.map_err(|error| CliError::Unwritable { path: shown(path), why: error.to_string() })
}

fn written(target: &Path, beside: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if target.is_dir() {
        return Err(std::io::Error::other("it is a folder"));
    }
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    if let Ok(before) = std::fs::metadata(target) {
        std::fs::set_permissions(beside, before.permissions())?;
    }
    std::fs::rename(beside, target)
}

fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().map_or_else(|| "fray".to_string(), |name| name.to_string_lossy().into_owned());
    target.with_file_name(format!(".{name}.{}.part", std::process::id()))
}
