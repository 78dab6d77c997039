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
    if differs > 0 && meant[differs - 1] == "@" && meant.get(differs).is_some_and(|part| part.starts_with('"')) {
        return Some("a section of more than one word stands in quotes".to_string());
    }
    let has = |parts: &[&str], word: &str| parts.contains(&word);
    if has(&said, "in") && !has(&said, "has") && has(&meant, "has") && !has(&meant, "in") {
        return Some("`in` asks for a range of numbers: what a list holds is asked with `has`".to_string());
    }
    moved(&said, &meant, word)
}

/// What is wrong before the place where an entry could not be read on: in words, where it stands in the entry, and what
/// to write below it.
pub(super) struct EarlierCause {
    pub cause: String,
    pub start: usize,
    pub end: usize,
    pub label: &'static str,
    /// Whether it goes on beyond the place where the entry could not be read on.
    pub goes_on: bool,
}

/// The mistake of an entry that was made before it could not be read on, where it has a name.
pub(super) fn earlier(entry: &str, right: &str) -> Option<EarlierCause> {
    let (said, meant) = (parts(entry), parts(right));
    let differs = said.iter().zip(&meant).take_while(|(one, other)| one == other).count();
    let place = |part: &str| {
        let start = (part.as_ptr() as usize).checked_sub(entry.as_ptr() as usize)?;
        Some((start, start + part.len()))
    };
    let wrong = *said.get(differs)?;
    let (start, end) = place(wrong)?;
    if differs == 0 && said.len() > 1 && meant[..] == said[1..] {
        let cause = format!("no `{wrong}` stands before {} here", quoted(said[1]));
        return Some(EarlierCause { cause, start, end, label: "one word too many", goes_on: false });
    }
    let points = |parts: &[&str]| parts.iter().filter(|part| **part == ".").count();
    if differs > 0 && meant.get(differs).is_some_and(|part| *part == ".") && points(&meant) > points(&said) {
        let (owner, name) = (said[differs - 1], *meant.get(differs + 1)?);
        let at = said.iter().skip(differs).position(|part| *part == name)? + differs;
        let cause = format!("what somebody has stands behind a point: `{owner}.{name}`");
        let label = "not written so here";
        return Some(EarlierCause { cause, start: place(owner)?.0, end: place(said[at])?.1, label, goes_on: false });
    }
    let is_one_of = meant.get(differs..differs + 2) == Some(&["one", "of"][..]) && !said.contains(&"of");
    if let Some(last) = meant[differs..].iter().take_while(|part| **part != "=").last().filter(|_| is_one_of) {
        let listed = said[differs..].iter().rfind(|part| part.trim_matches('"') == last.trim_matches('"'))?;
        let cause = "before words of which it is one stands `one of`".to_string();
        return Some(EarlierCause { cause, start, end: place(listed)?.1, label: "which of these?", goes_on: true });
    }
    let (rest, last) = (said.get(differs + 1..)?, meant.len().checked_sub(1)?);
    if said.len() == meant.len() && last > differs && meant[last] != wrong && meant[differs..last] == *rest {
        let cause = format!("`{wrong}` is written `{}`, and stands behind {}", meant[last], quoted(meant[last - 1]));
        return Some(EarlierCause { cause, start, end, label: "not written so here", goes_on: false });
    }
    None
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
