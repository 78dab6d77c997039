//! What could stand at a place of a script: members behind a point or colon, and names of the rules in texts.

use super::Analysis;
use super::complete::{Completion, last_word, one};
use crate::play::script_rows;
use crate::rulebook::Sort;
use crate::script::{ApiType, NameOf, Shape};
use crate::syntax::luau::{LuauTokenKind, tokens};
use crate::text::is_wordly;
use std::ops::Range;

impl Analysis {
    /// In a script: members behind a point or colon, and names of the rules in texts.
    pub(super) fn said_in_script(&self, text: &str) -> Vec<Completion> {
        let start =
            text.len() - text.chars().rev().take_while(|letter| is_wordly(*letter)).map(char::len_utf8).sum::<usize>();
        let at = start..text.len();
        let all = tokens(text);
        if let Some(open) = all.last().filter(|last| last.sort == LuauTokenKind::Literal && last.end >= text.len()) {
            let quoted = &text[open.start..];
            let is_open = quoted.starts_with(['"', '\'']) && (quoted.len() == 1 || !quoted.ends_with(&quoted[..1]));
            return if is_open { self.script_name(text, open.start) } else { Vec::new() };
        }
        match text[..start].chars().next_back() {
            Some(':') => {
                let rows = script_rows().filter(|row| row.shape != Shape::Field);
                rows.map(|row| one(row.name, row.owner.name(), row.sentence, &at)).collect()
            }
            Some('.') => {
                let rows = script_rows().filter(|row| row.shape == Shape::Field);
                let rows = rows.map(|row| one(row.name, row.owner.name(), row.sentence, &at));
                let facts = self.declared(&[Sort::Fact], &at);
                rows.chain(self.every_property(&at)).chain(facts).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The names that the parameter takes in which a text of a script stands.
    fn script_name(&self, text: &str, quote: usize) -> Vec<Completion> {
        let at = quote + 1..text.len();
        let before = &text[..quote];
        let mut depth = 0;
        let mut parameter = 0;
        for (place, sign) in before.char_indices().rev() {
            match sign {
                ')' | ']' | '}' => depth += 1,
                '[' | '{' => depth -= 1,
                ',' if depth == 0 => parameter += 1,
                '(' if depth > 0 => depth -= 1,
                '(' => {
                    let called = last_word(&before[..place]);
                    let row = script_rows().find(|row| row.name == called);
                    let wanted = row.and_then(|row| row.parameters.get(parameter)).map(|parameter| parameter.sort);
                    return match wanted {
                        Some(ApiType::Name(of) | ApiType::Names(of)) => self.names_for(of, &at),
                        _ => Vec::new(),
                    };
                }
                _ => {}
            }
        }
        Vec::new()
    }

    fn names_for(&self, of: NameOf, at: &Range<usize>) -> Vec<Completion> {
        let book = self.known();
        let words = || book.states.iter().flat_map(|state| &book.sets[state.set.index()].words);
        let mut found: Vec<Completion> = self.declared(of.sorts(), at);
        found.iter_mut().for_each(|one| one.label = one.label.trim_matches('"').to_string());
        match of {
            NameOf::ConditionOrWord | NameOf::WordOfState => {
                found.extend(words().map(|word| one(&word.name, "word", &word.title, at)));
            }
            NameOf::Field => {
                let fields = book.kinds.iter().flat_map(|kind| &kind.fields);
                found.extend(fields.map(|field| one(&field.head.name, "field", &field.head.title, at)));
            }
            _ => {}
        }
        found
    }
}
