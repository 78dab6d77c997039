//! Local names of what may be nil, used without a look whether it is: what a function gives where there is nobody.

use super::expression::text_of;
use super::{Judge, range, rows_of};
use crate::script::{NameOf, Shape};
use crate::text::is_wordly;
use full_moon::ast::{Call, Expression, FunctionArgs, FunctionCall, Suffix};

/// Words before a name that is tested, and behind it.
const BEFORE: [&str; 7] = ["if", "elseif", "while", "until", "not", "and", "or"];
const BEHIND: [&str; 6] = ["then", "and", "or", "do", "==", "~="];

impl Judge<'_> {
    /// Remembers a local name of what may be nil, unless the script looks somewhere whether it is.
    pub(super) fn note_doubt(&mut self, name: &str, value: &Expression) {
        let Expression::FunctionCall(call) = value else { return };
        if self.surely != Some(range(value)) && self.may_give_nobody(call) && !self.is_tested_anywhere(name) {
            let said = self.slice(range(value)).trim().to_string();
            self.doubtful.insert(name.to_string(), said);
        }
    }

    /// Reports what is asked of such a name, the first time.
    pub(super) fn use_of(&mut self, name: &str, at: (usize, usize)) {
        let Some(said) = self.doubtful.remove(name) else { return };
        let message = format!("`{name}` may be nil: `{said}` gives nobody where there is none");
        let end = if self.role == super::Role::Controller { "return nil" } else { "return" };
        let help = format!("look first whether there is somebody: `if {name} == nil then {end} end`");
        self.misused(at, message, "not known to be there", help);
    }

    /// Whether a call may have nobody to give.
    fn may_give_nobody(&self, call: &FunctionCall) -> bool {
        let Some(Suffix::Call(Call::MethodCall(method))) = call.suffixes().last() else { return false };
        let name = method.name().token().to_string();
        let row =
            self.last_owner.and_then(|owner| rows_of(owner).find(|row| row.name == name && row.shape != Shape::Field));
        let Some(row) = row.filter(|row| row.returns == "Figure?") else { return false };
        match row.names() {
            None | Some(NameOf::Relation) => true,
            Some(NameOf::Somebody) => self.is_nobody(method.args()),
            _ => false,
        }
    }

    /// Whether the name that is given stands nowhere in the rules.
    fn is_nobody(&self, args: &FunctionArgs) -> bool {
        let FunctionArgs::Parentheses { arguments, .. } = args else { return false };
        let Some(name) = arguments.iter().next().and_then(text_of) else { return false };
        !self.book.sources.iter().any(|(_, source)| source.name.ends_with(".fray") && source.text.contains(&name))
    }

    /// Whether a name is tested for itself at any place of the script.
    fn is_tested_anywhere(&self, name: &str) -> bool {
        let text = &*self.script.text;
        text.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            if before.ends_with(is_wordly) || behind.starts_with(is_wordly) {
                return false;
            }
            let ends = |word: &str| before.trim_end().strip_suffix(word).is_some_and(|rest| !rest.ends_with(is_wordly));
            let is_whole = !behind.starts_with(['.', ':', '[']);
            let begins = |word: &str| behind.trim_start().starts_with(word);
            is_whole && (BEFORE.iter().any(|word| ends(word)) || before.trim_end().ends_with("assert("))
                || BEHIND.iter().any(|word| begins(word))
        })
    }
}
