//! A command that is about somebody who is not in the fight: `give RIFLE to BOB`, where nobody is called so.

use super::answer::LineStop;
use super::session::LineStep;
use crate::diag::suggest;

/// So many are named.
const MOST_NAMED: usize = 8;

/// The commands in which somebody is named, each with the words behind and before which a name stands.
const NAMING: [(&str, &[&str], &[&str]); 7] = [
    ("give", &[" to ", " of ", " from "], &[]),
    ("drop", &[" of ", " from "], &[]),
    ("remove", &[" of ", " from "], &[]),
    ("set", &[" of "], &[]),
    ("put", &[" beside "], &[" at ", " beside "]),
    ("face", &[], &[" to "]),
    ("rename", &[], &[" to "]),
];

/// What is said of a command that names nobody who is here; nothing of any other line.
pub(super) fn told(step: &LineStep<'_>, line: &str) -> Option<LineStop> {
    let (word, rest) = line.split_once(' ')?;
    let (_, behind, before) = NAMING.iter().find(|(known, ..)| *known == word)?;
    let state = step.table.now();
    let there: Vec<&str> =
        state.figure_ids().map(|id| state.figure(id)).filter(|one| !one.removed).map(|one| &*one.name).collect();
    if there.is_empty() {
        return None;
    }
    let names = behind.iter().flat_map(|mark| named_behind(rest, mark));
    let names = names.chain(before.iter().filter_map(|mark| Some(rest.rsplit_once(mark)?.0.trim())));
    let is_name = |name: &&str| {
        name.starts_with(char::is_uppercase) && !name.contains([',', '"', '.']) && step.table.figure(name).is_none()
    };
    let typed = names.into_iter().find(is_name)?;
    let meant = suggest(typed, there.iter().copied());
    // Who is named beside is not meant once more.
    let beside = |name: &&&str| !rest.contains(**name);
    let other = meant.or_else(|| there.iter().find(beside).copied()).unwrap_or(there[0]);
    let example = line.replacen(typed, other, 1);
    let help = match meant {
        Some(_) => format!("did you mean `{other}`? for example `{example}`"),
        None => format!("there are {}; for example `{example}`", there[..there.len().min(MOST_NAMED)].join(", ")),
    };
    Some(step.line.nothing(typed, &format!("nobody here is called {typed}"), "not in this fight", &help).into())
}

/// The names behind each such word, up to the next one.
fn named_behind<'r>(rest: &'r str, mark: &str) -> Vec<&'r str> {
    let each = rest.match_indices(mark).map(|(at, _)| &rest[at + mark.len()..]);
    each.map(|name| {
        [" to ", " of ", " from "].iter().fold(name, |name, end| name.split(end).next().unwrap_or(name)).trim()
    })
    .collect()
}
