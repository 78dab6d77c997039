//! Expressions as written become expressions as resolved: names to ids, every type checked, constants folded.

mod arguments;
mod asked;
mod branch;
mod call;
mod fold;
mod function;
mod list;
mod name;
mod name_row;
mod operator;
mod property;
mod rounding;
mod unit;
mod whose;
mod word;

pub(super) use fold::constant;

use super::error::{PlacedError, RulebookError};
use super::{Dice, Expr, Named, Node, Rulebook, Scope, Sort, Type};
use crate::diag::{Diagnostic, Diagnostics};
use crate::syntax::ast::{self, ExprNode};
use crate::syntax::{HabitPlace, habit_of};
use crate::text::Span;
use crate::value::{Formula, FunctionId, Number, SettingId, Value, ValueId};
use std::sync::Arc;

/// What resolution may ask while the rulebook is still being built: types that are inferred on demand.
pub(super) trait Lookup {
    /// What is known so far: every name, every declared type.
    fn book(&self) -> &Rulebook;
    /// The type of a derived value; none if it is broken (and reported).
    fn value_type(&mut self, id: ValueId) -> Option<Type>;
    /// The type of a setting; none if it is broken (and reported).
    fn setting_type(&mut self, id: SettingId) -> Option<Type>;
    /// The type of a function, whose rule is in the book then; none if it is broken (and reported).
    fn function_type(&mut self, id: FunctionId) -> Option<Type>;
    /// A declaration was named.
    fn note(&mut self, sort: Sort, at: u16, place: Span);
    /// The same somewhere in what names something else.
    fn note_unplaced(&mut self, sort: Sort, at: u16);
    /// A word or a field was named.
    fn note_part(&mut self, part: Named, place: Span);
    /// A choice of an option went into the expression.
    fn note_option(&mut self) {}
    /// One expression inside another is begun; false if they stand too deep, what they lead to counted in.
    fn enter(&mut self) -> bool {
        true
    }
    /// It is done.
    fn leave(&mut self) {}
}

/// A finished rulebook knows all types.
pub(super) struct Finished<'a>(pub &'a Rulebook);

impl Lookup for Finished<'_> {
    fn book(&self) -> &Rulebook {
        self.0
    }

    fn value_type(&mut self, id: ValueId) -> Option<Type> {
        Some(self.0.values[id.index()].r#type.clone())
    }

    fn setting_type(&mut self, id: SettingId) -> Option<Type> {
        Some(self.0.settings[id.index()].r#type.clone())
    }

    fn function_type(&mut self, id: FunctionId) -> Option<Type> {
        Some(self.0.functions[id.index()].r#type.clone())
    }

    fn note(&mut self, _: Sort, _: u16, _: Span) {}
    fn note_unplaced(&mut self, _: Sort, _: u16) {}
    fn note_part(&mut self, _: Named, _: Span) {}
}

/// Resolves an expression against a finished rulebook: for tests, the prompt and odds.
pub fn resolve_expr(book: &Rulebook, expr: &ast::ExprDecl, scope: &Scope) -> Result<(Expr, Type), Diagnostics> {
    let mut finished = Finished(book);
    let mut typer = Typer::new(&mut finished, scope);
    typer.typed(expr, None).ok_or(typer.out)
}

/// The same where a certain type is wanted; words and things are then found by it.
pub fn resolve_expr_as(
    book: &Rulebook,
    expr: &ast::ExprDecl,
    wanted: &Type,
    scope: &Scope,
) -> Result<Expr, Diagnostics> {
    let mut finished = Finished(book);
    let mut typer = Typer::new(&mut finished, scope);
    typer.expect(expr, wanted).ok_or(typer.out)
}

/// An expression with its type; none if it is wrong, and that has been reported.
pub(super) type TypedExpr = Option<(Expr, Type)>;

/// Whether a text is dice as they are thrown: `3d6`, `2d6+1`.
fn is_formula(text: &str) -> bool {
    let digits = |part: &str| part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let Some((count, behind)) = text.split_once('d') else { return false };
    let sides = digits(behind);
    digits(count) == count.len() && sides > 0 && behind[sides..].chars().all(|c| "+- dk0123456789".contains(c))
}

/// Resolves the expressions of one scope.
pub(super) struct Typer<'c> {
    lookup: &'c mut dyn Lookup,
    scope: &'c Scope<'c>,
    locals: Vec<(String, Type)>,
    /// Whether arguments are tried in each other's place.
    is_trying: bool,
    /// What was wrong.
    pub out: Diagnostics,
}

impl<'c> Typer<'c> {
    /// A fresh one.
    pub(super) fn new(lookup: &'c mut dyn Lookup, scope: &'c Scope<'c>) -> Typer<'c> {
        Typer { lookup, scope, locals: scope.locals.to_vec(), is_trying: false, out: Vec::new() }
    }

    fn book(&self) -> &Rulebook {
        self.lookup.book()
    }

    fn report(&mut self, error: RulebookError, at: Span, label: &str, help: impl Into<String>) {
        let diagnostic: Diagnostic = PlacedError::new(error, self.scope.sources, at, label, help).into();
        self.out.push(diagnostic);
    }

    fn words(&self, r#type: &Type) -> String {
        self.book().type_words(r#type)
    }

    /// A declared type; none if the declaration is broken (and reported), so that it is not reported again.
    fn sound(r#type: Type) -> Option<Type> {
        (*r#type.bare() != Type::Nothing).then_some(r#type)
    }

    fn is_random(&self) -> bool {
        self.scope.dice == Dice::Random
    }

    /// An expression that must be of a type.
    pub(super) fn expect(&mut self, expr: &ast::ExprDecl, wanted: &Type) -> Option<Expr> {
        self.expect_known(expr, wanted).map(|(resolved, _)| resolved)
    }

    /// The same with the type that it has of its own.
    pub(super) fn expect_known(&mut self, expr: &ast::ExprDecl, wanted: &Type) -> Option<(Expr, Type)> {
        let (resolved, found) = self.typed(expr, Some(wanted))?;
        Some((self.fit(resolved, &found, wanted)?, found))
    }

    /// Checks a resolved expression against a wanted type; constants become what is wanted.
    fn fit(&mut self, mut expr: Expr, found: &Type, wanted: &Type) -> Option<Expr> {
        let is_none = matches!(expr.node, Node::Const(Value::None));
        if is_none && !matches!(wanted, Type::Optional(_) | Type::Nothing) {
            let help = self.help_for_none(wanted);
            self.mismatch(wanted, "none", expr.span, &help);
            return None;
        }
        if let (Type::Number(found), Type::Number(dimension)) = (found.bare(), wanted.bare())
            && found != dimension
        {
            self.unit_mismatch(&expr, *found, *dimension);
            return None;
        }
        if !found.fits(wanted) {
            let help = self.help_for(found, wanted, expr.span);
            let found = self.words(found);
            self.mismatch(wanted, &found, expr.span, &help);
            return None;
        }
        if let (Type::Dice, Node::Const(Value::Number(number))) = (wanted.bare(), &expr.node) {
            let Some(plus) = number.as_int() else {
                self.mismatch(wanted, "a fraction", expr.span, "what is added to dice is whole: use `round down`");
                return None;
            };
            expr.node = match self.is_random() {
                true => Node::Roll(Formula::constant(plus)),
                false => Node::Const(Value::Dice(Arc::new(Formula::constant(plus)))),
            };
        }
        Some(expr)
    }

    fn mismatch(&mut self, wanted: &Type, found: &str, at: Span, help: &str) {
        let expected = self.words(wanted);
        let text = self.scope.sources.slice(at).trim();
        // Of which set a word is by chance says nothing where none is wanted.
        let is_word = found.starts_with("a word of") && self.book().names.named(text).is_empty();
        let is_chance = is_word && !self.is_in_scope(text) && !self.book().symbols_named(text).is_empty();
        let found = &*(if is_chance { format!("the word `{text}`") } else { found.to_string() });
        let label = format!("this is {found}");
        self.report(RulebookError::WrongType { expected, found: found.to_string() }, at, &label, help);
    }

    /// What to type instead when one type stands where another is wanted.
    fn help_for(&self, found: &Type, wanted: &Type, at: Span) -> String {
        let text = self.scope.sources.slice(at);
        match (found.bare(), wanted.bare()) {
            (Type::List(inner), Type::Number(_)) if matches!(**inner, Type::Number(_)) => {
                format!("add them up: `sum({text})`")
            }
            (Type::List(inner), Type::Truth) if **inner == Type::Truth => format!("write `any(x in {text} where x)`"),
            (Type::List(_), Type::Truth) => format!("ask whether there is any: `count({text}) > 0`"),
            (Type::List(_), Type::Number(_)) => format!("count them: `count({text})`"),
            (Type::List(inner), other) if inner.fits(other) => format!("take one of them: `first(x in {text})`"),
            (Type::Figure, Type::Truth) => format!("ask something of it, such as `{text} is …`"),
            (Type::Number(_), Type::Truth) if matches!(text.trim(), "0" | "1") => {
                format!("write `{}`", if text.trim() == "0" { "false" } else { "true" })
            }
            (Type::Number(_), Type::Truth) => format!("compare it, such as `{text} > 0`"),
            (Type::Symbol(_), Type::Truth) if let Some(both) = self.said_of_the_same(at) => {
                format!("each is asked by itself: `{both}`")
            }
            (Type::Symbol(_), Type::Truth | Type::Figure) if self.book().is_state_word(text.trim()) => {
                self.who_beside(text.trim(), at)
            }
            (Type::Symbol(set), Type::Truth) => self.help_for_word(*set, text, at),
            (Type::Text, _) if self.is_in_scope(text.trim_matches('"')) => {
                format!("a name stands without quotes: `{}`", text.trim_matches('"'))
            }
            (Type::Text, Type::Truth) if matches!(text.trim_matches('"'), "yes" | "no" | "true" | "false") => {
                format!("write it without quotes: `{}`", text.trim_matches('"'))
            }
            (Type::Dice, Type::Number(_)) if text.starts_with('-') && self.is_in_lines(at) => {
                let dice = text.trim_start_matches(['-', ' ']);
                format!("dice are rolled in a line before, `roll NAME = {dice}`, and `-NAME` is what goes")
            }
            (Type::Dice, Type::Number(_)) if self.is_order_of_phase(at) => {
                let dice = text.split(|c: char| !c.is_alphanumeric()).find(|part| is_formula(part)).unwrap_or("1d6");
                format!(
                    "those who act are ordered by a number that each has, `by TRACK descending`; a phase before rolls it: \
                     `phase NAME {{ does {{ for each one in figures() {{ roll die = {dice}; set one.TRACK = die }} }} }}`"
                )
            }
            (Type::Dice, Type::Number(_)) if text.starts_with(['+', '-']) => {
                let dice = text.trim_start_matches(['+', '-', ' ']);
                format!(
                    "a modifier is a number; dice of their own are rolled by the check, in its `roll`: `roll … + \
                     (if CONDITION then {dice} else 0)`; \
                     one die more or less of those it rolls is `+1 dice \"label\"`"
                )
            }
            (Type::Dice, Type::Number(_)) => format!(
                "a number is needed: on a sheet that which was rolled; in lines dice are rolled first, \
                 `roll NAME = {text}`, and NAME is what they come to"
            ),
            (Type::Truth, Type::Number(_)) if self.is_default_behind(at) => {
                let (from, default) = text.rsplit_once('=').unwrap_or((text, ""));
                format!("the default comes first: `= {} from {}`", default.trim(), from.trim())
            }
            (Type::Truth, Type::Number(_)) => format!("choose numbers by it: `if {text} then 1 else 0`"),
            (Type::Text, Type::Number(_)) if text.trim_matches('"').parse::<f64>().is_ok() => {
                format!("write it without quotes: `{}`", text.trim_matches('"'))
            }
            (Type::Text, Type::Number(_)) if self.owned(text.trim_matches('"'), ast::OwnerDecl::Figure).is_some() => {
                let (figure, name) = (self.some_figure(), text.trim_matches('"'));
                format!("a property stands without quotes, with its owner: `{figure}.{name}`")
            }
            (Type::Text, Type::Dice | Type::Chance) if is_formula(text.trim_matches('"')) => {
                format!("write it without quotes: `{}`", text.trim_matches('"'))
            }
            (Type::Figure, Type::Number(dimension)) if *dimension != super::Dimension::PURE => {
                let fits = |fact: &&super::Fact| *fact.r#type.bare() == Type::Number(*dimension);
                match self.book().facts.iter().find(fits) {
                    Some(fact) => format!("a length or the like stands there, such as `{}`", fact.head.name),
                    None => format!("write {} here", self.words(wanted)),
                }
            }
            (Type::Figure, Type::Number(_)) => match self.some_number() {
                Some(name) => format!("say which number of it, such as `{text}.{name}`"),
                None => format!("say which number of it: `{text}.NAME`"),
            },
            (_, wanted) => format!("write {} here", self.words(wanted)),
        }
    }

    /// Whether something stands in lines of what is done.
    fn is_in_lines(&self, at: Span) -> bool {
        let whole = &self.scope.sources.get(at.source).text;
        let before = whole.get(..at.start as usize).unwrap_or("");
        let first = before.rfind('\n').map_or(before, |_| name::declaration_before(before));
        first.starts_with("deed") || first.contains("does {")
    }

    /// Whether it stands behind `by` in a phase of a turn.
    fn is_order_of_phase(&self, at: Span) -> bool {
        let before = self.scope.sources.get(at.source).text.get(..at.start as usize).unwrap_or("").trim_end();
        before.ends_with(" by") && name::declaration_before(before).starts_with("turn")
    }

    /// `from EXPR = DEFAULT`, read as a comparison.
    fn is_default_behind(&self, at: Span) -> bool {
        let before = self.scope.sources.get(at.source).text.get(..at.start as usize).unwrap_or("");
        before.trim_end().ends_with(" from") && self.scope.sources.slice(at).contains(" = ")
    }

    /// The first fact that names a figure.
    fn some_figure(&self) -> String {
        let figure = self.book().facts.iter().find(|fact| fact.r#type == Type::Figure);
        figure.map_or("self".to_string(), |fact| fact.head.name.to_string())
    }

    /// An attribute of figures that is a number.
    fn some_number(&self) -> Option<String> {
        let is_one = |one: &&super::Attribute| {
            one.owner == ast::OwnerDecl::Figure && !one.is_note() && matches!(one.r#type, Type::Number(_))
        };
        self.book().attributes.iter().find(is_one).map(|one| one.head.name.to_string())
    }

    /// A type as an author writes it.
    fn short(&self, wanted: &Type) -> String {
        match wanted {
            Type::Number(dimension) if *dimension == super::Dimension::PURE => "number".to_string(),
            Type::Number(dimension) => format!("number {}", self.book().dimension_words(*dimension)),
            Type::Dice | Type::Chance => "dice".to_string(),
            Type::Truth => "truth".to_string(),
            Type::Text => "text".to_string(),
            Type::Symbol(set) => self.book().sets[set.index()].head.name.to_string(),
            Type::Thing(kind) => self.book().kinds[kind.index()].head.name.to_string(),
            Type::Figure => "figure".to_string(),
            Type::Side => "side".to_string(),
            Type::Cell => "cell".to_string(),
            Type::List(inner) => format!("list of {}", self.short(inner)),
            Type::Optional(inner) => self.short(inner),
            Type::Nothing => "none".to_string(),
        }
    }

    /// Any expression; `wanted` helps to find words and things, and is not yet checked.
    pub(super) fn typed(&mut self, expr: &ast::ExprDecl, wanted: Option<&Type>) -> TypedExpr {
        if !self.lookup.enter() {
            let what = "what this leads to".to_string();
            let help = "say some of the settings and values on the way without the others";
            self.report(RulebookError::TooLarge { what }, expr.span, "too far down", help);
            return None;
        }
        let found = self.typed_inside(expr, wanted);
        self.lookup.leave();
        found
    }

    fn typed_inside(&mut self, expr: &ast::ExprDecl, wanted: Option<&Type>) -> TypedExpr {
        let span = expr.span;
        let constant = |value, r#type| Some((Expr::constant(value, span), r#type));
        match &expr.node {
            ExprNode::Number(number) => constant(Value::Number(*number), Type::NUMBER),
            ExprNode::Quantity(number, unit) => self.quantity(*number, unit, span),
            ExprNode::Dice(term) => {
                let formula = Formula { terms: vec![*term], plus: 0 };
                let node = match self.is_random() {
                    true => Node::Roll(formula),
                    false => Node::Const(Value::Dice(Arc::new(formula))),
                };
                Some((Expr { node, span }, Type::Dice))
            }
            ExprNode::Text(text) => self.text(text, wanted, span),
            ExprNode::Truth(truth) => constant(Value::Truth(*truth), Type::Truth),
            ExprNode::None => constant(Value::None, Type::Nothing),
            ExprNode::Unset => constant(Value::Unset, Type::Nothing),
            ExprNode::Name(name) => self.name(name, wanted),
            ExprNode::Property(base, name) => self.property(base, name, span),
            ExprNode::Call(name, arguments) => self.call(name, arguments, span),
            ExprNode::Method(owner, name, arguments) => self.method(owner, name, arguments, span),
            ExprNode::List(members) => self.list(members, wanted, span),
            ExprNode::Unary(operator, inner) => self.unary(*operator, inner, wanted, span),
            ExprNode::Binary(operator, a, b) => self.binary(*operator, (a, b), wanted, span),
            ExprNode::Is { subject, negated, word } => {
                let (expr, r#type) = self.is(subject, word, span)?;
                Some((self.negate_if(expr, *negated), r#type))
            }
            ExprNode::Has { list, negated, member } => {
                let expr = self.has(list, member, span)?;
                Some((self.negate_if(expr, *negated), Type::Truth))
            }
            ExprNode::In(inner, range) => self.within(inner, range, span),
            ExprNode::If(condition, then, otherwise) => self.choice((condition, then, otherwise), wanted, span),
            ExprNode::Case { subject, arms, otherwise } => {
                self.case(subject.as_deref(), (arms, otherwise.as_deref()), wanted, span)
            }
            ExprNode::Let(names, body) => self.naming(names, body, wanted, span),
            ExprNode::Repeat(times, inner) => self.repeat(*times, inner, span),
            ExprNode::Over { .. } => self.over(expr),
        }
    }

    fn negate_if(&self, expr: Expr, negated: bool) -> Expr {
        if !negated {
            return expr;
        }
        let span = expr.span;
        fold::fold(Expr { node: Node::Not(Box::new(expr)), span }, self.book())
    }

    fn quantity(&mut self, number: Number, unit: &ast::Name, span: Span) -> TypedExpr {
        let Some(at) = self.book().names.find(Sort::Unit, &unit.text) else {
            let otherwise = format!("declare it: `unit {} …`", super::as_written(&unit.text));
            let help = match is_formula(&unit.text) {
                true => format!("dice have no blank in them: `{number}{}`", unit.text),
                false
                    if self.book().chain.iter().any(|pack| **pack == *unit.text)
                        && habit_of(HabitPlace::Unit, &unit.text).is_none() =>
                {
                    format!("a citation has its sign: `{number} @{}`", unit.text)
                }
                false if matches!(&*unit.text, "die" | "d") => format!("write `{number} dice`"),
                false if self.is_in_scope(&unit.text) => {
                    format!("a product has its sign: `{number} * {}`", unit.text)
                }
                false if self.owned(&unit.text, ast::OwnerDecl::Figure).is_some() => {
                    format!("a product has its sign: `{number} * {}.{}`", self.some_figure(), unit.text)
                }
                false => self.book().unit_hint(&unit.text, &self.book().units_known(&otherwise)),
            };
            let error = RulebookError::UnknownName { sort: "unit".to_string(), name: unit.text.clone() };
            self.report(error, unit.span, "not declared in this rulebook", help);
            return None;
        };
        self.lookup.note(Sort::Unit, at, unit.span);
        let unit = &self.book().units[usize::from(at)];
        let dimension = unit.dimension;
        let Some(amount) = number.times(unit.factor) else {
            let what = format!("`{}`", self.scope.sources.slice(span));
            self.report(RulebookError::TooLarge { what }, span, "too large in base units", "use a smaller number");
            return None;
        };
        Some((Expr::constant(Value::Number(amount), span), Type::Number(dimension)))
    }
}
