//! A setting of a pack below that is replaced by a value of another sort: told at the value, with the one below.

use super::error::{PlacedError, RulebookError};
use super::level::{Level, gather};
use crate::diag::Diagnostic;
use crate::syntax::ast::{Body, Declaration, ExprDecl, ExprNode, Unary};
use crate::text::Sources;

/// Of which sort a value is, as far as that shows where it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WrittenSort<'a> {
    Number,
    /// A number in this unit.
    Quantity(&'a str),
    Dice,
    Text,
    Truth,
}

impl<'a> WrittenSort<'a> {
    fn of(value: &'a ExprDecl) -> Option<WrittenSort<'a>> {
        Some(match &value.node {
            ExprNode::Number(_) => WrittenSort::Number,
            ExprNode::Quantity(_, unit) => WrittenSort::Quantity(&unit.text),
            ExprNode::Dice(_) => WrittenSort::Dice,
            ExprNode::Text(_) => WrittenSort::Text,
            ExprNode::Truth(_) => WrittenSort::Truth,
            ExprNode::Unary(Unary::Minus, inner) => WrittenSort::of(inner)?,
            _ => return None,
        })
    }

    fn words(self) -> String {
        match self {
            WrittenSort::Number => "a number".to_string(),
            WrittenSort::Quantity(unit) => format!("a number in `{unit}`"),
            WrittenSort::Dice => "dice".to_string(),
            WrittenSort::Text => "a text".to_string(),
            WrittenSort::Truth => "`yes` or `no`".to_string(),
        }
    }
}

/// What is wrong with a setting whose value is of another sort than the one it stands in the place of.
pub(super) fn told(levels: &[Level], sources: &Sources, declaration: &Declaration) -> Option<Diagnostic> {
    let (Body::Setting(value), Some(name)) = (&declaration.body, declaration.name.as_ref()) else { return None };
    let mut declared = Vec::new();
    levels.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
    let before = declared.into_iter().take_while(|one| one.span != declaration.span);
    let below = before.filter_map(|one| match &one.body {
        Body::Setting(below) if one.name.as_ref().is_some_and(|known| known.text == name.text) => Some(below),
        _ => None,
    });
    let below = below.last()?;
    let (was, is) = (WrittenSort::of(below)?, WrittenSort::of(value)?);
    if was == is {
        return None;
    }
    let (known, said) = (sources.slice(below.span).trim(), sources.slice(value.span).trim());
    let number = said.split_whitespace().next().unwrap_or(said);
    let meant = match (was, is) {
        (WrittenSort::Quantity(unit), WrittenSort::Number | WrittenSort::Quantity(_)) => format!("{number} {unit}"),
        (WrittenSort::Number, WrittenSort::Quantity(_)) => number.to_string(),
        _ => String::new(),
    };
    let help = match meant.as_str() {
        "" => format!("below it is {} (`{known}`): write one here, too", was.words()),
        meant => format!("below it is {} (`{known}`): write `{meant}`", was.words()),
    };
    let said = format!("there it is {}, and {} here", was.words(), is.words());
    let error = RulebookError::BreaksBelow { name: name.text.clone(), said };
    let label = format!("this is {}", is.words());
    Some(PlacedError::new(error, sources, value.span, &label, help).into())
}
