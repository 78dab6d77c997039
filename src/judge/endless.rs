//! Loops that wait: nothing is done in them, and nothing that they ask for changes while a script runs.

use super::{Judge, range};
use crate::play::script_rows;
use crate::script::Shape;
use crate::syntax::luau::{LuauTokenKind, tokens};
use full_moon::ast::{Block, Expression};

impl Judge<'_> {
    /// `while not me:legal("swing") do end`: once it begins it never ends.
    pub(super) fn waits(&mut self, block: &Block, condition: &Expression, word: &str) {
        let at = range(condition);
        let text = self.slice(at).trim().to_string();
        if block.stmts().next().is_some() || block.last_stmt().is_some() || !only_reads(&text) {
            return;
        }
        let message = "a loop that does nothing never ends once it has begun";
        let once = match word {
            "until" => format!("not ({text})"),
            _ => text,
        };
        let help = format!(
            "nothing changes while a script runs but by the script itself: ask once, `if {once} then … end`, or do \
             something in the loop"
        );
        self.misused(at, message, "this stays as it is", help);
    }
}

/// Whether a condition calls nothing but what changes nothing, and no function of the script's own.
fn only_reads(text: &str) -> bool {
    let tokens = tokens(text);
    let slice = |at: usize| tokens.get(at).map(|token| &text[token.start..token.end]);
    (0..tokens.len()).all(|at| {
        let is_call = slice(at).is_some_and(|token| token.starts_with(['(', '{', '"', '\'', '`']));
        let Some(before) = at.checked_sub(1).filter(|_| is_call) else { return true };
        if tokens[before].sort != LuauTokenKind::Word || is_keyword(slice(before)) {
            return true;
        }
        let is_method = before.checked_sub(1).and_then(slice) == Some(":");
        let mut rows = script_rows().filter(|row| Some(row.name) == slice(before)).peekable();
        is_method && rows.peek().is_some() && rows.all(|row| row.shape == Shape::Method)
    })
}

fn is_keyword(word: Option<&str>) -> bool {
    matches!(word, Some("and" | "or" | "not" | "if" | "then" | "else" | "elseif" | "in"))
}
