//! Which local names of a script hold one thing now and another later: what they are is certain nowhere.

use super::script_type::ScriptType;
use full_moon::ast::{
    Assignment, Ast, BinOp, Call, CompoundAssignment, Expression, FunctionArgs, FunctionCall, FunctionDeclaration,
    GenericFor, MethodCall, Prefix, Suffix, UnOp, Var,
};
use full_moon::visitors::Visitor;
use std::collections::{BTreeMap, BTreeSet};

/// Functions of Luau that only read what they are given.
const READERS: [&str; 8] = ["ipairs", "pairs", "next", "unpack", "type", "typeof", "tostring", "select"];

/// What is assigned outside of its `local`, and which tables others may write to.
#[derive(Debug, Default)]
pub(super) struct Changes {
    assigned: BTreeSet<String>,
    /// Names of tables whose members are assigned, or that the library of tables changes.
    written: BTreeSet<String>,
    /// How often a name stands for its value, and how often only to be read.
    used: BTreeMap<String, (usize, usize)>,
}

impl Changes {
    pub(super) fn of(tree: &Ast) -> Changes {
        let mut changes = Changes::default();
        changes.visit_ast(tree);
        changes
    }

    /// Whether something is assigned to a name after its `local`.
    pub(super) fn is_assigned(&self, name: &str) -> bool {
        self.assigned.contains(name)
    }

    /// What a name holds is certain nowhere from now on.
    pub(super) fn assign_name(&mut self, name: &str) {
        self.assigned.insert(name.to_string());
    }

    /// What a name holds to the end, if it begins with a value of this sort: a table that somebody writes to keeps
    /// nothing certain.
    pub(super) fn lasting(&self, name: &str, value: &Expression, sort: ScriptType) -> ScriptType {
        let is_shared = self.used.get(name).is_some_and(|(all, read)| all > read);
        // What a function or a member gives is the game's, and nobody can write to it.
        let is_given = matches!(value, Expression::FunctionCall(_) | Expression::Var(Var::Expression(_)));
        if !self.written.contains(name) && (is_given || !is_shared) {
            return sort;
        }
        match sort {
            ScriptType::List(_) => ScriptType::Unknown.listed(),
            ScriptType::Record(_) => ScriptType::Table,
            other => other,
        }
    }

    fn assign(&mut self, variable: &Var) {
        match variable {
            Var::Name(name) => drop(self.assigned.insert(name.token().to_string())),
            Var::Expression(path) => {
                if let Prefix::Name(name) = path.prefix() {
                    self.written.insert(name.token().to_string());
                }
            }
            _ => {}
        }
    }

    fn read<'t>(&mut self, values: impl IntoIterator<Item = &'t Expression>) {
        for name in values.into_iter().filter_map(name_of) {
            self.used.entry(name).or_default().1 += 1;
        }
    }
}

impl Visitor for Changes {
    fn visit_assignment(&mut self, assignment: &Assignment) {
        assignment.variables().iter().for_each(|variable| self.assign(variable));
    }

    fn visit_compound_assignment(&mut self, assignment: &CompoundAssignment) {
        self.assign(assignment.lhs());
    }

    fn visit_function_declaration(&mut self, function: &FunctionDeclaration) {
        let name = function.name();
        let first = name.names().iter().next().map(|first| first.token().to_string());
        let is_member = name.names().len() > 1 || name.method_name().is_some();
        if let Some(first) = first {
            if is_member {
                self.written.insert(first)
            } else {
                self.assigned.insert(first)
            };
        }
    }

    fn visit_expression(&mut self, expr: &Expression) {
        if let Some(name) = name_of(expr) {
            self.used.entry(name).or_default().0 += 1;
        }
        match expr {
            Expression::UnaryOperator { unop: UnOp::Hash(_) | UnOp::Not(_), expression } => self.read([&**expression]),
            Expression::BinaryOperator { lhs, binop: BinOp::TwoEqual(_) | BinOp::TildeEqual(_), rhs } => {
                self.read([&**lhs, &**rhs]);
            }
            _ => {}
        }
    }

    fn visit_method_call(&mut self, call: &MethodCall) {
        if let FunctionArgs::Parentheses { arguments, .. } = call.args() {
            self.read(arguments);
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        let Prefix::Name(prefix) = call.prefix() else { return };
        let prefix = prefix.token().to_string();
        let Some(FunctionArgs::Parentheses { arguments, .. }) = call.suffixes().find_map(|suffix| match suffix {
            Suffix::Call(Call::AnonymousCall(args)) => Some(&**args),
            _ => None,
        }) else {
            return;
        };
        if READERS.contains(&prefix.as_str()) {
            self.read(arguments);
        } else if prefix == "table" {
            self.written.extend(arguments.iter().filter_map(name_of));
        }
    }

    fn visit_generic_for(&mut self, walk: &GenericFor) {
        self.read(walk.expressions());
    }
}

/// The name that an expression is, if it is nothing else.
fn name_of(expr: &Expression) -> Option<String> {
    match expr {
        Expression::Var(Var::Name(name)) => Some(name.token().to_string()),
        _ => None,
    }
}
