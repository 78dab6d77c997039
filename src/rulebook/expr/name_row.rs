//! Names in a row, joined by another sign than lists are: `short/medium` where one word stands, `Spear and Club` where
//! things are listed.

use super::{RulebookError, Typer};
use crate::rulebook::Type;
use crate::syntax::ast::{self, ExprNode};
use crate::text::{Span, is_wordly};

/// Of the words of a set so many are told.
const FEW_WORDS: usize = 8;

impl Typer<'_> {
    /// Whether names are joined where a word or things are wanted, which is told.
    pub(super) fn is_row_of_names(
        &mut self,
        operator: ast::BinaryDecl,
        (a, b): (&ast::ExprDecl, &ast::ExprDecl),
        wanted: Option<&Type>,
    ) -> bool {
        use ast::BinaryDecl as B;
        let is_joint = matches!(operator, B::Or | B::And | B::Over);
        let (Some(wanted), Some(mut names)) = (wanted.filter(|_| is_joint), row(a)) else { return false };
        let Some(more) = row(b) else { return false };
        names.extend(more);
        let at = Span { end: b.span.end, ..a.span };
        let expected = self.words(wanted);
        match wanted.bare() {
            Type::Symbol(set) => {
                let words: Vec<String> =
                    self.book().sets[set.index()].words.iter().map(|word| word.name.to_string()).collect();
                if !names.iter().any(|name| words.iter().any(|word| word == name)) {
                    return false;
                }
                let field =
                    self.field_before(a.span).map_or("here stands".to_string(), |field| format!("`{field}` is"));
                let help = match words.as_slice() {
                    [all @ .., last] if words.len() <= FEW_WORDS => {
                        format!("{field} one word: {} or {last}", all.join(", "))
                    }
                    _ => format!("{field} one word: write `{}` alone", names[0]),
                };
                self.report(RulebookError::WrongType { expected, found: "several".into() }, at, "more than one", help);
            }
            Type::Thing(_) | Type::List(_) => {
                let found = self.words(&if operator == B::Over { Type::NUMBER } else { Type::Truth });
                let slice = |span: Span| self.scope.sources.slice(span).trim();
                let listed = match names.as_slice() {
                    [_, _] => format!("{}, {}", slice(a.span), slice(b.span)),
                    names => names.join(", "),
                };
                let label = if operator == B::Over { "joined as if divided" } else { "joined as two conditions" };
                let help = format!("a comma stands between two of them: `{listed}`");
                self.report(RulebookError::WrongType { expected, found }, at, label, help);
            }
            _ => return false,
        }
        true
    }

    /// The field of which the value is said at a place, if its name stands before it.
    fn field_before(&self, value: Span) -> Option<&str> {
        let before = self.scope.sources.get(value.source).text.get(..value.start as usize)?;
        let bare = before.trim_end_matches([' ', '\t']);
        let name = &bare[bare.trim_end_matches(is_wordly).len()..];
        (bare.len() < before.len() && !name.is_empty()).then_some(name)
    }
}

/// The names of a row of which nothing else is said.
fn row(expr: &ast::ExprDecl) -> Option<Vec<String>> {
    use ast::BinaryDecl as B;
    match &expr.node {
        ExprNode::Name(name) => Some(vec![name.text.clone()]),
        ExprNode::Text(text) => Some(vec![text.text.clone()]),
        ExprNode::Binary(B::Or | B::And | B::Over, a, b) => Some([row(a)?, row(b)?].concat()),
        _ => None,
    }
}
