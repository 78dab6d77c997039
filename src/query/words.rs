//! The words of a script that may be names of the rules, as far as its text tells.

use crate::syntax::luau::tokens;
use std::collections::BTreeSet;

/// A word of a script that may be a name of the rules.
pub(super) enum Word<'a> {
    /// `include("NAME")`
    Library(&'a str),
    /// `"NAME"`
    Text(&'a str),
    /// `order.NAME`
    Order(&'a str),
    /// `.NAME`
    Property(&'a str),
}

/// The words of a script, without its comments.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("--").next().unwrap_or_default();
        while let Some((code, tail)) = rest.split_once('"') {
            properties(code, &mut found);
            let Some((text, after)) = tail.split_once('"') else { break };
            let is_library = code.trim_end().ends_with("include(");
            found.push(if is_library { Word::Library(text) } else { Word::Text(text) });
            rest = after;
        }
        properties(rest, &mut found);
    }
    found
}

fn properties<'a>(code: &'a str, found: &mut Vec<Word<'a>>) {
    let end = |rest: &str| rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let mut of_order = false;
    for (at, part) in code.split('.').enumerate() {
        if at > 0 {
            let name = &part[..end(part)];
            found.push(if of_order { Word::Order(name) } else { Word::Property(name) });
        }
        of_order = part.ends_with("order");
    }
}

/// With which facts a script rolls a check: the keys of each table that it hands to `play:check("NAME", { … })`, and the
/// byte where the call begins. None if it may roll it otherwise.
pub(super) fn rolled_with<'a>(text: &'a str, check: &str) -> Option<Vec<(usize, BTreeSet<&'a str>)>> {
    let tokens = tokens(text);
    let word = |at: usize| tokens.get(at).map_or("", |token| &text[token.start..token.end]);
    let mut found = Vec::new();
    let is_call = |at: &usize| word(*at) == ":" && word(at + 1) == "check" && word(at + 2) == "(";
    for at in (0..tokens.len()).filter(is_call) {
        let name = word(at + 3).strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        if name != check {
            continue;
        }
        let keys = match (word(at + 4), word(at + 5)) {
            (")", _) => BTreeSet::new(),
            (",", "{") => keys(&word, at + 6)?,
            _ => return None,
        };
        found.push((tokens[at].start, keys));
    }
    Some(found)
}

/// The keys of a table that begins here; none if it is not written out.
fn keys<'a>(word: &impl Fn(usize) -> &'a str, from: usize) -> Option<BTreeSet<&'a str>> {
    let (mut keys, mut depth, mut at) = (BTreeSet::new(), 0_usize, from);
    loop {
        match word(at) {
            "" => return None,
            "{" | "(" | "[" => depth += 1,
            "}" if depth == 0 => return Some(keys),
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            "=" if depth == 0 && word(at + 1) != "=" && matches!(word(at - 2), "{" | "," | ";") => {
                keys.insert(word(at - 1));
            }
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::rolled_with;

    #[test]
    fn keys_of_written_tables() {
        let keys = |text: &str| {
            let found = rolled_with(text, "hit")?;
            Some(found.iter().map(|(_, keys)| keys.iter().copied().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>())
        };
        assert_eq!(
            keys("play:check('hit', { force = f({ a = 1 }), way = x == 1 })"),
            Some(vec!["force way".to_string()])
        );
        assert_eq!(keys("play:check(\"hit\") play:check('other', facts)"), Some(vec![String::new()]));
        assert_eq!(keys("play:check('hit', facts)"), None);
        assert_eq!(keys("play:check(name)"), None);
    }
}
