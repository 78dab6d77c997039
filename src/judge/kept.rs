//! What a script would keep from one call to the next: a local name at its top that the function changes begins anew with
//! every call. And what it includes, by the names of the scripts that there are.

use super::expression::text_of;
use super::{Judge, range};
use crate::diag::did_you_mean;
use crate::rulebook::Sort;
use crate::script::ScriptError;
use crate::text::is_wordly;
use full_moon::ast::{
    Block, Call, Expression, FunctionArgs, FunctionBody, FunctionCall, Prefix, Stmt, Suffix, UnOp, Var,
};
use std::collections::BTreeSet;

impl Judge<'_> {
    /// Counters and lists at the top of a script that its function adds to, outside of loops: each call finds them as they
    /// are written.
    pub(super) fn kept(&mut self, whole: &Block, body: &FunctionBody) {
        let top: BTreeSet<String> = whole.stmts().flat_map(locals).collect();
        if !top.is_empty() {
            self.kept_in(body.block(), &top);
        }
    }

    fn kept_in(&mut self, block: &Block, top: &BTreeSet<String>) {
        for stmt in block.stmts() {
            match stmt {
                Stmt::CompoundAssignment(one) => {
                    if let Some(name) = counted(one.lhs()).filter(|name| top.contains(name)) {
                        self.begins_anew(&name, range(one));
                    }
                }
                Stmt::Assignment(one) => {
                    let values = one.expressions().iter().map(|value| value.to_string()).collect::<Vec<_>>();
                    for (at, variable) in one.variables().iter().enumerate() {
                        let Some(name) = counted(variable).filter(|name| top.contains(name)) else { continue };
                        let value = values.get(at).map_or("", String::as_str);
                        let reads = value.split(|c: char| !is_wordly(c)).any(|word| word == name);
                        if reads {
                            self.begins_anew(&name, range(one));
                        }
                    }
                }
                Stmt::If(choice) => {
                    self.kept_in(choice.block(), top);
                    choice.else_if().into_iter().flatten().for_each(|other| self.kept_in(other.block(), top));
                    choice.else_block().into_iter().for_each(|block| self.kept_in(block, top));
                }
                Stmt::Do(inner) => self.kept_in(inner.block(), top),
                _ => {}
            }
        }
    }

    fn begins_anew(&mut self, name: &str, at: (usize, usize)) {
        let message = format!("scripts keep nothing between calls: `{name}` begins anew with each");
        let help = "what lasts is kept by the rules: declare a `note` or a `track`, read it as a field, and let an action \
                    change it (`:note(\"NAME\", VALUE)`, `:change(\"NAME\", 1)`)";
        self.misused(at, message, "forgotten when the call ends", help);
    }

    /// `include("NAME")`
    pub(super) fn included(&mut self, call: &FunctionCall) {
        let Prefix::Name(prefix) = call.prefix() else { return };
        if prefix.token().to_string() != "include" || self.local("include").is_some() {
            return;
        }
        let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().next() else { return };
        let FunctionArgs::Parentheses { arguments, .. } = &**args else { return };
        let Some((name, at)) = arguments.iter().next().and_then(|first| Some((text_of(first)?, range(first)))) else {
            return;
        };
        if self.book.names.find(Sort::Script, &name).is_some() {
            return;
        }
        let bare = name.rsplit('/').next().unwrap_or(&name).trim_end_matches(".luau").trim_end_matches(".lua");
        let names: Vec<&str> = self.book.names.visible(Sort::Script).collect();
        let help = match names.contains(&bare) {
            true => format!("a library is named without its folder and ending: `include(\"{bare}\")`"),
            false => match alike(bare, &names) {
                Some(name) => format!("did you mean `{name}`?"),
                None => did_you_mean(bare, names.iter().copied(), "a library is a file among the scripts of the pack"),
            },
        };
        let place = self.place(at, "no script is called so", help);
        self.found.push(ScriptError::Include { message: format!("no script is named `{name}`"), place });
    }

    /// A plain number where dice are to be thrown.
    pub(super) fn thrown_number(&mut self, function: &str, given: &Expression, next: Option<&&Expression>) -> bool {
        let is_number = |expr: &Expression| matches!(expr, Expression::Number(_));
        let is_plain = match given {
            Expression::UnaryOperator { unop: UnOp::Minus(_), expression } => is_number(expression),
            given => is_number(given),
        };
        if is_plain {
            let at = range(given);
            let said = self.slice(at);
            let sides = next.filter(|next| matches!(next, Expression::Number(_))).map(|next| self.slice(range(*next)));
            let help = match sides {
                Some(sides) => format!("dice are one text: write `play:{function}(\"{said}d{sides}\")`"),
                None => {
                    format!("dice are one text: `play:{function}(\"1d6\")`; what is added stands in it, `\"2d6+1\"`")
                }
            };
            self.misused(at, format!("`{said}` is a number and no dice"), "nothing is thrown", help);
        }
        is_plain
    }
}

/// The names that a statement declares.
fn locals(stmt: &Stmt) -> Vec<String> {
    match stmt {
        Stmt::LocalAssignment(local) => {
            let is_value = |expr: &Expression| !matches!(expr, Expression::Function(_));
            let is_data = local.expressions().iter().all(is_value);
            local.names().iter().filter(|_| is_data).map(|name| name.token().to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// The name that is counted up.
fn counted(variable: &Var) -> Option<String> {
    match variable {
        Var::Name(name) => Some(name.token().to_string()),
        Var::Expression(path) => match path.prefix() {
            Prefix::Name(name) => Some(name.token().to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// The only script whose name begins like another and ends otherwise.
fn alike<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let shared = |name: &str| name.chars().zip(wrong.chars()).take_while(|(one, other)| one == other).count();
    let is_alike = |name: &&&str| {
        let (same, longest) = (shared(name), name.chars().count().max(wrong.chars().count()));
        same >= 4 && 2 * same >= longest
    };
    let mut found = names.iter().filter(is_alike);
    let first = found.next().copied();
    first.filter(|_| found.next().is_none())
}
