//! Operators: truth, comparison, exact arithmetic, dice, choice.

use super::{RulebookError, TypedExpr, Typer, fold};
use crate::rulebook::{Binary, Dimension, Expr, Function, Node, Rounding, Type};
use crate::syntax::ast::{self, ExprNode};
use crate::text::Span;
use crate::value::{Formula, Number, Value};

/// How many terms one formula may have: `N x E` repeats them.
const MOST_TERMS: usize = 64;

/// Of the words of a set so many are told.
const FEW_WORDS: usize = 8;

impl Typer<'_> {
    pub(super) fn unary(
        &mut self,
        operator: ast::Unary,
        inner: &ast::ExprDecl,
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        let rounding = match operator {
            ast::Unary::Not => {
                let (inner, r#type) = self.truth(inner)?;
                return Some((fold::fold(Expr { node: Node::Not(Box::new(inner)), span }, self.book()), r#type));
            }
            ast::Unary::Minus => {
                let (inner, r#type) = self.number_as(inner, wanted)?;
                return Some((fold::fold(Expr { node: Node::Minus(Box::new(inner)), span }, self.book()), r#type));
            }
            ast::Unary::RoundUp => Rounding::Up,
            ast::Unary::RoundDown => Rounding::Down,
            ast::Unary::RoundNearest => Rounding::Nearest,
        };
        let (inner, r#type) = self.number(inner)?;
        self.round(rounding, inner, &r#type, span)
    }

    /// A truth, or a chance where dice are random.
    pub(super) fn truth(&mut self, expr: &ast::ExprDecl) -> TypedExpr {
        let (expr, r#type) = self.typed(expr, Some(&Type::Truth))?;
        match r#type.bare() {
            Type::Chance => Some((expr, Type::Chance)),
            _ => Some((self.fit(expr, &r#type, &Type::Truth)?, Type::Truth)),
        }
    }

    /// A number of any dimension, or dice.
    pub(super) fn number(&mut self, expr: &ast::ExprDecl) -> TypedExpr {
        self.number_as(expr, None)
    }

    fn number_as(&mut self, expr: &ast::ExprDecl, wanted: Option<&Type>) -> TypedExpr {
        let (expr, r#type) = self.typed(expr, wanted.or(Some(&Type::NUMBER)))?;
        let is_none = matches!(expr.node, Node::Const(Value::None));
        match r#type.bare() {
            Type::Number(_) | Type::Dice => Some((expr, r#type.bare().clone())),
            Type::Nothing if !is_none => Some((expr, Type::NUMBER)),
            found => {
                let help = self.help_for(found, &Type::NUMBER, expr.span);
                let found = self.words(found);
                self.mismatch(&Type::NUMBER, &found, expr.span, &help);
                None
            }
        }
    }

    /// The common type of numbers so far and one more; reports a mixture of dimensions.
    pub(super) fn same_dimension(&mut self, so_far: &Type, next: (&Expr, &Type)) -> Option<Type> {
        let (one, two) = (so_far.bare(), next.1.bare());
        match (one, two) {
            (Type::Number(a), Type::Number(b)) if a == b => Some(one.clone()),
            (Type::Dice, Type::Dice) => Some(Type::Dice),
            (Type::Dice, Type::Number(d)) | (Type::Number(d), Type::Dice) if *d == Dimension::PURE => Some(Type::Dice),
            (Type::Number(a), Type::Number(b)) => {
                self.unit_mismatch(next.0, *b, *a);
                None
            }
            _ => {
                let (left, right) = (self.words(one), self.words(two));
                let label = format!("this is {right}");
                let help = "dice are pure numbers: multiply the total by the unit in a script";
                self.report(RulebookError::UnitMismatch { left, right }, next.0.span, &label, help);
                None
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        operator: ast::BinaryDecl,
        (a, b): (&ast::ExprDecl, &ast::ExprDecl),
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        use ast::BinaryDecl as B;
        match operator {
            _ if self.is_row_of_names(operator, (a, b), wanted) => None,
            B::Or | B::And if self.lacks_subject(operator, a, b) => None,
            B::Or | B::And => {
                let (a, b) = (self.truth(a), self.truth(b));
                let ((a, one), (b, two)) = (a?, b?);
                let r#type = if one == Type::Chance || two == Type::Chance { Type::Chance } else { Type::Truth };
                let operator = if operator == B::Or { Binary::Or } else { Binary::And };
                self.two(operator, a, b, r#type, span)
            }
            B::Equal | B::NotEqual => self.equality(operator, a, b, span),
            B::Less | B::LessOrEqual | B::Greater | B::GreaterOrEqual => self.order(operator, a, b, span),
            B::Plus | B::Minus => self.addition(operator, (a, b), wanted, span),
            B::Over if self.is_split_rounding(a, b) => None,
            B::Times | B::Over => self.product(operator, a, b, span),
            B::Rolls => self.rolls(a, b, span),
        }
    }

    /// `target is prone or kneeling`: of whom the second is asked is not said, which is told.
    fn lacks_subject(&mut self, operator: ast::BinaryDecl, a: &ast::ExprDecl, b: &ast::ExprDecl) -> bool {
        let ExprNode::Name(word) = &b.node else { return false };
        let (asked, binds) = last_asked(a);
        let ExprNode::Is { subject, negated, .. } = &asked.node else { return false };
        if self.is_in_scope(&word.text) || !self.book().is_state_word(&word.text) {
            return false;
        }
        if !self.can_be(subject, &word.text) {
            let (expected, found) = (self.words(&Type::Truth), format!("the word `{}`", word.text));
            let help = self.who_beside(&word.text, b.span);
            self.report(RulebookError::WrongType { expected, found }, b.span, "of whom?", help);
            return true;
        }
        let slice = |span: Span| self.scope.sources.slice(span);
        let (is, joined) = match (negated, operator) {
            // Whoever is not one or the other is neither.
            (true, _) => ("is not", "and"),
            (false, ast::BinaryDecl::And) => ("is", "and"),
            _ => ("is", "or"),
        };
        let both = format!("{} {joined} {} {is} {}", slice(asked.span).trim(), slice(subject.span).trim(), word.text);
        let before = slice(Span { end: asked.span.start, ..a.span });
        let behind = slice(Span { start: asked.span.end, ..a.span }).trim_end();
        let help = match behind.is_empty() {
            true if binds.is_closer_than(joined) => format!("each is asked by itself: `{before}({both})`"),
            true => format!("each is asked by itself: `{before}{both}`"),
            false => format!(
                "each is asked by itself: `{} {joined} {} {is} {}`",
                slice(a.span).trim(),
                slice(subject.span).trim(),
                word.text
            ),
        };
        let (expected, found) = (self.words(&Type::Truth), format!("the word `{}`", word.text));
        self.report(RulebookError::WrongType { expected, found }, b.span, "of whom?", help);
        true
    }

    fn two(&mut self, operator: Binary, a: Expr, b: Expr, r#type: Type, span: Span) -> TypedExpr {
        let node = Node::Binary(operator, Box::new(a), Box::new(b));
        Some((fold::fold(Expr { node, span }, self.book()), r#type))
    }

    /// Both sides, each helping the other: a word or a thing is found by the type of the other side.
    fn sides(&mut self, a: &ast::ExprDecl, b: &ast::ExprDecl) -> Option<((Expr, Type), (Expr, Type))> {
        let is_name = |expr: &ast::ExprDecl| matches!(expr.node, ExprNode::Name(_) | ExprNode::Text(_));
        let is_known = |typer: &Self, expr: &ast::ExprDecl| match &expr.node {
            ExprNode::Name(name) => typer.is_in_scope(&name.text),
            _ => !is_name(expr),
        };
        if !is_known(self, a) && is_known(self, b) {
            let right = self.typed(b, None)?;
            let left = self.typed(a, Some(&right.1))?;
            return Some((left, right));
        }
        let left = self.typed(a, None);
        // What a bare word means, only the other side would say.
        if left.is_none() && !is_known(self, b) {
            return None;
        }
        let wanted = left.as_ref().map(|left| left.1.clone());
        let right = self.typed(b, wanted.as_ref());
        Some((left?, right?))
    }

    fn equality(&mut self, operator: ast::BinaryDecl, a: &ast::ExprDecl, b: &ast::ExprDecl, span: Span) -> TypedExpr {
        if self.is_state_of_figure(a, b) {
            return None;
        }
        let ((a, one), (b, two)) = self.sides(a, b)?;
        let operator = if operator == ast::BinaryDecl::Equal { Binary::Equal } else { Binary::NotEqual };
        let numeric = |r#type: &Type| matches!(r#type.bare(), Type::Number(_) | Type::Dice);
        // Dice that are data, on both sides, are the same dice or others.
        let are_dice = one.bare() == &Type::Dice && two.bare() == &Type::Dice && !self.is_random();
        if numeric(&one) && numeric(&two) && !are_dice {
            let common = self.same_dimension(&one, (&b, &two))?;
            let r#type = self.compared(&common, span)?;
            return self.two(operator, a, b, r#type, span);
        }
        if one.fits(&two) || two.fits(&one) {
            return self.two(operator, a, b, Type::Truth, span);
        }
        let help = match (one.bare(), two.bare()) {
            (Type::List(inner), other) if inner.fits(other) || other.fits(inner) => {
                let slice = |span: Span| self.scope.sources.slice(span).trim().to_string();
                format!("of a list it is asked what it `has`: `{} has {}`", slice(a.span), slice(b.span))
            }
            // Whatever stands on the left, a list on one side is counted where the other is a number.
            (Type::List(_), Type::Number(_)) => self.help_for(&one, &two, a.span),
            _ => self.help_for(&two, &one, b.span),
        };
        let found = self.words(&two);
        self.mismatch(one.bare(), &found, b.span, &help);
        None
    }

    fn order(&mut self, operator: ast::BinaryDecl, a: &ast::ExprDecl, b: &ast::ExprDecl, span: Span) -> TypedExpr {
        if self.is_chain(a, b) {
            return None;
        }
        let ((a, one), (b, two)) = self.sides(a, b)?;
        let operator = match operator {
            ast::BinaryDecl::Less => Binary::Less,
            ast::BinaryDecl::LessOrEqual => Binary::LessOrEqual,
            ast::BinaryDecl::Greater => Binary::Greater,
            _ => Binary::GreaterOrEqual,
        };
        if let (Type::Symbol(set), Type::Symbol(other)) = (one.bare(), two.bare())
            && set == other
        {
            return self.two(operator, a, b, Type::Truth, span);
        }
        let (one, two) = (self.ordered(&a, &one), self.ordered(&b, &two));
        let common = self.same_dimension(&one?, (&b, &two?))?;
        let r#type = self.compared(&common, span)?;
        self.two(operator, a, b, r#type, span)
    }

    /// `3 < range < 9`: a comparison of a comparison, which is told.
    fn is_chain(&mut self, a: &ast::ExprDecl, b: &ast::ExprDecl) -> bool {
        use ast::BinaryDecl as B;
        let compared = |expr: &ast::ExprDecl| match &expr.node {
            ExprNode::Binary(B::Less | B::LessOrEqual | B::Greater | B::GreaterOrEqual, _, middle) => Some(middle.span),
            _ => None,
        };
        let Some(middle) = compared(a) else { return false };
        let slice = |span: Span| self.scope.sources.slice(span).to_string();
        let sign = self.scope.sources.slice(Span { start: a.span.end, end: b.span.start, ..a.span }).trim().to_string();
        let help = format!(
            "each comparison stands by itself: `{} and {} {sign} {}`",
            slice(a.span),
            slice(middle),
            slice(b.span)
        );
        let found = self.words(&Type::Truth);
        self.mismatch(&Type::NUMBER, &found, a.span, &help);
        true
    }

    /// `target = prone`: a figure is no word, which is told.
    fn is_state_of_figure(&mut self, a: &ast::ExprDecl, b: &ast::ExprDecl) -> bool {
        let (ExprNode::Name(figure), ExprNode::Name(word)) = (&a.node, &b.node) else { return false };
        if !self.is_in_scope(&figure.text) || self.is_in_scope(&word.text) {
            return false;
        }
        let Some((_, r#type)) = self.typed(a, None).filter(|(_, r#type)| *r#type.bare() == Type::Figure) else {
            return false;
        };
        let help = format!("what a figure is stands behind `is`: `{} is {}`", figure.text, word.text);
        self.mismatch(&r#type, "a word", b.span, &help);
        true
    }

    /// A type that has an order.
    fn ordered(&mut self, expr: &Expr, r#type: &Type) -> Option<Type> {
        match r#type.bare() {
            Type::Number(_) | Type::Dice => Some(r#type.bare().clone()),
            Type::Nothing if !matches!(expr.node, Node::Const(Value::None)) => Some(Type::NUMBER),
            found => {
                let help = match found {
                    Type::Symbol(set) => {
                        let words = &self.book().sets[set.index()].words;
                        let named = words.iter().map(|word| &*word.name).take(FEW_WORDS).collect::<Vec<_>>().join(", ");
                        let what = self.scope.sources.slice(expr.span).trim().to_string();
                        match words.first() {
                            Some(first) => format!(
                                "it is one of {named}, in this order: ask `{what} is {0}`, or compare it with a word, `{what} > {0}`",
                                first.name
                            ),
                            None => "words are ordered among those of their own set".to_string(),
                        }
                    }
                    Type::Figure | Type::Text | Type::List(_) => self.help_for(found, &Type::NUMBER, expr.span),
                    _ => "only numbers, and words of one set, have an order".to_string(),
                };
                let found = self.words(found);
                self.mismatch(&Type::NUMBER, &found, expr.span, &help);
                None
            }
        }
    }

    /// The type of a comparison: dice make it a chance, which only odds may ask.
    fn compared(&mut self, common: &Type, span: Span) -> Option<Type> {
        match common {
            Type::Dice if self.is_random() => Some(Type::Chance),
            Type::Dice => {
                let slice = self.scope.sources.slice(span).to_string();
                let help = match pool(&slice) {
                    Some(pool) => format!(
                        "how many dice of several show that is written `{pool}`; the sum of dice is compared by a `check`"
                    ),
                    None => "rules compare numbers; a `check` compares what was rolled".to_string(),
                };
                let (expected, found) = ("numbers to compare".to_string(), "dice".to_string());
                self.report(RulebookError::WrongType { expected, found }, span, "dice that are not rolled yet", help);
                None
            }
            _ => Some(Type::Truth),
        }
    }

    fn addition(
        &mut self,
        operator: ast::BinaryDecl,
        (a, b): (&ast::ExprDecl, &ast::ExprDecl),
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        if self.is_label(operator, a, b) {
            return None;
        }
        let (a, b) = (self.number_as(a, wanted), self.number_as(b, wanted));
        let ((a, one), (b, two)) = (a?, b?);
        let common = self.same_dimension(&one, (&b, &two))?;
        let operator = if operator == ast::BinaryDecl::Plus { Binary::Plus } else { Binary::Minus };
        self.two(operator, a, b, common, span)
    }

    /// `"prone" +2`, and `8+ "to hit"`: an amount and its label, read as a sum, which is told.
    fn is_label(&mut self, operator: ast::BinaryDecl, a: &ast::ExprDecl, b: &ast::ExprDecl) -> bool {
        let slice = |span: Span| self.scope.sources.slice(span).trim().to_string();
        let is_label = |expr: &ast::ExprDecl| match &expr.node {
            ExprNode::Text(text) => {
                text.text.parse::<f64>().is_err() && self.owned(&text.text, ast::OwnerDecl::Figure).is_none()
            }
            _ => false,
        };
        let sign = if operator == ast::BinaryDecl::Plus { "+" } else { "-" };
        let (at, help) = match (is_label(a), is_label(b)) {
            (true, false) => {
                let right = format!("{sign}{} {}", slice(b.span), slice(a.span));
                (a.span, format!("the amount comes first, then its label: `{right}`"))
            }
            (false, true) => {
                let right = format!("{} {}", slice(a.span), slice(b.span));
                (b.span, format!("no `{sign}` stands between a number and its label: `{right}`"))
            }
            _ => return false,
        };
        let (expected, found) = (self.words(&Type::NUMBER), self.words(&Type::Text));
        self.report(RulebookError::WrongType { expected, found }, at, "a label is nothing to add", help);
        true
    }

    fn product(&mut self, operator: ast::BinaryDecl, a: &ast::ExprDecl, b: &ast::ExprDecl, span: Span) -> TypedExpr {
        let (a, b) = (self.number(a), self.number(b));
        let ((a, one), (b, two)) = (a?, b?);
        let is_times = operator == ast::BinaryDecl::Times;
        let r#type = match (&one, &two) {
            (Type::Number(left), Type::Number(right)) => {
                let dimension = if is_times { left.times(*right) } else { left.over(*right) };
                let Some(dimension) = dimension else {
                    let error = RulebookError::TooLarge { what: "the power of a unit".to_string() };
                    self.report(error, span, "too many units multiplied", "divide by units first");
                    return None;
                };
                Type::Number(dimension)
            }
            _ if self.is_random() => Type::Dice,
            _ => {
                let help = "several rolls are `N x …`; a total is multiplied by `results` or in a script";
                let (expected, found) = ("a number".to_string(), "dice".to_string());
                self.report(RulebookError::WrongType { expected, found }, span, "dice are not rolled yet", help);
                return None;
            }
        };
        if !is_times && b.as_number() == Some(Number::ZERO) {
            let help = "nothing can be divided by 0: write another number, or take it away";
            self.report(RulebookError::DividesByZero, b.span, "this is always 0", help);
            return None;
        }
        self.two(if is_times { Binary::Times } else { Binary::Over }, a, b, r#type, span)
    }

    pub(super) fn within(&mut self, inner: &ast::ExprDecl, range: &ast::Range, span: Span) -> TypedExpr {
        let (inner, r#type) = self.typed(inner, None)?;
        let mut common = match r#type.bare() {
            Type::Symbol(_) => r#type.bare().clone(),
            _ => self.ordered(&inner, &r#type)?,
        };
        let mut ends = [None, None];
        for (slot, end) in ends.iter_mut().zip([&range.low, &range.high]) {
            let Some(end) = end else { continue };
            if let Type::Symbol(_) = common {
                *slot = Some(Box::new(self.expect(end, &common)?));
                continue;
            }
            let (end, end_type) = self.number(end)?;
            common = self.same_dimension(&common, (&end, &end_type))?;
            *slot = Some(Box::new(end));
        }
        let [low, high] = ends;
        let r#type = if let Type::Symbol(_) = common { Type::Truth } else { self.compared(&common, span)? };
        let node = Node::In(Box::new(inner), low, high);
        Some((fold::fold(Expr { node, span }, self.book()), r#type))
    }

    pub(super) fn choice(
        &mut self,
        (condition, then, otherwise): (&ast::ExprDecl, &ast::ExprDecl, &ast::ExprDecl),
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        let condition = self.truth(condition);
        let then = self.typed(then, wanted);
        let hint = wanted.cloned().or_else(|| then.as_ref().map(|then| then.1.clone()));
        let otherwise = self.typed(otherwise, hint.as_ref());
        let ((condition, asked), (then, one), (otherwise, two)) = (condition?, then?, otherwise?);
        let joined = self.either(&one, (&otherwise, &two))?;
        let joined = if asked == Type::Chance { as_rolled(joined) } else { joined };
        let node = Node::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        Some((fold::fold(Expr { node, span }, self.book()), joined))
    }

    /// The type of what is one or the other.
    pub(super) fn either(&mut self, one: &Type, (expr, two): (&Expr, &Type)) -> Option<Type> {
        let joined = one.join(two);
        if joined.is_none() {
            if let (Type::Number(a), Type::Number(b)) = (one.bare(), two.bare()) {
                self.unit_mismatch(expr, *b, *a);
                return None;
            }
            let found = self.words(two);
            self.mismatch(one.bare(), &found, expr.span, "both sides of a choice are of one type");
        }
        joined
    }

    /// `N x E` where N is computed.
    fn rolls(&mut self, count: &ast::ExprDecl, inner: &ast::ExprDecl, span: Span) -> TypedExpr {
        let (count, inner) = (self.expect(count, &Type::NUMBER), self.number(inner));
        let (count, (inner, r#type)) = (count?, inner?);
        Some((Expr { node: Node::Call(Function::Repeat, vec![count, inner]), span }, r#type))
    }

    pub(super) fn repeat(&mut self, times: u32, inner: &ast::ExprDecl, span: Span) -> TypedExpr {
        let (inner, r#type) = self.number(inner)?;
        if let Node::Const(Value::Dice(formula)) = &inner.node {
            let count = times as usize;
            let plus = formula.plus.checked_mul(i64::from(times));
            let (Some(plus), true) = (plus, formula.terms.len().saturating_mul(count) <= MOST_TERMS) else {
                let error = RulebookError::TooLarge { what: "this sum of dice".to_string() };
                self.report(error, span, "too many dice", format!("at most {MOST_TERMS} terms of dice are added"));
                return None;
            };
            let terms = std::iter::repeat_n(&formula.terms, count).flatten().copied().collect();
            let value = Value::Dice(std::sync::Arc::new(Formula { terms, plus }));
            return Some((Expr::constant(value, span), Type::Dice));
        }
        Some((Expr { node: Node::Repeat(times, Box::new(inner)), span }, r#type))
    }
}

/// What stands before a question in its condition.
#[derive(Clone, Copy, Default)]
struct BoundBefore {
    is_and: bool,
    is_not: bool,
}

impl BoundBefore {
    /// Whether it would take the first of two questions that are joined, and leave the second.
    fn is_closer_than(self, joined: &str) -> bool {
        self.is_not || self.is_and && joined == "or"
    }
}

/// What is asked last in a condition, and what of the same condition binds it.
fn last_asked(condition: &ast::ExprDecl) -> (&ast::ExprDecl, BoundBefore) {
    let (mut asked, mut binds) = (condition, BoundBefore::default());
    loop {
        asked = match &asked.node {
            ExprNode::Binary(operator, _, last) => {
                binds.is_and |= *operator == ast::BinaryDecl::And;
                last
            }
            ExprNode::Unary(ast::Unary::Not, inner) => {
                binds.is_not = true;
                inner
            }
            _ => return (asked, binds),
        };
    }
}

/// `5d6 > 4` as how many of them show that.
fn pool(text: &str) -> Option<String> {
    let at = text.find(['<', '>'])?;
    let (dice, rest) = text.split_at(at);
    let (count, sides) = dice.trim().split_once('d')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(count) && is_number(sides)).then(|| format!("{count} x (if d{sides} {} then 1 else 0)", rest.trim()))
}

/// The type of a choice that dice make.
pub(super) fn as_rolled(joined: Type) -> Type {
    match joined {
        Type::Number(_) => Type::Dice,
        Type::Truth => Type::Chance,
        joined => joined,
    }
}
