//! What is printed reads back as the same expression: random trees are described, parsed again and computed both ways.

use super::sample::*;
use super::{Frame, describe, eval};
use crate::rulebook::{Binary, Expr, Node, Rounding, Rulebook};
use crate::syntax::ast::{self, ExprNode, Unary};
use crate::syntax::parse_expr;
use crate::value::{FigureId, Value};
use proptest::prelude::*;

fn numbers() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![(0_i64..9).prop_map(num), Just(fact(GAP.0)), Just(value(fact(ACTOR.0), 0))];
    leaf.prop_recursive(3, 16, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        let sign = prop_oneof![Just(Binary::Plus), Just(Binary::Minus), Just(Binary::Times), Just(Binary::Over)];
        let rounding = prop_oneof![Just(Rounding::Up), Just(Rounding::Down), Just(Rounding::Nearest)];
        prop_oneof![
            (sign, two.clone()).prop_map(|(sign, (a, b))| bin(sign, a, b)),
            inner.clone().prop_map(|a| expr(Node::Minus(Box::new(a)))),
            (rounding, inner.clone()).prop_map(|(how, a)| expr(Node::Round(how, Box::new(a)))),
            (truths_of(inner.clone().boxed()), two).prop_map(|(c, (a, b))| expr(Node::If(
                Box::new(c),
                Box::new(a),
                Box::new(b)
            ))),
        ]
    })
}

fn truths_of(numbers: BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> {
    let sign = prop_oneof![Just(Binary::Less), Just(Binary::GreaterOrEqual), Just(Binary::Equal)];
    let range = (numbers.clone(), numbers.clone(), numbers.clone());
    let leaf = prop_oneof![
        Just(fact(COVERED.0)),
        (sign, numbers.clone(), numbers).prop_map(|(sign, a, b)| bin(sign, a, b)),
        range.prop_map(|(a, b, c)| expr(Node::In(Box::new(a), Some(Box::new(b)), Some(Box::new(c))))),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (any::<bool>(), inner.clone(), inner.clone()).prop_map(|(and, a, b)| bin(
                if and { Binary::And } else { Binary::Or },
                a,
                b
            )),
            inner.prop_map(|a| expr(Node::Not(Box::new(a)))),
        ]
    })
}

/// The parsed tree with its names resolved, for the names that the trees of this test use.
fn resolved(tree: &ast::ExprDecl) -> Expr {
    let boxed = |tree: &ast::ExprDecl| Box::new(resolved(tree));
    expr(match &tree.node {
        ExprNode::Number(n) => Node::Const(Value::Number(*n)),
        ExprNode::Name(name) if &*name.text == "gap" => Node::Fact(GAP),
        ExprNode::Name(name) if &*name.text == "covered" => Node::Fact(COVERED),
        ExprNode::Name(_) => Node::Fact(ACTOR),
        ExprNode::Property(owner, _) => return value(resolved(owner), 0),
        ExprNode::Unary(Unary::Not, inner) => Node::Not(boxed(inner)),
        ExprNode::Unary(Unary::Minus, inner) => Node::Minus(boxed(inner)),
        ExprNode::Unary(Unary::RoundUp, inner) => Node::Round(Rounding::Up, boxed(inner)),
        ExprNode::Unary(Unary::RoundDown, inner) => Node::Round(Rounding::Down, boxed(inner)),
        ExprNode::Unary(Unary::RoundNearest, inner) => Node::Round(Rounding::Nearest, boxed(inner)),
        ExprNode::Binary(sign, a, b) => Node::Binary(operator(*sign), boxed(a), boxed(b)),
        ExprNode::In(number, range) => {
            Node::In(boxed(number), range.low.as_deref().map(boxed), range.high.as_deref().map(boxed))
        }
        ExprNode::If(c, a, b) => Node::If(boxed(c), boxed(a), boxed(b)),
        other => unreachable!("these trees hold no {other:?}"),
    })
}

fn operator(sign: ast::BinaryDecl) -> Binary {
    match sign {
        ast::BinaryDecl::Or => Binary::Or,
        ast::BinaryDecl::And => Binary::And,
        ast::BinaryDecl::Equal => Binary::Equal,
        ast::BinaryDecl::NotEqual => Binary::NotEqual,
        ast::BinaryDecl::Less => Binary::Less,
        ast::BinaryDecl::LessOrEqual => Binary::LessOrEqual,
        ast::BinaryDecl::Greater => Binary::Greater,
        ast::BinaryDecl::GreaterOrEqual => Binary::GreaterOrEqual,
        ast::BinaryDecl::Plus => Binary::Plus,
        ast::BinaryDecl::Minus => Binary::Minus,
        ast::BinaryDecl::Times => Binary::Times,
        ast::BinaryDecl::Over => Binary::Over,
        ast::BinaryDecl::Rolls => unreachable!("these trees repeat no rolls"),
    }
}

fn read_back(text: &str, rules: &Rulebook) -> Result<Expr, String> {
    let mut sources = rules.sources.clone();
    let id = sources.add("described", text);
    match parse_expr(&sources, id) {
        Ok(tree) => Ok(resolved(&tree)),
        Err(errors) => Err(errors.iter().map(|error| format!("{error}; ")).collect()),
    }
}

proptest! {
    #[test]
    fn described_expressions_mean_the_same(tree in numbers(), covered: bool, gap in 0_i64..9) {
        let rules = rulebook();
        let mut frame = Frame::new();
        frame.state(ACTOR, Value::Figure(FigureId(0))).state(COVERED, Value::Truth(covered)).state(GAP, Value::int(gap));
        let words = describe(&tree, &rules);
        // The parser takes 256 operators in one expression, which is more than anybody writes.
        prop_assume!(words.split(" ").count() < 240);
        let again = read_back(&words, &rules).map_err(|why| TestCaseError::fail(format!("`{words}`: {why}")))?;
        prop_assert_eq!(describe(&again, &rules), words.clone());
        let (first, second) = (eval(&tree, &rules, &WORLD, &frame), eval(&again, &rules, &WORLD, &frame));
        prop_assert_eq!(first.map_err(|error| error.fault().clone()), second.map_err(|error| error.fault().clone()), "{}", words);
    }
}
