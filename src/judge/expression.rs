//! Expressions: what they are, and the chains of members and calls in them.

use super::script_type::{RecordKey, ScriptType};
use super::{Judge, range};
use crate::play::script_rows;
use crate::rulebook::{Sort, Type};
use crate::script::{Shape, unknown_global};
use crate::text::is_wordly;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, Index, Prefix, Suffix, TableConstructor, UnOp, Var,
};

/// Functions that other languages have everywhere, and how what they do is written.
const GLOBALS_ELSEWHERE: &[(&[&str], &str)] = &[
    (&["len", "length", "size", "count"], "how many a list has is written `#LIST`"),
    (&["str", "String", "toString"], "a text of a value is `tostring(VALUE)`"),
    (&["int", "parseInt", "Number"], "a number of a text is `tonumber(TEXT)`, a whole one `math.floor(NUMBER)`"),
    (
        &["abs", "max", "min", "floor", "ceil", "sqrt", "pow"],
        "it stands in a library: `math.max(A, B)`, `math.floor(A)`",
    ),
    (&["append", "push", "add"], "a value is put at the end of a list by `table.insert(LIST, VALUE)`"),
    (&["range"], "a loop that counts is written `for i = 1, LAST do … end`"),
    (&["random", "rand", "randint", "dice"], "dice are rolled by the play: `play:total(\"1d6\")`"),
    (&["enumerate"], "a loop over a list is written `for index, value in LIST do … end`"),
    (
        &["wait", "sleep", "delay", "setTimeout"],
        "scripts do not wait: take it away, and let the rules say how long something lasts",
    ),
    (&["console", "printf", "puts", "echo", "log"], "use `play:say(text)`"),
];

impl<'a> Judge<'a> {
    /// Judges an expression and says what it is.
    pub(super) fn expr(&mut self, expr: &Expression) -> ScriptType {
        match expr {
            Expression::BinaryOperator { lhs, binop, rhs } => self.binary(lhs, binop, rhs),
            Expression::Parentheses { expression, .. } => self.expr(expression),
            Expression::UnaryOperator { unop, expression } => {
                let inner = self.expr(expression);
                match unop {
                    UnOp::Not(_) => ScriptType::Truth,
                    UnOp::Hash(_) => ScriptType::Number,
                    _ if inner == ScriptType::Number => ScriptType::Number,
                    _ => ScriptType::Unknown,
                }
            }
            Expression::Function(function) => {
                self.function(function.body(), None);
                ScriptType::Function
            }
            Expression::FunctionCall(call) => {
                self.included(call);
                let suffixes: Vec<&Suffix> = call.suffixes().collect();
                self.chain(call.prefix(), &suffixes, range(call))
            }
            Expression::IfExpression(choice) => {
                self.condition(choice.condition());
                let mut sort = self.expr(choice.if_expression());
                for other in choice.else_if_expressions().into_iter().flatten() {
                    self.condition(other.condition());
                    let other = self.expr(other.expression());
                    sort = sort.or(other);
                }
                let otherwise = self.expr(choice.else_expression());
                sort.or(otherwise)
            }
            Expression::InterpolatedString(text) => {
                text.expressions().for_each(|inner| drop(self.expr(inner)));
                ScriptType::Text
            }
            Expression::TableConstructor(table) => self.table(table),
            Expression::Number(_) => ScriptType::Number,
            Expression::String(_) => ScriptType::Text,
            Expression::Symbol(symbol) => match symbol.token().to_string().as_str() {
                "true" | "false" => ScriptType::Truth,
                "nil" => ScriptType::Nil,
                _ => ScriptType::Unknown,
            },
            Expression::TypeAssertion { expression, type_assertion } => {
                self.expr(expression);
                ScriptType::of_text(&type_assertion.cast_to().to_string())
            }
            Expression::Var(Var::Name(name)) => self.name(&name.token().to_string(), range(name)),
            Expression::Var(Var::Expression(path)) => {
                let suffixes: Vec<&Suffix> = path.suffixes().collect();
                self.chain(path.prefix(), &suffixes, range(path))
            }
            _ => ScriptType::Unknown,
        }
    }

    fn binary(&mut self, lhs: &Expression, binop: &BinOp, rhs: &Expression) -> ScriptType {
        let left = match binop {
            BinOp::And(_) => self.condition(lhs),
            _ => self.expr(lhs),
        };
        let right = self.expr(rhs);
        match binop {
            BinOp::And(_) if right == ScriptType::Nil => ScriptType::Unknown,
            BinOp::And(_) => match left {
                ScriptType::Truth | ScriptType::Unknown => ScriptType::Unknown,
                _ => right,
            },
            BinOp::Or(_) => left.or(right),
            BinOp::TwoEqual(_) | BinOp::TildeEqual(_) => {
                self.compared((lhs, &left), (rhs, &right));
                ScriptType::Truth
            }
            BinOp::LessThan(_) | BinOp::LessThanEqual(_) | BinOp::GreaterThan(_) | BinOp::GreaterThanEqual(_) => {
                self.ordered((lhs, &left), (rhs, &right));
                ScriptType::Truth
            }
            BinOp::TwoDots(_) => {
                self.joined((lhs, &left));
                self.joined((rhs, &right));
                ScriptType::Text
            }
            BinOp::Plus(_) | BinOp::Minus(_) | BinOp::Star(_) | BinOp::Slash(_)
                if self.is_text_in_sum((lhs, &left), binop) || self.is_text_in_sum((rhs, &right), binop) =>
            {
                ScriptType::Unknown
            }
            _ if left == ScriptType::Dice || right == ScriptType::Dice => ScriptType::Dice,
            _ if left == ScriptType::Number && right == ScriptType::Number => ScriptType::Number,
            _ => ScriptType::Unknown,
        }
    }

    /// What is joined to a text: whoever has a name is not one.
    fn joined(&mut self, (part, sort): (&Expression, &ScriptType)) {
        if matches!(sort, ScriptType::Figure | ScriptType::Thing(_) | ScriptType::Side) {
            let (at, what) = (range(part), sort.words(self.book));
            let help = format!("write its name: `{}.name`", self.slice(at).trim());
            self.misused(at, format!("{what} is no text"), "joined to a text", help);
        }
    }

    /// Whether a text stands where numbers are computed with; that is reported.
    fn is_text_in_sum(&mut self, (part, sort): (&Expression, &ScriptType), sign: &BinOp) -> bool {
        if *sort != ScriptType::Text {
            return false;
        }
        let number = text_of(part).filter(|text| text.trim().parse::<f64>().is_ok());
        match (number, sign) {
            (Some(text), _) => {
                let help = format!("write it without quotes: `{}`", text.trim());
                self.misused(range(part), "a text is no number", "computed with", help);
            }
            (None, BinOp::Plus(_)) => {
                let help = "texts are joined by `..`: write `..` for `+`".to_string();
                self.misused(range(sign), "`+` adds numbers, and joins no texts", "a text stands beside it", help);
            }
            (None, _) => {
                let help = format!("write a number for `{}`", self.slice(range(part)).trim());
                self.misused(range(part), "a text is no number", "computed with", help);
            }
        }
        true
    }

    /// A table: a list, if it has no keys and its values are of one sort.
    pub(super) fn table(&mut self, table: &TableConstructor) -> ScriptType {
        let (mut of, mut is_list, mut keys) = (ScriptType::Nil, true, Vec::new());
        for field in table.fields() {
            let value = match field {
                Field::ExpressionKey { key, value, .. } => {
                    is_list = false;
                    self.expr(key);
                    value
                }
                Field::NameKey { key, value, .. } => {
                    is_list = false;
                    let sort = self.expr(value);
                    let (name, at) = (key.token().to_string(), range(key));
                    keys.push(RecordKey { name, at, sort, text: text_of(value), value: range(value) });
                    continue;
                }
                Field::NoKey(value) => value,
                _ => continue,
            };
            let value = self.expr(value);
            of = of.or(value);
        }
        match (is_list, of) {
            // An empty table may become anything.
            (true, ScriptType::Nil) => ScriptType::Unknown,
            (true, of) => of.listed(),
            _ => ScriptType::Record(keys),
        }
    }

    pub(super) fn name(&mut self, name: &str, at: (usize, usize)) -> ScriptType {
        if let Some(sort) = self.local(name) {
            return sort.clone();
        }
        if let Some(help) = unknown_global(name) {
            // It is told once.
            if let Some(outermost) = self.scopes.first_mut() {
                outermost.insert(name.to_string(), ScriptType::Unknown);
            }
            let told = self.told_by_controller(&help);
            let help = told.or_else(|| self.declared_elsewhere(name, at)).unwrap_or(help);
            let place = self.place(at, "neither a local name nor a global one", help);
            let sort = "local name or global".to_string();
            self.found.push(crate::script::ScriptError::UnknownName { sort, name: name.to_string(), place });
        }
        ScriptType::Unknown
    }

    /// A controller says nothing to the table: why it orders what it orders stands behind the order.
    pub(super) fn told_by_controller(&self, help: &str) -> Option<String> {
        let is_told = help.contains(":say(") && self.role == super::Role::Controller;
        is_told.then(|| "take it out: why it is ordered stands behind the order, `return order, \"why\"`".to_string())
    }

    /// What to say of a name that is no local one: names of the rules stand in quotes, others may be misspelt.
    fn declared_elsewhere(&self, name: &str, at: (usize, usize)) -> Option<String> {
        let behind = self.script.text.get(at.1..).unwrap_or("");
        if let Some(text) = behind.strip_prefix(['"', '\'']).filter(|_| name.len() == 1) {
            let text = text.split(['"', '\'']).next().unwrap_or("");
            return Some(format!("a text with values in it stands in backticks: `` `{text}` ``"));
        }
        if let Some((_, right)) = GLOBALS_ELSEWHERE.iter().find(|(names, _)| names.contains(&name))
            && behind.trim_start().starts_with('(')
        {
            let dice = self.dice_in_call(at.1).filter(|_| right.contains("1d6"));
            return Some(dice.map_or_else(|| (*right).to_string(), |dice| right.replace("1d6", &dice)));
        }
        if matches!(name, "null" | "None" | "undefined") {
            return Some("write `nil`".to_string());
        }
        if let Some(below) = self.declared_below(name, at.1) {
            return Some(below);
        }
        let locals = self.scopes.iter().flat_map(|scope| scope.keys()).map(String::as_str);
        if let Some(near) = crate::diag::suggest(name, locals) {
            return Some(format!("did you mean `{near}`?"));
        }
        let order = self.local_of(|sort| matches!(sort, ScriptType::Order(_)));
        if let Some(order) = order.filter(|_| self.book.fact(name).is_some()) {
            return Some(format!("the order has it: `{order}.{name}`"));
        }
        if let Some(help) = self.of_a_figure(name, at) {
            return Some(help);
        }
        if behind.trim_start().starts_with('.') && self.book.names.find(Sort::Script, name).is_some() {
            return Some(format!("include it first, at the head of the file: `local {name} = include(\"{name}\")`"));
        }
        let method = script_rows().find(|row| row.name == name && row.shape != Shape::Field);
        let owner = method.and_then(|row| self.local_of(|sort| sort.owner() == Some(row.owner)));
        if let (Some(owner), Some(row)) = (owner, method) {
            let given = if row.parameters.is_empty() { "" } else { "…" };
            return Some(format!("it is a function of {}: `{owner}:{name}({given})`", row.owner.words()));
        }
        if self.is_word(name) {
            return Some(format!("names of the rules stand in quotes: `\"{name}\"`"));
        }
        let play = self.local_of(|sort| *sort == ScriptType::Play).unwrap_or("play");
        let names = &self.book.names;
        for (sort, function, more) in [
            (Sort::Setting, "setting", ""),
            (Sort::Option, "option", ""),
            (Sort::Table, "table", ", KEY"),
            (Sort::Check, "check", ", { … }"),
        ] {
            let is_taken = sort == Sort::Check && names.find(Sort::Action, name).is_some();
            if names.find(sort, name).is_some() && !is_taken {
                return Some(format!("it is asked of the play by its name: `{play}:{function}(\"{name}\"{more})`"));
            }
        }
        let is_declared = Sort::ALL.into_iter().any(|sort| self.book.names.find(sort, name).is_some());
        is_declared.then(|| format!("names of the rules stand in quotes: `\"{name}\"`"))
    }

    /// What figures have, where it does not stand as a name; and a figure of the rules, where the script is given none.
    fn of_a_figure(&self, name: &str, at: (usize, usize)) -> Option<String> {
        if self.is_name_given(at.0) {
            return None;
        }
        let play = self.local_of(|sort| *sort == ScriptType::Play).unwrap_or("play");
        let figure = self.local_of(|sort| *sort == ScriptType::Figure);
        let fact = self.book.fact(name).map(|fact| &self.book.facts[fact.index()].r#type);
        if fact.is_some_and(|r#type| *r#type.bare() == Type::Figure) {
            return Some(match figure {
                Some(own) => format!(
                    "no order gives it here: take one, such as `local {name} = {play}:nearest({own}:foes(), {own})`"
                ),
                None => format!(
                    "this script is given nobody: go through those who are meant, \
                     `for _, {name} in {play}:figures() do … end`"
                ),
            });
        }
        self.property(&ScriptType::Figure, name)?;
        let whose = figure.unwrap_or("FIGURE");
        Some(format!("it belongs to a figure: write whose, `{whose}.{name}`"))
    }

    /// Whether a place of the text is an argument of a function that takes names: `me:order(…)`.
    fn is_name_given(&self, at: usize) -> bool {
        let before = self.script.text.get(..at).unwrap_or("");
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let mut open = 0;
        for (place, sign) in line.char_indices().rev() {
            match sign {
                ')' | '}' => open += 1,
                '(' | '{' if open > 0 => open -= 1,
                '(' => {
                    let called = line[..place].trim_end_matches(is_wordly);
                    return called.ends_with(':') && line[place + 1..].trim().is_empty();
                }
                _ => {}
            }
        }
        false
    }

    /// What a chain of members and calls comes to.
    pub(super) fn chain(&mut self, prefix: &Prefix, suffixes: &[&Suffix], at: (usize, usize)) -> ScriptType {
        self.chain_and_owner(prefix, suffixes, at).0
    }

    /// What a chain comes to, and what that is to which its last link belongs.
    pub(super) fn chain_and_owner(
        &mut self,
        prefix: &Prefix,
        suffixes: &[&Suffix],
        at: (usize, usize),
    ) -> (ScriptType, ScriptType) {
        let (mut sort, mut start, library) = match prefix {
            Prefix::Name(name) => {
                let text = name.token().to_string();
                let library = self.local(&text).is_none().then_some(text.clone());
                if !suffixes.is_empty() {
                    self.use_of(&text, range(name));
                }
                (self.name(&text, range(name)), range(name), library)
            }
            Prefix::Expression(inner) => (self.expr(inner), at, None),
            _ => (ScriptType::Unknown, at, None),
        };
        if let Some(library) = library {
            self.library(&library, suffixes, at);
            if library == "tostring" {
                sort = ScriptType::Text;
            }
        }
        let mut owner = ScriptType::Unknown;
        for (index, suffix) in suffixes.iter().enumerate() {
            let called = matches!(suffixes.get(index + 1), Some(Suffix::Call(Call::AnonymousCall(_))));
            let end = range(*suffix).1;
            let next = match suffix {
                Suffix::Index(Index::Dot { name, .. }) => {
                    self.member(&sort, &name.token().to_string(), range(name), called, start)
                }
                Suffix::Index(Index::Brackets { expression, .. }) => self.indexed(&sort, expression),
                Suffix::Call(Call::MethodCall(method)) => self.method(&sort, method, start),
                Suffix::Call(Call::AnonymousCall(args)) => {
                    self.arguments(args);
                    let is_behind_call = index > 0 && matches!(suffixes[index - 1], Suffix::Call(_));
                    if is_behind_call && sort.owner().is_some() && matches!(**args, FunctionArgs::String(_)) {
                        let message = format!("a text behind {} calls it", sort.words(self.book));
                        let help = format!("a comma is missing: `, {}`", self.slice(range(args)).trim());
                        self.misused(range(args), message, "no argument of it", help);
                    }
                    let is_dot = |before: &&Suffix| matches!(before, Suffix::Index(Index::Dot { .. }));
                    match index.checked_sub(1).and_then(|before| suffixes.get(before)) {
                        None => self.returned(prefix),
                        // What a method said with a dot returns is known by now.
                        Some(before) if is_dot(before) && owner.owner().is_some() => sort.clone(),
                        Some(_) => ScriptType::Unknown,
                    }
                }
                _ => ScriptType::Unknown,
            };
            owner = std::mem::replace(&mut sort, next);
            start = (start.0, end);
        }
        self.surely = self.gives_always(&owner, suffixes.last()).then_some(at);
        self.last_owner = owner.owner();
        (sort, owner)
    }

    fn returned(&self, prefix: &Prefix) -> ScriptType {
        match prefix {
            Prefix::Name(name) if name.token().to_string() == "tostring" => ScriptType::Text,
            _ => ScriptType::Unknown,
        }
    }

    /// The arguments of a call that is not in the table, judged for themselves.
    pub(super) fn arguments(&mut self, args: &FunctionArgs) -> Vec<ScriptType> {
        match args {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().map(|one| self.expr(one)).collect(),
            FunctionArgs::String(_) => vec![ScriptType::Text],
            FunctionArgs::TableConstructor(table) => vec![self.table(table)],
            _ => Vec::new(),
        }
    }

    fn indexed(&mut self, owner: &ScriptType, key: &Expression) -> ScriptType {
        let sort = self.expr(key);
        let at = range(key);
        match owner {
            ScriptType::List(of) => {
                if self.slice(at) == "0" {
                    let help = "lists begin with 1: write `[1]`";
                    self.misused(at, "a list has nothing at 0", "before the first", help);
                }
                if sort == ScriptType::Text { ScriptType::Unknown } else { (**of).clone() }
            }
            _ => match text_of(key) {
                Some(name) if owner.owner().is_some() => self.member(owner, &name, at, false, at),
                _ => ScriptType::Unknown,
            },
        }
    }
}

/// The text that an expression plainly is.
pub(super) fn text_of(expr: &Expression) -> Option<String> {
    let Expression::String(token) = expr else { return None };
    let text = token.token().to_string();
    let inner = ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))?;
    (!inner.contains('\\')).then(|| inner.to_string())
}
