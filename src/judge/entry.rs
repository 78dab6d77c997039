//! What a script is as a whole: the function it returns, what that is given, what it gives back.

use super::role::Role;
use super::sort::ScriptType;
use super::{Judge, range};
use crate::script::ScriptError;
use full_moon::ast::{Block, Expression, FunctionBody, LastStmt, Parameter, Stmt, Var};
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Judge<'a> {
    /// Judges a whole script.
    pub(super) fn whole(&mut self, block: &Block) {
        self.scopes.push(BTreeMap::new());
        match entry(block) {
            Some(body) => self.entry_function(body),
            None if self.role != Role::Library => self.no_function(block),
            None => {}
        }
        self.block(block);
        let mut seen = BTreeSet::new();
        self.found.retain(|one| seen.insert((one.to_string(), one.place().map(|place| place.at.offset()))));
    }

    fn no_function(&mut self, block: &Block) {
        let length = self.script.text.trim_end().len();
        let last = self.script.text[..length].rfind('\n').map_or(0, |at| at + 1);
        let named = block.stmts().find_map(|stmt| match stmt {
            Stmt::LocalFunction(function) => Some(function.name().token().to_string()),
            Stmt::FunctionDeclaration(function) => Some(function.name().to_string()),
            _ => None,
        });
        let help = match named {
            Some(name) => {
                self.define(name.trim(), ScriptType::Function);
                format!("return it at the end: `return {}`", name.trim())
            }
            None => format!("write `return {} … end`", self.role.signature()),
        };
        let place = self.place((last, length), "nothing is returned here", help);
        self.found.push(ScriptError::NoFunction { script: self.script.name.to_string(), place });
    }

    fn entry_function(&mut self, body: &FunctionBody) {
        let wanted = self.role.parameters();
        if wanted.is_empty() {
            return;
        }
        let types: Vec<ScriptType> = body
            .type_specifiers()
            .map(|one| one.map_or(ScriptType::Unknown, |one| ScriptType::of_text(&one.type_info().to_string())))
            .collect();
        for (at, parameter) in body.parameters().iter().enumerate() {
            let said = types.get(at).cloned().unwrap_or(ScriptType::Unknown);
            let given = wanted.get(at).cloned().unwrap_or(ScriptType::Nil);
            if said != ScriptType::Unknown && said != given {
                let (said, given) = (said.words(self.book), given.words(self.book));
                let help = format!("write `{}`", self.role.signature());
                self.misused(
                    range(parameter),
                    format!("this is given {given}, not {said}"),
                    "not what comes here",
                    help,
                );
                // What is missed because of it needs no error of its own.
                for name in ["actor", "other", "order", "me", "play", "question"] {
                    self.define(name, ScriptType::Unknown);
                }
                return;
            }
        }
        if self.role == Role::Controller && !returns_value(body.block()) {
            let message = "this function decides nothing: it never returns an order";
            let help = "return what is decided: `return me:order(\"ACTION\", { … })`, or `return nil` to pass";
            self.misused(range(body.end_token()), message, "ends without an order", help);
        }
    }

    /// What the parameters of a function are: as they are typed, or as those who call it give them.
    pub(super) fn parameters(&mut self, body: &FunctionBody, is_entry: bool) {
        let wanted = if is_entry { self.role.parameters() } else { &[] };
        let types: Vec<Option<String>> =
            body.type_specifiers().map(|one| one.map(|one| one.type_info().to_string())).collect();
        for (at, parameter) in body.parameters().iter().enumerate() {
            let Parameter::Name(name) = parameter else { continue };
            let said = types.get(at).and_then(|said| said.as_deref()).map(ScriptType::of_text);
            let mut sort = said.or_else(|| wanted.get(at).cloned()).unwrap_or(ScriptType::Unknown);
            if let (true, ScriptType::Order(None), Role::Action(action)) = (is_entry, &sort, self.role) {
                sort = ScriptType::Order(action);
            }
            self.define(&name.token().to_string(), sort);
        }
    }
}

/// The function that a script returns.
pub(super) fn entry(block: &Block) -> Option<&FunctionBody> {
    let Some(LastStmt::Return(returned)) = block.last_stmt() else { return None };
    match returned.returns().iter().next()? {
        Expression::Function(function) => Some(function.body()),
        Expression::Var(Var::Name(name)) => {
            let name = name.token().to_string();
            block.stmts().find_map(|stmt| match stmt {
                Stmt::LocalFunction(function) if function.name().token().to_string() == name => Some(function.body()),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether a block returns something anywhere, functions within it left out.
fn returns_value(block: &Block) -> bool {
    let last = matches!(block.last_stmt(), Some(LastStmt::Return(returned)) if !returned.returns().is_empty());
    last || block.stmts().any(|stmt| match stmt {
        Stmt::If(choice) => {
            returns_value(choice.block())
                || choice.else_if().into_iter().flatten().any(|other| returns_value(other.block()))
                || choice.else_block().is_some_and(returns_value)
        }
        Stmt::Do(inner) => returns_value(inner.block()),
        Stmt::While(inner) => returns_value(inner.block()),
        Stmt::Repeat(inner) => returns_value(inner.block()),
        Stmt::GenericFor(inner) => returns_value(inner.block()),
        Stmt::NumericFor(inner) => returns_value(inner.block()),
        _ => false,
    })
}
