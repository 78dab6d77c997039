//! What a script is as a whole: the function it returns, what that is given, what it gives back.

use super::role::Role;
use super::script_type::ScriptType;
use super::{Judge, range};
use crate::script::ScriptError;
use crate::text::is_wordly;
use full_moon::ast::{Block, Expression, FunctionBody, LastStmt, Parameter, Stmt, Var};
use full_moon::tokenizer::TokenReference;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Judge<'a> {
    /// Judges a whole script.
    pub(super) fn whole(&mut self, block: &Block) {
        self.scopes.push(BTreeMap::new());
        match self.entry_of(block) {
            ReturnedFunction::Function(body) => {
                self.entry = Some(range(body));
                self.entry_function(body);
                self.kept(block, body);
            }
            ReturnedFunction::Missing if self.role != Role::Library => self.no_function(block),
            ReturnedFunction::Missing if !returns_value(block) => self.no_library(block),
            ReturnedFunction::Missing | ReturnedFunction::Unknown => {}
        }
        self.block(block);
        let mut seen = BTreeSet::new();
        self.found.retain(|one| seen.insert((one.to_string(), one.place().map(|place| place.at.offset()))));
    }

    fn no_function(&mut self, block: &Block) {
        let length = self.script.text.trim_end().len();
        let last = self.script.text[..length].rfind('\n').map_or(0, |at| at + 1);
        if let Some((place, name, help)) = self.declared_for_all(block) {
            self.define(name.trim(), ScriptType::Function);
            let place = self.place(place, "declared, and not returned", help);
            self.found.push(ScriptError::NoFunction { script: self.script.name.to_string(), place });
            return;
        }
        let named = block.stmts().find_map(|stmt| match stmt {
            Stmt::LocalFunction(function) => Some(function.name().token().to_string()),
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

    /// `function decide(me, play) … end` with nothing behind it: where it begins, its name, and all that is to be changed.
    fn declared_for_all(&self, block: &Block) -> Option<((usize, usize), String, String)> {
        let last = block.stmts().last()?;
        let declared = block.stmts().find_map(|stmt| match stmt {
            Stmt::FunctionDeclaration(function) => Some((function, range(stmt) == range(last))),
            _ => None,
        });
        let (function, is_last) = declared?;
        let (start, end) = (range(function.function_token()).0, range(function.name()).1);
        let name = self.slice((range(function.name()).0, end)).trim().to_string();
        let text = &self.script.text;
        let is_named_again = text.split(|c| !is_wordly(c)).filter(|word| *word == name).count() > 1;
        let help = match is_last && !is_named_again {
            true => format!("a script returns its function: write `return function(` for `function {name}(`"),
            false => format!("write `local function {name}(` here, and return it at the end: `return {name}`"),
        };
        let start = start + (self.slice((start, end)).len() - self.slice((start, end)).trim_start().len());
        name.chars().all(is_wordly).then_some(((start, end), name, help))
    }

    /// What others include gives them what it returns.
    fn no_library(&mut self, block: &Block) {
        let length = self.script.text.trim_end().len();
        let last = self.script.text[..length].rfind('\n').map_or(0, |at| at + 1);
        let named = block.stmts().find_map(|stmt| match stmt {
            Stmt::LocalAssignment(local) => {
                let is_table = matches!(local.expressions().iter().next(), Some(Expression::TableConstructor(_)));
                local.names().iter().next().filter(|_| is_table).map(|name| name.token().to_string())
            }
            _ => None,
        });
        // What holds nothing that others could use is performed for what it does.
        let Some(name) = named else { return };
        let help = format!("return it at the end: `return {name}`");
        let place = self.place((last, length), "nothing is returned here", help);
        self.found.push(ScriptError::NoFunction { script: self.script.name.to_string(), place });
    }

    /// Whether the parameters bear the names of others; then the function takes them in the wrong order.
    fn is_swapped(&mut self, body: &FunctionBody) -> bool {
        let right: Vec<&str> = self
            .role
            .signature()
            .split(['(', ',', ')'])
            .filter_map(|part| part.split_once(':').map(|(name, _)| name.trim()))
            .collect();
        let typed: Vec<bool> = body.type_specifiers().map(|one| one.is_some()).collect();
        let is_typed = |at: usize| typed.get(at).copied().unwrap_or(false);
        let named = body.parameters().iter().enumerate().filter_map(|(at, parameter)| match parameter {
            Parameter::Name(name) => {
                let name = name.token().to_string();
                let meant = right.iter().position(|right| *right == name)?;
                (meant != at && !is_typed(at)).then(|| (range(parameter), name, meant))
            }
            _ => None,
        });
        let moved: Vec<((usize, usize), String, usize)> = named.collect();
        // One alone may be a name of the author's own.
        let [(at, name, meant), _, ..] = moved.as_slice() else { return false };
        const PLACES: [&str; 3] = ["first", "second", "third"];
        let message = format!("`{name}` comes {}", PLACES.get(*meant).copied().unwrap_or("later"));
        self.misused(*at, message, "another one is given here", format!("write `{}`", self.role.signature()));
        self.is_refused = true;
        true
    }

    /// Whether a script is called in two ways of which each gives it something else.
    fn is_mixed(&mut self, body: &FunctionBody) -> bool {
        let (Role::Mixed([(one, of_one), (other, of_other)]), Some(first)) =
            (self.role, body.parameters().iter().next())
        else {
            return false;
        };
        let message = format!("`{}` is the script of {one} and of {other}", self.script.name);
        let help = format!("{one} calls `{of_one}`, {other} `{of_other}`: write another script for one of them");
        self.misused(range(first), message, "each gives it something else", help);
        self.is_refused = true;
        true
    }

    fn entry_function(&mut self, body: &FunctionBody) {
        if self.is_mixed(body) {
            return;
        }
        let wanted = self.role.parameters();
        if wanted.is_empty() {
            return;
        }
        if self.is_swapped(body) {
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
                self.is_refused = true;
                for name in ["actor", "other", "order", "me", "play", "question"] {
                    self.define(name, ScriptType::Unknown);
                }
                return;
            }
        }
        for (at, parameter) in body.parameters().iter().enumerate() {
            let Parameter::Name(name) = parameter else { continue };
            let name = name.token().to_string();
            let is_typed = types.get(at).is_some_and(|said| *said != ScriptType::Unknown);
            let is_order = matches!(wanted.get(at), Some(ScriptType::Order(_)));
            if is_order && !is_typed && name != "order" && self.book.fact(&name).is_some() {
                let message = format!("an order is given here, not `{name}`");
                let help = format!("write `{}`; `{name}` is read of it: `order.{name}`", self.role.signature());
                self.misused(range(parameter), message, "not what comes here", help);
                self.is_refused = true;
                for name in ["order", "play", "question"] {
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
            let name = name.token().to_string();
            if is_entry && self.is_refused {
                self.define(&name, ScriptType::Unknown);
                continue;
            }
            let said = types.get(at).and_then(|said| said.as_deref()).map(ScriptType::of_text);
            let is_said = said.is_some();
            let mut sort = said.or_else(|| wanted.get(at).cloned()).unwrap_or(ScriptType::Unknown);
            if let (true, ScriptType::Order(None), Role::Action(action)) = (is_entry, &sort, self.role) {
                sort = ScriptType::Order(action);
            }
            if is_said { self.define_as(&name, sort) } else { self.define(&name, sort) }
        }
    }

    /// What a script returns.
    fn entry_of<'t>(&self, block: &'t Block) -> ReturnedFunction<'t> {
        let returned = match block.last_stmt() {
            Some(LastStmt::Return(returned)) => returned.returns().iter().next(),
            _ if returns_value(block) => return ReturnedFunction::Unknown,
            _ => None,
        };
        match returned {
            None => ReturnedFunction::Missing,
            Some(Expression::Var(Var::Name(name))) => {
                let name = name.token().to_string();
                let is_certain = !self.changes.is_assigned(&name);
                let held = block.stmts().filter_map(|stmt| put_by(stmt, &name)).last();
                held.filter(|_| is_certain).unwrap_or(ReturnedFunction::Unknown)
            }
            Some(value) => entry_in(value),
        }
    }
}

/// The function that a script returns.
enum ReturnedFunction<'t> {
    Function(&'t FunctionBody),
    /// It certainly returns none.
    Missing,
    /// What it returns is made elsewhere.
    Unknown,
}

/// What an expression is that is returned.
fn entry_in(value: &Expression) -> ReturnedFunction<'_> {
    match value {
        Expression::Function(function) => ReturnedFunction::Function(function.body()),
        Expression::Parentheses { expression, .. } => entry_in(expression),
        Expression::Number(_)
        | Expression::String(_)
        | Expression::InterpolatedString(_)
        | Expression::TableConstructor(_) => ReturnedFunction::Missing,
        Expression::Symbol(symbol) if symbol.token().to_string() != "..." => ReturnedFunction::Missing,
        _ => ReturnedFunction::Unknown,
    }
}

/// What a statement puts into a local name, if it declares it.
fn put_by<'t>(stmt: &'t Stmt, name: &str) -> Option<ReturnedFunction<'t>> {
    let is_it = |token: &TokenReference| token.token().to_string() == name;
    match stmt {
        Stmt::LocalFunction(function) if is_it(function.name()) => Some(ReturnedFunction::Function(function.body())),
        Stmt::ConstFunction(function) if is_it(function.name()) => Some(ReturnedFunction::Function(function.body())),
        Stmt::LocalAssignment(local) => {
            let at = local.names().iter().position(is_it)?;
            Some(local.expressions().iter().nth(at).map_or(ReturnedFunction::Unknown, entry_in))
        }
        Stmt::ConstAssignment(local) => {
            let at = local.names().iter().position(is_it)?;
            Some(local.expressions().iter().nth(at).map_or(ReturnedFunction::Unknown, entry_in))
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
