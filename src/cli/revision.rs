//! A pack as it stood at a commit, `skirmish@HEAD~2`: its files are read from git, and nothing is checked out.

#![allow(clippy::disallowed_methods, reason = "what a commit holds git alone can read")]

use super::error::CliError;
use super::files::Builtin;
use super::find;
use super::packs::Packs;
use crate::diag::Diagnostics;
use crate::text::{Files, Memory};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Between a pack and the commit at which it is meant.
const AT: char = '@';
/// Where packs lie.
const FOLDERS: [&str; 2] = ["rules", "scripts"];
/// A commit with more files, or more bytes of them, is not read.
const MOST_FILES: usize = 20_000;
const MOST_BYTES: usize = 128 << 20;

/// A pack at a commit, as it is named on the command line.
struct PackRevision<'a> {
    /// `skirmish@HEAD~2`
    typed: &'a str,
    pack: &'a str,
    commit: &'a str,
    /// The folder that holds `rules/`, in a work tree of git.
    folder: &'a Path,
}

/// The packs of a commit and the pack that is meant of them, where `name` says one, `PACK@COMMIT`; `rules` is the folder
/// that holds `rules/`, where it is not the one in which fray was called.
pub(super) fn pack_at_commit(name: &str, rules: Option<&Path>) -> Option<Result<(Packs, String), Diagnostics>> {
    let (pack, commit) = name.split_once(AT).filter(|_| !Path::new(name).exists())?;
    let folder = rules.unwrap_or(Path::new("."));
    Some(PackRevision { typed: name, pack, commit, folder }.read())
}

impl PackRevision<'_> {
    fn read(&self) -> Result<(Packs, String), Diagnostics> {
        let files = self.files()?;
        if !files.holds_any(&format!("rules/{}", self.pack)) {
            let there = files.folders("rules");
            let help = match there.as_slice() {
                [] => "no folder `rules` lies there: `--rules FOLDER` says where it is".to_string(),
                packs => format!("there are {}", packs.join(", ")),
            };
            let sort = format!("pack of the commit `{}`", self.commit);
            return Err(CliError::UnknownName { sort, name: self.pack.to_string(), help }.alone());
        }
        let packs = Packs::new(Builtin).explained_by(find::meant_by_pack).under(files);
        Ok((packs, self.pack.to_string()))
    }

    /// The files of rules and scripts of the commit.
    fn files(&self) -> Result<Memory, Diagnostics> {
        let named = format!("{}^{{commit}}", self.commit);
        let found = self.git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &named], &[])?;
        let commit = String::from_utf8_lossy(&found.stdout).trim().to_string();
        if !found.status.success() || commit.is_empty() {
            let why = String::from_utf8_lossy(&found.stderr).trim().to_string();
            let why = if why.is_empty() { format!("git knows no commit `{}`", self.commit) } else { why };
            return Err(self.unreadable(why));
        }
        let listed = self.git(&["ls-tree", "-r", "-z", &commit, FOLDERS[0], FOLDERS[1]], &[])?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let blobs: Vec<(&str, &str)> = listed.split('\0').filter_map(blob).collect();
        if blobs.len() > MOST_FILES {
            return Err(self.unreadable(format!("it has {} files, and {MOST_FILES} are read at most", blobs.len())));
        }
        let wanted: String = blobs.iter().map(|(object, _)| format!("{object}\n")).collect();
        let texts = self.git(&["cat-file", "--batch"], wanted.as_bytes())?.stdout;
        if texts.len() > MOST_BYTES {
            return Err(self.unreadable(format!("its files have more than {MOST_BYTES} bytes")));
        }
        let mut rest = texts.as_slice();
        let mut memory = Memory::default();
        for (_, path) in blobs {
            let text = next_object(&mut rest).ok_or_else(|| self.unreadable(format!("git does not give `{path}`")))?;
            memory.0.insert(path.to_string(), text.to_vec());
        }
        Ok(memory)
    }

    /// What git says, which is given `input`.
    fn git(&self, words: &[&str], input: &[u8]) -> Result<Output, Diagnostics> {
        let failed = |error: std::io::Error| self.unreadable(format!("`git` cannot be run: {error}"));
        let mut git = Command::new("git");
        git.arg("-C").arg(self.folder).args(words);
        // Nothing is fetched, whatever the work tree is set up to do.
        git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_TERMINAL_PROMPT", "0").env("GIT_ALLOW_PROTOCOL", "");
        git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = git.spawn().map_err(failed)?;
        let stdin = child.stdin.take();
        // It answers while it is asked: whoever only wrote would wait for it, and it for him.
        let output = std::thread::scope(|scope| {
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
            child.wait_with_output()
        });
        output.map_err(failed)
    }

    fn unreadable(&self, why: String) -> Diagnostics {
        let help = "name a commit, branch or tag of the folder in which `rules/` lies: `fray diff skirmish@HEAD skirmish --rules .`";
        CliError::Unreadable { path: self.typed.to_string(), why, help: help.to_string() }.alone()
    }
}

/// A file of a listing, `BITS blob OBJECT\tPATH`: its object and its path.
fn blob(line: &str) -> Option<(&str, &str)> {
    let (entry, path) = line.split_once('\t')?;
    let mut words = entry.split(' ');
    let (bits, sort, object) = (words.next()?, words.next()?, words.next()?);
    // A link may lead anywhere.
    (sort == "blob" && !bits.starts_with("120")).then_some((object, path))
}

/// The next object of an answer, `OBJECT blob LENGTH`, a line end, the bytes, a line end.
fn next_object<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let length: usize = head.rsplit(' ').next()?.parse().ok()?;
    let text = rest.get(end + 1..end + 1 + length)?;
    *rest = rest.get(end + 2 + length..)?;
    Some(text)
}
