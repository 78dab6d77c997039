//! Reads files that others may have put there: only regular ones, without waiting for any, and only up to a limit.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use std::fs::{File, OpenOptions};
use std::io::{self, Error, Read};
use std::path::Path;

/// The bytes of a file of at most so many. What grows while it is read, or says that it is empty and is not, ends there.
pub(super) fn read_within(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let file = opened(path)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(Error::other("it is a pipe or a device, not a file"));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.len().min(largest)).unwrap_or(0));
    file.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(Error::other(format!("it is larger than {} MiB", largest >> 20)));
    }
    Ok(bytes)
}

/// A file that is open, whatever it is: a pipe that nobody writes to is no reason to wait.
pub(super) fn opened(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK.bits();
        options.custom_flags(i32::try_from(flags).unwrap_or_default());
    }
    options.read(true).open(path)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::read_within;
    use std::path::Path;

    #[test]
    fn only_whole_files_are_read() {
        let folder = std::env::temp_dir().join(format!("fray-read-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (file, pipe) = (folder.join("file"), folder.join("pipe"));
        std::fs::write(&file, "four").expect("there is room");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).expect("a pipe");
        assert_eq!(read_within(&file, 4).expect("it is as large as it may be"), b"four");
        let why = |path: &Path, largest| read_within(path, largest).expect_err("it is not read").to_string();
        assert_eq!(why(&file, 3), "it is larger than 0 MiB");
        assert_eq!(why(&pipe, 4), "it is a pipe or a device, not a file");
        assert_eq!(why(Path::new("/dev/zero"), 4), "it is a pipe or a device, not a file");
        // It says that it is empty, and is not.
        assert_eq!(why(Path::new("/proc/self/maps"), 4), "it is larger than 0 MiB");
        std::fs::remove_dir_all(folder).expect("it is there");
    }
}
