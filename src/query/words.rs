//! The words of a script that may be names of the rules, as far as its text tells.

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
