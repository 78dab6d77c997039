//! What may begin an entry of a block, read from the grammar.

use super::keyword::{VERBS, beginnings, body_of, split};

/// Rules within rules, followed so deep.
const DEEPEST: usize = 5;

/// What begins the entries of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEntries {
    /// The words of declarations.
    Declarations,
    /// The names of what somebody or something has.
    Properties,
    /// These words, in the order of the grammar, beside names or expressions where it has them; [`VERBS`] say how an
    /// entry amends.
    Words(Vec<String>),
    /// There are no entries: rows stand there, or the arms of an expression.
    Rows,
}

/// What may begin an entry of the innermost of the open blocks, by what stands before the brace of each, the outermost
/// first.
pub fn block_entries(heads: &[&str]) -> BlockEntries {
    match entries_within(heads) {
        None => BlockEntries::Rows,
        Some("declaration") => BlockEntries::Declarations,
        Some("property_entry") => BlockEntries::Properties,
        Some(entries) => {
            let found = beginnings(entries);
            let mut words = found.words;
            let optional: Vec<String> = found.optional.into_iter().filter(|word| !words.contains(word)).collect();
            words.extend(optional);
            BlockEntries::Words(words)
        }
    }
}

/// Whether a text begins as the entries of the innermost of the open blocks do. What begins with a name or an expression
/// may be anything.
fn begins_entry(heads: &[&str], entry: &str) -> bool {
    match block_entries(heads) {
        BlockEntries::Words(words) => begins_with_one(&words, entry),
        BlockEntries::Declarations | BlockEntries::Properties | BlockEntries::Rows => true,
    }
}

/// How many of the open blocks are around an entry that is none of the innermost, by the word it begins with; none if no
/// block further out has such entries.
pub(super) fn surrounding(heads: &[&str], entry: &str) -> Option<usize> {
    let has = |depth: &usize| match block_entries(&heads[..*depth]) {
        BlockEntries::Words(words) => begins_with_one(&words, entry),
        BlockEntries::Declarations | BlockEntries::Properties | BlockEntries::Rows => false,
    };
    (1..heads.len()).rev().find(has)
}

/// Whether an entry is none of the innermost of the open blocks, but one of a block around it.
pub(super) fn is_further_out(heads: &[&str], entry: &str) -> bool {
    !begins_entry(heads, entry) && surrounding(heads, entry).is_some()
}

/// The block around that such an entry belongs to, and the one that it stands in, by what stands before their braces.
pub(super) fn around_entry<'t>(heads: &[&'t str], entry: &str) -> Option<(&'t str, &'t str)> {
    let depth = surrounding(heads, entry).filter(|_| is_further_out(heads, entry))?;
    let own = heads.last()?.split([' ', '"']).next().unwrap_or("");
    Some((heads[depth - 1].split('"').next().unwrap_or("").trim(), own))
}

fn begins_with_one(words: &[String], entry: &str) -> bool {
    let is_ended = |rest: &str| !rest.starts_with(crate::text::is_wordly);
    words.iter().any(|word| !word.is_empty() && entry.strip_prefix(&**word).is_some_and(is_ended))
}

/// The part of the grammar that an entry of the innermost block is.
fn entries_within(heads: &[&str]) -> Option<&'static str> {
    let mut entries = "declaration";
    for head in heads {
        let verb = VERBS.iter().find_map(|verb| head.strip_prefix(verb)?.strip_prefix(' '));
        // What nothing here begins with goes on with the entry before, as `else` does.
        if let Some(sequence) = opened(entries, verb.unwrap_or(head)) {
            entries = block_of(sequence, 0)?;
        }
    }
    Some(entries)
}

/// The entry that begins so; where none does, one that begins with a name and has a block.
fn opened(entries: &'static str, head: &str) -> Option<&'static str> {
    let is_begun =
        |word: &String| head.strip_prefix(&**word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let mut all = Vec::new();
    sequences(entries, 0, &mut all);
    let named = all.iter().find(|sequence| beginnings(sequence).words.iter().any(is_begun));
    let nameless = |sequence: &&&'static str| beginnings(sequence).words.is_empty() && block_of(sequence, 0).is_some();
    named.or_else(|| all.iter().find(nameless)).copied()
}

/// The alternatives of a part of the grammar, with those of what is all of one.
fn sequences(part: &'static str, depth: usize, found: &mut Vec<&'static str>) {
    for alternative in split(part, '|') {
        let parts = split(alternative, '~').into_iter().skip_while(|part| part.ends_with('?'));
        let parts: Vec<&str> = parts.filter(|part| *part != "cite*").collect();
        let inner = match parts.as_slice() {
            [one] if depth < DEEPEST => in_brackets(one).unwrap_or(body_of(one)),
            _ => "",
        };
        match inner {
            "" => found.push(alternative),
            inner => sequences(inner, depth + 1, found),
        }
    }
}

/// The entries of the first block in a part of the grammar.
fn block_of(part: &'static str, depth: usize) -> Option<&'static str> {
    for alternative in split(part, '|') {
        let parts = split(alternative, '~');
        for (at, part) in parts.iter().enumerate() {
            if *part == "open" {
                return parts[at..].iter().find_map(|part| entries_of(part));
            }
            if depth == DEEPEST || matches!(*part, "expr" | "operand") {
                continue;
            }
            let part = part.trim_end_matches(['?', '*']);
            if let Some(found) = block_of(in_brackets(part).unwrap_or(body_of(part)), depth + 1) {
                return Some(found);
            }
        }
    }
    None
}

/// The entry of `(entry ~ ends ~ sep?)*`, or the entries.
fn entries_of(part: &'static str) -> Option<&'static str> {
    match split(in_brackets(part.strip_suffix('*')?)?, '~').as_slice() {
        [entry, "ends", ..] => Some(in_brackets(entry).unwrap_or(entry)),
        _ => None,
    }
}

fn in_brackets(part: &'static str) -> Option<&'static str> {
    part.strip_prefix('(')?.strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::grammar::{Grammar, Rule};
    use pest::Parser;
    use pest::error::InputLocation;

    /// Blocks with the words of their entries; behind the last comma there may be more.
    const BLOCKS: &[(&[&str], &str)] = &[
        (
            &["pack x"],
            "source, license, note, board, scale, cells, step cost, diagonal, height, opaque, add, replace, remove",
        ),
        (&["track x number = 0"], "when, resets, add, replace, remove"),
        (&["condition x"], "lasts, stacks, forbids, removes, hides, note, add, replace, remove"),
        (&["relation x figure to figure"], "one, ends when, add, replace, remove"),
        (&["card x"], "remove, when, group, add, replace, set, at least, at most"),
        (&["card x", "when y > 2", "group best"], "when, add, replace, remove, set, at least, at most"),
        (
            &["check x"],
            "reads, says, roll, at most, at least, opposed by, plus, cards, impossible, inverts, ignores, results, \
             counts as, add, replace, remove",
        ),
        (
            &["replace action x"],
            "by, takes, says, check, phase, counts as, require, spends, does, script, note, add, replace, remove",
        ),
        (&["reaction x"], "on, when, does, script, note, add, replace, remove"),
        (&["turn"], "lasts, side order, rounds by side, phase, add, replace, remove"),
        (&["turn", "rounds by side"], "phase, add, replace, remove"),
        (&["turn", "rounds by side", "phase x"], "does, script, declared, by side, by, together, each figure, "),
        (&["question x"], "gives, choices, default, note, add, replace, remove"),
        (&["option x = a"], ""),
        (&["words x"], "add, replace, remove, line, form"),
        (&["map x"], "legend, fill"),
        (
            &["scenario x"],
            "map, with, limit, side, start script, start, wins last side standing, wins, note, add, replace, remove",
        ),
        (&["scenario x", "side y"], "set, add, replace, remove"),
        (
            &["test \"x\""],
            "expect, ask, place, lay, set, roll, dice, order, phase, map, with, gain, lose, relate, answer, play, \
             scenario, seed, do, perform, script, fails",
        ),
        (
            &["every action in x", "add does", "amount y"],
            "remove, roll, plus, minus, times, divided by, at least, at most, into, out of, add, replace",
        ),
        (&["deed x", "check y"], "on, add, replace, remove"),
        (&["deed x", "check y", "on hit"], "remove, let, gain, lose, "),
        (&["when z", "action x", "does", "when y", "else"], "remove, let, gain, lose, "),
        (&["scenario x", "start"], "remove, let, gain, lose, "),
    ];

    fn words(heads: &[&str]) -> Vec<String> {
        match block_entries(heads) {
            BlockEntries::Words(words) => words,
            other => panic!("{heads:?}: {other:?}"),
        }
    }

    #[test]
    fn blocks_have_the_words_of_the_grammar() {
        for (heads, wanted) in BLOCKS {
            let found = words(heads).join(", ");
            let is_right = if wanted.ends_with(", ") { found.starts_with(wanted) } else { found == *wanted };
            assert!(is_right, "{heads:?}: {found}");
        }
    }

    #[test]
    fn other_blocks_have_no_words() {
        assert_eq!(block_entries(&[]), BlockEntries::Declarations);
        assert_eq!(block_entries(&["when x"]), BlockEntries::Declarations);
        for heads in
            [&["figure Ann"][..], &["spear"], &["scenario x", "side y", "Ann at 1,2"], &["test \"x\"", "place Ann"]]
        {
            assert_eq!(block_entries(heads), BlockEntries::Properties, "{heads:?}");
        }
        for heads in [&["value x = case"][..], &["table x(y number) number"], &["check x", "results"]] {
            assert_eq!(block_entries(heads), BlockEntries::Rows, "{heads:?}");
        }
    }

    /// How far a text is read as an entry.
    fn read(entries: &str, text: &str) -> usize {
        let rules = split(entries, '|')
            .into_iter()
            .filter_map(|name| Rule::all_rules().iter().find(|rule| format!("{rule:?}") == name).copied());
        let ends = rules.map(|rule| match Grammar::parse(rule, text).map_err(|error| error.location) {
            Ok(nodes) => nodes.as_str().len(),
            Err(InputLocation::Pos(at) | InputLocation::Span((at, _))) => at,
        });
        ends.max().expect("the grammar has the rule")
    }

    #[test]
    fn every_word_begins_an_entry() {
        for (heads, _) in BLOCKS {
            let entries = entries_within(heads).unwrap();
            for word in words(heads) {
                assert_eq!(read(entries, &word), word.len(), "{heads:?}: {word}");
            }
            assert_eq!(read(entries, "%"), 0);
        }
        assert_eq!(read("scenario_entry", "victory"), 0);
    }
}
