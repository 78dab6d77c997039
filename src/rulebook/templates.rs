//! Texts of lines with values in braces: `"{actor} loses {hits} {hits: point|points}"`.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::Resolver;
use super::{Expr, Node, Template, Type, WordsPart};
use crate::syntax::ast;
use crate::text::Span;

impl Resolver<'_> {
    /// A text with values in braces.
    pub(super) fn words(&mut self, text: &ast::TextDecl, hand: &Hand) -> Option<Template> {
        let mut parts = Vec::new();
        let mut rest = text.text.as_str();
        while let Some((before, behind)) = rest.split_once('{') {
            let Some((inside, after)) = behind.split_once('}') else { break };
            if !before.is_empty() {
                parts.push(WordsPart::Text(before.into()));
            }
            let counted = inside.split_once(':').and_then(|(name, words)| Some((name, words.split_once('|')?)));
            let (name, words) = counted.map_or((inside, None), |(name, words)| (name, Some(words)));
            let expr = dotted(name, text.span);
            let (value, r#type) = self.typed_by(&expr, hand)?;
            parts.push(match words {
                Some((one, many)) => {
                    self.is_counted(&r#type, text.span)?;
                    WordsPart::Many(value, one.trim().into(), many.trim().into())
                }
                None => {
                    let unit = self.unit_of(&value);
                    WordsPart::Value(value, unit)
                }
            });
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(WordsPart::Text(rest.into()));
        }
        Some(Template { parts })
    }

    /// Refuses what is neither a number nor a list where a word depends on how many there are.
    fn is_counted(&mut self, found: &Type, at: Span) -> Option<()> {
        if matches!(found.bare(), Type::Number(_) | Type::List(_)) {
            return Some(());
        }
        let found = self.book.type_words(found);
        let error = RulebookError::WrongType { expected: "a number or a list".to_string(), found };
        self.report(error, at, "how many?", "`{hits: point|points}` is the first word for 1, else the second");
        None
    }

    /// The unit in which a value is read and shown.
    fn unit_of(&self, value: &Expr) -> Option<u16> {
        let book = &self.book;
        match &value.node {
            Node::Fact(id) => book.facts[id.index()].unit,
            Node::Track(_, id, _) => book.tracks[id.index()].unit,
            Node::Attribute(_, id) => book.attributes[id.index()].unit,
            _ => None,
        }
    }
}

/// `actor`, `actor.name`: the text in braces as an expression.
fn dotted(text: &str, span: crate::text::Span) -> ast::ExprDecl {
    let name = |text: &str| ast::Name { text: text.trim().to_string(), span };
    let mut parts = text.split('.');
    let first = ast::ExprDecl { node: ast::ExprNode::Name(name(parts.next().unwrap_or(""))), span };
    parts.fold(first, |base, part| ast::ExprDecl { node: ast::ExprNode::Property(Box::new(base), name(part)), span })
}
