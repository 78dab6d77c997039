//! The one place where files are written: whole or not at all, only regular files, and never over what somebody else
//! has put there.

#![allow(clippy::disallowed_methods, reason = "the entrance writes files")]

use super::error::{CliError, shown};
use crate::repl::{Replaced, digest};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The largest file whose contents are compared before it is replaced.
const LARGEST_COMPARED: u64 = 64 << 20;

/// The steps in which a file is written. Tests put others in their place that fail on command.
pub trait WriteSteps {
    /// Makes a file, and locks it as long as it is open; fails if it is there already.
    fn create(&self, path: &Path) -> io::Result<File> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        match file.try_lock() {
            // Where files cannot be locked, those of the dead are not told from others.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(ErrorKind::ResourceBusy.into()),
        }
    }

    /// Opens a file to add to its end; one that was not there is made.
    fn extend(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).append(true).create(true).open(path)
    }

    /// Cuts a file to a length.
    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    /// Writes bytes; fails unless all of them are written.
    fn put(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Waits until what was written is on the disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Gives a file the permissions of that which it replaces.
    fn permit(&self, file: &File, like: &Path) -> io::Result<()> {
        match std::fs::metadata(like) {
            Ok(before) => file.set_permissions(before.permissions()),
            Err(_) => Ok(()),
        }
    }

    /// Puts a file in the place of another.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    /// Waits until the folder on the disk names the file.
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Where folders cannot be opened as files, renaming is all there is.
        File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
    }

    /// Takes a file away.
    fn remove(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }
}

/// The disk as it is.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk;

impl WriteSteps for RealDisk {}

/// Writes a file beside its place and then puts it there, so that a failure leaves what was there before. A link
/// is followed: what it points to is replaced, not the link.
///
/// # Errors
/// When the file is not to be replaced, is no regular file, or cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8], replaced: Replaced, force: &str) -> Result<(), CliError> {
    write_by(&RealDisk, path, bytes, replaced, force)
}

/// [`write_whole`] in the steps of a disk that may fail.
pub fn write_by(
    disk: &impl WriteSteps,
    path: &Path,
    bytes: &[u8],
    replaced: Replaced,
    force: &str,
) -> Result<(), CliError> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    may_replace(&target, replaced).map_err(|why| match why {
        Forbidden::Foreign(why) => CliError::WouldReplace { path: shown(path), why, help: force.to_string() },
        Forbidden::Impossible(why) => CliError::Unwritable { path: shown(path), why },
    })?;
    sweep(disk, &target);
    let beside = beside(&target);
    let written = written(disk, &target, &beside, bytes);
    if written.is_err() {
        let _ = disk.remove(&beside);
    }
    written.map_err(|error| CliError::Unwritable { path: shown(path), why: error.to_string() })
}

/// Adds whole lines to the end of a file: all of them, or the file stays as it was. Behind a line that somebody did not live
/// to finish, a new one begins.
///
/// # Errors
/// When it is no regular file or cannot be written.
pub fn append(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    append_by(&RealDisk, path, bytes)
}

/// [`append`] in the steps of a disk that may fail.
pub fn append_by(disk: &impl WriteSteps, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let added = || {
        regular(path)?;
        let mut file = disk.extend(path)?;
        let before = file.metadata()?.len();
        let torn = if ends_in_a_line(&mut file, before)? { Vec::new() } else { [b"\n", bytes].concat() };
        let written = disk.put(&mut file, if torn.is_empty() { bytes } else { &torn });
        if written.is_err() {
            let _ = disk.cut(&file, before);
        }
        written
    };
    added().map_err(|error: Error| CliError::Unwritable { path: shown(path), why: error.to_string() })
}

/// Whether the next line of a file would begin where a line has ended.
fn ends_in_a_line(file: &mut File, length: u64) -> io::Result<bool> {
    let mut last = [b'\n'];
    if length > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    Ok(last == *b"\n")
}

/// Refuses what is there and is no regular file: writing to a pipe may wait for ever, and a device is not replaced.
pub(super) fn regular(path: &Path) -> io::Result<()> {
    let kind = match std::fs::metadata(path) {
        Ok(found) => found.file_type(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if kind.is_file() {
        return Ok(());
    }
    Err(Error::other(if kind.is_dir() { "it is a folder" } else { "it is a pipe or a device, not a file" }))
}

/// Whether a file can stand there at all: what is played for minutes is not lost for want of a folder.
pub(super) fn can_stand(path: &Path) -> Result<(), CliError> {
    let name = shown(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let (message, help) = match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            let bare = path.file_name().map_or(name.clone(), |name| shown(Path::new(name)));
            (
                format!("`{name}` cannot be written: there is no folder `{}`", shown(folder)),
                format!("make the folder, or name a file in one that is there, such as `{bare}`"),
            )
        }
        None if path.is_dir() => (
            format!("`{name}` cannot be written: it is a folder"),
            format!("name a file in it, such as `{}`", shown(&path.join("fight.out"))),
        ),
        None => return Ok(()),
    };
    Err(CliError::Usage { message, help })
}

/// Why a file is left as it is.
enum Forbidden {
    /// It is somebody else's.
    Foreign(&'static str),
    /// It is no file, or cannot be looked at.
    Impossible(String),
}

fn may_replace(target: &Path, replaced: Replaced) -> Result<(), Forbidden> {
    let impossible = |error: Error| Forbidden::Impossible(error.to_string());
    regular(target).map_err(impossible)?;
    let Ok(found) = std::fs::metadata(target) else { return Ok(()) };
    match replaced {
        Replaced::Anything => Ok(()),
        _ if found.permissions().readonly() => Err(Forbidden::Foreign("it may only be read")),
        _ if found.len() == 0 => Ok(()),
        Replaced::Nothing => Err(Forbidden::Foreign("it is there already, and was not written here")),
        Replaced::Same(_) if found.len() > LARGEST_COMPARED => Err(Forbidden::Foreign("somebody has changed it")),
        Replaced::Same(before) => match std::fs::read(target) {
            Ok(bytes) if digest(&bytes) == before => Ok(()),
            Ok(_) => Err(Forbidden::Foreign("somebody has changed it since it was written here")),
            Err(error) => Err(impossible(error)),
        },
        Replaced::Beginning(text) => {
            let mut first = vec![0; text.len()];
            let read = File::open(target).and_then(|mut file| file.read_exact(&mut first));
            let is_ours = read.is_ok() && first == text.as_bytes();
            if is_ours { Ok(()) } else { Err(Forbidden::Foreign("it is there already, and is something else")) }
        }
    }
}

fn written(disk: &impl WriteSteps, target: &Path, beside: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = disk.create(beside)?;
    disk.put(&mut file, bytes)?;
    disk.permit(&file, target)?;
    disk.sync(&file)?;
    disk.rename(beside, target)?;
    disk.sync_folder(folder_of(target))
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn name_of(target: &Path) -> String {
    target.file_name().map_or_else(|| "fray".to_string(), |name| name.to_string_lossy().into_owned())
}

fn beside(target: &Path) -> PathBuf {
    target.with_file_name(format!(".{}.{}.part", name_of(target), std::process::id()))
}

/// Takes away what others began to write there and did not live to finish: nobody holds its lock any more.
fn sweep(disk: &impl WriteSteps, target: &Path) {
    let (start, Ok(entries)) = (format!(".{}.", name_of(target)), std::fs::read_dir(folder_of(target))) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = name_of(&path);
        let number = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".part"));
        let is_part = number.is_some_and(|number| number.parse::<u32>().is_ok());
        if is_part && path.symlink_metadata().is_ok_and(|found| found.is_file()) && is_left(&path) {
            let _ = disk.remove(&path);
        }
    }
}

/// Whether nobody holds the lock of a file.
pub(super) fn is_left(path: &Path) -> bool {
    OpenOptions::new().write(true).open(path).is_ok_and(|file| file.try_lock().is_ok())
}
