//! Files of rules that nobody reads, for their names end otherwise: what they declare is missed.

use super::blame::place_of;
use super::elsewhere::declares;
use super::error::{PlacedError, RulebookError, is_error, rulebook_error};
use crate::diag::{Diagnostic, Diagnostics};
use crate::syntax::keywords;
use crate::text::{Files, Sources, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How files end that lie beside rules and are none.
const BESIDE: [&str; 12] =
    [".fray", ".luau", ".lua", ".md", ".tsv", ".csv", ".json", ".html", ".svg", ".png", ".pdf", ".toml"];
/// So many of them are looked at, and none that is longer.
const MOST_FILES: usize = 20;
const MOST_BYTES: usize = 100_000;

/// A file of a pack with declarations that is not read.
#[derive(Clone)]
pub(super) struct UnreadFile {
    path: String,
    text: Arc<str>,
}

impl UnreadFile {
    /// What to do about it.
    fn help(&self) -> String {
        let stem = self.path.strip_suffix(".fray.txt").or_else(|| Some(self.path.rsplit_once('.')?.0));
        let stem = stem.filter(|stem| !stem.ends_with('/')).unwrap_or(&self.path);
        format!(
            "`{}` declares it and is not read: files of rules end in `.fray`, rename it to `{stem}.fray`",
            self.path
        )
    }
}

/// The files of a pack that declare something and end otherwise than rules do.
pub(super) fn unread(files: &dyn Files, pack: &str) -> Vec<UnreadFile> {
    let folder = format!("rules/{pack}");
    let paths = files.tree(&folder).into_iter().filter(|name| !BESIDE.iter().any(|ending| name.ends_with(ending)));
    let read = |name: String| {
        let path = format!("{folder}/{name}");
        let bytes = files.read(&path).filter(|bytes| bytes.len() <= MOST_BYTES)?;
        let text = String::from_utf8(bytes).ok().filter(|text| is_of_rules(text))?;
        Some(UnreadFile { path, text: text.into() })
    };
    paths.take(MOST_FILES).filter_map(read).collect()
}

/// What to say of something that is not there, if a file declares it that is not read.
pub fn unread_help(files: &dyn Files, pack: &str, keyword: &str, name: &str) -> Option<String> {
    let all = unread(files, pack);
    all.iter().find(|file| declares(&file.text, keyword, name)).map(UnreadFile::help)
}

/// The mistakes, where a name is missed that such a file declares: told once for each file.
pub(super) fn declared_unread(unread: &[UnreadFile], sources: &Sources, all: Diagnostics) -> Diagnostics {
    if unread.is_empty() {
        return all;
    }
    let mut told = BTreeSet::new();
    let told_of = |one: Diagnostic| {
        let Some((error, file)) = missed(unread, &one) else { return Some(one) };
        let is_first = told.insert(&*file.path);
        let better = is_first.then(|| better(sources, &one, error, file))?;
        Some(better.unwrap_or(one))
    };
    all.into_iter().filter_map(told_of).collect()
}

fn better(sources: &Sources, one: &Diagnostic, error: RulebookError, file: &UnreadFile) -> Option<Diagnostic> {
    let (source, start, end) = place_of(sources, one)?;
    let at = Span { source, start: start as u32, end: end as u32 };
    let label = one.labels()?.next()?.label()?.to_string();
    Some(PlacedError::new(error, sources, at, &label, file.help()).into())
}

/// The name that is missed, and the file that declares it.
fn missed<'a>(unread: &'a [UnreadFile], one: &Diagnostic) -> Option<(RulebookError, &'a UnreadFile)> {
    let error = rulebook_error(&**one).filter(|_| is_error(&**one))?;
    let RulebookError::UnknownName { sort, name } = error else { return None };
    let file = unread.iter().find(|file| declares(&file.text, sort, name))?;
    Some((error.clone(), file))
}

/// Whether the first line that says something begins with a keyword.
fn is_of_rules(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.and_then(|line| line.split_whitespace().next()).is_some_and(|word| keywords().contains(&word))
}
