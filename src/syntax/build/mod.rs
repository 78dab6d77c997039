//! From pest's nodes to the typed tree. The grammar guarantees the order of the parts; what it cannot say (dice that
//! cannot be thrown, numbers that do not fit, ragged tables) is reported here.

mod declaration;
mod deed;
mod expression;
mod grid;
mod play;
mod rule;
mod test;

pub(super) use grid::split_list;

use super::ast::{self, Cite, Entry, Name, Notes, TextDecl, Verb};
use super::error::{ShownText, SyntaxError};
use super::grammar::{ParseNode, Rule};
use crate::text::{SourceId, Span};
use crate::value::Number;

/// One run over the nodes of one declaration or expression.
pub(super) struct Build<'s> {
    /// Where errors find their text.
    pub place: ShownText<'s>,
    /// The source the nodes are of.
    pub source: SourceId,
    /// Where in the source the parsed slice begins.
    pub base: usize,
    /// Where the slice ends; braces that the author forgot stand beyond.
    pub end: usize,
    /// What was wrong.
    pub errors: Vec<SyntaxError>,
    /// Operators of the expression at hand, so that no tree is deeper than its limit.
    pub operators: usize,
}

impl<'s> Build<'s> {
    pub(super) fn new(place: ShownText<'s>, source: SourceId, (base, end): (usize, usize)) -> Build<'s> {
        Build { place, source, base, end, errors: Vec::new(), operators: 0 }
    }

    /// Where a node stands, blanks behind it left out.
    fn span(&self, node: &ParseNode) -> Span {
        let start = self.base + node.as_span().start();
        let end = (start + node.as_str().trim_end().len()).min(self.end);
        // Where a sign of several bytes was written over, an end may lie within it.
        let whole = self.place.whole();
        let (start, end) = (whole.floor_char_boundary(start.min(end)), whole.ceil_char_boundary(end));
        Span { source: self.source, start: start as u32, end: end as u32 }
    }

    fn name(&self, node: &ParseNode) -> Name {
        let span = self.span(node);
        Name { text: unquoted(node.as_str().trim_end()), span }
    }

    fn text(&self, node: &ParseNode) -> TextDecl {
        let span = self.span(node);
        TextDecl { text: unquoted(node.as_str().trim_end()), span }
    }

    /// The section behind `@`; its span includes the sign.
    fn cite(&self, node: &ParseNode) -> Cite {
        let span = self.span(node);
        Cite { text: unquoted(node.as_str().trim_end().trim_start_matches('@')), span }
    }

    fn names(&self, node: ParseNode) -> Vec<Name> {
        node.into_inner().filter(|part| part.as_rule() == Rule::name).map(|part| self.name(&part)).collect()
    }

    /// Takes a node into the notes, if it is a title or a citation.
    fn note(&self, notes: &mut Notes, node: &ParseNode) -> bool {
        match node.as_rule() {
            Rule::title => notes.title = Some(self.text(node)),
            Rule::cite => notes.cites.push(self.cite(node)),
            _ => return false,
        }
        true
    }

    /// The first child of that rule.
    fn child<'i>(&self, node: &ParseNode<'i>, rule: Rule) -> Option<ParseNode<'i>> {
        node.clone().into_inner().find(|part| part.as_rule() == rule)
    }

    /// The only name of an entry such as `script walk`.
    fn only_name(&self, node: &ParseNode) -> Name {
        match node.clone().into_inner().find(|part| matches!(part.as_rule(), Rule::name | Rule::plain_name)) {
            Some(part) => self.name(&part),
            None => Name { text: String::new(), span: self.span(node) },
        }
    }

    /// The only text of an entry such as `note "…"`.
    fn only_text(&self, node: &ParseNode) -> TextDecl {
        match self.child(node, Rule::text) {
            Some(part) => self.text(&part),
            None => TextDecl { text: String::new(), span: self.span(node) },
        }
    }

    /// The only names of an entry such as `cards a, b`.
    fn only_names(&self, node: &ParseNode) -> Vec<Name> {
        self.child(node, Rule::names).map(|part| self.names(part)).unwrap_or_default()
    }

    /// An entry with its verb: the first child that is neither verb nor citation says what it is; the citations behind
    /// the entry go to it too.
    fn entry<T>(
        &mut self,
        node: ParseNode,
        read: impl FnOnce(&mut Self, ParseNode, Vec<Cite>) -> T,
    ) -> Option<Entry<T>> {
        let span = self.span(&node);
        let (mut verb, mut body, mut cites) = (Verb::Plain, None, Vec::new());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::verb => verb = read_verb(part.as_str()),
                Rule::cite => cites.push(self.cite(&part)),
                _ => body = body.or(Some(part)),
            }
        }
        let node = read(self, body?, cites);
        Some(Entry { verb, node, span })
    }

    /// Title and citations among the direct children, and the citations of the entry around them.
    fn notes(&self, node: &ParseNode, cites: Vec<Cite>) -> Notes {
        let mut notes = Notes::default();
        for part in node.clone().into_inner() {
            self.note(&mut notes, &part);
        }
        notes.cites.extend(cites);
        notes
    }

    pub(super) fn small(&mut self, node: &ParseNode, most: u64) -> u64 {
        let text = node.as_str().trim_end();
        match text.parse::<u64>() {
            Ok(number) if number <= most => number,
            _ => {
                self.small_range(node, most);
                0
            }
        }
    }

    fn small_range(&mut self, node: &ParseNode, most: u64) {
        let number = node.as_str().trim_end().to_string();
        let (at, help) = (self.place.of(self.span(node)), format!("write a number from 0 to {most}"));
        self.errors.push(SyntaxError::NumberRange { number, what: "is too large", src: self.place.src(), at, help });
    }

    fn number_range(&mut self, node: &ParseNode, what: &'static str) {
        let number = node.as_str().trim_end().to_string();
        let at = self.place.of(self.span(node));
        let help = "numbers have up to 18 digits, and nothing is divided by 0".to_string();
        self.errors.push(SyntaxError::NumberRange { number, what, src: self.place.src(), at, help });
    }

    /// `12`, `0.5`, `-1/2`.
    fn number(&mut self, node: &ParseNode) -> Number {
        match exact(node.as_str().trim_end()) {
            Some(number) => number,
            None => {
                self.number_range(node, "is too large");
                Number::ZERO
            }
        }
    }

    fn integers(&mut self, node: &ParseNode) -> Vec<u32> {
        let parts: Vec<ParseNode> = node.clone().into_inner().filter(|part| part.as_rule() == Rule::integer).collect();
        parts.iter().map(|part| self.small(part, u64::from(super::limit::MAX_SIDES)) as u32).collect()
    }

    fn missing(&self, node: &ParseNode) -> ast::ExprDecl {
        ast::ExprDecl { node: ast::ExprNode::Unset, span: self.span(node) }
    }
}

fn read_verb(word: &str) -> Verb {
    match word.trim_end() {
        "add" => Verb::Add,
        "replace" => Verb::Replace,
        "remove" => Verb::Remove,
        _ => Verb::Plain,
    }
}

/// A text without its quotes, `\"` and `\\` resolved; anything else as it stands, `\n` too: a text has one line.
pub(super) fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return text.to_string();
    };
    if !inner.contains('\\') {
        return inner.to_string();
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some(quoted @ ('"' | '\\')) => out.push(quoted),
                Some(other) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            (other, false) => out.push(other),
        }
    }
    out
}

/// An exact number from digits, an optional sign and either a decimal point or a stroke; none if it does not fit.
pub(super) fn exact(text: &str) -> Option<Number> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let number = if let Some((numerator, denominator)) = digits.split_once('/') {
        Number::fraction(numerator.parse().ok()?, denominator.parse().ok()?)?
    } else if let Some((whole, decimals)) = digits.split_once('.') {
        let scale = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        let whole = whole.parse::<i64>().ok()?.checked_mul(scale)?;
        Number::fraction(whole.checked_add(decimals.parse().ok()?)?, scale)?
    } else {
        Number::int(digits.parse().ok()?)
    };
    if negative { number.negated() } else { Some(number) }
}
