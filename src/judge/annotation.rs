//! Types that are written in a script: each must be one that there is.

use super::{Judge, range};
use crate::diag::{did_you_mean, listed};
use crate::script::{ScriptError, type_names};
use crate::syntax::{HabitPlace, habit_of};
use full_moon::ast::Ast;
use full_moon::ast::luau::{GenericParameterInfo, TypeDeclaration, TypeInfo};
use full_moon::visitors::Visitor;
use std::collections::BTreeSet;

/// Types that Luau has by itself.
const OF_LUAU: [&str; 19] = [
    "number",
    "string",
    "boolean",
    "nil",
    "any",
    "unknown",
    "never",
    "thread",
    "buffer",
    "vector",
    "userdata",
    "table",
    "keyof",
    "rawkeyof",
    "index",
    "rawget",
    "getmetatable",
    "setmetatable",
    "typeof",
];

/// The types that a script declares, and those that it names.
#[derive(Debug, Default)]
pub(super) struct WrittenTypes {
    declared: BTreeSet<String>,
    named: Vec<(String, (usize, usize))>,
}

impl WrittenTypes {
    pub(super) fn of(tree: &Ast) -> WrittenTypes {
        let mut types = WrittenTypes::default();
        types.visit_ast(tree);
        types
    }
}

impl Visitor for WrittenTypes {
    fn visit_type_declaration(&mut self, node: &TypeDeclaration) {
        self.declared.insert(node.type_name().token().to_string());
    }

    fn visit_generic_parameter_info(&mut self, node: &GenericParameterInfo) {
        let (GenericParameterInfo::Name(name) | GenericParameterInfo::Variadic { name, .. }) = node else { return };
        self.declared.insert(name.token().to_string());
    }

    fn visit_type_info(&mut self, node: &TypeInfo) {
        if let TypeInfo::Basic(name) | TypeInfo::Generic { base: name, .. } = node {
            self.named.push((name.token().to_string(), range(name)));
        }
    }
}

impl Judge<'_> {
    /// Reports each type that nobody declares, where it is named first.
    pub(super) fn written_types(&mut self, types: &WrittenTypes) {
        let of_fray = type_names();
        let mut told = BTreeSet::new();
        for (name, at) in &types.named {
            let is_known = OF_LUAU.contains(&&**name)
                || of_fray.iter().any(|known| known == name)
                || types.declared.contains(name);
            let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            if is_known || !is_name || !told.insert(name) {
                continue;
            }
            let own: Vec<&str> = of_fray.iter().map(String::as_str).collect();
            let help = match of_habit(name).filter(|meant| *meant != name) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => {
                    let plain = own.iter().copied().chain(OF_LUAU.into_iter().take(4));
                    did_you_mean(name, plain.chain(types.declared.iter().map(String::as_str)), &listed(&own))
                }
            };
            let place = self.place(*at, "not declared, and not one of those that scripts have", help);
            self.found.push(ScriptError::UnknownName { sort: "type".to_string(), name: name.clone(), place });
        }
    }
}

/// The type of scripts that is meant by a word of other languages.
fn of_habit(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let habit = habit_of(HabitPlace::Type, name).or_else(|| habit_of(HabitPlace::Type, &lower))?;
    match habit.right {
        "number" => Some("number"),
        "truth" => Some("boolean"),
        "text" => Some("string"),
        "dice" => Some("Dice"),
        "figure" => Some("Figure"),
        "side" => Some("Side"),
        "cell" => Some("Cell"),
        _ => None,
    }
}
