//! How much a script may do between two steps. Luau counts a step at every call and every turn of a loop; operators between
//! them are done uncounted, and each may read a text as a number, compare it or put it together with another. So a step
//! costs the more, the more operators stand in the largest function of a program, and the longer its longest text is.

use super::structure::Structure;
use super::{ScriptSource, limit};
use crate::syntax::luau::{LuauTokenKind, tokens};
use std::sync::Arc;

/// Comparing texts and putting them together is so many times as fast as reading a number from one.
const LIGHTER: usize = 4;

/// So many operators of a function make a step cost one more.
const OPERATORS_PER_STEP: u64 = 2;

/// What a numeric `for` reads as numbers.
const BOUNDS: usize = 3;

/// What all scripts of a program come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StepWeight {
    /// Operators of the function that has the most.
    pub(super) operators: usize,
    /// Bytes of the longest text that is written in a script, or is a name.
    pub(super) text: usize,
}

impl StepWeight {
    /// What these scripts and names come to.
    pub(super) fn of(scripts: &[ScriptSource], names: &[Arc<str>]) -> StepWeight {
        let operators = scripts.iter().map(|script| operators(&script.text)).max().unwrap_or(0);
        let literals = scripts.iter().flat_map(|script| tokens(&script.text));
        let literals = literals.filter(|token| token.sort == LuauTokenKind::Literal);
        let literals = literals.map(|token| token.end - token.start);
        let text = literals.chain(names.iter().map(|name| name.len())).max().unwrap_or(0);
        StepWeight { operators, text }
    }

    /// What a step costs, when the longest text has so many bytes.
    pub(super) fn price(self, longest: usize) -> u64 {
        let beyond = longest.max(self.text).saturating_sub(limit::LONG_TEXT);
        let by_text = 1 + beyond.div_ceil(limit::TEXT_BYTES_PER_STEP);
        (1 + self.operators as u64 / OPERATORS_PER_STEP) * by_text as u64
    }
}

/// Operators of the function of a text that has the most; of the whole text if it does not fit together.
pub(super) fn operators(text: &str) -> usize {
    match Structure::new(text) {
        Some(structure) => in_functions(&structure),
        None => {
            let tokens = tokens(text);
            let words = tokens.iter().map(|token| &text[token.start..token.end]);
            words.map(|word| LIGHTER * operators_within(word) + usize::from(word == "for") * BOUNDS).sum()
        }
    }
}

fn in_functions(structure: &Structure<'_>) -> usize {
    let mut most = 0;
    // In quarters, for each function around the token.
    let mut counts = vec![0_usize];
    for at in 0..structure.len() {
        let depth = structure.place(at).functions;
        while counts.len() > depth + 1 {
            most = counts.pop().unwrap_or(0).max(most);
        }
        counts.resize(depth + 1, 0);
        counts[depth] += quarters(structure, at);
    }
    counts.into_iter().max().unwrap_or(0).max(most).div_ceil(LIGHTER)
}

/// What a token weighs, in quarters of an operator that reads numbers.
fn quarters(structure: &Structure<'_>, at: usize) -> usize {
    let word = structure.word(at);
    match structure.sort(at) {
        LuauTokenKind::Word if word == "for" => {
            let header = (at + 1..structure.len()).map(|at| structure.word(at));
            let header: Vec<&str> = header.take_while(|word| *word != "in" && *word != "do").collect();
            let bounds = header.iter().position(|word| *word == "=").map_or(&[][..], |from| &header[from + 1..]);
            let is_number = |part: &[&str]| part.len() == 1 && part[0].starts_with(|c: char| c.is_ascii_digit());
            let read = bounds.split(|word| *word == ",").filter(|part| !part.is_empty() && !is_number(part)).count();
            LIGHTER * read.min(BOUNDS)
        }
        LuauTokenKind::Literal if word.starts_with('`') => LIGHTER * operators_within(word),
        LuauTokenKind::Mark => match word {
            // A number with its sign.
            "-" if structure.place(at).wants && structure.word(at + 1).starts_with(|c: char| c.is_ascii_digit()) => 0,
            "-" if structure.word(at + 1) == ">" => 0,
            "/" if structure.touches(at, "/") => 0,
            "+" | "-" | "*" | "/" | "%" | "^" => LIGHTER,
            "." if structure.touches(at, ".") => 1,
            "<" | ">" => 1,
            _ => 0,
        },
        _ => 0,
    }
}

/// Operators in a mark, or in what a text with code in it holds.
fn operators_within(word: &str) -> usize {
    let is_operator = |byte: &u8| b"+-*/%^<>.".contains(byte);
    if !word.starts_with('`') {
        return usize::from(word.len() == 1 && word.bytes().any(|byte| is_operator(&byte)));
    }
    let mut depth = 0_usize;
    word.bytes()
        .filter(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > 0 && is_operator(byte)
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::operators;

    #[test]
    fn operators_are_counted_in_each_function() {
        for (text, expected) in [
            ("", 0),
            ("return function(a, b) return a + b - -3 end", 2),
            ("local t = { -1, -2, -3 }", 0),
            ("local function f(a) return a * a end local function g(a) return a * a * a end", 2),
            ("local function f(a) local g = function() return a * a * a end return a * a end", 2),
            ("local function f(a) return a + 1, function() end, a + 2 end", 2),
            ("return a // b", 1),
            ("return a .. b .. c .. d .. e", 1),
            ("return a < b, a.b.c", 1),
            ("for i = 1, 9 do end", 0),
            ("for i = 1, #t do end", 1),
            ("for i = a, b, c do end", 3),
            ("for i: number = f(a, b, c, d), 9 do end", 3),
            ("for i, v in t do end", 0),
            ("local s = `{a + b} - {c}`", 1),
            ("local f: (number) -> number = g", 1),
        ] {
            assert_eq!(operators(text), expected, "{text}");
        }
    }
}
