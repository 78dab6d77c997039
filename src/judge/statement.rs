//! Statements: what they define, what they assign, what they drop.

use super::expression::text_of;
use super::role::Role;
use super::script_type::ScriptType;
use super::{Judge, range};
use crate::rulebook::Sort;
use crate::script::ApiOwner;
use crate::text::is_wordly;
use full_moon::ast::{Block, Call, Expression, FunctionBody, FunctionCall, LastStmt, Prefix, Stmt, Suffix, Var};
use full_moon::tokenizer::TokenReference;
use std::collections::BTreeMap;

/// How a member is assigned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AssignedHow {
    To,
    More,
    Less,
}

/// A value that a local name gets, as it is seen before the name is there.
struct JudgedValue<'t> {
    value: &'t Expression,
    seen: ScriptType,
    is_always_there: bool,
    /// Whose member was read last in it.
    owner: Option<ApiOwner>,
}

impl<'a> Judge<'a> {
    pub(super) fn block(&mut self, block: &Block) {
        self.scopes.push(BTreeMap::new());
        self.statements(block);
        self.scopes.pop();
    }

    fn statements(&mut self, block: &Block) {
        block.stmts().for_each(|stmt| self.statement(stmt));
        if let Some(LastStmt::Return(returned)) = block.last_stmt() {
            if self.is_deciding {
                returned.returns().iter().take(1).for_each(|value| self.decision(value));
            }
            returned.returns().iter().for_each(|value| drop(self.expr(value)));
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assignment(assignment) => {
                // A name that nobody declared is told once, though its value reads it.
                for variable in assignment.variables() {
                    if let Var::Name(name) = variable
                        && self.is_undeclared(&name.token().to_string())
                    {
                        self.assign(variable, ScriptType::Unknown, None);
                    }
                }
                let values: Vec<ScriptType> = assignment.expressions().iter().map(|value| self.expr(value)).collect();
                for (at, variable) in assignment.variables().iter().enumerate() {
                    let value = values.get(at).cloned().unwrap_or(ScriptType::Unknown);
                    let text = assignment.expressions().iter().nth(at).map(|value| self.slice(range(value)).trim());
                    self.assign(variable, value, text.map(|text| (AssignedHow::To, text)));
                }
            }
            Stmt::CompoundAssignment(assignment) => {
                self.expr(assignment.rhs());
                let how = match assignment.compound_operator().to_string().trim() {
                    "+=" => Some(AssignedHow::More),
                    "-=" => Some(AssignedHow::Less),
                    _ => None,
                };
                let text = self.slice(range(assignment.rhs())).trim();
                self.assign(assignment.lhs(), ScriptType::Unknown, how.map(|how| (how, text)));
            }
            Stmt::LocalAssignment(local) => {
                let types = local.type_specifiers().map(|one| one.map(|one| one.type_info().to_string())).collect();
                self.locals(local.names().iter(), types, local.expressions().iter());
            }
            Stmt::ConstAssignment(local) => {
                let types = local.type_specifiers().map(|one| one.map(|one| one.type_info().to_string())).collect();
                self.locals(local.names().iter(), types, local.expressions().iter());
            }
            Stmt::LocalFunction(function) => {
                self.define(&function.name().token().to_string(), ScriptType::Function);
                self.function(function.body(), None);
            }
            Stmt::ConstFunction(function) => {
                self.define(&function.name().token().to_string(), ScriptType::Function);
                self.function(function.body(), None);
            }
            Stmt::FunctionDeclaration(function) => {
                let method = function.name().method_name();
                match function.name().names().iter().collect::<Vec<_>>()[..] {
                    [name] if method.is_none() => self.global_function(name),
                    [table, ..] => drop(self.name(&table.token().to_string(), range(table))),
                    [] => {}
                }
                self.function(function.body(), method.map(|_| "self"));
            }
            Stmt::FunctionCall(call) => self.dropped(call),
            _ => self.nested(stmt),
        }
    }

    fn nested(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Do(inner) => self.block(inner.block()),
            Stmt::While(inner) => {
                self.waits(inner.block(), inner.condition(), "while");
                self.condition(inner.condition());
                self.block(inner.block());
            }
            Stmt::Repeat(inner) => {
                self.waits(inner.block(), inner.until(), "until");
                self.scopes.push(BTreeMap::new());
                self.statements(inner.block());
                self.condition(inner.until());
                self.scopes.pop();
            }
            Stmt::NumericFor(inner) => {
                self.first_index(inner);
                [Some(inner.start()), Some(inner.end()), inner.step()]
                    .into_iter()
                    .flatten()
                    .for_each(|one| drop(self.expr(one)));
                self.scopes.push(BTreeMap::new());
                self.define(&inner.index_variable().token().to_string(), ScriptType::Number);
                self.block(inner.block());
                self.scopes.pop();
            }
            Stmt::GenericFor(inner) => {
                let of = self.member_of_loop(inner.expressions().iter());
                if inner.names().len() == 1 && of != ScriptType::Unknown {
                    self.places_of_list(inner, of == ScriptType::Number);
                }
                self.scopes.push(BTreeMap::new());
                let types: Vec<Option<String>> =
                    inner.type_specifiers().map(|one| one.map(|one| one.type_info().to_string())).collect();
                for (at, name) in inner.names().iter().enumerate() {
                    let said = types.get(at).and_then(|said| said.as_deref()).map(ScriptType::of_text);
                    let seen = if at == 1 { of.clone() } else { ScriptType::Unknown };
                    self.define_local(name, said, seen);
                }
                self.block(inner.block());
                self.scopes.pop();
            }
            Stmt::If(choice) => {
                self.scopes.push(BTreeMap::new());
                self.bound(choice.binding().map(|binding| binding.name()));
                self.condition(choice.condition());
                self.block(choice.block());
                for other in choice.else_if().into_iter().flatten() {
                    self.bound(other.binding().map(|binding| binding.name()));
                    self.condition(other.condition());
                    self.block(other.block());
                }
                choice.else_block().into_iter().for_each(|block| self.block(block));
                self.scopes.pop();
            }
            _ => {}
        }
    }

    /// `for i = 0, #list` or `#list - 1`, with a member of a list by that number: the first has the number 1.
    fn first_index(&mut self, inner: &full_moon::ast::NumericFor) {
        let text = |at: (usize, usize)| self.slice(at).trim().to_string();
        let (start, end) = (text(range(inner.start())), text(range(inner.end())));
        let index = inner.index_variable().token().to_string();
        let block = self.slice((range(inner.do_token()).1, range(inner.end_token()).0));
        let Some(counted) = end.strip_prefix('#').filter(|_| start == "0") else { return };
        let list =
            counted.split_once('-').filter(|(_, less)| less.trim() == "1").map_or(counted, |(list, _)| list).trim();
        if block.contains(&format!("{list}[{index}]")) {
            let help = format!("write `for {index} = 1, #{list} do`");
            self.misused(
                range(inner.start()),
                format!("`{list}[0]` is nothing: lists begin with 1"),
                "not a place of the list",
                help,
            );
        }
    }

    /// `for foe in me:foes()`: the first name of a loop over a list is the number of the place.
    fn places_of_list(&mut self, inner: &full_moon::ast::GenericFor, is_of_numbers: bool) {
        let Some(name) = inner.names().iter().next() else { return };
        let text = name.token().to_string();
        let block = self.slice((range(inner.do_token()).1, range(inner.end_token()).0));
        // Names that say themselves that they count.
        const COUNTS: [&str; 11] = ["i", "j", "k", "n", "index", "idx", "at", "number", "place", "count", "nr"];
        let is_counted = COUNTS.contains(&&*text);
        let is_asked = block.match_indices(&*text).any(|(at, _)| {
            let (before, behind) = (&block[..at], &block[at + text.len()..]);
            let is_whole = !before.ends_with(|c: char| is_wordly(c) || c == '.' || c == '"');
            let is_kept = (before.trim_end().ends_with('=') || before.trim_end().ends_with(" return"))
                && (behind.trim().is_empty() || behind.trim_start_matches(' ').starts_with(['\n', ',', '}', 'e']));
            // `actor:move(cell)`: handed on, though what counts may be told or shown.
            let is_handed_on = !is_counted && !is_of_numbers && is_argument(before, behind);
            let is_member = behind.starts_with(['.', ':']) && !behind.starts_with("..");
            is_whole && (is_member || is_handed_on || is_kept && !is_counted)
        });
        if is_asked {
            let list = self.slice(range(inner.expressions())).trim().to_string();
            let message = format!("`{text}` is the number of a place of the list, and not who is there");
            let help = format!("write `for _, {text} in {list} do`");
            self.misused(range(name), message, "the first name counts", help);
            self.changes.assign_name(&text);
        }
    }

    fn bound(&mut self, name: Option<&TokenReference>) {
        if let Some(name) = name {
            self.define(&name.token().to_string(), ScriptType::Unknown);
        }
    }

    fn locals<'t>(
        &mut self,
        names: impl Iterator<Item = &'t TokenReference>,
        types: Vec<Option<String>>,
        values: impl Iterator<Item = &'t Expression>,
    ) {
        let judged: Vec<JudgedValue<'_>> = values.map(|value| self.judged(value)).collect();
        for (at, name) in names.enumerate() {
            let said = types.get(at).and_then(|said| said.as_deref()).map(ScriptType::of_text);
            let text = name.token().to_string();
            let value = judged.get(at);
            let seen = match value {
                None | Some(JudgedValue { seen: ScriptType::Nil, .. }) => ScriptType::Unknown,
                Some(value) => self.changes.lasting(&text, value.value, value.seen.clone()),
            };
            let is_written = said.is_some();
            self.define_local(name, said, seen);
            let Some(value) = value.filter(|_| !self.changes.is_assigned(&text)) else { continue };
            if !is_written {
                self.last_owner = value.owner;
                self.note_doubt(&text, value.value);
            }
            if value.is_always_there {
                self.certain.insert(text);
            }
        }
    }

    /// What is seen of a value that a local name gets.
    fn judged<'t>(&mut self, value: &'t Expression) -> JudgedValue<'t> {
        let seen = self.expr(value);
        JudgedValue { value, seen, is_always_there: self.is_always_there(value), owner: self.last_owner }
    }

    /// A local name, as its type is written or as it is seen.
    fn define_local(&mut self, name: &TokenReference, said: Option<ScriptType>, seen: ScriptType) {
        let name = name.token().to_string();
        match said {
            Some(said) => self.define_as(&name, said),
            None => self.define(&name, seen),
        }
    }

    /// What a loop goes through: a list, as it is or by `ipairs`.
    fn member_of_loop<'t>(&mut self, mut values: impl Iterator<Item = &'t Expression>) -> ScriptType {
        let Some(first) = values.next() else { return ScriptType::Unknown };
        let listed = match first {
            Expression::FunctionCall(call) => walked(call).map(|list| self.expr(list)),
            _ => None,
        };
        let sort = listed.unwrap_or_else(|| self.expr(first));
        values.for_each(|value| drop(self.expr(value)));
        match sort {
            ScriptType::List(of) => *of,
            _ => ScriptType::Unknown,
        }
    }

    /// What a controller returns is an order, or one of the choices of a question.
    fn decision(&mut self, value: &Expression) {
        let book = self.book;
        let me = self.local_of(|sort| *sort == ScriptType::Figure).unwrap_or("me").to_string();
        let help = match (value, text_of(value)) {
            (Expression::TableConstructor(_), _) => {
                format!("an order is made by the figure: `{me}:order(\"ACTION\", {{ … }})`")
            }
            (_, Some(name))
                if book.names.find(Sort::Action, &name).is_some() && book.symbols_named(&name).is_empty() =>
            {
                format!("an order is made by the figure: `{me}:order(\"{name}\", {{ … }})`")
            }
            _ => return self.order_of_another(value),
        };
        self.misused(range(value), "this is no order", "nothing is ordered by it", help);
    }

    /// `return foe:order(…)`: a controller decides for the one that it is given.
    fn order_of_another(&mut self, value: &Expression) {
        let at = range(value);
        let Some((who, rest)) = self.slice(at).trim().split_once(":order(") else { return };
        let entry = self.entry.map(|entry| self.slice(entry)).and_then(|text| text.split_once('('));
        let own = entry.and_then(|(_, text)| text.split([':', ',', ')']).next()).map(str::trim).unwrap_or("");
        let (who, rest, own) = (who.to_string(), rest.to_string(), own.to_string());
        let is_figure = self.scopes.iter().rev().find_map(|scope| scope.get(&who)) == Some(&ScriptType::Figure);
        let alias = format!("local {who} = {own}");
        let mut behind = self.script.text.split(&alias).skip(1);
        let is_alias = behind.any(|rest| !rest.starts_with(|c: char| is_wordly(c) || ".:[(".contains(c)));
        if is_figure && !own.is_empty() && who != own && !is_alias {
            let help = format!("write `{own}:order({rest}`");
            self.misused(at, format!("`{who}` is not asked"), "an order of somebody else is refused", help);
        }
    }

    /// A function, with what it is given besides its parameters.
    pub(super) fn function(&mut self, body: &FunctionBody, given: Option<&str>) {
        self.scopes.push(BTreeMap::new());
        given.into_iter().for_each(|name| self.define(name, ScriptType::Unknown));
        let is_entry = self.entry == Some(range(body));
        self.parameters(body, is_entry);
        let around = std::mem::replace(&mut self.is_deciding, is_entry && self.role == Role::Controller);
        self.block(body.block());
        self.is_deciding = around;
        self.scopes.pop();
    }

    fn assign(&mut self, variable: &Var, value: ScriptType, how: Option<(AssignedHow, &str)>) {
        match variable {
            Var::Name(name) => {
                let name = name.token().to_string();
                let place = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(&name));
                match place {
                    Some(known) => *known = known.clone().or(value),
                    None => {
                        let message = "scripts keep nothing between calls: globals are read-only";
                        self.misused(
                            range(variable),
                            message,
                            "not a local name",
                            format!(
                                "within a call, declare it: `local {name} = …`; what is to last is kept by the rules, \
                                 in a `note` or a `track`"
                            ),
                        );
                        self.define(&name, value);
                    }
                }
            }
            Var::Expression(path) => {
                let suffixes: Vec<&Suffix> = path.suffixes().collect();
                let Some((last, before)) = suffixes.split_last() else { return };
                let owner = self.chain(path.prefix(), before, range(path));
                self.assigned_member(&owner, last, range(variable), how);
            }
            _ => {}
        }
    }

    /// A function that is declared without `local`.
    fn global_function(&mut self, name: &TokenReference) {
        let text = name.token().to_string();
        if self.local(&text).is_none() {
            let message = "scripts keep nothing between calls: globals are read-only";
            let at = range(name);
            self.misused(at, message, "not a local function", format!("write `local function {text}(…)`"));
            self.define(&text, ScriptType::Function);
        }
    }

    /// A call whose answer nobody takes.
    fn dropped(&mut self, call: &FunctionCall) {
        self.included(call);
        let suffixes: Vec<&Suffix> = call.suffixes().collect();
        let at = range(call);
        let (_, owner) = self.chain_and_owner(call.prefix(), &suffixes, at);
        if let Some(Suffix::Call(Call::MethodCall(method))) = suffixes.last() {
            self.dropped_answer(&owner, &method.name().token().to_string(), at);
        }
    }
}

/// The list that `ipairs` or `pairs` goes through.
fn walked(call: &FunctionCall) -> Option<&Expression> {
    let Prefix::Name(name) = call.prefix() else { return None };
    let is_walk = matches!(name.token().to_string().as_str(), "ipairs" | "pairs");
    let mut suffixes = call.suffixes();
    match (is_walk, suffixes.next(), suffixes.next()) {
        (true, Some(Suffix::Call(Call::AnonymousCall(args))), None) => match &**args {
            full_moon::ast::FunctionArgs::Parentheses { arguments, .. } => arguments.iter().next(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether what stands between two stretches of a script is the whole argument of a call that is no telling.
fn is_argument(before: &str, behind: &str) -> bool {
    const TELLING: [&str; 5] = ["tostring", "print", "string.format", "format", "say"];
    let (mut depth, before) = (0_usize, before.trim_end());
    let is_alone = before.ends_with(['(', ',']) && behind.trim_start().starts_with([')', ',']);
    let opens = before.char_indices().rev().find_map(|(at, letter)| {
        match letter {
            ')' | '}' => depth += 1,
            '(' | '{' if depth == 0 => return Some(at),
            '(' | '{' => depth -= 1,
            _ => {}
        }
        None
    });
    let Some(opens) = opens.filter(|at| is_alone && before[*at..].starts_with('(')) else { return false };
    let call = before[..opens].trim_end();
    let name = &call[call.trim_end_matches(|c: char| is_wordly(c) || c == '.').len()..];
    !name.is_empty() && !TELLING.contains(&name)
}
