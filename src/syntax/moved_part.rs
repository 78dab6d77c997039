//! In what an entry differs from what was meant, where that has a name: a part in another place than its own, a dot that is
//! missing.

use super::failure::token;

/// What is wrong with an entry that is meant otherwise, where the difference is one that has a name.
pub(super) fn cause(entry: &str, right: &str, word: &str) -> Option<String> {
    let (said, meant) = (parts(entry), parts(right));
    let differs = said.iter().zip(&meant).take_while(|(one, other)| one == other).count();
    if meant.len() == said.len() + 1
        && differs > 0
        && meant[differs] == "."
        && meant[differs + 1..] == said[differs..]
        && let Some(next) = said.get(differs)
    {
        return Some(format!("between `{}` and `{next}` a dot is missing", said[differs - 1]));
    }
    moved(&said, &meant, word)
}

/// The order of the parts, if it is all that differs.
fn moved(said: &[&str], meant: &[&str], word: &str) -> Option<String> {
    let sorted = |parts: &[&str]| {
        let mut parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        parts.sort();
        parts
    };
    if said == meant || sorted(said) != sorted(meant) || said.iter().filter(|part| **part == word).count() != 1 {
        return None;
    }
    let place = |parts: &[&str], wanted: &str| parts.iter().position(|part| *part == wanted);
    let (was, is) = (place(said, word)?, place(meant, word)?);
    match meant.get(is + 1).filter(|next| place(said, next).is_some_and(|at| at < was)) {
        Some(next) => Some(format!("{} stands before `{next}`, not behind it", quoted(word))),
        None => {
            let last = is.checked_sub(1).and_then(|at| meant.get(at))?;
            let is_behind = place(said, last).is_some_and(|at| at > was);
            is_behind.then(|| format!("{} stands behind `{last}`, not before it", quoted(word)))
        }
    }
}

fn quoted(word: &str) -> String {
    if word.starts_with('"') { word.to_string() } else { format!("`{word}`") }
}

/// The words, texts and signs of an entry.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let part = token(rest, 0);
        found.push(part);
        rest = rest[part.len()..].trim_start();
    }
    found
}
