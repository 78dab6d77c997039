//! The words with which the rules of the grammar begin, read from the grammar itself.

use super::grammar::Rule;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The grammar as it is written.
const GRAMMAR: [&str; 7] = [
    include_str!("../../grammar/words.pest"),
    include_str!("../../grammar/expressions.pest"),
    include_str!("../../grammar/declarations.pest"),
    include_str!("../../grammar/rules.pest"),
    include_str!("../../grammar/play.pest"),
    include_str!("../../grammar/deeds.pest"),
    include_str!("../../grammar/tests.pest"),
];
/// Rules within rules, followed so deep.
const DEEPEST: usize = 4;
/// Words that say how an entry amends: nearly every entry may begin with them.
pub const VERBS: [&str; 3] = ["add", "replace", "remove"];

/// The words with which a rule can begin, each once, in the order of the grammar; not those that may be left out.
fn first_words(rule: Rule) -> &'static [String] {
    static FOUND: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let mut found = vec![Vec::new(); Rule::all_rules().iter().map(|rule| *rule as usize + 1).max().unwrap_or(0)];
        Rule::all_rules().iter().for_each(|rule| found[*rule as usize] = begun(&format!("{rule:?}")));
        found
    });
    found.get(rule as usize).map_or(&[], Vec::as_slice)
}

/// The word of a rule that is one keyword, or begins with one: `at most` for `k_at_most`.
pub(super) fn keyword(rule: Rule) -> Option<&'static str> {
    match first_words(rule) {
        [word] | [word, _] => Some(word),
        _ => None,
    }
}

/// The words that begin the entries of a block, by the rule of its entries.
pub(super) fn entry_words(rule: Rule) -> Option<&'static [String]> {
    let is_entry = matches!(
        rule,
        Rule::pack_entry
            | Rule::track_entry
            | Rule::condition_entry
            | Rule::relation_entry
            | Rule::check_entry
            | Rule::action_entry
            | Rule::reaction_entry
            | Rule::turn_entry
            | Rule::rounds_entry
            | Rule::every_entry
            | Rule::phase_entry
            | Rule::scenario_entry
            | Rule::line
            | Rule::outcome_line
            | Rule::step_line
            | Rule::step
    );
    is_entry.then(|| first_words(rule))
}

/// The words that begin declarations, kinds excepted, in the order of the grammar.
pub fn keywords() -> &'static [&'static str] {
    static FOUND: OnceLock<Vec<&str>> = OnceLock::new();
    FOUND.get_or_init(|| listed("keyword"))
}

/// The words that have a meaning in expressions and cannot be names.
pub fn reserved() -> &'static [&'static str] {
    static FOUND: OnceLock<Vec<&str>> = OnceLock::new();
    FOUND.get_or_init(|| listed("reserved"))
}

/// All words in the body of a rule that lists words.
fn listed(rule: &str) -> Vec<&'static str> {
    let lines = GRAMMAR.iter().flat_map(|text| text.lines());
    let head = format!("{rule} ");
    let body = lines.skip_while(|line| !line.starts_with(&head)).take_while(|line| *line != "}");
    body.flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

/// Entries, by the block in which they stand.
const BLOCKS: [(Rule, &str); 10] = [
    (Rule::pack_entry, "pack"),
    (Rule::track_entry, "track"),
    (Rule::condition_entry, "condition"),
    (Rule::relation_entry, "relation"),
    (Rule::check_entry, "check"),
    (Rule::action_entry, "action"),
    (Rule::reaction_entry, "reaction"),
    (Rule::phase_entry, "phase"),
    (Rule::scenario_entry, "scenario"),
    (Rule::step, "test"),
];

/// The blocks that have entries which begin as this text does.
pub(super) fn blocks_with(text: &str) -> Vec<&'static str> {
    let begins = |word: &String| {
        text.strip_prefix(&**word).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '{']))
    };
    BLOCKS.iter().filter(|(rule, _)| first_words(*rule).iter().any(begins)).map(|(_, block)| *block).collect()
}

/// Whether a word begins anything but a table, a name or an expression.
pub fn is_keyword(word: &str) -> bool {
    static BEGINNING: OnceLock<HashSet<&str>> = OnceLock::new();
    BEGINNING.get_or_init(|| Rule::all_rules().iter().filter_map(|rule| keyword(*rule)).collect()).contains(word)
}

/// What a rule consists of, by its name; nothing of what pest itself knows.
pub(super) fn body_of(rule: &str) -> &'static str {
    static FOUND: OnceLock<HashMap<&str, String>> = OnceLock::new();
    FOUND.get_or_init(bodies).get(rule).map_or("", String::as_str)
}

fn bodies() -> HashMap<&'static str, String> {
    let mut bodies: HashMap<&str, String> = HashMap::new();
    let mut last = "";
    for line in GRAMMAR.iter().flat_map(|text| text.lines()) {
        let head = line.split_once('=').filter(|_| line.starts_with(|first: char| first.is_ascii_alphabetic()));
        if let Some((name, body)) = head {
            last = name.trim();
            bodies.insert(last, body.trim().trim_start_matches(['@', '_', '$', '!', '{']).to_string());
        } else if !line.starts_with("//")
            && let Some(body) = bodies.get_mut(last)
        {
            body.push_str(line);
        }
    }
    bodies.values_mut().for_each(|body| body.truncate(body.trim_end().trim_end_matches('}').len()));
    bodies
}

fn begun(rule: &str) -> Vec<String> {
    let mut words = beginnings(body_of(rule)).words;
    words.retain(|word| !VERBS.contains(&&**word));
    words
}

/// The words with which something can begin, each once.
#[derive(Default)]
pub(super) struct Beginnings {
    /// Those that have to stand there.
    pub words: Vec<String>,
    /// Those that may be left out.
    pub optional: Vec<String>,
}

/// The words with which a part of the grammar can begin.
pub(super) fn beginnings(body: &str) -> Beginnings {
    let mut found = Beginnings::default();
    gather(body, 0, &mut found);
    found
}

/// Adds what each alternative begins with.
fn gather(body: &str, depth: usize, found: &mut Beginnings) {
    for alternative in split(body, '|') {
        let parts = split(alternative, '~');
        let mut parts = parts.iter().copied().skip_while(|part| part.starts_with(['&', '!'])).peekable();
        while let Some(part) = parts.next_if(|part| part.ends_with('?')) {
            let mut inner = Beginnings::default();
            gather(part.trim_end_matches('?'), depth, &mut inner);
            inner.words.into_iter().chain(inner.optional).for_each(|word| add(word, &mut found.optional));
        }
        let Some(first) = parts.next() else { continue };
        if let Some(word) = literal(first) {
            let more = parts.skip_while(|part| *part == "blank+");
            let rest: Vec<&str> = more.filter(|part| *part != "blank+").map_while(literal).collect();
            add([word].into_iter().chain(rest).collect::<Vec<_>>().join(" "), &mut found.words);
        } else if let Some(group) = first.strip_prefix('(').and_then(|group| group.strip_suffix(')')) {
            gather(group, depth, found);
        } else if depth < DEEPEST && first != "expr" {
            gather(body_of(first), depth + 1, found);
        }
    }
}

fn add(word: String, found: &mut Vec<String>) {
    if !found.contains(&word) {
        found.push(word);
    }
}

/// A word in quotes, of more than one letter: `x` is a sign.
fn literal(part: &str) -> Option<&str> {
    let word = part.strip_prefix('"')?.strip_suffix('"')?;
    (word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase())).then_some(word)
}

/// The parts between signs that stand neither in quotes nor in brackets.
pub(super) fn split(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut is_quoted, mut is_escaped) = (Vec::new(), 0, 0, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if letter == sign && depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
