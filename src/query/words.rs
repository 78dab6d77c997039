//! The words of a script that may be names of the rules, as far as its text tells.

use crate::syntax::luau::{LuauTokenKind, tokens};
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
    let tokens = tokens(text);
    let at = |index: usize| tokens.get(index).map_or("", |token| &text[token.start..token.end]);
    for (index, token) in tokens.iter().enumerate() {
        let word = &text[token.start..token.end];
        let before = |count: usize| index.checked_sub(count).map_or("", at);
        match token.sort {
            LuauTokenKind::Literal => {
                // What stands between the braces of such a text is code.
                if let Some(inside) = word.strip_prefix('`') {
                    found.extend(words(inside.trim_end_matches('`')));
                }
                match literal(word) {
                    Some(name) if before(1) == "(" && before(2) == "include" => found.push(Word::Library(name)),
                    Some(name) => found.push(Word::Text(name)),
                    None => {}
                }
            }
            LuauTokenKind::Word if before(1) == "." && before(2) == "order" => found.push(Word::Order(word)),
            LuauTokenKind::Word if before(1) == "." => found.push(Word::Property(word)),
            _ => {}
        }
    }
    found
}

/// What a text that is written out says; none of a number, or of a text with code in it.
fn literal(word: &str) -> Option<&str> {
    let quoted = |quote: char| word.strip_prefix(quote)?.strip_suffix(quote);
    quoted('"').or_else(|| quoted('\'')).or_else(|| quoted('`')).or_else(|| {
        let inside = word.strip_prefix('[')?.trim_start_matches('=').strip_prefix('[')?;
        inside.strip_suffix(']')?.trim_end_matches('=').strip_suffix(']')
    })
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
    use super::{Word, rolled_with, words};

    #[test]
    fn words_however_they_are_quoted() {
        let text = "local depth = play:fact('depth') -- 'not this'\n\
            include(\"lib/blows\") play:say([[a long one]], `{order.width} of {me.height} is {play:fact(\"gap\")}`)\n";
        let said: Vec<String> = words(text)
            .into_iter()
            .map(|word| match word {
                Word::Library(name) => format!("include {name}"),
                Word::Text(name) => format!("text {name}"),
                Word::Order(name) => format!("order {name}"),
                Word::Property(name) => format!("property {name}"),
            })
            .filter(|said| !said.contains('{'))
            .collect();
        let expected =
            ["text depth", "include lib/blows", "text a long one", "order width", "property height", "text gap"];
        assert_eq!(said, expected);
    }

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
