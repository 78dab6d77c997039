//! A plain dice formula from text: what a script writes as `"2d6+1"`.

use super::ast::{BinaryDecl, ExprDecl, ExprNode, Unary};
use super::parse_expr;
use crate::text::Sources;
use crate::value::Formula;

/// The longest text that is read as dice.
const LONGEST: usize = 200;

/// The formula a text says, if it is a sum of dice and whole numbers.
pub fn parse_formula(text: &str) -> Option<Formula> {
    if text.len() > LONGEST {
        return None;
    }
    let mut sources = Sources::default();
    let id = sources.add("dice", text);
    let mut formula = Formula::default();
    add(&parse_expr(&sources, id).ok()?, false, &mut formula)?;
    Some(formula)
}

fn add(expr: &ExprDecl, minus: bool, formula: &mut Formula) -> Option<()> {
    match &expr.node {
        ExprNode::Number(number) => {
            let number = number.as_int()?;
            let number = if minus { number.checked_neg()? } else { number };
            formula.plus = formula.plus.checked_add(number)?;
        }
        ExprNode::Dice(term) => {
            let mut term = *term;
            term.minus ^= minus;
            formula.terms.push(term);
        }
        ExprNode::Unary(Unary::Minus, inner) => add(inner, !minus, formula)?,
        ExprNode::Binary(BinaryDecl::Plus, left, right) => {
            add(left, minus, formula)?;
            add(right, minus, formula)?;
        }
        ExprNode::Binary(BinaryDecl::Minus, left, right) => {
            add(left, minus, formula)?;
            add(right, !minus, formula)?;
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::parse_formula;

    #[test]
    fn sums_of_dice_and_nothing_else() {
        for (text, expected) in [
            ("2d6+1", Some("2d6+1")),
            ("d20", Some("1d20")),
            ("3d6 - 1d4 - 2", Some("3d6-1d4-2")),
            ("4", Some("4")),
            ("2 * 3d6", None),
            ("agility", None),
            ("", None),
        ] {
            assert_eq!(parse_formula(text).map(|formula| formula.to_string()).as_deref(), expected, "{text}");
        }
    }
}
