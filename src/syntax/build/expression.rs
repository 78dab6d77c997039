//! Expressions and types. Operators bind as pest's Pratt parser is told here, from loosest to tightest.

use super::Build;
use crate::syntax::ast::{
    Arm, BinaryDecl, ExprDecl, ExprNode, Name, Pattern, QuantifierDecl, Range, TypeDecl, TypeNode, Unary,
};
use crate::syntax::error::SyntaxError;
use crate::syntax::grammar::{ParseNode, Rule};
use crate::syntax::limit::{MAX_DICE, MAX_OPERATORS, MAX_SIDES};
use crate::text::Span;
use crate::value::{Keep, Term};
use pest::pratt_parser::{Assoc, Op, PrattParser};
use std::sync::LazyLock;

static PRATT: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::op_or))
        .op(left(Rule::op_and))
        .op(Op::prefix(Rule::op_not))
        .op(left(Rule::equal)
            | left(Rule::not_equal)
            | left(Rule::less)
            | left(Rule::less_or_equal)
            | left(Rule::greater)
            | left(Rule::greater_or_equal)
            | Op::postfix(Rule::is_clause)
            | Op::postfix(Rule::has_clause)
            | Op::postfix(Rule::in_clause))
        .op(left(Rule::plus) | left(Rule::minus))
        .op(left(Rule::times) | left(Rule::over_op))
        .op(left(Rule::rolls))
        .op(Op::prefix(Rule::negative)
            | Op::prefix(Rule::positive)
            | Op::prefix(Rule::round_up)
            | Op::prefix(Rule::round_down)
            | Op::prefix(Rule::round_nearest)
            | Op::prefix(Rule::repeat))
        .op(Op::postfix(Rule::property) | Op::postfix(Rule::method))
});

impl Build<'_> {
    /// A whole expression; the count of operators begins anew.
    pub(crate) fn expr(&mut self, node: ParseNode) -> ExprDecl {
        self.operators = 0;
        self.inner_expr(node)
    }

    /// An expression within another.
    fn inner_expr(&mut self, node: ParseNode) -> ExprDecl {
        let span = self.span(&node);
        let parts = node.into_inner();
        self.operators += parts.clone().count();
        if self.operators > MAX_OPERATORS {
            let at = self.place.of(span);
            if !self.errors.iter().any(|error| matches!(error, SyntaxError::TooLong { .. })) {
                self.errors.push(SyntaxError::TooLong { most: MAX_OPERATORS, src: self.place.src(), at });
            }
            return ExprDecl { node: ExprNode::Unset, span };
        }
        let build = std::cell::RefCell::new(self);
        PRATT
            .map_primary(|part| build.borrow_mut().primary(part))
            .map_prefix(|sign, inner| build.borrow_mut().prefix(sign, inner))
            .map_postfix(|left, part| build.borrow_mut().postfix(left, part))
            .map_infix(|left, sign, right| {
                let span = left.span.to(right.span);
                ExprDecl { node: ExprNode::Binary(binary(sign.as_rule()), Box::new(left), Box::new(right)), span }
            })
            .parse(parts)
    }

    fn prefix(&mut self, sign: ParseNode, inner: ExprDecl) -> ExprDecl {
        let span = self.span(&sign).to(inner.span);
        let unary = match sign.as_rule() {
            Rule::op_not => Unary::Not,
            Rule::negative => Unary::Minus,
            Rule::round_up => Unary::RoundUp,
            Rule::round_down => Unary::RoundDown,
            Rule::round_nearest => Unary::RoundNearest,
            Rule::repeat => {
                let times = sign.into_inner().next().map_or(0, |part| self.small(&part, u64::from(MAX_DICE)));
                return ExprDecl { node: ExprNode::Repeat(times as u32, Box::new(inner)), span };
            }
            // `+3` is 3: the sign only tells modifiers from numbers to the eye.
            _ => return ExprDecl { node: inner.node, span },
        };
        ExprDecl { node: ExprNode::Unary(unary, Box::new(inner)), span }
    }

    fn postfix(&mut self, left: ExprDecl, part: ParseNode) -> ExprDecl {
        let span = left.span.to(self.span(&part));
        let left = Box::new(left);
        let negated = part.clone().into_inner().any(|word| matches!(word.as_rule(), Rule::k_not | Rule::k_no));
        let rule = part.as_rule();
        if rule == Rule::method {
            return ExprDecl { node: self.method(left, part), span };
        }
        let last = part.into_inner().next_back().expect("each postfix form ends in what it is about");
        let node = match rule {
            Rule::property => ExprNode::Property(left, self.name(&last)),
            Rule::is_clause => ExprNode::Is { subject: left, negated, word: self.name(&last) },
            Rule::has_clause => ExprNode::Has { list: left, negated, member: Box::new(self.inner_expr(last)) },
            _ => ExprNode::In(left, self.range(last)),
        };
        ExprDecl { node, span }
    }

    pub(crate) fn range(&mut self, node: ParseNode) -> Range {
        let span = self.span(&node);
        let (mut low, mut high, mut behind) = (None, None, false);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::dots => behind = true,
                _ if behind => high = Some(Box::new(self.inner_expr(part))),
                _ => low = Some(Box::new(self.inner_expr(part))),
            }
        }
        Range { low, high, span }
    }

    fn primary(&mut self, node: ParseNode) -> ExprDecl {
        let span = self.span(&node);
        let node = match node.as_rule() {
            Rule::paren => {
                let inner = node.into_inner().find(|part| part.as_rule() == Rule::expr).expect("brackets hold one");
                return ExprDecl { span, ..self.inner_expr(inner) };
            }
            Rule::quantity => self.quantity(node),
            Rule::dice => ExprNode::Dice(self.dice(node)),
            Rule::text => ExprNode::Text(self.text(&node)),
            Rule::truth => ExprNode::Truth(matches!(node.as_str().trim_end(), "true" | "yes")),
            Rule::none => ExprNode::None,
            Rule::unset => ExprNode::Unset,
            Rule::reference => ExprNode::Name(self.name(&node)),
            Rule::list => ExprNode::List(self.exprs(node)),
            Rule::call => {
                let name = self.only_name(&node);
                match self.child(&node, Rule::arguments) {
                    Some(arguments) => ExprNode::Call(name, self.exprs(arguments)),
                    None => ExprNode::Name(name),
                }
            }
            Rule::case_expr => self.case(node),
            Rule::let_expr => self.names_of(node),
            Rule::if_expr => {
                let mut parts = self.exprs(node).into_iter().map(Box::new);
                let mut next = || parts.next().expect("a choice has three parts");
                ExprNode::If(next(), next(), next())
            }
            _ => self.over(node),
        };
        ExprDecl { node, span }
    }

    pub(super) fn exprs(&mut self, node: ParseNode) -> Vec<ExprDecl> {
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::expr).collect();
        parts.into_iter().map(|part| self.inner_expr(part)).collect()
    }

    /// `.name(a, b)` behind an expression.
    fn method(&mut self, owner: Box<ExprDecl>, node: ParseNode) -> ExprNode {
        let property = self.child(&node, Rule::property).unwrap_or_else(|| node.clone());
        let name = self.only_name(&property);
        let arguments = self.child(&node, Rule::arguments).map_or_else(Vec::new, |given| self.exprs(given));
        ExprNode::Method(owner, name, arguments)
    }

    fn names_of(&mut self, node: ParseNode) -> ExprNode {
        let (mut names, mut body) = (Vec::new(), self.missing(&node));
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::binding => {
                    let name = self.only_name(&part);
                    let value = self.child(&part, Rule::expr).map(|value| self.inner_expr(value));
                    names.push((name, value.unwrap_or_else(|| self.missing(&part))));
                }
                Rule::expr => body = self.inner_expr(part),
                _ => {}
            }
        }
        ExprNode::Let(names, Box::new(body))
    }

    fn case(&mut self, node: ParseNode) -> ExprNode {
        let (mut subject, mut arms, mut otherwise) = (None, Vec::new(), None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::case_of => subject = self.inside(&part),
                Rule::otherwise => otherwise = self.inside(&part),
                Rule::case_arm | Rule::test_arm => arms.push(self.case_arm(part)),
                _ => {}
            }
        }
        ExprNode::Case { subject, arms, otherwise }
    }

    /// The only expression within.
    fn inside(&mut self, node: &ParseNode) -> Option<Box<ExprDecl>> {
        self.child(node, Rule::expr).map(|part| Box::new(self.inner_expr(part)))
    }

    fn case_arm(&mut self, node: ParseNode) -> Arm {
        let missing = self.missing(&node);
        let mut parts = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::pattern => parts.push(self.pattern(part)),
                Rule::expr => parts.push(Pattern::Expr(self.inner_expr(part))),
                _ => {}
            }
        }
        match parts.pop() {
            Some(Pattern::Expr(value)) => Arm { patterns: parts, value },
            _ => Arm { patterns: parts, value: missing },
        }
    }

    fn pattern(&mut self, node: ParseNode) -> Pattern {
        let is_range = self.child(&node, Rule::dots).is_some();
        match self.inside(&node) {
            Some(expr) if !is_range => Pattern::Expr(*expr),
            _ => Pattern::Range(self.range(node)),
        }
    }

    fn quantity(&mut self, node: ParseNode) -> ExprNode {
        let mut parts = node.into_inner();
        let number = parts.next().expect("a quantity begins with its number");
        let number = self.number(&number);
        match parts.next() {
            Some(unit) => ExprNode::Quantity(number, self.name(&unit)),
            None => ExprNode::Number(number),
        }
    }

    fn over(&mut self, node: ParseNode) -> ExprNode {
        let (mut quantifier, mut variable, mut list) = (QuantifierDecl::Any, None, None);
        let (mut condition, mut body, mut next) = (None, None, Rule::k_in);
        let whole = self.missing(&node);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::quantifier => quantifier = read_quantifier(part.as_str()),
                Rule::plain_name => variable = Some(self.name(&part)),
                Rule::expr => {
                    let expr = Some(Box::new(self.inner_expr(part)));
                    match next {
                        Rule::k_where => condition = expr,
                        Rule::colon => body = expr,
                        _ => list = expr,
                    }
                }
                other => next = other,
            }
        }
        let variable = variable.unwrap_or(Name { text: String::new(), span: whole.span });
        ExprNode::Over { quantifier, variable, list: list.unwrap_or(Box::new(whole)), condition, body }
    }

    /// `3d6 keep highest 2`; what is dropped is turned into what is kept.
    pub(crate) fn dice(&mut self, node: ParseNode) -> Term {
        let whole = node.clone();
        let (mut term, mut drops, mut highest) =
            (Term { minus: false, count: 1, sides: 1, keep: Keep::All }, false, true);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::throw => term = self.throw(&part),
                Rule::keep_word => drops = part.as_str() == "drop",
                Rule::keep_side => highest = part.as_str() == "highest",
                _ => {
                    let most = u64::from(term.count);
                    let number: u64 = part.as_str().parse().unwrap_or(u64::MAX);
                    let kept = if drops { most.saturating_sub(number) } else { number };
                    if number > most || kept == 0 {
                        let verb = if drops { "drop" } else { "keep" };
                        let reason = format!("{number} of {most} cannot be {}", if drops { "dropped" } else { "kept" });
                        let help = match (drops, most) {
                            (_, 1) => format!("leave out `{verb}`: there is one die only"),
                            _ => format!("{verb} 1 to {}", most - 1),
                        };
                        self.bad_dice(&whole, reason, help);
                        return term;
                    }
                    term.keep = match highest != drops {
                        true => Keep::Highest(kept as u16),
                        false => Keep::Lowest(kept as u16),
                    };
                }
            }
        }
        term
    }

    fn throw(&mut self, node: &ParseNode) -> Term {
        let (count, sides) = node.as_str().split_once('d').unwrap_or(("1", "1"));
        let count = if count.is_empty() { Ok(1) } else { count.parse::<u16>() };
        let term = |count, sides| Term { minus: false, count, sides, keep: Keep::All };
        match (count, sides.parse::<u16>()) {
            (Ok(0), _) => self.bad_dice(node, "there is no die".to_string(), "throw 1 or more".to_string()),
            (_, Ok(0)) => self.bad_dice(node, "a die has sides".to_string(), "write for example `d6`".to_string()),
            (Ok(count @ 1..=MAX_DICE), Ok(sides @ 1..=MAX_SIDES)) => return term(count, sides),
            (Ok(1..=MAX_DICE), _) => {
                let reason = "too many sides".to_string();
                self.bad_dice(node, reason, format!("a die has at most {MAX_SIDES} sides"));
            }
            _ => {
                let reason = "too many dice".to_string();
                self.bad_dice(node, reason, format!("throw at most {MAX_DICE} dice at once"));
            }
        }
        term(1, 1)
    }

    fn bad_dice(&mut self, node: &ParseNode, reason: String, help: String) {
        let (at, dice) = (self.place.of(self.span(node)), node.as_str().trim_end().to_string());
        self.errors.push(SyntaxError::BadDice { dice, reason, src: self.place.src(), at, help });
    }

    pub(crate) fn r#type(&mut self, node: ParseNode) -> TypeDecl {
        let span = self.span(&node);
        let (mut lists, mut optional) = (0, false);
        let mut base = TypeNode::Name(Name { text: String::new(), span });
        for part in node.into_inner() {
            let here = self.name(&part);
            base = match part.as_rule() {
                Rule::list_of => {
                    lists += 1;
                    continue;
                }
                Rule::or_none => {
                    optional = true;
                    continue;
                }
                Rule::dice => TypeNode::Dice(self.dice(part)),
                Rule::one_of => TypeNode::OneOf(self.names(part)),
                Rule::type_number => match self.child(&part, Rule::unit_name) {
                    Some(unit) => TypeNode::Quantity(self.name(&unit)),
                    None => TypeNode::Name(here),
                },
                _ => TypeNode::Name(here),
            };
        }
        let mut whole = TypeDecl { node: base, span };
        if lists > super::super::limit::MAX_DEPTH {
            let at = self.place.of(span);
            self.errors.push(SyntaxError::TooDeep { most: super::super::limit::MAX_DEPTH, src: self.place.src(), at });
            lists = 0;
        }
        for _ in 0..lists {
            whole = TypeDecl { node: TypeNode::List(Box::new(whole)), span };
        }
        if optional { TypeDecl { node: TypeNode::Optional(Box::new(whole)), span } } else { whole }
    }

    /// An amount with a word behind it that the expression took for its unit: `1 AP` of `spends 1 AP`.
    pub(crate) fn split_unit(&self, expr: &mut ExprDecl) -> Option<Name> {
        let start = expr.span.start;
        if let ExprNode::Quantity(number, unit) = &expr.node {
            let (number, unit) = (*number, unit.clone());
            expr.node = ExprNode::Number(number);
            expr.span = Span { end: unit.span.start.max(start), ..expr.span };
            return Some(unit);
        }
        match &mut expr.node {
            ExprNode::Binary(_, _, inner) | ExprNode::Unary(_, inner) | ExprNode::Repeat(_, inner) => {
                self.split_unit(inner)
            }
            _ => None,
        }
    }
}

fn read_quantifier(word: &str) -> QuantifierDecl {
    match word.trim_end() {
        "any" => QuantifierDecl::Any,
        "all" => QuantifierDecl::All,
        "count" => QuantifierDecl::Count,
        "first" => QuantifierDecl::First,
        "list" => QuantifierDecl::List,
        _ => QuantifierDecl::Sum,
    }
}

/// The operator that a rule of the grammar stands for.
pub(super) fn binary(rule: Rule) -> BinaryDecl {
    match rule {
        Rule::op_or => BinaryDecl::Or,
        Rule::op_and => BinaryDecl::And,
        Rule::equal => BinaryDecl::Equal,
        Rule::not_equal => BinaryDecl::NotEqual,
        Rule::less => BinaryDecl::Less,
        Rule::less_or_equal => BinaryDecl::LessOrEqual,
        Rule::greater => BinaryDecl::Greater,
        Rule::greater_or_equal => BinaryDecl::GreaterOrEqual,
        Rule::plus => BinaryDecl::Plus,
        Rule::minus => BinaryDecl::Minus,
        Rule::times => BinaryDecl::Times,
        Rule::rolls => BinaryDecl::Rolls,
        _ => BinaryDecl::Over,
    }
}
